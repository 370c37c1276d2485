//! Edges of rings, and their parts between crossings.
//!
//! The rules are those of `i_overlay`, so that both engines give the same: a crossing goes to the
//! lattice point next to it, or to the end of an edge that is as near as the round allows, and
//! rounds follow until nothing crosses any more. Here a later round looks only at what changed in
//! the one before it.

use super::place::{Place, cross, dot};
use crate::geom::cast;

/// Square of how near to a crossing an end may be in the first round, steps; it doubles.
const NEAR: i64 = 1;
/// Where it stops.
const FAR: i64 = 1 << 56;

/// A part of an outline, its lower end first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) a: Place,
    pub(super) b: Place,
    /// How often the outlines of each operand run along it, less how often they run back; few
    /// edges need few bits.
    pub(super) winds: [i16; 2],
}

impl Segment {
    fn new(a: Place, b: Place, [first, second]: [i16; 2]) -> Self {
        if a < b {
            Self { a, b, winds: [first, second] }
        } else {
            Self { a: b, b: a, winds: [-first, -second] }
        }
    }

    fn key(&self) -> (Place, Place) {
        (self.a, self.b)
    }
}

/// The box around a segment.
struct Bounds {
    left: i64,
    right: i64,
    low: i64,
    high: i64,
}

impl Bounds {
    fn of(s: &Segment) -> Self {
        let (a, b) = (s.a.y(), s.b.y());
        Self { left: s.a.x(), right: s.b.x(), low: a.min(b), high: a.max(b) }
    }
}

/// Edges, and what is needed to split them.
#[derive(Default)]
pub(super) struct Splitter {
    pub(super) segments: Vec<Segment>,
    /// Where segments are split, by index.
    marks: Vec<(u32, Place)>,
    /// Whether the last round made a segment, and which those are.
    is_new: Vec<bool>,
    fresh: Vec<u32>,
    boxes: Vec<Bounds>,
    pieces: Vec<Segment>,
    merged: Vec<Segment>,
}

impl Splitter {
    /// Adds the edges of a ring without its flat corners. `winds` is how each counts.
    pub(super) fn add(&mut self, mut ring: impl Iterator<Item = Place>, winds: [i16; 2]) {
        let is_corner = |p: Place, q: Place, r: Place| cross(q, p, r) != 0;
        let Some(mut p) = ring.next() else { return };
        let first = p;
        let Some(mut q) = ring.find(|q| *q != first) else { return };
        for r in ring.by_ref() {
            let is_kept = is_corner(p, q, r);
            if is_kept {
                p = q;
            }
            q = r;
            if is_kept {
                break;
            }
        }
        let second = p;
        for r in ring.chain([first, second]) {
            if is_corner(p, q, r) {
                self.segments.push(Segment::new(p, q, winds));
                p = q;
            }
            q = r;
        }
        if p != q {
            self.segments.push(Segment::new(p, q, winds));
        }
    }

    /// Splits all where they cross and touch; what runs along the same is one, and in order.
    pub(super) fn split(&mut self) {
        sort(&mut self.segments);
        std::mem::swap(&mut self.segments, &mut self.pieces);
        self.segments.clear();
        self.merge();
        let mut near = NEAR;
        while self.mark(near) {
            self.apply();
            near = (2 * near).min(FAR);
        }
        if !self.marks.is_empty() {
            self.apply();
        }
    }

    /// Finds where new segments cross others; true when a crossing was rounded.
    fn mark(&mut self, near: i64) -> bool {
        let Self { segments, marks, is_new, fresh, boxes, .. } = self;
        marks.clear();
        boxes.clear();
        boxes.extend(segments.iter().map(Bounds::of));
        let mut is_rounded = false;
        let mut fresh = fresh.as_slice();
        for (i, (own, &is_new)) in (0_u32..).zip(boxes.iter().zip(is_new.iter())) {
            let s = &segments[cast::index(i)];
            if is_new {
                fresh = &fresh[1..];
                for (j, other) in (i + 1..).zip(&boxes[cast::index(i) + 1..]) {
                    if other.left > own.right {
                        break;
                    }
                    if other.low <= own.high && other.high >= own.low {
                        let t = &segments[cast::index(j)];
                        is_rounded |= meet((i, s), (j, t), near, marks);
                    }
                }
                continue;
            }
            for &j in fresh {
                let other = &boxes[cast::index(j)];
                if other.left > own.right {
                    break;
                }
                if other.low <= own.high && other.high >= own.low {
                    let t = &segments[cast::index(j)];
                    is_rounded |= meet((i, s), (j, t), near, marks);
                }
            }
        }
        is_rounded
    }

