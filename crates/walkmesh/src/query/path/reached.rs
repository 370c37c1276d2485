//! When there is no way between two places: what can be reached, and which ends to take instead.

use super::super::scratch::Scratch;
use super::super::walk::Walk;
use super::reason::Reason;
use super::snap::{self, Ends};
use crate::geom::{DisjointSets, Point, cast};
use crate::mesh::half_edges::NONE;
use crate::mesh::{PolyRef, SearchBox};

/// Polygons that are reached from some, or from which these are reached. Reused from path to path.
#[derive(Debug, Default)]
pub(in crate::query) struct Reached {
    /// By number.
    is: Vec<bool>,
    open: Vec<u32>,
    parts: DisjointSets,
}

impl Reached {
    fn begin(&mut self, walk: &Walk<'_>, from: &[u32]) {
        self.is.clear();
        self.is.resize(cast::index(walk.edges.polygons()), false);
        self.open.clear();
        for &polygon in from {
            self.add(polygon);
        }
    }

    fn add(&mut self, polygon: u32) {
        if !std::mem::replace(&mut self.is[cast::index(polygon)], true) {
            self.open.push(polygon);
        }
    }

    fn has(&self, walk: &Walk<'_>, polygon: PolyRef) -> bool {
        self.is[cast::index(walk.edges.number(polygon))]
    }

    /// What each polygon, by number, is weakly connected with, links counted.
    fn parts(&mut self, walk: &Walk<'_>) -> &[u32] {
        self.parts.reset(walk.edges.polygons());
        for polygon in walk.mesh.polygons().map(|r| walk.edges.number(r)) {
            for twin in walk.edges.around(polygon).filter_map(|h| walk.across(h)) {
                self.parts.join(polygon, walk.edges.get(twin).polygon);
            }
        }
        let ways = walk.edges.ways();
        for entry in ways.entries() {
            for exit in ways.exits_of(entry.way) {
                self.parts.join(entry.polygon, exit.polygon);
            }
        }
        self.parts.all()
    }

    /// Fills it with what can be reached from some polygons.
    fn onward(&mut self, walk: &Walk<'_>, from: &[u32]) {
        self.begin(walk, from);
        let ways = walk.edges.ways();
        while let Some(polygon) = self.open.pop() {
            for twin in walk.edges.around(polygon).filter_map(|h| walk.across(h)) {
                self.add(walk.edges.get(twin).polygon);
            }
            for part in ways.entered_from(polygon) {
                ways.exits_of(part.way).iter().for_each(|exit| self.add(exit.polygon));
            }
        }
    }

    /// Fills it with that from which some polygons can be reached.
    fn back(&mut self, walk: &Walk<'_>, to: &[u32]) {
        self.begin(walk, to);
        let ways = walk.edges.ways();
        while !self.open.is_empty() {
            while let Some(polygon) = self.open.pop() {
                for h in walk.edges.around(polygon) {
                    let twin = walk.edges.get(h).twin;
                    if twin == NONE || walk.across(twin).is_none() {
                        continue;
                    }
                    let before = walk.edges.get(twin).polygon;
                    if walk.takes(walk.name(before)) {
                        self.add(before);
                    }
                }
            }
            // Links are listed by where they are entered, so all of them are looked through.
            for entry in ways.entries() {
                if ways.exits_of(entry.way).iter().any(|exit| self.is[cast::index(exit.polygon)]) {
                    self.add(entry.polygon);
                }
            }
        }
    }
}

impl Scratch {
    /// Replaces ends that there is no way between, but for links and edges of one direction: by
    /// others that are as good, first both where they are on two parts after all, then the goal,
    /// then the start; otherwise the goal by the nearest place that can be reached, with the reason.
    #[cold]
    #[inline(never)] // as paths that are found are laid out slower around it
    pub(in crate::query) fn snap_anew(&mut self, walk: &Walk<'_>, ends: &mut Ends, to: Point) {
        let (found, reached) = (&mut self.candidates, &mut self.reached);
        if let Some(search) = ends.search {
            // Parts may count as one that were before tiles were replaced.
            let parts = reached.parts(walk);
            let part = |r| parts[cast::index(walk.edges.number(r))];
            if part(ends.start.polygon) != part(ends.goal.polygon)
                && let Some((start, goal)) = found.snap_by(walk, &search, part)
            {
                (ends.start, ends.goal) = (start, goal);
                walk.find(&start, &mut self.search.starts);
                walk.find(&goal, &mut self.search.goals);
            }
        }
        reached.onward(walk, &self.search.starts);
        let nearest = walk.mesh.nearest(to, &SearchBox::EVERYWHERE, |r| reached.has(walk, r));
        if let Some(search) = ends.search {
            if let Some(goal) = found.goal.nearest(walk.mesh, &search, |r| reached.has(walk, r)) {
                ends.goal = goal;
                return;
            }
            reached.back(walk, &self.search.goals);
            if let Some(start) = found.start.nearest(walk.mesh, &search, |r| reached.has(walk, r)) {
                ends.start = start;
                return;
            }
        }
        let reason = ends.reason.or_else(|| snap::apart(walk, &ends.start, &ends.goal));
        ends.reason = Some(reason.unwrap_or(Reason::NoWayThere));
        ends.goal = nearest.unwrap_or(ends.start);
    }
}
