//! Whether two surveys of one model agree, and where not and why.
//!
//! Outlines that are at most `d` apart mean: what is ground for an agent whose radius is `d` wider
//! is ground in the other mesh as well, and that is ground for one whose radius is `d` narrower.
//! This holds for passages, too, which a hair's breadth shuts or opens, so it is looked at place by
//! place. Where it fails at a place and holds with one of the body's limits moved a little, the
//! ground there is at that limit, and either answer is right. Cells are a limit as well: what is
//! narrower, a post or a gap in the ground, is there for the exact survey alone, until cells are
//! finer.

use std::collections::BTreeMap;

use crate::clip::keep;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::{PlanPoint, Point};
use walkmesh::mesh::{NavMesh, PolyRef};
use walkmesh::parameters::{Parameters, Survey};
use walkmesh::soup::{Soup, Triangle};

/// What keeps a body from standing somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// How high it steps.
    Climb,
    /// The room it needs over its feet.
    Headroom,
    /// How steep ground may be.
    Slope,
    /// More than one of these at once, or some of them with small cells.
    Several,
    /// The size of cells, or what is said in cells (how narrow a bevel is): with cells sixteen
    /// times smaller both surveys agree.
    Cell,
}

/// How many times smaller the cells are that decide whether the size of cells is a limit: 3 mm for
/// cells of 5 cm.
const FINER: f64 = 16.0;

impl Limit {
    const OF_BODIES: [Self; 3] = [Self::Climb, Self::Headroom, Self::Slope];
}

/// Ground of one mesh that is no ground of another.
#[derive(Clone, Debug)]
pub struct Patch {
    /// Places of it, in a grid.
    pub places: Vec<Point>,
    /// About its area, m².
    pub area: f64,
    /// The limits that it is at: with one of them moved both meshes agree on all of it.
    pub limits: Vec<Limit>,
}

/// An exact and a voxel survey of the same model.
pub struct Agreement {
    /// Baked by voxels.
    pub voxel: NavMesh,
    /// Baked exactly for an agent that is wider, so that it is surely within the others.
    pub wider: NavMesh,
    /// Baked exactly for an agent that is narrower.
    pub narrower: NavMesh,
    /// As [`Agreement::wider`] and [`Agreement::narrower`], with all limits moved as well.
    pub bounds: [NavMesh; 2],
    /// Ground for the wider agent that voxels do not have.
    pub lost: Vec<Patch>,
    /// Ground by voxels that there is not even for the narrower agent.
    pub gained: Vec<Patch>,
}

/// How far outlines of the two surveys may be apart, metres: the edge error and a cell, and what
/// the exact one allows itself.
#[must_use]
pub fn outline_distance(parameters: &Parameters) -> f64 {
    parameters.edge_max_error + parameters.cell_size + parameters.arc_tolerance + 0.001
}

