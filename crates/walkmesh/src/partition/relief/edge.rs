//! Height points on an edge.

use super::rows::{Quotients, Rows};
use crate::geom::predicates::cross;
use crate::geom::{GroundPoint, PlanPoint, along, beside, cast, gcd, is_along_x, is_beside};
use crate::surface::HeightGrid;

/// Nearer to a corner than so many steps no points are put beside an edge: they could be beyond
/// the next edge.
const CORNER: i64 = 8;

/// A height point of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EdgePoint {
    /// Lattice points right of the edge, or on it, and left of it, or on it.
    pub(crate) beside: [PlanPoint; 2],
    /// The ground there.
    pub(crate) height: i32,
}

impl EdgePoint {
    fn at(&self) -> GroundPoint {
        self.beside[0].at(self.height)
    }

    /// True when the edge goes through it.
    pub(crate) fn is_on_edge(&self) -> bool {
        self.beside[0] == self.beside[1]
    }
}

/// Height points between `a` and `b`, the ends of an edge of the piece with the cells `piece`, in
/// that order, so that the chain through them is at most `max_error` steps off the ground at
/// about one sample a cell. They are the edge's own lattice points where it has at least one a
/// cell, and else those next to it.
pub(crate) fn split_edge(
    a: GroundPoint,
    b: GroundPoint,
    piece: &Rows,
    grid: &HeightGrid,
    max_error: i32,
) -> Vec<EdgePoint> {
    let samples = samples_on(a, b.plan, piece, grid);
    let mut chain = vec![false; samples.len()];
    // Douglas and Peucker (1973) over the profile: (first sample, end, left end, right end).
    let mut open = vec![(0, samples.len(), a, b)];
    while let Some((from, to, left, right)) = open.pop() {
        let place = |p: PlanPoint| f64::from(along(a.plan, b.plan, p));
        let length = place(right.plan) - place(left.plan);
        // Nearly all ground is closer to both ends than could be too far from what is between.
        let is_close = |height: i32| {
            let away = height.abs_diff(left.height).max(height.abs_diff(right.height));
            i64::from(away) < i64::from(max_error)
        };
        let off = |p: GroundPoint| {
            let t = (place(p.plan) - place(left.plan)) / length;
            let straight = f64::from(left.height) * (1.0 - t) + f64::from(right.height) * t;
            (f64::from(p.height) - straight).abs()
        };
        let mut worst = None;
        let mut error = f64::from(max_error);
        for (i, p) in (from..to).zip(&samples[from..to]) {
            if is_close(p.height) {
                continue;
            }
            let off = off(p.at());
            if off > error {
                error = off;
                worst = Some(i);
            }
        }
        if let Some(i) = worst {
            chain[i] = true;
            open.push((from, i, left, samples[i].at()));
            open.push((i + 1, to, samples[i].at(), right));
        }
    }
    let mut chosen = samples.into_iter().zip(chain).filter(|s| s.1).map(|s| s.0).collect();
    bend_outwards(a.plan, b.plan, &mut chosen);
    chosen
}

/// Moves points away from the edge until each is on the line from the one before it to `b` or
/// beyond: put in between the two one after the other they then never turn a triangle over. Those
/// that would have to be too far from the edge go.
fn bend_outwards(a: PlanPoint, b: PlanPoint, points: &mut Vec<EdgePoint>) {
    let (right, left) = if is_along_x(a, b) {
        let down = if a.x < b.x { -1 } else { 1 };
        ((0, down), (0, -down))
    } else {
        let across = if a.y < b.y { 1 } else { -1 };
        ((across, 0), (-across, 0))
    };
    let mut before = [a; 2];
    points.retain_mut(|point| {
        if point.is_on_edge() && before == [a; 2] {
            return true;
        }
        for (p, (from, (way, sign))) in
            point.beside.iter_mut().zip(before.iter().zip([(right, 1), (left, -1)]))
        {
            while sign * cross(*from, b, *p) > 0 {
                *p = PlanPoint::new(p.x + way.0, p.y + way.1);
            }
        }
        let [right, left] = point.beside;
        let is_near = is_beside(a, b, right) && is_beside(b, a, left);
        if is_near {
            before = point.beside;
        }
        is_near
    });
}

