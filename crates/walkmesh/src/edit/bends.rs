//! Where hot points bend the edges that base polygons share.
//!
//! An edge is bent at every hot point of the polygons around its two ends (among them the two that
//! share it) whose square it passes; where the mesh is [narrow](super::narrow), also at those around
//! the others there, and all of them together at the corners whose squares they pass. What bends an
//! edge of a polygon so is to the edges around the polygon as a hot point of its own: some start where
//! that edge ends, and pass the same squares. So its bends follow from the base mesh and the shapes
//! alone, the same for both sides and for whichever of them is worked out first.

use std::collections::BTreeMap;

use super::hot::Ground;
use super::narrow::Side;
use super::outline::Outline;
use super::pixel::{passes, sort_along};
use super::rows::Rows;
use crate::geom::predicates::cross;
use crate::geom::{PlanBox, PlanPoint};
use crate::mesh::PolyRef;

/// Where each edge of a polygon is bent, from its first corner to its last, both left out; without
/// any list where none is.
pub(super) type Bends = Rows<PlanPoint>;

/// Memory for the bends of a polygon.
#[derive(Default)]
pub(super) struct Bending {
    corners: Vec<PlanPoint>,
    /// By edge: whether outlines came or went near it.
    is_near: Vec<bool>,
    around: Vec<PolyRef>,
    /// Hot points of the polygons around its corners, corner by corner.
    near: Vec<(PolyRef, usize)>,
    /// What bends edges of those at narrow places, corner by corner, in order for each.
    at_narrow: Vec<PlanPoint>,
    /// Where both of each corner begin, and the last end.
    from: Vec<[usize; 2]>,
    on: Vec<PlanPoint>,
    /// The hot points around narrow places that were asked for, by number.
    around_narrows: BTreeMap<usize, Vec<PlanPoint>>,
    /// What bends the edges there, by number.
    narrows: BTreeMap<usize, Vec<PlanPoint>>,
}

impl Bending {
    /// Says nothing any more; the memory stays.
    pub(super) fn clear(&mut self) {
        self.around_narrows.clear();
        self.narrows.clear();
    }
}

