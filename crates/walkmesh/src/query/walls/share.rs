//! Exact shares of the way along a segment.

use std::cmp::Ordering;

use crate::geom::{PlanPoint, cast, predicates};

/// A share of the way from one lattice point to another, 0 to 1, as a quotient of integers; the
/// denominator is above 0.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Share {
    part: i64,
    whole: i64,
}

impl Share {
    pub(in crate::query) const START: Self = Self { part: 0, whole: 1 };
    pub(in crate::query) const END: Self = Self { part: 1, whole: 1 };

    /// `whole` is not 0.
    pub(in crate::query) fn new(part: i64, whole: i64) -> Self {
        if whole < 0 { Self { part: -part, whole: -whole } } else { Self { part, whole } }
    }

    /// One rounding of each of both integers and of the quotient.
    pub(in crate::query) fn float(self) -> f64 {
        cast::float(self.part) / cast::float(self.whole)
    }

    /// The larger; of equals the first.
    pub(in crate::query) fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    /// The smaller; of equals the first.
    pub(in crate::query) fn min(self, other: Self) -> Self {
        if self > other { other } else { self }
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Share {}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |part: i64, whole: i64| i128::from(part) * i128::from(whole);
        product(self.part, other.whole).cmp(&product(other.part, self.whole))
    }
}

/// Where the closed segment `pq` meets the closed segment `ab`, as shares of `pq`: the first and
/// the last, the same unless they are on one line. Exact.
pub(in crate::query) fn meeting(
    [p, q]: [PlanPoint; 2],
    [a, b]: [PlanPoint; 2],
) -> Option<(Share, Share)> {
    if p == q {
        return predicates::on_segment(a, b, p).then_some((Share::START, Share::END));
    }
    let (sa, sb) = (predicates::cross(p, q, a).signum(), predicates::cross(p, q, b).signum());
    let (from, to) = if sa == 0 && sb == 0 {
        let along = |c| Share::new(predicates::dot(p, q, c), p.distance_squared(q));
        let (s, t) = (along(a), along(b));
        (s.min(t), s.max(t))
    } else if sa == sb {
        return None;
    } else {
        // Not 0: the ends of `ab` lie on different sides, so the lines are not parallel.
        let (cp, cq) = (predicates::cross(a, b, p), predicates::cross(a, b, q));
        let at = Share::new(cp, cp - cq);
        (at, at)
    };
    let (from, to) = (from.max(Share::START), to.min(Share::END));
    (from <= to).then_some((from, to))
}
