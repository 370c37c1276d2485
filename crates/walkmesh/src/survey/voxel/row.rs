//! The solid spans of a row of cells, as columns of numbers: what is asked of all of them is asked
//! of many at a time.

use super::compact::NONE;
use super::heightfield::{Merging, Slab, Span, merge_column, merge_two};
use super::passage::FALL;
use super::raw::{Columns, END};
use super::sweep::Merged;
use crate::geom::cast;
use std::ops::Range;

/// The solid spans of one row of cells, and what is beside them; whether a span can be stood on does
/// not matter for that.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// The spans of cell `x` are those from `starts[x]` up to `starts[x + 1]`, upwards.
    pub(super) starts: Vec<u32>,
    /// Lowest voxel of each.
    pub(super) bottoms: Vec<i32>,
    /// 0: cannot be stood on; else 1 + the area tag.
    pub(super) grounds: Vec<u32>,
    /// Height of the ground at the cell's centre, steps.
    pub(super) heights: Vec<i32>,
    pub(super) gaps: Gaps,
    /// The step from each span to that on each side where a body passes at one of at most the climb,
    /// else 0; [`FALL`] where it falls besides. The climb is below the height, so there is one on a
    /// side at most.
    pub(super) steps: [Vec<i32>; 4],
    /// These spans: of this row to the west, and of the row before to the south; or [`NONE`].
    pub(super) west: Vec<u32>,
    pub(super) south: Vec<u32>,
}

/// What is open above each span.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    /// One past the span's highest voxel: its top face, where feet stand.
    pub(super) floors: Vec<i32>,
    /// The bottom of the span above in the cell; beyond all where there is none.
    pub(super) ceilings: Vec<i32>,
}

impl Row {
    /// Where the spans of these cells stand.
    #[inline]
    pub(super) fn cells(&self, cells: Range<usize>) -> Range<usize> {
        cast::index(self.starts[cells.start])..cast::index(self.starts[cells.end])
    }

    /// On this side of these cells there is nothing: the world ends.
    pub(super) fn end_at(&mut self, side: usize, cells: Range<usize>) {
        let spans = self.cells(cells);
        self.steps[side][spans].fill(FALL);
    }

    /// How many of these spans can be stood on.
    pub(super) fn standing(&self, spans: Range<usize>) -> usize {
        let stand = self.grounds[spans].iter().map(|&ground| u32::from(ground != 0));
        cast::index(stand.sum())
    }

    /// A span as it is told of.
    #[inline]
    pub(super) fn span(&self, i: usize) -> Span {
        let (bottom, top, ground) = (self.bottoms[i], self.gaps.floors[i], self.grounds[i]);
        Span { slab: Slab { bottom, top, ground }, height: self.heights[i] }
    }

    /// These are all spans of the row, whose cells are known; nothing is beside them yet.
    fn set_spans(&mut self, spans: &[Span]) {
        let Self { starts, bottoms, grounds, heights, gaps, steps, west, south, .. } = self;
        let (n, cells) = (spans.len(), starts.len());
        [&mut *bottoms, heights, &mut gaps.floors]
            .into_iter()
            .for_each(|all| resize(all, n, cells, 0));
        resize(grounds, n, cells, 0);
        let numbers = bottoms.iter_mut().zip(&mut gaps.floors).zip(&mut *grounds).zip(heights);
        for (span, (((bottom, floor), ground), height)) in spans.iter().zip(numbers) {
            (*bottom, *floor, *ground) = (span.slab.bottom, span.slab.top, span.slab.ground);
            *height = span.height;
        }
        // That of the next span in the row, but of the last of each cell.
        resize(&mut gaps.ceilings, n, cells, i32::MAX);
        let above = bottoms.iter().skip(1);
        gaps.ceilings.iter_mut().zip(above).for_each(|(ceiling, &bottom)| *ceiling = bottom);
        for ends in starts.windows(2).filter(|ends| ends[0] < ends[1]) {
            gaps.ceilings[cast::index(ends[1]) - 1] = i32::MAX;
        }
        for steps in steps {
            steps.clear();
            resize(steps, n, cells, 0);
        }
        for links in [west, south] {
            links.clear();
            resize(links, n, cells, NONE);
        }
    }
}

/// Makes them `n` numbers, with room for one a cell from the first row on: many that grow again and
/// again leave more memory behind than they take. Those that are there stay as they are.
pub(super) fn resize<T: Clone>(numbers: &mut Vec<T>, n: usize, cells: usize, value: T) {
    let room = n.max(cells).next_power_of_two();
    numbers.reserve_exact(room.saturating_sub(numbers.len()));
    numbers.resize(n, value);
}

impl Merged for Row {
    fn merge(&mut self, raw: Columns<'_>, climb: i32, memory: &mut Merging) {
        let Columns { heads, parts, .. } = raw;
        let Merging { parts: column, spans } = memory;
        spans.clear();
        self.starts.clear();
        self.starts.reserve(heads.len() + 1);
        for &head in heads {
            self.starts.push(cast::count(spans.len()));
            let Some(last) = parts.get(cast::index(head)) else { continue };
            if last.next == END {
                spans.push(last.alone());
                continue;
            }
            if let Some(before) = parts.get(cast::index(last.next))
                && before.next == END
            {
                merge_two([last, before], climb, spans);
                continue;
            }
            column.clear();
            let mut at = Some(last);
            while let Some(part) = at {
                column.push(*part);
                at = parts.get(cast::index(part.next));
            }
            merge_column(column, climb, spans);
        }
        self.starts.push(cast::count(spans.len()));
        self.set_spans(spans);
    }

    fn len(&self) -> usize {
        self.heights.len()
    }
}

#[cfg(test)]
impl Row {
    /// Of cells that begin at these spans.
    pub(super) fn new(starts: Vec<u32>, spans: &[Span]) -> Self {
        let mut row = Self { starts, ..Self::default() };
        row.set_spans(spans);
        row
    }

    /// The spans of each cell.
    pub(super) fn columns(&self) -> Vec<Vec<Span>> {
        let spans = (1..self.starts.len()).map(|x| self.cells(x - 1..x));
        spans.map(|spans| spans.map(|i| self.span(i)).collect()).collect()
    }
}
