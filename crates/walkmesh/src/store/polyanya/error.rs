//! Why a `.mesh` is not read.

use crate::geom::FrameError;
use crate::store::import::SoloError;

/// Why a `.mesh` of Polyanya is not read. Lines count from 1.
#[derive(Debug, thiserror::Error)]
pub enum PolyanyaError {
    /// It starts with something else.
    #[error("this is no mesh of Polyanya: it does not start with \"mesh\"")]
    NotMesh,
    /// Another version.
    #[error("line {line}: version {found} of the format cannot be read, only 2: convert the file")]
    Version {
        /// Where it stands.
        line: usize,
        /// What the file says.
        found: String,
    },
    /// The text ends before everything was there.
    #[error("the file is cut off at line {line}: {what} is missing")]
    CutOff {
        /// The last line.
        line: usize,
        /// What was to come.
        what: &'static str,
    },
    /// The text goes on after everything was there.
    #[error("line {line}: `{found}` comes after the last polygon: the counts at the top are wrong")]
    LeftOver {
        /// The line.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// Something that is no number.
    #[error("line {line}: {what} is `{found}`, which is no number of the right kind")]
    Number {
        /// The line.
        line: usize,
        /// What was expected.
        what: &'static str,
        /// What stands there.
        found: String,
    },
    /// A count or an index that cannot be.
    #[error("line {line}: {what} is {value}, it must be {least} to {most}")]
    Range {
        /// The line.
        line: usize,
        /// What it is.
        what: &'static str,
        /// The value.
        value: i64,
        /// The least that it may be.
        least: i64,
        /// The most that it may be.
        most: i64,
    },
    /// A count of too few.
    #[error("line {line}: {what} is {value}, it must be {least} or more")]
    TooFew {
        /// The line.
        line: usize,
        /// What is counted.
        what: &'static str,
        /// How many the file says that there are.
        value: i64,
        /// The least that there may be.
        least: i64,
    },
    /// Polygons, of which none can have corners.
    #[error(
        "line {line}: the count of polygons is {polygons}, but there are no vertices: the counts are wrong"
    )]
    NoVertices {
        /// The line of the counts.
        line: usize,
        /// How many polygons it says that there are.
        polygons: usize,
    },
    /// A count that the rest of the file has no room for.
    #[error(
        "line {line}: {what} is {value}, but the rest of the file has room for {room} at most: it is cut off, or the count is wrong"
    )]
    Room {
        /// The line.
        line: usize,
        /// What is counted.
        what: &'static str,
        /// How many the file says that there are.
        value: i64,
        /// How many there could be.
        room: i64,
    },
    /// No lattice for the coordinates.
    #[error("the coordinates have no lattice: {0}")]
    Frame(#[from] FrameError),
    /// The polygons make no mesh.
    #[error(transparent)]
    Mesh(#[from] SoloError),
}
