//! What need not be looked at: a part of an edge that is reached sooner along the edge.

use super::bound::{Plan, Rays, between, crossing, distance, minus, plan};
use super::search::{EQUAL_LENGTH, Search};
use crate::geom::PlanPoint;
use crate::mesh::half_edges::Ring;

/// Share by which squares of lengths may be off, and more.
const ROUNDING: f64 = 1e-9;

impl Search {
    /// True when a way is known to one end of the crossed edge, from which all that the root sees
    /// of the edge is nearer along it; `g` is the length to the root. `at_ends` tells whether the
    /// rays meet the ends, left first.
    pub(super) fn is_detour(
        &self,
        ring: &Ring<'_>,
        g: f64,
        rays: &Rays,
        [left_at_end, right_at_end]: [bool; 2],
    ) -> bool {
        let (first, second) = (ring.get(ring.own), ring.get(ring.next(ring.own)));
        // As seen from the root, so that far from the origin nothing is lost.
        let root = plan(rays.root);
        let (a, b) = (minus(plan(first.at), root), minus(plan(second.at), root));
        // Nothing is won by a way to an end that is no shorter than the straight one from the root:
        // most ways known are that one.
        let wins = |by: f64, end: Plan| {
            let left = by - g;
            left < 0.0 || left * left * (1.0 + ROUNDING) < end.0 * end.0 + end.1 * end.1
        };
        let cut = |at_end: bool, ray: PlanPoint, end: Plan| match at_end {
            true => end,
            false => between(a, b, crossing(rays.root, ray, first.at, second.at)),
        };
        // The farther along the edge, the less is won by coming straight.
        let is_farther = |by: f64, end: Plan, far: Plan| {
            g + distance((0.0, 0.0), far) > (by + distance(end, far)) * (1.0 + EQUAL_LENGTH)
        };
        let (to_first, to_second) = (self.known_length(first.fan), self.known_length(second.fan));
        wins(to_first, a) && is_farther(to_first, a, cut(right_at_end, rays.right, b))
            || wins(to_second, b) && is_farther(to_second, b, cut(left_at_end, rays.left, a))
    }
}
