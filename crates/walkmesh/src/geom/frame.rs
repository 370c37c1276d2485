//! The map between world metres and the integer lattice.

use super::{GroundPoint, PlanPoint, Point, cast};

/// Largest lattice coordinate each way: differences of two fit `i32`, cross products `i64`.
const REACH: f64 = (1_i32 << 29) as f64;
/// The usual step is 2^-12 m: 1/4096 m, a quarter of a millimetre.
const USUAL_EXPONENT: i32 = -12;
/// A world smaller than this many usual steps gets a finer lattice.
const TINY: f64 = (1_i32 << 14) as f64;
/// Exponents a frame may have; the powers of two between them are exact in `f64`.
const EXPONENTS: std::ops::RangeInclusive<i32> = -200..=200;

/// Why no frame could be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FrameError {
    /// A bound is NaN or infinite.
    #[error("the bounds ({min} to {max}) are not finite: drop or repair the vertices there")]
    NotFinite {
        /// Lower corner asked for.
        min: Point,
        /// Upper corner asked for.
        max: Point,
    },
    /// The bounds are wider than the coarsest lattice.
    #[error(
        "the bounds ({min} to {max}) are wider than any lattice: drop stray geometry that stretches them"
    )]
    TooWide {
        /// Lower corner asked for.
        min: Point,
        /// Upper corner asked for.
        max: Point,
    },
    /// The step asked for is no power of two in range.
    #[error("the lattice step 2^{exponent} m is out of range: use -200 to 200")]
    Exponent {
        /// The exponent asked for.
        exponent: i32,
    },
}

/// Maps the world to the lattice: `world = origin + step × lattice`, plan y being world -z.
///
/// The step is a power of two, so scaling back is exact. It is 1/4096 m while the world fits in
/// 2^29 steps each way from the origin, coarser beyond, finer for worlds under four metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    origin: Point,
    exponent: i32,
}

impl Frame {
    /// The frame for a world within these bounds; the origin is their centre, rounded to whole
    /// metres (or steps, where those are coarser) so that small changes of the soup keep it.
    ///
    /// # Errors
    /// When a bound is not finite, or the world is larger than 2^230 m.
    pub fn for_bounds(min: impl Into<Point>, max: impl Into<Point>) -> Result<Self, FrameError> {
        let (min, max) = (min.into(), max.into());
        let size = (max.x - min.x).max(max.y - min.y).max(max.z - min.z);
        if !(min.is_finite() && max.is_finite() && size.is_finite()) {
            return Err(FrameError::NotFinite { min, max });
        }
        let mut exponent = USUAL_EXPONENT;
        // Half the size plus up to a unit of origin rounding must stay inside REACH.
        while size / power_of_two(exponent) > REACH {
            exponent += 1;
        }
        while size > 0.0 && size / power_of_two(exponent) < TINY && exponent > *EXPONENTS.start() {
            exponent -= 1;
        }
        // Tiny worlds round their origin to a 16th of their size or so, others to a metre.
        let unit = power_of_two(exponent).max(power_of_two((exponent + 12).min(0)));
        let centre = |a: f64, b: f64| ((a + (b - a) * 0.5) / unit).round() * unit;
        let origin = Point::new(centre(min.x, max.x), centre(min.y, max.y), centre(min.z, max.z));
        Self::new(origin, exponent).map_err(|_| FrameError::TooWide { min, max })
    }

