//! How much is tried.

/// How many times as much as in a plain run is to be tried: what the environment variable
/// `WALKMESH_MORE` says, else 1.
#[must_use]
pub fn more() -> u64 {
    std::env::var("WALKMESH_MORE").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}
