//! The rings of a result, from its borders.
//!
//! Rings that touch in a corner are kept apart: at each node a ring goes on along the border that
//! is next on the side where its own ground (of a hole: its own gap) is.

use super::place::{Place, cross};
use super::split::Segment;
use super::sweep::{Graph, NONE};
use crate::geom::{PlanPoint, cast};

/// Which border belongs to which ring, and what is needed to find it.
#[derive(Default)]
pub(super) struct Rings {
    /// By segment: its ring, [`NONE`] while it has none.
    ring_of: Vec<u32>,
    is_open: Vec<bool>,
    /// By ring: the place of its shape, or that of the border below a hole.
    owners: Vec<Owner>,
    points: Vec<PlanPoint>,
}

#[derive(Clone, Copy)]
enum Owner {
    Shape(usize),
    Below(u32),
}

impl Rings {
    /// The shapes, each its outline counter-clockwise and its holes clockwise.
    pub(super) fn trace(
        &mut self,
        segments: &[Segment],
        graph: &Graph,
    ) -> Vec<Vec<Vec<PlanPoint>>> {
        self.ring_of.clear();
        self.ring_of.resize(segments.len(), NONE);
        self.is_open.clear();
        self.is_open.extend(graph.found.iter().map(|found| found.is_border));
        self.owners.clear();
        let mut shapes: Vec<Vec<Vec<PlanPoint>>> = Vec::new();
        let mut holes = Vec::new();
        let mut i = 0;
        while i < segments.len() {
            if !self.is_open[i] {
                i += 1;
                continue;
            }
            // The highest of those that begin here.
            let node = graph.found[i].nodes[0];
            let mut top = cast::count(i);
            for &j in graph.borders(node) {
                let (begin, highest) = (segments[i].a, segments[cast::index(top)].b);
                let is_higher = || cross(begin, highest, segments[cast::index(j)].b) > 0;
                if self.is_open[cast::index(j)] && is_higher() {
                    top = j;
                }
            }
            let is_hole = graph.found[cast::index(top)].is_filled_above;
            let number = cast::count(self.owners.len());
            self.ring(segments, graph, (top, number), is_hole);
            if self.points.len() < 3 {
                self.owners.push(Owner::Below(graph.found[cast::index(top)].below));
            } else if is_hole {
                let own = graph.borders(node).iter().filter(|&&j| {
                    self.ring_of[cast::index(j)] == number
                        && graph.found[cast::index(j)].nodes[0] == node
                });
                let lowest = own.copied().reduce(|low, j| {
                    let [p, q] = [low, j].map(|j| segments[cast::index(j)].b);
                    if cross(segments[i].a, p, q) < 0 { j } else { low }
                });
                let below = graph.found[cast::index(lowest.unwrap_or(top))].below;
                self.owners.push(Owner::Below(below));
                holes.push((below, self.points.clone()));
            } else {
                self.owners.push(Owner::Shape(shapes.len()));
                shapes.push(vec![self.points.clone()]);
            }
        }
        for (below, hole) in holes {
            let shape = if shapes.len() == 1 { Some(0) } else { self.owner(below) };
            if let Some(shape) = shape.and_then(|shape| shapes.get_mut(shape)) {
                shape.push(hole);
            }
        }
        shapes
    }

    /// The shape over whose ground a border is the lowest.
    fn owner(&self, mut below: u32) -> Option<usize> {
        while let Some(&ring) = self.ring_of.get(cast::index(below)) {
            match self.owners.get(cast::index(ring))? {
                Owner::Shape(shape) => return Some(*shape),
                Owner::Below(next) => below = *next,
            }
        }
        None
    }

    /// The points of the ring with a border: an outline from its left end on and backwards, a
    /// hole forwards.
    fn ring(
        &mut self,
        segments: &[Segment],
        graph: &Graph,
        (top, number): (u32, u32),
        is_hole: bool,
    ) {
        let ends = |i: u32| {
            let (s, found) = (&segments[cast::index(i)], &graph.found[cast::index(i)]);
            [(found.nodes[0], s.a), (found.nodes[1], s.b)]
        };
        let [low, high] = ends(top);
        let (first, mut node) = if is_hole { (low, high.0) } else { (high, low.0) };
        self.take(top, number);
        self.points.clear();
        self.points.push(first.1.point());
        let last = self.next(segments, graph, (top, first.0), is_hole);
        let mut here = top;
        while here != last {
            here = self.next(segments, graph, (here, node), !is_hole);
            let [low, high] = ends(here);
            let (from, to) = if low.0 == node { (low, high) } else { (high, low) };
            self.points.push(from.1.point());
            node = to.0;
            self.take(here, number);
        }
    }

    fn take(&mut self, i: u32, number: u32) {
        self.is_open[cast::index(i)] = false;
        self.ring_of[cast::index(i)] = number;
    }

    /// The border after `here` at a node: the next clockwise, or counter-clockwise, that has no
    /// ring yet.
    fn next(
        &self,
        segments: &[Segment],
        graph: &Graph,
        (here, node): (u32, u32),
        is_clockwise: bool,
    ) -> u32 {
        let at = graph.borders(node);
        if let &[p, q] = at {
            return if p == here { q } else { p };
        }
        let beyond = |i: u32| {
            let s = &segments[cast::index(i)];
            if graph.found[cast::index(i)].nodes[0] == node { (s.a, s.b) } else { (s.b, s.a) }
        };
        let (centre, from) = beyond(here);
        let side = if is_clockwise { 1 } else { -1 };
        // More than half a turn away.
        let is_far = |p: Place| cross(centre, from, p).signum() * side >= 0;
        let mut best: Option<(bool, u32, Place)> = None;
        for &i in at.iter().filter(|&&i| self.is_open[cast::index(i)]) {
            let p = beyond(i).1;
            let far = is_far(p);
            let is_nearer = best.is_none_or(|(other, _, q)| match (far, other) {
                (false, true) => true,
                (true, false) => false,
                _ => cross(centre, p, q).signum() * side < 0,
            });
            if is_nearer {
                best = Some((far, i, p));
            }
        }
        best.map_or(here, |best| best.1)
    }
}
