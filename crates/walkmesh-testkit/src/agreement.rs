//! Whether two surveys of one model agree, and where not and why.
//!
//! Outlines that are at most `d` apart mean: what is ground for an agent whose radius is `d` wider
//! is ground in the other mesh as well, and that is ground for one whose radius is `d` narrower.
//! This holds for passages, too, which a hair's breadth shuts or opens, so it is looked at place by
//! place. Where it fails at a place and holds with one of the body's limits moved a little, the
//! ground there is at that limit, and either answer is right. Cells are a limit as well: what is
//! narrower is there for the exact survey alone, until cells are finer.

use std::collections::BTreeMap;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::{PlanPoint, Point};
use walkmesh::mesh::{NavMesh, PolyRef};
use walkmesh::parameters::{Parameters, Survey};
use walkmesh::soup::Soup;

/// What keeps a body from standing somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// How high it steps.
    Climb,
    /// The room it needs over its feet.
    Headroom,
    /// How steep ground may be.
    Slope,
    /// More than one of these at once.
    Several,
    /// The size of cells: with cells of a quarter voxels agree.
    Cell,
}

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
        if lost.iter().chain(&gained).any(|patch| patch.limits.is_empty()) {
            let (cell_size, cell_height) =
                (parameters.cell_size / 4.0, parameters.cell_height / 4.0);
            let fine = Parameters { cell_size, cell_height, ..*parameters };
            let fine = baked(&fine, Survey::Voxel);
            explain(&mut lost, Limit::Cell, |p| has(&fine, p));
            explain(&mut gained, Limit::Cell, |p| !has(&fine, p));
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
