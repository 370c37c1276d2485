//! The polygons of a path as a mesh of their own.

use std::sync::Arc;

use walkmesh::mesh::{Edge, NavMesh, PolyRef, Polygon, Shared, Tile, TileId};

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("a count")
}

/// A mesh of these polygons in a row, where each is joined to the next and to the one before
/// only, in the directions in which the mesh is. Polygons that come twice are there twice.
///
/// # Panics
/// When the polygons are not of the mesh.
#[must_use]
pub fn chain(mesh: &NavMesh, polygons: &[PolyRef]) -> NavMesh {
    let mut tile =
        Tile { polygons: Shared::default(), label_count: 1, ..Tile::clone(mesh.tile(TileId(0))) };
    (tile.vertices, tile.edges, tile.triangles) =
        (Shared::default(), Vec::new(), Shared::default());
    for (i, &polygon) in polygons.iter().enumerate() {
        let first_vertex = count(tile.vertices.len());
        tile.polygons.push(Polygon {
            first_edge: count(tile.edges.len()),
            first_triangle: count(tile.triangles.len()),
            base: count(i),
            piece: 0,
            generation: 0,
            ..*mesh.polygon(polygon)
        });
        tile.vertices.extend(mesh.corners(polygon));
        let row = [i.checked_sub(1), Some(i + 1)].into_iter().flatten();
        for (edge, vertex) in mesh.edges(polygon).iter().zip(first_vertex..) {
            let beyond = |&j: &usize| polygons.get(j).is_some_and(|&p| edge.neighbour() == Some(p));
            let neighbour = row.clone().find(beyond);
            let neighbour = neighbour.map(|j| PolyRef { tile: TileId(0), polygon: count(j) });
            tile.edges.push(Edge::new(vertex, neighbour, edge.passage()));
        }
        let corners = count(mesh.edges(polygon).len());
        tile.triangles.extend((2..corners).map(|k| [0, k - 1, k].map(|k| first_vertex + k)));
    }
    tile.labels = vec![0; polygons.len()].into();
    for polygon in &tile.polygons {
        tile.clip = tile.clip.with(polygon.bounds.min).with(polygon.bounds.max);
    }
    let tiles = vec![Arc::new(tile)];
    NavMesh::from_tiles(mesh.parameters(), mesh.resolved(), [0; 32], tiles, Vec::new(), Vec::new())
        .expect("polygons of a mesh")
}

/// Whether each of these polygons in a row shares one edge with the next. Pieces around a corner
/// that was cut away may share several in line, and a path is pulled tight through one of them.
#[must_use]
pub fn shares_one_edge(mesh: &NavMesh, polygons: &[PolyRef]) -> bool {
    polygons.windows(2).all(|pair| {
        let leads_on = |edge: &&Edge| edge.neighbour() == Some(pair[1]);
        mesh.edges(pair[0]).iter().filter(leads_on).count() == 1
    })
}
