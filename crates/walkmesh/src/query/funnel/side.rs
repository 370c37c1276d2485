//! On which side of an edge the string runs where it runs along it: on the cheaper one.

use super::string::Knot;
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::HalfEdges;
use crate::query::optimal::{Crossing, Plan, between, plan};

/// Where along the string each edge may be crossed, first and last, as lengths from its start.
pub(super) type Spans = Vec<[f64; 2]>;

/// Moves the crossings of a string between these knots, which lie in order on `crossings`, to
/// where the whole costs least. `cost` is what a metre costs in the polygons before and after
/// each. Exact for one edge at a time: two edges of a convex polygon have no more than a point of
/// the string in common.
pub(super) fn take_cheaper(
    edges: &HalfEdges,
    knots: &[Knot],
    crossings: &mut [Crossing],
    cost: impl Fn(usize) -> f64,
    spans: &mut Spans,
) {
    spans.clear();
    let mut walked = 0.0;
    for (i, pair) in knots.windows(2).enumerate() {
        for crossing in &crossings[pair[0].crossed..pair[1].crossed] {
            let ends = [edges.at(crossing.edge), edges.at(edges.next(crossing.edge))];
            spans.push(span(knots, i, walked, ends, crossing.share));
        }
        walked += pair[0].at.distance(pair[1].at);
    }
    for i in (1..spans.len()).rev() {
        spans[i - 1][1] = spans[i - 1][1].min(spans[i][1]);
    }
    let mut at = 0.0_f64;
    let (mut knot, mut passed) = (0, 0.0);
    for (i, (&[first, last], crossing)) in spans.iter().zip(crossings).enumerate() {
        at = at.max(if cost(i) < cost(i + 1) { last } else { first });
        if first >= last {
            continue;
        }
        let length = |knot: usize| knots[knot].at.distance(knots[knot + 1].at);
        while knot + 2 < knots.len() && passed + length(knot) < at {
            passed += length(knot);
            knot += 1;
        }
        let (from, to) = (plan(knots[knot].at), plan(knots[knot + 1].at));
        let here = between(from, to, ((at - passed) / length(knot)).clamp(0.0, 1.0));
        let (a, b) = (edges.at(crossing.edge), edges.at(edges.next(crossing.edge)));
        crossing.share = share_of(here, a, b);
    }
}

/// The part of the string on an edge that it crosses at a share of it, between knot `i`, at
/// length `walked`, and the next.
fn span(knots: &[Knot], i: usize, walked: f64, [a, b]: [PlanPoint; 2], share: f64) -> [f64; 2] {
    let is_on = |knot: &Knot| predicates::on_segment(a, b, knot.at);
    // The stretch of the string from a knot to the next on the edge's line, from the knot on.
    let along = |from: PlanPoint, to: PlanPoint| {
        let is_flat = predicates::cross(a, b, from) == 0 && predicates::cross(a, b, to) == 0;
        let length = from.distance(to);
        let reach = [a, b].map(|end| cast::float(predicates::dot(from, to, end)) / length);
        is_flat.then(|| reach.map(|reach| reach.clamp(0.0, length)))
    };
    let (from, to) = (knots[i].at, knots[i + 1].at);
    let here = between(plan(a), plan(b), share);
    let (x, y) = (here.0 - plan(from).0, here.1 - plan(from).1);
    let at = (x * x + y * y).sqrt();
    let [mut first, mut last] = along(from, to).map_or([at, at], |[s, t]| [s.min(t), s.max(t)]);
    (first, last) = (walked + first, walked + last);
    let mut end = walked + from.distance(to);
    for pair in knots[i + 1..].windows(2).take_while(|pair| is_on(&pair[0])) {
        let Some([s, t]) = along(pair[0].at, pair[1].at) else { break };
        last = end + s.max(t);
        end += pair[0].at.distance(pair[1].at);
    }
    let mut begin = walked;
    for pair in knots[..=i].windows(2).rev().take_while(|pair| is_on(&pair[1])) {
        let Some([s, t]) = along(pair[1].at, pair[0].at) else { break };
        first = begin - s.max(t);
        begin -= pair[0].at.distance(pair[1].at);
    }
    [first, last]
}

/// How far along an edge a point of it is.
fn share_of(p: Plan, a: PlanPoint, b: PlanPoint) -> f64 {
    let (a, b) = (plan(a), plan(b));
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    (((p.0 - a.0) * x + (p.1 - a.1) * y) / (x * x + y * y)).clamp(0.0, 1.0)
}
