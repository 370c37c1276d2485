//! The file format `.walkmesh`.
//!
//! ```text
//! "walkmesh"  version u32  0 u32
//! section*    kind [4]  flags u32  length u64  blake3 of kind, flags, length, payload [32]
//!             payload
//! ```
//!
//! All numbers are little-endian; inside payloads integers are LEB128 (signed ones zigzag), and
//! coordinates and indices are differences to the one before. Kinds: `META` (parameters, what
//! they resolved to, the lattice, hash of the input), `TILE` (one for each tile, in order, no
//! index in it leads out of the tile but by tile coordinates, so that tiles can be read alone),
//! `COST` (polygons dearer or cheaper than their kind of ground), `SHUT` (closed polygons), `LINK`,
//! `SRCE` (what one tile was made from), `GRND` (the un-eroded surface of one tile, read only when
//! asked for), `DONE` (how many sections there are, the content hash, and a hash over all heads and
//! hashes; a file without it was cut off). A reader skips kinds that it does not know, unless their
//! flags have bit 0 set: then it refuses the file.
//!
//! Boxes, labels, components and search trees are not in the file: they follow from the rest in
//! linear time. Neither are generations and timings, so the same mesh gives the same bytes.
//!
//! **Nothing in a file is trusted**: counts are checked against what is left before anything is
//! allocated, every value against its range, and the whole against what queries rely on.

mod atomic;
mod bytes;
mod check;
mod closed;
mod cost;
pub mod detour;
mod error;
mod ground;
mod import;
mod link;
mod meta;
pub mod movingai;
pub mod polyanya;
mod reader;
mod rising;
mod section;
mod source;
mod tile;
pub mod triangles;

pub use atomic::write_atomically;
pub use error::{LoadError, SaveError, UnsavableLink};
pub use import::{ImportReport, Imported, Placement, SoloError};
pub use section::Kind as SectionKind;

use crate::geom::cast;
use crate::mesh::{NavMesh, TileId};
use section::{Digest, Kind, Sections};
use std::fs::File;
use std::io::{self, BufReader, Cursor, Write};
use std::path::Path;

/// Version of the format that is written, and the newest that is read.
const VERSION: u32 = 1;

/// True for bytes that start as a `.walkmesh` file does.
#[must_use]
pub fn is_mesh(bytes: &[u8]) -> bool {
    bytes.starts_with(section::MAGIC)
}

/// What to load of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// The un-eroded surfaces too. Without them a file loads faster and smaller, and
    /// [`load_ground`] can bring them later, which an [update](crate::bake::update) of the bake
    /// needs.
    pub ground: bool,
}

/// Writes a mesh, with its un-eroded surfaces where it has them. The same mesh gives the same
/// bytes. Linear.
///
/// # Errors
/// What the writer says; [`UnsavableLink`] as [`io::ErrorKind::InvalidInput`], before anything is
/// written.
pub fn write(mesh: &NavMesh, out: &mut impl Write) -> io::Result<()> {
    write_to(mesh, out)
}

fn write_to(mesh: &NavMesh, out: &mut dyn Write) -> io::Result<()> {
    link::check(mesh).map_err(|bad| io::Error::new(io::ErrorKind::InvalidInput, bad))?;
    section::write_start(out, VERSION)?;
    let mut digest = Digest::default();
    content(mesh, &mut |kind, payload| section::write(out, &mut digest, kind, payload))?;
    for (t, tile) in (0..).zip(mesh.tiles()) {
        if let Some(source) = &tile.source {
            let payload = source::encode(t, source);
            section::write(out, &mut digest, Kind::SOURCE, &payload)?;
        }
    }
    for t in 0..cast::count(mesh.tiles().len()) {
        if let Some(surface) = mesh.ground(TileId(t)) {
            let payload = ground::encode(t, surface);
            section::write(out, &mut digest, Kind::GROUND, &payload)?;
        }
    }
    let end = digest.end();
    section::write(out, &mut digest, Kind::DONE, &end)
}

