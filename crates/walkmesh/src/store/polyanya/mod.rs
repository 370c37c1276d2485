//! The text format `.mesh` of Polyanya, version 2.
//!
//! ```text
//! mesh 2  V P
//! V times   x y  n  polygons around it, counter-clockwise, -1 for an obstacle
//! P times   n  corners, counter-clockwise  n neighbours: i lies across corner i - 1 to i, -1 none
//! ```
//!
//! Numbers with any blanks between them. The format is flat: y is plan y, so the world point of
//! `(x, y)` is `[x, 0, -y]`, and floors over each other stay apart as their polygons name other
//! neighbours. Defined by M. Cui, D. Harabor and A. Grastien, "Compromise-free pathfinding on a
//! navigation mesh" (2017), and their repository.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::PolyanyaError;
pub use write::write;

use super::import::{Imported, Placement};

/// True for bytes that start as such a mesh does.
#[must_use]
pub fn is_mesh(bytes: &[u8]) -> bool {
    let word = bytes.trim_ascii_start();
    word.strip_prefix(b"mesh").is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
}

/// A mesh from the bytes of a file. Neighbours are those that the file names, where the edges
/// bear it out; one that is named from one side only can be crossed from there only. The lattice
/// is the finest that fits: coordinates that are multiples of a power of two (whole numbers,
/// halves) come in exactly, others are rounded once by half a step (under 2^-29 of the size),
/// and the report says how far. Everything is ordinary ground. O(n log n) but for polygons over
/// each other.
///
/// # Errors
/// When the bytes are no such file, end too early or go on after the end, or when a count, an
/// index, a coordinate or the placement's scale cannot be.
pub fn read(bytes: &[u8], placement: &Placement) -> Result<Imported, PolyanyaError> {
    read::read(bytes, placement)
}
