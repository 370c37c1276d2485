//! Detour tile sets: what RecastDemo, recast-navigation-js and Habitat save.
//!
//! ```text
//! "TESM"  version i32 (1, or Habitat's 2)  tiles i32
//! origin f32[3]  tile width, height f32  most tiles, most polygons i32
//! [version 2: Habitat's settings, 13 f32 and 4 bool]
//! tile*   reference u32, or u64 where Detour was built so   size i32   blob
//! blob    "VAND" 7 x y layer ... counts  agent  box      then, each padded to 4 bytes:
//!         vertices, polygons, links (unused), detail meshes, detail vertices, detail triangles,
//!         BV tree, off-mesh connections
//! ```
//!
//! All little-endian. Whether references have 32 or 64 bits is not said: the one that fits the
//! whole file is taken. `M. Mononen`'s Detour defines the format by the structures that it maps
//! onto these bytes; here every count and index is checked against them first.

mod bytes;
mod container;
mod error;
mod grid;
mod import;
mod off_mesh;
mod parameters;
mod settings;
#[cfg(test)]
mod tests;
mod tile;
mod write;

pub use error::DetourError;
pub use write::{WriteError, WriteOptions, Written, write};

use super::import::Imported;

/// True for bytes that start as a Detour tile set does.
#[must_use]
pub fn is_tile_set(bytes: &[u8]) -> bool {
    bytes.starts_with(container::MAGIC)
}

/// True for bytes that start as Habitat's tile sets do, which have its settings in front of the
/// tiles. [`write`](fn@write) makes none of these.
#[must_use]
pub fn is_habitat(bytes: &[u8]) -> bool {
    let version = bytes.strip_prefix(container::MAGIC).and_then(|rest| rest.first_chunk());
    version.is_some_and(|&version| i32::from_le_bytes(version) == container::HABITAT)
}

/// A mesh from the bytes of a tile set: MSET of version 1 with references of 32 or 64 bits, or
/// Habitat's version 2.
///
/// Coordinates stay where they are (metres, Y up), on the finest lattice that the world fits,
/// rounded to the last bit that the farthest of them has as an `f32`. Tiles stay tiles where
/// they form a grid of squares, several layers of one place together, and where ground that goes
/// on from one to the next is open; otherwise all become one
/// ([`tiles_merged`](super::ImportReport::tiles_merged)). Rows count the other way, as plan y
/// runs against world z. Polygons keep area and flags; neighbours are those that the file names,
/// and across tiles those whose borders run along each other within twice the climb, as Detour
/// joins them, cut so that every edge has one neighbour. Off-mesh connections become links whose
/// ends stand on the mesh, with the straight length between them as cost, and wide enough for the
/// agent of the file. Height triangles are kept, points on edges being moved along them to where the
/// lattice has a point.
///
/// A polygon that is not convex on the lattice is cut, one that has no area or crosses itself is
/// dropped; the report counts both. Linear but for sorting and for polygons over each other.
///
/// # Errors
/// When the bytes are no such file, end too early, or hold an index, a count or a value that
/// cannot be.
pub fn read(bytes: &[u8]) -> Result<Imported, DetourError> {
    import::import(&container::read(bytes)?)
}
