//! Soup to surface by voxels, as Recast does it, with exact erosion and outlines that keep their
//! topology.
//!
//! ```text
//! triangles ─rasterise▶ spans ─sweep: filters, compact▶ open spans ─erode, islands▶ kept spans
//!           ─layers▶ patches ─contour▶ chains ─simplify▶ rings ─▶ Surface
//! ```
//!
//! A tile is surveyed with a border of neighbouring cells around it, wide enough that every
//! decision about a cell of the tile is the one that a survey of the whole world would take. So
//! tiles fit together cell by cell.

mod areas;
mod assemble;
mod block;
mod claims;
mod compact;
mod conflict;
mod contour;
mod crowd;
mod ends;
mod erode;
mod extent;
mod filter;
mod heightfield;
mod island;
mod layers;
mod level;
mod links;
mod marks;
mod part;
mod passage;
mod pieces;
mod plan;
mod plane;
mod rasterise;
mod raw;
mod reaching;
mod rows;
mod sample;
mod sides;
mod simplify;
mod single;
mod slab;
mod strip;
mod sweep;
mod trace;
mod untraced;
mod watershed;
mod window;

pub use assemble::Unsampled;
pub use block::Block;
pub use trace::{Stage, StageSpan, Trace, TracedChain};
pub use untraced::Untraced;
pub use window::Window;

use std::sync::Arc;

use crate::geom::PlanBox;
use crate::parameters::{Parameters, Regions, Resolved};
use crate::soup::Soup;
use crate::surface::Surface;
use crate::threads;
use assemble::Outlined;
use compact::OpenField;
use crowd::Crowd;
use layers::Patches;
use pieces::Pieces;

/// Why a tile cannot be surveyed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VoxelError {
    /// The tile is not on the grid.
    #[error(
        "the tile {tile:?} is not made of whole cells of {cell} steps inside the world {clip:?}: take it from Resolved::tile_box"
    )]
    TileOffGrid {
        /// The box asked for.
        tile: PlanBox,
        /// The world's box.
        clip: PlanBox,
        /// Cell size, steps.
        cell: i32,
    },
    /// The tile with its border has too many cells.
    #[error(
        "a tile of {width} x {depth} cells is over the limit of {limit}: set a smaller tile_size or raise cell_size"
    )]
    TooManyCells {
        /// Cells along x, border included.
        width: i32,
        /// Cells along y, border included.
        depth: i32,
        /// Most cells.
        limit: i64,
    },
    /// The triangles fill too many cells.
    #[error(
        "the triangles fill {spans} cells of one tile, over the limit of {limit}: set a smaller tile_size or raise cell_size"
    )]
    TooManySpans {
        /// Pairs of a triangle and a cell.
        spans: usize,
        /// Most of them.
        limit: usize,
    },
}

/// How much of the tile itself (without its border) could be stood on after each stage: where it
/// falls to 0, that stage's parameters removed everything. Here in spans; the exact survey counts
/// [other things](super::exact::ExactTile::counts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Triangles that reach the tile or its border.
    pub triangles: usize,
    /// Candidates that cannot be used: an index out of range, a corner that is not finite or
    /// too far away.
    pub unusable_triangles: usize,
    /// After rasterising: slope and winding.
    pub rasterised: usize,
    /// After stepping onto low obstacles.
    pub low_hanging: usize,
    /// After taking away ledges.
    pub ledges: usize,
    /// After taking away what has too little head room.
    pub low_height: usize,
    /// After the exact survey left out islands that are too small even before the radius is kept
    /// away; of voxels it is 0, as they only drop islands afterwards.
    pub large_enough: usize,
    /// After keeping the radius away from walls.
    pub eroded: usize,
    /// After removing small islands.
    pub islands: usize,
}

impl Counts {
    /// Adds those of another part.
    pub(crate) fn add(&mut self, other: &Self) {
        self.triangles += other.triangles;
        self.unusable_triangles += other.unusable_triangles;
        self.rasterised += other.rasterised;
        self.low_hanging += other.low_hanging;
        self.ledges += other.ledges;
        self.low_height += other.low_height;
        self.large_enough += other.large_enough;
        self.eroded += other.eroded;
        self.islands += other.islands;
    }
}

