//! How much is tried.

/// How many times as much as in a plain run is to be tried: what the environment variable
/// `WALKMESH_MORE` says, else 1. Where it is not a number of random cases that grows, it is the
/// larger inputs that are added from 2 on.
#[must_use]
pub fn more() -> u64 {
    std::env::var("WALKMESH_MORE").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}
