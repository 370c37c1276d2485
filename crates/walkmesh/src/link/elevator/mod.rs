//! Elevators: a plan polygon, and a stop wherever there is ground in it.

use std::collections::HashMap;

use super::ELEVATOR;
use super::error::{LinkProblem, figure, width};
use crate::geom::predicates::{Side, ring_area_doubled, side_of_ring};
use crate::geom::{PlanBox, PlanPoint, Point, cast};
use crate::geom::{Shape, intersection};
use crate::mesh::snap::nearest_in_polygon;
use crate::mesh::{ComponentId, Link, LinkEnd, NavMesh, Nearest, PolyRef};
use crate::partition::WALK;
use crate::soup::Area;

/// A cabin that stops on every level that has ground in its plan: ground less than the agent's
/// height above the lowest of a level (a plinth, a table) is no level of its own.
///
/// Give the plan so that it reaches over the thresholds: the mesh ends a radius before the
/// walls of the shaft.
#[derive(Clone, Debug, PartialEq)]
pub struct Elevator {
    /// Corners of its plan, x and z in metres (their heights make no difference); it may be
    /// concave.
    pub plan: Vec<Point>,
    /// What waiting and boarding cost, metres (seconds times speed).
    pub boarding: f64,
    /// What a metre of height costs, metres.
    pub per_metre: f64,
    /// How wide a body may be, metres, more than 0; infinite for any.
    pub width: f64,
    /// Heights of levels, metres, at which it does not stop.
    pub closed: Vec<f64>,
}

/// Where a way is entered and left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Its level's height there, metres.
    pub height: f64,
    /// The place, on the ground.
    pub point: Point,
    /// Its polygon.
    pub polygon: PolyRef,
    plan: PlanPoint,
    steps: i32,
}

impl Stop {
    pub(super) const fn at(place: &Nearest) -> Self {
        let Nearest { polygon, point, plan, height, .. } = *place;
        Self { height: point.y, point, polygon, plan, steps: height }
    }
}

/// A link both ways between two stops, for any body.
pub(super) fn link(mesh: &NavMesh, number: u32, stops: [Stop; 2], cost: f64) -> Link {
    let [from, to] = stops.map(|stop| {
        let at = stop.plan.at(stop.steps);
        LinkEnd { polygon: mesh.id(stop.polygon), from: at, to: at }
    });
    Link {
        kind: ELEVATOR,
        user_id: number,
        area: Area::default(),
        flags: WALK,
        from,
        to,
        width: f64::INFINITY,
        cost,
        both_ways: true,
        enabled: true,
    }
}

impl Elevator {
    /// Its stops, and a link between each two of them: so a ride over several levels boards
    /// once.
    pub(super) fn links(
        &self,
        mesh: &NavMesh,
        number: u32,
    ) -> Result<(Vec<Stop>, Vec<Link>), LinkProblem> {
        let boarding = figure("boarding", self.boarding)?;
        let per_metre = figure("per-metre", self.per_metre)?;
        let width = width(self.width)?;
        let mut stops = self.stops(mesh)?;
        for &height in &self.closed {
            let open = stops.len();
            let heights = stops.iter().map(|stop| stop.height).collect();
            let is_here = |stop: &Stop| (stop.height - height).abs() <= reach(mesh);
            stops.retain(|stop| !is_here(stop));
            if stops.len() == open {
                return Err(LinkProblem::NoSuchStop { height, stops: heights });
            }
        }
        if stops.len() < 2 {
            return Err(LinkProblem::AllClosed { open: stops.len() });
        }
        let mut links = Vec::new();
        for (i, &low) in stops.iter().enumerate() {
            for &high in &stops[i + 1..] {
                let ride = boarding + per_metre * (high.height - low.height);
                let cost = figure("cost of a ride", ride)?;
                links.push(Link { width, ..link(mesh, number, [low, high], cost) });
            }
        }
        Ok((stops, links))
    }

    /// One stop for each level with ground in the plan, from the lowest up: on the largest
    /// component there the place nearest to the middle.
    fn stops(&self, mesh: &NavMesh) -> Result<Vec<Stop>, LinkProblem> {
        let plan = self.lattice_plan(mesh)?;
        let Some(bounds) = PlanBox::around(plan.outer.iter().copied()) else {
            return Err(LinkProblem::FlatPlan { corners: self.plan.len() });
        };
        let middle = middle(&plan.outer);
        let mut places: Vec<Stop> = mesh
            .polygons()
            .filter(|&polygon| mesh.polygon(polygon).bounds.meets(&bounds))
            .filter_map(|polygon| place(mesh, polygon, &plan, middle))
            .collect();
        places.sort_by_key(|stop| (stop.steps, stop.polygon));
        let height = i64::from(mesh.resolved().height);
        // Ids are in order of size on a new mesh alone.
        let by_size: HashMap<ComponentId, usize> =
            mesh.components().iter().map(|component| component.id).zip(0..).collect();
        let mut stops: Vec<Stop> = Vec::new();
        let mut above = &places[..];
        while let Some(lowest) = above.first() {
            let is_level = |s: &Stop| i64::from(s.steps) - i64::from(lowest.steps) < height;
            let (level, rest) = above.split_at(above.partition_point(is_level).max(1));
            let rank = |stop: &&Stop| {
                let component = by_size.get(&mesh.component(stop.polygon));
                (component, stop.plan.distance_squared(middle), stop.polygon)
            };
            stops.extend(level.iter().min_by_key(rank));
            above = rest;
        }
        if stops.len() < 2 {
            let at = stops.iter().map(|stop| stop.height).collect();
            return Err(LinkProblem::TooFewStops { levels: stops.len(), at });
        }
        Ok(stops)
    }

