//! From the node that was found back to the start: the polygons crossed, the corners turned.

use super::bound::{self, Plan, Rays, plan};
use super::node::{Node, Shape};
use super::search::Search;
use super::view::from_right;
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

/// Where a way takes a link.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Taken {
    /// Which way through which link, as the mesh numbers them.
    pub(in crate::query) way: u32,
    /// At which share of the link's ends.
    pub(in crate::query) share: f64,
    /// How many corners were turned before.
    pub(in crate::query) corners: u32,
    /// How many polygons were entered before, the last of them the one where it is taken.
    pub(in crate::query) polygons: u32,
}

/// The way to a node, laid out in order. Reused from path to path.
#[derive(Debug, Default)]
pub(in crate::query) struct Trace {
    /// Dense indices of the polygons, from one that holds the start on; each a neighbour of the
    /// one before, or where a link leads.
    pub(in crate::query) polygons: Vec<u32>,
    /// The edges between neighbours, where [`Trace::wanted`].
    pub(in crate::query) crossings: Vec<Crossing>,
    /// The links between the others.
    pub(in crate::query) links: Vec<Taken>,
    /// Half-edges that begin at the corners where the way turns.
    pub(in crate::query) corners: Vec<u32>,
    /// Where on the last edge a way ends that does not arrive; none where it ends behind a link or
    /// in the first polygon.
    pub(in crate::query) stop: Option<Crossing>,
    /// True when the crossings are to be known; a way to a goal can be told without.
    pub(in crate::query) wanted: bool,
}

impl Trace {
    /// A way inside one polygon.
    pub(in crate::query) fn within(&mut self, polygon: u32) {
        self.clear();
        self.polygons.push(polygon);
    }

    pub(in crate::query) fn clear(&mut self) {
        self.polygons.clear();
        self.crossings.clear();
        self.corners.clear();
        self.links.clear();
        self.stop = None;
    }
}

impl Search {
    /// Lays out the way to a node into `trace`. Where the node is not the goal, the way ends on
    /// its edge, where it is shortest towards the goal.
    pub(in crate::query) fn unwind(&self, mesh: &HalfEdges, last: u32, trace: &mut Trace) {
        trace.clear();
        // Where it crosses edges tells where it takes links.
        if trace.wanted || !mesh.ways().all().is_empty() {
            self.cross(mesh, last, trace);
        }
        self.list(mesh, last, trace);
        self.drop_straight(mesh, last, trace);
    }

    /// Lists the crossings, where they are wanted, and the links.
    fn cross(&self, mesh: &HalfEdges, last: u32, trace: &mut Trace) {
        let mut target = self.end_of(mesh, last);
        let mut root = self.nodes[cast::index(last)].root;
        for node in self.back_from(last) {
            if node.root != root {
                (target, root) = (plan(root), node.root);
            }
            let share = match node.shape {
                Shape::Goal | Shape::Bend | Shape::Seed => continue,
                Shape::Exit | Shape::Share | Shape::Slit => {
                    let taken = self.taken(mesh, node, target);
                    target = ends_of(mesh, &taken)[0];
                    root = self.nodes[cast::index(node.parent)].root;
                    trace.links.push(taken);
                    continue;
                }
                _ if !trace.wanted => continue,
                Shape::PivotLeft => 0.0,
                Shape::PivotRight => 1.0,
                Shape::Cone => {
                    let (a, b) = mesh.ends(node.edge);
                    share_of_line([plan(a), plan(b)], plan(root), target)
                }
            };
            trace.crossings.push(Crossing { edge: node.edge, share });
        }
        let is_on_edge = self.nodes[cast::index(last)].shape.is_edge();
        trace.stop = trace.crossings.first().copied().filter(|_| is_on_edge);
        trace.crossings.reverse();
        trace.links.reverse();
    }

    /// The link that a node stands behind, on the way to a target.
    fn taken(&self, mesh: &HalfEdges, node: &Node, target: Plan) -> Taken {
        let (way, share) = match node.shape {
            Shape::Exit => {
                let knot = &mesh.ways().knots()[cast::index(node.corner)];
                (knot.way, knot.share)
            }
            Shape::Share => {
                let share = &self.shares[cast::index(node.corner)];
                let [a, b] = mesh.ways().get(share.way).entry;
                (share.way, a.distance(share.entry) / a.distance(b))
            }
            _ => {
                let exit = mesh.ways().get(node.corner).exit;
                (node.corner, share_of_line(exit.map(plan), plan(node.root), target))
            }
        };
        Taken { way, share, corners: 0, polygons: 0 }
    }

    /// A node and those before it.
    fn back_from(&self, last: u32) -> impl Iterator<Item = &Node> {
        let node = |at: u32| self.nodes.get(cast::index(at));
        std::iter::successors(node(last), move |before| node(before.parent))
    }

