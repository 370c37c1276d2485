//! From the way that a search found to the path that a caller reads.

use super::optimal::Crossing;
use super::path::Path;
use super::scratch::Scratch;
use super::snap::Ends;
use super::walk::Walk;
use crate::geom::{Point, cast};

/// Where a path ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// At the goal.
    Goal,
    /// Where the way crosses its last edge, or as far on the way there as is allowed.
    Edge(Reach),
}

/// How far a path may lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Its length in plan, metres.
    pub(super) length: f64,
    /// Distance in plan from its start, metres.
    pub(super) radius: f64,
}

impl Scratch {
    /// Writes the way in `trace` down as the path; `evenly` is what a metre costs where that is
    /// the same everywhere.
    pub(super) fn lay_out(&mut self, walk: &Walk<'_>, ends: &Ends, end: End, evenly: Option<f64>) {
        let mesh = walk.mesh;
        let (path, trace) = (&mut self.path, &self.trace);
        path.points.push(ends.start.point);
        let (mut at, mut steps) = (ends.start.plan, 0.0);
        for &corner in &trace.corners {
            let next = walk.corner(corner);
            steps += at.distance(next.plan);
            at = next.plan;
            path.points.push(mesh.frame().to_world(next));
        }
        let (goal, reach) = match end {
            End::Goal => (true, None),
            End::Edge(reach) => (false, Some(reach)),
        };
        if goal {
            steps += at.distance(ends.goal.plan);
            path.points.push(ends.goal.point);
            path.length = steps * mesh.frame().step();
        } else {
            let turned = path.points.last().copied().unwrap_or(ends.start.point);
            let last = trace.crossings.last().map(|c| point_of(walk, c)).unwrap_or(turned);
            path.points.push(last);
            path.length = steps * mesh.frame().step() + turned.plan_distance(last);
        }
        let most = reach.and_then(|reach| cut_at(&path.points, reach));

        // From polygon to polygon, up to where it ends.
        let (mut here, mut walked, mut in_space) = (ends.start.point, 0.0, 0.0);
        let goal = goal.then_some(ends.goal.point);
        let mut stops = trace.crossings.iter().map(|c| point_of(walk, c)).chain(goal);
        for &polygon in &trace.polygons {
            path.polygons.extend(mesh.polygon_at(cast::index(polygon)));
            let Some(next) = stops.next() else { break };
            let ahead = here.plan_distance(next);
            let left = most.map_or(f64::INFINITY, |most| most - walked);
            let next = if ahead > left { between(here, next, left.max(0.0) / ahead) } else { next };
            walked += ahead;
            in_space += here.distance(next);
            if evenly.is_none() {
                path.cost += walk.cost(polygon) * ahead.min(left);
            }
            here = next;
            if ahead > left {
                break;
            }
        }
        if let Some(most) = most {
            cut(path, most, here);
        }
        // Rounding may make the sum over level ground a hair shorter than the straight length.
        path.length_3d = in_space.max(path.length);
        if let Some(cost) = evenly {
            path.cost = path.length * cost;
        }
    }
}

/// Ends the path at `here`, `most` from its start.
fn cut(path: &mut Path, most: f64, here: Point) {
    path.length = most;
    let (mut kept, mut walked) = (1, 0.0);
    for pair in path.points.windows(2) {
        walked += pair[0].plan_distance(pair[1]);
        if walked >= most {
            break;
        }
        kept += 1;
    }
    path.points.truncate(kept);
    path.points.push(here);
}

/// After what length a polyline leaves what it may reach; `None` when it does not.
fn cut_at(points: &[Point], reach: Reach) -> Option<f64> {
    let centre = *points.first()?;
    let mut walked = 0.0;
    for pair in points.windows(2) {
        let ahead = pair[0].plan_distance(pair[1]);
        let left = (reach.length - walked).min(within(centre, reach.radius, [pair[0], pair[1]]));
        if left < ahead {
            return Some(walked + left);
        }
        walked += ahead;
    }
    None
}

/// How far a segment leads until it leaves a disc that holds its start; infinite when its end is
/// in the disc as well.
fn within(centre: Point, radius: f64, [a, b]: [Point; 2]) -> f64 {
    let length = a.plan_distance(b);
    if centre.plan_distance(b) <= radius || length <= 0.0 {
        return f64::INFINITY;
    }
    let (x, z) = ((b.x - a.x) / length, (b.z - a.z) / length);
    let (cx, cz) = (centre.x - a.x, centre.z - a.z);
    let (along, off) = (x * cx + z * cz, x * cz - z * cx);
    (along + (radius * radius - off * off).max(0.0).sqrt()).clamp(0.0, length)
}

/// Where the way crosses an edge, on the ground.
fn point_of(walk: &Walk<'_>, crossing: &Crossing) -> Point {
    let mesh = walk.mesh;
    let a = mesh.frame().to_world(walk.corner(crossing.edge));
    let b = mesh.frame().to_world(walk.corner(walk.edges.next(crossing.edge)));
    between(a, b, crossing.share)
}

/// The point at a share of the way from `a` to `b`.
fn between(a: Point, b: Point, share: f64) -> Point {
    if share >= 1.0 {
        return b;
    }
    Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share)
}
