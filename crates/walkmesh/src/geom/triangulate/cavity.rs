//! Segments in a triangulation: what a segment crosses is taken out, and both sides are filled anew
//! (Anglada 1997, "An improved incremental algorithm for constructing restricted Delaunay
//! triangulations").

use super::{DelaunayError, HalfEdge, NONE, Triangulator, next, prev};
use crate::geom::cast;
use crate::geom::predicates::dot;

/// What a segment crosses.
#[derive(Default)]
pub(super) struct Cavity {
    triangles: Vec<u32>,
    /// Around what is on the right of the segment from its start on, and what is on its left from
    /// its end on.
    right: Vec<Outer>,
    left: Vec<Outer>,
    /// How many of the triangles are there again.
    filled: usize,
    /// Half-edges with the cavity on both their sides: before, and where the one stands that is
    /// there again.
    inner: Vec<(u32, u32)>,
}

/// A half-edge around a cavity: where it starts, and what is beyond.
#[derive(Clone, Copy)]
struct Outer {
    origin: u32,
    twin: u32,
    line: u32,
    /// The half-edge itself before the cavity was made; none for one made since.
    was: u32,
}

impl Triangulator {
    /// Makes a segment an edge.
    pub(super) fn constrain(
        &mut self,
        segment: usize,
        [a, b]: [u32; 2],
        cavity: &mut Cavity,
    ) -> Result<(), DelaunayError> {
        let line = cast::count(segment);
        let at = self.at(a);
        let touching = DelaunayError::Touching { segment, at };
        let start = self.leaving[cast::index(a)];
        if let Some(side) = self.side_between(start, b) {
            self.mark(side, line);
            return Ok(());
        }
        let mut h = start;
        let crossed = loop {
            let (u, w) = (self.made.target(h), self.made.origin(prev(h)));
            let (at_u, at_w) = (self.turn(a, b, u), self.turn(a, b, w));
            if at_u < 0 && at_w > 0 {
                break next(h);
            }
            let is_ahead = |v: u32| dot(at, self.at(b), self.at(v)) > 0;
            if (at_u == 0 && is_ahead(u)) || (at_w == 0 && is_ahead(w)) {
                return Err(touching);
            }
            h = self.made.side(prev(h)).twin;
            if h == NONE || h == start {
                return Err(touching);
            }
        };
        self.dig(segment, [a, b], crossed, cavity)?;
        for v in cavity.right.iter().chain(&cavity.left).map(|outer| outer.origin) {
            let leaving = &mut self.leaving[cast::index(v)];
            if *leaving != NONE && cavity.triangles.contains(&(*leaving / 3)) {
                *leaving = NONE;
            }
        }
        let (right, left) = (std::mem::take(&mut cavity.right), std::mem::take(&mut cavity.left));
        let back = self.fill(&right, b, cavity);
        let forth = self.fill(&left, a, cavity);
        (cavity.right, cavity.left) = (right, left);
        self.lay(back.twin, forth.twin, line);
        self.made.side_mut(forth.twin).line = line;
        Ok(())
    }

    /// A side between the point that `start` leaves, the first around it, and `b`.
    fn side_between(&self, start: u32, b: u32) -> Option<u32> {
        let mut h = start;
        loop {
            if self.made.target(h) == b {
                return Some(h);
            }
            let back = prev(h);
            let HalfEdge { origin, twin, .. } = self.made.side(back);
            if origin == b {
                return Some(back);
            }
            if twin == NONE || twin == start {
                return None;
            }
            h = twin;
        }
    }

    /// Says of a half-edge and its twin that they are part of a segment.
    fn mark(&mut self, h: u32, line: u32) {
        let side = self.made.side_mut(h);
        side.line = line;
        let t = side.twin;
        if t != NONE {
            self.made.side_mut(t).line = line;
        }
    }

    /// Gathers the triangles that a segment crosses; `crossed` is the first edge, from right to
    /// left.
    fn dig(
        &self,
        segment: usize,
        [a, b]: [u32; 2],
        mut crossed: u32,
        cavity: &mut Cavity,
    ) -> Result<(), DelaunayError> {
        let Cavity { triangles, right, left, filled, inner } = cavity;
        triangles.clear();
        right.clear();
        left.clear();
        inner.clear();
        *filled = 0;
        let outer = |h: u32| {
            let HalfEdge { origin, twin, line } = self.made.side(h);
            Outer { origin, twin, line, was: h }
        };
        triangles.push(crossed / 3);
        right.push(outer(prev(crossed)));
        left.push(outer(next(crossed)));
        loop {
            let HalfEdge { twin: t, line, .. } = self.made.side(crossed);
            let at = self.at(a);
            if line != NONE || t == NONE {
                let second = if line == NONE { segment } else { cast::index(line) };
                return Err(DelaunayError::Crossing { first: segment, second, at });
            }
            triangles.push(t / 3);
            let v = self.made.origin(prev(t));
            if v == b {
                right.push(outer(next(t)));
                left.push(outer(prev(t)));
                left.reverse();
                return Ok(());
            }
            match self.turn(a, b, v) {
                0 => return Err(DelaunayError::Touching { segment, at }),
                1.. => {
                    left.push(outer(prev(t)));
                    crossed = next(t);
                }
                _ => {
                    right.push(outer(next(t)));
                    crossed = prev(t);
                }
            }
        }
    }

    /// Fills what is between a chain, which ends at `last`, and the straight way from its start to
    /// there, which stands for the chain then. The corner whose circle with the two ends holds no
    /// other is joined to them; all of them see the straight way.
    fn fill(&mut self, chain: &[Outer], last: u32, cavity: &mut Cavity) -> Outer {
        let Some((&start, inner)) = chain.split_first() else {
            return Outer { origin: last, twin: NONE, line: NONE, was: NONE };
        };
        let Some(first) = inner.first() else { return start };
        let (mut corner, mut at) = (first.origin, 1);
        for (i, outer) in (2..).zip(&inner[1..]) {
            if outer.origin != corner && self.in_circle(start.origin, corner, last, outer.origin) {
                (corner, at) = (outer.origin, i);
            }
        }
        let before = self.fill(&chain[..at], corner, cavity);
        let after = self.fill(&chain[at..], last, cavity);
        // As many triangles fill a cavity as were taken out.
        let Some(&triangle) = cavity.triangles.get(cavity.filled) else { return start };
        cavity.filled += 1;
        let h = 3 * triangle;
        self.write(h, start.origin, before, cavity);
        self.write(h + 1, corner, after, cavity);
        // Its twin is whoever asked for it.
        let closing = self.made.side_mut(h + 2);
        (closing.origin, closing.line) = (last, NONE);
        if self.leaving[cast::index(last)] == NONE {
            self.leaving[cast::index(last)] = h + 2;
        }
        Outer { origin: start.origin, twin: h + 2, line: NONE, was: NONE }
    }

    /// Puts a half-edge into a new triangle.
    fn write(&mut self, h: u32, origin: u32, outer: Outer, cavity: &mut Cavity) {
        self.made.side_mut(h).origin = origin;
        let mut twin = outer.twin;
        let is_inner = outer.was != NONE && twin != NONE && cavity.triangles.contains(&(twin / 3));
        if is_inner {
            twin = cavity.inner.iter().find(|known| known.0 == twin).map_or(NONE, |known| known.1);
            cavity.inner.push((outer.was, h));
        }
        self.lay(h, twin, outer.line);
        let leaving = &mut self.leaving[cast::index(origin)];
        if *leaving == NONE || outer.twin == NONE {
            *leaving = h;
        }
    }
}
