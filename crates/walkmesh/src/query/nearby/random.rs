//! Random places, uniform by area in plan.

use super::super::error::QueryError;
use super::super::filter::Filter;
use super::super::scratch::Scratch;
use super::super::walk::Walk;
use super::disc::Disc;
use super::disc_parts::Part;
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::snap::nearest_in_polygon;
use crate::mesh::{ComponentId, NavMesh, Nearest, PolyRef, Polygon, TileId, polygon_area_doubled};

/// Runs of polygons whose areas are summed up.
const RUNS: usize = 64;

/// How often a point that rounding has put outside is drawn again.
const TRIES: u32 = 32;

/// A random place of the mesh, uniform by area in plan over all that the filter enters, or over
/// one component of it. `random` gives 64 random bits a call; the same bits give the same place.
///
/// The place is a lattice point of its polygon, at most two steps from the point that was drawn
/// (save on slivers and in tips thinner than a step). Polygons are chosen by exact area. Linear in the
/// polygons, and allocates nothing; for many places prepare [`RandomPoints`]. `None` when
/// there is no such ground.
///
/// Detour's `findRandomPoint`, which takes all tiles as equally likely whatever ground they have;
/// Godot's `NavigationServer3D.map_get_random_point` with `uniformly`; Habitat-sim's
/// `get_random_navigable_point`. Unity has none.
pub fn random_point(
    mesh: &NavMesh,
    filter: &Filter,
    component: Option<ComponentId>,
    mut random: impl FnMut() -> u64,
) -> Option<Nearest> {
    let accepts = |polygon: &Polygon, r: PolyRef| {
        filter.enters(polygon) && component.is_none_or(|c| mesh.component(r) == c)
    };
    // How much each run of polygons has: tile by tile, so that none is looked up for each of them.
    let bits = mesh.index_count().div_ceil(RUNS).next_power_of_two().trailing_zeros();
    let mut sums = [0; RUNS];
    for (tile, id) in mesh.tiles().zip((0..).map(TileId)) {
        let first = mesh.index(PolyRef { tile: id, polygon: 0 });
        for polygon in tile.open_polygons() {
            let at = cast::index(polygon);
            if accepts(&tile.polygons[at], PolyRef { tile: id, polygon }) {
                sums[(first + at) >> bits] += polygon_area_doubled(tile, polygon).max(0);
            }
        }
    }
    let mut left = below(&mut random, sums.iter().sum())?;
    let mut is_here = |area: i128| {
        let is_here = left < area;
        left -= if is_here { 0 } else { area };
        is_here
    };
    let run = sums.iter().position(|&sum| is_here(sum))?;
    let of_run = (run << bits..(run + 1) << bits).filter_map(|index| mesh.polygon_at(index));
    let mut accepted = of_run.filter(|&r| accepts(mesh.polygon(r), r));
    let polygon = accepted.find(|&r| is_here(area_doubled(mesh, r)))?;
    Some(in_polygon(mesh, polygon, &mut random))
}

/// Ground prepared for many random places: what [`random_point`] gives, in logarithmic time each.
#[derive(Clone, Debug, Default)]
pub struct RandomPoints {
    polygons: Vec<PolyRef>,
    /// Twice the area of the polygons up to each and with it, steps².
    sums: Vec<i128>,
}

impl RandomPoints {
    /// The ground of all polygons of a mesh that `accept` takes. Linear.
    pub fn new(mesh: &NavMesh, accept: impl Fn(PolyRef) -> bool) -> Self {
        let mut points = Self::default();
        let mut sum = 0;
        for polygon in mesh.polygons().filter(|&r| accept(r)) {
            sum += area_doubled(mesh, polygon);
            points.polygons.push(polygon);
            points.sums.push(sum);
        }
        points
    }

    /// A random place of that ground, which is of this mesh; `None` when there is none.
    pub fn point(&self, mesh: &NavMesh, mut random: impl FnMut() -> u64) -> Option<Nearest> {
        let drawn = below(&mut random, self.sums.last().copied()?)?;
        let polygon = *self.polygons.get(self.sums.partition_point(|&sum| sum <= drawn))?;
        mesh.get(polygon)?;
        Some(in_polygon(mesh, polygon, &mut random))
    }
}

