//! A mesh of polygons that were made elsewhere.

use std::collections::BTreeMap;

use super::assemble::TileParts;
use super::error::MeshError;
use super::id::TileCoord;
use super::nav_mesh::NavMesh;
use super::structure::{in_reach, limit};
use crate::geom::{Frame, GroundPoint, PlanBox, PlanPoint, cast, predicates};
use crate::parameters::{Parameters, Resolved};
use crate::partition::{Beyond, Partition, Piece};
use crate::soup::Area;
use crate::surface::Border;

/// A convex polygon on the lattice, counter-clockwise from above.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConvexPolygon {
    /// Its corners in order; at least three, collinear ones allowed.
    pub corners: Vec<GroundPoint>,
    /// Kind of ground.
    pub area: Area,
    /// Bits for filters.
    pub flags: u32,
    /// Polygons of one layer do not lie over each other; floors over each other take different
    /// ones. So should floors that meet in plan at different heights, where the mesh is to be edited:
    /// borders of one layer are bent together, also by what comes to one of the floors only.
    pub layer: u32,
}

impl NavMesh {
    /// A mesh of one tile from convex polygons as they are, with default parameters and without
    /// an input hash. Edges that run both ways between the same two ground points (heights
    /// included) are shared; a corner that lies on another polygon's edge, in plan and height,
    /// is a corner of that one as well. Nothing is eroded or dropped. O(n log n) unless
    /// very many corners share a range of x.
    ///
    /// # Errors
    /// When a polygon is not convex and counter-clockwise, or a corner is beyond ±2^29 steps.
    pub fn from_polygons(frame: Frame, polygons: &[ConvexPolygon]) -> Result<Self, MeshError> {
        let partition = partition_of(polygons)?;
        let corners = &partition.vertices;
        let plan = corners.iter().map(|v| v.plan);
        let clip = PlanBox::around(plan).unwrap_or_default();
        let heights = corners.iter().map(|v| v.height);
        let heights =
            (heights.clone().min().unwrap_or_default(), heights.max().unwrap_or_default());
        let parameters = Parameters { region_min_area: 0.0, ..Parameters::default() };
        let resolved = resolve_as_given(&parameters, frame, clip, heights)?;
        let part =
            TileParts { coord: TileCoord::default(), clip, partition, ground: None, input: None };
        Self::assemble(&parameters, &resolved, [0; 32], vec![part])
    }
}

/// The pieces of a partition over shared vertices, joined where edges run both ways.
pub(super) fn partition_of(polygons: &[ConvexPolygon]) -> Result<Partition, MeshError> {
    let mut corners: Vec<GroundPoint> =
        polygons.iter().flat_map(|polygon| polygon.corners.iter().copied()).collect();
    corners.sort_unstable();
    corners.dedup();
    limit("vertices", corners.len())?;
    check_reach(polygons)?;
    let mut pieces = Vec::with_capacity(polygons.len());
    for (i, polygon) in polygons.iter().enumerate() {
        let ring: Vec<u32> = with_touching_corners(&polygon.corners, &corners);
        let plan: Vec<PlanPoint> = ring.iter().map(|&v| corners[cast::index(v)].plan).collect();
        if !predicates::is_convex(&plan) {
            let polygon = cast::count(i);
            return Err(MeshError::NotConvex { tile: TileCoord::default(), polygon });
        }
        let beyond = vec![Beyond::Border(Border::Wall); ring.len()];
        let triangles = triangulate(&ring, &corners);
        let ConvexPolygon { area, flags, layer, .. } = *polygon;
        pieces.push(Piece { corners: ring, beyond, layer, area, flags, triangles });
    }
    share_edges(&mut pieces);
    Ok(Partition { vertices: corners, pieces })
}

fn check_reach(polygons: &[ConvexPolygon]) -> Result<(), MeshError> {
    for (i, polygon) in polygons.iter().enumerate() {
        if let Some(far) = polygon.corners.iter().find(|&&p| !in_reach(p)) {
            let (tile, polygon) = (TileCoord::default(), cast::count(i));
            return Err(MeshError::Outside { tile, polygon, at: *far });
        }
    }
    Ok(())
}

