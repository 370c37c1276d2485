//! Tiles and layers that meet.

use std::collections::BTreeSet;

use walkmesh_testkit::tile_sets::{Cell, File, ring};

use super::*;
use crate::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload};
use crate::geom::cast;
use crate::mesh::TileCoord;
use crate::store::detour::container::TileSet;
use crate::store::detour::tile::{EXTERNAL, Tile};

const PLUS_X: u16 = EXTERNAL;
const MINUS_X: u16 = EXTERNAL | 4;

/// A rectangle in a tile, its west or east edge leading out of it.
fn room(at: (i32, i32, i32), x: [f32; 2], z: [f32; 2], y: f32, beyond: (usize, u16)) -> Cell {
    let vertices = [(x[0], z[1]), (x[1], z[1]), (x[1], z[0]), (x[0], z[0])].map(|(x, z)| [x, y, z]);
    let rings = vec![ring(&[0, 1, 2, 3], &[beyond])];
    Cell { at, vertices: vertices.to_vec(), rings, ..Cell::default() }
}

#[test]
fn tiles_meet_where_their_borders_overlap_within_two_climbs() {
    // West one long border; east two rooms, the second 1.4 m up: within twice the climb of 0.75.
    let west = room((0, 0, 0), [2.0, 8.0], [1.0, 7.0], 0.0, (1, PLUS_X));
    let near = room((1, 0, 0), [8.0, 12.0], [0.0, 3.0], 0.25, (3, MINUS_X));
    let mut both = near;
    let up = room((1, 0, 0), [8.0, 12.0], [4.0, 7.5], 1.4, (3, MINUS_X));
    both.vertices.extend(up.vertices);
    both.rings.push(ring(&[4, 5, 6, 7], &[(3, MINUS_X)]));
    let Imported { mesh, report } = sound(&File::new(vec![west, both]));
    assert_eq!((mesh.tiles().len(), mesh.components().len(), report.unmatched), (2, 1, 0));
    let wide: Vec<_> = mesh.edges(polygon(0)).iter().filter_map(|e| e.neighbour()).collect();
    assert_eq!(wide.len(), 2, "cut where the rooms begin and end");
    let coords: Vec<_> = mesh.tiles().map(|t| t.coord).collect();
    assert_eq!(coords, [TileCoord { x: 0, y: 0 }, TileCoord { x: 1, y: 0 }]);

    let west = room((0, 0, 0), [2.0, 8.0], [1.0, 7.0], 0.0, (1, PLUS_X));
    let high = room((1, 0, 0), [8.0, 12.0], [4.0, 7.5], 1.6, (3, MINUS_X));
    let mesh = sound(&File::new(vec![west, high])).mesh;
    assert_eq!(mesh.components().len(), 2, "higher than twice the climb");
}

#[test]
fn layers_of_one_place_share_its_tile_and_meet_inside_it() {
    // Layer 1 continues layer 0 at x = 4, layer 2 lies over both.
    let cells = vec![
        room((0, 0, 0), [0.5, 4.0], [1.0, 7.0], 0.0, (1, PLUS_X)),
        room((0, 0, 1), [4.0, 8.0], [3.0, 5.0], 0.5, (3, MINUS_X)),
        room((0, 0, 2), [1.0, 6.0], [0.0, 8.0], 4.0, (1, PLUS_X)),
        // Elsewhere a tile, so that there is a grid.
        room((0, 1, 0), [1.0, 6.0], [9.0, 12.0], 0.0, (1, 0)),
    ];
    let Imported { mesh, report } = sound(&File::new(cells));
    assert_eq!((report.tiles, report.tiles_merged), (4, false));
    assert_eq!((mesh.tiles().len(), mesh.polygon_count()), (2, 4));
    let upper = mesh.tile_at(TileCoord { x: 0, y: 1 }).unwrap();
    let at = |polygon| PolyRef { tile: upper, polygon };
    assert_eq!(mesh.component(at(0)), mesh.component(at(1)));
    assert_ne!(mesh.component(at(0)), mesh.component(at(2)));
    assert_ne!(mesh.polygon(at(2)).layer, mesh.polygon(at(0)).layer);
    assert_eq!(mesh.edges(at(0)).len(), 6, "cut on both sides");
}

#[test]
fn tiles_off_the_grid_become_one() {
    let cells = || {
        vec![
            room((0, 0, 0), [2.0, 9.5], [1.0, 7.0], 0.0, (1, PLUS_X)),
            room((1, 0, 0), [9.504, 12.0], [0.0, 3.0], 0.0, (3, MINUS_X)),
        ]
    };
    let Imported { mesh, report } = sound(&File::new(cells()));
    assert!(report.tiles_merged);
    assert_eq!((mesh.tiles().len(), mesh.components().len()), (1, 1));
    for size in [0.0, f32::NAN, -1.0, 1e-30, 1e30] {
        let mesh = sound(&File { size, ..File::new(cells()) }).mesh;
        assert_eq!((mesh.tiles().len(), mesh.components().len()), (1, 1), "{size}");
    }
}

#[test]
fn tiles_with_walls_between_them_on_level_ground_become_one() {
    let cells = |beyond| {
        vec![
            room((0, 0, 0), [2.0, 8.0], [1.0, 7.0], 0.0, (1, beyond)),
            room((1, 0, 0), [8.0, 12.0], [0.0, 3.0], 0.0, (3, MINUS_X)),
        ]
    };
    for (beyond, tiles, components) in [(PLUS_X, 2, 1), (0, 1, 2)] {
        let Imported { mesh, report } = sound(&File::new(cells(beyond)));
        assert_eq!((mesh.tiles().len(), mesh.components().len()), (tiles, components));
        assert_eq!(report.tiles_merged, tiles == 1);
    }
}

