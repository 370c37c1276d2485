//! Lattice points next to an edge, which may meet none between its ends.

use super::predicates::cross;
use super::{PlanPoint, cast};

/// The lattice points nearest to the line through two different points where its longer axis is
/// at `along`: the one right of `a → b` or on it, then the one left of it or on it. Both are one
/// point where the line goes through it.
pub(crate) fn beside(a: PlanPoint, b: PlanPoint, along: i32) -> [PlanPoint; 2] {
    let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let across = |start: i32, rise: i64, from: i32, run: i64| {
        let over = rise * (i64::from(along) - i64::from(from)) * run.signum();
        let low = over.div_euclid(run.abs());
        let high = low + i64::from(over.rem_euclid(run.abs()) != 0);
        [low, high].map(|off| cast::narrow_i32(i64::from(start) + off))
    };
    let (ends, is_low_right) = if is_along_x(a, b) {
        (across(a.y, dy, a.x, dx).map(|y| PlanPoint::new(along, y)), dx > 0)
    } else {
        (across(a.x, dx, a.y, dy).map(|x| PlanPoint::new(x, along)), dy < 0)
    };
    if is_low_right { ends } else { [ends[1], ends[0]] }
}

/// True when the longer axis of the segment is x, or both are the same.
pub(crate) fn is_along_x(a: PlanPoint, b: PlanPoint) -> bool {
    a.x.abs_diff(b.x) >= a.y.abs_diff(b.y)
}

/// Where a point is on the longer axis of a segment.
pub(crate) fn along(a: PlanPoint, b: PlanPoint, p: PlanPoint) -> i32 {
    if is_along_x(a, b) { p.x } else { p.y }
}

/// Height points of an edge lie less than so many steps beyond it, on its shorter axis.
const BESIDE: i64 = 3;

/// True when `p` is on the line `ab` or right of it by no more than height points may be.
pub(crate) fn is_beside(a: PlanPoint, b: PlanPoint, p: PlanPoint) -> bool {
    let side = cross(a, b, p);
    side <= 0 && -side < BESIDE * longer_side(a, b)
}

/// How far the ends of a segment are apart on its longer axis, steps.
pub(crate) fn longer_side(a: PlanPoint, b: PlanPoint) -> i64 {
    i64::from(a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)))
}

/// How far height triangles may reach beyond their convex polygon, on the shorter axis of an edge:
/// a little more beyond one that is nearly in line with theirs.
const RIM: i64 = BESIDE + 2;

/// True when height triangles of a convex ring may have a corner at `p`: in the ring, or beside it.
pub(crate) fn holds_with_rim(ring: &[PlanPoint], p: PlanPoint) -> bool {
    edges(ring).all(|(a, b)| cross(a, b, p) > -RIM * longer_side(a, b))
}

/// More than twice the area that height triangles may cover beyond a convex ring.
pub(crate) fn rim_area_doubled(ring: &[PlanPoint]) -> i128 {
    edges(ring).map(|(a, b)| i128::from(2 * RIM * longer_side(a, b))).sum()
}

/// The ends of each edge of a ring.
pub(crate) fn edges(ring: &[PlanPoint]) -> impl Iterator<Item = (PlanPoint, PlanPoint)> + '_ {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| (a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_the_nearest_on_either_side() {
        let points = || (-4..=4).flat_map(|x| (-4..=4).map(move |y| PlanPoint::new(x, y)));
        let a = PlanPoint::new(1, -1);
        for b in points().filter(|&b| b != a) {
            for at in -3..=3 {
                let [right, left] = beside(a, b, at);
                for (p, sign) in [(right, -1), (left, 1)] {
                    assert_eq!(along(a, b, p), at);
                    let off = sign * cross(a, b, p);
                    assert!((0..longer_side(a, b)).contains(&off), "{b:?} {at} {p:?}");
                }
                assert_eq!(right == left, cross(a, b, right) == 0);
                assert!(is_beside(a, b, right) && is_beside(b, a, left));
                assert_eq!(is_beside(a, b, left), right == left);
            }
        }
    }
}
