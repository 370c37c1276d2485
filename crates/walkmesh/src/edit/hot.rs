//! Hot points of base polygons.
//!
//! A point is hot where an outline has a corner, where two outlines cross, and where an outline
//! crosses an edge of a polygon that it acts on.

use std::cell::{Ref, RefCell, RefMut};
use std::sync::Arc;

use super::bends::Bending;
use super::by_polygon::ByPolygon;
use super::outline::{Outline, Segment};
use super::rows::Rows;
use super::twins::Twins;
use crate::geom::convex::{clip_segment, crossing};
use crate::geom::predicates::{cross, segments_cross};
use crate::geom::{PlanBox, PlanPoint, cast, edges};
use crate::mesh::{KeyMap, NavMesh, PolyRef};

/// The hot points of a polygon, in order.
pub(super) type Hot = Arc<[PlanPoint]>;

/// The base mesh with the outlines that act on each polygon.
pub(super) struct Ground<'a, F> {
    pub(super) base: &'a NavMesh,
    pub(super) twins: &'a Twins,
    /// The outlines that act on a polygon, by change; `None` where there are none for sure.
    acting: F,
    /// Hot points found before.
    known: &'a ByPolygon<Hot>,
    looked_up: RefCell<LookedUp>,
    finding: RefCell<Finding>,
    pub(super) bending: RefCell<Bending>,
}

/// Memory for what is found.
#[derive(Default)]
pub(super) struct Room {
    looked_up: LookedUp,
    finding: Finding,
    bending: Bending,
}

/// The hot points of polygons that were asked for: those around an edge are so many times.
#[derive(Default)]
struct LookedUp {
    /// Which of the lists a polygon has.
    which: KeyMap<PolyRef>,
    lists: Rows<PlanPoint>,
    /// The polygons whose hot points were not known before, each with its list.
    new: Vec<(PolyRef, usize)>,
}

impl LookedUp {
    /// None again; the memory stays.
    fn clear(&mut self) {
        self.which.clear();
        self.lists.clear();
        self.new.clear();
    }
}

/// Memory for the hot points of a polygon.
#[derive(Default)]
struct Finding {
    /// The parts of outlines near it that act on it, each once.
    segments: Vec<Segment>,
    ring: Vec<PlanPoint>,
    hot: Vec<PlanPoint>,
    /// Segments that a line from left to right has met and not left.
    open: Vec<usize>,
}

