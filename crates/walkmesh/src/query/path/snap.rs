//! From the points that a caller gives to places on the mesh.

use super::super::walk::Walk;
use super::reason::Reason;
use crate::geom::Point;
use crate::mesh::{NavMesh, Nearest, PolyRef, SearchBox};

/// Places near start and goal. Reused from path to path.
#[derive(Debug, Default)]
pub(in crate::query) struct Candidates {
    pub(in crate::query) start: Around,
    pub(in crate::query) goal: Around,
}

impl Candidates {
    /// The ends among the places near the same points when parts are told apart otherwise.
    pub(in crate::query) fn snap_by<P: PartialEq>(
        &mut self,
        walk: &Walk<'_>,
        search: &SearchBox,
        part: impl Fn(PolyRef) -> P,
    ) -> Option<(Nearest, Nearest)> {
        for around in [&mut self.start, &mut self.goal] {
            around.fill(walk, around.at, search, &part);
        }
        self.ends(walk.mesh, part)
    }

    /// The nearest places where they are on one part or no two are, else the pair on one that is
    /// nearest in sum.
    fn ends<P: PartialEq>(
        &self,
        mesh: &NavMesh,
        part: impl Fn(PolyRef) -> P,
    ) -> Option<(Nearest, Nearest)> {
        let nearest = (*self.start.places.first()?, *self.goal.places.first()?);
        if part(nearest.0.polygon) == part(nearest.1.polygon) {
            return Some(nearest);
        }
        let mut best: Option<(f64, Nearest, Nearest)> = None;
        for start in self.start.on_storey(mesh) {
            let own = part(start.polygon);
            let mut goals = self.goal.on_storey(mesh);
            let Some(goal) = goals.find(|g| part(g.polygon) == own) else { continue };
            let off = start.distance + goal.distance;
            if best.is_none_or(|(least, ..)| off < least) {
                best = Some((off, *start, *goal));
            }
        }
        Some(best.map_or(nearest, |(_, start, goal)| (start, goal)))
    }
}

/// A point that a caller gave, and places near it: the nearest first, one a [part](Walk::part).
#[derive(Debug, Default)]
pub(in crate::query) struct Around {
    at: Point,
    places: Vec<Nearest>,
}

impl Around {
    fn fill<P: PartialEq>(
        &mut self,
        walk: &Walk<'_>,
        at: Point,
        search: &SearchBox,
        part: impl Fn(PolyRef) -> P,
    ) {
        self.at = at;
        walk.mesh.nearest_each(at, search, |r| walk.takes(r), part, &mut self.places);
    }

    /// The place nearest to the point in a box, on the storey of the places near it, among some
    /// polygons.
    pub(in crate::query) fn nearest(
        &self,
        mesh: &NavMesh,
        search: &SearchBox,
        takes: impl Fn(PolyRef) -> bool,
    ) -> Option<Nearest> {
        mesh.nearest(self.at, search, takes).filter(|place| self.is_on_storey(mesh, place))
    }

    /// True for a place that is no farther from the point in height than the nearest one and a
    /// climb.
    fn is_on_storey(&self, mesh: &NavMesh, place: &Nearest) -> bool {
        let off = |p: &Nearest| (p.point.y - self.at.y).abs();
        let climb = mesh.parameters().agent.max_climb;
        self.places.first().is_some_and(|nearest| off(place) <= off(nearest) + climb)
    }

    /// The places on that storey.
    fn on_storey(&self, mesh: &NavMesh) -> impl Iterator<Item = &Nearest> {
        self.places.iter().filter(|place| self.is_on_storey(mesh, place))
    }
}

/// Where a path starts, and where it should lead.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Ends {
    pub(in crate::query) start: Nearest,
    pub(in crate::query) goal: Nearest,
    /// Why the goal is not the one asked for.
    pub(in crate::query) reason: Option<Reason>,
    /// In which boxes others are as good when there is no way between these; `None` where they are
    /// given.
    pub(in crate::query) search: Option<SearchBox>,
}

impl Ends {
    /// Notes that a limit was met; where no way leads to the goal, a wider one would not either.
    pub(in crate::query) fn meet(&mut self, limit: Reason) {
        if !self.reason.as_ref().is_some_and(Reason::bars_the_goal) {
            self.reason = Some(limit);
        }
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
    let part = |r| walk.part(r);
    found.start.fill(walk, from, search, part);
    found.goal.fill(walk, to, search, part);
    let Some(&start) = found.start.places.first() else {
        return Err(Reason::StartOffMesh { distance: distance_to(walk, from) });
    };
    let Some((start, goal)) = found.ends(mesh, part) else {
        let reason = Reason::GoalOffMesh { distance: distance_to(walk, to) };
        return Ok(instead(walk, start, to, reason));
    };
    if let Some(reason) = apart(walk, &start, &goal) {
        return Ok(instead(walk, start, to, reason));
    }
    Ok(Ends { start, goal, reason: None, search: Some(*search) })
}

/// That two places are on different components, where they are.
pub(in crate::query) fn apart(walk: &Walk<'_>, start: &Nearest, goal: &Nearest) -> Option<Reason> {
    let [a, b] = [start, goal].map(|place| walk.mesh.component(place.polygon));
    (a != b).then_some(Reason::Disconnected { start: a, goal: b })
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
    Ends { start, goal, reason: Some(reason), search: None }
}

/// Straight distance to the ground that may be entered, metres.
fn distance_to(walk: &Walk<'_>, point: Point) -> f64 {
    let place = walk.mesh.nearest(point, &SearchBox::EVERYWHERE, |r| walk.takes(r));
    place.map_or(f64::INFINITY, |place| place.distance)
}
