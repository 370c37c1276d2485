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

    /// Toggles what is marked in others, of as many numbers.
    pub(super) fn toggle_all(&mut self, others: &Self) {
        self.0.iter_mut().zip(&others.0).for_each(|(word, other)| *word ^= other);
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
}
