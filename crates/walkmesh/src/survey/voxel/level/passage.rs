//! Where a body passes between runs side by side, and where it would fall.
//!
//! The rules are those of [`super::super::passage`]. Cells of a run have the same column, so that
//! it is enough to look between runs: where one ends and the next begins in a row, and at each
//! stretch along which two runs of neighbouring rows lie side by side.

use super::super::compact::NONE;
use super::super::heightfield::Slab;
use super::super::passage::{Column, Passing, Steps};
use super::row::Row;
use crate::geom::cast;

/// What a span has on one side; whether it can be stood on does not matter for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// The place in the column there of the span where a body passes at a step of at most the
    /// climb, or [`NONE`]: where one of the two can be stood on. The climb is below the height, so
    /// there is one at most.
    pub(super) link: u32,
    pub(super) steps: Steps,
}

impl Side {
    /// Nowhere to pass to, nowhere to fall.
    pub(super) const CLOSED: Self = Self { link: NONE, steps: Steps::NONE };
    /// Where the world ends.
    pub(super) const END: Self = Self { link: NONE, steps: Steps::FALL };

    /// To a span at a place in the column there, by a step.
    #[inline]
    fn to(place: usize, step: i32) -> Self {
        let mut steps = Steps::NONE;
        steps.add(step);
        Self { link: cast::count(place), steps }
    }
}

/// The column of a run, and what its spans have towards another one.
struct Sided<'a> {
    column: &'a [Slab],
    sides: &'a mut [Side],
}

impl Column for Sided<'_> {
    type Slice = Slab;

    #[inline]
    fn slices(&self) -> &[Slab] {
        self.column
    }

    #[inline]
    fn steps(&mut self, i: usize) -> &mut Steps {
        &mut self.sides[i].steps
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

/// Looks between the runs of a row; beyond its ends the world ends.
pub(super) fn along(passing: Passing, row: &mut Row) {
    let Row { runs, spans, east, west, .. } = row;
    for sides in [&mut *east, &mut *west] {
        sides.clear();
        sides.resize(spans.len(), Side::CLOSED);
    }
    for ends in runs.windows(3) {
        let [a, b, c] = [ends[0], ends[1], ends[2]].map(|run| cast::index(run.span));
        let here = Sided { column: &spans[a..b], sides: &mut east[a..b] };
        let there = Sided { column: &spans[b..c], sides: &mut west[b..c] };
        meet(passing, here, there);
    }
    let end = |i: usize| runs.get(i).map_or(0, |run| cast::index(run.span));
    west[..end(1)].fill(Side::END);
    east[end(runs.len().saturating_sub(2))..].fill(Side::END);
}

/// Looks between a row and the one north of it.
pub(super) fn across(passing: Passing, row: &Row, north: &Row, seam: &mut Seam) {
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
            && let Some((step, passes)) = passing.over(own, other)
        {
            let side = |step: i32| if passes { Side::to(0, step) } else { Side::CLOSED };
            northward.push(side(step));
            southward.push(side(-step));
            continue;
        }
        northward.resize(a + here.len(), Side::CLOSED);
        southward.resize(b + there.len(), Side::CLOSED);
        let here = Sided { column: here, sides: &mut northward[a..] };
        let there = Sided { column: there, sides: &mut southward[b..] };
        meet(passing, here, there);
    }
    stretches.push(Stretch { cell, north: length(northward), south: length(southward) });
}

/// Two columns side by side, and what their spans have towards each other.
#[inline]
fn meet<'a>(passing: Passing, here: Sided<'a>, there: Sided<'a>) {
    passing.meet(here, there, |here, there, (a, b)| {
        (here.sides[a].link, there.sides[b].link) = (cast::count(b), cast::count(a));
    });
}