/// The corners of a polygon as indices, with those of others that lie on its edges.
fn with_touching_corners(ring: &[GroundPoint], corners: &[GroundPoint]) -> Vec<u32> {
    let mut out = Vec::with_capacity(ring.len());
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (low, high) = (a.plan.min(b.plan), a.plan.max(b.plan));
        let from = corners.partition_point(|c| c.plan <= low);
        let to = corners.partition_point(|c| c.plan < high);
        let mut on: Vec<usize> = (from..to.max(from))
            .filter(|&c| {
                let p = corners[c];
                predicates::on_segment(a.plan, b.plan, p.plan)
                    && super::heights::on_edge(a, b, p.plan) == p.height
            })
            .collect();
        if a.plan > b.plan {
            on.reverse();
        }
        let own = corners.binary_search(&a).unwrap_or_default();
        out.extend(std::iter::once(own).chain(on).map(cast::count));
    }
    out
}

/// Triangles that tile a convex ring and use all its corners, collinear ones too: ears are cut
/// while what remains keeps an area. O(n²) at worst.
pub(crate) fn triangulate(ring: &[u32], vertices: &[GroundPoint]) -> Vec<[u32; 3]> {
    let plan = |v: u32| vertices[cast::index(v)].plan;
    let mut rest = ring.to_vec();
    let mut triangles = Vec::with_capacity(ring.len().saturating_sub(2));
    while rest.len() > 3 {
        let n = rest.len();
        let ear = (0..n).find(|&i| {
            let (a, b, c) = (rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]);
            let flat = |k: usize| predicates::cross(plan(c), plan(rest[(i + k) % n]), plan(a)) == 0;
            predicates::cross(plan(a), plan(b), plan(c)) > 0 && !(2..n - 1).all(flat)
        });
        let Some(i) = ear else { break };
        triangles.push([rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]]);
        rest.remove(i);
    }
    triangles.push([rest[0], rest[1], rest[2]]);
    triangles
}

/// Makes neighbours of pieces whose edges run both ways between the same two vertices.
fn share_edges(pieces: &mut [Piece]) {
    let mut by_ends: BTreeMap<(u32, u32), Vec<(usize, usize)>> = BTreeMap::new();
    for (p, piece) in pieces.iter().enumerate() {
        let n = piece.corners.len();
        for (k, &a) in piece.corners.iter().enumerate() {
            by_ends.entry((a, piece.corners[(k + 1) % n])).or_default().push((p, k));
        }
    }
    for (&(a, b), here) in &by_ends {
        // Edges that more than one polygon runs along in one direction are left as walls; the
        // polygons lie over each other there, which validation reports.
        let Some(there) = by_ends.get(&(b, a)) else { continue };
        if let ([(p, k)], [(q, _)]) = (here.as_slice(), there.as_slice()) {
            pieces[*p].beyond[*k] = Beyond::Piece(cast::count(*q));
        }
    }
}

