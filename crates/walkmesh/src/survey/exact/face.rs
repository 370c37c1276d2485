//! Triangles on the lattice: planes, plan outlines, and what each is to a walker.

use super::bevel;
use crate::geom::predicates::cross;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, Volume, cast};
use crate::parameters::{Parameters, Resolved};
use crate::soup::{Class, Soup, is_ground};
use std::cmp::Reverse;

/// What cannot be stood on and is narrower than this in plan, steps, is a wall without width:
/// each of its edges counts. A millimetre and a half on the usual lattice.
const THIN: f64 = 6.0;

/// What a triangle is to a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Feet can stand on it.
    Ground,
    /// It has width in plan and is only in the way.
    Solid,
    /// As [`Role::Solid`], and upright or nearly so: without width in plan.
    Wall,
}

/// A plane over the plan, steps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plane {
    at: (f64, f64, f64),
    slope: (f64, f64),
}

impl Plane {
    /// The height at (`x`, `y`). A level plane gives its height exactly.
    #[inline]
    pub(super) fn height(&self, x: f64, y: f64) -> f64 {
        self.at.2 + self.slope.0 * (x - self.at.0) + self.slope.1 * (y - self.at.1)
    }

    /// How much it rises along plan x and y.
    pub(super) const fn slope(&self) -> (f64, f64) {
        self.slope
    }

    /// The height at a lattice point.
    #[inline]
    pub(super) fn at(&self, p: PlanPoint) -> f64 {
        self.height(f64::from(p.x), f64::from(p.y))
    }

    /// Through three points that are not on one line in plan.
    fn through([a, b, c]: [GroundPoint; 3]) -> Self {
        let d = |p: i32, q: i32| f64::from(q) - f64::from(p);
        let (ux, uy, uh) = (d(a.plan.x, b.plan.x), d(a.plan.y, b.plan.y), d(a.height, b.height));
        let (vx, vy, vh) = (d(a.plan.x, c.plan.x), d(a.plan.y, c.plan.y), d(a.height, c.height));
        let n = cast::float(cross(a.plan, b.plan, c.plan));
        let slope = ((uh * vy - vh * uy) / n, (ux * vh - vx * uh) / n);
        Self { at: (f64::from(a.plan.x), f64::from(a.plan.y), f64::from(a.height)), slope }
    }
}

/// The half-plane left of a directed line, as a distance: positive inside, steps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HalfPlane {
    from: (f64, f64),
    normal: (f64, f64),
}

impl HalfPlane {
    pub(super) fn left_of(a: PlanPoint, b: PlanPoint) -> Self {
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        let length = a.distance(b).max(1.0);
        Self { from: (f64::from(a.x), f64::from(a.y)), normal: (-dy / length, dx / length) }
    }

    /// How far (`x`, `y`) is inside.
    #[inline]
    pub(super) fn depth(&self, x: f64, y: f64) -> f64 {
        (x - self.from.0) * self.normal.0 + (y - self.from.1) * self.normal.1
    }
}

/// A usable triangle near the tile, counter-clockwise in plan unless it is a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub(super) corners: [GroundPoint; 3],
    pub(super) role: Role,
    pub(super) plane: Plane,
    pub(super) sides: [HalfPlane; 3],
    pub(super) bounds: PlanBox,
    pub(super) low: i32,
    pub(super) high: i32,
    /// Role of ground.
    pub(super) area: u8,
    /// True when it is in the way even where it is low enough to step onto.
    pub(super) is_obstacle: bool,
}

impl Face {
    pub(super) fn plan(&self) -> [PlanPoint; 3] {
        self.corners.map(|p| p.plan)
    }

    pub(super) const fn is_level(&self) -> bool {
        self.low == self.high
    }

    /// Where it is: what most of those that are looked at are passed over by.
    pub(super) const fn extent(&self) -> Volume {
        Volume { plan: self.bounds, low: self.low, high: self.high }
    }

    /// True when (`x`, `y`) is inside by `depth` steps (outside by as much where negative).
    pub(super) fn holds(&self, x: f64, y: f64, depth: f64) -> bool {
        self.sides.iter().all(|side| side.depth(x, y) >= depth)
    }

    /// True when a line along a side of either has the other at least `by` steps away; not always
    /// when they are that far apart.
    pub(super) fn is_apart(&self, other: &Self, by: f64) -> bool {
        let parts = |side: &HalfPlane, other: &Self| {
            other.plan().iter().all(|p| side.depth(f64::from(p.x), f64::from(p.y)) <= -by)
        };
        self.sides.iter().any(|side| parts(side, other))
            || other.sides.iter().any(|side| parts(side, self))
    }

