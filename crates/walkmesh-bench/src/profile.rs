//! One kind of our own work over and over, for a profiler.

use anyhow::Result;
use walkmesh::bake::{BakeOptions, bake};

use crate::input::Input;

/// Bakes a level so many times on one thread.
pub(crate) fn bakes(input: &Input, tiled: bool, times: usize) -> Result<()> {
    let parameters = if tiled { input.tiled() } else { input.solo() };
    let options = BakeOptions { threads: Some(1), ..BakeOptions::default() };
    for _ in 0..times {
        bake(&input.soup, &parameters, &options)?;
    }
    Ok(())
}
