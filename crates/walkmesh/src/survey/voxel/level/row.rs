//! The solid spans of a row of cells, by runs of cells that have the same ones.
//!
//! Floors and ceilings of what people build are level, so that most cells of a row have the
//! spans of the cell west of them. What happens to a column is then done once for all of a run.

use super::super::heightfield::{Slab, Span, merge_column};
use super::super::passage::Slice;
use super::super::raw::{Columns, Part};
use super::super::sweep::Merged;
use super::passage::Side;
use crate::geom::cast;
use std::ops::Range;

/// A solid span of all cells of a run, whose heights differ.
impl Slice for Slab {
    #[inline]
    fn slab(&self) -> &Slab {
        self
    }

    #[inline]
    fn slab_mut(&mut self) -> &mut Slab {
        self
    }
}

/// Cells side by side with the same column, up to those of the next run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The first of them.
    pub(super) cell: u32,
    /// Where their spans begin.
    pub(super) span: u32,
    /// Where their heights begin.
    height: u32,
}

/// The solid spans of one row of cells.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Row {
    /// From west to east; the first and the last cell are a run of their own, as the world ends
    /// beside them. The last entry is one past the row.
    pub(super) runs: Vec<Run>,
    /// The spans of a cell of each run, upwards; they do not touch.
    pub(in super::super) spans: Vec<Slab>,
    /// Heights of the ground at the cells' centres, steps, of each span of each cell: what meshes
    /// are given, while decisions (climb, head room) use tops as Recast does.
    pub(super) heights: Vec<i32>,
    /// What the spans of the last cell of each run have to the east, and those of the first to
    /// the west.
    pub(super) east: Vec<Side>,
    pub(super) west: Vec<Side>,
    room: Room,
}

/// Memory for merging cells.
#[derive(Clone, Debug, Default)]
struct Room {
    parts: Vec<Part>,
    spans: Vec<Span>,
}

impl Merged for Row {
    fn merge(&mut self, mut raw: Columns<'_>, climb: i32) {
        let Room { mut parts, mut spans } = std::mem::take(&mut self.room);
        let (width, mut cell) = (raw.heads.len(), 0);
        self.clear();
        while cell < width {
            let first = self.spans.len();
            if let Some(only) = raw.alone(cell) {
                self.push(&only.alone());
                self.end_cells(cell..cell + 1, width, first);
                cell += 1;
                continue;
            }
            // The first and the last cell are for themselves.
            let end = if cell == 0 { 1 } else { (width - 1).max(cell + 1) };
            let next = raw.read(cell, end, &mut parts);
            match &parts[..] {
                [] => {}
                [only] => self.push(&only.alone()),
                _ => {
                    spans.clear();
                    merge_column(&mut parts, climb, &mut spans);
                    spans.iter().for_each(|span| self.push(span));
                }
            }
            self.end_cells(cell..next, width, first);
            cell = next;
        }
        self.end(width);
        self.room = Room { parts, spans };
    }

    fn len(&self) -> usize {
        self.heights.len()
    }
}

impl Row {
    /// Nothing yet.
    fn clear(&mut self) {
        self.runs.clear();
        self.spans.clear();
        self.heights.clear();
    }

    /// Adds a span to the cell at hand, with its height.
    #[inline]
    pub(in super::super) fn push(&mut self, span: &Span) {
        self.spans.push(span.slab);
        self.heights.push(span.height);
    }

    /// Adds cells of a row of `width` with the same spans and heights, which have just been added
    /// for one of them, the spans from `first` on; the first and the last cell come alone.
    #[inline]
    pub(in super::super) fn end_cells(&mut self, cells: Range<usize>, width: usize, first: usize) {
        let each = self.spans.len() - first;
        let height = self.heights.len() - each;
        let alone = cells.start <= 1 || cells.end >= width;
        let same = self.runs.last().is_some_and(|run| {
            !alone && self.spans[cast::index(run.span)..first] == self.spans[first..]
        });
        if same {
            self.spans.truncate(first);
        } else {
            self.begin(cells.start, first, height);
        }
        if cells.len() == 1 {
            return;
        }
        if let &[height] = &self.heights[height..] {
            self.heights.extend(std::iter::repeat_n(height, cells.len() - 1));
        } else {
            (1..cells.len()).for_each(|_| self.heights.extend_from_within(height..height + each));
        }
    }

    /// Ends the last cell of `width`.
    pub(in super::super) fn end(&mut self, width: usize) {
        self.begin(width, self.spans.len(), self.heights.len());
    }

    #[inline]
    fn begin(&mut self, cell: usize, span: usize, height: usize) {
        let [cell, span, height] = [cell, span, height].map(cast::count);
        self.runs.push(Run { cell, span, height });
    }

    /// Where the spans of a run stand.
    #[inline]
    fn range(&self, run: usize) -> Range<usize> {
        let ends = &self.runs[run..];
        cast::index(ends[0].span)..cast::index(ends[1].span)
    }

    /// The spans of each cell of a run.
    #[inline]
    pub(super) fn column(&self, run: usize) -> &[Slab] {
        &self.spans[self.range(run)]
    }

    /// What the spans of a run's last cell have to the east.
    #[inline]
    pub(super) fn eastward(&self, run: usize) -> &[Side] {
        &self.east[self.range(run)]
    }

    /// What the spans of a run's first cell have to the west.
    #[inline]
    pub(super) fn westward(&self, run: usize) -> &[Side] {
        &self.west[self.range(run)]
    }

    /// The heights of the spans of a run from `cell` on, cell after cell.
    #[inline]
    pub(super) fn heights(&self, run: usize, cell: u32) -> &[i32] {
        let own = self.runs[run];
        let each = self.range(run).len();
        &self.heights[cast::index(own.height) + cast::index(cell - own.cell) * each..]
    }

    /// The spans of one run after the other.
    pub(super) fn columns_mut(&mut self) -> impl Iterator<Item = &mut [Slab]> {
        let mut rest = self.spans.as_mut_slice();
        self.runs.windows(2).map(move |ends| {
            let length = cast::index(ends[1].span.saturating_sub(ends[0].span)).min(rest.len());
            let (column, after) = std::mem::take(&mut rest).split_at_mut(length);
            rest = after;
            column
        })
    }
}

#[cfg(test)]
impl Row {
    /// The spans of each cell.
    pub(in super::super) fn columns(&self) -> Vec<Vec<Span>> {
        let mut columns = Vec::new();
        for (run, ends) in self.runs.windows(2).enumerate() {
            for cell in ends[0].cell..ends[1].cell {
                let slabs = self.column(run).iter().zip(self.heights(run, cell));
                columns.push(slabs.map(|(&slab, &height)| Span { slab, height }).collect());
            }
        }
        columns
    }
}
