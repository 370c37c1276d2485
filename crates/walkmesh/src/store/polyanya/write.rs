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
    let ranks = &*mesh.ranks();
    // Fans are numbered in the order in which half-edges first name them.
    let mut numbers = vec![NONE; cast::index(edges.len())];
    let (mut fans, mut vertices, mut polygons) = (0_u32, String::new(), String::new());
    for polygon in edges.all_polygons() {
        if mesh.is_closed(edges.polygon(polygon)) {
            continue;
        }
        for h in edges.around(polygon) {
            let number = &mut numbers[cast::index(edges.get(h).fan)];
            if *number == NONE {
                *number = fans;
                fans += 1;
                write_vertex(&mut vertices, mesh, ranks, edges, h);
            }
        }
        let range = edges.around(polygon);
        // Writing to a String cannot fail.
        let _ = write!(polygons, "{}", range.len());
        for h in range.clone() {
            let _ = write!(polygons, " {}", numbers[cast::index(edges.get(h).fan)]);
        }
        for h in range {
            let _ = write!(polygons, " {}", beyond(mesh, ranks, edges, edges.prev(h)));
        }
        polygons.push('\n');
    }
    format!("mesh\n2\n{fans} {}\n{vertices}{polygons}", mesh.polygon_count())
}

/// The polygon that may be entered over a half-edge, or -1.
fn beyond(mesh: &NavMesh, ranks: &[u32], edges: &HalfEdges, h: u32) -> i64 {
    let edge = edges.get(h);
    if edge.is_open() { index(mesh, ranks, edges, edge.twin) } else { -1 }
}

/// The polygon of a half-edge in the order of [`NavMesh::polygons`].
fn index(mesh: &NavMesh, ranks: &[u32], edges: &HalfEdges, h: u32) -> i64 {
    ranks[mesh.index(edges.polygon(edges.get(h).polygon))].into()
}

/// The corner at the start of `h`, with the polygons around it.
fn write_vertex(text: &mut String, mesh: &NavMesh, ranks: &[u32], edges: &HalfEdges, h: u32) {
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
        around.push(index(mesh, ranks, edges, at));
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
