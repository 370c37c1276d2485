//! A partition: convex pieces before they become a mesh.

use super::{Color, Drawing, Shape, Stroke, area_color, area_name, top};
use crate::geom::{Frame, cast};
use crate::partition::{Beyond, Partition};

/// Outlines stand this far over the fills, metres.
const LINE_LIFT: f64 = 0.6;
const EDGE: Color = Color::rgb(24, 106, 142);
const BORDER: Color = Color::rgb(0, 48, 64);

/// The pieces in the colour of their area; edges between pieces thin, borders dark.
#[must_use]
pub fn pieces(partition: &Partition, frame: &Frame) -> Drawing {
    let mut drawing = Drawing::new("pieces");
    let point = |v: &u32| partition.vertices.get(cast::index(*v)).map(|&p| frame.to_world(p));
    for piece in &partition.pieces {
        let outline: Vec<_> = piece.corners.iter().filter_map(point).collect();
        let fill = area_color(piece.area).mix(Color::WHITE, 90);
        drawing.explain(area_color(piece.area), area_name(piece.area));
        let top = top(outline.iter().copied());
        let rings = vec![outline.clone()];
        drawing.push(Shape::Polygon { rings, fill, stroke: None }, 0.0);
        for (i, beyond) in piece.beyond.iter().enumerate() {
            let stroke = match beyond {
                Beyond::Piece(_) => Stroke::pixels(EDGE, 0.7),
                Beyond::Border(_) | Beyond::Portal(_) => Stroke::pixels(BORDER, 2.0),
            };
            let ends = [i, i + 1].map(|i| outline.get(i % outline.len().max(1)).copied());
            let points = ends.into_iter().flatten().collect();
            drawing.push_beside(Shape::Line { points, closed: false, stroke }, LINE_LIFT, top);
        }
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::GroundPoint;
    use crate::partition::Piece;
    use crate::soup::Area;
    use crate::surface::Border;

    #[test]
    fn a_piece_is_a_fill_and_its_edges() {
        let vertices = [(0, 0), (9, 0), (0, 9)].map(|(x, y)| GroundPoint::new(x, y, 0)).to_vec();
        let wall = Beyond::Border(Border::Wall);
        let piece = Piece {
            corners: vec![0, 1, 2],
            beyond: vec![wall, Beyond::Piece(0), wall],
            layer: 0,
            area: Area::GROUND,
            flags: 0,
            triangles: vec![[0, 1, 2]],
        };
        let partition = Partition { vertices, pieces: vec![piece] };
        let drawn = pieces(&partition, &Frame::new([0.0, 0.0, 0.0], 0).unwrap());
        assert_eq!(drawn.items.len(), 4);
        let (low, high) = drawn.bounds().unwrap();
        assert_eq!((low.x, high.x, low.z, high.z), (0.0, 9.0, -9.0, 0.0));
    }
}
