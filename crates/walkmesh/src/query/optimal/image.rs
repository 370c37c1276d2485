//! The rigid maps of stretch links: where a root seems to stand, seen from the link's other end.

use crate::geom::{PlanPoint, cast};
use crate::mesh::link_ways::Way;

/// How far out an image may lie, each way: cross products of such points with points of the mesh
/// fit the exact predicates, and a ray may be drawn on as far again.
const REACH: i128 = (1 << 30) - 1;

/// Maps the plan around a way's entry to that around its exit, share to share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    from: PlanPoint,
    to: PlanPoint,
    /// The turn, as a complex number times `whole`; of a mirrored map what the mirror image in x
    /// is turned by.
    turn: [i128; 2],
    /// The square of the stretches' length; [`None`] where the two differ by rounding.
    whole: Option<i128>,
    /// What the turn is divided by.
    divisor: f64,
    mirrored: bool,
}

/// The vector between two points.
fn vector([a, b]: [PlanPoint; 2]) -> [i64; 2] {
    [i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y)]
}

impl Image {
    /// The map of a stretch, or the one that is its mirror image about the exit.
    pub(super) fn new(way: &Way, mirrored: bool) -> Self {
        let ([dx, dy], [ex, ey]) = (vector(way.entry), vector(way.exit));
        let sign = if mirrored { -1 } else { 1 };
        let turn = [ex * dx + sign * ey * dy, ey * dx - sign * ex * dy].map(i128::from);
        let (d, e) = (dx * dx + dy * dy, ex * ex + ey * ey);
        let divisor = cast::float(d).sqrt() * cast::float(e).sqrt();
        let whole = (d == e).then_some(i128::from(d));
        Self { from: way.entry[0], to: way.exit[0], turn, whole, divisor, mirrored }
    }

    /// The image of a point, to the nearest lattice point; exact where the map is a shift and
    /// quarter turns, mirrored at a level, upright or diagonal line. `None` out of reach.
    pub(super) fn of(&self, p: PlanPoint) -> Option<PlanPoint> {
        let [x, y] = vector([self.from, p]).map(i128::from);
        let y = if self.mirrored { -y } else { y };
        let [c, s] = self.turn;
        let [u, v] = [x * c - y * s, x * s + y * c].map(|part| self.divided(part));
        let [u, v] = [u + i128::from(self.to.x), v + i128::from(self.to.y)];
        let fits = u.abs() <= REACH && v.abs() <= REACH;
        let coordinate = |v: i128| i32::try_from(v).ok();
        fits.then_some(PlanPoint::new(coordinate(u)?, coordinate(v)?))
    }

    fn divided(&self, part: i128) -> i128 {
        match self.whole {
            Some(whole) => (2 * part + whole).div_euclid(2 * whole),
            None => i128::from(cast::round_i64(cast::float_wide(part) / self.divisor)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i32, y: i32) -> PlanPoint {
        PlanPoint::new(x, y)
    }

    #[test]
    fn ends_go_to_ends_and_sides_are_kept_or_swapped() {
        let ends = [p(0, 0), p(6, 0), p(0, 6), p(-6, 0), p(3, -5), p(100, 77)];
        for entry in ends.map(|d| [p(7, -3), p(7 + d.x, d.y - 3)]) {
            for exit in ends.map(|d| [p(-20, 9), p(d.x - 20, 9 + d.y)]) {
                let length = |[a, b]: [PlanPoint; 2]| a.distance(b);
                if entry[0] == entry[1] || (length(entry) - length(exit)).abs() > 2.0 {
                    continue;
                }
                let way = Way::of(entry, exit);
                for mirrored in [false, true] {
                    let image = Image::new(&way, mirrored);
                    assert_eq!(image.of(entry[0]), Some(exit[0]));
                    let end = image.of(entry[1]).unwrap();
                    assert!(end.distance(exit[1]) <= 1.0, "{way:?} {end:?}");
                    for q in [p(9, 40), p(-31, 5), p(60, -60)] {
                        let there = image.of(q).unwrap();
                        for i in 0..2 {
                            let off = q.distance(entry[i]) - there.distance(exit[i]);
                            assert!(off.abs() <= 1.8, "{way:?} {mirrored} {q:?} {there:?}");
                        }
                        let side = |[a, b]: [PlanPoint; 2], q| {
                            crate::geom::predicates::cross(a, b, q).signum()
                        };
                        let sides = side(entry, q) * side(exit, there);
                        assert!(sides != if mirrored { 1 } else { -1 }, "{way:?} {mirrored} {q:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn shifts_and_quarter_turns_are_exact_at_the_reach() {
        let r = 1 << 29;
        let way = Way::of([p(-r, 5), p(-r, 9)], [p(r - 4, 0), p(r, 0)]);
        // A quarter turn to the right.
        assert_eq!(Image::new(&way, false).of(p(-r + 3, 6)), Some(p(r - 3, -3)));
        assert_eq!(Image::new(&way, true).of(p(-r + 3, 6)), Some(p(r - 3, 3)));
        assert_eq!(Image::new(&way, false).of(p(r, r)), None);
    }
}
