//! The levels of an elevator, and where it stops on each.

use super::super::storeys::Floors;
use super::Stop;
use crate::geom::predicates::{Side, side_of_ring};
use crate::geom::{PlanBox, PlanPoint, Shape, cast, intersection};
use crate::mesh::snap::nearest_in_polygon;
use crate::mesh::{ComponentId, NavMesh, PolyRef};
use std::collections::{BTreeMap, HashMap};

/// One stop for each level with ground in the plan, from the lowest up: on the largest
/// component there the place nearest to the middle.
///
/// Levels are the storeys with ground in the plan; then what ground is a body's height from all
/// of those, but for ramps and treads between storeys. Where no storey has ground in the plan,
/// every body's height of ground is a level.
pub(super) fn stops(mesh: &NavMesh, floors: &Floors, plan: &Shape) -> Vec<Stop> {
    let Some(bounds) = PlanBox::around(plan.outer.iter().copied()) else { return Vec::new() };
    let middle = middle(&plan.outer);
    let mut all: Vec<Stop> = mesh
        .polygons()
        .filter(|&polygon| mesh.polygon(polygon).bounds.meets(&bounds))
        .flat_map(|polygon| places(mesh, floors, polygon, plan, middle))
        .collect();
    all.sort_by_key(|stop| (stop.steps, stop.polygon));
    // Ids are in order of size on a new mesh alone.
    let by_size: HashMap<ComponentId, usize> =
        mesh.components().iter().map(|component| component.id).zip(0..).collect();
    let best = |level: &[Stop]| {
        let rank = |stop: &&Stop| {
            let component = by_size.get(&mesh.component(stop.polygon));
            (component, stop.plan.distance_squared(middle), stop.polygon)
        };
        level.iter().min_by_key(rank).copied()
    };
    let floor = |stop: &Stop| floors.at(stop.steps);
    let height = i64::from(mesh.resolved().height);
    let (on_floors, mut rest): (Vec<Stop>, Vec<Stop>) =
        all.into_iter().partition(|stop| floor(stop).is_some());
    let mut stops: Vec<Stop> =
        on_floors.chunk_by(|a, b| floor(a) == floor(b)).filter_map(best).collect();
    if !stops.is_empty() {
        rest.retain(|place| {
            stops.iter().all(|stop| !is_within(height, stop, place))
                && !floors.is_step(mesh, place.polygon, place.steps)
        });
    }
    let mut above = &rest[..];
    while let Some(lowest) = above.first() {
        let end = above.partition_point(|place| is_within(height, lowest, place));
        let (level, rest) = above.split_at(end.max(1));
        stops.extend(best(level));
        above = rest;
    }
    stops.sort_by_key(|stop| stop.steps);
    stops
}

fn is_within(height: i64, a: &Stop, b: &Stop) -> bool {
    (i64::from(a.steps) - i64::from(b.steps)).abs() < height
}

/// The places of a polygon in the plan nearest to its middle, to a step: one on each storey that
/// it has ground on, and one off them. Where a storey's ground ends on a slope it is the last place
/// before that. None where the two have no lattice point in common.
fn places(
    mesh: &NavMesh,
    floors: &Floors,
    polygon: PolyRef,
    plan: &Shape,
    middle: PlanPoint,
) -> Vec<Stop> {
    let tile = mesh.tile(polygon.tile);
    let common = |ring: Vec<PlanPoint>| {
        intersection(&[Shape::solid(ring)], std::slice::from_ref(plan)).unwrap_or_default()
    };
    let whole = common(mesh.corners(polygon).map(|c| c.plan).collect());
    if whole.is_empty() {
        return Vec::new();
    }
    let mut points: Vec<PlanPoint> =
        nearest_in_polygon(tile, polygon.polygon, middle, i64::MAX).into_iter().collect();
    points.extend(around(&whole, middle));
    // A tread may be of one polygon with the floor before it.
    if floors.part(mesh.polygon(polygon).heights) {
        for triangle in tile.triangles_of(polygon.polygon) {
            let part = common(triangle.map(|v| tile.plan(v)).to_vec());
            points.extend(around(&part, middle));
        }
    }
    points.retain(|&p| {
        tile.holds(polygon.polygon, p) && side_of_ring(&plan.outer, p) != Side::Outside
    });
    points.sort_by_key(|&p| (p.distance_squared(middle), p));
    let mut nearest: BTreeMap<Option<usize>, Stop> = BTreeMap::new();
    for plan in points {
        let steps = mesh.height_at(polygon, plan);
        let point = mesh.frame().to_world(plan.at(steps));
        let stop = Stop { height: point.y, point, polygon, plan, steps };
        nearest.entry(floors.at(steps)).or_insert(stop);
    }
    nearest.into_values().collect()
}

/// Points about where the edges of shapes are nearest to a point, and the middles of the shapes.
fn around(shapes: &[Shape], middle: PlanPoint) -> impl Iterator<Item = PlanPoint> + '_ {
    let rings = shapes.iter().flat_map(Shape::rings);
    let edges = rings.flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let on_edges = edges.flat_map(move |(&a, &b)| {
        let at = nearest_on(a, b, middle);
        (-1..=1).flat_map(move |x| (-1..=1).map(move |y| PlanPoint::new(at.x + x, at.y + y)))
    });
    on_edges.chain(shapes.iter().map(|shape| self::middle(&shape.outer)))
}

/// The mean of the corners.
pub(in crate::link) fn middle(ring: &[PlanPoint]) -> PlanPoint {
    let count = cast::float(i64::from(cast::count(ring.len())));
    let mean = |of: fn(&PlanPoint) -> i32| {
        cast::round_i32(ring.iter().map(|p| f64::from(of(p))).sum::<f64>() / count)
    };
    PlanPoint::new(mean(|p| p.x), mean(|p| p.y))
}

/// The lattice point nearest to where a segment is nearest to a point.
fn nearest_on(a: PlanPoint, b: PlanPoint, p: PlanPoint) -> PlanPoint {
    let by = |v: i32, o: i32| f64::from(v) - f64::from(o);
    let (along, to) = ((by(b.x, a.x), by(b.y, a.y)), (by(p.x, a.x), by(p.y, a.y)));
    let whole = along.0 * along.0 + along.1 * along.1;
    let share = if whole > 0.0 { (to.0 * along.0 + to.1 * along.1) / whole } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    let at = |from: i32, along: f64| cast::round_i32(f64::from(from) + along * share);
    PlanPoint::new(at(a.x, along.0), at(a.y, along.1))
}
