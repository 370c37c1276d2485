//! Memory that threads have for themselves.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::side_by_side::sharer;

/// One for each thread of a pool, so that a thread writes again where it wrote before: memory that
/// another wrote comes from its core.
#[derive(Debug)]
pub(crate) struct ByThread<T>(Vec<Own<T>>);

/// On lines of memory of its own.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Own<T>(Mutex<T>);

impl<T: Default> Default for ByThread<T> {
    fn default() -> Self {
        Self(vec![Own::default()])
    }
}

/// A copy has none of it.
impl<T: Default> Clone for ByThread<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T: Default> ByThread<T> {
    /// Has one for each thread of the current pool, if a thread of a pool asks.
    pub(crate) fn widen(&mut self) {
        let most = self.0.len().max(threads());
        self.0.resize_with(most, Own::default);
    }

    /// That of the thread that asks.
    pub(crate) fn own(&self) -> MutexGuard<'_, T> {
        self.of(rayon::current_thread_index().unwrap_or(0))
    }

    /// That of the thread whose share an item is, of so many that are worked on in
    /// [runs](super::in_runs).
    pub(crate) fn of_share(&self, item: usize, items: usize) -> MutexGuard<'_, T> {
        self.of(sharer(item, threads(), items))
    }

    fn of(&self, thread: usize) -> MutexGuard<'_, T> {
        self.0[thread % self.0.len()].0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many the current pool has; one outside any.
fn threads() -> usize {
    rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_has_its_own() {
        let mut memory = ByThread::<Vec<usize>>::default();
        // Outside a pool, and before there is any for its threads, one is for all.
        memory.widen();
        memory.own().push(7);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        pool.broadcast(|_| memory.own().push(8));
        assert_eq!(*memory.own(), [7, 8, 8, 8]);
        memory.own().clear();
        pool.install(|| memory.widen());
        pool.broadcast(|at| memory.own().push(at.index()));
        pool.install(|| (0..7).for_each(|item| memory.of_share(item, 7).push(10 + item)));
        let all: Vec<Vec<usize>> =
            memory.0.iter().map(|own| own.0.lock().unwrap().clone()).collect();
        assert_eq!(all, [vec![0, 10, 11, 12], vec![1, 13, 14], vec![2, 15, 16]]);
        assert_eq!(memory.clone().0.len(), 1);
    }
}
