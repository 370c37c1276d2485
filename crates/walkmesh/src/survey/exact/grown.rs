//! Ground triangles, grown a little so that rounding parts none that meet.

use crate::geom::PlanPoint;
use std::cmp::Ordering;

/// Ground is grown by this many steps each way before it is united, so that rounding leaves no
/// cracks between triangles that meet; half a millimetre on the usual lattice.
pub(super) const OVERLAP: i32 = 2;

/// The hull of a counter-clockwise triangle moved by [`OVERLAP`] each way, from its lowest corner.
///
/// Beside each side runs the corner of the square that is farthest out there, two where it lies
/// along an axis; around a corner those in between follow.
pub(super) fn grown(plan: [PlanPoint; 3]) -> Vec<PlanPoint> {
    const SQUARE: [(i32, i32); 4] = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
    // The first and the last along a side.
    let beside = |k: usize| {
        let (a, b) = (plan[k], plan[(k + 1) % 3]);
        match (b.y.cmp(&a.y), a.x.cmp(&b.x)) {
            (Ordering::Equal, Ordering::Less | Ordering::Equal) => (0, 1),
            (Ordering::Greater, Ordering::Less) => (1, 1),
            (Ordering::Greater, Ordering::Equal) => (1, 2),
            (Ordering::Greater, Ordering::Greater) => (2, 2),
            (Ordering::Equal, Ordering::Greater) => (2, 3),
            (Ordering::Less, Ordering::Greater) => (3, 3),
            (Ordering::Less, Ordering::Equal) => (3, 0),
            (Ordering::Less, Ordering::Less) => (0, 0),
        }
    };
    let mut ring = Vec::with_capacity(7);
    for (k, corner) in plan.iter().enumerate() {
        let (from, to): (usize, usize) = (beside((k + 2) % 3).1, beside(k).0);
        for i in from..=from + (to + 4 - from) % 4 {
            let (x, y) = SQUARE[i % 4];
            let at = |v: i32, d: i32| v.saturating_add(d * OVERLAP);
            ring.push(PlanPoint::new(at(corner.x, x), at(corner.y, y)));
        }
    }
    let lowest = (0..ring.len()).min_by_key(|&i| ring[i]).unwrap_or(0);
    ring.rotate_left(lowest);
    ring
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::convex_hull;
    use walkmesh_testkit::Random;

    #[test]
    fn a_grown_triangle_is_the_hull_of_squares() {
        let mut random = Random::new(12);
        let mut asked = 0;
        for round in 0..2000 {
            let span = [3, 9, 400][round % 3];
            let mut at =
                || PlanPoint::new(random.between(-span, span), random.between(-span, span));
            let plan = [at(), at(), at()];
            if crate::geom::predicates::cross(plan[0], plan[1], plan[2]) <= 0 {
                continue;
            }
            let around = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
            let moved = |p: PlanPoint| {
                around.map(|(x, y)| PlanPoint::new(p.x + x * OVERLAP, p.y + y * OVERLAP))
            };
            assert_eq!(grown(plan), convex_hull(plan.into_iter().flat_map(moved)), "{plan:?}");
            asked += 1;
        }
        assert!(asked > 700, "{asked}");
    }
}
