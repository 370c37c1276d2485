//! Why parts do not make a mesh.

use super::id::TileCoord;
use crate::geom::{GroundPoint, PlanPoint};
use crate::parameters::ParameterError;
use crate::surface::TileSide;

/// Why parts do not make a mesh. Apart from [`MeshError::Parameters`] and
/// [`MeshError::TooMany`], each is a fault of whatever made the parts, or a damaged file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// Two parts have the same place.
    #[error("tile ({}, {}) is given twice: give every tile once", tile.x, tile.y)]
    TileTwice {
        /// The tile.
        tile: TileCoord,
    },
    /// Tiles of a stored mesh are not in order of row, then column.
    #[error("tile ({}, {}) is out of order: tiles go row by row", tile.x, tile.y)]
    TileOrder {
        /// The tile.
        tile: TileCoord,
    },
    /// A tile is given to replace one that is not there.
    #[error("the mesh has no tile ({}, {}) to be replaced: give tiles at coordinates that it has", tile.x, tile.y)]
    NoTile {
        /// The tile.
        tile: TileCoord,
    },
    /// A tile does not know what it was made from.
    #[error(
        "tile ({}, {}) is not as it was baked: it was edited, made by hand or by an older version; update the mesh \
         that was edited and edit it again, or bake the whole mesh once", tile.x, tile.y
    )]
    NoSource {
        /// The tile.
        tile: TileCoord,
    },
    /// A tile came without the ground that its mesh keeps.
    #[error(
        "tile ({}, {}) has no ground, which its mesh keeps: load the file with its ground", tile.x, tile.y
    )]
    NoGround {
        /// The tile.
        tile: TileCoord,
    },
    /// A count does not fit its number: `u32`, but for the 2^24 - 1 edges that a polygon may have.
    #[error("{count} {what} are over the limit of {limit}: use smaller or fewer tiles")]
    TooMany {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// Most there may be.
        limit: u32,
    },
    /// An index points nowhere.
    #[error("tile ({}, {}), polygon {polygon}: {what} {index} is out of range, there are {len}", tile.x, tile.y)]
    Index {
        /// The tile.
        tile: TileCoord,
        /// The polygon.
        polygon: u32,
        /// What the index is meant to name.
        what: &'static str,
        /// The index.
        index: u32,
        /// How many there are.
        len: usize,
    },
    /// An edge leads to a closed polygon, or from one.
    #[error("tile ({}, {}), polygon {polygon} has an edge that leads from or to a closed polygon: make it a wall", tile.x, tile.y)]
    Closed {
        /// The tile.
        tile: TileCoord,
        /// The polygon.
        polygon: u32,
    },
    /// A list of a polygon is too short or does not fit another.
    #[error("tile ({}, {}), polygon {polygon} has {found} {what} where {needed} are needed", tile.x, tile.y)]
    Count {
        /// The tile.
        tile: TileCoord,
        /// The polygon.
        polygon: u32,
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many (at least) there must be.
        needed: usize,
    },
    /// A polygon is not convex and counter-clockwise.
    #[error("tile ({}, {}), polygon {polygon} is not convex and counter-clockwise in plan", tile.x, tile.y)]
    NotConvex {
        /// The tile.
        tile: TileCoord,
        /// The polygon.
        polygon: u32,
    },
    /// A point is outside its tile or beyond the lattice's reach.
    #[error("tile ({}, {}), polygon {polygon}: the point ({}, {}) at height {} is outside the tile or the lattice's reach", tile.x, tile.y, at.plan.x, at.plan.y, at.height)]
    Outside {
        /// The tile.
        tile: TileCoord,
        /// The polygon.
        polygon: u32,
        /// The point, steps.
        at: GroundPoint,
    },
    /// An edge names a piece that has no such edge, or that does not name it back.
    #[error("tile ({}, {}), polygon {polygon}, edge {edge}: piece {other} does not share this edge", tile.x, tile.y)]
    OneSided {
        /// The tile.
        tile: TileCoord,
        /// The polygon.
        polygon: u32,
        /// The edge.
        edge: u32,
        /// What it names.
        other: u32,
    },
    /// An edge that is said to lie on a side of its tile, or along it, does not.
    #[error("tile ({}, {}), polygon {polygon}, edge {edge} is not on the {side:?} side of the tile or along it", tile.x, tile.y)]
    OffSide {
        /// The tile.
        tile: TileCoord,
        /// The polygon.
        polygon: u32,
        /// The edge.
        edge: u32,
        /// The side.
        side: TileSide,
    },
    /// An edge of a seam has no edge on the other side.
    #[error("tile ({}, {}): the edge from ({}, {}) to ({}, {}) of seam {seam} has no other side", tile.x, tile.y, from.x, from.y, to.x, to.y)]
    OpenSeam {
        /// The tile.
        tile: TileCoord,
        /// The seam.
        seam: u32,
        /// One end of the edge.
        from: PlanPoint,
        /// Its other end.
        to: PlanPoint,
    },
    /// Parameters that do not resolve.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
}