/// A random place near another: uniform by area in plan over the ground that lies in the closed
/// disc around it and is joined with it inside the disc, over edges that may be crossed. Storeys
/// that are joined there count by their area each.
///
/// The radius is in metres, rounded to the lattice (not a number, or below 0: 0). The result is a
/// lattice point of its polygon and of the disc, exactly, at most two steps from the point that
/// was drawn; where the disc has hardly any lattice points but the place, that is given. Areas of
/// discs are floating point, good to a share of 10⁻¹² of the disc. As dear as
/// [`polygons_around`](crate::query::polygons_around); nothing is allocated after warm-up.
///
/// Detour's `findRandomPointAroundCircle`, which is uniform over whole polygons, so its points
/// lie outside the circle as well; Habitat-sim's `get_random_navigable_point_near`, which tries
/// points until one is on the mesh, joined or not. Not in Unity or Godot.
///
/// # Errors
/// When the place is not on this mesh, or on ground that the filter blocks.
pub fn random_point_around(
    mesh: &NavMesh,
    scratch: &mut Scratch,
    place: &Nearest,
    radius: f64,
    filter: &Filter,
    mut random: impl FnMut() -> u64,
) -> Result<Nearest, QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let spread = &mut scratch.surroundings.spread;
    walk.stand(place, &mut spread.starts)?;
    let radius = mesh.frame().steps(radius);
    let disc = Disc::around(place.plan, radius);
    spread.run(&walk, place.plan, |a, b| disc.touches(a, b), |_, _| true);
    let parts = &mut scratch.parts;
    parts.begin(f64::from(radius.max(0)));
    for entry in &spread.entries {
        let from_place = |p: PlanPoint| {
            let off = |a: i32, b: i32| cast::float(i64::from(a) - i64::from(b));
            (off(p.x, place.plan.x), off(p.y, place.plan.y))
        };
        let corners = edges.around(entry.polygon).map(|h| from_place(edges.at(h)));
        parts.add(entry.polygon, corners);
    }
    let centre = (f64::from(place.plan.x), f64::from(place.plan.y));
    for _ in 0..TRIES {
        let Some((polygon, part)) = parts.pick(unit(&mut random)) else { break };
        let (x, y) = match part {
            Part::Triangle(corners) => in_triangle(corners, &mut random),
            Part::Cap(cap) => cap.point(|| unit(&mut random)),
        };
        let name = walk.name(polygon);
        if let Some(plan) = lattice_point(mesh, name, (centre.0 + x, centre.1 + y))
            && disc.holds(plan)
        {
            return Ok(walk.place(polygon, plan, place.point));
        }
    }
    Ok(Nearest { distance: 0.0, ..*place })
}

/// Twice the area of a polygon, steps²; not below 0.
fn area_doubled(mesh: &NavMesh, polygon: PolyRef) -> i128 {
    polygon_area_doubled(mesh.tile(polygon.tile), polygon.polygon).max(0)
}

/// A number from 0 to below `count`, off from uniform by less than `count` / 2^128; `None` when
/// there is none.
fn below(random: &mut impl FnMut() -> u64, count: i128) -> Option<i128> {
    let count = u128::try_from(count).ok().filter(|&count| count > 0)?;
    let bits = u128::from(random()) << 64 | u128::from(random());
    i128::try_from(bits % count).ok()
}

/// A number from 0 to below 1, of 53 bits.
fn unit(random: &mut impl FnMut() -> u64) -> f64 {
    let bits = random() >> 11;
    cast::float(bits.cast_signed()) / cast::float(1 << 53)
}

/// A random point of a triangle: of a parallelogram, its far half folded back.
fn in_triangle([a, b, c]: [(f64, f64); 3], random: &mut impl FnMut() -> u64) -> (f64, f64) {
    let (mut u, mut v) = (unit(random), unit(random));
    if u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    (a.0 + (b.0 - a.0) * u + (c.0 - a.0) * v, a.1 + (b.1 - a.1) * u + (c.1 - a.1) * v)
}

/// A random place of a polygon.
fn in_polygon(mesh: &NavMesh, polygon: PolyRef, random: &mut impl FnMut() -> u64) -> Nearest {
    let mut corners = mesh.corners(polygon).map(|corner| corner.plan);
    let apex = corners.next().unwrap_or_default();
    let mut before = corners.next().unwrap_or_default();
    let mut left = below(random, area_doubled(mesh, polygon)).unwrap_or(0);
    let mut triangle = [apex; 3];
    for corner in corners {
        triangle = [apex, before, corner];
        left -= i128::from(predicates::cross(apex, before, corner));
        if left < 0 {
            break;
        }
        before = corner;
    }
    let drawn = in_triangle(triangle.map(|p| (f64::from(p.x), f64::from(p.y))), random);
    let plan = lattice_point(mesh, polygon, drawn).unwrap_or(apex);
    let height = mesh.height_at(polygon, plan);
    let point = mesh.frame().to_world(plan.at(height));
    Nearest { polygon, point, plan, height, distance: 0.0 }
}

/// The lattice point of a polygon next to a point of it.
fn lattice_point(mesh: &NavMesh, polygon: PolyRef, (x, y): (f64, f64)) -> Option<PlanPoint> {
    let rounded = PlanPoint::new(cast::round_i32(x), cast::round_i32(y));
    nearest_in_polygon(mesh.tile(polygon.tile), polygon.polygon, rounded, i64::MAX)
}
