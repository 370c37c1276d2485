//! All that is near to segments, on the lattice.
//!
//! ```text
//!      ╭──────────────╮       segments that follow each other have one outline, as far as nothing
//!     (┼──────┬────── ┼)      else is at their common ends; where more of them meet, outlines
//!      ╰──────┼───────╯       end straight across, and wedges fill what is open between
//! ```

use super::PlanPoint;
use super::overlay::Shape;
use super::parallel::{Parallel, turns_left};
use super::predicates::{cross, dot};
use std::ops::Range;

/// So many segments have one outline.
const TOGETHER: usize = 64;

/// All that is within `radius` steps of the segments, which may cross and share ends: overlapping
/// parts, which may cross themselves, to be united or taken away in one overlay. Bounds as for
/// [`grow`](super::grow). O(n log n).
///
/// A part is an outline around segments that follow each other, or a wedge at an end where the
/// segments leave more than half a turn open between them. `around` gives the other ends of the
/// segments at a point: those given, or more where others end so near that they count as one.
/// Without any, outlines end straight across and there is no wedge.
#[must_use]
pub fn thicken(
    segments: &[[PlanPoint; 2]],
    radius: i32,
    tolerance: i32,
    around: impl Fn(PlanPoint) -> Vec<PlanPoint>,
) -> Vec<Shape> {
    let mut graph = Graph::new(segments, Parallel::new(radius, tolerance), around);
    // From the ends of chains first; then what goes around, and what was too long.
    for is_through in [false, true] {
        for i in 0..graph.vertices.len() {
            if (graph.vertices[i].kind == Kind::Through) == is_through {
                graph.chains_from(i);
            }
        }
    }
    graph.parts
}

/// What is at the end of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One other segment goes on.
    Through,
    /// Nothing else.
    Tip,
    /// Others meet there, or it counts for nothing.
    Junction,
}

struct Vertex {
    at: PlanPoint,
    kind: Kind,
    /// The sides that lead away, by place in the list of them.
    sides: Range<usize>,
    /// True when the wedges at it are among the parts, where an outline needs them.
    has_wedges: bool,
}

/// The segments by their ends, and the parts that were made of them.
struct Graph<F> {
    vertices: Vec<Vertex>,
    /// From where to where, both ways and each once; sorted.
    sides: Vec<[PlanPoint; 2]>,
    is_done: Vec<bool>,
    parallel: Parallel,
    around: F,
    parts: Vec<Shape>,
}

impl<F: Fn(PlanPoint) -> Vec<PlanPoint>> Graph<F> {
    fn new(segments: &[[PlanPoint; 2]], parallel: Parallel, around: F) -> Self {
        let segments = segments.iter().filter(|[a, b]| a != b);
        let mut sides: Vec<[PlanPoint; 2]> =
            segments.flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        sides.sort_unstable();
        sides.dedup();
        let mut vertices = Vec::with_capacity(sides.len());
        let mut first = 0;
        for own in sides.chunk_by(|one, other| one[0] == other[0]) {
            let at = own[0][0];
            let mut to = around(at);
            to.sort_unstable();
            let is_plain = to.iter().eq(own.iter().map(|side| &side[1]));
            let kind = match own.len() {
                1 if is_plain => Kind::Tip,
                2 if is_plain => Kind::Through,
                _ => Kind::Junction,
            };
            let sides = first..first + own.len();
            first = sides.end;
            vertices.push(Vertex { at, kind, sides, has_wedges: false });
        }
        let is_done = vec![false; sides.len()];
        Self { vertices, sides, is_done, parallel, around, parts: Vec::new() }
    }

    fn vertex_at(&self, p: PlanPoint) -> usize {
        self.vertices.partition_point(|vertex| vertex.at < p)
    }

