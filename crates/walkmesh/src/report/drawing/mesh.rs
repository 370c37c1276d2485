//! A navigation mesh.

use super::color_by::{ColorBy, Colors};
use super::{Color, Drawing, MarkForm, Shape, Stroke, Width};
use super::{relief, slice, top};
use crate::geom::{Point, cast};
use crate::mesh::{NavMesh, Passage, PolyRef};

/// Fills stand this far over the model's floors, metres, and lines over the fills: more than
/// floors are rough, less than a storey.
const FILL_LIFT: f64 = 0.3;
const EDGE_LIFT: f64 = 0.6;
const WALL_LIFT: f64 = 0.9;

const EDGE: Color = Color::rgb(24, 106, 142);
const WALL: Color = Color::rgb(0, 48, 64);
const ONE_WAY: Color = Color::rgb(200, 0, 160);
const LINK: Color = Color::rgb(140, 40, 200);

/// How to look at a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshView<'a> {
    /// What colours say.
    pub color_by: ColorBy,
    /// Cost of a metre by area, for [`ColorBy::Cost`]; areas beyond the end cost 1. What edits made
    /// dearer or cheaper counts as well.
    pub costs: &'a [f64],
    /// Draw the edges that polygons share.
    pub edges: bool,
    /// Follow the ground: fills are the height triangles, lighter or darker as they face, and
    /// lines run over every height point. For oblique views; in plan it looks much the same.
    pub relief: bool,
    /// Draw only the polygons and links with a part between these two heights, metres: one storey.
    pub heights: Option<(f64, f64)>,
}

impl Default for MeshView<'_> {
    fn default() -> Self {
        Self { color_by: ColorBy::Area, costs: &[], edges: true, relief: false, heights: None }
    }
}

impl MeshView<'_> {
    /// True when something of what these points are the corners of is to be seen.
    fn shows(&self, mut points: impl Iterator<Item = Point>) -> bool {
        match self.heights {
            Some(heights) => slice::meets(points, heights),
            None => points.next().is_some(),
        }
    }

    /// The polygons to be seen: those whose corners meet the heights, or whose ground does where that
    /// is drawn.
    fn polygons(&self, mesh: &NavMesh) -> Vec<PolyRef> {
        let is_shown = |r: &PolyRef| {
            let tile = mesh.tile(r.tile);
            let ground = tile.triangles_of(r.polygon).iter().flatten();
            let ground = ground.map(|&v| tile.vertices[cast::index(v)]);
            let world = |p| mesh.frame().to_world(p);
            match self.relief {
                true => self.shows(ground.map(world)),
                false => self.shows(corners(mesh, *r)),
            }
        };
        mesh.polygons().filter(is_shown).collect()
    }
}

/// The polygons of a mesh, shared edges thin (dashed where two tiles meet, purple where they may
/// be crossed one way only), walls thick, links as purple lines.
#[must_use]
pub fn mesh(mesh: &NavMesh, view: MeshView<'_>) -> Drawing {
    let shown = view.polygons(mesh);
    let count = shown.len();
    let polygons = if count == 1 { "polygon" } else { "polygons" };
    let mut drawing = Drawing::new(format!(
        "{count} {polygons}, {:.1} m², coloured by {}",
        mesh.sum_of_areas_m2(shown.iter().copied()),
        view.color_by.name()
    ));
    let colors = Colors::new(mesh, (view.color_by, view.costs), &shown, &mut drawing);
    for &r in &shown {
        let fill = colors.of(mesh, r);
        if view.relief {
            relief::fill(&mut drawing, mesh, r, fill, FILL_LIFT);
            continue;
        }
        // Without edge lines a hairline closes the seams that antialiasing leaves.
        let stroke = (!view.edges).then(|| Stroke::pixels(fill, 0.7));
        let rings = vec![corners(mesh, r).collect()];
        drawing.push(Shape::Polygon { rings, fill, stroke }, FILL_LIFT);
    }
    // All fills are there: a line stands over those on both its sides.
    for r in shown {
        let sides = relief::sides(mesh, r, view.relief);
        if view.edges {
            edges(&mut drawing, mesh, r, &sides);
        }
        walls(&mut drawing, mesh, r, &sides);
    }
    drawing.explain(WALL, "wall");
    links(&mut drawing, mesh, &view);
    drawing
}

