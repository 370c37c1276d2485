//! Taking diagonals away one by one.

use super::Order;
use super::half_edges::HalfEdges;
use crate::geom::predicates::is_flat_or_less;
use crate::geom::{PlanPoint, cast};

/// Removes every diagonal that can go, in the given order. Angles only grow by that, so a
/// diagonal that has to stay once has to stay for good, and one pass is enough: O(n log n).
pub(crate) fn merge(edges: &mut HalfEdges, plan: &[PlanPoint], order: Order) {
    let mut diagonals = std::mem::take(&mut edges.diagonals);
    diagonals.clear();
    diagonals.reserve(cast::index(edges.len() / 2));
    for (h, t) in edges.twins() {
        if h < t && !edges.is_gone(h) {
            // A twin starts where the other ends.
            let [a, b] = [h, t].map(|h| plan_of(plan, edges.origin(h)));
            diagonals.push((a.distance_squared(b), h));
        }
    }
    match order {
        Order::LongestEdge => diagonals.sort_unstable_by_key(|&(length, h)| (-length, h)),
        Order::ShortestEdge => diagonals.sort_unstable(),
        Order::None => diagonals.clear(),
    }
    for &(_, h) in &diagonals {
        if can_go(edges, plan, h) {
            edges.remove(h);
        }
    }
    edges.diagonals = diagonals;
}

/// True when the two faces beside `h` are two and together convex. Gluing two convex faces along
/// one edge gives a disk; with no reflex corner at both ends it is convex.
pub(crate) fn can_go(edges: &mut HalfEdges, plan: &[PlanPoint], h: u32) -> bool {
    let Some(t) = edges.twin(h) else { return false };
    if edges.is_gone(h) || edges.face(h) == edges.face(t) {
        return false;
    }
    needed_at(edges, plan, [h, t]) == [false; 2]
}

/// Whether a corner would be reflex without the edge between two twins: where the one leaves, and
/// where the other does.
pub(super) fn needed_at(edges: &HalfEdges, plan: &[PlanPoint], [h, t]: [u32; 2]) -> [bool; 2] {
    let is_reflex = |before: u32, after: u32| {
        let ends = [edges.origin(before), edges.origin(after), edges.target(after)];
        let [a, v, b] = ends.map(|v| plan_of(plan, v));
        // A flat corner is fine, the tip of a slit is not.
        !is_flat_or_less(a, v, b)
    };
    [is_reflex(edges.prev(h), edges.next(t)), is_reflex(edges.prev(t), edges.next(h))]
}

fn plan_of(plan: &[PlanPoint], v: u32) -> PlanPoint {
    plan[cast::index(v)]
}
