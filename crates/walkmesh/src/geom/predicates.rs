//! Exact decisions on lattice points. Nothing here rounds: coordinates within ±2^29 keep every
//! cross product inside `i64`.

use super::PlanPoint;
use std::cmp::Ordering;

/// Twice the signed area of triangle `abc`: positive when `c` lies left of `a → b`
/// (counter-clockwise from above), 0 when the three are on one line.
#[inline]
#[must_use]
pub fn cross(a: PlanPoint, b: PlanPoint, c: PlanPoint) -> i64 {
    let (ax, ay) = (i64::from(a.x), i64::from(a.y));
    let (ux, uy) = (i64::from(b.x) - ax, i64::from(b.y) - ay);
    let (vx, vy) = (i64::from(c.x) - ax, i64::from(c.y) - ay);
    ux * vy - uy * vx
}

/// `Greater` when `c` lies left of `a → b`, `Less` when right, `Equal` on the line.
#[inline]
#[must_use]
pub fn orient(a: PlanPoint, b: PlanPoint, c: PlanPoint) -> Ordering {
    cross(a, b, c).cmp(&0)
}

/// The dot product of `a → b` and `a → c`, exact.
#[inline]
#[must_use]
pub fn dot(a: PlanPoint, b: PlanPoint, c: PlanPoint) -> i64 {
    let (ax, ay) = (i64::from(a.x), i64::from(a.y));
    (i64::from(b.x) - ax) * (i64::from(c.x) - ax) + (i64::from(b.y) - ay) * (i64::from(c.y) - ay)
}

/// True when `p` lies on the closed segment `ab`.
#[inline]
#[must_use]
pub fn on_segment(a: PlanPoint, b: PlanPoint, p: PlanPoint) -> bool {
    cross(a, b, p) == 0 && dot(p, a, b) <= 0
}

/// True when the closed segment `ab` is nearer to `v` than a step along both axes. Of two segments apart
/// that pass the same square an end of one is so near to the other. Exact.
pub(crate) fn nears(a: PlanPoint, b: PlanPoint, v: PlanPoint) -> bool {
    let between = |a: i32, b: i32, v: i32| a.min(b) <= v && v <= a.max(b);
    let width = i64::from(a.x.abs_diff(b.x)) + i64::from(a.y.abs_diff(b.y));
    between(a.x, b.x, v.x) && between(a.y, b.y, v.y) && cross(a, b, v).abs() < width
}

/// True when the closed segments `ab` and `cd` share at least one point.
#[must_use]
pub fn segments_meet(a: PlanPoint, b: PlanPoint, c: PlanPoint, d: PlanPoint) -> bool {
    let (abc, abd) = (orient(a, b, c), orient(a, b, d));
    let (cda, cdb) = (orient(c, d, a), orient(c, d, b));
    if abc != abd && cda != cdb {
        // Either a proper crossing, or an end on the other's line; the latter also needs the
        // on-segment tests below only when one side is collinear, which they cover.
        if abc != Ordering::Equal
            && abd != Ordering::Equal
            && cda != Ordering::Equal
            && cdb != Ordering::Equal
        {
            return true;
        }
    }
    on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b)
}

/// True when the segments cross in one point that is inside both.
#[must_use]
pub fn segments_cross(a: PlanPoint, b: PlanPoint, c: PlanPoint, d: PlanPoint) -> bool {
    let opposite = |p: Ordering, q: Ordering| p != Ordering::Equal && p == q.reverse();
    opposite(orient(a, b, c), orient(a, b, d)) && opposite(orient(c, d, a), orient(c, d, b))
}

/// Twice the signed area of a closed ring, positive counter-clockwise; exact.
#[must_use]
pub fn ring_area_doubled(ring: &[PlanPoint]) -> i128 {
    let mut sum = 0_i128;
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        sum += i128::from(i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x));
    }
    sum
}

/// Where a point stands relative to a closed region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Strictly inside.
    Inside,
    /// On the border.
    Border,
    /// Strictly outside.
    Outside,
}

/// Where `p` stands relative to a convex counter-clockwise ring (collinear vertices allowed).
#[must_use]
pub fn side_of_convex(ring: &[PlanPoint], p: PlanPoint) -> Side {
    let mut side = Side::Inside;
    for (i, &a) in ring.iter().enumerate() {
        match orient(a, ring[(i + 1) % ring.len()], p) {
            Ordering::Less => return Side::Outside,
            Ordering::Equal => side = Side::Border,
            Ordering::Greater => {}
        }
    }
    side
}

/// Where `p` stands relative to a simple ring of either orientation; crossing number, exact.
#[must_use]
pub fn side_of_ring(ring: &[PlanPoint], p: PlanPoint) -> Side {
    let mut inside = false;
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        if on_segment(a, b, p) {
            return Side::Border;
        }
        if (a.y > p.y) != (b.y > p.y) && (orient(a, b, p) == Ordering::Greater) == (b.y > a.y) {
            inside = !inside;
        }
    }
    if inside { Side::Inside } else { Side::Outside }
}

