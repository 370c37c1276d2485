//! What labels of a tile are next to, and whether that is as it was.

use std::sync::Arc;

use super::super::facts::Exit;
use super::{Held, Node, Tiles};
use crate::geom::cast;
use crate::mesh::{Tile, TileId};

impl Tiles {
    /// The labels of a tile with the nodes of other tiles next to them, in order, each once.
    pub(in super::super) fn beside(&self, tile: TileId) -> Vec<(u32, Node)> {
        let held = &self.held[cast::index(tile.0)];
        let label = |tile: &Tile, polygon: u32| tile.polygons[cast::index(polygon)].label;
        let mut pairs = Vec::new();
        for exits in held.facts.exits.chunk_by(|a, b| a.to.tile == b.to.tile) {
            let other = exits[0].to.tile;
            let beyond = self.tile(other);
            let pair = |exit: &Exit| (exit.label, (other, label(beyond, exit.to.polygon)));
            add_new(exits.iter().map(pair), &mut pairs);
        }
        for from in self.seen_from(tile) {
            let exits = self.held[cast::index(from.0)].facts.exits_to(tile).iter();
            let pair = |exit: &Exit| (label(&held.tile, exit.to.polygon), (from, exit.label));
            add_new(exits.map(pair), &mut pairs);
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Calls `each` with the labels before and now of polygons of a tile: of the first parts of base
    /// polygons that are open in both.
    pub(in super::super) fn each_kept(
        &self,
        before: &Self,
        tile: TileId,
        mut each: impl FnMut(u32, u32),
    ) {
        for (p, q) in before.tile(tile).polygons.iter().zip(&self.tile(tile).polygons) {
            if p.piece > 0 || q.piece > 0 {
                break;
            }
            if p.base == q.base && !p.is_closed() && !q.is_closed() {
                each(p.label, q.label);
            }
        }
    }

    /// True when a tile surely has the labels that the one had that stood there before, next to
    /// what they were next to: when neither its borders changed nor the labels of its polygons.
    pub(in super::super) fn hangs_as(&self, before: &Self, tile: TileId) -> bool {
        let [old, new] = [before, self].map(|tiles| &tiles.held[cast::index(tile.0)]);
        let labels = new.tile.labels;
        if old.tile.labels != labels
            || labels > u64::BITS
            || !Arc::ptr_eq(&old.facts.exits, &new.facts.exits)
        {
            return false;
        }
        let mut kept = 0_u64;
        self.each_kept(before, tile, |was, is| kept |= u64::from(was == is) << is);
        let label = |held: &Held, exit: &Exit| {
            held.tile.polygons.get(cast::index(exit.to.polygon)).map(|polygon| polygon.label)
        };
        let leads_so = |exit: &Exit| label(old, exit) == label(new, exit);
        let exits_to = |from: TileId| self.held[cast::index(from.0)].facts.exits_to(tile);
        kept.count_ones() == labels
            && self.seen_from(tile).all(|from| exits_to(from).iter().all(leads_so))
    }
}

/// Adds those of the items that are not among those added before. There are few different ones.
fn add_new<T: PartialEq>(items: impl Iterator<Item = T>, into: &mut Vec<T>) {
    let from = into.len();
    for item in items {
        if into.last() != Some(&item) && !into[from..].contains(&item) {
            into.push(item);
        }
    }
}
