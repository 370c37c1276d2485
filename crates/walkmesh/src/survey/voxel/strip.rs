//! One triangle cut by the rows and columns of the grid, the heights of each part.
//!
//! What a cell gets is a function of the triangle and the cell alone: a row's strip is cut from
//! the whole triangle, never from what another row left over, and coordinates are absolute. So
//! two tiles that see the same cell give it the same span, bit for bit.
//!
//! ```text
//!   north ────o────────o────   The strip of a row is convex: two or three pieces of edges, and
//!            /          \      the joins along its two lines. Its lowest and highest points in
//!   south ──o────────────o──   a cell are where these cross the cell's two column lines, and
//!         long   |    short    the corners inside the cell.
//! ```

use super::extent::{RowParts, both};
use crate::geom::{GroundPoint, cast};

/// A corner of a strip, lattice steps.
#[derive(Clone, Copy, Debug, Default)]
struct Corner {
    x: f64,
    y: f64,
    h: f64,
    /// The column that it is in, and the first column line that is not left of it.
    column: i32,
    line: i32,
}

/// The grid that triangles are cut by: where lines start, and their spacing, steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) cell: f64,
}

impl Lines {
    /// The rows that an interval reaches into: the upper end alone does not count, but an
    /// interval without length counts for the row that starts at it.
    fn rows(&self, south: f64, north: f64) -> (i32, i32) {
        let first = cast::floor_within((south - self.y) / self.cell);
        let last = cast::ceil_within((north - self.y) / self.cell) - 1;
        (first, last.max(first))
    }

    #[inline]
    fn row(&self, row: i32) -> f64 {
        self.y + f64::from(row) * self.cell
    }

    #[inline]
    fn column(&self, line: i32) -> f64 {
        self.x + f64::from(line) * self.cell
    }

    /// Points at these places and heights, and the columns that they are in.
    #[inline]
    fn corners<const N: usize>(&self, x: [f64; N], y: [f64; N], h: [f64; N]) -> [Corner; N] {
        let columns = x.map(|x| (x - self.x) / self.cell);
        let column = columns.map(cast::floor_within);
        let line = columns.map(cast::ceil_within);
        std::array::from_fn(|i| Corner {
            x: x[i],
            y: y[i],
            h: h[i],
            column: column[i],
            line: line[i],
        })
    }
}

/// The height at `x` of an edge that rises by `slope` to the east, kept between its ends.
#[inline]
fn height_at(x: f64, (p, q): (&Corner, &Corner), slope: f64) -> f64 {
    let h = p.h + (x - p.x) * slope;
    let (low, high) = if p.h < q.h { (p.h, q.h) } else { (q.h, p.h) };
    let h = if h < low { low } else { h };
    if h > high { high } else { h }
}

/// The two points of a triangle's outline on a line between rows: on the edge from its lowest to
/// its highest corner, and on the other two edges.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    long: Corner,
    short: Corner,
}

/// A triangle on its way through the grid.
#[derive(Debug)]
pub(super) struct Cut {
    /// From south to north.
    corners: [Corner; 3],
    lines: Lines,
    /// First and last row that it reaches.
    pub(super) rows: (i32, i32),
    /// All of it is in one column.
    narrow: bool,
    /// All of it is at one height.
    level: bool,
    /// The ends on two lines between rows, the even one first. They stay where they are put: what was
    /// just written in parts is slow to move.
    ends: [Ends; 2],
    /// The line that is known.
    known: i32,
}

impl Cut {
    pub(super) fn new(triangle: [GroundPoint; 3], lines: Lines) -> Self {
        // Edges are cut from south to north, whichever way a triangle goes round, so that the
        // triangles on both sides of an edge leave no gap.
        let key = |p: &GroundPoint| ((i64::from(p.plan.y) << 32) + i64::from(p.plan.x), p.height);
        let mut triangle = triangle;
        for (i, j) in [(0, 1), (1, 2), (0, 1)] {
            if key(&triangle[i]) > key(&triangle[j]) {
                triangle.swap(i, j);
            }
        }
        let level = triangle.iter().all(|p| p.height == triangle[0].height);
        let corners = lines.corners(
            triangle.map(|p| f64::from(p.plan.x)),
            triangle.map(|p| f64::from(p.plan.y)),
            triangle.map(|p| f64::from(p.height)),
        );
        let [a, b, c] = corners;
        let rows = lines.rows(a.y, c.y);
        let column = a.column.min(b.column).min(c.column);
        let narrow = a.line.max(b.line).max(c.line) <= column.saturating_add(1);
        let ends = [Ends::default(); 2];
        Self { corners, lines, rows, narrow, level, ends, known: i32::MIN }
    }

