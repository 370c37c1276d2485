//! Where the edges of a tile lead to others.

use std::sync::Arc;

use super::edge::Edge;
use super::id::{PolyRef, TileId};
use super::renewed::{EdgeAt, TilePatch};
use super::tile::Tile;
use crate::geom::cast;

/// Where the edges of a tile lead to others.
#[derive(Debug)]
pub(super) struct Out {
    /// The tiles, in order.
    tiles: Arc<[TileId]>,
    /// The edges, in order: one in eight, so that what asks for them does not walk all.
    borders: Vec<Border>,
}

/// An edge that leads to another tile, and where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Border {
    at: EdgeAt,
    to: PolyRef,
}

/// That an edge leads to a polygon of another tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    /// The polygon beyond.
    pub(super) to: PolyRef,
    /// The label of the polygon on this side.
    pub(super) label: u32,
}

impl Out {
    pub(super) fn new(tile: &Tile, here: TileId) -> Self {
        Self::of(borders_of(tile, here), None)
    }

    /// Of a tile with these borders, in place of another or anew.
    fn of(borders: Vec<Border>, known: Option<&Self>) -> Self {
        if let Some(known) = known.filter(|known| known.leads_to_same(&borders)) {
            let tiles = Arc::clone(&known.tiles);
            return Self { tiles, borders };
        }
        let mut tiles: Vec<TileId> = Vec::with_capacity(8);
        for Border { to, .. } in &borders {
            if tiles.last() != Some(&to.tile) && !tiles.contains(&to.tile) {
                tiles.push(to.tile);
            }
        }
        tiles.sort_unstable();
        Self { tiles: tiles.into(), borders }
    }

    /// True when borders lead to each of the tiles that these lead to and to no other. False where
    /// there are more than a few.
    fn leads_to_same(&self, borders: &[Border]) -> bool {
        let few = u64::BITS - 1;
        let Some(all) = u32::try_from(self.tiles.len()).ok().filter(|&n| n <= few) else {
            return false;
        };
        let mut met = 0_u64;
        let mut last = None;
        for Border { to, .. } in borders {
            if last != Some(to.tile) {
                last = Some(to.tile);
                let Ok(i) = self.tiles.binary_search(&to.tile) else { return false };
                met |= 1 << i;
            }
        }
        met == (1 << all) - 1
    }

    /// The same of a tile in place of another; `None` where the same edges lead to where they did,
    /// of polygons that have the numbers and labels that they had.
    pub(super) fn in_place_of(&self, (old, new): (&Tile, &Tile), here: TileId) -> Option<Self> {
        let borders = borders_of(new, here);
        let is_so = self.borders == borders && is_labelled_so(old, new);
        (!is_so).then(|| Self::of(borders, Some(self)))
    }

    /// The same of a tile that differs from another in a patch; `None` where it is what it was.
    pub(super) fn patched(
        &self,
        (old, new): (&Tile, &Tile),
        here: TileId,
        patch: &TilePatch,
    ) -> Option<Self> {
        let mut is_so = patch.keeps_labels;
        let mut come: Vec<Border> = Vec::new();
        for &at in &patch.edges {
            let [was, is] = [old, new].map(|tile| at.out(tile, here));
            is_so &= was == is;
            if let (None, Some(to)) = (was, is) {
                come.push(Border { at, to });
            }
        }
        if is_so {
            return None;
        }
        let now = |&Border { at, .. }: &Border| Some(Border { at, to: at.out(new, here)? });
        come.sort_unstable_by_key(|border| border.at);
        come.dedup();
        let mut borders = Vec::with_capacity(self.borders.len() + come.len());
        let mut come = come.into_iter().peekable();
        for stays in self.borders.iter().filter_map(now) {
            while let Some(first) = come.next_if(|border| border.at < stays.at) {
                borders.push(first);
            }
            borders.push(stays);
        }
        borders.extend(come);
        Some(Self::of(borders, Some(self)))
    }

    /// The tiles, in order.
    pub(super) fn tiles(&self) -> &[TileId] {
        &self.tiles
    }

    /// The polygons of other tiles that edges lead to, each with the label on this side, in order of
    /// edges.
    pub(super) fn ways(&self, tile: &Tile) -> impl Iterator<Item = Exit> {
        let label = |at: EdgeAt| tile.labels[cast::index(at.polygon)];
        self.borders.iter().map(move |&Border { at, to }| Exit { to, label: label(at) })
    }
}

impl EdgeAt {
    /// The polygon of another tile that it leads to.
    #[inline]
    pub(super) fn out(self, tile: &Tile, here: TileId) -> Option<PolyRef> {
        out(&tile.edges[cast::index(self.edge)], here)
    }
}

