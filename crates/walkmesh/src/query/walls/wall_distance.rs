//! The nearest wall in sight.
//!
//! What a place sees is a set of cones: parts of edges between two rays from the place, each
//! through a lattice point. They are followed from polygon to polygon, the nearest edge first.
//! The nearest point of a wall that is in sight is the foot on that wall, or an end of it: what
//! hides a nearer point is a nearer wall. Which of these lie in a cone is an exact orientation;
//! only lengths are floating point.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::super::error::QueryError;
use super::super::filter::Filter;
use super::super::scratch::Scratch;
use super::super::walk::Walk;
use super::Wall;
use crate::geom::{PlanPoint, Point, cast, predicates};
use crate::mesh::{NavMesh, Nearest};

/// The wall nearest to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestWall {
    /// Straight distance in plan, metres.
    pub distance: f64,
    /// The nearest point of the wall, on the ground.
    pub point: Point,
    /// Level, of length 1, from that point towards the place: out of the wall, into the ground.
    /// For a place on the wall itself the wall's own normal.
    pub normal: Point,
    /// The wall.
    pub wall: Wall,
}

/// The wall nearest to a place of those that it sees, at most `max_radius` metres away in plan;
/// `None` when there is none so near. Walls are edges with nothing beyond, ground that the filter
/// blocks, and one-way edges seen from where they cannot be crossed. A place on a wall is at
/// distance 0; walls of other storeys, or around a corner, are not in sight.
///
/// `max_radius` may be infinite; not a number or below 0 counts as 0. Exact: only lengths are
/// rounded. O(n log n) in what is in sight and nearer than the wall; nothing is allocated after
/// warm-up.
///
/// Detour's `findDistanceToWall`, which takes the nearest wall reached through near edges, in
/// sight or not; Unity's `NavMesh.FindClosestEdge`; Habitat-sim's
/// `distance_to_closest_obstacle` and `closest_obstacle_surface_point`. Godot has no such
/// question.
///
/// # Errors
/// When the place is not on this mesh, or on ground that the filter blocks.
pub fn distance_to_wall(
    mesh: &NavMesh,
    scratch: &mut Scratch,
    place: &Nearest,
    max_radius: f64,
    filter: &Filter,
) -> Result<Option<NearestWall>, QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let view = &mut scratch.view;
    walk.stand(place, &mut view.starts)?;
    let steps = max_radius.max(0.0) / mesh.frame().step();
    view.look(&walk, place.plan, steps);
    let found = view.found;
    Ok(found.map(|found| found.report(&walk, place)))
}

/// Part of an edge that is in sight, between two rays from the place.
#[derive(Clone, Copy, Debug)]
struct Cone {
    /// The edge as the polygon beyond has it.
    edge: u32,
    right: PlanPoint,
    left: PlanPoint,
    /// Squared distance of the edge, steps².
    squared: f64,
    /// How many were opened before it.
    number: u32,
}

