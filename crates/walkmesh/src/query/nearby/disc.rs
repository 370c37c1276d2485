//! Discs in plan, and what of an edge they touch.

use crate::geom::PlanPoint;

/// A radius that reaches from any lattice point to any other, steps: more than 2^30 × √2. With
/// no larger ones the products below fit `i128`.
const EVERYWHERE: i32 = 1_600_000_000;

/// A closed disc; its centre may lie half way between lattice points.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Disc {
    /// Half steps.
    centre: [i128; 2],
    /// Half steps².
    radius_squared: i128,
}

impl Disc {
    /// The disc around a point, steps. A radius below 0 is 0.
    pub(in crate::query) fn around(centre: PlanPoint, radius: i32) -> Self {
        let radius = i128::from(radius.clamp(0, EVERYWHERE));
        Self { centre: halves(centre), radius_squared: 4 * radius * radius }
    }

    /// The disc that has the segment `pq` as a diameter.
    pub(in crate::query) fn across(p: PlanPoint, q: PlanPoint) -> Self {
        let centre = [i128::from(p.x) + i128::from(q.x), i128::from(p.y) + i128::from(q.y)];
        Self { centre, radius_squared: p.distance_squared(q).into() }
    }

    /// True when the point lies inside or on the border; exact.
    pub(in crate::query) fn holds(&self, p: PlanPoint) -> bool {
        let [x, y] = self.offset(p);
        x * x + y * y <= self.radius_squared
    }

    /// True when the disc and the closed segment `ab` share a point; exact.
    pub(in crate::query) fn touches(&self, a: PlanPoint, b: PlanPoint) -> bool {
        if self.holds(a) || self.holds(b) {
            return true;
        }
        let ([ax, ay], [bx, by]) = (self.offset(a), self.offset(b));
        let (dx, dy) = (bx - ax, by - ay);
        let length_squared = dx * dx + dy * dy;
        let along = -(ax * dx + ay * dy);
        let off = ax * by - ay * bx;
        // Beside the segment, and no farther from its line than the radius.
        0 < along && along < length_squared && off * off <= self.radius_squared * length_squared
    }

    fn offset(&self, p: PlanPoint) -> [i128; 2] {
        let [x, y] = halves(p);
        [x - self.centre[0], y - self.centre[1]]
    }
}

fn halves(p: PlanPoint) -> [i128; 2] {
    [2 * i128::from(p.x), 2 * i128::from(p.y)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_counts_and_nothing_less() {
        let p = PlanPoint::new;
        let disc = Disc::around(p(0, 0), 5);
        assert!(disc.holds(p(3, 4)) && !disc.holds(p(4, 4)));
        // A tangent, and lines a step away from it.
        assert!(disc.touches(p(-9, 5), p(9, 5)) && !disc.touches(p(-9, 6), p(9, 6)));
        assert!(disc.touches(p(-1, 7), p(7, 1)) && !disc.touches(p(-1, 8), p(8, 1)));
        // The line would touch, the segment ends before.
        assert!(!disc.touches(p(1, 6), p(9, 0)) || disc.holds(p(3, 4)));
        assert!(!disc.touches(p(6, -9), p(6, 9)) && !disc.touches(p(6, 5), p(9, 5)));
        let half = Disc::across(p(0, 0), p(3, 0));
        assert!(half.holds(p(0, 0)) && half.holds(p(3, 0)) && half.holds(p(1, 1)));
        assert!(!half.holds(p(1, 2)) && half.touches(p(1, 2), p(1, -2)));
    }

    #[test]
    fn nothing_overflows_at_the_reach() {
        let r = 1 << 29;
        let (low, high) = (PlanPoint::new(-r, -r), PlanPoint::new(r, r));
        for disc in [Disc::around(low, i32::MAX), Disc::across(low, high)] {
            assert!(disc.holds(high) && disc.touches(low, high));
        }
        assert!(!Disc::around(low, r).touches(PlanPoint::new(-r, r), high));
    }
}
