//! Tiles of which only edges, and what is closed, are not as before.

use super::super::cut::{Beyond, Inside};
use super::{Plan, WALL, Way, facing};
use crate::geom::cast;
use std::sync::Arc;

use crate::mesh::{Edge, NavMesh, Passage, PolyRef, Polygon, Renewed, Tile, TileId, TilePatch};

/// Room for so many at first.
const SOME: usize = 32;

/// A part of a base polygon.
pub(in super::super) type Part = (PolyRef, u32);

/// Parts that are opened or closed while no cut of their tiles changed, and those next to them.
#[derive(Debug, Default)]
pub(in super::super) struct Patch {
    /// In order.
    parts: Vec<Part>,
}

impl Patch {
    /// Of parts that turned, in order.
    pub(in super::super) fn new(plan: &Plan<'_>, turned: &[Part]) -> Self {
        let mut parts = Vec::with_capacity(if turned.is_empty() { 0 } else { turned.len() + SOME });
        parts.extend(turned);
        for &part in turned {
            plan.beside_part(part, &mut parts);
        }
        parts.sort_unstable();
        parts.dedup();
        Self { parts }
    }

    /// The tiles that they are in.
    pub(in super::super) fn tiles(&self) -> impl Iterator<Item = TileId> + '_ {
        self.parts.chunk_by(|a, b| a.0.tile == b.0.tile).map(|parts| parts[0].0.tile)
    }

    fn of_tile(&self, tile: TileId) -> &[Part] {
        let from = self.parts.partition_point(|part| part.0.tile < tile);
        let count = self.parts[from..].partition_point(|part| part.0.tile == tile);
        &self.parts[from..from + count]
    }
}

/// A tile that is to be changed in some edges.
struct Changes<'a> {
    now: &'a Tile,
    edges: Vec<(usize, Edge)>,
    /// Polygons that are opened or closed.
    turned: Vec<u32>,
}

impl Changes<'_> {
    fn lead(&mut self, at: usize, (neighbour, passage): Way) {
        let old = self.now.edges[at];
        let edge = Edge { neighbour, passage, ..old };
        if edge != old {
            if self.edges.is_empty() {
                self.edges.reserve(SOME);
            }
            self.edges.push((at, edge));
        }
    }

    /// The tile with the changes; `leads_back` says that edges within it lead both ways.
    fn made(self, tile: TileId, leads_back: bool) -> Option<Renewed> {
        let Self { now, edges, mut turned } = self;
        if edges.is_empty() && turned.is_empty() {
            return None;
        }
        let mut new = now.clone();
        let within = |edge: &Edge| edge.neighbour.filter(|to| to.tile == tile);
        // Whether edges between others lead on that did not, or the other way round.
        let mut is_more = false;
        for &(at, edge) in &edges {
            let old = std::mem::replace(&mut new.edges[at], edge);
            for to in [old, edge].iter().filter_map(within) {
                is_more |= !turned.contains(&to.polygon) && !turned.contains(&now.polygon_of(at));
            }
        }
        if !turned.is_empty() {
            let polygons = &mut *new.polygons;
            for &polygon in &turned {
                let label = &mut polygons[cast::index(polygon)].label;
                *label = if *label == Polygon::CLOSED { 0 } else { Polygon::CLOSED };
            }
        }
        turned.sort_unstable();
        let keeps_labels = if is_more || !(turned.is_empty() || leads_back) {
            new.relabel(tile, leads_back);
            false
        } else {
            turned.is_empty() || new.relabel_turned(tile, now, &turned)
        };
        let patch = TilePatch {
            edges: edges.iter().map(|edge| edge.0).collect(),
            keeps_labels: keeps_labels || has_labels_of(&new, now, &turned),
            turned,
        };
        Some(Renewed { tile: Arc::new(new), patch: Some(patch) })
    }
}

/// True when two tiles of the same polygons have as many labels, and the same on all but those
/// that turned (in order).
fn has_labels_of(new: &Tile, old: &Tile, turned: &[u32]) -> bool {
    let mut polygons = (0..).zip(new.polygons.iter().zip(&old.polygons));
    new.labels == old.labels
        && polygons.all(|(p, (a, b))| a.label == b.label || turned.binary_search(&p).is_ok())
}

