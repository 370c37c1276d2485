//! One tile by the survey that is asked for.

use super::BakeError;
use crate::geom::PlanBox;
use crate::parameters::{Parameters, Resolved, Survey};
use crate::soup::Soup;
use crate::surface::Surface;
use crate::survey::exact;
use crate::survey::voxel::{self, Counts, Trace};

/// What either survey gives for a tile.
pub(super) struct Surveyed {
    pub(super) surface: Surface,
    pub(super) ground: Surface,
    pub(super) counts: Counts,
    /// Only the voxel survey leaves a recording.
    pub(super) trace: Option<Trace>,
}

/// The box of the plan that a survey of `clip` looks at.
pub(super) fn looked_at(parameters: &Parameters, resolved: &Resolved, clip: PlanBox) -> PlanBox {
    match parameters.survey {
        Survey::Voxel => voxel::looked_at(resolved, clip),
        Survey::Exact => exact::looked_at(resolved, clip),
    }
}

/// Surveys one tile; `candidates` are the triangles near [`looked_at`].
pub(super) fn survey(
    soup: &Soup,
    candidates: impl IntoIterator<Item = usize>,
    (parameters, resolved): (&Parameters, &Resolved),
    clip: PlanBox,
    record: bool,
) -> Result<Surveyed, BakeError> {
    Ok(match parameters.survey {
        Survey::Voxel => {
            let tile = voxel::survey_tile(soup, candidates, parameters, resolved, clip, record)?;
            let voxel::VoxelTile { surface, ground, counts, trace } = tile;
            Surveyed { surface, ground, counts, trace }
        }
        Survey::Exact => {
            let tile = exact::survey_tile(soup, candidates, parameters, resolved, clip)?;
            let exact::ExactTile { surface, ground, counts } = tile;
            Surveyed { surface, ground, counts, trace: None }
        }
    })
}
