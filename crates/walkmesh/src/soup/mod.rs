//! Triangle soup: what a model is once it is loaded. Named objects, world metres in `f64`.

mod clean;
mod facing;
mod ground;
mod height_field;
mod outliers;
pub mod rules;

pub use clean::{CleanOptions, CleanReport};
pub use facing::{Facing, ReadUp};
pub use ground::is_ground;
pub use height_field::{HeightField, HeightFieldError};
pub use outliers::Outlier;

use crate::geom::{Point, WorldBox};

/// Which object of a [`Soup`] a triangle belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// What kind of ground a triangle or a polygon is; costs and colours hang on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Area(pub u8);

impl Area {
    /// Ordinary ground.
    pub const GROUND: Self = Self(0);
}

/// What the surfaces of an object are to a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Class {
    /// Ground where they are within the slope and face up, and in the way elsewhere.
    #[default]
    BySlope,
    /// Ground however steep they are and whichever way they face, unless they are upright.
    Ground,
    /// Never ground, and in the way: not even a low one is stepped onto.
    Obstacle,
    /// As [`Class::Obstacle`], of the many small things that a survey may leave to a later stage.
    SmallObstacle,
}

impl Class {
    /// True for what is never ground.
    #[must_use]
    pub const fn is_obstacle(self) -> bool {
        matches!(self, Self::Obstacle | Self::SmallObstacle)
    }
}

/// A named part of the model (an OBJ object or group, a glTF or COLLADA node).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The name in the file; empty when it had none.
    pub name: String,
    /// Kind of ground of its walkable surfaces.
    pub area: Area,
    /// What its surfaces are to a survey.
    pub class: Class,
}

/// One triangle: three vertex indices, counter-clockwise seen from its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Triangle {
    /// Indices into [`Soup::vertices`].
    pub corners: [u32; 3],
    /// The object it belongs to.
    pub object: ObjectId,
}

/// Triangles as loaded, in world metres, Y up. No manifoldness is assumed: doubled faces, open
/// shells, intersecting solids and stray vertices are normal input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup {
    /// Positions, metres.
    pub vertices: Vec<Point>,
    /// Triangles over the vertices.
    pub triangles: Vec<Triangle>,
    /// The named parts.
    pub objects: Vec<Object>,
}

impl Soup {
    /// Adds an object and gives its id.
    pub fn add_object(&mut self, name: impl Into<String>) -> ObjectId {
        let id = ObjectId(crate::geom::cast::count(self.objects.len()));
        let (area, class) = (Area::GROUND, Class::BySlope);
        self.objects.push(Object { name: name.into(), area, class });
        id
    }

    /// The corners of a triangle, or `None` when an index is out of range.
    #[must_use]
    pub fn corners(&self, triangle: &Triangle) -> Option<[Point; 3]> {
        let at = |i: u32| self.vertices.get(crate::geom::cast::index(i)).copied();
        let [a, b, c] = triangle.corners;
        Some([at(a)?, at(b)?, at(c)?])
    }

    /// The corners of a triangle, or `None` when one is missing or not finite.
    #[inline]
    pub(crate) fn finite_corners(&self, triangle: &Triangle) -> Option<[Point; 3]> {
        self.corners(triangle).filter(|corners| corners.iter().all(|p| p.is_finite()))
    }

    /// Lower and upper corner over all finite vertices, or `None` of none.
    #[must_use]
    pub fn bounds(&self) -> Option<(Point, Point)> {
        WorldBox::around(self.vertices.iter().copied().filter(|p| p.is_finite())).corners()
    }
}

#[cfg(test)]
mod tests;
