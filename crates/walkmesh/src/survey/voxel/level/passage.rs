//! Where a body passes between runs side by side, and where it would fall.
//!
//! The rules are those of [`super::super::passage`]. Cells of a run have the same column, so that
//! it is enough to look between runs: where one ends and the next begins in a row, and at each
//! stretch along which two runs of neighbouring rows lie side by side.

use super::super::compact::NONE;
use super::row::{Row, Slab};
use crate::geom::cast;
use crate::parameters::Resolved;

/// What a span has on one side; whether it can be stood on does not matter for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// The place in the column there of the span where a body passes at a step of at most the
    /// climb, or [`NONE`]: where one of the two can be stood on. The climb is below the height, so
    /// there is one at most.
    pub(super) link: u32,
    /// The steps down and up to all the spans where a body passes; [`LEDGE`] down where one is
    /// deeper than the climb.
    down: i32,
    up: i32,
}

/// A step down that is deeper than any.
const LEDGE: i32 = i32::MIN;

impl Side {
    /// Nowhere to pass to, nowhere to fall.
    pub(super) const CLOSED: Self = Self { link: NONE, down: 0, up: 0 };
    /// Where the world ends.
    pub(super) const END: Self = Self { link: NONE, down: LEDGE, up: 0 };

    /// A step to a span that a body passes to.
    #[inline]
    fn step(&mut self, step: i32) {
        self.down = self.down.min(step);
        self.up = self.up.max(step);
    }

    /// This side and another one of the same span as far as steps go.
    #[inline]
    pub(super) fn with(self, other: Self) -> Self {
        Self { link: NONE, down: self.down.min(other.down), up: self.up.max(other.up) }
    }

    /// Whether a span that has all this around it is beside a drop deeper than the climb, or too
    /// steep to be between its neighbours.
    #[inline]
    pub(super) const fn is_ledge(self, climb: i32) -> bool {
        self.up.saturating_sub(self.down) > climb
    }
}

/// What is between a row and the one north of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Seam {
    /// Stretches of cells along which neither row's run changes, and one past the last.
    pub(super) stretches: Vec<Stretch>,
    northward: Vec<Side>,
    southward: Vec<Side>,
}

/// Cells of a [`Seam`], up to those of the next stretch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The first one.
    pub(super) cell: u32,
    /// Where its sides begin: to the north, of the spans of the row; and of the one north of it.
    north: u32,
    south: u32,
}

impl Seam {
    /// What the spans of a stretch of the row have to the north, upwards.
    #[inline]
    pub(super) fn northward(&self, stretch: usize) -> &[Side] {
        let ends = &self.stretches[stretch..];
        &self.northward[cast::index(ends[0].north)..cast::index(ends[1].north)]
    }

    /// What the spans of a stretch of the row north of it have to the south.
    #[inline]
    pub(super) fn southward(&self, stretch: usize) -> &[Side] {
        let ends = &self.stretches[stretch..];
        &self.southward[cast::index(ends[0].south)..cast::index(ends[1].south)]
    }
}

impl Seam {
    /// What a span of the row has to the north in a stretch.
    #[inline]
    pub(super) fn to_north(&self, stretch: &Stretch, span: usize) -> Side {
        self.northward[cast::index(stretch.north) + span]
    }

