//! One half-edge, and those of a polygon.

use super::NONE;
use crate::geom::{PlanPoint, cast};

/// One edge of a polygon, seen from it; the polygon lies left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfEdge {
    /// Its first corner.
    pub(crate) at: PlanPoint,
    /// The same edge of the polygon beyond, or [`NONE`] at a wall.
    pub(crate) twin: u32,
    /// The fan that its first corner is part of: the polygons around it that can be changed
    /// freely while standing on it. The least of the half-edges that begin there.
    pub(crate) fan: u32,
    /// Number of its polygon.
    pub(crate) polygon: u32,
    /// The first half-edge of its polygon.
    pub(super) first: u32,
    /// Flags, above them how many walls come after it, and above that how many edges its polygon has.
    pub(super) flags: u32,
    /// Places of the polygons beyond a bridge, first and one over the last; of no use elsewhere.
    pub(super) beyond: (u32, u32),
}

/// Crossing to the twin is allowed.
pub(super) const OPEN: u32 = 1;
/// A shortest path may turn at the first corner.
pub(super) const CORNER: u32 = 2;
/// What lies beyond is all but [`HalfEdge::beyond`].
pub(super) const OUTWARD: u32 = 4;
/// It is a bridge: not all of the mesh is beyond it.
pub(super) const BRIDGE: u32 = 8;
/// Where the count of walls after it begins, and its bits.
const WALLS: u32 = 4;
/// Most walls that it counts.
const MOST_WALLS: u32 = 15;
/// Bits below the count of edges.
pub(super) const FLAGS: u32 = 8;
/// Most edges that a polygon may have.
pub(crate) const MOST_EDGES: u32 = u32::MAX >> FLAGS;
/// What is said to be beyond an edge that is no bridge.
pub(super) const ANYTHING: (u32, u32) = (0, NONE);

impl HalfEdge {
    /// True when the polygon beyond may be entered.
    #[inline]
    pub(crate) const fn is_open(&self) -> bool {
        self.flags & OPEN != 0
    }

    /// True when a shortest path may turn at the first corner: a wall or a one-way edge ends
    /// there and more than half a turn is free, or the ground winds around it more than once.
    #[inline]
    pub(crate) const fn is_corner(&self) -> bool {
        self.flags & CORNER != 0
    }

    /// How many edges its polygon has.
    #[inline]
    pub(super) const fn count(&self) -> u32 {
        self.flags >> FLAGS
    }

    /// How many of the edges after it, around its polygon, cannot be crossed in a row; no more than
    /// [`MOST_WALLS`].
    #[inline]
    fn walls(&self) -> usize {
        cast::index((self.flags >> WALLS) & MOST_WALLS)
    }

    /// True when the polygon beyond may be entered and that is of use towards a goal: false at
    /// the only edge between two parts of the mesh when none of the goals, given as their
    /// [`HalfEdges::places`](super::HalfEdges::places), lies beyond, and no link either. Without places it leads there.
    #[inline]
    pub(crate) fn leads_to(&self, goals: &[u32]) -> bool {
        self.is_open() && (self.flags & BRIDGE == 0 || self.leads_over(goals))
    }

    /// The same of a bridge.
    fn leads_over(&self, goals: &[u32]) -> bool {
        let inward = self.flags & OUTWARD == 0;
        let (from, to) = self.beyond;
        goals.is_empty() || goals.iter().any(|g| (g.wrapping_sub(from) < to - from) == inward)
    }

    /// The number of the one after it, which has the number `h`, in its polygon.
    #[inline]
    pub(crate) const fn next(&self, h: u32) -> u32 {
        if h + 1 == self.first + self.count() { self.first } else { h + 1 }
    }

    /// The index in its tile of the one after it, which has the number `h` and the index `local`.
    #[inline]
    pub(super) fn next_local(&self, h: u32, local: usize) -> usize {
        let back = self.count() - 1;
        if h - self.first == back { local - cast::index(back) } else { local + 1 }
    }

    /// The number of the one before it in its polygon.
    #[inline]
    pub(crate) const fn prev(&self, h: u32) -> u32 {
        if h == self.first { self.first + self.count() - 1 } else { h - 1 }
    }
}

/// The half-edges of a polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring<'m> {
    /// The number of the first.
    pub(super) first: u32,
    /// The index of the one that it was asked for by.
    pub(crate) own: usize,
    pub(crate) edges: &'m [HalfEdge],
}

