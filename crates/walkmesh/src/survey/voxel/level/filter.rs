//! The filters of [`super::super::filter`] on runs of cells.

use super::super::heightfield::Slab;
use super::super::passage::{Passing, Steps};
use super::passage::Seam;
use super::row::Row;
use crate::parameters::{Parameters, Resolved};
use std::ops::Range;

/// The two filters after low hanging obstacles: ground beside a drop deeper than the climb or too steep to be
/// between its neighbours goes away, and ground with less head room than the agent is high.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filters {
    ledges: bool,
    low_height: bool,
    climb: i32,
    passing: Passing,
}

/// Some cells of a run, and which spans of it still have their ground there.
pub(super) struct Filtered<'a> {
    pub(super) run: usize,
    pub(super) cells: Range<u32>,
    /// After ledges, and after low head room too; `None` where all keep theirs.
    pub(super) left: Option<[&'a [bool]; 2]>,
}

impl Filtered<'_> {
    /// Whether a span of the run has ground after both.
    #[inline]
    pub(super) fn stands(&self, i: usize, span: &Slab) -> bool {
        self.left.map_or(span.ground != 0, |[_, left]| left[i])
    }
}

impl Filters {
    pub(super) fn new(parameters: &Parameters, resolved: &Resolved) -> Self {
        Self {
            ledges: parameters.filter_ledges,
            low_height: parameters.filter_low_height,
            climb: resolved.walkable_climb,
            passing: Passing::new(resolved),
        }
    }

    /// Calls `found` for the cells of a row, from west to east: as many of a run together as
    /// have the same around them. Without a row to the south or north the world ends there.
    pub(super) fn each(
        &self,
        row: &Row,
        (south, north): (Option<&Seam>, Option<&Seam>),
        [level, left]: &mut [Vec<bool>; 2],
        mut found: impl FnMut(Filtered<'_>),
    ) {
        let (mut south, mut north) = (Along::new(south), Along::new(north));
        for (run, ends) in row.runs.windows(2).enumerate() {
            let cells = ends[0].cell..ends[1].cell;
            south.go_to(cells.start);
            north.go_to(cells.start);
            if self.takes_nothing(row, run, cells.end, (&south, &north)) {
                found(Filtered { run, cells, left: None });
                continue;
            }
            let (first, last) = (cells.start, cells.end - 1);
            let column = row.column(run);
            let mut cell = first;
            while cell <= last {
                let mut end = last + 1;
                level.clear();
                level.extend(column.iter().map(|span| span.ground != 0));
                if self.ledges {
                    end = south.go_to(cell).min(north.go_to(cell)).min(end);
                    // The ends of a run have other runs beside them.
                    if cell == first {
                        end = cell + 1;
                    } else if cell < last {
                        end = end.min(last);
                    }
                    for (i, level) in level.iter_mut().enumerate() {
                        let mut side = south.southward(i).with(north.northward(i));
                        if cell == first {
                            side = side.with(row.westward(run)[i].steps);
                        }
                        if end > last {
                            side = side.with(row.eastward(run)[i].steps);
                        }
                        *level &= !side.is_ledge(self.climb);
                    }
                }
                left.clear();
                let room = |i: usize| !self.low_height || self.passing.stays(column, i);
                left.extend(level.iter().enumerate().map(|(i, &level)| level && room(i)));
                found(Filtered { run, cells: cell..end, left: Some([level, left]) });
                cell = end;
            }
        }
    }

    /// True when no span of a run can lose its ground, as not even all that is beside any of its
    /// cells would make a ledge of it.
    #[inline]
    fn takes_nothing(
        &self,
        row: &Row,
        run: usize,
        end: u32,
        (south, north): (&Along<'_>, &Along<'_>),
    ) -> bool {
        let column = row.column(run);
        let (east, west) = (row.eastward(run), row.westward(run));
        column.iter().enumerate().all(|(i, span)| {
            let sides = || {
                let both = south.southward_until(end, i).with(north.northward_until(end, i));
                both.with(east[i].steps).with(west[i].steps)
            };
            span.ground == 0
                || (!self.low_height || self.passing.stays(column, i))
                    && (!self.ledges || !sides().is_ledge(self.climb))
        })
    }
}

/// A seam, or the end of the world, on the way eastwards.
struct Along<'a> {
    seam: Option<&'a Seam>,
    stretch: usize,
}

impl<'a> Along<'a> {
    fn new(seam: Option<&'a Seam>) -> Self {
        Self { seam, stretch: 0 }
    }

    /// Goes on to a cell; where its stretch ends.
    #[inline]
    fn go_to(&mut self, cell: u32) -> u32 {
        let Some(seam) = self.seam else { return u32::MAX };
        loop {
            match seam.stretches.get(self.stretch + 1) {
                Some(next) if next.cell <= cell => self.stretch += 1,
                next => return next.map_or(u32::MAX, |next| next.cell),
            }
        }
    }

    #[inline]
    fn southward(&self, span: usize) -> Steps {
        self.seam.map_or(Steps::FALL, |seam| seam.southward(self.stretch)[span].steps)
    }

    #[inline]
    fn northward(&self, span: usize) -> Steps {
        self.seam.map_or(Steps::FALL, |seam| seam.northward(self.stretch)[span].steps)
    }

    /// All that a span has there from the stretch at hand to a cell.
    #[inline]
    fn southward_until(&self, cell: u32, span: usize) -> Steps {
        self.seam.map_or(Steps::FALL, |seam| {
            let near = seam.stretches[self.stretch..].iter().take_while(|s| s.cell < cell);
            near.fold(Steps::NONE, |side, s| side.with(seam.to_south(s, span).steps))
        })
    }

    #[inline]
    fn northward_until(&self, cell: u32, span: usize) -> Steps {
        self.seam.map_or(Steps::FALL, |seam| {
            let near = seam.stretches[self.stretch..].iter().take_while(|s| s.cell < cell);
            near.fold(Steps::NONE, |side, s| side.with(seam.to_north(s, span).steps))
        })
    }
}
