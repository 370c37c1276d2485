//! Open spans: where feet stand, and which are beside which.

use super::passage::Row;
use super::window::Window;
use crate::geom::cast;
use crate::soup::Area;
use std::ops::Range;

/// In [`OpenField::links`]: nothing to walk on there.
pub(super) const NONE: u32 = u32::MAX;

/// Sides in [`OpenField::links`], which go counter-clockwise; the opposite side is two further.
pub(super) const EAST: usize = 0;
pub(super) const NORTH: usize = 1;

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
#[derive(Clone, Debug)]
pub(super) struct OpenField {
    pub(super) window: Window,
    pub(super) starts: Vec<u32>,
    /// Column and row of each span: a division each time they are asked for would cost more.
    pub(super) places: Vec<(i32, i32)>,
    /// Height of the ground at the cell's centre, steps.
    pub(super) heights: Vec<i32>,
    pub(super) areas: Vec<Area>,
    /// The neighbours towards east, north, west and south, or [`NONE`].
    pub(super) links: Vec<[u32; 4]>,
}

/// What becoming open spans needs from row to row, and room for a row.
#[derive(Debug, Default)]
pub(super) struct Opening {
    /// The open span that each solid one of the row before became, or [`NONE`].
    numbers: Vec<u32>,
    /// Those of the row at hand.
    next: Vec<u32>,
    /// Which of these can be stood on.
    kept: Vec<u32>,
}

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
            places: Vec::with_capacity(length),
            heights: Vec::with_capacity(length),
            areas: Vec::with_capacity(length),
            links: Vec::with_capacity(length),
        }
    }

    /// Adds the spans of row `y`, which follows, that can be stood on, linked where a body
    /// passes; linear.
    pub(super) fn add(&mut self, y: i32, row: &Row, opening: &mut Opening) {
        let Opening { numbers, next, kept } = opening;
        let first = self.len();
        next.clear();
        kept.clear();
        let mut number = cast::count(first);
        for (x, bounds) in (0..).zip(row.starts.windows(2)) {
            self.starts.push(number);
            for i in bounds[0]..bounds[1] {
                if row.spans[cast::index(i)].span.ground == 0 {
                    next.push(NONE);
                    continue;
                }
                next.push(number);
                kept.push(i);
                self.places.push((x, y));
                number += 1;
            }
        }
        let solid = || kept.iter().map(|&i| &row.spans[cast::index(i)]);
        let area = |ground: u32| Area(u8::try_from(ground - 1).unwrap_or(u8::MAX));
        self.heights.extend(solid().map(|s| s.span.height));
        self.areas.extend(solid().map(|s| area(s.span.ground)));
        let of = |numbers: &[u32], i: u32| numbers.get(cast::index(i)).map_or(NONE, |&n| n);
        self.links.extend(
            solid().map(|s| [of(next, s.east), NONE, of(next, s.west), of(numbers, s.south)]),
        );
        let (before, own) = self.links.split_at_mut(first);
        for (i, links) in (cast::count(first)..).zip(own) {
            if let Some(below) = before.get_mut(cast::index(links[NORTH + 2])) {
                below[NORTH] = i;
            }
        }
        std::mem::swap(numbers, next);
    }

    /// Ends the last cell.
    pub(super) fn close(&mut self) {
        self.starts.push(cast::count(self.len()));
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

    /// The neighbour of span `i` on side `d`.
    #[inline]
    pub(super) fn beside(&self, i: usize, d: usize) -> Option<usize> {
        let n = self.links[i][d];
        (n != NONE).then_some(cast::index(n))
    }

    /// Column and row of span `i`.
    #[inline]
    pub(super) fn place(&self, i: usize) -> (i32, i32) {
        self.places[i]
    }

    /// The cell of span `i`.
    #[inline]
    pub(super) fn cell(&self, i: usize) -> usize {
        let (x, y) = self.places[i];
        self.window.number(x, y)
    }

    /// True when span `i` is in the tile itself.
    #[inline]
    pub(super) fn is_inner(&self, i: usize) -> bool {
        let (x, y) = self.place(i);
        self.window.is_inner(x, y)
    }

    /// The spans of the tile itself, row after row.
    pub(super) fn inner_rows(&self) -> impl Iterator<Item = Range<usize>> {
        let w = &self.window;
        let rows = if w.inner_min.0 < w.inner_max.0 { w.inner_min.1..w.inner_max.1 } else { 0..0 };
        rows.map(|y| {
            // The spans of a row stand one after the other.
            let first = self.column(w.number(w.inner_min.0, y)).start;
            first..self.column(w.number(w.inner_max.0 - 1, y)).end
        })
    }

    /// Height of the ground at the corner where side `d` of span `i` begins: the mean of the
    /// centres of the cells around it that are linked, eroded or not, so that it is the same
    /// from every one of them.
    pub(super) fn corner_height(&self, i: usize, d: usize) -> i32 {
        let mut around = [i; 4];
        let mut n = 1;
        // Counter-clockwise from cell to cell as far as it goes, then the rest clockwise. The
        // corner is the end of side `d - 1`, so the first step is over side `d`.
        let (mut at, mut side) = (i, d);
        while n < 4
            && let Some(next) = self.beside(at, side)
        {
            around[n] = next;
            n += 1;
            (at, side) = (next, turned(side, 3));
        }
        let (mut at, mut side) = (i, turned(d, 3));
        while n < 4
            && let Some(next) = self.beside(at, side)
        {
            around[n] = next;
            n += 1;
            (at, side) = (next, turned(side, 1));
        }
        let sum: i64 = around[..n].iter().map(|&j| i64::from(self.heights[j])).sum();
        let n = i64::from(cast::extent(n));
        cast::narrow_i32((2 * sum + n).div_euclid(2 * n))
    }
}
