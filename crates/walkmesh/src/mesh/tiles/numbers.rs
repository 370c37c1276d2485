//! The polygons of all tiles numbered one after the other.

use std::sync::Arc;

use super::super::trie::Trie;

/// Tiles that are counted together: a change of one moves the numbers of those behind it among
/// them, and of all such runs behind.
const RUN: usize = 64;

/// How many polygons stand before those of each tile.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// By tile, those of its run.
    within: Trie<u32>,
    /// Before each run, and in all at the end.
    firsts: Arc<[u32]>,
}

impl Numbers {
    /// Of tiles with so many polygons.
    pub(super) fn new(counts: &[u32]) -> Self {
        let mut firsts = vec![0];
        let mut within = Vec::with_capacity(counts.len());
        let mut total = 0;
        for run in counts.chunks(RUN) {
            let first = total;
            for count in run {
                within.push(total - first);
                total += count;
            }
            firsts.push(total);
        }
        Self { within: within.into_iter().collect(), firsts: firsts.into() }
    }

    /// How many polygons there are.
    pub(super) fn total(&self) -> u32 {
        self.firsts.last().copied().unwrap_or(0)
    }

    /// How many polygons stand before those of a tile.
    #[inline]
    pub(super) fn first(&self, tile: usize) -> u32 {
        self.firsts[tile / RUN] + self.within[tile]
    }

    /// The tile of a polygon that there is, and which of the tile's it is.
    pub(super) fn place(&self, number: u32) -> (usize, u32) {
        let run = self.firsts.partition_point(|&first| first <= number) - 1;
        let within = number - self.firsts[run];
        // The last tile that begins there or before.
        let (mut tile, mut end) = (RUN * run, (RUN * run + RUN).min(self.within.len()));
        while tile + 1 < end {
            let middle = usize::midpoint(tile, end);
            if self.within[middle] <= within {
                tile = middle;
            } else {
                end = middle;
            }
        }
        (tile, within - self.within[tile])
    }

    /// As [`Trie::watch`].
    pub(super) fn watch(&mut self) {
        self.within.watch();
    }

    /// As [`Trie::follow`].
    pub(super) fn follow(&mut self, newer: &Self) -> bool {
        if self.firsts != newer.firsts {
            Arc::make_mut(&mut self.firsts).copy_from_slice(&newer.firsts);
        }
        self.within.follow(&newer.within)
    }

    /// Says that a tile which had `before` polygons has `after`.
    pub(super) fn change(&mut self, tile: usize, before: u32, after: u32) {
        if before == after {
            return;
        }
        let moved = |first: &mut u32| *first = *first - before + after;
        let run = tile / RUN;
        self.within.each_of(tile + 1..(RUN * run + RUN).min(self.within.len()), moved);
        Arc::make_mut(&mut self.firsts)[run + 1..].iter_mut().for_each(moved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::cast;
    use walkmesh_testkit::Random;

    #[test]
    fn agree_with_sums() {
        let mut random = Random::new(7);
        for len in [0, 1, 63, 64, 65, 300] {
            let mut below = |n: i32| u32::try_from(random.between(0, n - 1)).unwrap();
            let mut counts: Vec<u32> = (0..len).map(|_| below(4)).collect();
            let mut numbers = Numbers::new(&counts);
            for _ in 0..20 {
                let all: Vec<(usize, u32)> = (0_usize..)
                    .zip(&counts)
                    .flat_map(|(tile, &count)| (0..count).map(move |p| (tile, p)))
                    .collect();
                assert_eq!(cast::index(numbers.total()), all.len());
                for (number, &(tile, polygon)) in (0..).zip(&all) {
                    assert_eq!(numbers.place(number), (tile, polygon));
                    assert_eq!(numbers.first(tile) + polygon, number);
                }
                if len > 0 {
                    let tile = cast::index(below(len));
                    let count = below(5);
                    numbers.change(tile, counts[tile], count);
                    counts[tile] = count;
                }
            }
        }
    }
}
