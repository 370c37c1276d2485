//! The ground of a base polygon where it is not even: its height triangles as points and edges.

use std::collections::BTreeMap;

use super::outline::{Outline, Segment};
use crate::geom::convex::crossing;
use crate::geom::predicates::{Side, cross, on_segment, segments_cross, side_of_convex};
use crate::geom::{DelaunayError, GroundPoint, PlanPoint, along, beside, cast, delaunay};
use crate::mesh::{NavMesh, PolyRef, on_edge};

/// The height triangles of a polygon, taken apart.
#[derive(Debug)]
pub(super) struct Relief {
    /// Points of the ground that are no corners, in order.
    pub(super) points: Vec<GroundPoint>,
    /// Edges inside the polygon at which the ground bends, the lower end first.
    pub(super) bends: Vec<[GroundPoint; 2]>,
    /// How far from the ground an edge may be before it gets a corner there, steps.
    tolerance: f64,
}

impl Relief {
    /// `None` where the ground is even to a step.
    pub(super) fn new(base: &NavMesh, polygon: PolyRef) -> Option<Self> {
        let tile = base.tile(polygon.tile);
        let corners: Vec<GroundPoint> = base.corners(polygon).collect();
        let triangles = tile.triangles_of(polygon.polygon).iter();
        let triangles: Vec<[GroundPoint; 3]> =
            triangles.map(|t| t.map(|v| tile.vertices[cast::index(v)])).collect();
        let mut points: Vec<GroundPoint> = triangles.iter().flatten().copied().collect();
        points.sort_unstable();
        points.dedup();
        points.retain(|p| !corners.iter().any(|c| c.plan == p.plan));
        let bends = bends(&triangles);
        if points.is_empty() && bends.is_empty() {
            return None;
        }
        let tolerance = f64::from(base.resolved().cell_height.max(2)) * 0.5;
        Some(Self { points, bends, tolerance })
    }

    /// Where a part of an outline gets corners so that it follows the ground between `ends`, the
    /// places where it enters and leaves the polygon: Ramer, Douglas and Peucker's choice among
    /// the bends that it crosses, rounded to the lattice.
    pub(super) fn corners_on(&self, [c, d]: Segment, ends: [GroundPoint; 2]) -> Vec<PlanPoint> {
        let (c, d) = (c.min(d), c.max(d));
        let mut profile: Vec<GroundPoint> = Vec::new();
        for [a, b] in &self.bends {
            if segments_cross(a.plan, b.plan, c, d)
                && let Some(at) = crossing(a.plan, b.plan, c, d)
            {
                profile.push(at.at(on_edge(*a, *b, at)));
            }
        }
        profile.sort_unstable();
        profile.dedup_by_key(|p| p.plan);
        profile.retain(|p| ends.iter().all(|end| end.plan != p.plan));
        let mut kept = Vec::new();
        let [low, high] = if ends[0].plan <= ends[1].plan { ends } else { [ends[1], ends[0]] };
        self.choose(low, high, &profile, &mut kept);
        kept
    }

    fn choose(
        &self,
        low: GroundPoint,
        high: GroundPoint,
        profile: &[GroundPoint],
        kept: &mut Vec<PlanPoint>,
    ) {
        let off =
            |p: &GroundPoint| (f64::from(p.height) - f64::from(on_edge(low, high, p.plan))).abs();
        let mut worst: Option<(usize, f64)> = None;
        for (i, p) in profile.iter().enumerate() {
            let off = off(p);
            if off > self.tolerance && worst.is_none_or(|(_, most)| off > most) {
                worst = Some((i, off));
            }
        }
        let Some((i, _)) = worst else { return };
        let at = profile[i];
        self.choose(low, at, &profile[..i], kept);
        kept.push(at.plan);
        self.choose(at, high, &profile[i + 1..], kept);
    }
}

/// Edges between two triangles where the plane of one is over a step off the far corner of the
/// other.
fn bends(triangles: &[[GroundPoint; 3]]) -> Vec<[GroundPoint; 2]> {
    let mut sides: Vec<([GroundPoint; 2], usize)> = Vec::new();
    for (t, corners) in triangles.iter().enumerate() {
        for i in 0..3 {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            sides.push(([a.min(b), a.max(b)], t));
        }
    }
    sides.sort_unstable();
    let mut bends = Vec::new();
    for pair in sides.windows(2) {
        let [(ends, t), (other, u)] = [pair[0], pair[1]];
        if ends == other {
            let far = |from: usize, of: usize| {
                let apex = triangles[of].iter().find(|p| !ends.contains(p));
                apex.is_some_and(|p| {
                    (plane_at(&triangles[from], p.plan) - f64::from(p.height)).abs() > 1.0
                })
            };
            if far(t, u) || far(u, t) {
                bends.push(ends);
            }
        }
    }
    bends
}

