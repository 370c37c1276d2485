//! A mesh as text.

use std::fmt::Write;

use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::{HalfEdges, NONE};
use crate::mesh::{Access, NavMesh};

/// The polygons of a mesh as a `.mesh`: in the order of [`NavMesh::polygons`], a vertex for
/// every fan of polygons that are joined around a corner, so that what only touches or lies
/// above does not share one. Coordinates are written with every digit that tells them apart, so
/// that reading them gives the same lattice points; heights, areas, flags and links have no
/// place in the format. An edge that can be crossed one way only names its neighbour from that
/// side. Linear.
#[must_use]
pub fn write(mesh: &NavMesh) -> String {
    let edges = &*mesh.half_edges_for(&Access::default());
    let mut text = format!("mesh\n2\n{} {}\n", edges.fans(), edges.polygons());
    let mut seen = vec![false; cast::index(edges.fans())];
    // Fans are numbered in the order in which half-edges first name them.
    for h in 0..edges.len() {
        let fan = cast::index(edges.get(h).fan);
        if !std::mem::replace(&mut seen[fan], true) {
            write_vertex(&mut text, mesh, edges, h);
        }
    }
    for polygon in 0..edges.polygons() {
        let range = edges.around(polygon);
        // Writing to a String cannot fail.
        let _ = write!(text, "{}", range.len());
        for h in range.clone() {
            let _ = write!(text, " {}", edges.get(h).fan);
        }
        for h in range {
            let _ = write!(text, " {}", beyond(edges, edges.prev(h)));
        }
        text.push('\n');
    }
    text
}

/// The polygon that may be entered over a half-edge, or -1.
fn beyond(edges: &HalfEdges, h: u32) -> i64 {
    let edge = edges.get(h);
    if edge.is_open() { edges.get(edge.twin).polygon.into() } else { -1 }
}

/// The corner at the start of `h`, with the polygons around it.
fn write_vertex(text: &mut String, mesh: &NavMesh, edges: &HalfEdges, h: u32) {
    let p: PlanPoint = edges.at(h);
    let world = mesh.frame().plan_to_world(p);
    let mut around = Vec::new();
    let mut start = h;
    // Clockwise as far as it goes, then counter-clockwise over all.
    while edges.is_free(start) {
        start = edges.next(edges.get(start).twin);
        if start == h {
            break;
        }
    }
    let mut at = start;
    let is_ring = loop {
        around.push(i64::from(edges.get(at).polygon));
        let end = edges.prev(at);
        if !edges.is_free(end) {
            break false;
        }
        at = edges.get(end).twin;
        if at == start || at == NONE {
            break true;
        }
    };
    if !is_ring {
        around.push(-1);
    }
    // Writing to a String cannot fail; 0 less z has no negative zero.
    let _ = write!(text, "{} {} {}", world.x, 0.0 - world.z, around.len());
    for polygon in around {
        let _ = write!(text, " {polygon}");
    }
    text.push('\n');
}
