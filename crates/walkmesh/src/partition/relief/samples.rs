//! How far triangles are off the cells of a height grid.

use super::rows::Rows;
use crate::geom::predicates::cross;
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::surface::HeightGrid;

/// A triangle as a piece of a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    corners: [PlanPoint; 3],
    heights: [f64; 3],
    area_doubled: f64,
}

impl Plane {
    /// Through the corners of a counter-clockwise triangle that is not flat.
    pub(crate) fn new(corners: [GroundPoint; 3]) -> Self {
        let [a, b, c] = corners.map(|p| p.plan);
        Self {
            corners: [a, b, c],
            heights: corners.map(|p| f64::from(p.height)),
            area_doubled: cast::float(cross(a, b, c)),
        }
    }

    /// The weights of the corners at `p`: twice the areas of the triangles between `p` and the
    /// sides opposite to them.
    pub(crate) fn weights(&self, p: PlanPoint) -> [i64; 3] {
        let [a, b, c] = self.corners;
        [cross(b, c, p), cross(c, a, p), cross(a, b, p)]
    }

    /// How far ground at `height` is above or below the triangle, steps, in the point of the
    /// triangle that has these weights. Weighted corners, not a gradient: in a sliver a gradient
    /// loses all its digits.
    #[inline]
    pub(crate) fn error(&self, [a, b, c]: [i64; 3], height: i32) -> f64 {
        let [at_a, at_b, at_c] = self.heights;
        let sum = cast::float(a) * at_a + cast::float(b) * at_b + cast::float(c) * at_c;
        (f64::from(height) - sum / self.area_doubled).abs()
    }

    /// Calls `look` with each centre of the cells with ground in `rows`, which lie in the
    /// triangle, and how far the triangle is off there, until it returns false. Returns false
    /// when it did. From cell to cell the weights grow by a fixed step.
    pub(crate) fn each_error(
        &self,
        grid: &HeightGrid,
        rows: &Rows,
        mut look: impl FnMut(GroundPoint, f64) -> bool,
    ) -> bool {
        let cell = grid.cell();
        let [a, b, c] = self.corners;
        let step = |from: PlanPoint, to: PlanPoint| {
            (i64::from(from.y) - i64::from(to.y)) * i64::from(cell)
        };
        let steps = [step(b, c), step(c, a), step(a, b)];
        for (row, first, last) in rows.iter() {
            let mut at = grid.centre(first, row);
            let mut weights = self.weights(at);
            for &height in &grid.row(row)[first..=last] {
                if height != HeightGrid::NO_GROUND
                    && !look(at.at(height), self.error(weights, height))
                {
                    return false;
                }
                at.x = at.x.wrapping_add(cell);
                weights = [0, 1, 2].map(|i| weights[i] + steps[i]);
            }
        }
        true
    }
}
