//! Boxes in plan and height.

use super::{GroundPoint, PlanBox, PlanPoint};

/// A closed box in plan and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Volume {
    pub(crate) plan: PlanBox,
    pub(crate) low: i32,
    pub(crate) high: i32,
}

/// The lowest and the highest of these; of none the first is above the second.
pub(crate) fn lowest_and_highest(heights: impl IntoIterator<Item = i32>) -> (i32, i32) {
    let none = (i32::MAX, i32::MIN);
    heights.into_iter().fold(none, |(low, high), h| (low.min(h), high.max(h)))
}

impl Volume {
    /// Everything that the lattice holds.
    pub(crate) const ALL: Self = Self::column(PlanBox::EVERYWHERE);

    /// All heights over a box.
    pub(crate) const fn column(plan: PlanBox) -> Self {
        Self { plan, low: i32::MIN, high: i32::MAX }
    }

    /// A box at no height.
    pub(crate) const fn flat(plan: PlanBox) -> Self {
        Self { plan, low: 0, high: 0 }
    }

    /// The box that reaches so far from `p` each way along x, y and height (saturating).
    pub(crate) fn around(p: GroundPoint, reach: [i32; 3]) -> Self {
        let plan = PlanBox::new(p.plan, p.plan);
        let [x, y, h] = reach;
        let (wide, deep) = (plan.grown(x), plan.grown(y));
        let min = PlanPoint::new(wide.min.x, deep.min.y);
        let max = PlanPoint::new(wide.max.x, deep.max.y);
        let (low, high) = (p.height.saturating_sub(h), p.height.saturating_add(h));
        Self { plan: PlanBox { min, max }, low, high }
    }

    /// True when the boxes share a point, their borders included.
    #[inline]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        (self.low <= other.high) & (other.low <= self.high) & self.plan.meets(&other.plan)
    }

    /// True when `p` is inside or on the border.
    pub(crate) fn contains(&self, p: GroundPoint) -> bool {
        (self.low..=self.high).contains(&p.height) && self.plan.contains(p.plan)
    }

    /// Squared distance in space from what is looked from, steps²; 0 where it touches that.
    #[inline]
    pub(crate) fn distance_squared(&self, from: Upright) -> i64 {
        let up = (i64::from(from.low) - i64::from(self.high))
            .max(i64::from(self.low) - i64::from(from.high))
            .max(0);
        self.plan.distance_squared(from.plan) + up * up
    }

    /// The box around both.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            plan: self.plan.with_box(other.plan),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Twice its middle in plan x, plan y and height.
    pub(crate) fn centre(&self) -> [i64; 3] {
        let sum = |a: i32, b: i32| i64::from(a) + i64::from(b);
        let (min, max) = (self.plan.min, self.plan.max);
        [sum(min.x, max.x), sum(min.y, max.y), sum(self.low, self.high)]
    }
}

/// From where a tree is looked at: an upright line, all of which counts as one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Upright {
    pub(crate) plan: PlanPoint,
    low: i32,
    high: i32,
}

impl Upright {
    /// So far up and down from a point, saturating.
    pub(crate) const fn around(p: GroundPoint, reach: i32) -> Self {
        let (low, high) = (p.height.saturating_sub(reach), p.height.saturating_add(reach));
        Self { plan: p.plan, low, high }
    }
}
