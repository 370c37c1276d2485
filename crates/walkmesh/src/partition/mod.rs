//! From a surface to convex polygons.

mod bound;
#[cfg(test)]
pub(crate) mod cave;
mod cells;
mod merge;
mod names;
mod optimal;
mod relief;
mod search;
mod steps;

pub use bound::{Fewest, fewest};
#[cfg(test)]
pub(crate) use merge::Outline;
pub(crate) use merge::{HalfEdges, merge_faces};
pub use merge::{MergeOptions, Order, PartitionError, merge};
pub(crate) use names::Names;
pub use relief::refine_heights;
pub use search::search;
pub use steps::{Cull, cull, merge_adjacent, merge_central_points, merge_three_to_two};

use crate::geom::{GroundPoint, PlanPoint, cast, delaunay};
use crate::parameters::MergeGoal;
use crate::soup::Area;
use crate::surface::{Border, Surface, TileSide};

/// What lies beyond one edge of a [`Piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beyond {
    /// Another piece of the same partition, by index, over the same two vertices.
    Piece(u32),
    /// The border of the surface.
    Border(Border),
    /// Whatever faces it from other pieces of the same partition: the edge runs along that side
    /// of the tile but inside it, and is joined as tiles are, corners being cut in on both
    /// sides. Imported layers of one tile meet so.
    Portal(TileSide),
}

/// A convex polygon of a partition, counter-clockwise from above. Collinear corners are allowed
/// (a neighbour has a corner there).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Indices into [`Partition::vertices`].
    pub corners: Vec<u32>,
    /// What lies beyond edge `i`, from corner `i` to corner `i + 1`; as many as corners.
    pub beyond: Vec<Beyond>,
    /// Which layer of the surface it is part of.
    pub layer: u32,
    /// Kind of ground.
    pub area: Area,
    /// Bits for filters; [`WALK`] for ground that was baked.
    pub flags: u32,
    /// Triangles that give the ground's height, as indices into [`Partition::vertices`]; they
    /// cover the polygon once in plan. Their corners are the piece's corners and, where height
    /// detail was asked for, points inside it, points exactly on its edges (the same ones for both
    /// sides of an edge) and points less than three steps beyond an edge without lattice points of
    /// its own (of the same heights for both sides), none of them corners of it.
    pub triangles: Vec<[u32; 3]>,
}

/// The flags of ground that was baked: the lowest bit, as RecastDemo has it.
pub const WALK: u32 = 1;

/// Convex pieces that tile a surface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// Corners, shared by the pieces around them (and extra height points at the end).
    pub vertices: Vec<GroundPoint>,
    /// The polygons.
    pub pieces: Vec<Piece>,
}

/// Delaunay's triangles of a convex piece, by its corners alone. The hull of a convex ring is the ring,
/// and its corners are distinct.
fn triangles_of(corners: &[u32], vertices: &[GroundPoint]) -> Vec<[u32; 3]> {
    let plan: Vec<PlanPoint> = corners.iter().map(|&v| vertices[cast::index(v)].plan).collect();
    let triangles = delaunay(&plan, &[]).unwrap_or_default();
    triangles.into_iter().map(|t| t.map(|v| corners[cast::index(v)])).collect()
}

/// Makes the pieces better by a goal, all steps in order: [`search`], and where the fewest are
/// asked for [`merge_three_to_two`], [`merge_central_points`] and [`merge_adjacent`]. Refine
/// heights afterwards.
pub fn improve(partition: &mut Partition, surface: &Surface, goal: MergeGoal) {
    search(partition, goal);
    if goal == MergeGoal::Fewest {
        merge_three_to_two(partition, surface);
        merge_central_points(partition);
        merge_adjacent(partition, Order::LongestEdge);
    }
}
