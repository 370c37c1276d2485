//! The threads that our work runs on. Each is held to a processor of its own, as engines do with
//! theirs: a thread that is woken for its half of some work may otherwise be put behind the thread
//! that woke it, and come to a processor that is free a millisecond later. On virtual machines,
//! whose idle processors count as taken away, it nearly always is.

use std::sync::OnceLock;

use anyhow::Result;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Makes the threads that work runs on where nothing else is said, one for each processor.
pub(crate) fn start() -> Result<()> {
    Ok(ThreadPoolBuilder::new().start_handler(hold).build_global()?)
}

/// Runs work on one thread or on two, which stay for the next.
pub(crate) fn on<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R> {
    static ONE: OnceLock<ThreadPool> = OnceLock::new();
    static TWO: OnceLock<ThreadPool> = OnceLock::new();
    let pool = if threads == 1 { &ONE } else { &TWO };
    let pool = match pool.get() {
        Some(pool) => pool,
        None => {
            let made = ThreadPoolBuilder::new().num_threads(threads).start_handler(hold).build()?;
            pool.get_or_init(|| made)
        }
    };
    Ok(pool.install(work))
}

/// Holds the thread that calls, number `index` of its pool, to one of the processors that the
/// process may use. Where that is refused it goes on as it is.
#[cfg(target_os = "linux")]
fn hold(index: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(all) = sched_getaffinity(None) else { return };
    let usable: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&cpu| all.is_set(cpu)).collect();
    if let Some(&cpu) = usable.get(index % usable.len().max(1)) {
        let mut own = CpuSet::new();
        own.set(cpu);
        let _ = sched_setaffinity(None, &own);
    }
}

#[cfg(not(target_os = "linux"))]
fn hold(_: usize) {}
