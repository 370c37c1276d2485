//! Fans: the polygons around a corner that can be changed freely while standing on it.

use std::cmp::Ordering;

use super::draft::Draft;
use super::{CORNER, HalfEdge, NONE};
use crate::geom::{PlanPoint, predicates};

impl Draft<'_> {
    /// The twin of a half-edge that can be crossed both ways.
    fn over(&self, edge: &HalfEdge) -> Option<&HalfEdge> {
        edge.is_open().then(|| self.get(edge.twin)).filter(|twin| twin.is_open())
    }

    /// The fan around the first corner of `h`: from its clockwise end, where there is one, to
    /// its counter-clockwise end. Numbers it and says whether it is a corner.
    pub(super) fn wind_fan(&mut self, h: u32) {
        let mut start = h;
        let mut ring = false;
        loop {
            let edge = *self.get(start);
            let Some(twin) = self.over(&edge) else { break };
            start = twin.next(edge.twin);
            if start == h {
                ring = true;
                break;
            }
        }
        let first = *self.get(start);
        let at = first.at;
        let from = self.get(first.next(start)).at;
        let upper = |p: PlanPoint| p.y > at.y || (p.y == at.y && p.x > at.x);
        let (mut turns, mut over_half) = (0_u32, false);
        let mut one_way = first.twin != NONE;
        let (mut k, mut last) = (start, from);
        let mut members = std::mem::take(&mut self.members);
        members.clear();
        loop {
            members.push(k);
            let end = *self.get(self.get(k).prev(k));
            let to = end.at;
            // Each step is half a turn at most, so a total over half a turn is first seen between
            // that and a full one: right of the first direction, or back on it.
            over_half |= match predicates::orient(at, from, to) {
                Ordering::Less => true,
                Ordering::Equal => predicates::dot(at, from, to) > 0,
                Ordering::Greater => false,
            };
            turns += u32::from(!upper(last) && upper(to));
            last = to;
            if self.over(&end).is_none() {
                one_way |= end.twin != NONE;
                break;
            }
            k = end.twin;
            if k == start {
                break;
            }
        }
        let is_corner = if ring { turns != 1 } else { over_half || one_way };
        let fan = members.iter().copied().min().unwrap_or(h);
        for &k in &members {
            let edge = self.get_mut(k);
            edge.fan = fan;
            edge.flags = (edge.flags & !CORNER) | if is_corner { CORNER } else { 0 };
        }
        self.members = members;
    }
}
