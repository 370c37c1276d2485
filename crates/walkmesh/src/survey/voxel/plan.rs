//! Cells of a rectangle of the plan as bits.

use super::rows::Segment;
use crate::geom::cast;
use std::ops::Range;

/// A bit a cell, row after row.
#[derive(Clone)]
pub(super) struct Plan {
    /// Each row begins with a word; bits after its last cell mean nothing.
    words: Vec<u64>,
    /// Words of a row.
    each: usize,
}

/// Bits of a word.
pub(super) const BITS: usize = 64;

/// Segments closer to each other are one: few cells between take less time than another segment.
const GAP: usize = 16;

impl Plan {
    /// No cell of so many columns and rows.
    pub(super) fn new(width: usize, depth: usize) -> Self {
        let each = width.div_ceil(BITS).max(1);
        Self { words: vec![0; each * depth], each }
    }

    pub(super) fn mark(&mut self, (x, y): (usize, usize)) {
        self.words[y * self.each + x / BITS] |= 1 << (x % BITS);
    }

    pub(super) fn clear(&mut self, (x, y): (usize, usize)) {
        self.words[y * self.each + x / BITS] &= !(1 << (x % BITS));
    }

    #[inline]
    pub(super) fn word(&self, at: usize) -> u64 {
        self.words[at]
    }

    /// The words of one row.
    pub(super) fn row_mut(&mut self, y: usize) -> &mut [u64] {
        &mut self.words[y * self.each..(y + 1) * self.each]
    }

    /// The cells that are in both.
    pub(super) fn and(&self, other: &Self) -> Self {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect();
        Self { words, each: self.each }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Takes over `change` of each word's place and value.
    pub(super) fn change(&mut self, change: impl Fn(usize, u64) -> u64) {
        for (at, word) in self.words.iter_mut().enumerate() {
            *word = change(at, *word);
        }
    }

    /// The word with the cells to the west of those of word `at`, in their places.
    #[inline]
    pub(super) fn west(&self, at: usize) -> u64 {
        let before = if at.is_multiple_of(self.each) { 0 } else { self.words[at - 1] };
        self.words[at] << 1 | before >> (BITS - 1)
    }

    /// The same to the east.
    #[inline]
    pub(super) fn east(&self, at: usize) -> u64 {
        let after = if (at + 1).is_multiple_of(self.each) { 0 } else { self.words[at + 1] };
        self.words[at] >> 1 | after << (BITS - 1)
    }

    /// The same to the south; none beyond the first row.
    #[inline]
    pub(super) fn south(&self, at: usize) -> u64 {
        at.checked_sub(self.each).map_or(0, |at| self.words[at])
    }

    /// The same to the north; none beyond the last row.
    #[inline]
    pub(super) fn north(&self, at: usize) -> u64 {
        self.words.get(at + self.each).map_or(0, |&word| word)
    }

    /// Marks the cells beside those that are, also some past the end of rows.
    pub(super) fn grow(&mut self) {
        let before = self.clone();
        self.change(|at, own| {
            let [west, east] = [before.west(at), before.east(at)];
            own | west | east | before.south(at) | before.north(at)
        });
    }

    /// The same of those up to `away` columns and rows from them.
    pub(super) fn grow_square(&mut self, away: usize) {
        let mut before = self.clone();
        for _ in 0..away {
            before.words.copy_from_slice(&self.words);
            self.change(|at, own| own | before.west(at) | before.east(at));
        }
        for _ in 0..away {
            before.words.copy_from_slice(&self.words);
            self.change(|at, own| own | before.south(at) | before.north(at));
        }
    }

    /// Calls `found` with what is marked of the `width` cells of each row: cells side by side, in
    /// order.
    pub(super) fn runs(&self, width: usize, mut found: impl FnMut(usize, Range<usize>)) {
        for (y, row) in self.words.chunks_exact(self.each).enumerate() {
            let (mut from, mut before) = (None, 0);
            for (k, &word) in row.iter().enumerate() {
                // Where a bit is not as the one to its west.
                let mut changes = word ^ (word << 1 | before);
                before = word >> (BITS - 1);
                while changes != 0 {
                    let x = BITS * k + changes.trailing_zeros() as usize;
                    match from.take() {
                        None => from = Some(x),
                        Some(from) if from < width => found(y, from..x.min(width)),
                        Some(_) => {}
                    }
                    changes &= changes - 1;
                }
            }
            from.filter(|&from| from < width).into_iter().for_each(|from| found(y, from..width));
        }
    }

    /// The same with what is between where that is little.
    pub(super) fn segments(&self, width: usize) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::new();
        self.runs(width, |y, columns| {
            let y = cast::extent(y);
            match segments.last_mut() {
                Some(last) if last.y == y && columns.start < last.columns.end + GAP => {
                    last.columns.end = columns.end;
                }
                _ => segments.push(Segment { y, columns }),
            }
        });
        segments
    }
}

/// Which of some items are so, the first lowest.
#[inline]
pub(super) fn where_so<T>(items: &[T; BITS], is_so: impl Fn(&T) -> bool) -> u64 {
    // A loop of its own, which compilers do for many items at a time.
    let mut flags = [0; BITS];
    flags.iter_mut().zip(items).for_each(|(flag, item)| *flag = u8::from(is_so(item)));
    packed(&flags)
}

/// Up to 64 flags, each 0 or 1, as bits of one word, the first lowest.
#[inline]
pub(super) fn packed(flags: &[u8; BITS]) -> u64 {
    let eights = flags.as_chunks::<8>().0.iter();
    // Flag `i` comes to bit 56 + `i`, and nothing else there.
    let eights = eights.map(|&eight| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080));
    eights.rev().fold(0, |word, eight| word << 8 | eight >> 56)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn segments_hold_the_cells_within_reach() {
        let mut random = Random::new(8);
        for round in 0..60 {
            let (width, depth) = ([1_usize, 5, 63, 64, 65, 130][round % 6], 1 + round % 7);
            let mut plan = Plan::new(width, depth);
            let marked: Vec<(usize, usize)> =
                (0..random.below(5)).map(|_| (random.below(width), random.below(depth))).collect();
            for &(x, y) in &marked {
                plan.mark((x, y));
            }
            let away = random.below(6);
            (0..away).for_each(|_| plan.grow());
            let segments = plan.segments(width);
            for y in 0..depth {
                let within = |x: usize, away: usize| {
                    marked.iter().any(|c| c.0.abs_diff(x) + c.1.abs_diff(y) <= away)
                };
                for x in 0..width {
                    let of = |s: &&Segment| s.y == cast::extent(y) && s.columns.contains(&x);
                    let holds = segments.iter().filter(of).count();
                    assert!(holds == 1 || holds == 0 && !within(x, away));
                    // Between two that are near, if not near itself.
                    let near = |side: &mut dyn Iterator<Item = usize>| {
                        side.take(GAP).any(|x| within(x, away))
                    };
                    let between = near(&mut (0..=x).rev()) && near(&mut (x..width));
                    assert!(holds == 0 || between);
                }
            }
            let order = |s: &Segment| (s.y, s.columns.start);
            assert!(
                segments.is_sorted_by_key(order) && segments.iter().all(|s| !s.columns.is_empty())
            );
        }
    }
}
