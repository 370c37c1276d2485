//! Random places on a mesh.

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, Nearest, PolyRef};

use crate::{Random, sight};

/// A random place: often a corner, else a lattice point of a polygon, which may lie on an edge.
/// The mesh has polygons.
#[must_use]
pub fn random_place(mesh: &NavMesh, random: &mut Random) -> Nearest {
    let all: Vec<PolyRef> = mesh.polygons().collect();
    let polygon = all[random.below(all.len())];
    let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
    let plan = if random.chance(40) {
        corners[random.below(corners.len())]
    } else {
        let bounds = mesh.polygon(polygon).bounds;
        loop {
            let p = PlanPoint::new(
                random.between(bounds.min.x, bounds.max.x),
                random.between(bounds.min.y, bounds.max.y),
            );
            if sight::holds(mesh, polygon, p) {
                break p;
            }
        }
    };
    place_at(mesh, polygon, plan)
}

/// The place at a plan point of a polygon, which holds it.
#[must_use]
pub fn place_at(mesh: &NavMesh, polygon: PolyRef, plan: PlanPoint) -> Nearest {
    let height = mesh.height_at(polygon, plan);
    let point = mesh.frame().to_world(plan.at(height));
    Nearest { polygon, point, plan, height, distance: 0.0 }
}

/// A random lattice point in the box around the mesh, which has polygons, and a little beyond.
#[must_use]
pub fn random_target(mesh: &NavMesh, random: &mut Random) -> PlanPoint {
    let mut bounds = mesh.polygons().map(|r| mesh.polygon(r).bounds);
    let first = bounds.next().expect("a polygon");
    let all = bounds.fold(first, |all, b| all.with(b.min).with(b.max));
    let margin = (all.max.x - all.min.x) / 8 + 1;
    let all = all.grown(margin);
    PlanPoint::new(random.between(all.min.x, all.max.x), random.between(all.min.y, all.max.y))
}
