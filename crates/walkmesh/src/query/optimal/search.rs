//! The search itself and the memory that it reuses.

use std::collections::HashMap;

use super::bound::{self, Rays, plan};
use super::node::{Entry, Fresh, Node, Queue, Rest, Shape};
use super::shortcuts::Shortcuts;
use super::sight::Sight;
use super::stretches::{Share, SlitKey};
use super::within::Within;
use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::{HalfEdges, NONE};
use crate::mesh::link_ways::Way;
use crate::query::walk::is_one_of;

/// Share by which a way to a corner may be longer than the best one known and still be kept.
/// Equal ways differ by the rounding of their sums, a few times 2^-53 a corner; one that goes
/// through a corner on the line of another may alone lead on, so equal ones must stay.
pub(super) const EQUAL_LENGTH: f64 = 1e-10;

/// Lengths that are forgotten all at once by counting the epoch on.
#[derive(Debug, Default)]
struct Lengths {
    slots: Vec<(u32, f64)>,
    epoch: u32,
}

impl Lengths {
    fn reset(&mut self, count: usize) {
        if self.slots.len() < count {
            self.slots.resize(count, (0, 0.0));
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill((0, 0.0));
            self.epoch = 1;
        }
    }

    #[inline]
    fn get(&self, i: usize) -> f64 {
        let (epoch, length) = self.slots[i];
        if epoch == self.epoch { length } else { f64::INFINITY }
    }

    #[inline]
    fn set(&mut self, i: usize, length: f64) {
        self.slots[i] = (self.epoch, length);
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::query) enum Outcome {
    /// This node is the goal.
    Found(u32),
    /// Everything that can be reached was seen, and the goal was not there.
    Exhausted,
    /// Every path to the goal is longer than allowed; the node that came closest.
    TooLong(u32),
    /// No path to the goal stays within the radius; the node that came closest.
    BeyondRadius(u32),
    /// The allowed count of expansions was used up; the node that came closest.
    OutOfBudget(u32),
}

/// What limits a search.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Limits {
    /// Most nodes to expand.
    pub(in crate::query) expansions: u32,
    /// Longest path, steps.
    pub(in crate::query) length: f64,
    /// How far from the start it may lead, steps.
    pub(in crate::query) radius: f64,
    /// What a step on the ground costs, steps: links cost what they say.
    pub(in crate::query) cost: f64,
}

/// The search and its memory, for one caller and any number of meshes.
#[derive(Debug, Default)]
pub(in crate::query) struct Search {
    /// Dense indices of the polygons that hold the start.
    pub(in crate::query) starts: Vec<u32>,
    /// The same for the goal.
    pub(in crate::query) goals: Vec<u32>,
    /// Nodes expanded by the last search.
    pub(in crate::query) expanded: u32,
    /// Where the goals stand in the order of the bridges.
    pub(super) places: Vec<u32>,
    pub(super) start: PlanPoint,
    pub(super) goal: PlanPoint,
    /// Farthest from the start that the path may be, steps.
    radius: f64,
    /// What a step on the ground costs, steps.
    pub(super) cost: f64,
    /// Whether something farther was left aside.
    beyond_radius: bool,
    pub(super) nodes: Vec<Node>,
    /// What the node in hand leads to.
    pub(super) fresh: Vec<Fresh>,
    /// The node in hand.
    pub(super) current: u32,
    queue: Queue,
    /// Shortest known length to each fan.
    reached: Lengths,
    /// Shortest known length of a turn around a fan into each polygon, both ways.
    pivots: Lengths,
    /// Shortest known length through each knot of a link.
    exits: Lengths,
    /// Stretches taken by roots that stood on them.
    pub(super) shares: Vec<Share>,
    /// Shortest known length to the root behind each slit.
    pub(super) slits: HashMap<SlitKey, f64>,
    /// Links that may make the way to the goal shorter than a straight line.
    pub(super) shortcuts: Shortcuts,
}