    /// The frame with the finest step at which these bounds fit, for a mesh that was made
    /// elsewhere: its corners move by half a step at most, less than 2^-29 of the world's size.
    ///
    /// Nothing is lost where the coordinates are multiples of a power of two (whole numbers,
    /// halves, `f32` of one size), as they are then points of this lattice. Others, a grid in
    /// centimetres say, are on no lattice whose step is a power of two: each corner is rounded
    /// once, the same for all polygons around it, so neighbours still share their edges, but
    /// corners in a row may leave their line by a step and make a polygon reflex, which is then
    /// to be split there. [`Frame::for_bounds`] is coarser: good for what is surveyed, not for
    /// keeping what is given.
    ///
    /// # Errors
    /// When a bound is not finite, or the world is larger than 2^230 m.
    pub fn finest_for_bounds(
        min: impl Into<Point>,
        max: impl Into<Point>,
    ) -> Result<Self, FrameError> {
        let (min, max) = (min.into(), max.into());
        let size = (max.x - min.x).max(max.y - min.y).max(max.z - min.z);
        if !(min.is_finite() && max.is_finite() && size.is_finite()) {
            return Err(FrameError::NotFinite { min, max });
        }
        // The origin is rounded to 2^12 steps, so it is as round a number as the step allows.
        let most = 2.0 * (REACH - f64::from(1_i32 << 12));
        let mut exponent = *EXPONENTS.start();
        while size > most * power_of_two(exponent) && exponent <= *EXPONENTS.end() {
            exponent += 1;
        }
        let unit = power_of_two(exponent) * f64::from(1_i32 << 12);
        let centre = |a: f64, b: f64| ((a + (b - a) * 0.5) / unit).round() * unit;
        let origin = Point::new(centre(min.x, max.x), centre(min.y, max.y), centre(min.z, max.z));
        Self::new(origin, exponent).map_err(|_| FrameError::TooWide { min, max })
    }

    /// A frame with a given origin and a step of 2^`exponent` metres.
    ///
    /// # Errors
    /// When the origin is not finite or the exponent is outside -200..=200.
    pub fn new(origin: impl Into<Point>, exponent: i32) -> Result<Self, FrameError> {
        let origin = origin.into();
        if !origin.is_finite() {
            return Err(FrameError::NotFinite { min: origin, max: origin });
        }
        if !EXPONENTS.contains(&exponent) {
            return Err(FrameError::Exponent { exponent });
        }
        Ok(Self { origin, exponent })
    }

    /// World position of lattice (0, 0, 0), metres.
    #[must_use]
    pub const fn origin(&self) -> Point {
        self.origin
    }

    /// The step is 2^`exponent` metres.
    #[must_use]
    pub const fn exponent(&self) -> i32 {
        self.exponent
    }

    /// One lattice step in metres.
    #[must_use]
    pub fn step(&self) -> f64 {
        power_of_two(self.exponent)
    }

    /// The nearest lattice point, or `None` when the point is not finite or out of reach.
    #[inline]
    #[must_use]
    pub fn to_lattice(&self, p: impl Into<Point>) -> Option<GroundPoint> {
        let p = p.into();
        let per_metre = power_of_two(-self.exponent);
        let x = (p.x - self.origin.x) * per_metre;
        let y = (self.origin.z - p.z) * per_metre;
        let h = (p.y - self.origin.y) * per_metre;
        let fits = |v: f64| v.abs() <= REACH; // false for NaN
        if !(fits(x) && fits(y) && fits(h)) {
            return None;
        }
        let near = cast::round_within;
        Some(GroundPoint::new(near(x), near(y), near(h)))
    }

    /// The world point of a lattice point.
    #[must_use]
    pub fn to_world(&self, p: GroundPoint) -> Point {
        let step = self.step();
        Point::new(
            self.origin.x + f64::from(p.plan.x) * step,
            self.origin.y + f64::from(p.height) * step,
            self.origin.z - f64::from(p.plan.y) * step,
        )
    }

    /// The world x and z of a plan point, at the world height 0 of the frame.
    #[must_use]
    pub fn plan_to_world(&self, p: PlanPoint) -> Point {
        self.to_world(p.at(0))
    }

    /// A length in metres as lattice steps, to the nearest (saturating).
    #[must_use]
    pub fn steps(&self, metres: f64) -> i32 {
        cast::round_i32(metres * power_of_two(-self.exponent))
    }

