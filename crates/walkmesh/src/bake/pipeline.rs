//! The stages in order, tile by tile.

use super::blocks::{self, TileBlock};
use super::on_threads::on_threads;
use super::surveyed::{self, Shared, Surveyed};
use super::{BakeError, BakeReport, StageTime, TileTrace, empty, input};
use crate::geom::PlanBox;
use crate::mesh::{MeshError, NavMesh, TileCoord, TileParts};
use crate::parameters::{Parameters, Resolved};
use crate::partition::{self, Cull, MergeOptions, Order};
use crate::soup::Soup;
use crate::survey::index::SoupIndex;
use crate::survey::voxel::{Counts, Unsampled};
use crate::threads::{self, Stopwatch};
use rayon::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

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
    /// Threads to use; `None` for one a core, 0 counts as 1. WebAssembly starts none: there it is
    /// those of rayon's own pool, or the one that calls.
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

/// Makes the navigation mesh of a soup: survey by voxels or exactly, greedy convex merging.
///
/// Triangles with missing or non-finite corners are passed over; clean the soup first
/// ([`Soup::clean`]) to hear about them. Time grows with the cells and the triangles near them;
/// memory beside soup and mesh with the size of a tile, or of small ones that have 70,000 cells
/// together, times the threads.
///
/// # Errors
/// A parameter out of range, no usable triangle, or no ground left (with the rule that removed
/// the last of it, and what was recorded).
pub fn bake(
    soup: &Soup,
    parameters: &Parameters,
    options: &BakeOptions<'_>,
) -> Result<Baked, BakeError> {
    on_threads(options, || run(soup, parameters, options))
}

/// The pipeline on the current pool.
fn run(
    soup: &Soup,
    parameters: &Parameters,
    options: &BakeOptions<'_>,
) -> Result<Baked, BakeError> {
    let start = Stopwatch::started();
    let (min, max) = input::bounds(soup)?;
    let resolved = parameters.resolve(min, max)?;
    let job = Job::new(soup, parameters, &resolved, start);
    let coords = job.all_tiles();
    let tiles = job.build(&coords, options)?;
    job.finish(tiles, |hash, parts| NavMesh::assemble(parameters, &resolved, hash, parts))
}

/// A bake under way: what every tile is made from.
pub(super) struct Job<'a> {
    pub(super) soup: &'a Soup,
    pub(super) parameters: &'a Parameters,
    pub(super) resolved: &'a Resolved,
    pub(super) index: SoupIndex,
    /// Of the soup, and how long it took: it is worked out beside the tiles.
    hash: OnceLock<([u8; 32], Duration)>,
    start: Stopwatch,
    prepared: Duration,
}

impl<'a> Job<'a> {
    /// `start` is when the bake began.
    pub(super) fn new(
        soup: &'a Soup,
        parameters: &'a Parameters,
        resolved: &'a Resolved,
        start: Stopwatch,
    ) -> Self {
        let index = if resolved.is_solo() {
            SoupIndex::whole(soup)
        } else {
            SoupIndex::new(soup, &resolved.frame)
        };
        let hash = OnceLock::new();
        Self { soup, parameters, resolved, index, hash, start, prepared: start.elapsed() }
    }

    /// A hash of the soup, and how long it took.
    fn hash(&self) -> ([u8; 32], Duration) {
        *self.hash.get_or_init(|| timed(|| input::hash(self.soup)))
    }

    /// Every place of the grid, row by row.
    pub(super) fn all_tiles(&self) -> Vec<TileCoord> {
        (0..self.resolved.rows)
            .flat_map(|y| (0..self.resolved.columns).map(move |x| TileCoord { x, y }))
            .collect()
    }

    /// The box in which a tile's triangles lie.
    pub(super) fn looked_at(&self, tile: TileCoord) -> PlanBox {
        let clip = self.resolved.tile_box(tile.x, tile.y);
        surveyed::looked_at(self.parameters, self.resolved, clip)
    }