/// The height of a triangle's plane at a plan point, steps.
fn plane_at([a, b, c]: &[GroundPoint; 3], p: PlanPoint) -> f64 {
    let share = |from: PlanPoint, to: PlanPoint| cast::float(cross(from, to, p));
    let (to_a, to_b, to_c) = (share(b.plan, c.plan), share(c.plan, a.plan), share(a.plan, b.plan));
    let whole = to_a + to_b + to_c;
    let sum = f64::from(a.height) * to_a + f64::from(b.height) * to_b + f64::from(c.height) * to_c;
    if whole == 0.0 { f64::from(a.height) } else { sum / whole }
}

/// Lowest and highest ground of a polygon under a shape; `None` when the shape covers none of it
/// (it may touch the border).
pub(super) fn ground_under(
    base: &NavMesh,
    polygon: PolyRef,
    outline: &Outline,
) -> Option<(i32, i32)> {
    let tile = base.tile(polygon.tile);
    let mut range: Option<(i32, i32)> = None;
    let mut add = |height: i32| {
        let (low, high) = range.unwrap_or((height, height));
        range = Some((low.min(height), high.max(height)));
    };
    for triangle in tile.triangles_of(polygon.polygon) {
        let corners = triangle.map(|v| tile.vertices[cast::index(v)]);
        let ring = corners.map(|c| c.plan);
        let at = |p: PlanPoint| cast::round_i32(plane_at(&corners, p));
        for corner in corners {
            if outline.side(corner.plan) != Side::Outside {
                add(corner.height);
            }
        }
        for &[c, d] in &outline.segments {
            if side_of_convex(&ring, c) != Side::Outside {
                add(at(c));
            }
            for i in 0..3 {
                let (a, b) = (corners[i], corners[(i + 1) % 3]);
                if segments_cross(a.plan, b.plan, c, d)
                    && let Some(p) = crossing(a.plan, b.plan, c, d)
                {
                    add(on_edge(a, b, p));
                }
            }
        }
    }
    range
}

/// Height triangles for a convex piece of uneven ground. Adds to the corners the points of the
/// ground in the piece, and where the ground bends at its border a point on or just beyond that,
/// so that triangles follow the bends. New points are appended to `vertices`. `None` when two
/// corners are one.
pub(super) fn triangles(
    base: &NavMesh,
    polygon: PolyRef,
    relief: &Relief,
    ring: &[u32],
    vertices: &mut Vec<GroundPoint>,
) -> Option<Vec<[u32; 3]>> {
    let plan: Vec<PlanPoint> = ring.iter().map(|&v| vertices[cast::index(v)].plan).collect();
    let mut points: Vec<GroundPoint> = ring.iter().map(|&v| vertices[cast::index(v)]).collect();
    let inside = |p: PlanPoint| side_of_convex(&plan, p);
    for &p in &relief.points {
        if inside(p.plan) != Side::Outside && !plan.contains(&p.plan) {
            points.push(p);
        }
    }
    let mut names: BTreeMap<PlanPoint, u32> = points.iter().map(|p| p.plan).zip(0..).collect();
    let mut segments: Vec<[u32; 2]> = Vec::new();
    for &[a, b] in &relief.bends {
        let mut ends: Vec<PlanPoint> = Vec::new();
        for (end, far) in [(a, b), (b, a)] {
            if names.contains_key(&end.plan) {
                ends.push(end.plan);
            } else {
                ends.extend(entered(&plan, end.plan, far.plan));
            }
        }
        if let [p, q] = ends[..]
            && p != q
        {
            let mut name = |p: PlanPoint| {
                *names.entry(p).or_insert_with(|| {
                    points.push(p.at(base.height_at(polygon, p)));
                    cast::count(points.len() - 1)
                })
            };
            let ends = [name(p), name(q)];
            segments.push([ends[0].min(ends[1]), ends[0].max(ends[1])]);
        }
    }
    segments.sort_unstable();
    segments.dedup();
    let plan: Vec<PlanPoint> = points.iter().map(|p| p.plan).collect();
    let mut triangles = along_bends(&plan, segments)?;
    let edges = || (0..ring.len()).map(|i| (plan[i], plan[(i + 1) % ring.len()]));
    let is_beyond =
        |t: &[u32; 3], (a, b)| t.iter().all(|&v| cross(a, b, plan[cast::index(v)]) <= 0);
    triangles.retain(|t| !edges().any(|edge| is_beyond(t, edge)));
    let first = cast::count(vertices.len());
    let corners = cast::count(ring.len());
    vertices.extend(&points[ring.len()..]);
    let name = |v: u32| if v < corners { ring[cast::index(v)] } else { first + v - corners };
    Some(triangles.into_iter().map(|t| t.map(name)).collect())
}

