//! A navigation mesh.

use super::clearance::clearances;
use super::relief;
use super::{
    Color, Drawing, MarkForm, Shape, Stroke, Width, area_color, area_name, distinct, ramp,
};
use crate::geom::Point;
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
/// Entries of a legend of many colours.
const LEGEND: usize = 6;

/// What the colour of a polygon says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorBy {
    /// The kind of ground, in RecastDemo's colours.
    #[default]
    Area,
    /// The component.
    Component,
    /// The tile.
    Tile,
    /// The surface layer.
    Layer,
    /// How far its middle is from the nearest wall of its storey.
    Clearance,
    /// What a metre costs on it.
    Cost,
    /// The height of its middle.
    Height,
}

impl ColorBy {
    /// All of them, for listings.
    pub const ALL: [Self; 7] = [
        Self::Area,
        Self::Component,
        Self::Tile,
        Self::Layer,
        Self::Clearance,
        Self::Cost,
        Self::Height,
    ];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Area => "area",
            Self::Component => "component",
            Self::Tile => "tile",
            Self::Layer => "layer",
            Self::Clearance => "clearance",
            Self::Cost => "cost",
            Self::Height => "height",
        }
    }

    /// The choice of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }
}

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
}

impl Default for MeshView<'_> {
    fn default() -> Self {
        Self { color_by: ColorBy::Area, costs: &[], edges: true, relief: false }
    }
}

/// The polygons of a mesh, shared edges thin (dashed where two tiles meet, purple where they may
/// be crossed one way only), walls thick, links as purple lines.
#[must_use]
pub fn mesh(mesh: &NavMesh, view: MeshView<'_>) -> Drawing {
    let mut drawing = Drawing::new(format!(
        "{} polygons, {:.1} m², coloured by {}",
        mesh.polygon_count(),
        mesh.area_m2(),
        view.color_by.name()
    ));
    let colors = Colors::new(mesh, view, &mut drawing);
    for r in mesh.polygons() {
        let sides = relief::sides(mesh, r, view.relief);
        if view.edges {
            edges(&mut drawing, mesh, r, &sides);
        } else {
            walls(&mut drawing, mesh, r, &sides);
        }
        let fill = colors.of(mesh, r);
        if view.relief {
            relief::fill(&mut drawing, mesh, r, fill, FILL_LIFT);
            continue;
        }
        let ring: Vec<Point> = sides.iter().map(|side| side[0]).collect();
        // Without edge lines a hairline closes the seams that antialiasing leaves.
        let stroke = (!view.edges).then(|| Stroke::pixels(fill, 0.7));
        drawing.push(Shape::Polygon { rings: vec![ring], fill, stroke }, FILL_LIFT);
    }
    drawing.explain(WALL, "wall");
    links(&mut drawing, mesh);
    drawing
}

/// The shared edges (each from one side only) and the walls of a polygon.
fn edges(drawing: &mut Drawing, mesh: &NavMesh, r: PolyRef, sides: &[Vec<Point>]) {
    walls(drawing, mesh, r, sides);
    for (i, edge) in mesh.edges(r).iter().enumerate() {
        let Some(other) = edge.neighbour else { continue };
        let stroke = if edge.passage == Passage::Closed {
            drawing.explain(ONE_WAY, "one way only");
            Stroke::pixels(ONE_WAY, 1.8)
        } else if other < r && shares_back_open(mesh, other, r) {
            continue;
        } else if other.tile != r.tile {
            Stroke::pixels(WALL, 0.9).dashed()
        } else {
            Stroke::pixels(EDGE, 0.8)
        };
        drawing.push(Shape::Line { points: sides[i].clone(), closed: false, stroke }, EDGE_LIFT);
    }
}

/// True when `from` has an open edge to `to`, and so draws the edge between them.
fn shares_back_open(mesh: &NavMesh, from: PolyRef, to: PolyRef) -> bool {
    mesh.edges(from).iter().any(|e| e.neighbour == Some(to) && e.passage == Passage::Open)
}

/// The walls of a polygon, each run of them as one line.
fn walls(drawing: &mut Drawing, mesh: &NavMesh, r: PolyRef, sides: &[Vec<Point>]) {
    let edges = mesh.edges(r);
    let n = edges.len();
    let is_wall = |i: usize| edges[i % n].neighbour.is_none();
    let stroke = Stroke::pixels(WALL, 2.2);
    if (0..n).all(is_wall) {
        let points = sides.iter().flat_map(|side| &side[..side.len() - 1]).copied().collect();
        drawing.push(Shape::Line { points, closed: true, stroke }, WALL_LIFT);
        return;
    }
    for start in (0..n).filter(|&i| is_wall(i) && !is_wall(i + n - 1)) {
        let length = (start..start + n).take_while(|&i| is_wall(i)).count();
        let run = (start..start + length).flat_map(|i| &sides[i % n][..sides[i % n].len() - 1]);
        let points = run.chain(sides[(start + length - 1) % n].last()).copied().collect();
        drawing.push(Shape::Line { points, closed: false, stroke }, WALL_LIFT);
    }
}

