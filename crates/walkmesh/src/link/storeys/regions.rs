//! Level ground of one height, as it hangs together.

use crate::geom::{cast, predicates};
use crate::mesh::{NavMesh, PolyRef};
use std::collections::BTreeSet;

const NONE: u32 = u32::MAX;

/// The parts that hang together of the ground within some band of a height.
pub(super) struct Regions {
    /// That of each polygon, by index; [`NONE`] where nothing of it is at the height.
    of: Vec<u32>,
    /// Twice the plan area of each, square steps.
    areas: Vec<f64>,
    /// What is smaller is no ground of a storey: a landing.
    least: f64,
}

impl Regions {
    /// Those of a mesh; the storey is those as large as a `room`, or half the largest. Linear.
    pub(super) fn new(mesh: &NavMesh, height: i64, band: i64, room: f64) -> Self {
        let mut areas = Vec::new();
        let mut level = vec![0.0; mesh.index_count()];
        for polygon in mesh.polygons() {
            level[mesh.index(polygon)] = level_area(mesh, polygon, height, band);
        }
        let mut of = vec![NONE; level.len()];
        let mut ahead = Vec::new();
        for start in mesh.polygons() {
            let region = cast::count(areas.len());
            let mut area = 0.0;
            ahead.push(start);
            while let Some(polygon) = ahead.pop() {
                let index = mesh.index(polygon);
                if level[index] > 0.0 && of[index] == NONE {
                    of[index] = region;
                    area += level[index];
                    ahead.extend(mesh.edges(polygon).iter().filter_map(|edge| edge.neighbour()));
                }
            }
            if area > 0.0 {
                areas.push(area);
            }
        }
        let largest = areas.iter().copied().fold(0.0, f64::max);
        Self { of, areas, least: room.min(largest / 2.0) }
    }

    pub(super) fn largest(&self) -> f64 {
        self.areas.iter().copied().fold(0.0, f64::max)
    }

    /// True when some of a polygon is ground of the storey.
    pub(super) fn hold(&self, mesh: &NavMesh, polygon: PolyRef) -> bool {
        let region = self.of[mesh.index(polygon)];
        region != NONE && self.areas[cast::index(region)] >= self.least
    }
}

/// True when the ground within `band` of a height that hangs together around a polygon is as large
/// as `least`, twice square steps. Linear in what of it is looked at.
pub(super) fn is_as_large(
    mesh: &NavMesh,
    start: PolyRef,
    height: i64,
    band: i64,
    least: f64,
) -> bool {
    let (mut seen, mut ahead) = (BTreeSet::from([start]), vec![start]);
    let mut area = 0.0;
    while let Some(polygon) = ahead.pop() {
        let own = level_area(mesh, polygon, height, band);
        area += own;
        if area >= least {
            return true;
        }
        let beside = mesh.edges(polygon).iter().filter_map(|edge| edge.neighbour());
        ahead.extend(beside.filter(|&next| own > 0.0 && seen.insert(next)));
    }
    false
}

/// Twice the plan area of a polygon's triangles that are within `band` of a height.
fn level_area(mesh: &NavMesh, polygon: PolyRef, height: i64, band: i64) -> f64 {
    let tile = mesh.tile(polygon.tile);
    let is_near = |h: i32| (i64::from(h) - height).abs() <= band;
    let area = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|v| tile.vertices[cast::index(v)]);
        let is_level = [a, b, c].into_iter().all(|p| is_near(p.height));
        if is_level { cast::float(predicates::cross(a.plan, b.plan, c.plan).abs()) } else { 0.0 }
    };
    tile.triangles_of(polygon.polygon).iter().map(area).sum()
}
