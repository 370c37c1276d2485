//! Lattice points as numbers that are in the order in which a sweep passes them.

use crate::geom::{PlanPoint, cast};

/// So that coordinates are not negative.
const SIGN: u32 = 1 << 31;

/// A lattice point: x in the upper half, y in the lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(u64);

impl Place {
    pub(super) fn of(p: PlanPoint) -> Self {
        Self(u64::from(p.x.cast_unsigned() ^ SIGN) << 32 | u64::from(p.y.cast_unsigned() ^ SIGN))
    }

    pub(super) fn point(self) -> PlanPoint {
        let at = |v: i64| cast::narrow_i32(v - i64::from(SIGN));
        PlanPoint::new(at(self.x()), at(self.y()))
    }

    /// Steps from the lowest x there can be.
    pub(super) const fn x(self) -> i64 {
        (self.0 >> 32).cast_signed()
    }

    /// Steps from the lowest y there can be.
    pub(super) const fn y(self) -> i64 {
        (self.0 & 0xffff_ffff).cast_signed()
    }

    /// The place so many steps away along each axis.
    pub(super) const fn moved(self, x: i64, y: i64) -> Self {
        Self(self.0.wrapping_add_signed(x << 32).wrapping_add_signed(y))
    }
}

/// As [`predicates::cross`](crate::geom::predicates::cross).
pub(super) const fn cross(a: Place, b: Place, c: Place) -> i64 {
    (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x())
}

/// As [`predicates::dot`](crate::geom::predicates::dot).
pub(super) const fn dot(a: Place, b: Place, c: Place) -> i64 {
    (b.x() - a.x()) * (c.x() - a.x()) + (b.y() - a.y()) * (c.y() - a.y())
}
