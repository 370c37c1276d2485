//! A surface: where feet can stand, before it is cut into polygons.

use super::{Color, Drawing, Shape, Stroke, area_color, area_name, distinct, top};
use crate::geom::Point;
use crate::surface::{Border, Ring, Surface};

/// Lines stand this far over the fills that they border, metres.
const LINE_LIFT: f64 = 0.6;
const WALL: Color = Color::rgb(0, 48, 64);
const SEAM: Color = Color::rgb(230, 90, 0);
const ONE_WAY: Color = Color::rgb(200, 0, 160);
const TILE: Color = Color::rgb(120, 120, 120);

/// The patches of a surface, each layer in a shade of its own over the area's colour; borders
/// by kind: walls dark, seams orange, one-way seams purple, tile sides grey and dashed.
#[must_use]
pub fn surface(surface: &Surface) -> Drawing {
    let mut drawing = Drawing::new("surface");
    let world = |ring: &Ring| -> Vec<Point> {
        ring.points.iter().map(|&p| surface.frame.to_world(p)).collect()
    };
    for (number, layer) in (0_u32..).zip(&surface.layers) {
        for patch in &layer.patches {
            let rings: Vec<Vec<Point>> = patch.rings().map(world).collect();
            let fill = area_color(patch.area).mix(distinct(number), 60).mix(Color::WHITE, 90);
            drawing.explain(area_color(patch.area), area_name(patch.area));
            let top = top(rings.iter().flatten().copied());
            drawing.push(Shape::Polygon { rings: rings.clone(), fill, stroke: None }, 0.0);
            for (ring, points) in patch.rings().zip(&rings) {
                borders(&mut drawing, ring, points, top);
            }
        }
    }
    drawing
}

/// Draws each run of edges with the same kind of border as one line, beside a fill of this height.
fn borders(drawing: &mut Drawing, ring: &Ring, points: &[Point], fill: f64) {
    let n = points.len().min(ring.borders.len());
    let mut start = 0;
    while start < n {
        let (stroke, text) = style(ring.borders[start]);
        let mut end = start + 1;
        while end < n && style(ring.borders[end]).1 == text {
            end += 1;
        }
        let closed = start == 0 && end == n;
        let mut line = points[start..end].to_vec();
        if !closed {
            line.push(points[end % n]);
        }
        drawing.explain(stroke.color, text);
        drawing.push_beside(Shape::Line { points: line, closed, stroke }, LINE_LIFT, fill);
        start = end;
    }
}

fn style(border: Border) -> (Stroke, &'static str) {
    match border {
        Border::Wall => (Stroke::pixels(WALL, 2.0), "wall"),
        Border::Seam(_) => (Stroke::pixels(SEAM, 2.0), "seam"),
        Border::Leave(_) | Border::Blocked(_) => (Stroke::pixels(ONE_WAY, 2.0), "one-way seam"),
        Border::Tile(_) => (Stroke::pixels(TILE, 1.2).dashed(), "tile side"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Frame, GroundPoint, PlanBox, PlanPoint};
    use crate::soup::Area;
    use crate::surface::{Layer, Patch, SeamId};

    #[test]
    fn runs_of_equal_borders_become_one_line() {
        let corner = |x, y| GroundPoint::new(x, y, 0);
        let outer = Ring {
            points: vec![corner(0, 0), corner(9, 0), corner(9, 9), corner(0, 9)],
            borders: vec![Border::Wall, Border::Wall, Border::Seam(SeamId(1)), Border::Wall],
        };
        let mut s = Surface::empty(
            Frame::new([0.0, 0.0, 0.0], 0).unwrap(),
            PlanBox::new(PlanPoint::new(0, 0), PlanPoint::new(9, 9)),
        );
        let patch = Patch { outer, holes: Vec::new(), area: Area::GROUND };
        s.layers.push(Layer { patches: vec![patch], ..Layer::default() });
        let drawn = surface(&s);
        let lengths: Vec<usize> = drawn
            .items
            .iter()
            .filter_map(|i| match &i.shape {
                Shape::Line { points, .. } => Some(points.len()),
                _ => None,
            })
            .collect();
        assert_eq!(lengths, [3, 2, 2]);
        assert!(drawn.legend.iter().any(|l| l.text == "seam"));
    }
}
