//! From the way that a search found to the path that a caller reads.

use super::super::optimal::{Crossing, Taken, Trace, distance, ends_of, plan};
use super::super::scratch::Scratch;
use super::super::walk::Walk;
use super::snap::Ends;
use super::{Path, PathLink};
use crate::geom::{Point, cast};
use crate::mesh::Nearest;

/// Where a path ends.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) enum End {
    /// At the goal.
    Goal,
    /// Where the way crosses its last edge, or as far on the way there as is allowed.
    Edge(Reach),
    /// As far on the way to the goal as is allowed.
    Short(Reach),
}

/// How far a path may lead.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Reach {
    /// Its length in plan, metres.
    pub(in crate::query) length: f64,
    /// Distance in plan from its start, metres.
    pub(in crate::query) radius: f64,
}

/// What is to be known of a path beside its points and its length in plan.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Measure {
    /// What a metre costs where that is the same everywhere.
    pub(in crate::query) evenly: Option<f64>,
    /// Its length in space.
    pub(in crate::query) in_space: bool,
}

impl Scratch {
    /// Writes the way in `trace` down as the path.
    pub(in crate::query) fn lay_out(
        &mut self,
        walk: &Walk<'_>,
        ends: &Ends,
        end: End,
        Measure { evenly, in_space }: Measure,
    ) {
        let step = walk.mesh.frame().step();
        let (path, trace) = (&mut self.path, &self.trace);
        let (goal, reach) = match end {
            End::Goal => (Some(ends.goal), None),
            End::Edge(reach) => (None, Some(reach)),
            End::Short(reach) => (Some(ends.goal), Some(reach)),
        };
        path.length = step * list_points(path, walk, trace, &ends.start, goal.as_ref());
        let most = reach.and_then(|reach| cut_at(path, reach));

        if let Some(cost) = evenly
            && most.is_none()
            && !in_space
        {
            // Nothing to be known of what lies between the points.
            path.polygons.extend(trace.polygons.iter().map(|&polygon| walk.name(polygon)));
            path.cost += trace.links.iter().map(|taken| cost_of_link(walk, taken)).sum::<f64>();
            path.cost += path.length * cost;
            return;
        }
        // From polygon to polygon, up to where it ends.
        let (mut here, mut walked, mut rising) = (ends.start.point, 0.0, 0.0);
        let last = goal.map(|goal| goal.point).or_else(|| Some(point_of(walk, trace.stop?)));
        let mut stops = trace.crossings.iter().map(|&c| point_of(walk, c)).chain(last);
        let mut links = trace.links.iter().peekable();
        for (entered, &polygon) in (1..).zip(&trace.polygons) {
            path.polygons.push(walk.name(polygon));
            let taken = links.next_if(|taken| taken.polygons == entered);
            let through = taken.map(|taken| ends_of_link(walk, taken));
            let Some(next) = through.map(|[entry, _]| entry).or_else(|| stops.next()) else {
                break;
            };
            if most.is_some() || evenly.is_none() {
                let ahead = here.plan_distance(next);
                let left = most.map_or(f64::INFINITY, |most| most - walked);
                walked += ahead;
                if evenly.is_none() {
                    path.cost += walk.cost(polygon) * ahead.min(left);
                }
                if ahead >= left {
                    let is_short = ahead > left;
                    let last =
                        if is_short { between(here, next, left.max(0.0) / ahead) } else { next };
                    rising += here.distance(last);
                    here = last;
                    break;
                }
            }
            rising += here.distance(next);
            here = next;
            if let (Some([_, exit]), Some(taken)) = (through, taken) {
                here = exit;
                path.cost += cost_of_link(walk, taken);
            }
        }
        if let Some(most) = most {
            cut(path, most, here);
        }
        // Rounding may make the sum over level ground a hair shorter than the straight length.
        path.length_3d = in_space.then_some(rising.max(path.length));
        if let Some(cost) = evenly {
            path.cost += path.length * cost;
        }
    }
}

