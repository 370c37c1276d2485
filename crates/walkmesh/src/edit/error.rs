//! Why a batch of edits was refused.

use super::change::ChangeId;
use crate::geom::{DelaunayError, OverlayError};
use crate::mesh::{MeshError, TileCoord};

/// Why a batch was refused; the mesh is then as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// An edit that cannot be made.
    #[error("edit {}: {problem}", .edit + 1)]
    Edit {
        /// Index in the batch, from 0 (the message counts from 1).
        edit: usize,
        /// Why.
        problem: EditProblem,
    },
    /// The pieces of a polygon could not be worked out: a fault of this program.
    #[error("polygon {polygon} of tile ({}, {}) cannot be cut: {source}; please report it", tile.x, tile.y)]
    Cut {
        /// The tile.
        tile: TileCoord,
        /// The base polygon.
        polygon: u32,
        /// Why.
        source: DelaunayError,
    },
    /// The edited tiles make no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// Why an edit cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditProblem {
    /// The id is in use.
    #[error("change {} is there already: move it, or take another id", id.0)]
    Taken {
        /// The id.
        id: ChangeId,
    },
    /// No change has the id.
    #[error("change {} is not there: add it first", id.0)]
    Unknown {
        /// The id.
        id: ChangeId,
    },
    /// A coordinate or length of the shape is NaN or infinite, or a length is negative.
    #[error("the shape has the value {value:?}, but needs finite numbers and lengths of 0 or more")]
    Number {
        /// The value.
        value: f64,
    },
    /// A cost that is none, or beyond what a mesh keeps.
    #[error(
        "the cost {cost:?} is not between 1e-37 and 1e38: block ground that nobody is to walk on"
    )]
    Cost {
        /// The cost.
        cost: f64,
    },
    /// The heights are not a range.
    #[error("{low:?} to {high:?} is no range of heights: give the lower one first")]
    Heights {
        /// The first.
        low: f64,
        /// The second.
        high: f64,
    },
    /// The shape could not be overlaid.
    #[error(transparent)]
    Overlay(#[from] OverlayError),
}
