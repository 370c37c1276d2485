//! Tiles whose outlines are still to be traced.

use std::sync::Arc;

use super::assemble::Outlined;
use super::compact::OpenField;
use super::layers::Patches;
use super::marks::Marks;
use super::pieces::{Crowd, Pieces};
use super::{Counts, Trace, VoxelTile, contour};
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
    /// What [`contour::sides`] gives.
    pub(super) sides: Marks,
    /// Where the ground as it is before erosion is crowded, where it is kept.
    pub(super) crowded: Option<Vec<Crowd>>,
    pub(super) resolved: Resolved,
    pub(super) counts: Counts,
    pub(super) trace: Option<Trace>,
}

/// Half a cell: how far the outlines of the ground may leave the cells.
const GROUND_ERROR_SHARE: i32 = 2;

impl Untraced {
    /// The tile with its outlines; its heights are those of corners alone.
    #[must_use]
    pub fn trace(self) -> VoxelTile {
        let Self { field, keep, patches, sides, crowded, resolved, counts, mut trace } = self;
        let walk = || {
            let error = resolved.edge_max_error;
            Outlined::new((&field, &keep), (&patches, sides), error, &resolved)
        };
        let stand = || crowded.map(|crowded| ground(&field, &crowded, &resolved));
        let (Outlined { surface, chains }, ground) = rayon::join(walk, stand);
        if let Some(trace) = &mut trace {
            trace.outlines(&chains);
        }
        VoxelTile { surface, ground, counts, trace }
    }
}

/// All ground, as it is before erosion.
fn ground(field: &OpenField, crowded: &[Crowd], resolved: &Resolved) -> Surface {
    let all = vec![true; field.len()];
    let patches = Patches::flood(field, Pieces::of(field, &all), crowded, None);
    let sides = contour::sides(field, &patches);
    let error = resolved.cell / GROUND_ERROR_SHARE;
    Outlined::new((field, &all), (&patches, sides), error, resolved).surface
}
