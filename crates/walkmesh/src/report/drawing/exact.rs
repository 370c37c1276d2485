//! What the stages of an exact survey saw.

use super::{Color, Drawing, Shape, Stroke};
use crate::geom::{Frame, GroundPoint, Point};
use crate::survey::exact::{Role, Trace};

const GROUND: Color = Color::rgb(140, 205, 150);
const IN_THE_WAY: Color = Color::rgb(205, 205, 205);
const WALL: Color = Color::rgb(110, 110, 110);
const FREE: Color = Color::rgb(120, 200, 235);
const BORDER: Color = Color::rgb(214, 24, 72);
/// Lines stand this far over the fills, metres.
const LINE_LIFT: f64 = 0.6;

/// What each triangle is to a walker.
#[must_use]
pub fn triangles(trace: &Trace, frame: &Frame) -> Drawing {
    let mut drawing = Drawing::new("what can be stood on");
    for &(role, corners) in &trace.triangles {
        let (color, text) = match role {
            Role::Ground => (GROUND, "ground"),
            Role::Solid => (IN_THE_WAY, "in the way"),
            Role::Wall => (WALL, "wall"),
        };
        let ring: Vec<Point> = corners.iter().map(|&p| frame.to_world(p)).collect();
        let stroke = Stroke::pixels(color.mix(WALL, 40), 0.5);
        let shape = match role {
            Role::Wall => Shape::Line { points: ring, closed: true, stroke },
            _ => Shape::Polygon { rings: vec![ring], fill: color, stroke: Some(stroke) },
        };
        drawing.explain(color, text);
        drawing.push(shape, 0.0);
    }
    drawing
}

/// Ground with head room, piece by piece.
#[must_use]
pub fn free(trace: &Trace, frame: &Frame) -> Drawing {
    let mut drawing = Drawing::new("free ground");
    pieces(&mut drawing, trace, frame);
    drawing.explain(FREE, "with head room");
    drawing
}

/// Free ground and where it ends.
#[must_use]
pub fn borders(trace: &Trace, frame: &Frame) -> Drawing {
    let mut drawing = Drawing::new("borders of free ground");
    pieces(&mut drawing, trace, frame);
    for &ends in &trace.borders {
        let points = ends.iter().map(|&p| frame.to_world(p)).collect();
        let stroke = Stroke::pixels(BORDER, 1.5);
        drawing.push(Shape::Line { points, closed: false, stroke }, LINE_LIFT);
    }
    drawing.explain(FREE, "with head room");
    drawing.explain(BORDER, "border");
    drawing
}

fn pieces(drawing: &mut Drawing, trace: &Trace, frame: &Frame) {
    let world = |ring: &Vec<GroundPoint>| ring.iter().map(|&p| frame.to_world(p)).collect();
    for piece in &trace.free {
        let rings = piece.iter().map(world).collect();
        let stroke = Some(Stroke::pixels(FREE.mix(WALL, 60), 0.5));
        drawing.push(Shape::Polygon { rings, fill: FREE, stroke }, 0.0);
    }
}