/// Lists the points of a way from `start`, over corners and links, to the goal or where it
/// stops. Gives its length on the ground, steps.
fn list_points(
    path: &mut Path,
    walk: &Walk<'_>,
    trace: &Trace,
    start: &Nearest,
    goal: Option<&Nearest>,
) -> f64 {
    let frame = walk.mesh.frame();
    let (mut at, mut steps) = (plan(start.plan), 0.0);
    path.points.push(start.point);
    let mut turned = 0;
    for taken in trace.links.iter().map(Some).chain([None]) {
        let end = taken.map_or(trace.corners.len(), |taken| cast::index(taken.corners));
        for &corner in &trace.corners[turned..end] {
            let next = walk.edges.ground_at(corner);
            steps += distance(at, plan(next.plan));
            at = plan(next.plan);
            path.points.push(frame.to_world(next));
        }
        turned = end;
        if let Some(taken) = taken {
            let way = walk.edges.ways().get(taken.way);
            let (link, backward) = (way.link, way.backward);
            path.links.push(PathLink { link, backward, point: cast::count(path.points.len()) });
            path.points.extend(ends_of_link(walk, taken));
            let [entry, exit] = ends_of(walk.edges, taken);
            steps += distance(at, entry);
            at = exit;
        }
    }
    if let Some(goal) = goal {
        path.points.push(goal.point);
        return steps + distance(at, plan(goal.plan));
    }
    let turned = path.points.last().copied().unwrap_or(start.point);
    let last = trace.stop.map_or(turned, |stop| point_of(walk, stop));
    path.points.push(last);
    steps + turned.plan_distance(last) / frame.step()
}

/// Ends the path at `here`, `most` from its start.
fn cut(path: &mut Path, most: f64, here: Point) {
    path.length = most;
    let (mut kept, mut walked) = (1, 0.0);
    for leg in 1..path.points.len() {
        walked += ground(path, leg);
        if walked >= most {
            break;
        }
        kept += 1;
    }
    path.points.truncate(kept);
    path.points.push(here);
    path.links.retain(|link| cast::index(link.point) + 1 < kept);
}

/// The length on the ground from the point before one of a path's to it: nothing over a link.
fn ground(path: &Path, to: usize) -> f64 {
    if path.links.iter().any(|link| cast::index(link.point) + 1 == to) {
        return 0.0;
    }
    path.points[to - 1].plan_distance(path.points[to])
}

/// After what length a path leaves what it may reach; `None` when it does not.
fn cut_at(path: &Path, reach: Reach) -> Option<f64> {
    let centre = *path.points.first()?;
    let mut walked = 0.0;
    for to in 1..path.points.len() {
        let ahead = ground(path, to);
        let within = within(centre, reach.radius, [path.points[to - 1], path.points[to]]);
        let left = (reach.length - walked).min(within);
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

/// Where a way enters and leaves a link, on the ground.
fn ends_of_link(walk: &Walk<'_>, taken: &Taken) -> [Point; 2] {
    let mesh = walk.mesh;
    let way = walk.edges.ways().get(taken.way);
    let link = &mesh.links()[cast::index(way.link)];
    let [x, y] = ends_of(walk.edges, taken);
    let sides = if way.backward {
        [(x, &link.to), (y, &link.from)]
    } else {
        [(x, &link.from), (y, &link.to)]
    };
    sides.map(|(at, end)| {
        let (origin, step) = (mesh.frame().origin(), mesh.frame().step());
        let plan = Point::new(origin.x + at.0 * step, origin.y, origin.z - at.1 * step);
        let height = mesh.resolve(end.polygon).map_or(plan.y, |r| mesh.ground_height(r, plan));
        Point::new(plan.x, height, plan.z)
    })
}

/// What taking a link costs, metres.
fn cost_of_link(walk: &Walk<'_>, taken: &Taken) -> f64 {
    walk.edges.ways().get(taken.way).cost * walk.mesh.frame().step()
}

/// Where the way crosses an edge, on the ground.
fn point_of(walk: &Walk<'_>, crossing: Crossing) -> Point {
    let mesh = walk.mesh;
    let [a, b] = walk.edges.ground_ends(crossing.edge).map(|end| mesh.frame().to_world(end));
    between(a, b, crossing.share)
}

/// The point at a share of the way from `a` to `b`.
fn between(a: Point, b: Point, share: f64) -> Point {
    if share >= 1.0 {
        return b;
    }
    Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share)
}
