//! Open spans: where feet stand, and which are beside which.

use super::heightfield::Heightfield;
use super::window::Window;
use crate::geom::cast;
use crate::parameters::Resolved;
use crate::soup::Area;

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
    /// The cell of each span.
    pub(super) cells: Vec<u32>,
    /// Column and row of each span: a division each time they are asked for would cost more.
    places: Vec<(i32, i32)>,
    /// Top of the solid span below, voxels.
    pub(super) tops: Vec<i32>,
    /// Height of the ground at the cell's centre, steps.
    pub(super) heights: Vec<i32>,
    pub(super) areas: Vec<Area>,
    /// The neighbours towards east, north, west and south, or [`NONE`].
    pub(super) links: Vec<[u32; 4]>,
}

impl OpenField {
    pub(super) fn new(field: &Heightfield, resolved: &Resolved) -> Self {
        let window = field.window;
        let mut open = Self {
            window,
            starts: Vec::with_capacity(window.cells() + 1),
            cells: Vec::new(),
            places: Vec::new(),
            tops: Vec::new(),
            heights: Vec::new(),
            areas: Vec::new(),
            links: Vec::new(),
        };
        let mut ceilings = Vec::new();
        let (mut x, mut y) = (0, 0);
        for cell in 0..window.cells() {
            open.starts.push(cast::count(open.cells.len()));
            let place = (x, y);
            x += 1;
            if x == window.width {
                (x, y) = (0, y + 1);
            }
            let range = field.column(cell);
            let end = range.end;
            for i in range {
                let span = field.spans[i];
                let Some(area) = span.ground.checked_sub(1) else { continue };
                ceilings.push(field.ceiling(i, end));
                open.tops.push(span.top);
                open.cells.push(cast::count(cell));
                open.places.push(place);
                open.heights.push(span.height);
                open.areas.push(Area(u8::try_from(area).unwrap_or(u8::MAX)));
            }
        }
        open.starts.push(cast::count(open.cells.len()));
        open.links = vec![[NONE; 4]; open.cells.len()];
        open.link(&ceilings, resolved);
        open
    }

    /// Links every span to the east and north, and back.
    fn link(&mut self, ceilings: &[i32], resolved: &Resolved) {
        let tops = &self.tops;
        let passes = |i: usize, j: usize| {
            let (low, high) = (tops[i].max(tops[j]), ceilings[i].min(ceilings[j]));
            let opening = i64::from(high) - i64::from(low);
            let step = (i64::from(tops[i]) - i64::from(tops[j])).abs();
            opening >= i64::from(resolved.walkable_height)
                && step <= i64::from(resolved.walkable_climb)
        };
        let window = self.window;
        for y in 0..window.depth {
            for x in 0..window.width {
                let here = self.column(window.number(x, y));
                for side in [EAST, NORTH] {
                    let Some(beside) = window.beside(x, y, side) else { continue };
                    let there = self.column(beside);
                    for i in here.clone() {
                        // The highest that passes; there is no second one (see the type).
                        let Some(j) = there.clone().rev().find(|&j| passes(i, j)) else {
                            continue;
                        };
                        self.links[i][side] = cast::count(j);
                        self.links[j][side + 2] = cast::count(i);
                    }
                }
            }
        }
    }

    /// How many spans there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Where the spans of a cell stand.
    #[inline]
    pub(super) fn column(&self, cell: usize) -> std::ops::Range<usize> {
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

    /// True when span `i` is in the tile itself.
    #[inline]
    pub(super) fn is_inner(&self, i: usize) -> bool {
        let (x, y) = self.place(i);
        self.window.is_inner(x, y)
    }

    /// The spans of the tile itself, row by row.
    pub(super) fn inner_rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let Window { inner_min: min, inner_max: max, .. } = self.window;
        (min.1..max.1).filter(move |_| min.0 < max.0).map(move |y| {
            let (first, last) = (self.window.number(min.0, y), self.window.number(max.0 - 1, y));
            cast::index(self.starts[first])..cast::index(self.starts[last + 1])
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
