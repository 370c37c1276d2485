//! The ground under a part: the height triangles of its file, made to tile it exactly.

use std::collections::BTreeMap;

use super::Exactness;
use super::face::{Face, Part};
use super::report::ImportReport;
use crate::geom::predicates::{Side, cross, dot, ring_area_doubled, side_of_convex};
use crate::geom::{GroundPoint, PlanPoint, cast, delaunay, gcd};
use crate::mesh::triangulate;

/// A height point on an edge may be moved along it by this share of its length.
const ALONG_SHARE: f64 = 1.0 / 16.0;

/// The height triangles of a part. Points on its edges go to lattice points that are exactly on
/// them; the triangles of the file are kept where they still tile the part, else the same
/// points are triangulated anew.
pub(super) fn fit(
    face: &Face,
    part: &Part,
    exactness: Exactness,
    report: &mut ImportReport,
) -> Vec<[GroundPoint; 3]> {
    let plan = part.plan();
    let given = place_points(face, part, &plan, exactness);
    let dropped = if part.is_cut { 0 } else { given.iter().filter(|p| p.is_none()).count() };
    report.ground_dropped += dropped;
    if !part.is_cut && !face.triangles.is_empty() {
        let at = |v: &u32| {
            let v = cast::index(*v);
            let corners = face.corners.len();
            if v < corners { Some(face.corners[v]) } else { given[v - corners] }
        };
        let kept: Option<Vec<[GroundPoint; 3]>> = face
            .triangles
            .iter()
            .map(|[a, b, c]| Some(upright([at(a)?, at(b)?, at(c)?])))
            .collect();
        if let Some(triangles) = kept
            && tiles(&plan, &triangles)
        {
            return triangles;
        }
        report.ground_remade += 1;
    }
    let extra: Vec<GroundPoint> = given.into_iter().flatten().collect();
    anew(part, &plan, &extra).unwrap_or_else(|| over_corners(part))
}

/// The triangle counter-clockwise.
fn upright([a, b, c]: [GroundPoint; 3]) -> [GroundPoint; 3] {
    if cross(a.plan, b.plan, c.plan) < 0 { [a, c, b] } else { [a, b, c] }
}

/// Where each height point of the face goes, or `None` for nowhere.
fn place_points(
    face: &Face,
    part: &Part,
    plan: &[PlanPoint],
    exactness: Exactness,
) -> Vec<Option<GroundPoint>> {
    let mut on_edges: Vec<Vec<(f64, GroundPoint, usize)>> = vec![Vec::new(); plan.len()];
    let mut placed = vec![None; face.extra.len()];
    for (k, &point) in face.extra.iter().enumerate() {
        let inside = side_of_convex(plan, point.plan);
        if part.is_cut && inside == Side::Outside {
            continue;
        }
        let nearest = (0..plan.len())
            .map(|i| (distance_to(plan[i], plan[(i + 1) % plan.len()], point.plan), i))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match nearest {
            Some((distance, _)) if inside == Side::Inside && distance > exactness.edge_reach => {
                placed[k] = Some(point);
            }
            Some((_, edge)) => {
                let (low, high) = edge_ends(part, edge);
                on_edges[edge].push((share_along(low.plan, high.plan, point.plan), point, k));
            }
            None => {}
        }
    }
    for (edge, mut points) in on_edges.into_iter().enumerate() {
        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (low, high) = edge_ends(part, edge);
        for (k, at) in along_edge(low, high, &points, exactness.rounding) {
            placed[k] = Some(at);
        }
    }
    placed
}

/// The ends of an edge, the lower plan point first: the same from both sides.
fn edge_ends(part: &Part, edge: usize) -> (GroundPoint, GroundPoint) {
    let (a, b) = (part.corners[edge], part.corners[(edge + 1) % part.corners.len()]);
    if a.plan <= b.plan { (a, b) } else { (b, a) }
}

/// Squared distances do not matter: this one is in steps.
fn distance_to(a: PlanPoint, b: PlanPoint, p: PlanPoint) -> f64 {
    let t = share_along(a, b, p);
    let on = |from: i32, to: i32| f64::from(from) + t * (f64::from(to) - f64::from(from));
    let (dx, dy) = (on(a.x, b.x) - f64::from(p.x), on(a.y, b.y) - f64::from(p.y));
    (dx * dx + dy * dy).sqrt()
}

/// How far along `ab` the point is, 0 to 1.
fn share_along(a: PlanPoint, b: PlanPoint, p: PlanPoint) -> f64 {
    let length = cast::float(a.distance_squared(b)).max(1.0);
    (cast::float(dot(a, b, p)) / length).clamp(0.0, 1.0)
}

