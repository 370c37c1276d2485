//! Work on several threads where there is enough of it. What comes out is in the order of what went
//! in, however many threads there are.

use rayon::prelude::*;

/// So many items are worked on by one thread: to wake another takes as long as some of them.
const FEW: usize = 32;
/// Runs of items for each thread, as some take longer than others.
const RUNS: usize = 8;

/// True where one thread is to work on all of so many items.
fn are_few(items: usize) -> bool {
    items <= FEW || rayon::current_num_threads() == 1
}

/// How many of so many items are in a run.
fn run_length(items: usize) -> usize {
    items.div_ceil(RUNS * rayon::current_num_threads())
}

/// What comes of runs of items that follow each other: of one run where there are few items, else
/// of several on the threads of the current pool.
pub(crate) fn in_runs<T: Sync, R: Send>(items: &[T], of: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    if are_few(items.len()) {
        return vec![of(items)];
    }
    items.par_chunks(run_length(items.len())).map(&of).collect()
}

/// What comes of work in which several steps go over so many items: where that is on the threads of
/// the current pool it runs on one of them, so that no step waits for a thread outside to fall
/// asleep and to be woken.
pub(crate) fn in_pool<R: Send>(items: usize, work: impl FnOnce() -> R + Send) -> R {
    if are_few(items) { work() } else { rayon::scope(|_| work()) }
}

/// Both results, on two threads where so many items go into them that it pays.
pub(crate) fn both<A: Send, B: Send>(
    items: usize,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    if are_few(items) { (a(), b()) } else { rayon::join(a, b) }
}

/// What comes of each item.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if are_few(items.len()) {
        return items.iter().map(of).collect();
    }
    items.par_iter().with_min_len(run_length(items.len())).map(&of).collect()
}

/// What each item adds to a list.
pub(crate) fn any_of_each<T: Sync, R: Send>(
    items: &[T],
    add: impl Fn(&T, &mut Vec<R>) + Sync,
) -> Vec<R> {
    let of_run = |run: &[T]| {
        let mut all = Vec::new();
        run.iter().for_each(|item| add(item, &mut all));
        all
    };
    if are_few(items.len()) {
        return of_run(items);
    }
    let runs = in_runs(items, of_run);
    let mut all = Vec::with_capacity(runs.iter().map(Vec::len).sum());
    runs.into_iter().for_each(|run| all.extend(run));
    all
}

/// What comes of each item, which is taken.
pub(crate) fn each_taken<T: Send, R: Send>(items: Vec<T>, of: impl Fn(T) -> R + Sync) -> Vec<R> {
    if are_few(items.len()) {
        return items.into_iter().map(of).collect();
    }
    let least = run_length(items.len());
    items.into_par_iter().with_min_len(least).map(&of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_work_runs_inside_the_pool() {
        let is_inside = |items: usize| in_pool(items, || rayon::current_thread_index().is_some());
        assert!(!is_inside(FEW));
        assert_eq!(is_inside(FEW + 1), rayon::current_num_threads() > 1);
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
                assert!(runs.iter().flat_map(|run| &run.1).eq(&items));
                assert_eq!(runs.len() == 1, threads == 1 || count <= FEW, "{count}");
            }
        }
    }
}
