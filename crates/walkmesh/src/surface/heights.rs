//! The ground's height under a layer.

use crate::geom::{PlanPoint, cast};

/// Where the height of the ground of a layer can be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Heights {
    /// Nothing is known beyond the heights of the rings' points: the ground is what a
    /// triangulation of them spans.
    #[default]
    Corners,
    /// Sampled at the centres of square cells.
    Grid(HeightGrid),
}

/// Heights at the centres of square cells of a layer, with cells that have none.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightGrid {
    origin: PlanPoint,
    cell: i32,
    width: usize,
    /// See [`Self::step`].
    step: i32,
    heights: Vec<i32>,
}

impl HeightGrid {
    /// Marks a cell without ground inside the grid and in [`Self::row`].
    pub(crate) const NO_GROUND: i32 = i32::MIN;

    /// A grid without ground: `width` × `depth` cells of `cell` steps (at least 1), the first
    /// with its lower corner at `origin`.
    #[must_use]
    pub fn new(origin: PlanPoint, cell: i32, width: usize, depth: usize) -> Self {
        let heights = vec![Self::NO_GROUND; width * depth];
        Self { origin, cell: cell.max(1), width, step: i32::MAX, heights }
    }

    /// The same with a limit to [`Self::step`].
    #[must_use]
    pub const fn with_step(mut self, step: i32) -> Self {
        self.step = step;
        self
    }

    /// Largest rise, steps, between the centres of cells side by side over which the ground goes
    /// on. Cells farther apart in height are on different floors: a layer may have one beside
    /// the other, where it turns over itself.
    #[must_use]
    pub const fn step(&self) -> i32 {
        self.step
    }

    /// Cell size in steps.
    #[must_use]
    pub const fn cell(&self) -> i32 {
        self.cell
    }

    /// Lower corner of the first cell.
    #[must_use]
    pub const fn origin(&self) -> PlanPoint {
        self.origin
    }

    /// Cells along x.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Cells along y.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.heights.len().checked_div(self.width).unwrap_or(0)
    }

    /// Sets the height of cell (`column`, `row`); outside the grid it does nothing.
    pub fn set(&mut self, column: usize, row: usize, height: i32) {
        if column < self.width
            && let Some(h) = self.heights.get_mut(row * self.width + column)
        {
            *h = height.max(Self::NO_GROUND + 1);
        }
    }

    /// The height at the centre of cell (`column`, `row`), or `None` where there is no ground.
    #[must_use]
    pub fn get(&self, column: usize, row: usize) -> Option<i32> {
        if column >= self.width {
            return None;
        }
        self.heights.get(row * self.width + column).copied().filter(|&h| h != Self::NO_GROUND)
    }

    /// Sets the heights of cells side by side in a row, from `column` on; those outside the grid
    /// are left out.
    pub(crate) fn set_run(&mut self, column: usize, row: usize, heights: &[i32]) {
        let cells = (row * self.width + column.min(self.width))..(row + 1) * self.width;
        for (h, &height) in self.heights.get_mut(cells).into_iter().flatten().zip(heights) {
            *h = height.max(Self::NO_GROUND + 1);
        }
    }

    /// The heights of a row, [`Self::NO_GROUND`] where there is none; empty outside the grid.
    pub(crate) fn row(&self, row: usize) -> &[i32] {
        self.heights.get(row * self.width..(row + 1) * self.width).unwrap_or(&[])
    }

    /// The centre of cell (`column`, `row`), rounded down to the lattice.
    #[must_use]
    pub fn centre(&self, column: usize, row: usize) -> PlanPoint {
        let at = |start: i32, i: usize| {
            let offset =
                i64::from(self.cell) * i64::from(cast::count(i)) + i64::from(self.cell / 2);
            cast::narrow_i32(i64::from(start) + offset)
        };
        PlanPoint::new(at(self.origin.x, column), at(self.origin.y, row))
    }

    /// The cell that holds `p` (its lower and left sides included), or `None` outside the grid.
    #[must_use]
    pub fn cell_of(&self, p: PlanPoint) -> Option<(usize, usize)> {
        let at = |start: i32, v: i32, n: usize| {
            let offset = i64::from(v) - i64::from(start);
            let i = usize::try_from(offset.div_euclid(i64::from(self.cell))).ok()?;
            (i < n).then_some(i)
        };
        Some((at(self.origin.x, p.x, self.width)?, at(self.origin.y, p.y, self.depth())?))
    }
}
