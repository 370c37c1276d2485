//! A bake of what changed: the tiles that it touches are made again, the others stay.

use super::on_threads::on_threads;
use super::pipeline::Job;
use super::{BakeError, BakeOptions, Baked, input};
use crate::edit::{Applied, Edits};
use crate::geom::{PlanBox, Point, cast};
use crate::link;
use crate::mesh::{MeshError, NavMesh, Tile, TileCoord, TileId};
use crate::parameters::Resolved;
use crate::soup::{ObjectId, Soup, Triangle};
use crate::surface::TileSide;
use crate::threads::Stopwatch;
use std::collections::BTreeSet;

/// How an update knows what changed.
#[derive(Clone, Copy, Debug, Default)]
pub enum Changed<'a> {
    /// It compares hashes of the triangles near each tile with those of the old mesh.
    #[default]
    ByHash,
    /// It is told: the triangles of these objects, where they are now, and whatever lies in these
    /// boxes (lower and upper corner), as where things were before. What changed elsewhere is
    /// not seen.
    Told {
        /// Objects of the new soup.
        objects: &'a [ObjectId],
        /// Boxes in the world; their heights make no difference.
        boxes: &'a [[Point; 2]],
    },
}

/// An updated mesh.
#[derive(Clone, Debug)]
pub struct Updated {
    /// The mesh, and what making it took.
    pub baked: Baked,
    /// The tiles that were made again, row by row.
    pub rebuilt: Vec<TileCoord>,
    /// How many triangles reach outside the box of the first bake: there is no mesh for what is
    /// outside.
    pub outside: usize,
    /// Links of the old mesh, by index, of which nothing is left in the new one, as there is no ground
    /// at one of their ends ([`reattach`](link::reattach)).
    pub lost_links: Vec<u32>,
}

/// Brings a baked mesh up to date with a soup that changed: with the lattice, box and parameters
/// of its first bake, the tiles whose triangles changed are made again and joined to the others.
/// The stored bytes are those of [`bake_like`] on the same soup. Tiles in which a small island was
/// dropped are made again when what it touches was: it may have grown.
///
/// Ids of polygons in other tiles stay ([`NavMesh::resolve`]); links stay where there is still ground
/// within a climb at both ends, in parts where that is of several polygons
/// ([`reattach`](link::reattach)). Comparing hashes is linear
/// in the soup, the rest in the tiles made again, but for joining tiles, which is linear in the mesh.
///
/// # Errors
/// As [`bake`](super::bake); when the old mesh was not baked
/// ([`MeshError::NoSource`](crate::mesh::MeshError::NoSource)), was loaded without the ground that
/// it keeps ([`MeshError::NoGround`](crate::mesh::MeshError::NoGround)), or an object is not of the
/// soup.
pub fn update(
    old: &NavMesh,
    soup: &Soup,
    changed: Changed<'_>,
    options: &BakeOptions<'_>,
) -> Result<Updated, BakeError> {
    on_threads(options, || run(old, soup, changed, options))
}

/// [`update`] of the base mesh under standing edits, and the edits put over it again
/// ([`Edits::rebase`]): what they then show is what the changes give over a full bake.
///
/// # Errors
/// As [`update`] and [`Edits::rebase`]; the edits are then as they were.
pub fn update_under(
    edits: &mut Edits,
    soup: &Soup,
    changed: Changed<'_>,
    options: &BakeOptions<'_>,
) -> Result<(Updated, Applied), BakeError> {
    let updated = update(edits.base(), soup, changed, options)?;
    let applied = edits.rebase(updated.baked.mesh.clone())?;
    Ok((updated, applied))
}

/// A full bake with the lattice, box and parameters of another mesh: what [`update`] is equal to.
///
/// # Errors
/// As [`bake`](super::bake).
pub fn bake_like(
    old: &NavMesh,
    soup: &Soup,
    options: &BakeOptions<'_>,
) -> Result<Baked, BakeError> {
    on_threads(options, || {
        let start = Stopwatch::started();
        input::bounds(soup)?;
        let (parameters, resolved) = (old.parameters(), old.resolved());
        let job = Job::new(soup, parameters, resolved, start);
        let tiles = job.build(&job.all_tiles(), options)?;
        job.finish(tiles, |hash, parts| NavMesh::assemble(parameters, resolved, hash, parts))
    })
}

