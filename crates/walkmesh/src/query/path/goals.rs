//! Which of many goals is the nearest to walk to.

use super::super::nearby::reachable::reachable;
use super::super::optimal::{distance, plan};
use super::super::scratch::Scratch;
use super::options::{Engine, PathOptions};
use super::reason::Reason;
use super::{Path, Status, path_between};
use crate::geom::cast;
use crate::mesh::{NavMesh, Nearest};

/// The nearest of many goals, and the path there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestGoal<'s> {
    /// Its index.
    pub goal: usize,
    /// The path to it; complete.
    pub path: &'s Path,
    /// False when the search for another goal used up its expansions, so that one may be nearer.
    pub is_certain: bool,
}

/// The goal with the cheapest path from a place, and that path; of equal ones the straightest,
/// then the first. `None` when there is no way to any of them.
///
/// With [`Engine::Optimal`] exact: where the mesh has no links that is the shortest path to any
/// goal. Goals are tried by straight distance then, each with the best length so far as its limit,
/// and none that is farther off than that; so the first ones decide, and the cost is that of some
/// paths. Links may make the far near: where the mesh has any, all goals are tried, and with
/// [`Engine::Funnel`], whose paths are compared as they are found. The options hold for each goal
/// on its own. For many starts and the same goals a [`DistanceField`](crate::query::DistanceField) is
/// cheaper. Nothing is allocated after warm-up.
///
/// Habitat-sim's `MultiGoalShortestPath`; Unity, Godot and Detour ask goal by goal.
///
/// # Errors
/// The reason why no goal was found, when it is not that there is no way: a start or goal that is
/// not on this mesh, a start on blocked ground, limits that ended the search, or a question that
/// the engine cannot answer.
pub fn nearest_of_many<'s>(
    mesh: &NavMesh,
    scratch: &'s mut Scratch,
    start: &Nearest,
    goals: &[Nearest],
    options: &PathOptions<'_>,
) -> Result<Option<NearestGoal<'s>>, Reason> {
    let mut order = std::mem::take(&mut scratch.order);
    order.clear();
    // Places that are on no mesh may be anywhere.
    let from = plan(start.plan);
    order.extend((0_u32..).zip(goals).map(|(i, goal)| (distance(from, plan(goal.plan)), i)));
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let tried = try_all(mesh, scratch, start, goals, (&order, options));
    scratch.order = order;
    let Tried { best, last, is_certain } = tried?;
    let Some((goal, ..)) = best else { return Ok(None) };
    if last != Some(goal) {
        path_between(mesh, scratch, start, &goals[goal], options);
    }
    Ok(Some(NearestGoal { goal, path: &scratch.path, is_certain }))
}

/// What trying the goals came to.
struct Tried {
    /// The best goal, the cost of its path and the length, metres.
    best: Option<(usize, f64, f64)>,
    /// The goal whose path stands in the scratch.
    last: Option<usize>,
    is_certain: bool,
}

fn try_all(
    mesh: &NavMesh,
    scratch: &mut Scratch,
    start: &Nearest,
    goals: &[Nearest],
    (order, options): (&[(f64, u32)], &PathOptions<'_>),
) -> Result<Tried, Reason> {
    let plain = mesh.links().is_empty();
    // What is longer is dearer.
    let is_bounded = plain && options.engine == Engine::Optimal;
    let everything = super::Filter::default();
    let filter = options.filter.unwrap_or(&everything);
    let mut tried = Tried { best: None, last: None, is_certain: true };
    let mut stopped = None;
    for &(straight, index) in order {
        let index = cast::index(index);
        let goal = &goals[index];
        let most = options.max_length.map_or(f64::INFINITY, |metres| metres.max(0.0));
        let known = tried.best.filter(|_| is_bounded);
        let limit = known.map_or(most, |(_, _, length)| length.min(most));
        if plain && mesh.frame().metres(straight) > limit {
            if tried.best.is_none() {
                stopped = stopped.or(Some(Reason::TooLong { limit }));
            }
            break;
        }
        // Cheaper than a search that has to look everywhere.
        if plain && reachable(mesh, scratch, start, goal, filter) == Ok(false) {
            continue;
        }
        let limited = PathOptions { max_length: limit.is_finite().then_some(limit), ..*options };
        let path = path_between(mesh, scratch, start, goal, &limited);
        let (status, reason, cost, length) = (path.status, path.reason, path.cost, path.length);
        tried.last = Some(index);
        if status == Status::Complete {
            if tried.best.is_none_or(|(_, best, _)| cost < best) {
                tried.best = Some((index, cost, length));
            }
            continue;
        }
        match reason {
            Some(Reason::Disconnected { .. } | Reason::NoWayThere | Reason::GoalBlocked { .. }) => {
            }
            Some(Reason::TooLong { .. }) if tried.best.is_some() => {}
            Some(reason @ Reason::OutOfBudget { .. }) => {
                tried.is_certain = false;
                stopped = Some(reason);
            }
            Some(reason @ (Reason::TooLong { .. } | Reason::BeyondRadius { .. })) => {
                stopped = stopped.or(Some(reason));
            }
            Some(reason) => return Err(reason),
            None => {}
        }
    }
    match (tried.best, stopped) {
        (None, Some(reason)) => Err(reason),
        _ => Ok(tried),
    }
}
