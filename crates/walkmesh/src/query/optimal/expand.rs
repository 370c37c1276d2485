//! From a node to the nodes after it. Every decision is an exact orientation of lattice points.

use super::node::{Node, Shape};
use super::search::Search;
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::HalfEdges;

/// Which way a path turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Right,
    Left,
}

/// Where a path turns or starts: the part that a node shares with those it leads to.
#[derive(Clone, Copy, Debug)]
struct Root {
    at: PlanPoint,
    corner: u32,
    g: f64,
}

impl Root {
    const fn of(node: &Node) -> Self {
        Self { at: node.root, corner: node.corner, g: node.g }
    }
}

impl Search {
    /// Collects the nodes that follow from a node into `fresh`.
    pub(super) fn expand(&mut self, mesh: &HalfEdges, node: &Node) {
        if node.shape == Shape::Cone {
            self.expand_cone(mesh, node);
        } else {
            self.expand_root(mesh, node);
        }
    }

    /// The root lies on the closed polygon, which is convex: all of it is in sight.
    fn expand_root(&mut self, mesh: &HalfEdges, node: &Node) {
        let polygon = mesh.get(node.edge).polygon;
        let root = Root::of(node);
        if self.goals.contains(&polygon) {
            self.reach(root, node.edge);
        }
        // The edge across which the turn goes on around the root.
        let onward = match node.shape {
            Shape::PivotRight => Some((mesh.next(node.edge), Turn::Right)),
            Shape::PivotLeft => Some((mesh.prev(node.edge), Turn::Left)),
            _ => None,
        };
        for k in mesh.around(polygon) {
            if k == node.edge && node.shape != Shape::Seed {
                continue;
            }
            let (u, w) = (mesh.at(k), mesh.at(mesh.next(k)));
            if predicates::cross(root.at, u, w) != 0 {
                self.see(mesh, k, root, u, w);
                continue;
            }
            match onward {
                Some((edge, turn)) if edge == k => self.pivot(mesh, k, turn, root, self.current),
                // The polygon beyond an edge under the start is a seed of its own.
                _ if predicates::on_segment(u, w, root.at) => {}
                _ => self.follow(mesh, k, root, self.current),
            }
        }
    }

    /// The root lies off the edge's line: what is between the rays is in sight, what is beside
    /// them is reached by turning where a ray meets an end of the edge, if that is a corner.
    fn expand_cone(&mut self, mesh: &HalfEdges, node: &Node) {
        let root = Root::of(node);
        let side_right = |p| predicates::cross(root.at, node.right, p);
        let side_left = |p| predicates::cross(root.at, node.left, p);
        let second = mesh.next(node.edge);
        let (a, b) = (mesh.at(node.edge), mesh.at(second));
        let on_right = side_right(b) == 0;
        let on_left = side_left(a) == 0;
        let turn_right = if on_right { self.turn(mesh, second, root) } else { None };
        let turn_left = if on_left { self.turn(mesh, node.edge, root) } else { None };

        if self.goals.contains(&mesh.get(node.edge).polygon) {
            let (from_right, from_left) = (side_right(self.goal), side_left(self.goal));
            let seen = if from_right < 0 {
                turn_right
            } else if from_left > 0 {
                turn_left
            } else {
                Some(root)
            };
            if let Some(root) = seen {
                self.reach(root, node.edge);
            }
        }

        // The exits from right to left; `ur` is the side of corner `u` of the right ray, and so
        // on: above 0 is left of the ray.
        let mut k = second;
        let (mut u, mut ur, mut ul) = (b, side_right(b), side_left(b));
        while k != node.edge {
            let after = mesh.next(k);
            let w = mesh.at(after);
            let (wr, wl) = (side_right(w), side_left(w));
            if mesh.get(k).is_open() {
                if wr > 0 && ul < 0 {
                    let right = if ur >= 0 { u } else { node.right };
                    let left = if wl <= 0 { w } else { node.left };
                    self.see(mesh, k, root, right, left);
                } else if (ur == 0 && wr == 0) || (ul == 0 && wl == 0) {
                    self.follow(mesh, k, root, self.current);
                }
                if let Some(turn) = turn_right {
                    if k == second {
                        if wr < 0 {
                            self.pivot(mesh, k, Turn::Right, turn, self.current);
                        }
                    } else if ur < 0 {
                        let left = if wr > 0 { onward(root.at, turn.at) } else { w };
                        self.see_or_follow(mesh, k, turn, u, left);
                    }
                }
                if let Some(turn) = turn_left {
                    if after == node.edge {
                        if ul > 0 {
                            self.pivot(mesh, k, Turn::Left, turn, self.current);
                        }
                    } else if wl > 0 {
                        let right = if ul < 0 { onward(root.at, turn.at) } else { u };
                        self.see_or_follow(mesh, k, turn, right, w);
                    }
                }
            }
            (k, u, ur, ul) = (after, w, wr, wl);
        }
    }