    /// The outlines of the chains that begin at a vertex.
    fn chains_from(&mut self, i: usize) {
        for side in self.vertices[i].sides.clone() {
            if self.is_done[side] {
                continue;
            }
            let (line, end) = self.chain(side);
            let tips = [i, end].map(|i| self.vertices[i].kind == Kind::Tip);
            self.parts.push(self.outline(&line, tips));
            for i in [i, end] {
                if self.vertices[i].kind != Kind::Tip {
                    self.wedges(i);
                }
            }
        }
    }

    /// The points from the start of a side on, as long as one other goes on; the vertex at its end.
    fn chain(&mut self, first: usize) -> (Vec<PlanPoint>, usize) {
        let mut line = vec![self.sides[first][0]];
        let mut side = first;
        loop {
            let [from, to] = self.sides[side];
            line.push(to);
            self.is_done[side] = true;
            if let Ok(back) = self.sides.binary_search(&[to, from]) {
                self.is_done[back] = true;
            }
            let end = self.vertex_at(to);
            let Vertex { kind, sides, .. } = &self.vertices[end];
            let next = sides.clone().find(|&next| !self.is_done[next]);
            match next {
                Some(next) if *kind == Kind::Through && line.len() <= TOGETHER => side = next,
                _ => return (line, end),
            }
        }
    }

    /// What is beside a line on either side, and around its ends where these are tips.
    fn outline(&self, line: &[PlanPoint], [first, last]: [bool; 2]) -> Shape {
        let back: Vec<PlanPoint> = line.iter().rev().copied().collect();
        let mut outline = Vec::with_capacity(4 * line.len());
        for (line, [is_tip, is_tip_at_end]) in [(line, [first, last]), (&back, [last, first])] {
            let (&[a, b, ..], &[.., c, d]) = (line, line) else { continue };
            if !is_tip {
                outline.push(self.parallel.beside(a, a, b));
            }
            for joint in line.windows(3) {
                self.parallel.join([joint[0], joint[1], joint[2]], &mut outline);
            }
            if is_tip_at_end {
                self.parallel.join([c, d, c], &mut outline);
            } else {
                outline.push(self.parallel.beside(d, c, d));
            }
        }
        Shape::solid(outline)
    }

