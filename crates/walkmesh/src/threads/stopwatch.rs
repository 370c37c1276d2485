//! How long work takes, where that can be told.

use std::time::{Duration, Instant};

/// Measures from when it was started. Where a target has no clock, as WebAssembly without a system
/// around it, nothing takes any time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub(crate) fn started() -> Self {
        let has_clock = cfg!(not(all(target_family = "wasm", target_os = "unknown")));
        Self(has_clock.then(Instant::now))
    }

    pub(crate) fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}
