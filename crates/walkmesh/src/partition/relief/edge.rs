//! Height points on an edge.

use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::surface::HeightGrid;

/// Height points strictly between `a` and `b`, in that order, so that the chain through them is
/// at most `max_error` steps off the ground at about one sample a cell. All lie on the lattice and
/// exactly on the edge; an edge with no lattice point inside has none.
pub(crate) fn split_edge(
    a: GroundPoint,
    b: GroundPoint,
    grid: &HeightGrid,
    max_error: i32,
) -> Vec<GroundPoint> {
    let samples = samples_on(a.plan, b.plan, grid);
    let mut chain = vec![false; samples.len()];
    // Douglas and Peucker (1973) over the profile: (first sample, end, left end, right end).
    let mut open = vec![(0, samples.len(), a, b)];
    while let Some((from, to, left, right)) = open.pop() {
        let length = left.plan.distance(right.plan);
        let off = |p: &GroundPoint| {
            let t = left.plan.distance(p.plan) / length;
            let straight = f64::from(left.height) * (1.0 - t) + f64::from(right.height) * t;
            (f64::from(p.height) - straight).abs()
        };
        let mut worst = None;
        let mut error = f64::from(max_error);
        for (i, p) in samples.iter().enumerate().take(to).skip(from) {
            if off(p) > error {
                error = off(p);
                worst = Some(i);
            }
        }
        if let Some(i) = worst {
            chain[i] = true;
            open.push((from, i, left, samples[i]));
            open.push((i + 1, to, samples[i], right));
        }
    }
    samples.into_iter().zip(chain).filter(|s| s.1).map(|s| s.0).collect()
}

/// The ground at the lattice points of the edge that are nearest to the lines of cell centres
/// which the edge crosses, in order from `a` to `b`.
fn samples_on(a: PlanPoint, b: PlanPoint, grid: &HeightGrid) -> Vec<GroundPoint> {
    let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let parts = gcd(dx.unsigned_abs(), dy.unsigned_abs());
    let along_x = dx.abs() >= dy.abs();
    let (start, delta) = if along_x { (a.x, dx) } else { (a.y, dy) };
    let origin = grid.centre(0, 0);
    let first = i64::from(if along_x { origin.x } else { origin.y });
    let cell = i64::from(grid.cell());
    let from_start = i64::from(start) - first;
    let count = delta.abs() / cell + 1;
    let mut samples: Vec<GroundPoint> = Vec::new();
    for i in 0..=count {
        // The i-th line of centres after the start, and the part of the edge nearest to it.
        let offset = if delta >= 0 {
            i * cell - from_start.rem_euclid(cell)
        } else {
            i * cell - (-from_start).rem_euclid(cell)
        };
        let part = (2 * offset * parts + delta.abs()).div_euclid(2 * delta.abs().max(1));
        if 0 < part && part < parts {
            let at = |start: i32, d: i64| cast::narrow_i32(i64::from(start) + d / parts * part);
            let p = PlanPoint::new(at(a.x, dx), at(a.y, dy));
            if samples.last().is_none_or(|s| s.plan != p)
                && let Some(height) = ground_at(grid, p)
            {
                samples.push(p.at(height));
            }
        }
    }
    samples
}

fn gcd(a: u64, b: u64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}

/// The ground between cell centres: bilinear over the four around `p`, or `None` when none of
/// them has ground. Where some have none (along walls), it goes on from the nearest that has with
/// the slope there; without that, every slope would seem to bend at its walls. At a centre it is
/// that cell's height.
fn ground_at(grid: &HeightGrid, p: PlanPoint) -> Option<i32> {
    let cell = i64::from(grid.cell());
    let origin = grid.centre(0, 0);
    let (x, y) = (i64::from(p.x) - i64::from(origin.x), i64::from(p.y) - i64::from(origin.y));
    let (column, row) = (x.div_euclid(cell), y.div_euclid(cell));
    let (u, v) = (x.rem_euclid(cell), y.rem_euclid(cell));
    let mut sum = Some(0_i128);
    let mut nearest: Option<(i64, i64, i64)> = None;
    for (dx, wx) in [(0, cell - u), (1, u)] {
        for (dy, wy) in [(0, cell - v), (1, v)] {
            let height = cell_height(grid, column + dx, row + dy);
            if wx * wy > 0 {
                sum = sum.zip(height).map(|(s, h)| s + i128::from(wx * wy) * i128::from(h));
            }
            if height.is_some() && nearest.is_none_or(|n| n.0 < wx * wy) {
                nearest = Some((wx * wy, column + dx, row + dy));
            }
        }
    }
    if let Some(sum) = sum {
        return i32::try_from(sum.div_euclid(i128::from(cell * cell))).ok();
    }
    let (_, column, row) = nearest?;
    let height = cell_height(grid, column, row)?;
    let along = |dx: i64, dy: i64, offset: i64| {
        let (before, after) =
            (cell_height(grid, column - dx, row - dy), cell_height(grid, column + dx, row + dy));
        let rise = match (before, after) {
            (Some(b), Some(a)) => (f64::from(a) - f64::from(b)) / 2.0,
            (Some(b), None) => f64::from(height) - f64::from(b),
            (None, Some(a)) => f64::from(a) - f64::from(height),
            (None, None) => 0.0,
        };
        rise * (cast::float(offset) / cast::float(cell))
    };
    let rise = along(1, 0, x - column * cell) + along(0, 1, y - row * cell);
    Some(cast::round_i32(f64::from(height) + rise))
}

fn cell_height(grid: &HeightGrid, column: i64, row: i64) -> Option<i32> {
    grid.get(usize::try_from(column).ok()?, usize::try_from(row).ok()?)
}
