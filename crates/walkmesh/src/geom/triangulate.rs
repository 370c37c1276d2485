//! Constrained Delaunay triangulation of sorted lattice points, with what lies beside what: for
//! the few points that outlines have in a polygon, without a conversion to anything else.
//!
//! Points are added from left to right to the hull of those before (edges are flipped until they
//! are Delaunay: Lawson 1977), then segments one by one ([`cavity`]). All decisions are exact.

mod cavity;

use super::delaunay::DelaunayError;
use super::predicates::cross;
use super::{PlanBox, PlanPoint, cast};
use cavity::Cavity;

/// No half-edge, no line.
const NONE: u32 = u32::MAX;

/// Up to this extent, steps, the circle test fits 64 bits: it stays below 12 times its fourth power.
const NARROW: i64 = 29_000;

/// Triangles as half-edges: `3 t + i` is side `i` of triangle `t`, counter-clockwise.
#[derive(Debug, Default)]
pub(crate) struct Triangles {
    sides: Vec<HalfEdge>,
}

#[derive(Clone, Copy, Debug)]
struct HalfEdge {
    origin: u32,
    twin: u32,
    line: u32,
}

impl Triangles {
    /// How many triangles there are.
    pub(crate) fn count(&self) -> u32 {
        cast::count(self.sides.len() / 3)
    }

    /// The point where half-edge `h` starts.
    #[inline]
    pub(crate) fn origin(&self, h: u32) -> u32 {
        self.side(h).origin
    }

    /// The point where it ends.
    #[inline]
    pub(crate) fn target(&self, h: u32) -> u32 {
        self.origin(next(h))
    }

    /// The same edge of the triangle beyond.
    #[inline]
    pub(crate) fn twin(&self, h: u32) -> Option<u32> {
        Some(self.side(h).twin).filter(|&t| t != NONE)
    }

    /// The segment, by index, that it is part of.
    #[inline]
    pub(crate) fn segment(&self, h: u32) -> Option<u32> {
        Some(self.side(h).line).filter(|&line| line != NONE)
    }

    #[inline]
    fn side(&self, h: u32) -> HalfEdge {
        self.sides[cast::index(h)]
    }

    #[inline]
    fn side_mut(&mut self, h: u32) -> &mut HalfEdge {
        &mut self.sides[cast::index(h)]
    }
}

/// The half-edge after `h` around its triangle.
#[inline]
pub(crate) const fn next(h: u32) -> u32 {
    if h % 3 == 2 { h - 2 } else { h + 1 }
}

/// The half-edge before it.
#[inline]
pub(crate) const fn prev(h: u32) -> u32 {
    if h.is_multiple_of(3) { h + 2 } else { h - 1 }
}

/// Makes triangulations, one after the other in the same memory.
#[derive(Default)]
pub(crate) struct Triangulator {
    points: Vec<PlanPoint>,
    made: Triangles,
    /// A half-edge that leaves each point, of points of the hull the one along it.
    leaving: Vec<u32>,
    /// The point before each point of the hull.
    before: Vec<u32>,
    is_narrow: bool,
    /// Half-edges that may have to be flipped.
    open: Vec<u32>,
    cavity: Cavity,
}

impl Triangulator {
    /// The triangles of the convex hull of `points` (in ascending order, each once), as Delaunay
    /// as `segments` (pairs of indices, each once) allow; none for points on one line.
    /// O(n log n) for n points as a rule, plus what the segments cross. Which of several is a
    /// function of the arguments.
    ///
    /// # Errors
    /// When points are not in order, segments cross each other or run through a point, or
    /// indices are wrong.
    pub(crate) fn triangulate(
        &mut self,
        points: &[PlanPoint],
        segments: impl Iterator<Item = [u32; 2]>,
    ) -> Result<&Triangles, DelaunayError> {
        if points.len() >= cast::index(NONE / 6) {
            return Err(DelaunayError::TooMany { count: points.len() });
        }
        if let Some(i) = points.windows(2).position(|w| w[0] >= w[1]) {
            return Err(DelaunayError::Repeated { index: cast::count(i + 1), at: points[i + 1] });
        }
        self.start(points);
        self.sweep();
        if !self.made.sides.is_empty() {
            let mut cavity = std::mem::take(&mut self.cavity);
            for (segment, ends) in segments.enumerate() {
                if ends[0] == ends[1] || ends.iter().any(|&v| cast::index(v) >= points.len()) {
                    return Err(DelaunayError::Segment { segment, ends, count: points.len() });
                }
                self.constrain(segment, ends, &mut cavity)?;
            }
            self.cavity = cavity;
        }
        Ok(&self.made)
    }

    fn start(&mut self, points: &[PlanPoint]) {
        let bounds = PlanBox::around(points.iter().copied()).unwrap_or_default();
        let extent = |a: i32, b: i32| i64::from(b) - i64::from(a);
        self.is_narrow = extent(bounds.min.x, bounds.max.x) <= NARROW
            && extent(bounds.min.y, bounds.max.y) <= NARROW;
        self.points.clear();
        self.points.extend(points);
        self.made.sides.clear();
        self.made.sides.reserve(6 * points.len());
        for of_points in [&mut self.leaving, &mut self.before] {
            of_points.clear();
            of_points.resize(points.len(), NONE);
        }
    }

    #[inline]
    fn at(&self, v: u32) -> PlanPoint {
        self.points[cast::index(v)]
    }

    fn turn(&self, a: u32, b: u32, c: u32) -> i64 {
        cross(self.at(a), self.at(b), self.at(c))
    }

