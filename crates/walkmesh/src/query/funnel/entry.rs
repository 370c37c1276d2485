//! Where a way enters a polygon, and what is in reach. Lengths only, so floating point will do.

use super::search::Question;
use crate::mesh::half_edges::HalfEdges;
use crate::mesh::link_ways::{Part, Way};
use crate::query::optimal::{Plan, Within, between, common, distance, plan};

/// Where the search leads, and how far it may.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) goal: Plan,
    /// True when the goal is within the radius.
    pub(super) is_near: bool,
    /// Where a path may be.
    pub(super) within: Within,
    /// Longest way that can be told from straight lines, steps.
    length: f64,
}

impl Target {
    /// `on_ground` says that there are no links, so nothing is nearer than a straight line.
    pub(super) fn new(ask: &Question<'_>, on_ground: bool) -> Self {
        Self {
            goal: plan(ask.goal),
            is_near: ask.start.distance(ask.goal) <= ask.limits.radius,
            within: Within { start: plan(ask.start), radius: ask.limits.radius },
            length: if on_ground { ask.limits.length } else { f64::INFINITY },
        }
    }

    /// True when every path over the edge is longer than allowed.
    pub(super) fn is_too_long(&self, [a, b]: [Plan; 2]) -> bool {
        self.length < f64::INFINITY && {
            let start = self.within.start;
            let at = between(a, b, turn(start, self.goal, [a, b]));
            distance(start, at) + distance(at, self.goal) > self.length
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
