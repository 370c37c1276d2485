//! Pictures as plain data: what to draw, in world metres, for any renderer.
//!
//! A [`Drawing`] holds no pixels and knows no file format; `walkmesh-io` makes SVG and PNG of it.
//! Each stage of the flow has a function here that draws it.

mod clearance;
mod color;
mod color_by;
pub mod exact;
mod mesh;
mod path;
mod pieces;
mod relief;
mod slice;
mod soup;
mod stages;
mod surface;

pub use color::{Color, area_color, area_name, area_named, distinct, ramp};
pub use color_by::ColorBy;
pub use mesh::{MeshView, mesh};
pub use path::{path, path_on};
pub use pieces::pieces;
pub use soup::{SoupView, soup};
pub use stages::{distances, layers, outlines, stage, stage_name};
pub use surface::surface;

use std::borrow::Cow;

use crate::geom::{Point, WorldBox};

/// How wide a line is, or how large a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Width {
    /// The same on the page whatever the scale.
    Pixels(f64),
    /// Grows with the world.
    Metres(f64),
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width.
    pub width: Width,
    /// Broken into dashes.
    pub dashed: bool,
}

impl Stroke {
    /// A solid line of a width in pixels.
    #[must_use]
    pub const fn pixels(color: Color, width: f64) -> Self {
        Self { color, width: Width::Pixels(width), dashed: false }
    }

    /// The same line, dashed.
    #[must_use]
    pub const fn dashed(self) -> Self {
        Self { dashed: true, ..self }
    }
}

/// The form of a [`Shape::Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkForm {
    /// A filled circle.
    Disc,
    /// A filled square.
    Square,
    /// Two crossing lines.
    Cross,
    /// A circle line.
    Circle,
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled polygon: inside by the even-odd rule, so further rings are holes.
    Polygon {
        /// The rings, at least one.
        rings: Vec<Vec<Point>>,
        /// What fills it.
        fill: Color,
        /// Its outline, drawn over the fill.
        stroke: Option<Stroke>,
    },
    /// Joined straight lines.
    Line {
        /// Where it goes.
        points: Vec<Point>,
        /// Ends where it began.
        closed: bool,
        /// How it looks.
        stroke: Stroke,
    },
    /// A point made visible.
    Mark {
        /// Where.
        at: Point,
        /// How it looks.
        form: MarkForm,
        /// Its diameter.
        size: Width,
        /// Its colour.
        color: Color,
    },
    /// A short text centred on a point.
    Label {
        /// Where.
        at: Point,
        /// What it says.
        text: String,
        /// Its colour.
        color: Color,
    },
}

impl Shape {
    /// Every point of the shape.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let (rings, line, at): (&[Vec<Point>], &[Point], Option<Point>) = match self {
            Self::Polygon { rings, .. } => (rings, &[], None),
            Self::Line { points, .. } => (&[], points, None),
            Self::Mark { at, .. } | Self::Label { at, .. } => (&[], &[], Some(*at)),
        };
        rings.iter().flatten().chain(line).copied().chain(at)
    }
}

/// What is drawn over what before heights count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plane {
    /// Below everything (a model under its mesh).
    Backdrop,
    /// Sorted by height: upper storeys over lower ones.
    #[default]
    Scene,
    /// Over everything (a path that also runs under a ceiling).
    Overlay,
}

/// A shape and its place in the drawing order: plane first, then height, then order of arrival.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What to draw.
    pub shape: Shape,
    /// Coarse order.
    pub plane: Plane,
    /// Fine order, metres. Lines are lifted above the fills that they border, by less than a
    /// storey, so that they stay visible on their own storey and hidden under the next.
    pub height: f64,
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// The colour explained.
    pub color: Color,
    /// What it means.
    pub text: String,
}

/// A picture as plain data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// What it shows; empty for nothing written.
    pub title: String,
    /// The shapes, in any order.
    pub items: Vec<Item>,
    /// What the colours mean.
    pub legend: Vec<LegendEntry>,
}