    /// An area in square metres as steps², to the nearest (saturating).
    #[must_use]
    pub fn square_steps(&self, area: f64) -> i128 {
        let steps = power_of_two(-self.exponent);
        cast::round_i64(area * steps * steps).into()
    }

    /// A length in steps as metres.
    #[must_use]
    pub fn metres(&self, steps: f64) -> f64 {
        steps * self.step()
    }
}

/// 2^`exponent`, exact: the bits of a normal `f64` for any exponent that a frame allows.
#[inline]
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(u64::from((1023 + exponent).unsigned_abs()) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_world_gets_the_usual_step() {
        let f = Frame::for_bounds([0.0, 0.0, 0.0], [100.0, 5.0, 40.0]).unwrap();
        assert_eq!(f.exponent(), -12);
        assert_eq!(f.origin(), Point::new(50.0, 3.0, 20.0));
    }

    #[test]
    fn huge_worlds_are_coarser_and_tiny_ones_finer() {
        let huge = Frame::for_bounds([0.0, 0.0, 0.0], [1e6, 5.0, 1e6]).unwrap();
        assert!(huge.exponent() > -12);
        let tiny = Frame::for_bounds([0.0, 0.0, 0.0], [0.01, 0.001, 0.01]).unwrap();
        assert!(tiny.exponent() < -18);
        for f in [huge, tiny] {
            for p in [[0.0, 0.0, 0.0], [0.01, 0.001, 0.01]] {
                assert!(f.to_lattice(p).is_some());
            }
        }
    }

    #[test]
    fn the_finest_lattice_holds_what_is_dyadic_and_no_more_than_fits() {
        for (low, high) in [(0.0, 512.0), (1e6, 1e6 + 16.0), (-3.0, 1_048_576.0), (5.0, 5.25)] {
            let f = Frame::finest_for_bounds([low, 0.0, -high], [high, 0.0, -low]).unwrap();
            assert!((high - low) / f.step() > REACH * 0.99, "{f:?}");
            for i in 0..=64 {
                let x = low + (high - low) * f64::from(i) / 64.0;
                let p = Point::new(x, 0.0, -x);
                assert_eq!(f.to_world(f.to_lattice(p).unwrap()), p, "{f:?}");
            }
        }
        assert!(Frame::finest_for_bounds([0.0; 3], [0.0; 3]).is_ok());
        assert!(Frame::finest_for_bounds([0.0; 3], [f64::INFINITY; 3]).is_err());
        let wide = Frame::finest_for_bounds([0.0; 3], [1e70, 0.0, 0.0]);
        assert!(matches!(wide, Err(FrameError::TooWide { .. })), "{wide:?}");
    }

    #[test]
    fn there_and_back_is_within_half_a_step() {
        let f = Frame::for_bounds([114_502.0, 0.0, 1_185_944.0], [114_602.0, 9.0, 1_186_000.0])
            .unwrap();
        let p = Point::new(114_555.123_4, 1.234_5, 1_185_999.876_5);
        let q = f.to_world(f.to_lattice(p).unwrap());
        assert!((p.x - q.x).abs() <= f.step() / 2.0 + 1e-9);
        assert!((p.y - q.y).abs() <= f.step() / 2.0 + 1e-9);
        assert!((p.z - q.z).abs() <= f.step() / 2.0 + 1e-9);
    }

    #[test]
    fn what_is_not_finite_is_refused() {
        assert!(Frame::for_bounds([f64::NAN, 0.0, 0.0], [1.0, 1.0, 1.0]).is_err());
        assert!(Frame::for_bounds([0.0, 0.0, 0.0], [f64::INFINITY, 1.0, 1.0]).is_err());
        let f = Frame::for_bounds([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]).unwrap();
        assert_eq!(f.to_lattice([f64::NAN, 0.0, 0.0]), None);
        assert_eq!(f.to_lattice([1e12, 0.0, 0.0]), None);
    }
}
