//! One tile: the unit of building, storing and streaming.

use super::cost::CostFactor;
use super::id::{PolyRef, TileCoord};
use super::source::TileSource;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast, predicates};
use crate::soup::Area;

/// Whether an edge that two polygons share may be crossed from this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passage {
    /// Yes.
    Open,
    /// No: only from the other side.
    Closed,
}

/// One edge of a polygon, from its corner to the next, as seen from that polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Index of its first corner in the tile's vertices.
    pub vertex: u32,
    /// The polygon on the other side, if there is one.
    pub neighbour: Option<PolyRef>,
    /// Whether the other side may be entered from here; meaningful with a neighbour.
    pub passage: Passage,
}

/// What a tile keeps of each polygon beside its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polygon {
    /// First of its edges in [`Tile::edges`]; they end where the next polygon's begin.
    pub first_edge: u32,
    /// First of its height triangles; they end where the next polygon's begin.
    pub first_triangle: u32,
    /// Kind of ground.
    pub area: Area,
    /// What the cost of that kind is multiplied by here.
    pub factor: CostFactor,
    /// Bits that filters ask for, with the meaning that the caller gives them;
    /// [`WALK`](crate::partition::WALK) for ground that was baked.
    pub flags: u32,
    /// The surface layer that it came from.
    pub layer: u32,
    /// Its component within the tile; the mesh maps these to components of the whole.
    pub label: u32,
    /// The base polygon that it is a piece of.
    pub base: u32,
    /// Which piece.
    pub piece: u32,
    /// The base polygon's generation.
    pub generation: u32,
    /// Its box in plan.
    pub bounds: PlanBox,
    /// Lowest and highest ground in it.
    pub heights: (i32, i32),
}

/// One tile of a mesh, immutable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its place in the grid.
    pub coord: TileCoord,
    /// Its box in plan; polygons do not reach outside.
    pub clip: PlanBox,
    /// Corners, then extra height points.
    pub vertices: Vec<GroundPoint>,
    /// Edges of all polygons, polygon after polygon, counter-clockwise.
    pub edges: Vec<Edge>,
    /// The polygons.
    pub polygons: Vec<Polygon>,
    /// Height triangles of all polygons, polygon after polygon.
    pub triangles: Vec<[u32; 3]>,
    /// How many labels the polygons carry (components within the tile).
    pub labels: u32,
    /// What a bake made it from; `None` for tiles that came from elsewhere.
    pub source: Option<TileSource>,
}

impl Tile {
    /// The edges of polygon `p`, counter-clockwise from above.
    #[inline]
    #[must_use]
    pub fn edges_of(&self, p: u32) -> &[Edge] {
        &self.edges[self.edge_range(p)]
    }

    /// Where the edges of polygon `p` stand in [`Tile::edges`].
    #[inline]
    #[must_use]
    pub fn edge_range(&self, p: u32) -> std::ops::Range<usize> {
        let p = cast::index(p);
        let end = self.polygons.get(p + 1).map_or(self.edges.len(), |q| cast::index(q.first_edge));
        cast::index(self.polygons[p].first_edge)..end
    }

    /// The height triangles of polygon `p`.
    #[inline]
    #[must_use]
    pub fn triangles_of(&self, p: u32) -> &[[u32; 3]] {
        let p = cast::index(p);
        let end = self
            .polygons
            .get(p + 1)
            .map_or(self.triangles.len(), |q| cast::index(q.first_triangle));
        &self.triangles[cast::index(self.polygons[p].first_triangle)..end]
    }

    /// The plan point of vertex `v`.
    #[inline]
    #[must_use]
    pub fn plan(&self, v: u32) -> PlanPoint {
        self.vertices[cast::index(v)].plan
    }

    /// The corners of polygon `p`, counter-clockwise from above.
    pub fn corners_of(&self, p: u32) -> impl ExactSizeIterator<Item = GroundPoint> + '_ {
        self.edges_of(p).iter().map(|e| self.vertices[cast::index(e.vertex)])
    }

    /// True when plan point `at` is inside polygon `p` or on its border; exact.
    #[inline]
    #[must_use]
    pub fn holds(&self, p: u32, at: PlanPoint) -> bool {
        if !self.polygons[cast::index(p)].bounds.contains(at) {
            return false;
        }
        let edges = self.edges_of(p);
        let Some(last) = edges.last() else { return false };
        let mut from = self.plan(last.vertex);
        edges.iter().all(|edge| {
            let to = self.plan(edge.vertex);
            let left = predicates::cross(from, to, at) >= 0;
            from = to;
            left
        })
    }
}