impl Search {
    /// Finds the shortest path from `start`, in `starts`, to `goal`, in `goals`.
    pub(in crate::query) fn run(
        &mut self,
        mesh: &HalfEdges,
        start: PlanPoint,
        goal: PlanPoint,
        limits: Limits,
    ) -> Outcome {
        (self.radius, self.beyond_radius) = (limits.radius, false);
        self.cost = limits.cost;
        self.begin(mesh, start, goal);
        // The node that came closest, for those who only get so far.
        let mut closest = (f64::INFINITY, 0_u32);
        let mut too_long = false;
        // Nothing but walls keeps a straight line from being the way.
        let is_plain = mesh.ways().all().is_empty()
            && limits.length == f64::INFINITY
            && limits.radius == f64::INFINITY;
        while let Some(first) = self.queue.pop() {
            let (mut f, mut index) = (first.f(), first.node());
            // Fields are read one by one, also below: what was just written in parts is slow to read
            // as a whole.
            let Node { shape, corner, g, may_see, .. } = self.nodes[cast::index(index)];
            if shape == Shape::Goal {
                return Outcome::Found(index);
            }
            if corner != NONE && !self.is_current(mesh, index) {
                continue;
            }
            if is_plain && may_see {
                match self.look_ahead(mesh, index) {
                    Sight::Goal(found) => return Outcome::Found(found),
                    Sight::Wall => self.nodes[cast::index(index)].may_see = false,
                    Sight::Aside => {}
                }
            }
            let left = f - g;
            if left < closest.0 {
                closest = (left, index);
            }
            loop {
                if self.expanded >= limits.expansions {
                    return Outcome::OutOfBudget(closest.1);
                }
                self.expanded += 1;
                self.current = index;
                self.fresh.clear();
                self.expand(mesh, index);
                // The only way on is walked at once: the queue sees a corridor only at its end. A
                // link waits for its turn, as it may cost much.
                if let [only] = self.fresh[..]
                    && let Node { shape, g, .. } = self.nodes[cast::index(only.node)]
                    && shape != Shape::Goal
                    && !shape.is_link()
                {
                    // Without a limit nobody asks for its bound.
                    if limits.length < f64::INFINITY {
                        f = f.max(g + self.rest(only));
                        if f > limits.length {
                            too_long = true;
                            break;
                        }
                    }
                    index = only.node;
                    continue;
                }
                too_long |= self.enqueue(f, limits.length);
                break;
            }
        }
        if too_long {
            Outcome::TooLong(closest.1)
        } else if self.beyond_radius {
            Outcome::BeyondRadius(closest.1)
        } else {
            Outcome::Exhausted
        }
    }

    fn begin(&mut self, mesh: &HalfEdges, start: PlanPoint, goal: PlanPoint) {
        self.nodes.clear();
        self.queue.clear();
        self.expanded = 0;
        mesh.places(&self.goals, &mut self.places);
        (self.start, self.goal) = (start, goal);
        self.reached.reset(cast::index(mesh.len()));
        self.pivots.reset(2 * cast::index(mesh.len()));
        self.exits.reset(mesh.ways().knots().len());
        self.shares.clear();
        self.slits.clear();
        self.shortcuts.find(mesh.ways().all(), goal, self.cost);
        let f = self.shortcuts.bound(start, start.distance(goal));
        for &polygon in &self.starts {
            let seed = Node::seed(start, mesh.around(polygon).start);
            self.queue.push(Entry::new(f, 0, cast::count(self.nodes.len())));
            self.nodes.push(seed);
        }
    }

    /// Queues the fresh nodes; true when one was too long.
    fn enqueue(&mut self, f: f64, longest: f64) -> bool {
        let mut too_long = false;
        for i in 0..self.fresh.len() {
            let fresh = self.fresh[i];
            let g = self.nodes[cast::index(fresh.node)].g;
            // Bounds may not fall along a path; where rounding lets one fall, it is held.
            let bound = g + self.rest(fresh);
            let f = if bound > f { bound } else { f };
            if f > longest {
                too_long = true;
                continue;
            }
            self.queue.push(Entry::new(f, 0, fresh.node));
        }
        too_long
    }

