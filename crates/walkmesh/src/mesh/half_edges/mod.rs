//! The mesh as the searches walk it: half-edges, the fans around corners, the bridges, the links
//! that may be taken.
//!
//! It is made for one kind of access: a polygon that may not be entered has walls on all sides,
//! and so have its neighbours towards it.
//!
//! Everything here follows from the tiles and is never stored. Topology only decides: two
//! corners are one place when polygons are joined around it by shared edges, never because they
//! share a plan point, so floors may lie over each other and wind around a pole.
//!
//! The half-edges of a tile stand together in a block, and blocks are found by a table of pages, so
//! that when tiles are replaced a table for the new mesh shares all other blocks ([`draft`]). One
//! flat list would spare a search three look-ups a polygon, but copying it is linear in the mesh,
//! and handing it on from mesh to mesh would take it from those who still read the one before.
//! Numbers of half-edges and polygons are those of pages with those within: they have gaps, and
//! where a tile was not replaced they stay from mesh to mesh.

mod dead_ends;
mod draft;
mod edge;
mod fans;
mod kinds;
mod pages;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::cost::CostFactor;
use super::id::{PolyRef, TileId};
use super::link_ways::LinkWays;
use super::paged::Paged;
use crate::geom::{GroundPoint, PlanPoint, cast, predicates};
use crate::soup::Area;
use edge::{ANYTHING, BRIDGE, CORNER, FLAGS, OPEN, OUTWARD};
pub(crate) use edge::{HalfEdge, MOST_EDGES, Ring};

/// No half-edge.
pub(crate) const NONE: u32 = u32::MAX;
/// A place that is beyond no bridge.
const NOWHERE: u32 = NONE - 1;

/// What a page holds beside the half-edges: it is asked for less.
#[derive(Clone, Debug, Default)]
struct Block {
    /// The height of the first corner of each half-edge.
    heights: Arc<[i32]>,
    /// First half-edge of each polygon in the block, and their count at the end.
    first: Arc<[u32]>,
    spots: Vec<Spot>,
}

/// Where a polygon lies in the mesh as a whole.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Where it comes in the walk that found the bridges; [`NOWHERE`] of what is beyond none.
    place: u32,
    /// Polygons with the same one are on the same side of every bridge.
    side: u32,
    /// The weakly connected piece, links counted; see [`HalfEdges::piece`].
    piece: u32,
}

/// A run of numbers of half-edges and polygons, and the tile that has them.
#[derive(Clone, Debug, Default)]
struct Page {
    /// The half-edges of the tile.
    edges: Arc<[HalfEdge]>,
    /// The first of them on this page.
    offset: u32,
    tile: TileId,
    block: Arc<Block>,
}

/// All half-edges of a mesh. A tile has one page or more in a row: with 2^`bits` numbers of
/// half-edges, and half as many of polygons, which have three edges at least.
#[derive(Clone, Debug)]
pub(crate) struct HalfEdges {
    pages: Paged<Page>,
    bits: u32,
    /// One less than the numbers of a page.
    mask: u32,
    /// The first page of each tile.
    page_of: Paged<u32>,
    /// Pages that no tile has any more: first and count of each run.
    free: Vec<(u32, u32)>,
    /// False when the bridges are not known: then no edge tells what is beyond it.
    has_bridges: bool,
    /// Pieces that were joined, each with the one that it is part of.
    joined: Arc<BTreeMap<u32, u32>>,
    ways: Arc<LinkWays>,
    /// See [`HalfEdges::kinds`].
    kinds: OnceLock<Arc<[(Area, CostFactor)]>>,
}

impl HalfEdges {
    /// One over the largest number of a half-edge.
    pub(crate) fn len(&self) -> u32 {
        cast::count(self.pages.len()) << self.bits
    }

    /// One over the largest number of a polygon.
    pub(crate) fn polygons(&self) -> u32 {
        cast::count(self.pages.len()) << (self.bits - 1)
    }

