//! Why a tile set is not read.

use crate::geom::FrameError;
use crate::mesh::MeshError;
use crate::parameters::ParameterError;
use crate::store::LoadError;

/// Why a Detour tile set is not read. Offsets are bytes from the start of the file, tiles count
/// from 0 in the order of the file.
#[derive(Debug, thiserror::Error)]
pub enum DetourError {
    /// It starts with something else.
    #[error("this is no Detour tile set: it does not start with \"TESM\"")]
    NotTileSet,
    /// A file of a machine with the other byte order.
    #[error("the tile set was saved on a big-endian machine: save it again on a little-endian one")]
    BigEndian,
    /// A version that is not known.
    #[error("the tile set has version {found}: 1 (RecastDemo) and 2 (Habitat) can be read")]
    Version {
        /// The version of the file.
        found: i32,
    },
    /// The file ends too early.
    #[error("the file is cut off: {what} at byte {offset} needs {needed} bytes, {left} are left")]
    CutOff {
        /// What was being read.
        what: &'static str,
        /// Where it starts.
        offset: usize,
        /// How many bytes it needs.
        needed: u64,
        /// How many there are.
        left: usize,
    },
    /// The list of tiles stops before its end.
    #[error(
        "the list of tiles ends after {found} of {count} and {left} bytes follow: a reference or a size is damaged"
    )]
    Ended {
        /// How many tiles come before.
        found: usize,
        /// How many there should be.
        count: i32,
        /// How many bytes follow.
        left: usize,
    },
    /// A tile does not start as one.
    #[error("tile {tile} at byte {offset} is no Detour tile of version 7: build it again")]
    NotTile {
        /// The tile.
        tile: usize,
        /// Where it starts.
        offset: usize,
    },
    /// A tile is longer than its counts say.
    #[error(
        "tile {tile}, byte {offset}: {left} bytes of the tile are left behind its last section, so a \
         count or the size in its header is damaged: build it again"
    )]
    Spare {
        /// The tile.
        tile: usize,
        /// Where its last section ends.
        offset: usize,
        /// How many bytes are left.
        left: usize,
    },
    /// A count or an index that cannot be.
    #[error("tile {tile}, byte {offset}: {what} is {value}, it must be {least} to {most}")]
    Range {
        /// The tile.
        tile: usize,
        /// Where the value stands.
        offset: usize,
        /// What it is.
        what: &'static str,
        /// The value.
        value: i64,
        /// The least that it may be.
        least: i64,
        /// The most that it may be.
        most: i64,
    },
    /// A length or a coordinate that is none.
    #[error("tile {tile}, byte {offset}: {what} is {value}")]
    Number {
        /// The tile.
        tile: usize,
        /// Where the value stands.
        offset: usize,
        /// What it is, and what it must be.
        what: &'static str,
        /// The value.
        value: f32,
    },
    /// Two tiles have the same place and layer.
    #[error("tile {tile} has the place ({x}, {y}) and layer {layer} of an earlier one")]
    TileTwice {
        /// The second of them.
        tile: usize,
        /// Its column.
        x: i32,
        /// Its row.
        y: i32,
        /// Its layer.
        layer: i32,
    },
    /// No lattice for the world.
    #[error("the world of the tile set has no lattice: {0}")]
    Frame(#[from] FrameError),
    /// The agent cannot be.
    #[error("the parameters in the tile set cannot be used: {0}")]
    Parameters(#[from] ParameterError),
    /// The polygons do not make a mesh.
    #[error("the tile set holds no usable mesh: {0}")]
    Mesh(#[from] MeshError),
    /// A polygon breaks what queries rely on.
    #[error("the tile set holds no usable mesh: {0}")]
    Structure(Box<LoadError>),
}
