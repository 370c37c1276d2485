//! What is along a line beside an edge of free ground.
//!
//! Every triangle over the line covers an interval of it at heights that change evenly. Between
//! the ends of intervals nothing changes, so one look at the middle decides: the highest ground
//! within a climb goes on, unless something is in its way.

use super::face::{Face, Plane, Role};
use super::free::Body;
use super::near::Near;
use crate::geom::{PlanBox, PlanPoint, cast};

/// How far outside an edge the ground must go on, steps: gaps up to twice the overlap are no gaps.
pub(super) const OUTSIDE: f64 = 2.0;
/// How far outside an edge a thing that stands there is felt, steps.
pub(super) const TOUCH: f64 = 0.75;
/// Stretches shorter than this are what rounding leaves, steps: a millimetre.
pub(super) const SHORT: f64 = 4.0;
/// What is within this of a line may cover something of it, steps.
const AROUND: i32 = 2;
/// Heights that differ by less along a line are level, steps.
const LEVEL: f64 = 1e-3;

/// A triangle over a line: from where to where (shares of the line), and how far above the
/// plane it is at the line's start and end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) face: u32,
    is_ground: bool,
    /// True for ground that is within a climb somewhere.
    is_level: bool,
    /// How far above ground it is in the way at least.
    least: f64,
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

    /// The least and the most that it is above the plane where it covers the line.
    fn range(&self) -> (f64, f64) {
        let (a, b) = (self.above(self.enter), self.above(self.leave));
        (a.min(b), a.max(b))
    }
}

/// What a first look at a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Nowhere along it does the ground that was asked for go on, and no other does.
    Closed,
    /// It takes a closer look.
    Open,
}

/// All triangles, and what they are to a body.
#[derive(Clone, Copy)]
pub(super) struct Things<'a> {
    pub(super) faces: &'a [Face],
    pub(super) group_of: &'a [Option<usize>],
    pub(super) body: Body,
}

impl Things<'_> {
    /// What the triangles named cover of a line, as far as it matters to who is within a climb of
    /// the plane of a group: ground first, then what may be in its way. Ground is as much larger
    /// than its triangles, and things as much smaller, as the two depths say.
    pub(super) fn beside(
        &self,
        line: &Line,
        near: &Near,
        (group, plane): (usize, &Plane),
        (ground, thing): (f64, f64),
        spans: &mut Vec<Span>,
    ) -> Sight {
        spans.clear();
        let Body { climb, height } = self.body;
        let base = (plane.height(line.from.0, line.from.1), plane.height(line.to.0, line.to.1));
        let bounds = line.bounds();
        let mut levels = (f64::INFINITY, f64::NEG_INFINITY);
        let mut is_all_own = true;
        for &(own, i) in &near.ground {
            if !own.meets(&bounds) {
                continue;
            }
            let face = &self.faces[cast::index(i)];
            let Some(mut span) = span(face, i, line, base, ground) else { continue };
            span.least = self.body.stopped_by(face).0;
            let (low, high) = span.range();
            span.is_level = low <= climb && high >= -climb;
            if span.is_level {
                levels = (levels.0.min(low.max(-climb)), levels.1.max(high.min(climb)));
                is_all_own &= self.group_of[cast::index(i)] == Some(group);
            }
            spans.push(span);
        }
        if levels.0 > levels.1 {
            spans.clear();
            return Sight::Closed;
        }
        // Ground beyond the climb can still be in the way of other ground.
        spans.retain(|s| s.is_level || s.range().1 > levels.0 && s.range().0 < levels.1 + height);
        let base_range = (base.0.min(base.1), base.0.max(base.1));
        for &(own, i) in &near.solid {
            if !own.meets(&bounds) {
                continue;
            }
            let face = &self.faces[cast::index(i)];
            let (from, to) = self.body.stopped_by(face);
            if f64::from(face.high) - base_range.0 <= levels.0 + from
                || f64::from(face.low) - base_range.1 >= levels.1 + to
            {
                continue;
            }
            let Some(mut span) = span(face, i, line, base, thing) else { continue };
            span.least = from;
            let (low, high) = span.range();
            if high <= levels.0 + from || low >= levels.1 + to {
                continue;
            }
            let is_all_along = span.enter <= 0.0 && span.leave >= 1.0;
            if is_all_own && is_all_along && low > from && high < to {
                return Sight::Closed;
            }
            spans.push(span);
        }
        Sight::Open
    }

    /// Adds where along the line something changes, its ends left out.
    pub(super) fn breaks(&self, spans: &[Span], at: &mut Vec<f64>) {
        let Body { climb, height } = self.body;
        let inner = |t: &f64| 0.0 < *t && *t < 1.0;
        at.extend(spans.iter().flat_map(|s| [s.enter, s.leave]).filter(inner));
        // From a height above the one to another: most reach none of the levels.
        let mut crossings = |(from, to): (f64, f64), (a, b): (f64, f64), levels: &[f64]| {
            let (low, high) = (a.min(b), a.max(b));
            for level in levels.iter().filter(|level| low <= **level && **level <= high) {
                let t = (level - a) / (b - a);
                at.extend((from < t && t < to).then_some(t));
            }
        };
        for (i, s) in spans.iter().enumerate().filter(|(_, s)| s.is_level) {
            if (s.above.1 - s.above.0).abs() > LEVEL {
                crossings((s.enter, s.leave), s.above, &[-climb, climb]);
            }
            for (k, other) in spans.iter().enumerate() {
                let both = (s.enter.max(other.enter), s.leave.min(other.leave));
                if both.0 >= both.1 || (k <= i && other.is_level) {
                    continue;
                }
                let above = (other.above.0 - s.above.0, other.above.1 - s.above.1);
                // Most are as level as each other.
                if (above.1 - above.0).abs() > LEVEL {
                    crossings(both, above, &[-height, -climb, 0.0, climb, height]);
                }
            }
        }
    }

    /// The ground that goes on at one place of a line: the highest within a climb, if nothing is
    /// in its way.
    pub(super) fn ground(&self, spans: &[Span], t: f64) -> Option<u32> {
        let (level, face) = self.level(spans, t)?;
        (!self.is_in_the_way(spans, t, (level, face))).then_some(face)
    }

    /// Whether there is ground at one place of a line and something in its way.
    pub(super) fn is_blocked(&self, spans: &[Span], t: f64) -> bool {
        self.level(spans, t).is_some_and(|highest| self.is_in_the_way(spans, t, highest))
    }

    /// The highest ground within a climb, how far above the plane it is first; of several at one
    /// height one of the highest kind.
    fn level(&self, spans: &[Span], t: f64) -> Option<(f64, u32)> {
        let mut highest: Option<(f64, u8, u32)> = None;
        for span in spans.iter().filter(|span| span.is_level && span.covers(t)) {
            let (above, kind) = (span.above(t), self.faces[cast::index(span.face)].area);
            let is_higher = |h: (f64, u8, u32)| (above, kind) > (h.0, h.1);
            if above.abs() <= self.body.climb && highest.is_none_or(is_higher) {
                highest = Some((above, kind, span.face));
            }
        }
        highest.map(|(above, _, face)| (above, face))
    }

    fn is_in_the_way(&self, spans: &[Span], t: f64, (level, face): (f64, u32)) -> bool {
        spans.iter().any(|span| {
            if !span.covers(t) || span.face == face {
                return false;
            }
            let above = span.above(t) - level;
            (above > span.least && above < self.body.height)
                || (span.is_ground && above > 0.0 && above <= self.body.climb)
        })
    }
}