impl<'a, F, A> Ground<'a, F>
where
    F: Fn(PolyRef) -> Option<A>,
    A: IntoIterator<Item = &'a Outline>,
{
    /// Says in `bends`, where there are none yet, where the edges of a polygon are bent; `old` says
    /// where they were, which only edges in a box in which outlines came or went (`changed`) may
    /// differ from.
    pub(super) fn bends(
        &self,
        polygon: PolyRef,
        old: Option<&Bends>,
        changed: &[(PolyRef, PlanBox)],
        bends: &mut Bends,
    ) {
        let straight = Bends::default();
        let old = old.unwrap_or(&straight);
        let bending = &mut *self.bending.borrow_mut();
        let all_narrows = &self.twins.narrows;
        let Bending { corners, is_near, .. } = bending;
        corners.clear();
        corners.extend(self.base.corners(polygon).map(|c| c.plan));
        let n = corners.len();
        is_near.clear();
        is_near.extend((0..n).map(|edge| {
            let own = PlanBox::new(corners[edge], corners[(edge + 1) % n]);
            let narrow = all_narrows.at(polygon, edge);
            let around = narrow.map_or(own, |i| all_narrows.get(i).bounds);
            changed.iter().any(|(_, bounds)| bounds.meets(&around))
        }));
        if !is_near.contains(&true) {
            bends.set_to(old);
            return;
        }
        if !self.look_around(polygon, bending) && old.items().is_empty() {
            return;
        }
        let Bending { corners, is_near, near, at_narrow, from, on, narrows, .. } = bending;
        let lists = self.lists();
        for edge in 0..n {
            if !is_near[edge] {
                bends.add(old[edge].iter().copied());
                continue;
            }
            let next = (edge + 1) % n;
            let (a, b) = (corners[edge], corners[next]);
            let [at_a, at_b] = [edge, next].map(|k| &near[from[k][0]..from[k + 1][0]]);
            let others = at_b.iter().filter(|(r, _)| at_a.iter().all(|known| known.0 != *r));
            at_a.iter().chain(others).for_each(|&(_, list)| on.extend(passed(&lists[list], a, b)));
            if !all_narrows.is_empty() {
                for k in [edge, next] {
                    on.extend(passed(&at_narrow[from[k][1]..from[k + 1][1]], a, b));
                }
                let narrow = all_narrows.at(polygon, edge).and_then(|i| narrows.get(&i));
                on.extend(narrow.into_iter().flat_map(|points| passed(points, a, b)));
            }
            if !on.is_empty() {
                if on.iter().any(|&h| cross(a, b, h) != 0) {
                    // One that moves keeps the points at which the ground bends.
                    let bends = self.twins.bends_along(polygon, edge);
                    on.extend(bends.filter(|&p| p != a && p != b));
                }
                sort_along(on, a, b);
            }
            bends.add(on.drain(..));
        }
        if bends.items().is_empty() {
            bends.clear();
        }
    }

    /// Finds what may bend the edges of a polygon that outlines came near; false when nothing does.
    fn look_around(&self, polygon: PolyRef, bending: &mut Bending) -> bool {
        let Bending { is_near, around, near, at_narrow, from, around_narrows, narrows, .. } =
            bending;
        let n = is_near.len();
        near.clear();
        at_narrow.clear();
        from.clear();
        for corner in 0..n {
            from.push([near.len(), at_narrow.len()]);
            if !is_near[corner] && !is_near[(corner + n - 1) % n] {
                continue;
            }
            around.clear();
            self.twins.around(polygon, corner, around);
            near.extend(around.iter().filter_map(|&r| Some((r, self.list_of(r)?))));
            if !self.twins.narrows.is_empty() {
                let first = at_narrow.len();
                around.iter().for_each(|&r| self.through_narrows(r, around_narrows, at_narrow));
                at_narrow[first..].sort_unstable();
            }
        }
        from.push([near.len(), at_narrow.len()]);
        let mut is_any = !near.is_empty() || !at_narrow.is_empty();
        for edge in (0..n).filter(|&edge| is_near[edge]) {
            if let Some(i) = self.twins.narrows.at(polygon, edge) {
                narrows.entry(i).or_insert_with(|| self.in_narrow(i, around_narrows));
                is_any = true;
            }
        }
        is_any
    }

    /// The hot points around a narrow place and what else bends edges of polygons there, and the corners
    /// there when one of its edges moves: it must not move over them. In order.
    fn in_narrow(&self, i: usize, known: &mut BTreeMap<usize, Vec<PlanPoint>>) -> Vec<PlanPoint> {
        let narrow = self.twins.narrows.get(i);
        let mut points = self.around_narrow(i, known).clone();
        narrow.around.iter().for_each(|&r| self.through_narrows(r, known, &mut points));
        points.sort_unstable();
        points.dedup();
        let moves = |&(r, edge): &Side| {
            let (a, b) = self.twins.ends(r, edge);
            passed(&points, a, b).any(|h| cross(a, b, h) != 0)
        };
        if narrow.edges.iter().any(moves) {
            points.extend(&narrow.corners);
            points.sort_unstable();
            points.dedup();
        }
        points
    }

    /// Adds the hot points that bend edges of a polygon for being around the same narrow places: they are
    /// to what is around it as its own.
    fn through_narrows(
        &self,
        polygon: PolyRef,
        known: &mut BTreeMap<usize, Vec<PlanPoint>>,
        into: &mut Vec<PlanPoint>,
    ) {
        for ((r, edge), i) in self.twins.narrows.of_polygon(polygon) {
            let (a, b) = self.twins.ends(r, edge);
            into.extend(passed(self.around_narrow(i, known), a, b));
        }
    }

    /// The hot points of the polygons around a narrow place, in order.
    fn around_narrow<'k>(
        &self,
        i: usize,
        known: &'k mut BTreeMap<usize, Vec<PlanPoint>>,
    ) -> &'k Vec<PlanPoint> {
        known.entry(i).or_insert_with(|| {
            let around = &self.twins.narrows.get(i).around;
            let lists: Vec<usize> = around.iter().filter_map(|&r| self.list_of(r)).collect();
            let lists = lists.into_iter().flat_map(|list| self.lists()[list].to_vec());
            let mut points: Vec<PlanPoint> = lists.collect();
            points.sort_unstable();
            points.dedup();
            points
        })
    }
}

/// Those of some points in order, beside its ends, whose squares a segment passes.
fn passed(points: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> impl Iterator<Item = PlanPoint> {
    let from = points.partition_point(|h| h.x < a.x.min(b.x));
    let there = points[from..].iter().take_while(move |h| h.x <= a.x.max(b.x));
    there.copied().filter(move |&h| h != a && h != b && passes(a, b, h))
}
