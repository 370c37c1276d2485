//! Meshes of polygons that a test writes down.

use walkmesh::geom::{Frame, GroundPoint};
use walkmesh::mesh::{ConvexPolygon, NavMesh};

/// A lattice whose step is a metre: lattice points read as world points `(x, height, -y)`.
#[must_use]
pub fn unit_frame() -> Frame {
    Frame::new([0.0, 0.0, 0.0], 0).expect("a frame at the origin")
}

/// A flat mesh at height 0 of convex counter-clockwise polygons in plan steps, on
/// [`unit_frame`]. Shared edges are found, T-junctions cut.
///
/// # Panics
/// When a polygon is not convex and counter-clockwise.
#[must_use]
pub fn planar_mesh(polygons: &[Vec<(i32, i32)>]) -> NavMesh {
    let polygons: Vec<_> =
        polygons.iter().map(|ring| (0, ring.iter().map(|&(x, y)| (x, y, 0)).collect())).collect();
    ground_mesh(&polygons)
}

/// A polygon's layer, and its corners as plan x, plan y and height in steps.
pub type LayeredPolygon = (u32, Vec<(i32, i32, i32)>);

/// A mesh of convex counter-clockwise polygons `(layer, [(plan x, plan y, height)])`, on
/// [`unit_frame`]. Edges with the same two ground points are shared; polygons that lie over each
/// other take different layers.
///
/// # Panics
/// When a polygon is not convex and counter-clockwise.
#[must_use]
pub fn ground_mesh(polygons: &[LayeredPolygon]) -> NavMesh {
    let polygons: Vec<_> = polygons
        .iter()
        .map(|(layer, ring)| ConvexPolygon {
            corners: ring.iter().map(|&(x, y, h)| GroundPoint::new(x, y, h)).collect(),
            layer: *layer,
            ..ConvexPolygon::default()
        })
        .collect();
    NavMesh::from_polygons(unit_frame(), &polygons).expect("convex polygons")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_joins_two_floors() {
        let mesh = ground_mesh(&[
            (0, vec![(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)]),
            (0, vec![(4, 0, 0), (8, 0, 3), (8, 4, 3), (4, 4, 0)]),
            (1, vec![(0, 4, 3), (8, 4, 3), (8, 8, 3), (0, 8, 3)]),
        ]);
        assert_eq!(mesh.components().len(), 2, "the ramp's top edge is not the upper floor's");
        assert_eq!(planar_mesh(&[vec![(0, 0), (4, 0), (0, 4)]]).polygon_count(), 1);
    }
}
