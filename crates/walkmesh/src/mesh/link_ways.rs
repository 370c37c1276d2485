//! Which links can be taken, and from which polygons.
//!
//! A link that both ends use is two ways. Points on edges and corners are part of every polygon
//! that is joined around them, so a way is entered from each polygon that holds a part of its
//! entry, and leads to each that holds a part of its exit.

use super::access::Access;
use super::half_edges::HalfEdges;
use super::link::Link;
use crate::geom::{Frame, PlanPoint, cast, predicates};

/// How much the plan lengths of the two stretches of a link may differ, steps: what rounding
/// their four ends to the lattice can make of equal ones.
pub(super) const STRETCH_TOLERANCE: f64 = 2.0;

/// One direction of a link that may be taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// Index of the link in the mesh.
    pub(crate) link: u32,
    /// True when it is taken from its end `to` to its end `from`.
    pub(crate) backward: bool,
    /// Where it is entered, from share 0 to share 1; one point twice for a point.
    pub(crate) entry: [PlanPoint; 2],
    /// Where it is left, share by share.
    pub(crate) exit: [PlanPoint; 2],
    /// What taking it costs, steps.
    pub(crate) cost: f64,
    /// Its exits in the table.
    exits: (u32, u32),
    /// Its knots in the table.
    knots: (u32, u32),
}

/// A share of a way at which a shortest path may bend: an end of the stretches, a corner of a
/// polygon on one of them, or where another stretch may be taken at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knot {
    /// Which way.
    pub(crate) way: u32,
    /// The share.
    pub(crate) share: f64,
    /// Where it is entered, to the nearest lattice point.
    pub(crate) entry: PlanPoint,
    /// Where it is left, to the nearest lattice point on the polygons of the exit.
    pub(crate) exit: PlanPoint,
}

impl Way {
    /// True when it joins two points, not two stretches.
    #[inline]
    pub(crate) fn is_point(&self) -> bool {
        self.entry[0] == self.entry[1]
    }

    /// True for the other direction of the same link.
    pub(crate) const fn is_back_of(&self, other: &Self) -> bool {
        self.link == other.link && self.backward != other.backward
    }

    /// A way of a link that costs nothing, for tests.
    #[cfg(test)]
    pub(crate) const fn of(entry: [PlanPoint; 2], exit: [PlanPoint; 2]) -> Self {
        Self { link: 0, backward: false, entry, exit, cost: 0.0, exits: (0, 0), knots: (0, 0) }
    }
}

/// The part of a way's entry or exit that lies on one polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Which way; an index for [`LinkWays::get`].
    pub(crate) way: u32,
    /// Dense index of the polygon.
    pub(crate) polygon: u32,
    /// First and last point in the order of shares; one point twice where it only touches.
    pub(crate) ends: [PlanPoint; 2],
}

impl Part {
    /// The shares of the stretch that it is a part of at its first and last point.
    pub(crate) fn shares(&self, stretch: [PlanPoint; 2]) -> [f64; 2] {
        self.ends.map(|p| share_of(stretch, p))
    }

    /// True when a point next to the line of a stretch, which has this part, is beside the part.
    pub(crate) fn spans(&self, [a, b]: [PlanPoint; 2], p: PlanPoint) -> bool {
        let along = |p| predicates::dot(a, b, p);
        self.ends.contains(&p)
            || (along(self.ends[0]) <= along(p) && along(p) <= along(self.ends[1]) && a != b)
    }
}

/// A link whose ends are on the mesh and may be entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usable<'l> {
    pub(super) index: u32,
    pub(super) link: &'l Link,
    /// Dense indices of the polygons of its ends `from` and `to`.
    pub(super) polygons: [u32; 2],
}

/// All ways, and where they are entered, by polygon.
#[derive(Debug, Default)]
pub(crate) struct LinkWays {
    ways: Vec<Way>,
    entries: Vec<Part>,
    /// First entry of each polygon, and the count at the end; empty without ways.
    first: Vec<u32>,
    exits: Vec<Part>,
    /// Those of a way follow each other, its ends first.
    knots: Vec<Knot>,
}

