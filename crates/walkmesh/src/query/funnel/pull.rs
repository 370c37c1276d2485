//! From the polygons that were found to the way through them.

use std::ops::Range;

use super::search::{Question, Search, exit_of};
use super::side::{self, Bend};
use super::string::Knot;
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::{HalfEdges, NONE};
use crate::query::optimal::{Crossing, Taken, Trace, between, plan, share_beside};
use crate::query::walk::Walk;

/// Share of two lengths that rounding may make of nothing where a place between them is meant.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Search {
    /// Lays the shortest way through the polygons and links on the way to a node out into
    /// `trace`: to the goal when it `arrives`, else to where the search crossed the node's edge or
    /// took its link. The length on the ground, up to the goal or the last turn, steps.
    pub(in crate::query) fn pull(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        (node, arrives): (u32, bool),
        trace: &mut Trace,
    ) -> f64 {
        let edges = walk.edges;
        self.chain.clear();
        let mut at = node;
        while at != NONE {
            self.chain.push(at);
            at = self.known[cast::index(at)].before;
        }
        self.chain.reverse();
        trace.clear();
        let alone = || if arrives { Some(self.last) } else { ask.starts.first().copied() };
        let from = |&node: &u32| self.known[cast::index(node)].from;
        let polygon = self.chain.first().map(from).or_else(alone).unwrap_or_default();
        let (mut start, mut length, mut next) = ((ask.start, polygon), 0.0, 0);
        // What two points have between them is pulled for itself.
        let joins_points = |&node: &u32| {
            node >= edges.len() && edges.ways().get(exit_of(edges, node).way).is_point()
        };
        while let Some(ahead) = self.chain[next..].iter().position(joins_points) {
            let part = exit_of(edges, self.chain[next + ahead]);
            let way = edges.ways().get(part.way);
            length +=
                self.pull_run(walk, ask, next..next + ahead, start, Some(way.entry[0]), trace);
            trace.links.push(Taken {
                way: part.way,
                share: 0.0,
                corners: cast::count(trace.corners.len()),
                polygons: cast::count(trace.polygons.len()),
            });
            (start, next) = ((way.exit[0], part.polygon), next + ahead + 1);
        }
        let goal = arrives.then_some(ask.goal);
        length + self.pull_run(walk, ask, next..self.chain.len(), start, goal, trace)
    }

    /// Adds the way over some nodes of the chain to `trace`, from a place in a polygon to another
    /// or to where the last one was crossed. Its length up to the end or the last turn.
    fn pull_run(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        run: Range<usize>,
        start: (PlanPoint, u32),
        end: Option<PlanPoint>,
        trace: &mut Trace,
    ) -> f64 {
        if self.chain[run.clone()].iter().any(|&node| node >= walk.edges.len()) {
            self.pull_over_stretches(walk, ask, run, start, end, trace)
        } else {
            self.pull_leg(walk, ask, run, start, end, trace)
        }
    }

    /// The same over edges only.
    fn pull_leg(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        leg: Range<usize>,
        (start, polygon): (PlanPoint, u32),
        end: Option<PlanPoint>,
        trace: &mut Trace,
    ) -> f64 {
        let edges = walk.edges;
        let crossed = &self.chain[leg.clone()];
        let first = (trace.polygons.len(), trace.crossings.len());
        trace.polygons.push(polygon);
        self.funnel.lay(edges, start, crossed, &mut trace.polygons);
        if let Some(goal) = end {
            self.funnel.end(edges, crossed, goal);
        } else if let Some(&edge) = crossed.last() {
            let share = self.known[cast::index(edge)].share;
            self.funnel.end_on_edge(ends_of(edges, edge), share);
            trace.stop = Some(Crossing { edge, share });
        }
        if trace.wanted {
            list_crossings(edges, &self.funnel.settled, crossed, trace);
        }
        if ask.evenly.is_none() {
            self.take_cheaper(walk, leg, first, trace);
        }
        self.funnel.straighten(end.is_some());
        let knots = &self.funnel.settled;
        trace.corners.extend(knots.iter().map(|knot| knot.corner).filter(|&corner| corner != NONE));
        knots.windows(2).map(|pair| pair[0].at.distance(pair[1].at)).sum()
    }

    /// Moves the crossings of a leg to the cheaper sides of edges; the leg's `first` polygon and
    /// crossing in `trace` are told.
    fn take_cheaper(
        &mut self,
        walk: &Walk<'_>,
        leg: Range<usize>,
        first: (usize, usize),
        trace: &mut Trace,
    ) {
        let edges = walk.edges;
        let polygons = &trace.polygons[first.0..];
        let cost = |i: usize| walk.cost(polygons[i]);
        self.bends.clear();
        let knots = self.funnel.settled.iter();
        self.bends.extend(knots.map(|&Knot { at, corner, crossed }| Bend {
            at: plan(at),
            corner,
            crossed: cast::index(crossed),
        }));
        self.bends.extend(trace.stop.map(|Crossing { edge, share }| {
            let [a, b] = ends_of(edges, edge).map(plan);
            Bend { at: between(a, b, share), corner: NONE, crossed: leg.len() }
        }));
        let crossings = &mut trace.crossings[first.1..];
        side::take_cheaper(edges, &self.bends, crossings, cost, &mut self.spans);
    }
}

