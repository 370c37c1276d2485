//! The polygons around a place.

pub(in crate::query) mod disc;
pub(in crate::query) mod disc_parts;
pub(in crate::query) mod random;
pub(in crate::query) mod reachable;
pub(in crate::query) mod spread;

use super::error::QueryError;
use super::filter::Filter;
use super::scratch::Scratch;
use super::walk::Walk;
use crate::geom::predicates::{self, Side};
use crate::geom::{PlanPoint, Point, cast};
use crate::mesh::{NavMesh, Nearest, PolyRef};
use disc::Disc;
use spread::Spread;

/// A polygon around a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// The polygon.
    pub polygon: PolyRef,
    /// The polygon from which it was entered; `None` where the place stands in it.
    pub parent: Option<PolyRef>,
    /// What it costs to get from the place to where it is entered, metres: in plan from middle
    /// to middle of the edges that are crossed, times the cost of the ground. No shortest path,
    /// but good for comparing.
    pub cost: f64,
}

/// What the questions about surroundings reuse.
#[derive(Debug, Default)]
pub(in crate::query) struct Surroundings {
    pub(in crate::query) spread: Spread,
    reached: Vec<Reached>,
    ring: Vec<PlanPoint>,
}

/// The polygons that are reached from a place through edges that touch a circle around it in
/// plan, cheapest first: those that the place stands in, then, again and again, those beyond
/// edges of which at least a point lies in the closed disc.
///
/// The radius is in metres, rounded to the lattice (not a number, or below 0: 0); what touches is
/// decided exactly. Storeys that are joined inside the circle all count. O(n log n) in the edges
/// of what is reached; the result stays in `scratch` until the next such question, and nothing
/// is allocated after warm-up.
///
/// Detour's `findPolysAroundCircle`, which measures in space and keeps the first middle of an
/// edge by which a polygon was seen, so its costs may be a little larger. Not in Unity, Godot or
/// Habitat-sim.
///
/// # Errors
/// When the place is not on this mesh, or on ground that the filter blocks.
pub fn polygons_around<'s>(
    mesh: &NavMesh,
    scratch: &'s mut Scratch,
    place: &Nearest,
    radius: f64,
    filter: &Filter,
) -> Result<&'s [Reached], QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let found = &mut scratch.surroundings;
    walk.stand(place, &mut found.spread.starts)?;
    let disc = Disc::around(place.plan, mesh.frame().steps(radius));
    found.spread.run(&walk, place.plan, |a, b| disc.touches(a, b), |_, _| true);
    Ok(found.report(&walk))
}

/// The polygons that are reached from a place through edges that touch a convex shape in plan,
/// as [`polygons_around`] for a circle. The shape is a ring of points in either direction, of
/// which plan counts; it need not hold the place.
///
/// Detour's `findPolysAroundShape`. Not in Unity, Godot or Habitat-sim.
///
/// # Errors
/// When the place is not on this mesh or blocked, a point of the shape is not finite or outside the lattice,
/// or the shape is not convex (on the lattice; points in a row are allowed).
pub fn polygons_around_shape<'s>(
    mesh: &NavMesh,
    scratch: &'s mut Scratch,
    place: &Nearest,
    shape: &[Point],
    filter: &Filter,
) -> Result<&'s [Reached], QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let found = &mut scratch.surroundings;
    walk.stand(place, &mut found.spread.starts)?;
    let Surroundings { spread, ring, .. } = found;
    ring.clear();
    for &corner in shape {
        ring.push(walk.target(corner)?);
    }
    if predicates::ring_area_doubled(ring) < 0 {
        ring.reverse();
    }
    if !predicates::is_convex(ring) {
        return Err(QueryError::NotConvex { corners: ring.len() });
    }
    spread.run(&walk, place.plan, |a, b| touches(ring, a, b), |_, _| true);
    Ok(found.report(&walk))
}

/// The polygons around a place as [`polygons_around`] gives them, but none that lies over
/// another in plan: of two the dearer is left out, and what is only reached over it. What is
/// left can be drawn flat, and walked about on as in the plane. Quadratic in what is found.
///
/// Detour's `findLocalNeighbourhood`, which takes polygons in order of steps instead of cost.
///
/// # Errors
/// When the place is not on this mesh, or on ground that the filter blocks.
pub fn local_neighbourhood<'s>(
    mesh: &NavMesh,
    scratch: &'s mut Scratch,
    place: &Nearest,
    radius: f64,
    filter: &Filter,
) -> Result<&'s [Reached], QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let found = &mut scratch.surroundings;
    walk.stand(place, &mut found.spread.starts)?;
    let disc = Disc::around(place.plan, mesh.frame().steps(radius));
    found.spread.run(
        &walk,
        place.plan,
        |a, b| disc.touches(a, b),
        |entries, polygon| !entries.iter().any(|entry| overlap(&walk, entry.polygon, polygon)),
    );
    Ok(found.report(&walk))
}

impl Surroundings {
    fn report(&mut self, walk: &Walk<'_>) -> &[Reached] {
        let entries = &self.spread.entries;
        let name = |polygon| walk.name(polygon);
        self.reached.clear();
        self.reached.extend(entries.iter().map(|entry| Reached {
            polygon: name(entry.polygon),
            parent: entries.get(cast::index(entry.before)).map(|parent| name(parent.polygon)),
            cost: walk.mesh.frame().metres(entry.cost),
        }));
        &self.reached
    }
}

/// True when the closed segment `ab` and the closed convex ring share a point.
fn touches(ring: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> bool {
    let inside = |p| predicates::side_of_convex(ring, p) != Side::Outside;
    let next = ring.iter().cycle().skip(1);
    inside(a)
        || inside(b)
        || ring.iter().zip(next).any(|(&c, &d)| predicates::segments_meet(a, b, c, d))
}

/// True when two polygons have more than their borders in common: no edge of either has all of
/// the other on its far side.
fn overlap(walk: &Walk<'_>, one: u32, two: u32) -> bool {
    let parts = |one: u32, two: u32| {
        walk.edges.around(one).any(|h| {
            let (a, b) = walk.ends(h);
            walk.edges.around(two).all(|k| predicates::cross(a, b, walk.edges.at(k)) <= 0)
        })
    };
    !parts(one, two) && !parts(two, one)
}
