//! Stretch links: a path goes in at some share of one stretch and comes out at the same share of
//! another of the same length.
//!
//! Unfolded, it is straight there, or it bends at a knot: an end of the stretch, a corner on it, or where
//! the exit crosses the next stretch that is taken. Knots are links of their own (`links`). For
//! the rest, the root is moved along: seen from the exit it seems to stand behind it, at its
//! distance and angle, and what it sees of the entry becomes a cone through a *slit*. As a path
//! may leave the exit to either side, there are two such images, one the mirror image of the
//! other about the exit.
//!
//! ```text
//!        \  |   |  /
//!     ----==#####==----  exit         the far side is seen through ##### by the image R';
//!            \ /                      the near side by R', mirrored about the exit
//!             R'
//! ```
//!
//! Images are lattice points, rounded where the link turns by other than quarter turns: a length
//! over such a link is off by a step at most, and a path that needs an inner share in a gap
//! narrower than that is led over the ends.

use super::bound::{self, Rays};
use super::expand::Root;
use super::image::Image;
use super::node::{Node, Rest, Shape};
use super::search::Search;
use super::view::{View, beyond, from_right};
use super::within::common;
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::{HalfEdges, NONE};
use crate::mesh::link_ways::{Part, at_share, on_ground};

/// Through how many slits in a row a straight line is followed; beyond, only the ends of
/// stretches are taken. Links that cost nothing may lie over each other, so that a line could go
/// round in them for ever.
const MOST_SLITS: usize = 16;

/// How near to a stretch a root counts as standing on it, steps: where rounding put it. So near,
/// the images of the stretch's two sides can no longer be told apart.
const BESIDE: f64 = 1.5;

/// Where a stretch was taken by a root that stood on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) way: u32,
    /// Where it was entered.
    pub(super) entry: PlanPoint,
    /// Shortest known length.
    pub(super) g: f64,
}

/// What tells slits apart that lead to the same nodes.
pub(super) type SlitKey = (u32, u32, [PlanPoint; 3]);

impl Search {
    /// Takes a way over inner shares of its stretch, as far as a root in the polygon of `part`
    /// sees it.
    pub(super) fn take_stretch(&mut self, mesh: &HalfEdges, part: &Part, root: Root, view: View) {
        let [a, b] = part.ends;
        if a == b {
            // A point, or all that the polygon touches of a stretch: a knot.
            return;
        }
        let way = mesh.ways().get(part.way);
        let Some(near) = self.near_shares(way) else { return };
        if predicates::cross(root.at, a, b) != 0
            && let Some([right, left]) = view.onto(root.at, part.ends)
        {
            for mirrored in [false, true] {
                self.take_slit(mesh, part.way, root, [right, left], near, mirrored);
            }
        }
        self.take_ends(mesh, part, near, root, view);
        if let View::All = view
            && bound::distance_to_segment(root.at, part.ends) <= BESIDE
            && !mesh.ways().has_knot(part.way, root.at)
        {
            let share = bound::share_beside(root.at, part.ends);
            self.take_share(mesh, part.way, at_share(part.ends, share), root);
        }
    }

    /// Takes a way where the disc ends it, as a shortest path in the disc may bend there; a little
    /// inside, as both places are rounded to the lattice.
    fn take_ends(&mut self, mesh: &HalfEdges, part: &Part, near: [f64; 2], root: Root, view: View) {
        let [a, b] = mesh.ways().get(part.way).entry;
        let inward = BESIDE / a.distance(b);
        for (share, by) in near.into_iter().zip([inward, -inward]) {
            let entry = at_share([a, b], share + by);
            if 0.0 < share && share < 1.0 && part.spans([a, b], entry) && view.shows(root.at, entry)
            {
                self.take_share(mesh, part.way, entry, root);
            }
        }
    }

