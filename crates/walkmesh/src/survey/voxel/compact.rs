//! Open spans: where feet stand, and which are beside which.

use super::areas::Areas;
use super::heightfield::Span;
use super::links::{Links, NOWHERE};
use super::passage::Row;
use super::window::Window;
use crate::geom::cast;
use crate::soup::Area;
use std::ops::Range;

/// For the number or the rank of a span: there is none.
pub(super) const NONE: u32 = u32::MAX;

/// Sides of a cell, which go counter-clockwise; the opposite side is two further.
pub(super) const EAST: usize = 0;
pub(super) const NORTH: usize = 1;
pub(super) const WEST: usize = 2;
pub(super) const SOUTH: usize = 3;

/// Where each side of a cell begins when the cell is walked around counter-clockwise (east,
/// north, west, south), in cells from its lower left corner. Side `d` ends where `d + 1` begins.
pub(super) const SIDE_START: [(i32, i32); 4] = [(1, 0), (1, 1), (0, 1), (0, 0)];

/// The side after `d`, counter-clockwise, by `turns` quarter turns.
#[inline]
pub(super) const fn turned(d: usize, turns: usize) -> usize {
    (d + turns) % 4
}

/// The walkable open spans of a window, flat, cell after cell and upwards in each cell.
///
/// Spans of neighbouring cells are linked when a body passes between them: head room of the
/// agent's height in the opening that they share, and a step of at most the climb. Because the
/// climb is below the height, a span has at most one such neighbour on a side, and links are
/// mutual.
///
/// A span takes six bytes and a cell four: a level baked whole is at its peak of memory while it
/// has these.
#[derive(Clone, Debug)]
pub(super) struct OpenField {
    pub(super) window: Window,
    /// The first span of each cell, and one past the last.
    pub(super) starts: Vec<u32>,
    /// Height of the ground at the cell's centre, steps.
    pub(super) heights: Vec<i32>,
    pub(super) areas: Areas,
    pub(super) links: Links,
}

/// A span and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) span: u32,
    pub(super) cell: u32,
}

impl Spot {
    /// Before or at all others, to begin with in [`OpenField::spot_after`].
    pub(super) const FIRST: Self = Self { span: 0, cell: 0 };

    /// The number of the span.
    #[inline]
    pub(super) fn i(self) -> usize {
        cast::index(self.span)
    }
}

/// The numbers of the open spans that the solid ones of two rows became, or [`NONE`] where they
/// cannot be stood on.
#[derive(Debug, Default)]
pub(super) struct Opening {
    /// Of the row before.
    before: Vec<u32>,
    /// Of the row at hand.
    own: Vec<u32>,
}

/// Spans of a field that two threads look at rather than one.
const SHARED: usize = 1 << 14;

impl OpenField {
    /// Without rows yet. Room is set aside for one span a cell; pages that are never written cost
    /// nothing.
    pub(super) fn new(window: Window) -> Self {
        Self::with_capacity(window, Vec::with_capacity(window.cells() + 1), window.cells())
    }

    /// A field without spans yet, with room for some.
    pub(super) fn with_capacity(window: Window, starts: Vec<u32>, length: usize) -> Self {
        Self {
            window,
            starts,
            heights: Vec::with_capacity(length),
            areas: Areas::default(),
            links: Links::with_capacity(length),
        }
    }

    /// Adds the spans of the row that follows that can be stood on, linked where a body passes;
    /// linear.
    pub(super) fn add(&mut self, row: &Row, opening: &mut Opening) {
        let Opening { before, own } = opening;
        own.clear();
        let mut number = cast::count(self.len());
        let area = |ground: u32| Area(u8::try_from(ground - 1).unwrap_or(u8::MAX));
        let width = row.starts.len() - 1;
        let number_of =
            |spans: &[u32], i: u32| spans.get(cast::index(i)).map_or(NONE, |&open| open);
        for bounds in row.starts.windows(2) {
            let south_first = self.starts.len().checked_sub(width).map_or(0, |at| self.starts[at]);
            self.starts.push(number);
            let first = number;
            for solid in &row.spans[cast::index(bounds[0])..cast::index(bounds[1])] {
                let Span { slab, height } = solid.span;
                if slab.ground == 0 {
                    own.push(NONE);
                    continue;
                }
                let (west, south) = (number_of(own, solid.west), number_of(before, solid.south));
                own.push(number);
                self.heights.push(height);
                self.areas.extend(area(slab.ground), 1);
                self.links.push();
                // Each link is of two spans, and told where the second of them comes.
                let i = cast::index(number);
                if west != NONE {
                    let between = number - west - 1;
                    self.links.set(i, WEST, between);
                    self.links.set(cast::index(west), EAST, between);
                }
                if south != NONE {
                    self.links.set(i, SOUTH, south - south_first);
                    self.links.set(cast::index(south), NORTH, number - first);
                }
                number += 1;
            }
        }
        std::mem::swap(before, own);
    }

    /// Ends the last cell.
    pub(super) fn close(&mut self) {
        self.starts.push(cast::count(self.len()));
    }

    /// True where it is so large that two threads share what is done with it, if there are two.
    pub(super) fn is_shared(&self) -> bool {
        self.len() >= SHARED && rayon::current_num_threads() > 1
    }