fn corners(mesh: &NavMesh, r: PolyRef) -> impl Iterator<Item = Point> + '_ {
    mesh.corners(r).map(|corner| mesh.frame().to_world(corner))
}

/// The height that the fill of a polygon has in the drawing order.
fn fill_height(mesh: &NavMesh, r: PolyRef) -> f64 {
    top(corners(mesh, r)) + FILL_LIFT
}

/// The shared edges of a polygon, each from one side only.
fn edges(drawing: &mut Drawing, mesh: &NavMesh, r: PolyRef, sides: &[Vec<Point>]) {
    for (i, edge) in mesh.edges(r).iter().enumerate() {
        let Some(other) = edge.neighbour() else { continue };
        let stroke = if edge.passage() == Passage::Closed {
            drawing.explain(ONE_WAY, "one way only");
            Stroke::pixels(ONE_WAY, 1.8)
        } else if other < r && shares_back_open(mesh, other, r) {
            continue;
        } else if other.tile != r.tile {
            Stroke::pixels(WALL, 0.9).dashed()
        } else {
            Stroke::pixels(EDGE, 0.8)
        };
        let line = Shape::Line { points: sides[i].clone(), closed: false, stroke };
        let fills = fill_height(mesh, r).max(fill_height(mesh, other));
        drawing.push_beside(line, EDGE_LIFT, fills);
    }
}

/// True when `from` has an open edge to `to`, and so draws the edge between them.
fn shares_back_open(mesh: &NavMesh, from: PolyRef, to: PolyRef) -> bool {
    mesh.edges(from).iter().any(|e| e.neighbour() == Some(to) && e.passage() == Passage::Open)
}

/// The walls of a polygon, each run of them as one line.
fn walls(drawing: &mut Drawing, mesh: &NavMesh, r: PolyRef, sides: &[Vec<Point>]) {
    let edges = mesh.edges(r);
    let n = edges.len();
    let is_wall = |i: usize| edges[i % n].neighbour().is_none();
    let stroke = Stroke::pixels(WALL, 2.2);
    let fill = fill_height(mesh, r);
    if (0..n).all(is_wall) {
        let points = sides.iter().flat_map(|side| &side[..side.len() - 1]).copied().collect();
        drawing.push_beside(Shape::Line { points, closed: true, stroke }, WALL_LIFT, fill);
        return;
    }
    for start in (0..n).filter(|&i| is_wall(i) && !is_wall(i + n - 1)) {
        let length = (start..start + n).take_while(|&i| is_wall(i)).count();
        let run = (start..start + length).flat_map(|i| &sides[i % n][..sides[i % n].len() - 1]);
        let points = run.chain(sides[(start + length - 1) % n].last()).copied().collect();
        drawing.push_beside(Shape::Line { points, closed: false, stroke }, WALL_LIFT, fill);
    }
}

