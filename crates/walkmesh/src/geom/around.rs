//! A convex ring grown by a radius, written down directly.
//!
//! ```text
//!        ray ╲ ┌──────────┐ ╱ ray     the rays of a corner lead to where the tangents of its
//!             ╲│          │╱          arc meet; the grown ring runs from ray to ray
//!              v──────────w
//!             ╱    ring    ╲
//! ```

use super::hull::convex_hull;
use super::overlay::{OverlayError, check_reach};
use super::predicates::{cross, is_convex, ring_area_doubled};
use super::{PlanPoint, cast};

/// The ring around all that is nearer than `radius` steps to a ring, counter-clockwise from its
/// lowest corner; `None` when the ring is not convex. Rings of either orientation, with repeated
/// and flat corners.
///
/// Every point nearer than `radius - 1` is inside, none farther than `radius + tolerance + 2`
/// (`tolerance` at least 1): corners are on the tangents of the arcs, rounded away from the
/// ring's own. No transcendental function is used. O(n log n).
///
/// # Errors
/// When a corner of the grown ring is beyond 2^30 steps.
pub(super) fn around_convex(
    ring: &[PlanPoint],
    radius: i32,
    tolerance: i32,
) -> Result<Option<Vec<PlanPoint>>, OverlayError> {
    let mut ring = ring.to_vec();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    if ring_area_doubled(&ring) < 0 {
        ring.reverse();
    }
    if !is_convex(&ring) {
        return Ok(None);
    }
    let r = f64::from(radius);
    let share = r / (r + f64::from(tolerance.max(1)));
    let arcs = Arcs { radius: r, widest: 2.0 * share * share - 1.0 };
    let n = ring.len();
    let normals: Vec<[f64; 2]> = (0..n).map(|i| right_of(ring[i], ring[(i + 1) % n])).collect();
    let mut corners = Vec::with_capacity(4 * n);
    for (i, &v) in ring.iter().enumerate() {
        arcs.turn(v, normals[(i + n - 1) % n], normals[i], &mut corners);
    }
    check_reach(&corners)?;
    let n = corners.len();
    let turn = |i: usize| cross(corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
    if (0..n).any(|i| turn(i) <= 0) || !is_convex(&corners) {
        // Rounding put some on others or inside.
        return Ok(Some(convex_hull(corners)));
    }
    let lowest = (0..n).min_by_key(|&i| corners[i]).unwrap_or(0);
    corners.rotate_left(lowest);
    Ok(Some(corners))
}

/// How arcs become polygons.
struct Arcs {
    radius: f64,
    /// The cosine of the widest angle between two tangents that follow each other.
    widest: f64,
}

impl Arcs {
    /// Adds the corners around `v` between the tangents with these normals, which turn left by
    /// less than half a turn. Turns that are too wide are halved.
    fn turn(&self, v: PlanPoint, from: [f64; 2], to: [f64; 2], corners: &mut Vec<PlanPoint>) {
        let cosine = from[0] * to[0] + from[1] * to[1];
        if cosine < self.widest {
            let middle = between(from, to, cosine);
            self.turn(v, from, middle, corners);
            self.turn(v, middle, to, corners);
            return;
        }
        // Where the two tangents meet.
        let reach = self.radius / (1.0 + cosine);
        let [x, y] = [0, 1].map(|axis| away((from[axis] + to[axis]) * reach));
        corners.push(PlanPoint::new(v.x.saturating_add(x), v.y.saturating_add(y)));
    }
}

/// The unit vector halfway from one to another on its left.
fn between(a: [f64; 2], b: [f64; 2], cosine: f64) -> [f64; 2] {
    // The sum is short where they are nearly opposite, their difference where they are near.
    let [x, y] = if cosine > 0.0 { [a[0] + b[0], a[1] + b[1]] } else { [b[1] - a[1], a[0] - b[0]] };
    let length = (x * x + y * y).sqrt();
    [x / length, y / length]
}

/// The unit vector to the right of `a → b`.
pub(super) fn right_of(a: PlanPoint, b: PlanPoint) -> [f64; 2] {
    let length = a.distance(b);
    let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
    [dy / length, -dx / length]
}

/// Rounded away from 0; what is within a millionth of an integer is that integer, so that a
/// radius along an axis stays itself.
pub(super) fn away(v: f64) -> i32 {
    let size = cast::ceil_i32(v.abs() - 1e-6);
    if v < 0.0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::predicates::{Side, dot, side_of_convex};
    use walkmesh_testkit::Random;

    /// How far a point is from a convex ring, 0 inside, steps.
    fn distance(ring: &[PlanPoint], p: PlanPoint) -> f64 {
        if side_of_convex(ring, p) != Side::Outside {
            return 0.0;
        }
        let to_edge = |i: usize| {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            let along = cast::float(dot(a, b, p)) / cast::float(a.distance_squared(b));
            let t = along.clamp(0.0, 1.0);
            let at = |a: i32, b: i32, p: i32| {
                f64::from(a) + t * (f64::from(b) - f64::from(a)) - f64::from(p)
            };
            at(a.x, b.x, p.x).hypot(at(a.y, b.y, p.y))
        };
        (0..ring.len()).map(to_edge).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn distances_are_within_what_is_said() {
        let mut random = Random::new(4);
        let mut seen = 0;
        for round in 0..400 {
            let span = [3, 30, 300][round % 3];
            let radius = [1, 2, 17, 60][round % 4];
            let tolerance = [0, 2, 9][round % 5 % 3];
            let count = 3 + random.below(9);
            let any = (0..count)
                .map(|_| PlanPoint::new(random.between(0, span), random.between(0, span)));
            let ring = convex_hull(any.collect::<Vec<_>>());
            if ring.len() < 3 {
                assert_eq!(around_convex(&ring, radius, tolerance), Ok(None));
                continue;
            }
            let grown = around_convex(&ring, radius, tolerance).unwrap().unwrap();
            assert!(is_convex(&grown) && grown.first() == grown.iter().min());
            let stride = cast::cell_index((span / 30).max(1));
            let reach = radius + tolerance + 6;
            for x in (-reach..span + reach).step_by(stride) {
                for y in (-reach..span + reach).step_by(stride) {
                    let p = PlanPoint::new(x, y);
                    let (d, side) = (distance(&ring, p), side_of_convex(&grown, p));
                    let is_near = d < f64::from(radius) - 1.0;
                    assert!(!is_near || side != Side::Outside, "{p:?} is {d} from {ring:?}");
                    let is_far = d > f64::from(radius + tolerance.max(1)) + 2.0;
                    assert!(!is_far || side == Side::Outside, "{p:?} is {d} from {ring:?}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 100_000);
    }

    #[test]
    fn how_a_ring_is_written_does_not_matter() {
        let p = PlanPoint::new;
        let square = [p(0, 0), p(9, 0), p(9, 9), p(0, 9)];
        let grown = around_convex(&square, 100, 30).unwrap().unwrap();
        let (near, far) = ([-42, -100], [51, 109]);
        let corners = [
            p(near[1], near[0]),
            p(near[0], near[1]),
            p(far[0], near[1]),
            p(far[1], near[0]),
            p(far[1], far[0]),
            p(far[0], far[1]),
            p(near[0], far[1]),
            p(near[1], far[0]),
        ];
        assert_eq!(grown, corners);
        let other = [p(9, 9), p(9, 0), p(4, 0), p(0, 0), p(0, 0), p(0, 9), p(9, 9)];
        assert_eq!(around_convex(&other, 100, 30), Ok(Some(grown)));
        let bow_tie = [p(0, 0), p(9, 9), p(9, 0), p(0, 9)];
        assert_eq!(around_convex(&bow_tie, 100, 30), Ok(None));
        assert_eq!(around_convex(&[p(0, 0), p(9, 9)], 100, 30), Ok(None));
    }

    #[test]
    fn thin_rings_at_the_reach_are_grown_around_their_tips() {
        let p = PlanPoint::new;
        let far = 1 << 29;
        let needle = [p(-far, -far), p(far, far - 1), p(far, far)];
        let grown = around_convex(&needle, 1000, 31).unwrap().unwrap();
        assert!(is_convex(&grown));
        for corner in needle {
            for (dx, dy) in [(998, 0), (-998, 0), (0, 998), (0, -998), (706, 706), (-706, -706)] {
                let at = p(corner.x + dx, corner.y + dy);
                assert_eq!(side_of_convex(&grown, at), Side::Inside, "{at:?}");
            }
        }
    }
}
