//! What lies around a place, by the plainest rules there are.

use walkmesh::geom::{PlanPoint, convex, predicates};
use walkmesh::mesh::{Edge, NavMesh, Passage, PolyRef};

use crate::sight::{self, Share};

/// The edges of a polygon that may be crossed, with what lies beyond and their ends.
pub fn exits(
    mesh: &NavMesh,
    polygon: PolyRef,
) -> impl Iterator<Item = (PolyRef, [PlanPoint; 2])> + '_ {
    edges(mesh, polygon).filter_map(|(edge, ends)| Some((beyond(edge)?, ends)))
}

/// The edges of a polygon that may not be crossed.
pub fn walls(mesh: &NavMesh, polygon: PolyRef) -> impl Iterator<Item = [PlanPoint; 2]> + '_ {
    edges(mesh, polygon).filter(|(edge, _)| beyond(edge).is_none()).map(|(_, ends)| ends)
}

fn edges(mesh: &NavMesh, polygon: PolyRef) -> impl Iterator<Item = (&Edge, [PlanPoint; 2])> {
    let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
    let count = corners.len();
    let ends = move |i: usize| [corners[i], corners[(i + 1) % count]];
    mesh.edges(polygon).iter().enumerate().map(move |(i, edge)| (edge, ends(i)))
}

fn beyond(edge: &Edge) -> Option<PolyRef> {
    edge.neighbour().filter(|_| edge.passage() == Passage::Open)
}

