//! What queries rely on beyond indices in range: whoever walks the mesh may then do so without
//! checking. `NavMesh::validate` checks more, and takes longer.

use super::error::LoadError;
use crate::geom::{PlanPoint, holds_with_rim, predicates, rim_area_doubled};
use crate::mesh::{NavMesh, Passage, PolyRef};

/// Checks every polygon: convex, covered once by its height triangles, and each neighbour over the
/// same two points the other way round. Linear, but for polygons of very many corners, which their
/// neighbours search for the shared edge.
pub(super) fn check(mesh: &NavMesh) -> Result<(), LoadError> {
    for r in mesh.all_polygons() {
        if let Err(what) = check_polygon(mesh, r) {
            let (tile, polygon) = (mesh.tile(r.tile).coord, r.polygon);
            return Err(LoadError::Polygon { tile, polygon, what });
        }
    }
    Ok(())
}

fn check_polygon(mesh: &NavMesh, r: PolyRef) -> Result<(), &'static str> {
    let tile = mesh.tile(r.tile);
    let ring: Vec<PlanPoint> = mesh.corners(r).map(|c| c.plan).collect();
    if !predicates::is_convex(&ring) {
        return Err("is not convex and counter-clockwise in plan");
    }
    let (mut area, mut is_inside) = (0_i128, true);
    for &[a, b, c] in tile.triangles_of(r.polygon) {
        let corners = [tile.plan(a), tile.plan(b), tile.plan(c)];
        let doubled = predicates::cross(corners[0], corners[1], corners[2]);
        let inside =
            |&p: &PlanPoint| predicates::side_of_convex(&ring, p) != predicates::Side::Outside;
        if !corners.iter().all(inside) {
            is_inside = false;
        }
        if doubled <= 0 || !corners.iter().all(|&p| holds_with_rim(&ring, p)) {
            return Err("has a height triangle that is flat, turned over or outside of it");
        }
        area += i128::from(doubled);
    }
    let beyond = area - predicates::ring_area_doubled(&ring);
    let most = if is_inside { 0 } else { rim_area_doubled(&ring) };
    if !(0..=most).contains(&beyond) {
        return Err("is not covered by its height triangles once");
    }
    for (i, edge) in mesh.edges(r).iter().enumerate() {
        let Some(other) = edge.neighbour() else { continue };
        if other == r {
            return Err("is its own neighbour");
        }
        let ends = (ring[i], ring[(i + 1) % ring.len()]);
        let Some(back) = edge_back(mesh, other, r, ends) else {
            return Err("has a neighbour that does not share the edge");
        };
        if edge.passage() == Passage::Closed && back == Passage::Closed {
            return Err("shares an edge that may be crossed from neither side");
        }
    }
    Ok(())
}

/// The passage of the edge of `from` that leads to `to` over the same two points, the other way
/// round.
fn edge_back(
    mesh: &NavMesh,
    from: PolyRef,
    to: PolyRef,
    (a, b): (PlanPoint, PlanPoint),
) -> Option<Passage> {
    let tile = mesh.tile(from.tile);
    let edges = mesh.edges(from);
    let shared = |i: &usize| {
        let next = &edges[(i + 1) % edges.len()];
        edges[*i].neighbour() == Some(to)
            && tile.plan(edges[*i].vertex) == b
            && tile.plan(next.vertex) == a
    };
    (0..edges.len()).find(shared).map(|i| edges[i].passage())
}
