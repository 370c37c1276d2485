//! The mesh as the searches walk it: flat half-edges, the fans around corners, the bridges, the
//! links that may be taken.
//!
//! It is made for one kind of access: a polygon that may not be entered has walls on all sides,
//! and so have its neighbours towards it.
//!
//! Everything here follows from the tiles and is never stored. Topology only decides: two
//! corners are one place when polygons are joined around it by shared edges, never because they
//! share a plan point, so floors may lie over each other and wind around a pole.

mod fans;

use super::access::Access;
use super::bridges;
use super::id::{PolyRef, TileId};
use super::link_ways::LinkWays;
use super::tile::Passage;
use super::tiles::Tiles;
use crate::geom::{DisjointSets, GroundPoint, PlanPoint, cast, predicates};

/// No half-edge.
pub(crate) const NONE: u32 = u32::MAX;

/// One edge of a polygon, seen from it; the polygon lies left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfEdge {
    /// Its first corner.
    pub(crate) at: PlanPoint,
    /// The same edge of the polygon beyond, or [`NONE`] at a wall.
    pub(crate) twin: u32,
    /// The fan that its first corner is part of: the polygons around it that can be changed
    /// freely while standing on it. Dense.
    pub(crate) fan: u32,
    /// Dense index of its polygon.
    pub(crate) polygon: u32,
    flags: u32,
    /// Places of the polygons beyond a bridge, first and one over the last.
    beyond: (u32, u32),
}

/// Crossing to the twin is allowed.
const OPEN: u32 = 1;
/// A shortest path may turn at the first corner.
const CORNER: u32 = 2;
/// What lies beyond is all but [`HalfEdge::beyond`].
const OUTWARD: u32 = 4;

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

    /// True when the polygon beyond may be entered and that is of use towards a goal: false at
    /// the only edge between two parts of the mesh when none of the goals, given as their
    /// [`HalfEdges::place`], lies beyond, and no link either.
    #[inline]
    pub(crate) fn leads_to(&self, goals: &[u32]) -> bool {
        let inward = self.flags & OUTWARD == 0;
        let (from, to) = self.beyond;
        let leads = |&g: &u32| (g.wrapping_sub(from) < to - from) == inward;
        match goals {
            _ if !self.is_open() => false,
            [goal] => leads(goal),
            _ => goals.iter().any(leads),
        }
    }
}

/// All half-edges of a mesh, polygon after polygon in the order of `NavMesh::index`.
#[derive(Debug)]
pub(crate) struct HalfEdges {
    edges: Vec<HalfEdge>,
    /// The height of the first corner of each: few questions ask for it.
    heights: Vec<i32>,
    /// First half-edge of each polygon, and the count at the end.
    first: Vec<u32>,
    fans: u32,
    /// Where each polygon comes in the walk that found the bridges.
    places: Vec<u32>,
    /// The weakly connected piece of each polygon, links counted.
    pieces: Vec<u32>,
    ways: LinkWays,
}

impl HalfEdges {
    /// Builds them from checked tiles, without links. Linear in
    /// edges, plus for each shared edge the corners of the neighbour. Edges of polygons that are
    /// not convex and neighbours that do not agree with each other become walls (`validate`
    /// names them).
    pub(super) fn new(tiles: &Tiles, access: &Access) -> Self {
        let mut mesh = Self {
            edges: Vec::new(),
            heights: Vec::new(),
            first: vec![0],
            fans: 0,
            places: Vec::new(),
            pieces: Vec::new(),
            ways: LinkWays::default(),
        };
        let mut walked = Vec::new();
        for tile in tiles.iter() {
            for p in 0..cast::count(tile.polygons.len()) {
                let polygon = cast::count(mesh.first.len() - 1);
                mesh.edges.extend(tile.edges_of(p).iter().map(|e| HalfEdge {
                    at: tile.plan(e.vertex),
                    twin: NONE,
                    fan: NONE,
                    polygon,
                    flags: 0,
                    beyond: (0, NONE),
                }));
                mesh.heights.extend(tile.corners_of(p).map(|corner| corner.height));
                mesh.first.push(cast::count(mesh.edges.len()));
                walked.push(access.enters(&tile.polygons[cast::index(p)]));
            }
        }
        mesh.pair(tiles, walked);
        mesh.wind_fans();
        mesh
    }

