//! Ground without holes, as the convex faces that it is glued from.

use crate::geom::predicates::is_flat_or_less;
use crate::geom::{PlanPoint, cast};
use crate::partition::HalfEdges;
use std::collections::HashMap;

/// Convex faces glued along edges so that they make a disk. Edges that are not glued are its
/// outline, even where faces lie on both sides of them; a point may be several corners.
///
/// Half-edges are numbered anew, face after face.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    /// The corners of the outline, counter-clockwise.
    pub(super) points: Vec<PlanPoint>,
    /// Corners whose angle inside is over half a turn.
    pub(super) reflex: Vec<bool>,
    /// The corner from which each half-edge leaves.
    pub(super) corner: Vec<u32>,
    pub(super) next: Vec<u32>,
    pub(super) prev: Vec<u32>,
    pub(super) twin: Vec<Option<u32>>,
    /// The half-edge of the outline that leaves each corner.
    pub(super) leaving: Vec<u32>,
    /// The same, by the numbers of [`HalfEdges`].
    pub(crate) outline: Vec<u32>,
    /// How many of the outline's edges that leave the corners before each lead on.
    gates: Vec<u32>,
    longer_than_all: f64,
    /// Edges inside, one side of each, by the numbers of [`HalfEdges`].
    pub(crate) glued: Vec<u32>,
}

impl Disk {
    /// The face of `seed` and others that are joined to it, nearest (in edges crossed) first,
    /// while there are at most `most` corners. Only edges for which `may_go` holds are glued,
    /// and of those around a hole all but one.
    pub(crate) fn around(
        edges: &HalfEdges,
        plan: &[PlanPoint],
        seed: u32,
        most: usize,
        may_go: impl Fn(u32) -> bool,
    ) -> Self {
        let mut disk = Self::default();
        // Half-edges taken so far, in order; their places are the new numbers.
        let mut taken: Vec<u32> = edges.around(seed).collect();
        let mut number: HashMap<u32, u32> = taken.iter().copied().zip(0..).collect();
        let mut corners = taken.len();
        let mut glue = Vec::new();
        let mut at = 0;
        while let Some(&h) = taken.get(at) {
            at += 1;
            let beyond = edges.twin(h).filter(|t| may_go(h) && !number.contains_key(t));
            let Some(t) = beyond else { continue };
            let first = taken.len();
            taken.extend(edges.around(t));
            let grown = corners + taken.len() - first - 2;
            if grown > most {
                taken.truncate(first);
                continue;
            }
            corners = grown;
            number.extend(taken.iter().copied().zip(0..).skip(first));
            glue.push((h, t));
        }
        disk.number(edges, &taken, &number);
        for (h, t) in glue {
            let (a, b) = (number[&h], number[&t]);
            disk.twin[cast::index(a)] = Some(b);
            disk.twin[cast::index(b)] = Some(a);
            disk.glued.push(h);
        }
        disk.walk(edges, plan, &taken);
        disk
    }

    fn number(&mut self, edges: &HalfEdges, taken: &[u32], number: &HashMap<u32, u32>) {
        self.next = taken.iter().map(|&h| number[&edges.next(h)]).collect();
        self.prev = taken.iter().map(|&h| number[&edges.prev(h)]).collect();
        self.twin = vec![None; taken.len()];
        self.corner = vec![0; taken.len()];
    }

    /// Walks around the outline, and names the corners.
    fn walk(&mut self, edges: &HalfEdges, plan: &[PlanPoint], taken: &[u32]) {
        let Some(start) = (0..).zip(&self.twin).find(|(_, t)| t.is_none()).map(|(h, _)| h) else {
            return;
        };
        let mut h: u32 = start;
        loop {
            let mut g = self.next[cast::index(h)];
            let name = cast::count(self.points.len());
            self.corner[cast::index(g)] = name;
            while let Some(t) = self.twin[cast::index(g)] {
                g = self.next[cast::index(t)];
                self.corner[cast::index(g)] = name;
            }
            self.leaving.push(g);
            self.outline.push(taken[cast::index(g)]);
            self.points.push(plan[cast::index(edges.origin(taken[cast::index(g)]))]);
            h = g;
            if h == start {
                break;
            }
        }
        let n = self.points.len();
        let at = |i: usize| self.points[i % n];
        self.reflex = (0..n).map(|i| !is_flat_or_less(at(i + n - 1), at(i), at(i + 1))).collect();
        // There are fewer diagonals than corners, none longer than half the outline.
        let outline: f64 = (0..n).map(|i| at(i).distance(at(i + 1))).sum();
        self.longer_than_all = cast::float(i64::from(cast::count(n))) * outline;
        self.begin_at_reflex();
    }

    /// Numbers the corners from a reflex one.
    fn begin_at_reflex(&mut self) {
        let Some(first) = self.reflex.iter().position(|&r| r) else { return };
        self.points.rotate_left(first);
        self.reflex.rotate_left(first);
        self.leaving.rotate_left(first);
        self.outline.rotate_left(first);
        let (n, first) = (cast::count(self.points.len()), cast::count(first));
        for corner in &mut self.corner {
            *corner = (*corner + n - first) % n;
        }
    }

    /// How many corners the outline has.
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// How many corners are reflex.
    pub(crate) fn reflex_count(&self) -> usize {
        self.reflex.iter().filter(|&&r| r).count()
    }

    /// The diagonals that are there, each by the two corners that it joins.
    pub(crate) fn diagonals(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(&self.twin).filter_map(|(h, &t)| {
            let t = t.filter(|&t| h < t)?;
            Some((self.corner[cast::index(h)], self.corner[cast::index(t)]))
        })
    }

    /// A length that no set of diagonals reaches together, steps.
    pub(super) fn longer_than_all(&self) -> f64 {
        self.longer_than_all
    }

    /// Says which half-edges of the outline (by the numbers of [`HalfEdges`]) lead on: those that
    /// more ground can be reached by.
    pub(crate) fn set_gates(&mut self, leads_on: impl Fn(u32) -> bool) {
        let mut before = 0;
        self.gates = vec![0];
        for &h in &self.outline {
            before += u32::from(leads_on(h));
            self.gates.push(before);
        }
    }

    /// True when all that leads on is on one side of the diagonal between `i` < `k`. Gates have
    /// to be set.
    pub(crate) fn leads_nowhere(&self, (i, k): (u32, u32)) -> bool {
        let before = |c: u32| self.gates.get(cast::index(c)).copied().unwrap_or(0);
        let within = before(k) - before(i);
        let all = self.gates.last().copied().unwrap_or(0);
        within == 0 || within == all
    }

    /// Length of the diagonal between two corners, steps.
    pub(crate) fn length(&self, (a, b): (u32, u32)) -> f64 {
        self.points[cast::index(a)].distance(self.points[cast::index(b)])
    }
}