impl Agreement {
    /// Surveys a model in both ways and compares places that are `step` metres apart.
    #[must_use]
    pub fn of(soup: &Soup, parameters: &Parameters, step: f64) -> Self {
        let baked = |parameters: &Parameters, survey| {
            let parameters = Parameters { survey, ..*parameters };
            bake(soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh
        };
        let exact =
            |tighter, limits: &[Limit]| baked(&moved(parameters, tighter, limits), Survey::Exact);
        let [wider, narrower] = [1.0, -1.0].map(|by| exact(by, &[]));
        let bounds = [1.0, -1.0].map(|by| exact(by, &Limit::OF_BODIES));
        let voxel = baked(parameters, Survey::Voxel);
        let climb = parameters.agent.max_climb;
        let mut lost = missing(&wider, &voxel, step, climb);
        let mut gained = missing(&voxel, &narrower, step, climb);
        let has = |mesh: &NavMesh, p: Point| mesh.locate(p, climb).is_some();
        for limit in Limit::OF_BODIES {
            if !lost.is_empty() {
                let tighter = exact(1.0, &[limit]);
                explain(&mut lost, limit, |p| !has(&tighter, p));
            }
            if !gained.is_empty() {
                let looser = exact(-1.0, &[limit]);
                explain(&mut gained, limit, |p| has(&looser, p));
            }
        }
        explain(&mut lost, Limit::Several, |p| !has(&bounds[0], p));
        explain(&mut gained, Limit::Several, |p| has(&bounds[1], p));
        for (patches, tighter) in [(&mut lost, 1.0), (&mut gained, -1.0)] {
            for patch in patches.iter_mut().filter(|patch| patch.limits.is_empty()) {
                let (voxel, exact) = finer(soup, parameters, patch, tighter);
                for (exact, limit) in exact.iter().zip([Limit::Cell, Limit::Several]) {
                    let [part, whole] =
                        if tighter > 0.0 { [exact, &voxel] } else { [&voxel, exact] };
                    let agree = |p| has(whole, p) || !has(part, p);
                    explain(std::slice::from_mut(patch), limit, agree);
                }
            }
        }
        Self { voxel, wider, narrower, bounds, lost, gained }
    }

    /// All patches: what voxels lose, then what they gain.
    pub fn patches(&self) -> impl Iterator<Item = &Patch> {
        self.lost.iter().chain(&self.gained)
    }
}

/// Parameters with the radius and some limits moved against the body (`tighter` 1), or for it
/// (-1): the radius by as much as outlines may be apart, lengths by a cell, the slope by what a
/// cell rises over the radius.
fn moved(parameters: &Parameters, tighter: f64, limits: &[Limit]) -> Parameters {
    let mut moved = *parameters;
    let is_moved = |limit| limits.contains(&limit);
    let agent = &mut moved.agent;
    agent.radius += tighter * outline_distance(parameters);
    if is_moved(Limit::Climb) {
        agent.max_climb -= tighter * parameters.cell_height;
    }
    if is_moved(Limit::Headroom) {
        agent.height += tighter * parameters.cell_height;
    }
    if is_moved(Limit::Slope) {
        let rise = parameters.cell_height / parameters.agent.radius;
        agent.max_slope -= tighter * rise.atan().to_degrees();
    }
    moved
}

/// The surroundings of a patch with cells [`FINER`] times smaller: by voxels, and exactly for an
/// agent that is wider (`tighter` 1) or narrower (-1) by as much less; and that with all limits of
/// the body moved by what the large cells are.
fn finer(
    soup: &Soup,
    parameters: &Parameters,
    patch: &Patch,
    tighter: f64,
) -> (NavMesh, [NavMesh; 2]) {
    // Within a radius of the cut nothing is ground; and what is small there may be large beyond.
    let margin = 2.0 * parameters.agent.radius + outline_distance(parameters);
    let (cell_size, cell_height) = (parameters.cell_size / FINER, parameters.cell_height / FINER);
    let edge_max_error = parameters.edge_max_error / FINER;
    let region_min_area = 0.0;
    let fine =
        Parameters { cell_size, cell_height, edge_max_error, region_min_area, ..*parameters };
    let soup = cropped(soup, &patch.places, margin);
    let baked = |parameters: &Parameters, survey| {
        let parameters = Parameters { survey, ..*parameters };
        bake(&soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh
    };
    let exact = moved(&fine, tighter, &[]);
    let mut limited = exact;
    let radius = exact.agent.radius;
    limited.agent = Agent { radius, ..moved(parameters, tighter, &Limit::OF_BODIES).agent };
    let exact = [&exact, &limited].map(|parameters| baked(parameters, Survey::Exact));
    (baked(&fine, Survey::Voxel), exact)
}

/// What of a soup is within the box in plan around some places, or within a margin of it.
fn cropped(soup: &Soup, places: &[Point], margin: f64) -> Soup {
    let mut cropped = Soup { objects: soup.objects.clone(), ..Soup::default() };
    let range = |at: fn(&Point) -> f64| {
        let all = || places.iter().map(at);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let (x, z) = (range(|p| p.x), range(|p| p.z));
    for triangle in &soup.triangles {
        let corners = soup.corners(triangle).into_iter().flatten();
        let mut ring: Vec<[f64; 3]> = corners.map(Into::into).collect();
        for (axis, (low, high)) in [(0, x), (2, z)] {
            ring = keep(&ring, |p| p[axis] - (low - margin));
            ring = keep(&ring, |p| high + margin - p[axis]);
        }
        let first = u32::try_from(cropped.vertices.len()).expect("few corners");
        let count = u32::try_from(ring.len()).expect("few corners");
        cropped.vertices.extend(ring.into_iter().map(Point::from));
        for i in 2..count {
            let corners = [first, first + i - 1, first + i];
            cropped.triangles.push(Triangle { corners, ..*triangle });
        }
    }
    cropped
}

/// Notes a limit for the patches that it explains all of.
fn explain(patches: &mut [Patch], limit: Limit, is_explained: impl Fn(Point) -> bool) {
    for patch in patches {
        let is_needed = Limit::OF_BODIES.contains(&limit) || patch.limits.is_empty();
        if is_needed && patch.places.iter().all(|&p| is_explained(p)) {
            patch.limits.push(limit);
        }
    }
}

/// The ground of `part` that `whole` has not, at places of a grid of `step` metres, in order.
/// Ground that is at most a climb higher or lower is the same.
#[must_use]
pub fn missing(part: &NavMesh, whole: &NavMesh, step: f64, climb: f64) -> Vec<Patch> {
    let size = part.frame().steps(step).max(1);
    let mut places: BTreeMap<(i32, i32), Vec<Point>> = BTreeMap::new();
    for polygon in part.polygons() {
        for (cell, plan) in grid_places(part, polygon, size) {
            let height = part.height_at(polygon, plan);
            let place = part.frame().to_world(plan.at(height));
            let found = places.entry(cell).or_default();
            let is_known = found.iter().any(|p| (p.y - place.y).abs() <= climb);
            if !is_known && whole.locate(place, climb).is_none() {
                found.push(place);
            }
        }
    }
    places.retain(|_, found| !found.is_empty());
    let mut patches = Vec::new();
    while let Some((&cell, found)) = places.iter_mut().find(|(_, found)| !found.is_empty()) {
        let mut open: Vec<((i32, i32), Point)> =
            found.pop().map(|p| (cell, p)).into_iter().collect();
        let mut patch = Patch { places: Vec::new(), area: 0.0, limits: Vec::new() };
        while let Some((cell, place)) = open.pop() {
            patch.places.push(place);
            patch.area += step * step;
            for near in (-1..=1).flat_map(|x| (-1..=1).map(move |y| (cell.0 + x, cell.1 + y))) {
                if let Some(found) = places.get_mut(&near) {
                    let (beside, rest) = found.iter().partition(|p| (p.y - place.y).abs() <= climb);
                    *found = rest;
                    open.extend(Vec::into_iter(beside).map(|p: Point| (near, p)));
                }
            }
        }
        patches.push(patch);
        places.retain(|_, found| !found.is_empty());
    }
    patches
}

/// The places of a grid of lattice points in a polygon, with the cell of each.
fn grid_places(
    mesh: &NavMesh,
    polygon: PolyRef,
    size: i32,
) -> impl Iterator<Item = ((i32, i32), PlanPoint)> + '_ {
    let bounds = mesh.polygon(polygon).bounds;
    let lines = move |from: i32, to: i32| from.div_euclid(size)..=to.div_euclid(size);
    lines(bounds.min.x, bounds.max.x)
        .flat_map(move |x| lines(bounds.min.y, bounds.max.y).map(move |y| (x, y)))
        .map(move |(x, y)| ((x, y), PlanPoint::new(x * size + size / 2, y * size + size / 2)))
        .filter(move |&(_, p)| crate::sight::holds(mesh, polygon, p))
}