    /// True when all of another triangle is at least `by` steps inside of its sides in plan.
    pub(super) fn covers(&self, other: &Self, by: f64) -> bool {
        let depth = |side: &HalfPlane, p: PlanPoint| side.depth(f64::from(p.x), f64::from(p.y));
        self.sides.iter().all(|side| other.plan().iter().all(|&p| depth(side, p) >= by))
    }

    pub(super) fn new(mut corners: [GroundPoint; 3], is_ground: bool, area: u8) -> Option<Self> {
        let doubled = cross(corners[0].plan, corners[1].plan, corners[2].plan);
        if doubled < 0 {
            corners.swap(1, 2);
        }
        let plan = corners.map(|p| p.plan);
        let longest = (0..3).map(|i| plan[i].distance(plan[(i + 1) % 3])).fold(0.0, f64::max);
        let is_thin = cast::float(doubled.abs()) < THIN * longest;
        let role = match (is_ground, doubled == 0) {
            // Ground without room in plan carries nobody.
            (true, true) => return None,
            (true, false) => Role::Ground,
            (false, _) if is_thin => Role::Wall,
            (false, _) => Role::Solid,
        };
        let plane = if doubled == 0 { Plane::default() } else { Plane::through(corners) };
        let sides = [0, 1, 2].map(|i| HalfPlane::left_of(plan[i], plan[(i + 1) % 3]));
        let heights = corners.map(|p| p.height);
        let low = heights.into_iter().fold(i32::MAX, i32::min);
        let high = heights.into_iter().fold(i32::MIN, i32::max);
        let bounds = PlanBox::around(plan)?;
        let is_obstacle = false;
        Some(Self { corners, role, plane, sides, bounds, low, high, area, is_obstacle })
    }
}

/// The triangles near a tile.
pub(super) struct Gathered {
    /// Bevels are ground, and faces of which a part is one are in parts.
    pub(super) faces: Vec<Face>,
    /// How many of these there were before.
    pub(super) triangles: usize,
    /// How many candidates were of no use: an index out of range, a corner not finite or beyond the
    /// lattice.
    pub(super) unusable: usize,
}

/// The triangles that meet a box, of those that meet what is `seen` around it: so far off something
/// can tell which parts of a steep one are bevels.
pub(super) fn gather(
    soup: &Soup,
    candidates: impl IntoIterator<Item = usize>,
    (parameters, resolved): (&Parameters, &Resolved),
    (seen, near): (&PlanBox, &PlanBox),
) -> Gathered {
    let mut faces: Vec<Face> = Vec::new();
    let mut steep = Vec::new();
    let mut unusable = 0;
    for i in candidates {
        let Some(triangle) = soup.triangles.get(i) else { continue };
        let on_lattice = soup.corners(triangle).and_then(|corners| {
            let [a, b, c] = corners.map(|p| resolved.frame.to_lattice(p));
            Some((corners, [a?, b?, c?]))
        });
        let Some((corners, lattice)) = on_lattice else {
            unusable += 1;
            continue;
        };
        if !PlanBox::around(lattice.map(|p| p.plan)).is_some_and(|b| b.meets(seen)) {
            continue;
        }
        let object = soup.objects.get(cast::index(triangle.object.0));
        let (area, class) = object.map_or((0, Class::BySlope), |o| (o.area.0, o.class));
        let is_up = |least| is_ground(corners, class, least, parameters.winding);
        let ground = is_up(resolved.min_normal_up);
        let Some(face) = Face::new(lattice, ground, area) else { continue };
        if face.role == Role::Solid && is_up(0.0) {
            steep.push(faces.len());
        }
        faces.push(Face { is_obstacle: class.is_obstacle(), ..face });
    }
    let is_near = |face: &Face| face.bounds.meets(near);
    let triangles = faces.iter().filter(|face| is_near(face)).count();
    bevel::level(&mut faces, &steep, resolved.climb, resolved.cell);
    faces.retain(is_near);
    drop_repeated_slopes(&mut faces);
    Gathered { faces, triangles, unusable }
}

/// Drops slopes that are there already, as the other side of a sheet is: each would be ground of its
/// own. One of the highest kind stays. Level ground at one height is one plane however often it is
/// there.
fn drop_repeated_slopes(faces: &mut Vec<Face>) {
    let mut slopes: Vec<([GroundPoint; 3], Reverse<u8>, usize)> = Vec::new();
    for (i, face) in faces.iter().enumerate() {
        if face.role == Role::Ground && !face.is_level() {
            let [a, b, c] = face.corners;
            slopes.push(([a, b, c].min([b, c, a]).min([c, a, b]), Reverse(face.area), i));
        }
    }
    slopes.sort_unstable();
    let mut is_repeated = vec![false; faces.len()];
    for pair in slopes.windows(2) {
        is_repeated[pair[1].2] = pair[0].0 == pair[1].0;
    }
    let mut each = is_repeated.into_iter();
    faces.retain(|_| each.next() != Some(true));
}

