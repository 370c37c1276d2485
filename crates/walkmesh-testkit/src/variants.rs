//! A mesh changed: other kinds of ground, walls without width, what a filter leaves of it, larger.

use std::collections::BTreeMap;
use std::sync::Arc;

use walkmesh::geom::{PlanBox, PlanPoint};
use walkmesh::mesh::{NavMesh, Tile};
use walkmesh::query::Filter;
use walkmesh::soup::Area;

use crate::Random;

/// The mesh of changed tiles.
fn changed(mesh: &NavMesh, change: impl FnOnce(&mut [Tile])) -> NavMesh {
    let mut tiles: Vec<Tile> = mesh.tiles().map(|t| Tile::clone(t)).collect();
    change(&mut tiles);
    NavMesh::from_tiles(
        mesh.parameters(),
        mesh.resolved(),
        *mesh.input_hash(),
        tiles.into_iter().map(Arc::new).collect(),
        Vec::new(),
        mesh.links().to_vec(),
    )
    .expect("tiles of a mesh")
}

/// The same mesh with a random kind of ground, below `kinds`, for each polygon.
///
/// # Panics
/// Never: the tiles come from a mesh.
#[must_use]
pub fn with_areas(mesh: &NavMesh, random: &mut Random, kinds: u8) -> NavMesh {
    changed(mesh, |tiles| {
        for polygon in tiles.iter_mut().flat_map(|t| &mut t.polygons) {
            polygon.area = Area(u8::try_from(random.below(kinds.into())).expect("below 256"));
        }
    })
}

/// The same mesh with walls without width in place of some shared edges, from both sides.
/// Components stay as they were: of places that are apart now a search finds that out.
///
/// # Panics
/// Never: the tiles come from a mesh.
#[must_use]
pub fn with_thin_walls(mesh: &NavMesh, random: &mut Random, percent: usize) -> NavMesh {
    let mut walls = BTreeMap::new();
    for r in mesh.polygons() {
        let corners: Vec<PlanPoint> = mesh.corners(r).map(|c| c.plan).collect();
        for i in 0..corners.len() {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            walls.entry((a.min(b), a.max(b))).or_insert_with(|| random.chance(percent));
        }
    }
    changed(mesh, |tiles| {
        for tile in tiles {
            for p in 0..tile.polygons.len() {
                let p = u32::try_from(p).expect("an index");
                let corners: Vec<PlanPoint> = tile.corners_of(p).map(|c| c.plan).collect();
                let range = tile.edge_range(p);
                for (i, edge) in tile.edges[range].iter_mut().enumerate() {
                    let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
                    if walls[&(a.min(b), a.max(b))] {
                        edge.lead(None, edge.passage());
                    }
                }
            }
        }
    })
}

/// The mesh as a filter leaves it, for oracles that know no filters: all edges of ground that it
/// blocks are walls, from both sides. Polygons keep their names.
///
/// # Panics
/// Never: the tiles come from a mesh.
#[must_use]
pub fn walled(mesh: &NavMesh, filter: &Filter) -> NavMesh {
    changed(mesh, |tiles| {
        for tile in tiles {
            for p in 0..tile.polygons.len() {
                let enters = filter.enters(&tile.polygons[p]);
                let range = tile.edge_range(u32::try_from(p).expect("an index"));
                for edge in &mut tile.edges[range] {
                    let joins = |n| enters && filter.enters(mesh.polygon(n));
                    edge.lead(edge.neighbour().filter(|&n| joins(n)), edge.passage());
                }
            }
        }
    })
}

/// The mesh with all plan coordinates times `factor`; heights stay.
///
/// # Panics
/// When that is beyond the lattice.
#[must_use]
pub fn stretched(mesh: &NavMesh, factor: i32) -> NavMesh {
    let plan = |p: PlanPoint| PlanPoint::new(p.x * factor, p.y * factor);
    let plan_box = |b: PlanBox| PlanBox { min: plan(b.min), max: plan(b.max) };
    changed(mesh, |tiles| {
        for tile in tiles {
            tile.clip = plan_box(tile.clip);
            for vertex in &mut tile.vertices {
                vertex.plan = plan(vertex.plan);
            }
            for polygon in &mut tile.polygons {
                polygon.bounds = plan_box(polygon.bounds);
            }
        }
    })
}
