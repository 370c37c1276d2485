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
//! them with the polygon is the result. Rounding is always outwards. Of a small polygon the line
//! beside all of its outline stands for all of these at once.

use super::around::around_convex;
use super::overlay::{OverlayError, Shape, check_reach, union};
use super::parallel::{Parallel, turns_left};
use super::predicates::ring_area_doubled;
use super::unite::{unite, without};
use super::{PlanPoint, cast, edges};

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
/// When a corner is beyond 2^30 steps, or one of the result would be.
pub fn grow(shapes: &[Shape], radius: i32, tolerance: i32) -> Result<Vec<Shape>, OverlayError> {
    shapes.iter().flat_map(Shape::rings).try_for_each(|ring| check_reach(ring))?;
    if radius > 0
        && let [Shape { outer, holes }] = shapes
        && holes.is_empty()
        && let Some(ring) = around_convex(outer, radius, tolerance)?
    {
        return Ok(vec![Shape::solid(ring)]);
    }
    union(&grown(shapes, radius, tolerance))
}

/// The parts of which [`grow`] is the union: the shapes, small ones with what is beside them, and
/// outlines of strips and wedges around larger ones and in holes. Outlines may cross themselves.
/// Corners are to be within 2^30 steps.
#[must_use]
pub fn grown(shapes: &[Shape], radius: i32, tolerance: i32) -> Vec<Shape> {
    if radius <= 0 {
        return shapes.to_vec();
    }
    let parallel = Parallel::new(radius, tolerance);
    let mut parts = Vec::with_capacity(shapes.len());
    for Shape { outer, holes } in shapes {
        let whole = walk(outer, true).filter(|ring| ring.len() <= TOGETHER);
        let outer = whole.map_or_else(
            || {
                band(outer, true, &parallel, &mut parts);
                outer.clone()
            },
            |ring| around(&ring, &parallel),
        );
        for hole in holes {
            band(hole, false, &parallel, &mut parts);
        }
        parts.push(Shape { outer, holes: holes.clone() });
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
    let mut whole = unite(shapes.to_vec())?;
    if radius <= 0 {
        return Ok(whole);
    }
    whole.retain(|shape| may_hold_disc(shape.area_doubled(), radius));
    let parallel = Parallel::new(radius, tolerance);
    let mut parts = Vec::new();
    for shape in &whole {
        for (i, ring) in shape.rings().enumerate() {
            band(ring, i != 0, &parallel, &mut parts);
        }
    }
    let mut left = without(&whole, &parts)?;
    left.retain(|shape| !is_crumb(shape, &whole, f64::from(radius) - 2.0));
    Ok(left)
}

/// False where an area, doubled, is smaller than that of a disc: no place is `radius` inside of it.
pub(crate) fn may_hold_disc(area_doubled: i128, radius: i32) -> bool {
    let disc = std::f64::consts::PI * f64::from(radius) * f64::from(radius);
    cast::float_wide(area_doubled) >= 2.0 * disc
}

/// True for what crossings that were rounded leave along a border: no wider than a step, and nowhere
/// `least` steps away from a border.
fn is_crumb(shape: &Shape, whole: &[Shape], least: f64) -> bool {
    let around: i64 =
        edges(&shape.outer).map(|(a, b)| i64::from(a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)))).sum();
    let is_near = |&p: &PlanPoint| {
        let mut edges = whole.iter().flat_map(Shape::rings).flat_map(|ring| edges(ring));
        edges.any(|(a, b)| p.distance_from(a, b) < least)
    };
    shape.area_doubled() <= i128::from(around) && shape.outer.iter().all(is_near)
}

/// The line around a walk together with all that is beside it.
fn around(ring: &[PlanPoint], parallel: &Parallel) -> Vec<PlanPoint> {
    let n = ring.len();
    let mut line = Vec::with_capacity(2 * n);
    for (i, &v) in ring.iter().enumerate() {
        parallel.join([ring[(i + n - 1) % n], v, ring[(i + 1) % n]], &mut line);
    }
    line
}

