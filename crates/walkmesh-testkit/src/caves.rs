//! Random meshes on small integers, so that corners in a row, gaps without width and touching
//! corners are common.

use std::sync::Arc;

use walkmesh::mesh::{NavMesh, Passage, Tile};

use crate::polygons::{LayeredPolygon, ground_mesh};
use crate::random::Random;

/// What a cave is like.
#[derive(Clone, Copy, Debug)]
pub struct Cave {
    /// Cells along plan x.
    pub columns: i32,
    /// Cells along plan y.
    pub rows: i32,
    /// Floors over each other, joined by ramps.
    pub storeys: i32,
    /// Free cells in a hundred.
    pub free: usize,
    /// Ramps in a hundred cells.
    pub ramps: usize,
    /// How far grid corners are moved, of four steps between them: 0 or 1.
    pub warp: i32,
    /// Cells in a row that may become one polygon; 1 for none.
    pub join: i32,
}

/// On one level, cells that stay apart.
pub const FLAT: Cave =
    Cave { columns: 7, rows: 7, storeys: 1, free: 65, ramps: 0, warp: 0, join: 1 };
const STOREYED: Cave =
    Cave { columns: 5, rows: 4, storeys: 3, free: 80, ramps: 20, warp: 0, join: 3 };
const RAMPED: Cave =
    Cave { columns: 4, rows: 4, storeys: 2, free: 90, ramps: 25, warp: 1, join: 1 };

/// Forms of a kind, each with how many edges in a hundred lead one way only.
pub type Family = [(Cave, usize); 2];
/// Polygons of one cell.
pub const CELLS: Family = [(FLAT, 0), (Cave { free: 85, ..FLAT }, 0)];
/// Polygons of several cells, with corners in a row.
pub const JOINED: Family =
    [(Cave { join: 4, ..FLAT }, 0), (Cave { columns: 12, rows: 4, join: 12, free: 80, ..FLAT }, 0)];
/// Polygons of any form.
pub const WARPED: Family =
    [(Cave { warp: 1, free: 75, ..FLAT }, 0), (Cave { warp: 1, join: 2, ..FLAT }, 0)];
/// Storeys with ramps between them.
pub const STOREYS: Family = [(STOREYED, 0), (Cave { warp: 1, ramps: 40, ..STOREYED }, 0)];
/// Edges that lead one way.
pub const ONE_WAY: Family = [(Cave { columns: 5, rows: 5, free: 85, ..FLAT }, 15), (RAMPED, 25)];

/// So many random caves of a form, with so many of a hundred edges one-way, less those without
/// any ground; each with the stream that made it.
pub fn caves(form: Cave, one_way: usize, count: u64) -> impl Iterator<Item = (NavMesh, Random)> {
    (0..count).filter_map(move |seed| {
        let mut random = Random::new(seed);
        let mut mesh = cave(&mut random, form);
        if mesh.polygon_count() == 0 {
            return None;
        }
        if one_way > 0 {
            mesh = with_one_way_edges(&mesh, &mut random, one_way);
        }
        Some((mesh, random))
    })
}

/// Side of a cell, steps.
const CELL: i32 = 4;
/// Between floors, steps.
const STOREY: i32 = 16;

/// A random cave: polygons of free cells, neighbours joined, floors joined by ramps that rise
/// along x.
///
/// # Panics
/// Never on sensible counts: the polygons are convex as made.
#[must_use]
pub fn cave(random: &mut Random, form: Cave) -> NavMesh {
    ground_mesh(&cave_polygons(random, form))
}

