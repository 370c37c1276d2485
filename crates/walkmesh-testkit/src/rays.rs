//! How far a straight line gets, by the plainest rule there is.

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, PolyRef};

use crate::sight::{self, Share, meeting};

/// How far the segment `pq` gets from polygons that hold `p`, as a share, and the polygons that
/// hold the point where it ends: of all polygons that it reaches, how far each goes along with it.
#[must_use]
pub fn farthest(
    mesh: &NavMesh,
    starts: &[PolyRef],
    p: PlanPoint,
    q: PlanPoint,
) -> (f64, Vec<PolyRef>) {
    let mut best = (Share::START, Vec::new());
    for (polygon, since) in sight::reached(mesh, starts, p, q) {
        let leaves = if sight::holds(mesh, polygon, q) {
            Share::END
        } else {
            let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
            let next = corners.iter().cycle().skip(1);
            let met = corners.iter().zip(next).filter_map(|(&a, &b)| meeting(p, q, a, b));
            met.map(|(_, to)| to).fold(since, Share::max)
        };
        if leaves.order(best.0).is_gt() {
            best = (leaves, Vec::new());
        }
        if leaves.order(best.0).is_eq() && !best.1.contains(&polygon) {
            best.1.push(polygon);
        }
    }
    (best.0.float(), best.1)
}
