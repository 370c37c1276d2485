//! A list whose copies share what was not changed.

use std::ops::Index;
use std::sync::Arc;

/// Items of a page: few enough that copying one is cheap, enough that the list of pages is short.
const PAGE: usize = 64;

/// A list of fixed length in pages behind reference counts. A copy costs one count, the first
/// change of a copy one count for each page, and each changed page is copied once; an item is
/// two look-ups away. The last page is filled up with copies. For a million items that is a list of
/// 16,000 pages, so it serves what there is one of for each tile, not for each polygon.
#[derive(Clone, Debug)]
pub(super) struct Paged<T, const SIZE: usize = PAGE> {
    pages: Arc<[Arc<[T; SIZE]>]>,
    len: usize,
}

impl<T, const SIZE: usize> Default for Paged<T, SIZE> {
    fn default() -> Self {
        Self { pages: Arc::default(), len: 0 }
    }
}

impl<T: Clone, const SIZE: usize> FromIterator<T> for Paged<T, SIZE> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let items: Vec<T> = items.into_iter().collect();
        Self { pages: items.chunks(SIZE).map(page_of).collect(), len: items.len() }
    }
}

/// A page of some items, not none, and copies of the last.
pub(super) fn page_of<T: Clone, const SIZE: usize>(some: &[T]) -> Arc<[T; SIZE]> {
    Arc::new(std::array::from_fn(|i| some[i.min(some.len() - 1)].clone()))
}

impl<T, const SIZE: usize> Paged<T, SIZE> {
    /// How many items there are.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn get(&self, i: usize) -> Option<&T> {
        (i < self.len).then(|| &self[i])
    }
}

impl<T: Clone, const SIZE: usize> Paged<T, SIZE> {
    /// An item to be changed; copies its page when another list shares it.
    ///
    /// # Panics
    /// When there is no such item.
    pub(super) fn at(&mut self, i: usize) -> &mut T {
        assert!(i < self.len, "{i} of {}", self.len);
        &mut Arc::make_mut(&mut Arc::make_mut(&mut self.pages)[i / SIZE])[i % SIZE]
    }

    /// Adds an item at the end; copies the last page where another list shares it, or where it is
    /// full the list of pages.
    pub(super) fn push(&mut self, item: T) {
        let page = self.len / SIZE;
        if page == self.pages.len() {
            let fresh = Arc::new(std::array::from_fn(|_| item.clone()));
            self.pages = self.pages.iter().cloned().chain([fresh]).collect();
        } else {
            Arc::make_mut(&mut Arc::make_mut(&mut self.pages)[page])[self.len % SIZE] = item;
        }
        self.len += 1;
    }
}

impl<T, const SIZE: usize> Index<usize> for Paged<T, SIZE> {
    type Output = T;

    #[inline]
    fn index(&self, i: usize) -> &T {
        &self.pages[i / SIZE][i % SIZE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_what_it_was() {
        for len in [0, 1, 63, 64, 65, 200] {
            let list: Paged<usize> = (0..len).collect();
            assert_eq!((list.len(), list.get(len)), (len, None));
            let mut copy = list.clone();
            for i in (0..len).step_by(7) {
                *copy.at(i) += 1000;
                assert_eq!((list[i], copy[i]), (i, i + 1000));
            }
            assert!((0..len).all(|i| list[i] == i));
            let mut longer = list.clone();
            (len..len + 70).for_each(|i| longer.push(i));
            assert!((0..len + 70).all(|i| longer[i] == i));
            assert_eq!((list.len(), longer.len()), (len, len + 70));
            for i in (0..len).step_by(7) {
                *copy.at(i) -= 1000;
            }
            assert!((0..len).all(|i| copy[i] == list[i]), "{len}");
        }
    }

    #[test]
    fn pages_that_were_not_changed_are_shared() {
        let list: Paged<u8> = (0..=255).collect();
        let mut copy = list.clone();
        *copy.at(70) = 0;
        let is_shared = |i: &usize| std::ptr::eq(&raw const list[*i], &raw const copy[*i]);
        assert!((0..256).filter(|i| !is_shared(i)).eq(64..128));
    }
}