impl Plan<'_> {
    /// What is beyond a side of a piece.
    #[inline]
    pub(super) fn way(&self, here: PolyRef, beyond: Beyond) -> Way {
        match beyond {
            Beyond::Piece(other) => {
                self.slot(here, other).map_or(WALL, |at| (Some(at), Passage::Open))
            }
            Beyond::Outside { edge, part } => self.beyond(here, edge, part),
            Beyond::Wall => WALL,
        }
    }

    /// Adds the parts next to one, where no way leads through polygons without width.
    fn beside_part(&self, (here, piece): Part, into: &mut Vec<Part>) {
        let mut outside = |edge: u32, part: u32| {
            let Some(across) = self.twins.beyond(here)[cast::index(edge)] else { return };
            match self.cuts.get(across.polygon) {
                None => into.push((across.polygon, 0)),
                Some(cut) => {
                    if let Some(Inside::Piece(other)) = facing(cut, across.edge, part) {
                        into.push((across.polygon, other));
                    }
                }
            }
        };
        match self.cuts.get(here).filter(|cut| !cut.is_whole) {
            None => {
                let edges = cast::count(self.twins.beyond(here).len());
                (0..edges).for_each(|edge| outside(edge, 0));
            }
            Some(cut) => {
                let sides = cut.piece(piece).sides;
                for side in sides {
                    if let Beyond::Outside { edge, part } = side.beyond {
                        outside(edge, part);
                    }
                }
                into.extend(sides.iter().filter_map(|side| match side.beyond {
                    Beyond::Piece(other) => Some((here, other)),
                    _ => None,
                }));
            }
        }
    }

    /// A tile of the mesh `before` as it is now: not made anew, but beside tiles that are (`anew`)
    /// or with parts of a patch. `None` where it is as it was.
    pub(in super::super) fn patched(
        &self,
        before: &NavMesh,
        tile: TileId,
        anew: &[TileId],
        patch: &Patch,
    ) -> Option<Renewed> {
        let now = before.tile(tile);
        if self.is_thin_around(tile) {
            return self.renewed(now, tile);
        }
        let mut changes = Changes { now, edges: Vec::new(), turned: Vec::new() };
        for &(here, piece) in patch.of_tile(tile) {
            self.lead_part(here, piece, &mut changes);
        }
        let is_anew = |other: TileId| anew.binary_search(&other).is_ok();
        let sides = self.twins.sides(tile);
        let borders =
            if sides.tiles.iter().any(|&other| is_anew(other)) { &*sides.borders } else { &[] };
        // Mostly several in a row are to one tile.
        let mut last = (tile, false);
        for &(polygon, edge, other) in borders {
            if last.0 != other {
                last = (other, is_anew(other));
            }
            if !last.1 {
                continue;
            }
            let here = PolyRef { tile, polygon };
            match self.cuts.get(here).filter(|cut| !cut.is_whole) {
                None => {
                    if let Some(slot) = self.slot(here, 0) {
                        let first = now.polygons[cast::index(slot.polygon)].first_edge;
                        changes.lead(cast::index(first + edge), self.beyond(here, edge, 0));
                    }
                }
                Some(cut) => {
                    for (piece, i) in cut.pieces().zip(0..) {
                        let Some(slot) = self.slot(here, i) else { continue };
                        let first = now.polygons[cast::index(slot.polygon)].first_edge;
                        for (k, side) in (cast::index(first)..).zip(piece.sides) {
                            if let Beyond::Outside { edge: e, part } = side.beyond
                                && e == edge
                            {
                                changes.lead(k, self.beyond(here, edge, part));
                            }
                        }
                    }
                }
            }
        }
        changes.made(tile, sides.lone.is_empty())
    }

    /// Says where the edges of a part lead.
    fn lead_part(&self, here: PolyRef, piece: u32, changes: &mut Changes<'_>) {
        let at = self.at(here, piece).polygon;
        let is_open = self.slot(here, piece).is_some();
        if changes.now.polygons[cast::index(at)].is_closed() == is_open {
            changes.turned.push(at);
        }
        let range = changes.now.edge_range(at);
        match self.cuts.get(here).filter(|cut| !cut.is_whole) {
            _ if !is_open => range.for_each(|k| changes.lead(k, WALL)),
            Some(cut) => {
                for (k, side) in range.zip(cut.piece(piece).sides) {
                    changes.lead(k, self.way(here, side.beyond));
                }
            }
            None => {
                let base = self.twins.base.tile(here.tile);
                let of = self.base_tile(here.tile);
                for (k, edge) in range.zip(base.edge_range(here.polygon)) {
                    changes.lead(k, self.way_of_base(&of, edge));
                }
            }
        }
    }
}