    /// What a span of the row north of it has to the south in a stretch.
    #[inline]
    pub(super) fn to_south(&self, stretch: &Stretch, span: usize) -> Side {
        self.southward[cast::index(stretch.south) + span]
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

    /// Whether a body fits on span `i` of a column, and so passes to the same span of a cell
    /// beside that has the same column.
    #[inline]
    pub(super) fn stays(&self, column: &[Slab], i: usize) -> bool {
        self.fits(column[i].top, ceiling(column, i))
    }

    /// Looks between the runs of a row; beyond its ends the world ends.
    pub(super) fn along(&self, row: &mut Row) {
        let Row { runs, spans, east, west, .. } = row;
        for sides in [&mut *east, &mut *west] {
            sides.clear();
            sides.resize(spans.len(), Side::CLOSED);
        }
        for ends in runs.windows(3) {
            let [a, b, c] = [ends[0], ends[1], ends[2]].map(|run| cast::index(run.span));
            self.meet((&spans[a..b], &mut east[a..b]), (&spans[b..c], &mut west[b..c]));
        }
        let end = |i: usize| runs.get(i).map_or(0, |run| cast::index(run.span));
        west[..end(1)].fill(Side::END);
        east[end(runs.len().saturating_sub(2))..].fill(Side::END);
    }

    /// Looks between a row and the one north of it.
    pub(super) fn across(&self, row: &Row, north: &Row, seam: &mut Seam) {
        let Seam { stretches, northward, southward } = seam;
        stretches.clear();
        northward.clear();
        southward.clear();
        let (mut i, mut j, mut cell) = (0, 0, 0);
        let length = |sides: &Vec<Side>| cast::count(sides.len());
        while let (Some(ends), Some(others)) = (row.runs.get(i + 1), north.runs.get(j + 1)) {
            let (a, b) = (northward.len(), southward.len());
            stretches.push(Stretch { cell, north: length(northward), south: length(southward) });
            let (here, there) = (row.column(i), north.column(j));
            cell = ends.cell.min(others.cell);
            i += usize::from(ends.cell == cell);
            j += usize::from(others.cell == cell);
            if let ([own], [other]) = (here, there)
                && let Some((ahead, back)) = self.step_over(own, other)
            {
                northward.push(ahead);
                southward.push(back);
                continue;
            }
            northward.resize(a + here.len(), Side::CLOSED);
            southward.resize(b + there.len(), Side::CLOSED);
            self.meet((here, &mut northward[a..]), (there, &mut southward[b..]));
        }
        stretches.push(Stretch { cell, north: length(northward), south: length(southward) });
    }

    /// What two spans with nothing over them have towards each other, when they are at most the
    /// climb apart.
    #[inline]
    fn step_over(&self, own: &Slab, other: &Slab) -> Option<(Side, Side)> {
        let step = other.top.wrapping_sub(own.top);
        let (mut ahead, mut back) = (Side::CLOSED, Side::CLOSED);
        if own.ground | other.ground != 0 && self.fits(own.top.max(other.top), i32::MAX) {
            (ahead.link, back.link) = (0, 0);
            ahead.step(step);
            back.step(step.wrapping_neg());
        }
        (-self.climb..=self.climb).contains(&step).then_some((ahead, back))
    }

    /// Two columns side by side, and what their spans have towards each other.
    #[inline]
    fn meet(&self, here: (&[Slab], &mut [Side]), there: (&[Slab], &mut [Side])) {
        let within = |(a, b): (&Slab, &Slab)| {
            (-self.climb..=self.climb).contains(&b.top.wrapping_sub(a.top))
        };
        if here.0.len() != there.0.len() || !here.0.iter().zip(there.0).all(within) {
            self.meet_storeys(here, there);
            return;
        }
        // Nearly everywhere the ground and what is over it go on as they are: then no gap reaches
        // past the next span of the other column, as the climb is below the height.
        let mut close = i32::MAX;
        let here = here.0.iter().zip(here.1);
        let there = there.0.iter().zip(there.1);
        for (i, ((a, ahead), (b, back))) in here.zip(there).enumerate().rev() {
            let stand = a.ground | b.ground != 0;
            if stand && self.fits(a.top.max(b.top), close) {
                let step = b.top.wrapping_sub(a.top);
                (ahead.link, back.link) = (cast::count(i), cast::count(i));
                ahead.step(step);
                back.step(-step);
            }
            close = a.bottom.min(b.bottom);
        }
    }

    fn meet_storeys(
        &self,
        (here, aheads): (&[Slab], &mut [Side]),
        (there, backs): (&[Slab], &mut [Side]),
    ) {
        self.fall(here, there, aheads);
        self.fall(there, here, backs);
        let (mut i, mut j) = (0, 0);
        while i < here.len() && j < there.len() {
            let (close, other_close) = (ceiling(here, i), ceiling(there, j));
            let (a, b) = (&here[i], &there[j]);
            if self.fits(a.top.max(b.top), close.min(other_close)) {
                let step = b.top.wrapping_sub(a.top);
                if step < -self.climb {
                    aheads[i].down = LEDGE;
                } else if step > self.climb {
                    backs[j].down = LEDGE;
                } else {
                    (aheads[i].link, backs[j].link) = (cast::count(j), cast::count(i));
                    aheads[i].step(step);
                    backs[j].step(-step);
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
    fn fall(&self, column: &[Slab], other: &[Slab], sides: &mut [Side]) {
        let lowest = other.first().map_or(i32::MAX, |span| span.bottom);
        for i in 0..column.len() {
            if !self.fits(column[i].top, lowest) {
                break;
            }
            if self.stays(column, i) {
                sides[i].down = LEDGE;
            }
        }
    }

    #[inline]
    fn fits(&self, floor: i32, ceiling: i32) -> bool {
        i64::from(ceiling) - i64::from(floor) >= i64::from(self.height)
    }
}

/// Where the gap above span `i` of a column is closed.
#[inline]
fn ceiling(column: &[Slab], i: usize) -> i32 {
    column.get(i + 1).map_or(i32::MAX, |above| above.bottom)
}
