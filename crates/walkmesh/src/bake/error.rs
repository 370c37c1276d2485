//! What can go wrong in a bake.

use super::Baked;
use crate::edit::EditError;
use crate::geom::Point;
use crate::mesh::{MeshError, TileCoord};
use crate::parameters::ParameterError;
use crate::partition::PartitionError;
use crate::survey::exact::ExactError;
use crate::survey::voxel::VoxelError;

/// Why there is no mesh.
#[derive(Debug, thiserror::Error)]
pub enum BakeError {
    /// There is nothing to bake.
    #[error("the model has no triangles (vertices: {vertices}): check that the file holds a mesh")]
    NoTriangles {
        /// Vertices that it has.
        vertices: usize,
    },
    /// Every triangle has a bad corner.
    #[error(
        "no triangle of {triangles} is usable: triangle {first} has a corner that is NaN, infinite or missing; repair the export"
    )]
    NoUsableTriangle {
        /// Triangles that it has.
        triangles: usize,
        /// The first bad one.
        first: usize,
    },
    /// A parameter cannot be used.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// No ground is left; the sentence names the rule that took the last of it away.
    #[error("no walkable surface: {why}")]
    NothingWalkable {
        /// What removed the ground, with figures and the parameter to change. Of an update the
        /// figures count the tiles that were made again.
        why: String,
        /// The mesh without polygons, and the report: what was
        /// [recorded](super::BakeOptions::record) shows where the ground went; of an update that
        /// is nothing of the tiles that were kept.
        left: Box<Baked>,
    },
    /// A tile could not be surveyed.
    #[error(transparent)]
    Survey(#[from] VoxelError),
    /// A tile could not be surveyed exactly.
    #[error(transparent)]
    ExactSurvey(#[from] ExactError),
    /// A tile's surface could not be partitioned.
    #[error("tile ({}, {}): {source}", tile.x, tile.y)]
    Partition {
        /// The tile.
        tile: TileCoord,
        /// What was wrong with its surface.
        source: PartitionError,
    },
    /// The tiles could not be joined.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// Standing edits could not be put over the new mesh.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// A box that is told to have changed is not in the world.
    #[error(
        "the changed box from {low} to {high} is out of the lattice's reach or not finite: give boxes in the model's own metres"
    )]
    BadBox {
        /// Its lower corner.
        low: Point,
        /// Its upper corner.
        high: Point,
    },
    /// An object that is told to have changed is not there.
    #[error("object {object} is not of the soup, which has {objects}: give an index below that")]
    NoObject {
        /// The object asked for.
        object: u32,
        /// How many there are.
        objects: usize,
    },
    /// The pool of threads could not be started.
    #[error("could not start {threads} threads: {why}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// What the system said.
        why: String,
    },
}
