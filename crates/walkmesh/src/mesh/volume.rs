//! Boxes in plan and height.

use crate::geom::{GroundPoint, PlanBox, PlanPoint};

/// A closed box in plan and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Volume {
    pub(super) plan: PlanBox,
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Volume {
    /// Everything that the lattice holds.
    pub(super) const ALL: Self = Self {
        plan: PlanBox {
            min: PlanPoint::new(i32::MIN, i32::MIN),
            max: PlanPoint::new(i32::MAX, i32::MAX),
        },
        low: i32::MIN,
        high: i32::MAX,
    };

    /// The box that reaches so far from `p` each way along x, y and height (saturating).
    pub(super) fn around(p: GroundPoint, reach: [i32; 3]) -> Self {
        let plan = PlanBox::new(p.plan, p.plan);
        let [x, y, h] = reach;
        let (wide, deep) = (plan.grown(x), plan.grown(y));
        let min = PlanPoint::new(wide.min.x, deep.min.y);
        let max = PlanPoint::new(wide.max.x, deep.max.y);
        let (low, high) = (p.height.saturating_sub(h), p.height.saturating_add(h));
        Self { plan: PlanBox { min, max }, low, high }
    }

    /// True when the boxes share a point.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high && self.plan.meets(&other.plan)
    }

    /// True when `p` is inside or on the border.
    pub(super) fn contains(&self, p: GroundPoint) -> bool {
        (self.low..=self.high).contains(&p.height) && self.plan.contains(p.plan)
    }

    /// Squared distance in space from what is looked from, steps²; 0 where it touches that.
    #[inline]
    pub(super) fn distance_squared(&self, from: Upright) -> i64 {
        let up = (i64::from(from.low) - i64::from(self.high))
            .max(i64::from(self.low) - i64::from(from.high))
            .max(0);
        self.plan.distance_squared(from.plan) + up * up
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self {
            plan: self.plan.with(other.plan.min).with(other.plan.max),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Twice its middle in plan x, plan y and height.
    pub(super) fn centre(&self) -> [i64; 3] {
        let sum = |a: i32, b: i32| i64::from(a) + i64::from(b);
        let (min, max) = (self.plan.min, self.plan.max);
        [sum(min.x, max.x), sum(min.y, max.y), sum(self.low, self.high)]
    }
}

/// From where a tree is looked at: an upright line, all of which counts as one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upright {
    pub(super) plan: PlanPoint,
    low: i32,
    high: i32,
}

impl Upright {
    /// So far up and down from a point, saturating.
    pub(super) const fn around(p: GroundPoint, reach: i32) -> Self {
        let (low, high) = (p.height.saturating_sub(reach), p.height.saturating_add(reach));
        Self { plan: p.plan, low, high }
    }
}
