//! Lines with fewer corners, on one side of the given ones.
//!
//! ```text
//!         m                       the given line runs from a to d, nothing may be on its right:
//!       ╱   ╲                     the edge bc goes, its neighbours meet in m
//!     b───────c         f
//!    ╱         ╲       ╱          a corner like e, on the right of df, goes
//!   a           d──e──╱
//! ```

use super::convex::crossing;
use super::predicates::{cross, dot};
use super::{PlanPoint, cast};

/// The cheapest corners go first: those within this share of what is allowed, then more.
const SHARES: [f64; 3] = [0.25, 0.5, 1.0];

/// A corner, and how far from the given line the edge after it may be, steps.
#[derive(Clone, Copy, Debug)]
struct Corner {
    at: PlanPoint,
    off: f64,
}

/// A line with the same ends and not more corners, that is nowhere on the right of the given one
/// and no place of which is more than `most` steps away from it. About linear in the corners.
#[must_use]
pub fn straighten(line: &[PlanPoint], most: f64) -> Vec<PlanPoint> {
    let mut corners: Vec<Corner> = line.iter().map(|&at| Corner { at, off: 0.0 }).collect();
    for share in SHARES {
        loop {
            let before = corners.len();
            corners = pass(&corners, most * share);
            if corners.len() == before {
                break;
            }
        }
    }
    corners.into_iter().map(|corner| corner.at).collect()
}

/// Once along the line.
fn pass(line: &[Corner], most: f64) -> Vec<Corner> {
    let mut kept: Vec<Corner> = Vec::with_capacity(line.len());
    let mut i = 0;
    while i < line.len() {
        let v = line[i];
        i += 1;
        let (Some(a), Some(&b)) = (kept.last_mut(), line.get(i)) else {
            kept.push(v);
            continue;
        };
        let turn = cross(a.at, v.at, b.at);
        if turn >= 0 {
            let off = to_line(a.at, b.at, v.at) + a.off.max(v.off);
            if off <= most && dot(v.at, a.at, b.at) < 0 {
                a.off = off;
            } else {
                kept.push(v);
            }
            continue;
        }
        let beyond = line.get(i + 1).and_then(|d| meeting([a.at, v.at, b.at, d.at]));
        let off = beyond.map(|m| to_line(v.at, b.at, m) + a.off.max(v.off).max(b.off));
        match (beyond, off) {
            (Some(at), Some(off)) if off <= most => {
                a.off = off;
                kept.push(Corner { at, off });
                i += 1;
            }
            _ => kept.push(v),
        }
    }
    kept
}

/// Where the edges before and after `bc` meet, when both turn to the right by less than a
/// quarter together: the lattice point next to it that is not on the right of either.
fn meeting([a, b, c, d]: [PlanPoint; 4]) -> Option<PlanPoint> {
    let along = |p: PlanPoint, q: PlanPoint| {
        (i64::from(q.x) - i64::from(p.x), i64::from(q.y) - i64::from(p.y))
    };
    let (u, v) = (along(a, b), along(c, d));
    let is_ahead = u.0 * v.0 + u.1 * v.1 > 0;
    if !is_ahead || cross(b, c, d) >= 0 || cross(a, b, c) >= 0 {
        return None;
    }
    let m = crossing(a, b, c, d)?;
    let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    around
        .map(|(x, y)| PlanPoint::new(m.x.saturating_add(x), m.y.saturating_add(y)))
        .filter(|&p| cross(a, b, p) >= 0 && cross(c, d, p) >= 0 && cross(b, c, p) >= 0)
        .min_by_key(|&p| (p.distance_squared(m), p))
}

/// Distance of a point from a line, steps.
fn to_line(a: PlanPoint, b: PlanPoint, p: PlanPoint) -> f64 {
    cast::float(cross(a, b, p).abs()) / a.distance(b).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    fn distance([a, b]: [PlanPoint; 2], p: PlanPoint) -> f64 {
        let t = cast::float(dot(a, b, p)) / cast::float(a.distance_squared(b)).max(1.0);
        let t = t.clamp(0.0, 1.0);
        let at = |p: i32, q: i32| f64::from(p) + (f64::from(q) - f64::from(p)) * t;
        (at(a.x, b.x) - f64::from(p.x)).hypot(at(a.y, b.y) - f64::from(p.y))
    }

    #[test]
    fn corners_on_the_right_go_and_edges_are_met_on_the_left() {
        let p = PlanPoint::new;
        let dent = [p(0, 0), p(100, -3), p(200, 0)];
        assert_eq!(straighten(&dent, 3.0), [p(0, 0), p(200, 0)]);
        assert_eq!(straighten(&dent, 2.9), dent);
        let bump = [p(0, 0), p(100, 3), p(200, 0)];
        assert_eq!(straighten(&bump, 9.0), bump);
        let cut = [p(0, 0), p(100, 0), p(104, -4), p(104, -100)];
        assert_eq!(straighten(&cut, 9.0), cut, "a quarter turn is too much");
        let round = [p(0, 0), p(100, 0), p(110, -5), p(210, -105)];
        assert_eq!(straighten(&round, 9.0), [p(0, 0), p(105, 0), p(210, -105)]);
        let spike = [p(0, 0), p(100, 0), p(50, 0), p(50, 50)];
        assert_eq!(straighten(&spike, 9.0), spike);
        assert_eq!(straighten(&[p(1, 1)], 9.0), [p(1, 1)]);
        assert!(straighten(&[], 9.0).is_empty());
    }

    #[test]
    fn lines_stay_on_their_side_and_near() {
        let mut random = Random::new(3);
        let mut fewer = 0;
        for round in 0..400 {
            let rise = [3, 12, 60][round % 3];
            let count = 3 + random.below(20);
            let mut at = 0;
            // Heights over growing places: the left is above.
            let line: Vec<PlanPoint> = (0..count)
                .map(|_| {
                    at += random.between(1, 40);
                    PlanPoint::new(at, random.between(-rise, rise))
                })
                .collect();
            let most = [2.0, 10.0, 40.0][random.below(3)];
            let straight = straighten(&line, most);
            fewer += usize::from(straight.len() < line.len());
            assert_eq!((straight[0], straight.last()), (line[0], line.last()));
            for &q in &straight {
                let near = line.windows(2).map(|w| distance([w[0], w[1]], q));
                let near = near.fold(f64::INFINITY, f64::min);
                assert!(near <= most + 1e-9, "{q:?} is {near} off {line:?}");
            }
            // Every given corner is on or below the new line.
            for &p in &line {
                let over = straight.windows(2).find(|w| w[0].x <= p.x && p.x <= w[1].x);
                let is_below = over.is_some_and(|w| cross(w[0], w[1], p) <= 0);
                assert!(is_below, "{p:?} of {line:?} beyond {straight:?}");
            }
            // And every new one is on or above the given one.
            for &q in &straight {
                let under = line.windows(2).find(|w| w[0].x <= q.x && q.x <= w[1].x);
                let is_above = under.is_some_and(|w| cross(w[0], w[1], q) >= 0);
                assert!(is_above, "{q:?} of {straight:?} below {line:?}");
            }
        }
        assert!(fewer > 200, "{fewer} of 400 have fewer corners");
    }
}
