//! Which edges of free ground are borders, and where the ground goes on in another piece.
//!
//! An edge is looked at along a line a little outside of it (`beside`). Most edges need no closer
//! look: no ground is there, or one thing stands all along.

use super::beside::{Line, OUTSIDE, SHORT, Sight, Span, Stretch, TOUCH, Things, point, stretches};
use super::extents::Extents;
use super::face::{Face, Plane};
use super::free::{Body, Free, Piece};
use super::grown::OVERLAP;
use super::near::Near;
use super::outlines::Outlines;
use crate::geom::{PlanBox, PlanPoint, Volume, cast};

/// Ground reaches this far beyond its triangles, steps.
const REACH: f64 = 1.0;
/// Things are this much smaller than their triangles, steps: what only touches is not in the way.
const INSIDE: f64 = 0.5;
/// A wall without width is beside ground that comes this near to it, steps: [`OUTSIDE`], and more
/// for rounding.
const BESIDE: i32 = 8;

/// What is this near to an edge may cover something of a line beside it, steps.
const REACHED: i32 = OVERLAP + 4;

/// A border of free ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BorderEdge {
    pub(super) piece: usize,
    pub(super) from: PlanPoint,
    pub(super) to: PlanPoint,
    /// True for a wall without width: ground may be on both sides. Else it is on the left.
    pub(super) is_wall: bool,
}

/// Two pieces that continue each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) pieces: [usize; 2],
    /// Along which part of an edge of the first, whose ground is on the left.
    pub(super) from: PlanPoint,
    pub(super) to: PlanPoint,
}

/// Borders and links of all pieces.
#[derive(Debug, Default)]
pub(super) struct Borders {
    pub(super) edges: Vec<BorderEdge>,
    pub(super) links: Vec<Link>,
}

/// What finding borders works with.
pub(super) struct Search<'a> {
    pub(super) faces: &'a [Face],
    /// Where the faces with width in plan are that rest on no others.
    pub(super) wide: &'a Extents,
    pub(super) free: &'a Free,
    pub(super) outlines: &'a Outlines,
    pub(super) body: Body,
    /// Beyond it nothing is looked at.
    pub(super) near: PlanBox,
}

/// Up to this far across, steps, what is near any edge of a piece is looked up at once.
const SMALL: u32 = 4096;

/// Lists that every edge fills anew.
#[derive(Default)]
struct Scratch {
    numbers: Vec<u32>,
    near: Near,
    /// What is near any edge of a small piece.
    around: Near,
    outside: Vec<Span>,
    touching: Vec<Span>,
    at: Vec<f64>,
    found: Vec<Stretch>,
}

