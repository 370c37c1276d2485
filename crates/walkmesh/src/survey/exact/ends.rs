//! What goes on at the ends of borders.
//!
//! ```text
//!      ──────────┬──────────    the arc around the upright one's end would be a bump on the
//!                │              strip of the other, as high as arcs may be off
//! ```

use std::collections::BTreeMap;

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
    /// About linear in the segments and in the cells that they run through.
    pub(super) fn of(segments: &[[PlanPoint; 2]]) -> Self {
        let mut cells: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
        let mut ends: BTreeMap<PlanPoint, Vec<PlanPoint>> = BTreeMap::new();
        for (i, &segment) in segments.iter().enumerate() {
            for cell in cells_of(segment) {
                cells.entry(cell).or_default().push(i);
            }
            let [a, b] = segment;
            ends.entry(a).or_default().push(b);
            ends.entry(b).or_default().push(a);
        }
        let stands = |p: PlanPoint| {
            let near = cells.get(&(p.x.div_euclid(CELL), p.y.div_euclid(CELL)));
            near.into_iter().flatten().any(|&i| is_on(segments[i], p))
        };
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

/// The cells that a segment comes near to.
fn cells_of([a, b]: [PlanPoint; 2]) -> Vec<(i32, i32)> {
    let (a, b) = (a.min(b), a.max(b));
    let (first, last) = ((a.x - NEAR).div_euclid(CELL), (b.x + NEAR).div_euclid(CELL));
    let rise = if a.x == b.x {
        None
    } else {
        Some((f64::from(b.y) - f64::from(a.y)) / (f64::from(b.x) - f64::from(a.x)))
    };
    let mut cells = Vec::new();
    for column in first..=last {
        let at = |x: i32| match rise {
            Some(rise) => f64::from(a.y) + rise * (f64::from(x.clamp(a.x, b.x)) - f64::from(a.x)),
            None => f64::from(a.y),
        };
        let left = column.saturating_mul(CELL);
        let (from, to) = match rise {
            Some(_) => (at(left), at(left.saturating_add(CELL))),
            None => (f64::from(a.y), f64::from(b.y)),
        };
        let (low, high) = (from.min(to), from.max(to));
        let row = |y: f64| cast::round_i32(y).div_euclid(CELL);
        // A little more than near makes up for rounding.
        let margin = f64::from(2 * NEAR);
        cells.extend((row(low - margin)..=row(high + margin)).map(|row| (column, row)));
    }
    cells
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
