//! From polygons that another program made to pieces of ours: turned the right way round, cut
//! where they are not convex, joined by what their file says, with their ground heights.

mod face;
mod ground;
mod join;
mod layers;
mod report;
mod solo;

pub(super) use face::{Face, Next};
pub use report::ImportReport;
pub use solo::{Placement, SoloError};
pub(super) use solo::{frame_for, solo};

use crate::geom::{GroundPoint, cast};
use crate::mesh::NavMesh;
use crate::partition::{Names, Partition, Piece};
use face::Part;

/// A mesh that was imported, and what had to be done to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The mesh.
    pub mesh: NavMesh,
    /// What was repaired, dropped and moved.
    pub report: ImportReport,
}

/// How exact the coordinates of a file are, lattice steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exactness {
    /// A height point this near to an edge in plan is meant to be on it.
    pub(super) edge_reach: f64,
    /// One that is put on an edge from no farther off keeps its height.
    pub(super) rounding: f64,
    /// The grounds of neighbours may be this far apart in height.
    pub(super) tolerance: i64,
}

/// The pieces of one tile. Faces name each other by index; what was repaired is counted.
/// O(n log n), plus the pairs of faces whose boxes meet.
pub(super) fn pieces(faces: &[Face], exactness: Exactness, report: &mut ImportReport) -> Partition {
    let mut parts: Vec<Part> = Vec::with_capacity(faces.len());
    for (index, face) in faces.iter().enumerate() {
        face::repair(face, cast::count(index), report, &mut parts);
    }
    let beyond = join::join(&parts, exactness.tolerance, report);
    let layers = layers::assign(&parts, &beyond, exactness.tolerance);
    let mut partition = Partition::default();
    let mut names = Names::default();
    for ((part, beyond), layer) in parts.iter().zip(beyond).zip(layers) {
        let face = &faces[cast::index(part.face)];
        let ground = ground::fit(face, part, exactness, report);
        let mut name = |p: &GroundPoint| names.of(*p, &mut partition.vertices);
        let corners = part.corners.iter().map(&mut name).collect();
        let triangles = ground.iter().map(|t| [name(&t[0]), name(&t[1]), name(&t[2])]).collect();
        let (area, flags) = (face.area, face.flags);
        partition.pieces.push(Piece { corners, beyond, layer, area, flags, triangles });
    }
    partition
}