    fn lattice_plan(&self, mesh: &NavMesh) -> Result<Shape, LinkProblem> {
        let frame = mesh.frame();
        let corners = self.plan.iter().map(|&at| {
            let level = Point::new(at.x, frame.origin().y, at.z);
            let p = frame.to_lattice(level).ok_or(LinkProblem::OutOfReach { at })?;
            Ok(p.plan)
        });
        let outer = corners.collect::<Result<Vec<_>, LinkProblem>>()?;
        if ring_area_doubled(&outer) == 0 {
            return Err(LinkProblem::FlatPlan { corners: outer.len() });
        }
        Ok(Shape::solid(outer))
    }
}

/// The mean of the corners.
pub(super) fn middle(ring: &[PlanPoint]) -> PlanPoint {
    let count = cast::float(i64::from(cast::count(ring.len())));
    let mean = |of: fn(&PlanPoint) -> i32| {
        cast::round_i32(ring.iter().map(|p| f64::from(of(p))).sum::<f64>() / count)
    };
    PlanPoint::new(mean(|p| p.x), mean(|p| p.y))
}

/// The place of a polygon in the plan nearest to its middle, to a step; `None` where the two have
/// no lattice point in common.
fn place(mesh: &NavMesh, polygon: PolyRef, plan: &Shape, middle: PlanPoint) -> Option<Stop> {
    let tile = mesh.tile(polygon.tile);
    let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
    let common = intersection(&[Shape::solid(corners)], std::slice::from_ref(plan)).ok()?;
    let nearest = nearest_in_polygon(tile, polygon.polygon, middle, i64::MAX);
    let rings = common.iter().flat_map(Shape::rings);
    let edges = rings.flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let on_edges = edges.flat_map(|(&a, &b)| {
        let at = nearest_on(a, b, middle);
        (-1..=1).flat_map(move |x| (-1..=1).map(move |y| PlanPoint::new(at.x + x, at.y + y)))
    });
    let inner = common.iter().map(|shape| self::middle(&shape.outer));
    let best = nearest
        .into_iter()
        .chain(on_edges)
        .chain(inner)
        .filter(|&p| !common.is_empty() && tile.holds(polygon.polygon, p))
        .filter(|&p| side_of_ring(&plan.outer, p) != Side::Outside)
        .min_by_key(|&p| (p.distance_squared(middle), p))?;
    let steps = mesh.height_at(polygon, best);
    let point = mesh.frame().to_world(best.at(steps));
    Some(Stop { height: point.y, point, polygon, plan: best, steps })
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

/// How far a height that names a level may be off it, metres.
fn reach(mesh: &NavMesh) -> f64 {
    let parameters = mesh.parameters();
    parameters.agent.max_climb.max(parameters.cell_height)
}

/// The mesh without an elevator's stop on one level, given by a height within a climb (or a cell's
/// height, if that is more) of it; the
/// other levels keep theirs. `number` is the elevator's [`Link::user_id`].
///
/// # Errors
/// When it has no stop there.
pub fn close_stop(mesh: &NavMesh, number: u32, height: f64) -> Result<NavMesh, LinkProblem> {
    let (frame, reach) = (mesh.frame(), reach(mesh));
    let own = |link: &Link| link.kind == ELEVATOR && link.user_id == number;
    let heights = |link: &Link| [link.from, link.to].map(|end| frame.to_world(end.from).y);
    let stops_here = |link: &Link| heights(link).iter().any(|h| (h - height).abs() <= reach);
    let links: Vec<Link> =
        mesh.links().iter().filter(|link| !(own(link) && stops_here(link))).copied().collect();
    if links.len() == mesh.links().len() {
        let mut stops: Vec<f64> =
            mesh.links().iter().filter(|link| own(link)).flat_map(heights).collect();
        stops.sort_by(f64::total_cmp);
        stops.dedup();
        return Err(LinkProblem::NoSuchStop { height, stops });
    }
    Ok(mesh.with_links(links))
}