impl<'m> Ring<'m> {
    /// One of them.
    #[inline]
    pub(crate) fn get(&self, k: usize) -> &'m HalfEdge {
        &self.edges[k]
    }

    /// The index of the one after another.
    #[inline]
    pub(crate) const fn next(&self, k: usize) -> usize {
        if k + 1 == self.edges.len() { 0 } else { k + 1 }
    }

    /// The index of the one before another.
    #[inline]
    pub(crate) const fn prev(&self, k: usize) -> usize {
        if k == 0 { self.edges.len() - 1 } else { k - 1 }
    }

    /// The number of one of them.
    #[inline]
    pub(crate) fn number(&self, k: usize) -> u32 {
        self.first + cast::count(k)
    }

    /// Both corners of one of them.
    #[inline]
    pub(crate) fn ends(&self, k: usize) -> (PlanPoint, PlanPoint) {
        (self.get(k).at, self.get(self.next(k)).at)
    }

    /// Those after one, around the polygon up to it, that may be crossed, and some walls where there
    /// are many.
    #[inline]
    pub(crate) fn exits_after(self, k: usize) -> impl Iterator<Item = (usize, &'m HalfEdge)> {
        let (mut at, mut edge, mut left) = (k, self.get(k), self.edges.len());
        std::iter::from_fn(move || {
            let on = edge.walls() + 1;
            left = left.checked_sub(on).filter(|left| *left > 0)?;
            at += on;
            if at >= self.edges.len() {
                at -= self.edges.len();
            }
            edge = self.get(at);
            Some((at, edge))
        })
    }

    /// All of them with their numbers and both corners.
    #[inline]
    pub(crate) fn all(self) -> impl Iterator<Item = (u32, &'m HalfEdge, PlanPoint, PlanPoint)> {
        self.edges
            .iter()
            .enumerate()
            .map(move |(k, edge)| (self.number(k), edge, edge.at, self.get(self.next(k)).at))
    }
}

/// Counts the walls after each half-edge of a tile, which stand polygon by polygon.
pub(super) fn count_walls(mut edges: &mut [HalfEdge]) {
    while let Some(first) = edges.first() {
        let (ring, rest) = edges.split_at_mut(cast::index(first.count()));
        edges = rest;
        // Twice around: what comes after the last is known when the first is reached again.
        let mut walls = 0;
        for i in (0..2 * ring.len()).rev() {
            let edge = &mut ring[i % ring.len()];
            edge.flags = edge.flags & !(MOST_WALLS << WALLS) | walls << WALLS;
            walls = if edge.is_open() { 0 } else { MOST_WALLS.min(walls + 1) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn exits_are_all_edges_that_may_be_crossed() {
        let mut random = Random::new(3);
        let (mut all, mut walls) = (0, 0);
        for round in 0..400 {
            // Rings of a tile, mostly walls.
            let lengths: Vec<usize> = (0..4).map(|_| 1 + random.below(60)).collect();
            let mut edges = Vec::new();
            for &length in &lengths {
                let edge = |is_open: bool| HalfEdge {
                    at: PlanPoint::default(),
                    twin: NONE,
                    fan: NONE,
                    polygon: 0,
                    first: 0,
                    flags: cast::count(length) << FLAGS | if is_open { OPEN } else { CORNER },
                    beyond: ANYTHING,
                };
                edges.extend((0..length).map(|_| edge(random.below(1 + round % 40) == 0)));
            }
            count_walls(&mut edges);
            let mut first = 0;
            for length in lengths {
                let ring = Ring { first: 0, own: 0, edges: &edges[first..first + length] };
                first += length;
                for k in 0..length {
                    let on = (1..length).map(|i| (k + i) % length);
                    let open = on.filter(|&i| ring.get(i).is_open());
                    let found: Vec<usize> = ring.exits_after(k).map(|exit| exit.0).collect();
                    all += (1..length).filter(|i| !ring.get((k + i) % length).is_open()).count();
                    let wanted = found.iter().copied().filter(|&i| ring.get(i).is_open());
                    assert!(open.eq(wanted));
                    walls += found.iter().filter(|&&i| !ring.get(i).is_open()).count();
                    assert_eq!(cast::index(ring.get(k).count()), length);
                }
            }
        }
        // One that is found comes after as many as are counted.
        assert!(walls > 0 && walls * cast::index(MOST_WALLS) < all, "{walls} of {all}");
    }
}