    /// Splits what is marked.
    fn apply(&mut self) {
        self.marks.sort_unstable();
        self.marks.dedup();
        self.pieces.clear();
        for marks in self.marks.chunk_by_mut(|a, b| a.0 == b.0) {
            let whole = &mut self.segments[cast::index(marks[0].0)];
            in_order(marks, whole);
            let mut from = whole.a;
            for to in marks.iter().map(|mark| mark.1).chain([whole.b]) {
                if from != to {
                    self.pieces.push(Segment::new(from, to, whole.winds));
                }
                from = to;
            }
            // Nothing is left of it.
            whole.winds = [0; 2];
        }
        sort(&mut self.pieces);
        self.merge();
    }

    /// Puts the pieces among the segments, and drops what runs to and fro.
    fn merge(&mut self) {
        let Self { segments, is_new, fresh, pieces, merged, .. } = self;
        merged.clear();
        is_new.clear();
        fresh.clear();
        let mut old = 0;
        let mut put = |next: &Segment, new: bool| {
            match merged.last_mut() {
                Some(last) if last.key() == next.key() => {
                    let winds = [0, 1].map(|k| last.winds[k] + next.winds[k]);
                    last.winds = winds;
                    if let Some(last) = is_new.last_mut() {
                        *last &= new;
                    }
                    return;
                }
                Some(last) if last.winds == [0; 2] => {
                    merged.pop();
                    is_new.pop();
                }
                _ => {}
            }
            merged.push(*next);
            is_new.push(new);
        };
        for piece in pieces.iter() {
            while let Some(s) = segments.get(old).filter(|s| s.key() <= piece.key()) {
                if s.winds != [0; 2] {
                    put(s, false);
                }
                old += 1;
            }
            put(piece, true);
        }
        segments[old..].iter().filter(|s| s.winds != [0; 2]).for_each(|s| put(s, false));
        if merged.last().is_some_and(|s| s.winds == [0; 2]) {
            merged.pop();
            is_new.pop();
        }
        fresh.extend((0..).zip(is_new.iter()).filter(|(_, is_new)| **is_new).map(|(i, _)| i));
        std::mem::swap(segments, merged);
    }
}

/// In order of both ends: first of the lower, which is one number, and few have the same.
fn sort(segments: &mut [Segment]) {
    segments.sort_unstable_by_key(|s| s.a);
    for same in segments.chunk_by_mut(|s, t| s.a == t.a).filter(|same| same.len() > 1) {
        same.sort_unstable_by_key(|s| s.b);
    }
}

/// Marks in order along a segment; they are in order of their points.
fn in_order(marks: &mut [(u32, Place)], whole: &Segment) {
    let mut from = 0;
    while from < marks.len() {
        let x = marks[from].1.x();
        let to = from + marks[from..].iter().take_while(|mark| mark.1.x() == x).count();
        let before = from.checked_sub(1).map_or(whole.a.y(), |i| marks[i].1.y());
        let after = marks.get(to).map_or(whole.b.y(), |mark| mark.1.y());
        if before > after {
            marks[from..to].reverse();
        }
        from = to;
    }
}

