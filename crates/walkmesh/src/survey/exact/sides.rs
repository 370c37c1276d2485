//! Sides of boxes that stay straight.
//!
//! ```text
//!       side                  an overlay rounds a crossing to the lattice and draws what is next
//!        │╲                   to it along: a side of a tile could end a step beside itself, and
//!        │ ╲ border           the ground would not go on in the next tile
//!        ·──·
//! ```

use crate::geom::{OverlayError, PlanBox, PlanPoint, Shape, union};

/// Corners this near to a side belong on it, steps.
const NEAR: u32 = 1;
/// What is put straight may be drawn along once more, seldom.
const ROUNDS: usize = 3;

/// The shapes with their corners that are next to a side of the box on it, so that none is
/// outside of the box for rounding.
pub(super) fn straight(
    mut shapes: Vec<Shape>,
    sides: &PlanBox,
) -> Result<Vec<Shape>, OverlayError> {
    for _ in 0..ROUNDS {
        if !put_straight(&mut shapes, sides) {
            return Ok(shapes);
        }
        shapes = union(&shapes)?;
    }
    put_straight(&mut shapes, sides);
    Ok(shapes)
}

/// True when a corner was not where it belongs.
fn put_straight(shapes: &mut [Shape], sides: &PlanBox) -> bool {
    let on = |v: i32, low: i32, high: i32| {
        let to = |side: i32| v.abs_diff(side) <= NEAR;
        if to(low) {
            low
        } else if to(high) {
            high
        } else {
            v
        }
    };
    let mut is_changed = false;
    for shape in shapes {
        for p in shape.holes.iter_mut().chain([&mut shape.outer]).flatten() {
            let (x, y) = (on(p.x, sides.min.x, sides.max.x), on(p.y, sides.min.y, sides.max.y));
            let straight = PlanPoint::new(x, y);
            is_changed |= straight != *p;
            *p = straight;
        }
    }
    is_changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_next_to_a_side_are_put_on_it() {
        let p = PlanPoint::new;
        let sides = PlanBox::new(p(0, 0), p(1000, 1000));
        let bent = Shape::solid(vec![p(0, 1), p(500, 0), p(1001, 0), p(999, 600), p(500, 900)]);
        let expected = Shape::solid(vec![p(0, 0), p(1000, 0), p(1000, 600), p(500, 900)]);
        let straightened = straight(vec![bent], &sides).unwrap();
        assert_eq!(straightened, std::slice::from_ref(&expected));
        assert_eq!(straight(straightened, &sides).unwrap(), [expected]);
        // What is not wider than a step has no width on the side.
        let thin = Shape::solid(vec![p(1001, 20), p(1000, 90), p(999, 50)]);
        assert_eq!(straight(vec![thin], &sides).unwrap(), []);
        let within = Shape::solid(vec![p(2, 2), p(998, 2), p(998, 998)]);
        assert_eq!(straight(vec![within.clone()], &sides).unwrap(), [within]);
    }
}
