//! Convex polygons in plan: counter-clockwise rings of lattice points, flat corners allowed.
//! Membership is [`super::predicates::side_of_convex`], area
//! [`super::predicates::ring_area_doubled`].

use super::predicates::{Side, cross, nears, ring_area_doubled, side_of_convex};
use super::{PlanPoint, cast, edges};

/// Where the lines `ab` and `cd` meet, rounded to the lattice (halves up), or `None` when they
/// are parallel. The same for every order of the four points that names the same two lines; for
/// segments that cross it lies in the box of both.
#[must_use]
pub fn crossing(a: PlanPoint, b: PlanPoint, c: PlanPoint, d: PlanPoint) -> Option<PlanPoint> {
    let (dx, dy) = (i128::from(b.x) - i128::from(a.x), i128::from(b.y) - i128::from(a.y));
    let (at_c, at_d) = (i128::from(cross(c, d, a)), i128::from(cross(c, d, b)));
    let whole = at_c - at_d;
    if whole == 0 {
        return None;
    }
    let on = |start: i32, delta: i128| {
        let (n, d) = if whole > 0 { (at_c * delta, whole) } else { (-at_c * delta, -whole) };
        i32::try_from(i128::from(start) + (2 * n + d).div_euclid(2 * d)).ok()
    };
    Some(PlanPoint::new(on(a.x, dx)?, on(a.y, dy)?))
}

