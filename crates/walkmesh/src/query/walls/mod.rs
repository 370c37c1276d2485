//! Edges that cannot be crossed.

pub(in crate::query) mod line;
pub(in crate::query) mod move_along;
pub(in crate::query) mod raycast;
pub(in crate::query) mod share;
pub(in crate::query) mod wall_distance;

use super::filter::Filter;
use super::walk::Walk;
use crate::geom::Point;
use crate::mesh::{NavMesh, PolyRef};

/// An edge of a polygon that cannot be crossed from it: nothing lies beyond, or ground that the
/// filter blocks, or the edge is one-way from the other side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// The polygon before the wall.
    pub polygon: PolyRef,
    /// Index of the edge in [`NavMesh::edges`] of the polygon.
    pub edge: u32,
    /// Where it begins, on the ground, metres; seen from the polygon it runs from right to left.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Level, of length 1, at right angles to the wall, away from it and into the polygon.
    pub normal: Point,
}

/// The walls of a polygon, counter-clockwise: `found` is cleared and filled, and stays empty for a
/// polygon that is not of this mesh. An edge has at most one neighbour here, so walls are whole
/// edges; of a polygon that the filter blocks all are. Linear in its edges; allocates only when
/// `found` has to grow.
///
/// Detour's `getPolyWallSegments` without portals; the other tools have no such question.
pub fn wall_segments(mesh: &NavMesh, polygon: PolyRef, filter: &Filter, found: &mut Vec<Wall>) {
    found.clear();
    if mesh.get(polygon).is_none() {
        return;
    }
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let around = edges.around(edges.number(polygon));
    found.extend(around.filter(|&h| walk.across(h).is_none()).map(|h| walk.wall(h)));
}

impl Walk<'_> {
    /// An edge as a wall.
    pub(in crate::query) fn wall(&self, h: u32) -> Wall {
        let (a, b) = self.ends(h);
        let length = a.distance(b).max(1.0);
        let along = |p: i32, q: i32| (f64::from(q) - f64::from(p)) / length;
        // Left of the edge is (-y, x) of its direction in plan, and world z runs against plan y.
        let normal = Point::new(-along(a.y, b.y), 0.0, -along(a.x, b.x));
        let [from, to] =
            [h, self.edges.next(h)].map(|h| self.mesh.frame().to_world(self.edges.ground_at(h)));
        Wall {
            polygon: self.name(self.edges.get(h).polygon),
            edge: self.index_of(h),
            from,
            to,
            normal,
        }
    }
}
