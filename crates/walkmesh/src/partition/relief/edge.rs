//! Height points on an edge.

use super::rows::{Quotients, Rows};
use crate::geom::{GroundPoint, PlanPoint, cast, gcd};
use crate::surface::HeightGrid;

/// Height points strictly between `a` and `b`, the ends of an edge of the piece with the cells
/// `piece`, in that order, so that the chain through them is at most `max_error` steps off the
/// ground at about one sample a cell. All lie on the lattice and exactly on the edge; an edge
/// with no lattice point inside has none.
pub(crate) fn split_edge(
    a: GroundPoint,
    b: GroundPoint,
    piece: &Rows,
    grid: &HeightGrid,
    max_error: i32,
) -> Vec<GroundPoint> {
    let samples = samples_on(a.plan, b.plan, piece, grid);
    let mut chain = vec![false; samples.len()];
    // Douglas and Peucker (1973) over the profile: (first sample, end, left end, right end).
    let mut open = vec![(0, samples.len(), a, b)];
    while let Some((from, to, left, right)) = open.pop() {
        let length = left.plan.distance(right.plan);
        // Nearly all ground is closer to both ends than could be too far from what is between.
        let is_close = |p: &GroundPoint| {
            let away = p.height.abs_diff(left.height).max(p.height.abs_diff(right.height));
            i64::from(away) < i64::from(max_error)
        };
        let off = |p: &GroundPoint| {
            let t = left.plan.distance(p.plan) / length;
            let straight = f64::from(left.height) * (1.0 - t) + f64::from(right.height) * t;
            (f64::from(p.height) - straight).abs()
        };
        let mut worst = None;
        let mut error = f64::from(max_error);
        for (i, p) in (from..to).zip(&samples[from..to]) {
            if is_close(p) {
                continue;
            }
            let off = off(p);
            if off > error {
                error = off;
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
fn samples_on(a: PlanPoint, b: PlanPoint, piece: &Rows, grid: &HeightGrid) -> Vec<GroundPoint> {
    let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let parts = gcd(dx, dy);
    let along_x = dx.abs() >= dy.abs();
    let (start, delta) = if along_x { (a.x, dx) } else { (a.y, dy) };
    let origin = grid.centre(0, 0);
    let first = i64::from(if along_x { origin.x } else { origin.y });
    let cell = i64::from(grid.cell());
    let from_start = i64::from(start) - first;
    let count = delta.abs() / cell + 1;
    // From the start to the first line of centres, backwards along the edge.
    let before =
        if delta >= 0 { from_start.rem_euclid(cell) } else { (-from_start).rem_euclid(cell) };
    let part_of = (dx / parts, dy / parts);
    let mut samples: Vec<GroundPoint> = Vec::new();
    // The parts of the edge that are nearest to lines of centres, from the last line before the
    // start on.
    let whole = 2 * delta.abs().max(1);
    let nearest = Quotients::new(delta.abs() - 2 * before * parts, 2 * cell * parts, whole);
    for part in nearest.take(usize::try_from(count + 1).unwrap_or(0)) {
        if 0 < part && part < parts {
            let at = |start: i32, d: i64| cast::narrow_i32(i64::from(start) + d * part);
            let p = PlanPoint::new(at(a.x, part_of.0), at(a.y, part_of.1));
            if samples.last().is_none_or(|s| s.plan != p)
                && let Some(height) = ground_at(grid, p, piece)
            {
                samples.push(p.at(height));
            }
        }
    }
    samples
}

/// The ground at `p`, on an edge of the piece with the cells `piece`, between cell centres: bilinear over the four around,
/// or `None` when none of them is in the piece and has ground. Where some have none (along
/// walls), it goes on from the nearest in the piece with the slope there; without that, every
/// slope would seem to bend at its walls. So it does where some are on another floor of the
/// layer. At a centre it is that cell's height.
fn ground_at(grid: &HeightGrid, p: PlanPoint, piece: &Rows) -> Option<i32> {
    let cell = i64::from(grid.cell());
    let origin = grid.centre(0, 0);
    let (x, y) = (i64::from(p.x) - i64::from(origin.x), i64::from(p.y) - i64::from(origin.y));
    let (column, row) = (x.div_euclid(cell), y.div_euclid(cell));
    let (u, v) = (x - column * cell, y - row * cell);
    let around = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(dx, dy)| {
        let weight = (if dx == 0 { cell - u } else { u }) * (if dy == 0 { cell - v } else { v });
        (weight, column + dx, row + dy)
    });
    if let Some(heights) = gentle(grid, column, row)
        && around.iter().any(|&(_, column, row)| piece.holds(column, row))
    {
        return mean(around.map(|(weight, ..)| weight), heights, cell);
    }
    let in_piece = |&(_, column, row): &(i64, i64, i64)| {
        piece.holds(column, row) && cell_height(grid, column, row).is_some()
    };
    let &(_, own_column, own_row) =
        around.iter().filter(|cell| in_piece(cell)).max_by_key(|cell| cell.0)?;
    let own = cell_height(grid, own_column, own_row)?;
    let height = |column: i64, row: i64| {
        let away = column.abs_diff(own_column) + row.abs_diff(own_row);
        let limit = u64::from(grid.step().unsigned_abs()).saturating_mul(away);
        cell_height(grid, column, row).filter(|h| u64::from(h.abs_diff(own)) <= limit)
    };
    let mut heights = [0; 4];
    let all = around.iter().zip(&mut heights).all(|(&(weight, column, row), at)| {
        weight == 0 || height(column, row).inspect(|&h| *at = h).is_some()
    });
    if all {
        return mean(around.map(|(weight, ..)| weight), heights, cell);
    }
    // Of two rises in a row the gentler counts, and none where they disagree: a slope goes on, a
    // stair tread stays level.
    let along = |dx: i64, dy: i64, offset: i64| {
        let at = |n: i64| height(own_column + n * dx, own_row + n * dy).map(f64::from);
        let rise = |from: i64, to: i64| Some(at(to)? - at(from)?);
        let (before, after) = (rise(-1, 0), rise(0, 1));
        let rise = match (before, after) {
            (Some(b), Some(a)) => gentler(b, a),
            (Some(b), None) => rise(-2, -1).map_or(0.0, |farther| gentler(b, farther)),
            (None, Some(a)) => rise(1, 2).map_or(0.0, |farther| gentler(a, farther)),
            (None, None) => 0.0,
        };
        rise * (cast::float(offset) / cast::float(cell))
    };
    let rise = along(1, 0, x - own_column * cell) + along(0, 1, y - own_row * cell);
    Some(cast::round_i32(f64::from(own) + rise))
}

/// The heights of a cell, of the one above it, right of it, and right of that above it, where all
/// have ground that is no more than a step apart: so it is nearly everywhere.
fn gentle(grid: &HeightGrid, column: i64, row: i64) -> Option<[i32; 4]> {
    let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    let pair = |row: usize| grid.row(row).get(column..column + 2);
    let (&[a, c], &[b, d]) = (pair(row)?, pair(row + 1)?) else { return None };
    let (low, high) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
    let is_gentle =
        low != HeightGrid::NO_GROUND && high.abs_diff(low) <= grid.step().unsigned_abs();
    is_gentle.then_some([a, b, c, d])
}

/// The mean of heights by weights, which are `cell` squared together, rounded down.
fn mean(weights: [i64; 4], heights: [i32; 4], cell: i64) -> Option<i32> {
    let parts = || weights.into_iter().zip(heights);
    if cell < 1 << 15 {
        // The sum is below 2^61; a division of 64 bits is a third of one of 128.
        let sum: i64 = parts().map(|(weight, height)| weight * i64::from(height)).sum();
        return i32::try_from(sum.div_euclid(cell * cell)).ok();
    }
    let sum: i128 = parts().map(|(weight, height)| i128::from(weight) * i128::from(height)).sum();
    i32::try_from(sum.div_euclid(i128::from(cell) * i128::from(cell))).ok()
}

/// The smaller of two rises in the same direction, 0 for opposite ones.
fn gentler(a: f64, b: f64) -> f64 {
    if a * b <= 0.0 {
        0.0
    } else if a.abs() < b.abs() {
        a
    } else {
        b
    }
}

fn cell_height(grid: &HeightGrid, column: i64, row: i64) -> Option<i32> {
    grid.get(usize::try_from(column).ok()?, usize::try_from(row).ok()?)
}
