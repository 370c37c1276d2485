//! The cells of a height grid under a convex polygon, and how far a triangle is off them.

use crate::geom::predicates::cross;
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::surface::HeightGrid;

/// Calls `look` with the centre and height of every cell with ground whose centre lies in the
/// closed convex counter-clockwise `ring`, row by row, until it returns false. Returns false when
/// it did. O(rows × corners + cells).
pub(crate) fn each_cell_in(
    grid: &HeightGrid,
    ring: &[PlanPoint],
    mut look: impl FnMut(PlanPoint, i32) -> bool,
) -> bool {
    let (Some(low), Some(high)) = (ring.iter().map(|p| p.y).min(), ring.iter().map(|p| p.y).max())
    else {
        return true;
    };
    let origin = grid.centre(0, 0);
    for row in cells_between(origin.y, grid.cell(), low.into(), high.into(), grid.depth()) {
        let y = grid.centre(0, row).y;
        let (left, right) = chord(ring, y);
        for column in cells_between(origin.x, grid.cell(), left, right, grid.width()) {
            if let Some(height) = grid.get(column, row)
                && !look(grid.centre(column, row), height)
            {
                return false;
            }
        }
    }
    true
}

/// Indices of the cells whose centre is in `low..=high`; the first centre is at `first`.
fn cells_between(first: i32, cell: i32, low: i64, high: i64, n: usize) -> std::ops::Range<usize> {
    let cell = i64::from(cell);
    let from = -((i64::from(first) - low).div_euclid(cell)); // rounded up
    let to = (high - i64::from(first)).div_euclid(cell) + 1;
    let clamp = |v: i64| usize::try_from(v.max(0)).map_or(n, |v| v.min(n));
    clamp(from)..clamp(to)
}

/// The lattice x from the first to the last in the closed convex `ring` on the line at `y`;
/// empty (first after last) when there are none.
fn chord(ring: &[PlanPoint], y: i32) -> (i64, i64) {
    let (mut left, mut right) = (i64::from(i32::MIN), i64::from(i32::MAX));
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
        // Left of a → b: dx (y - ay) - dy (x - ax) >= 0.
        let n = dx * (i64::from(y) - i64::from(a.y));
        if dy > 0 {
            right = right.min(i64::from(a.x) + n.div_euclid(dy));
        } else if dy < 0 {
            // x - ax >= n / dy, rounded up.
            left = left.max(i64::from(a.x) - n.div_euclid(-dy));
        } else if n < 0 {
            return (1, 0);
        }
    }
    (left, right)
}

/// A triangle as a piece of a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    corners: [GroundPoint; 3],
    area_doubled: f64,
}

impl Plane {
    /// Through the corners of a counter-clockwise triangle that is not flat.
    pub(crate) fn new(corners: [GroundPoint; 3]) -> Self {
        let [a, b, c] = corners.map(|p| p.plan);
        Self { corners, area_doubled: cast::float(cross(a, b, c)) }
    }

    /// How far `p`, in the triangle, is above or below it, steps. Weighted corners, not a
    /// gradient: in a sliver a gradient loses all its digits.
    pub(crate) fn error(&self, p: GroundPoint) -> f64 {
        let [a, b, c] = self.corners;
        let weigh = |from: GroundPoint, to: GroundPoint, h: GroundPoint| {
            cast::float(cross(from.plan, to.plan, p.plan)) * f64::from(h.height)
        };
        let sum = weigh(b, c, a) + weigh(c, a, b) + weigh(a, b, c);
        (f64::from(p.height) - sum / self.area_doubled).abs()
    }
}
