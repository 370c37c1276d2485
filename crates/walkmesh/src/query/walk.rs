//! The mesh as one agent may walk it: half-edges and a filter.

use super::error::QueryError;
use super::filter::Filter;
use super::path::holds;
use crate::geom::{PlanPoint, Point, cast, predicates};
use crate::mesh::half_edges::HalfEdges;
use crate::mesh::{ComponentId, NavMesh, Nearest, PolyRef};

/// A mesh seen through a filter: the half-edges are those made for its access. Polygons and edges
/// are numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk<'m> {
    pub(super) mesh: &'m NavMesh,
    pub(super) edges: &'m HalfEdges,
    pub(super) filter: &'m Filter,
}

/// True for one of some polygons; nearly always there is one.
#[inline]
pub(super) fn is_one_of(polygons: &[u32], polygon: u32) -> bool {
    match *polygons {
        [one] => one == polygon,
        _ => polygons.contains(&polygon),
    }
}

impl<'m> Walk<'m> {
    pub(super) const fn new(mesh: &'m NavMesh, edges: &'m HalfEdges, filter: &'m Filter) -> Self {
        Self { mesh, edges, filter }
    }

    /// The lasting name of a polygon.
    pub(super) fn name(&self, polygon: u32) -> PolyRef {
        self.edges.polygon(polygon)
    }

    /// True when a polygon may be entered.
    pub(super) fn takes(&self, polygon: PolyRef) -> bool {
        let PolyRef { tile, polygon } = polygon;
        let tile = self.mesh.tile(tile);
        !tile.is_closed(polygon) && self.filter.enters(&tile.polygons[cast::index(polygon)])
    }

    /// What a polygon is weakly connected with, over links that may be taken and ground that may be
    /// entered: between different ones there is no way, between equal ones there may be none.
    pub(super) fn part(&self, polygon: PolyRef) -> (ComponentId, u32) {
        (self.mesh.component(polygon), self.edges.piece(self.edges.number(polygon)))
    }

    /// The edge as the polygon beyond has it, when that may be entered from here.
    #[inline]
    pub(super) fn across(&self, h: u32) -> Option<u32> {
        let edge = self.edges.get(h);
        edge.is_open().then_some(edge.twin)
    }

    /// What a metre costs on a polygon.
    pub(super) fn cost(&self, polygon: u32) -> f64 {
        self.cost_of(self.name(polygon))
    }

    /// The same where its name is known.
    pub(super) fn cost_of(&self, polygon: PolyRef) -> f64 {
        let polygon = self.mesh.polygon(polygon);
        self.filter.cost(polygon.area) * polygon.factor.get()
    }

    /// Both ends of an edge in plan; the polygon lies left.
    #[inline]
    pub(super) fn ends(&self, h: u32) -> (PlanPoint, PlanPoint) {
        self.edges.ends(h)
    }

    /// Checks that a place lies on its polygon, and that this may be entered.
    fn check(&self, place: &Nearest) -> Result<(), QueryError> {
        if !holds(self.mesh, place) {
            return Err(QueryError::BadPlace { place: place.point, polygon: place.polygon });
        }
        if !self.takes(place.polygon) {
            return Err(QueryError::Blocked { place: place.point });
        }
        Ok(())
    }

    /// Fills `found` with the polygons in which a place stands: its own first, then those joined
    /// around it.
    pub(super) fn stand(&self, place: &Nearest, found: &mut Vec<u32>) -> Result<(), QueryError> {
        if !self.find(place, found) {
            return Err(QueryError::BadPlace { place: place.point, polygon: place.polygon });
        }
        if !self.takes(place.polygon) {
            found.clear();
            return Err(QueryError::Blocked { place: place.point });
        }
        Ok(())
    }

    /// The same whether they may be entered or not; false when the place does not lie on its
    /// polygon.
    pub(super) fn find(&self, place: &Nearest, found: &mut Vec<u32>) -> bool {
        found.clear();
        let polygon = self.mesh.get(place.polygon);
        polygon.is_some_and(|polygon| polygon.bounds.contains(place.plan))
            && self.edges.holding(self.edges.number(place.polygon), place.plan, found)
    }

    /// True when a place stands in its polygon only, off all edges.
    pub(super) fn is_inside(&self, place: &Nearest) -> Result<bool, QueryError> {
        self.check(place)?;
        let mut edges = self.edges.around(self.edges.number(place.polygon));
        Ok(edges.all(|h| {
            let (a, b) = self.ends(h);
            predicates::cross(a, b, place.plan) > 0
        }))
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
