//! Snap rounding (Hobby 1999, "Practical segment intersection with finite precision output"):
//! every lattice point stands for the half-open unit square around it. A square is *hot* when a
//! corner or a crossing lies in it, and every segment that passes a hot square is bent to its
//! middle. Segments bent so never cross anew; they meet in lattice points or run together.

use crate::geom::PlanPoint;
use crate::geom::predicates::cross;

/// True when the closed segment `ab` passes the square of `h`: from half a step below it (with
/// that side) to half a step above (without it), along both axes. Exact.
pub(super) fn passes(a: PlanPoint, b: PlanPoint, h: PlanPoint) -> bool {
    let between = |a: i32, b: i32, h: i32| a.min(b) <= h && h <= a.max(b);
    // A lattice segment that passes the square has it in its box, as rounding keeps order.
    if !between(a.x, b.x, h.x) || !between(a.y, b.y, h.y) {
        return false;
    }
    let width = i64::from(a.x.abs_diff(b.x)) + i64::from(a.y.abs_diff(b.y));
    let off = cross(a, b, h);
    if off == 0 {
        return true;
    }
    // The line is outside the closed square when it is farther than its half diagonal that way.
    if 2 * off.abs() < width {
        return true;
    }
    if 2 * off.abs() > width {
        return false;
    }
    // It touches the square in one of its four corners, of which only the lower left is part of
    // it: that one is touched from below, by a falling line.
    let (low, high) = if a.x <= b.x { (a, b) } else { (b, a) };
    low.y > high.y && cross(low, high, h) > 0
}

/// Sorts hot points along the segment from `a` towards `b`.
pub(super) fn sort_along(points: &mut Vec<PlanPoint>, a: PlanPoint, b: PlanPoint) {
    // Squares along a segment follow each other in both axes, so their order is that of the plan.
    let key = |p: &PlanPoint| {
        let along = |from: i32, to: i32, v: i32| i64::from(if to >= from { v } else { -v });
        (along(a.x, b.x, p.x), along(a.y, b.y, p.y))
    };
    points.sort_unstable_by_key(key);
    points.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::predicates::{nears, segments_meet};

    /// The same by cutting the segment at the sides of the square, in fractions.
    fn brute(a: PlanPoint, b: PlanPoint, h: PlanPoint) -> bool {
        // Lower bound and upper bound of t as (numerator, denominator > 0, open).
        let (mut low, mut high) = ((0_i128, 1_i128, false), (1_i128, 1_i128, false));
        let mut keep = |n: i128, d: i128, open: bool| -> bool {
            // n + d t >= 0, or > 0 when open
            if d == 0 {
                return n > 0 || (n == 0 && !open);
            }
            let bound = if d > 0 { (-n, d, open) } else { (n, -d, open) };
            let less = |p: (i128, i128, bool), q: (i128, i128, bool)| p.0 * q.1 < q.0 * p.1;
            let same = |p: (i128, i128, bool), q: (i128, i128, bool)| p.0 * q.1 == q.0 * p.1;
            if d > 0 {
                if less(low, bound) || (same(low, bound) && open) {
                    low = bound;
                }
            } else if less(bound, high) || (same(bound, high) && open) {
                high = bound;
            }
            true
        };
        let axis = |a: i32, b: i32, h: i32| {
            let a2 = 2 * i128::from(a) - 2 * i128::from(h);
            let d2 = 2 * i128::from(b) - 2 * i128::from(a);
            (a2, d2)
        };
        let (x, dx) = axis(a.x, b.x, h.x);
        let (y, dy) = axis(a.y, b.y, h.y);
        let all = keep(x + 1, dx, false)
            && keep(1 - x, -dx, true)
            && keep(y + 1, dy, false)
            && keep(1 - y, -dy, true);
        let (l, u) = (low.0 * high.1, high.0 * low.1);
        all && (l < u || (l == u && !low.2 && !high.2))
    }

    #[test]
    fn passing_agrees_with_cutting_at_the_sides() {
        let p = PlanPoint::new;
        let range = -4..=4;
        let mut passed = 0;
        for (bx, by) in range.clone().flat_map(|x| range.clone().map(move |y| (x, y))) {
            for (hx, hy) in range.clone().flat_map(|x| range.clone().map(move |y| (x, y))) {
                for a in [p(0, 0), p(1, -3), p(-2, 1)] {
                    let (b, h) = (p(bx, by), p(hx, hy));
                    assert_eq!(passes(a, b, h), brute(a, b, h), "{a:?} {b:?} {h:?}");
                    assert_eq!(passes(a, b, h), passes(b, a, h), "{a:?} {b:?} {h:?}");
                    passed += usize::from(passes(a, b, h));
                }
            }
        }
        assert!(passed > 500);
    }

    #[test]
    fn of_two_segments_through_a_square_an_end_is_near_the_other() {
        let range = -2..=2;
        let places: Vec<PlanPoint> =
            range.clone().flat_map(|x| range.clone().map(move |y| PlanPoint::new(x, y))).collect();
        let (a, mut shared) = (PlanPoint::new(-2, -1), 0);
        for &b in &places {
            for (&c, &d) in places.iter().flat_map(|c| places.iter().map(move |d| (c, d))) {
                let is_shared = |h: &&PlanPoint| passes(a, b, **h) && passes(c, d, **h);
                if a == b
                    || c == d
                    || segments_meet(a, b, c, d)
                    || !places.iter().any(|h| is_shared(&h))
                {
                    continue;
                }
                shared += 1;
                let is_near = [c, d].into_iter().any(|v| nears(a, b, v))
                    || [a, b].into_iter().any(|v| nears(c, d, v));
                assert!(is_near, "{a:?} {b:?} {c:?} {d:?}");
            }
        }
        assert!(shared > 50, "{shared}");
    }

    #[test]
    fn order_is_that_of_the_segment() {
        let p = PlanPoint::new;
        let (a, b) = (p(5, 5), p(-4, -1));
        let mut hot: Vec<_> = (-5..=6).flat_map(|x| (-2..=6).map(move |y| p(x, y))).collect();
        hot.retain(|&h| passes(a, b, h));
        sort_along(&mut hot, a, b);
        assert_eq!((hot[0], hot[hot.len() - 1]), (a, b));
        let along = |q: &PlanPoint| crate::geom::predicates::dot(a, b, *q);
        assert!(hot.is_sorted_by_key(along));
    }
}
