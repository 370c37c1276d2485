//! Fans: the polygons around a corner that can be changed freely while standing on it.

use std::cmp::Ordering;

use super::{CORNER, HalfEdges, NONE};
use crate::geom::{PlanPoint, cast, predicates};

impl HalfEdges {
    /// Numbers the fans and marks the corners.
    pub(super) fn wind_fans(&mut self) {
        for h in 0..cast::count(self.edges.len()) {
            if self.edges[cast::index(h)].fan == NONE {
                self.wind_fan(h);
                self.fans += 1;
            }
        }
    }

    /// True when the edge can be crossed both ways.
    pub(crate) fn is_free(&self, h: u32) -> bool {
        let edge = &self.edges[cast::index(h)];
        edge.is_open() && self.edges[cast::index(edge.twin)].is_open()
    }

    /// The fan around the first corner of `h`: from its clockwise end, where there is one, to
    /// its counter-clockwise end.
    fn wind_fan(&mut self, h: u32) {
        let mut start = h;
        let mut ring = false;
        while self.is_free(start) {
            start = self.next(self.edges[cast::index(start)].twin);
            if start == h {
                ring = true;
                break;
            }
        }
        let at = self.at(start);
        let from = self.at(self.next(start));
        let upper = |p: PlanPoint| p.y > at.y || (p.y == at.y && p.x > at.x);
        let (mut turns, mut over_half) = (0_u32, false);
        let mut one_way = self.edges[cast::index(start)].twin != NONE;
        let (mut k, mut last) = (start, from);
        loop {
            self.edges[cast::index(k)].fan = self.fans;
            let end = self.prev(k);
            let to = self.at(end);
            // Each step is half a turn at most, so a total over half a turn is first seen between
            // that and a full one: right of the first direction, or back on it.
            over_half |= match predicates::orient(at, from, to) {
                Ordering::Less => true,
                Ordering::Equal => predicates::dot(at, from, to) > 0,
                Ordering::Greater => false,
            };
            turns += u32::from(!upper(last) && upper(to));
            last = to;
            if !self.is_free(end) {
                one_way |= self.edges[cast::index(end)].twin != NONE;
                break;
            }
            k = self.edges[cast::index(end)].twin;
            if k == start {
                break;
            }
        }
        let is_corner = if ring { turns != 1 } else { over_half || one_way };
        if is_corner {
            self.mark_corner(start);
        }
    }

    fn mark_corner(&mut self, start: u32) {
        let mut k = start;
        loop {
            self.edges[cast::index(k)].flags |= CORNER;
            let end = self.prev(k);
            if !self.is_free(end) {
                return;
            }
            k = self.edges[cast::index(end)].twin;
            if k == start {
                return;
            }
        }
    }
}
