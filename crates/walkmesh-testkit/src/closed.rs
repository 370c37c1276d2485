//! Meshes without the polygons that are closed.

use std::sync::Arc;

use walkmesh::mesh::{Edge, NavMesh, PolyRef, Tile};

/// The same mesh with its closed polygons cut out for good. Links are left out.
///
/// # Panics
/// When an edge leads to a closed polygon.
#[must_use]
pub fn cut_out(mesh: &NavMesh) -> NavMesh {
    let numbers: Vec<Vec<Option<u32>>> = mesh
        .tiles()
        .map(|tile| {
            let mut next = 0;
            let mut number = |is_open: bool| {
                next += u32::from(is_open);
                is_open.then(|| next - 1)
            };
            tile.labels.iter().map(|&label| number(label != Tile::CLOSED)).collect()
        })
        .collect();
    let lead = |to: PolyRef| {
        let polygon = numbers[to.tile.0 as usize][to.polygon as usize];
        PolyRef { tile: to.tile, polygon: polygon.expect("a polygon that is not closed") }
    };
    let without = |tile: &Arc<Tile>| {
        let count = |n: usize| u32::try_from(n).expect("a number");
        let (mut edges, mut triangles, mut polygons) = (Vec::new(), Vec::new(), Vec::new());
        for p in tile.open_polygons() {
            let mut polygon = tile.polygons[p as usize];
            (polygon.first_edge, polygon.first_triangle) =
                (count(edges.len()), count(triangles.len()));
            polygons.push(polygon);
            let led = tile.edges_of(p).iter();
            edges.extend(led.map(|e| Edge::new(e.vertex, e.neighbour().map(lead), e.passage())));
            triangles.extend(tile.triangles_of(p));
        }
        let triangles = triangles.into();
        let polygons = polygons.into();
        let labels = tile.labels.iter().copied().filter(|&label| label != Tile::CLOSED).collect();
        Arc::new(Tile { edges, polygons, triangles, labels, source: None, ..Tile::clone(tile) })
    };
    let tiles = mesh.tiles().map(without).collect();
    let (parameters, resolved) = (mesh.parameters(), mesh.resolved());
    NavMesh::from_tiles(parameters, resolved, *mesh.input_hash(), tiles, Vec::new(), Vec::new())
        .expect("a sound mesh")
}