/// The nearest first, of equals the oldest: the numbers of their edges may be others in an equal
/// mesh.
impl Ord for Cone {
    fn cmp(&self, other: &Self) -> Ordering {
        other.squared.total_cmp(&self.squared).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Cone {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cone {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cone {}

/// The nearest point so far.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// Squared distance, steps².
    squared: f64,
    wall: u32,
    /// How far along the wall, 0 to 1.
    share: f64,
}

/// What is in sight of a place, and the memory for it.
#[derive(Debug, Default)]
pub(in crate::query) struct View {
    starts: Vec<u32>,
    queue: BinaryHeap<Cone>,
    /// How many cones were opened.
    opened: u32,
    found: Option<Found>,
}

impl View {
    fn look(&mut self, walk: &Walk<'_>, from: PlanPoint, radius: f64) {
        self.queue.clear();
        self.opened = 0;
        self.found = None;
        let starts = std::mem::take(&mut self.starts);
        for h in starts.iter().flat_map(|&polygon| walk.edges.around(polygon)) {
            let (a, b) = walk.ends(h);
            self.turn(walk, h, from, |_| true);
            let Some(twin) = walk.across(h) else {
                self.offer(h, [a, b], from, |_| true);
                continue;
            };
            // The polygon beyond an edge under the place is a start itself, and through others
            // on a line with it nothing is seen.
            if predicates::cross(a, b, from) != 0 {
                self.open(twin, [a, b], [a, b], from);
            }
        }
        self.starts = starts;
        while let Some(cone) = self.queue.pop() {
            let beaten = self.found.is_some_and(|found| found.squared <= cone.squared);
            if beaten || cone.squared > radius * radius {
                break;
            }
            self.follow(walk, &cone, from);
        }
        self.found = self.found.filter(|found| found.squared.sqrt() <= radius);
    }

    /// What is seen through a cone in the polygon that it enters.
    fn follow(&mut self, walk: &Walk<'_>, cone: &Cone, from: PlanPoint) {
        let Cone { edge, right, left, .. } = *cone;
        let side_right = |p| predicates::cross(from, right, p);
        let side_left = |p| predicates::cross(from, left, p);
        let in_sight = |p| side_right(p) >= 0 && side_left(p) <= 0;
        for h in walk.edges.around(walk.edges.get(edge).polygon).filter(|&h| h != edge) {
            let (a, b) = walk.ends(h);
            self.turn(walk, h, from, in_sight);
            let Some(twin) = walk.across(h) else {
                self.offer(h, [a, b], from, in_sight);
                continue;
            };
            // Seen from the place an edge runs from right to left.
            if side_right(b) > 0 && side_left(a) < 0 {
                let right = if side_right(a) >= 0 { a } else { right };
                let left = if side_left(b) <= 0 { b } else { left };
                self.open(twin, [right, left], [a, b], from);
            }
        }
    }

    /// Opens what is seen between two rays of the edge `ab`, which the polygon beyond has as `edge`.
    fn open(
        &mut self,
        edge: u32,
        [right, left]: [PlanPoint; 2],
        [a, b]: [PlanPoint; 2],
        from: PlanPoint,
    ) {
        let (squared, _) = nearest(a, b, from);
        self.queue.push(Cone { edge, right, left, squared, number: self.opened });
        self.opened += 1;
    }

    /// Takes the nearest point of a wall if it is in sight and nearer than the one at hand.
    fn offer(
        &mut self,
        wall: u32,
        [a, b]: [PlanPoint; 2],
        from: PlanPoint,
        in_sight: impl Fn(PlanPoint) -> bool,
    ) {
        let (squared, share) = nearest(a, b, from);
        if self.found.is_some_and(|found| found.squared <= squared) {
            return;
        }
        let along = predicates::dot(a, from, b);
        let seen = if along <= 0 {
            in_sight(a)
        } else if along >= a.distance_squared(b) {
            in_sight(b)
        } else {
            // The foot lies straight to the right of the edge's direction.
            let foot = PlanPoint::new(from.x + (b.y - a.y), from.y - (b.x - a.x));
            predicates::cross(a, b, from) == 0 || in_sight(foot)
        };
        if seen {
            self.found = Some(Found { squared, wall, share });
        }
    }

    /// Takes the first corner of `h` if it is in sight, nearer, and a wall ends there. Mostly that
    /// wall is in sight itself; not so where ground winds around the corner more than once.
    fn turn(
        &mut self,
        walk: &Walk<'_>,
        h: u32,
        from: PlanPoint,
        in_sight: impl Fn(PlanPoint) -> bool,
    ) {
        let at = walk.edges.at(h);
        let squared = cast::float(from.distance_squared(at));
        let nearer = self.found.is_none_or(|found| squared < found.squared);
        if nearer && walk.edges.get(h).is_corner() && in_sight(at) {
            let wall = walk.wall_at(h).map(|(wall, share)| Found { squared, wall, share });
            self.found = wall.or(self.found);
        }
    }
}

impl Walk<'_> {
    /// A wall that ends at the first corner of `h`, in the polygons that are entered by going
    /// around it, and the share of it where the corner is. Both ways around, as a one-way edge
    /// is a wall to one of them only.
    fn wall_at(&self, h: u32) -> Option<(u32, f64)> {
        let mut k = h;
        loop {
            let Some(twin) = self.across(k) else { return Some((k, 0.0)) };
            k = self.edges.next(twin);
            if k == h {
                break;
            }
        }
        loop {
            let end = self.edges.prev(k);
            let Some(twin) = self.across(end) else { return Some((end, 1.0)) };
            k = twin;
            if k == h {
                return None;
            }
        }
    }
}

/// Squared distance of the segment `ab` from a point, steps², and where it is nearest as a share.
/// Which part of it is nearest is decided exactly.
fn nearest(a: PlanPoint, b: PlanPoint, from: PlanPoint) -> (f64, f64) {
    let along = predicates::dot(a, from, b);
    let whole = a.distance_squared(b);
    if along <= 0 {
        (cast::float(from.distance_squared(a)), 0.0)
    } else if along >= whole {
        (cast::float(from.distance_squared(b)), 1.0)
    } else {
        let off = cast::float(predicates::cross(a, b, from));
        let whole = cast::float(whole);
        (off * off / whole, cast::float(along) / whole)
    }
}

impl Found {
    fn report(self, walk: &Walk<'_>, place: &Nearest) -> NearestWall {
        let wall = walk.wall(self.wall);
        let between = |a: f64, b: f64| if self.share >= 1.0 { b } else { a + (b - a) * self.share };
        let (x, z) = (between(wall.from.x, wall.to.x), between(wall.from.z, wall.to.z));
        let y = walk.mesh.ground_height(wall.polygon, Point::new(x, place.point.y, z));
        let point = Point::new(x, y, z);
        let distance = walk.mesh.frame().metres(self.squared.sqrt());
        let ends = self.share <= 0.0 || self.share >= 1.0;
        let normal = if ends && distance > 0.0 {
            let towards = |from: f64, to: f64| (to - from) / distance;
            Point::new(towards(x, place.point.x), 0.0, towards(z, place.point.z))
        } else {
            wall.normal
        };
        NearestWall { distance, point, normal, wall }
    }
}
