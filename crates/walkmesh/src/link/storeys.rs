//! Which storeys a mesh has, and which stairs of its own ground join them.

use crate::geom::{GroundPoint, PlanPoint, Point, cast, predicates};
use crate::mesh::{NavMesh, PolyRef};

/// A storey has at least this share of the largest one's ground.
const LEAST_SHARE: f64 = 0.02;
/// At least this much of the ground within half a body of a storey's height is at that height;
/// hills have less.
const LEVEL_SHARE: f64 = 0.75;

/// The storeys of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Storeys {
    /// From the lowest up.
    pub storeys: Vec<Storey>,
    /// What joins them, from the lowest up.
    pub stairs: Vec<Stairs>,
}

/// Level ground of one height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Storey {
    /// Its height, metres.
    pub height: f64,
    /// Its ground in plan, m².
    pub area_m2: f64,
}

/// Ground that leads from one storey to others: stairs, ramps.
#[derive(Clone, Debug, PartialEq)]
pub struct Stairs {
    /// The storeys that it joins, indices in [`Storeys::storeys`].
    pub joins: Vec<usize>,
    /// Its lowest and its highest point.
    pub ends: [Point; 2],
}

/// Finds the storeys of a mesh by how much ground lies at each height, and the stairs by which
/// polygons lead from one to another. A storey's ground is within half a climb of its height; two
/// are a body's height apart at least. Ground without level floors, such as hills, has none.
/// O(n log n) in the height triangles.
#[must_use]
pub fn storeys(mesh: &NavMesh) -> Storeys {
    let by_height = ground_by_height(mesh);
    let resolved = mesh.resolved();
    let band = i64::from(resolved.climb.max(resolved.cell_height)) / 2;
    let body = i64::from(resolved.height);
    let found = peaks(&by_height, band, body);
    let frame = mesh.frame();
    let to_metres =
        |height: i64| frame.to_world(PlanPoint::default().at(cast::narrow_i32(height))).y;
    let square = frame.step() * frame.step() / 2.0;
    let storeys = found
        .iter()
        .map(|&(height, area)| Storey { height: to_metres(height), area_m2: area * square })
        .collect();
    let heights: Vec<i64> = found.iter().map(|&(height, _)| height).collect();
    Storeys { storeys, stairs: stairs(mesh, &heights, band) }
}

/// Height and twice the plan area of every height triangle, from the lowest up.
fn ground_by_height(mesh: &NavMesh) -> Vec<(i64, f64)> {
    let mut all = Vec::new();
    for polygon in mesh.polygons() {
        let tile = mesh.tile(polygon.tile);
        for triangle in tile.triangles_of(polygon.polygon) {
            let [a, b, c] = triangle.map(|v| tile.vertices[cast::index(v)]);
            let area = cast::float(predicates::cross(a.plan, b.plan, c.plan).abs());
            let sum = [a, b, c].iter().map(|p| i64::from(p.height)).sum::<i64>();
            all.push((sum.div_euclid(3), area));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    all
}

/// Heights with much ground within `band` of them, the most first taken, about `body` apart; with
/// that ground, from the lowest up.
fn peaks(ground: &[(i64, f64)], band: i64, body: i64) -> Vec<(i64, f64)> {
    let sums: Vec<f64> = std::iter::once(0.0)
        .chain(ground.iter().scan(0.0, |sum, &(_, area)| {
            *sum += area;
            Some(*sum)
        }))
        .collect();
    let within = |height: i64, reach: i64| {
        let from = ground.partition_point(|&(h, _)| h < height - reach);
        let to = ground.partition_point(|&(h, _)| h <= height + reach);
        sums[to] - sums[from]
    };
    let mut candidates: Vec<(f64, i64)> =
        ground.iter().map(|&(height, _)| (within(height, band), height)).collect();
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    candidates.dedup();
    let least = candidates.first().map_or(0.0, |first| first.0 * LEAST_SHARE);
    let mut found: Vec<(i64, f64)> = Vec::new();
    for (area, height) in candidates {
        let is_free = found.iter().all(|&(other, _)| (other - height).abs() >= body);
        let is_level = area > LEVEL_SHARE * within(height, body / 2);
        if area >= least && area > 0.0 && is_free && is_level {
            found.push((height, area));
        }
    }
    // The middle of the ground there is its height, whatever steps lie in the band.
    for (height, area) in &mut found {
        let from = ground.partition_point(|&(h, _)| h < *height - band);
        let half = sums.partition_point(|&sum| sum < sums[from] + *area / 2.0);
        *height = ground[half.clamp(1, ground.len()) - 1].0;
    }
    found.sort_by_key(|&(height, _)| height);
    found
}

/// Groups of neighbouring polygons that leave the storeys, where they touch two or more.
fn stairs(mesh: &NavMesh, storeys: &[i64], band: i64) -> Vec<Stairs> {
    let near = |height: i64| storeys.iter().position(|s| (s - height).abs() <= band);
    let leaves = |polygon: PolyRef| {
        let (low, high) = mesh.polygon(polygon).heights;
        let (low, high) = (near(i64::from(low)), near(i64::from(high)));
        low.is_none() || low != high
    };
    let mut seen = vec![false; mesh.index_count()];
    let mut found = Vec::new();
    for start in mesh.polygons().filter(|&polygon| leaves(polygon)) {
        if std::mem::replace(&mut seen[mesh.index(start)], true) {
            continue;
        }
        let (mut ahead, mut points) = (vec![start], Vec::new());
        while let Some(polygon) = ahead.pop() {
            points.extend(ground_of(mesh, polygon));
            for next in mesh.edges(polygon).iter().filter_map(|edge| edge.neighbour) {
                if leaves(next) && !std::mem::replace(&mut seen[mesh.index(next)], true) {
                    ahead.push(next);
                }
            }
        }
        let ends = [
            points.iter().min_by_key(|p| (p.height, p.plan)),
            points.iter().max_by_key(|p| (p.height, p.plan)),
        ];
        let [Some(low), Some(high)] = ends else { continue };
        let range = i64::from(low.height) - band..=i64::from(high.height) + band;
        let joins: Vec<usize> =
            (0..storeys.len()).filter(|&s| range.contains(&storeys[s])).collect();
        if joins.len() > 1 {
            let ends = [*low, *high].map(|p| mesh.frame().to_world(p));
            found.push(Stairs { joins, ends });
        }
    }
    found.sort_by(|a, b| a.ends[0].y.total_cmp(&b.ends[0].y));
    found
}

/// The points of a polygon's height triangles.
fn ground_of(mesh: &NavMesh, polygon: PolyRef) -> impl Iterator<Item = GroundPoint> + '_ {
    let tile = mesh.tile(polygon.tile);
    let used = tile.triangles_of(polygon.polygon).iter().flatten();
    used.map(|&v| tile.vertices[cast::index(v)])
}
