//! Which edges of free ground are borders, and where the ground goes on in another piece.
//!
//! An edge is looked at along a line a little outside of it: every triangle over that line covers
//! an interval of it at heights that change evenly. Between the ends of intervals nothing
//! changes, so one look at the middle decides: the highest ground within a climb goes on, unless
//! something is in its way.

use super::bins::Bins;
use super::face::{Extent, Face, Kind, Plane};
use super::free::{Body, Free, OVERLAP};
use crate::geom::{PlanBox, PlanPoint, cast};

/// How far outside an edge the ground must go on, steps: gaps up to twice the overlap are no gaps.
const OUTSIDE: f64 = 2.0;
/// How far outside an edge a thing that stands there is felt, steps.
const TOUCH: f64 = 0.75;
/// Ground reaches this far beyond its triangles, steps.
const REACH: f64 = 1.0;
/// Things are this much smaller than their triangles, steps: what only touches is not in the way.
const INSIDE: f64 = 0.5;
/// Stretches shorter than this are what rounding leaves, steps: a millimetre.
const SHORT: f64 = 4.0;

/// A border of free ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BorderEdge {
    pub(super) piece: usize,
    pub(super) from: PlanPoint,
    pub(super) to: PlanPoint,
}

/// Two pieces that continue each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) pieces: [usize; 2],
    /// Where.
    pub(super) bounds: PlanBox,
}

/// Borders and links of all pieces.
#[derive(Debug, Default)]
pub(super) struct Borders {
    pub(super) edges: Vec<BorderEdge>,
    pub(super) links: Vec<Link>,
}

/// A triangle over a line: from where to where (shares of the line), and how far above the
/// plane it is at the line's start and end.
#[derive(Clone, Copy, Debug)]
struct Span {
    face: u32,
    is_ground: bool,
    enter: f64,
    leave: f64,
    above: (f64, f64),
}

impl Span {
    fn covers(&self, t: f64) -> bool {
        self.enter <= t && t <= self.leave
    }

    fn above(&self, t: f64) -> f64 {
        self.above.0 + (self.above.1 - self.above.0) * t
    }
}

/// What is at one place of a line.
enum Place {
    /// The ground of this face goes on.
    Ground(u32),
    /// There is ground, and something in its way.
    Blocked,
    /// No ground within a climb.
    Nothing,
}

/// What finding borders works with.
pub(super) struct Search<'a> {
    pub(super) faces: &'a [Face],
    /// Where each face is.
    pub(super) extents: &'a [Extent],
    pub(super) bins: &'a Bins,
    pub(super) free: &'a Free,
    pub(super) body: Body,
    /// Beyond it nothing is looked at.
    pub(super) near: PlanBox,
}

