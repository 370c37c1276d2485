//! A mesh in figures.

use crate::geom::{Point, cast};
use crate::mesh::{NavMesh, Passage};
use std::collections::BTreeMap;

/// A polygon is a sliver when its area is under this share of the square of its longest edge: a
/// rectangle over twenty times as long as wide, a triangle over ten times as long as high.
const SLIVER_SHARE: f64 = 1.0 / 20.0;

/// Size of a component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComponentFigures {
    /// How many polygons it has.
    pub polygons: usize,
    /// Area in plan, m².
    pub area_m2: f64,
}

/// A mesh in figures. Lengths and areas are in plan, metres and m².
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Polygons.
    pub polygons: usize,
    /// Corners; one on a tile side is counted in each tile.
    pub vertices: usize,
    /// Tiles.
    pub tiles: usize,
    /// Links.
    pub links: usize,
    /// Components, from the largest area down.
    pub components: Vec<ComponentFigures>,
    /// Area in all.
    pub area_m2: f64,
    /// Lower and upper corner of the box around all polygons; `None` without polygons.
    pub bounds: Option<(Point, Point)>,
    /// How many polygons have so many corners.
    pub corners: BTreeMap<usize, usize>,
    /// Corners of a polygon in the mean; 0 without polygons.
    pub mean_corners: f64,
    /// Edges shared by two polygons, each counted once.
    pub shared_edges: usize,
    /// Shared edges that may be crossed one way only.
    pub one_way_edges: usize,
    /// Length of all walls.
    pub wall_length: f64,
    /// The longest edge of any polygon; 0 without polygons.
    pub longest_edge: f64,
    /// The area of the smallest polygon; 0 without polygons.
    pub smallest_polygon_m2: f64,
    /// Share of the polygons that are slivers (area under a twentieth of the square of the
    /// longest edge), 0 to 1; 0 without polygons.
    pub sliver_share: f64,
}

/// The figures of a mesh. Linear.
#[must_use]
pub fn figures(mesh: &NavMesh) -> Figures {
    let frame = mesh.frame();
    let component = |c: &crate::mesh::Component| ComponentFigures {
        polygons: cast::index(c.polygons),
        area_m2: c.area_m2(frame),
    };
    let mut figures = Figures {
        polygons: mesh.polygon_count(),
        vertices: mesh.vertex_count(),
        tiles: mesh.tiles().len(),
        links: mesh.links().len(),
        components: mesh.components().iter().map(component).collect(),
        area_m2: mesh.area_m2(),
        bounds: mesh.bounds(),
        corners: BTreeMap::new(),
        mean_corners: 0.0,
        shared_edges: 0,
        one_way_edges: 0,
        wall_length: 0.0,
        longest_edge: 0.0,
        smallest_polygon_m2: f64::INFINITY,
        sliver_share: 0.0,
    };
    let (mut edges, mut sides, mut slivers) = (0_usize, 0_usize, 0_usize);
    for r in mesh.polygons() {
        let ring: Vec<_> = mesh.corners(r).map(|c| c.plan).collect();
        *figures.corners.entry(ring.len()).or_default() += 1;
        edges += ring.len();
        let mut longest = 0.0_f64;
        for (i, edge) in mesh.edges(r).iter().enumerate() {
            let length = frame.metres(ring[i].distance(ring[(i + 1) % ring.len()]));
            longest = longest.max(length);
            match (edge.neighbour(), edge.passage()) {
                (None, _) => figures.wall_length += length,
                (Some(_), passage) => {
                    sides += 1;
                    figures.one_way_edges += usize::from(passage == Passage::Closed);
                }
            }
        }
        let area = mesh.polygon_area_m2(r);
        figures.longest_edge = figures.longest_edge.max(longest);
        figures.smallest_polygon_m2 = figures.smallest_polygon_m2.min(area);
        slivers += usize::from(area < SLIVER_SHARE * longest * longest);
    }
    figures.shared_edges = sides / 2;
    if figures.polygons == 0 {
        figures.smallest_polygon_m2 = 0.0;
    } else {
        let share = |n: usize| f64::from(cast::count(n)) / f64::from(cast::count(figures.polygons));
        figures.mean_corners = share(edges);
        figures.sliver_share = share(slivers);
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Frame, GroundPoint};
    use crate::mesh::ConvexPolygon;

    fn rectangle(x: i32, y: i32, w: i32, h: i32) -> ConvexPolygon {
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
        let corners = corners.map(|(x, y)| GroundPoint::new(x, y, 0)).to_vec();
        ConvexPolygon { corners, ..ConvexPolygon::default() }
    }

    fn of(polygons: &[ConvexPolygon]) -> Figures {
        // Half metres.
        let frame = Frame::new([0.0, 0.0, 0.0], -1).unwrap();
        figures(&NavMesh::from_polygons(frame, polygons).unwrap())
    }

    #[test]
    fn two_rooms_and_a_sliver() {
        let f = of(&[rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 4), rectangle(0, 10, 42, 2)]);
        assert_eq!((f.polygons, f.vertices, f.tiles, f.links), (3, 10, 1, 0));
        let sizes: Vec<_> = f.components.iter().map(|c| c.polygons).collect();
        assert_eq!(sizes, [1, 2]);
        assert_eq!(f.corners, BTreeMap::from([(4, 3)]));
        assert_eq!((f.shared_edges, f.one_way_edges), (1, 0));
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        near(f.area_m2, 29.0);
        near(f.mean_corners, 4.0);
        near(f.wall_length, 12.0 + 44.0);
        near(f.longest_edge, 21.0);
        near(f.smallest_polygon_m2, 4.0);
        near(f.sliver_share, 1.0 / 3.0);
    }

    #[test]
    fn nothing_has_figures_too() {
        let f = of(&[]);
        assert_eq!((f.polygons, f.bounds, f.components.len()), (0, None, 0));
        assert!(f.mean_corners.abs() + f.smallest_polygon_m2.abs() + f.sliver_share < 1e-12);
    }
}
