//! A bounding-volume tree over triangles of the world.
//!
//! Median splits along the longest axis of the centres, nodes in one flat array in depth-first
//! order: the first child follows its parent, a skip tells where the second begins.

use super::{Point, cast};
use std::ops::ControlFlow;

/// Triangles in a leaf, at most.
const LEAF: usize = 4;

/// An axis-aligned box in the world, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldBox {
    /// Lower corner.
    pub min: Point,
    /// Upper corner.
    pub max: Point,
}

impl WorldBox {
    /// Around points; the empty box (min above max) of none. Coordinates that are NaN do not count.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let all = f64::INFINITY;
        let empty = Self { min: Point::new(all, all, all), max: Point::new(-all, -all, -all) };
        // Plain comparisons are a quarter of the instructions of `f64::min` and `f64::max`.
        let low = |a: f64, b: f64| if b < a { b } else { a };
        let high = |a: f64, b: f64| if b > a { b } else { a };
        points.into_iter().fold(empty, |Self { min, max }, p| Self {
            min: Point::new(low(min.x, p.x), low(min.y, p.y), low(min.z, p.z)),
            max: Point::new(high(max.x, p.x), high(max.y, p.y), high(max.z, p.z)),
        })
    }

    /// Lower and upper corner, or `None` of the empty box.
    #[must_use]
    pub(crate) fn corners(&self) -> Option<(Point, Point)> {
        let Self { min, max } = *self;
        (min.x <= max.x && min.y <= max.y && min.z <= max.z).then_some((min, max))
    }

    /// True when the closed boxes share a point.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
            && self.min.z <= other.max.z
            && other.min.z <= self.max.z
    }

    /// Distance from `p`, metres; 0 inside.
    #[must_use]
    pub fn distance(&self, p: Point) -> f64 {
        p.distance(Point::new(
            p.x.max(self.min.x).min(self.max.x),
            p.y.max(self.min.y).min(self.max.y),
            p.z.max(self.min.z).min(self.max.z),
        ))
    }
}

/// A triangle, and which of the given ones it is.
type Indexed = (u32, [Point; 3]);

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: WorldBox,
    /// Where the nodes below this one end.
    end: usize,
    /// Its triangles, in a leaf; none in others.
    leaf: (usize, usize),
}

/// A point on a triangle of a [`TriangleTree`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Index of the triangle as it was given.
    pub triangle: u32,
    /// Where on it.
    pub point: Point,
}

/// Triangles that can be asked for by place. Triangles with a corner that is NaN or infinite are
/// never found. About 200 bytes a triangle.
#[derive(Clone, Debug, Default)]
pub struct TriangleTree {
    nodes: Vec<Node>,
    triangles: Vec<Indexed>,
}

impl TriangleTree {
    /// Built in O(n log n).
    #[must_use]
    pub fn new(triangles: impl IntoIterator<Item = [Point; 3]>) -> Self {
        let given: Vec<Indexed> =
            (0..).zip(triangles).filter(|t| t.1.iter().all(|p| p.is_finite())).collect();
        let mut nodes = Vec::with_capacity(given.len());
        let mut order: Vec<Centre> =
            (0..).zip(&given).map(|(at, t)| Centre::of(at, &t.1)).collect();
        if !order.is_empty() {
            let _ = build(&mut nodes, &given, &mut order, 0);
        }
        let triangles = order.iter().map(|centre| given[cast::index(centre.at)]).collect();
        Self { nodes, triangles }
    }

    /// The box around all triangles, if there are any.
    #[must_use]
    pub fn bounds(&self) -> Option<WorldBox> {
        self.nodes.first().map(|n| n.bounds)
    }

