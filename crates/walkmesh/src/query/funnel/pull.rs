//! From the polygons that were found to the way through them.

use super::search::{Question, Search};
use super::side;
use super::string::Knot;
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::{HalfEdges, NONE};
use crate::query::optimal::{Crossing, Trace};
use crate::query::walk::Walk;

impl Search {
    /// Lays the shortest way through the polygons on the way to a node out into `trace`: to the
    /// goal when it `arrives`, else to where the search crossed the node's edge. The length of
    /// the way up to the goal or the last turn, steps.
    pub(in crate::query) fn pull(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        (node, arrives): (u32, bool),
        trace: &mut Trace,
    ) -> f64 {
        let edges = walk.edges;
        self.crossed.clear();
        let mut at = node;
        while at != NONE {
            self.crossed.push(at);
            at = self.entered[cast::index(at)].before;
        }
        self.crossed.reverse();
        let beyond = |&edge: &u32| edges.get(edges.get(edge).twin).polygon;
        let inside = || ask.starts.iter().find(|p| ask.goals.contains(p)).or(ask.starts.first());
        let first = self.crossed.first().map(beyond).or_else(|| inside().copied());
        trace.within(first.unwrap_or_default());
        trace.polygons.extend(self.crossed.iter().map(|&edge| edges.get(edge).polygon));
        self.funnel.lay(edges, ask.start, &self.crossed);
        if arrives {
            self.funnel.end(edges, &self.crossed, ask.goal);
        } else if node != NONE {
            let ends = [edges.at(node), edges.at(edges.next(node))];
            self.funnel.end_on_edge(ends, self.entered[cast::index(node)].share);
        }
        let knots = &self.funnel.settled;
        trace.corners.extend(knots.iter().map(|knot| knot.corner).filter(|&corner| corner != NONE));
        for pair in knots.windows(2) {
            self.crossed[pair[0].crossed..pair[1].crossed]
                .iter()
                .for_each(|&edge| trace.crossings.push(cross_at(edges, edge, pair)));
        }
        if ask.evenly.is_none() {
            let polygons = &trace.polygons;
            let cost = |i: usize| walk.cost(polygons[i]);
            side::take_cheaper(edges, knots, &mut trace.crossings, cost, &mut self.spans);
        }
        if !arrives && let Some(last) = knots.last() {
            self.cross_to_edge(edges, *last, node, trace);
        }
        knots.windows(2).map(|pair| pair[0].at.distance(pair[1].at)).sum()
    }

    /// The crossings between the last knot and the point on the edge of a node.
    fn cross_to_edge(&self, edges: &HalfEdges, last: Knot, node: u32, trace: &mut Trace) {
        let Some((_, before)) = self.crossed[last.crossed..].split_last() else { return };
        let share = self.entered[cast::index(node)].share;
        let (left, right) = (edges.at(node), edges.at(edges.next(node)));
        let side = |p: PlanPoint| {
            let of = |end| cast::float(predicates::cross(last.at, end, p));
            of(left) * (1.0 - share) + of(right) * share
        };
        for &edge in before {
            let (a, b) = (side(edges.at(edge)), side(edges.at(edges.next(edge))));
            let share = if a > b { (a / (a - b)).clamp(0.0, 1.0) } else { 0.0 };
            trace.crossings.push(Crossing { edge, share });
        }
        trace.crossings.push(Crossing { edge: node, share });
    }
}

/// Where the string between two knots crosses an edge; where it runs along it, as soon as it can.
fn cross_at(edges: &HalfEdges, edge: u32, pair: &[Knot]) -> Crossing {
    let (from, to) = (pair[0].at, pair[1].at);
    let (a, b) = (edges.at(edge), edges.at(edges.next(edge)));
    let (left, right) = (predicates::cross(from, to, a), predicates::cross(from, to, b));
    let (part, whole) = if left == right {
        (predicates::dot(a, b, from), a.distance_squared(b))
    } else {
        (left, left - right)
    };
    Crossing { edge, share: (cast::float(part) / cast::float(whole)).clamp(0.0, 1.0) }
}
