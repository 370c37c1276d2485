//! How the parts of a mesh are named.

use crate::surface::TileSide;

/// A place in the grid of tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileCoord {
    /// Column, growing with plan x.
    pub x: i32,
    /// Row, growing with plan y (world -z).
    pub y: i32,
}

impl TileCoord {
    /// The place on one of its sides, if there is one.
    pub(crate) fn beyond(self, side: TileSide) -> Option<Self> {
        let Self { x, y } = self;
        Some(match side {
            TileSide::East => Self { x: x.checked_add(1)?, y },
            TileSide::North => Self { x, y: y.checked_add(1)? },
            TileSide::West => Self { x: x.checked_sub(1)?, y },
            TileSide::South => Self { x, y: y.checked_sub(1)? },
        })
    }
}

/// Index of a tile in its mesh: tiles are kept in order of row, then column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileId(pub u32);

/// A polygon by position: fast, and good for as long as the mesh value it came from. For keeping
/// across edits use [`PolyId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PolyRef {
    /// The tile.
    pub tile: TileId,
    /// Index of the polygon in the tile.
    pub polygon: u32,
}

/// A polygon for keeping: tile, base polygon, piece of it, and the base polygon's generation.
/// After an edit or a rebuild a stale id is detected; an untouched polygon keeps its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PolyId {
    /// The tile.
    pub tile: TileCoord,
    /// The base polygon of the tile.
    pub base: u32,
    /// The piece of the base polygon; 0 while no edit cut it.
    pub piece: u32,
    /// How often the base polygon was replaced.
    pub generation: u32,
}

/// A weakly connected part of the mesh. A new mesh numbers them from the largest area (0) down.
/// When tiles are replaced the components keep their names: of several that are joined one name
/// stays, of the parts of a split one keeps it, and the others get numbers that were not used
/// before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComponentId(pub u32);

impl ComponentId {
    /// That of a [closed](super::Tile::is_closed) polygon: no component.
    pub const NONE: Self = Self(u32::MAX);
}
