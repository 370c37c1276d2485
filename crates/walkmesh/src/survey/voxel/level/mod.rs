//! Triangles to open spans where most of what there is is level: what is said of a cell is said
//! of a run of cells that have the same spans, as most have in what people build.
//!
//! What comes out is what [`super::sweep`] gives cell by cell; where runs are of one or two cells
//! that is faster.

mod filter;
mod opening;
mod passage;
mod row;

pub(super) use row::Row;

use super::Counts;
use super::compact::OpenField;
use super::filter::low_hanging_obstacles;
use super::passage::Passing;
use super::sweep::Opens;
use super::trace::{Stage, StageSpan, Trace};
use super::window::Window;
use crate::geom::cast;
use crate::parameters::{Parameters, Resolved};
use filter::{Filtered, Filters};
use opening::Opened;
use passage::Seam;
use std::ops::Range;

/// Solid spans become open ones, row by row.
pub(super) struct Sweep<'a> {
    parameters: &'a Parameters,
    resolved: &'a Resolved,
    passing: Passing,
    open: OpenField,
    /// The last row, whose north is not known yet, and its number.
    last: Option<(i32, Row)>,
    /// What was opened of the row before it.
    before: Opened,
    /// What is south of the last row, when there was one, and room for what is north of it.
    south: Seam,
    north: Seam,
    /// Room for what is opened of it.
    opened: Opened,
    /// Room for what is left of a column.
    left: [Vec<bool>; 2],
    notes: Notes<'a>,
}

/// What is told of each stage.
struct Notes<'a> {
    window: Window,
    counts: &'a mut Counts,
    trace: &'a mut Option<Trace>,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(
        (parameters, resolved): (&'a Parameters, &'a Resolved),
        window: Window,
        (counts, trace): (&'a mut Counts, &'a mut Option<Trace>),
    ) -> Self {
        let passing = Passing::new(resolved);
        Self {
            parameters,
            resolved,
            passing,
            open: OpenField::new(window),
            last: None,
            before: Opened::default(),
            south: Seam::default(),
            north: Seam::default(),
            opened: Opened::default(),
            left: Default::default(),
            notes: Notes { window, counts, trace },
        }
    }

    /// Opens a row with all of its neighbours; without one to the north the world ends there.
    fn open_row(&mut self, y: i32, row: &Row, goes_on: bool) {
        let Self { opened, before, left, notes, .. } = self;
        let south = (y > 0).then_some(&self.south);
        let around = (south, goes_on.then_some(&self.north));
        opened.clear(cast::count(self.open.len()));
        let passing = self.passing;
        let filters = Filters::new(self.parameters, self.resolved);
        filters.each(row, around, left, |filtered: Filtered<'_>| {
            let (run, column) = (filtered.run, row.column(filtered.run));
            for (k, stage) in [Stage::Ledges, Stage::LowHeight].into_iter().enumerate() {
                let cells = (row, run, filtered.cells.clone());
                match filtered.left {
                    None => notes.cells(stage, y, cells, |i| column[i].ground != 0),
                    Some(left) => notes.cells(stage, y, cells, |i| left[k][i]),
                }
            }
            opened.add(row, &filtered, passing);
        });
        opened.end(cast::count(cast::cell_index(notes.window.width)));
        let south = south.map(|seam| (&*before, seam));
        opening::add(&mut self.open, (row, opened), passing, south);
        std::mem::swap(before, opened);
    }
}

impl Opens for Sweep<'_> {
    type Row = Row;

    fn add(&mut self, room: &mut Row) {
        let mut row = std::mem::take(room);
        let y = self.last.as_ref().map_or(0, |&(y, _)| y + 1);
        self.notes.row(Stage::Rasterise, y, &row);
        if self.parameters.filter_low_hanging {
            low_hanging_obstacles(row.columns_mut(), self.resolved);
        }
        self.notes.row(Stage::LowHanging, y, &row);
        passage::along(self.passing, &mut row);
        if let Some((y, last)) = self.last.take() {
            passage::across(self.passing, &last, &row, &mut self.north);
            self.open_row(y, &last, true);
            std::mem::swap(&mut self.south, &mut self.north);
            *room = last;
        }
        self.last = Some((y, row));
    }

    fn finish(mut self) -> OpenField {
        if let Some((y, row)) = self.last.take() {
            self.open_row(y, &row, false);
        }
        self.open.close();
        self.open
    }
}

impl Notes<'_> {
    /// Records a row after a stage.
    fn row(&mut self, stage: Stage, y: i32, row: &Row) {
        if self.trace.is_none() && !self.is_inner(y) {
            return;
        }
        for (run, ends) in row.runs.windows(2).enumerate() {
            let column = row.column(run);
            self.cells(stage, y, (row, run, ends[0].cell..ends[1].cell), |i| column[i].ground != 0);
        }
    }

    /// True when a row goes through the tile itself.
    fn is_inner(&self, y: i32) -> bool {
        (self.window.inner_min.1..self.window.inner_max.1).contains(&y)
    }

    /// Records cells of a run after a stage: which of their spans can be stood on; and counts those
    /// in the tile itself.
    #[inline]
    fn cells(
        &mut self,
        stage: Stage,
        y: i32,
        (row, run, cells): (&Row, usize, Range<u32>),
        stands: impl Fn(usize) -> bool,
    ) {
        let w = &self.window;
        let column = row.column(run);
        if let Some(trace) = self.trace {
            let first = cast::count(w.number(0, y));
            let heights = row.heights(run, cells.start).chunks_exact(column.len().max(1));
            for (cell, heights) in cells.clone().zip(heights) {
                let spans = column.iter().zip(heights).enumerate();
                trace.add(
                    stage,
                    spans.map(|(i, (slab, &height))| StageSpan {
                        cell: first + cell,
                        bottom: slab.bottom,
                        top: slab.top,
                        height,
                        walkable: stands(i),
                    }),
                );
            }
        }
        if !self.is_inner(y) {
            return;
        }
        let [min, max] = [w.inner_min.0, w.inner_max.0].map(|x| cast::count(cast::cell_index(x)));
        let cells = cells.end.min(max).saturating_sub(cells.start.max(min));
        let count = match stage {
            Stage::Rasterise => &mut self.counts.rasterised,
            Stage::LowHanging => &mut self.counts.low_hanging,
            Stage::Ledges => &mut self.counts.ledges,
            _ => &mut self.counts.low_height,
        };
        *count += cast::index(cells) * (0..column.len()).filter(|&i| stands(i)).count();
    }
}
