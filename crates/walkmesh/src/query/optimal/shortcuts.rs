//! Lower bounds where links may be shorter than a straight line.
//!
//! A link that costs at least the plan distance between its ends shortens nothing (by the
//! triangle inequality), so only the others count. Of each the least that is left from its
//! entrance to the goal is worked out for a query, over any of the others; from elsewhere the
//! goal is no nearer than the straight line, or than an entrance and what is left there.

use super::bound::{Plan, distance_between, distance_to_segment, plan, segment_distance};
use crate::geom::PlanPoint;
use crate::mesh::link_ways::Way;

/// Up to how many shortcuts each of them is looked at: the time to work them out grows with their
/// square, to some ten microseconds. Of more, only the least is known that any of them leaves.
const MOST: usize = 64;

/// A link that may be shorter than a straight line.
#[derive(Clone, Copy, Debug)]
struct Shortcut {
    entry: [PlanPoint; 2],
    exit: [PlanPoint; 2],
    /// What taking it costs, in steps of ground.
    cost: f64,
    /// Lower bound of the length from its entrance to the goal.
    rest: f64,
}

/// The shortcuts of a query. Reused from path to path.
#[derive(Debug, Default)]
pub(in crate::query) struct Shortcuts {
    list: Vec<Shortcut>,
    /// The least that any of them leaves; infinite when there are none.
    least: f64,
    /// Whether the list says what each of them leaves.
    each: bool,
}

impl Shortcuts {
    /// Works them out for a goal; a step on the ground costs `step_cost`.
    pub(in crate::query) fn find(&mut self, ways: &[Way], goal: PlanPoint, step_cost: f64) {
        self.list.clear();
        self.list.extend(ways.iter().filter_map(|way| {
            let cost = way.cost / step_cost;
            // The distance between equal shares is largest at one of the ends.
            let apart = |i: usize| way.entry[i].distance(way.exit[i]);
            let rest = cost + distance_to_segment(goal, way.exit);
            let [entry, exit] = [way.entry, way.exit];
            (cost < apart(0).max(apart(1))).then_some(Shortcut { entry, exit, cost, rest })
        }));
        self.least = self.list.iter().map(|s| s.rest).fold(f64::INFINITY, f64::min);
        self.each = self.list.len() <= MOST;
        if self.each {
            self.settle();
        }
    }

    /// Lets what is left over one shortcut follow from what is left over another: Dijkstra from
    /// the goal, the settled ones first in the list.
    fn settle(&mut self) {
        for settled in 0..self.list.len() {
            let rest = |i: &usize| self.list[*i].rest;
            let next = (settled..self.list.len()).min_by(|a, b| rest(a).total_cmp(&rest(b)));
            self.list.swap(settled, next.unwrap_or(settled));
            let by = self.list[settled];
            for other in &mut self.list[settled + 1..] {
                let over = other.cost + distance_between(other.exit, by.entry) + by.rest;
                other.rest = other.rest.min(over);
            }
        }
    }

    /// Lower bound of the length from a root to the goal, where the straight one is given.
    #[inline]
    pub(super) fn bound(&self, root: PlanPoint, straight: f64) -> f64 {
        if straight <= self.least { straight } else { self.over(root, straight) }
    }

    /// The same from any point.
    #[inline]
    pub(in crate::query) fn bound_at(&self, at: Plan, straight: f64) -> f64 {
        if straight <= self.least {
            straight
        } else if self.each {
            let over = self.list.iter().map(|shortcut| {
                let [a, b] = shortcut.entry.map(plan);
                segment_distance(at, a, b) + shortcut.rest
            });
            over.fold(straight, f64::min)
        } else {
            self.least
        }
    }

    #[cold]
    fn over(&self, root: PlanPoint, straight: f64) -> f64 {
        if !self.each {
            return self.least;
        }
        let over = self.list.iter().map(|s| distance_to_segment(root, s.entry) + s.rest);
        over.fold(straight, f64::min)
    }
}
