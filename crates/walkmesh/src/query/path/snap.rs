//! From the points that a caller gives to places on the mesh.

use super::super::walk::Walk;
use super::reason::Reason;
use crate::geom::Point;
use crate::mesh::{NavMesh, Nearest, SearchBox};

/// Places near start and goal, one a component. Reused from path to path.
#[derive(Debug, Default)]
pub(in crate::query) struct Candidates {
    start: Vec<Nearest>,
    goal: Vec<Nearest>,
}

/// Where a path starts, and where it should lead.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Ends {
    pub(in crate::query) start: Nearest,
    pub(in crate::query) goal: Nearest,
    /// Why the goal is not the one asked for.
    pub(in crate::query) reason: Option<Reason>,
}

/// Snaps both ends: to the nearest places, or where those are not connected, to the nearest two
/// in the boxes that are. A place counts for that only when it is on the storey of the nearest
/// one: no farther from the point in height than that one and a climb. A goal that is off the
/// mesh or not connected is replaced by the nearest place on the start's component. Only places
/// that the filter enters count.
pub(in crate::query) fn snap(
    walk: &Walk<'_>,
    found: &mut Candidates,
    from: Point,
    to: Point,
    search: &SearchBox,
) -> Result<Ends, Reason> {
    let mesh = walk.mesh;
    if mesh.polygon_count() == 0 {
        return Err(Reason::EmptyMesh);
    }
    let frame = mesh.frame();
    if frame.to_lattice(from).is_none() {
        return Err(Reason::BadStart { start: from });
    }
    if frame.to_lattice(to).is_none() {
        return Err(Reason::BadGoal { goal: to });
    }
    mesh.nearest_each_component(from, search, |r| walk.takes(r), &mut found.start);
    mesh.nearest_each_component(to, search, |r| walk.takes(r), &mut found.goal);
    let Some(&start) = found.start.first() else {
        return Err(Reason::StartOffMesh { distance: distance_to(walk, from) });
    };
    let Some(&goal) = found.goal.first() else {
        let reason = Reason::GoalOffMesh { distance: distance_to(walk, to) };
        return Ok(instead(walk, start, to, reason));
    };
    if let Some((start, goal)) = connected(mesh, found, from, to) {
        return Ok(Ends { start, goal, reason: None });
    }
    let (a, b) = (mesh.component(start.polygon), mesh.component(goal.polygon));
    Ok(instead(walk, start, to, Reason::Disconnected { start: a, goal: b }))
}

/// The nearest places where they are on one component, else the pair on one that is nearest in sum.
fn connected(
    mesh: &NavMesh,
    found: &Candidates,
    from: Point,
    to: Point,
) -> Option<(Nearest, Nearest)> {
    let nearest = found.start.first().zip(found.goal.first());
    let is_one =
        |(a, b): &(&Nearest, &Nearest)| mesh.component(a.polygon) == mesh.component(b.polygon);
    if let Some((start, goal)) = nearest.filter(is_one) {
        return Some((*start, *goal));
    }
    let climb = mesh.parameters().agent.max_climb;
    let same_storey = |places: &[Nearest], at: Point, place: &Nearest| {
        let off = |p: &Nearest| (p.point.y - at.y).abs();
        places.first().is_some_and(|nearest| off(place) <= off(nearest) + climb)
    };
    let mut best: Option<(f64, Nearest, Nearest)> = None;
    for start in found.start.iter().filter(|s| same_storey(&found.start, from, s)) {
        let component = mesh.component(start.polygon);
        let mut goals = found.goal.iter().filter(|g| same_storey(&found.goal, to, g));
        let Some(goal) = goals.find(|g| mesh.component(g.polygon) == component) else { continue };
        let off = start.distance + goal.distance;
        if best.is_none_or(|(least, ..)| off < least) {
            best = Some((off, *start, *goal));
        }
    }
    best.map(|(_, start, goal)| (start, goal))
}

/// The start, with the place nearest to the goal that its component has.
pub(in crate::query) fn instead(
    walk: &Walk<'_>,
    start: Nearest,
    to: Point,
    reason: Reason,
) -> Ends {
    let mesh = walk.mesh;
    let component = mesh.component(start.polygon);
    let here = |r| mesh.component(r) == component && walk.takes(r);
    let goal = mesh.nearest(to, &SearchBox::EVERYWHERE, here).unwrap_or(start);
    Ends { start, goal, reason: Some(reason) }
}

/// Straight distance to the ground that may be entered, metres.
fn distance_to(walk: &Walk<'_>, point: Point) -> f64 {
    let place = walk.mesh.nearest(point, &SearchBox::EVERYWHERE, |r| walk.takes(r));
    place.map_or(f64::INFINITY, |place| place.distance)
}
