//! A path over the map.

use super::{Color, Drawing, MarkForm, Shape, Stroke, Width};
use crate::geom::Point;
use crate::mesh::{NavMesh, PolyRef};
use crate::query;

const PATH: Color = Color::rgb(214, 24, 72);
const START: Color = Color::rgb(20, 140, 40);

/// Lines cross that miss each other by this share of their lengths: corners of paths are rounded.
const NEAR: f64 = 1e-6;

/// A path: a line with a mark at each corner, the start green and the goal ringed. One point
/// gives its marks only, none an empty drawing.
#[must_use]
pub fn path(points: &[Point]) -> Drawing {
    drawn(points, points)
}

/// The same of a path that was found on a mesh, with a line that rises and falls with the edges
/// that it crosses: on its own storey wherever it is.
#[must_use]
pub fn path_on(mesh: &NavMesh, found: &query::Path) -> Drawing {
    drawn(&found.points, &risen(mesh, found))
}

/// Marks at the corners of a line.
fn drawn(corners: &[Point], line: &[Point]) -> Drawing {
    let mut drawing = Drawing::new("path");
    let (Some(&first), Some(&last)) = (corners.first(), corners.last()) else { return drawing };
    let line = |stroke| Shape::Line { points: line.to_vec(), closed: false, stroke };
    if corners.len() > 1 {
        // A pale halo keeps the line readable on any ground.
        drawing.push_over(line(Stroke::pixels(Color::WHITE.alpha(200), 6.5)));
        drawing.push_over(line(Stroke::pixels(PATH, 3.0)));
        drawing.explain(PATH, "path");
    }
    let mut mark = |at, form, pixels, color| {
        drawing.push_over(Shape::Mark { at, form, size: Width::Pixels(pixels), color });
    };
    for &corner in corners.iter().skip(1).take(corners.len().saturating_sub(2)) {
        mark(corner, MarkForm::Disc, 7.0, PATH);
    }
    for (at, color) in [(first, START), (last, PATH)] {
        mark(at, MarkForm::Disc, 15.0, Color::WHITE);
        mark(at, MarkForm::Disc, 11.0, color);
    }
    mark(last, MarkForm::Circle, 19.0, PATH);
    drawing
}

/// The corners of a path and where it crosses edges between them.
fn risen(mesh: &NavMesh, found: &query::Path) -> Vec<Point> {
    let corners = &found.points;
    let mut line: Vec<Point> = corners.first().copied().into_iter().collect();
    let mut leg = 0;
    for pair in found.polygons.windows(2) {
        // Polygons that a link joins share no edge.
        let Some(edge) = edge_between(mesh, pair[0], pair[1]) else { continue };
        let mut ahead = corners.windows(2).enumerate().skip(leg);
        let met = ahead.find_map(|(i, ends)| Some((i, crossing(edge, [ends[0], ends[1]])?)));
        if let Some((i, at)) = met {
            line.extend(&corners[leg + 1..=i]);
            line.push(at);
            leg = i;
        }
    }
    line.extend(corners.iter().skip(leg + 1));
    line
}

/// The ends of the edge over which one polygon leads to another.
fn edge_between(mesh: &NavMesh, from: PolyRef, to: PolyRef) -> Option<[Point; 2]> {
    let i = mesh.edges(from).iter().position(|edge| edge.neighbour() == Some(to))?;
    let corners: Vec<_> = mesh.corners(from).collect();
    Some([corners[i], corners[(i + 1) % corners.len()]].map(|p| mesh.frame().to_world(p)))
}

/// Where a leg crosses an edge in plan, at the height of the edge; `None` also where they run side by
/// side.
fn crossing([a, b]: [Point; 2], [from, to]: [Point; 2]) -> Option<Point> {
    let cross = |u: (f64, f64), v: (f64, f64)| u.0 * v.1 - u.1 * v.0;
    let along = |p: Point, q: Point| (q.x - p.x, q.z - p.z);
    let (leg, edge, apart) = (along(from, to), along(a, b), along(from, a));
    let turn = cross(leg, edge);
    // Without a turn these are no numbers, which are in no range.
    let (walked, share) = (cross(apart, edge) / turn, cross(apart, leg) / turn);
    let range = -NEAR..=1.0 + NEAR;
    (range.contains(&walked) && range.contains(&share)).then(|| {
        let at = |a: f64, b: f64| a + (b - a) * share.clamp(0.0, 1.0);
        Point::new(at(a.x, b.x), at(a.y, b.y), at(a.z, b.z))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Frame, GroundPoint};
    use crate::mesh::ConvexPolygon;
    use crate::query::{PathOptions, Scratch};

    #[test]
    fn a_straight_way_up_a_ramp_rises_where_the_ramp_does() {
        let quad = |x: (i32, i32), h: (i32, i32)| {
            let corners = [(x.0, 0, h.0), (x.1, 0, h.1), (x.1, 4, h.1), (x.0, 4, h.0)];
            let corners = corners.map(|(x, y, h)| GroundPoint::new(x, y, h)).to_vec();
            ConvexPolygon { corners, ..ConvexPolygon::default() }
        };
        let polygons = [quad((0, 10), (0, 0)), quad((10, 14), (0, 4)), quad((14, 20), (4, 4))];
        let mesh = NavMesh::from_polygons(Frame::new([0.0; 3], 0).unwrap(), &polygons).unwrap();
        let mut scratch = Scratch::new();
        let (from, to) = ([1.0, 0.0, -2.0], [19.0, 4.0, -2.0]);
        let found = query::path(&mesh, &mut scratch, from, to, &PathOptions::default());
        assert_eq!(found.points.len(), 2);
        let at = |x: f64, y: f64| Point::new(x, y, -2.0);
        let line = [at(1.0, 0.0), at(10.0, 0.0), at(14.0, 4.0), at(19.0, 4.0)];
        assert_eq!(risen(&mesh, found), line);
        let below = path_on(&mesh, found);
        // The line and its halo, and what marks the start.
        assert_eq!(below.in_order(Some((-1.0, 1.0))).len(), 4);
    }
}
