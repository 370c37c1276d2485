//! Polygons as Detour can have them: few corners, ground counted in bytes.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::Written;
use crate::geom::predicates::ring_area_doubled;
use crate::geom::{GroundPoint, PlanPoint, cast, delaunay, holds_with_rim};
use crate::mesh::{Edge, NavMesh, Passage, PolyRef, TileCoord, TileId, triangulate};

/// Detour counts height points and triangles of a polygon with a byte; triangles name points
/// with one as well.
const MOST_POINTS: usize = 255;

/// What lies beyond an edge of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    Wall,
    /// A shape of the same tile.
    Shape(usize),
    /// The tile beside, over the side that Detour gives this number.
    Side(u16),
}

/// A polygon of the file.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) polygon: u32,
    pub(super) corners: Vec<GroundPoint>,
    pub(super) beyond: Vec<Beyond>,
    /// Height points beside the corners, and triangles over both.
    pub(super) extra: Vec<GroundPoint>,
    pub(super) triangles: Vec<[u8; 3]>,
}

/// An edge of a piece of a polygon: of the polygon, or a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Edge(usize),
    Cut,
}

/// The shapes of a tile, in the order of its polygons.
pub(super) fn shapes(mesh: &NavMesh, tile: u32, most: usize, written: &mut Written) -> Vec<Shape> {
    let id = TileId(tile);
    let mut shapes: Vec<Shape> = Vec::new();
    let mut origins: Vec<Vec<Origin>> = Vec::new();
    for polygon in mesh.tile(id).open_polygons() {
        let corners: Vec<GroundPoint> = mesh.corners(PolyRef { tile: id, polygon }).collect();
        let ring = corners.iter().enumerate().map(|(i, &p)| (p, Origin::Edge(i))).collect();
        let mut pieces = Vec::new();
        pieces_of(ring, most, &mut pieces);
        written.cut += usize::from(pieces.len() > 1);
        let whole = pieces.len() == 1;
        for piece in pieces {
            let (corners, origin): (Vec<GroundPoint>, Vec<Origin>) = piece.into_iter().unzip();
            let (extra, triangles) = ground(mesh, PolyRef { tile: id, polygon }, &corners, whole)
                .unwrap_or_else(|| {
                    written.flattened += 1;
                    flat(&corners)
                });
            shapes.push(Shape { polygon, beyond: Vec::new(), corners, extra, triangles });
            origins.push(origin);
        }
    }
    let beyond: Vec<Vec<Beyond>> =
        (0..shapes.len()).map(|s| beyond_of(mesh, id, &shapes, &origins, s, written)).collect();
    for (shape, beyond) in shapes.iter_mut().zip(beyond) {
        shape.beyond = beyond;
    }
    shapes
}

/// A convex ring in convex rings of at most `most` corners: cut in about the middle, never along
/// one of its own sides.
fn pieces_of(
    ring: Vec<(GroundPoint, Origin)>,
    most: usize,
    pieces: &mut Vec<Vec<(GroundPoint, Origin)>>,
) {
    let n = ring.len();
    let part = |from: usize, to: usize| -> Vec<(GroundPoint, Origin)> {
        let mut part: Vec<_> = (from..=to).map(|k| ring[k % n]).collect();
        if let Some(last) = part.last_mut() {
            last.1 = Origin::Cut;
        }
        part
    };
    let has_area = |part: &[(GroundPoint, Origin)]| {
        let plan: Vec<PlanPoint> = part.iter().map(|(p, _)| p.plan).collect();
        ring_area_doubled(&plan) > 0
    };
    if n > most {
        // The longest way round first, so that both halves are about equal.
        for across in (2..=n / 2).rev() {
            for from in 0..n {
                let (one, other) = (part(from, from + across), part(from + across, from + n));
                if has_area(&one) && has_area(&other) {
                    pieces_of(one, most, pieces);
                    pieces_of(other, most, pieces);
                    return;
                }
            }
        }
    }
    pieces.push(ring);
}

/// What is beyond the edges of a shape.
fn beyond_of(
    mesh: &NavMesh,
    tile: TileId,
    shapes: &[Shape],
    origins: &[Vec<Origin>],
    s: usize,
    written: &mut Written,
) -> Vec<Beyond> {
    let shape = &shapes[s];
    let edges = mesh.edges(PolyRef { tile, polygon: shape.polygon });
    let n = shape.corners.len();
    let ends = |s: usize, i: usize| {
        let corners = &shapes[s].corners;
        (corners[i].plan, corners[(i + 1) % corners.len()].plan)
    };
    // Shapes of one polygon stand together; cuts are found among them, neighbours by polygon.
    let opposite = |polygon: u32, i: usize, is_cut: bool| {
        let (a, b) = ends(s, i);
        (0..shapes.len())
            .skip(shapes.partition_point(|other| other.polygon < polygon))
            .take_while(|&other| shapes[other].polygon == polygon)
            .find(|&other| {
                other != s
                    && (0..shapes[other].corners.len()).any(|k| {
                        ends(other, k) == (b, a) && (origins[other][k] == Origin::Cut) == is_cut
                    })
            })
    };
    (0..n)
        .map(|i| {
            let e = match origins[s][i] {
                Origin::Cut => {
                    return opposite(shape.polygon, i, true).map_or(Beyond::Wall, Beyond::Shape);
                }
                Origin::Edge(e) => &edges[e],
            };
            let Some(other) = e.neighbour() else { return Beyond::Wall };
            if other.tile == tile {
                let open = e.passage() == Passage::Open;
                let found = opposite(other.polygon, i, false).filter(|_| open);
                return found.map_or(Beyond::Wall, Beyond::Shape);
            }
            let back = other_side(mesh, other, ends(s, i));
            let both = e.passage() == Passage::Open
                && back.is_some_and(|back| back.passage() == Passage::Open);
            if !both {
                written.one_way += usize::from(e.passage() == Passage::Open);
                return Beyond::Wall;
            }
            let [here, there] = [tile, other.tile].map(|tile| mesh.tile(tile).coord);
            Beyond::Side(side_towards(here, there).into())
        })
        .collect()
}

