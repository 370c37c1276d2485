//! Edges of rings, and their parts between crossings.
//!
//! The rules are those of `i_overlay`, so that both engines give the same: a crossing goes to the
//! lattice point next to it, or to the end of an edge that is as near as the round allows, and
//! rounds follow until nothing crosses any more. Here a later round looks only at what changed in
//! the one before it.

use super::meet::meet;
use super::place::{Place, cross};
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
