//! The search over edges and the memory that it reuses.

use super::entry::{self, Target};
use super::side::{Bend, Spans};
use super::stretches::Leg;
use super::string::Funnel;
use super::windows::Windows;
use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::{HalfEdges, NONE, Ring};
use crate::mesh::link_ways::Part;
use crate::query::optimal::{
    Entry, Limits, Outcome, Plan, Queue, Shortcuts, between, distance, plan,
};
use crate::query::walk::{Walk, is_one_of};

/// The best known way to a node: to an edge, over which it enters a polygon, or through a link.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// Of which search this is.
    epoch: u32,
    /// The node before; [`NONE`] from a start.
    pub(super) before: u32,
    /// The polygon that the way comes from.
    pub(super) from: u32,
    /// Where along the edge it is crossed, 0 at its first corner, or at which share of the link.
    pub(super) share: f64,
    /// What the way so far costs, steps.
    g: f64,
    /// Lower bound of the cost of a path that goes on from here, steps.
    f: f64,
}

/// Where a search stands: at a node, in a polygon that follows.
#[derive(Clone, Copy, Debug)]
struct Stand {
    /// The node, or [`NONE`] at the start.
    node: u32,
    polygon: u32,
    at: Plan,
    g: f64,
    f: f64,
}

/// What a search has met.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// The best way to the goal: its cost, the node before and the polygon.
    arrival: (f64, u32, u32),
    too_long: bool,
    beyond_radius: bool,
}

/// The search and its memory, for one caller and any number of meshes.
///
/// Nodes are the half-edges, each as the polygon that is entered has it, and after them the exits
/// of the ways through links, one for each polygon that they lead to.
#[derive(Debug, Default)]
pub(in crate::query) struct Search {
    /// Nodes expanded by the last search.
    pub(in crate::query) expanded: u32,
    /// One for each node.
    pub(super) known: Vec<Known>,
    epoch: u32,
    /// The nodes on the way laid out last.
    pub(super) chain: Vec<u32>,
    /// The polygon where the last way found reaches the goal.
    pub(super) last: u32,
    pub(super) funnel: Funnel,
    pub(super) windows: Windows,
    pub(super) leg: Leg,
    pub(super) bends: Vec<Bend>,
    pub(super) spans: Spans,
    queue: Queue,
    /// Where the goals stand in the order of the bridges.
    places: Vec<u32>,
    /// Links that may make the way to the goal cheaper than a straight line.
    shortcuts: Shortcuts,
}

/// What a search is asked.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Question<'a> {
    pub(in crate::query) starts: &'a [u32],
    pub(in crate::query) goals: &'a [u32],
    pub(in crate::query) start: PlanPoint,
    pub(in crate::query) goal: PlanPoint,
    /// What a metre costs where that is the same everywhere.
    pub(in crate::query) evenly: Option<f64>,
    /// The least that a metre costs.
    pub(in crate::query) least: f64,
    pub(in crate::query) limits: Limits,
}

impl Search {
    /// Finds a cheap way from polygon to polygon. The node of the outcome is the last before the
    /// goal, or [`NONE`] where that is in a polygon of the start.
    pub(in crate::query) fn run(&mut self, walk: &Walk<'_>, ask: &Question<'_>) -> Outcome {
        self.begin(walk, ask);
        let target = Target::new(ask, walk.edges.ways().all().is_empty());
        let mut closest = (f64::INFINITY, NONE);
        let mut met =
            Met { arrival: (f64::INFINITY, NONE, NONE), too_long: false, beyond_radius: false };
        for &polygon in ask.starts {
            if self.expanded >= ask.limits.expansions {
                return Outcome::OutOfBudget(NONE);
            }
            self.expanded += 1;
            let stand = Stand { node: NONE, polygon, at: plan(ask.start), g: 0.0, f: 0.0 };
            self.expand(walk, ask, &target, (&stand, walk.edges.ring_of(polygon)), &mut met);
        }
        // What is left promises no less than this.
        let mut least = 0.0;
        while met.arrival.0 > least
            && let Some(first) = self.queue.pop()
        {
            let (f, node) = (first.f(), first.node());
            least = f;
            if met.arrival.0 <= f {
                break;
            }
            // Field by field: what was just written in parts is slow to read as a whole.
            let Known { f: best, g, share, .. } = self.known[cast::index(node)];
            if best < f {
                continue;
            }
            if f - g < closest.0 {
                closest = (f - g, node);
            }
            if self.expanded >= ask.limits.expansions {
                if met.arrival.0.is_finite() {
                    break;
                }
                return Outcome::OutOfBudget(closest.1);
            }
            self.expanded += 1;
            let stand = |polygon, at| Stand { node, polygon, at, g, f };
            if node < walk.edges.len() {
                let ring = walk.edges.ring(node);
                let (a, b) = ring.ends(ring.own);
                let at = between(plan(a), plan(b), share);
                let stand = stand(ring.get(ring.own).polygon, at);
                self.expand(walk, ask, &target, (&stand, ring), &mut met);
                continue;
            }
            let part = exit_of(walk.edges, node);
            let ends = walk.edges.ways().get(part.way).exit.map(plan);
            let stand = stand(part.polygon, between(ends[0], ends[1], share));
            let ring = walk.edges.ring_of(part.polygon);
            self.expand(walk, ask, &target, (&stand, ring), &mut met);
        }
        let (cost, node, polygon) = met.arrival;
        self.last = polygon;
        if cost.is_finite() {
            Outcome::Found(node)
        } else if met.too_long {
            Outcome::TooLong(closest.1)
        } else if met.beyond_radius {
            Outcome::BeyondRadius(closest.1)
        } else {
            Outcome::Exhausted
        }
    }

