//! Which triangles are ground.

use super::facing::normal;
use super::{Class, Soup};
use crate::geom::{Point, cast};
use crate::parameters::{Parameters, Winding};

/// A slope of exactly the maximum is walkable; a normal computed in floating point is this
/// close to the true one (share of its length).
const NORMAL_SLACK: f64 = 1e-9;

/// Whether feet stand on a triangle of an object of that class: its slope, of which `min_up` is
/// the cosine at the steepest, and, where winding is trusted, its front. Upright triangles and
/// those without area are never ground.
#[must_use]
pub fn is_ground(corners: [Point; 3], class: Class, min_up: f64, winding: Winding) -> bool {
    let (min_up, winding) = match class {
        Class::BySlope => (min_up, winding),
        Class::Ground => (0.0, Winding::TwoSided),
        Class::Obstacle | Class::SmallObstacle => return false,
    };
    let [x, y, z] = normal(corners);
    let up = match winding {
        Winding::Trust => y,
        Winding::TwoSided => y.abs(),
    };
    up > 0.0 && up >= (min_up - NORMAL_SLACK) * (x * x + y * y + z * z).sqrt()
}

/// The triangles of a soup that feet stand on, each with the number of its object; one without an
/// object is told by its slope.
pub(super) fn ground<'a>(
    soup: &'a Soup,
    parameters: &Parameters,
) -> impl Iterator<Item = (usize, [Point; 3])> + use<'a> {
    let (min_up, winding) = (parameters.agent.min_normal_up(), parameters.winding);
    soup.triangles.iter().filter_map(move |triangle| {
        let owner = cast::index(triangle.object.0);
        let class = soup.objects.get(owner).map_or(Class::BySlope, |object| object.class);
        let corners = soup.finite_corners(triangle)?;
        is_ground(corners, class, min_up, winding).then_some((owner, corners))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slope_winding_and_class_decide() {
        let flat =
            [Point::new(0.0, 0.0, 0.0), Point::new(0.0, 0.0, 1.0), Point::new(1.0, 0.0, 0.0)];
        let turned = [flat[0], flat[2], flat[1]];
        let limit = libm::cos(45.0 * std::f64::consts::PI / 180.0);
        let is_walkable = |t, limit, winding| is_ground(t, Class::BySlope, limit, winding);
        assert!(is_walkable(flat, limit, Winding::Trust));
        assert!(!is_walkable(turned, limit, Winding::Trust));
        assert!(is_walkable(turned, limit, Winding::TwoSided));
        let ramp = |rise: f64| [flat[0], flat[1], Point::new(1.0, rise, 0.0)];
        assert!(is_walkable(ramp(1.0), limit, Winding::Trust));
        assert!(!is_walkable(ramp(1.001), limit, Winding::Trust));
        assert!(!is_walkable([flat[0]; 3], limit, Winding::TwoSided));

        let upright = [flat[0], flat[2], Point::new(1.0, 1.0, 0.0)];
        for (class, steep, back, wall) in [
            (Class::Ground, true, true, false),
            (Class::Obstacle, false, false, false),
            (Class::SmallObstacle, false, false, false),
        ] {
            let said = |t| is_ground(t, class, limit, Winding::Trust);
            assert_eq!((said(ramp(9.0)), said(turned), said(upright)), (steep, back, wall));
        }
    }
}