impl Search<'_> {
    /// The borders of all pieces. O(e n) for e edges with n triangles near each.
    pub(super) fn run(&self) -> Borders {
        let mut borders = Borders::default();
        let mut near = Vec::new();
        for (i, piece) in self.free.pieces.iter().enumerate() {
            if !piece.bounds.meets(&self.near) {
                continue;
            }
            if let Some(links) = self.plain_links(i) {
                borders.links.extend(links);
                continue;
            }
            for ring in piece.shape.rings() {
                for (k, &a) in ring.iter().enumerate() {
                    self.edge(i, (a, ring[(k + 1) % ring.len()]), &mut near, &mut borders);
                }
            }
        }
        for wall in &self.free.walls {
            self.wall(wall.group, (wall.from, wall.to), &mut near, &mut borders);
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
            let (a, b) = (face.corners[k], face.corners[(k + 1) % 3]);
            let beyond = *self.free.sides.get(&[b, a])?;
            let other = &self.free.groups[self.free.group_of[cast::index(beyond)]?];
            let (first, end) = other.pieces;
            (!other.is_blocked && end == first + 1)
                .then(|| Link { pieces: [i, first], bounds: PlanBox::new(a.plan, b.plan) })
        };
        Some([link(0)?, link(1)?, link(2)?])
    }

    /// One edge of a piece, its ground on the left.
    fn edge(
        &self,
        piece: usize,
        (a, b): (PlanPoint, PlanPoint),
        near: &mut Vec<u32>,
        borders: &mut Borders,
    ) {
        if !PlanBox::new(a, b).meets(&self.near) {
            return;
        }
        let group = &self.free.groups[self.free.pieces[piece].group];
        let length = a.distance(b).max(1.0);
        let reach = f64::from(OVERLAP) + OUTSIDE;
        self.bins.along((a, b), cast::ceil_i32(reach) + 2, near);
        let outside = Line::beside(a, b, OUTSIDE);
        let spans = self.spans(&outside, near, &group.plane, INSIDE);
        let touch = Line::beside(a, b, TOUCH);
        let touching =
            if group.is_blocked { self.spans(&touch, near, &group.plane, 0.0) } else { Vec::new() };
        let mut at = self.breaks(&spans);
        at.extend(self.breaks(&touching));
        let stretches = stretches(at, length, |t| {
            if matches!(self.place(&touching, t), Place::Blocked) {
                return None;
            }
            match self.place(&spans, t) {
                Place::Ground(face) => Some(face),
                Place::Blocked | Place::Nothing => None,
            }
        });
        for (from, to, beyond) in stretches {
            let (p, q) = (point(a, b, from), point(a, b, to));
            let Some(face) = beyond else {
                if p != q {
                    borders.edges.push(BorderEdge { piece, from: p, to: q });
                }
                continue;
            };
            let Some(other) = self.free.group_of[cast::index(face)] else { continue };
            let middle = outside.at((from + to) / 2.0);
            let middle = PlanPoint::new(cast::round_i32(middle.0), cast::round_i32(middle.1));
            if let Some(other) = self.free.piece_at(other, middle)
                && other != piece
            {
                let bounds = PlanBox::new(p, q);
                borders.links.push(Link { pieces: [piece, other], bounds });
            }
        }
    }

    /// A wall without width beside the ground of a group.
    fn wall(
        &self,
        group: usize,
        (a, b): (PlanPoint, PlanPoint),
        near: &mut Vec<u32>,
        borders: &mut Borders,
    ) {
        if !PlanBox::new(a, b).meets(&self.near) {
            return;
        }
        let length = a.distance(b).max(1.0);
        self.bins.along((a, b), cast::ceil_i32(OUTSIDE) + 2, near);
        let is_own = |face: u32| self.free.group_of[cast::index(face)] == Some(group);
        for (from, to) in [(a, b), (b, a)] {
            let line = Line::beside(from, to, OUTSIDE);
            let bounds = line.bounds();
            let is_beside =
                |&i: &u32| is_own(i) && self.faces[cast::index(i)].bounds.meets(&bounds);
            if !near.iter().any(is_beside) {
                continue;
            }
            let spans = self.spans(&line, near, &self.free.groups[group].plane, INSIDE);
            if !spans.iter().any(|span| span.is_ground && is_own(span.face)) {
                continue;
            }
            let at = self.breaks(&spans);
            let stretches = stretches(at, length, |t| match self.place(&spans, t) {
                Place::Ground(face) if is_own(face) => Some(face),
                _ => None,
            });
            for (start, end, _) in stretches.into_iter().filter(|s| s.2.is_some()) {
                let (p, q) = (point(from, to, start), point(from, to, end));
                let middle = line.at((start + end) / 2.0);
                let middle = PlanPoint::new(cast::round_i32(middle.0), cast::round_i32(middle.1));
                if p != q
                    && let Some(piece) = self.free.piece_at(group, middle)
                {
                    borders.edges.push(BorderEdge { piece, from: p.min(q), to: p.max(q) });
                }
            }
        }
    }

    /// What the triangles named cover of a line.
    fn spans(&self, line: &Line, near: &[u32], plane: &Plane, inside: f64) -> Vec<Span> {
        let mut spans = Vec::new();
        let (from, to) = (line.at(0.0), line.at(1.0));
        let base = (plane.height(from.0, from.1), plane.height(to.0, to.1));
        let low = cast::floor_i32(base.0.min(base.1) - self.body.climb);
        let high = cast::ceil_i32(base.0.max(base.1) + self.body.climb + self.body.height);
        let bounds = line.bounds();
        for &i in near {
            let at = cast::index(i);
            if !self.extents[at].meets(&bounds, low, high) {
                continue;
            }
            let face = &self.faces[at];
            if face.kind == Kind::Wall {
                continue;
            }
            let is_ground = face.kind == Kind::Ground;
            let depth = if is_ground { -REACH } else { inside };
            let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
            for side in &face.sides {
                let d0 = side.depth(from.0, from.1) - depth;
                let d1 = side.depth(to.0, to.1) - depth;
                if d0 < 0.0 && d1 < 0.0 {
                    enter = 2.0;
                } else if d0 < 0.0 {
                    enter = enter.max(d0 / (d0 - d1));
                } else if d1 < 0.0 {
                    leave = leave.min(d0 / (d0 - d1));
                }
            }
            if enter <= leave {
                let above = (
                    face.plane.height(from.0, from.1) - base.0,
                    face.plane.height(to.0, to.1) - base.1,
                );
                spans.push(Span { face: i, is_ground, enter, leave, above });
            }
        }
        spans
    }

    /// Where along the line something changes.
    fn breaks(&self, spans: &[Span]) -> Vec<f64> {
        let Body { climb, height } = self.body;
        let mut at = Vec::with_capacity(2 * spans.len());
        for (i, s) in spans.iter().enumerate() {
            at.extend([s.enter, s.leave]);
            let mut crossings = |above: (f64, f64), levels: &[f64]| {
                let rise = above.1 - above.0;
                if rise.abs() > 1e-3 {
                    at.extend(levels.iter().map(|level| (level - above.0) / rise));
                }
            };
            if s.is_ground {
                crossings(s.above, &[-climb, climb]);
            }
            for other in spans.iter().skip(i + 1).filter(|o| o.is_ground || s.is_ground) {
                if s.enter <= other.leave && other.enter <= s.leave {
                    let apart = (other.above.0 - s.above.0, other.above.1 - s.above.1);
                    crossings(apart, &[-height, -climb, 0.0, climb, height]);
                }
            }
        }
        at.retain(|t| (0.0..=1.0).contains(t));
        at
    }

    /// What is at one place of a line.
    fn place(&self, spans: &[Span], t: f64) -> Place {
        let climb = self.body.climb;
        let here = || spans.iter().filter(|span| span.covers(t));
        let mut ground: Option<(f64, u32)> = None;
        for span in here().filter(|span| span.is_ground) {
            let above = span.above(t);
            if above.abs() <= climb && ground.is_none_or(|g| above > g.0) {
                ground = Some((above, span.face));
            }
        }
        let Some((level, face)) = ground else { return Place::Nothing };
        let is_in_the_way = |span: &Span| {
            let above = span.above(t) - level;
            let (from, to) = self.body.stopped_by(&self.faces[cast::index(span.face)]);
            (above > from && above < to) || (span.is_ground && above > 0.0 && above <= climb)
        };
        if here().any(|span| span.face != face && is_in_the_way(span)) {
            Place::Blocked
        } else {
            Place::Ground(face)
        }
    }
}