impl<'a, F, A> Ground<'a, F>
where
    F: Fn(PolyRef) -> Option<A>,
    A: IntoIterator<Item = &'a Outline>,
{
    pub(super) fn new(
        twins: &'a Twins,
        known: &'a ByPolygon<Hot>,
        acting: F,
        Room { looked_up, finding, bending }: Room,
    ) -> Self {
        let looked_up = RefCell::new(looked_up);
        let (finding, bending) = (RefCell::new(finding), RefCell::new(bending));
        Self { base: &twins.base, twins, acting, known, looked_up, finding, bending }
    }

    /// The hot points that were not known before, and the memory.
    pub(super) fn found(self) -> (Vec<(PolyRef, Hot)>, Room) {
        let mut looked_up = self.looked_up.into_inner();
        let LookedUp { lists, new, .. } = &looked_up;
        let found = new.iter().map(|&(polygon, list)| (polygon, Hot::from(&lists[list])));
        let found = found.collect();
        looked_up.clear();
        let (finding, mut bending) = (self.finding.into_inner(), self.bending.into_inner());
        bending.clear();
        (found, Room { looked_up, finding, bending })
    }

    /// Finds the parts of outlines near a polygon that act on it, each once; says whether they may
    /// cross: those of one convex outline do not.
    fn segments(&self, polygon: PolyRef, segments: &mut Vec<Segment>) -> bool {
        let near = self.base.polygon(polygon).bounds.grown(1);
        segments.clear();
        let (mut outlines, mut are_convex) = (0, true);
        for outline in (self.acting)(polygon).into_iter().flatten() {
            let meets = |s: &&Segment| PlanBox::new(s[0], s[1]).meets(&near);
            segments.extend(outline.segments.iter().filter(meets).copied());
            outlines += 1;
            are_convex &= outline.is_convex;
        }
        if outlines > 1 {
            segments.sort_unstable();
            segments.dedup();
        }
        outlines > 1 || !are_convex
    }

    /// The hot points that a polygon and the outlines acting on it give, in order.
    pub(super) fn hot(&self, polygon: PolyRef) -> Ref<'_, [PlanPoint]> {
        let list = self.look_up(polygon);
        Ref::map(self.looked_up.borrow(), |looked_up| &looked_up.lists[list])
    }

    /// Where the hot points of a polygon stand in [`Self::lists`], if it has any.
    pub(super) fn list_of(&self, polygon: PolyRef) -> Option<usize> {
        (self.acting)(polygon)?;
        let list = self.look_up(polygon);
        (!self.lists()[list].is_empty()).then_some(list)
    }

    /// The hot points of polygons that were asked for.
    pub(super) fn lists(&self) -> Ref<'_, Rows<PlanPoint>> {
        Ref::map(self.looked_up.borrow(), |looked_up| &looked_up.lists)
    }

    /// Which list they are.
    fn look_up(&self, polygon: PolyRef) -> usize {
        let LookedUp { which, lists, new } = &mut *self.looked_up.borrow_mut();
        let next = lists.len();
        if let Some(list) = which.insert(polygon, cast::count(next)) {
            return cast::index(list);
        }
        match self.known.get(polygon) {
            Some(known) => lists.add(known.iter().copied()),
            None => {
                lists.add(self.find_hot(polygon).iter().copied());
                new.push((polygon, next));
            }
        }
        next
    }

    /// Finds them.
    fn find_hot(&self, polygon: PolyRef) -> RefMut<'_, Vec<PlanPoint>> {
        let mut finding = self.finding.borrow_mut();
        let Finding { segments, ring, hot, open } = &mut *finding;
        hot.clear();
        let may_cross = self.segments(polygon, segments);
        if segments.is_empty() {
            return RefMut::map(finding, |finding| &mut finding.hot);
        }
        let near = self.base.polygon(polygon).bounds.grown(1);
        ring.clear();
        ring.extend(self.base.corners(polygon).map(|c| c.plan));
        // Rings are closed: where a part ends nearby, another begins there.
        hot.extend(segments.iter().map(|s| s[0]).filter(|&p| near.contains(p)));
        for &[c, d] in &*segments {
            let around = PlanBox::new(c, d);
            let Some(mut a) = ring.last().copied() else { break };
            for &b in &*ring {
                if PlanBox::new(a, b).meets(&around) && segments_cross(a, b, c, d) {
                    hot.extend(crossing(a, b, c, d));
                }
                a = b;
            }
        }
        self.follow_ground(polygon, ring, segments, hot);
        if may_cross {
            crossings(segments, open, hot);
        }
        hot.retain(|&p| near.contains(p) && nearly_holds(ring, p));
        hot.sort_unstable();
        hot.dedup();
        RefMut::map(finding, |finding| &mut finding.hot)
    }

    /// Adds where outlines get corners so that they follow uneven ground.
    fn follow_ground(
        &self,
        polygon: PolyRef,
        ring: &[PlanPoint],
        segments: &[Segment],
        hot: &mut Vec<PlanPoint>,
    ) {
        let Some(relief) = self.twins.relief(polygon) else { return };
        for &[c, d] in segments {
            let Some((from, to)) = clip_segment(ring, c.min(d), c.max(d)) else { continue };
            let (c, d) = (c.min(d), c.max(d));
            let end = |t: f64| {
                let part = |a: i32, b: i32| {
                    cast::round_i32(f64::from(a) + (f64::from(b) - f64::from(a)) * t)
                };
                let p = PlanPoint::new(part(c.x, d.x), part(c.y, d.y));
                p.at(self.base.height_at(polygon, p))
            };
            hot.extend(relief.corners_on([c, d], [end(from), end(to)]));
        }
    }
}

/// True when the square of a point meets a convex polygon, or nearly so. What is farther off, if in
/// its box, is nothing to it, and would bend edges of polygons around it far from where they meet.
fn nearly_holds(ring: &[PlanPoint], p: PlanPoint) -> bool {
    edges(ring).all(|(a, b)| {
        let width = i64::from(a.x.abs_diff(b.x)) + i64::from(a.y.abs_diff(b.y));
        cross(a, b, p) >= -width
    })
}

/// Adds where segments cross, rounded. A sweep over x: O(n log n) for n segments that are short
/// against what they lie in, O(n²) at worst.
fn crossings(segments: &mut Vec<Segment>, open: &mut Vec<usize>, hot: &mut Vec<PlanPoint>) {
    for s in &mut *segments {
        s.sort_unstable();
    }
    segments.sort_unstable();
    segments.dedup();
    open.clear();
    for (i, &[a, b]) in segments.iter().enumerate() {
        open.retain(|&j| segments[j][1].x >= a.x);
        for &j in &*open {
            let [c, d] = segments[j];
            let apart = a.y.max(b.y) < c.y.min(d.y) || c.y.max(d.y) < a.y.min(b.y);
            if !apart && segments_cross(a, b, c, d) {
                hot.extend(crossing(a, b, c, d));
            }
        }
        open.push(i);
    }
}

/// True when an outline comes to a polygon, borders included; exact. `ring` is memory for its corners.
pub(super) fn meets(
    base: &NavMesh,
    polygon: PolyRef,
    outline: &Outline,
    ring: &mut Vec<PlanPoint>,
) -> bool {
    use crate::geom::predicates::{Side, segments_meet, side_of_convex};
    let bounds = base.polygon(polygon).bounds;
    if !outline.bounds.is_some_and(|b| b.meets(&bounds)) {
        return false;
    }
    ring.clear();
    ring.extend(base.corners(polygon).map(|c| c.plan));
    let comes = |&[c, d]: &Segment| {
        PlanBox::new(c, d).meets(&bounds)
            && (side_of_convex(ring, c) != Side::Outside
                || (0..ring.len())
                    .any(|i| segments_meet(ring[i], ring[(i + 1) % ring.len()], c, d)))
    };
    outline.side(ring[0]) != Side::Outside || outline.segments.iter().any(comes)
}
