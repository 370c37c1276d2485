//! On which side of an edge the string runs where it runs along it: on the cheaper one.

use super::entry;
use crate::mesh::half_edges::HalfEdges;
use crate::query::optimal::{Crossing, Plan, between, distance};

/// Share of a coordinate by which a point that is meant to lie on a line may lie beside it.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A point of the string: where it starts, turns or ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub(super) at: Plan,
    /// A half-edge that begins there; [`NONE`](crate::mesh::half_edges::NONE) for start and end.
    pub(super) corner: u32,
    /// How many edges the string has crossed when it is there, at least.
    pub(super) crossed: usize,
}

/// Where along the string each edge may be crossed, first and last, as lengths from its start.
pub(super) type Spans = Vec<[f64; 2]>;

/// Moves the crossings of a string between these bends, which lie in order on `crossings`, to
/// where the whole costs least. `cost` is what a metre costs in the polygons before and after
/// each. Only what it costs is decided here, so floating point will do. Exact for one edge at a
/// time: two edges of a convex polygon have no more than a point of the string in common.
pub(super) fn take_cheaper(
    edges: &HalfEdges,
    bends: &[Bend],
    crossings: &mut [Crossing],
    cost: impl Fn(usize) -> f64,
    spans: &mut Spans,
) {
    spans.clear();
    let mut walked = 0.0;
    for (i, pair) in bends.windows(2).enumerate() {
        for crossing in &crossings[pair[0].crossed..pair[1].crossed] {
            let ends = entry::ends(edges, crossing.edge);
            spans.push(span(bends, i, walked, ends, crossing.share));
        }
        walked += distance(pair[0].at, pair[1].at);
    }
    for i in (1..spans.len()).rev() {
        spans[i - 1][1] = spans[i - 1][1].min(spans[i][1]);
    }
    let mut at = 0.0_f64;
    let (mut bend, mut passed) = (0, 0.0);
    for (i, (&[first, last], crossing)) in spans.iter().zip(crossings).enumerate() {
        at = at.max(if cost(i) < cost(i + 1) { last } else { first });
        if first >= last {
            continue;
        }
        let length = |bend: usize| distance(bends[bend].at, bends[bend + 1].at);
        while bend + 2 < bends.len() && passed + length(bend) < at {
            passed += length(bend);
            bend += 1;
        }
        let (from, to) = (bends[bend].at, bends[bend + 1].at);
        let here = between(from, to, ((at - passed) / length(bend)).clamp(0.0, 1.0));
        crossing.share = share_of(here, entry::ends(edges, crossing.edge));
    }
}

/// The part of the string on an edge that it crosses at a share of it, between bend `i`, at
/// length `walked`, and the next.
fn span(bends: &[Bend], i: usize, walked: f64, [a, b]: [Plan; 2], share: f64) -> [f64; 2] {
    let is_on = |bend: &Bend| is_in_line([a, b], bend.at) && dot(bend.at, a, b) <= 0.0;
    // The stretch of the string from a bend to the next on the edge's line, from the bend on.
    let along = |from: Plan, to: Plan| {
        let is_flat = is_in_line([a, b], from) && is_in_line([a, b], to);
        let length = distance(from, to);
        let reach = |end: Plan| (dot(from, to, end) / length).clamp(0.0, length);
        // From one link to another it may lead nowhere, around a corner.
        is_flat.then(|| [a, b].map(|end| if length > 0.0 { reach(end) } else { 0.0 }))
    };
    let (from, to) = (bends[i].at, bends[i + 1].at);
    let at = distance(from, between(a, b, share));
    let [mut first, mut last] = along(from, to).map_or([at, at], |[s, t]| [s.min(t), s.max(t)]);
    (first, last) = (walked + first, walked + last);
    let mut end = walked + distance(from, to);
    for pair in bends[i + 1..].windows(2).take_while(|pair| is_on(&pair[0])) {
        let Some([s, t]) = along(pair[0].at, pair[1].at) else { break };
        last = end + s.max(t);
        end += distance(pair[0].at, pair[1].at);
    }
    let mut begin = walked;
    for pair in bends[..=i].windows(2).rev().take_while(|pair| is_on(&pair[1])) {
        let Some([s, t]) = along(pair[1].at, pair[0].at) else { break };
        first = begin - s.max(t);
        begin -= distance(pair[0].at, pair[1].at);
    }
    [first, last]
}

/// How far along an edge a point of it is.
fn share_of(p: Plan, [a, b]: [Plan; 2]) -> f64 {
    (dot(a, b, p) / dot(a, b, b)).clamp(0.0, 1.0)
}

/// True when `p` lies on the line through both ends of an edge, but for the rounding of a point
/// off the lattice. That is not seen from lattice points.
fn is_in_line([a, b]: [Plan; 2], p: Plan) -> bool {
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let cross = x * (p.1 - a.1) - y * (p.0 - a.0);
    cross.abs() <= ROUNDING * (x.abs() + y.abs()) * (p.0.abs() + p.1.abs())
}

/// The product of the ways from `a` to `b` and to `p`.
fn dot(a: Plan, b: Plan, p: Plan) -> f64 {
    (b.0 - a.0) * (p.0 - a.0) + (b.1 - a.1) * (p.1 - a.1)
}