/// Lattice points exactly on the edge for points near it, by their index; those that have none
/// nearby are left out. The heights are those of the broken line through the points, so that
/// moving along it does not change the ground; points that moved by the file's rounding alone
/// keep theirs.
fn along_edge(
    low: GroundPoint,
    high: GroundPoint,
    points: &[(f64, GroundPoint, usize)],
    rounding: f64,
) -> Vec<(usize, GroundPoint)> {
    let (dx, dy) = (
        i64::from(high.plan.x) - i64::from(low.plan.x),
        i64::from(high.plan.y) - i64::from(low.plan.y),
    );
    let parts = gcd(dx, dy);
    let line: Vec<(f64, f64)> = std::iter::once((0.0, f64::from(low.height)))
        .chain(points.iter().map(|(t, p, _)| (*t, f64::from(p.height))))
        .chain([(1.0, f64::from(high.height))])
        .collect();
    let mut placed: Vec<(usize, GroundPoint)> = Vec::new();
    let mut before = 0;
    for &(t, given, k) in points {
        let whole = cast::float(parts);
        let step = cast::round_i64(t * whole);
        let share = cast::float(step) / whole;
        if step <= before || step >= parts || (share - t).abs() > ALONG_SHARE {
            continue;
        }
        before = step;
        let at = |from: i32, d: i64| cast::narrow_i32(i64::from(from) + d / parts * step);
        let plan = PlanPoint::new(at(low.plan.x, dx), at(low.plan.y, dy));
        let moved = cast::float(plan.distance_squared(given.plan)).sqrt();
        let height =
            if moved > rounding { cast::round_i32(on_line(&line, share)) } else { given.height };
        placed.push((k, plan.at(height)));
    }
    placed
}

/// The height of a broken line at a share of its length; shares ascend.
fn on_line(line: &[(f64, f64)], at: f64) -> f64 {
    let next = line.partition_point(|&(t, _)| t < at).clamp(1, line.len() - 1);
    let ((t, h), (u, k)) = (line[next - 1], line[next]);
    if u > t { h + (k - h) * ((at - t) / (u - t)) } else { k }
}

/// True when the triangles cover the convex ring exactly once: all counter-clockwise, every
/// side either shared by two or on the border, and the areas equal.
fn tiles(ring: &[PlanPoint], triangles: &[[GroundPoint; 3]]) -> bool {
    let mut sides: BTreeMap<(PlanPoint, PlanPoint), [u32; 2]> = BTreeMap::new();
    let mut area = 0_i128;
    for t in triangles {
        let [a, b, c] = t.map(|p| p.plan);
        let doubled = cross(a, b, c);
        if doubled <= 0 {
            return false;
        }
        area += i128::from(doubled);
        for (a, b) in [(a, b), (b, c), (c, a)] {
            sides.entry((a.min(b), a.max(b))).or_default()[usize::from(a > b)] += 1;
        }
    }
    area == ring_area_doubled(ring)
        && sides.iter().all(|(&(low, high), &counts)| match counts {
            [1, 1] => true,
            [1, 0] => on_border(ring, low, high),
            [0, 1] => on_border(ring, high, low),
            _ => false,
        })
}

/// True when the segment lies on an edge of the ring, in its direction.
fn on_border(ring: &[PlanPoint], from: PlanPoint, to: PlanPoint) -> bool {
    (0..ring.len()).any(|i| {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        let on = |p| cross(a, b, p) == 0 && dot(p, a, b) <= 0;
        on(from) && on(to) && dot(a, b, from) < dot(a, b, to)
    })
}

/// The triangulation of the corners and the points inside and on the edges.
fn anew(part: &Part, plan: &[PlanPoint], extra: &[GroundPoint]) -> Option<Vec<[GroundPoint; 3]>> {
    if extra.is_empty() {
        return None;
    }
    let mut points: Vec<GroundPoint> = part.corners.clone();
    let mut seen: Vec<PlanPoint> = plan.to_vec();
    seen.sort_unstable();
    let mut inner: Vec<GroundPoint> = extra.to_vec();
    inner.sort_unstable();
    inner.dedup_by_key(|p| p.plan);
    points.extend(inner.into_iter().filter(|p| seen.binary_search(&p.plan).is_err()));
    let all: Vec<PlanPoint> = points.iter().map(|p| p.plan).collect();
    // The hull of these points is the part, so no segment has to be kept.
    let triangles = delaunay(&all, &[]).ok()?;
    let triangles: Vec<_> = triangles.iter().map(|t| t.map(|v| points[cast::index(v)])).collect();
    tiles(plan, &triangles).then_some(triangles)
}

fn over_corners(part: &Part) -> Vec<[GroundPoint; 3]> {
    let ring: Vec<u32> = (0..cast::count(part.corners.len())).collect();
    let triangles = triangulate(&ring, &part.corners);
    triangles.iter().map(|t| t.map(|v| part.corners[cast::index(v)])).collect()
}
