//! The way between two points that see each other: most short ones, and the searches need not run.

use super::super::exit::{Across, Exit};
use super::super::optimal::{Crossing, Trace};
use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::HalfEdges;

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
        let Exit::Across(Across { edge, sides, .. }) = Exit::of(&ring, line) else { return false };
        if !edge.is_open() {
            return false;
        }
        ring = edges.ring(edge.twin);
        let polygon = ring.get(ring.own).polygon;
        if trace.wanted {
            // As the polygon beyond has the edge.
            let share = cast::float(sides.1) / cast::float(sides.1 - sides.0);
            trace.crossings.push(Crossing { edge: edge.twin, share });
        }
        trace.polygons.push(polygon);
        if polygon == goal.0 {
            return true;
        }
    }
    false
}
