//! What labels of a tile are next to, and whether that is as it was.

use std::sync::Arc;

use super::super::facts::Exit;
use super::{Held, Node, Tiles};
use crate::geom::cast;
use crate::mesh::TileId;

impl Tiles {
    /// The labels of a tile with the nodes of other tiles next to them, in order, each once.
    pub(in super::super) fn beside(&self, tile: TileId) -> Vec<(u32, Node)> {
        let held = &self.held[cast::index(tile.0)];
        let mut around: Vec<TileId> = held.facts.beyond().chain(self.seen_from(tile)).collect();
        around.sort_unstable();
        around.dedup();
        let Some(mut seen) =
            Seen::new(held.tile.labels, around.iter().map(|&t| self.tile(t).labels))
        else {
            let mut pairs = Vec::new();
            for &other in &around {
                self.each_beside(tile, other, |label, there| pairs.push((label, (other, there))));
            }
            pairs.sort_unstable();
            pairs.dedup();
            return pairs;
        };
        for (i, &other) in around.iter().enumerate() {
            self.each_beside(tile, other, |label, there| seen.add(label, i, there));
        }
        seen.pairs(&around)
    }

    /// Calls `each` with labels of a tile and those of another next to them, some repeatedly.
    fn each_beside(&self, tile: TileId, other: TileId, mut each: impl FnMut(u32, u32)) {
        let [here, there] = [tile, other].map(|tile| &self.held[cast::index(tile.0)]);
        let label = |held: &Held, polygon: u32| held.tile.polygons[cast::index(polygon)].label;
        for exit in here.facts.exits_to(other) {
            each(exit.label, label(there, exit.to.polygon));
        }
        for exit in there.facts.exits_to(tile) {
            each(label(here, exit.to.polygon), exit.label);
        }
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

/// Pairs of labels of a tile and of those beside it, a bit for each there could be.
struct Seen {
    bits: Vec<u64>,
    /// For each tile beside it where its bits begin, words, and at the end how many there are for
    /// a label.
    firsts: Vec<usize>,
}

/// For more words of bits than that sorting is quicker; a tile hardly ever has more than ten labels.
const MOST_WORDS: usize = 1024;

impl Seen {
    /// None yet; `None` when there could be too many.
    fn new(labels: u32, beside: impl Iterator<Item = u32>) -> Option<Self> {
        let mut firsts = vec![0];
        for labels in beside {
            let last = firsts.last().copied().unwrap_or(0);
            firsts.push(last + cast::index(labels.div_ceil(u64::BITS)));
        }
        let words = cast::index(labels).checked_mul(*firsts.last()?)?;
        (words <= MOST_WORDS).then(|| Self { bits: vec![0; words], firsts })
    }

    fn width(&self) -> usize {
        self.firsts.last().copied().unwrap_or(0)
    }

    fn add(&mut self, label: u32, tile: usize, there: u32) {
        let word = self.firsts[tile] + cast::index(there / u64::BITS);
        let at = cast::index(label) * self.width() + word;
        // Nothing leads to closed polygons, whose label is beyond all others.
        if let Some(word) = self.bits.get_mut(at) {
            *word |= 1 << (there % u64::BITS);
        }
    }

    /// The pairs that were added, in order.
    fn pairs(&self, beside: &[TileId]) -> Vec<(u32, Node)> {
        let mut pairs = Vec::new();
        for (label, of_label) in (0..).zip(self.bits.chunks(self.width().max(1))) {
            for (&tile, words) in beside.iter().zip(self.firsts.windows(2)) {
                for (&word, first) in of_label[words[0]..words[1]].iter().zip((0..).step_by(64)) {
                    let mut left = word;
                    while left != 0 {
                        pairs.push((label, (tile, first + left.trailing_zeros())));
                        left &= left - 1;
                    }
                }
            }
        }
        pairs
    }
}
