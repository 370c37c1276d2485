//! Lower bounds: how long a path through a node is at least.
//!
//! The shortest way from the root to the goal across the node's part of an edge, walls and
//! storeys left aside; a goal on the root's side of the edge is mirrored first, because the path
//! has to come back. Only lengths are decided here, so floating point will do.

use super::node::{Node, Shape};
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::HalfEdges;

/// A point or vector in plan, steps.
pub(super) type Plan = (f64, f64);

/// The plan point as floats, exact.
pub(super) fn plan(p: PlanPoint) -> Plan {
    (f64::from(p.x), f64::from(p.y))
}

fn minus(a: Plan, b: Plan) -> Plan {
    (a.0 - b.0, a.1 - b.1)
}

fn cross(u: Plan, v: Plan) -> f64 {
    u.0 * v.1 - u.1 * v.0
}

/// Length of the vector from `a` to `b`.
pub(super) fn distance(a: Plan, b: Plan) -> f64 {
    let (x, y) = minus(b, a);
    (x * x + y * y).sqrt()
}

/// How far along `a` to `b` the line from `root` through `through` crosses it, 0 to 1; the two
/// lines are not parallel. The crosses are exact, so the ratio is good to the last bits.
pub(super) fn crossing(root: PlanPoint, through: PlanPoint, a: PlanPoint, b: PlanPoint) -> f64 {
    let ca = predicates::cross(root, through, a);
    let cb = predicates::cross(root, through, b);
    if ca == 0 || ca == cb {
        return 0.0;
    }
    let (ca, cb) = (cast::float(ca), cast::float(cb));
    (ca / (ca - cb)).clamp(0.0, 1.0)
}

/// The point at a share of the way from `a` to `b`; exact at both ends.
pub(super) fn between(a: Plan, b: Plan, share: f64) -> Plan {
    if share >= 1.0 {
        return b;
    }
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

/// Lower bound of the length from the node's root to the goal, steps.
pub(super) fn remaining(mesh: &HalfEdges, node: &Node, goal: PlanPoint) -> f64 {
    match node.shape {
        Shape::Cone => across(mesh, node, goal).0,
        _ => node.root.distance(goal),
    }
}

/// For a cone: the least length from the root across the edge to the goal, and where it crosses
/// as a share of the edge.
pub(super) fn across(mesh: &HalfEdges, node: &Node, goal: PlanPoint) -> (f64, f64) {
    let (first, second) = (mesh.at(node.edge), mesh.at(mesh.next(node.edge)));
    let (a, b, root) = (plan(first), plan(second), plan(node.root));
    let ab = minus(b, a);
    let mut target = plan(goal);
    let side = cast::float(predicates::cross(first, second, goal));
    if side < 0.0 {
        let twice = 2.0 * side / (ab.0 * ab.0 + ab.1 * ab.1);
        target = (target.0 + ab.1 * twice, target.1 - ab.0 * twice);
    }
    let to = minus(target, root);
    let bend = |share: f64| {
        let bend = between(a, b, share);
        (distance(root, bend) + distance(bend, target), share)
    };
    if cross(minus(plan(node.left), root), to) > 0.0 {
        bend(crossing(node.root, node.left, first, second))
    } else if cross(minus(plan(node.right), root), to) < 0.0 {
        bend(crossing(node.root, node.right, first, second))
    } else {
        let (ca, cb) = (cross(to, minus(a, root)), cross(to, minus(b, root)));
        let share = if ca > cb { (ca / (ca - cb)).clamp(0.0, 1.0) } else { 0.0 };
        (distance(root, target), share)
    }
}
