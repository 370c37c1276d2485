//! Where a body passes between spans side by side, and where it would fall.
//!
//! Above each span is a gap: from its top to the bottom of the next. Between cells side by side a
//! body passes where two gaps share the agent's height. That is symmetric, so every pair of gaps
//! is looked at once, from below upwards in both columns: of two gaps, the one that closes first
//! meets nothing above the other. Ledges and links both come out of it.

use super::compact::NONE;
use super::heightfield::{Slab, Span};
use crate::geom::cast;
use crate::parameters::Resolved;
use std::ops::Range;

/// A solid span, with whatever else is known of it.
pub(super) trait Slice {
    fn slab(&self) -> &Slab;
    fn slab_mut(&mut self) -> &mut Slab;
}

/// The solid spans of a cell, upwards, with what is found out about each of them.
pub(super) trait Column {
    type Slice: Slice;
    fn slices(&self) -> &[Self::Slice];
    fn steps(&mut self, i: usize) -> &mut Steps;
}

/// The steps from a span to all those beside it where a body passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    down: i32,
    up: i32,
}

impl Steps {
    /// None at all.
    pub(super) const NONE: Self = Self { down: 0, up: 0 };
    /// A fall alone, as where the world ends.
    pub(super) const FALL: Self = Self { down: i32::MIN, up: 0 };

    /// One more.
    #[inline]
    pub(super) fn add(&mut self, step: i32) {
        self.down = self.down.min(step);
        self.up = self.up.max(step);
    }

    /// One that is deeper than any climb.
    #[inline]
    fn fall(&mut self) {
        self.down = i32::MIN;
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
        self.up.saturating_sub(self.down) > climb
    }
}

/// A solid span and what is beside it; whether it can be stood on does not matter for that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub(super) span: Span,
    /// Spans of this row to the east and west and of the row before to the south where a body
    /// passes at a step of at most the climb, or [`NONE`]: where one of the two can be stood on.
    /// The climb is below the height, so there is one on a side at most.
    pub(super) east: u32,
    pub(super) west: u32,
    pub(super) south: u32,
    pub(super) steps: Steps,
}

impl From<Span> for Solid {
    /// With nothing beside it.
    #[inline]
    fn from(span: Span) -> Self {
        Self { span, east: NONE, west: NONE, south: NONE, steps: Steps::NONE }
    }
}

impl Slice for Solid {
    #[inline]
    fn slab(&self) -> &Slab {
        &self.span.slab
    }

    #[inline]
    fn slab_mut(&mut self) -> &mut Slab {
        &mut self.span.slab
    }
}

impl Column for &mut [Solid] {
    type Slice = Solid;

    #[inline]
    fn slices(&self) -> &[Solid] {
        self
    }

    #[inline]
    fn steps(&mut self, i: usize) -> &mut Steps {
        &mut self[i].steps
    }
}

/// The solid spans of one row of cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// The spans of cell `x` are `spans[starts[x]..starts[x + 1]]`.
    pub(super) starts: Vec<u32>,
    pub(super) spans: Vec<Solid>,
}

impl Row {
    /// Where the spans of these cells stand.
    #[inline]
    pub(super) fn cells(&self, cells: Range<usize>) -> Range<usize> {
        cast::index(self.starts[cells.start])..cast::index(self.starts[cells.end])
    }

    /// The spans of one cell after the other.
    pub(super) fn columns_mut(&mut self) -> impl Iterator<Item = &mut [Solid]> {
        let mut rest = self.spans.as_mut_slice();
        self.starts.windows(2).map(move |bounds| {
            let length = cast::index(bounds[1].saturating_sub(bounds[0])).min(rest.len());
            let (column, after) = std::mem::take(&mut rest).split_at_mut(length);
            rest = after;
            column
        })
    }

    /// Beside these cells there is nothing: the world ends.
    pub(super) fn end_at(&mut self, cells: Range<usize>) {
        let spans = self.cells(cells);
        self.spans[spans].iter_mut().for_each(|solid| solid.steps = Steps::FALL);
    }
}

/// How bodies pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passing {
    height: i32,
    climb: i32,
}

impl Passing {
    pub(super) const fn new(resolved: &Resolved) -> Self {
        Self { height: resolved.walkable_height, climb: resolved.walkable_climb }
    }

    /// Looks between the cells of a row.
    pub(super) fn along(&self, row: &mut Row) {
        for bounds in row.starts.windows(3) {
            let [i, j, end] = [bounds[0], bounds[1], bounds[2]];
            let (before, after) = row.spans.split_at_mut(cast::index(j));
            let (here, there) = (&mut before[cast::index(i)..], &mut after[..cast::index(end - j)]);
            self.meet(here, there, |here, there, (a, b)| {
                (here[a].east, there[b].west) = (j + cast::count(b), i + cast::count(a));
            });
        }
    }

