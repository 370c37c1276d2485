//! What a bake did: times, counts, and recordings of its stages.

use super::Stage;
use crate::mesh::TileCoord;
use crate::parameters::Resolved;
use crate::partition::Partition;
use crate::surface::Surface;
use crate::survey::voxel::Counts;
use crate::survey::{exact, voxel};
use std::time::Duration;

/// How long one stage took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageTime {
    /// The stage.
    pub stage: Stage,
    /// Time spent in it, summed over tiles (and so over threads).
    pub time: Duration,
}

/// What a survey saw on its way.
#[derive(Clone, Debug)]
pub enum SurveyTrace {
    /// Of the voxel survey.
    Voxel(voxel::Trace),
    /// Of the exact survey.
    Exact(exact::Trace),
}

/// The recording of one tile's stages, for pictures and explanations.
#[derive(Clone, Debug)]
pub struct TileTrace {
    /// The tile.
    pub tile: TileCoord,
    /// Its stages as plain data.
    pub trace: SurveyTrace,
    /// The surface that the survey gave.
    pub surface: Surface,
    /// Its triangles, before they are merged.
    pub triangles: Partition,
}

/// What a bake did.
#[derive(Clone, Debug)]
pub struct BakeReport {
    /// The whole numbers that the parameters became.
    pub resolved: Resolved,
    /// Time of each stage, in the order of the pipeline.
    pub stages: Vec<StageTime>,
    /// Wall time of the whole. Times are 0 where there is no clock: WebAssembly without a system
    /// around it.
    pub elapsed: Duration,
    /// What could be walked on after each stage, over all tiles: cells of the voxel survey, other
    /// things of the [exact](exact::ExactTile::counts) one.
    pub counts: Counts,
    /// Stage recordings, when they were asked for.
    pub traces: Vec<TileTrace>,
}
