//! From a place to the polygons around it, cheapest first, over edges of one's choice.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::super::marks::Marks;
use super::super::walk::Walk;
use crate::geom::{PlanPoint, cast};
use crate::mesh::half_edges::NONE;

/// A polygon that was reached.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Entry {
    pub(in crate::query) polygon: u32,
    /// Index of the entry before it; [`NONE`] of a polygon that holds the place.
    pub(in crate::query) before: u32,
    /// What the way to where it is entered costs, steps.
    pub(in crate::query) cost: f64,
    /// Where it is entered: the middle of the edge, or the place itself; half steps.
    at: [i64; 2],
}

/// A way into a polygon that waits for its turn: the cheapest first, then the oldest.
#[derive(Clone, Copy, Debug)]
struct Way {
    entry: Entry,
    number: u32,
}

impl Ord for Way {
    fn cmp(&self, other: &Self) -> Ordering {
        other.entry.cost.total_cmp(&self.entry.cost).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Way {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Way {}

/// Dijkstra's search over polygons, from middle to middle of the edges that it crosses.
#[derive(Debug, Default)]
pub(in crate::query) struct Spread {
    pub(in crate::query) starts: Vec<u32>,
    /// What was reached, in order of cost.
    pub(in crate::query) entries: Vec<Entry>,
    queue: BinaryHeap<Way>,
    marks: Marks,
}

impl Spread {
    /// Collects what is reached from `starts`, which hold `from`, across edges that may be
    /// crossed and that `takes` takes, by their ends; polygons that `accepts` refuses, after the
    /// entries there are, are not entered.
    pub(in crate::query) fn run(
        &mut self,
        walk: &Walk<'_>,
        from: PlanPoint,
        takes: impl Fn(PlanPoint, PlanPoint) -> bool,
        accepts: impl Fn(&[Entry], u32) -> bool,
    ) {
        self.entries.clear();
        self.queue.clear();
        self.marks.reset(walk.edges.polygons());
        let mut number = 0;
        let at = [2 * i64::from(from.x), 2 * i64::from(from.y)];
        for &polygon in &self.starts {
            self.queue.push(Way { entry: Entry { polygon, before: NONE, cost: 0.0, at }, number });
            number += 1;
        }
        while let Some(Way { entry, .. }) = self.queue.pop() {
            if self.marks.get(entry.polygon).is_some() {
                continue;
            }
            let here = cast::count(self.entries.len());
            self.marks.set(entry.polygon, here);
            if !accepts(&self.entries, entry.polygon) {
                continue;
            }
            self.entries.push(entry);
            let weight = walk.cost(entry.polygon) * 0.5;
            for h in walk.edges.around(entry.polygon) {
                let (a, b) = walk.ends(h);
                let Some(twin) = walk.across(h).filter(|_| takes(a, b)) else { continue };
                let polygon = walk.edges.get(twin).polygon;
                if self.marks.get(polygon).is_some() {
                    continue;
                }
                let middle = |p: i32, q: i32| i64::from(p) + i64::from(q);
                let at = [middle(a.x, b.x), middle(a.y, b.y)];
                let cost = entry.cost + weight * distance(entry.at, at);
                self.queue.push(Way { entry: Entry { polygon, before: here, cost, at }, number });
                number += 1;
            }
        }
    }

    /// The polygons on the way to an entry, last to first.
    pub(in crate::query) fn back_from(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let at = |i: u32| self.entries.get(cast::index(i));
        std::iter::successors(at(index), move |entry| at(entry.before)).map(|entry| entry.polygon)
    }
}

/// Half steps.
fn distance(a: [i64; 2], b: [i64; 2]) -> f64 {
    let (dx, dy) = (cast::float(b[0] - a[0]), cast::float(b[1] - a[1]));
    (dx * dx + dy * dy).sqrt()
}
