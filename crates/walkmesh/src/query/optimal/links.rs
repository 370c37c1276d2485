//! Taking links: from a root that sees an end of one to the polygons around its other end.

use super::expand::Root;
use super::node::{Node, Rest, Shape};
use super::search::Search;
use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::{HalfEdges, NONE};
use crate::mesh::link_ways::{Knot, Part};

impl Search {
    /// Takes a way at those of its knots that the polygon in hand holds; `seen_from` says from
    /// where a point of the polygon is in sight, if it is.
    pub(super) fn take_knots(
        &mut self,
        mesh: &HalfEdges,
        part: &Part,
        seen_from: impl Fn(PlanPoint) -> Option<Root>,
    ) {
        let ways = mesh.ways();
        for index in ways.knots_of(part.way) {
            let knot = &ways.knots()[cast::index(index)];
            if part.spans(ways.get(part.way).entry, knot.entry)
                && let Some(root) = seen_from(knot.entry)
            {
                self.take_knot(mesh, index, knot, root);
            }
        }
    }

    /// Goes straight from a root to a knot of a way and through it: what follows begins anew in
    /// all polygons around the other end.
    fn take_knot(&mut self, mesh: &HalfEdges, index: u32, knot: &Knot, root: Root) {
        let Knot { way: way_index, entry, exit, .. } = *knot;
        let way = mesh.ways().get(way_index);
        if !(self.is_near(entry) && self.is_near(exit)) {
            return;
        }
        let g = root.g + root.at.distance(entry) + way.cost / self.cost;
        if !self.is_new_exit(index, g) {
            return;
        }
        let parent = self.node_at(root);
        let rest = self.shortcuts.bound(exit, exit.distance(self.goal));
        let held = |part: &&Part| part.spans(way.exit, exit) && mesh.holds(part.polygon, exit);
        for part in mesh.ways().exits_of(way_index).iter().filter(held) {
            let node = Node {
                root: exit,
                right: exit,
                left: exit,
                g,
                edge: mesh.around(part.polygon).start,
                corner: index,
                fan: NONE,
                parent,
                shape: Shape::Exit,
                may_see: false,
            };
            self.add(node, Rest::Known(rest));
        }
    }

    /// The node in hand, or one that keeps the turn after it.
    pub(super) fn node_at(&mut self, root: Root) -> u32 {
        let turned = self.nodes[cast::index(self.current)].root != root.at;
        if turned { self.bend(&root) } else { self.current }
    }
}
