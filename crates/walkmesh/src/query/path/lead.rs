//! From two places to the path between them: what all engines share.

use super::super::funnel::Question;
use super::super::optimal::{Limits, Outcome};
use super::super::scratch::Scratch;
use super::super::walk::Walk;
use super::Status;
use super::lay_out::{End, Measure, Reach};
use super::options::{Engine, PathOptions};
use super::reason::Reason;
use super::snap::Ends;
use super::straight;
use crate::geom::{Point, cast};

/// Share by which a path may be longer than the limit: sums of the same lengths in another order
/// differ by less, so a path is found when its own length is the limit.
const ROUNDING: f64 = 1e-12;

/// What an engine is asked, beside the ends.
#[derive(Clone, Copy, Debug)]
struct Order {
    engine: Engine,
    limits: Limits,
    /// The limits of length and radius in metres.
    reach: Reach,
    measure: Measure,
    /// The least that a metre costs.
    least: f64,
}

impl Order {
    /// What the options ask of a mesh, or why the engine cannot do it.
    fn new(walk: &Walk<'_>, options: &PathOptions<'_>) -> Result<Self, Reason> {
        let engine = options.engine;
        let evenly = match walk.filter.even_cost(walk.mesh) {
            None if engine == Engine::Optimal => {
                let kinds = walk.edges.kinds(walk.mesh, &walk.filter.access);
                Some(walk.filter.even_cost_of(kinds)?)
            }
            evenly => evenly,
        };
        let metres = |limit: Option<f64>| limit.map_or(f64::INFINITY, |metres| metres.max(0.0));
        let reach =
            Reach { length: metres(options.max_length), radius: metres(options.max_radius) };
        let step = walk.mesh.frame().step();
        let limits = Limits {
            expansions: options.max_expansions.unwrap_or(u32::MAX),
            length: reach.length * (1.0 + ROUNDING) / step,
            radius: reach.radius / step,
            cost: evenly.unwrap_or(1.0),
        };
        let least = evenly.unwrap_or_else(|| walk.filter.least_cost(walk.mesh));
        let measure = Measure { evenly, in_space: options.length_3d };
        Ok(Self { engine, limits, reach, measure, least })
    }

    /// True when it has to be known where the path crosses each edge, even if it arrives.
    fn is_measured(&self) -> bool {
        let Reach { length, radius } = self.reach;
        self.measure.in_space
            || self.measure.evenly.is_none()
            || length < f64::INFINITY
            || radius < f64::INFINITY
    }

    fn question<'a>(&self, starts: &'a [u32], goals: &'a [u32], ends: &Ends) -> Question<'a> {
        Question {
            starts,
            goals,
            start: ends.start.plan,
            goal: ends.goal.plan,
            evenly: self.measure.evenly,
            least: self.least,
            limits: self.limits,
        }
    }
}