    /// Takes a way at the share of a point on its stretch, which the root sees.
    fn take_share(&mut self, mesh: &HalfEdges, way_index: u32, entry: PlanPoint, root: Root) {
        let way = mesh.ways().get(way_index);
        let g = root.g + root.at.distance(entry) + way.cost / self.cost;
        let known = self.shares.iter().position(|s| s.way == way_index && s.entry == entry);
        if known.is_some_and(|i| self.shares[i].g <= g) {
            return;
        }
        let parts = mesh.ways().exits_of(way_index);
        let Some(exit) = Image::new(way, false).of(entry).and_then(|p| on_ground(mesh, parts, p))
        else {
            return;
        };
        if !(self.is_near(entry) && self.is_near(exit)) {
            return;
        }
        let share = Share { way: way_index, entry, g };
        let index = known.unwrap_or(self.shares.len());
        if known.is_some() {
            self.shares[index] = share;
        } else {
            self.shares.push(share);
        }
        let parent = self.node_at(root);
        let rest = self.shortcuts.bound(exit, exit.distance(self.goal));
        for part in parts.iter().filter(|part| mesh.holds(part.polygon, exit)) {
            let node = Node {
                root: exit,
                right: exit,
                left: exit,
                g,
                edge: mesh.around(part.polygon).start,
                corner: cast::count(index),
                fan: NONE,
                parent,
                shape: Shape::Share,
                may_see: false,
            };
            self.add(node, Rest::Known(rest));
        }
    }

    /// Moves a root and what it sees of a stretch to the other end, as far as shares are near.
    fn take_slit(
        &mut self,
        mesh: &HalfEdges,
        way_index: u32,
        root: Root,
        [right, left]: [PlanPoint; 2],
        near: [f64; 2],
        mirrored: bool,
    ) {
        let way = mesh.ways().get(way_index);
        let image = Image::new(way, mirrored);
        let there = |p: PlanPoint| if p == way.entry[1] { Some(way.exit[1]) } else { image.of(p) };
        let (Some(at), Some(right), Some(left)) = (image.of(root.at), there(right), there(left))
        else {
            return;
        };
        let [right, left] = if mirrored { [left, right] } else { [right, left] };
        let view = View::Between([right, left]);
        let g = root.g + way.cost / self.cost;
        let mut parent = None;
        for part in mesh.ways().exits_of(way_index) {
            if predicates::cross(at, part.ends[0], part.ends[1]) == 0 {
                continue;
            }
            let ends = from_right(at, part.ends);
            let beyond = |h| predicates::cross(ends[0], ends[1], mesh.at(h)) < 0;
            if !mesh.around(part.polygon).any(beyond) {
                continue;
            }
            let Some(near) = near_part(part, way.exit, near) else { continue };
            let Some([right, left]) = view.onto(at, near) else { continue };
            let edge = mesh.around(part.polygon).start;
            let (corner, shape) = (way_index, Shape::Slit);
            let (fan, before) = (NONE, NONE);
            let node = Node {
                root: at,
                right,
                left,
                g,
                edge,
                corner,
                fan,
                parent: before,
                shape,
                may_see: false,
            };
            if self.is_beaten(mesh, &node)
                || !self.is_new_slit((way_index, part.polygon, [at, right, left]), g)
            {
                continue;
            }
            let parent = *parent.get_or_insert_with(|| self.node_at(root));
            if self.slits_before(parent) >= MOST_SLITS {
                return;
            }
            let rays = Rays { root: at, right, left };
            let (straight, _) = bound::across(&rays, ends, self.goal);
            let rest = self.shortcuts.bound(at, straight);
            self.add(Node { parent, ..node }, Rest::Known(rest));
        }
    }

