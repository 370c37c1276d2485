//! What a question may not be asked with.

use crate::geom::Point;
use crate::mesh::PolyRef;

/// Why a question to the mesh was not answered.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum QueryError {
    /// The place is not one of this mesh.
    #[error(
        "the place ({}, {}, {}) does not lie on polygon {} of tile {}: ask this mesh for it with \
         `nearest` or `locate`",
        .place.x, .place.y, .place.z, .polygon.polygon, .polygon.tile.0
    )]
    BadPlace {
        /// The place as it was given.
        place: Point,
        /// The polygon that it names.
        polygon: PolyRef,
    },
    /// The target is no point of the lattice.
    #[error(
        "the target ({}, {}, {}) is not finite or outside the world: take one within 2^29 steps of \
         the mesh's origin",
        .target.x, .target.y, .target.z
    )]
    BadTarget {
        /// The target as it was given.
        target: Point,
    },
}
