//! Work on several threads where there is enough of it. What comes out is in the order of what went
//! in, however many threads there are.

use rayon::prelude::*;

/// So many items are worked on by one thread: to wake another takes as long as some of them.
const FEW: usize = 32;
/// Runs of items for each thread, as some take longer than others.
const RUNS: usize = 8;

/// What comes of runs of items that follow each other: of one run where there are few items, else
/// of several on the threads of the current pool.
pub(crate) fn in_runs<T: Sync, R: Send>(items: &[T], of: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    if items.len() <= FEW || rayon::current_num_threads() == 1 {
        return vec![of(items)];
    }
    let runs = RUNS * rayon::current_num_threads();
    items.par_chunks(items.len().div_ceil(runs)).map(&of).collect()
}

/// Both results, on two threads where so many items go into them that it pays.
pub(crate) fn both<A: Send, B: Send>(
    items: usize,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    if items <= FEW { (a(), b()) } else { rayon::join(a, b) }
}

/// What comes of each item.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let mut runs = in_runs(items, |run| run.iter().map(&of).collect::<Vec<R>>());
    if runs.len() == 1 {
        return runs.pop().unwrap_or_default();
    }
    runs.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
                assert!(doubled.into_iter().eq(items.iter().map(|i| 2 * i)));
                assert!(runs.iter().flat_map(|run| &run.1).eq(&items));
                assert_eq!(runs.len() == 1, threads == 1 || count <= FEW, "{count}");
            }
        }
    }
}