fn links(drawing: &mut Drawing, mesh: &NavMesh) {
    for link in mesh.links() {
        let middle = |from, to| {
            let (a, b) = (mesh.frame().to_world(from), mesh.frame().to_world(to));
            Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0, (a.z + b.z) / 2.0)
        };
        let points = [middle(link.from.from, link.from.to), middle(link.to.from, link.to.to)];
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

/// The colours of all polygons of a mesh.
enum Colors {
    ByArea,
    ByComponent,
    ByTile,
    ByLayer,
    /// A number for each polygon on a ramp between two values.
    Ramp {
        values: Vec<f64>,
        low: f64,
        high: f64,
    },
}

impl Colors {
    fn new(mesh: &NavMesh, view: MeshView<'_>, drawing: &mut Drawing) -> Self {
        let colors = match view.color_by {
            ColorBy::Area => Self::ByArea,
            ColorBy::Component => Self::ByComponent,
            ColorBy::Tile => Self::ByTile,
            ColorBy::Layer => Self::ByLayer,
            ColorBy::Clearance => Self::ramp(mesh, &clearances(mesh)),
            ColorBy::Cost => {
                let cost = |r| {
                    let polygon = mesh.polygon(r);
                    let area = usize::from(polygon.area.0);
                    view.costs.get(area).copied().unwrap_or(1.0) * polygon.factor.get()
                };
                Self::ramp(mesh, &mesh.polygons().map(cost).collect::<Vec<_>>())
            }
            ColorBy::Height => {
                let step = mesh.frame().step();
                let middle = |r| {
                    let (low, high) = mesh.polygon(r).heights;
                    mesh.frame().origin().y + (f64::from(low) + f64::from(high)) / 2.0 * step
                };
                Self::ramp(mesh, &mesh.polygons().map(middle).collect::<Vec<_>>())
            }
        };
        colors.explain(mesh, view.color_by, drawing);
        colors
    }

    /// Of the values of all polygons in order.
    fn ramp(mesh: &NavMesh, of_polygons: &[f64]) -> Self {
        let mut values = vec![f64::NAN; mesh.index_count()];
        for (r, &value) in mesh.polygons().zip(of_polygons) {
            values[mesh.index(r)] = value;
        }
        let finite = || values.iter().copied().filter(|v| v.is_finite());
        let low = finite().fold(f64::INFINITY, f64::min);
        let high = finite().fold(f64::NEG_INFINITY, f64::max);
        Self::Ramp { values, low, high }
    }

    fn of(&self, mesh: &NavMesh, r: PolyRef) -> Color {
        match self {
            Self::ByArea => area_color(mesh.polygon(r).area),
            Self::ByComponent => distinct(mesh.component(r).0),
            Self::ByTile => distinct(r.tile.0),
            Self::ByLayer => distinct(mesh.polygon(r).layer),
            Self::Ramp { values, low, high } => {
                let v = values.get(mesh.index(r)).copied().unwrap_or(*low);
                ramp(if high > low { (v - low) / (high - low) } else { 1.0 })
            }
        }
    }

    fn explain(&self, mesh: &NavMesh, by: ColorBy, drawing: &mut Drawing) {
        match self {
            Self::ByArea => {
                let areas: std::collections::BTreeSet<_> =
                    mesh.polygons().map(|r| mesh.polygon(r).area).collect();
                for area in areas {
                    drawing.explain(area_color(area), area_name(area));
                }
            }
            Self::ByComponent => {
                for component in mesh.components().iter().take(LEGEND) {
                    let (name, area) = (component.id.0, component.area_m2(mesh.frame()));
                    drawing.explain(distinct(name), format!("component {name}, {area:.1} m²"));
                }
            }
            Self::ByTile | Self::ByLayer => {}
            Self::Ramp { low, high, .. } if low <= high => {
                let unit = if by == ColorBy::Cost { "" } else { " m" };
                for t in [0.0, 0.25, 0.5, 0.75, 1.0] {
                    let text = format!("{} {:.2}{unit}", by.name(), low + (high - low) * t);
                    drawing.explain(ramp(if high > low { t } else { 1.0 }), text);
                }
            }
            Self::Ramp { .. } => {}
        }
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

    #[test]
    fn every_way_of_colouring_draws_every_mesh() {
        let frame = Frame::new([0.0, 0.0, 0.0], 0).unwrap();
        let none = NavMesh::from_polygons(frame, &[]).unwrap();
        for color_by in ColorBy::ALL {
            assert_eq!(ColorBy::from_name(color_by.name()), Some(color_by));
            for edges in [true, false] {
                let view = MeshView { color_by, costs: &[1.0, 1.0, 3.0], edges, relief: false };
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
