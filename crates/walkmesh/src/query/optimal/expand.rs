//! From a node to the nodes after it. Every decision is an exact orientation of lattice points.
//! All exits `k` that are handed on may be crossed and lead towards the goal.

use super::bound::Rays;
use super::node::{Node, Rest, Shape};
use super::search::Search;
use super::view::View;
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::{HalfEdge, HalfEdges, NONE, Ring};

/// Which way a path turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Right,
    Left,
}

/// Where a path turns or starts: the part that a node shares with those it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) at: PlanPoint,
    pub(super) corner: u32,
    pub(super) fan: u32,
    pub(super) g: f64,
    /// False when it is known not to see the goal.
    pub(super) may_see: bool,
}

impl Root {
    /// A turn at the first corner of an edge of a polygon, at a length.
    fn turned(ring: &Ring<'_>, k: usize, g: f64) -> Self {
        let HalfEdge { at, fan, .. } = *ring.get(k);
        Self { at, corner: ring.number(k), fan, g, may_see: true }
    }

    const fn of(node: &Node) -> Self {
        let (corner, fan) =
            if node.shape.is_link() { (NONE, NONE) } else { (node.corner, node.fan) };
        Self { at: node.root, corner, fan, g: node.g, may_see: node.may_see }
    }
}

impl Search {
    /// Collects the nodes that follow from a node into `fresh`.
    pub(super) fn expand(&mut self, mesh: &HalfEdges, index: u32) {
        match self.nodes[cast::index(index)].shape {
            Shape::Cone => self.expand_cone(mesh, index),
            Shape::Slit => self.expand_slit(mesh, index),
            _ => self.expand_root(mesh, index),
        }
    }

    /// The root lies on the closed polygon, which is convex: all of it is in sight.
    fn expand_root(&mut self, mesh: &HalfEdges, index: u32) {
        let node = self.nodes[cast::index(index)];
        let ring = mesh.ring(node.edge);
        let polygon = ring.edges[0].polygon;
        let root = Root::of(&node);
        if self.is_goal(polygon) {
            self.reach(&root, node.edge);
        }
        for part in mesh.ways().entered_from(polygon) {
            self.take_knots(mesh, part, |_| Some(root));
            self.take_stretch(mesh, part, root, View::All);
        }
        // The edge across which the turn goes on around the root.
        let onward = match node.shape {
            Shape::PivotRight => Some((ring.next(ring.own), Turn::Right)),
            Shape::PivotLeft => Some((ring.prev(ring.own), Turn::Left)),
            _ => None,
        };
        for (k, edge) in ring.edges.iter().enumerate() {
            let entered =
                k == ring.own && !matches!(node.shape, Shape::Seed | Shape::Exit | Shape::Share);
            if entered || !edge.leads_to(&self.places) {
                continue;
            }
            let (u, w) = (edge.at, ring.get(ring.next(k)).at);
            if predicates::cross(root.at, u, w) != 0 {
                self.see(edge, &root, [u, w], [u, w]);
                continue;
            }
            match onward {
                Some((next, turn)) if next == k => {
                    self.pivot(mesh, edge, turn, &root, self.current);
                }
                // The polygon beyond an edge under the start is a seed of its own.
                _ if predicates::on_segment(u, w, root.at) => {}
                _ => self.follow(mesh, &ring, k, &root, self.current),
            }
        }
    }

