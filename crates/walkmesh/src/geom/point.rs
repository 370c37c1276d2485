//! World points in `f64`, lattice points in `i32`.

use super::cast;
use super::predicates::{cross, dot};
use std::fmt;

/// A point of the world: metres, right-handed, Y up.
///
/// Every public function takes `impl Into<Point>`, so arrays and tuples of `f32` and `f64` work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// East, metres.
    pub x: f64,
    /// Up, metres.
    pub y: f64,
    /// South (towards the viewer of a plan drawing), metres.
    pub z: f64,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:?}, {:?}, {:?})", self.x, self.y, self.z)
    }
}

impl Point {
    /// The point `(x, y, z)`.
    #[must_use]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// True when no coordinate is NaN or infinite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }

    /// Straight distance in space, metres.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy, dz) = (self.x - other.x, self.y - other.y, self.z - other.z);
        (dx * dx + dy * dy + dz * dz).sqrt()
    }

    /// Distance in plan (x and z only), metres.
    #[must_use]
    pub fn plan_distance(self, other: Self) -> f64 {
        let (dx, dz) = (self.x - other.x, self.z - other.z);
        (dx * dx + dz * dz).sqrt()
    }
}

impl From<[f64; 3]> for Point {
    fn from([x, y, z]: [f64; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<[f32; 3]> for Point {
    fn from([x, y, z]: [f32; 3]) -> Self {
        Self { x: x.into(), y: y.into(), z: z.into() }
    }
}

impl From<(f64, f64, f64)> for Point {
    fn from((x, y, z): (f64, f64, f64)) -> Self {
        Self { x, y, z }
    }
}

impl From<(f32, f32, f32)> for Point {
    fn from((x, y, z): (f32, f32, f32)) -> Self {
        Self { x: x.into(), y: y.into(), z: z.into() }
    }
}

impl From<Point> for [f64; 3] {
    fn from(p: Point) -> Self {
        [p.x, p.y, p.z]
    }
}

/// A lattice point in plan: `x` grows with world x, `y` with world **-z**, both in steps of the
/// [`Frame`](super::Frame). With this choice a positive cross product is counter-clockwise seen
/// from above. Coordinates stay within ±2^29, so differences fit `i32` and cross products `i64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanPoint {
    /// Steps along world x.
    pub x: i32,
    /// Steps along world -z.
    pub y: i32,
}

impl PlanPoint {
    /// The lattice point `(x, y)`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The same plan point at a height.
    #[must_use]
    pub const fn at(self, height: i32) -> GroundPoint {
        GroundPoint { plan: self, height }
    }

    /// Squared distance, steps²; exact.
    #[inline]
    #[must_use]
    pub fn distance_squared(self, other: Self) -> i64 {
        let dx = i64::from(self.x) - i64::from(other.x);
        let dy = i64::from(self.y) - i64::from(other.y);
        dx * dx + dy * dy
    }

    /// Distance, steps: one rounding of an exact square.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        cast::float(self.distance_squared(other)).sqrt()
    }

    /// Distance from the segment `ab`, which may be a point, steps.
    pub(crate) fn distance_from(self, a: Self, b: Self) -> f64 {
        let (along, length) = (dot(a, b, self), a.distance_squared(b));
        if along <= 0 || length == 0 {
            return self.distance(a);
        }
        if along >= length {
            return self.distance(b);
        }
        cast::float(cross(a, b, self).abs()) / cast::float(length).sqrt()
    }
}

/// A lattice point in plan with its height, all in steps of the [`Frame`](super::Frame).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundPoint {
    /// Where it is in plan.
    pub plan: PlanPoint,
    /// Height in steps along world y.
    pub height: i32,
}

impl GroundPoint {
    /// The lattice point `(x, y)` at `height`.
    #[must_use]
    pub const fn new(x: i32, y: i32, height: i32) -> Self {
        Self { plan: PlanPoint::new(x, y), height }
    }
}
