//! Short lists one after the other.

use std::ops::Index;

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
    /// With room for so many lists, and so many items in all.
    pub(super) fn with_capacity(lists: usize, items: usize) -> Self {
        Self { items: Vec::with_capacity(items), ends: Vec::with_capacity(lists) }
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
}

impl<T> Index<usize> for Rows<T> {
    type Output = [T];

    fn index(&self, row: usize) -> &[T] {
        let Some(&end) = self.ends.get(row) else { return &[] };
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.items[cast::index(start)..cast::index(end)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_what_was_added() {
        let mut rows = Rows::with_capacity(2, 1);
        let lists: [&[i32]; 4] = [&[], &[1, 2], &[], &[3]];
        for list in lists {
            rows.add(list.iter().copied());
        }
        for (row, list) in lists.into_iter().enumerate() {
            assert_eq!(&rows[row], list);
        }
        assert_eq!((&rows[4], rows.items()), (&[][..], &[1, 2, 3][..]));
        assert!(Rows::<i32>::default().items().is_empty());
    }
}
