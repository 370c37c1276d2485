//! Growing and shrinking polygons by a radius, on the lattice.
//!
//! ```text
//!        ╭──────────────┬ - - wedge: from one strip's end to the next, outside the arc
//!        │    strip     │ ╲
//!     ───┴──────────────┴ - ╲
//!            edge      corner╲
//! ```
//!
//! Each edge gets a strip, each convex corner a wedge, all with lattice corners, and the union of
//! them with the polygon is the result. Rounding is always outwards.

use super::around::{around_convex, away, right_of};
use super::overlay::{OverlayError, Shape, check_reach, difference, union};
use super::predicates::{cross, dot, ring_area_doubled};
use super::{PlanPoint, cast};

/// So many edges of a ring have one outline around what is beside them.
const TOGETHER: usize = 64;

/// `shapes` grown outwards by `radius` steps.
///
/// Every point nearer than `radius - 1` to a shape is in the result, and none farther than
/// `radius + tolerance + 3`: arcs are polygons around the circle, at most `tolerance` (at least 1)
/// outside it, corners are rounded outwards, and crossings by half a step either way. A radius of
/// 0 or less gives the union. O(n log n) for n corners, as a rule; a single convex shape has no
/// more corners than its arcs need, and is grown without a union.
///
/// # Errors
/// When a corner of the result would be beyond 2^30 steps.
pub fn grow(shapes: &[Shape], radius: i32, tolerance: i32) -> Result<Vec<Shape>, OverlayError> {
    if radius > 0
        && let [Shape { outer, holes }] = shapes
        && holes.is_empty()
        && let Some(ring) = around_convex(outer, radius, tolerance)
    {
        check_reach(&ring)?;
        return Ok(vec![Shape::solid(ring)]);
    }
    union(&grown(shapes, radius, tolerance))
}

/// The parts of which [`grow`] is the union: the shapes, and outlines of strips and wedges around
/// them, which may cross themselves.
#[must_use]
pub fn grown(shapes: &[Shape], radius: i32, tolerance: i32) -> Vec<Shape> {
    let mut parts = shapes.to_vec();
    if radius > 0 {
        for (ring, is_outer) in oriented_rings(shapes) {
            band(&ring, is_outer, radius, tolerance, &mut parts);
        }
    }
    parts
}

/// `shapes` without what is nearer than `radius` steps to their border; bounds as for [`grow`],
/// applied to the complement. Shapes that overlap are united first, so that borders inside others
/// do not count.
///
/// # Errors
/// When a corner is beyond 2^30 steps.
pub fn shrink(shapes: &[Shape], radius: i32, tolerance: i32) -> Result<Vec<Shape>, OverlayError> {
    let whole = union(shapes)?;
    if radius <= 0 {
        return Ok(whole);
    }
    let mut parts = Vec::new();
    for (ring, is_outer) in oriented_rings(&whole) {
        band(&ring, !is_outer, radius, tolerance, &mut parts);
    }
    difference(&whole, &parts)
}

/// All that is within `radius` steps of the segments, which may cross and share ends: overlapping
/// parts, to be united or taken away in one overlay. Bounds as for [`grow`]. O(n log n).
///
/// A part is a strip along a segment or a wedge at an end, where the segments leave more than
/// half a turn open between them. `around` gives the other ends of the segments at a point: those
/// given, or more where others end so near that they count as one. Without any there is no wedge.
#[must_use]
pub fn thicken(
    segments: &[[PlanPoint; 2]],
    radius: i32,
    tolerance: i32,
    around: impl Fn(PlanPoint) -> Vec<PlanPoint>,
) -> Vec<Shape> {
    let mut parts = Vec::with_capacity(2 * segments.len());
    let mut ends = Vec::with_capacity(2 * segments.len());
    for &[a, b] in segments.iter().filter(|[a, b]| a != b) {
        let (x, y) = outward(a, b, radius);
        let strip = [(a, (x, y)), (b, (x, y)), (b, (-x, -y)), (a, (-x, -y))];
        parts.push(Shape::solid(strip.map(|(p, by)| moved(p, by)).to_vec()));
        ends.extend([a, b]);
    }
    ends.sort_unstable();
    ends.dedup();
    for v in ends {
        let mut around = around(v);
        around.retain(|&p| p != v);
        let is_upper = |p: PlanPoint| (p.y, p.x) > (v.y, v.x);
        around.sort_unstable_by(|&p, &q| {
            is_upper(q).cmp(&is_upper(p)).then_with(|| cross(v, q, p).cmp(&0))
        });
        around.dedup_by(|p, q| cross(v, *p, *q) == 0 && dot(v, *p, *q) > 0);
        for (i, &p) in around.iter().enumerate() {
            let next = around[(i + 1) % around.len()];
            let turn = cross(p, v, next);
            // More than half a turn counter-clockwise from one segment to the next.
            if turn > 0 || around.len() == 1 {
                parts.extend(wedge(p, v, next, radius, tolerance));
            }
        }
    }
    parts
}