    /// Adds the wedges at a vertex, once.
    fn wedges(&mut self, i: usize) {
        let Vertex { at: v, has_wedges, .. } = &mut self.vertices[i];
        if std::mem::replace(has_wedges, true) {
            return;
        }
        let v = *v;
        let mut around = (self.around)(v);
        around.retain(|&p| p != v);
        let is_upper = |p: PlanPoint| (p.y, p.x) > (v.y, v.x);
        around.sort_unstable_by(|&p, &q| {
            is_upper(q).cmp(&is_upper(p)).then_with(|| cross(v, q, p).cmp(&0))
        });
        around.dedup_by(|p, q| cross(v, *p, *q) == 0 && dot(v, *p, *q) > 0);
        for (i, &p) in around.iter().enumerate() {
            let next = around[(i + 1) % around.len()];
            // More than half a turn counter-clockwise from one segment to the next.
            if turns_left([p, v, next]) {
                let mut wedge = vec![v, self.parallel.beside(v, p, v)];
                self.parallel.join([p, v, next], &mut wedge);
                wedge.push(self.parallel.beside(v, v, next));
                self.parts.push(Shape::solid(wedge));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::union;
    use walkmesh_testkit::Random;

    /// The other ends of the segments at a point.
    fn ends(segments: &[[PlanPoint; 2]], p: PlanPoint) -> Vec<PlanPoint> {
        let other = |&[a, b]: &[PlanPoint; 2]| {
            if a == p { Some(b) } else { (b == p).then_some(a) }
        };
        segments.iter().filter_map(other).collect()
    }

    fn thick(segments: &[[PlanPoint; 2]], radius: i32, tolerance: i32) -> Vec<Shape> {
        thicken(segments, radius, tolerance, |p| ends(segments, p))
    }

    /// A walk of some steps, which may cross itself, as segments.
    fn walk(random: &mut Random, count: usize, step: i32) -> Vec<[PlanPoint; 2]> {
        let mut at = PlanPoint::new(random.between(0, 100), random.between(0, 100));
        let next = |_| {
            let from = at;
            at = PlanPoint::new(
                at.x + random.between(-step, step),
                at.y + random.between(-step, step),
            );
            [from, at]
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn what_is_near_is_in_and_what_is_far_is_not() {
        let mut random = Random::new(15);
        let (mut near, mut far) = (0, 0);
        for round in 0..150 {
            let (radius, tolerance) = ([2, 9, 30][round % 3], [1, 4][round % 2]);
            let step = [4, 30, 120][round / 3 % 3];
            let mut segments = walk(&mut random, 3 + round % 5, step);
            if round % 4 == 0 {
                // Closed.
                segments.push([segments[segments.len() - 1][1], segments[0][0]]);
            }
            if round % 5 == 0 {
                // Another that begins where two meet.
                let other = PlanPoint::new(random.between(-60, 160), random.between(-60, 160));
                segments.push([segments[1][0], other]);
            }
            segments.retain(|[a, b]| a != b);
            segments.sort_unstable();
            segments.dedup();
            let united = union(&thick(&segments, radius, tolerance)).unwrap();
            let is_in = |p: PlanPoint| united.iter().any(|shape| shape.holds(p));
            for _ in 0..400 {
                let [a, b] = segments[random.below(segments.len())];
                let reach = radius + tolerance + 8;
                let mut beside =
                    |a: i32, b: i32| random.between(a.min(b) - reach, a.max(b) + reach);
                let p = PlanPoint::new(beside(a.x, b.x), beside(a.y, b.y));
                let away = segments.iter().map(|&[a, b]| p.distance_from(a, b));
                let away = away.fold(f64::INFINITY, f64::min);
                if away < f64::from(radius - 1) {
                    assert!(is_in(p), "round {round}: {p:?} is {away} from {segments:?}");
                    near += 1;
                } else if away > f64::from(radius + tolerance + 3) {
                    assert!(!is_in(p), "round {round}: {p:?} is {away} from {segments:?}");
                    far += 1;
                }
            }
        }
        assert!(near > 10_000 && far > 5_000, "{near}, {far}");
    }

    #[test]
    fn chains_have_one_outline_each() {
        let p = PlanPoint::new;
        // Right turns with room beside them: no corner but where sides or tangents meet.
        let line = [p(0, 0), p(500, 0), p(500, 500), p(0, 500)];
        let segments: Vec<[PlanPoint; 2]> = line.windows(2).map(|w| [w[0], w[1]]).collect();
        let flat =
            thicken(&segments, 10, 100, |p| if p.x == 0 { Vec::new() } else { ends(&segments, p) });
        let corners = [
            p(0, -10),
            p(510, -10),
            p(510, 510),
            p(0, 510),
            p(0, 490),
            p(490, 490),
            p(490, 10),
            p(0, 10),
        ];
        assert_eq!(flat, [Shape::solid(corners.to_vec())]);
        // Around, it is closed by a wedge; none is open where a third begins.
        let mut closed = segments;
        closed.push([p(0, 500), p(0, 0)]);
        assert_eq!(thick(&closed, 10, 100).len(), 2);
        closed.push([p(0, 0), p(-300, -300)]);
        assert_eq!(thick(&closed, 10, 100).len(), 2);
        // Long ones are cut, and the cut is closed by a wedge.
        let bends = (0..200).map(|i| p(100 * i, 100 * (i % 2)));
        let bends: Vec<PlanPoint> = bends.collect();
        let bends: Vec<[PlanPoint; 2]> = bends.windows(2).map(|w| [w[0], w[1]]).collect();
        let parts = thick(&bends, 10, 5);
        assert_eq!(parts.len(), 4 + 3);
        assert_eq!(union(&parts).unwrap().len(), 1);
    }
}
