//! The polygons along a straight line.
//!
//! The line goes from polygon to neighbour across the edges that it touches and that may be
//! crossed, never back on itself. Touching is passing: walls may be grazed, and corners squeezed
//! between. Where it is along each edge are exact quotients, so a line through corners, along
//! edges and between walls that touch it from both sides is no special case.

use super::super::error::QueryError;
use super::super::exit::{Across, Exit};
use super::super::walk::Walk;
use super::raycast::Ray;
use super::share::{Share, meeting};
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::NONE;
use crate::mesh::{Nearest, PolyRef};

/// A polygon that the line has reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) polygon: u32,
    /// The entry before it; [`NONE`] at the start.
    pub(super) before: u32,
    /// Where the line came in.
    pub(super) since: Share,
    /// Where it leaves; known once the entry was looked at.
    pub(super) leaves: Share,
}

/// A line on its way, and the memory that it reuses.
#[derive(Debug, Default)]
pub(in crate::query) struct Line {
    pub(in crate::query) ray: Ray,
    pub(super) starts: Vec<u32>,
    goals: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    /// Entries to look at.
    open: Vec<u32>,
    /// Entries that the line has not surely left.
    near: Vec<u32>,
    /// The edge that the line stops at, where it meets no corner.
    pub(super) wall: Option<u32>,
}

impl Line {
    /// As [`sees`](super::raycast::sees); leaves [`Line::ray`] alone.
    pub(in crate::query) fn sees(
        &mut self,
        walk: &Walk<'_>,
        from: &Nearest,
        to: &Nearest,
    ) -> Result<bool, QueryError> {
        walk.stand(from, &mut self.starts)?;
        let mut goals = std::mem::take(&mut self.goals);
        let there = walk.stand(to, &mut goals);
        let seen = there.map(|()| {
            self.run(walk, [from.plan, to.plan], |polygon| goals.contains(&polygon)).is_some()
        });
        self.goals = goals;
        seen
    }

    /// The polygons of a straight line that arrives at a plan point, last to first; `None` when
    /// it does not arrive. Leaves [`Line::ray`] alone.
    pub(in crate::query) fn way<'l>(
        &'l mut self,
        walk: &'l Walk<'_>,
        from: &Nearest,
        to: PlanPoint,
    ) -> Result<Option<impl Iterator<Item = PolyRef> + 'l>, QueryError> {
        walk.stand(from, &mut self.starts)?;
        let arrived = self.run(walk, [from.plan, to], |_| true);
        let entry = |i: u32| self.entries.get(cast::index(i));
        Ok(arrived.map(|last| {
            std::iter::successors(entry(last), move |at| entry(at.before))
                .map(|at| walk.name(at.polygon))
        }))
    }

    /// Follows the line `pq` from `starts`; the entry that holds `q` on a polygon that `is_goal`
    /// takes, if it gets there. Entries are looked at in the order in which the line meets them,
    /// so each polygon is entered once and where the line first can.
    pub(super) fn run(
        &mut self,
        walk: &Walk<'_>,
        line: [PlanPoint; 2],
        is_goal: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        self.wall = None;
        if let Some(arrived) = self.stride(walk, line) {
            match arrived {
                Some(at) if !is_goal(self.entries[cast::index(at)].polygon) => {}
                arrived => return arrived,
            }
        }
        self.entries.clear();
        self.open.clear();
        self.near.clear();
        for i in 0..self.starts.len() {
            self.enter(self.starts[i], NONE, Share::START);
        }
        while let Some(at) = self.first_open() {
            let since = self.entries[cast::index(at)].since;
            self.forget_before(since);
            let arrives = self.look(walk, line, at);
            if arrives && is_goal(self.entries[cast::index(at)].polygon) {
                return Some(at);
            }
        }
        None
    }

    /// Follows a line that meets no corner: then there is nothing to choose. As [`Self::run`], or
    /// `None` where it does meet one, or begins in several polygons.
    fn stride(&mut self, walk: &Walk<'_>, line: [PlanPoint; 2]) -> Option<Option<u32>> {
        let &[start] = &self.starts[..] else { return None };
        self.entries.clear();
        let mut ring = walk.edges.ring_of(start);
        let (mut before, mut since) = (NONE, Share::START);
        loop {
            let at = cast::count(self.entries.len());
            let polygon = ring.get(ring.own).polygon;
            let Across { edge, index, ends: (a, b), .. } = match Exit::of(&ring, line) {
                Exit::Across(across) => across,
                Exit::Ends => {
                    self.entries.push(Entry { polygon, before, since, leaves: Share::END });
                    return Some(Some(at));
                }
                Exit::Corner => return None,
            };
            let [here, there] = line.map(|end| predicates::cross(a, b, end));
            let leaves = Share::new(here, here - there);
            self.entries.push(Entry { polygon, before, since, leaves });
            if !edge.is_open() {
                self.wall = Some(ring.number(index));
                return Some(None);
            }
            (before, since) = (at, leaves);
            ring = walk.edges.ring(edge.twin);
        }
    }

    /// Takes the open entry that the line meets first; of equals the oldest.
    fn first_open(&mut self) -> Option<u32> {
        let key = |&i: &u32| (self.entries[cast::index(i)].since, i);
        let (i, _) = self.open.iter().enumerate().min_by_key(|(_, entry)| key(entry))?;
        Some(self.open.swap_remove(i))
    }

    /// Drops entries that the line has left: it does not come back.
    fn forget_before(&mut self, since: Share) {
        let entries = &self.entries;
        self.near.retain(|&i| entries[cast::index(i)].leaves >= since);
    }

    fn enter(&mut self, polygon: u32, before: u32, since: Share) {
        let known = |&i: &u32| self.entries[cast::index(i)].polygon == polygon;
        // An entry that is waiting may be met earlier from elsewhere.
        if let Some(&i) = self.open.iter().find(|i| known(i)) {
            let waiting = &mut self.entries[cast::index(i)];
            if since < waiting.since {
                (waiting.since, waiting.before) = (since, before);
            }
        } else if !self.near.iter().any(known) {
            self.open.push(cast::count(self.entries.len()));
            self.entries.push(Entry { polygon, before, since, leaves: Share::END });
        }
    }

    /// Finds where the line leaves an entry and what it enters from there; true when the polygon
    /// holds the end of the line.
    fn look(&mut self, walk: &Walk<'_>, line: [PlanPoint; 2], at: u32) -> bool {
        let Entry { polygon, since, .. } = self.entries[cast::index(at)];
        let mut leaves = since;
        let mut arrives = true;
        self.near.push(at);
        for h in walk.edges.around(polygon) {
            let (a, b) = walk.ends(h);
            arrives &= predicates::cross(a, b, line[1]) >= 0;
            let Some((from, to)) = meeting(line, [a, b]) else { continue };
            leaves = leaves.max(to);
            let from = from.max(since);
            if from <= to
                && let Some(twin) = walk.across(h)
            {
                self.enter(walk.edges.get(twin).polygon, at, from);
            }
        }
        self.entries[cast::index(at)].leaves = if arrives { Share::END } else { leaves };
        arrives
    }
}