/// The rings, with whether each is an outline.
fn oriented_rings(shapes: &[Shape]) -> impl Iterator<Item = (Vec<PlanPoint>, bool)> + '_ {
    shapes.iter().flat_map(|s| s.rings().enumerate().map(|(i, r)| (r.clone(), i == 0)))
}

/// What is outside (or, for holes, inside) of one ring, up to the radius: the strips and wedges of
/// a few edges at a time as one outline. Where a strip and the wedge beside it meet, they have a
/// side in common, once there and once back, which is left out: how often the outline winds around
/// a place is how many of them cover it.
fn band(ring: &[PlanPoint], outside: bool, radius: i32, tolerance: i32, parts: &mut Vec<Shape>) {
    let mut ring = ring.to_vec();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    // What is to be grown on the left of each edge, the band on the right.
    if (ring_area_doubled(&ring) > 0) != outside {
        ring.reverse();
    }
    if let (&[p], true) = (&ring[..], outside) {
        // A point is as good as a step.
        ring.push(moved(p, (1, 0)));
    }
    let n = ring.len();
    if n < 2 {
        return;
    }
    let at = |i: usize| ring[i % n];
    for first in (0..n).step_by(TOGETHER) {
        let end = (first + TOGETHER).min(n);
        let mut outline = Vec::with_capacity(6 * (end - first));
        for i in first..end {
            let (before, v, after) = (at(i + n - 1), at(i), at(i + 1));
            let turn = cross(before, v, after);
            let has_arc = turn > 0 || (turn == 0 && dot(v, before, after) > 0);
            let wedge = if has_arc { wedge(before, v, after, radius, tolerance) } else { None };
            let out = outward(v, after, radius);
            let arc = wedge.iter().flat_map(|wedge| wedge.outer.iter().skip(1).copied());
            if i == first || wedge.is_none() {
                outline.push(v);
            }
            outline.extend(arc);
            if wedge.is_some() && outline.last() != Some(&moved(v, out)) {
                outline.push(v);
            }
            outline.extend([moved(v, out), moved(after, out)]);
        }
        outline.extend((first + 1..=end).rev().map(at));
        parts.push(Shape::solid(outline));
    }
}

/// The vector from edge `ab` to its parallel `radius` to the right, each coordinate rounded away
/// from 0, so that the parallel is never too near (and less than 1.5 steps too far).
fn outward(a: PlanPoint, b: PlanPoint, radius: i32) -> (i32, i32) {
    let [x, y] = right_of(a, b);
    let r = f64::from(radius);
    (away(x * r), away(y * r))
}

fn moved(p: PlanPoint, by: (i32, i32)) -> PlanPoint {
    PlanPoint::new(p.x.saturating_add(by.0), p.y.saturating_add(by.1))
}

