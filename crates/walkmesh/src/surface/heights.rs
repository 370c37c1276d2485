//! The ground's height under a layer.

use crate::geom::{PlanPoint, cast};
use std::ops::RangeInclusive;

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
    /// Lowest and highest ground in each block of cells, the first above the second where there is
    /// none: nearly everywhere it tells that heights are close to each other, without a look at
    /// each.
    blocks: Vec<(i32, i32)>,
}

/// Cells of a block, a side.
const BLOCK: usize = 8;

impl HeightGrid {
    /// Marks a cell without ground inside the grid and in [`Self::row`].
    pub(crate) const NO_GROUND: i32 = i32::MIN;

    /// A grid without ground: `width` × `depth` cells of `cell` steps (at least 1), the first
    /// with its lower corner at `origin`.
    #[must_use]
    pub fn new(origin: PlanPoint, cell: i32, width: usize, depth: usize) -> Self {
        Self::in_room(Vec::new(), origin, cell, (width, depth))
    }

    /// The same, its heights in a list whose own are of no use.
    pub(crate) fn in_room(
        room: Vec<i32>,
        origin: PlanPoint,
        cell: i32,
        (width, depth): (usize, usize),
    ) -> Self {
        let mut heights = room;
        heights.clear();
        heights.resize(width * depth, Self::NO_GROUND);
        let blocks = vec![(i32::MAX, i32::MIN); width.div_ceil(BLOCK) * depth.div_ceil(BLOCK)];
        Self { origin, cell: cell.max(1), width, step: i32::MAX, heights, blocks }
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
            put(height, h, &mut self.blocks[block(row, column, self.width)]);
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
        let end = self.width.min(column.saturating_add(heights.len()));
        let Some(cells) = self.heights.get_mut(row * self.width..(row + 1) * self.width) else {
            return;
        };
        let mut from = column;
        while from < end {
            let to = end.min((from / BLOCK + 1) * BLOCK);
            let of_block = &mut self.blocks[block(row, from, self.width)];
            let mut bounds = *of_block;
            for (h, &height) in cells[from..to].iter_mut().zip(&heights[from - column..]) {
                put(height, h, &mut bounds);
            }
            *of_block = bounds;
            from = to;
        }
    }

    /// Bounds of the ground in some cells, lowest and highest: those of all within seven cells of
    /// them at most. `None` where there is no ground; cells outside the grid have none.
    pub(crate) fn range(
        &self,
        columns: RangeInclusive<usize>,
        rows: RangeInclusive<usize>,
    ) -> Option<(i32, i32)> {
        let last = (*columns.end()).min(self.width.checked_sub(1)?);
        // Those without ground are above and below everything.
        let mut range = (i32::MAX, i32::MIN);
        for row in rows.start() / BLOCK..=rows.end() / BLOCK {
            let [first, last] =
                [*columns.start(), last].map(|column| block(row * BLOCK, column, self.width));
            for block in self.blocks.get(first..=last).unwrap_or(&[]) {
                range = (range.0.min(block.0), range.1.max(block.1));
            }
        }
        (range.0 <= range.1).then_some(range)
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

    /// The cell of the grid that is nearest to `p` along each axis; the first where there is none.
    pub(crate) fn clamped_cell_of(&self, p: PlanPoint) -> (usize, usize) {
        let at = |start: i32, v: i32, n: usize| {
            let cells = (i64::from(v) - i64::from(start)).div_euclid(i64::from(self.cell));
            usize::try_from(cells).unwrap_or(0).min(n.saturating_sub(1))
        };
        (at(self.origin.x, p.x, self.width), at(self.origin.y, p.y, self.depth()))
    }
}

/// Puts a height into a cell and its block.
#[inline]
fn put(height: i32, cell: &mut i32, bounds: &mut (i32, i32)) {
    *cell = height.max(HeightGrid::NO_GROUND + 1);
    *bounds = (bounds.0.min(*cell), bounds.1.max(*cell));
}

/// The number of the block with a cell, in a grid of `width` cells.
const fn block(row: usize, column: usize, width: usize) -> usize {
    row / BLOCK * width.div_ceil(BLOCK) + column / BLOCK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_the_cells_asked_for_and_no_cell_far_from_them() {
        let mut grid = HeightGrid::new(PlanPoint::new(0, 0), 1, 21, 19);
        let height = |column: usize, row: usize| cast::extent(column * 7 % 13 + row * 5 % 11);
        for row in 0..19 {
            for (from, to) in [(0, 3), (6, 17), (19, 30)] {
                let run: Vec<i32> = (from..to).map(|column| height(column, row)).collect();
                if row % 7 != 6 {
                    grid.set_run(from, row, &run);
                }
            }
        }
        let bounds = |columns: RangeInclusive<usize>, rows: RangeInclusive<usize>| {
            let cells = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
            let heights: Vec<i32> = cells.filter_map(|(x, y)| grid.get(x, y)).collect();
            heights.iter().min().copied().zip(heights.iter().max().copied())
        };
        for (left, low) in (0..21).flat_map(|x| (0..19).map(move |y| (x, y))) {
            for (wide, deep) in [(0, 0), (5, 1), (2, 12), (40, 40)] {
                let (right, high) = (left + wide, low + deep);
                let far = |at: usize| at.saturating_sub(7)..=at + 7;
                let most = bounds(
                    *far(left).start()..=*far(right).end(),
                    *far(low).start()..=*far(high).end(),
                );
                let range = grid.range(left..=right, low..=high);
                let least = bounds(left..=right, low..=high);
                let holds = |outer: Option<(i32, i32)>, inner: Option<(i32, i32)>| {
                    inner.is_none_or(|i| outer.is_some_and(|o| o.0 <= i.0 && i.1 <= o.1))
                };
                assert!(holds(range, least) && holds(most, range), "{left} {low}");
            }
        }
        assert_eq!(grid.range(30..=35, 0..=3), None);
        assert_eq!(HeightGrid::new(PlanPoint::new(0, 0), 1, 0, 0).range(0..=3, 0..=3), None);
    }
}
