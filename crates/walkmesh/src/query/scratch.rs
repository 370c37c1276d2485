//! The memory that a caller lends to the searches.

use super::funnel;
use super::nearby::Surroundings;
use super::nearby::disc_parts::Parts;
use super::nearby::reachable::Flood;
use super::optimal::{Search, Trace};
use super::path::Path;
use super::path::reached::Reached;
use super::path::snap::Candidates;
use super::walls::line::Line;
use super::walls::move_along::Moved;
use super::walls::wall_distance::View;

/// Memory for paths, to be kept by the caller and used again: after the first few paths nothing
/// is allocated. Good for any mesh, one path at a time; its size grows with the largest mesh and
/// the largest search that it saw.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) candidates: Candidates,
    pub(super) search: Search,
    pub(super) funnel: funnel::Search,
    pub(super) trace: Trace,
    /// Nodes expanded by the last search.
    pub(super) expanded: u32,
    pub(super) reached: Reached,
    pub(super) path: Path,
    pub(super) line: Line,
    pub(super) flood: Flood,
    pub(super) surroundings: Surroundings,
    pub(super) moved: Moved,
    pub(super) view: View,
    pub(super) parts: Parts,
    /// Goals by straight distance.
    pub(super) order: Vec<(f64, u32)>,
}

impl Scratch {
    /// Empty scratch; the same as [`Default`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}