impl Scratch {
    /// Leaves the path between two places in `path`; `to` is where the caller wished to go. The
    /// polygons that hold them are known.
    pub(in crate::query) fn lead(
        &mut self,
        walk: &Walk<'_>,
        mut ends: Ends,
        to: Point,
        options: &PathOptions<'_>,
    ) {
        let order = match Order::new(walk, options) {
            Ok(order) => order,
            Err(reason) => {
                self.path.reason = Some(reason);
                return;
            }
        };
        self.trace.wanted = order.is_measured();
        let mut outcome = self.seek(walk, &ends, &order);
        let mut expanded = self.expanded;
        if outcome == Some(Outcome::Exhausted) {
            self.snap_anew(walk, &mut ends, to);
            walk.find(&ends.start, &mut self.search.starts);
            walk.find(&ends.goal, &mut self.search.goals);
            outcome = self.seek(walk, &ends, &order);
            expanded = expanded.saturating_add(self.expanded);
        }
        let Reach { length, radius } = order.reach;
        let (last, reason) = match outcome {
            None => (None, None),
            Some(Outcome::Found(node)) => (Some(node), None),
            Some(Outcome::TooLong(node)) => (Some(node), Some(Reason::TooLong { limit: length })),
            Some(Outcome::BeyondRadius(node)) => {
                (Some(node), Some(Reason::BeyondRadius { limit: radius }))
            }
            Some(Outcome::OutOfBudget(node)) => {
                let expansions = order.limits.expansions;
                (Some(node), Some(Reason::OutOfBudget { expansions }))
            }
            // Nothing leads from the start even to what it reaches: tiles that contradict
            // themselves, which `validate` names.
            Some(Outcome::Exhausted) => {
                self.path.reason = ends.reason;
                return;
            }
        };
        let mut end = if reason.is_none() { End::Goal } else { End::Edge(order.reach) };
        self.trace.wanted |= reason.is_some();
        if let Some(limit) = reason {
            ends.meet(limit);
        }
        let is_long = self.trace_to(walk, &ends, &order, last, reason.is_none());
        if is_long {
            ends.meet(Reason::TooLong { limit: length });
            end = End::Short(order.reach);
        }
        self.lay_out(walk, &ends, end, order.measure);
        let path = &mut self.path;
        path.status = if ends.reason.is_none() { Status::Complete } else { Status::Partial };
        (path.reason, path.expanded) = (ends.reason, expanded);
    }

    /// Runs the search; `None` when that is not needed, as start and goal share a polygon or see
    /// each other: then the way is laid out in `trace`.
    fn seek(&mut self, walk: &Walk<'_>, ends: &Ends, order: &Order) -> Option<Outcome> {
        let (start, goal) = (ends.start.plan, ends.goal.plan);
        self.expanded = 0;
        let (starts, goals) = (&self.search.starts, &self.search.goals);
        let piece = |of: &[u32]| of.first().map(|&polygon| walk.edges.piece(polygon));
        if piece(starts) != piece(goals) {
            return Some(Outcome::Exhausted);
        }
        let is_near = start.distance(goal) <= order.limits.length.min(order.limits.radius);
        if is_near && walk.edges.ways().all().is_empty() {
            let shared = starts.iter().copied().filter(|p| goals.contains(p));
            let cost = |p: u32| order.measure.evenly.unwrap_or_else(|| walk.cost(p));
            if let Some(shared) = shared.min_by(|&a, &b| cost(a).total_cmp(&cost(b))) {
                self.trace.within(shared);
                return None;
            }
            if let (&[from], &[to]) = (&starts[..], &goals[..])
                && order.measure.evenly.is_some()
            {
                let most = order.limits.expansions;
                if straight::see(walk.edges, [(from, start), (to, goal)], most, &mut self.trace) {
                    self.expanded = cast::count(self.trace.polygons.len());
                    return None;
                }
            }
        }
        if order.engine == Engine::Optimal {
            let outcome = self.search.run(walk.edges, start, goal, order.limits);
            self.expanded = self.search.expanded;
            return Some(outcome);
        }
        let outcome = self.funnel.run(walk, &order.question(starts, goals, ends));
        self.expanded = self.funnel.expanded;
        Some(outcome)
    }

    /// Lays the way to a node of the engine out into `trace`; where there is none it is there
    /// already. True when it `arrives` and is longer than allowed all the same.
    fn trace_to(
        &mut self,
        walk: &Walk<'_>,
        ends: &Ends,
        order: &Order,
        last: Option<u32>,
        arrives: bool,
    ) -> bool {
        let Some(node) = last else { return false };
        if order.engine == Engine::Optimal {
            self.search.unwind(walk.edges, node, &mut self.trace);
            return false;
        }
        let question = order.question(&self.search.starts, &self.search.goals, ends);
        let length = self.funnel.pull(walk, &question, (node, arrives), &mut self.trace);
        arrives && length > order.limits.length
    }
}
