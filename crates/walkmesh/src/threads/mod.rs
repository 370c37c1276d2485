//! Work on several threads: what comes of it, and in which order, does not depend on how many there
//! are.

mod awake;
mod by_thread;
mod side_by_side;
mod stopwatch;

pub(crate) use awake::{awake, in_pool, join};
pub(crate) use by_thread::ByThread;
pub(crate) use side_by_side::{
    all_of_runs, any_of_each, both, each, each_long, each_taken, in_runs,
};
pub(crate) use stopwatch::Stopwatch;
