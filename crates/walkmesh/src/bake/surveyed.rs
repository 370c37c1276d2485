//! Tiles by the survey that is asked for, alone or out of what they share.

use super::by_tile::ByTile;
use super::pipeline::Job;
use super::{BakeError, SurveyTrace, input};
use crate::geom::PlanBox;
use crate::mesh::TileCoord;
use crate::parameters::{Parameters, Resolved, Survey};
use crate::surface::Surface;
use crate::survey::exact;
use crate::survey::voxel::{self, Counts, Unsampled, Untraced};

/// What either survey gives for a tile at first.
pub(super) struct Surveyed {
    pub(super) outlines: Outlines,
    /// What is still to be read for the surface.
    pub(super) heights: Option<Unsampled>,
}

/// The outlines of a tile, which surveys by voxels leave to be traced.
pub(super) enum Outlines {
    Traced(Box<Outlined>),
    Untraced(Box<Untraced>),
}

/// What either survey gives for a tile but for heights.
pub(super) struct Outlined {
    pub(super) surface: Surface,
    pub(super) ground: Option<Surface>,
    pub(super) counts: Counts,
    pub(super) trace: Option<SurveyTrace>,
}

impl Outlines {
    /// Traces them.
    pub(super) fn traced(self) -> Outlined {
        match self {
            Self::Traced(outlined) => *outlined,
            Self::Untraced(untraced) => {
                let voxel::VoxelTile { surface, ground, counts, trace } = untraced.trace();
                Outlined { surface, ground, counts, trace: trace.map(SurveyTrace::Voxel) }
            }
        }
    }
}

/// The box of the plan that a survey of `clip` looks at.
pub(super) fn looked_at(parameters: &Parameters, resolved: &Resolved, clip: PlanBox) -> PlanBox {
    match parameters.survey {
        Survey::Voxel => voxel::looked_at(resolved, clip),
        Survey::Exact => exact::looked_at(resolved, clip),
    }
}

/// What some tiles are surveyed from together; nothing for a tile on its own.
#[derive(Default)]
pub(super) struct Shared<'a> {
    block: Option<voxel::Block<'a>>,
    triangles: ByTile,
}

impl<'a> Shared<'a> {
    /// What these tiles share, which lie in `clip`.
    pub(super) fn block(
        job: &Job<'a>,
        clip: PlanBox,
        tiles: impl Iterator<Item = TileCoord>,
    ) -> Result<Self, BakeError> {
        let Job { soup, parameters, resolved, .. } = *job;
        let area = voxel::looked_at(resolved, clip);
        let candidates = job.index.near(area);
        let rules = (parameters, resolved);
        // By one thread: others have blocks of their own.
        let block = voxel::Block::survey(soup, candidates, rules, (clip, 1), false)?;
        let triangles = ByTile::new(tiles, |tile| job.looked_at(tile), job.placed(area));
        Ok(Self { block: Some(block), triangles })
    }

    /// A hash of the triangles that a tile is made from.
    pub(super) fn hash_of(&self, job: &Job<'_>, coord: TileCoord) -> [u8; 32] {
        if self.block.is_none() {
            return job.hash_of(coord);
        }
        input::hash_of(job.soup, self.triangles.of(coord))
    }

    /// What was counted for all of its tiles together.
    pub(super) fn counts(&self) -> Counts {
        self.block.as_ref().map_or_else(Counts::default, |block| *block.counts())
    }

    /// Surveys one tile; a recording is only left of a tile that shares nothing.
    pub(super) fn tile(
        &self,
        job: &Job<'_>,
        coord: TileCoord,
        record: bool,
    ) -> Result<Surveyed, BakeError> {
        let Job { soup, parameters, resolved, .. } = *job;
        let clip = resolved.tile_box(coord.x, coord.y);
        let near = || job.index.near(job.looked_at(coord));
        let (outlines, heights) = match (&self.block, parameters.survey) {
            (Some(block), _) => block.tile(clip)?,
            (None, Survey::Voxel) => {
                let (rules, threads) = ((parameters, resolved), rayon::current_num_threads());
                voxel::Block::survey(soup, near(), rules, (clip, threads), record)?.whole()
            }
            (None, Survey::Exact) => {
                let tile = exact::survey_tile(soup, near(), parameters, resolved, clip, record)?;
                let exact::ExactTile { surface, ground, counts, trace } = tile;
                let trace = trace.map(SurveyTrace::Exact);
                let outlined = Outlined { surface, ground, counts, trace };
                let outlines = Outlines::Traced(Box::new(outlined));
                return Ok(Surveyed { outlines, heights: None });
            }
        };
        let outlines = Outlines::Untraced(Box::new(outlines));
        Ok(Surveyed { outlines, heights: Some(heights) })
    }
}
