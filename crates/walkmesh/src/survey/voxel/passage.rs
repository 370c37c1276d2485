//! Where a body passes between spans side by side, and where it would fall.
//!
//! Above each span is a gap: from its top to the bottom of the next. Between cells side by side a
//! body passes where two gaps share the agent's height. That is symmetric, so every pair of gaps
//! is looked at once, from below upwards in both columns: of two gaps, the one that closes first
//! meets nothing above the other. Ledges and links both come out of it. Whether a span can be stood
//! on does not matter for that.

use super::heightfield::Slab;
use crate::parameters::Resolved;

/// The solid spans of a cell, upwards.
pub(super) trait Column: Copy {
    /// How many there are.
    fn len(&self) -> usize;

    /// The lowest voxel of span `i`.
    fn bottom(&self, i: usize) -> i32;

    /// Its top face.
    fn floor(&self, i: usize) -> i32;

    /// Where the gap above it is closed.
    #[inline]
    fn ceiling(&self, i: usize) -> i32 {
        if i + 1 < self.len() { self.bottom(i + 1) } else { i32::MAX }
    }
}

impl Column for &[Slab] {
    #[inline]
    fn len(&self) -> usize {
        (**self).len()
    }

    #[inline]
    fn bottom(&self, i: usize) -> i32 {
        self[i].bottom
    }

    #[inline]
    fn floor(&self, i: usize) -> i32 {
        self[i].top
    }
}

/// What there is between two columns side by side.
pub(super) enum Between {
    /// A way from a span of the first to one of the second, by a step of at most the climb.
    Way(usize, usize, i32),
    /// A fall from a span of the first.
    Fall(usize),
    /// A fall from a span of the second.
    FallBack(usize),
}

/// The lowest and the highest step from a span to those beside it where a body passes, and 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    pub(super) down: i32,
    pub(super) up: i32,
}

/// A step that is deeper than any climb.
pub(super) const FALL: i32 = i32::MIN;

impl Steps {
    /// None at all.
    pub(super) const NONE: Self = Self { down: 0, up: 0 };
    /// A fall alone, as where the world ends.
    pub(super) const FALL: Self = Self { down: FALL, up: 0 };

    /// One more, up by the climb at most.
    #[inline]
    pub(super) fn add(&mut self, step: i32) {
        self.down = self.down.min(step);
        self.up = self.up.max(step);
    }

    /// Both together.
    #[inline]
    pub(super) fn with(self, other: Self) -> Self {
        Self { down: self.down.min(other.down), up: self.up.max(other.up) }
    }

    /// Whether a span with all of these is beside a drop deeper than the climb, or too steep to be
    /// between its neighbours.
    #[inline]
    pub(super) const fn is_ledge(self, climb: i32) -> bool {
        self.down < self.up - climb
    }
}

/// How bodies pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passing {
    height: i32,
    pub(super) climb: i32,
}

impl Passing {
    pub(super) const fn new(resolved: &Resolved) -> Self {
        Self { height: resolved.walkable_height, climb: resolved.walkable_climb }
    }

    /// Whether a body fits between two heights.
    #[inline]
    pub(super) const fn fits(&self, floor: i32, ceiling: i32) -> bool {
        // What is between them is a number without a sign.
        let gap = ceiling.wrapping_sub(floor).cast_unsigned();
        (floor <= ceiling) & (gap >= self.height.cast_unsigned())
    }

    /// Whether a step between two floors is at most the climb.
    #[inline]
    pub(super) const fn is_step(&self, floor: i32, other: i32) -> bool {
        let climb = self.climb.cast_unsigned();
        other.wrapping_sub(floor).cast_unsigned().wrapping_add(climb) <= 2 * climb
    }

    /// Whether a body fits on span `i` of a column, and so passes to the same span of a cell
    /// beside that has the same column.
    #[inline]
    pub(super) fn stays(&self, column: impl Column, i: usize) -> bool {
        self.fits(column.floor(i), column.ceiling(i))
    }

    /// Looks between two columns side by side.
    #[inline]
    pub(super) fn meet<C: Column>(&self, here: C, there: C, mut found: impl FnMut(Between)) {
        let n = here.len();
        if n != there.len() || !(0..n).all(|i| self.is_step(here.floor(i), there.floor(i))) {
            self.meet_storeys(here, there, found);
            return;
        }
        // Nearly everywhere the ground and what is over it go on as they are: then no gap reaches
        // past the next span of the other column, as the climb is below the height.
        for i in 0..n {
            let (floor, other) = (here.floor(i), there.floor(i));
            if self.fits(floor.max(other), here.ceiling(i).min(there.ceiling(i))) {
                found(Between::Way(i, i, other.wrapping_sub(floor)));
            }
        }
    }

    /// The same, whatever the columns are.
    pub(super) fn meet_storeys<C: Column>(
        &self,
        here: C,
        there: C,
        mut found: impl FnMut(Between),
    ) {
        self.falls(here, there).for_each(|i| found(Between::Fall(i)));
        self.falls(there, here).for_each(|j| found(Between::FallBack(j)));
        let (mut i, mut j) = (0, 0);
        while i < here.len() && j < there.len() {
            let (close, other_close) = (here.ceiling(i), there.ceiling(j));
            let (floor, other) = (here.floor(i), there.floor(j));
            if self.fits(floor.max(other), close.min(other_close)) {
                found(if self.is_step(floor, other) {
                    Between::Way(i, j, other.wrapping_sub(floor))
                } else if other < floor {
                    Between::Fall(i)
                } else {
                    Between::FallBack(j)
                });
            }
            if close <= other_close {
                i += 1;
            } else {
                j += 1;
            }
        }
    }

    /// The spans of a column that lead below everything there is in another one.
    #[inline]
    fn falls<C: Column>(&self, column: C, other: C) -> impl Iterator<Item = usize> {
        let lowest = if other.len() == 0 { i32::MAX } else { other.bottom(0) };
        let above = (0..column.len()).take_while(move |&i| self.fits(column.floor(i), lowest));
        above.filter(move |&i| self.stays(column, i))
    }
}
