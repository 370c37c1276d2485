//! Why a batch of edits was refused.

use super::change::ChangeId;
use crate::geom::{DelaunayError, OverlayError};
use crate::mesh::{MeshError, TileCoord};

/// Why a batch was refused; the mesh is then as it was. `edit` is the index in the batch.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// The id is in use.
    #[error("edit {edit} adds change {}, which is there already: move it, or take another id", id.0)]
    Taken {
        /// Index in the batch.
        edit: usize,
        /// The id.
        id: ChangeId,
    },
    /// No change has the id.
    #[error("edit {edit} names change {}, which is not there: add it first", id.0)]
    Unknown {
        /// Index in the batch.
        edit: usize,
        /// The id.
        id: ChangeId,
    },
    /// A coordinate or length of the shape is NaN or infinite, or a length is negative.
    #[error(
        "edit {edit}: the shape has the value {value:?}, but needs finite numbers and lengths of 0 or more"
    )]
    Number {
        /// Index in the batch.
        edit: usize,
        /// The value.
        value: f64,
    },
    /// A cost would make distances meaningless.
    #[error(
        "edit {edit}: the cost {cost:?} is not finite and above 1.2e-38: block ground that nobody is to walk on"
    )]
    Cost {
        /// Index in the batch.
        edit: usize,
        /// The cost.
        cost: f64,
    },
    /// The heights are not a range.
    #[error("edit {edit}: {low:?} to {high:?} is no range of heights: give the lower one first")]
    Heights {
        /// Index in the batch.
        edit: usize,
        /// The first.
        low: f64,
        /// The second.
        high: f64,
    },
    /// The shape could not be overlaid.
    #[error("edit {edit}: {source}")]
    Overlay {
        /// Index in the batch.
        edit: usize,
        /// Why.
        source: OverlayError,
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
