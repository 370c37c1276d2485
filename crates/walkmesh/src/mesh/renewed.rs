//! Tiles that take the place of others.

use std::sync::Arc;

use super::tile::Tile;

/// A tile for the place of the one at its coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Renewed {
    pub(crate) tile: Arc<Tile>,
    /// In what it differs from that one, where that is known to be no more than this.
    pub(crate) patch: Option<TilePatch>,
}

impl From<Arc<Tile>> for Renewed {
    fn from(tile: Arc<Tile>) -> Self {
        Self { tile, patch: None }
    }
}

/// Where an edge of a tile stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EdgeAt {
    /// Index in [`Tile::edges`].
    pub(crate) edge: u32,
    /// Whose edge it is.
    pub(crate) polygon: u32,
}

/// All in which a tile of the same polygons differs from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TilePatch {
    /// Edges that lead elsewhere, or may be crossed otherwise.
    pub(crate) edges: Vec<EdgeAt>,
    /// Polygons that were opened or closed, in order.
    pub(crate) turned: Vec<u32>,
    /// True when there are as many labels, all other polygons have those that they had, and each is
    /// that of one of them.
    pub(crate) keeps_labels: bool,
}