/// The side of a tile on which another lies, as Detour counts them: 0 to 7 from +x round over +z, which
/// is our south; 255 for the same.
pub(super) fn side_towards(here: TileCoord, there: TileCoord) -> u8 {
    use Ordering::{Equal, Greater, Less};
    match (there.x.cmp(&here.x), here.y.cmp(&there.y)) {
        (Greater, Equal) => 0,
        (Greater, Greater) => 1,
        (Equal, Greater) => 2,
        (Less, Greater) => 3,
        (Less, Equal) => 4,
        (Less, Less) => 5,
        (Equal, Less) => 6,
        (Greater, Less) => 7,
        (Equal, Equal) => 0xff,
    }
}

/// The edge of a polygon that runs from `to` to `from`: two polygons may share several edges in a row,
/// each open by itself.
fn other_side(
    mesh: &NavMesh,
    polygon: PolyRef,
    (from, to): (PlanPoint, PlanPoint),
) -> Option<&Edge> {
    let mut edges = mesh.edges(polygon).iter().zip(mesh.edge_ends(polygon));
    edges.find(|(_, [a, b])| (a.plan, b.plan) == (to, from)).map(|(edge, _)| edge)
}

/// Height points and triangles of a shape; `None` when there are too many.
fn ground(
    mesh: &NavMesh,
    polygon: PolyRef,
    corners: &[GroundPoint],
    whole: bool,
) -> Option<(Vec<GroundPoint>, Vec<[u8; 3]>)> {
    let tile = mesh.tile(polygon.tile);
    let of_polygon: Vec<[GroundPoint; 3]> = tile
        .triangles_of(polygon.polygon)
        .iter()
        .map(|t| t.map(|v| tile.vertices[cast::index(v)]))
        .collect();
    let plan: Vec<PlanPoint> = corners.iter().map(|c| c.plan).collect();
    // Of a piece that is a hair wide, corners of its polygon are beside it that are far off.
    let around: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
    let mut extra: Vec<GroundPoint> = of_polygon
        .iter()
        .flatten()
        .copied()
        .filter(|p| !around.contains(&p.plan) && holds_with_rim(&plan, p.plan))
        .collect();
    extra.sort_unstable();
    extra.dedup();
    let points: Vec<GroundPoint> = corners.iter().chain(&extra).copied().collect();
    let triangles: Vec<[GroundPoint; 3]> = if whole {
        of_polygon
    } else if extra.is_empty() {
        return Some(flat(corners));
    } else {
        let all: Vec<PlanPoint> = points.iter().map(|p| p.plan).collect();
        delaunay(&all, &[]).ok()?.iter().map(|t| t.map(|v| points[cast::index(v)])).collect()
    };
    if extra.len() > MOST_POINTS || triangles.len() > MOST_POINTS || points.len() > MOST_POINTS {
        return None;
    }
    let name =
        |p: GroundPoint| points.iter().position(|q| *q == p).and_then(|i| u8::try_from(i).ok());
    let named: Option<Vec<[u8; 3]>> =
        triangles.iter().map(|[a, b, c]| Some([name(*a)?, name(*b)?, name(*c)?])).collect();
    Some((extra, named?))
}

/// Triangles over the corners alone.
fn flat(corners: &[GroundPoint]) -> (Vec<GroundPoint>, Vec<[u8; 3]>) {
    let ring: Vec<u32> = (0..cast::count(corners.len())).collect();
    let triangles = triangulate(&ring, corners);
    let byte = |v: u32| u8::try_from(v).unwrap_or(u8::MAX);
    (Vec::new(), triangles.iter().map(|t| t.map(byte)).collect())
}

impl Shape {
    /// Which edges of each height triangle are on the border of the shape, as Detour keeps it: two bits
    /// an edge. They are those that no other triangle has: points on the edges of a shape that edits
    /// cut are rounded to the lattice, and no longer in line with its corners. Detour looks for the
    /// nearest place on the border among these edges alone, and does not survive that there are none.
    pub(super) fn edge_flags(&self) -> Vec<u8> {
        let edges = |&[a, b, c]: &[u8; 3]| [(a, b), (b, c), (c, a)];
        let all: HashSet<(u8, u8)> = self.triangles.iter().flat_map(edges).collect();
        let flags = |triangle: &[u8; 3]| {
            let borders = edges(triangle).map(|(a, b)| u8::from(!all.contains(&(b, a))));
            borders[0] | borders[1] << 2 | borders[2] << 4
        };
        self.triangles.iter().map(flags).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle with points near its edges, none of them exactly on one, as edits leave them.
    #[test]
    fn borders_are_where_height_triangles_end() {
        let at = |(x, y): (i32, i32)| GroundPoint::new(x, y, 0);
        let shape = Shape {
            polygon: 0,
            corners: [(0, 0), (20, 1), (19, 30)].map(at).to_vec(),
            beyond: vec![Beyond::Wall; 3],
            extra: [(7, 0), (9, 15), (14, 1), (20, 14)].map(at).to_vec(),
            triangles: vec![[0, 3, 4], [1, 6, 5], [2, 5, 6], [2, 3, 5], [2, 4, 3]],
        };
        assert_eq!(
            shape.edge_flags(),
            [0b01_00_01, 0b01_00_01, 0b01_00_00, 0b00_01_00, 0b00_00_01]
        );
    }
}
