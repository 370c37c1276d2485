//! Why a file could not be read or written.

use super::section::Kind;
use crate::geom::FrameError;
use crate::mesh::{MeshError, TileCoord};
use crate::parameters::ParameterError;
use std::io;
use std::path::PathBuf;

/// Why a mesh was not saved.
#[derive(Debug, thiserror::Error)]
#[error("{path} could not be written: {source}")]
pub struct SaveError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

/// A link that no file may hold; [`NavMesh::validate`](crate::mesh::NavMesh::validate) names all of
/// them.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "link {link} (width {width} m, cost {cost} m) cannot be saved: {what}; mend it or take it out"
)]
pub struct UnsavableLink {
    /// Its index.
    pub link: u32,
    /// What is wrong with it.
    pub what: &'static str,
    /// Its width, metres.
    pub width: f64,
    /// Its cost, metres.
    pub cost: f64,
}

/// Why a file is not loaded. Offsets are bytes from the start of the file.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be opened.
    #[error("{path} could not be opened: {source}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Reading failed on the way.
    #[error("reading failed at byte {offset}: {source}")]
    Read {
        /// Where.
        offset: u64,
        /// What the system said.
        source: io::Error,
    },
    /// The file starts with something else.
    #[error("this is no walkmesh file: it does not start with \"walkmesh\"")]
    NotWalkmesh,
    /// The format is newer than this program.
    #[error(
        "the file has format version {found}, the newest known here is {newest}: update walkmesh or save the mesh again"
    )]
    Version {
        /// The version of the file.
        found: u32,
        /// The newest version that can be read.
        newest: u32,
    },
    /// The version is 0, which no program has written.
    #[error(
        "the file has format version 0, which there never was: it is damaged, make or download it again"
    )]
    VersionZero,
    /// The file ends too early.
    #[error(
        "the file is cut off: section {section} at byte {offset} needs {needed} bytes, {left} are left"
    )]
    CutOff {
        /// Its kind.
        section: Kind,
        /// Where it starts.
        offset: u64,
        /// How many bytes it needs.
        needed: u64,
        /// How many there are.
        left: u64,
    },
    /// The bytes are not those that were written.
    #[error("section {section} at byte {offset} is damaged: its hash does not match")]
    Damaged {
        /// Its kind.
        section: Kind,
        /// Where it starts.
        offset: u64,
    },
    /// A section that must be there is not.
    #[error("the file has no section {section}")]
    Missing {
        /// Its kind.
        section: Kind,
    },
    /// A section is there more often than it may.
    #[error("section {section} is there again at byte {offset}")]
    Twice {
        /// Its kind.
        section: Kind,
        /// Where the second starts.
        offset: u64,
    },
    /// A section that must be understood is not known.
    #[error("section {section} at byte {offset} is needed and not known here: update walkmesh")]
    Unknown {
        /// Its kind.
        section: Kind,
        /// Where it starts.
        offset: u64,
    },
    /// The sections are not those that the end of the file lists.
    #[error("the file has other sections than its end says, or bytes after its end at {offset}")]
    Sections {
        /// Where the end was found.
        offset: u64,
    },
    /// A value that cannot be.
    #[error("section {section}, byte {offset}: {what}")]
    Value {
        /// The kind of the section.
        section: Kind,
        /// Where the value ends.
        offset: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The lattice cannot be.
    #[error("the lattice in the file cannot be used: {0}")]
    Frame(#[from] FrameError),
    /// The parameters cannot be.
    #[error("the parameters in the file cannot be used: {0}")]
    Parameters(#[from] ParameterError),
    /// The tiles do not make a mesh.
    #[error("the file holds no usable mesh: {0}")]
    Mesh(#[from] MeshError),
    /// A polygon breaks what queries rely on.
    #[error("the file holds no usable mesh: tile ({}, {}), polygon {polygon} {what}", tile.x, tile.y)]
    Polygon {
        /// The tile.
        tile: TileCoord,
        /// Index of the polygon in it.
        polygon: u32,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The surfaces belong to another mesh.
    #[error("the file holds another mesh than the one its ground is wanted for")]
    OtherMesh,
}
