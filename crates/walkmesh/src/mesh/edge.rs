//! Edges of polygons, and where they lead.

use std::fmt;

use super::id::{PolyRef, TileId};

/// Whether an edge that two polygons share may be crossed from this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passage {
    /// Yes.
    Open,
    /// No: only from the other side.
    Closed,
}

/// One edge of a polygon, from its corner to the next, as seen from that polygon. Three words: a
/// change of where some edges of a tile lead copies all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Index of its first corner in the tile's vertices.
    pub vertex: u32,
    /// The tile of the polygon on the other side; [`NONE`] where there is none.
    tile: u32,
    /// That polygon, with [`CLOSED`].
    polygon: u32,
}

/// No tile.
const NONE: u32 = u32::MAX;
/// Bit of an edge that may not be crossed from here.
const CLOSED: u32 = 1 << 31;

impl Edge {
    /// So many polygons a tile may have.
    pub const MOST_POLYGONS: u32 = CLOSED - 1;

    /// An edge from a vertex that leads to a polygon, if there is one on the other side. An index
    /// that no tile or polygon can have counts as the largest that fits, which none has either.
    #[must_use]
    pub const fn new(vertex: u32, neighbour: Option<PolyRef>, passage: Passage) -> Self {
        let (tile, polygon) = match neighbour {
            None => (NONE, 0),
            Some(to) => (least(to.tile.0, NONE - 1), least(to.polygon, Self::MOST_POLYGONS)),
        };
        let closed = match passage {
            Passage::Open => 0,
            Passage::Closed => CLOSED,
        };
        Self { vertex, tile, polygon: polygon | closed }
    }

    /// The polygon on the other side, if there is one.
    #[inline]
    #[must_use]
    pub const fn neighbour(&self) -> Option<PolyRef> {
        if self.tile == NONE {
            return None;
        }
        Some(PolyRef { tile: TileId(self.tile), polygon: self.polygon & !CLOSED })
    }

    /// Whether the other side may be entered from here; meaningful with a neighbour.
    #[inline]
    #[must_use]
    pub const fn passage(&self) -> Passage {
        if self.polygon & CLOSED == 0 { Passage::Open } else { Passage::Closed }
    }

    /// Lets it lead elsewhere.
    #[inline]
    pub const fn lead(&mut self, neighbour: Option<PolyRef>, passage: Passage) {
        *self = Self::new(self.vertex, neighbour, passage);
    }
}

/// The lesser of two.
const fn least(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edge")
            .field("vertex", &self.vertex)
            .field("neighbour", &self.neighbour())
            .field("passage", &self.passage())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_says_what_it_was_told() {
        assert_eq!(size_of::<Edge>(), 12);
        let most = Edge::MOST_POLYGONS;
        let to = |tile, polygon| Some(PolyRef { tile: TileId(tile), polygon });
        for passage in [Passage::Open, Passage::Closed] {
            for neighbour in [None, to(0, 0), to(3, 7), to(u32::MAX - 1, most), to(0, most)] {
                let mut edge = Edge::new(5, neighbour, passage);
                assert_eq!(
                    (edge.vertex, edge.neighbour(), edge.passage()),
                    (5, neighbour, passage)
                );
                edge.lead(to(1, 2), Passage::Open);
                assert_eq!(edge, Edge::new(5, to(1, 2), Passage::Open));
            }
            // What nothing can have stays so.
            for (far, kept) in [
                (to(u32::MAX, 3), to(u32::MAX - 1, 3)),
                (to(4, most + 1), to(4, most)),
                (to(u32::MAX, u32::MAX), to(u32::MAX - 1, most)),
            ] {
                assert_eq!(Edge::new(0, far, passage).neighbour(), kept);
            }
        }
    }
}
