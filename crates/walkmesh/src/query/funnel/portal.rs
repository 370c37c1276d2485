//! What a string crosses: edges and links as segments. Lengths only, so floating point will do.

use crate::query::optimal::{Plan, between, distance};

/// A segment that the string crosses: an edge, the stretches of a link, or a point where it starts
/// or ends. Places on it are lengths from its first end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portal {
    /// Its ends as the polygon before has them.
    pub(super) near: [Plan; 2],
    /// Its ends as the polygon beyond has them, as far apart.
    pub(super) far: [Plan; 2],
    pub(super) length: f64,
    /// Which part may be crossed.
    pub(super) range: [f64; 2],
    /// True when it is crossed to its left only; a link may be entered from either side.
    pub(super) is_edge: bool,
}

impl Portal {
    pub(super) const fn point(at: Plan) -> Self {
        Self { near: [at; 2], far: [at; 2], length: 0.0, range: [0.0; 2], is_edge: false }
    }

    pub(super) fn edge(ends: [Plan; 2]) -> Self {
        let length = distance(ends[0], ends[1]);
        Self { near: ends, far: ends, length, range: [0.0, length], is_edge: true }
    }

    /// A link that may be taken at some of its shares. Where rounding made its stretches differ in
    /// length, the exit is taken for as long as the entry, about its middle.
    pub(super) fn link([entry, exit]: [[Plan; 2]; 2], shares: [f64; 2]) -> Self {
        let length = distance(entry[0], entry[1]);
        let excess = 0.5 * (1.0 - length / distance(exit[0], exit[1]));
        let [a, b] = exit;
        let far = [between(a, b, excess), between(b, a, excess)];
        let range = shares.map(|share| share * length);
        Self { near: entry, far, length, range, is_edge: false }
    }

    /// A link that is taken at one share.
    pub(super) fn link_at(ends: [[Plan; 2]; 2], share: f64) -> Self {
        let [entered, left] = ends.map(|[a, b]| between(a, b, share));
        Self { near: [entered; 2], far: [left; 2], ..Self::point(entered) }
    }

    pub(super) fn share(&self, x: f64) -> f64 {
        if self.length > 0.0 { x / self.length } else { 0.0 }
    }

    /// A place on it, as the polygon before has it.
    pub(super) fn near_at(&self, x: f64) -> Plan {
        between(self.near[0], self.near[1], self.share(x))
    }

    /// How a point of the polygon beyond stands to it: how far along, and how far to the left.
    pub(super) fn beside(&self, p: Plan) -> Plan {
        let ([a, b], to) = (self.far, minus(p, self.far[0]));
        if self.length <= 0.0 {
            return to;
        }
        let along = minus(b, a);
        (dot(along, to) / self.length, cross(along, to) / self.length)
    }
}

pub(super) fn minus(a: Plan, b: Plan) -> Plan {
    (a.0 - b.0, a.1 - b.1)
}

pub(super) fn dot(u: Plan, v: Plan) -> f64 {
    u.0 * v.0 + u.1 * v.1
}

pub(super) fn cross(u: Plan, v: Plan) -> f64 {
    u.0 * v.1 - u.1 * v.0
}
