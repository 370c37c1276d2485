//! The height of the ground: on an edge, and anywhere on a polygon.

use crate::geom::{GroundPoint, PlanPoint, cast};

/// The height at `p` of the edge from `a` to `b`, to the nearest step (halves up); `p` lies on
/// the edge in plan. Exact up to that rounding, and the same from both ends.
pub(super) fn on_edge(a: GroundPoint, b: GroundPoint, p: PlanPoint) -> i32 {
    let (a, b) = if a.plan <= b.plan { (a, b) } else { (b, a) };
    let dx = i64::from(b.plan.x) - i64::from(a.plan.x);
    let dy = i64::from(b.plan.y) - i64::from(a.plan.y);
    // The longer axis, so that the length is 0 only where both ends are one plan point.
    let (part, whole) = if dx.abs() >= dy.abs() {
        (i64::from(p.x) - i64::from(a.plan.x), dx)
    } else {
        (i64::from(p.y) - i64::from(a.plan.y), dy)
    };
    if whole == 0 {
        return a.height.max(b.height);
    }
    let rise = i64::from(b.height) - i64::from(a.height);
    cast::narrow_i32(
        i64::from(a.height) + rounded_ratio(i128::from(rise) * i128::from(part), i128::from(whole)),
    )
}

/// `numerator / denominator` to the nearest integer, halves up; the denominator is not 0.
fn rounded_ratio(numerator: i128, denominator: i128) -> i64 {
    let (n, d) =
        if denominator < 0 { (-numerator, -denominator) } else { (numerator, denominator) };
    let rounded = (2 * n + d).div_euclid(2 * d);
    i64::try_from(rounded).unwrap_or(if rounded < 0 { i64::MIN } else { i64::MAX })
}
