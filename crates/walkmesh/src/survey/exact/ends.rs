//! What goes on at the ends of borders.
//!
//! ```text
//!      ──────────┬──────────    the arc around the upright one's end would be a bump on the
//!                │              strip of the other, as high as arcs may be off
//! ```

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::geom::predicates::{cross, dot};
use crate::geom::{PlanPoint, cast};

/// An end this near to another segment stands on it, steps.
const NEAR: i32 = 2;
/// This far from the other's ends at least, steps: else each could count on the other's arc.
const INNER: i32 = 8;
/// Side of a cell, steps.
const CELL: i32 = 2048;

/// The ends of segments, and what goes on from each.
pub(super) struct Ends {
    /// The other ends of the segments at a point or next to it; none for one that stands on the
    /// inside of another segment: whatever is within a radius of it is within that of the other
    /// segment as well, to [`NEAR`].
    around: BTreeMap<PlanPoint, Vec<PlanPoint>>,
}

impl Ends {
    /// About linear in the segments and in the cells with ends that they run through: how long they
    /// are makes no difference.
    pub(super) fn of(segments: &[[PlanPoint; 2]]) -> Self {
        let mut ends: BTreeMap<PlanPoint, Vec<PlanPoint>> = BTreeMap::new();
        for &[a, b] in segments {
            ends.entry(a).or_default().push(b);
            ends.entry(b).or_default().push(a);
        }
        let cells = Cells::of(segments, ends.keys());
        let stands = |p: PlanPoint| cells.near(p).iter().any(|&i| is_on(segments[i], p));
        let around = |&p: &PlanPoint| {
            let (low, high) =
                (PlanPoint::new(p.x - NEAR, i32::MIN), PlanPoint::new(p.x + NEAR, i32::MAX));
            let beside = ends.range(low..=high).filter(|(q, _)| (q.y - p.y).abs() <= NEAR);
            let to: Vec<PlanPoint> = beside.flat_map(|(_, to)| to).copied().collect();
            // What leads no farther than to the neighbours says nothing, unless it is all there is.
            let away = |off: i32| {
                let far = to.iter().filter(|q| q.distance_squared(p) > i64::from(off * off));
                far.copied().collect::<Vec<_>>()
            };
            let far = away(2 * NEAR);
            (p, if far.is_empty() { away(0) } else { far })
        };
        Self { around: ends.keys().filter(|&&p| !stands(p)).map(around).collect() }
    }

    /// Where the segments at a point lead to.
    pub(super) fn around(&self, p: PlanPoint) -> Vec<PlanPoint> {
        self.around.get(&p).cloned().unwrap_or_default()
    }
}

/// The segments that come near to cells with ends in them, by column and row.
struct Cells(BTreeMap<i32, BTreeMap<i32, Vec<usize>>>);

impl Cells {
    fn of<'a>(segments: &[[PlanPoint; 2]], ends: impl Iterator<Item = &'a PlanPoint>) -> Self {
        let mut cells: BTreeMap<i32, BTreeMap<i32, Vec<usize>>> = BTreeMap::new();
        for end in ends {
            let [column, row] = [end.x, end.y].map(|v| v.div_euclid(CELL));
            cells.entry(column).or_default().entry(row).or_default();
        }
        for (i, &segment) in segments.iter().enumerate() {
            for (&column, rows) in cells.range_mut(columns_of(segment)) {
                for (_, near) in rows.range_mut(rows_of(segment, column)) {
                    near.push(i);
                }
            }
        }
        Self(cells)
    }

    /// Those near to an end.
    fn near(&self, end: PlanPoint) -> &[usize] {
        let [column, row] = [end.x, end.y].map(|v| v.div_euclid(CELL));
        self.0.get(&column).and_then(|rows| rows.get(&row)).map_or(&[], Vec::as_slice)
    }
}

/// The columns of cells that a segment comes near to.
fn columns_of([a, b]: [PlanPoint; 2]) -> RangeInclusive<i32> {
    (a.x.min(b.x) - NEAR).div_euclid(CELL)..=(a.x.max(b.x) + NEAR).div_euclid(CELL)
}

