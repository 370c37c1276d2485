//! Taking links: from a root that sees an end of one to the polygons around its other end.

use super::expand::Root;
use super::node::{Fresh, Node, Shape};
use super::search::Search;
use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::HalfEdges;
use crate::mesh::link_ways::Part;

/// An end of a way as a number: twice the way, and 1 more for share 1.
const fn slot_of(way: u32, end: u32) -> u32 {
    2 * way + end
}

/// The way and the end of a number.
pub(super) const fn way_of(slot: u32) -> (u32, u32) {
    (slot / 2, slot % 2)
}

impl Search {
    /// Takes a way at those of its ends that the polygon in hand holds; `seen_from` says from
    /// where a point of the polygon is in sight, if it is.
    pub(super) fn take_ends(
        &mut self,
        mesh: &HalfEdges,
        part: &Part,
        seen_from: impl Fn(PlanPoint) -> Option<Root>,
    ) {
        let way = mesh.ways().get(part.way);
        let ends: &[u32] = if way.is_point() { &[0] } else { &[0, 1] };
        for &end in ends {
            let entry = way.entry[cast::index(end)];
            if part.ends.contains(&entry)
                && let Some(root) = seen_from(entry)
            {
                self.take_end(mesh, part.way, end, root);
            }
        }
    }

    /// Goes straight from a root to an end of a way and through it: what follows begins anew in
    /// all polygons around the other end.
    fn take_end(&mut self, mesh: &HalfEdges, way_index: u32, end: u32, root: Root) {
        let way = mesh.ways().get(way_index);
        let [entry, exit] = [way.entry, way.exit].map(|ends| ends[cast::index(end)]);
        if !(self.is_near(entry) && self.is_near(exit)) {
            return;
        }
        let g = root.g + root.at.distance(entry) + way.cost / self.cost;
        let slot = slot_of(way_index, end);
        if !self.is_new_exit(slot, g) {
            return;
        }
        let turned = self.nodes[cast::index(self.current)].root != root.at;
        let parent = if turned { self.bend(root) } else { self.current };
        let rest = self.shortcuts.bound(exit, exit.distance(self.goal));
        let held = |part: &&Part| part.ends.contains(&exit);
        for part in mesh.ways().exits_of(way_index).iter().filter(held) {
            let node = Node {
                root: exit,
                right: exit,
                left: exit,
                g,
                edge: mesh.around(part.polygon).start,
                corner: slot,
                parent,
                shape: Shape::Exit,
            };
            self.fresh.push(Fresh { node, rest });
        }
    }
}
