//! How far triangles are off the cells of a height grid.

use super::rows::Rows;
use crate::geom::predicates::cross;
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::surface::HeightGrid;

/// A triangle as a piece of a plane, over the cells of a grid.
///
/// Its height is that of its corners by weights: twice the areas of the triangles between a point
/// and the sides opposite to them. A gradient would lose all its digits in a sliver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane<'a> {
    grid: &'a HeightGrid,
    /// Height of the first corner.
    height: f64,
    area_doubled: f64,
    /// The second and the third corner.
    others: [Corner; 2],
    /// How much more the triangle rises to the next column, times twice its area.
    step: f64,
}

/// A corner by how much higher than the first it is, and its weight at the centre of the first
/// cell with what it grows by to the next column and the next row.
#[derive(Clone, Copy, Debug)]
struct Corner {
    rise: f64,
    weight: i64,
    right: i64,
    up: i64,
}

impl Corner {
    /// The corner left of the side between two others.
    fn new(grid: &HeightGrid, rise: f64, from: PlanPoint, to: PlanPoint) -> Self {
        let cell = i64::from(grid.cell());
        let along = |from: i32, to: i32| i64::from(to) - i64::from(from);
        Self {
            rise,
            weight: cross(from, to, grid.centre(0, 0)),
            right: along(to.y, from.y) * cell,
            up: along(from.x, to.x) * cell,
        }
    }

    /// What it adds to the height of the first at the centre of a cell, times twice the area.
    fn rise_at(&self, column: usize, row: usize) -> f64 {
        let [column, row] = [column, row].map(|at| i64::from(cast::count(at)));
        cast::float(self.weight + self.right * column + self.up * row) * self.rise
    }
}

impl<'a> Plane<'a> {
    /// Through the corners of a counter-clockwise triangle that is not flat.
    pub(crate) fn new(grid: &'a HeightGrid, corners: [GroundPoint; 3]) -> Self {
        let [a, b, c] = corners.map(|p| p.plan);
        let [height, at_b, at_c] = corners.map(|p| f64::from(p.height));
        let others =
            [Corner::new(grid, at_b - height, c, a), Corner::new(grid, at_c - height, a, b)];
        let steps = others.map(|corner| cast::float(corner.right) * corner.rise);
        let area_doubled = cast::float(cross(a, b, c));
        Self { grid, height, area_doubled, others, step: steps[0] + steps[1] }
    }

    /// The first of the centres of cells with ground in `rows`, which lie in the triangle, that
    /// is off by most, when that is more than `max_error` steps, after how many it is off by.
    pub(crate) fn worst(&self, rows: &Rows, max_error: i32) -> Option<(f64, GroundPoint)> {
        let mut most = self.limit(max_error);
        let mut worst = None;
        for line in rows.iter() {
            let off = self.most_in(line);
            if off > most {
                (most, worst) = (off, Some(line));
            }
        }
        let line = worst?;
        let (column, _) = (line.1..).zip(self.errors(line)).find(|&(_, off)| off == most)?;
        let at = self.grid.centre(column, line.0).at(self.grid.get(column, line.0)?);
        Some((f64::from_bits(most) / self.area_doubled, at))
    }

    /// True when none of them is off by more than `max_error` steps.
    pub(crate) fn keeps_to_ground(&self, rows: &Rows, max_error: i32) -> bool {
        rows.iter().all(|line| self.most_in(line) <= self.limit(max_error))
    }

    /// The bits of what [`Self::errors`] may be.
    fn limit(&self, max_error: i32) -> u64 {
        (f64::from(max_error) * self.area_doubled).to_bits()
    }

    /// Where errors grow is hard to foresee for a processor: the most of them is found without a
    /// branch, and its place only once it is known to be the worst.
    fn most_in(&self, line: (usize, usize, usize)) -> u64 {
        self.errors(line).fold(0, u64::max)
    }

    /// How far the triangle is off each cell of a row, 0 for those without ground, times twice its
    /// area: as bits, as positive floats are in their order.
    fn errors(&self, (row, first, last): (usize, usize, usize)) -> impl Iterator<Item = u64> {
        let Self { height, area_doubled, step, .. } = *self;
        let [b, c] = &self.others;
        let mut rise = b.rise_at(first, row) + c.rise_at(first, row);
        self.grid.row(row)[first..=last].iter().map(move |&ground| {
            let off = ((f64::from(ground) - height) * area_doubled - rise).abs();
            rise += step;
            if ground == HeightGrid::NO_GROUND { 0 } else { off.to_bits() }
        })
    }
}
