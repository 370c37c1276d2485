//! Ground as it rises and falls, for views from the side.

use super::{Color, Drawing, Shape, Stroke};
use crate::geom::{GroundPoint, Point, cast};
use crate::mesh::{NavMesh, PolyRef};

/// Where the light comes from, a unit vector: high in the north-west, so that floors are bright
/// and no two sides of a box look the same.
const LIGHT: [f64; 3] = [-0.36, 0.8, -0.48];
/// Shades between light and dark; few, so that neighbours in an SVG share their style.
const SHADES: f64 = 24.0;
const DARK: Color = Color::rgb(38, 42, 54);

/// A colour as a face looks whose unit normal is this; both sides of a face look the same.
pub(super) fn lit(color: Color, normal: [f64; 3]) -> Color {
    let cosine: f64 = (0..3).map(|i| normal[i] * LIGHT[i]).sum();
    let up = if normal[1] < 0.0 { -cosine } else { cosine };
    let shadow = (0.5 * (1.0 - up) * SHADES).round() / SHADES;
    let share = cast::round_i32(shadow.clamp(0.0, 1.0) * 255.0);
    let lit = color.mix(DARK, u8::try_from(share).unwrap_or(u8::MAX));
    lit.alpha(color.a)
}

/// The unit normal of a triangle, or `None` of one without area.
pub(super) fn normal([a, b, c]: [Point; 3]) -> Option<[f64; 3]> {
    let (u, v) = ([b.x - a.x, b.y - a.y, b.z - a.z], [c.x - a.x, c.y - a.y, c.z - a.z]);
    let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    (length > 0.0 && length.is_finite()).then(|| n.map(|x| x / length))
}

/// The edges of a polygon, each from its first corner to its second, with `detail` over all
/// height points along it.
pub(super) fn sides(mesh: &NavMesh, r: PolyRef, detail: bool) -> Vec<Vec<Point>> {
    let corners: Vec<GroundPoint> = mesh.corners(r).collect();
    let world = |p: &GroundPoint| mesh.frame().to_world(*p);
    (0..corners.len())
        .map(|i| {
            let ends = [corners[i], corners[(i + 1) % corners.len()]];
            if !detail {
                return ends.iter().map(world).collect();
            }
            let ground = mesh.ground_along(r, i);
            let mut side: Vec<Point> = ground.points().iter().map(world).collect();
            if ends[0].plan > ends[1].plan {
                side.reverse();
            }
            side
        })
        .collect()
}

/// The height triangles of a polygon.
pub(super) fn fill(drawing: &mut Drawing, mesh: &NavMesh, r: PolyRef, color: Color, lift: f64) {
    let tile = mesh.tile(r.tile);
    for t in tile.triangles_of(r.polygon) {
        let corners = t.map(|v| mesh.frame().to_world(tile.vertices[cast::index(v)]));
        let Some(normal) = normal(corners) else { continue };
        let fill = lit(color, normal);
        // A hairline of the same colour closes the seams that antialiasing leaves.
        let stroke = Some(Stroke::pixels(fill, 0.7));
        drawing.push(Shape::Polygon { rings: vec![corners.to_vec()], fill, stroke }, lift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Frame;
    use crate::mesh::{ConvexPolygon, TileId};

    #[test]
    fn both_sides_of_a_face_look_the_same_and_floors_are_brightest() {
        let white = Color::WHITE;
        let floor = lit(white, [0.0, 1.0, 0.0]);
        assert_eq!(floor, lit(white, [0.0, -1.0, 0.0]));
        for wall in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]] {
            assert!(lit(white, wall).r < floor.r);
        }
        assert_eq!(lit(white.alpha(90), [1.0, 0.0, 0.0]).a, 90);
    }

    #[test]
    fn sides_run_over_the_height_points_on_them() {
        // The bottom edge has a height point at (2, 0) that is a corner of the triangles only.
        let corners = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)];
        let corners = corners.map(|(x, y, h)| GroundPoint::new(x, y, h)).to_vec();
        let square = ConvexPolygon { corners, ..ConvexPolygon::default() };
        let frame = Frame::new([0.0, 0.0, 0.0], 0).unwrap();
        let flat = NavMesh::from_polygons(frame, &[square]).unwrap();
        let mut tile = flat.tile(TileId(0)).clone();
        tile.vertices.push(GroundPoint::new(2, 0, 1));
        tile.triangles = vec![[0, 4, 3], [4, 2, 3], [4, 1, 2]].into();
        let mesh = NavMesh::from_tiles(
            flat.parameters(),
            flat.resolved(),
            [0; 32],
            vec![tile.into()],
            Vec::new(),
            Vec::new(),
        )
        .unwrap();
        let r = mesh.polygons().next().unwrap();
        let heights = |detail| -> Vec<Vec<f64>> {
            let sides = sides(&mesh, r, detail);
            sides.iter().map(|side| side.iter().map(|p| p.y).collect()).collect()
        };
        let level = vec![0.0, 0.0];
        assert_eq!(heights(false), vec![level.clone(); 4]);
        assert_eq!(heights(true), [vec![0.0, 1.0, 0.0], level.clone(), level.clone(), level]);
        let mut drawing = Drawing::default();
        fill(&mut drawing, &mesh, r, Color::WHITE, 0.0);
        assert_eq!(drawing.items.len(), 3);
    }
}
