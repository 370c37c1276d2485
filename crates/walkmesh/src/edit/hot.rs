//! Hot points around base polygons, and where they bend the edges that polygons share.
//!
//! A point is hot where an outline has a corner, where two outlines cross, and where an outline
//! crosses an edge of a polygon that it acts on. An edge is bent at every hot point of the
//! polygons around its two ends (among them the two that share it) whose square it passes. So
//! its bends follow from the base mesh and the shapes alone, the same for both sides and for
//! whichever of them is worked out first.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::outline::{Outline, Segment};
use super::pixel::{passes, sort_along};
use super::relief::Relief;
use crate::geom::convex::{clip_segment, crossing};
use crate::geom::predicates::{cross, on_segment, segments_cross};
use crate::geom::{PlanBox, PlanPoint, cast};
use crate::mesh::{NavMesh, PolyRef};

/// Most polygons around one corner; more only where edges do not agree with each other.
const MOST_AROUND: usize = 4096;

/// The base mesh with the outlines that act on each polygon.
pub(super) struct Ground<'a, F> {
    pub(super) base: &'a NavMesh,
    /// The outlines that act on a polygon, by change.
    pub(super) acting: F,
    hot: RefCell<BTreeMap<PolyRef, Rc<Vec<PlanPoint>>>>,
}

/// The same edge seen from the polygon beyond.
pub(super) fn twin(base: &NavMesh, polygon: PolyRef, edge: usize) -> Option<(PolyRef, usize)> {
    let edges = base.edges(polygon);
    let other = edges[edge].neighbour?;
    let tile = base.tile(polygon.tile);
    let (a, b) = (tile.plan(edges[edge].vertex), tile.plan(edges[(edge + 1) % edges.len()].vertex));
    let (there, theirs) = (base.tile(other.tile), base.edges(other));
    let back = |k: &usize| {
        let next = theirs[(k + 1) % theirs.len()].vertex;
        theirs[*k].neighbour == Some(polygon)
            && there.plan(theirs[*k].vertex) == b
            && there.plan(next) == a
    };
    Some((other, (0..theirs.len()).find(back)?))
}

/// The polygons joined around the first corner of an edge, the polygon itself among them.
fn around(base: &NavMesh, polygon: PolyRef, edge: usize, into: &mut BTreeSet<PolyRef>) {
    into.insert(polygon);
    let (mut at, mut k) = (polygon, edge);
    for _ in 0..MOST_AROUND {
        let n = base.edges(at).len();
        let Some(next) = twin(base, at, (k + n - 1) % n) else { break };
        if next == (polygon, edge) {
            return;
        }
        (at, k) = next;
        into.insert(at);
    }
    (at, k) = (polygon, edge);
    for _ in 0..MOST_AROUND {
        let Some((other, back)) = twin(base, at, k) else { return };
        (at, k) = (other, (back + 1) % base.edges(other).len());
        into.insert(at);
    }
}

/// The polygons that share a corner with one (through shared edges), itself among them.
pub(super) fn all_around(base: &NavMesh, polygon: PolyRef, into: &mut BTreeSet<PolyRef>) {
    for edge in 0..base.edges(polygon).len() {
        around(base, polygon, edge, into);
    }
}