/// A line beside an edge.
struct Line {
    from: (f64, f64),
    to: (f64, f64),
}

impl Line {
    /// `distance` steps to the right of the edge.
    fn beside(a: PlanPoint, b: PlanPoint, distance: f64) -> Self {
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        let share = distance / a.distance(b).max(1.0);
        let (sx, sy) = (dy * share, -dx * share);
        Self {
            from: (f64::from(a.x) + sx, f64::from(a.y) + sy),
            to: (f64::from(b.x) + sx, f64::from(b.y) + sy),
        }
    }

    /// The box around it and what reaches it.
    fn bounds(&self) -> PlanBox {
        let p = |x: f64, y: f64| PlanPoint::new(cast::round_i32(x), cast::round_i32(y));
        let (a, b) = (p(self.from.0, self.from.1), p(self.to.0, self.to.1));
        PlanBox::new(a, b).grown(cast::ceil_i32(REACH) + 1)
    }

    fn at(&self, t: f64) -> (f64, f64) {
        (self.from.0 + (self.to.0 - self.from.0) * t, self.from.1 + (self.to.1 - self.from.1) * t)
    }
}

/// The lattice point at a share of an edge.
fn point(a: PlanPoint, b: PlanPoint, t: f64) -> PlanPoint {
    if t <= 0.0 {
        return a;
    }
    if t >= 1.0 {
        return b;
    }
    let at = |p: i32, q: i32| cast::round_i32(f64::from(p) + (f64::from(q) - f64::from(p)) * t);
    PlanPoint::new(at(a.x, b.x), at(a.y, b.y))
}

/// A line of `length` steps as stretches on which `look` gives the same, up to which face it is;
/// what is too short to tell joins its neighbours.
fn stretches(
    mut at: Vec<f64>,
    length: f64,
    look: impl Fn(f64) -> Option<u32>,
) -> Vec<(f64, f64, Option<u32>)> {
    at.extend([0.0, 1.0]);
    at.sort_unstable_by(f64::total_cmp);
    let mut found: Vec<(f64, f64, Option<u32>)> = Vec::new();
    let mut from = 0.0;
    for to in at {
        if (to - from) * length < 1.0 && to < 1.0 {
            continue;
        }
        if to <= from {
            continue;
        }
        let here = look((from + to) / 2.0);
        match found.last_mut() {
            Some(last) if last.2.is_some() == here.is_some() && last.2 == here => last.1 = to,
            _ => found.push((from, to, here)),
        }
        from = to;
    }
    // Short stretches between two of the other sort are rounding: open ones and closed ones.
    for closed in [true, false] {
        for i in 0..found.len() {
            let (from, to, beyond) = found[i];
            if found.len() > 1 && beyond.is_none() == closed && (to - from) * length < SHORT {
                let before = i.checked_sub(1).map(|j| found[j].2);
                let after = found.get(i + 1).map(|s| s.2);
                let differs = |s: Option<Option<u32>>| s.is_none_or(|s| s.is_none() != closed);
                if differs(before) && differs(after) {
                    found[i].2 = before.flatten().or(after.flatten());
                }
            }
        }
    }
    let mut merged: Vec<(f64, f64, Option<u32>)> = Vec::new();
    for s in found {
        match merged.last_mut() {
            Some(last) if last.2 == s.2 => last.1 = s.1,
            _ => merged.push(s),
        }
    }
    merged
}
