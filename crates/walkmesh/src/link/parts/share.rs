//! How far along a stretch.

use std::cmp::Ordering;

use crate::geom::{PlanPoint, cast};

/// How far along a stretch, from 0 at its first point to 1 at its last: an exact fraction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    part: i64,
    whole: i64,
}

impl Share {
    pub(super) const START: Self = Self { part: 0, whole: 1 };
    pub(super) const END: Self = Self { part: 1, whole: 1 };

    /// Where a figure that changes evenly along the stretch is 0; just one of the two is negative.
    pub(super) const fn of_zero(first: i64, last: i64) -> Self {
        Self { part: first.abs(), whole: (first - last).abs() }
    }

    /// One about in the middle of this one and a larger one; `None` where they are next to equal.
    pub(super) fn between(self, larger: Self) -> Option<Self> {
        const WHOLE: i64 = 1 << 40;
        let scaled = |s: Self| i128::from(s.part) * i128::from(WHOLE) / i128::from(s.whole);
        let part = i64::try_from((scaled(self) + scaled(larger)) / 2).ok()?;
        let middle = Self { part, whole: WHOLE };
        (self < middle && middle < larger).then_some(middle)
    }

    /// The lattice point nearest to it, halves up.
    pub(super) fn on(self, [a, b]: [PlanPoint; 2]) -> PlanPoint {
        PlanPoint::new(self.of([a.x, b.x]), self.of([a.y, b.y]))
    }

    /// A figure that changes evenly along the stretch between these, to the nearest whole, halves up.
    pub(super) fn of(self, [a, b]: [i32; 2]) -> i32 {
        let (part, whole) = (i128::from(self.part), i128::from(self.whole));
        let off = (i128::from(b) - i128::from(a)) * part;
        let steps = (2 * off + whole).div_euclid(2 * whole);
        // Between a and b.
        cast::narrow_i32(i64::from(a) + i64::try_from(steps).unwrap_or_default())
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Self) -> Ordering {
        // Figures are twice a cross product and a little: below 2^63, their products below 2^126.
        let crosswise = |a: &Self, b: &Self| i128::from(a.part) * i128::from(b.whole);
        crosswise(self, other).cmp(&crosswise(other, self))
    }
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Share {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_compare_and_round() {
        let at = Share::of_zero;
        assert_eq!((at(-1, 3), at(0, -5), at(-5, 0)), (at(2, -6), Share::START, Share::END));
        assert!(at(-1, 3) < at(-1, 2) && at(-1, 2) < Share::END);
        let far = 1_i64 << 61;
        assert!(at(-far, far) < at(-far - 1, far) && at(-far, far) > at(-far, far + 1));
        assert_eq!(at(-1, 3).between(Share::END), Some(at(-5, 3)));
        assert_eq!(at(-far, far).between(at(-far - 1, far - 1)), None);
        let stretch = [PlanPoint::new(-7, 4), PlanPoint::new(3, -1)];
        assert_eq!((Share::START.on(stretch), Share::END.on(stretch)), (stretch[0], stretch[1]));
        assert_eq!(at(-1, 1).on(stretch), PlanPoint::new(-2, 2), "-2 and 1.5");
        assert_eq!(at(-9, 1).on(stretch), PlanPoint::new(2, 0), "2 and -0.5");
        let reach = 1 << 29;
        let widest = [PlanPoint::new(-reach, reach), PlanPoint::new(reach, -reach)];
        assert_eq!(at(-far, far).on(widest), PlanPoint::new(0, 0));
    }
}