fn cave_polygons(random: &mut Random, form: Cave) -> Vec<LayeredPolygon> {
    let index = |x: i32, y: i32, z: i32| {
        usize::try_from((z * form.rows + y) * form.columns + x).expect("a cell")
    };
    let corner_count = usize::try_from((form.columns + 1) * (form.rows + 1)).expect("a grid");
    let moves: Vec<(i32, i32)> = (0..corner_count)
        .map(|_| (random.between(-form.warp, form.warp), random.between(-form.warp, form.warp)))
        .collect();
    let corner = |x: i32, y: i32, h: i32| {
        let (dx, dy) = moves[usize::try_from(y * (form.columns + 1) + x).expect("a corner")];
        (x * CELL + dx, y * CELL + dy, h)
    };
    let cells = index(0, 0, form.storeys);
    let mut free: Vec<bool> = (0..cells).map(|_| random.chance(form.free)).collect();
    let mut polygons = Vec::new();
    let mut layer = u32::try_from(form.storeys).expect("some floors");
    for z in 1..form.storeys {
        for (y, x) in (0..form.rows).flat_map(|y| (0..form.columns).map(move |x| (y, x))) {
            let (low, high) = (index(x, y, z - 1), index(x, y, z));
            if free[low] && free[high] && random.chance(form.ramps) {
                (free[low], free[high]) = (false, false);
                let (h, k) = ((z - 1) * STOREY, z * STOREY);
                polygons.push((
                    layer,
                    vec![
                        corner(x, y, h),
                        corner(x + 1, y, k),
                        corner(x + 1, y + 1, k),
                        corner(x, y + 1, h),
                    ],
                ));
                layer += 1;
            }
        }
    }
    for (z, y) in (0..form.storeys).flat_map(|z| (0..form.rows).map(move |y| (z, y))) {
        let mut x = 0;
        while x < form.columns {
            if !free[index(x, y, z)] {
                x += 1;
                continue;
            }
            // Joined cells are convex only where the grid is straight.
            let most = if form.warp == 0 { random.between(1, form.join.max(1)) } else { 1 };
            let mut end = x + 1;
            while end < form.columns && end - x < most && free[index(end, y, z)] {
                end += 1;
            }
            let floor = u32::try_from(z).expect("a floor");
            polygons.push((
                floor,
                vec![
                    corner(x, y, z * STOREY),
                    corner(end, y, z * STOREY),
                    corner(end, y + 1, z * STOREY),
                    corner(x, y + 1, z * STOREY),
                ],
            ));
            x = end;
        }
    }
    polygons
}

/// A ramp that winds around a pole, a floor over the other: `sectors` of a quarter turn each.
/// With `inner` 0 all meet in the pole's point, so the ground winds around one corner more than
/// once; otherwise the pole is a square hole.
#[must_use]
pub fn helix(sectors: i32, inner: i32, outer: i32) -> NavMesh {
    let at = |i: i32, r: i32| match i % 4 {
        0 => (r, 0),
        1 => (0, r),
        2 => (-r, 0),
        _ => (0, -r),
    };
    let polygons: Vec<LayeredPolygon> = (0..sectors)
        .map(|i| {
            let rise = |i: i32| if inner == 0 { 0 } else { 8 * i };
            let ((ax, ay), (bx, by)) = (at(i, inner), at(i + 1, inner));
            let ((cx, cy), (dx, dy)) = (at(i, outer), at(i + 1, outer));
            let mut ring = vec![
                (ax, ay, rise(i)),
                (cx, cy, 8 * i),
                (dx, dy, 8 * i + 8),
                (bx, by, rise(i + 1)),
            ];
            if inner == 0 {
                ring.pop();
            }
            (u32::try_from(i).expect("a sector"), ring)
        })
        .collect();
    ground_mesh(&polygons)
}

/// The same mesh with some shared edges, about `percent` in a hundred, closed from one side.
///
/// # Panics
/// Never: the tiles come from a mesh.
#[must_use]
pub fn with_one_way_edges(mesh: &NavMesh, random: &mut Random, percent: usize) -> NavMesh {
    let mut tiles: Vec<Tile> = mesh.tiles().map(|t| Tile::clone(t)).collect();
    for edge in tiles.iter_mut().flat_map(|t| &mut t.edges) {
        if edge.neighbour().is_some() && random.chance(percent) {
            edge.lead(edge.neighbour(), Passage::Closed);
        }
    }
    let tiles = tiles.into_iter().map(Arc::new).collect();
    NavMesh::from_tiles(
        mesh.parameters(),
        mesh.resolved(),
        *mesh.input_hash(),
        tiles,
        Vec::new(),
        Vec::new(),
    )
    .expect("tiles of a mesh")
}
