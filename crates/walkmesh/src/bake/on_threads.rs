//! The threads of a bake.

use super::{BakeError, BakeOptions};
use crate::threads::awake;

/// Runs a bake on as many threads as are asked for.
pub(super) fn on_threads<T: Send>(
    options: &BakeOptions<'_>,
    bake: impl FnOnce() -> Result<T, BakeError> + Send,
) -> Result<T, BakeError> {
    // Once into the pool, not once for each of its stages.
    let can_start = cfg!(not(target_family = "wasm"));
    let Some(threads) = options.threads.filter(|_| can_start) else {
        return rayon::scope(|_| awake(usize::MAX, bake));
    };
    let threads = threads.max(1);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|e| BakeError::Threads { threads, why: e.to_string() })?
        .install(|| awake(usize::MAX, bake))
}
