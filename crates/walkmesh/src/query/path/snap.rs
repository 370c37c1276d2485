//! From the points that a caller gives to places on the mesh.

use super::super::walk::Walk;
use super::reason::Reason;
use crate::geom::Point;
use crate::mesh::{NavMesh, Nearest, PolyRef, SearchBox};

/// Places near start and goal, one a [part](Walk::part). Reused from path to path.
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
    /// From what they were snapped; others there are as good when there is no way between these.
    pub(in crate::query) asked: Option<Asked>,
}

/// What a caller asked for whose points are snapped.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Asked {
    from: Point,
    to: Point,
    search: SearchBox,
}

impl Asked {
    /// The place nearest to the start in its box and on its storey, among some polygons.
    pub(in crate::query) fn start_on(
        &self,
        walk: &Walk<'_>,
        found: &Candidates,
        takes: impl Fn(PolyRef) -> bool,
    ) -> Option<Nearest> {
        self.nearest(walk.mesh, (self.from, &found.start), takes)
    }

    /// The same for the goal.
    pub(in crate::query) fn goal_on(
        &self,
        walk: &Walk<'_>,
        found: &Candidates,
        takes: impl Fn(PolyRef) -> bool,
    ) -> Option<Nearest> {
        self.nearest(walk.mesh, (self.to, &found.goal), takes)
    }

    fn nearest(
        &self,
        mesh: &NavMesh,
        (at, places): (Point, &[Nearest]),
        takes: impl Fn(PolyRef) -> bool,
    ) -> Option<Nearest> {
        let place = mesh.nearest(at, &self.search, takes)?;
        on_storey(mesh, places, at, &place).then_some(place)
    }
}

/// Snaps both ends: to the nearest places, or where those are not connected, to the nearest two
/// in the boxes that are. A place counts for that only when it is on the storey of the nearest
/// one: no farther from the point in height than that one and a climb. A goal that is off the
/// mesh or on another component is replaced by the nearest place on the start's component. Only
/// places that the filter enters count.
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
    for (at, places) in [(from, &mut found.start), (to, &mut found.goal)] {
        mesh.nearest_each(at, search, |r| walk.takes(r), |r| walk.part(r), places);
    }
    let Some(&start) = found.start.first() else {
        return Err(Reason::StartOffMesh { distance: distance_to(walk, from) });
    };
    let Some(&goal) = found.goal.first() else {
        let reason = Reason::GoalOffMesh { distance: distance_to(walk, to) };
        return Ok(instead(walk, start, to, reason));
    };
    let found = connected(walk, found, from, to);
    let (start, goal) = found.unwrap_or((start, goal));
    let (a, b) = (mesh.component(start.polygon), mesh.component(goal.polygon));
    if a != b {
        return Ok(instead(walk, start, to, Reason::Disconnected { start: a, goal: b }));
    }
    Ok(Ends { start, goal, reason: None, asked: Some(Asked { from, to, search: *search }) })
}

/// The nearest places where they are on one part, else the pair on one that is nearest in sum.
fn connected(
    walk: &Walk<'_>,
    found: &Candidates,
    from: Point,
    to: Point,
) -> Option<(Nearest, Nearest)> {
    let nearest = found.start.first().zip(found.goal.first());
    let is_one = |(a, b): &(&Nearest, &Nearest)| walk.part(a.polygon) == walk.part(b.polygon);
    if let Some((start, goal)) = nearest.filter(is_one) {
        return Some((*start, *goal));
    }
    let mut best: Option<(f64, Nearest, Nearest)> = None;
    for start in found.start.iter().filter(|s| on_storey(walk.mesh, &found.start, from, s)) {
        let part = walk.part(start.polygon);
        let mut goals = found.goal.iter().filter(|g| on_storey(walk.mesh, &found.goal, to, g));
        let Some(goal) = goals.find(|g| walk.part(g.polygon) == part) else { continue };
        let off = start.distance + goal.distance;
        if best.is_none_or(|(least, ..)| off < least) {
            best = Some((off, *start, *goal));
        }
    }
    best.map(|(_, start, goal)| (start, goal))
}

/// True for a place that is no farther from a point in height than the nearest of some places and
/// a climb.
fn on_storey(mesh: &NavMesh, places: &[Nearest], at: Point, place: &Nearest) -> bool {
    let off = |p: &Nearest| (p.point.y - at.y).abs();
    let climb = mesh.parameters().agent.max_climb;
    places.first().is_some_and(|nearest| off(place) <= off(nearest) + climb)
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
    Ends { start, goal, reason: Some(reason), asked: None }
}

/// Straight distance to the ground that may be entered, metres.
fn distance_to(walk: &Walk<'_>, point: Point) -> f64 {
    let place = walk.mesh.nearest(point, &SearchBox::EVERYWHERE, |r| walk.takes(r));
    place.map_or(f64::INFINITY, |place| place.distance)
}
