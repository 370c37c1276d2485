//! The way between two points that see each other: most short ones, and the searches need not run.

use super::super::optimal::{Crossing, Trace};
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::{HalfEdge, HalfEdges, Ring};

/// An edge where the line leaves a polygon, and where along the edge.
struct Exit<'m> {
    edge: &'m HalfEdge,
    /// As the polygon beyond has it: 0 at its first corner.
    share: f64,
}

/// Lays the straight line from one point to another, strictly within all edges that it crosses,
/// into `trace`. False when there is no such line through at most so many polygons: then a
/// search decides, and `trace` holds what it likes.
///
/// The polygons are those that hold the start and the goal; no other polygon joined to them may.
/// Then no other way is as short, unless there are links. Linear in the corners passed.
pub(in crate::query) fn see(
    edges: &HalfEdges,
    [start, goal]: [(u32, PlanPoint); 2],
    most: u32,
    trace: &mut Trace,
) -> bool {
    let line = [start.1, goal.1];
    trace.within(start.0);
    let mut ring = edges.ring_of(start.0);
    for _ in 1..most {
        let Some(Exit { edge, share }) = exit(&ring, line) else { return false };
        if !edge.is_open() {
            return false;
        }
        ring = edges.ring(edge.twin);
        let polygon = ring.get(ring.own).polygon;
        if trace.wanted {
            trace.crossings.push(Crossing { edge: edge.twin, share });
        }
        trace.polygons.push(polygon);
        if polygon == goal.0 {
            return true;
        }
    }
    false
}

/// Where a line leaves a polygon whose border it enters by the edge that the ring was asked for
/// by, or in which it begins; `None` when it ends there or meets a corner.
fn exit<'m>(ring: &Ring<'m>, [p, q]: [PlanPoint; 2]) -> Option<Exit<'m>> {
    // Counter-clockwise along the border the line is left where the side changes from right.
    let side = |k: usize| predicates::cross(p, q, ring.get(k).at);
    let mut k = ring.next(ring.own);
    let mut before = side(ring.own);
    for _ in 0..=ring.edges.len() {
        let (here, now) = (ring.prev(k), side(k));
        if before < 0 && now >= 0 {
            let (u, w) = ring.ends(here);
            let leaves = now > 0 && predicates::cross(u, w, q) < 0;
            let share = cast::float(now) / cast::float(now - before);
            return leaves.then(|| Exit { edge: ring.get(here), share });
        }
        (before, k) = (now, ring.next(k));
    }
    None
}