impl Search<'_> {
    /// The borders of all pieces. O(e n) for e edges with n triangles near each.
    pub(super) fn run(&self) -> Borders {
        let mut borders = Borders::default();
        let mut scratch = Scratch::default();
        for (i, piece) in self.free.pieces.iter().enumerate() {
            if !piece.bounds.meets(&self.near) {
                continue;
            }
            if let Some(links) = self.plain_links(i) {
                borders.links.extend(links);
                continue;
            }
            let is_small = self.gather_around(piece, &mut scratch);
            for ring in piece.shape.rings() {
                for (k, &a) in ring.iter().enumerate() {
                    let edge = (a, ring[(k + 1) % ring.len()]);
                    self.edge((i, is_small), edge, &mut scratch, &mut borders);
                }
            }
        }
        for wall in &self.free.walls {
            self.wall(wall.group, (wall.from, wall.to), &mut scratch, &mut borders);
        }
        borders.edges.sort_unstable();
        borders.edges.dedup();
        borders
    }

    /// The links of a single triangle that shares all its sides with others, when nothing stands
    /// in any of them.
    fn plain_links(&self, i: usize) -> Option<[Link; 3]> {
        let group = &self.free.groups[self.free.pieces[i].group];
        let &[face] = &group.faces[..] else { return None };
        if group.is_blocked {
            return None;
        }
        let face = &self.faces[cast::index(face)];
        let link = |k: usize| {
            let beyond = self.free.sides.beyond(face, k)?;
            let (a, b) = (face.corners[k], face.corners[(k + 1) % 3]);
            let other = &self.free.groups[self.free.group_of[cast::index(beyond)]?];
            let (first, end) = other.pieces;
            let link = Link { pieces: [i, first], from: a.plan, to: b.plan };
            (!other.is_blocked && end == first + 1).then_some(link)
        };
        Some([link(0)?, link(1)?, link(2)?])
    }

    /// One edge of a piece, its ground on the left. What is around it is known of small pieces.
    fn edge(
        &self,
        (piece, is_small): (usize, bool),
        (a, b): (PlanPoint, PlanPoint),
        scratch: &mut Scratch,
        borders: &mut Borders,
    ) {
        if !PlanBox::new(a, b).meets(&self.near) {
            return;
        }
        let number = self.free.pieces[piece].group;
        let group = &self.free.groups[number];
        let Scratch { numbers, near, around, outside, touching, at, found } = scratch;
        let line = Line::beside(a, b, OUTSIDE);
        let touch = Line::beside(a, b, TOUCH);
        if is_small {
            near.fill_from(around, &line.bounds().with_box(touch.bounds()));
        } else {
            self.gather((a, b), &[&line], &group.plane, REACHED, numbers);
            near.fill(self.faces, numbers);
        }
        let things = self.things();
        let sight = things.beside(&line, near, (number, &group.plane), (-REACH, INSIDE), outside);
        if sight == Sight::Closed {
            if a != b {
                borders.edges.push(BorderEdge { piece, from: a, to: b, is_wall: false });
            }
            return;
        }
        touching.clear();
        if group.is_blocked {
            things.beside(&touch, near, (number, &group.plane), (-REACH, 0.0), touching);
        }
        at.clear();
        let length = a.distance(b);
        // Where a triangle that was grown has its corners, one look tells.
        if length > SHORT {
            things.breaks(outside, at);
            things.breaks(touching, at);
        }
        let look = |t: f64| {
            let beyond = things.ground(outside, t)?;
            (!things.is_blocked(touching, t)).then_some(beyond)
        };
        stretches(at, length.max(1.0), look, found);
        for &(from, to, beyond) in found.iter() {
            let (p, q) = (point(a, b, from), point(a, b, to));
            let Some(face) = beyond else {
                if p != q {
                    borders.edges.push(BorderEdge { piece, from: p, to: q, is_wall: false });
                }
                continue;
            };
            let Some(other) = self.free.group_of[cast::index(face)] else { continue };
            if let Some(other) = self.piece_at(other, line.near((from + to) / 2.0))
                && other != piece
            {
                borders.links.push(Link { pieces: [piece, other], from: p, to: q });
            }
        }
    }

    /// A wall without width beside the ground of a group.
    fn wall(
        &self,
        group: usize,
        (a, b): (PlanPoint, PlanPoint),
        scratch: &mut Scratch,
        borders: &mut Borders,
    ) {
        let bounds = PlanBox::new(a, b);
        if !bounds.meets(&self.near) || !self.outlines.meets(group, None, &bounds.grown(BESIDE)) {
            return;
        }
        let Scratch { numbers, near, outside: spans, at, found, .. } = scratch;
        let lines = [Line::beside(a, b, OUTSIDE), Line::beside(b, a, OUTSIDE)];
        let plane = &self.free.groups[group].plane;
        self.gather((a, b), &[&lines[0], &lines[1]], plane, cast::ceil_i32(OUTSIDE) + 2, numbers);
        near.fill(self.faces, numbers);
        let is_own = |face: u32| self.free.group_of[cast::index(face)] == Some(group);
        let things = self.things();
        for (line, (from, to)) in lines.iter().zip([(a, b), (b, a)]) {
            let sight = things.beside(line, near, (group, plane), (-REACH, INSIDE), spans);
            if sight == Sight::Closed || !spans.iter().any(|span| is_own(span.face)) {
                continue;
            }
            at.clear();
            things.breaks(spans, at);
            let look = |t| things.ground(spans, t).filter(|&face| is_own(face));
            stretches(at, a.distance(b).max(1.0), look, found);
            for &(start, end, _) in found.iter().filter(|s| s.2.is_some()) {
                let (p, q) = (point(from, to, start), point(from, to, end));
                if p != q
                    && let Some(piece) = self.piece_at(group, line.near((start + end) / 2.0))
                {
                    let (from, to) = (p.min(q), p.max(q));
                    borders.edges.push(BorderEdge { piece, from, to, is_wall: true });
                }
            }
        }
    }

    fn piece_at(&self, group: usize, p: PlanPoint) -> Option<usize> {
        self.free.piece_at(self.outlines, group, p)
    }

    fn things(&self) -> Things<'_> {
        let Self { faces, free, body, .. } = *self;
        Things { faces, group_of: &free.group_of, body }
    }

    /// The faces that may cover something of the lines beside any edge of a piece, in order,
    /// unless it is large.
    fn gather_around(&self, piece: &Piece, scratch: &mut Scratch) -> bool {
        let PlanBox { min, max } = piece.bounds;
        if max.x.abs_diff(min.x).max(max.y.abs_diff(min.y)) > SMALL {
            return false;
        }
        let plane = &self.free.groups[piece.group].plane;
        let heights = || piece.shape.outer.iter().map(|&p| plane.at(p));
        // Beside an edge the plane is as much higher as it is steep.
        let rise = (plane.slope().0.abs() + plane.slope().1.abs()) * f64::from(REACHED);
        let low = heights().fold(f64::INFINITY, f64::min) - rise - self.body.climb;
        let high = heights().fold(f64::NEG_INFINITY, f64::max) + rise;
        let high = high + self.body.climb + self.body.height;
        let (low, high) = (cast::floor_i32(low), cast::ceil_i32(high));
        let Scratch { numbers, around, .. } = scratch;
        numbers.clear();
        let extent = Volume { plan: piece.bounds.grown(REACHED), low, high };
        self.wide.visit(&extent, |i| numbers.push(i));
        numbers.sort_unstable();
        around.fill(self.faces, numbers);
        true
    }

    /// The faces that may cover something of the lines beside an edge, each once and in order.
    fn gather(
        &self,
        (a, b): (PlanPoint, PlanPoint),
        lines: &[&Line],
        plane: &Plane,
        reach: i32,
        near: &mut Vec<u32>,
    ) {
        let heights = || {
            let ends = lines.iter().flat_map(|line| [line.at(0.0), line.at(1.0)]);
            ends.map(|(x, y)| plane.height(x, y)).chain([plane.at(a), plane.at(b)])
        };
        let low = heights().fold(f64::INFINITY, f64::min) - self.body.climb;
        let high = heights().fold(f64::NEG_INFINITY, f64::max);
        let high = high + self.body.climb + self.body.height;
        let (low, high) = (cast::floor_i32(low), cast::ceil_i32(high));
        near.clear();
        self.wide.visit_along((a, b), reach, (low, high), |i| near.push(i));
        near.sort_unstable();
    }
}
