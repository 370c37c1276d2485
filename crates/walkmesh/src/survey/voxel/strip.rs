//! One triangle cut by the rows and columns of the grid, the heights of each part.
//!
//! What a cell gets is a function of the triangle and the cell alone: a row's strip is cut from
//! the whole triangle, never from what another row left over, and coordinates are absolute. So
//! two tiles that see the same cell give it the same span, bit for bit.

use crate::geom::{GroundPoint, cast};

/// A corner of a strip, lattice steps.
#[derive(Clone, Copy, Debug, Default)]
struct Corner {
    x: f64,
    y: f64,
    h: f64,
}

/// The grid that triangles are cut by: where lines start, and their spacing, steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) cell: f64,
}

impl Lines {
    /// The columns that an interval reaches into: the upper end alone does not count, but an
    /// interval without length counts for the cell that starts at it.
    fn reach(start: f64, cell: f64, low: f64, high: f64) -> (i32, i32) {
        let first = cast::floor_i32((low - start) / cell);
        let last = cast::ceil_i32((high - start) / cell).saturating_sub(1);
        (first, last.max(first))
    }
}

/// Lowest and highest point of the triangle in each cell of one row.
#[derive(Debug, Default)]
pub(super) struct RowParts {
    /// Column of `parts[0]`.
    pub(super) first: i32,
    /// Lowest and highest, steps; lowest above highest where there is nothing.
    pub(super) parts: Vec<(f64, f64)>,
    /// The same on the lines between columns, the first left of `parts[0]`.
    lines: Vec<(f64, f64)>,
}

/// No height yet.
const EMPTY: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

#[inline]
fn include(range: &mut (f64, f64), h: f64) {
    // No NaN comes here; plain comparisons are half the instructions of `min` and `max`.
    if h < range.0 {
        range.0 = h;
    }
    if h > range.1 {
        range.1 = h;
    }
}

/// A triangle on its way through the grid.
#[derive(Debug)]
pub(super) struct Cut {
    corners: [Corner; 3],
    lines: Lines,
    /// First and last row that it reaches.
    pub(super) rows: (i32, i32),
    /// First and last column.
    columns: (i32, i32),
}

impl Cut {
    pub(super) fn new(triangle: [GroundPoint; 3], lines: Lines) -> Self {
        let corners = triangle.map(|p| Corner {
            x: f64::from(p.plan.x),
            y: f64::from(p.plan.y),
            h: f64::from(p.height),
        });
        let [a, b, c] = corners;
        let (south, north) = (a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
        let (west, east) = (a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x));
        let rows = Lines::reach(lines.y, lines.cell, south, north);
        Self { corners, lines, rows, columns: Lines::reach(lines.x, lines.cell, west, east) }
    }

    /// The parts in the cells of `row`, of columns `from..=to` only; false when none.
    pub(super) fn row(&self, row: i32, from: i32, to: i32, out: &mut RowParts) -> bool {
        let lines = self.lines;
        if self.rows.0 == self.rows.1 && self.columns.0 == self.columns.1 {
            // A small triangle inside one cell.
            out.first = self.columns.0;
            out.parts.clear();
            let mut heights = EMPTY;
            self.corners.iter().for_each(|p| include(&mut heights, p.h));
            out.parts.push(heights);
            return (from..=to).contains(&out.first);
        }
        let (low, high) = (
            lines.y + f64::from(row) * lines.cell,
            lines.y + f64::from(row.saturating_add(1)) * lines.cell,
        );
        let (strip, n) = self.strip(low, high);
        let strip = &strip[..n];
        let mut reach = EMPTY;
        strip.iter().for_each(|p| include(&mut reach, p.x));
        let (left, right) = reach;
        if n == 0 {
            return false;
        }
        let (first, last) = Lines::reach(lines.x, lines.cell, left, right);
        let (first, last) = (first.max(from), last.min(to));
        if first > last {
            return false;
        }
        out.first = first;
        let length = cast::cell_index(last - first) + 1;
        out.parts.clear();
        out.parts.resize(length, EMPTY);
        out.lines.clear();
        out.lines.resize(length + 1, EMPTY);
        for (i, &p) in strip.iter().enumerate() {
            let column = cast::floor_i32((p.x - lines.x) / lines.cell);
            if let Some(part) = out.at(column) {
                include(part, p.h);
            }
            self.cross_columns(p, strip[(i + 1) % n], (first, last), out);
        }
        for (part, sides) in out.parts.iter_mut().zip(out.lines.windows(2)) {
            for side in sides.iter().filter(|s| s.0 <= s.1) {
                include(part, side.0);
                include(part, side.1);
            }
        }
        true
    }

    /// The triangle between two horizontal lines: at most five corners, in order.
    fn strip(&self, low: f64, high: f64) -> ([Corner; 8], usize) {
        let mut out = [Corner::default(); 8];
        let mut n = 0;
        let mut push = |p: Corner| {
            if let Some(slot) = out.get_mut(n) {
                *slot = p;
                n += 1;
            }
        };
        for i in 0..3 {
            let (p, q) = (self.corners[i], self.corners[(i + 1) % 3]);
            if low <= p.y && p.y <= high {
                push(p);
            }
            let ends = if p.y <= q.y { [low, high] } else { [high, low] };
            for y in ends {
                if (p.y < y && y < q.y) || (q.y < y && y < p.y) {
                    push(at_y(p, q, y));
                }
            }
        }
        (out, n)
    }

    /// Adds the height of edge `pq` where it crosses or ends on each column line.
    fn cross_columns(&self, p: Corner, q: Corner, reach: (i32, i32), out: &mut RowParts) {
        let (p, q) = if (p.x, p.y, p.h) <= (q.x, q.y, q.h) { (p, q) } else { (q, p) };
        let (start, cell) = (self.lines.x, self.lines.cell);
        let first = cast::ceil_i32((p.x - start) / cell).max(reach.0);
        let last = cast::floor_i32((q.x - start) / cell).min(reach.1.saturating_add(1));
        let slope = (q.h - p.h) / (q.x - p.x);
        let (low, high) = (p.h.min(q.h), p.h.max(q.h));
        let skip = cast::cell_index(first - reach.0);
        for (line, range) in (first..=last).zip(out.lines.iter_mut().skip(skip)) {
            let x = start + f64::from(line) * cell;
            if p.x < x && x < q.x {
                let h = p.h + (x - p.x) * slope;
                include(
                    range,
                    if h < low {
                        low
                    } else if h > high {
                        high
                    } else {
                        h
                    },
                );
                continue;
            }
            // Ends are taken as they are: also what keeps an upright edge out of the division.
            if x <= p.x {
                include(range, p.h);
            }
            if x >= q.x {
                include(range, q.h);
            }
        }
    }
}

impl RowParts {
    /// The part in a column, when it is asked for.
    #[inline]
    fn at(&mut self, column: i32) -> Option<&mut (f64, f64)> {
        let i = column.checked_sub(self.first).and_then(|i| usize::try_from(i).ok())?;
        self.parts.get_mut(i)
    }
}

/// The point of edge `pq` at `y`, the same from both of its ends, so that the triangles on
/// both sides of an edge leave no gap.
fn at_y(p: Corner, q: Corner, y: f64) -> Corner {
    let (p, q) = if (p.y, p.x, p.h) <= (q.y, q.x, q.h) { (p, q) } else { (q, p) };
    let t = (y - p.y) / (q.y - p.y);
    Corner { x: p.x + t * (q.x - p.x), y, h: p.h + t * (q.h - p.h) }
}