/// The ground where an edge crosses lines of cell centres, in order from its one `end` to `b`.
fn samples_on(end: GroundPoint, b: PlanPoint, piece: &Rows, grid: &HeightGrid) -> Vec<EdgePoint> {
    let a = end.plan;
    let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let parts = gcd(dx, dy);
    let (start, delta) = if is_along_x(a, b) { (a.x, dx) } else { (a.y, dy) };
    if delta.abs() > parts * i64::from(grid.cell()) {
        return samples_beside(end, b, (piece, grid));
    }
    let origin = grid.centre(0, 0);
    let first = i64::from(if is_along_x(a, b) { origin.x } else { origin.y });
    let cell = i64::from(grid.cell());
    let from_start = i64::from(start) - first;
    let count = delta.abs() / cell + 1;
    // From the start to the first line of centres, backwards along the edge.
    let before =
        if delta >= 0 { from_start.rem_euclid(cell) } else { (-from_start).rem_euclid(cell) };
    let part_of = (dx / parts, dy / parts);
    let mut samples: Vec<EdgePoint> = Vec::new();
    let mut last = end;
    // The parts of the edge that are nearest to lines of centres, from the last line before the
    // start on.
    let whole = 2 * delta.abs().max(1);
    let nearest = Quotients::new(delta.abs() - 2 * before * parts, 2 * cell * parts, whole);
    for part in nearest.take(usize::try_from(count + 1).unwrap_or(0)) {
        if 0 < part && part < parts {
            let at = |start: i32, d: i64| cast::narrow_i32(i64::from(start) + d * part);
            let p = PlanPoint::new(at(a.x, part_of.0), at(a.y, part_of.1));
            if samples.last().is_none_or(|s| s.beside[0] != p)
                && let Some(height) = ground_at((grid, piece), p, last)
            {
                last = p.at(height);
                samples.push(EdgePoint { beside: [p; 2], height });
            }
        }
    }
    samples
}

/// The ground next to an edge with hardly a lattice point between its ends, where it crosses the
/// lines of cell centres, in the same order.
fn samples_beside(
    end: GroundPoint,
    b: PlanPoint,
    (piece, grid): (&Rows, &HeightGrid),
) -> Vec<EdgePoint> {
    let a = end.plan;
    let (origin, cell) = (grid.centre(0, 0), grid.cell());
    let first = along(a, b, origin);
    let [from, to] = [a, b].map(|p| i64::from(along(a, b, p)) - i64::from(first));
    let lines =
        from.min(to).div_euclid(i64::from(cell)) + 1..=from.max(to).div_euclid(i64::from(cell));
    let is_inside = |at: &i64| (at - from).abs() > CORNER && (at - to).abs() > CORNER;
    let mut inside: Vec<i64> = lines.map(|line| line * i64::from(cell)).filter(is_inside).collect();
    if from > to {
        inside.reverse();
    }
    let mut last = end;
    let sample = |at: i64| {
        let beside = beside(a, b, cast::narrow_i32(i64::from(first) + at));
        // The edge is so far from the two.
        let off = beside.map(|p| cast::float(cross(a, b, p).abs()));
        let [right, left] = beside.map(|p| ground_at((grid, piece), p, last));
        let ground = [f64::from(right?), f64::from(left?)];
        let share = if beside[0] == beside[1] { 0.0 } else { off[0] / (off[0] + off[1]) };
        let height = cast::round_i32(ground[0] + (ground[1] - ground[0]) * share);
        last = beside[0].at(height);
        Some(EdgePoint { beside, height })
    };
    inside.into_iter().filter_map(sample).collect()
}

/// The ground at `p`, on or next to an edge of the piece with the cells `piece`, between cell
/// centres: bilinear over the four around. Where some have none (along walls), it goes on from the
/// nearest in the piece with the slope there; without that, every slope would seem to bend at its
/// walls. So it does where some are on another floor of the layer. A piece with none of the four
/// (most likely a thin one) has the floor of that which the ground goes on to best from `last`, a
/// place on the edge up to two cells before; `None` where all are farther than a step up or down.
/// At a centre it is that cell's height.
fn ground_at((grid, piece): (&HeightGrid, &Rows), p: PlanPoint, last: GroundPoint) -> Option<i32> {
    let cell = i64::from(grid.cell());
    let origin = grid.centre(0, 0);
    let (x, y) = (i64::from(p.x) - i64::from(origin.x), i64::from(p.y) - i64::from(origin.y));
    let (column, row) = (x.div_euclid(cell), y.div_euclid(cell));
    let (u, v) = (x - column * cell, y - row * cell);
    let around = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(dx, dy)| {
        let weight = (if dx == 0 { cell - u } else { u }) * (if dy == 0 { cell - v } else { v });
        (weight, column + dx, row + dy)
    });
    let in_piece = |&(_, column, row): &(i64, i64, i64)| {
        piece.holds(column, row) && cell_height(grid, column, row).is_some()
    };
    // How far the height is from the last, where the ground goes on to it.
    let apart = last.plan.x.abs_diff(p.x).max(last.plan.y.abs_diff(p.y));
    let is_near = apart <= 2 * grid.cell().unsigned_abs();
    let rise = |&(_, column, row): &(i64, i64, i64)| {
        let rise = cell_height(grid, column, row)?.abs_diff(last.height);
        (is_near && rise <= grid.step().unsigned_abs()).then_some(rise)
    };
    if let Some(heights) = gentle(grid, column, row)
        && around.iter().any(|cell| piece.holds(cell.1, cell.2) || rise(cell).is_some())
    {
        return mean(around.map(|(weight, ..)| weight), heights, cell);
    }
    let nearest = around.iter().filter(|cell| in_piece(cell)).max_by_key(|cell| cell.0);
    let rises = || around.iter().filter_map(|cell| Some((rise(cell)?, cell)));
    let goes_on = || rises().min_by_key(|of| of.0).map(|of| of.1);
    let &(_, own_column, own_row) = nearest.or_else(goes_on)?;
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
