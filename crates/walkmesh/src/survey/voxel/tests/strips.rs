//! What a triangle fills of each cell, against all points where it can be lowest or highest there.

use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::survey::voxel::extent::RowParts;
use crate::survey::voxel::strip::{Cut, Lines};
use std::collections::BTreeMap;
use walkmesh_testkit::Random;

const CELL: i32 = 8;
/// Cells of a row, and rows.
const SIZE: i32 = 9;
/// Where the first column and row start.
const CORNER: [i32; 2] = [-16, 40];

/// Lowest and highest point of each cell, by column and row.
type Parts = BTreeMap<(i32, i32), [f64; 2]>;

/// A corner in half steps, its height in steps.
type Corner = [i128; 3];

/// Twice the area of a triangle in plan, left turns positive.
fn doubled(p: Corner, q: Corner, [x, y]: [i128; 2]) -> i128 {
    (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
}

/// Lowest and highest point of a triangle within a rectangle, from one corner to the other with
/// its border: at a corner of either in the other, or where an edge crosses a side.
fn extremes(t: [Corner; 3], [min, max]: [[i128; 2]; 2]) -> Option<[f64; 2]> {
    let mut heights = Vec::new();
    for (i, p) in t.into_iter().enumerate() {
        if (0..2).all(|axis| min[axis] <= p[axis] && p[axis] <= max[axis]) {
            heights.push((p[2], 1));
        }
        let q = t[(i + 1) % 3];
        for (axis, side) in [(0, min[0]), (0, max[0]), (1, min[1]), (1, max[1])] {
            let (p, q) = if p[axis] < q[axis] { (p, q) } else { (q, p) };
            let (along, whole) = (side - p[axis], q[axis] - p[axis]);
            let at = |k: usize| p[k] * whole + along * (q[k] - p[k]);
            let other = 1 - axis;
            let is_within = min[other] * whole <= at(other) && at(other) <= max[other] * whole;
            if 0 < along && along < whole && is_within {
                heights.push((at(2), whole));
            }
        }
    }
    let [a, b, c] = t;
    let area = doubled(a, b, [c[0], c[1]]);
    for p in [min, [max[0], min[1]], max, [min[0], max[1]]] {
        let shares = [doubled(b, c, p), doubled(c, a, p), doubled(a, b, p)];
        if area != 0 && shares.iter().all(|share| share * area.signum() >= 0) {
            heights.push(((0..3).map(|i| shares[i] * t[i][2]).sum(), area));
        }
    }
    let heights =
        heights.into_iter().map(|(sum, whole)| cast::float_wide(sum) / cast::float_wide(whole));
    heights.map(|h| [h, h]).reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
}

/// The parts of a triangle in columns `from..=to` of some rows, in that order.
fn parts(t: [GroundPoint; 3], columns: (i32, i32), rows: impl Iterator<Item = i32>) -> Parts {
    let [x, y] = CORNER.map(f64::from);
    let mut cut = Cut::new(t, Lines { x, y, cell: f64::from(CELL) });
    let mut row_parts = RowParts::new(cast::cell_index(SIZE));
    let mut found = Parts::new();
    for row in rows {
        if row < cut.rows.0 || row > cut.rows.1 || !cut.row(row, columns, &mut row_parts) {
            continue;
        }
        for (column, part) in (row_parts.first..).zip(&row_parts.parts[..row_parts.length]) {
            found.insert((column, row), [part[0], -part[1]]);
        }
    }
    found
}

/// Corners anywhere, on lines between cells and where these meet; some in a row, some twice.
fn triangle(random: &mut Random) -> [GroundPoint; 3] {
    let kind = random.below(6);
    let unit = [1, 1, CELL / 2, CELL][random.below(4)];
    let reach = [SIZE, 2][random.below(2)];
    let shift = CELL * random.between(0, SIZE - reach);
    let mut corner = || {
        let on_unit = |from: i32, n: i32| from + shift + unit * n;
        let [x, y] = CORNER.map(|from| on_unit(from, random.between(0, reach * CELL / unit)));
        GroundPoint::new(x, y, random.between(0, 60))
    };
    let [a, b, c] = [corner(), corner(), corner()];
    match kind {
        0 => [a, b, PlanPoint::new(a.plan.x, c.plan.y).at(c.height)],
        1 => [a, b, a.plan.at(c.height)],
        2 => [a, PlanPoint::new(b.plan.x, a.plan.y).at(b.height), c],
        3 => [a, b, PlanPoint::new(2 * b.plan.x - a.plan.x, 2 * b.plan.y - a.plan.y).at(c.height)],
        _ => [a, b, c],
    }
}

#[test]
fn parts_reach_as_low_and_high_as_the_triangle_does_in_each_cell() {
    let mut random = Random::new(21);
    let mut compared = 0;
    for round in 0..6000 {
        let t = triangle(&mut random);
        let is_level = t.iter().all(|p| p.height == t[0].height);
        let found = parts(t, (0, SIZE - 1), 0..SIZE);
        let in_half_steps =
            t.map(|p| [2 * i128::from(p.plan.x), 2 * i128::from(p.plan.y), i128::from(p.height)]);
        for cell in (0..SIZE * SIZE).map(|i| (i % SIZE, i / SIZE)) {
            // From its corners as many half steps inwards.
            let inner = |by: i128| {
                let at = |end: i32, by: i128| {
                    [(CORNER[0], cell.0), (CORNER[1], cell.1)]
                        .map(|(from, i)| 2 * i128::from(from + (i + end) * CELL) + by)
                };
                extremes(in_half_steps, [at(0, by), at(1, -by)])
            };
            let Some(part) = found.get(&cell) else {
                assert_eq!(inner(1), None, "round {round}: {t:?} is not in {cell:?}");
                continue;
            };
            let expected = inner(0).unwrap_or_else(|| panic!("round {round}: {t:?} in {cell:?}"));
            if !is_level {
                let off = (0..2).map(|i| (part[i] - expected[i]).abs()).fold(0.0, f64::max);
                assert!(off < 1e-9, "round {round}: {t:?} in {cell:?}: {part:?}, not {expected:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20_000, "{compared} cells");
}

#[test]
fn parts_are_the_same_in_any_window_and_order_of_rows() {
    let mut random = Random::new(22);
    for round in 0..3000 {
        let t = triangle(&mut random);
        if t.iter().all(|p| p.height == t[0].height) {
            continue;
        }
        let whole = parts(t, (0, SIZE - 1), 0..SIZE);
        assert_eq!(parts(t, (0, SIZE - 1), (0..SIZE).rev()), whole, "round {round}: {t:?}");
        for (from, to) in [(0, 3), (2, 2), (4, SIZE - 1), (3, 5)] {
            let expected = whole.clone().into_iter().filter(|((x, _), _)| (from..=to).contains(x));
            assert_eq!(parts(t, (from, to), 0..SIZE), expected.collect(), "round {round}: {t:?}");
        }
    }
}