    /// True when all that a slit shows of the exit is reached at least as soon along the exit from
    /// one of its knots. Away from a knot nothing gains on the way along, so the ends decide.
    pub(super) fn is_beaten(&self, mesh: &HalfEdges, slit: &Node) -> bool {
        let ways = mesh.ways();
        let polygon = mesh.get(slit.edge).polygon;
        let [a, b] = from_right(slit.root, ways.get(slit.corner).exit);
        let seen = [slit.right, slit.left].map(|ray| {
            let share = bound::crossing(slit.root, ray, a, b);
            let at = bound::between(bound::plan(a), bound::plan(b), share);
            (at, slit.g + bound::distance(bound::plan(slit.root), at))
        });
        ways.knots_of(slit.corner).any(|index| {
            let knot = ways.knots()[cast::index(index)].exit;
            let length = self.length_to_exit(index);
            length <= seen[0].1.max(seen[1].1)
                && seen.iter().all(|&(at, g)| length + bound::distance(bound::plan(knot), at) <= g)
                && mesh.holds(polygon, knot)
        })
    }

    /// True when the same slit was not made before at this length or less.
    fn is_new_slit(&mut self, key: SlitKey, g: f64) -> bool {
        let known = self.slits.entry(key).or_insert(f64::INFINITY);
        let is_new = g < *known;
        *known = known.min(g);
        is_new
    }

    /// How many slits the way to a node went through since it last turned.
    fn slits_before(&self, node: u32) -> usize {
        let mut count = 0;
        let mut at = node;
        while at != NONE {
            let node = &self.nodes[cast::index(at)];
            match node.shape {
                Shape::Slit => count += 1,
                Shape::Cone if node.corner == NONE => {}
                _ => break,
            }
            at = node.parent;
        }
        count
    }

    /// True when a slit is right behind that of the same link the other way.
    fn is_back(&self, mesh: &HalfEdges, node: &Node) -> bool {
        let before = &self.nodes[cast::index(node.parent)];
        let way = |node: &Node| mesh.ways().get(node.corner);
        before.shape == Shape::Slit && way(node).is_back_of(way(before))
    }

    /// From a root that sees the polygon through a slit to what lies beyond the slit.
    pub(super) fn expand_slit(&mut self, mesh: &HalfEdges, index: u32) {
        let node = self.nodes[cast::index(index)];
        let polygon = mesh.get(node.edge).polygon;
        let way = mesh.ways().get(node.corner);
        let root = Root { at: node.root, corner: NONE, fan: NONE, g: node.g, may_see: false };
        let rays = Rays { root: node.root, right: node.right, left: node.left };
        let view = View::Between([node.right, node.left]);
        let [right, left] = from_right(root.at, way.exit);
        // Not above 0 beyond the slit, 0 on its line.
        let side = |p: PlanPoint| predicates::cross(right, left, p);
        let seen_from = |p: PlanPoint| {
            let between = rays.side_right(p) >= 0 && rays.side_left(p) <= 0;
            (between && side(p) <= 0).then_some(root)
        };
        if self.goals.contains(&polygon) && seen_from(self.goal).is_some() {
            self.reach(&root, node.edge);
        }
        for part in mesh.ways().entered_from(polygon) {
            let next = mesh.ways().get(part.way);
            // There and back may be a way past an edge that is closed from here, but no more often.
            if next.is_back_of(way) && self.is_back(mesh, &node) {
                continue;
            }
            self.take_knots(mesh, part, seen_from);
            if let Some(ends) = beyond([right, left], part.ends) {
                self.take_stretch(mesh, &Part { ends, ..*part }, root, view);
            }
        }
        for (_, edge, u, w) in mesh.ring(node.edge).all() {
            let is_far = predicates::cross(u, w, root.at) > 0 && (side(u) < 0 || side(w) < 0);
            if !is_far || !edge.leads_to(&self.places) {
                continue;
            }
            if let Some(seen) = view.onto(root.at, [u, w]) {
                self.see(edge, &root, seen, [u, w]);
            }
        }
    }
}

/// The ends of what of a part of a stretch is at some shares.
fn near_part(part: &Part, stretch: [PlanPoint; 2], near: [f64; 2]) -> Option<[PlanPoint; 2]> {
    let [low, high] = part.shares(stretch);
    let [from, to] = common([low, high], near)?;
    let is_whole = from <= low && high <= to;
    Some(if is_whole { part.ends } else { [from, to].map(|share| at_share(stretch, share)) })
}
