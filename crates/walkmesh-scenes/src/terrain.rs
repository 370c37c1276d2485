//! Rolling ground under the open sky, with rocks on it.

use walkmesh::Point;
use walkmesh::geom::cast;
use walkmesh::parameters::Preset;
use walkmesh::soup::{ObjectId, Triangle};

use crate::Generated;
use crate::random::Random;
use crate::shapes::{Builder, Place};

/// Side of a patch, metres: what the size counts.
const PATCH: u32 = 25;
/// Sizes of hills and how high each kind rises, metres. The steepest slope that they add up to
/// is 40 degrees, so that all of it can be walked.
const HILLS: [[f64; 2]; 3] = [[30.0, 8.0], [10.0, 1.0], [4.0, 0.12]];
/// Rocks on a patch.
const ROCKS: u32 = 6;
/// How far from the rim no rock stands, metres: the ends of the path are there.
const RIM: f64 = 4.0;

/// Random heights at the corners of square cells, smooth between them.
struct Hills {
    cell: f64,
    columns: usize,
    heights: Vec<f64>,
}

impl Hills {
    fn new([cell, rise]: [f64; 2], side: f64, random: &mut Random) -> Self {
        let columns = cast::cell_index(cast::ceil_i32(side / cell)) + 1;
        let heights = (0..columns * columns).map(|_| random.between(0.0, rise)).collect();
        Self { cell, columns, heights }
    }

    fn at(&self, x: f64, z: f64) -> f64 {
        let ([column, s], [row, t]) = (self.split(x), self.split(z));
        let [column, row] = [column, row].map(|cells| cast::cell_index(cast::floor_i32(cells)));
        let height = |r: usize, c: usize| self.heights[(row + r) * self.columns + column + c];
        let between = |from: f64, to: f64, s: f64| from + (to - from) * s * s * (3.0 - 2.0 * s);
        between(between(height(0, 0), height(0, 1), s), between(height(1, 0), height(1, 1), s), t)
    }

    /// A coordinate as cell and share of it; the far rim belongs to the last cell.
    fn split(&self, v: f64) -> [f64; 2] {
        let cells = v / self.cell;
        let whole = cells.floor().min(f64::from(cast::count(self.columns - 2)));
        [whole, cells - whole]
    }
}

/// `size` patches each way; from one corner to the opposite one.
pub(crate) fn build(size: u32, seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let metres = size * PATCH;
    let side = f64::from(metres);
    let hills = HILLS.map(|kind| Hills::new(kind, side, &mut random));
    let height = |x: f64, z: f64| hills.iter().map(|h| h.at(x, z)).sum::<f64>();
    let mut b = Builder::default();
    let ground = b.object("ground");
    sheet(&mut b, ground, metres, height);
    let rocks = b.object("rocks");
    for _ in 0..size * size * ROCKS {
        let (x, z) = (random.between(RIM, side - RIM), random.between(RIM, side - RIM));
        let half: [f64; 3] = std::array::from_fn(|_| random.between(0.4, 1.6));
        let place = Place::new([x, height(x, z), z], random.between(-1.0, 1.0));
        b.placed(rocks, place, half.map(|v| -v), half);
    }
    let on_ground = |x: f64, z: f64| Point::new(x, height(x, z), z);
    Generated {
        soup: b.soup,
        from: on_ground(2.0, 2.0),
        to: on_ground(side - 2.0, side - 2.0),
        preset: Preset::Recast,
    }
}

/// An upward sheet of triangles that share their corners, as terrain comes: a corner each metre.
fn sheet(b: &mut Builder, object: ObjectId, cells: u32, height: impl Fn(f64, f64) -> f64) {
    for row in 0..=cells {
        for column in 0..=cells {
            let (x, z) = (f64::from(column), f64::from(row));
            b.soup.vertices.push(Point::new(x, height(x, z), z));
        }
    }
    for row in 0..cells {
        for column in 0..cells {
            let near = row * (cells + 1) + column;
            let far = near + cells + 1;
            for corners in [[near, far, far + 1], [near, far + 1, near + 1]] {
                b.soup.triangles.push(Triangle { corners, object });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hills_pass_through_their_corners_and_rise_no_steeper_than_said() {
        let hills = Hills::new([10.0, 4.0], 95.0, &mut Random::new(3));
        assert_eq!(hills.columns, 11);
        for (i, height) in hills.heights.iter().enumerate() {
            let (row, column) = (i / 11, i % 11);
            let at = |cell: usize| 10.0 * f64::from(cast::count(cell));
            assert!((hills.at(at(column), at(row)) - height).abs() < 1e-9);
        }
        let steepest: f64 = HILLS.iter().map(|[cell, rise]| 1.5 * rise / cell).sum();
        let slope = steepest.hypot(steepest).atan().to_degrees();
        assert!((39.0..41.0).contains(&slope), "{slope}");
    }

    #[test]
    fn no_triangle_is_steeper_than_a_walker_climbs() {
        let scene = build(2, 7);
        let ground = scene.soup.triangles.iter().filter(|t| t.object.0 == 0);
        for [a, b, c] in ground.filter_map(|t| scene.soup.corners(t)) {
            let (u, v) = ([b.x - a.x, b.y - a.y, b.z - a.z], [c.x - a.x, c.y - a.y, c.z - a.z]);
            let up = u[2] * v[0] - u[0] * v[2];
            let across = (u[1] * v[2] - u[2] * v[1]).hypot(u[0] * v[1] - u[1] * v[0]);
            assert!(up > 0.0 && across < up, "{a:?} {b:?} {c:?}");
        }
    }
}