impl<'a, F, A> Ground<'a, F>
where
    F: Fn(PolyRef) -> A,
    A: IntoIterator<Item = &'a Outline>,
{
    pub(super) fn new(base: &'a NavMesh, acting: F) -> Self {
        Self { base, acting, hot: RefCell::default() }
    }

    /// The parts of outlines near a polygon that act on it, each once.
    pub(super) fn segments(&self, polygon: PolyRef) -> Vec<Segment> {
        let near = self.base.polygon(polygon).bounds.grown(1);
        let mut segments = Vec::new();
        for outline in (self.acting)(polygon) {
            let meets = |s: &&Segment| PlanBox::new(s[0], s[1]).meets(&near);
            segments.extend(outline.segments.iter().filter(meets).copied());
        }
        segments.sort_unstable();
        segments.dedup();
        segments
    }

    /// The hot points that a polygon and the outlines acting on it give, in order.
    pub(super) fn hot(&self, polygon: PolyRef) -> Rc<Vec<PlanPoint>> {
        if let Some(known) = self.hot.borrow().get(&polygon) {
            return Rc::clone(known);
        }
        let points = Rc::new(self.find_hot(polygon));
        self.hot.borrow_mut().insert(polygon, Rc::clone(&points));
        points
    }

    fn find_hot(&self, polygon: PolyRef) -> Vec<PlanPoint> {
        let segments = self.segments(polygon);
        if segments.is_empty() {
            return Vec::new();
        }
        let near = self.base.polygon(polygon).bounds.grown(1);
        let mut hot: Vec<PlanPoint> = segments.iter().flatten().copied().collect();
        let ring: Vec<PlanPoint> = self.base.corners(polygon).map(|c| c.plan).collect();
        for &[c, d] in &segments {
            for (i, &a) in ring.iter().enumerate() {
                let b = ring[(i + 1) % ring.len()];
                if segments_cross(a, b, c, d) {
                    hot.extend(crossing(a, b, c, d));
                }
            }
        }
        self.follow_ground(polygon, &ring, &segments, &mut hot);
        crossings(segments, &mut hot);
        hot.retain(|&p| near.contains(p));
        hot.sort_unstable();
        hot.dedup();
        hot
    }

    /// Adds where outlines get corners so that they follow uneven ground.
    fn follow_ground(
        &self,
        polygon: PolyRef,
        ring: &[PlanPoint],
        segments: &[Segment],
        hot: &mut Vec<PlanPoint>,
    ) {
        let Some(relief) = Relief::new(self.base, polygon) else { return };
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

    /// Where an edge is bent, from its first corner to its last, both left out.
    pub(super) fn bends(&self, polygon: PolyRef, edge: usize) -> Vec<PlanPoint> {
        let corners: Vec<PlanPoint> = self.base.corners(polygon).map(|c| c.plan).collect();
        let (a, b) = (corners[edge], corners[(edge + 1) % corners.len()]);
        let mut polygons = BTreeSet::new();
        around(self.base, polygon, edge, &mut polygons);
        around(self.base, polygon, (edge + 1) % corners.len(), &mut polygons);
        let mut bends = Vec::new();
        for other in polygons {
            let hot = self.hot(other);
            let from = hot.partition_point(|h| h.x < a.x.min(b.x));
            let on = hot[from..].iter().take_while(|h| h.x <= a.x.max(b.x));
            bends.extend(on.filter(|&&h| h != a && h != b && passes(a, b, h)));
        }
        if bends.is_empty() {
            return bends;
        }
        if bends.iter().any(|&h| cross(a, b, h) != 0) {
            bends.extend(self.kept_with(polygon, edge, a, b));
        }
        sort_along(&mut bends, a, b);
        bends
    }

    /// What an edge that moves has to keep: corners of the two polygons at it in whose squares it
    /// lies (the polygon is thinner than a step there, and the edge must not move over them), and
    /// the points at which the ground bends along it.
    fn kept_with(
        &self,
        polygon: PolyRef,
        edge: usize,
        a: PlanPoint,
        b: PlanPoint,
    ) -> Vec<PlanPoint> {
        let other = twin(self.base, polygon, edge).map(|(other, _)| other);
        let corners = std::iter::once(polygon).chain(other).flat_map(|r| self.base.corners(r));
        let mut kept: Vec<PlanPoint> =
            corners.map(|c| c.plan).filter(|&p| p != a && p != b && passes(a, b, p)).collect();
        // Points at which the ground bends along the edge, from either side.
        for r in std::iter::once(polygon).chain(other) {
            let tile = self.base.tile(r.tile);
            let used = tile.triangles_of(r.polygon).iter().flatten().map(|&v| tile.plan(v));
            kept.extend(used.filter(|&p| p != a && p != b && on_segment(a, b, p)));
        }
        kept
    }
}

/// Adds where segments cross, rounded. A sweep over x: O(n log n) for n segments that are short
/// against what they lie in, O(n²) at worst.
fn crossings(mut segments: Vec<Segment>, hot: &mut Vec<PlanPoint>) {
    for s in &mut segments {
        s.sort_unstable();
    }
    segments.sort_unstable();
    segments.dedup();
    let mut open: Vec<usize> = Vec::new();
    for (i, &[a, b]) in segments.iter().enumerate() {
        open.retain(|&j| segments[j][1].x >= a.x);
        for &j in &open {
            let [c, d] = segments[j];
            let apart = a.y.max(b.y) < c.y.min(d.y) || c.y.max(d.y) < a.y.min(b.y);
            if !apart && segments_cross(a, b, c, d) {
                hot.extend(crossing(a, b, c, d));
            }
        }
        open.push(i);
    }
}

/// True when an outline comes to a polygon, borders included; exact.
pub(super) fn meets(base: &NavMesh, polygon: PolyRef, outline: &Outline) -> bool {
    use crate::geom::predicates::{Side, segments_meet, side_of_convex};
    let bounds = base.polygon(polygon).bounds;
    if !outline.bounds.is_some_and(|b| b.meets(&bounds)) {
        return false;
    }
    let ring: Vec<PlanPoint> = base.corners(polygon).map(|c| c.plan).collect();
    let comes = |&[c, d]: &Segment| {
        PlanBox::new(c, d).meets(&bounds)
            && (side_of_convex(&ring, c) != Side::Outside
                || (0..ring.len())
                    .any(|i| segments_meet(ring[i], ring[(i + 1) % ring.len()], c, d)))
    };
    outline.side(ring[0]) != Side::Outside || outline.segments.iter().any(comes)
}