    /// Calls `visit` with every triangle whose box meets `area` (touching counts), in no useful
    /// but a fixed order, until it breaks. O(log n + found), as a rule.
    pub fn overlapping(
        &self,
        area: &WorldBox,
        mut visit: impl FnMut(u32, &[Point; 3]) -> ControlFlow<()>,
    ) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if !node.bounds.meets(area) {
                at = node.end;
                continue;
            }
            for (index, corners) in &self.triangles[node.leaf.0..node.leaf.1] {
                if WorldBox::around(*corners).meets(area) && visit(*index, corners).is_break() {
                    return;
                }
            }
            at += 1;
        }
    }

    /// The highest point on a triangle straight below `from`, or at it. Edges and corners belong
    /// to their triangles, so there are no cracks between neighbours; vertical triangles are not
    /// hit. The lowest index wins a tie.
    #[must_use]
    pub fn below(&self, from: impl Into<Point>) -> Option<Hit> {
        self.below_among(from, |_| true)
    }

    /// As [`TriangleTree::below`], on those triangles alone that `counts` says yes to.
    #[must_use]
    pub fn below_among(&self, from: impl Into<Point>, counts: impl Fn(u32) -> bool) -> Option<Hit> {
        let from = from.into();
        let low = self.bounds()?.min.y;
        let ray = WorldBox { min: Point::new(from.x, low, from.z), max: from };
        let mut best: Option<Hit> = None;
        self.overlapping(&ray, |triangle, corners| {
            if let Some(y) = height_at(corners, from).filter(|_| counts(triangle))
                && y <= from.y
                && best.is_none_or(|b| y > b.point.y || (y >= b.point.y && triangle < b.triangle))
            {
                best = Some(Hit { triangle, point: Point::new(from.x, y, from.z) });
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// The nearest point on any triangle within `reach` metres, and its distance. The lowest
    /// index wins a tie.
    #[must_use]
    pub fn nearest(&self, to: impl Into<Point>, reach: f64) -> Option<(Hit, f64)> {
        let to = to.into();
        let mut best: Option<(Hit, f64)> = None;
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let within = |d: f64| d <= best.map_or(reach, |b| b.1);
            let Some(node) = self.nodes.get(at).filter(|n| within(n.bounds.distance(to))) else {
                continue;
            };
            if node.leaf.0 < node.leaf.1 {
                for (triangle, corners) in &self.triangles[node.leaf.0..node.leaf.1] {
                    let point = nearest_on_triangle(corners, to);
                    let d = point.distance(to);
                    let better =
                        best.is_none_or(|b| d < b.1 || (d <= b.1 && *triangle < b.0.triangle));
                    if d <= reach && better {
                        best = Some((Hit { triangle: *triangle, point }, d));
                    }
                }
                continue;
            }
            // The nearer child last, so that it is looked at first.
            let (a, b) = (at + 1, self.nodes[at + 1].end);
            let nearer = |i: usize| self.nodes[i].bounds.distance(to);
            if nearer(a) <= nearer(b) {
                open.extend([b, a]);
            } else {
                open.extend([a, b]);
            }
        }
        best
    }
}

/// The middle of the box around a triangle, and which of the given ones that is.
struct Centre {
    at: u32,
    middle: Point,
}

impl Centre {
    fn of(at: u32, corners: &[Point; 3]) -> Self {
        let WorldBox { min, max } = WorldBox::around(*corners);
        let half = |low: f64, high: f64| low * 0.5 + high * 0.5;
        let middle = Point::new(half(min.x, max.x), half(min.y, max.y), half(min.z, max.z));
        Self { at, middle }
    }
}

/// Appends the node over triangles (at least one) of which the first will stand at `from`, and
/// those below it, puts them in order and gives the box around them. Depth is log n.
fn build(nodes: &mut Vec<Node>, given: &[Indexed], order: &mut [Centre], from: usize) -> WorldBox {
    let at = nodes.len();
    if order.len() <= LEAF {
        let corners = order.iter().flat_map(|centre| given[cast::index(centre.at)].1);
        let bounds = WorldBox::around(corners);
        nodes.push(Node { bounds, end: at + 1, leaf: (from, from + order.len()) });
        return bounds;
    }
    let WorldBox { min, max } = WorldBox::around(order.iter().map(|centre| centre.middle));
    let size = [max.x - min.x, max.y - min.y, max.z - min.z];
    let longest = (0..3).fold(0, |best, i| if size[i] > size[best] { i } else { best });
    let along = [|p: Point| p.x, |p: Point| p.y, |p: Point| p.z][longest];
    let half = order.len() / 2;
    order.select_nth_unstable_by(half, |a, b| {
        along(a.middle).total_cmp(&along(b.middle)).then(a.at.cmp(&b.at))
    });
    nodes.push(Node { bounds: WorldBox::around([]), end: at, leaf: (from, from) });
    let (first, second) = order.split_at_mut(half);
    let parts = [build(nodes, given, first, from), build(nodes, given, second, from + half)];
    let bounds = WorldBox::around(parts.iter().flat_map(|part| [part.min, part.max]));
    (nodes[at].bounds, nodes[at].end) = (bounds, nodes.len());
    bounds
}

/// Which side of the plan line `ab` the point is on. The same rounding whichever way the edge
/// runs, so that of two neighbours at least one holds a point between them.
fn side(a: Point, b: Point, p: Point) -> f64 {
    let swap = (b.x, b.z) < (a.x, a.z);
    let (u, v) = if swap { (b, a) } else { (a, b) };
    let area = (v.x - u.x) * (p.z - u.z) - (v.z - u.z) * (p.x - u.x);
    if swap { -area } else { area }
}

/// The height of a triangle at the plan place of `p`, or `None` beside it.
fn height_at([a, b, c]: &[Point; 3], p: Point) -> Option<f64> {
    let (u, v, w) = (side(*b, *c, p), side(*c, *a, p), side(*a, *b, p));
    let all = u + v + w;
    let within = (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
    if !within || all.abs() <= 0.0 {
        return None;
    }
    let y = (u * a.y + v * b.y + w * c.y) / all;
    let (low, high) = (a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
    Some(y.max(low).min(high))
}

fn minus(a: Point, b: Point) -> Point {
    Point::new(a.x - b.x, a.y - b.y, a.z - b.z)
}

fn dot(a: Point, b: Point) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

fn along(a: Point, d: Point, t: f64) -> Point {
    Point::new(a.x + d.x * t, a.y + d.y * t, a.z + d.z * t)
}

fn nearest_on_segment(a: Point, b: Point, p: Point) -> Point {
    let d = minus(b, a);
    let length = dot(d, d);
    let t = if length > 0.0 { (dot(minus(p, a), d) / length).clamp(0.0, 1.0) } else { 0.0 };
    along(a, d, t)
}

/// The nearest point of a triangle: its foot on the plane when that is inside, else the nearest
/// on the three sides. Flat triangles are their sides.
fn nearest_on_triangle([a, b, c]: &[Point; 3], p: Point) -> Point {
    let (u, v, w) = (minus(*b, *a), minus(*c, *a), minus(p, *a));
    let (uu, uv, vv, uw, vw) = (dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w));
    let area = uu * vv - uv * uv;
    if area > 0.0 {
        let (s, t) = ((vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area);
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            return along(along(*a, u, s), v, t);
        }
    }
    [(a, b), (b, c), (c, a)]
        .map(|(from, to)| nearest_on_segment(*from, *to, p))
        .into_iter()
        .fold(*a, |best, q| if q.distance(p) < best.distance(p) { q } else { best })
}

impl TriangleTree {
    /// How many triangles can be found.
    #[must_use]
    pub fn len(&self) -> u32 {
        cast::count(self.triangles.len())
    }

    /// True when there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }
}

#[cfg(test)]
mod tests;
