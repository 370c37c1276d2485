//! What each object of a soup has: its box and its triangles.

use crate::geom::{WorldBox, cast};
use crate::soup::Soup;

/// The usable triangles of one object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) bounds: WorldBox,
    pub(super) triangles: usize,
}

impl Part {
    /// Sides of the box, metres.
    fn sides(&self) -> [f64; 3] {
        let (low, high): ([f64; 3], [f64; 3]) = (self.bounds.min.into(), self.bounds.max.into());
        std::array::from_fn(|axis| high[axis] - low[axis])
    }

    /// The longest side of the box, metres.
    pub(super) fn extent(&self) -> f64 {
        self.sides().into_iter().fold(0.0, f64::max)
    }

    pub(super) fn height(&self) -> f64 {
        self.sides()[1]
    }

    /// Of the box, cubic metres; 0 for a plate, however wide.
    pub(super) fn volume(&self) -> f64 {
        let sides = self.sides();
        if sides.contains(&0.0) { 0.0 } else { sides.iter().product() }
    }
}

/// What each object has; `None` for one without usable triangles. Linear.
pub(super) fn measure(soup: &Soup) -> Vec<Option<Part>> {
    let mut parts: Vec<Option<Part>> = vec![None; soup.objects.len()];
    for triangle in &soup.triangles {
        let Some(part) = parts.get_mut(cast::index(triangle.object.0)) else { continue };
        let Some(corners) = soup.finite_corners(triangle) else { continue };
        let own = WorldBox::around(corners);
        let part = part.get_or_insert(Part { bounds: own, triangles: 0 });
        let both = [part.bounds.min, part.bounds.max, own.min, own.max];
        part.bounds = WorldBox::around(both);
        part.triangles += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Point;

    #[test]
    fn a_plate_has_no_volume_however_wide_it_is() {
        for wide in [1.0, 1e200] {
            let corners = [Point::new(-wide, -wide, 2.0), Point::new(wide, wide, 2.0)];
            let part = Part { bounds: WorldBox::around(corners), triangles: 1 };
            assert!(part.volume().abs() < 1e-9, "{}", part.volume());
        }
    }
}
