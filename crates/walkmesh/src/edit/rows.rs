//! Short lists one after the other.

use std::ops::{Index, Range};

use crate::geom::cast;

/// Lists in one piece of memory; those that were not added are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows<T> {
    items: Vec<T>,
    /// Where each list ends.
    ends: Vec<u32>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Rows<T> {
    /// Makes room for so many more lists, and so many more items in all.
    pub(super) fn reserve(&mut self, lists: usize, items: usize) {
        self.items.reserve(items);
        self.ends.reserve(lists);
    }

    /// The same lists as another has.
    pub(super) fn set_to(&mut self, other: &Self)
    where
        T: Clone,
    {
        self.items.clone_from(&other.items);
        self.ends.clone_from(&other.ends);
    }

    /// None again; the memory stays.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }

    /// Adds a list.
    pub(super) fn add(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.ends.push(cast::count(self.items.len()));
    }

    /// The items of all lists.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    /// True when there are as many lists as another has, each as long.
    pub(super) fn are_as_long(&self, other: &Self) -> bool {
        self.ends == other.ends
    }

    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// For how many items there is memory.
    pub(super) fn room(&self) -> usize {
        self.items.capacity()
    }

    fn range(&self, row: usize) -> Range<usize> {
        let Some(&end) = self.ends.get(row) else { return 0..0 };
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        cast::index(start)..cast::index(end)
    }
}

impl<T: Copy + Ord> Rows<T> {
    /// Adds a list of what is in another and of more, in order.
    pub(super) fn add_joined(&mut self, row: usize, more: &[T]) {
        let from = self.items.len();
        self.items.extend_from_within(self.range(row));
        self.items.extend_from_slice(more);
        self.items[from..].sort_unstable();
        self.ends.push(cast::count(self.items.len()));
    }
}

impl<T> Index<usize> for Rows<T> {
    type Output = [T];

    fn index(&self, row: usize) -> &[T] {
        &self.items[self.range(row)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_what_was_added() {
        let mut rows = Rows::default();
        rows.add([7]);
        rows.clear();
        rows.reserve(2, 1);
        let lists: [&[i32]; 4] = [&[], &[1, 2], &[], &[3]];
        for list in lists {
            rows.add(list.iter().copied());
        }
        for (row, list) in lists.into_iter().enumerate() {
            assert_eq!(&rows[row], list);
        }
        assert_eq!((&rows[4], rows.items()), (&[][..], &[1, 2, 3][..]));
        let mut other = rows.clone();
        assert!(rows.are_as_long(&other));
        other.items[0] += 1;
        assert!(rows.are_as_long(&other));
        other.add([]);
        assert!(!rows.are_as_long(&other));
        rows.add_joined(1, &[9, 0]);
        assert_eq!((&rows[4], rows.len()), (&[0, 1, 2, 9][..], 5));
        assert!(Rows::<i32>::default().items().is_empty());
    }
}
