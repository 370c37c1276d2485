//! Threads that do not fall asleep between steps that are short: to be woken takes one as long as
//! such a step does.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Stopwatch;
use super::side_by_side::{FEW, are_few};

/// So long a thread with nothing to do stays awake.
const LONGEST_IDLE: Duration = Duration::from_millis(2);

/// What comes of work in which several steps go over so many items: where that is on the threads of
/// the current pool it runs on one of them, so that no step waits for a thread outside to fall
/// asleep and to be woken, and others stay awake from step to step.
pub(crate) fn in_pool<R: Send>(items: usize, work: impl FnOnce() -> R + Send) -> R {
    if are_few(items) { work() } else { rayon::scope(|_| awake(items / FEW, work)) }
}

/// What comes of work of the current pool, of whose other threads up to so many do not fall asleep
/// between its steps. What there is to do in the pool they do, as ever, and nobody waits for them.
pub(crate) fn awake<R>(others: usize, work: impl FnOnce() -> R) -> R {
    let is_over = Arc::new(AtomicBool::new(false));
    for _ in 0..others.min(rayon::current_num_threads() - 1) {
        let is_over = Arc::clone(&is_over);
        rayon::spawn(move || {
            // A thread may come to this while it waits for a part of its own work: that is not to
            // wait for others.
            if !IS_AT_WORK.get() {
                look_around(&is_over);
            }
        });
    }
    let before = IS_AT_WORK.replace(true);
    let done = work();
    IS_AT_WORK.set(before);
    is_over.store(true, Ordering::Relaxed);
    done
}

thread_local! {
    /// True while the thread has work that others stay awake for.
    static IS_AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Both results, the second from another thread of the current pool where one is free. As
/// [`rayon::join`], but who has to wait for the other stays awake.
pub(crate) fn join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (has_begun, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let first = || {
        let a = a();
        if has_begun.load(Ordering::Relaxed) {
            look_around(&is_over);
        }
        a
    };
    let second = || {
        has_begun.store(true, Ordering::Relaxed);
        let b = b();
        is_over.store(true, Ordering::Relaxed);
        b
    };
    rayon::join(first, second)
}

/// Does what there is to do in the pool until something is over, or there was nothing for a while.
fn look_around(is_over: &AtomicBool) {
    let mut since = Stopwatch::started();
    while !is_over.load(Ordering::Relaxed) {
        match rayon::yield_now() {
            Some(rayon::Yield::Executed) => since = Stopwatch::started(),
            _ if since.elapsed() > LONGEST_IDLE => return,
            _ => std::hint::spin_loop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::each;
    use super::*;

    #[test]
    fn much_work_runs_inside_the_pool() {
        let is_inside = |items: usize| in_pool(items, || rayon::current_thread_index().is_some());
        assert!(!is_inside(FEW));
        assert_eq!(is_inside(FEW + 1), rayon::current_num_threads() > 1);
    }

    #[test]
    fn nothing_waits_for_threads_that_stay_awake() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let items: Vec<usize> = (0..1000).collect();
        let halves = || each(&items, |i| join(|| i / 2, || i - i / 2));
        for others in [0, 1, usize::MAX] {
            let made = pool.install(|| awake(others, || awake(others, halves)));
            assert!(made.into_iter().map(|(a, b)| a + b).eq(0..1000));
        }
        // What is never over ends for want of work.
        pool.install(|| look_around(&AtomicBool::new(false)));
    }

    #[test]
    fn both_results_come_however_long_either_takes() {
        let sleep = |times: u32| std::thread::sleep(times * LONGEST_IDLE);
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for (one, other) in [(0, 0), (0, 3), (3, 0)] {
                let wait = |times: u32| {
                    sleep(times);
                    times
                };
                let made = pool.install(|| join(|| wait(one), || join(|| wait(other), || wait(1))));
                assert_eq!(made, (one, (other, 1)));
            }
        }
    }

    #[test]
    fn a_panic_on_either_side_comes_through() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for side in [0, 1] {
            let of = |at: usize| assert_ne!(at, side, "side {side}");
            let join = || pool.install(|| join(|| of(0), || of(1)));
            let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(join)).unwrap_err();
            let said = payload.downcast::<String>().unwrap();
            assert!(said.contains(&format!("side {side}")), "{said}");
        }
    }
}
