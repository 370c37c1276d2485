//! What need not be looked at: a part of an edge that is reached sooner along the edge.

use super::bound::{Plan, Rays, between, crossing, distance, minus, plan};
use super::node::Node;
use super::search::{EQUAL_LENGTH, Search};
use crate::geom::PlanPoint;
use crate::mesh::half_edges::Ring;

impl Search {
    /// True when a way is known to one end of the crossed edge, from which all that the root sees
    /// of the edge is nearer along it. `at_ends` tells whether the rays meet the ends, left first.
    pub(super) fn is_detour(
        &self,
        ring: &Ring<'_>,
        node: &Node,
        rays: &Rays,
        [left_at_end, right_at_end]: [bool; 2],
    ) -> bool {
        let (first, second) = (ring.get(ring.own), ring.get(ring.next(ring.own)));
        let (to_first, to_second) = (self.known_length(first.fan), self.known_length(second.fan));
        if to_first.min(to_second) == f64::INFINITY {
            return false;
        }
        // As seen from the root, so that far from the origin nothing is lost.
        let root = plan(rays.root);
        let (a, b) = (minus(plan(first.at), root), minus(plan(second.at), root));
        let cut = |at_end: bool, ray: PlanPoint, end: Plan| match at_end {
            true => end,
            false => between(a, b, crossing(rays.root, ray, first.at, second.at)),
        };
        let (left, right) = (cut(left_at_end, rays.left, a), cut(right_at_end, rays.right, b));
        // The farther along the edge, the less is won by coming straight.
        let is_farther = |by: f64, end: Plan, far: Plan| {
            node.g + distance((0.0, 0.0), far) > (by + distance(end, far)) * (1.0 + EQUAL_LENGTH)
        };
        is_farther(to_first, a, right) || is_farther(to_second, b, left)
    }
}
