//! Lower bounds: how long a path through a node is at least.
//!
//! The shortest way from the root to the goal across the node's part of an edge, walls and
//! storeys left aside; a goal on the root's side of the edge is mirrored first, because the path
//! has to come back. Only lengths are decided here, so floating point will do.

use crate::geom::{PlanPoint, cast, predicates};

/// A point or vector in plan, steps.
pub(in crate::query) type Plan = (f64, f64);

/// The plan point as floats, exact.
#[inline]
pub(in crate::query) fn plan(p: PlanPoint) -> Plan {
    (f64::from(p.x), f64::from(p.y))
}

/// The vector from `b` to `a`.
#[inline]
pub(super) fn minus(a: Plan, b: Plan) -> Plan {
    (a.0 - b.0, a.1 - b.1)
}

#[inline]
fn cross(u: Plan, v: Plan) -> f64 {
    u.0 * v.1 - u.1 * v.0
}

/// Length of the vector from `a` to `b`.
#[inline]
pub(in crate::query) fn distance(a: Plan, b: Plan) -> f64 {
    let (x, y) = minus(b, a);
    (x * x + y * y).sqrt()
}

/// How far along `a` to `b` the line from `root` through `through` crosses it, 0 to 1; the two
/// lines are not parallel. The crosses are exact, so the ratio is good to the last bits.
#[inline]
pub(in crate::query) fn crossing(
    root: PlanPoint,
    through: PlanPoint,
    a: PlanPoint,
    b: PlanPoint,
) -> f64 {
    let ca = predicates::cross(root, through, a);
    let cb = predicates::cross(root, through, b);
    if ca == 0 || ca == cb {
        return 0.0;
    }
    let (ca, cb) = (cast::float(ca), cast::float(cb));
    (ca / (ca - cb)).clamp(0.0, 1.0)
}

/// The point at a share of the way from `a` to `b`; exact at both ends.
#[inline]
pub(in crate::query) fn between(a: Plan, b: Plan, share: f64) -> Plan {
    if share >= 1.0 {
        return b;
    }
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

/// Distance of a point from a segment, which may be a point.
pub(super) fn distance_to_segment(p: PlanPoint, [a, b]: [PlanPoint; 2]) -> f64 {
    if a == b {
        return a.distance(p);
    }
    distance(plan(p), between(plan(a), plan(b), share_beside(p, [a, b])))
}

/// The share of a segment, no point, that is nearest to a point.
pub(in crate::query) fn share_beside(p: PlanPoint, [a, b]: [PlanPoint; 2]) -> f64 {
    let along = cast::float(predicates::dot(a, b, p)) / cast::float(a.distance_squared(b));
    along.clamp(0.0, 1.0)
}

/// As [`distance_to_segment`], of any points.
pub(in crate::query) fn segment_distance(p: Plan, a: Plan, b: Plan) -> f64 {
    let (to, along) = (minus(p, a), minus(b, a));
    let squared = along.0 * along.0 + along.1 * along.1;
    let share = if squared > 0.0 { (to.0 * along.0 + to.1 * along.1) / squared } else { 0.0 };
    distance(p, between(a, b, share.clamp(0.0, 1.0)))
}

/// Least distance between two segments, which may be points.
pub(super) fn distance_between(one: [PlanPoint; 2], other: [PlanPoint; 2]) -> f64 {
    if predicates::segments_meet(one[0], one[1], other[0], other[1]) {
        return 0.0;
    }
    let to_one = other.map(|p| distance_to_segment(p, one));
    let to_other = one.map(|p| distance_to_segment(p, other));
    to_one.into_iter().chain(to_other).fold(f64::INFINITY, f64::min)
}

/// Two rays from a root, through a lattice point each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rays {
    pub(super) root: PlanPoint,
    pub(super) right: PlanPoint,
    pub(super) left: PlanPoint,
}

impl Rays {
    /// Above 0 when `p` lies left of the right ray, 0 on it.
    #[inline]
    pub(super) fn side_right(&self, p: PlanPoint) -> i64 {
        predicates::cross(self.root, self.right, p)
    }

    /// Above 0 when `p` lies left of the left ray, 0 on it.
    #[inline]
    pub(super) fn side_left(&self, p: PlanPoint) -> i64 {
        predicates::cross(self.root, self.left, p)
    }
}

/// The way from a root across an edge to the goal.
struct Across {
    /// Where it leads, the goal or its mirror image.
    target: Plan,
    /// The ray on which it bends; `None` when it is straight.
    bend: Option<PlanPoint>,
    /// True when the goal lies beyond the edge.
    is_beyond: bool,
}

/// The least length from the root, between the rays and across an edge, to the goal. The edge is
/// given from right to left. True when that is the straight line.
#[inline(always)] // so that its arguments need not be laid out
pub(super) fn across(rays: &Rays, ends: [PlanPoint; 2], goal: PlanPoint) -> (f64, bool) {
    let root = plan(rays.root);
    let Across { target, bend, is_beyond } = way_across(rays, ends, goal);
    let Some(ray) = bend else { return (distance(root, target), is_beyond) };
    let [b, a] = ends;
    // Most rays lead through an end of the edge.
    let bend = if ray == a || ray == b {
        plan(ray)
    } else {
        between(plan(a), plan(b), crossing(rays.root, ray, a, b))
    };
    (distance(root, bend) + distance(bend, target), false)
}

/// Where that way crosses the edge, as a share from its left end.
pub(super) fn share_across(rays: &Rays, ends: [PlanPoint; 2], goal: PlanPoint) -> f64 {
    let Across { target, bend, .. } = way_across(rays, ends, goal);
    if let Some(ray) = bend {
        return crossing(rays.root, ray, ends[1], ends[0]);
    }
    let [second, first] = ends.map(plan);
    let root = plan(rays.root);
    let to = minus(target, root);
    let (ca, cb) = (cross(to, minus(first, root)), cross(to, minus(second, root)));
    if ca > cb { (ca / (ca - cb)).clamp(0.0, 1.0) } else { 0.0 }
}

#[inline(always)] // so that its arguments need not be laid out
fn way_across(rays: &Rays, [b, a]: [PlanPoint; 2], goal: PlanPoint) -> Across {
    let side = predicates::cross(a, b, goal);
    if side < 0 {
        return way_back(rays, [b, a], goal, side);
    }
    let bend = if rays.side_left(goal) > 0 {
        Some(rays.left)
    } else if rays.side_right(goal) < 0 {
        Some(rays.right)
    } else {
        None
    };
    Across { target: plan(goal), bend, is_beyond: true }
}

/// The same to a goal on the root's side of the edge, mirrored to the other.
fn way_back(rays: &Rays, [b, a]: [PlanPoint; 2], goal: PlanPoint, side: i64) -> Across {
    let (ab, goal) = (minus(plan(b), plan(a)), plan(goal));
    let twice = 2.0 * cast::float(side) / (ab.0 * ab.0 + ab.1 * ab.1);
    let target = (goal.0 + ab.1 * twice, goal.1 - ab.0 * twice);
    let root = plan(rays.root);
    let to = minus(target, root);
    let bend = if cross(minus(plan(rays.left), root), to) > 0.0 {
        Some(rays.left)
    } else if cross(minus(plan(rays.right), root), to) < 0.0 {
        Some(rays.right)
    } else {
        None
    };
    Across { target, bend, is_beyond: false }
}