    /// The root lies off the edge's line: what is between the rays is in sight, what is beside
    /// them is reached by turning where a ray meets an end of the edge, if that is a corner.
    /// The kernel of the search.
    fn expand_cone(&mut self, mesh: &HalfEdges, index: u32) {
        let node = self.nodes[cast::index(index)];
        let ring = mesh.ring(node.edge);
        let (entered, second) = (ring.own, ring.next(ring.own));
        let [crossed, after] = [entered, second].map(|k| ring.get(k));
        let polygon = crossed.polygon;
        let last = ring.prev(entered);
        let root = Root::of(&node);
        let rays = Rays { root: root.at, right: node.right, left: node.left };
        let (a, b) = (crossed.at, after.at);
        // Where the polygon does not reach beyond a ray there is nothing to turn to, but the
        // length to the corner is worth knowing: it keeps longer ways out.
        let (left_of_a, right_of_b) = (rays.side_left(a), rays.side_right(b));
        if self.is_detour(&ring, node.g, &rays, [left_of_a == 0, right_of_b == 0]) {
            return;
        }
        // The lengths to these corners, where the way may turn there.
        let to_right = if right_of_b == 0 { self.length_to(after, &root) } else { None };
        let to_left = if left_of_a == 0 { self.length_to(crossed, &root) } else { None };
        let turn_right = to_right
            .filter(|_| rays.side_right(ring.get(ring.next(second)).at) < 0)
            .map(|g| Root::turned(&ring, second, g));
        let turn_left = to_left
            .filter(|_| rays.side_left(ring.get(last).at) > 0)
            .map(|g| Root::turned(&ring, entered, g));
        if self.is_goal(polygon) || !mesh.ways().entered_from(polygon).is_empty() {
            self.arrive(mesh, node.edge, (&rays, &root), [turn_right, turn_left]);
        }

        // The exits from right to left, from corner `u` to `w`; `ur` is the side of `u` of the
        // right ray, and so on: above 0 is left of it. As the polygon is convex, all after the first
        // left of the right ray are, and what is right of that is right of the left ray as well.
        let mut is_past_right = false;
        for (exit, here) in ring.exits_after(entered) {
            if !here.leads_to(&self.places) {
                continue;
            }
            let (from, w) = (here.at, ring.get(ring.next(exit)).at);
            let (ur, wr) =
                if is_past_right { (1, 1) } else { (rays.side_right(from), rays.side_right(w)) };
            is_past_right = wr > 0;
            let (ul, wl) =
                if is_past_right { (rays.side_left(from), rays.side_left(w)) } else { (-1, -1) };
            if is_past_right && ul < 0 {
                let right = if ur >= 0 { from } else { node.right };
                let left = if wl <= 0 { w } else { node.left };
                self.see(here, &root, [right, left], [from, w]);
            } else if (ur == 0 && wr == 0) || (ul == 0 && wl == 0) {
                self.follow(mesh, &ring, exit, &root, self.current);
            } else if ul > 0 && turn_left.is_none() {
                break;
            }
            if let Some(turn) = &turn_right {
                if exit == second {
                    self.pivot(mesh, here, Turn::Right, turn, self.current);
                } else if ur < 0 {
                    let left = if wr > 0 { onward(root.at, turn.at) } else { w };
                    self.see_or_follow(mesh, (&ring, exit), turn, [from, left], [from, w]);
                }
            }
            if let Some(turn) = &turn_left {
                if exit == last {
                    self.pivot(mesh, here, Turn::Left, turn, self.current);
                } else if wl > 0 {
                    let right = if ul < 0 { onward(root.at, turn.at) } else { from };
                    self.see_or_follow(mesh, (&ring, exit), turn, [right, w], [from, w]);
                }
            }
        }
    }

    /// Takes what a polygon has, beside exits, that a cone leads into: the goal, and links. They are
    /// seen from its root, or from a turn beside it.
    #[cold]
    fn arrive(
        &mut self,
        mesh: &HalfEdges,
        edge: u32,
        (rays, root): (&Rays, &Root),
        [turn_right, turn_left]: [Option<Root>; 2],
    ) {
        let polygon = mesh.get(edge).polygon;
        // From where a point of the polygon is seen.
        let seen_from = |p: PlanPoint| {
            if rays.side_right(p) < 0 {
                turn_right
            } else if rays.side_left(p) > 0 {
                turn_left
            } else {
                Some(*root)
            }
        };
        if self.is_goal(polygon)
            && let Some(root) = seen_from(self.goal)
        {
            self.reach(&root, edge);
        }
        for part in mesh.ways().entered_from(polygon) {
            self.take_knots(mesh, part, seen_from);
            let view = View::Between([rays.right, rays.left]);
            self.take_stretch(mesh, part, *root, view);
            if let Some(turn) = turn_right {
                let view = View::RightOf(onward(root.at, turn.at));
                self.take_stretch(mesh, part, turn, view);
            }
            if let Some(turn) = turn_left {
                let view = View::LeftOf(onward(root.at, turn.at));
                self.take_stretch(mesh, part, turn, view);
            }
        }
    }

    /// The length to the first corner of an edge, in sight of the root, if a shortest path may turn
    /// there.
    #[inline]
    fn length_to(&mut self, edge: &HalfEdge, root: &Root) -> Option<f64> {
        if !edge.is_corner() || !self.is_near(edge.at) {
            return None;
        }
        let g = root.g + root.at.distance(edge.at);
        self.improves(edge.fan, g).then_some(g)
    }

