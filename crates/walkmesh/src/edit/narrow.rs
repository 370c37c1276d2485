//! Where a base mesh is narrower than a step of the lattice.
//!
//! ```text
//!      a
//!      │╲╲          both edges from a pass the square of v: were one of them bent to a hot point
//!      v  ╲╲        there and the other not, they would cross, or run over v
//!      │   ╲ ╲
//! ```
//!
//! Snap rounding asks that every edge which passes the square of a corner is bent to it. A base mesh
//! is left as it is where nothing is near; so edges that pass squares of the same corners are bent all
//! or none, and so are those that start nearer than a step to another and run along it: two such pass
//! the same squares for a while. What is narrow may be a polygon, or the gap between two that are not
//! joined there ([`Beside`]).

use std::collections::{BTreeMap, BTreeSet};

use super::apart::Beside;
use super::pixel::passes;
use super::twins::Twins;
use crate::geom::predicates::{dot, nears};
use crate::geom::{DisjointSets, PlanBox, PlanPoint, cast, edges};
use crate::mesh::{NavMesh, PolyRef, TileId};
use crate::threads::each;

/// An edge as one of the polygons at it has it.
pub(super) type Side = (PolyRef, u32);

/// Edges that have to do with each other.
#[derive(Debug)]
pub(super) struct Narrow {
    /// From both sides, in order.
    pub(super) edges: Vec<Side>,
    /// The corners that they pass or run beside, and the points on others of them at which the ground
    /// bends, in order.
    pub(super) corners: Vec<PlanPoint>,
    /// The polygons around their ends and around those corners, in order.
    pub(super) around: Vec<PolyRef>,
    /// The polygons with these edges, and those around their corners, in order.
    bent: Vec<PolyRef>,
    /// What the edges reach.
    pub(super) bounds: PlanBox,
}

/// All of a mesh; nearly always none.
#[derive(Debug, Default)]
pub(super) struct Narrows {
    all: Vec<Narrow>,
    /// In order, each with where it belongs.
    by_edge: Vec<(Side, usize)>,
    /// The polygons around, in order.
    by_polygon: Vec<(PolyRef, usize)>,
}

impl Narrows {
    /// Those of a mesh. Where there are any, linear in the edges there, by log n.
    pub(super) fn of(twins: &Twins, tiles: &[TileId], beside: &[Beside]) -> Self {
        let thin: Vec<Beside> =
            each(tiles, |&tile| thin(twins, tile)).into_iter().flatten().collect();
        if thin.is_empty() && beside.is_empty() {
            return Self::default();
        }
        let mut found = Found::default();
        for thin in thin {
            found.add(twins, thin, beside_it(twins, thin));
        }
        for &gap in beside {
            found.add(twins, gap, ending_at(twins, gap.point, gap.on));
        }
        found.add_sharp(twins);
        Self::new(twins, found.narrows(twins))
    }

    fn new(twins: &Twins, mut all: Vec<Narrow>) -> Self {
        for narrow in &mut all {
            narrow.around.sort_unstable();
            narrow.around.dedup();
            let polygons: Vec<PolyRef> = narrow.edges.iter().map(|edge| edge.0).collect();
            narrow.bent = twins.all_around(&polygons);
        }
        let numbered = || all.iter().enumerate();
        let mut by_edge: Vec<_> =
            numbered().flat_map(|(i, of)| of.edges.iter().map(move |&edge| (edge, i))).collect();
        let mut by_polygon: Vec<_> =
            numbered().flat_map(|(i, of)| of.around.iter().map(move |&r| (r, i))).collect();
        by_edge.sort_unstable();
        by_polygon.sort_unstable();
        Self { all, by_edge, by_polygon }
    }