/// Lists where the string over these knots crosses its edges. Those that it only touches count:
/// around one of them it may have gone in a ring, over edges in line with it.
fn list_crossings(edges: &HalfEdges, knots: &[Knot], crossed: &[u32], trace: &mut Trace) {
    for pair in knots.windows(2) {
        let between = &crossed[cast::index(pair[0].crossed)..cast::index(pair[1].crossed)];
        trace.crossings.extend(between.iter().map(|&edge| cross_at(edges, edge, pair)));
    }
    if let (Some(stop), Some(&last)) = (trace.stop, knots.last()) {
        cross_to_edge(edges, last, &crossed[cast::index(last.crossed)..], stop, trace);
    }
}

/// Adds the crossings between the last knot and where the string stops on the last edge.
fn cross_to_edge(
    edges: &HalfEdges,
    last: Knot,
    crossed: &[u32],
    stop: Crossing,
    trace: &mut Trace,
) {
    let ends = ends_of(edges, stop.edge);
    let side = |p: PlanPoint| {
        let [left, right] = ends.map(|end| cast::float(predicates::cross(last.at, end, p)));
        let side = left * (1.0 - stop.share) + right * stop.share;
        // On a line with the point, but for rounding where on its edge that is.
        let is_on = side.abs() <= ROUNDING * (left.abs() + right.abs());
        if is_on { 0.0 } else { side }
    };
    let crossings = crossed.iter().enumerate().map(|(i, &edge)| {
        let [a, b] = ends_of(edges, edge).map(side);
        let share = if i + 1 == crossed.len() {
            stop.share
        } else if a > b {
            (a / (a - b)).clamp(0.0, 1.0)
        } else {
            share_beside(last.at, ends_of(edges, edge))
        };
        Crossing { edge, share }
    });
    trace.crossings.extend(crossings);
}

/// Where the string between two knots crosses an edge; where it runs along it, as soon as it can.
fn cross_at(edges: &HalfEdges, edge: u32, pair: &[Knot]) -> Crossing {
    let (from, to) = (pair[0].at, pair[1].at);
    let [left, right] = ends_of(edges, edge).map(|end| predicates::cross(from, to, end));
    let share = if left == right {
        share_beside(from, ends_of(edges, edge))
    } else {
        (cast::float(left) / cast::float(left - right)).clamp(0.0, 1.0)
    };
    Crossing { edge, share }
}

/// Both ends of an edge, seen from outside from left to right.
fn ends_of(edges: &HalfEdges, edge: u32) -> [PlanPoint; 2] {
    let (left, right) = edges.ends(edge);
    [left, right]
}