/// All polygons that are reached from `starts` over edges that `takes` takes.
#[must_use]
pub fn connected(
    mesh: &NavMesh,
    starts: &[PolyRef],
    takes: impl Fn([PlanPoint; 2]) -> bool,
) -> Vec<PolyRef> {
    let mut found = starts.to_vec();
    let mut next = 0;
    while let Some(&polygon) = found.get(next) {
        next += 1;
        for (other, ends) in exits(mesh, polygon) {
            if takes(ends) && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

/// Squared distance of a point, which may be between lattice points, from a segment.
#[must_use]
pub fn segment_distance_squared([a, b]: [PlanPoint; 2], (x, y): (f64, f64)) -> f64 {
    let (ax, ay) = (f64::from(a.x) - x, f64::from(a.y) - y);
    let (bx, by) = (f64::from(b.x) - x, f64::from(b.y) - y);
    let (dx, dy) = (bx - ax, by - ay);
    let whole = dx * dx + dy * dy;
    let along = -(ax * dx + ay * dy);
    if along <= 0.0 {
        ax * ax + ay * ay
    } else if along >= whole {
        bx * bx + by * by
    } else {
        let off = ax * by - ay * bx;
        off * off / whole
    }
}

/// Distance of a plan point from a closed polygon, steps.
#[must_use]
pub fn polygon_distance(mesh: &NavMesh, polygon: PolyRef, p: PlanPoint) -> f64 {
    let ring: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
    let (x, y) = (f64::from(p.x), f64::from(p.y));
    let (u, v) = convex::nearest_point(&ring, x, y).expect("a polygon has corners");
    (u - x).hypot(v - y)
}

/// Area of what two convex polygons have in common, steps²: one clipped by each edge of the
/// other (Sutherland and Hodgman).
#[must_use]
pub fn common_area(mesh: &NavMesh, one: PolyRef, two: PolyRef) -> f64 {
    let ring = |r| -> Vec<(f64, f64)> {
        mesh.corners(r).map(|c| (f64::from(c.plan.x), f64::from(c.plan.y))).collect()
    };
    let mut part = ring(one);
    let knife = ring(two);
    for (i, &a) in knife.iter().enumerate() {
        let b = knife[(i + 1) % knife.len()];
        let side = |p: (f64, f64)| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
        let mut kept = Vec::new();
        for (k, &p) in part.iter().enumerate() {
            let q = part[(k + 1) % part.len()];
            let (sp, sq) = (side(p), side(q));
            if sp >= 0.0 {
                kept.push(p);
            }
            if (sp > 0.0 && sq < 0.0) || (sp < 0.0 && sq > 0.0) {
                let t = sp / (sp - sq);
                kept.push((p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t));
            }
        }
        part = kept;
    }
    let next = part.iter().cycle().skip(1);
    part.iter().zip(next).map(|(p, q)| p.0 * q.1 - p.1 * q.0).sum::<f64>() / 2.0
}

/// Distance of the nearest wall in sight of a point that stands in `starts`, steps: of every wall
/// both ends and the foot, if a straight line arrives there. (Where ground winds around a point,
/// an end may be in sight and the foot, though nearer, not.) Coordinates up to some 2^28, as the
/// line may go on beyond the wall.
#[must_use]
pub fn nearest_wall(mesh: &NavMesh, starts: &[PolyRef], p: PlanPoint) -> Option<f64> {
    let mut best = f64::INFINITY;
    for polygon in mesh.polygons() {
        for [a, b] in walls(mesh, polygon) {
            for end in [a, b] {
                let distance = p.distance(end);
                if distance < best && sight::sees(mesh, starts, p, end).contains(&polygon) {
                    best = distance;
                }
            }
            let from = (f64::from(p.x), f64::from(p.y));
            let distance = segment_distance_squared([a, b], from).sqrt();
            if distance < best && sees_foot(mesh, starts, p, polygon, [a, b]) {
                best = distance;
            }
        }
    }
    best.is_finite().then_some(best)
}

/// True when the foot of a point on the wall `ab` of a polygon is in sight in that polygon.
fn sees_foot(
    mesh: &NavMesh,
    starts: &[PolyRef],
    p: PlanPoint,
    polygon: PolyRef,
    [a, b]: [PlanPoint; 2],
) -> bool {
    let along = predicates::dot(a, p, b);
    let whole = a.distance_squared(b);
    let off = predicates::cross(a, b, p);
    if along < 0 || along > whole || off <= 0 {
        return off == 0 && predicates::on_segment(a, b, p) && starts.contains(&polygon);
    }
    // The foot lies off / whole of the way to the point straight beyond the wall; that is taken
    // so often that the foot lies before it.
    let often = i32::try_from(off / whole + 1).expect("a small multiple");
    let beyond = PlanPoint::new(p.x + often * (b.y - a.y), p.y - often * (b.x - a.x));
    let foot = Share::new(off, whole * i64::from(often));
    sight::reached(mesh, starts, p, beyond)
        .into_iter()
        .any(|(reached, since)| reached == polygon && since.order(foot).is_le())
}

/// Area that a polygon has in common with the disc around `centre`, steps²: the signed areas that
/// each edge spans with the centre inside the circle, added up.
#[must_use]
pub fn disc_area(mesh: &NavMesh, polygon: PolyRef, centre: PlanPoint, radius: f64) -> f64 {
    let ring: Vec<(f64, f64)> = mesh
        .corners(polygon)
        .map(|c| {
            (f64::from(c.plan.x) - f64::from(centre.x), f64::from(c.plan.y) - f64::from(centre.y))
        })
        .collect();
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&a, &b)| disc_area_of_edge(a, b, radius)).sum()
}

/// The signed area of the triangle from the origin over the segment `ab`, inside the circle.
fn disc_area_of_edge(a: (f64, f64), b: (f64, f64), radius: f64) -> f64 {
    let cross = |p: (f64, f64), q: (f64, f64)| p.0 * q.1 - p.1 * q.0;
    let dot = |p: (f64, f64), q: (f64, f64)| p.0 * q.0 + p.1 * q.1;
    let sector = |p, q| cross(p, q).atan2(dot(p, q)) * radius * radius / 2.0;
    let d = (b.0 - a.0, b.1 - a.1);
    // Where |a + t d| is the radius.
    let (qa, qb, qc) = (dot(d, d), dot(a, d), dot(a, a) - radius * radius);
    let root = qb * qb - qa * qc;
    if root <= 0.0 {
        return sector(a, b);
    }
    let (s, t) = ((-qb - root.sqrt()) / qa, (-qb + root.sqrt()) / qa);
    if s >= 1.0 || t <= 0.0 {
        return sector(a, b);
    }
    let at = |t: f64| (a.0 + d.0 * t, a.1 + d.1 * t);
    let (p, q) = (at(s.max(0.0)), at(t.min(1.0)));
    let before = if s > 0.0 { sector(a, p) } else { 0.0 };
    let after = if t < 1.0 { sector(q, b) } else { 0.0 };
    before + cross(p, q) / 2.0 + after
}
