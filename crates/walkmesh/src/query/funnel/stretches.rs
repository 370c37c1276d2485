//! The string through links whose stretches it may take at any share.

use std::ops::Range;

use super::entry::{self, Target};
use super::portal::{Portal, cross, dot, minus};
use super::search::{Question, Search, exit_of};
use super::side::{self, Bend};
use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::NONE;
use crate::query::optimal::{Crossing, Plan, Taken, Trace, distance, ends_of, plan};
use crate::query::walk::Walk;

/// By how much a bend may turn and be none, as the sine: rounding of points off the lattice. Less
/// than a step of the lattice at the largest distances.
const STRAIGHT: f64 = 4.0 * f64::EPSILON;

impl Search {
    /// Adds the way over some edges and links of the chain, which begins in a polygon, to `trace`:
    /// to a place, or where there is none to where the last node was crossed. The shortest of all
    /// over the same edges and links. Its length on the ground.
    pub(super) fn pull_over_stretches(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        run: Range<usize>,
        (start, polygon): (PlanPoint, u32),
        end: Option<PlanPoint>,
        trace: &mut Trace,
    ) -> f64 {
        let (edges, arrives) = (walk.edges, end.is_some());
        let Some(end) = self.find_shares(walk, ask, run.clone(), (plan(start), end)) else {
            return 0.0;
        };
        let mut length = 0.0;
        self.leg.begin(trace, plan(start), polygon);
        for i in 0..run.len() {
            let (node, stop) = (self.chain[run.start + i], self.windows.stops[i + 1]);
            if node < edges.len() {
                trace.crossings.push(Crossing { edge: node, share: stop.share });
                trace.polygons.push(edges.get(node).polygon);
                // Rounding may bend it inside an edge, next to where a link ends on that.
                let corner = match stop.share {
                    0.0 => Some(node),
                    1.0 => Some(edges.next(node)),
                    _ => None,
                };
                if let Some(corner) = corner.filter(|_| stop.bends) {
                    self.leg.bend(trace, plan(edges.at(corner)), corner);
                }
                continue;
            }
            let part = exit_of(edges, node);
            let share = self.known[cast::index(node)].share;
            let mut taken = Taken { way: part.way, share, corners: 0, polygons: 0 };
            let [entered, left] = ends_of(edges, &taken);
            length += self.end_leg(walk, ask, entered, trace);
            taken.corners = cast::count(trace.corners.len());
            taken.polygons = cast::count(trace.polygons.len());
            trace.links.push(taken);
            self.leg.begin(trace, left, part.polygon);
        }
        let is_on_edge = run.last().is_some_and(|at| self.chain[at] < edges.len());
        trace.stop = trace.crossings.last().copied().filter(|_| is_on_edge && !arrives);
        length + self.end_leg(walk, ask, end, trace)
    }

    /// Finds the best shares of the links on the way, which take the place of those that the search
    /// took, and where the string crosses what. The end of the string.
    fn find_shares(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        run: Range<usize>,
        ends: (Plan, Option<PlanPoint>),
    ) -> Option<Plan> {
        let end = self.lay(walk, ask, run.clone(), ends, false)?;
        let mut is_rigid = true;
        for (&node, stop) in self.chain[run.clone()].iter().zip(&self.windows.stops[1..]) {
            if node >= walk.edges.len() {
                self.known[cast::index(node)].share = stop.share;
                let way = walk.edges.ways().get(exit_of(walk.edges, node).way);
                let [entry, exit] = [way.entry, way.exit].map(|[a, b]| a.distance_squared(b));
                is_rigid &= entry == exit;
            }
        }
        // Where lengths differ, the string leaves a link beside where it was thought to.
        if is_rigid { Some(end) } else { self.lay(walk, ask, run, ends, true) }
    }

