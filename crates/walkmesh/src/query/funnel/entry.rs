//! Where a way enters a polygon, and what is in reach. Lengths only, so floating point will do.

use super::search::Question;
use crate::mesh::half_edges::HalfEdges;
use crate::mesh::link_ways::{Part, Way};
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

    /// The part of an edge that is within the radius, as shares; all of a point.
    pub(super) fn range(&self, [a, b]: [Plan; 2]) -> Option<[f64; 2]> {
        if self.radius == f64::INFINITY {
            return Some([0.0, 1.0]);
        }
        let length = distance(a, b);
        if length <= 0.0 {
            return (distance(self.start, a) <= self.radius).then_some([0.0, 1.0]);
        }
        let (x, y) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
        let (cx, cy) = (self.start.0 - a.0, self.start.1 - a.1);
        let (along, off) = (cx * x + cy * y, cx * y - cy * x);
        let inside = self.radius * self.radius - off * off;
        let half = inside.max(0.0).sqrt();
        let (from, to) = ((along - half) / length, (along + half) / length);
        (inside >= 0.0 && from <= 1.0 && to >= 0.0).then(|| [from.max(0.0), to.min(1.0)])
    }

    /// The shares of a way that are within the radius at both of its ends.
    pub(super) fn shares(&self, way: &Way, shares: [f64; 2]) -> Option<[f64; 2]> {
        let within = [way.entry, way.exit].map(|ends| self.range(ends.map(plan)));
        within.into_iter().try_fold(shares, |shares, within| common(shares, within?))
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
    let (a, b) = edges.ends(edge);
    [plan(a), plan(b)]
}

/// The shares of a way that lead from the polygon of one part to that of the other.
pub(super) fn shares(way: &Way, entered: &Part, left: &Part) -> Option<[f64; 2]> {
    common(entered.shares(way.entry), left.shares(way.exit))
}

/// What two ranges have in common.
fn common([a, b]: [f64; 2], [c, d]: [f64; 2]) -> Option<[f64; 2]> {
    let (low, high) = (a.max(c), b.min(d));
    (low <= high).then_some([low, high])
}

/// The share of a segment where the way from one point over it to another is shortest.
#[inline]
pub(super) fn turn(from: Plan, to: Plan, segment: [Plan; 2]) -> f64 {
    share(beside(from, segment), beside(to, segment), squared(segment))
}

/// The share at which the way from one point to another is shortest that leads to the first
/// segment and on from the same share of the second, which is as long but for rounding.
pub(super) fn turn_over([from, to]: [Plan; 2], [entry, exit]: [[Plan; 2]; 2]) -> f64 {
    let (after, far) = beside(to, exit);
    let length = squared(entry);
    share(beside(from, entry), (after * length / squared(exit), far), length)
}

/// Where the straight line between two points beside a segment of some length squared crosses it.
/// They are as good as on both sides of it, mirrored: the line divides it in the ratio of their
/// distances.
#[inline]
fn share((before, near): Plan, (after, far): Plan, length: f64) -> f64 {
    let sum = near + far;
    let (part, whole) =
        if sum > 0.0 { (before * far + after * near, sum * length) } else { (before, length) };
    (part / whole).clamp(0.0, 1.0)
}

/// Where a point stands beside a segment: how far along, and how far off its line, both times its
/// length.
#[inline]
fn beside(p: Plan, [a, b]: [Plan; 2]) -> Plan {
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let along = (p.0 - a.0) * x + (p.1 - a.1) * y;
    (along, ((p.1 - a.1) * x - (p.0 - a.0) * y).abs())
}

#[inline]
fn squared([a, b]: [Plan; 2]) -> f64 {
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    x * x + y * y
}
