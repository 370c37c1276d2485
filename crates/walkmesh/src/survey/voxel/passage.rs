//! Where a body passes between spans side by side, and where it would fall.
//!
//! Above each span is a gap: from its top to the bottom of the next. Between cells side by side a
//! body passes where two gaps share the agent's height. That is symmetric, so every pair of gaps
//! is looked at once, from below upwards in both columns: of two gaps, the one that closes first
//! meets nothing above the other. Ledges and links both come out of it.

use super::compact::NONE;
use super::heightfield::Span;
use crate::geom::cast;
use crate::parameters::Resolved;
use std::ops::Range;

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
    /// The steps down and up to all the spans where a body passes; [`LEDGE`] down where one is
    /// deeper than the climb.
    down: i32,
    up: i32,
}

/// A step down that is deeper than any.
const LEDGE: i32 = i32::MIN;

impl Solid {
    #[inline]
    const fn new(span: Span) -> Self {
        Self { span, east: NONE, west: NONE, south: NONE, down: 0, up: 0 }
    }

    /// A step to a span that a body passes to.
    #[inline]
    fn step(&mut self, step: i32) {
        self.down = self.down.min(step);
        self.up = self.up.max(step);
    }

    /// Whether it is beside a drop deeper than the climb, or too steep to be between its
    /// neighbours, once all sides have been looked at.
    #[inline]
    pub(super) const fn is_ledge(&self, climb: i32) -> bool {
        self.up.saturating_sub(self.down) > climb
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
    /// Takes the spans of a row, whose starts count from `starts[0]`, with nothing beside them.
    pub(super) fn set(&mut self, starts: &[u32], spans: &[Span]) {
        let first = starts.first().copied().unwrap_or(0);
        self.starts.clear();
        self.starts.extend(starts.iter().map(|start| start - first));
        self.spans.clear();
        self.spans.extend(spans.iter().copied().map(Solid::new));
    }

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
        self.spans[spans].iter_mut().for_each(|solid| solid.down = LEDGE);
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
            self.meet(here, there, |(a, x), (b, y)| {
                (x.east, y.west) = (j + cast::count(b), i + cast::count(a));
            });
        }
    }

    /// Looks between the cells of a row and of the one north of it.
    pub(super) fn across(&self, row: &mut Row, north: &mut Row) {
        for (bounds, beyond) in row.starts.windows(2).zip(north.starts.windows(2)) {
            let here = &mut row.spans[cast::index(bounds[0])..cast::index(bounds[1])];
            let there = &mut north.spans[cast::index(beyond[0])..cast::index(beyond[1])];
            self.meet(here, there, |(a, _), (_, y)| y.south = bounds[0] + cast::count(a));
        }
    }

    /// Two columns side by side; spans with their places in these are linked.
    #[inline]
    fn meet(
        &self,
        here: &mut [Solid],
        there: &mut [Solid],
        mut link: impl FnMut((usize, &mut Solid), (usize, &mut Solid)),
    ) {
        let within = |(a, b): (&Solid, &Solid)| {
            (-self.climb..=self.climb).contains(&b.span.top.wrapping_sub(a.span.top))
        };
        if here.len() != there.len() || !here.iter().zip(&*there).all(within) {
            self.meet_storeys(here, there, &mut link);
            return;
        }
        // Nearly everywhere the ground and what is over it go on as they are: then no gap reaches
        // past the next span of the other column, as the climb is below the height.
        let mut close = i32::MAX;
        for (i, (a, b)) in here.iter_mut().zip(there).enumerate().rev() {
            let stand = a.span.ground | b.span.ground != 0;
            if stand && self.fits(a.span.top.max(b.span.top), close) {
                let step = b.span.top.wrapping_sub(a.span.top);
                link((i, a), (i, b));
                if step != 0 {
                    a.step(step);
                    b.step(-step);
                }
            }
            close = a.span.bottom.min(b.span.bottom);
        }
    }

    fn meet_storeys(
        &self,
        here: &mut [Solid],
        there: &mut [Solid],
        link: &mut impl FnMut((usize, &mut Solid), (usize, &mut Solid)),
    ) {
        self.fall(here, there);
        self.fall(there, here);
        let (mut i, mut j) = (0, 0);
        while i < here.len() && j < there.len() {
            let (close, other_close) = (ceiling(here, i), ceiling(there, j));
            let (a, b) = (&mut here[i], &mut there[j]);
            if self.fits(a.span.top.max(b.span.top), close.min(other_close)) {
                let step = b.span.top.wrapping_sub(a.span.top);
                if step < -self.climb {
                    a.down = LEDGE;
                } else if step > self.climb {
                    b.down = LEDGE;
                } else {
                    link((i, a), (j, b));
                    a.step(step);
                    b.step(-step);
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
    fn fall(&self, column: &mut [Solid], other: &[Solid]) {
        let lowest = other.first().map_or(i32::MAX, |solid| solid.span.bottom);
        for i in 0..column.len() {
            let floor = column[i].span.top;
            if !self.fits(floor, lowest) {
                break;
            }
            if self.fits(floor, ceiling(column, i)) {
                column[i].down = LEDGE;
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
fn ceiling(column: &[Solid], i: usize) -> i32 {
    column.get(i + 1).map_or(i32::MAX, |above| above.span.bottom)
}
