//! Axis-aligned boxes in plan.

use super::PlanPoint;

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

    /// Squared distance from `p` to the box, steps²; 0 inside.
    #[inline]
    #[must_use]
    pub fn distance_squared(&self, p: PlanPoint) -> i64 {
        let nearest =
            PlanPoint::new(p.x.clamp(self.min.x, self.max.x), p.y.clamp(self.min.y, self.max.y));
        p.distance_squared(nearest)
    }
}
