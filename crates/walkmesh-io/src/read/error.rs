//! What can go wrong in a model file, and what is only worth a note.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;
use walkmesh::soup::HeightFieldError;

use super::UpAxis;

/// Why a model could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The scale asked for is no scale.
    #[error("the scale {scale} is not usable: give the metres of one unit, above 0")]
    Scale {
        /// The scale asked for.
        scale: f64,
    },
    /// No reader for this extension.
    #[error(
        "{}: unknown kind of file, use .obj, .gltf, .glb, .dae, .zae, .stl, .ply, .world or .sdf",
        path.display()
    )]
    Extension {
        /// The file.
        path: PathBuf,
    },
    /// The file is of another kind than its name says.
    #[error(
        "{}: begins as {what}, not as a .{named}: name it .{extension}, or export it as .{named}",
        path.display()
    )]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// Its extension.
        named: String,
        /// What it looks like.
        what: &'static str,
        /// The extension of such files.
        extension: &'static str,
    },
    /// The file, or one that it refers to, cannot be opened or read.
    #[error("{}: cannot be read: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file has no bytes.
    #[error("{}: the file is empty: export or download it again", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file is well-formed but holds no triangles.
    #[error("{}: holds no triangles ({why}): export the model with its faces", path.display())]
    NoTriangles {
        /// The file.
        path: PathBuf,
        /// What it holds instead, as far as is known.
        why: String,
    },
    /// Not one triangle is left without its bad vertices.
    #[error(
        "{}: each of its triangles has a corner that is not finite ({triangles} in all, the first \
         is vertex {vertex}): repair the export",
        path.display()
    )]
    NotFinite {
        /// The file.
        path: PathBuf,
        /// How many triangles.
        triangles: usize,
        /// The first such vertex, by its place among those read.
        vertex: u32,
    },
    /// A line of a text format that cannot be understood.
    #[error("{}: line {line}: {what}: correct the line or export again", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with which value.
        what: String,
    },
    /// The file as a whole does not parse.
    #[error("{}: not a valid {format} file ({what}): export or download it again", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The format it should have.
        format: &'static str,
        /// What the parser says, and where.
        what: String,
    },
    /// A part refers to something that is not there or has the wrong kind or size.
    #[error("{}: {part} {what}: repair the file or export again", path.display())]
    Reference {
        /// The file.
        path: PathBuf,
        /// The part, by its name or index.
        part: String,
        /// What it refers to, with the index and the limit.
        what: String,
    },
    /// A part is encoded in a way that is not read.
    #[error("{}: uses {feature}, which is not read: {remedy}", path.display())]
    Unsupported {
        /// The file.
        path: PathBuf,
        /// What it uses.
        feature: String,
        /// How to export it otherwise.
        remedy: &'static str,
    },
    /// A picture is no height field where it is put.
    #[error("{}: its pixels are no height field: {error}", path.display())]
    HeightField {
        /// The file.
        path: PathBuf,
        /// What is wrong with its place or its heights.
        error: HeightFieldError,
    },
    /// More than there may be.
    #[error("{}: more than {limit} {what}: split the model", path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// What there is too much of.
        what: &'static str,
        /// The most there can be.
        limit: u64,
    },
}

/// Something about a model that is worth saying, though it was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// The coordinates were turned or scaled to world metres.
    Converted {
        /// The axis that was taken as up.
        up: UpAxis,
        /// Metres for each unit of the file.
        scale: f64,
    },
    /// Triangles with a corner that is NaN or infinite were dropped.
    NotFinite {
        /// How many.
        triangles: usize,
        /// The first such vertex, by its place among those read.
        vertex: u32,
    },
    /// Parts that are no faces were skipped.
    Skipped {
        /// What they are.
        what: &'static str,
        /// How many.
        count: usize,
    },
    /// A part of a world was left out or placed with doubt.
    Part {
        /// Which part.
        part: String,
        /// What is the matter with it.
        what: String,
    },
    /// Concave polygons too large to clip were cut as fans, which may cover ground outside.
    Fanned {
        /// How many.
        polygons: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Converted { up, scale } => {
                write!(f, "read with {up:?} up and {scale} m a unit")
            }
            Self::NotFinite { triangles, vertex } => write!(
                f,
                "triangles with corners that are not finite (first: vertex {vertex}): dropped \
                 {triangles}"
            ),
            Self::Part { part, what } => write!(f, "{part} {what}"),
            Self::Skipped { what, count } => write!(f, "{what}: skipped {count}"),
            Self::Fanned { polygons } => write!(
                f,
                "concave polygons with too many corners to clip: fanned {polygons}; triangulate \
                 them before the export"
            ),
        }
    }
}
