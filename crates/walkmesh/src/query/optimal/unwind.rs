//! From the node that was found back to the start: the polygons crossed, the corners turned.

use super::bound::{self, Plan, Rays, plan};
use super::node::Shape;
use super::search::Search;
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::{HalfEdges, NONE};

/// Where a way crosses an edge: the half-edge of the entered polygon, and how far along it.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Crossing {
    /// The edge, as a half-edge of the entered polygon.
    pub(in crate::query) edge: u32,
    /// 0 at its first corner, 1 at its second.
    pub(in crate::query) share: f64,
}

/// The way to a node, laid out in order. Reused from path to path.
#[derive(Debug, Default)]
pub(in crate::query) struct Trace {
    /// Dense indices of the polygons, from one that holds the start on; neighbours each.
    pub(in crate::query) polygons: Vec<u32>,
    /// The edges between them, one fewer.
    pub(in crate::query) crossings: Vec<Crossing>,
    /// Half-edges that begin at the corners where the way turns.
    pub(in crate::query) corners: Vec<u32>,
    /// Nodes from the last to the first.
    chain: Vec<u32>,
}

impl Trace {
    /// A way inside one polygon.
    pub(in crate::query) fn within(&mut self, polygon: u32) {
        self.clear();
        self.polygons.push(polygon);
    }

    fn clear(&mut self) {
        self.polygons.clear();
        self.crossings.clear();
        self.corners.clear();
        self.chain.clear();
    }
}

impl Search {
    /// Lays out the way to a node into `trace`. Where the node is not the goal, the way ends on
    /// its edge, where it is shortest towards the goal; the last crossing says where.
    pub(in crate::query) fn unwind(&self, mesh: &HalfEdges, last: u32, trace: &mut Trace) {
        trace.clear();
        let mut at = last;
        while at != NONE {
            trace.chain.push(at);
            at = self.nodes[cast::index(at)].parent;
        }
        let mut target = self.end_of(mesh, last);
        let mut root = self.nodes[cast::index(last)].root;
        for &index in &trace.chain {
            let node = &self.nodes[cast::index(index)];
            if node.root != root {
                (target, root) = (plan(root), node.root);
            }
            let share = match node.shape {
                Shape::Goal | Shape::Bend | Shape::Seed => continue,
                Shape::PivotLeft => 0.0,
                Shape::PivotRight => 1.0,
                Shape::Cone => share_of_line(mesh, node.edge, root, target),
            };
            trace.crossings.push(Crossing { edge: node.edge, share });
        }
        trace.crossings.reverse();
        for &index in trace.chain.iter().rev() {
            let node = &self.nodes[cast::index(index)];
            let polygon = mesh.get(node.edge).polygon;
            if !matches!(node.shape, Shape::Goal | Shape::Bend) {
                trace.polygons.push(polygon);
            }
            if node.corner != NONE && trace.corners.last().is_none_or(|&c| mesh.at(c) != node.root)
            {
                trace.corners.push(node.corner);
            }
        }
        self.drop_straight(mesh, last, &mut trace.corners);
    }

    /// Takes out corners that the way only touches.
    fn drop_straight(&self, mesh: &HalfEdges, last: u32, corners: &mut Vec<u32>) {
        let is_goal = self.nodes[cast::index(last)].shape == Shape::Goal;
        let mut kept = 0;
        let mut before = self.start;
        for i in 0..corners.len() {
            let corner = corners[i];
            let here = mesh.at(corner);
            let after = match corners.get(i + 1) {
                Some(&next) => Some(mesh.at(next)),
                None => is_goal.then_some(self.goal),
            };
            let straight = here == before
                || after.is_some_and(|after| {
                    here == after
                        || (predicates::cross(before, here, after) == 0
                            && predicates::dot(here, before, after) < 0)
                });
            if !straight {
                corners[kept] = corner;
                kept += 1;
                before = here;
            }
        }
        corners.truncate(kept);
    }

    /// Where the way to a node ends.
    fn end_of(&self, mesh: &HalfEdges, last: u32) -> Plan {
        let node = &self.nodes[cast::index(last)];
        let (a, b) = (mesh.at(node.edge), mesh.at(mesh.next(node.edge)));
        match node.shape {
            Shape::Goal => plan(self.goal),
            Shape::Cone => {
                let rays = Rays { root: node.root, right: node.right, left: node.left };
                bound::between(plan(a), plan(b), bound::across(&rays, [b, a], self.goal).1)
            }
            _ => plan(node.root),
        }
    }
}

/// How far along the edge the line from `root` to `target` crosses it.
fn share_of_line(mesh: &HalfEdges, edge: u32, root: PlanPoint, target: Plan) -> f64 {
    let root = plan(root);
    let (a, b) = (plan(mesh.at(edge)), plan(mesh.at(mesh.next(edge))));
    let side =
        |p: Plan| (target.0 - root.0) * (p.1 - root.1) - (target.1 - root.1) * (p.0 - root.0);
    let (sa, sb) = (side(a), side(b));
    if sa > sb { (sa / (sa - sb)).clamp(0.0, 1.0) } else { 0.0 }
}
