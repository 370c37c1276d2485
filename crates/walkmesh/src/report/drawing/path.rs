//! A path over the map.

use super::{Color, Drawing, MarkForm, Shape, Stroke, Width};
use crate::geom::Point;

const PATH: Color = Color::rgb(214, 24, 72);
const START: Color = Color::rgb(20, 140, 40);

/// A path: a line with a mark at each corner, the start green and the goal ringed. One point
/// gives its marks only, none an empty drawing.
#[must_use]
pub fn path(points: &[Point]) -> Drawing {
    let mut drawing = Drawing::new("path");
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return drawing };
    let line = |stroke| Shape::Line { points: points.to_vec(), closed: false, stroke };
    if points.len() > 1 {
        // A pale halo keeps the line readable on any ground.
        drawing.push_over(line(Stroke::pixels(Color::WHITE.alpha(200), 6.5)));
        drawing.push_over(line(Stroke::pixels(PATH, 3.0)));
        drawing.explain(PATH, "path");
    }
    let mut mark = |at, form, pixels, color| {
        drawing.push_over(Shape::Mark { at, form, size: Width::Pixels(pixels), color });
    };
    for &corner in points.iter().skip(1).take(points.len().saturating_sub(2)) {
        mark(corner, MarkForm::Disc, 7.0, PATH);
    }
    for (at, color) in [(first, START), (last, PATH)] {
        mark(at, MarkForm::Disc, 15.0, Color::WHITE);
        mark(at, MarkForm::Disc, 11.0, color);
    }
    mark(last, MarkForm::Circle, 19.0, PATH);
    drawing
}
