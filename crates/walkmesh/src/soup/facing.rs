//! Which ways a model's surfaces face, to notice one that lies on its side or inside out.

use super::Soup;
use crate::geom::{Point, cast};

/// Slices of the model along each axis, for telling floors from walls.
const SLICES: u32 = 256;
/// Another way must be this much more floor-like than up to be worth a warning.
const CLEARLY: f64 = 1.5;

/// Surface that faces within 45° of each of six ways, in the order +X, -X, +Y, -Y, +Z, -Z.
/// A doubled face counts both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Facing {
    /// Its area, square metres.
    pub area: [f64; 6],
    /// How much of it lies in common planes as floors do, square metres: the root of the summed
    /// squares of its area in each slice (a 256th of the model) across that way. A storey is one
    /// plane, while the walls of its rooms are many.
    pub floor_like: [f64; 6],
}

/// Names of the six ways; the opposite of a way is beside it.
const WAYS: [&str; 6] = ["+X", "-X", "+Y", "-Y", "+Z", "-Z"];
/// Those that matter among them.
const EAST: usize = 0;
const WEST: usize = 1;
const UP: usize = 2;
const DOWN: usize = 3;
const SOUTH: usize = 4;
const NORTH: usize = 5;

/// The axis of a file that was taken as up when it was read into a world whose Y is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReadUp {
    /// Y became -X and Z stayed.
    X,
    /// Nothing was turned.
    #[default]
    Y,
    /// X stayed and Y became -Z.
    Z,
}

impl ReadUp {
    /// Where the other two axes of the file point, by their names.
    const fn others(self) -> [(usize, char); 2] {
        match self {
            Self::X => [(WEST, 'y'), (SOUTH, 'z')],
            Self::Y => [(EAST, 'x'), (SOUTH, 'z')],
            Self::Z => [(EAST, 'x'), (NORTH, 'y')],
        }
    }
}

impl Soup {
    /// Which ways its surfaces face; linear. Triangles without area or with corners that are not
    /// finite count nowhere.
    #[must_use]
    pub fn facing(&self) -> Facing {
        let Some((low, high)) = self.bounds() else { return Facing::default() };
        let (low, high): ([f64; 3], [f64; 3]) = (low.into(), high.into());
        let mut slices = vec![[0.0; 6]; cast::index(SLICES)];
        let mut facing = Facing::default();
        for corners in self.triangles.iter().filter_map(|t| self.corners(t)) {
            let n = normal(corners);
            let length = n.iter().map(|v| v * v).sum::<f64>().sqrt();
            if !(length > 0.0 && length.is_finite()) {
                continue;
            }
            // No axis is within 45° of a normal that leans equally to all three.
            let Some(axis) =
                (0..3).find(|&k| n[k].abs() >= length * std::f64::consts::FRAC_1_SQRT_2)
            else {
                continue;
            };
            let way = 2 * axis + usize::from(n[axis] < 0.0);
            let at = corners.map(|p| <[f64; 3]>::from(p)[axis]).iter().sum::<f64>() / 3.0;
            let share = (at - low[axis]) / (high[axis] - low[axis]).max(f64::MIN_POSITIVE);
            let slice = cast::cell_index(cast::floor_i32(share * f64::from(SLICES)));
            slices[slice.min(cast::index(SLICES - 1))][way] += length / 2.0;
            facing.area[way] += length / 2.0;
        }
        for way in 0..6 {
            let squares: f64 = slices.iter().map(|slice| slice[way] * slice[way]).sum();
            facing.floor_like[way] = squares.sqrt();
        }
        facing
    }
}

impl Facing {
    /// A sentence when the model, of a file of which `up` was taken as up, looks as if it lay on its
    /// side or were inside out.
    #[must_use]
    pub fn warning(&self, up: ReadUp) -> Option<String> {
        // A file with another axis up has its floors facing that way, forwards.
        let [one, other] = up.others();
        let is_one = self.floor_like[one.0] > self.floor_like[other.0];
        let ((sideways, name), (across, _)) = if is_one { (one, other) } else { (other, one) };
        let along = |way: usize| self.floor_like[way].max(self.floor_like[way ^ 1]);
        // Of a tower every wall is larger than its floor: floors are larger than what is along both
        // other axes.
        if self.floor_like[sideways] > CLEARLY * along(UP).max(along(across)) {
            return Some(format!(
                "most of what looks like floor faces {} ({:.0} m² in all, {:.0} m² up): if the \
                 model lies on its side, read it with --up {name}",
                WAYS[sideways], self.area[sideways], self.area[UP]
            ));
        }
        let more_down = |measure: &[f64; 6]| measure[DOWN] > CLEARLY * measure[UP];
        if more_down(&self.floor_like) && more_down(&self.area) {
            return Some(format!(
                "most of what looks like floor faces down ({:.0} m², {:.0} m² up): if the model \
                 is inside out, bake it with --winding two-sided",
                self.area[DOWN], self.area[UP]
            ));
        }
        None
    }
}

/// The cross product of two sides: twice the area long, out of the front.
pub(super) fn normal([a, b, c]: [Point; 3]) -> [f64; 3] {
    let u = [b.x - a.x, b.y - a.y, b.z - a.z];
    let v = [c.x - a.x, c.y - a.y, c.z - a.z];
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