/// The part of a triangle that is more than `from` and less than `to` steps above a plane, as
/// points in plan: a polygon, or, of an upright triangle, points on a line. Corners are rounded
/// to the lattice. Empty where nothing is in between.
pub(super) fn between(face: &Face, plane: &Plane, (from, to): (f64, f64)) -> Vec<PlanPoint> {
    let above = face.corners.map(|p| {
        let (x, y) = (f64::from(p.plan.x), f64::from(p.plan.y));
        (x, y, f64::from(p.height) - plane.height(x, y))
    });
    if above.iter().all(|p| p.2 <= from) || above.iter().all(|p| p.2 >= to) {
        return Vec::new();
    }
    if above.iter().all(|p| p.2 >= from && p.2 <= to) {
        return joined(face.plan().to_vec());
    }
    let ring = within(above.to_vec(), (from, to));
    let on = |&(x, y, _): &(f64, f64, f64)| PlanPoint::new(cast::round_i32(x), cast::round_i32(y));
    joined(ring.iter().map(on).collect())
}

/// A ring without corners that stand where the one before stands.
pub(super) fn joined<P: PartialEq>(mut points: Vec<P>) -> Vec<P> {
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

/// What of a ring of (x, y, h) has its h in a range.
pub(super) fn within(
    mut ring: Vec<(f64, f64, f64)>,
    (from, to): (f64, f64),
) -> Vec<(f64, f64, f64)> {
    if ring.iter().any(|p| p.2 < from) {
        ring = cut(&ring, from, 1.0);
    }
    if ring.iter().any(|p| p.2 > to) {
        ring = cut(&ring, to, -1.0);
    }
    ring
}

/// What of a ring of (x, y, h) is above `level` (below with `sign` -1).
fn cut(ring: &[(f64, f64, f64)], level: f64, sign: f64) -> Vec<(f64, f64, f64)> {
    let mut kept = Vec::with_capacity(ring.len() + 1);
    for (i, &p) in ring.iter().enumerate() {
        let q = ring[(i + 1) % ring.len()];
        let (at_p, at_q) = ((p.2 - level) * sign, (q.2 - level) * sign);
        if at_p >= 0.0 {
            kept.push(p);
        }
        if (at_p > 0.0 && at_q < 0.0) || (at_p < 0.0 && at_q > 0.0) {
            // The same for both directions of the edge, so that neighbours agree.
            let (low, high) = if p < q { (p, q) } else { (q, p) };
            let t = (level - low.2) / (high.2 - low.2);
            kept.push((low.0 + (high.0 - low.0) * t, low.1 + (high.1 - low.1) * t, level));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(plan: [(i32, i32); 3]) -> Face {
        Face::new(plan.map(|(x, y)| PlanPoint::new(x, y).at(x)), true, 0).unwrap()
    }

    #[test]
    fn triangles_are_apart_beyond_a_side_of_either() {
        let low = face([(0, 0), (100, 0), (100, 100)]);
        let apart = |other: &Face, by: f64| {
            assert_eq!(low.is_apart(other, by), other.is_apart(&low, by));
            low.is_apart(other, by)
        };
        // Beyond the slanted side, 20 steps along each axis.
        let high = face([(0, 20), (80, 100), (0, 100)]);
        assert!(apart(&high, 14.0) && !apart(&high, 14.2));
        let crossing = face([(50, 10), (150, 10), (150, 60)]);
        assert!(!apart(&crossing, 0.0));
    }

    #[test]
    fn what_is_between_two_heights_keeps_its_corners_or_is_cut() {
        let slope = face([(0, 0), (100, 0), (100, 100)]);
        let plane = face([(0, 0), (1, 0), (0, 1)]).plane;
        let level = Plane { slope: (0.0, 0.0), ..plane };
        let part = |from, to| between(&slope, &level, (from, to));
        assert_eq!(part(0.0, 100.0), slope.plan());
        let p = PlanPoint::new;
        assert_eq!(part(50.0, 100.0), [p(50, 0), p(100, 0), p(100, 100), p(50, 50)]);
        assert!(part(100.0, 200.0).is_empty());
    }
}
