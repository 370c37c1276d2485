//! Where the real models stand, for tests that run on them when they are there.

use std::path::{Path, PathBuf};

/// The folder of real models: `WALKMESH_MODELS`, else `../shared/models` beside the workspace.
/// `None`, with a line that says so, when there is neither.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("WALKMESH_MODELS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models");
    let found = named.into_iter().chain([beside]).find(|folder| folder.is_dir());
    if found.is_none() {
        println!("skipped: no folder of real models (set WALKMESH_MODELS)");
    }
    found
}
