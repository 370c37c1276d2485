//! A list whose copies share what was not changed, for what changes a little at a time.

use std::ops::{Index, Range};
use std::sync::Arc;

use super::paged::{Paged, page_of};

/// Children of a node, and items of a leaf.
const FAN: usize = 16;

type Leaf<T> = Arc<[T; FAN]>;

/// A list of fixed length as a radix trie of three levels, the first of which is as wide as it has
/// to be. A copy costs one count. The first change of a copy costs a count for each 256 items, and
/// two times 16: counts are scattered over memory, so what matters is how few are touched. An
/// item is three look-ups away; [`Paged`] alone, which searches walk, takes two.
///
/// Two lists that are changed in turns need no copies: what one got since it is watched
/// ([`Trie::watch`]) the other gets too ([`Trie::follow`]), after which they are equal, and nothing
/// is shared but items.
#[derive(Debug)]
pub(super) struct Trie<T> {
    leaves: Paged<Leaf<T>, FAN>,
    len: usize,
    /// Which items were changed since it is watched, some repeatedly.
    changed: Option<Vec<usize>>,
}

/// A copy is not watched.
impl<T> Clone for Trie<T> {
    fn clone(&self) -> Self {
        Self { leaves: self.leaves.clone(), len: self.len, changed: None }
    }
}

impl<T: Clone> FromIterator<T> for Trie<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let items: Vec<T> = items.into_iter().collect();
        let leaves = items.chunks(FAN).map(page_of).collect();
        Self { leaves, len: items.len(), changed: None }
    }
}

impl<T> Trie<T> {
    /// How many items there are.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn get(&self, i: usize) -> Option<&T> {
        (i < self.len).then(|| &self[i])
    }

    pub(super) fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator + Clone + '_ {
        (0..self.len).map(|i| &self[i])
    }
}

impl<T: Clone> Trie<T> {
    /// An item to be changed; copies what leads to it where another list shares that.
    ///
    /// # Panics
    /// When there is no such item.
    pub(super) fn at(&mut self, i: usize) -> &mut T {
        assert!(i < self.len, "{i} of {}", self.len);
        if let Some(changed) = &mut self.changed {
            changed.push(i);
        }
        &mut self.leaf(i)[i % FAN]
    }

    /// Changes some items that follow each other.
    ///
    /// # Panics
    /// When there are no such items.
    pub(super) fn each_of(&mut self, some: Range<usize>, mut change: impl FnMut(&mut T)) {
        assert!(some.end <= self.len, "{} of {}", some.end, self.len);
        if let Some(changed) = &mut self.changed {
            changed.extend(some.clone());
        }
        let mut i = some.start;
        while i < some.end {
            let end = some.end.min(i - i % FAN + FAN);
            self.leaf(i)[i % FAN..][..end - i].iter_mut().for_each(&mut change);
            i = end;
        }
    }

    /// Keeps from now on which items are changed.
    pub(super) fn watch(&mut self) {
        self.changed.get_or_insert_default().clear();
    }

    /// Becomes equal to a list that is watched since it was equal to this one, and otherwise gives
    /// false. Costs what was changed.
    pub(super) fn follow(&mut self, newer: &Self) -> bool {
        let Some(changed) = &newer.changed else { return false };
        for &i in changed {
            self.leaf(i)[i % FAN].clone_from(&newer[i]);
        }
        true
    }

    fn leaf(&mut self, i: usize) -> &mut [T; FAN] {
        Arc::make_mut(self.leaves.at(i / FAN))
    }
}

impl<T> Index<usize> for Trie<T> {
    type Output = T;

    #[inline]
    fn index(&self, i: usize) -> &T {
        &self.leaves[i / FAN][i % FAN]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_what_it_was() {
        for len in [0, 1, 15, 16, 17, 255, 256, 257, 1000] {
            let list: Trie<usize> = (0..len).collect();
            assert_eq!((list.len(), list.get(len)), (len, None));
            let mut copy = list.clone();
            for i in (0..len).step_by(7) {
                *copy.at(i) += 1000;
                assert_eq!((list[i], copy[i]), (i, i + 1000));
            }
            assert!(list.iter().copied().eq(0..len));
            let changed = |i: usize| if i.is_multiple_of(7) { i + 1000 } else { i };
            assert!(copy.iter().copied().eq((0..len).map(changed)));
            for (from, end) in [(0, len), (len / 3, len / 2), (len, len)] {
                let mut copy = list.clone();
                copy.each_of(from..end, |item| *item += 1);
                let raised = |i: usize| i + usize::from((from..end).contains(&i));
                assert!(copy.iter().copied().eq((0..len).map(raised)), "{from}..{end} of {len}");
            }
        }
    }

    #[test]
    fn two_lists_in_turns_share_no_leaves() {
        let first: Trie<usize> = (0..600).collect();
        let (mut now, mut back) = (first.clone(), first.clone());
        let mut expected: Vec<usize> = (0..600).collect();
        assert!(!back.follow(&now));
        for round in 1..=60 {
            std::mem::swap(&mut now, &mut back);
            now.watch();
            for i in [7 * round % 600, 11 * round % 600] {
                *now.at(i) += round;
                expected[i] += round;
            }
            now.each_of(5 * round..5 * round + 40, |item| *item += 1);
            expected[5 * round..5 * round + 40].iter_mut().for_each(|item| *item += 1);
            assert!(back.follow(&now));
            assert!(!back.follow(&now.clone()));
            assert!(now.iter().eq(&expected) && back.iter().eq(&expected), "{round}");
        }
        assert!(first.iter().copied().eq(0..600));
        let is_shared = |i: usize| std::ptr::eq(&raw const now[i], &raw const back[i]);
        assert!(!(16..336).any(is_shared));
    }

    #[test]
    fn leaves_that_were_not_changed_are_shared() {
        let list: Trie<u8> = (0..=255).chain(0..=255).collect();
        let mut copy = list.clone();
        *copy.at(70) = 0;
        let is_shared = |i: &usize| std::ptr::eq(&raw const list[*i], &raw const copy[*i]);
        assert!((0..512).filter(|i| !is_shared(i)).eq(64..80));
    }
}
