//! How much there is of a mesh: counts, areas, bounds, the kinds of its ground.

use std::sync::Arc;

use super::components::{polygon_area_doubled, square_metres};
use super::cost::CostFactor;
use super::id::PolyRef;
use super::nav_mesh::NavMesh;
use super::tile::Tile;
use crate::geom::{Frame, PlanBox, PlanPoint, Point, cast};
use crate::soup::Area;

impl NavMesh {
    /// How many polygons it has, without [closed](super::Tile::is_closed) ones.
    #[must_use]
    pub fn polygon_count(&self) -> usize {
        self.table().polygon_count()
    }

    /// How many corners its tiles have. A corner on a tile side is counted in each tile; points
    /// that only heights use are not counted.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        let corners = |tile: &Arc<Tile>| {
            let mut is_corner = vec![false; tile.vertices.len()];
            for edge in tile.open_polygons().flat_map(|p| tile.edges_of(p)) {
                is_corner[cast::index(edge.vertex)] = true;
            }
            is_corner.into_iter().filter(|&is| is).count()
        };
        self.table().iter().map(corners).sum()
    }

    /// The kinds of ground that its polygons have, in order. Allocates nothing.
    pub fn areas(&self) -> impl Iterator<Item = Area> {
        self.table().areas().iter()
    }

    /// The least and the most that the cost of ground is multiplied by on its polygons, 1
    /// included. Allocates nothing.
    #[must_use]
    pub fn cost_factors(&self) -> [CostFactor; 2] {
        self.table().factors()
    }

    /// Area in plan, m²: an exact sum, rounded once.
    #[must_use]
    pub fn area_m2(&self) -> f64 {
        self.sum_of_areas_m2(self.polygons())
    }

    /// Area of some polygons in plan, m²: an exact sum, rounded once.
    pub(crate) fn sum_of_areas_m2(&self, polygons: impl Iterator<Item = PolyRef>) -> f64 {
        let doubled = polygons.map(|r| polygon_area_doubled(self.tile(r.tile), r.polygon));
        square_metres(doubled.sum(), self.frame())
    }

    /// The area of one polygon in plan, m².
    #[must_use]
    pub fn polygon_area_m2(&self, polygon: PolyRef) -> f64 {
        self.sum_of_areas_m2(std::iter::once(polygon))
    }

    /// The box around all polygons, lower and upper corner in the world, or `None` of none.
    #[must_use]
    pub fn bounds(&self) -> Option<(Point, Point)> {
        let mut all = self.polygons().map(|r| {
            let p = self.polygon(r);
            (p.bounds, p.heights)
        });
        let first = all.next()?;
        let (plan, (low, high)) = all.fold(first, |(b, h), (plan, heights)| {
            (b.with_box(plan), (h.0.min(heights.0), h.1.max(heights.1)))
        });
        Some(world_box(self.frame(), plan, low, high))
    }
}

/// Lower and upper world corner of a lattice box; plan y runs against world z.
fn world_box(frame: &Frame, plan: PlanBox, low: i32, high: i32) -> (Point, Point) {
    let lower = PlanPoint::new(plan.min.x, plan.max.y).at(low);
    let upper = PlanPoint::new(plan.max.x, plan.min.y).at(high);
    (frame.to_world(lower), frame.to_world(upper))
}
