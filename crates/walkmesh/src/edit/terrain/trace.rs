//! Outlines of where a value on a grid is above 0, through the triangles of its cells.
//!
//! A corner of an outline lies on a side of a triangle with one end above 0 and one not. Each
//! triangle with such sides has exactly two and joins them, so outlines are rings that neither
//! touch nor cross, but where a value is 0 itself.

use crate::geom::cast;
use crate::soup::HeightField;

/// A ring around a patch, or around a gap in it.
pub(super) struct Traced {
    /// World x and z. The patch is on its left where x goes right and z goes up.
    pub(super) ring: Vec<[f64; 2]>,
    /// Which patch: numbered from 0.
    pub(super) patch: u32,
}

/// Where sides of triangles lead from a sample: along the row, over the diagonal, along the column.
const WAYS: [[usize; 2]; 3] = [[1, 0], [1, 1], [0, 1]];

const NONE: u32 = u32::MAX;

/// The area in a ring, square metres: above 0 for one around a patch, below for a gap.
pub(super) fn area(ring: &[[f64; 2]]) -> f64 {
    let Some(&[ox, oz]) = ring.first() else { return 0.0 };
    let next = ring.iter().cycle().skip(1);
    let sum: f64 = ring
        .iter()
        .zip(next)
        .map(|(p, q)| (p[0] - ox) * (q[1] - oz) - (q[0] - ox) * (p[1] - oz))
        .sum();
    sum / 2.0
}

/// The rings, in order of where their first side lies.
pub(super) fn trace(field: &HeightField, values: &[f64]) -> Vec<Traced> {
    let grid = Grid::new(field, values);
    let patches = grid.patches();
    let mut after = grid.steps();
    let mut rings = Vec::new();
    for first in 0..after.len() {
        let mut ring = Vec::new();
        let mut side = first;
        while after[side] != NONE {
            ring.push(grid.crossing(side));
            side = cast::index(std::mem::replace(&mut after[side], NONE));
        }
        if !ring.is_empty() {
            rings.push(Traced { ring, patch: patches[grid.inner_end(first)] });
        }
    }
    rings
}

/// The field with a rim of samples around it that are not in and lie where their neighbours do,
/// so that outlines end at the field: there the value falls at once.
struct Grid<'a> {
    field: &'a HeightField,
    columns: usize,
    rows: usize,
    values: Vec<f64>,
}

impl<'a> Grid<'a> {
    fn new(field: &'a HeightField, values: &[f64]) -> Self {
        let (columns, rows) = (field.columns() + 2, field.rows() + 2);
        let mut padded = vec![f64::NEG_INFINITY; columns * rows];
        for (row, own) in values.chunks_exact(field.columns()).enumerate() {
            let first = (row + 1) * columns + 1;
            padded[first..first + own.len()].copy_from_slice(own);
        }
        Self { field, columns, rows, values: padded }
    }

    fn is_in(&self, sample: usize) -> bool {
        self.values[sample] > 0.0
    }

    /// World x and z of a sample.
    fn place(&self, sample: usize) -> [f64; 2] {
        let inner = |at: usize, samples: usize| at.saturating_sub(1).min(samples - 1);
        let column = inner(sample % self.columns, self.field.columns());
        let row = inner(sample / self.columns, self.field.rows());
        self.field.sample(column, row).map_or([0.0; 2], |p| [p.x, p.z])
    }

    /// The two ends of a side.
    fn ends(&self, side: usize) -> [usize; 2] {
        let [right, down] = WAYS[side % 3];
        let from = side / 3;
        [from, from + right + down * self.columns]
    }

    fn inner_end(&self, side: usize) -> usize {
        let [from, to] = self.ends(side);
        if self.is_in(from) { from } else { to }
    }

    /// Where the value is 0 on a side; on one to the rim that is its end in the field.
    fn crossing(&self, side: usize) -> [f64; 2] {
        let [from, to] = self.ends(side);
        let (a, b) = (self.values[from], self.values[to]);
        let (p, q) = (self.place(from), self.place(to));
        let share = if a == f64::NEG_INFINITY { 1.0 } else { a / (a - b) };
        [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share]
    }

    /// From each side that an outline crosses to the next one.
    fn steps(&self) -> Vec<u32> {
        let mut after = vec![NONE; 3 * self.values.len()];
        let cells = (0..self.rows - 1).flat_map(|r| (0..self.columns - 1).map(move |c| (c, r)));
        for (column, row) in cells {
            let near = row * self.columns + column;
            let far = near + self.columns;
            let (along, diagonal, across) = (3 * near, 3 * near + 1, 3 * near + 2);
            let (below, beyond) = (3 * far, 3 * (near + 1) + 2);
            // Corners turn left where x goes right and z up, and side i follows corner i.
            let upper = ([near, far + 1, far], [diagonal, below, across]);
            let lower = ([near, near + 1, far + 1], [along, beyond, diagonal]);
            for (corners, sides) in [upper, lower] {
                if let Some([from, to]) = self.step(corners, sides) {
                    after[from] = cast::count(to);
                }
            }
        }
        after
    }

    /// The sides by which an outline comes into a triangle and leaves it, with what is in on its
    /// left.
    fn step(&self, corners: [usize; 3], sides: [usize; 3]) -> Option<[usize; 2]> {
        let is_in = corners.map(|sample| self.is_in(sample));
        let mut step = [None; 2];
        for i in 0..3 {
            match (is_in[i], is_in[(i + 1) % 3]) {
                (true, false) => step[0] = Some(sides[i]),
                (false, true) => step[1] = Some(sides[i]),
                _ => {}
            }
        }
        Some([step[0]?, step[1]?])
    }

    /// Patches of samples that are in and joined by sides, numbered in order.
    fn patches(&self) -> Vec<u32> {
        let mut patches = vec![NONE; self.values.len()];
        let mut count = 0;
        let mut ahead = Vec::new();
        for first in 0..self.values.len() {
            if patches[first] != NONE || !self.is_in(first) {
                continue;
            }
            patches[first] = count;
            ahead.push(first);
            while let Some(sample) = ahead.pop() {
                // The rim is not in, so every sample that is has neighbours on all sides.
                for [right, down] in WAYS {
                    let way = right + down * self.columns;
                    for next in [sample - way, sample + way] {
                        if self.is_in(next) && patches[next] == NONE {
                            patches[next] = count;
                            ahead.push(next);
                        }
                    }
                }
            }
            count += 1;
        }
        patches
    }
}
