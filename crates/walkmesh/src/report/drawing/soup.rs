//! Plan view of a model.

use super::{Color, Drawing, Shape, Stroke, area_color, relief, slice};
use crate::geom::Point;
use crate::soup::{Area, Soup, Triangle};

/// Steeper than this (vertical part of the unit normal) is drawn as a wall.
const WALL_NORMAL_UP: f64 = 0.5;
/// Shades of height; few, so that neighbours in an SVG share their style.
const SHADES: f64 = 24.0;
const LOW: Color = Color::rgb(150, 154, 160);
const HIGH: Color = Color::rgb(243, 240, 232);
const WALL: Color = Color::rgb(70, 66, 64);
/// Opacity of walls in oblique views.
const GLASS: u8 = 110;

/// How to look at a model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoupView {
    /// Draw faces that look down as well (for models whose vertex order means nothing; ceilings
    /// then cover rooms).
    pub two_sided: bool,
    /// Draw only the triangles with a part between these two heights, metres: a storey without its roof.
    pub heights: Option<(f64, f64)>,
    /// For oblique views: every face, lighter or darker as it faces, and walls as glass, so that
    /// rooms can be looked into.
    pub relief: bool,
}

/// Plan view of a model: floors light, higher is lighter, steeper is darker, walls dark, other
/// areas than ground tinted. Triangles that are not finite or have no area are left out.
#[must_use]
pub fn soup(soup: &Soup, view: SoupView) -> Drawing {
    let mut drawing = Drawing::new("model");
    let faces: Vec<Face> = soup.triangles.iter().filter_map(|t| face(soup, t, view)).collect();
    let floors = || faces.iter().filter(|f| f.up >= WALL_NORMAL_UP);
    let low = floors().map(|f| f.height).fold(f64::INFINITY, f64::min);
    let high = floors().map(|f| f.height).fold(f64::NEG_INFINITY, f64::max);
    for face in &faces {
        let shape = match (view.relief, face.up < WALL_NORMAL_UP) {
            (true, _) => shaded(face),
            (false, true) => wall(face),
            (false, false) => floor(face, low, high),
        };
        // Sorted by the middle: the top of a tall wall is not over the floor beside it.
        let item = super::Item { shape, plane: super::Plane::Scene, height: face.height };
        drawing.items.push(item);
    }
    if view.relief {
        return drawing;
    }
    if low < high {
        drawing.explain(LOW, format!("floor at {low:.1} m"));
    }
    if floors().next().is_some() {
        drawing.explain(HIGH, format!("floor at {high:.1} m"));
    }
    drawing.explain(WALL, "wall");
    drawing
}

/// A triangle to draw.
struct Face {
    corners: [Point; 3],
    normal: [f64; 3],
    /// Vertical part of the unit normal, without sign.
    up: f64,
    /// Height of the middle.
    height: f64,
    area: Area,
}

fn face(soup: &Soup, triangle: &Triangle, view: SoupView) -> Option<Face> {
    let corners = soup.corners(triangle)?;
    let normal = relief::normal(corners)?;
    let up = normal[1];
    if up <= -WALL_NORMAL_UP && !view.two_sided {
        return None;
    }
    let height = corners.iter().map(|p| p.y).sum::<f64>() / 3.0;
    if view.heights.is_some_and(|heights| !slice::meets(corners.into_iter(), heights)) {
        return None;
    }
    let object = soup.objects.get(crate::geom::cast::index(triangle.object.0));
    let area = object.map_or(Area::GROUND, |o| o.area);
    Some(Face { corners, normal, up: up.abs(), height, area })
}

fn floor(face: &Face, low: f64, high: f64) -> Shape {
    let t = if high > low { (face.height - low) / (high - low) } else { 1.0 };
    let level = |t: f64| -> u8 {
        let shade = (t.clamp(0.0, 1.0) * SHADES).round() / SHADES * 255.0;
        u8::try_from(crate::geom::cast::round_i32(shade)).unwrap_or(u8::MAX)
    };
    let mut fill = LOW.mix(HIGH, level(t)).mix(WALL, level((1.0 - face.up) * 0.9));
    if face.area != Area::GROUND {
        fill = fill.mix(area_color(face.area), 90);
    }
    // A hairline of the same colour closes the seams that antialiasing leaves between triangles.
    let stroke = Some(Stroke::pixels(fill, 1.0));
    Shape::Polygon { rings: vec![face.corners.to_vec()], fill, stroke }
}

/// A wall seen from above: a dark triangle, with a line as a vertical one has no width.
fn wall(face: &Face) -> Shape {
    let stroke = Some(Stroke::pixels(WALL, 1.2));
    Shape::Polygon { rings: vec![face.corners.to_vec()], fill: WALL, stroke }
}

/// A face as it is lit; a wall as glass.
fn shaded(face: &Face) -> Shape {
    let base = if face.area == Area::GROUND { HIGH } else { area_color(face.area) };
    let fill = relief::lit(base, face.normal);
    let rings = vec![face.corners.to_vec()];
    if face.up < WALL_NORMAL_UP {
        // No hairline: it would show twice where two of them meet.
        return Shape::Polygon { rings, fill: fill.alpha(GLASS), stroke: None };
    }
    Shape::Polygon { rings, fill, stroke: Some(Stroke::pixels(fill, 0.7)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soup::ObjectId;

    fn one(corners: [[f64; 3]; 3]) -> Soup {
        let mut s = Soup::default();
        let object = s.add_object("o");
        s.vertices = corners.into_iter().map(Point::from).collect();
        s.triangles = vec![Triangle { corners: [0, 1, 2], object }];
        s
    }

    #[test]
    fn floors_walls_and_ceilings_are_told_apart() {
        let up = one([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
        let down = one([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
        let wall = one([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        let both = SoupView { two_sided: true, ..SoupView::default() };
        assert_eq!(soup(&up, SoupView::default()).items.len(), 1);
        assert_eq!(soup(&down, SoupView::default()).items.len(), 0);
        assert_eq!(soup(&down, both).items.len(), 1);
        let drawn = soup(&wall, SoupView::default());
        assert!(matches!(drawn.items[0].shape, Shape::Polygon { fill: WALL, .. }));
    }

    #[test]
    fn what_has_a_part_between_the_heights_is_drawn() {
        let wall = one([[0.0, 0.0, 0.0], [1.0, 3.0, 0.0], [0.0, 3.0, 0.0]]);
        let count = |heights| {
            let view = SoupView { heights: Some(heights), ..SoupView::default() };
            soup(&wall, view).items.len()
        };
        assert_eq!([count((-1.0, 0.4)), count((2.9, 5.0)), count((1.0, 1.1))], [1, 1, 1]);
        assert_eq!([count((-1.0, -0.4)), count((3.1, 5.0))], [0, 0]);
    }

    #[test]
    fn floor_of_one_height_has_one_colour() {
        let floor = one([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
        let legend = soup(&floor, SoupView::default()).legend;
        let floors: Vec<_> = legend.iter().filter(|e| e.text.starts_with("floor")).collect();
        assert_eq!(floors.len(), 1);
        assert_eq!(floors[0].color, HIGH);
    }

    #[test]
    fn bad_triangles_are_left_out() {
        let nan = one([[f64::NAN, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
        assert!(soup(&nan, SoupView::default()).items.is_empty());
        let mut wild = one([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
        wild.triangles[0] = Triangle { corners: [0, 1, 9], object: ObjectId(7) };
        assert!(soup(&wild, SoupView::default()).items.is_empty());
        wild.triangles[0].corners[2] = 2;
        assert_eq!(soup(&wild, SoupView::default()).items.len(), 1);
    }
}