/// What a triangle, made smaller by `depth` steps, covers of a line.
fn span(face: &Face, i: u32, line: &Line, base: (f64, f64), depth: f64) -> Option<Span> {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for side in &face.sides {
        let d0 = side.depth(line.from.0, line.from.1) - depth;
        let d1 = side.depth(line.to.0, line.to.1) - depth;
        if d0 < 0.0 && d1 < 0.0 {
            return None;
        }
        if d0 < 0.0 {
            enter = enter.max(d0 / (d0 - d1));
        } else if d1 < 0.0 {
            leave = leave.min(d0 / (d0 - d1));
        }
    }
    let height = |p: (f64, f64)| face.plane.height(p.0, p.1);
    let above = (height(line.from) - base.0, height(line.to) - base.1);
    let is_ground = face.role == Role::Ground;
    let (is_level, least) = (false, 0.0);
    (enter <= leave).then_some(Span { face: i, is_ground, is_level, least, enter, leave, above })
}

/// A line beside an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    from: (f64, f64),
    to: (f64, f64),
}

impl Line {
    /// `distance` steps to the right of the edge.
    pub(super) fn beside(a: PlanPoint, b: PlanPoint, distance: f64) -> Self {
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        let share = distance / a.distance(b).max(1.0);
        let (sx, sy) = (dy * share, -dx * share);
        Self {
            from: (f64::from(a.x) + sx, f64::from(a.y) + sy),
            to: (f64::from(b.x) + sx, f64::from(b.y) + sy),
        }
    }

    /// The box around it and what reaches it.
    pub(super) fn bounds(&self) -> PlanBox {
        let p = |x: f64, y: f64| PlanPoint::new(cast::round_i32(x), cast::round_i32(y));
        let (a, b) = (p(self.from.0, self.from.1), p(self.to.0, self.to.1));
        PlanBox::new(a, b).grown(AROUND)
    }

    /// The lattice point next to a share of it.
    pub(super) fn near(&self, t: f64) -> PlanPoint {
        let (x, y) = self.at(t);
        PlanPoint::new(cast::round_i32(x), cast::round_i32(y))
    }

    /// The place at a share of it.
    pub(super) fn at(&self, t: f64) -> (f64, f64) {
        (self.from.0 + (self.to.0 - self.from.0) * t, self.from.1 + (self.to.1 - self.from.1) * t)
    }
}

/// The lattice point at a share of an edge, its ends at most.
pub(super) fn point(a: PlanPoint, b: PlanPoint, t: f64) -> PlanPoint {
    if t <= 0.0 {
        return a;
    }
    if t >= 1.0 {
        return b;
    }
    point_beyond(a, b, t)
}

/// The lattice point at a share of an edge, or before or beyond it.
pub(super) fn point_beyond(a: PlanPoint, b: PlanPoint, t: f64) -> PlanPoint {
    let at = |p: i32, q: i32| cast::round_i32(f64::from(p) + (f64::from(q) - f64::from(p)) * t);
    PlanPoint::new(at(a.x, b.x), at(a.y, b.y))
}

/// A stretch of a line, as shares of it, and the face that goes on there.
pub(super) type Stretch = (f64, f64, Option<u32>);

/// A line of `length` steps as stretches on which `look` gives the same, up to which face it is;
/// what is too short to tell joins its neighbours. `at` is where something may change.
pub(super) fn stretches(
    at: &mut Vec<f64>,
    length: f64,
    look: impl Fn(f64) -> Option<u32>,
    found: &mut Vec<Stretch>,
) {
    at.extend([0.0, 1.0]);
    at.sort_unstable_by(f64::total_cmp);
    found.clear();
    let mut from = 0.0;
    for &to in at.iter() {
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
    found.dedup_by(|next, last| {
        let is_same = next.2 == last.2;
        last.1 = if is_same { next.1 } else { last.1 };
        is_same
    });
}