    /// The goal, straight from a root that sees it.
    pub(super) fn reach(&mut self, root: &Root, edge: u32) {
        if !self.is_near(self.goal) {
            return;
        }
        let Root { at, corner, fan, g, may_see } = *root;
        let (right, left, parent, shape) = (at, at, self.current, Shape::Goal);
        let node = Node { root: at, right, left, g, edge, corner, fan, parent, shape, may_see };
        self.add(node, Rest::Known(at.distance(self.goal)));
    }

    /// What the root sees of an exit between the right and left ray, which are not the same; `ends`
    /// are the corners of the exit, from right to left.
    #[inline(always)] // so that its arguments need not be laid out
    pub(super) fn see(
        &mut self,
        exit: &HalfEdge,
        root: &Root,
        [right, left]: [PlanPoint; 2],
        ends: [PlanPoint; 2],
    ) {
        if !self.is_segment_near(ends) {
            return;
        }
        let Root { at, corner, fan, g, may_see } = *root;
        let (edge, parent, shape) = (exit.twin, self.current, Shape::Cone);
        self.add(
            Node { root: at, right, left, g, edge, corner, fan, parent, shape, may_see },
            Rest::Across(ends),
        );
    }

    /// The same from a corner just turned, which the exit may lie on a line with.
    #[inline(always)] // so that its arguments need not be laid out
    fn see_or_follow(
        &mut self,
        mesh: &HalfEdges,
        (ring, k): (&Ring<'_>, usize),
        turn: &Root,
        [right, left]: [PlanPoint; 2],
        ends: [PlanPoint; 2],
    ) {
        if predicates::cross(turn.at, right, left) > 0 {
            self.see(ring.get(k), turn, [right, left], ends);
        } else {
            self.bend_to_follow(mesh, (ring, k), turn);
        }
    }

    /// Follows an exit on a line with the corner just turned.
    #[cold]
    fn bend_to_follow(&mut self, mesh: &HalfEdges, (ring, k): (&Ring<'_>, usize), turn: &Root) {
        let parent = self.bend(turn);
        self.follow(mesh, ring, k, turn, parent);
    }

    /// Keeps a turn that the nodes which follow would not: the node to go on from.
    pub(super) fn bend(&mut self, turn: &Root) -> u32 {
        let Root { at, corner, fan, g, may_see } = *turn;
        let node = &self.nodes[cast::index(self.current)];
        let bend = Node {
            root: at,
            corner,
            fan,
            g,
            parent: self.current,
            shape: Shape::Bend,
            may_see,
            ..*node
        };
        let index = cast::count(self.nodes.len());
        self.nodes.push(bend);
        index
    }

    /// The exit `k` lies on a line with the root, apart from it: it is entered by walking along
    /// the border to its nearer end and turning there.
    fn follow(&mut self, mesh: &HalfEdges, ring: &Ring<'_>, k: usize, root: &Root, parent: u32) {
        let after = ring.next(k);
        let (u, w) = (ring.get(k).at, ring.get(after).at);
        let (near, turn) = if predicates::dot(u, root.at, w) <= 0 {
            (k, Turn::Right)
        } else {
            (after, Turn::Left)
        };
        if let Some(g) = self.length_to(ring.get(near), root) {
            self.pivot(mesh, ring.get(k), turn, &Root::turned(ring, near, g), parent);
        }
    }

    /// Crosses an edge at its end, the root, turning around it.
    fn pivot(&mut self, mesh: &HalfEdges, edge: &HalfEdge, turn: Turn, root: &Root, parent: u32) {
        let Root { at, g, may_see, .. } = *root;
        // The root in the entered polygon: a fan of its own when the edge is one-way.
        let (corner, shape) = match turn {
            Turn::Right => (mesh.next(edge.twin), Shape::PivotRight),
            Turn::Left => (edge.twin, Shape::PivotLeft),
        };
        let fan = mesh.get(corner).fan;
        if self.improves(fan, g) && self.is_new_pivot(corner, shape, g) {
            let (right, left) = (at, at);
            let node = Node {
                root: at,
                right,
                left,
                g,
                edge: edge.twin,
                corner,
                fan,
                parent,
                shape,
                may_see,
            };
            let rest = self.shortcuts.bound(at, at.distance(self.goal));
            self.add(node, Rest::Known(rest));
        }
    }
}

/// A point on the way on from `root` through `at`, as far again.
const fn onward(root: PlanPoint, at: PlanPoint) -> PlanPoint {
    PlanPoint::new(2 * at.x - root.x, 2 * at.y - root.y)
}
