//! The cells of a height grid in a convex polygon, as columns row by row.

use crate::geom::{PlanPoint, cast};
use crate::surface::HeightGrid;
use std::ops::Range;

/// Which centres count as in the polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Border {
    /// Those on its border too.
    Included,
    /// Those strictly inside only.
    Excluded,
}

/// For each row of a grid the columns whose centres lie in a polygon. Kept from polygon to
/// polygon, so that it allocates only as it grows.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    first: i32,
    /// First and last column of each row; the first after the last where there is none.
    columns: Vec<(i64, i64)>,
    /// The line of centres at or below each corner of the polygon, and the one at or above it.
    lines: Vec<(i32, i32)>,
}

impl Rows {
    /// Takes the cells whose centre lies in the convex counter-clockwise `ring`; exact. Each
    /// edge bounds the rows that it reaches and goes on from row to row by a fixed step, so a
    /// row of an edge costs a few additions.
    pub(crate) fn fill(&mut self, grid: &HeightGrid, ring: &[PlanPoint], border: Border) {
        let rows = self.reached(grid, ring, border);
        let end = rows.end.min(cast::extent(grid.depth()));
        self.first = rows.start.max(0);
        let last = i64::from(cast::extent(grid.width())) - 1;
        self.columns.resize(cast::cell_index(end.saturating_sub(self.first)), (0, last));
        self.bound(grid, ring, border);
    }

    /// Takes those of `others` whose centre lies in the `ring` or on its border.
    pub(crate) fn fill_from(&mut self, others: &Self, grid: &HeightGrid, ring: &[PlanPoint]) {
        let rows = self.reached(grid, ring, Border::Included);
        self.first = rows.start.max(others.first);
        let place = |row: i32| cast::cell_index(row.saturating_sub(others.first));
        let rows = place(self.first)..place(rows.end).min(others.columns.len());
        self.columns.extend_from_slice(others.columns.get(rows).unwrap_or(&[]));
        self.bound(grid, ring, Border::Included);
    }

    /// The rows that a polygon reaches, be they in the grid or not; takes no cells yet.
    fn reached(&mut self, grid: &HeightGrid, ring: &[PlanPoint], border: Border) -> Range<i32> {
        self.columns.clear();
        self.lines.clear();
        let (first, cell) = (i64::from(grid.centre(0, 0).y), i64::from(grid.cell()));
        let (mut from, mut to) = (i32::MAX, i32::MIN);
        for p in ring {
            let above = i64::from(p.y) - first;
            let (low, rest) = divided(above, cell);
            let low = cast::narrow_i32(low);
            let high = low.saturating_add(i32::from(rest != 0));
            self.lines.push((low, high));
            (from, to) = match border {
                Border::Included => (from.min(high), to.max(low)),
                Border::Excluded => {
                    (from.min(low.saturating_add(1)), to.max(high.saturating_sub(1)))
                }
            };
        }
        from..to.saturating_add(1)
    }

    /// Takes away the cells outside of the polygon, whose rows these are.
    fn bound(&mut self, grid: &HeightGrid, ring: &[PlanPoint], border: Border) {
        let ends = ring.iter().zip(0..);
        let Some(mut from) = ends.clone().last() else { return };
        for to in ends {
            self.bound_by(grid, from, to, border);
            from = to;
        }
    }

    /// Takes away the columns that are right of the edge between two numbered corners, in the
    /// rows that it reaches.
    fn bound_by(
        &mut self,
        grid: &HeightGrid,
        (a, from): (&PlanPoint, usize),
        (b, to): (&PlanPoint, usize),
        border: Border,
    ) {
        let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
        let up = dy > 0;
        let (low, high) = if up { (from, to) } else { (to, from) };
        let reached = self.lines[low].1.max(self.first);
        let end = self.lines[high].0.saturating_add(1);
        if dy == 0 || reached >= end {
            return;
        }
        let (origin, cell) = (grid.centre(0, 0), i64::from(grid.cell()));
        let (height, run) = (dy.abs(), if up { dx } else { -dx });
        // The edge crosses the line of a row's centres at column `over / scale`; whole columns
        // are counted up to there, without one that is hit where that is outside.
        let scale = cell * height;
        let y = i64::from(origin.y) + cell * i64::from(reached);
        let over = (i64::from(a.x) - i64::from(origin.x)) * height + run * (y - i64::from(a.y));
        let over = over - i64::from(up == (border == Border::Excluded));
        let crossed = Quotients::new(over, run * cell, scale);
        let skip = cast::cell_index(reached - self.first);
        let count = cast::cell_index(end - reached);
        for (columns, column) in self.columns.iter_mut().skip(skip).take(count).zip(crossed) {
            if up {
                columns.1 = columns.1.min(column);
            } else {
                columns.0 = columns.0.max(column + 1);
            }
        }
    }

    /// First and last column of a row.
    fn row(&self, row: i32) -> (i64, i64) {
        let at = row.checked_sub(self.first).and_then(|i| usize::try_from(i).ok());
        at.and_then(|i| self.columns.get(i)).copied().unwrap_or((0, -1))
    }

