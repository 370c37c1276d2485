//! How few polygons a mesh could have.

use crate::geom::cast;
use crate::mesh::{NavMesh, Passage, Tile};
use crate::partition::{Beyond, Fewest, Partition, Piece, fewest as fewest_of};
use crate::surface::Border;

/// How many polygons a mesh has and how few it could have over the same outlines: sums over its
/// tiles, which are merged each on its own. Edges between areas, flags, layers and tiles and
/// one-way edges stay. Time: see [`crate::partition::fewest`]; seconds for outlines of thousands
/// of corners without holes.
#[must_use]
pub fn fewest(mesh: &NavMesh) -> Fewest {
    let mut sum = Fewest::default();
    for (id, tile) in (0..).zip(mesh.tiles()) {
        let of = fewest_of(&partition(tile, id));
        sum.pieces += of.pieces;
        sum.parts += of.parts;
        sum.bound += of.bound;
        sum.solved += of.solved;
        sum.least += of.least;
    }
    sum
}

/// The polygons of a tile as a partition, without heights.
fn partition(tile: &Tile, id: u32) -> Partition {
    let open: Vec<u32> = tile.open_polygons().collect();
    let number = |p: u32| {
        open.binary_search(&p)
            .map_or(Beyond::Border(Border::Wall), |i| Beyond::Piece(cast::count(i)))
    };
    let piece = |p: u32| {
        let polygon = &tile.polygons[cast::index(p)];
        let edges = tile.edges_of(p);
        Piece {
            corners: edges.iter().map(|edge| edge.vertex).collect(),
            beyond: edges
                .iter()
                .map(|edge| match edge.neighbour() {
                    Some(other) if other.tile.0 == id && edge.passage() == Passage::Open => {
                        number(other.polygon)
                    }
                    _ => Beyond::Border(Border::Wall),
                })
                .collect(),
            layer: polygon.layer,
            area: polygon.area,
            flags: polygon.flags,
            triangles: Vec::new(),
        }
    };
    let pieces = open.iter().map(|&p| piece(p)).collect();
    Partition { vertices: tile.vertices.to_vec(), pieces }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Frame, GroundPoint};
    use crate::mesh::ConvexPolygon;

    #[test]
    fn a_cut_room_could_be_one() {
        let polygon = |corners: [(i32, i32); 4]| ConvexPolygon {
            corners: corners.map(|(x, y)| GroundPoint::new(x, y, 0)).to_vec(),
            ..ConvexPolygon::default()
        };
        let room = [
            polygon([(0, 0), (4, 0), (4, 4), (0, 4)]),
            polygon([(4, 0), (8, 0), (8, 4), (4, 4)]),
            polygon([(20, 0), (24, 0), (24, 4), (20, 4)]),
        ];
        let mesh = NavMesh::from_polygons(Frame::new([0.0; 3], 0).unwrap(), &room).unwrap();
        let fewest = fewest(&mesh);
        assert_eq!((fewest.pieces, fewest.optimum(), fewest.parts), (3, Some(2), 2));
    }
}
