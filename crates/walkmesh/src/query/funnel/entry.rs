//! Where a way enters a polygon, and what is in reach. Lengths only, so floating point will do.

use super::search::Question;
use crate::mesh::half_edges::HalfEdges;
use crate::query::optimal::{Plan, between, distance, plan};

/// Where the search leads, and how far it may.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) goal: Plan,
    /// True when the goal is within the radius.
    pub(super) is_near: bool,
    start: Plan,
    /// Longest way that can be told from straight lines, steps.
    length: f64,
    /// Farthest from the start, steps.
    radius: f64,
}

impl Target {
    /// `on_ground` says that there are no links, so nothing is nearer than a straight line.
    pub(super) fn new(ask: &Question<'_>, on_ground: bool) -> Self {
        Self {
            goal: plan(ask.goal),
            is_near: ask.start.distance(ask.goal) <= ask.limits.radius,
            start: plan(ask.start),
            length: if on_ground { ask.limits.length } else { f64::INFINITY },
            radius: ask.limits.radius,
        }
    }

    /// The part of an edge that is within the radius, as shares.
    pub(super) fn range(&self, [a, b]: [Plan; 2]) -> Option<[f64; 2]> {
        if self.radius == f64::INFINITY {
            return Some([0.0, 1.0]);
        }
        let length = distance(a, b);
        let (x, y) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
        let (cx, cy) = (self.start.0 - a.0, self.start.1 - a.1);
        let (along, off) = (cx * x + cy * y, cx * y - cy * x);
        let inside = self.radius * self.radius - off * off;
        let half = inside.max(0.0).sqrt();
        let (from, to) = ((along - half) / length, (along + half) / length);
        (inside >= 0.0 && from <= 1.0 && to >= 0.0).then(|| [from.max(0.0), to.min(1.0)])
    }

    /// True when every path over the edge is longer than allowed.
    pub(super) fn is_too_long(&self, [a, b]: [Plan; 2]) -> bool {
        self.length < f64::INFINITY && {
            let at = between(a, b, turn(self.start, self.goal, [a, b]));
            distance(self.start, at) + distance(at, self.goal) > self.length
        }
    }
}

/// Both ends of an edge.
pub(super) fn ends(edges: &HalfEdges, edge: u32) -> [Plan; 2] {
    [plan(edges.at(edge)), plan(edges.at(edges.next(edge)))]
}

/// The share of a segment where the way from one point over it to another is shortest.
pub(super) fn turn(from: Plan, to: Plan, [a, b]: [Plan; 2]) -> f64 {
    // Both points are as good as on the same side, mirrored: the straight line between them
    // divides the segment's line in the ratio of their distances from it.
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let along = |p: Plan| (p.0 - a.0) * x + (p.1 - a.1) * y;
    let off = |p: Plan| ((p.1 - a.1) * x - (p.0 - a.0) * y).abs();
    let (near, far) = (off(from), off(to));
    let at = if near + far > 0.0 {
        (along(from) * far + along(to) * near) / (near + far)
    } else {
        along(from)
    };
    (at / (x * x + y * y)).clamp(0.0, 1.0)
}