fn run(
    old: &NavMesh,
    soup: &Soup,
    changed: Changed<'_>,
    options: &BakeOptions<'_>,
) -> Result<Updated, BakeError> {
    let start = Stopwatch::started();
    input::bounds(soup)?;
    check(old)?;
    let job = Job::new(soup, old.parameters(), old.resolved(), start);
    let mut tiles = match changed {
        Changed::ByHash => changed_by_hash(old, &job),
        Changed::Told { objects, boxes } => told(old, &job, objects, boxes)?,
    };
    add_grown_islands(old, &mut tiles);
    let rebuilt: Vec<TileCoord> = tiles.iter().map(|&t| old.tile(t).coord).collect();
    let built = job.build(&rebuilt, options)?;
    let mut baked = job.finish(built, |hash, parts| old.with_parts(hash, parts))?;
    let (mesh, lost_links) = link::reattach(old.links(), &baked.mesh);
    baked.mesh = mesh;
    Ok(Updated { baked, rebuilt, outside: outside(&job), lost_links })
}

/// Checks that all tiles are as they were baked, so that what stays is that of a full bake.
fn check(old: &NavMesh) -> Result<(), MeshError> {
    let keeps_ground = old.parameters().keep_ground;
    for (t, tile) in (0..).zip(old.tiles()) {
        if tile.source.is_none() {
            return Err(MeshError::NoSource { tile: tile.coord });
        }
        if keeps_ground && old.ground(TileId(t)).is_none() {
            return Err(MeshError::NoGround { tile: tile.coord });
        }
    }
    Ok(())
}

/// The tiles whose triangles are not those they were made from.
fn changed_by_hash(old: &NavMesh, job: &Job<'_>) -> BTreeSet<TileId> {
    let is_changed = |tile: &Tile| {
        tile.source.as_ref().is_none_or(|source| source.input != job.hash_of(tile.coord))
    };
    let tiles = (0..).zip(old.tiles());
    tiles.filter(|(_, tile)| is_changed(tile)).map(|(t, _)| TileId(t)).collect()
}

/// The tiles that objects and boxes may touch.
fn told(
    old: &NavMesh,
    job: &Job<'_>,
    objects: &[ObjectId],
    boxes: &[[Point; 2]],
) -> Result<BTreeSet<TileId>, BakeError> {
    let frame = &job.resolved.frame;
    let mut reach: Vec<PlanBox> = Vec::new();
    for &[low, high] in boxes {
        let corners = [low, high].map(|p| frame.to_lattice(Point::new(p.x, frame.origin().y, p.z)));
        let [Some(low), Some(high)] = corners else {
            return Err(BakeError::BadBox { low, high });
        };
        reach.extend(PlanBox::around([low.plan, high.plan]));
    }
    for &object in objects {
        if cast::index(object.0) >= job.soup.objects.len() {
            let objects = job.soup.objects.len();
            return Err(BakeError::NoObject { object: object.0, objects });
        }
        let own = job.soup.triangles.iter().filter(|triangle| triangle.object == object);
        let corners = own.filter_map(|triangle| job.soup.corners(triangle)).flatten();
        reach.extend(PlanBox::around(corners.filter_map(|p| Some(frame.to_lattice(p)?.plan))));
    }
    if job.resolved.is_solo() {
        // One tile is told by the hash of all that there is.
        return Ok(changed_by_hash(old, job));
    }
    // A box may stand between lattice points.
    let reach: Vec<PlanBox> = reach.into_iter().map(|area| area.grown(1)).collect();
    let touched = (0..).zip(old.tiles()).filter(|(_, tile)| {
        let looked_at = job.looked_at(tile.coord);
        reach.iter().any(|area| area.meets(&looked_at))
    });
    Ok(touched.map(|(t, _)| TileId(t)).collect())
}

/// Adds the tiles in which islands were dropped at a side that they share with one of these.
fn add_grown_islands(old: &NavMesh, tiles: &mut BTreeSet<TileId>) {
    let mut ahead: Vec<TileId> = tiles.iter().copied().collect();
    while let Some(tile) = ahead.pop() {
        for side in TileSide::ALL {
            let beside = old.tile(tile).coord.beyond(side).and_then(|coord| old.tile_at(coord));
            let Some(beside) = beside else { continue };
            let source = old.tile(beside).source.as_ref();
            if source.is_some_and(|source| source.dropped.has(side.opposite()))
                && tiles.insert(beside)
            {
                ahead.push(beside);
            }
        }
    }
}

/// How many triangles reach out of the box that the mesh covers.
fn outside(job: &Job<'_>) -> usize {
    let Resolved { frame, clip, .. } = job.resolved;
    let leaves = |triangle: &&Triangle| {
        let corners = job.soup.finite_corners(triangle).into_iter().flatten();
        corners.into_iter().any(|p| frame.to_lattice(p).is_none_or(|p| !clip.contains(p.plan)))
    };
    job.soup.triangles.iter().filter(leaves).count()
}