    /// True when `d` is inside the circle through `a`, `b`, `c`, which turn left.
    fn in_circle(&self, a: u32, b: u32, c: u32, d: u32) -> bool {
        let d = self.at(d);
        let off = |v: u32| {
            let p = self.at(v);
            let (x, y) = (i64::from(p.x) - i64::from(d.x), i64::from(p.y) - i64::from(d.y));
            (x, y, x * x + y * y)
        };
        let (a, b, c) = (off(a), off(b), off(c));
        let (bc, ca, ab) = (b.0 * c.1 - b.1 * c.0, c.0 * a.1 - c.1 * a.0, a.0 * b.1 - a.1 * b.0);
        if self.is_narrow {
            return a.2 * bc + b.2 * ca + c.2 * ab > 0;
        }
        let wide = |square: i64, turn: i64| i128::from(square) * i128::from(turn);
        wide(a.2, bc) + wide(b.2, ca) + wide(c.2, ab) > 0
    }

    fn lay(&mut self, h: u32, twin: u32, line: u32) {
        let side = self.made.side_mut(h);
        (side.twin, side.line) = (twin, line);
        if twin != NONE {
            self.made.side_mut(twin).twin = h;
        }
    }

    /// Adds a triangle whose first sides have these twins; gives its first side.
    fn add(&mut self, corners: [u32; 3], twins: [u32; 3]) -> u32 {
        let first = cast::count(self.made.sides.len());
        let side = |i: usize| HalfEdge { origin: corners[i], twin: twins[i], line: NONE };
        self.made.sides.extend([side(0), side(1), side(2)]);
        for (h, twin) in (first..).zip(twins) {
            if twin != NONE {
                self.made.side_mut(twin).twin = h;
            }
        }
        first
    }

    fn sweep(&mut self) {
        let n = cast::count(self.points.len());
        let Some(apex) = (2..n).find(|&p| self.turn(0, 1, p) != 0) else { return };
        self.fan(apex);
        for p in apex + 1..n {
            self.reach(p);
        }
    }

    /// The first triangles: from the points on one line to the first that is not on it.
    fn fan(&mut self, apex: u32) {
        let is_left = self.turn(0, 1, apex) > 0;
        // Along the hull, with the apex on the left.
        let along = |i: u32| if is_left { i } else { apex - 1 - i };
        let mut back = NONE;
        for i in 0..apex - 1 {
            let (a, b) = (along(i), along(i + 1));
            let side = self.add([a, b, apex], [NONE, NONE, back]);
            back = side + 1;
            self.leaving[cast::index(a)] = side;
            self.before[cast::index(b)] = a;
            if i == 0 {
                self.leaving[cast::index(apex)] = side + 2;
                self.before[cast::index(a)] = apex;
            }
        }
        let last = along(apex - 1);
        self.leaving[cast::index(last)] = back;
        self.before[cast::index(apex)] = last;
    }

    /// Adds the next point, which is outside the hull of those before: joins it to what it sees.
    fn reach(&mut self, p: u32) {
        let mut a = p - 1;
        while self.turn(self.before[cast::index(a)], a, p) < 0 {
            a = self.before[cast::index(a)];
        }
        let first = a;
        let mut back = NONE;
        loop {
            let side = self.leaving[cast::index(a)];
            let b = self.made.target(side);
            if self.turn(a, b, p) >= 0 {
                break;
            }
            let new = self.add([b, a, p], [side, back, NONE]);
            if back == NONE {
                self.leaving[cast::index(first)] = new + 1;
            }
            self.open.push(new);
            back = new + 2;
            a = b;
        }
        self.leaving[cast::index(p)] = back;
        self.before[cast::index(p)] = first;
        self.before[cast::index(a)] = p;
        while let Some(h) = self.open.pop() {
            let HalfEdge { origin: a, twin: t, .. } = self.made.side(h);
            if t == NONE {
                continue;
            }
            let b = self.made.origin(t);
            let beyond = self.made.origin(prev(t));
            if self.in_circle(a, b, p, beyond) {
                self.flip(h, t);
                self.open.extend([h, prev(t)]);
            }
        }
    }

    /// Joins the far corners of the triangles at an edge in place of its ends.
    ///
    /// ```text
    ///       c             c      before: h = ab, t = ba; after: h = ad, t = bc, and the sides
    ///     ╱ h ╲         ╱ │ ╲    after them are the new diagonal; the sides before h and t
    ///   a ───── b  ▶  a   │   b  stay where they are
    ///     ╲ t ╱         ╲ │ ╱
    ///       d             d
    /// ```
    fn flip(&mut self, h: u32, t: u32) {
        let (hn, tn) = (next(h), next(t));
        let (a, b) = (self.made.origin(h), self.made.origin(t));
        let (c, d) = (self.made.origin(prev(h)), self.made.origin(prev(t)));
        let (ad, bc) = (self.made.side(tn), self.made.side(hn));
        self.lay(h, ad.twin, ad.line);
        self.lay(t, bc.twin, bc.line);
        *self.made.side_mut(hn) = HalfEdge { origin: d, twin: tn, line: NONE };
        *self.made.side_mut(tn) = HalfEdge { origin: c, twin: hn, line: NONE };
        for (v, was, is) in [(b, hn, t), (a, tn, h)] {
            if self.leaving[cast::index(v)] == was {
                self.leaving[cast::index(v)] = is;
            }
        }
    }
}

#[cfg(test)]
mod tests;