    /// How many spans there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.heights.len()
    }

    /// Where the spans of a cell stand.
    #[inline]
    pub(super) fn column(&self, cell: usize) -> Range<usize> {
        cast::index(self.starts[cell])..cast::index(self.starts[cell + 1])
    }

    /// How much higher the number of the cell on side `d` is, wrapping.
    #[inline]
    fn away(&self, d: usize) -> u32 {
        let ahead = if d.is_multiple_of(2) { 1 } else { self.window.width.unsigned_abs() };
        if d < 2 { ahead } else { ahead.wrapping_neg() }
    }

    /// The neighbour of a span on side `d`.
    #[inline]
    pub(super) fn beside(&self, spot: Spot, d: usize) -> Option<Spot> {
        let cell = spot.cell.wrapping_add(self.away(d));
        let start = self.starts.get(cast::index(cell)).copied().unwrap_or(0);
        let there = self.links.beside(spot.i(), d, start);
        (there != NOWHERE).then(|| Spot { span: cast::count(there), cell })
    }

    /// The neighbours of a span.
    #[inline]
    pub(super) fn around(&self, spot: Spot) -> impl Iterator<Item = Spot> + use<> {
        // One by one, as much of it is known of each side.
        let [east, north] = [self.beside(spot, EAST), self.beside(spot, NORTH)];
        let [west, south] = [self.beside(spot, WEST), self.beside(spot, SOUTH)];
        [east, north, west, south].into_iter().flatten()
    }

    /// Column and row of the cell of a span.
    #[inline]
    pub(super) fn place(&self, spot: Spot) -> (i32, i32) {
        self.window.place(cast::index(spot.cell))
    }

    /// True when a span is in the tile itself.
    #[inline]
    pub(super) fn is_inner(&self, spot: Spot) -> bool {
        let (x, y) = self.place(spot);
        self.window.is_inner(x, y)
    }

    /// Where span `i` is; by a search.
    pub(super) fn spot(&self, i: usize) -> Spot {
        let span = cast::count(i);
        let cell = self.starts.partition_point(|&start| start <= span).saturating_sub(1);
        Spot { span, cell: cast::count(cell) }
    }

    /// Where span `i` is, which is not before `spot`; by a search that is short where the two are
    /// near each other.
    pub(super) fn spot_after(&self, spot: Spot, i: usize) -> Spot {
        let (span, first) = (cast::count(i), cast::index(spot.cell) + 1);
        let ends = &self.starts[first..];
        let mut reach = 1;
        while ends.get(reach - 1).is_some_and(|&end| end <= span) {
            reach *= 2;
        }
        let near = &ends[reach / 2..reach.min(ends.len())];
        let further = reach / 2 + near.partition_point(|&end| end <= span);
        Spot { span, cell: spot.cell + cast::count(further) }
    }

    /// The spans of some rows that may have no neighbour on some side, in order.
    pub(super) fn ends(&self, rows: Range<i32>) -> impl Iterator<Item = Spot> + '_ {
        let [first, end] = [rows.start, rows.end].map(|y| self.first_span(y));
        let cell = cast::count(self.window.number(0, rows.start));
        let before = Spot { span: cast::count(first), cell };
        self.links.ends(first..end).scan(before, |last, i| {
            *last = self.spot_after(*last, i);
            Some(*last)
        })
    }

    /// All spans, in order.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        let cells = (0..).zip(self.starts.windows(2));
        cells.flat_map(|(cell, ends)| (ends[0]..ends[1]).map(move |span| Spot { span, cell }))
    }

    /// The neighbour to the west of span `i`, or a number beyond all.
    #[inline]
    pub(super) fn west(&self, i: usize) -> usize {
        self.links.beside(i, WEST, 0)
    }

    /// Columns and rows of the cells of the tile itself.
    pub(super) fn inner(&self) -> (Range<usize>, Range<i32>) {
        let (min, max) = (self.window.inner_min, self.window.inner_max);
        (cast::cell_index(min.0)..cast::cell_index(max.0), min.1..max.1)
    }

    /// Where the spans of the tile itself stand in each row.
    pub(super) fn inner_spans(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let (columns, rows) = self.inner();
        let rows = if columns.is_empty() { 0..0 } else { rows };
        rows.map(move |y| {
            let first = self.window.number(0, y);
            let start = |x: usize| cast::index(self.starts[first + x]);
            start(columns.start)..start(columns.end)
        })
    }

    /// Height of the ground at the corner where side `d` of a span begins: the mean of the
    /// centres of the cells around it that are linked, eroded or not, so that it is the same
    /// from every one of them.
    pub(super) fn corner_height(&self, spot: Spot, d: usize) -> i32 {
        let mut around = [spot; 4];
        let mut n = 1;
        // Counter-clockwise from cell to cell as far as it goes, then the rest clockwise. The
        // corner is the end of side `d - 1`, so the first step is over side `d`.
        let (mut at, mut side) = (spot, d);
        while n < 4
            && let Some(next) = self.beside(at, side)
        {
            around[n] = next;
            n += 1;
            (at, side) = (next, turned(side, 3));
        }
        let (mut at, mut side) = (spot, turned(d, 3));
        while n < 4
            && let Some(next) = self.beside(at, side)
        {
            around[n] = next;
            n += 1;
            (at, side) = (next, turned(side, 1));
        }
        let sum: i64 = around[..n].iter().map(|spot| i64::from(self.heights[spot.i()])).sum();
        let n = i64::from(cast::extent(n));
        cast::narrow_i32((2 * sum + n).div_euclid(2 * n))
    }
}
