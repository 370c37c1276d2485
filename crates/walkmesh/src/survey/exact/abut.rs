//! Whether parts of neighbouring boxes meet on the line between without continuing each other.
//!
//! A stair beside a cut ends on it right where the floor above begins on the other side: in plan
//! they touch, and ground that is joined in plan would lead from one to the other through the air.

use super::free::{Free, Piece};
use super::layer::Part;
use crate::geom::{PlanBox, Shape};

/// Contacts shorter than this are what rounding and growing leave, steps.
const SHORT: f64 = 16.0;

/// The line that two boxes have in common, over a stretch of it.
#[derive(Clone, Copy, Debug)]
struct Line {
    is_upright: bool,
    at: i32,
    /// From where to where.
    span: (i32, i32),
    /// True when the first of the boxes is on the lower side.
    is_first_below: bool,
}

impl Line {
    fn between(a: &PlanBox, b: &PlanBox) -> Option<Self> {
        let xs = (a.min.x.max(b.min.x), a.max.x.min(b.max.x));
        let ys = (a.min.y.max(b.min.y), a.max.y.min(b.max.y));
        let is_upright = xs.0 == xs.1 && ys.0 < ys.1;
        let is_across = ys.0 == ys.1 && xs.0 < xs.1;
        let (at, span) = if is_upright { (xs.0, ys) } else { (ys.0, xs) };
        let is_first_below = if is_upright { a.max.x == at } else { a.max.y == at };
        (is_upright || is_across).then_some(Self { is_upright, at, span, is_first_below })
    }

    /// Over which stretch of the line a piece may be.
    fn reached(&self, piece: &Piece) -> Option<(i32, i32)> {
        let PlanBox { min, max } = piece.bounds;
        let (across, along) = if self.is_upright {
            ((min.x, max.x), (min.y, max.y))
        } else {
            ((min.y, max.y), (min.x, max.x))
        };
        let span = (self.span.0.max(along.0), self.span.1.min(along.1));
        (across.0 <= self.at && self.at <= across.1 && span.0 < span.1).then_some(span)
    }

    /// Where a shape is half a step beside the line, from where to where: no corner is there.
    fn held(&self, shape: &Shape, is_below: bool) -> Vec<(f64, f64)> {
        let at = f64::from(self.at) + if is_below { -0.5 } else { 0.5 };
        let mut crossings = Vec::new();
        for ring in shape.rings() {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let turned = |p: f64, q: f64| if self.is_upright { (p, q) } else { (q, p) };
                let (a, b) = (
                    turned(f64::from(a.x), f64::from(a.y)),
                    turned(f64::from(b.x), f64::from(b.y)),
                );
                if (a.0 > at) != (b.0 > at) {
                    crossings.push(a.1 + (b.1 - a.1) * ((at - a.0) / (b.0 - a.0)));
                }
            }
        }
        crossings.sort_unstable_by(f64::total_cmp);
        let (low, high) = (f64::from(self.span.0), f64::from(self.span.1));
        let pairs = crossings.chunks_exact(2).map(|pair| (pair[0].max(low), pair[1].min(high)));
        pairs.filter(|(from, to)| from < to).collect()
    }
}

/// True when ground of the two meets on the line between their boxes and only one of them goes on
/// there: what goes on across a line is a piece of both, or joined to one in both.
pub(super) fn abut(a: &Part, b: &Part, free: &Free) -> bool {
    let Some(line) = Line::between(&a.inner, &b.inner) else { return false };
    let own = |part: &Part, other: &Part| -> Vec<(usize, (i32, i32))> {
        let own = part.pieces.iter().filter(|i| other.pieces.binary_search(i).is_err());
        own.filter_map(|&i| Some((i, line.reached(&free.pieces[i])?))).collect()
    };
    let beyond = own(b, a);
    if beyond.is_empty() {
        return false;
    }
    own(a, b).into_iter().any(|(i, (low, high))| {
        let near = |own: &&(usize, (i32, i32))| own.1.0 < high && low < own.1.1;
        let mut others = beyond.iter().filter(near).peekable();
        if others.peek().is_none() {
            return false;
        }
        let held = line.held(&free.pieces[i].shape, line.is_first_below);
        others.any(|&(j, _)| {
            let theirs = line.held(&free.pieces[j].shape, !line.is_first_below);
            held.iter().any(|s| theirs.iter().any(|t| s.1.min(t.1) - s.0.max(t.0) > SHORT))
        })
    })
}
