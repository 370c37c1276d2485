//! What a path costs, by cutting it into pieces and trying every place to change polygons.

use walkmesh::mesh::{NavMesh, PolyRef};
use walkmesh::query::{Filter, Path};

/// A place in the plan, lattice steps.
pub type Plan = (f64, f64);

/// Distance that counts as none, steps: rounding of points on edges.
const TOUCH: f64 = 1e-6;

/// From `b` to `a`.
#[must_use]
pub fn minus(a: Plan, b: Plan) -> Plan {
    (a.0 - b.0, a.1 - b.1)
}

/// Twice the area between two directions, left turns above zero.
#[must_use]
pub fn cross(u: Plan, v: Plan) -> f64 {
    u.0 * v.1 - u.1 * v.0
}

/// How far apart two places are.
#[must_use]
pub fn distance(a: Plan, b: Plan) -> f64 {
    let (x, y) = minus(a, b);
    (x * x + y * y).sqrt()
}

/// The corners of a polygon.
#[must_use]
pub fn ring(mesh: &NavMesh, polygon: PolyRef) -> Vec<Plan> {
    mesh.corners(polygon).map(|c| (f64::from(c.plan.x), f64::from(c.plan.y))).collect()
}

/// Edges of a polygon: both ends, and what lies beyond.
fn edges(mesh: &NavMesh, polygon: PolyRef) -> Vec<(Plan, Plan, Option<PolyRef>)> {
    let ring = ring(mesh, polygon);
    let ends = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
    ends.zip(mesh.edges(polygon)).map(|((a, b), e)| (a, b, e.neighbour())).collect()
}

fn is_on(p: Plan, a: Plan, b: Plan) -> bool {
    distance(a, p) + distance(p, b) <= distance(a, b) + TOUCH
}

fn holds(mesh: &NavMesh, polygon: PolyRef, p: Plan) -> bool {
    let off = |(a, b, _): (Plan, Plan, _)| cross(minus(b, a), minus(p, a)) / distance(a, b);
    edges(mesh, polygon).into_iter().all(|edge| off(edge) >= -TOUCH)
}

/// The least cost of a path's line, steps, that passes its polygons in order.
#[must_use]
pub fn cost(mesh: &NavMesh, path: &Path, filter: &Filter) -> f64 {
    let frame = mesh.frame();
    let points = path.points.iter().map(|p| {
        let (x, z) = (p.x - frame.origin().x, frame.origin().z - p.z);
        (x / frame.step(), z / frame.step())
    });
    let points: Vec<Plan> = points.collect();
    let all: Vec<_> = path.polygons.iter().flat_map(|&p| edges(mesh, p)).collect();
    let mut least = vec![f64::INFINITY; path.polygons.len()];
    least[0] = 0.0;
    for pair in points.windows(2) {
        let mut cuts = vec![0.0, 1.0];
        for &(a, b, _) in &all {
            let (u, v) = (minus(pair[1], pair[0]), minus(b, a));
            let by = cross(u, v);
            let length = distance(pair[0], pair[1]);
            if by != 0.0 {
                cuts.push(cross(minus(a, pair[0]), v) / by);
            }
            for end in [a, b] {
                let to = minus(end, pair[0]);
                cuts.push((to.0 * u.0 + to.1 * u.1) / (length * length));
            }
        }
        cuts.retain(|cut| (0.0..=1.0).contains(cut));
        cuts.sort_by(f64::total_cmp);
        let at = |t: f64| {
            let u = minus(pair[1], pair[0]);
            (pair[0].0 + u.0 * t, pair[0].1 + u.1 * t)
        };
        for piece in cuts.windows(2) {
            change(mesh, path, at(piece[0]), &mut least);
            let middle = at((piece[0] + piece[1]) / 2.0);
            let length = distance(at(piece[0]), at(piece[1]));
            for (sum, &polygon) in least.iter_mut().zip(&path.polygons) {
                let inside = length < TOUCH || holds(mesh, polygon, middle);
                let ground = mesh.polygon(polygon);
                let cost = filter.cost(ground.area) * ground.factor.get();
                *sum += if inside { length * cost } else { f64::INFINITY };
            }
        }
        change(mesh, path, pair[1], &mut least);
    }
    least[least.len() - 1]
}

/// Steps over into the next polygon wherever the point allows it.
fn change(mesh: &NavMesh, path: &Path, p: Plan, least: &mut [f64]) {
    for i in 1..path.polygons.len() {
        let open = edges(mesh, path.polygons[i - 1])
            .iter()
            .any(|&(a, b, beyond)| beyond == Some(path.polygons[i]) && is_on(p, a, b));
        if open {
            least[i] = least[i].min(least[i - 1]);
        }
    }
}
