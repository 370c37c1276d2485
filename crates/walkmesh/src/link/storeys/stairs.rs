//! Ground between storeys.

use super::super::elevator::middle;
use super::Stairs;
use super::levels::Level;
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::mesh::{NavMesh, PolyRef};

/// Neighbouring polygons that leave the storeys and lead onto two or more.
pub(super) struct Flight {
    pub(super) polygons: Vec<PolyRef>,
    /// Indices of the storeys.
    joins: Vec<usize>,
}

/// True for a height on a storey's floor.
fn is_at(level: &Level, height: i32, band: i64) -> bool {
    (level.height - i64::from(height)).abs() <= band
}

/// All that leads from one storey to another. Linear for each storey.
pub(super) fn between(mesh: &NavMesh, levels: &[Level], band: i64) -> Vec<Flight> {
    let leaves = |polygon: PolyRef| {
        let (low, high) = mesh.polygon(polygon).heights;
        !levels.iter().any(|level| is_at(level, low, band) && is_at(level, high, band))
    };
    let neighbours = |polygon| mesh.edges(polygon).iter().filter_map(|edge| edge.neighbour());
    let mut seen = vec![false; mesh.index_count()];
    let mut found = Vec::new();
    for start in mesh.polygons().filter(|&polygon| leaves(polygon)) {
        if std::mem::replace(&mut seen[mesh.index(start)], true) {
            continue;
        }
        let (mut ahead, mut polygons) = (vec![start], Vec::new());
        let mut joins = vec![false; levels.len()];
        while let Some(polygon) = ahead.pop() {
            polygons.push(polygon);
            for next in neighbours(polygon).chain([polygon]) {
                for (level, joins) in levels.iter().zip(&mut joins) {
                    *joins |= level.regions.hold(mesh, next);
                }
                if leaves(next) && !std::mem::replace(&mut seen[mesh.index(next)], true) {
                    ahead.push(next);
                }
            }
        }
        let joins: Vec<usize> = (0..levels.len()).filter(|&level| joins[level]).collect();
        if joins.len() > 1 {
            found.push(Flight { polygons, joins });
        }
    }
    found
}

/// The flights with their ends, from the lowest up.
pub(super) fn stairs(mesh: &NavMesh, levels: &[Level], band: i64) -> Vec<Stairs> {
    let is_on_storey = |p: &GroundPoint| levels.iter().any(|level| is_at(level, p.height, band));
    let is_level = |triangle: &[GroundPoint]| {
        levels.iter().any(|level| triangle.iter().all(|p| is_at(level, p.height, band)))
    };
    let mut found = Vec::new();
    for Flight { polygons, joins } in between(mesh, levels, band) {
        let triangles = polygons.iter().flat_map(|&polygon| triangles_of(mesh, polygon));
        let points: Vec<GroundPoint> = triangles.filter(|t| !is_level(t)).flatten().collect();
        if let Some(ends) = ends(&points, is_on_storey) {
            found.push(Stairs { joins, ends: ends.map(|p| mesh.frame().to_world(p)) });
        }
    }
    found.sort_by(|a, b| a.ends[0].y.total_cmp(&b.ends[0].y));
    found
}

/// The lowest and the highest of the points: where there are several those next to the middle of
/// what is on no storey, for a triangle of the first tread may reach far over the floor.
fn ends(
    points: &[GroundPoint],
    is_on_storey: impl Fn(&GroundPoint) -> bool,
) -> Option<[GroundPoint; 2]> {
    points.first()?;
    let between = points.iter().filter(|p| !is_on_storey(p)).map(|p| p.plan);
    let mut inner: Vec<PlanPoint> = between.collect();
    if inner.is_empty() {
        inner.extend(points.iter().map(|p| p.plan));
    }
    let middle = middle(&inner);
    let off = |p: &&GroundPoint| (p.plan.distance_squared(middle), p.plan);
    let low = points.iter().min_by_key(|p| (p.height, off(p)))?;
    let high = points.iter().min_by_key(|p| (-i64::from(p.height), off(p)))?;
    Some([*low, *high])
}

/// The corners of a polygon's height triangles.
fn triangles_of(mesh: &NavMesh, polygon: PolyRef) -> impl Iterator<Item = [GroundPoint; 3]> + '_ {
    let tile = mesh.tile(polygon.tile);
    let corners = |triangle: &[u32; 3]| triangle.map(|v| tile.vertices[cast::index(v)]);
    tile.triangles_of(polygon.polygon).iter().map(corners)
}
