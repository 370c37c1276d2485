//! From the world to a flat page, and how far away things are.

use super::RenderError;
use walkmesh::Point;

/// From where a picture looks at the world. Always parallel: lengths do not shrink with distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Projection {
    /// From straight above, north (world -z) up.
    #[default]
    Plan,
    /// From the side and above; what is in front hides what is behind.
    Oblique {
        /// The way the eye looks, degrees clockwise from north: 0 looks north, 90 east (world x).
        heading: f64,
        /// How far the eye looks down, degrees: above 0 (along the ground) to 90 (from above).
        elevation: f64,
    },
}

impl Projection {
    /// An oblique view that suits most worlds: from the south-west, a good third of the way down.
    pub const OBLIQUE: Self = Self::Oblique { heading: 30.0, elevation: 40.0 };

    pub(super) fn check(self) -> Result<(), RenderError> {
        match self {
            Self::Oblique { heading, elevation }
                if !(heading.is_finite() && elevation > 0.0 && elevation <= 90.0) =>
            {
                Err(RenderError::Projection { heading, elevation })
            }
            _ => Ok(()),
        }
    }

    /// The axes of the page and the way into it.
    pub(super) fn axes(self) -> Axes {
        match self {
            // Exact, so that plans do not depend on the last bit of a sine.
            Self::Plan => {
                Axes { right: [1.0, 0.0, 0.0], down: [0.0, 0.0, 1.0], away: [0.0, -1.0, 0.0] }
            }
            Self::Oblique { heading, elevation } => {
                let (sh, ch) = heading.to_radians().sin_cos();
                let (se, ce) = elevation.to_radians().sin_cos();
                Axes {
                    right: [ch, 0.0, sh],
                    down: [-sh * se, -ce, ch * se],
                    away: [sh * ce, -se, -ch * ce],
                }
            }
        }
    }
}

/// Three unit vectors at right angles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    right: [f64; 3],
    down: [f64; 3],
    /// From the eye into the picture.
    pub(super) away: [f64; 3],
}

impl Axes {
    /// Where a point falls on the page, metres: to the right, and down.
    pub(super) fn flat(&self, p: Point) -> [f64; 2] {
        [dot(self.right, p), dot(self.down, p)]
    }
}

fn dot(axis: [f64; 3], p: Point) -> f64 {
    axis[0] * p.x + axis[1] * p.y + axis[2] * p.z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_straight_above_an_oblique_view_is_the_plan() {
        let above = Projection::Oblique { heading: 0.0, elevation: 90.0 }.axes();
        let plan = Projection::Plan.axes();
        for p in [[1.0, 2.0, 3.0], [-4.0, 0.5, 9.0]].map(Point::from) {
            let (a, b) = (above.flat(p), plan.flat(p));
            assert!((a[0] - b[0]).abs() < 1e-12 && (a[1] - b[1]).abs() < 1e-12, "{a:?} {b:?}");
        }
    }

    #[test]
    fn the_eye_looks_where_the_heading_says() {
        let east = Projection::Oblique { heading: 90.0, elevation: 30.0 }.axes();
        let [right, down] = east.flat(Point::new(0.0, 0.0, 1.0));
        assert!(right > 0.99 && down.abs() < 1e-12, "south is to the right of one who looks east");
        assert!(east.flat(Point::new(1.0, 0.0, 0.0))[1] < 0.0, "far is up");
        assert!(east.flat(Point::new(0.0, 1.0, 0.0))[1] < 0.0, "high is up");
        assert!(east.away[0] > 0.0 && east.away[1] < 0.0);
    }
}