/// Triangles of points with these bends as edges. Where one was rounded it may run through a point
/// now, and is two; or it crosses another, and the shorter of the two is not followed.
fn along_bends(plan: &[PlanPoint], mut bends: Vec<[u32; 2]>) -> Option<Vec<[u32; 3]>> {
    let at = |v: u32| plan[cast::index(v)];
    loop {
        let (bend, through) = match delaunay(plan, &bends) {
            Ok(triangles) => return Some(triangles),
            Err(DelaunayError::Crossing { first, second, .. }) => {
                let length =
                    |&bend: &usize| at(bends[bend][0]).distance_squared(at(bends[bend][1]));
                ([first, second].into_iter().min_by_key(length)?, None)
            }
            Err(DelaunayError::Touching { segment, .. }) => {
                let [a, b] = bends[segment];
                let is_through = |&v: &u32| v != a && v != b && on_segment(at(a), at(b), at(v));
                (segment, (0..cast::count(plan.len())).find(is_through))
            }
            Err(_) => return None,
        };
        let [a, b] = bends.swap_remove(bend);
        bends.extend(through.into_iter().flat_map(|v| [[a, v], [v, b]]));
    }
}

/// The lattice point on the border of a convex ring, or just beyond it, nearest to where the way
/// from `a` outside it to `b` comes in; a corner where it comes in within a step of one. `None` where
/// it does not come in.
fn entered(ring: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> Option<PlanPoint> {
    let mut edges = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
    // From the right of the edge to its left, and between its ends.
    let (c, d) = edges.find(|&(c, d)| {
        cross(c, d, a) < 0 && cross(c, d, b) >= 0 && cross(a, b, c) >= 0 && cross(a, b, d) <= 0
    })?;
    let at = along(c, d, crossing(a, b, c, d)?);
    let corner = [c, d].into_iter().find(|&corner| along(c, d, corner) == at);
    Some(corner.unwrap_or_else(|| beside(c, d, at)[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    /// From `-n` up to `n`.
    fn number(random: &mut Random, n: usize) -> i32 {
        i32::try_from(random.below(2 * n)).unwrap() - i32::try_from(n).unwrap()
    }

    /// A parallelogram whose sides have corners on them.
    fn ring(random: &mut Random) -> Vec<PlanPoint> {
        let sides = loop {
            let [u, v] = std::array::from_fn(|_| [30, 30].map(|n| 6 * number(random, n)));
            if u[0] * v[1] - u[1] * v[0] > 0 {
                break [u, v, u.map(|x| -x), v.map(|x| -x)];
            }
        };
        let (mut at, mut ring) = (PlanPoint::new(0, 0), Vec::new());
        for [x, y] in sides {
            let on = |k: i32| PlanPoint::new(at.x + x / 6 * k, at.y + y / 6 * k);
            ring.push(at);
            ring.extend((1..6).filter(|_| random.below(2) == 0).map(on));
            at = on(6);
        }
        ring
    }

    #[test]
    fn ways_come_in_where_they_cross_the_border() {
        let (mut random, mut tried) = (Random::new(17), 0);
        for _ in 0..20_000 {
            let ring = ring(&mut random);
            let mut number = || number(&mut random, 450);
            let [a, b] = [PlanPoint::new(number(), number()), PlanPoint::new(number(), number())];
            if side_of_convex(&ring, a) != Side::Outside || side_of_convex(&ring, b) != Side::Inside
            {
                continue;
            }
            tried += 1;
            let edges = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
            let crossed = edges.filter(|&(c, d)| segments_cross(a, b, c, d));
            let met: Vec<PlanPoint> = crossed
                .filter_map(|(c, d)| crossing(a, b, c, d))
                .chain(ring.iter().copied().filter(|&corner| on_segment(a, b, corner)))
                .collect();
            let is_near =
                |p: PlanPoint| met.iter().any(|q| q.x.abs_diff(p.x) <= 1 && q.y.abs_diff(p.y) <= 1);
            assert!(entered(&ring, a, b).is_some_and(is_near), "{ring:?} {a:?} {b:?}");
        }
        assert!(tried > 100, "{tried} ways");
    }
}