fn links(drawing: &mut Drawing, mesh: &NavMesh, view: &MeshView<'_>) {
    for link in mesh.links() {
        let middle = |from, to| {
            let (a, b) = (mesh.frame().to_world(from), mesh.frame().to_world(to));
            Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0, (a.z + b.z) / 2.0)
        };
        let points = [middle(link.from.from, link.from.to), middle(link.to.from, link.to.to)];
        if !view.shows(points.into_iter()) {
            continue;
        }
        let stroke = Stroke { dashed: !link.enabled, ..Stroke::pixels(LINK, 2.0) };
        drawing.push_over(Shape::Line { points: points.to_vec(), closed: false, stroke });
        for (at, form) in points
            .into_iter()
            .zip([if link.both_ways { MarkForm::Disc } else { MarkForm::Circle }, MarkForm::Disc])
        {
            let size = Width::Pixels(9.0);
            drawing.push_over(Shape::Mark { at, form, size, color: LINK });
        }
        drawing.explain(LINK, "link");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Frame, GroundPoint};
    use crate::mesh::ConvexPolygon;
    use crate::soup::Area;

    fn square(x: i32, area: u8) -> ConvexPolygon {
        let corners = [(x, 0), (x + 4, 0), (x + 4, 4), (x, 4)];
        let corners = corners.map(|(x, y)| GroundPoint::new(x, y, 0)).to_vec();
        ConvexPolygon { corners, area: Area(area), ..ConvexPolygon::default() }
    }

    fn two() -> NavMesh {
        let frame = Frame::new([0.0, 0.0, 0.0], 0).unwrap();
        NavMesh::from_polygons(frame, &[square(0, 0), square(4, 2)]).unwrap()
    }

    #[test]
    fn fills_edges_and_walls_are_there_once() {
        let drawn = mesh(&two(), MeshView::default());
        let count = |want: Color| {
            let is = |i: &&super::super::Item| match &i.shape {
                Shape::Line { stroke, .. } => stroke.color == want,
                Shape::Polygon { fill, .. } => *fill == want,
                _ => false,
            };
            drawn.items.iter().filter(is).count()
        };
        assert_eq!((count(EDGE), count(WALL)), (1, 2));
        assert_eq!(count(Color::rgb(0, 192, 255)), 1);
        assert_eq!(count(Color::rgb(50, 20, 12)), 1);
        let texts: Vec<&str> = drawn.legend.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts, ["ground", "road", "wall"]);
    }

    /// Three slopes side by side, and ground at the top of the middle one: of that the foot is a
    /// wall by itself, with all of its fill higher.
    #[test]
    fn lines_are_over_the_fills_that_they_border() {
        let frame = Frame::new([0.0, 0.0, 0.0], 0).unwrap();
        let polygon = |corners: [(i32, i32, i32); 4]| {
            let corners = corners.map(|(x, y, h)| GroundPoint::new(x, y, h)).to_vec();
            ConvexPolygon { corners, ..ConvexPolygon::default() }
        };
        let slope = |x| polygon([(x, 0, 0), (x + 4, 0, 0), (x + 4, 4, 9), (x, 4, 9)]);
        let above = polygon([(4, 4, 9), (8, 4, 9), (8, 8, 9), (4, 8, 9)]);
        let polygons = [slope(0), slope(4), slope(8), above];
        let drawn = mesh(&NavMesh::from_polygons(frame, &polygons).unwrap(), MeshView::default());
        let order = drawn.in_order(None);
        let is_fill = |i: usize| matches!(order[i].shape, Shape::Polygon { .. });
        let shared = |i: usize, j: usize| {
            order[i].shape.points().filter(|&p| order[j].shape.points().any(|q| p == q)).count()
        };
        for line in (0..order.len()).filter(|&i| !is_fill(i)) {
            let fills = (line..order.len()).filter(|&i| is_fill(i) && shared(line, i) > 1);
            assert_eq!(fills.count(), 0, "{:?}", order[line].shape);
        }
    }

    #[test]
    fn every_way_of_colouring_draws_every_mesh() {
        let frame = Frame::new([0.0, 0.0, 0.0], 0).unwrap();
        let none = NavMesh::from_polygons(frame, &[]).unwrap();
        for color_by in ColorBy::ALL {
            assert_eq!(ColorBy::from_name(color_by.name()), Some(color_by));
            for edges in [true, false] {
                let view =
                    MeshView { color_by, costs: &[1.0, 1.0, 3.0], edges, ..MeshView::default() };
                let items = if edges { 5 } else { 4 };
                assert_eq!(mesh(&two(), view).items.len(), items);
                assert!(mesh(&none, view).items.is_empty());
            }
        }
    }

    #[test]
    fn costs_are_those_of_the_ground_and_of_edits() {
        use crate::edit::{Change, ChangeId, Edit, Edits, Footprint, Payload};
        let shape = Footprint::Box { center: [2.0, -2.0], half: [9.0, 1.0], turned: 0.0 };
        let heights = (f64::NEG_INFINITY, f64::INFINITY);
        let change = Change { shape, heights, payload: Payload::Cost(0.5), grown: false };
        let mut edits = Edits::new(two()).unwrap();
        edits.apply(&[Edit::Add { id: ChangeId(0), change }]).unwrap();
        let view =
            MeshView { color_by: ColorBy::Cost, costs: &[1.0, 1.0, 3.0], ..MeshView::default() };
        let drawn = mesh(edits.mesh(), view);
        let texts: Vec<&str> = drawn.legend.iter().map(|l| l.text.as_str()).collect();
        assert_eq!((texts[0], texts[4]), ("cost 0.50", "cost 3.00"));
    }
}