/// The neighbours across tiles by Detour's rule, from the file alone.
fn joined(set: &TileSet, coord: impl Fn(&Tile) -> TileCoord) -> BTreeSet<[(TileCoord, usize); 2]> {
    let step = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let mut pairs = BTreeSet::new();
    for a in &set.tiles {
        for (side, (dx, dy)) in (0_u16..).step_by(2).zip(step) {
            for b in set.tiles.iter().filter(|b| (b.x, b.y) == (a.x + dx, a.y + dy)) {
                let opposite = (side + 4) % 8;
                for (p, from) in border_edges(a, side) {
                    for (q, to) in border_edges(b, opposite) {
                        if meets(from, to, side, f64::from(b.agent[2])) {
                            let mut pair = [(coord(a), p), (coord(b), q)];
                            pair.sort();
                            pairs.insert(pair);
                        }
                    }
                }
            }
        }
    }
    pairs
}

/// Edges that name a side, with their polygon.
fn border_edges(tile: &Tile, side: u16) -> Vec<(usize, [[f64; 3]; 2])> {
    let mut edges = Vec::new();
    for (p, polygon) in tile.polygons.iter().enumerate() {
        let n = polygon.corners.len();
        for i in (0..n).filter(|&i| polygon.neighbours[i] == EXTERNAL | side) {
            let at = |i: usize| tile.vertices[usize::from(polygon.corners[i % n])].map(f64::from);
            edges.push((p, [at(i), at(i + 1)]));
        }
    }
    edges
}

/// True when two edges lie on one line, overlap by over 2 cm, and are within two climbs there or
/// cross in height.
fn meets(a: [[f64; 3]; 2], b: [[f64; 3]; 2], side: u16, climb: f64) -> bool {
    let (across, along) = if side.is_multiple_of(4) { (0, 2) } else { (2, 0) };
    let slab = |e: [[f64; 3]; 2]| {
        let mut ends = e.map(|p| (p[along], p[1]));
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        ends
    };
    let (s, t) = (slab(a), slab(b));
    let (low, high) = (s[0].0.max(t[0].0) + 0.01, s[1].0.min(t[1].0) - 0.01);
    if (a[0][across] - b[0][across]).abs() > 0.01 || low > high {
        return false;
    }
    let height = |s: [(f64, f64); 2], at: f64| {
        s[0].1 + (s[1].1 - s[0].1) * (at - s[0].0) / (s[1].0 - s[0].0)
    };
    let apart = [low, high].map(|at| height(t, at) - height(s, at));
    apart[0] * apart[1] < 0.0 || apart.iter().any(|d| d.abs() <= 2.0 * climb)
}

#[test]
fn tiles_of_recast_meet_as_in_detour() {
    let Some(folder) = walkmesh_testkit::models::folder() else { return };
    let names = [
        "tile_dungeon",
        "tile_nav_test",
        "tile_undulating",
        "rnjs_tiled_hospital",
        "rnjs_tiled_small_house",
    ];
    for name in names {
        let bytes = std::fs::read(folder.join(format!("navmesh/{name}.bin"))).unwrap();
        let set = container::read(&bytes).unwrap();
        let mesh = read(&bytes).unwrap().mesh;
        let grid = grid::Grid::of(&set).expect("a grid");
        let theirs = joined(&set, |tile| grid.coord(tile.x, tile.y));
        let mut ours = BTreeSet::new();
        for r in mesh.polygons() {
            for other in mesh.edges(r).iter().filter_map(|e| e.neighbour()) {
                let at = |r: PolyRef| (mesh.tile(r.tile).coord, cast::index(r.polygon));
                if other.tile != r.tile {
                    let mut pair = [at(r), at(other)];
                    pair.sort();
                    ours.insert(pair);
                }
            }
        }
        assert!(!theirs.is_empty());
        assert_eq!(ours, theirs, "{name}");
    }
}

#[test]
fn floors_side_by_side_in_one_layer_of_the_file_are_told_apart() {
    // The upper floor begins in plan where the lower one ends, along a slanted line.
    let heights = [0.0, 0.0, 0.0, 0.0, 3.0, 3.0, 3.0, 3.0];
    let plan = [
        (0.5, 7.5),
        (2.5, 7.5),
        (5.5, 0.5),
        (0.5, 0.5),
        (2.5, 7.5),
        (7.5, 7.5),
        (7.5, 0.5),
        (5.5, 0.5),
    ];
    let cell = Cell {
        vertices: plan.iter().zip(heights).map(|(&(x, z), y)| [x, y, z]).collect(),
        rings: vec![ring(&[0, 1, 2, 3], &[]), ring(&[4, 5, 6, 7], &[])],
        ..Cell::default()
    };
    let mesh = sound(&File::new(vec![cell])).mesh;
    let written = write(&mesh, &WriteOptions::default()).unwrap().bytes;
    let mesh = read(&written).unwrap().mesh;
    assert_ne!(mesh.polygon(polygon(0)).layer, mesh.polygon(polygon(1)).layer);
    // Blockers over the end of one of them bend its edge by less than a step.
    let mut edits = Edits::new(mesh).unwrap();
    for (id, height) in (0..).zip([0.0, 3.0]) {
        for at in 0..20 {
            let shape =
                Footprint::Circle { center: [4.0, 0.7 + 0.33 * f64::from(at)], radius: 0.9 };
            let payload = Payload::Block { kind: KindId(0) };
            let change =
                Change { shape, heights: (height - 1.0, height + 1.0), payload, grown: true };
            let id = ChangeId(id);
            edits.apply(&[Edit::Add { id, change }]).unwrap();
            assert_eq!(edits.mesh().validate(), [], "{at}");
            edits.apply(&[Edit::Remove { id }]).unwrap();
        }
    }
}