    /// Pulls the windows' string over some nodes of the chain, through links at any share or at
    /// those that are known. Gives its end.
    fn lay(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        run: Range<usize>,
        (start, end): (Plan, Option<PlanPoint>),
        is_fixed: bool,
    ) -> Option<Plan> {
        self.windows.begin(start);
        for at in run.clone() {
            let portal = self.portal(walk, ask, self.chain[at], is_fixed);
            self.windows.push(portal);
        }
        let last = run.last().map(|at| self.known[cast::index(self.chain[at])].share);
        let end = match (end, last) {
            (Some(goal), _) => plan(goal),
            (None, Some(share)) => self.windows.end_at(share)?,
            (None, None) => return None,
        };
        self.windows.push(Portal::point(end));
        self.windows.pull();
        Some(end)
    }

    /// What the string crosses at a node of the chain; a link at any share, or at the known one.
    fn portal(&self, walk: &Walk<'_>, ask: &Question<'_>, node: u32, is_fixed: bool) -> Portal {
        let edges = walk.edges;
        if node < edges.len() {
            return Portal::edge(entry::ends(edges, node));
        }
        let left = exit_of(edges, node);
        let way = edges.ways().get(left.way);
        let ends = [way.entry, way.exit].map(|ends| ends.map(plan));
        let known = self.known[cast::index(node)];
        if is_fixed {
            return Portal::link_at(ends, known.share);
        }
        let entries = edges.ways().entered_from(known.from);
        let entered = entries.iter().find(|part| part.way == left.way);
        let shares = entered
            .and_then(|entered| entry::shares(way, entered, left))
            .and_then(|shares| Target::new(ask, false).within.shares(way, shares));
        // The search took it, so there are such shares.
        Portal::link(ends, shares.unwrap_or([known.share; 2]))
    }

    /// Ends a leg between links at a point.
    fn end_leg(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        end: Plan,
        trace: &mut Trace,
    ) -> f64 {
        let leg = &mut self.leg;
        leg.bend(trace, end, NONE);
        drop_straight(&mut leg.bends);
        let turned = leg.bends.iter().filter(|bend| bend.corner != NONE);
        trace.corners.extend(turned.map(|bend| bend.corner));
        if ask.evenly.is_none() {
            let polygons = &trace.polygons[leg.polygons..];
            let crossings = &mut trace.crossings[leg.crossings..];
            let cost = |i: usize| walk.cost(polygons[i]);
            side::take_cheaper(walk.edges, &leg.bends, crossings, cost, &mut self.spans);
        }
        leg.bends.windows(2).map(|pair| distance(pair[0].at, pair[1].at)).sum()
    }
}

/// The string from one link to the next: where it bends, and where it begins in the trace.
#[derive(Debug, Default)]
pub(super) struct Leg {
    bends: Vec<Bend>,
    crossings: usize,
    polygons: usize,
}

impl Leg {
    fn begin(&mut self, trace: &mut Trace, at: Plan, polygon: u32) {
        (self.crossings, self.polygons) = (trace.crossings.len(), trace.polygons.len());
        trace.polygons.push(polygon);
        self.bends.clear();
        self.bend(trace, at, NONE);
    }

    fn bend(&mut self, trace: &Trace, at: Plan, corner: u32) {
        self.bends.push(Bend { at, corner, crossed: trace.crossings.len() - self.crossings });
    }
}

/// Takes out corners that the string only touches.
fn drop_straight(bends: &mut Vec<Bend>) {
    let mut kept = 1;
    for i in 1..bends.len() {
        let (before, here) = (bends[kept - 1].at, bends[i]);
        let touches = bends.get(i + 1).is_some_and(|after| {
            let (to, on) = (minus(here.at, before), minus(after.at, here.at));
            let ahead = dot(to, on);
            ahead >= 0.0 && cross(to, on).abs() <= STRAIGHT * ahead
        });
        if !touches {
            bends[kept] = here;
            kept += 1;
        }
    }
    bends.truncate(kept);
}
