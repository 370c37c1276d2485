//! Where the real models stand, for tests that run on them when they are there.

use std::path::{Path, PathBuf};

/// The folder of real models: `WALKMESH_MODELS`, else `../shared/models` beside the workspace.
/// `None`, with a line that says so, when there is neither.
///
/// # Panics
/// When `WALKMESH_MODELS` names no folder: nobody is to believe that models were looked at.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("WALKMESH_MODELS").map(PathBuf::from) {
        assert!(named.is_dir(), "WALKMESH_MODELS is {}, which is no folder", named.display());
        return Some(named);
    }
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models");
    let found = Some(beside).filter(|folder| folder.is_dir());
    if found.is_none() {
        println!("skipped: no folder of real models (set WALKMESH_MODELS)");
    }
    found
}
