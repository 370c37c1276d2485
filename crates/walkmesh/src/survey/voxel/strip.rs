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
}

/// A triangle on its way through the grid.
#[derive(Debug)]
pub(super) struct Cut {
    corners: [Corner; 3],
    lines: Lines,
    /// First and last row that it reaches.
    pub(super) rows: (i32, i32),
}

impl Cut {
    pub(super) fn new(triangle: [GroundPoint; 3], lines: Lines) -> Self {
        let corners = triangle.map(|p| Corner {
            x: f64::from(p.plan.x),
            y: f64::from(p.plan.y),
            h: f64::from(p.height),
        });
        let [a, b, c] = corners;
        let (low, high) = (a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
        Self { corners, lines, rows: Lines::reach(lines.y, lines.cell, low, high) }
    }

    /// The parts in the cells of `row`, of columns `from..=to` only; false when none.
    pub(super) fn row(&self, row: i32, from: i32, to: i32, out: &mut RowParts) -> bool {
        let lines = self.lines;
        let (low, high) = (
            lines.y + f64::from(row) * lines.cell,
            lines.y + f64::from(row.saturating_add(1)) * lines.cell,
        );
        let (strip, n) = self.strip(low, high);
        let strip = &strip[..n];
        let (left, right) = strip
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, r), p| (l.min(p.x), r.max(p.x)));
        if n == 0 {
            return false;
        }
        let (first, last) = Lines::reach(lines.x, lines.cell, left, right);
        let (first, last) = (first.max(from), last.min(to));
        if first > last {
            return false;
        }
        out.first = first;
        out.parts.clear();
        let length = cast::cell_index(last - first) + 1;
        out.parts.resize(length, (f64::INFINITY, f64::NEG_INFINITY));
        for (i, &p) in strip.iter().enumerate() {
            out.add(cast::floor_i32((p.x - lines.x) / lines.cell), p.h);
            self.cross_columns(p, strip[(i + 1) % n], (first, last), out);
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
        for line in first..=last {
            let x = start + f64::from(line) * cell;
            // Ends are taken as they are: also what keeps an upright edge out of the division.
            if x <= p.x {
                out.add(line, p.h);
                out.add(line - 1, p.h);
            }
            if x >= q.x {
                out.add(line, q.h);
                out.add(line - 1, q.h);
            }
            if p.x < x && x < q.x {
                let h = (p.h + (x - p.x) * slope).clamp(p.h.min(q.h), p.h.max(q.h));
                out.add(line, h);
                out.add(line - 1, h);
            }
        }
    }
}

impl RowParts {
    #[inline]
    fn add(&mut self, column: i32, h: f64) {
        if column >= self.first
            && let Some(part) = self.parts.get_mut(cast::cell_index(column - self.first))
        {
            part.0 = part.0.min(h);
            part.1 = part.1.max(h);
        }
    }
}

/// The point of edge `pq` at `y`, the same from both of its ends, so that the triangles on
/// both sides of an edge leave no gap.
fn at_y(p: Corner, q: Corner, y: f64) -> Corner {
    let (p, q) = if (p.y, p.x, p.h) <= (q.y, q.x, q.h) { (p, q) } else { (q, p) };
    let t = (y - p.y) / (q.y - p.y);
    Corner { x: p.x + t * (q.x - p.x), y, h: p.h + t * (q.h - p.h) }
}
