//! What is marked, of spans or their sides.

use std::ops::RangeInclusive;

/// A bit a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(Vec<u64>);

impl Marks {
    /// None of so many.
    pub(super) fn none(numbers: usize) -> Self {
        Self(vec![0; numbers.div_ceil(64)])
    }

    #[inline]
    pub(super) fn holds(&self, i: usize) -> bool {
        self.0[i / 64] & 1 << (i % 64) != 0
    }

    /// Marks what is not, or takes its mark away.
    #[inline]
    pub(super) fn toggle(&mut self, i: usize) {
        self.0[i / 64] ^= 1 << (i % 64);
    }

    /// No numbers, with room for so many that [come](Self::grow).
    ///
    /// For what is marked from front to back: large memory that is read before anything was written
    /// to it is mapped twice, the second time with all threads held up.
    pub(super) fn with_room(numbers: usize) -> Self {
        Self(Vec::with_capacity(numbers.div_ceil(64)))
    }

    /// Has so many numbers at least; those that come are not marked.
    #[inline]
    pub(super) fn grow(&mut self, numbers: usize) {
        let words = numbers.div_ceil(64);
        if words > self.0.len() {
            self.0.resize(words, 0);
        }
    }

    /// Toggles what is marked in others, of which the first has this number here, a multiple of 64.
    pub(super) fn toggle_all(&mut self, first: usize, others: &Self) {
        self.grow(first);
        let (both, beyond) = others.0.split_at(others.0.len().min(self.0.len() - first / 64));
        self.0[first / 64..].iter_mut().zip(both).for_each(|(word, other)| *word ^= other);
        self.0.extend_from_slice(beyond);
    }

    /// Marks for each four numbers, where one of them is marked.
    pub(super) fn fours(&self) -> Self {
        let four = |words: &[u64]| {
            let quarters = (0..).zip(words).map(|(at, &word)| any_of_four(word) << (16 * at));
            quarters.fold(0, |all, quarter| all | quarter)
        };
        Self(self.0.chunks(4).map(four).collect())
    }

    /// The first from `i` on that is marked.
    #[inline]
    pub(super) fn next(&self, i: usize) -> Option<usize> {
        let own = self.0.get(i / 64)? >> (i % 64);
        if own != 0 {
            return Some(i + own.trailing_zeros() as usize);
        }
        let mut words = (i / 64 + 1..).zip(self.0.get(i / 64 + 1..)?);
        words
            .find(|(_, word)| **word != 0)
            .map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
    }

    /// Calls `found` with those that are marked, in order.
    pub(super) fn each(&self, found: impl FnMut(usize)) {
        each(self.0.iter().copied().enumerate(), found);
    }

    /// Takes all marks away, none of which is outside this range; `found` gets them in order.
    pub(super) fn take(&mut self, range: RangeInclusive<usize>, found: impl FnMut(usize)) {
        let (first, last) = (range.start() / 64, range.end() / 64);
        if let Some(words) = self.0.get_mut(first..=last) {
            each((first..).zip(words.iter_mut().map(std::mem::take)), found);
        }
    }
}

/// Of each four bits of a word whether one is set: 16 bits.
fn any_of_four(word: u64) -> u64 {
    let two = word | word >> 1;
    let mut bits = (two | two >> 2) & 0x1111_1111_1111_1111;
    for (shift, kept) in [
        (3, 0x0303_0303_0303_0303),
        (6, 0x000f_000f_000f_000f),
        (12, 0x0000_00ff_0000_00ff),
        (24, 0x0000_0000_0000_ffff),
    ] {
        bits = (bits | bits >> shift) & kept;
    }
    bits
}

/// The bits of a word that are set, in order.
#[inline]
pub(super) fn bits(word: u64) -> impl Iterator<Item = usize> {
    let without_first = |word: &u64| Some(word & word.wrapping_sub(1));
    let words = std::iter::successors(Some(word), without_first);
    words.take_while(|word| *word != 0).map(|word| word.trailing_zeros() as usize)
}

/// Calls `found` with the numbers of what is marked in words at these places, in order.
#[inline]
pub(super) fn each(words: impl Iterator<Item = (usize, u64)>, mut found: impl FnMut(usize)) {
    for (at, word) in words {
        bits(word).for_each(|bit| found(64 * at + bit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn marks_are_those_of_a_list() {
        let mut random = Random::new(3);
        for round in 0..200 {
            let mut list: Vec<usize> = (0..round % 9).map(|_| random.below(300)).collect();
            list.sort_unstable();
            list.dedup();
            let mut marks = Marks::none(300);
            list.iter().for_each(|&i| marks.toggle(i));
            let mut fours: Vec<usize> = list.iter().map(|i| i / 4).collect();
            fours.dedup();
            let mut of_four = Vec::new();
            marks.fours().each(|i| of_four.push(i));
            assert_eq!(of_four, fours);
            assert!((0..300).all(|i| marks.holds(i) == list.contains(&i)));
            let next = |i: usize| list.iter().copied().find(|&marked| marked >= i);
            assert!((0..400).all(|i| marks.next(i) == next(i)));
            let (mut found, mut taken) = (Vec::new(), Vec::new());
            marks.each(|i| found.push(i));
            if let [first, .., last] | [first @ last] = list[..] {
                marks.take(first..=last, |i| taken.push(i));
            }
            assert_eq!((&found, &taken), (&list, &list));
            assert!((0..300).all(|i| !marks.holds(i)));
        }
    }

    #[test]
    fn marks_from_both_ends_are_put_together() {
        let mut random = Random::new(4);
        for (first, end) in [(0, 0), (0, 300), (64, 64), (64, 300), (128, 70), (256, 192)] {
            let mut whole = Marks::none(1000);
            let mut part = |first: usize, end: usize| {
                let mut part = Marks::with_room(1000);
                for _ in 0..if first < end { 50 } else { 0 } {
                    let i = first + random.below(end - first);
                    part.grow(i + 1 - first);
                    part.toggle(i - first);
                    whole.toggle(i);
                }
                part
            };
            let (mut south, north) = (part(0, end), part(first, 1000));
            south.toggle_all(first, &north);
            assert!((0..1000).all(|i| south.next(i) == whole.next(i)), "{first} {end}");
        }
    }
}
