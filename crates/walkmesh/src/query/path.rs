//! The shortest path between two points.

use std::sync::LazyLock;

use super::filter::Filter;
use super::lay_out::{End, Reach};
use super::optimal::{Limits, Outcome};
use super::options::{Engine, PathOptions, default_search_box};
use super::reason::Reason;
use super::scratch::Scratch;
use super::snap::{self, Ends};
use super::walk::Walk;
use crate::geom::{Point, cast};
use crate::mesh::{NavMesh, Nearest, PolyRef, SearchBox};

/// The filter of those who bring none.
static ANY_GROUND: LazyLock<Filter> = LazyLock::new(Filter::default);

/// How far a path leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// To the goal.
    Complete,
    /// Towards it: [`Path::reason`] says why no further, the last of [`Path::points`] where to.
    Partial,
    /// Nowhere: [`Path::reason`] says why.
    #[default]
    NotFound,
}

/// A link that a path takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathLink {
    /// Index in [`NavMesh::links`].
    pub link: u32,
    /// True when it is taken from its end `to` to its end `from`.
    pub backward: bool,
    /// Index in [`Path::points`] of the point where it is entered; the next one is where it is
    /// left.
    pub point: u32,
}

/// A path over the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// How far it leads.
    pub status: Status,
    /// Why it is not complete.
    pub reason: Option<Reason>,
    /// Start, corners where it turns, end; on the ground, metres. Empty when not found; the
    /// same point twice when start and goal are one. Between them the path is straight in plan.
    pub points: Vec<Point>,
    /// The polygons that it crosses in order, each a neighbour of the one before.
    pub polygons: Vec<PolyRef>,
    /// The links that it takes, in order.
    pub links: Vec<PathLink>,
    /// Length in plan, metres: what the search makes as short as can be.
    pub length: f64,
    /// Length in space along the ground, metres: straight between the edges that it crosses, at
    /// the heights of those edges.
    pub length_3d: f64,
    /// What it costs, metres: the length on each kind of ground times its cost.
    pub cost: f64,
    /// How many nodes the search expanded.
    pub expanded: u32,
}

impl Path {
    fn clear(&mut self) {
        self.points.clear();
        self.polygons.clear();
        self.links.clear();
        (self.status, self.reason) = (Status::NotFound, None);
        (self.length, self.length_3d, self.cost, self.expanded) = (0.0, 0.0, 0.0, 0);
    }
}

/// The shortest path on the mesh from one point to another: exact, over all storeys, in plan
/// length.
///
/// Both points are snapped to the mesh inside a search box ([`PathOptions::search_box`]),
/// preferring places that are connected. Points on edges and corners are part of every polygon
/// that is joined around them. An unreachable goal gives a partial path to the nearest place
/// that can be reached, with the reason. Points that are not finite are not found, with the
/// reason; nothing panics.
///
/// Ground that the filter blocks is as if it was not there: a start in it is snapped to ground
/// beside it in the search box, or is off the mesh, as in Detour; edges towards it are walls.
///
/// After a first few calls nothing is allocated: `scratch` keeps the memory, and the path, which
/// stays until the next call. The first call on a mesh builds what the searches walk, linear in
/// the mesh, and so does the first with each [`Access`](crate::mesh::Access), of which the last
/// few are kept. Equal input gives equal output.
pub fn path<'s>(
    mesh: &NavMesh,
    scratch: &'s mut Scratch,
    from: impl Into<Point>,
    to: impl Into<Point>,
    options: &PathOptions<'_>,
) -> &'s Path {
    scratch.path.clear();
    let filter = options.filter.unwrap_or(&ANY_GROUND);
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let search = options.search_box.unwrap_or_else(|| default_search_box(mesh));
    let to = to.into();
    match snap::snap(&walk, &mut scratch.candidates, from.into(), to, &search) {
        Ok(ends) => scratch.lead(&walk, ends, to, options),
        Err(reason) => scratch.path.reason = Some(reason),
    }
    &scratch.path
}

/// As [`path`] between two places on the mesh, as [`NavMesh::nearest`] or [`NavMesh::locate`]
/// gave them: nothing is snapped. For those who keep track of where they are. A place that does
/// not lie on its polygon in this mesh is not found, with the reason; the same goes for a start on
/// ground that the filter blocks, while a goal on such ground gives a partial path.
pub fn path_between<'s>(
    mesh: &NavMesh,
    scratch: &'s mut Scratch,
    start: &Nearest,
    goal: &Nearest,
    options: &PathOptions<'_>,
) -> &'s Path {
    scratch.path.clear();
    let filter = options.filter.unwrap_or(&ANY_GROUND);
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    if !holds(mesh, start) {
        scratch.path.reason = Some(Reason::BadStart { start: start.point });
    } else if !holds(mesh, goal) {
        scratch.path.reason = Some(Reason::BadGoal { goal: goal.point });
    } else if !walk.takes(start.polygon) {
        scratch.path.reason = Some(Reason::StartBlocked { start: start.point });
    } else {
        let (a, b) = (mesh.component(start.polygon), mesh.component(goal.polygon));
        let ends = if !walk.takes(goal.polygon) {
            let reason = Reason::GoalBlocked { goal: goal.point };
            snap::instead(&walk, *start, goal.point, reason)
        } else if a != b {
            let reason = Reason::Disconnected { start: a, goal: b };
            snap::instead(&walk, *start, goal.point, reason)
        } else {
            Ends { start: *start, goal: *goal, reason: None }
        };
        scratch.lead(&walk, ends, goal.point, options);
    }
    &scratch.path
}