    /// True where there are none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Where an edge of a polygon belongs.
    #[inline]
    pub(super) fn at(&self, polygon: PolyRef, edge: usize) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let side = (polygon, cast::count(edge));
        let at = self.by_edge.binary_search_by_key(&side, |of| of.0).ok()?;
        Some(self.by_edge[at].1)
    }

    /// The edges of a polygon that belong somewhere, and where.
    pub(super) fn of_polygon(&self, polygon: PolyRef) -> impl Iterator<Item = (Side, usize)> {
        let from = self.by_edge.partition_point(|of| of.0.0 < polygon);
        self.by_edge[from..].iter().take_while(move |of| of.0.0 == polygon).copied()
    }

    /// The narrow place of a number.
    pub(super) fn get(&self, number: usize) -> &Narrow {
        &self.all[number]
    }

    /// Those that have a polygon around them.
    fn around(&self, polygon: PolyRef) -> impl Iterator<Item = usize> {
        let from = self.by_polygon.partition_point(|of| of.0 < polygon);
        let there = self.by_polygon[from..].iter().take_while(move |of| of.0 == polygon);
        there.map(|of| of.1)
    }

    /// The polygons whose edges may be bent by what comes into a box near some polygons, for these being
    /// around narrow places.
    pub(super) fn bent_by(
        &self,
        base: &NavMesh,
        polygons: &[PolyRef],
        bounds: &PlanBox,
    ) -> Vec<PolyRef> {
        if self.is_empty() {
            return Vec::new();
        }
        let near: BTreeSet<usize> = polygons.iter().flat_map(|&r| self.around(r)).collect();
        let edges = |i: usize| self.all[i].edges.iter().map(|edge| edge.0);
        // What bends edges at one may by that be near others.
        let beside = near.iter().flat_map(|&i| edges(i)).flat_map(|r| self.around(r));
        let all: BTreeSet<usize> = beside.chain(near.iter().copied()).collect();
        let all = all.into_iter().filter(|&i| self.all[i].bounds.meets(bounds));
        let is_in = |r: &PolyRef| base.polygon(*r).bounds.meets(bounds);
        let bent = near.iter().flat_map(|&i| self.all[i].bent.iter().copied().filter(is_in));
        all.flat_map(edges).chain(bent).collect()
    }
}

/// Edges at narrow places, and which of them belong together.
#[derive(Default)]
struct Found {
    numbers: BTreeMap<Side, u32>,
    /// The edges that have to do with each point; they belong together.
    at_points: BTreeMap<PlanPoint, Vec<u32>>,
    /// Polygons around a point, each with an edge that passes or runs beside it.
    around: Vec<(u32, PolyRef)>,
    /// Others that belong together.
    joined: Vec<[u32; 2]>,
}

impl Found {
    /// The number of an edge, and whether it has just got it.
    fn number(&mut self, side: Side) -> (u32, bool) {
        let next = cast::count(self.numbers.len());
        let number = *self.numbers.entry(side).or_insert(next);
        (number, number == next)
    }

    /// Adds the edges that pass a point, and others of those at it that belong to them.
    fn add(&mut self, twins: &Twins, near: Beside, others: impl IntoIterator<Item = Side>) {
        let Beside { edge, point, on } = near;
        for side in passing(twins, edge, point).into_iter().chain(others) {
            let (number, _) = self.number(side);
            self.at_points.entry(point).or_default().push(number);
        }
        let (number, _) = self.number(edge);
        let mut around = Vec::new();
        twins.around(on.0, cast::index(on.1), &mut around);
        self.around.extend(around.into_iter().map(|r| (number, r)));
    }

    /// Adds the edges that end in a corner at a small angle to one of these: two such edges pass the
    /// same squares near it.
    fn add_sharp(&mut self, twins: &Twins) {
        let mut open: Vec<(Side, u32)> =
            self.numbers.iter().map(|(&edge, &at)| (edge, at)).collect();
        while let Some((edge, number)) = open.pop() {
            for side in beside(twins, edge) {
                let (other, is_new) = self.number(side);
                self.joined.push([number, other]);
                if is_new {
                    open.push((side, other));
                }
            }
        }
    }

    fn narrows(self, twins: &Twins) -> Vec<Narrow> {
        let mut sets = DisjointSets::new(cast::count(self.numbers.len()));
        let at_points = self.at_points.values().flat_map(|edges| edges.windows(2));
        at_points.for_each(|pair| sets.join(pair[0], pair[1]));
        self.joined.iter().for_each(|&[a, b]| sets.join(a, b));
        let mut made: BTreeMap<u32, Narrow> = BTreeMap::new();
        for (&(r, edge), &number) in &self.numbers {
            let (a, b) = twins.ends(r, edge);
            let bounds = PlanBox::new(a, b);
            let empty = || {
                let (edges, corners, around, bent) = Default::default();
                Narrow { edges, corners, around, bent, bounds }
            };
            let narrow = made.entry(sets.find(number)).or_insert_with(empty);
            narrow.edges.push((r, edge));
            narrow.bounds = narrow.bounds.with_box(bounds);
            let after = (edge + 1) % cast::count(twins.beyond(r).len());
            for corner in [edge, after].map(cast::index) {
                twins.around(r, corner, &mut narrow.around);
            }
        }
        for (&point, edges) in &self.at_points {
            let narrow = edges.first().and_then(|&edge| made.get_mut(&sets.find(edge)));
            narrow.into_iter().for_each(|narrow| narrow.corners.push(point));
        }
        for (number, r) in self.around {
            made.get_mut(&sets.find(number)).into_iter().for_each(|of| of.around.push(r));
        }
        made.into_values().collect()
    }
}

/// The edge from its other side.
fn across(twins: &Twins, (r, edge): Side) -> Option<Side> {
    twins.twin(r, cast::index(edge)).map(|(other, k)| (other, cast::count(k)))
}