/// What is outside (or, for holes, inside) of one ring, up to the radius: the strips and wedges of
/// a few edges at a time as one outline. Where a strip and the wedge beside it meet, they have a
/// side in common, once there and once back, which is left out.
fn band(ring: &[PlanPoint], outside: bool, parallel: &Parallel, parts: &mut Vec<Shape>) {
    let Some(ring) = walk(ring, outside) else { return };
    let n = ring.len();
    let at = |i: usize| ring[i % n];
    for first in (0..n).step_by(TOGETHER) {
        let end = (first + TOGETHER).min(n);
        let mut outline = Vec::with_capacity(4 * (end - first));
        let (v, after) = (at(first), at(first + 1));
        outline.push(v);
        if turns_left([at(first + n - 1), v, after]) {
            outline.push(parallel.beside(v, at(first + n - 1), v));
            parallel.join([at(first + n - 1), v, after], &mut outline);
        } else {
            outline.push(parallel.beside(v, v, after));
        }
        for i in first + 1..end {
            parallel.join([at(i - 1), at(i), at(i + 1)], &mut outline);
        }
        outline.push(parallel.beside(at(end), at(end - 1), at(end)));
        outline.extend((first + 1..=end).rev().map(at));
        parts.push(Shape::solid(outline));
    }
}

/// A ring as a walk that has what is to be grown on its left; `None` where there is nothing.
fn walk(ring: &[PlanPoint], outside: bool) -> Option<Vec<PlanPoint>> {
    let mut ring = ring.to_vec();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    if (ring_area_doubled(&ring) > 0) != outside {
        ring.reverse();
    }
    if let (&[p], true) = (&ring[..], outside) {
        // A point is as good as a step.
        ring.push(PlanPoint::new(p.x.saturating_add(1), p.y));
    }
    (ring.len() > 1).then_some(ring)
}

#[cfg(test)]
mod tests {
    use super::super::overlay::difference;
    use super::*;
    use crate::geom::predicates::{Side, side_of_ring};

    fn inside(shapes: &[Shape], p: PlanPoint) -> bool {
        shapes.iter().any(|s| s.holds(p))
    }

    fn to_border(shapes: &[Shape], p: PlanPoint) -> f64 {
        let mut least = f64::INFINITY;
        for ring in shapes.iter().flat_map(Shape::rings) {
            for (i, &a) in ring.iter().enumerate() {
                least = least.min(p.distance_from(a, ring[(i + 1) % ring.len()]));
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

    #[test]
    fn what_would_be_out_of_reach_is_refused() {
        let p = PlanPoint::new;
        let kite = |reach: i32| {
            let corners = [p(-reach, 0), p(0, -reach), p(reach, 0), p(0, reach)];
            [Shape::solid(corners.to_vec())]
        };
        let is_out = |grown| matches!(grown, Err(OverlayError::OutOfReach { .. }));
        assert!(is_out(grow(&kite(i32::MAX), 1, 1)) && is_out(shrink(&kite(i32::MAX), 1, 1)));
        for radius in [1 << 29, 1 << 30, i32::MAX] {
            assert!(is_out(grow(&kite(1 << 29), radius, 1)), "{radius}");
            // Those that are no single convex one go another way.
            let two = [kite(1 << 29), kite(1 << 28)].concat();
            assert!(is_out(grow(&two, radius, radius / 4)), "{radius}");
        }
        assert!(grow(&kite(1 << 29), 1 << 28, 1 << 20).is_ok());
    }

    #[test]
    fn nothing_is_left_of_slivers() {
        let p = PlanPoint::new;
        let sliver = [p(403, -501), p(412, -488), p(409, -492), p(407, -495), p(404, -499)];
        assert_eq!(shrink(&[Shape::solid(sliver.to_vec())], 41, 10).unwrap(), []);
        let mut seed = 8;
        for _ in 0..2000 {
            for shape in shapes(&mut seed, 25) {
                assert_eq!(shrink(std::slice::from_ref(&shape), 41, 10).unwrap(), [], "{shape:?}");
            }
        }
    }
}
