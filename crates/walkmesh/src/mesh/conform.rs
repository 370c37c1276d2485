//! Joining tiles to each other.

use super::draft::Draft;
use crate::parameters::Resolved;

/// Joins the tiles across their sides.
pub(super) fn join_tiles(_drafts: &mut [Draft], _resolved: &Resolved) {}
