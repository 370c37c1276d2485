//! The search over edges and the memory that it reuses.

use std::collections::BinaryHeap;

use super::entry::{self, Target};
use super::side::Spans;
use super::string::Funnel;
use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::NONE;
use crate::query::optimal::{Entry, Limits, Outcome, Plan, between, distance, plan};
use crate::query::walk::Walk;

/// The best known way into a polygon across one of its edges.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entered {
    /// Of which search this is.
    epoch: u32,
    /// The edge, of the polygon before, across which that was entered; [`NONE`] from a start.
    pub(super) before: u32,
    /// Where along the edge it is entered, 0 at its first corner.
    pub(super) share: f64,
    /// What the way so far costs, steps.
    g: f64,
    /// Lower bound of the cost of a path that goes on from here, steps.
    f: f64,
}

/// Where a search stands: on the edge across which a polygon was entered.
#[derive(Clone, Copy, Debug)]
struct Stand {
    /// The edge, or [`NONE`] at the start.
    edge: u32,
    polygon: u32,
    at: Plan,
    g: f64,
    f: f64,
}

/// The search and its memory, for one caller and any number of meshes.
#[derive(Debug, Default)]
pub(in crate::query) struct Search {
    /// Edges entered by the last search.
    pub(in crate::query) expanded: u32,
    /// One for each half-edge, that of the entered polygon.
    pub(super) entered: Vec<Entered>,
    epoch: u32,
    /// The edges on the way laid out last.
    pub(super) crossed: Vec<u32>,
    pub(super) funnel: Funnel,
    pub(super) spans: Spans,
    queue: BinaryHeap<Entry>,
    /// Where the goals stand in the order of the bridges.
    places: Vec<u32>,
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
    /// Finds a cheap way from polygon to polygon. Nodes of the outcome are edges of the polygon
    /// entered last, or [`NONE`] for a start.
    pub(in crate::query) fn run(&mut self, walk: &Walk<'_>, ask: &Question<'_>) -> Outcome {
        self.begin(walk, ask);
        let target = Target::new(ask);
        let (mut closest, mut too_long, mut beyond_radius) = ((f64::INFINITY, NONE), false, false);
        // The best way to the goal, as its cost and the edge before it.
        let mut arrival = (f64::INFINITY, NONE);
        let mut seeds = ask.starts.iter();
        loop {
            let stand = match seeds.next() {
                Some(&polygon) => {
                    Stand { edge: NONE, polygon, at: plan(ask.start), g: 0.0, f: 0.0 }
                }
                None => {
                    let Some(Entry { f, node }) = self.queue.pop() else { break };
                    if arrival.0 <= f {
                        return Outcome::Found(arrival.1);
                    }
                    let known = self.entered[cast::index(node)];
                    if known.f < f {
                        continue;
                    }
                    if f - known.g < closest.0 {
                        closest = (f - known.g, node);
                    }
                    let [a, b] = entry::ends(walk.edges, node);
                    let at = between(a, b, known.share);
                    Stand { edge: node, polygon: walk.edges.get(node).polygon, at, g: known.g, f }
                }
            };
            if self.expanded >= ask.limits.expansions {
                let arrives = arrival.0.is_finite();
                return if arrives {
                    Outcome::Found(arrival.1)
                } else {
                    Outcome::OutOfBudget(closest.1)
                };
            }
            self.expanded += 1;
            let cost = ask.evenly.unwrap_or_else(|| walk.cost(stand.polygon));
            if ask.goals.contains(&stand.polygon) {
                if target.is_near {
                    let all = stand.g + cost * distance(stand.at, target.goal);
                    if all < arrival.0 {
                        arrival = (all, stand.edge);
                    }
                } else {
                    beyond_radius = true;
                }
            }
            for k in walk.edges.around(stand.polygon) {
                if k == stand.edge || !walk.edges.get(k).leads_to(&self.places) {
                    continue;
                }
                let Some(twin) = walk.across(k) else { continue };
                let ends = entry::ends(walk.edges, twin);
                let Some(range) = target.range(ends) else {
                    beyond_radius = true;
                    continue;
                };
                if target.is_too_long(ends) {
                    too_long = true;
                    continue;
                }
                let share = entry::turn(stand.at, target.goal, ends).clamp(range[0], range[1]);
                let at = between(ends[0], ends[1], share);
                let g = stand.g + cost * distance(stand.at, at);
                // Where rounding lets the bound fall it is held, so no way runs in a ring.
                let f = (g + ask.least * distance(at, target.goal)).max(stand.f);
                let slot = &mut self.entered[cast::index(twin)];
                if slot.epoch != self.epoch || f < slot.f {
                    *slot = Entered { epoch: self.epoch, before: stand.edge, share, g, f };
                    self.queue.push(Entry { f, node: twin });
                }
            }
        }
        if arrival.0.is_finite() {
            Outcome::Found(arrival.1)
        } else if too_long {
            Outcome::TooLong(closest.1)
        } else if beyond_radius {
            Outcome::BeyondRadius(closest.1)
        } else {
            Outcome::Exhausted
        }
    }

    fn begin(&mut self, walk: &Walk<'_>, ask: &Question<'_>) {
        self.queue.clear();
        self.expanded = 0;
        self.places.clear();
        self.places.extend(ask.goals.iter().map(|&g| walk.edges.place(g)));
        let count = cast::index(walk.edges.len());
        if self.entered.len() < count {
            self.entered.resize(count, Entered::default());
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.entered.fill(Entered::default());
            self.epoch = 1;
        }
    }
}
