//! Looking ahead: a node whose root sees the goal is the end of the search.

use super::node::{Node, Shape};
use super::search::Search;
use crate::geom::cast;
use crate::mesh::half_edges::HalfEdges;
use crate::query::exit::{Across, Exit};

/// What a root sees in the direction of the goal.
pub(super) enum Sight {
    /// The goal, which is this node.
    Goal(u32),
    /// A wall, or a corner that the line meets.
    Wall,
    /// The goal lies in a direction that is not the node's.
    Aside,
}

impl Search {
    /// Follows the straight line from the root of a cone or a pivot to the goal. Nothing promises
    /// less than a node that comes first, so where the line arrives the search has ended; of no use
    /// where there are links or limits, which the line does not look at.
    pub(super) fn look_ahead(&mut self, mesh: &HalfEdges, index: u32) -> Sight {
        let node = self.nodes[cast::index(index)];
        let mut ring = mesh.ring(node.edge);
        let line = [node.root, self.goal];
        let (before, mut parent) = (self.nodes.len(), index);
        loop {
            match Exit::of(&ring, line) {
                Exit::Across(Across { edge, .. }) if edge.is_open() => {
                    let next = cast::count(self.nodes.len());
                    let shape = Shape::Cone;
                    self.nodes.push(Node { edge: edge.twin, parent, shape, ..node });
                    parent = next;
                    ring = mesh.ring(edge.twin);
                }
                Exit::Ends if self.is_goal(ring.get(ring.own).polygon) => {
                    let edge = ring.number(ring.own);
                    let next = cast::count(self.nodes.len());
                    let shape = Shape::Goal;
                    self.nodes.push(Node { edge, parent, shape, ..node });
                    return Sight::Goal(next);
                }
                Exit::Corner if parent == index && node.shape != Shape::Cone => {
                    return Sight::Aside;
                }
                _ => {
                    self.nodes.truncate(before);
                    return Sight::Wall;
                }
            }
        }
    }
}