/// Parameters resolved on a lattice and in a box that are given, as one tile that drops nothing.
///
/// # Errors
/// When a parameter is out of its range.
pub(crate) fn resolve_as_given(
    parameters: &Parameters,
    frame: Frame,
    clip: PlanBox,
    heights: (i32, i32),
) -> Result<Resolved, MeshError> {
    parameters.validate()?;
    // What does not follow from the lattice is that of default parameters, which always resolve.
    let origin = frame.origin();
    let plain = Parameters { region_min_area: 0.0, ..Parameters::default() };
    let mut resolved = plain.resolve(origin, origin)?;
    let cell = frame.steps(parameters.cell_size).max(1);
    let side = (i64::from(clip.max.x) - i64::from(clip.min.x))
        .max(i64::from(clip.max.y) - i64::from(clip.min.y));
    resolved.frame = frame;
    resolved.clip = clip;
    resolved.height_range = heights;
    resolved.cell = cell;
    resolved.cell_height = frame.steps(parameters.cell_height).max(1);
    resolved.climb = frame.steps(parameters.agent.max_climb);
    resolved.radius = frame.steps(parameters.agent.radius);
    resolved.height = frame.steps(parameters.agent.height);
    resolved.tile_cells = cast::narrow_i32(side / i64::from(cell) + 1);
    (resolved.columns, resolved.rows) = (1, 1);
    Ok(resolved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{ComponentId, PolyRef, TileId};

    fn polygon(corners: &[(i32, i32, i32)], layer: u32) -> ConvexPolygon {
        let corners = corners.iter().map(|&(x, y, h)| GroundPoint::new(x, y, h)).collect();
        ConvexPolygon { corners, layer, ..ConvexPolygon::default() }
    }

    fn mesh(polygons: &[ConvexPolygon]) -> NavMesh {
        NavMesh::from_polygons(Frame::new([0.0, 0.0, 0.0], 0).unwrap(), polygons).unwrap()
    }

    fn at(polygon: u32) -> PolyRef {
        PolyRef { tile: TileId(0), polygon }
    }

    #[test]
    fn a_t_junction_is_cut() {
        //  +---+---+
        //  |   | 1 |
        //  | 0 +---+
        //  |   | 2 |
        //  +---+---+
        let m = mesh(&[
            polygon(&[(0, 0, 0), (4, 0, 0), (4, 8, 0), (0, 8, 0)], 0),
            polygon(&[(4, 4, 0), (8, 4, 0), (8, 8, 0), (4, 8, 0)], 0),
            polygon(&[(4, 0, 0), (8, 0, 0), (8, 4, 0), (4, 4, 0)], 0),
        ]);
        assert_eq!((m.polygon_count(), m.vertex_count(), m.components().len()), (3, 8, 1));
        assert!((m.area_m2() - 64.0).abs() < 1e-12);
        let beyond: Vec<_> = m.edges(at(0)).iter().map(|e| e.neighbour()).collect();
        assert_eq!(beyond, [None, Some(at(2)), Some(at(1)), None, None]);
        for r in m.polygons() {
            assert_eq!(m.resolve(m.id(r)), Some(r));
            assert_eq!(m.component(r), ComponentId(0));
        }
        let (low, high) = m.bounds().unwrap();
        assert_eq!((low.x, low.z, high.x, high.z), (0.0, -8.0, 8.0, 0.0));
    }

    #[test]
    fn floors_over_each_other_do_not_touch() {
        let square = |h, layer| polygon(&[(0, 0, h), (4, 0, h), (4, 4, h), (0, 4, h)], layer);
        let m = mesh(&[square(0, 0), square(9, 1)]);
        assert_eq!(m.components().len(), 2);
        assert_eq!((m.component(at(0)), m.component(at(1))), (ComponentId(0), ComponentId(1)));
    }

    #[test]
    fn bad_polygons_are_refused() {
        let frame = Frame::new([0.0, 0.0, 0.0], 0).unwrap();
        let make = |corners: &[(i32, i32, i32)]| {
            NavMesh::from_polygons(frame, &[polygon(corners, 0)]).unwrap_err()
        };
        assert!(matches!(make(&[]), MeshError::NotConvex { .. }));
        assert!(matches!(make(&[(0, 0, 0), (0, 4, 0), (4, 0, 0)]), MeshError::NotConvex { .. }));
        let far = [(i32::MIN, i32::MIN, 0), (i32::MAX, 0, 0), (0, i32::MAX, 0)];
        assert!(matches!(make(&far), MeshError::Outside { .. }));
        let high = make(&[(0, 0, 0), (4, 0, 1 << 30), (0, 4, 0)]).to_string();
        assert!(high.contains("(4, 0) at height 1073741824"), "{high}");
    }

    #[test]
    fn collinear_corners_get_height_triangles() {
        let m = mesh(&[polygon(&[(0, 0, 0), (2, 0, 5), (4, 0, 0), (2, 4, 0), (1, 2, 3)], 0)]);
        let tile = m.tile(TileId(0));
        assert_eq!(tile.triangles_of(0).len(), 3);
        for t in tile.triangles_of(0) {
            assert!(predicates::cross(tile.plan(t[0]), tile.plan(t[1]), tile.plan(t[2])) > 0);
        }
    }
}