    /// A turn at the first corner of `h`, in sight of the root, if a shortest path may turn there.
    fn turn(&mut self, mesh: &HalfEdges, h: u32, root: Root) -> Option<Root> {
        let edge = mesh.get(h);
        if !edge.is_corner() {
            return None;
        }
        let g = root.g + root.at.distance(edge.at);
        self.improves(edge.fan, g).then_some(Root { at: edge.at, corner: h, g })
    }

    /// The goal, straight from a root that sees it.
    fn reach(&mut self, root: Root, edge: u32) {
        let Root { at, corner, g } = root;
        self.fresh.push(Node {
            root: at,
            right: at,
            left: at,
            g,
            edge,
            corner,
            parent: self.current,
            shape: Shape::Goal,
        });
    }

    /// What the root sees of the exit `k` between two rays; the rays are not the same.
    fn see(&mut self, mesh: &HalfEdges, k: u32, root: Root, right: PlanPoint, left: PlanPoint) {
        let edge = mesh.get(k);
        if edge.is_open() && mesh.leads_to(k, &self.goals) {
            let Root { at, corner, g } = root;
            self.fresh.push(Node {
                root: at,
                right,
                left,
                g,
                edge: edge.twin,
                corner,
                parent: self.current,
                shape: Shape::Cone,
            });
        }
    }

    /// The same from a corner just turned, which the exit may lie on a line with.
    fn see_or_follow(
        &mut self,
        mesh: &HalfEdges,
        k: u32,
        turn: Root,
        right: PlanPoint,
        left: PlanPoint,
    ) {
        if predicates::cross(turn.at, right, left) > 0 {
            self.see(mesh, k, turn, right, left);
        } else {
            let Root { at, corner, g } = turn;
            let node = &self.nodes[cast::index(self.current)];
            let bend =
                Node { root: at, corner, g, parent: self.current, shape: Shape::Bend, ..*node };
            let parent = cast::count(self.nodes.len());
            self.nodes.push(bend);
            self.follow(mesh, k, turn, parent);
        }
    }

    /// The exit `k` lies on a line with the root, apart from it: it is entered by walking along
    /// the border to its nearer end and turning there.
    fn follow(&mut self, mesh: &HalfEdges, k: u32, root: Root, parent: u32) {
        let after = mesh.next(k);
        let (near, turn) = if predicates::dot(mesh.at(k), root.at, mesh.at(after)) <= 0 {
            (k, Turn::Right)
        } else {
            (after, Turn::Left)
        };
        if let Some(root) = self.turn(mesh, near, root) {
            self.pivot(mesh, k, turn, root, parent);
        }
    }

    /// Crosses `k` at its end, the root, turning around it.
    fn pivot(&mut self, mesh: &HalfEdges, k: u32, turn: Turn, root: Root, parent: u32) {
        let Root { at, g, .. } = root;
        let edge = mesh.get(k);
        if !edge.is_open() || !mesh.leads_to(k, &self.goals) {
            return;
        }
        // The root in the entered polygon: a fan of its own when the edge is one-way.
        let (corner, shape) = match turn {
            Turn::Right => (mesh.next(edge.twin), Shape::PivotRight),
            Turn::Left => (edge.twin, Shape::PivotLeft),
        };
        if self.improves(mesh.get(corner).fan, g) && self.is_new_pivot(corner, shape, g) {
            self.fresh.push(Node {
                root: at,
                right: at,
                left: at,
                g,
                edge: edge.twin,
                corner,
                parent,
                shape,
            });
        }
    }
}

/// A point on the way on from `root` through `at`, as far again.
const fn onward(root: PlanPoint, at: PlanPoint) -> PlanPoint {
    PlanPoint::new(2 * at.x - root.x, 2 * at.y - root.y)
}