    /// Adds the links, and finds the bridges, which depend on them. Linear.
    pub(super) fn with_ways(mut self, ways: impl FnOnce(&Self) -> LinkWays) -> Self {
        self.ways = ways(&self);
        let found = bridges::find(&self);
        // How many places where links are taken or left come before each in the walk.
        let mut ends = vec![0_u32; cast::index(self.polygons()) + 1];
        for part in self.ways.entries().iter().chain(self.ways.exits()) {
            ends[cast::index(found.beyond[cast::index(part.polygon)].0) + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let all = ends.last().copied().unwrap_or(0);
        for h in found.down {
            let twin = self.edges[cast::index(h)].twin;
            let beyond = found.beyond[cast::index(self.edges[cast::index(twin)].polygon)];
            let within = ends[cast::index(beyond.1)] - ends[cast::index(beyond.0)];
            // A link may make going there and back shorter than the way along the bridge.
            if within == 0 {
                self.edges[cast::index(h)].beyond = beyond;
            }
            if within == all {
                self.edges[cast::index(twin)].beyond = beyond;
                self.edges[cast::index(twin)].flags |= OUTWARD;
            }
        }
        self.find_pieces(&found.roots);
        self.places = found.beyond.into_iter().map(|(place, _)| place).collect();
        self
    }

    /// Joins the pieces of the ground, each polygon's named by where its walk began, over the
    /// links.
    fn find_pieces(&mut self, roots: &[u32]) {
        let mut sets = DisjointSets::new(self.polygons());
        for part in self.ways.entries().iter().chain(self.ways.exits()) {
            if let Some(exit) = self.ways.exits_of(part.way).first() {
                sets.join(roots[cast::index(part.polygon)], roots[cast::index(exit.polygon)]);
            }
        }
        self.pieces = roots.iter().map(|&root| sets.find(root)).collect();
    }

    /// Finds the twins and which of them may be crossed.
    /// `walked` says of each polygon whether it may be entered.
    fn pair(&mut self, tiles: &Tiles, mut walked: Vec<bool>) {
        for p in 0..self.polygons() {
            walked[cast::index(p)] &= self.is_convex(p);
        }
        let mut h = 0_u32;
        for (t, tile) in tiles.iter().enumerate() {
            for edge in &tile.edges {
                if let Some(PolyRef { tile: there, polygon }) = edge.neighbour {
                    let q = tiles.first_polygon(there) + polygon;
                    let me = self.edges[cast::index(h)].polygon;
                    let (a, b) = (self.at(h), self.at(self.next(h)));
                    let twin = self
                        .around(q)
                        .find(|&k| self.at(k) == b && self.at(self.next(k)) == a && k != h)
                        .filter(|&k| {
                            let first = self.around(tiles.first_polygon(there)).start;
                            let back = tiles.tile(there).edges[cast::index(k - first)];
                            let here = TileId(cast::count(t));
                            let polygon = me - tiles.first_polygon(here);
                            let this = PolyRef { tile: here, polygon };
                            back.neighbour == Some(this)
                        });
                    if let Some(twin) = twin
                        && walked[cast::index(me)]
                        && walked[cast::index(q)]
                    {
                        let edge_here = &mut self.edges[cast::index(h)];
                        edge_here.twin = twin;
                        edge_here.flags |= if edge.passage == Passage::Open { OPEN } else { 0 };
                    }
                }
                h += 1;
            }
        }
        // A ring with repeated edges could pair one way only; walks below rely on pairs.
        for h in 0..cast::count(self.edges.len()) {
            let twin = self.edges[cast::index(h)].twin;
            if twin != NONE && self.edges[cast::index(twin)].twin != h {
                let edge = &mut self.edges[cast::index(h)];
                (edge.twin, edge.flags) = (NONE, 0);
            }
        }
    }

    fn is_convex(&self, polygon: u32) -> bool {
        let ring: Vec<_> = self.around(polygon).map(|h| self.at(h)).collect();
        predicates::is_convex(&ring)
    }

    /// How many half-edges there are.
    pub(crate) fn len(&self) -> u32 {
        cast::count(self.edges.len())
    }

    /// How many polygons there are.
    pub(crate) fn polygons(&self) -> u32 {
        cast::count(self.first.len() - 1)
    }

    /// How many fans there are.
    pub(crate) const fn fans(&self) -> u32 {
        self.fans
    }

    /// A half-edge.
    #[inline]
    pub(crate) fn get(&self, h: u32) -> &HalfEdge {
        &self.edges[cast::index(h)]
    }

    /// Its first corner.
    #[inline]
    pub(crate) fn at(&self, h: u32) -> PlanPoint {
        self.edges[cast::index(h)].at
    }

    /// The same on the ground.
    #[inline]
    pub(crate) fn ground_at(&self, h: u32) -> GroundPoint {
        self.at(h).at(self.heights[cast::index(h)])
    }

    /// The half-edges of a polygon, counter-clockwise.
    #[inline]
    pub(crate) fn around(&self, polygon: u32) -> std::ops::Range<u32> {
        let p = cast::index(polygon);
        self.first[p]..self.first[p + 1]
    }

    /// The one after it in its polygon.
    #[inline]
    pub(crate) fn next(&self, h: u32) -> u32 {
        let range = self.around(self.get(h).polygon);
        if h + 1 == range.end { range.start } else { h + 1 }
    }

    /// The one before it in its polygon.
    #[inline]
    pub(crate) fn prev(&self, h: u32) -> u32 {
        let range = self.around(self.get(h).polygon);
        if h == range.start { range.end - 1 } else { h - 1 }
    }

    /// True when a closed polygon holds a point.
    pub(crate) fn holds(&self, polygon: u32, p: PlanPoint) -> bool {
        let mut edges = self.around(polygon).map(|h| (self.at(h), self.at(self.next(h))));
        edges.all(|(a, b)| predicates::cross(a, b, p) >= 0)
    }

    /// Where a polygon stands in the order of the bridges, for [`HalfEdge::leads_to`].
    pub(crate) fn place(&self, polygon: u32) -> u32 {
        self.places[cast::index(polygon)]
    }

    /// The links that may be taken.
    #[inline]
    pub(crate) const fn ways(&self) -> &LinkWays {
        &self.ways
    }

    /// The weakly connected piece that a polygon is part of, links counted: different ones prove
    /// that there is no way.
    pub(crate) fn piece(&self, polygon: u32) -> u32 {
        self.pieces[cast::index(polygon)]
    }

    /// Fills `found` with the polygons that hold `p` and are joined around it: `polygon`, which
    /// holds it, and all that follow across shared edges on which it lies, one-way or not.
    pub(crate) fn holding(&self, polygon: u32, p: PlanPoint, found: &mut Vec<u32>) {
        found.clear();
        found.push(polygon);
        let mut seen = 0;
        while let Some(&polygon) = found.get(seen) {
            seen += 1;
            for h in self.around(polygon) {
                let twin = self.get(h).twin;
                if twin != NONE && predicates::on_segment(self.at(h), self.at(self.next(h)), p) {
                    let beyond = self.get(twin).polygon;
                    if !found.contains(&beyond) {
                        found.push(beyond);
                    }
                }
            }
        }
    }
}