    /// Lists polygons and corners, and where the links stand among them.
    fn list(&self, mesh: &HalfEdges, last: u32, trace: &mut Trace) {
        let Trace { polygons, corners, links, .. } = trace;
        // Where the way turns next, unless it takes a link before.
        let mut turned = None;
        let mut taken = links.iter_mut().rev();
        for node in self.back_from(last) {
            if !matches!(node.shape, Shape::Goal | Shape::Bend) {
                polygons.push(mesh.get(node.edge).polygon);
            }
            if node.shape.is_link() {
                if let Some(taken) = taken.next() {
                    (taken.corners, taken.polygons) =
                        (cast::count(corners.len()), cast::count(polygons.len()));
                }
                turned = None;
            } else if node.corner != NONE {
                match corners.last_mut() {
                    // Told by the node that turned there first.
                    Some(corner) if turned == Some(node.root) => *corner = node.corner,
                    _ => corners.push(node.corner),
                }
                turned = Some(node.root);
            }
        }
        polygons.reverse();
        corners.reverse();
        // They were counted from the end.
        for taken in links {
            taken.corners = cast::count(corners.len()) - taken.corners;
            taken.polygons = cast::count(polygons.len()) - taken.polygons;
        }
    }

    /// Takes out corners that the way only touches.
    fn drop_straight(&self, mesh: &HalfEdges, last: u32, trace: &mut Trace) {
        let is_goal = self.nodes[cast::index(last)].shape == Shape::Goal;
        let Trace { corners, links, .. } = trace;
        let (mut kept, mut next) = (0, 0);
        let mut before = Some(self.start);
        for i in 0..=links.len() {
            // The corners between two links.
            let (end, target) = match links.get(i) {
                Some(taken) => (cast::index(taken.corners), lattice_ends_of(mesh, taken)[0]),
                None => (corners.len(), is_goal.then_some(self.goal)),
            };
            for at in next..end {
                let here = mesh.at(corners[at]);
                let after = if at + 1 < end { Some(mesh.at(corners[at + 1])) } else { target };
                if !is_straight(before, here, after) {
                    corners[kept] = corners[at];
                    kept += 1;
                    before = Some(here);
                }
            }
            next = end;
            if let Some(taken) = links.get_mut(i) {
                taken.corners = cast::count(kept);
                before = lattice_ends_of(mesh, taken)[1];
            }
        }
        corners.truncate(kept);
    }

    /// Where the way to a node ends.
    fn end_of(&self, mesh: &HalfEdges, last: u32) -> Plan {
        let node = &self.nodes[cast::index(last)];
        let (a, b) = mesh.ends(node.edge);
        match node.shape {
            Shape::Slit => {
                let rays = Rays { root: node.root, right: node.right, left: node.left };
                let ends = from_right(node.root, mesh.ways().get(node.corner).exit);
                let share = bound::share_across(&rays, ends, self.goal);
                bound::between(plan(ends[1]), plan(ends[0]), share)
            }
            Shape::Goal => plan(self.goal),
            Shape::Cone => {
                let rays = Rays { root: node.root, right: node.right, left: node.left };
                bound::between(plan(a), plan(b), bound::share_across(&rays, [b, a], self.goal))
            }
            _ => plan(node.root),
        }
    }
}

/// Where a link is entered and left, in plan.
pub(in crate::query) fn ends_of(mesh: &HalfEdges, taken: &Taken) -> [Plan; 2] {
    let way = mesh.ways().get(taken.way);
    [way.entry, way.exit].map(|[a, b]| bound::between(plan(a), plan(b), taken.share))
}

/// The same where they are ends of the link, lattice points.
fn lattice_ends_of(mesh: &HalfEdges, taken: &Taken) -> [Option<PlanPoint>; 2] {
    let way = mesh.ways().get(taken.way);
    [way.entry, way.exit].map(|[a, b]| match taken.share {
        0.0 => Some(a),
        1.0 => Some(b),
        _ => None,
    })
}

/// True when a way from `before` to `after` does not turn at `here`, or does not move; false
/// where they are not known.
fn is_straight(before: Option<PlanPoint>, here: PlanPoint, after: Option<PlanPoint>) -> bool {
    if before == Some(here) || after == Some(here) {
        return true;
    }
    let (Some(before), Some(after)) = (before, after) else { return false };
    predicates::cross(before, here, after) == 0 && predicates::dot(here, before, after) < 0
}

/// How far along a segment the line from `root` to `target` crosses it.
fn share_of_line([a, b]: [Plan; 2], root: Plan, target: Plan) -> f64 {
    let side =
        |p: Plan| (target.0 - root.0) * (p.1 - root.1) - (target.1 - root.1) * (p.0 - root.0);
    let (sa, sb) = (side(a), side(b));
    let apart = sa - sb;
    if apart == 0.0 { 0.0 } else { (sa / apart).clamp(0.0, 1.0) }
}