/// The rows of cells that a segment comes near to in one of its columns.
fn rows_of([a, b]: [PlanPoint; 2], column: i32) -> RangeInclusive<i32> {
    let (a, b) = (a.min(b), a.max(b));
    let (from, to) = if a.x == b.x {
        (f64::from(a.y), f64::from(b.y))
    } else {
        let rise = (f64::from(b.y) - f64::from(a.y)) / (f64::from(b.x) - f64::from(a.x));
        let at = |x: i32| f64::from(a.y) + rise * (f64::from(x.clamp(a.x, b.x)) - f64::from(a.x));
        let left = column.saturating_mul(CELL);
        (at(left), at(left.saturating_add(CELL)))
    };
    // A little more than near makes up for rounding.
    let margin = f64::from(2 * NEAR);
    let row = |y: f64| cast::round_i32(y).div_euclid(CELL);
    row(from.min(to) - margin)..=row(from.max(to) + margin)
}

/// Whether a point stands on the inside of a segment.
fn is_on([a, b]: [PlanPoint; 2], p: PlanPoint) -> bool {
    let length = i128::from(a.distance_squared(b));
    let (along, off) = (i128::from(dot(a, b, p)), i128::from(cross(a, b, p)));
    // From each end, in units of the length: squares keep it exact.
    let clear = |along: i128| along > 0 && along * along > i128::from(INNER * INNER) * length;
    clear(along) && clear(length - along) && off * off <= i128::from(NEAR * NEAR) * length
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn ends_on_others_have_nothing_around() {
        let p = PlanPoint::new;
        let wall = [p(0, 0), p(5000, 0)];
        let far = p(2500, 9000);
        let on = |q: PlanPoint| Ends::of(&[wall, [q, far]]).around(q).is_empty();
        assert!(on(p(2500, 0)) && on(p(2500, 2)) && on(p(2500, -2)) && on(p(9, 1)));
        assert!(!on(p(2500, 3)) && !on(p(8, 0)) && !on(p(0, 0)) && !on(p(4995, 1)));
        // Ends a step apart are one corner, each with both sides.
        let corner = Ends::of(&[wall, [p(1, -1), far]]);
        assert_eq!(corner.around(p(0, 0)), [p(5000, 0), far]);
        assert_eq!(corner.around(p(1, -1)), [p(5000, 0), far]);
        assert_eq!(corner.around(far), [p(1, -1)]);
        // A speck has nothing but itself around.
        let speck = Ends::of(&[[p(0, 0), p(2, 0)], [p(2, 0), p(1, 2)], [p(1, 2), p(0, 0)]]);
        for q in [p(0, 0), p(2, 0), p(1, 2)] {
            let around = speck.around(q);
            assert!(!around.is_empty() && !around.contains(&q), "{around:?}");
        }
    }

    /// A wall that leads far off is looked at where there are ends.
    #[test]
    fn long_segments_take_no_longer() {
        let (p, far) = (PlanPoint::new, 1 << 29);
        let wall = [p(-far, -far), p(far, far)];
        let cells = Cells::of(&[wall, [p(0, 0), p(3000, -9)]], [p(0, 0), p(3000, -9)].iter());
        assert_eq!(cells.0.values().map(BTreeMap::len).sum::<usize>(), 2);
        assert_eq!((cells.near(p(0, 0)), cells.near(p(3000, -9))), (&[0, 1][..], &[1][..]));
        assert_eq!(cells.near(p(9000, 9000)), &[0_usize; 0]);
    }

    #[test]
    fn the_cells_miss_nothing() {
        let mut random = Random::new(4);
        for _ in 0..300 {
            let count = 2 + random.below(20);
            let mut at = |reach: i32| {
                PlanPoint::new(random.between(-reach, reach), random.between(-reach, reach))
            };
            let mut segments: Vec<[PlanPoint; 2]> =
                (0..count).map(|_| [at(9000), at(9000)]).collect();
            // Ends on lines of others.
            for i in 1..count {
                let [a, b] = segments[i - 1];
                segments[i][0] = PlanPoint::new((a.x + b.x) / 2, (a.y + b.y) / 2);
            }
            let ends = Ends::of(&segments);
            for &p in segments.iter().flatten() {
                let stands = segments.iter().any(|&segment| is_on(segment, p));
                assert_eq!(!ends.around.contains_key(&p), stands, "{p:?} in {segments:?}");
            }
        }
    }
}