/// True when the angle left of the way `a`, `v`, `b` is at most half a turn; where the way turns
/// right back it is a full turn.
#[inline]
#[must_use]
pub fn is_flat_or_less(a: PlanPoint, v: PlanPoint, b: PlanPoint) -> bool {
    let turn = cross(a, v, b);
    turn > 0 || (turn == 0 && dot(v, a, b) < 0)
}

/// True when the ring is convex and counter-clockwise: no right turn, at least one left turn, and
/// exactly one full turn. Collinear vertices are allowed, repeated ones are not.
#[must_use]
pub fn is_convex(ring: &[PlanPoint]) -> bool {
    let n = ring.len();
    if n < 3 {
        return false;
    }
    // Direction changes of sign in x then y count full turns: a convex ring has one descent.
    let mut left_turns = 0_usize;
    let mut upper_to_lower = 0_usize;
    for i in 0..n {
        let (a, b, c) = (ring[i], ring[(i + 1) % n], ring[(i + 2) % n]);
        if a == b {
            return false;
        }
        match orient(a, b, c) {
            Ordering::Less => return false,
            Ordering::Greater => left_turns += 1,
            Ordering::Equal if dot(b, a, c) >= 0 => return false, // folds back on itself
            Ordering::Equal => {}
        }
        // Half-plane of each edge: "up" is dy > 0 or (dy == 0 and dx < 0).
        let up = |p: PlanPoint, q: PlanPoint| q.y > p.y || (q.y == p.y && q.x < p.x);
        if up(a, b) && !up(b, c) {
            upper_to_lower += 1;
        }
    }
    left_turns >= 3 && upper_to_lower == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i32, y: i32) -> PlanPoint {
        PlanPoint::new(x, y)
    }

    #[test]
    fn orientation_is_exact_at_the_reach() {
        let r = 1 << 29;
        assert_eq!(orient(p(-r, -r), p(r, r - 1), p(r, r)), Ordering::Greater);
        assert_eq!(orient(p(-r, -r), p(r, r), p(0, 0)), Ordering::Equal);
        assert_eq!(orient(p(-r, r), p(r, -r), p(-1, 0)), Ordering::Less);
    }

    #[test]
    fn segments_that_touch_meet_but_do_not_cross() {
        let cases = [
            (p(0, 0), p(4, 0), p(2, 0), p(2, 3), true, false), // T
            (p(0, 0), p(4, 0), p(4, 0), p(6, 1), true, false), // shared end
            (p(0, 0), p(4, 0), p(2, 0), p(6, 0), true, false), // overlap
            (p(0, 0), p(4, 0), p(5, 0), p(6, 0), false, false), // apart on one line
            (p(0, 0), p(4, 4), p(0, 4), p(4, 0), true, true),  // X
            (p(0, 0), p(4, 0), p(5, -1), p(5, 1), false, false),
        ];
        for (a, b, c, d, meet, cross) in cases {
            for (a, b) in [(a, b), (b, a)] {
                for (c, d) in [(c, d), (d, c)] {
                    assert_eq!(segments_meet(a, b, c, d), meet, "{a:?} {b:?} {c:?} {d:?}");
                    assert_eq!(segments_meet(c, d, a, b), meet);
                    assert_eq!(segments_cross(a, b, c, d), cross);
                    assert_eq!(segments_cross(c, d, a, b), cross);
                }
            }
        }
    }

    #[test]
    fn convexity_allows_flat_vertices_and_refuses_the_rest() {
        assert!(is_convex(&[p(0, 0), p(2, 0), p(4, 0), p(4, 4), p(0, 4)]));
        assert!(!is_convex(&[p(0, 0), p(4, 0), p(1, 1), p(0, 4)])); // reflex
        assert!(!is_convex(&[p(0, 0), p(0, 4), p(4, 4), p(4, 0)])); // clockwise
        assert!(!is_convex(&[p(0, 0), p(4, 0), p(2, 0)])); // flat
        // A pentagram turns left everywhere but winds twice.
        assert!(!is_convex(&[p(0, 10), p(-6, -8), p(10, 3), p(-10, 3), p(6, -8)]));
    }

    #[test]
    fn ring_sides_agree_for_convex_rings() {
        let ring = [p(0, 0), p(5, -1), p(7, 4), p(3, 8), p(-1, 4)];
        for x in -3..10 {
            for y in -3..10 {
                assert_eq!(side_of_convex(&ring, p(x, y)), side_of_ring(&ring, p(x, y)));
            }
        }
        let mut reversed = ring;
        reversed.reverse();
        assert_eq!(side_of_ring(&reversed, p(3, 3)), Side::Inside);
    }
}