impl Drawing {
    /// An empty drawing.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a shape to the scene at the height of its highest point plus `lift` metres.
    pub fn push(&mut self, shape: Shape, lift: f64) {
        let height = top(shape.points()) + lift;
        self.items.push(Item { shape, plane: Plane::Scene, height });
    }

    /// Adds a line that borders a fill: at the height of its highest point plus `lift` metres, and
    /// not under that fill, which was added before at the height `fill`. Where ground rises from a
    /// line by more than the lift, the fill beside it would cover half of its width.
    fn push_beside(&mut self, line: Shape, lift: f64, fill: f64) {
        let height = top(line.points()) + lift;
        self.items.push(Item { shape: line, plane: Plane::Scene, height: height.max(fill) });
    }

    /// Adds a shape over everything.
    pub fn push_over(&mut self, shape: Shape) {
        self.items.push(Item { shape, plane: Plane::Overlay, height: 0.0 });
    }

    /// Adds a line to the legend unless an equal one is there.
    pub fn explain(&mut self, color: Color, text: impl Into<String>) {
        let entry = LegendEntry { color, text: text.into() };
        if !self.legend.contains(&entry) {
            self.legend.push(entry);
        }
    }

    /// The same drawing, all of it in the backdrop and without its legend.
    #[must_use]
    pub fn as_backdrop(mut self) -> Self {
        for item in &mut self.items {
            item.plane = Plane::Backdrop;
        }
        self.legend.clear();
        self
    }

    /// Adds everything of another drawing; the title stays.
    pub fn add(&mut self, other: Self) {
        self.items.extend(other.items);
        for LegendEntry { color, text } in other.legend {
            self.explain(color, text);
        }
    }

    /// Lower and upper corner over all finite points, or `None` of none.
    #[must_use]
    pub fn bounds(&self) -> Option<(Point, Point)> {
        let points = self.items.iter().flat_map(|item| item.shape.points());
        WorldBox::around(points.filter(|p| p.is_finite())).corners()
    }

    /// The items in drawing order, those first that others cover. With `slice` only those with a
    /// point between these two heights (metres), or that pass through them; of lines in the overlay
    /// the parts between them.
    #[must_use]
    pub fn in_order(&self, slice: Option<(f64, f64)>) -> Vec<Cow<'_, Item>> {
        let mut items: Vec<Cow<'_, Item>> = match slice {
            Some(heights) => {
                self.items.iter().flat_map(|item| slice::parts(item, heights)).collect()
            }
            None => self.items.iter().map(Cow::Borrowed).collect(),
        };
        items.sort_by(|a, b| a.plane.cmp(&b.plane).then(a.height.total_cmp(&b.height)));
        items
    }
}

/// The height of the highest of some points.
fn top(points: impl Iterator<Item = Point>) -> f64 {
    points.map(|p| p.y).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(y: f64) -> Shape {
        Shape::Mark {
            at: Point::new(0.0, y, 0.0),
            form: MarkForm::Disc,
            size: Width::Pixels(3.0),
            color: Color::BLACK,
        }
    }

    #[test]
    fn planes_come_before_heights_and_slices_cut() {
        let mut d = Drawing::new("t");
        d.push_over(dot(0.0));
        d.push(dot(5.0), 0.0);
        d.push(dot(1.0), 0.5);
        let mut low = Drawing::new("u");
        low.push(dot(9.0), 0.0);
        d.add(low.as_backdrop());
        let heights = |slice| -> Vec<f64> {
            let items = d.in_order(slice);
            items.iter().flat_map(|i| i.shape.points()).map(|p| p.y).collect()
        };
        assert_eq!(heights(None), [9.0, 1.0, 5.0, 0.0]);
        assert_eq!(heights(Some((0.5, 5.0))), [1.0, 5.0]);
    }

    #[test]
    fn bounds_skip_what_is_not_finite() {
        let mut d = Drawing::default();
        assert_eq!(d.bounds(), None);
        d.push(dot(f64::NAN), 0.0);
        assert_eq!(d.bounds(), None);
        d.push(dot(2.0), 0.0);
        assert_eq!(d.bounds(), Some((Point::new(0.0, 2.0, 0.0), Point::new(0.0, 2.0, 0.0))));
    }
}
