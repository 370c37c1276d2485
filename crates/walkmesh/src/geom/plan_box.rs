//! Axis-aligned boxes in plan.

use super::PlanPoint;
use super::predicates::cross;

// Boxes are compared with `&`: which of the sides fails is not to be foretold, and a branch for each
// costs more than the comparisons.

/// A closed axis-aligned box in plan, in lattice steps; `min <= max` on both axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlanBox {
    /// Lower corner.
    pub min: PlanPoint,
    /// Upper corner.
    pub max: PlanPoint,
}

impl PlanBox {
    /// All of the plan.
    pub const EVERYWHERE: Self =
        Self { min: PlanPoint::new(i32::MIN, i32::MIN), max: PlanPoint::new(i32::MAX, i32::MAX) };

    /// The box between two corners given in any order.
    #[must_use]
    pub fn new(a: PlanPoint, b: PlanPoint) -> Self {
        Self {
            min: PlanPoint::new(a.x.min(b.x), a.y.min(b.y)),
            max: PlanPoint::new(a.x.max(b.x), a.y.max(b.y)),
        }
    }

    /// The smallest box around the points, or `None` of none.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = PlanPoint>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self::new(first, first), Self::with))
    }

    /// Grown to hold `p` as well.
    #[must_use]
    pub fn with(self, p: PlanPoint) -> Self {
        Self {
            min: PlanPoint::new(self.min.x.min(p.x), self.min.y.min(p.y)),
            max: PlanPoint::new(self.max.x.max(p.x), self.max.y.max(p.y)),
        }
    }

    /// The box around both.
    #[must_use]
    pub fn with_box(self, other: Self) -> Self {
        self.with(other.min).with(other.max)
    }

    /// Grown by `margin` steps on every side (saturating).
    #[must_use]
    pub fn grown(self, margin: i32) -> Self {
        Self {
            min: PlanPoint::new(
                self.min.x.saturating_sub(margin),
                self.min.y.saturating_sub(margin),
            ),
            max: PlanPoint::new(
                self.max.x.saturating_add(margin),
                self.max.y.saturating_add(margin),
            ),
        }
    }

    /// Its corners from the lower one on, counter-clockwise.
    pub(crate) const fn corners(&self) -> [PlanPoint; 4] {
        let (min, max) = (self.min, self.max);
        [min, PlanPoint::new(max.x, min.y), max, PlanPoint::new(min.x, max.y)]
    }

    /// True when `p` is inside or on the border.
    #[must_use]
    pub fn contains(&self, p: PlanPoint) -> bool {
        (self.min.x <= p.x) & (p.x <= self.max.x) & (self.min.y <= p.y) & (p.y <= self.max.y)
    }

    /// True when the closed boxes share a point.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        (self.min.x <= other.max.x)
            & (other.min.x <= self.max.x)
            & (self.min.y <= other.max.y)
            & (other.min.y <= self.max.y)
    }

    /// What two have in common, where that has room inside.
    pub(crate) fn common(&self, other: &Self) -> Option<Self> {
        let min = PlanPoint::new(self.min.x.max(other.min.x), self.min.y.max(other.min.y));
        let max = PlanPoint::new(self.max.x.min(other.max.x), self.max.y.min(other.max.y));
        (min.x < max.x && min.y < max.y).then_some(Self { min, max })
    }

    /// True when the closed box and the segment `ab`, which may be a point, share a point. Exact
    /// where no corner is 2^30 steps out.
    #[must_use]
    pub fn meets_segment(&self, a: PlanPoint, b: PlanPoint) -> bool {
        let is_beside = || {
            let turns = self.corners().map(|corner| cross(a, b, corner).signum());
            turns[0] != 0 && turns.iter().all(|&turn| turn == turns[0])
        };
        self.meets(&Self::new(a, b)) && !is_beside()
    }

    /// Squared distance from `p` to the box, steps²; 0 inside.
    #[inline]
    #[must_use]
    pub fn distance_squared(&self, p: PlanPoint) -> i64 {
        let nearest =
            PlanPoint::new(p.x.clamp(self.min.x, self.max.x), p.y.clamp(self.min.y, self.max.y));
        p.distance_squared(nearest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::predicates::segments_meet;
    use walkmesh_testkit::Random;

    #[test]
    fn a_segment_meets_a_box_when_it_starts_inside_or_meets_a_side() {
        let mut random = Random::new(5);
        let mut met = [0; 2];
        for _ in 0..20_000 {
            let mut point = || PlanPoint::new(random.between(-9, 9), random.between(-9, 9));
            let (b, from, to) = (PlanBox::new(point(), point()), point(), point());
            let p = PlanPoint::new;
            let corners = [b.min, p(b.max.x, b.min.y), b.max, p(b.min.x, b.max.y)];
            let sides = (0..4).map(|i| [corners[i], corners[(i + 1) % 4]]);
            let meets =
                b.contains(from) || sides.into_iter().any(|[u, w]| segments_meet(u, w, from, to));
            assert_eq!(b.meets_segment(from, to), meets, "{b:?} {from:?} {to:?}");
            met[usize::from(meets)] += 1;
        }
        assert!(met.iter().all(|&n| n > 4000), "{met:?}");
    }
}