    /// The parts in the cells of `row`, of columns `from..=to` only; false when none. Fastest
    /// when rows come in order.
    pub(super) fn row(&mut self, row: i32, (from, to): (i32, i32), out: &mut RowParts) -> bool {
        if self.narrow && self.rows.0 == self.rows.1 {
            // A small triangle inside one cell.
            let [a, b, c] = &self.corners;
            out.set(a.column.min(b.column).min(c.column), [a.h, b.h, c.h]);
            return (from..=to).contains(&out.first);
        }
        let next = row.saturating_add(1);
        let (low, high) = (self.lines.row(row), self.lines.row(next));
        let place = usize::from(row & 1 == 1);
        if self.known != row {
            self.ends[place] = self.ends_at(low);
        }
        self.ends[1 - place] = self.ends_at(high);
        self.known = next;
        let (south, north) = (&self.ends[place], &self.ends[1 - place]);
        // Around the strip. Where the middle corner is not in the row, a point that counts already.
        let b = &self.corners[1];
        let bends = low < b.y && b.y < high;
        let middle = if bends { b } else { &south.short };
        let corners = [&south.long, &south.short, middle, &north.short, &north.long];
        let (mut first, mut line) = (i32::MAX, i32::MIN);
        for p in &corners {
            first = first.min(p.column);
            line = line.max(p.line);
        }
        let last = line.saturating_sub(1).max(first);
        let inside = first == last;
        let (first, last) = (first.max(from), last.min(to));
        if first > last {
            return false;
        }
        if self.level {
            // The height is the plane's.
            (out.first, out.length) = (first, cast::cell_index(last - first) + 1);
            return true;
        }
        if inside {
            // No column line is crossed, at most touched by a corner.
            out.set(first, corners.map(|p| p.h));
            return true;
        }
        out.reset(first, cast::cell_index(last - first) + 1);
        // The last is none where the middle corner is not in the row.
        let pieces = [
            (&south.long, &north.long),
            (&south.long, &south.short),
            (&north.short, &north.long),
            (middle, &north.short),
            (&south.short, middle),
        ];
        for (p, q) in &pieces[..if bends { 5 } else { 4 }] {
            self.add_piece(p, q, last, out);
        }
        true
    }

    /// The ends on a line between rows; beyond the triangle, those of its nearest point or level
    /// side.
    #[inline]
    fn ends_at(&self, y: f64) -> Ends {
        let [a, b, c] = &self.corners;
        if y <= a.y {
            return Ends { long: *a, short: if b.y > a.y { *a } else { *b } };
        }
        if y >= c.y {
            return Ends { long: *c, short: if b.y < c.y { *c } else { *b } };
        }
        let [long, short] = self.crossings([(a, c), if y < b.y { (a, b) } else { (b, c) }], y);
        Ends { long, short }
    }

    /// Where two edges cross a line between rows: both at a time, which is few more instructions
    /// than one.
    #[inline]
    fn crossings(&self, edges: [(&Corner, &Corner); 2], y: f64) -> [Corner; 2] {
        let t = edges.map(|(p, q)| (y - p.y) / (q.y - p.y));
        let at = |from: [f64; 2], to: [f64; 2]| {
            std::array::from_fn(|i| from[i] + t[i] * (to[i] - from[i]))
        };
        let x = at(edges.map(|(p, _)| p.x), edges.map(|(_, q)| q.x));
        let h = at(edges.map(|(p, _)| p.h), edges.map(|(_, q)| q.h));
        self.lines.corners(x, [y; 2], h)
    }

    /// Adds the heights of piece `pq` to the parts in the columns that it passes, up to column
    /// `last`: those of its ends, and those where it crosses from one column into the next.
    #[inline]
    fn add_piece(&self, p: &Corner, q: &Corner, last: i32, out: &mut RowParts) {
        let (p, q) = if p.x <= q.x { (p, q) } else { (q, p) };
        let end = q.line.saturating_sub(1);
        if p.column >= end {
            // One on a line between columns has neighbours that end there.
            if p.column == end {
                out.include(end, both([p.h, -p.h], [q.h, -q.h]));
            }
            return;
        }
        let first = p.column.max(out.first);
        let place = |column: i32| usize::try_from(column - out.first).unwrap_or(0);
        let passed = place(first)..place(end.min(last).saturating_add(1));
        let Some((last_part, parts)) = out.parts.get_mut(passed).and_then(<[_]>::split_last_mut)
        else {
            return;
        };
        let slope = (q.h - p.h) / (q.x - p.x);
        let at = |x: f64| height_at(x, (p, q), slope);
        let mut x = self.lines.column(first);
        let mut h = if p.column < first { at(x) } else { p.h };
        for part in parts {
            x += self.lines.cell;
            let next = at(x);
            *part = both(*part, both([h, -h], [next, -next]));
            h = next;
        }
        let next = if end > last { at(x + self.lines.cell) } else { q.h };
        *last_part = both(*last_part, both([h, -h], [next, -next]));
    }
}
