//! The shortest path between two points.

pub(in crate::query) mod goals;
pub(in crate::query) mod lay_out;
pub(in crate::query) mod lead;
pub(in crate::query) mod options;
pub(in crate::query) mod reached;
pub(in crate::query) mod reason;
pub(in crate::query) mod snap;
pub(in crate::query) mod straight;

use std::sync::LazyLock;

use super::filter::Filter;
use super::scratch::Scratch;
use super::walk::Walk;
use crate::geom::Point;
use crate::mesh::{NavMesh, Nearest, PolyRef};
use options::{PathOptions, default_search_box};
use reason::Reason;
use snap::Ends;

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
    /// Length on the ground in plan, metres: what [`Engine::Optimal`](crate::query::Engine::Optimal)
    /// makes as short as can be where no links are.
    pub length: f64,
    /// Length in space along the ground, metres: straight between the edges that it crosses, at
    /// the heights of those edges. `None` unless [`PathOptions::length_3d`] asks for it.
    pub length_3d: Option<f64>,
    /// What it costs, metres: the length on each kind of ground times its cost, and the links.
    pub cost: f64,
    /// How many nodes the search expanded; where start and goal see each other, how many polygons
    /// the line crosses.
    pub expanded: u32,
}

impl Path {
    fn clear(&mut self) {
        self.points.clear();
        self.polygons.clear();
        self.links.clear();
        (self.status, self.reason) = (Status::NotFound, None);
        (self.length, self.length_3d, self.cost, self.expanded) = (0.0, None, 0.0, 0);
    }
}

/// The shortest path on the mesh from one point to another: exact, over all storeys, in plan
/// length; or a path by another engine ([`PathOptions::engine`]).
///
/// Both points are snapped to the mesh inside a search box ([`PathOptions::search_box`]),
/// preferring places that are connected, over links that may be taken and ground that the filter
/// enters. Points on edges and corners are part of every polygon
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
        Ok(ends) => {
            walk.find(&ends.start, &mut scratch.search.starts);
            walk.find(&ends.goal, &mut scratch.search.goals);
            scratch.lead(&walk, ends, to, options);
        }
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
    if !walk.find(start, &mut scratch.search.starts) {
        scratch.path.reason = Some(Reason::BadStart { start: start.point });
    } else if !walk.find(goal, &mut scratch.search.goals) {
        scratch.path.reason = Some(Reason::BadGoal { goal: goal.point });
    } else if !walk.takes(start.polygon) {
        scratch.path.reason = Some(Reason::StartBlocked { start: start.point });
    } else {
        let reason = if !walk.takes(goal.polygon) {
            Some(Reason::GoalBlocked { goal: goal.point })
        } else {
            snap::apart(&walk, start, goal)
        };
        let mut ends = Ends { start: *start, goal: *goal, reason: None, search: None };
        if let Some(reason) = reason {
            ends = snap::instead(&walk, *start, goal.point, reason);
            walk.find(&ends.goal, &mut scratch.search.goals);
        }
        scratch.lead(&walk, ends, goal.point, options);
    }
    &scratch.path
}

/// True when the place lies on its polygon, exactly.
pub(in crate::query) fn holds(mesh: &NavMesh, place: &Nearest) -> bool {
    let PolyRef { tile, polygon } = place.polygon;
    mesh.get(place.polygon).is_some() && mesh.tile(tile).holds(polygon, place.plan)
}
