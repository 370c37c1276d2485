//! One kind of our own work over and over, for a profiler.

use anyhow::Result;

use crate::bake::{Mode, ours};
use crate::input::Input;

/// Bakes a level so many times on one thread.
pub(crate) fn bakes(input: &Input, mode: Mode, times: usize) -> Result<()> {
    let mut best: Vec<(&str, f64)> = Vec::new();
    let mut whole = f64::INFINITY;
    for _ in 0..times {
        let report = ours(input, mode, 1)?.report;
        best.resize(report.stages.len(), ("", f64::INFINITY));
        for (best, stage) in best.iter_mut().zip(&report.stages) {
            *best = (stage.stage.name(), best.1.min(stage.time.as_secs_f64() * 1e3));
        }
        whole = whole.min(report.elapsed.as_secs_f64() * 1e3);
    }
    println!("{}: {whole:.2} ms, {best:.2?}", input.name);
    Ok(())
}