/// The edge, and those around it that pass the square of a point, from both sides.
fn passing(twins: &Twins, first: Side, v: PlanPoint) -> BTreeSet<Side> {
    let mut found = BTreeSet::from([first]);
    let mut open = vec![first];
    while let Some((r, edge)) = open.pop() {
        let own = (0..cast::count(twins.beyond(r).len())).map(|k| (r, k));
        let passes = own.filter(|&(r, k)| {
            let (a, b) = twins.ends(r, k);
            a != v && b != v && passes(a, b, v)
        });
        open.extend(
            across(twins, (r, edge)).into_iter().chain(passes).filter(|&side| found.insert(side)),
        );
    }
    found
}

/// The edges at a point that run along the edge which comes near it, either way.
fn beside_it(twins: &Twins, Beside { edge, point, on }: Beside) -> impl Iterator<Item = Side> {
    let (r, at) = on;
    let count = cast::count(twins.beyond(r).len());
    let (a, b) = twins.ends(edge.0, edge.1);
    let there = [at, (at + count - 1) % count].into_iter().filter(move |&k| {
        let (c, d) = twins.ends(r, k);
        (k == at || d == point) && (r, k) != edge && is_along([a, b], [c, d])
    });
    there.map(move |k| (r, k))
}

/// The edges that end at a point, from both sides, as far as they are joined around it; where it is on an
/// edge, that one.
fn ending_at(twins: &Twins, point: PlanPoint, on: Side) -> Vec<Side> {
    if twins.ends(on.0, on.1).0 != point {
        return std::iter::once(on).chain(across(twins, on)).collect();
    }
    let mut sides = Vec::new();
    twins.walk(on.0, cast::index(on.1), |r, corner| {
        let count = twins.beyond(r).len();
        sides.extend([corner, (corner + count - 1) % count].map(|k| (r, cast::count(k))));
    });
    sides
}

/// The edge from its other side, and the edges of the polygon that end where it does at a small angle.
fn beside(twins: &Twins, (r, edge): Side) -> impl Iterator<Item = Side> {
    let count = cast::count(twins.beyond(r).len());
    let (before, after) = ((edge + count - 1) % count, (edge + 1) % count);
    let (a, b) = twins.ends(r, edge);
    let at_a = is_sharp(a, b, twins.ends(r, before).0).then_some((r, before));
    let at_b = is_sharp(b, a, twins.ends(r, after).1).then_some((r, after));
    [across(twins, (r, edge)), at_a, at_b].into_iter().flatten()
}

/// One by so many, the sine of a small angle.
const SHARP: i128 = 16;

/// True when the ways from `apex` to two points have a small angle between them.
fn is_sharp(apex: PlanPoint, p: PlanPoint, q: PlanPoint) -> bool {
    dot(apex, p, q) > 0 && is_along([apex, p], [apex, q])
}

/// True when two segments have a small angle between them, whichever way they run.
fn is_along(p: [PlanPoint; 2], q: [PlanPoint; 2]) -> bool {
    let way = |[a, b]: [PlanPoint; 2]| {
        [(a.x, b.x), (a.y, b.y)].map(|(from, to)| i128::from(to) - i128::from(from))
    };
    let ([px, py], [qx, qy]) = (way(p), way(q));
    let across = px * qy - py * qx;
    across * across < (px * px + py * py) * (qx * qx + qy * qy) / (SHARP * SHARP)
}

/// Where the polygons of a tile are narrower than a step: where an edge passes the square of the point, or
/// runs beside an edge there.
fn thin(twins: &Twins, tile: TileId) -> Vec<Beside> {
    let mut thin = Vec::new();
    let (mut ring, mut points) = (Vec::new(), Vec::<(u32, PlanPoint)>::new());
    // What is closed in a base mesh stays so, and is not bent.
    for polygon in twins.base.tile(tile).open_polygons() {
        let own = PolyRef { tile, polygon };
        ring.clear();
        ring.extend(twins.base.corners(own).map(|corner| corner.plan));
        points.clear();
        points.extend((0..).zip(ring.iter().copied()));
        for edge in 0..cast::count(ring.len()) {
            points.extend(twins.bends_along(own, cast::index(edge)).map(|p| (edge, p)));
        }
        for ((a, b), edge) in edges(&ring).zip(0..) {
            let near = points.iter().filter(|&&(on, p)| on != edge && nears(a, b, p));
            let near = near.map(|&(on, point)| Beside { edge: (own, edge), point, on: (own, on) });
            thin.extend(near.filter(|thin| {
                let is_end = thin.point == a || thin.point == b;
                let is_passed = passes(a, b, thin.point);
                !is_end && (is_passed || beside_it(twins, *thin).next().is_some())
            }));
        }
    }
    thin
}