    /// The triangles that may reach a box, each with its own.
    pub(super) fn placed(&self, area: PlanBox) -> impl Iterator<Item = (usize, PlanBox)> {
        input::placed(self.soup, self.index.near(area), &self.resolved.frame)
    }

    /// A hash of the triangles that a tile is made from.
    pub(super) fn hash_of(&self, tile: TileCoord) -> [u8; 32] {
        if self.resolved.is_solo() {
            return self.hash().0;
        }
        let area = self.looked_at(tile);
        let near = self.placed(area).filter(|(_, bounds)| bounds.meets(&area));
        input::hash_of(self.soup, near.map(|(i, _)| i))
    }

    /// Surveys and partitions tiles in parallel; the order of the result is theirs.
    pub(super) fn build(
        &self,
        coords: &[TileCoord],
        options: &BakeOptions<'_>,
    ) -> Result<Vec<BuiltTile>, BakeError> {
        let done = AtomicUsize::new(0);
        let build = |i: usize, shared: &Shared<'a>| {
            let tile = self.build_tile(coords[i], shared, options.record)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if let Some(progress) = options.progress {
                progress(Progress { done, tiles: coords.len() });
            }
            Ok((i, tile))
        };
        let threads = rayon::current_num_threads();
        let blocks = blocks::of(coords, self.resolved, self.parameters.survey, threads);
        let build_block = |TileBlock { clip, tiles }: TileBlock| {
            if options.record || tiles.len() == 1 {
                return tiles.into_par_iter().map(|i| build(i, &Shared::default())).collect();
            }
            let start = Stopwatch::started();
            let shared = Shared::block(self, clip, tiles.iter().map(|&i| coords[i]))?;
            let time = start.elapsed();
            let built: Result<Vec<_>, BakeError> =
                tiles.into_par_iter().map(|i| build(i, &shared)).collect();
            let mut built = built?;
            // What is shared is put down to the first.
            if let Some((_, first)) = built.first_mut() {
                first.counts.add(&shared.counts());
                first.times[0] += time;
            }
            Ok(built)
        };
        let build = || blocks.into_par_iter().map(build_block).collect();
        let built: Result<Vec<Vec<_>>, BakeError> = if threads > 1 {
            // The hash is wanted last, and another has time: a solo bake begins with what one does.
            threads::join(build, || self.hash()).0
        } else {
            // What it takes goes again before there is anything that stays.
            self.hash();
            build()
        };
        let mut built: Vec<(usize, BuiltTile)> = built?.into_iter().flatten().collect();
        built.sort_unstable_by_key(|&(i, _)| i);
        Ok(built.into_iter().map(|(_, tile)| tile).collect())
    }

    /// The mesh that `join` makes of the tiles, and what it all took.
    pub(super) fn finish(
        &self,
        tiles: Vec<BuiltTile>,
        join: impl FnOnce([u8; 32], Vec<TileParts>) -> Result<NavMesh, MeshError>,
    ) -> Result<Baked, BakeError> {
        let joined = Stopwatch::started();
        let mut counts = Counts::default();
        let mut times = [Duration::ZERO; 3];
        let mut traces = Vec::new();
        let mut parts = Vec::with_capacity(tiles.len());
        let mut pieces = 0;
        for tile in tiles {
            counts.add(&tile.counts);
            for (sum, time) in times.iter_mut().zip(tile.times) {
                *sum += time;
            }
            traces.extend(tile.trace);
            pieces += tile.parts.partition.pieces.len();
            parts.push(tile.parts);
        }
        let (hash, hashing) = self.hash();
        let mesh = join(hash, parts)?;
        let [survey, partition, detail] = times;
        let stages = [
            (Stage::Prepare, self.prepared + hashing),
            (Stage::Survey, survey),
            (Stage::Partition, partition),
            (Stage::Detail, detail),
            (Stage::Assemble, joined.elapsed()),
        ]
        .map(|(stage, time)| StageTime { stage, time })
        .to_vec();
        let (resolved, elapsed) = (*self.resolved, self.start.elapsed());
        let report = BakeReport { resolved, stages, elapsed, counts, traces };
        let baked = Baked { mesh, report };
        if baked.mesh.polygon_count() > 0 {
            return Ok(baked);
        }
        let triangles = self.soup.triangles.len();
        let why = if self.is_elsewhere() {
            empty::elsewhere(triangles)
        } else {
            empty::why(&counts, (triangles, pieces), self.parameters)
        };
        Err(BakeError::NothingWalkable { why, left: Box::new(baked) })
    }

    /// True when no triangle is in the box that is baked, which may be that of another soup.
    fn is_elsewhere(&self) -> bool {
        let clip = self.resolved.clip;
        !self.placed(clip).any(|(_, bounds)| bounds.meets(&clip))
    }

    /// Surveys and partitions one tile.
    fn build_tile(
        &self,
        coord: TileCoord,
        shared: &Shared<'_>,
        record: bool,
    ) -> Result<BuiltTile, BakeError> {
        let Self { parameters, resolved, .. } = *self;
        let clip = resolved.tile_box(coord.x, coord.y);
        let failed = |source| BakeError::Partition { tile: coord, source };
        let (surveyed, surveying) = timed(|| shared.tile(self, coord, record));
        let Surveyed { outlines, heights } = surveyed?;
        let trace = || {
            let (tile, tracing) = timed(|| outlines.traced());
            let merged = timed(|| partition::merge(&tile.surface, &MergeOptions::default()));
            ((tile, tracing), merged)
        };
        let sample = || timed(|| heights.map(Unsampled::sample));
        // Outlines are traced and cut into pieces while heights are sampled, which takes longer. Where
        // one thread does both, what outlines are traced from goes before there are heights.
        let ((outlined, merged), (heights, sampling)) = if rayon::current_num_threads() > 1 {
            let (sampled, traced) = threads::join(sample, trace);
            (traced, sampled)
        } else {
            (trace(), sample())
        };
        let ((mut tile, tracing), (partition, merging)) = (outlined, merged);
        let mut partition = partition.map_err(failed)?;
        tile.surface.set_heights(heights.into_iter().flatten());
        let ((), improving) = timed(|| {
            partition::improve(&mut partition, &tile.surface, parameters.merge_goal);
            if parameters.polygon_min_area > 0.0 {
                let least = resolved.frame.square_steps(parameters.polygon_min_area);
                partition::cull(&mut partition, 2 * least, Cull::DeadEnds);
            }
        });
        let (distance, error) = (resolved.detail_sample_distance, resolved.detail_max_error);
        let (refined, refining) =
            timed(|| partition::refine_heights(&mut partition, &tile.surface, distance, error));
        refined.map_err(failed)?;
        let times = [surveying + tracing + sampling, merging + improving, refining];
        let trace = match tile.trace {
            Some(trace) => {
                let unmerged = MergeOptions { order: Order::None, ..MergeOptions::default() };
                let triangles = partition::merge(&tile.surface, &unmerged).map_err(failed)?;
                Some(TileTrace { tile: coord, trace, surface: tile.surface, triangles })
            }
            None => None,
        };
        let input = Some(shared.hash_of(self, coord));
        let parts = TileParts { coord, clip, partition, ground: tile.ground, input };
        Ok(BuiltTile { parts, counts: tile.counts, times, trace })
    }
}

/// What a step gives, and how long it took.
fn timed<T>(step: impl FnOnce() -> T) -> (T, Duration) {
    let start = Stopwatch::started();
    let done = step();
    (done, start.elapsed())
}

/// One finished tile with what making it took.
pub(super) struct BuiltTile {
    parts: TileParts,
    counts: Counts,
    times: [Duration; 3],
    trace: Option<TileTrace>,
}
