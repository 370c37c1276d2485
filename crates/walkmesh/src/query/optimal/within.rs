//! What of a segment lies in the disc around the start that a path may not leave, as shares.
//! Lengths only, so floating point will do.

use super::bound::{Plan, distance, plan};
use crate::mesh::link_ways::Way;

/// The disc around the start that a path may not leave.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Within {
    pub(in crate::query) start: Plan,
    /// Steps; infinite for no limit.
    pub(in crate::query) radius: f64,
}

impl Within {
    /// The part of an edge that is in the disc; all of a point.
    pub(in crate::query) fn range(&self, [a, b]: [Plan; 2]) -> Option<[f64; 2]> {
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

    /// The shares of a way, among some, that are in the disc at both of its ends.
    pub(in crate::query) fn shares(&self, way: &Way, shares: [f64; 2]) -> Option<[f64; 2]> {
        let within = [way.entry, way.exit].map(|ends| self.range(ends.map(plan)));
        within.into_iter().try_fold(shares, |shares, within| common(shares, within?))
    }
}

/// What two ranges have in common.
pub(in crate::query) fn common([a, b]: [f64; 2], [c, d]: [f64; 2]) -> Option<[f64; 2]> {
    let (low, high) = (a.max(c), b.min(d));
    (low <= high).then_some([low, high])
}
