//! Tiles whose outlines are still to be traced.

use std::sync::Arc;

use super::assemble::Outlined;
use super::compact::OpenField;
use super::layers::Patches;
use super::marks::Marks;
use super::{Counts, Trace, VoxelTile};
use crate::parameters::Resolved;
use crate::surface::Surface;

/// A surveyed tile but for its outlines, which are traced while [heights](super::Unsampled) are
/// sampled.
#[derive(Debug)]
pub struct Untraced {
    pub(super) field: Arc<OpenField>,
    /// Which spans are kept: these tell where the ground goes on outside the tile.
    pub(super) keep: Vec<bool>,
    pub(super) patches: Arc<Patches>,
    /// What [`sides::of`](super::sides::of) gives.
    pub(super) sides: Marks,
    /// All ground, where it is kept.
    pub(super) ground: Option<Surface>,
    pub(super) resolved: Resolved,
    pub(super) counts: Counts,
    pub(super) trace: Option<Trace>,
}

impl Untraced {
    /// The tile with its outlines; its heights are those of corners alone.
    #[must_use]
    pub fn trace(self) -> VoxelTile {
        let Self { field, keep, patches, sides, ground, resolved, counts, mut trace } = self;
        let error = resolved.edge_max_error;
        let Outlined { surface, chains } =
            Outlined::new((&field, &keep), (&patches, sides), error, &resolved);
        if let Some(trace) = &mut trace {
            trace.outlines(&chains);
        }
        VoxelTile { surface, ground, counts, trace }
    }
}