    /// Looks between the cells of a row and of the one north of it.
    pub(super) fn across(&self, row: &mut Row, north: &mut Row) {
        for (bounds, beyond) in row.starts.windows(2).zip(north.starts.windows(2)) {
            let here = &mut row.spans[cast::index(bounds[0])..cast::index(bounds[1])];
            let there = &mut north.spans[cast::index(beyond[0])..cast::index(beyond[1])];
            let link = |_: &mut &mut [Solid], there: &mut &mut [Solid], (a, b): (usize, usize)| {
                there[b].south = bounds[0] + cast::count(a);
            };
            self.meet(here, there, link);
        }
    }

    /// The step between two slabs with nothing over them, when it is at most the climb; and whether
    /// a body that stands on one of them passes.
    #[inline]
    pub(super) fn over(&self, own: &Slab, other: &Slab) -> Option<(i32, bool)> {
        let step = self.step(own.top, other.top)?;
        let stand = own.ground | other.ground != 0;
        Some((step, stand && self.fits(own.top.max(other.top), i32::MAX)))
    }

    /// Two columns side by side; spans with their places in these are linked.
    #[inline]
    pub(super) fn meet<C: Column>(
        &self,
        mut here: C,
        mut there: C,
        mut link: impl FnMut(&mut C, &mut C, (usize, usize)),
    ) {
        let (columns, others) = (here.slices(), there.slices());
        if let ([own], [other]) = (columns, others)
            && let Some((step, passes)) = self.over(own.slab(), other.slab())
        {
            // Nearly everywhere, and sooner said.
            if passes {
                link(&mut here, &mut there, (0, 0));
                here.steps(0).add(step);
                there.steps(0).add(-step);
            }
            return;
        }
        let within =
            |(a, b): (&C::Slice, &C::Slice)| self.step(a.slab().top, b.slab().top).is_some();
        if columns.len() != others.len() || !columns.iter().zip(others).all(within) {
            self.meet_storeys(&mut here, &mut there, &mut link);
            return;
        }
        // Nearly everywhere the ground and what is over it go on as they are: then no gap reaches
        // past the next span of the other column, as the climb is below the height.
        let mut close = i32::MAX;
        for i in (0..columns.len()).rev() {
            let (a, b) = (here.slices()[i].slab(), there.slices()[i].slab());
            let (floor, other, stand) = (a.top, b.top, a.ground | b.ground != 0);
            let ceiling = std::mem::replace(&mut close, a.bottom.min(b.bottom));
            if stand && self.fits(floor.max(other), ceiling) {
                let step = other.wrapping_sub(floor);
                link(&mut here, &mut there, (i, i));
                if step != 0 {
                    here.steps(i).add(step);
                    there.steps(i).add(-step);
                }
            }
        }
    }

    fn meet_storeys<C: Column>(
        &self,
        here: &mut C,
        there: &mut C,
        link: &mut impl FnMut(&mut C, &mut C, (usize, usize)),
    ) {
        self.fall(here, there);
        self.fall(there, here);
        let (mut i, mut j) = (0, 0);
        while i < here.slices().len() && j < there.slices().len() {
            let (column, others) = (here.slices(), there.slices());
            let (close, other_close) = (ceiling(column, i), ceiling(others, j));
            let (floor, other) = (column[i].slab().top, others[j].slab().top);
            if self.fits(floor.max(other), close.min(other_close)) {
                let step = other.wrapping_sub(floor);
                if step < -self.climb {
                    here.steps(i).fall();
                } else if step > self.climb {
                    there.steps(j).fall();
                } else {
                    link(here, there, (i, j));
                    here.steps(i).add(step);
                    there.steps(j).add(-step);
                }
            }
            if close <= other_close {
                i += 1;
            } else {
                j += 1;
            }
        }
    }

    /// Marks the spans of a column that lead below everything there is in the other one.
    #[inline]
    fn fall<C: Column>(&self, column: &mut C, other: &C) {
        let lowest = other.slices().first().map_or(i32::MAX, |slice| slice.slab().bottom);
        for i in 0..column.slices().len() {
            if !self.fits(column.slices()[i].slab().top, lowest) {
                break;
            }
            if self.stays(column.slices(), i) {
                column.steps(i).fall();
            }
        }
    }

    /// Whether a body fits on span `i` of a column, and so passes to the same span of a cell
    /// beside that has the same column.
    #[inline]
    pub(super) fn stays(&self, column: &[impl Slice], i: usize) -> bool {
        self.fits(column[i].slab().top, ceiling(column, i))
    }

    /// Whether a body fits between two heights.
    #[inline]
    pub(super) fn fits(&self, floor: i32, ceiling: i32) -> bool {
        i64::from(ceiling) - i64::from(floor) >= i64::from(self.height)
    }

    /// The step between two floors if it is at most the climb.
    #[inline]
    pub(super) fn step(&self, floor: i32, other: i32) -> Option<i32> {
        let step = other.wrapping_sub(floor);
        (-self.climb..=self.climb).contains(&step).then_some(step)
    }
}

/// Where the gap above span `i` of a column is closed.
#[inline]
fn ceiling(column: &[impl Slice], i: usize) -> i32 {
    column.get(i + 1).map_or(i32::MAX, |above| above.slab().bottom)
}
