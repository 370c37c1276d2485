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
    /// The place is on ground that the filter blocks.
    #[error(
        "the place ({}, {}, {}) is on ground that the filter blocks: take the nearest one that it \
         enters, with `nearest`",
        .place.x, .place.y, .place.z
    )]
    Blocked {
        /// The place as it was given.
        place: Point,
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
    /// The shape is no convex polygon.
    #[error("the shape of {corners} corners is not convex on the lattice: give its convex hull")]
    NotConvex {
        /// How many corners were given.
        corners: usize,
    },
}