/// What a survey gives for one tile.
#[derive(Clone, Debug, PartialEq)]
pub struct VoxelTile {
    /// Where the agent's centre may go: a radius from walls, outlines within
    /// [`Resolved::edge_max_error`] of the cells, heights sampled at every cell.
    pub surface: Surface,
    /// Where there is ground, walls and all: not eroded, islands kept, outlines within half a
    /// cell, heights of the corners alone; `None` where it is [not kept](Parameters::keep_ground).
    pub ground: Option<Surface>,
    /// Spans that were left after each stage.
    pub counts: Counts,
    /// What the stages saw, when asked for.
    pub trace: Option<Trace>,
}

/// Half a cell: how far the outlines of the ground may leave the cells.
const GROUND_ERROR_SHARE: i32 = 2;

/// Surveys one tile of the world.
///
/// `candidates` are indices into the soup's triangles: at least those that meet the tile grown
/// by its border ([`super::index::SoupIndex::near`] with [`looked_at`]), in ascending order; others
/// do no harm. `record` keeps what each stage saw.
///
/// Time is linear in the triangles, in the cells that they fill and in the cells of the tile.
///
/// # Errors
/// When the tile is not on the grid of `resolved`, or too large.
pub fn survey_tile(
    soup: &Soup,
    candidates: impl IntoIterator<Item = usize>,
    parameters: &Parameters,
    resolved: &Resolved,
    tile: PlanBox,
    record: bool,
) -> Result<VoxelTile, VoxelError> {
    let area = (tile, rayon::current_num_threads());
    let block = Block::survey(soup, candidates, (parameters, resolved), area, record)?;
    let (tile, heights) = block.whole();
    let mut tile = tile.trace();
    tile.surface.set_heights(heights.sample());
    Ok(tile)
}

/// Open spans and those that are kept to patches, and what outlines and heights are made from.
fn finish(
    open: OpenField,
    mut keep: Vec<bool>,
    (parameters, resolved): (&Parameters, &Resolved),
    (mut counts, mut trace): (Counts, Option<Trace>),
) -> (Untraced, Unsampled) {
    let inner = |keep: &[bool]| {
        open.inner_spans().map(|row| keep[row].iter().filter(|&&kept| kept).count()).sum()
    };
    counts.eroded = inner(&keep);
    let watershed = parameters.regions == Regions::Watershed;
    let distances = (watershed || trace.is_some()).then(|| erode::distances_squared(&open));
    let crowded = crowd::crowded(&open);
    let mut pieces = Pieces::of(&open, &keep);
    let walk = || {
        island::remove_small(&open, &mut pieces, &mut keep, resolved.region_min_cells);
        let basins = distances.as_deref().filter(|_| watershed);
        let regions =
            basins.map(|d| watershed::regions(&open, &keep, d, resolved.region_merge_cells));
        let patches = Patches::flood(&open, pieces, &crowded, regions.as_deref());
        let sides = sides::of(&open, &patches);
        let rim = sides::rim(&sides);
        // Where another thread has little else to do.
        let runs = open.is_shared().then(|| sample::runs(&open, &patches));
        (patches, sides, rim, runs)
    };
    let stand = || parameters.keep_ground.then(|| ground(&open, &crowded, resolved));
    let ((patches, sides, rim, runs), ground) = threads::join(walk, stand);
    counts.islands = inner(&keep);
    if let Some(trace) = &mut trace {
        trace.distances_squared = distances.unwrap_or_default();
        trace.open(Stage::Islands, &keep);
        trace.layers = patches.by_span();
    }
    let (field, patches, resolved) = (Arc::new(open), Arc::new(patches), *resolved);
    let unsampled =
        Unsampled::new(Arc::clone(&field), (Arc::clone(&patches), rim, runs), &resolved);
    (Untraced { field, keep, patches, sides, ground, resolved, counts, trace }, unsampled)
}

/// All ground, as it is before erosion.
fn ground(open: &OpenField, crowded: &[Crowd], resolved: &Resolved) -> Surface {
    let all = vec![true; open.len()];
    let patches = Patches::flood(open, Pieces::of(open, &all), crowded, None);
    let sides = sides::of(open, &patches);
    let error = resolved.cell / GROUND_ERROR_SHARE;
    Outlined::new((open, &all), (&patches, sides), error, resolved).surface
}

/// The box of the plan that a survey of `tile` looks at.
#[must_use]
pub fn looked_at(resolved: &Resolved, tile: PlanBox) -> PlanBox {
    tile.grown(resolved.border_cells.saturating_mul(resolved.cell))
}

#[cfg(test)]
mod tests;
