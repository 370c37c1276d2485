//! Every invariant of a mesh, checked.

mod joints;
mod problem;
mod shape;
#[cfg(test)]
mod tests;
mod whole;

pub use problem::{Place, Problem};

use super::nav_mesh::NavMesh;

impl NavMesh {
    /// Checks every invariant and names what is broken; nothing is for a sound mesh.
    ///
    /// Polygons: convex and counter-clockwise, in their tile, no corner twice, kept heights
    /// right, covered once by their height triangles, no two of a layer over each other. Edges:
    /// shared by both sides over the same two plan points, crossable from one of them, the
    /// grounds within a step, none left open across a tile side. The whole: labels and
    /// components equal a fresh flood fill, ids lead back, links end on the mesh
    /// and join two points or two stretches of one length. Indices in
    /// range, boxes and reach are not here: no mesh without them can be made.
    ///
    /// About O(n log n).
    #[must_use]
    pub fn validate(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        shape::check(self, &mut problems);
        joints::check(self, &mut problems);
        whole::check(self, &mut problems);
        problems
    }

    /// True when ground that goes on across a tile side is open there everywhere: what
    /// [`NavMesh::validate`] says of tile sides. O(n log n).
    pub(crate) fn conforms(&self) -> bool {
        let mut problems = Vec::new();
        joints::check_sides(self, &mut problems);
        problems.is_empty()
    }
}