    /// The numbers of all polygons, tile by tile.
    pub(crate) fn all_polygons(&self) -> impl Iterator<Item = u32> + '_ {
        let tiles = (0..cast::count(self.page_of.len())).map(TileId);
        tiles.flat_map(|tile| {
            let first = self.number(PolyRef { tile, polygon: 0 });
            first..first + self.block_of(tile).map_or(0, |block| cast::count(block.spots.len()))
        })
    }

    /// The block of a tile, if it has polygons.
    fn block_of(&self, tile: TileId) -> Option<&Block> {
        let page = self.pages.get(cast::index(self.page_of[cast::index(tile.0)]))?;
        (page.tile == tile && !page.block.spots.is_empty()).then(|| &*page.block)
    }

    #[inline]
    fn page(&self, h: u32) -> (&Page, usize) {
        let page = &self.pages[cast::index(h >> self.bits)];
        (page, cast::index((h & self.mask) + page.offset))
    }

    /// The page of a polygon, the polygon's index in its tile and the number of the tile's first
    /// half-edge.
    #[inline]
    fn page_with(&self, polygon: u32) -> (&Page, usize, u32) {
        let bits = self.bits - 1;
        let number = polygon >> bits;
        let page = &self.pages[cast::index(number)];
        let local = (polygon & ((1 << bits) - 1)) + (page.offset >> 1);
        (page, cast::index(local), (number << self.bits) - page.offset)
    }

    /// The number of a polygon.
    #[inline]
    pub(crate) fn number(&self, polygon: PolyRef) -> u32 {
        (self.page_of[cast::index(polygon.tile.0)] << (self.bits - 1)) + polygon.polygon
    }

    /// The polygon with a number.
    #[inline]
    pub(crate) fn polygon(&self, number: u32) -> PolyRef {
        let (page, local, _) = self.page_with(number);
        PolyRef { tile: page.tile, polygon: cast::count(local) }
    }

    /// A half-edge.
    #[inline]
    pub(crate) fn get(&self, h: u32) -> &HalfEdge {
        let (page, local) = self.page(h);
        &page.edges[local]
    }

    /// Its first corner.
    #[inline]
    pub(crate) fn at(&self, h: u32) -> PlanPoint {
        self.get(h).at
    }

    /// Both its corners.
    #[inline]
    pub(crate) fn ends(&self, h: u32) -> (PlanPoint, PlanPoint) {
        let (page, local) = self.page(h);
        let edge = &page.edges[local];
        (edge.at, page.edges[edge.next_local(h, local)].at)
    }

    /// The same on the ground.
    #[inline]
    pub(crate) fn ground_at(&self, h: u32) -> GroundPoint {
        let (page, local) = self.page(h);
        page.edges[local].at.at(page.block.heights[local])
    }

    /// Both its corners on the ground.
    #[inline]
    pub(crate) fn ground_ends(&self, h: u32) -> [GroundPoint; 2] {
        let (page, local) = self.page(h);
        let edge = &page.edges[local];
        let next = edge.next_local(h, local);
        [local, next].map(|i| page.edges[i].at.at(page.block.heights[i]))
    }

    /// The half-edges of the polygon of one, with their data.
    #[inline]
    pub(crate) fn ring(&self, h: u32) -> Ring<'_> {
        let (page, local) = self.page(h);
        let edge = &page.edges[local];
        let own = cast::index(h - edge.first);
        let edges = &page.edges[local - own..local - own + cast::index(edge.count())];
        Ring { first: edge.first, own, edges }
    }

    /// The same of a polygon.
    #[inline]
    pub(crate) fn ring_of(&self, polygon: u32) -> Ring<'_> {
        self.ring(self.around(polygon).start)
    }

    /// What tells a polygon from others by its tile and its place there: its number may be another
    /// in an equal mesh. Those of its half-edges follow. Two far apart may be the same.
    #[inline]
    pub(crate) fn rank(&self, ring: Ring<'_>) -> u32 {
        const GOLDEN: u32 = 0x9E37_79B9;
        let (page, local) = self.page(ring.first);
        page.tile.0.wrapping_mul(GOLDEN).wrapping_add(cast::count(local))
    }

    /// The half-edges of a polygon, counter-clockwise.
    #[inline]
    pub(crate) fn around(&self, polygon: u32) -> Range<u32> {
        let (page, local, base) = self.page_with(polygon);
        let first = &page.block.first;
        base + first[local]..base + first[local + 1]
    }

    /// The one after it in its polygon.
    #[inline]
    pub(crate) fn next(&self, h: u32) -> u32 {
        self.get(h).next(h)
    }

    /// The one before it in its polygon.
    #[inline]
    pub(crate) fn prev(&self, h: u32) -> u32 {
        self.get(h).prev(h)
    }

    /// True when the edge can be crossed both ways.
    pub(crate) fn is_free(&self, h: u32) -> bool {
        let edge = self.get(h);
        edge.is_open() && self.get(edge.twin).is_open()
    }

    /// True when a closed polygon holds a point.
    pub(crate) fn holds(&self, polygon: u32, p: PlanPoint) -> bool {
        self.ring_of(polygon).all().all(|(_, _, a, b)| predicates::cross(a, b, p) >= 0)
    }

    /// Fills `found` with where polygons stand in the order of the bridges, for
    /// [`HalfEdge::leads_to`]; with nothing when the bridges are not known.
    pub(crate) fn places(&self, polygons: &[u32], found: &mut Vec<u32>) {
        found.clear();
        if self.has_bridges {
            found.extend(polygons.iter().map(|&polygon| self.spot(polygon).place));
        }
    }

    fn spot(&self, polygon: u32) -> &Spot {
        let (page, local, _) = self.page_with(polygon);
        &page.block.spots[local]
    }

    /// The links that may be taken.
    #[inline]
    pub(crate) fn ways(&self) -> &LinkWays {
        &self.ways
    }

    /// The weakly connected piece that a polygon is part of, links counted: different ones prove
    /// that there is no way; equal ones prove nothing where tiles were replaced.
    pub(crate) fn piece(&self, polygon: u32) -> u32 {
        self.joined_piece(self.spot(polygon).piece)
    }

    fn joined_piece(&self, mut piece: u32) -> u32 {
        while let Some(&larger) = self.joined.get(&piece) {
            piece = larger;
        }
        piece
    }

    /// Fills `found` with the polygons that hold `p` and are joined around it: `polygon`, and all
    /// that follow across shared edges on which it lies, one-way or not. False, and `found` is
    /// empty, when that does not hold it.
    pub(crate) fn holding(&self, polygon: u32, p: PlanPoint, found: &mut Vec<u32>) -> bool {
        found.clear();
        let edges = self.ring_of(polygon).edges;
        let Some(last) = edges.last() else { return false };
        let (mut from, mut is_inside) = (last.at, true);
        for edge in edges {
            let side = predicates::cross(from, edge.at, p);
            if side < 0 {
                return false;
            }
            is_inside &= side > 0;
            from = edge.at;
        }
        found.push(polygon);
        if !is_inside {
            self.spread(p, found);
        }
        true
    }

    /// Adds the polygons that follow from those in `found` across edges on which a point lies.
    fn spread(&self, p: PlanPoint, found: &mut Vec<u32>) {
        let mut seen = 0;
        while let Some(&polygon) = found.get(seen) {
            seen += 1;
            for (_, edge, a, b) in self.ring_of(polygon).all() {
                if edge.twin != NONE && predicates::on_segment(a, b, p) {
                    let beyond = self.get(edge.twin).polygon;
                    if !found.contains(&beyond) {
                        found.push(beyond);
                    }
                }
            }
        }
    }
}