/// The polygon around the arc at a convex corner (or at the tip of a slit).
fn wedge(
    before: PlanPoint,
    v: PlanPoint,
    after: PlanPoint,
    radius: i32,
    tolerance: i32,
) -> Option<Shape> {
    let (from, to) = (right_of(before, v), right_of(v, after));
    let sine = from[0] * to[1] - from[1] * to[0];
    let cosine = from[0] * to[0] + from[1] * to[1];
    let angle = match libm::atan2(sine, cosine) {
        a if a < 0.0 => a + 2.0 * std::f64::consts::PI,
        a => a,
    };
    let r = f64::from(radius);
    let widest = 2.0 * libm::acos(r / (r + f64::from(tolerance.max(1))));
    let steps = cast::ceil_i32(angle / widest).max(1);
    let half = angle / (2.0 * f64::from(steps));
    let reach = r / libm::cos(half);
    let last = outward(v, after, radius);
    let mut rays = vec![outward(before, v, radius)];
    // Only rays that turn left of the one before and are right of the last: the polygon stays
    // simple however coarse the rounding is.
    let left = |a: (i32, i32), b: (i32, i32)| {
        i64::from(a.0) * i64::from(b.1) - i64::from(a.1) * i64::from(b.0) > 0
    };
    for i in 0..steps {
        let at = half * f64::from(2 * i + 1);
        let (sin, cos) = (libm::sin(at), libm::cos(at));
        let ray = (
            away((from[0] * cos - from[1] * sin) * reach),
            away((from[0] * sin + from[1] * cos) * reach),
        );
        let ends_later = left(ray, last) || at + std::f64::consts::FRAC_PI_2 < angle;
        if rays.last().is_none_or(|&r| left(r, ray)) && ends_later {
            rays.push(ray);
        }
    }
    if rays.last().is_some_and(|&r| left(r, last)) {
        rays.push(last);
    }
    (rays.len() > 1).then(|| {
        Shape::solid(std::iter::once(v).chain(rays.iter().map(|&r| moved(v, r))).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::predicates::{Side, side_of_ring};

    /// Distance from `p` to the segment `ab`, steps.
    fn to_segment(a: PlanPoint, b: PlanPoint, p: PlanPoint) -> f64 {
        let along = cast::float(dot(a, b, p)) / cast::float(a.distance_squared(b)).max(1.0);
        let t = along.clamp(0.0, 1.0);
        let x = f64::from(a.x) + t * (f64::from(b.x) - f64::from(a.x)) - f64::from(p.x);
        let y = f64::from(a.y) + t * (f64::from(b.y) - f64::from(a.y)) - f64::from(p.y);
        x.hypot(y)
    }

    fn inside(shapes: &[Shape], p: PlanPoint) -> bool {
        shapes.iter().any(|s| {
            side_of_ring(&s.outer, p) != Side::Outside
                && s.holes.iter().all(|h| side_of_ring(h, p) != Side::Inside)
        })
    }

    fn to_border(shapes: &[Shape], p: PlanPoint) -> f64 {
        let mut least = f64::INFINITY;
        for ring in shapes.iter().flat_map(Shape::rings) {
            for (i, &a) in ring.iter().enumerate() {
                least = least.min(to_segment(a, ring[(i + 1) % ring.len()], p));
            }
        }
        least
    }

    /// Triangles and a ring with a hole, random.
    fn shapes(seed: &mut u64, span: i32) -> Vec<Shape> {
        let mut roll = || {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            i32::try_from((*seed >> 33) % u64::from(span.unsigned_abs())).unwrap()
        };
        let mut corner = || PlanPoint::new(roll(), roll());
        let some: Vec<_> =
            (0..4).map(|_| Shape::solid(vec![corner(), corner(), corner()])).collect();
        union(&difference(&some[..3], &some[3..]).unwrap()).unwrap()
    }

    #[test]
    fn grown_and_shrunk_shapes_keep_their_distance() {
        let mut seed = 5;
        for round in 0..120 {
            let span = [30, 120, 300][round % 3];
            let radius = [1, 4, 17, 40][round % 4];
            let tolerance = [1, 3][round % 2];
            let start = shapes(&mut seed, span);
            let grown = grow(&start, radius, tolerance).unwrap();
            let shrunk = shrink(&start, radius, tolerance).unwrap();
            let r = f64::from(radius);
            let slack = r + f64::from(tolerance) + 3.0;
            let stride = (span / 24).max(1);
            for x in (-50..span + 50).step_by(cast::cell_index(stride)) {
                for y in (-50..span + 50).step_by(cast::cell_index(stride)) {
                    let p = PlanPoint::new(x, y);
                    let (d, within) = (to_border(&start, p), inside(&start, p));
                    let outside_by = if within { 0.0 } else { d };
                    if outside_by < r - 1.0 {
                        assert!(inside(&grown, p), "round {round} {p:?} {d}");
                    }
                    if outside_by > slack {
                        assert!(!inside(&grown, p), "round {round} {p:?} {d}");
                    }
                    if !within || d < r - 1.0 {
                        let strict = shrunk.iter().any(|s| {
                            side_of_ring(&s.outer, p) == Side::Inside
                                && s.holes.iter().all(|h| side_of_ring(h, p) == Side::Outside)
                        });
                        assert!(!strict, "round {round} {p:?} {d}");
                    }
                    if within && d > slack {
                        assert!(inside(&shrunk, p), "round {round} {p:?} {d}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_square_grows_by_exactly_the_radius_along_the_axes() {
        let p = PlanPoint::new;
        let square = Shape::solid(vec![p(0, 0), p(100, 0), p(100, 100), p(0, 100)]);
        let grown = grow(std::slice::from_ref(&square), 2458, 4).unwrap();
        let xs = || grown[0].outer.iter().map(|q| q.x);
        assert_eq!((xs().min(), xs().max()), (Some(-2458), Some(2558)));
        assert_eq!(shrink(&[square], 50, 1).unwrap(), []);
    }
}
