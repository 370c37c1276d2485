//! Elevators: a plan polygon, and a stop wherever there is ground in it.

mod plan;
mod stops;

pub(super) use stops::middle;

use super::ELEVATOR;
use super::error::{LinkProblem, figure, width};
use super::storeys::Floors;
use crate::geom::{PlanPoint, Point};
use crate::mesh::{Link, LinkEnd, NavMesh, Nearest, PolyRef};
use crate::partition::WALK;
use crate::soup::Area;

/// A cabin that stops on every level that has ground in its plan.
///
/// Levels are the mesh's storeys first: ground less than the agent's height above or below one
/// (a plinth, a table, the treads beside the cabin) is no level of its own, nor is a ramp or a
/// tread between storeys. Other ground is, as that of a room too small for a storey: less than
/// the agent's height above the lowest is of one level with that.
///
/// Give the plan so that it reaches over the thresholds: the mesh ends a radius before the
/// walls of the shaft.
#[derive(Clone, Debug, PartialEq)]
pub struct Elevator {
    /// Corners of its plan in order around it, x and z in metres (their heights make no
    /// difference); it may be concave, but not cross itself.
    pub plan: Vec<Point>,
    /// What waiting and boarding cost, metres (seconds times speed).
    pub boarding: f64,
    /// What a metre of height costs, metres.
    pub per_metre: f64,
    /// How wide a body may be, metres, more than 0; infinite for any.
    pub width: f64,
    /// Heights of levels, metres, at which it does not stop; one given twice is closed once.
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
        floors: &Floors,
        number: u32,
    ) -> Result<(Vec<Stop>, Vec<Link>), LinkProblem> {
        let boarding = figure("boarding", self.boarding)?;
        let per_metre = figure("per-metre", self.per_metre)?;
        let width = width(self.width)?;
        let stops = self.stops(mesh, floors)?;
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

    /// Those on its levels that are not closed, from the lowest up.
    fn stops(&self, mesh: &NavMesh, floors: &Floors) -> Result<Vec<Stop>, LinkProblem> {
        let mut stops = stops::stops(mesh, floors, &plan::on_lattice(mesh, &self.plan)?);
        let heights: Vec<f64> = stops.iter().map(|stop| stop.height).collect();
        if stops.len() < 2 {
            return Err(LinkProblem::TooFewStops { levels: stops.len(), at: heights });
        }
        let mut is_closed = vec![false; stops.len()];
        for &height in &self.closed {
            let Some(stop) = stop_at(&heights, height, reach(mesh)) else {
                return Err(LinkProblem::NoSuchStop { height, stops: heights });
            };
            is_closed[stop] = true;
        }
        let mut each = is_closed.into_iter();
        stops.retain(|_| each.next() == Some(false));
        if stops.len() < 2 {
            return Err(LinkProblem::AllClosed { open: stops.len() });
        }
        Ok(stops)
    }
}

/// How far a height that names a level may be off it, metres.
fn reach(mesh: &NavMesh) -> f64 {
    let parameters = mesh.parameters();
    parameters.agent.max_climb.max(parameters.cell_height)
}

/// The nearest of the stops' heights that is no farther than `reach` from the one that is meant.
fn stop_at(stops: &[f64], height: f64, reach: f64) -> Option<usize> {
    let off = |stop: f64| (stop - height).abs();
    let (nearest, &stop) =
        stops.iter().enumerate().min_by(|a, b| off(*a.1).total_cmp(&off(*b.1)))?;
    (off(stop) <= reach).then_some(nearest)
}

/// The mesh without an elevator's stop on one level: the one nearest to a height, within a climb
/// (or a cell's height, if that is more); the other levels keep theirs. `number` is the elevator's
/// [`Link::user_id`].
///
/// # Errors
/// When it has no stop there, or none any more.
pub fn close_stop(mesh: &NavMesh, number: u32, height: f64) -> Result<NavMesh, LinkProblem> {
    let own = |link: &Link| link.kind == ELEVATOR && link.user_id == number;
    let ends = |link: &Link| [link.from, link.to].map(|end| end.from.height);
    let links = mesh.links().iter();
    let mut steps: Vec<i32> = links.filter(|link| own(link)).flat_map(ends).collect();
    steps.sort_unstable();
    steps.dedup();
    let metres = |&steps: &i32| mesh.frame().to_world(PlanPoint::default().at(steps)).y;
    let stops: Vec<f64> = steps.iter().map(metres).collect();
    let Some(stop) = stop_at(&stops, height, reach(mesh)) else {
        return Err(LinkProblem::NoSuchStop { height, stops });
    };
    let is_gone = |link: &&Link| own(link) && ends(link).contains(&steps[stop]);
    Ok(mesh.with_links(mesh.links().iter().filter(|link| !is_gone(link)).copied().collect()))
}