/// Marks where two segments meet inside of one or both; true when it was rounded.
fn meet(
    (i, s): (u32, &Segment),
    (j, t): (u32, &Segment),
    near: i64,
    marks: &mut Vec<(u32, Place)>,
) -> bool {
    let (ta, tb) = (cross(s.a, s.b, t.a).signum(), cross(s.a, s.b, t.b).signum());
    if ta == tb {
        if ta == 0 {
            along((i, s), (j, t), marks);
        }
        return false;
    }
    // Ends that they share.
    if ta == 0 && (t.a == s.a || t.a == s.b) || tb == 0 && t.b == s.b {
        return false;
    }
    let (sa, sb) = (cross(t.a, t.b, s.a).signum(), cross(t.a, t.b, s.b).signum());
    if sa == sb {
        return false;
    }
    if sa != 0 && sb != 0 && ta != 0 && tb != 0 {
        return inside((i, s), (j, t), near, marks);
    }
    match (ta, tb, sa, sb) {
        (0, _, 1.. | ..=-1, 1.. | ..=-1) => marks.push((i, t.a)),
        (_, 0, 1.. | ..=-1, 1.. | ..=-1) => marks.push((i, t.b)),
        (1.. | ..=-1, 1.. | ..=-1, 0, _) => marks.push((j, s.a)),
        (1.. | ..=-1, 1.. | ..=-1, _, 0) => marks.push((j, s.b)),
        // An end of one is an end of the other.
        _ => {}
    }
    false
}

/// Marks the ends of each of two segments on one line that are inside of the other.
fn along((i, s): (u32, &Segment), (j, t): (u32, &Segment), marks: &mut Vec<(u32, Place)>) {
    let is_inside = |p: Place, s: &Segment| dot(p, s.a, s.b) < 0;
    marks.extend([s.a, s.b].into_iter().filter(|&p| is_inside(p, t)).map(|p| (j, p)));
    marks.extend([t.a, t.b].into_iter().filter(|&p| is_inside(p, s)).map(|p| (i, p)));
}

/// Marks where two segments cross.
fn inside(
    (i, s): (u32, &Segment),
    (j, t): (u32, &Segment),
    near: i64,
    marks: &mut Vec<(u32, Place)>,
) -> bool {
    let p = crossing(s, t);
    let on_s = cross(s.a, s.b, p) == 0;
    let on_t = cross(t.a, t.b, p) == 0;
    if !(on_s && on_t) {
        let away = |q: Place| dot(p, q, q);
        let (sa, sb, ta, tb) = (away(s.a), away(s.b), away(t.a), away(t.b));
        if sa.min(sb).min(ta).min(tb) <= near {
            if sa.min(sb) <= ta.min(tb) {
                let end = if sa < sb { s.a } else { s.b };
                if cross(t.a, end, t.b) != 0 {
                    marks.push((j, end));
                    return true;
                }
            } else {
                let end = if ta < tb { t.a } else { t.b };
                if cross(s.a, end, s.b) != 0 {
                    marks.push((i, end));
                    return true;
                }
            }
        }
    }
    marks.extend([(i, p), (j, p)]);
    !(on_s && on_t)
}

/// The lattice point next to where two segments cross.
fn crossing(s: &Segment, t: &Segment) -> Place {
    let (x, y) = (s.a.x(), s.a.y());
    let (ux, uy) = (s.b.x() - x, s.b.y() - y);
    let (ax, ay) = (t.a.x() - x, t.a.y() - y);
    let (bx, by) = (t.b.x() - x, t.b.y() - y);
    let (dx, dy) = (ax - bx, ay - by);
    let turn = ax * by - ay * bx;
    if ux == 0 {
        s.a.moved(0, turn / dx)
    } else if uy == 0 {
        s.a.moved(-turn / dy, 0)
    } else {
        let by = uy * dx - ux * dy;
        s.a.moved(share(ux, turn, by), share(uy, turn, by))
    }
}

/// `a b / c`, rounded, halves away from zero.
fn share(a: i64, b: i64, c: i64) -> i64 {
    let is_negative = (a < 0) ^ (b < 0) ^ (c < 0);
    let c = c.unsigned_abs();
    let size = match a.unsigned_abs().checked_mul(b.unsigned_abs()) {
        Some(product) => rounded(product, c),
        None => {
            let product = u128::from(a.unsigned_abs()) * u128::from(b.unsigned_abs());
            let (whole, rest) = (product / u128::from(c), product % u128::from(c));
            let up = rest >= u128::from(c.div_ceil(2));
            u64::try_from(whole).unwrap_or(u64::MAX).saturating_add(u64::from(up))
        }
    };
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    if is_negative { -size } else { size }
}

fn rounded(product: u64, by: u64) -> u64 {
    product / by + u64::from(product % by >= by.div_ceil(2))
}