/// True when the place lies on its polygon, exactly.
pub(super) fn holds(mesh: &NavMesh, place: &Nearest) -> bool {
    let PolyRef { tile, polygon } = place.polygon;
    mesh.get(place.polygon).is_some() && mesh.tile(tile).holds(polygon, place.plan)
}

impl Scratch {
    fn lead(&mut self, walk: &Walk<'_>, mut ends: Ends, to: Point, options: &PathOptions<'_>) {
        let evenly = match evenly(walk, options) {
            Ok(cost) => cost,
            Err(reason) => {
                self.path.reason = Some(reason);
                return;
            }
        };
        let reach = Reach {
            length: options.max_length.map_or(f64::INFINITY, |metres| metres.max(0.0)),
            radius: options.max_radius.map_or(f64::INFINITY, |metres| metres.max(0.0)),
        };
        let step = walk.mesh.frame().step();
        let limits = Limits {
            expansions: options.max_expansions.unwrap_or(u32::MAX),
            length: reach.length / step,
            radius: reach.radius / step,
            cost: evenly.unwrap_or(1.0),
        };
        let mut outcome = self.seek(walk, &ends, limits);
        let mut expanded = self.search.expanded;
        if outcome == Some(Outcome::Exhausted) {
            ends.reason = Some(ends.reason.unwrap_or(Reason::NoWayThere));
            ends.goal = self.nearest_reached(walk, to).unwrap_or(ends.start);
            outcome = self.seek(walk, &ends, limits);
            expanded = expanded.saturating_add(self.search.expanded);
        }
        let (last, end) = match outcome {
            None => {
                self.trace.within(self.search.starts.first().copied().unwrap_or(0));
                (None, End::Goal)
            }
            Some(Outcome::Found(node)) => (Some(node), End::Goal),
            Some(Outcome::TooLong(node)) => {
                ends.reason = Some(Reason::TooLong { limit: reach.length });
                (Some(node), End::Edge(reach))
            }
            Some(Outcome::BeyondRadius(node)) => {
                ends.reason = Some(Reason::BeyondRadius { limit: reach.radius });
                (Some(node), End::Edge(reach))
            }
            Some(Outcome::OutOfBudget(node)) => {
                ends.reason = Some(Reason::OutOfBudget { expansions: limits.expansions });
                (Some(node), End::Edge(reach))
            }
            // Nothing leads from the start even to what it reaches: tiles that contradict
            // themselves, which `validate` names.
            Some(Outcome::Exhausted) => {
                self.path.reason = ends.reason;
                return;
            }
        };
        if let Some(node) = last {
            self.search.unwind(walk.edges, node, &mut self.trace);
        }
        self.lay_out(walk, &ends, end, evenly);
        let path = &mut self.path;
        path.status = if ends.reason.is_none() { Status::Complete } else { Status::Partial };
        (path.reason, path.expanded) = (ends.reason, expanded);
    }

    /// Runs the search; `None` when start and goal share a polygon, which then is left as the
    /// only start.
    fn seek(&mut self, walk: &Walk<'_>, ends: &Ends, limits: Limits) -> Option<Outcome> {
        let (start, goal) = (ends.start, ends.goal);
        self.search.expanded = 0;
        walk.around(&start, &mut self.search.starts);
        walk.around(&goal, &mut self.search.goals);
        let goals = &self.search.goals;
        let piece = |of: &[u32]| of.first().map(|&polygon| walk.edges.piece(polygon));
        if piece(&self.search.starts) != piece(goals) {
            return Some(Outcome::Exhausted);
        }
        let straight = start.plan.distance(goal.plan);
        if let Some(&shared) = self.search.starts.iter().find(|p| goals.contains(p))
            && straight <= limits.length.min(limits.radius)
            && walk.edges.ways().all().is_empty()
        {
            self.search.starts.clear();
            self.search.starts.push(shared);
            return None;
        }
        Some(self.search.run(walk.edges, start.plan, goal.plan, limits))
    }

    /// The place nearest to a point among the polygons that can be reached from the start.
    fn nearest_reached(&mut self, walk: &Walk<'_>, to: Point) -> Option<Nearest> {
        let (reached, open) = (&mut self.reached, &mut self.open);
        reached.clear();
        reached.resize(walk.mesh.polygon_count(), false);
        open.clear();
        open.extend(&self.search.starts);
        for &start in &*open {
            reached[cast::index(start)] = true;
        }
        while let Some(polygon) = open.pop() {
            let ways = walk.edges.ways();
            let exits = ways.entered_from(polygon).iter().flat_map(|part| ways.exits_of(part.way));
            let across = walk.edges.around(polygon).filter_map(|h| walk.across(h));
            let across = across.map(|twin| walk.edges.get(twin).polygon);
            for beyond in across.chain(exits.map(|part| part.polygon)) {
                if !std::mem::replace(&mut reached[cast::index(beyond)], true) {
                    open.push(beyond);
                }
            }
        }
        walk.mesh.nearest(to, &SearchBox::EVERYWHERE, |polygon| reached[walk.mesh.index(polygon)])
    }
}

/// What a metre costs when that is the same everywhere, or why the engine cannot do what is asked.
fn evenly(walk: &Walk<'_>, options: &PathOptions<'_>) -> Result<Option<f64>, Reason> {
    let engine = options.engine;
    if engine != Engine::Optimal {
        return Err(Reason::NoEngine { engine });
    }
    walk.filter.even_cost(walk.mesh).map(Some)
}
