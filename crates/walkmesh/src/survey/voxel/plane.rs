//! A triangle's plane, read at points in a row.

use crate::geom::{GroundPoint, PlanPoint, cast, predicates};

/// A triangle's plane and its outline in plan.
pub(super) struct Plane {
    corners: [PlanPoint; 3],
    pub(super) height: f64,
    /// Rise per step along x and y; `None` for an upright triangle.
    slope: Option<(f64, f64)>,
    /// All corners are at one height.
    pub(super) level: bool,
}

impl Plane {
    pub(super) fn through([a, b, c]: [GroundPoint; 3]) -> Self {
        let doubled = predicates::cross(a.plan, b.plan, c.plan);
        let slope = (doubled != 0).then(|| {
            let d = |p: i32, q: i32| f64::from(q) - f64::from(p);
            let (ux, uy, uh) =
                (d(a.plan.x, b.plan.x), d(a.plan.y, b.plan.y), d(a.height, b.height));
            let (vx, vy, vh) =
                (d(a.plan.x, c.plan.x), d(a.plan.y, c.plan.y), d(a.height, c.height));
            let n = cast::float(doubled);
            ((uh * vy - vh * uy) / n, (ux * vh - vx * uh) / n)
        });
        let corners = if doubled < 0 { [a.plan, c.plan, b.plan] } else { [a.plan, b.plan, c.plan] };
        let level = a.height == b.height && b.height == c.height;
        Self { corners, height: f64::from(a.height), slope, level }
    }

    /// Its heights from a point eastwards, `step` by `step`; infinite for an upright one.
    pub(super) fn rise(&self, p: PlanPoint, step: i32) -> Rise {
        let [a, ..] = self.corners;
        let away = |p: i32, q: i32| f64::from(q) - f64::from(p);
        let (x, step) = (away(a.x, p.x), f64::from(step));
        let (height, (rise, rise_y)) = match self.slope {
            Some(slope) => (self.height, slope),
            None => (f64::INFINITY, (0.0, 0.0)),
        };
        Rise { height, rise, across: rise_y * away(a.y, p.y), x: [x, x + step], step: 2.0 * step }
    }

    /// What it covers from a point eastwards, `step` by `step`.
    pub(super) fn cover(&self, p: PlanPoint, step: i32) -> Cover {
        if self.slope.is_none() {
            return Cover { sides: [-1; 3], turns: [0; 3] };
        }
        let [a, b, c] = self.corners;
        // How far left of each side, doubled area: it changes by the same from step to step.
        let side = |u: PlanPoint, v: PlanPoint| {
            (predicates::cross(u, v, p), (i64::from(u.y) - i64::from(v.y)) * i64::from(step))
        };
        let [ab, bc, ca] = [side(a, b), side(b, c), side(c, a)];
        Cover { sides: [ab.0, bc.0, ca.0], turns: [ab.1, bc.1, ca.1] }
    }
}

/// A plane read at points in a row for its height.
pub(super) struct Rise {
    height: f64,
    rise: f64,
    across: f64,
    /// Where the next two points are.
    x: [f64; 2],
    step: f64,
}

impl Rise {
    /// The plane's heights at the next two points, steps.
    #[inline]
    pub(super) fn next_two(&mut self) -> [f64; 2] {
        let heights = self.x.map(|x| self.height + self.rise * x + self.across);
        self.x = self.x.map(|x| x + self.step);
        heights
    }
}

/// A triangle read at points in a row for whether they are in it.
pub(super) struct Cover {
    sides: [i64; 3],
    turns: [i64; 3],
}

impl Cover {
    /// Whether the next point is in the triangle or on its border, in plan; never of an upright
    /// one.
    #[inline]
    pub(super) fn next(&mut self) -> bool {
        let covered = (self.sides[0] | self.sides[1] | self.sides[2]) >= 0;
        for (side, turn) in self.sides.iter_mut().zip(self.turns) {
            *side += turn;
        }
        covered
    }

    /// Which of the next `n` points are: from one to before another.
    pub(super) fn range(&self, n: usize) -> (usize, usize) {
        let (mut from, mut to) = (0, i64::from(cast::count(n)));
        for (side, turn) in self.sides.into_iter().zip(self.turns) {
            match (side >= 0, turn.signum()) {
                (true, -1) => to = to.min(side / -turn + 1),
                (false, 1) => from = from.max((turn - 1 - side) / turn),
                (true, _) => {}
                (false, _) => to = 0,
            }
        }
        let cell = |i: i64| usize::try_from(i).unwrap_or(0);
        (cell(from.min(to)), cell(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plane_is_the_triangles() {
        let t = [
            GroundPoint::new(0, 0, 10),
            GroundPoint::new(100, 0, 110),
            GroundPoint::new(0, 50, 10),
        ];
        for t in [t, [t[1], t[2], t[0]], [t[0], t[2], t[1]]] {
            let plane = Plane::through(t);
            let (start, mut cover) =
                (PlanPoint::new(30, 20), plane.cover(PlanPoint::new(30, 20), 15));
            let mut rise = plane.rise(start, 15);
            assert_eq!((rise.next_two(), rise.next_two()), ([40.0, 55.0], [70.0, 85.0]));
            assert_eq!([0, 2, 3, 9].map(|n| cover.range(n)), [(0, 0), (0, 2), (0, 3), (0, 3)]);
            for covered in [true, true, true, false] {
                assert_eq!(cover.next(), covered);
            }
            assert!(plane.cover(PlanPoint::new(0, 50), 1).next());
            assert!(!plane.cover(PlanPoint::new(-1, 20), 1).next());
        }
    }
}