    /// True when the cell is one of them.
    pub(crate) fn holds(&self, column: i64, row: i64) -> bool {
        i32::try_from(row).is_ok_and(|row| {
            let (first, last) = self.row(row);
            first <= column && column <= last
        })
    }

    /// Each row that has some with its first and last column.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        (self.first..).zip(&self.columns).filter(|(_, columns)| columns.0 <= columns.1).map(
            |(row, &(first, last))| {
                let column = |i: i64| usize::try_from(i).unwrap_or(0);
                (cast::cell_index(row), column(first), column(last))
            },
        )
    }
}

/// The whole parts of a divisor in numbers that follow each other by a fixed step, rounded down,
/// without end: but for the first two divisions by additions.
pub(super) struct Quotients {
    divisor: i64,
    quotient: i64,
    rest: i64,
    step: (i64, i64),
}

impl Quotients {
    /// Those of `first`, `first + step` and so on by `divisor`, more than 0.
    pub(super) fn new(first: i64, step: i64, divisor: i64) -> Self {
        let (quotient, rest) = divided(first, divisor);
        Self { divisor, quotient, rest, step: divided(step, divisor) }
    }
}

impl Iterator for Quotients {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        let now = self.quotient;
        let carry = i64::from(self.rest + self.step.1 >= self.divisor);
        self.quotient += self.step.0 + carry;
        self.rest += self.step.1 - self.divisor * carry;
        Some(now)
    }
}

/// The whole parts of `divisor`, more than 0, in `v`, rounded down, and what is left: without the
/// branches on signs that `div_euclid` has.
fn divided(v: i64, divisor: i64) -> (i64, i64) {
    let (parts, rest) = (v / divisor, v % divisor);
    let below = rest >> 63;
    (parts + below, rest + (divisor & below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::predicates::{Side, is_convex, side_of_convex};
    use crate::partition::cave::Dice;

    #[test]
    fn quotients_are_those_of_each_number() {
        let mut dice = Dice(3);
        for _ in 0..200 {
            let [first, step] = [(); 2].map(|()| i64::from(dice.roll(200) - 100));
            let divisor = i64::from(1 + dice.roll(30));
            let all = (0..9).map(|i| (first + i * step).div_euclid(divisor));
            assert!(
                Quotients::new(first, step, divisor).take(9).eq(all),
                "{first} {step} {divisor}"
            );
        }
    }

    /// A convex polygon of 3 to 5 corners.
    fn ring(dice: &mut Dice) -> Vec<PlanPoint> {
        loop {
            let corners = 3 + cast::cell_index(dice.roll(3));
            let ring: Vec<PlanPoint> = (0..corners)
                .map(|_| PlanPoint::new(dice.roll(40) - 10, dice.roll(40) - 10))
                .collect();
            if is_convex(&ring) {
                return ring;
            }
        }
    }

    fn grid(dice: &mut Dice) -> HeightGrid {
        let (cell, shift) = (1 + dice.roll(4), dice.roll(9) - 4);
        HeightGrid::new(PlanPoint::new(shift, -shift), cell, 9, 7)
    }

    #[test]
    fn cells_taken_from_others_are_those_in_both_polygons() {
        let mut dice = Dice(7);
        let (mut others, mut rows) = (Rows::default(), Rows::default());
        for _ in 0..400 {
            let grid = grid(&mut dice);
            let (outer, inner) = (ring(&mut dice), ring(&mut dice));
            others.fill(&grid, &outer, Border::Included);
            rows.fill_from(&others, &grid, &inner);
            for (column, row) in (0..9).flat_map(|c| (0..7).map(move |r| (c, r))) {
                let is_in = |ring: &[PlanPoint]| {
                    side_of_convex(ring, grid.centre(column, row)) != Side::Outside
                };
                let [c, r] = [column, row].map(|v| i64::from(cast::extent(v)));
                let expected = is_in(&outer) && is_in(&inner);
                assert_eq!(rows.holds(c, r), expected, "{outer:?} {inner:?} {column} {row}");
            }
        }
    }

    #[test]
    fn the_cells_of_a_polygon_are_those_whose_centre_is_in_it() {
        let mut dice = Dice(5);
        for _ in 0..400 {
            let (grid, ring) = (grid(&mut dice), ring(&mut dice));
            let mut rows = Rows::default();
            for border in [Border::Included, Border::Excluded] {
                rows.fill(&grid, &ring, border);
                let mut cells = Vec::new();
                for (row, first, last) in rows.iter() {
                    cells.extend((first..=last).map(|column| (column, row)));
                }
                for (column, row) in (0..9).flat_map(|c| (0..7).map(move |r| (c, r))) {
                    let side = side_of_convex(&ring, grid.centre(column, row));
                    let is_in = match border {
                        Border::Included => side != Side::Outside,
                        Border::Excluded => side == Side::Inside,
                    };
                    assert_eq!(cells.contains(&(column, row)), is_in, "{ring:?} {column} {row}");
                    let [c, r] = [column, row].map(|v| i64::from(cast::extent(v)));
                    assert_eq!(rows.holds(c, r), is_in);
                    assert!(!rows.holds(-1, r) && !rows.holds(c, -1) && !rows.holds(9, r));
                }
            }
        }
    }
}