/// The part of a convex ring on the left of the line `ab` or on it; new corners are rounded to
/// the lattice, which may bend the ring by half a step there. Empty when nothing with area is
/// left. O(n).
#[must_use]
pub fn clip(ring: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> Vec<PlanPoint> {
    let kept = left_of(ring, a, b);
    if ring_area_doubled(&kept) > 0 { kept } else { Vec::new() }
}

/// As [`clip`], of any ring in any direction: one that comes back over the line several times runs
/// along it in between, to and fro.
pub(crate) fn left_of(ring: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> Vec<PlanPoint> {
    let mut kept = Vec::with_capacity(ring.len() + 1);
    for (p, q) in edges(ring) {
        let (at_p, at_q) = (cross(a, b, p), cross(a, b, q));
        if at_p >= 0 {
            kept.push(p);
        }
        if (at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0) {
            kept.extend(crossing(p, q, a, b));
        }
    }
    kept.dedup();
    if kept.len() > 1 && kept.first() == kept.last() {
        kept.pop();
    }
    kept
}

/// True when the insides of two convex rings share a point: no line along an edge of either
/// parts them. Exact; O(n m).
#[must_use]
pub fn overlap(a: &[PlanPoint], b: &[PlanPoint]) -> bool {
    let parts = |a: &[PlanPoint], b: &[PlanPoint]| {
        (0..a.len()).any(|i| {
            let (from, to) = (a[i], a[(i + 1) % a.len()]);
            b.iter().all(|&p| cross(from, to, p) <= 0)
        })
    };
    !parts(a, b) && !parts(b, a)
}

/// True when two convex rings share an edge, or a corner of one is nearer than a step to an edge of
/// the other and none of its ends: bending that edge by half a step may put one over the other.
/// Exact; O(n m).
pub(crate) fn run_along(a: &[PlanPoint], b: &[PlanPoint]) -> bool {
    let comes_near = |a: &[PlanPoint], b: &[PlanPoint]| {
        edges(a).any(|(from, to)| b.iter().any(|&p| p != from && p != to && nears(from, to, p)))
    };
    comes_near(a, b) || comes_near(b, a) || edges(a).any(|(p, q)| edges(b).any(|of| of == (q, p)))
}

/// True when a corner of one of two convex rings is nearer than a step to an edge of the other and
/// not on it: no common edge joins them there, and bending that edge by half a step may put one
/// over the other. Exact; O(n m).
pub(crate) fn run_beside(a: &[PlanPoint], b: &[PlanPoint]) -> bool {
    let is_beside = |a: &[PlanPoint], b: &[PlanPoint]| {
        edges(a).any(|(from, to)| b.iter().any(|&p| cross(from, to, p) != 0 && nears(from, to, p)))
    };
    is_beside(a, b) || is_beside(b, a)
}

/// The point of a convex polygon (with its inside) nearest to (`x`, `y`), steps: that point
/// itself when inside. `None` for an empty ring. O(n).
#[must_use]
pub fn nearest_point(ring: &[PlanPoint], x: f64, y: f64) -> Option<(f64, f64)> {
    let mut inside = true;
    let mut best: Option<((f64, f64), f64)> = None;
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (ax, ay) = (f64::from(a.x), f64::from(a.y));
        let (dx, dy) = (f64::from(b.x) - ax, f64::from(b.y) - ay);
        inside &= dx * (y - ay) - dy * (x - ax) >= 0.0;
        let along = (dx * (x - ax) + dy * (y - ay)) / cast::float(a.distance_squared(b)).max(1.0);
        let t = along.clamp(0.0, 1.0);
        let (px, py) = (ax + t * dx, ay + t * dy);
        let d = (px - x) * (px - x) + (py - y) * (py - y);
        if best.is_none_or(|b| d < b.1) {
            best = Some(((px, py), d));
        }
    }
    if inside && ring.len() > 2 { Some((x, y)) } else { best.map(|b| b.0) }
}

/// The part of the segment `ab` in a closed convex polygon, as parameters from 0 at `a` to 1 at
/// `b`; `None` when they have no point in common. Whether they meet is decided by the
/// parameters, which are correctly rounded quotients of exact numbers. O(n).
#[must_use]
pub fn clip_segment(ring: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> Option<(f64, f64)> {
    if a == b {
        return (side_of_convex(ring, a) != Side::Outside && !ring.is_empty())
            .then_some((0.0, 1.0));
    }
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (i, &p) in ring.iter().enumerate() {
        let q = ring[(i + 1) % ring.len()];
        let (at_a, at_b) = (cross(p, q, a), cross(p, q, b));
        if at_a < 0 && at_b < 0 {
            return None;
        }
        let t = || cast::float(at_a) / cast::float_wide(i128::from(at_a) - i128::from(at_b));
        if at_a < 0 {
            enter = enter.max(t());
        } else if at_b < 0 {
            leave = leave.min(t());
        }
    }
    (enter <= leave && !ring.is_empty()).then_some((enter, leave))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::predicates::{is_convex, segments_cross, side_of_ring};

    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, sides: u64) -> i32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            i32::try_from((self.0 >> 33) % sides).unwrap()
        }

        fn point(&mut self, span: u64) -> PlanPoint {
            PlanPoint::new(self.roll(span), self.roll(span))
        }

        /// A triangle cut by a few lines.
        fn ring(&mut self, span: u64) -> Vec<PlanPoint> {
            loop {
                let mut ring = vec![self.point(span), self.point(span), self.point(span)];
                if ring_area_doubled(&ring) < 0 {
                    ring.reverse();
                }
                for _ in 0..3 {
                    let cut = clip(&ring, self.point(span), self.point(span));
                    if is_convex(&cut) {
                        ring = cut;
                    }
                }
                if is_convex(&ring) {
                    return ring;
                }
            }
        }
    }

    #[test]
    fn a_crossing_is_the_same_however_it_is_asked_for() {
        let mut dice = Dice(1);
        for _ in 0..2000 {
            let [a, b, c, d] = [(); 4].map(|()| dice.point(40));
            let x = crossing(a, b, c, d);
            for y in [crossing(b, a, c, d), crossing(a, b, d, c), crossing(c, d, a, b)] {
                assert_eq!(x, y);
            }
            if segments_cross(a, b, c, d) {
                let x = x.unwrap();
                let near = |p: PlanPoint, q: PlanPoint| {
                    let off = cast::float(cross(p, q, x)) / p.distance(q);
                    off.abs() <= 0.71
                };
                assert!(near(a, b) && near(c, d));
            }
        }
        let far = 1 << 29;
        let p = PlanPoint::new;
        let x = crossing(p(-far, -far), p(far, far), p(-far, far), p(far, -far));
        assert_eq!(x, Some(p(0, 0)));
        assert_eq!(crossing(p(0, 0), p(1, 1), p(5, 5), p(7, 7)), None);
    }

    #[test]
    fn clipping_keeps_what_is_left_of_the_line() {
        let mut dice = Dice(2);
        for _ in 0..500 {
            let ring = dice.ring(200);
            let (a, b) = (dice.point(200), dice.point(200));
            if a == b {
                continue;
            }
            let part = clip(&ring, a, b);
            for _ in 0..40 {
                let p = dice.point(200);
                let off = cast::float(cross(a, b, p)) / a.distance(b);
                let inside = side_of_convex(&ring, p) == Side::Inside && off > 1.5;
                let outside = side_of_convex(&ring, p) == Side::Outside || off < -1.5;
                let (x, y) = (f64::from(p.x), f64::from(p.y));
                let near =
                    nearest_point(&part, x, y).is_some_and(|(u, v)| (u - x).hypot(v - y) < 1.5);
                assert!(near || !inside, "{ring:?} {a:?} {b:?} {p:?} {part:?}");
                if outside && side_of_ring(&part, p) == Side::Inside {
                    // Rounded corners reach out by a step at most.
                    let (u, v) = nearest_point(&ring, x, y).unwrap();
                    assert!((u - x).hypot(v - y) < 1.5);
                    assert!(off > -1.5);
                }
            }
        }
    }

    #[test]
    fn the_nearest_point_beats_every_lattice_point() {
        let mut dice = Dice(3);
        for _ in 0..200 {
            let ring = dice.ring(20);
            let (x, y) = (f64::from(dice.roll(120)) / 4.0 - 5.0, f64::from(dice.roll(120)) / 4.0);
            let (u, v) = nearest_point(&ring, x, y).unwrap();
            let d = (u - x).hypot(v - y);
            for i in 0..400 {
                let p = PlanPoint::new(i % 20, i / 20);
                if side_of_convex(&ring, p) != Side::Outside {
                    assert!(d <= (f64::from(p.x) - x).hypot(f64::from(p.y) - y) + 1e-9);
                }
            }
        }
        assert_eq!(nearest_point(&[], 0.0, 0.0), None);
    }

    #[test]
    fn the_clipped_segment_is_what_is_inside() {
        let mut dice = Dice(4);
        for _ in 0..500 {
            let ring = dice.ring(30);
            let (a, b) = (dice.point(30), dice.point(30));
            let part = clip_segment(&ring, a, b);
            for i in 0..=60 {
                let t = f64::from(i) / 60.0;
                let x = f64::from(a.x) + (f64::from(b.x) - f64::from(a.x)) * t;
                let y = f64::from(a.y) + (f64::from(b.y) - f64::from(a.y)) * t;
                let (u, v) = nearest_point(&ring, x, y).unwrap();
                let d = (u - x).hypot(v - y);
                let within = part.is_some_and(|(s, e)| s - 1e-9 <= t && t <= e + 1e-9);
                assert!(within || d > 0.0 || part.is_none_or(|p| p.0 > t || p.1 < t));
                if d > 1e-6 {
                    assert!(!part.is_some_and(|(s, e)| s + 1e-6 < t && t < e - 1e-6));
                }
                if d <= 0.0 && a != b {
                    assert!(part.is_some_and(|(s, e)| s - 1e-9 <= t && t <= e + 1e-9));
                }
            }
        }
    }
}