/// The edges of a tile that lead to others, in order.
fn borders_of(tile: &Tile, here: TileId) -> Vec<Border> {
    let mut borders: Vec<Border> = Vec::with_capacity(tile.edges.len() / 4);
    // Which edges they are cannot be guessed, so nothing branches on it: what does not lead out is
    // written over by the next.
    let mut found = [0; 64];
    let mut k = 0;
    for some in tile.edges.chunks(found.len()) {
        let mut count = 0;
        for edge in some {
            found[count] = k;
            count += usize::from(out(edge, here).is_some());
            k += 1;
        }
        borders.extend(found[..count].iter().filter_map(|&edge| {
            let at = EdgeAt { edge, polygon: 0 };
            Some(Border { at, to: at.out(tile, here)? })
        }));
    }
    let mut polygons = tile.polygons.iter().skip(1).peekable();
    let mut polygon = 0;
    for border in &mut borders {
        while polygons.next_if(|p| p.first_edge <= border.at.edge).is_some() {
            polygon += 1;
        }
        border.at.polygon = polygon;
    }
    borders
}

/// True when polygons of a tile that others may lead to have the numbers and labels that they had.
fn is_labelled_so(before: &Tile, after: &Tile) -> bool {
    before.labels.is_same(&after.labels)
        || before.labels.len() == after.labels.len() && has_labels_of(before, after)
}

/// True when polygons that have the same number in both tiles have the same labels, as far as edges
/// may lead to them: all but closed ones.
pub(super) fn has_labels_of(before: &Tile, after: &Tile) -> bool {
    let is_so = |(&p, &q): (&u32, &u32)| p == q || p == Tile::CLOSED || q == Tile::CLOSED;
    before.labels.iter().zip(&after.labels).all(is_so)
}

/// The polygon of another tile that an edge leads to.
#[inline]
pub(super) fn out(edge: &Edge, here: TileId) -> Option<PolyRef> {
    edge.neighbour().filter(|to| to.tile != here)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{PlanBox, PlanPoint};
    use crate::mesh::samples::{Dice, grid, rectangle, tile};
    use crate::mesh::{NavMesh, Passage};

    #[test]
    fn what_is_known_of_a_tile_is_what_its_edges_say() {
        let (parameters, resolved) = grid(3, 1);
        let squares = |x: i32| {
            let strip = |i: i32| {
                let low = PlanPoint::new(32 * x + 8 * (i % 4), 8 * (i / 4));
                rectangle(PlanBox::new(low, PlanPoint::new(low.x + 8, low.y + 8)), 0, |_| 0)
            };
            tile(&resolved, x, 0, &(0..16).map(strip).collect::<Vec<_>>())
        };
        let parts = (0..3).map(squares).collect();
        let mesh = NavMesh::assemble(&parameters, &resolved, [0; 32], parts).unwrap();
        let here = TileId(1);
        let whole = mesh.tile(here);
        let mut dice = Dice::new(4);
        let mut old = whole.clone();
        let mut known = Out::new(&old, here);
        let (mut kept, mut led) = (0, 0);
        for _ in 0..500 {
            let mut new = old.clone();
            let mut edges = Vec::new();
            for _ in 0..dice.below(6) {
                let k = cast::cell_index(dice.below(cast::extent(new.edges.len())));
                let led = if dice.below(2) == 0 { None } else { whole.edges[k].neighbour() };
                new.edges[k].lead(led, Passage::Open);
                edges.push(EdgeAt { edge: cast::count(k), polygon: new.polygon_of(k) });
            }
            let fresh = Out::new(&new, here);
            let all = (0..16).flat_map(|p| new.edges_of(p).iter().map(move |edge| (p, edge)));
            let all = all.filter_map(|(p, edge)| Some((out(edge, here)?, p)));
            let label = |p: u32| new.labels[cast::index(p)];
            let all: Vec<Exit> = all.map(|(to, p)| Exit { to, label: label(p) }).collect();
            assert!(fresh.ways(&new).eq(all.iter().copied()));
            assert!(all.iter().all(|exit| fresh.tiles().binary_search(&exit.to.tile).is_ok()));
            let patch = TilePatch { edges, turned: Vec::new(), keeps_labels: true };
            for made in
                [known.patched((&old, &new), here, &patch), known.in_place_of((&old, &new), here)]
            {
                kept += usize::from(made.is_none());
                led += usize::from(made.is_some());
                let made = made.as_ref().unwrap_or(&known);
                assert_eq!((&made.borders, made.tiles()), (&fresh.borders, fresh.tiles()));
            }
            (old, known) = (new, fresh);
        }
        assert!(kept > 100 && led > 100, "{kept} {led}");
    }
}
