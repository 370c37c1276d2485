//! The stages in order, tile by tile.

use super::{BakeError, BakeReport, StageTime, TileTrace, empty, input};
use crate::mesh::{NavMesh, TileCoord, TileParts};
use crate::parameters::{Parameters, Resolved};
use crate::partition::{self, MergeOptions, Order};
use crate::soup::Soup;
use crate::survey::index::SoupIndex;
use crate::survey::voxel::{self, Counts};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A stage of the pipeline, for times and progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Bounds, hash, resolved parameters, triangle index.
    Prepare,
    /// Soup to surface.
    Survey,
    /// Surface to convex polygons.
    Partition,
    /// Height detail.
    Detail,
    /// Tiles to one mesh.
    Assemble,
}

impl Stage {
    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Survey => "survey",
            Self::Partition => "partition",
            Self::Detail => "detail",
            Self::Assemble => "assemble",
        }
    }
}

/// How far a bake has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Tiles finished.
    pub done: usize,
    /// Tiles in all.
    pub tiles: usize,
}

/// How a bake runs; none of it changes the result.
#[derive(Clone, Copy, Default)]
pub struct BakeOptions<'a> {
    /// Threads to use; `None` for one a core, 0 counts as 1.
    pub threads: Option<usize>,
    /// Keep a recording of every stage (large: for pictures and explanations).
    pub record: bool,
    /// Called after each tile, from any thread.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// A mesh and what making it took.
#[derive(Clone, Debug)]
pub struct Baked {
    /// The mesh.
    pub mesh: NavMesh,
    /// Times, counts, recordings.
    pub report: BakeReport,
}

/// Makes the navigation mesh of a soup: voxel survey, greedy convex merging.
///
/// Triangles with missing or non-finite corners are passed over; clean the soup first
/// ([`Soup::clean`]) to hear about them. Time grows with the cells and the triangles near them;
/// memory beside soup and mesh with the size of a tile times the threads.
///
/// # Errors
/// A parameter out of range, no usable triangle, or no ground left (with the rule that removed
/// the last of it).
pub fn bake(
    soup: &Soup,
    parameters: &Parameters,
    options: &BakeOptions<'_>,
) -> Result<Baked, BakeError> {
    let Some(threads) = options.threads else {
        return run(soup, parameters, options);
    };
    let threads = threads.max(1);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|e| BakeError::Threads { threads, why: e.to_string() })?
        .install(|| run(soup, parameters, options))
}

/// The pipeline on the current pool.
fn run(
    soup: &Soup,
    parameters: &Parameters,
    options: &BakeOptions<'_>,
) -> Result<Baked, BakeError> {
    let start = Instant::now();
    let (min, max) = input::bounds(soup)?;
    let resolved = parameters.resolve(min, max)?;
    let hash = input::hash(soup);
    let index = SoupIndex::new(soup, &resolved.frame);
    let prepared = start.elapsed();

    let tiles = build_tiles(soup, &index, parameters, &resolved, options)?;
    let joined = Instant::now();
    let mut counts = Counts::default();
    let mut times = [Duration::ZERO; 3];
    let mut traces = Vec::new();
    let mut parts = Vec::with_capacity(tiles.len());
    for tile in tiles {
        empty::add(&mut counts, &tile.counts);
        for (sum, time) in times.iter_mut().zip(tile.times) {
            *sum += time;
        }
        if let Some(trace) = tile.trace {
            traces.push(trace);
        }
        parts.push(tile.parts);
    }
    let mesh = NavMesh::assemble(parameters, &resolved, hash, parts)?;
    if mesh.polygon_count() == 0 {
        return Err(BakeError::NothingWalkable { why: empty::why(&counts, parameters) });
    }
    let [survey, partition, detail] = times;
    let stages = [
        (Stage::Prepare, prepared),
        (Stage::Survey, survey),
        (Stage::Partition, partition),
        (Stage::Detail, detail),
        (Stage::Assemble, joined.elapsed()),
    ]
    .map(|(stage, time)| StageTime { stage, time })
    .to_vec();
    let report = BakeReport { resolved, stages, elapsed: start.elapsed(), counts, traces };
    Ok(Baked { mesh, report })
}

/// One finished tile with what making it took.
struct BuiltTile {
    parts: TileParts,
    counts: Counts,
    times: [Duration; 3],
    trace: Option<TileTrace>,
}

/// Surveys and partitions all tiles in parallel; the order of the result is that of the grid.
fn build_tiles(
    soup: &Soup,
    index: &SoupIndex,
    parameters: &Parameters,
    resolved: &Resolved,
    options: &BakeOptions<'_>,
) -> Result<Vec<BuiltTile>, BakeError> {
    let coords: Vec<TileCoord> = (0..resolved.rows)
        .flat_map(|y| (0..resolved.columns).map(move |x| TileCoord { x, y }))
        .collect();
    let done = AtomicUsize::new(0);
    coords
        .par_iter()
        .map(|&coord| {
            let tile = build_tile(soup, index, parameters, resolved, coord, options.record);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if let Some(progress) = options.progress {
                progress(Progress { done, tiles: coords.len() });
            }
            tile
        })
        .collect()
}

/// Surveys and partitions one tile.
fn build_tile(
    soup: &Soup,
    index: &SoupIndex,
    parameters: &Parameters,
    resolved: &Resolved,
    coord: TileCoord,
    record: bool,
) -> Result<BuiltTile, BakeError> {
    let clip = resolved.tile_box(coord.x, coord.y);
    let failed = |source| BakeError::Partition { tile: coord, source };
    let start = Instant::now();
    let candidates = index.near(voxel::looked_at(resolved, clip));
    let tile = voxel::survey_tile(soup, candidates, parameters, resolved, clip, record)?;
    let surveyed = Instant::now();
    let mut partition =
        partition::merge(&tile.surface, &MergeOptions::default()).map_err(failed)?;
    let merged = Instant::now();
    partition::refine_heights(
        &mut partition,
        &tile.surface,
        resolved.detail_sample_distance,
        resolved.detail_max_error,
    )
    .map_err(failed)?;
    let times = [surveyed - start, merged - surveyed, merged.elapsed()];
    let trace = match tile.trace {
        Some(trace) => {
            let unmerged = MergeOptions { order: Order::None };
            let triangles = partition::merge(&tile.surface, &unmerged).map_err(failed)?;
            Some(TileTrace { tile: coord, trace, surface: tile.surface, triangles })
        }
        None => None,
    };
    let parts = TileParts { coord, clip, partition, ground: Some(tile.ground) };
    Ok(BuiltTile { parts, counts: tile.counts, times, trace })
}