impl LinkWays {
    /// The table for links whose polygons are those of `mesh`. Linear in polygons and links.
    pub(super) fn new(mesh: &HalfEdges, links: &[Usable<'_>], frame: &Frame) -> Self {
        let mut table = Self::default();
        // The corners on each entry.
        let mut corners = Vec::new();
        for usable in links {
            let link = usable.link;
            let [from, to] = [&link.from, &link.to].map(|end| [end.from.plan, end.to.plan]);
            let [a, b] = usable.polygons;
            let cost = link.cost / frame.step();
            corners.push(table.add(mesh, usable.index, false, ([from, to], [a, b]), cost));
            if link.both_ways {
                corners.push(table.add(mesh, usable.index, true, ([to, from], [b, a]), cost));
            }
        }
        if !table.ways.is_empty() {
            table.entries.sort_by_key(|part| (part.polygon, part.way));
            let before = |p: u32| table.entries.partition_point(|part| part.polygon < p);
            table.first = (0..=mesh.polygons()).map(|p| cast::count(before(p))).collect();
        }
        for (way, corners) in (0..).zip(corners) {
            let first = cast::count(table.knots.len());
            table.tie(mesh, way, &corners);
            table.ways[cast::index(way)].knots = (first, cast::count(table.knots.len()));
        }
        table
    }

    /// Adds one direction of a link; gives the corners inside its entry.
    fn add(
        &mut self,
        mesh: &HalfEdges,
        link: u32,
        backward: bool,
        ([entry, exit], [a, b]): ([[PlanPoint; 2]; 2], [u32; 2]),
        cost: f64,
    ) -> Vec<PlanPoint> {
        let way = cast::count(self.ways.len());
        let entered = self.entries.len();
        parts_of(mesh, way, a, entry, &mut self.entries);
        let first = cast::count(self.exits.len());
        parts_of(mesh, way, b, exit, &mut self.exits);
        let exits = (first, cast::count(self.exits.len()));
        self.ways.push(Way { link, backward, entry, exit, cost, exits, knots: (0, 0) });
        inner_ends(&self.entries[entered..], entry)
    }

    /// Finds the knots of a way, given the corners inside its entry.
    fn tie(&mut self, mesh: &HalfEdges, way: u32, corners: &[PlanPoint]) {
        let Way { entry, exit, .. } = *self.get(way);
        let mut knots = vec![Knot { way, share: 0.0, entry: entry[0], exit: exit[0] }];
        if entry[0] != entry[1] {
            knots.push(Knot { way, share: 1.0, entry: entry[1], exit: exit[1] });
            for &p in corners {
                let share = share_of(entry, p);
                let there = at_share(exit, share);
                if let Some(exit) = on_ground(mesh, self.exits_of(way), there) {
                    knots.push(Knot { way, share, entry: p, exit });
                }
            }
            let met = self.exits_of(way).iter().flat_map(|part| self.meetings(exit, part.polygon));
            for p in inner_ends(self.exits_of(way), exit).into_iter().chain(met) {
                let share = share_of(exit, p);
                knots.push(Knot { way, share, entry: at_share(entry, share), exit: p });
            }
        }
        self.knots.append(&mut knots);
    }

    /// Where stretches that are entered from a polygon cross a stretch, inside both, to the
    /// nearest lattice point.
    fn meetings(&self, [a, b]: [PlanPoint; 2], polygon: u32) -> impl Iterator<Item = PlanPoint> {
        self.entered_from(polygon).iter().filter_map(move |part| {
            let [c, d] = self.get(part.way).entry;
            let sides = [c, d].map(|p| cast::float(predicates::cross(a, b, p)));
            predicates::segments_cross(a, b, c, d)
                .then(|| at_share([c, d], sides[0] / (sides[0] - sides[1])))
        })
    }

    /// All of them.
    #[inline]
    pub(crate) fn all(&self) -> &[Way] {
        &self.ways
    }

    /// A way.
    #[inline]
    pub(crate) fn get(&self, way: u32) -> &Way {
        &self.ways[cast::index(way)]
    }

    /// The ways that can be entered from a polygon.
    #[inline]
    pub(crate) fn entered_from(&self, polygon: u32) -> &[Part] {
        if self.first.is_empty() {
            return &[];
        }
        // Polygons that came later have none, or the ways would have been made anew.
        let p = cast::index(polygon);
        match self.first.get(p..p + 2) {
            Some(&[from, to]) => &self.entries[cast::index(from)..cast::index(to)],
            _ => &[],
        }
    }

    /// The polygons that a way leads to.
    #[inline]
    pub(crate) fn exits_of(&self, way: u32) -> &[Part] {
        let numbers = self.exit_numbers(way);
        &self.exits[cast::index(numbers.start)..cast::index(numbers.end)]
    }

    /// The numbers of the polygons that a way leads to, for [`LinkWays::exits`].
    #[inline]
    pub(crate) fn exit_numbers(&self, way: u32) -> std::ops::Range<u32> {
        let (first, end) = self.get(way).exits;
        first..end
    }

    /// All knots.
    #[inline]
    pub(crate) fn knots(&self) -> &[Knot] {
        &self.knots
    }

    /// The numbers of the knots of a way: first its ends.
    #[inline]
    pub(crate) fn knots_of(&self, way: u32) -> std::ops::Range<u32> {
        let (first, end) = self.get(way).knots;
        first..end
    }

    /// True when a way has a knot that is entered there.
    pub(crate) fn has_knot(&self, way: u32, entry: PlanPoint) -> bool {
        self.knots_of(way).any(|knot| self.knots[cast::index(knot)].entry == entry)
    }

    /// All places where ways are entered.
    pub(crate) fn entries(&self) -> &[Part] {
        &self.entries
    }

    /// All places where ways are left.
    #[inline]
    pub(crate) fn exits(&self) -> &[Part] {
        &self.exits
    }
}

/// The parts of a stretch that the polygons around it hold: `polygon`, which holds all of it, and
/// those joined to it around the stretch's ends and the corners on it.
fn parts_of(
    mesh: &HalfEdges,
    way: u32,
    polygon: u32,
    [a, b]: [PlanPoint; 2],
    parts: &mut Vec<Part>,
) {
    let corners = mesh.around(polygon).map(|h| mesh.at(h));
    let mut telling: Vec<PlanPoint> =
        corners.filter(|&c| c != a && c != b && predicates::on_segment(a, b, c)).collect();
    telling.extend([a, b]);
    telling.sort_by_key(|&p| a.distance_squared(p));
    let first = parts.len();
    let mut around = Vec::new();
    for p in telling {
        mesh.holding(polygon, p, &mut around);
        for &polygon in &around {
            match parts[first..].iter_mut().find(|part| part.polygon == polygon) {
                Some(part) => part.ends[1] = p,
                None => parts.push(Part { way, polygon, ends: [p, p] }),
            }
        }
    }
}

/// The ends of parts inside a stretch, in order: corners of polygons that lie on it.
fn inner_ends(parts: &[Part], [a, b]: [PlanPoint; 2]) -> Vec<PlanPoint> {
    let ends = parts.iter().flat_map(|part| part.ends);
    let mut inner: Vec<PlanPoint> = ends.filter(|&p| p != a && p != b).collect();
    inner.sort_by_key(|&p| a.distance_squared(p));
    inner.dedup();
    inner
}

/// At which share of a stretch a point of it lies; 0 on a point.
fn share_of([a, b]: [PlanPoint; 2], p: PlanPoint) -> f64 {
    if p == a { 0.0 } else { a.distance(p) / a.distance(b) }
}

/// The lattice point nearest to a share of a stretch.
pub(crate) fn at_share([a, b]: [PlanPoint; 2], share: f64) -> PlanPoint {
    let along =
        |a: i32, b: i32| cast::round_i32(f64::from(a) + (f64::from(b) - f64::from(a)) * share);
    PlanPoint::new(along(a.x, b.x), along(a.y, b.y))
}

/// The lattice point nearest to `p`, itself or next to it, that one of the polygons of `parts`
/// holds.
pub(crate) fn on_ground(mesh: &HalfEdges, parts: &[Part], p: PlanPoint) -> Option<PlanPoint> {
    let around = (0..9_i32).map(|i| PlanPoint::new(p.x + i % 3 - 1, p.y + i / 3 - 1));
    around
        .filter(|&q| parts.iter().any(|part| mesh.holds(part.polygon, q)))
        .min_by_key(|&q| p.distance_squared(q))
}

/// True when a link may be taken at all: enabled, allowed, wide enough for a body of that
/// radius (metres), its figures sensible, its stretches of equal length.
pub(super) fn is_usable(link: &Link, access: &Access, radius: f64) -> bool {
    link.enabled
        && access.allows(link.area, link.flags)
        && link.width >= 2.0 * radius
        && link.problem().is_none()
        && is_rigid(link)
}

/// True when the ends of a link can be joined point by point: points, or equally long stretches.
pub(crate) fn is_rigid(link: &Link) -> bool {
    are_rigid([&link.from, &link.to].map(|end| [end.from.plan, end.to.plan]))
}

/// The same of its two ends.
pub(crate) fn are_rigid(stretches: [[PlanPoint; 2]; 2]) -> bool {
    // In floats, as points that no file was checked for may be out of reach of the integers.
    let [a, b] = stretches.map(|[a, b]| {
        let apart = |u: i32, v: i32| f64::from(u) - f64::from(v);
        let [x, y] = [apart(a.x, b.x), apart(a.y, b.y)];
        (x * x + y * y).sqrt()
    });
    (a > 0.0) == (b > 0.0) && (a - b).abs() <= STRETCH_TOLERANCE
}

#[cfg(test)]
mod tests;