/// Hands out the sections that say what the mesh is.
fn content(mesh: &NavMesh, add: &mut impl FnMut(Kind, &[u8]) -> io::Result<()>) -> io::Result<()> {
    add(Kind::META, &meta::encode(mesh))?;
    for t in 0..cast::count(mesh.tiles().len()) {
        add(Kind::TILE, &tile::encode(mesh, TileId(t)))?;
    }
    if let Some(payload) = cost::encode(mesh) {
        add(Kind::COST, &payload)?;
    }
    if let Some(payload) = closed::encode(mesh) {
        add(Kind::CLOSED, &payload)?;
    }
    if !mesh.links().is_empty() {
        add(Kind::LINK, &link::encode(mesh))?;
    }
    Ok(())
}

/// A hash of what the mesh is: parameters, lattice, input hash, tiles, costs, what is closed, and
/// links. Not of the un-eroded surfaces (a mesh loaded without them has the same hash), nor of what each tile was
/// made from, and not of how long it took or how often it was edited. Linear.
#[must_use]
pub fn content_hash(mesh: &NavMesh) -> [u8; 32] {
    let mut digest = Digest::default();
    // Nothing is written, so nothing fails.
    let _: io::Result<()> = content(mesh, &mut |kind, payload| {
        digest.add_payload(kind, payload);
        Ok(())
    });
    digest.content()
}

/// Writes a mesh to a file, which is whole or not there ([`write_atomically`]).
///
/// # Errors
/// When the file cannot be written, or not hold a link ([`UnsavableLink`]); a file that had the
/// name is as it was then.
pub fn save(mesh: &NavMesh, path: &Path) -> Result<(), SaveError> {
    write_atomically(path, |out| write_to(mesh, out))
        .map_err(|source| SaveError { path: path.to_owned(), source })
}

/// A mesh from the bytes of a file. Linear, and much faster than a bake.
///
/// # Errors
/// When the bytes are no such file, are damaged, cut off or from a newer version, or hold what
/// is no mesh.
pub fn read(bytes: &[u8], options: LoadOptions) -> Result<NavMesh, LoadError> {
    reader::read(&mut Sections::open(Cursor::new(bytes))?, options)
}

/// A mesh from a file. What is not asked for is not read from the disk.
///
/// # Errors
/// As [`read`], and when the file cannot be read.
pub fn load(path: &Path, options: LoadOptions) -> Result<NavMesh, LoadError> {
    reader::read(&mut open(path)?, options)
}

/// The mesh with the un-eroded surfaces of its file, for a mesh that was loaded without them.
///
/// # Errors
/// As [`load`], and when the file holds another mesh.
pub fn load_ground(mesh: &NavMesh, path: &Path) -> Result<NavMesh, LoadError> {
    let (grounds, hash) = reader::read_grounds(&mut open(path)?, mesh)?;
    if hash != content_hash(mesh) {
        return Err(LoadError::OtherMesh);
    }
    Ok(mesh.with_grounds(grounds))
}

/// A file of any payloads under right hashes: what a hostile writer could make, for tests and
/// fuzzing. A section of kind `DONE` is left out, the right one is added.
#[doc(hidden)]
#[must_use]
pub fn file_of_sections(sections: &[([u8; 4], &[u8])]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut digest = Digest::default();
    // Writing to memory does not fail.
    let _ = section::write_start(&mut file, VERSION);
    for (kind, payload) in sections.iter().filter(|(kind, _)| Kind(*kind) != Kind::DONE) {
        let _ = section::write(&mut file, &mut digest, Kind(*kind), payload);
    }
    let end = digest.end();
    let _ = section::write(&mut file, &mut digest, Kind::DONE, &end);
    file
}

fn open(path: &Path) -> Result<Sections<BufReader<File>>, LoadError> {
    let opened = File::open(path);
    let file = opened.map_err(|source| LoadError::Open { path: path.to_owned(), source })?;
    Sections::open(BufReader::new(file))
}

#[cfg(test)]
mod tests;
