//! Work on several threads where there is enough of it. What comes out is in the order of what went
//! in, however many threads there are.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::join;

/// So many items are worked on by one thread: to wake another takes as long as some of them.
pub(super) const FEW: usize = 32;
/// Runs of items that are taken, for each thread, as some take longer than others.
const RUNS: usize = 16;
/// A run is this part of what is left of its thread's share: short at the end, where threads wait for
/// each other, and long before it.
const PART: usize = 8;

/// True where one thread is to work on all of so many items.
pub(super) fn are_few(items: usize) -> bool {
    items <= FEW || rayon::current_num_threads() == 1
}

/// The items, of so many, that are the share of one of so many threads.
fn share(thread: usize, threads: usize, items: usize) -> Range<usize> {
    let first = |thread: usize| (thread * items).div_ceil(threads);
    first(thread)..first(thread + 1)
}

/// The thread whose share an item is.
pub(super) const fn sharer(item: usize, threads: usize, items: usize) -> usize {
    item * threads / items
}

/// What comes of runs of items that follow each other: of one run where there are few items, else
/// of several on the threads of the current pool. Each thread begins with its own share of them and
/// goes on with what others have left.
pub(crate) fn in_runs<T: Sync, R: Send>(items: &[T], of: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    if are_few(items.len()) {
        return vec![of(items)];
    }
    let threads = rayon::current_num_threads();
    let mut runs: Vec<Run<'_, T, R>> = Vec::new();
    let mut first = Vec::with_capacity(threads);
    for thread in 0..threads {
        let mut left = &items[share(thread, threads, items.len())];
        first.push(runs.len());
        while !left.is_empty() {
            let (items, rest) = left.split_at(left.len().div_ceil(PART));
            runs.push(Run { items, is_taken: AtomicBool::new(false), made: Mutex::new(None) });
            left = rest;
        }
    }
    let work = || {
        let thread = rayon::current_thread_index().unwrap_or(0);
        let (before, own) = runs.split_at(first[thread]);
        own.iter().chain(before).for_each(|run| run.work(&of));
    };
    on_threads(threads.min(runs.len()), &work);
    runs.into_iter().filter_map(Run::made).collect()
}

/// Does work that so many threads share.
fn on_threads(threads: usize, work: &(impl Fn() + Sync)) {
    if threads > 1 {
        join(work, || on_threads(threads - 1, work));
    } else {
        work();
    }
}

/// Items that one thread works on, and what comes of them.
struct Run<'a, T, R> {
    items: &'a [T],
    is_taken: AtomicBool,
    made: Mutex<Option<R>>,
}

impl<T, R> Run<'_, T, R> {
    /// Works on them, unless a thread does or did.
    fn work(&self, of: impl Fn(&[T]) -> R) {
        if !self.is_taken.swap(true, Ordering::Relaxed) {
            let made = of(self.items);
            *self.made.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
        }
    }

    fn made(self) -> Option<R> {
        self.made.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Both results, on two threads where so many items go into them that it pays.
pub(crate) fn both<A: Send, B: Send>(
    items: usize,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    if are_few(items) { (a(), b()) } else { join(a, b) }
}

/// What comes of each item.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    all_of_runs(items, |run| run.iter().map(&of).collect())
}

/// What each item adds to a list.
pub(crate) fn any_of_each<T: Sync, R: Send>(
    items: &[T],
    add: impl Fn(&T, &mut Vec<R>) + Sync,
) -> Vec<R> {
    all_of_runs(items, |run| {
        let mut all = Vec::new();
        run.iter().for_each(|item| add(item, &mut all));
        all
    })
}

/// The lists that runs of items give, one after the other.
pub(crate) fn all_of_runs<T: Sync, R: Send>(
    items: &[T],
    of: impl Fn(&[T]) -> Vec<R> + Sync,
) -> Vec<R> {
    if are_few(items.len()) {
        return of(items);
    }
    let runs = in_runs(items, of);
    let mut all = Vec::with_capacity(runs.iter().map(Vec::len).sum());
    runs.into_iter().for_each(|run| all.extend(run));
    all
}

/// What comes of each item, which is taken.
pub(crate) fn each_taken<T: Send, R: Send>(items: Vec<T>, of: impl Fn(T) -> R + Sync) -> Vec<R> {
    if are_few(items.len()) {
        return items.into_iter().map(of).collect();
    }
    let most = items.len().div_ceil(RUNS * rayon::current_num_threads());
    halved(items, most, &of)
}

/// What comes of each item, which is taken, where each is worth a thread.
pub(crate) fn each_long<T: Send, R: Send>(items: Vec<T>, of: impl Fn(T) -> R + Sync) -> Vec<R> {
    halved(items, 1, &of)
}

/// What comes of each item: up to `most` one after the other, more by halves.
fn halved<T: Send, R: Send>(
    mut items: Vec<T>,
    most: usize,
    of: &(impl Fn(T) -> R + Sync),
) -> Vec<R> {
    if items.len() <= most {
        return items.into_iter().map(of).collect();
    }
    let others = items.split_off(items.len().div_ceil(2));
    let (mut all, others) = join(|| halved(items, most, of), || halved(others, most, of));
    all.extend(others);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_in_the_share_of_its_thread() {
        for (threads, items) in [(1, 7), (2, 33), (3, 7), (5, 36), (64, 33)] {
            let shares = (0..threads)
                .flat_map(|thread| share(thread, threads, items).map(move |item| (item, thread)));
            assert!(shares.eq((0..items).map(|item| (item, sharer(item, threads, items)))));
        }
    }

    #[test]
    fn the_order_is_that_of_the_items() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for count in [0, 1, FEW, FEW + 1, 1000] {
                let items: Vec<usize> = (0..count).collect();
                let (doubled, runs) = pool.install(|| {
                    let runs = || in_runs(&items, |run| (run.len(), run.to_vec()));
                    both(count, || each(&items, |i| 2 * i), runs)
                });
                let some = pool.install(|| {
                    any_of_each(&items, |&i, into| into.extend(std::iter::repeat_n(i, i % 3)))
                });
                assert!(some.iter().eq(items.iter().flat_map(|i| std::iter::repeat_n(i, i % 3))));
                assert!(doubled.into_iter().eq(items.iter().map(|i| 2 * i)));
                let taken = pool.install(|| each_taken(items.clone(), |i| 2 * i));
                assert!(taken.into_iter().eq(items.iter().map(|i| 2 * i)));
                let long = pool.install(|| each_long(items.clone(), |i| 2 * i));
                assert!(long.into_iter().eq(items.iter().map(|i| 2 * i)));
                assert!(runs.iter().flat_map(|run| &run.1).eq(&items));
                assert_eq!(runs.len() == 1, threads == 1 || count <= FEW, "{count}");
            }
        }
    }
}
