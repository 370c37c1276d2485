//! One tile: the unit of building, storing and streaming.

use super::cost::CostFactor;
use super::edge::Edge;
use super::id::{TileCoord, TileId};
use super::shared::Shared;
use super::source::TileSource;
use crate::geom::{DisjointSets, GroundPoint, PlanBox, PlanPoint, cast, predicates};
use crate::soup::Area;

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

impl Polygon {
    /// By what the polygons of a tile are in order.
    #[inline]
    pub(crate) const fn place(&self) -> (bool, u32, u32) {
        Self::place_of(self.base, self.piece)
    }

    /// The same of a piece of a base polygon: first pieces come first, so that cutting one base
    /// polygon moves no other.
    #[inline]
    pub(crate) const fn place_of(base: u32, piece: u32) -> (bool, u32, u32) {
        (piece > 0, base, piece)
    }
}

/// One tile of a mesh, immutable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its place in the grid.
    pub coord: TileCoord,
    /// Its box in plan; polygons do not reach outside.
    pub clip: PlanBox,
    /// Corners and extra height points.
    pub vertices: Shared<GroundPoint>,
    /// Edges of all polygons, polygon after polygon, counter-clockwise.
    pub edges: Vec<Edge>,
    /// The polygons, closed ones too ([`Tile::open_polygons`] leaves them out): the first piece of
    /// each base polygon, by base polygon, then the other pieces, by base polygon and piece.
    pub polygons: Shared<Polygon>,
    /// Height triangles of all polygons, polygon after polygon.
    pub triangles: Shared<[u32; 3]>,
    /// By polygon, its component within the tile; the mesh maps these to components of the whole.
    /// [`Tile::CLOSED`] where it has none.
    pub labels: Shared<u32>,
    /// How many labels there are.
    pub label_count: u32,
    /// What a bake made it from; `None` for tiles that came from elsewhere.
    pub source: Option<TileSource>,
}

impl Tile {
    /// The label of a closed polygon.
    pub const CLOSED: u32 = u32::MAX;

    /// True for a polygon that is kept and is no ground: blocked for now, and opened without new
    /// geometry. Its edges are walls, as are those of its neighbours towards it, it is part of no
    /// component, and no question, count or export knows it.
    #[inline]
    #[must_use]
    pub fn is_closed(&self, p: u32) -> bool {
        self.labels[cast::index(p)] == Self::CLOSED
    }

    /// The indices of its polygons but for [closed](Tile::is_closed) ones.
    pub fn open_polygons(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.labels).filter(|(_, label)| **label != Self::CLOSED).map(|(p, _)| p)
    }

    /// The indices of its [closed](Tile::is_closed) polygons.
    pub(crate) fn closed_polygons(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.labels).filter(|(_, label)| **label == Self::CLOSED).map(|(p, _)| p)
    }

    /// Labels the polygons afresh, but for those that the labels say are closed, by weak connectivity within the tile,
    /// numbered by first polygon; the tile stands at `here` in its mesh, and the polygons that its
    /// edges name there are in range. `leads_back` says that all edges within it lead both ways.
    pub(crate) fn relabel(&mut self, here: TileId, leads_back: bool) {
        if leads_back {
            self.label_count = self.flood(here);
        } else {
            let (labels, count) = self.joined(here);
            (self.labels, self.label_count) = (labels.into(), count);
        }
    }

    /// Labels them where all edges within the tile lead both ways; how many labels there are.
    fn flood(&mut self, here: TileId) -> u32 {
        const WAITS: u32 = Tile::CLOSED - 1;
        let Self { polygons, edges, labels, .. } = self;
        let labels = labels.as_mut_slice();
        for label in &mut *labels {
            *label = if *label == Self::CLOSED { Self::CLOSED } else { WAITS };
        }
        // Each polygon comes once, and which edges lead on cannot be guessed: what does not is
        // written over by the next.
        let mut open = vec![0; labels.len() + 1];
        let mut next = 0;
        for p in 0..labels.len() {
            if labels[p] != WAITS {
                continue;
            }
            labels[p] = next;
            open[0] = cast::count(p);
            let mut count = 1;
            while count > 0 {
                count -= 1;
                let q = open[count];
                for edge in &edges[edge_range(polygons, edges.len(), q)] {
                    let to =
                        edge.neighbour().filter(|to| to.tile == here).map_or(q, |to| to.polygon);
                    let label = &mut labels[cast::index(to)];
                    let is_new = *label == WAITS;
                    *label = if is_new { next } else { *label };
                    open[count] = to;
                    count += usize::from(is_new);
                }
            }
            next += 1;
        }
        next
    }

    /// The labels by polygon and how many there are, where edges may lead one way.
    fn joined(&self, here: TileId) -> (Vec<u32>, u32) {
        let mut sets = DisjointSets::new(cast::count(self.polygons.len()));
        for p in 0..cast::count(self.polygons.len()) {
            let beyond = self.edges_of(p).iter().filter_map(|edge| edge.neighbour());
            let within = beyond.filter(|to| to.tile == here);
            within.for_each(|to| sets.join(p, to.polygon));
        }
        let mut labels: Vec<u32> = Vec::with_capacity(self.polygons.len());
        let mut next = 0;
        for (p, &label) in (0..).zip(&self.labels) {
            // The first polygon of a set stands for it.
            let first = sets.find(p);
            labels.push(if label == Self::CLOSED {
                Self::CLOSED
            } else if first == p {
                next += 1;
                next - 1
            } else {
                labels[cast::index(first)]
            });
        }
        (labels, next)
    }

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
        edge_range(&self.polygons, self.edges.len(), p)
    }

    /// The polygon of an edge.
    pub(crate) fn polygon_of(&self, edge: usize) -> u32 {
        let after = self.polygons.partition_point(|p| cast::index(p.first_edge) <= edge);
        cast::count(after).saturating_sub(1)
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

    /// Both ends of each edge of polygon `p`, in its direction.
    pub fn ends_of(&self, p: u32) -> impl Iterator<Item = [GroundPoint; 2]> + '_ {
        let next = self.corners_of(p).skip(1).chain(self.corners_of(p).take(1));
        self.corners_of(p).zip(next).map(<[GroundPoint; 2]>::from)
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

/// Where the edges of polygon `p` of these stand among so many.
#[inline]
fn edge_range(polygons: &[Polygon], edges: usize, p: u32) -> std::ops::Range<usize> {
    let p = cast::index(p);
    let end = polygons.get(p + 1).map_or(edges, |q| cast::index(q.first_edge));
    cast::index(polygons[p].first_edge)..end
}