    fn begin(&mut self, walk: &Walk<'_>, ask: &Question<'_>) {
        let ways = walk.edges.ways().all();
        self.queue.clear();
        self.expanded = 0;
        self.last = NONE;
        walk.edges.places(ask.goals, &mut self.places);
        self.shortcuts.find(ways, ask.goal, ask.least);
        let count = cast::index(walk.edges.len()) + walk.edges.ways().exits().len();
        if self.known.len() < count {
            self.known.resize(count, Known::default());
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.known.fill(Known::default());
            self.epoch = 1;
        }
    }

    /// Goes from a place in a polygon to the goal, if it is there, over its edges and through the
    /// links that are entered from it.
    fn expand(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        target: &Target,
        (stand, ring): (&Stand, Ring<'_>),
        met: &mut Met,
    ) {
        let cost = ask.evenly.unwrap_or_else(|| walk.cost(stand.polygon));
        if is_one_of(ask.goals, stand.polygon) {
            let all = stand.g + cost * distance(stand.at, target.goal);
            met.beyond_radius |= !target.is_near;
            if target.is_near && all < met.arrival.0 {
                met.arrival = (all, stand.node, stand.polygon);
                // What goes on from here promises no less than this place does.
                if all <= stand.f {
                    return;
                }
            }
        }
        let rank = walk.edges.rank(ring);
        // It does not go back, where it came over an edge.
        let own = Some((ring.own, ring.get(ring.own)));
        let own = own.filter(|_| ring.number(ring.own) != stand.node);
        for (k, edge) in own.into_iter().chain(ring.exits_after(ring.own)) {
            if !edge.leads_to(&self.places) {
                continue;
            }
            // As the polygon beyond has it.
            let (twin, (b, a)) = (edge.twin, ring.ends(k));
            // Nothing that goes on from here promises less than this place does.
            let known = &self.known[cast::index(twin)];
            if known.epoch == self.epoch && known.f <= stand.f {
                continue;
            }
            let [a, b] = [plan(a), plan(b)];
            let Some([low, high]) = target.within.range([a, b]) else {
                met.beyond_radius = true;
                continue;
            };
            if target.is_too_long([a, b]) {
                met.too_long = true;
                continue;
            }
            let share = entry::turn(stand.at, target.goal, [a, b]).clamp(low, high);
            let at = between(a, b, share);
            let g = stand.g + cost * distance(stand.at, at);
            self.offer(
                ask,
                target,
                stand,
                (twin, rank.wrapping_add(cast::count(k)), share),
                (at, g),
            );
        }
        for part in walk.edges.ways().entered_from(stand.polygon) {
            for number in walk.edges.ways().exit_numbers(part.way) {
                let node = walk.edges.len() + number;
                self.take(walk, ask, target, (stand, cost), (part, node), met);
            }
        }
    }

    /// Takes a link from a place on ground of some cost to one of the polygons where it leads.
    fn take(
        &mut self,
        walk: &Walk<'_>,
        ask: &Question<'_>,
        target: &Target,
        (stand, cost): (&Stand, f64),
        (part, node): (&Part, u32),
        met: &mut Met,
    ) {
        let way = walk.edges.ways().get(part.way);
        let Some(shares) = entry::shares(way, part, exit_of(walk.edges, node)) else { return };
        let Some([low, high]) = target.within.shares(way, shares) else {
            met.beyond_radius = true;
            return;
        };
        let ends = [way.entry, way.exit].map(|ends| ends.map(plan));
        let share = if way.is_point() {
            0.0
        } else {
            entry::turn_over([stand.at, target.goal], ends).clamp(low, high)
        };
        let [entered, left] = ends.map(|[a, b]| between(a, b, share));
        let g = stand.g + cost * distance(stand.at, entered) + way.cost;
        self.offer(ask, target, stand, (node, part.way, share), (left, g));
    }

    /// Keeps a way to a node, from which it goes on at `at`, unless one is known that promises no
    /// less.
    #[inline(always)] // so that its arguments need not be laid out
    fn offer(
        &mut self,
        ask: &Question<'_>,
        target: &Target,
        stand: &Stand,
        (node, rank, share): (u32, u32, f64),
        (at, g): (Plan, f64),
    ) {
        let rest = self.shortcuts.bound_at(at, distance(at, target.goal));
        // Where rounding lets the bound fall it is held, so no way runs in a ring.
        let bound = g + ask.least * rest;
        let f = if bound > stand.f { bound } else { stand.f };
        let slot = &mut self.known[cast::index(node)];
        if slot.epoch != self.epoch || f < slot.f {
            let (before, from) = (stand.node, stand.polygon);
            *slot = Known { epoch: self.epoch, before, from, share, g, f };
            self.queue.push(Entry::new(f, rank, node));
        }
    }
}

/// Where the link of a node leads.
pub(super) fn exit_of(edges: &HalfEdges, node: u32) -> &Part {
    &edges.ways().exits()[cast::index(node - edges.len())]
}
