//! Where polygons of one layer touch or nearly do and are not joined.
//!
//! ```text
//!    ╲  A   ╱          ╲        A        ╱
//!     ╲    ╱            ╲_______________╱      less than a step apart: an edge of one that is bent
//!      ╲  ╱               ───___                alone might come to lie over the other
//!       ╲╱  touch            B  ───___
//!       ╱╲
//!      ╱  ╲
//!     ╱  B ╲
//! ```
//!
//! Polygons joined around a corner know of each other's hot points. These would not, so they are looked
//! for in plan, among the edges at which a layer ends. Edges along an axis are never bent, and no edge is
//! bent over one; so sides of tiles part what is in them.

use super::narrow::Side;
use super::rows::Rows;
use super::twins::Twins;
use crate::geom::predicates::nears;
use crate::geom::{DisjointSets, PlanBox, PlanPoint, cast};
use crate::mesh::{PolyRef, TileId};
use crate::threads::each;

/// Corners at which polygons touch that are not joined around it.
#[derive(Debug, Default)]
pub(super) struct Pinches {
    /// For each such place the polygons around it.
    polygons: Rows<PolyRef>,
    /// By corner, in order: the place.
    by_corner: Vec<(Side, u32)>,
}

/// A point that is nearer than a step to an edge: of the same polygon, or of one to which it is not
/// joined there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside {
    pub(super) edge: Side,
    /// A corner that is no end of that edge, or a point on another edge at which the ground bends.
    pub(super) point: PlanPoint,
    /// The edge which starts there or on which it is.
    pub(super) on: Side,
}

/// What there is of both between the polygons of a mesh.
pub(super) struct Apart {
    pub(super) pinches: Pinches,
    pub(super) beside: Vec<Beside>,
}

impl Apart {
    /// O(n log n) in the edges at which layers end, plus for each the points in its range of x.
    pub(super) fn of(twins: &Twins, tiles: &[TileId]) -> Self {
        let (mut touching, mut beside) = (Vec::new(), Vec::new());
        for (here, near) in each(tiles, |&tile| in_tile(twins, tile)) {
            touching.extend(here);
            beside.extend(near);
        }
        Self { pinches: Pinches::new(twins, &touching), beside }
    }
}

impl Pinches {
    /// Of pairs of corners at one point.
    fn new(twins: &Twins, touching: &[[Side; 2]]) -> Self {
        let joined = |pair: &[Side; 2]| {
            let mut joined: Vec<Side> = Vec::new();
            for &(r, corner) in pair {
                let add = |r, corner| joined.push((r, cast::count(corner)));
                twins.walk(r, cast::index(corner), add);
            }
            joined
        };
        let groups: Vec<Vec<Side>> = touching.iter().map(joined).collect();
        let mut corners = groups.concat();
        corners.sort_unstable();
        corners.dedup();
        let number = |side: &Side| cast::count(corners.partition_point(|known| known < side));
        let mut sets = DisjointSets::new(cast::count(corners.len()));
        let pairs = groups.iter().flat_map(|group| group.windows(2));
        pairs.for_each(|pair| sets.join(number(&pair[0]), number(&pair[1])));
        let mut order: Vec<(u32, Side)> =
            corners.iter().map(|&side| (sets.find(number(&side)), side)).collect();
        order.sort_unstable();
        let mut made = Self::default();
        for (place, of_place) in (0..).zip(order.chunk_by(|a, b| a.0 == b.0)) {
            made.polygons.add(of_place.iter().map(|(_, side)| side.0));
            made.by_corner.extend(of_place.iter().map(|&(_, side)| (side, place)));
        }
        made.by_corner.sort_unstable();
        made
    }

    /// All polygons around the first corner of an edge where there are such that are not joined around
    /// it, some of them repeatedly; else none.
    #[inline]
    pub(super) fn at(&self, polygon: PolyRef, edge: usize) -> &[PolyRef] {
        if self.by_corner.is_empty() {
            return &[];
        }
        let side = (polygon, cast::count(edge));
        let at = self.by_corner.binary_search_by_key(&side, |of| of.0);
        at.map_or(&[], |at| &self.polygons[cast::index(self.by_corner[at].1)])
    }
}

/// An edge at which a layer ends, or its tile.
struct Rim {
    layer: u32,
    ends: [PlanPoint; 2],
    side: Side,
}

impl Rim {
    /// True for one along an axis.
    const fn is_level(&self) -> bool {
        let [a, b] = self.ends;
        a.x == b.x || a.y == b.y
    }
}

/// Pairs of corners that touch in a tile, and what is near its edges.
fn in_tile(twins: &Twins, tile: TileId) -> (Vec<[Side; 2]>, Vec<Beside>) {
    let mut rims = rims(twins, tile);
    rims.sort_unstable_by_key(|rim| (rim.layer, rim.ends[0], rim.side));
    // Around a corner each layer that is all joined ends at one edge that starts there.
    let touch =
        |pair: &&[Rim]| (pair[0].layer, pair[0].ends[0]) == (pair[1].layer, pair[1].ends[0]);
    let touching = rims.windows(2).filter(touch).map(|pair| [pair[0].side, pair[1].side]);
    (touching.collect(), beside(twins, &rims))
}

fn rims(twins: &Twins, tile: TileId) -> Vec<Rim> {
    let of = twins.base.tile(tile);
    let mut rims = Vec::new();
    // What is closed in a base mesh stays so, and is not bent.
    for polygon in of.open_polygons() {
        let own = PolyRef { tile, polygon };
        let layer = twins.base.polygon(own).layer;
        for (across, edge) in twins.beyond(own).iter().zip(0..) {
            let goes_on = across.is_some_and(|across| {
                let other = across.polygon;
                other.tile == tile && twins.base.polygon(other).layer == layer
            });
            if !goes_on {
                let (a, b) = twins.ends(own, edge);
                rims.push(Rim { layer, ends: [a, b], side: (own, edge) });
            }
        }
    }
    rims
}

/// The points on rims that are near others, of edges in order.
fn beside(twins: &Twins, rims: &[Rim]) -> Vec<Beside> {
    if rims.iter().all(Rim::is_level) {
        return Vec::new();
    }
    let mut points: Vec<(u32, PlanPoint, Side)> = Vec::with_capacity(rims.len());
    for &Rim { layer, ends, side } in rims {
        let bends = twins.bends_along(side.0, cast::index(side.1));
        points.extend(std::iter::once(ends[0]).chain(bends).map(|p| (layer, p, side)));
    }
    points.sort_unstable();
    let mut beside = Vec::new();
    for &Rim { layer, ends: [a, b], side } in rims.iter().filter(|rim| !rim.is_level()) {
        let bounds = PlanBox::new(a, b);
        let from = points.partition_point(|of| (of.0, of.1.x) < (layer, bounds.min.x));
        let there = points[from..].iter();
        let there = there.take_while(|of| (of.0, of.1.x) <= (layer, bounds.max.x));
        let is_own = |p: PlanPoint| twins.base.corners(side.0).any(|corner| corner.plan == p);
        let near = there.filter(|&&(_, p, on)| on.0 != side.0 && nears(a, b, p) && !is_own(p));
        beside.extend(near.map(|&(_, point, on)| Beside { edge: side, point, on }));
    }
    beside
}
