//! The mesh as one agent may walk it: half-edges and a filter.

use super::error::QueryError;
use super::filter::Filter;
use super::path::holds;
use crate::geom::{GroundPoint, PlanPoint, Point, cast};
use crate::mesh::half_edges::HalfEdges;
use crate::mesh::{NavMesh, Nearest, PolyRef};

/// A mesh seen through a filter. Polygons and edges are dense indices.
///
/// What the filter blocks is a wall from outside; who stands on it may still leave it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk<'m> {
    pub(super) mesh: &'m NavMesh,
    pub(super) edges: &'m HalfEdges,
    pub(super) filter: &'m Filter,
    /// The filter blocks nothing.
    is_open: bool,
}

impl<'m> Walk<'m> {
    pub(super) fn new(mesh: &'m NavMesh, filter: &'m Filter) -> Self {
        Self { mesh, edges: mesh.half_edges(), filter, is_open: filter.access.is_open() }
    }

    /// The same over half-edges made for the filter's access, so that corners and fans are those
    /// of the ground that is left; nobody leaves what is blocked either.
    pub(super) fn over(mesh: &'m NavMesh, edges: &'m HalfEdges, filter: &'m Filter) -> Self {
        Self { edges, mesh, filter, is_open: filter.access.is_open() }
    }

    /// The lasting name of a polygon.
    pub(super) fn name(&self, polygon: u32) -> PolyRef {
        self.mesh
            .polygon_at(cast::index(polygon))
            .unwrap_or(PolyRef { tile: crate::mesh::TileId(0), polygon: 0 })
    }

    /// True when a polygon may be entered.
    #[inline]
    pub(super) fn enters(&self, polygon: u32) -> bool {
        self.is_open || self.takes(self.name(polygon))
    }

    /// The same of a polygon by name.
    pub(super) fn takes(&self, polygon: PolyRef) -> bool {
        self.is_open || self.filter.enters(self.mesh.polygon(polygon))
    }

    /// The edge as the polygon beyond has it, when that may be entered from here.
    #[inline]
    pub(super) fn across(&self, h: u32) -> Option<u32> {
        let edge = self.edges.get(h);
        (edge.is_open() && self.enters(self.edges.get(edge.twin).polygon)).then_some(edge.twin)
    }

    /// What a metre costs on a polygon.
    pub(super) fn cost(&self, polygon: u32) -> f64 {
        self.filter.cost(self.mesh.polygon(self.name(polygon)).area)
    }

    /// Both ends of an edge in plan; the polygon lies left.
    #[inline]
    pub(super) fn ends(&self, h: u32) -> (PlanPoint, PlanPoint) {
        (self.edges.at(h), self.edges.at(self.edges.next(h)))
    }

    /// The ground point where an edge begins.
    pub(super) fn corner(&self, h: u32) -> GroundPoint {
        let polygon = self.edges.get(h).polygon;
        let of_polygon = self.mesh.polygon_at(cast::index(polygon)).map(|r| {
            let edge = self.mesh.edges(r)[cast::index(self.index_of(h))];
            self.mesh.tile(r.tile).vertices[cast::index(edge.vertex)]
        });
        of_polygon.unwrap_or_else(|| self.edges.at(h).at(0))
    }

    /// Fills `found` with the polygons in which a place stands: its own first, then those joined
    /// around it that may be entered.
    pub(super) fn stand(&self, place: &Nearest, found: &mut Vec<u32>) -> Result<(), QueryError> {
        found.clear();
        if !holds(self.mesh, place) {
            return Err(QueryError::BadPlace { place: place.point, polygon: place.polygon });
        }
        self.around(place, found);
        Ok(())
    }

    /// The same of a place that is known to lie on its polygon.
    pub(super) fn around(&self, place: &Nearest, found: &mut Vec<u32>) {
        let polygon = cast::count(self.mesh.index(place.polygon));
        self.edges.holding(polygon, place.plan, |p| self.enters(p), found);
    }

    /// The place at a plan point of a polygon, which holds it; `asked` is where it was wanted.
    pub(super) fn place(&self, polygon: u32, plan: PlanPoint, asked: Point) -> Nearest {
        let polygon = self.name(polygon);
        let height = self.mesh.height_at(polygon, plan);
        let point = self.mesh.frame().to_world(plan.at(height));
        Nearest { polygon, point, plan, height, distance: point.distance(asked) }
    }

    /// The lattice point of a target.
    pub(super) fn target(&self, target: Point) -> Result<PlanPoint, QueryError> {
        let found = self.mesh.frame().to_lattice(target).map(|p| p.plan);
        found.ok_or(QueryError::BadTarget { target })
    }

    /// How far an edge stands from the first of its polygon.
    pub(super) fn index_of(&self, h: u32) -> u32 {
        h - self.edges.around(self.edges.get(h).polygon).start
    }
}