    /// Adds a node that follows from the one in hand.
    #[inline(always)] // so that its arguments need not be laid out
    pub(super) fn add(&mut self, node: Node, rest: Rest) {
        self.fresh.push(Fresh { node: cast::count(self.nodes.len()), rest });
        self.nodes.push(node);
    }

    /// Lower bound of the length from the root of a node to the goal.
    #[inline(always)] // it is asked of each node that is queued
    fn rest(&mut self, Fresh { node, rest }: Fresh) -> f64 {
        match rest {
            Rest::Known(rest) => rest,
            Rest::Across(ends) => {
                let Node { root, right, left, may_see, .. } = &mut self.nodes[cast::index(node)];
                let rays = Rays { root: *root, right: *right, left: *left };
                let (straight, is_ahead) = bound::across(&rays, ends, self.goal);
                // What is seen through it of an edge beyond is not ahead either.
                *may_see &= is_ahead;
                self.shortcuts.bound(rays.root, straight)
            }
        }
    }

    /// True for a polygon that holds the goal.
    #[inline]
    pub(super) fn is_goal(&self, polygon: u32) -> bool {
        is_one_of(&self.goals, polygon)
    }

    /// True for a point that the path may pass; notes when it may not.
    #[inline]
    pub(super) fn is_near(&mut self, p: PlanPoint) -> bool {
        let near = self.radius == f64::INFINITY || self.start.distance(p) <= self.radius;
        self.beyond_radius |= !near;
        near
    }

    /// The same for a segment, some point of it.
    #[inline]
    pub(super) fn is_segment_near(&mut self, ends: [PlanPoint; 2]) -> bool {
        let near = self.radius == f64::INFINITY
            || bound::distance_to_segment(self.start, ends) <= self.radius;
        self.beyond_radius |= !near;
        near
    }

    /// The same for a way: the shares at which both its ends are near.
    pub(super) fn near_shares(&mut self, way: &Way) -> Option<[f64; 2]> {
        let within = Within { start: plan(self.start), radius: self.radius };
        let near = within.shares(way, [0.0, 1.0]);
        self.beyond_radius |= near != Some([0.0, 1.0]);
        near
    }

    /// True unless a shorter way is known to where a node turns or leaves a link.
    #[inline]
    fn is_current(&mut self, mesh: &HalfEdges, index: u32) -> bool {
        let Node { shape, corner, fan, g, .. } = self.nodes[cast::index(index)];
        match shape {
            Shape::Exit => g <= self.exits.get(cast::index(corner)),
            Shape::Share => g <= self.shares[cast::index(corner)].g,
            Shape::Slit => !self.is_beaten(mesh, &self.nodes[cast::index(index)]),
            _ => self.improves(fan, g),
        }
    }

    /// The shortest known length to where a knot leads.
    pub(super) fn length_to_exit(&self, knot: u32) -> f64 {
        self.exits.get(cast::index(knot))
    }

    /// True when a knot was not taken before at this length or less. So cycles of links that
    /// cost nothing end.
    pub(super) fn is_new_exit(&mut self, knot: u32, g: f64) -> bool {
        let is_new = g < self.exits.get(cast::index(knot));
        if is_new {
            self.exits.set(cast::index(knot), g);
        }
        is_new
    }

    /// The shortest known length to a fan.
    #[inline]
    pub(super) fn known_length(&self, fan: u32) -> f64 {
        self.reached.get(cast::index(fan))
    }

    /// True unless a way to the fan is known that is shorter; keeps the shorter one.
    #[inline]
    pub(super) fn improves(&mut self, fan: u32, g: f64) -> bool {
        let fan = cast::index(fan);
        let best = self.reached.get(fan);
        if g < best {
            self.reached.set(fan, g);
        }
        g <= best + best * EQUAL_LENGTH
    }

    /// True when the turn around `corner` into its polygon was not made before at this length or
    /// less: all that follows from it would be the same.
    pub(super) fn is_new_pivot(&mut self, corner: u32, shape: Shape, g: f64) -> bool {
        let slot = 2 * cast::index(corner) + usize::from(shape == Shape::PivotLeft);
        let is_new = g < self.pivots.get(slot);
        if is_new {
            self.pivots.set(slot, g);
        }
        is_new
    }
}
