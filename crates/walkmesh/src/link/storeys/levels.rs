//! Heights at which there is much ground.

use super::regions::Regions;
use crate::geom::{cast, predicates};
use crate::mesh::NavMesh;

/// A floor that hangs together with at least this share of the largest storey's ground makes one.
const LEAST_SHARE: f64 = 0.02;
/// So does one of so many squares of a body's height: a room.
const ROOM: f64 = 4.0;
/// At least this much of the ground within half a body of a storey's height is at that height, or
/// at one other; hills have less.
const LEVEL_SHARE: f64 = 0.75;

/// A storey as it is found.
pub(super) struct Level {
    pub(super) height: i64,
    /// Twice its ground in plan, square steps.
    pub(super) area: f64,
    pub(super) regions: Regions,
}

/// The storeys, from the lowest up: of all heights those with the most ground within `band` of
/// them are taken first, about `body` apart.
pub(super) fn levels(mesh: &NavMesh, band: i64, body: i64) -> Vec<Level> {
    let ground = Heights::new(mesh);
    let mut candidates: Vec<(f64, i64)> =
        ground.all.iter().map(|&(height, _)| (ground.within(height, band), height)).collect();
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    candidates.dedup();
    let largest = candidates.first().map_or(0.0, |first| first.0);
    let (room, least) = (room(body), least_area(largest, body));
    let (mut found, mut refused): (Vec<Level>, Vec<i64>) = (Vec::new(), Vec::new());
    for (area, candidate) in candidates {
        let height = ground.middle(candidate, band);
        let is_free = found.iter().all(|level| (level.height - height).abs() >= body);
        let is_new = refused.iter().all(|other| (other - height).abs() > band);
        let is_large = area > 0.0 && area >= least;
        if !(is_large && is_free && is_new && ground.is_level(candidate, band, body)) {
            continue;
        }
        let regions = Regions::new(mesh, height, band, room);
        if regions.largest() >= least {
            found.push(Level { height, area, regions });
        } else {
            refused.push(height);
        }
    }
    found.sort_by_key(|level| level.height);
    found
}

/// Twice the area of a room.
fn room(body: i64) -> f64 {
    2.0 * ROOM * cast::float(body) * cast::float(body)
}

/// Twice the area that a storey's floor has at least, the `largest` storey being given.
pub(super) fn least_area(largest: f64, body: i64) -> f64 {
    room(body).min(largest * LEAST_SHARE)
}

/// How much ground is how high.
struct Heights {
    /// Height and twice the plan area of every height triangle, from the lowest up.
    all: Vec<(i64, f64)>,
    /// The area of so many of them.
    sums: Vec<f64>,
}

impl Heights {
    fn new(mesh: &NavMesh) -> Self {
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
        let each = all.iter().scan(0.0, |sum, &(_, area)| {
            *sum += area;
            Some(*sum)
        });
        let sums = std::iter::once(0.0).chain(each).collect();
        Self { all, sums }
    }

    fn within(&self, height: i64, reach: i64) -> f64 {
        let from = self.all.partition_point(|&(h, _)| h < height - reach);
        let to = self.all.partition_point(|&(h, _)| h <= height + reach);
        self.sums[to] - self.sums[from]
    }

    /// Below and above which there is as much ground within `band` of a height.
    fn middle(&self, height: i64, band: i64) -> i64 {
        let from = self.all.partition_point(|&(h, _)| h < height - band);
        let middle = self.sums[from] + self.within(height, band) / 2.0;
        let half = self.sums.partition_point(|&sum| sum < middle);
        self.all[half.clamp(1, self.all.len()) - 1].0
    }

    /// True when most ground within half a body of a height is at that, or at one other.
    fn is_level(&self, height: i64, band: i64, body: i64) -> bool {
        // As narrow as a floor: two bands of a high climb would take in most of a slope.
        let reach = band / 8;
        let width = 2 * reach + 1;
        let others = (0..=(body / 2 - band) / width).map(|k| band + 1 + reach + k * width);
        let others = others.flat_map(|off| [height - off, height + off]);
        let other = others.map(|other| self.within(other, reach)).fold(0.0, f64::max);
        self.within(height, band) + other > LEVEL_SHARE * self.within(height, body / 2)
    }
}
