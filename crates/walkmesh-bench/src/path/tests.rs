//! Detour itself on the tile sets that walkmesh writes.

use std::fs;

use recastnavigation_rs::demo::load_nav_mesh;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::query::Engine;
use walkmesh::store::detour::{self as tile_set, WriteOptions};
use walkmesh_scenes::{SceneOptions, generate};

use super::{detour, ours, pairs, polygons_of, race};

/// Detour loads them and finds the ways that we find, none shorter than the shortest.
#[test]
fn detour_walks_where_we_walk() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["building", "maze", "pillars", "stairs"] {
        let made = generate(name, &SceneOptions::default()).expect("a scene");
        for tile_size in [TileSize::Solo, TileSize::Metres(4.8)] {
            let parameters = Parameters { tile_size, ..made.preset.parameters() };
            let mesh = bake(&made.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
            let file = folder.path().join("set.bin");
            let written = tile_set::write(&mesh, &WriteOptions::default()).expect("a tile set");
            fs::write(&file, &written.bytes).expect("the file");
            let theirs = load_nav_mesh(&file.to_string_lossy()).expect("Detour loads it");
            assert!(polygons_of(&theirs) >= mesh.polygon_count(), "{name}");

            let pairs = pairs(&mesh, 200);
            let mut solvers = vec![
                ours(&mesh, &pairs, Engine::Optimal),
                detour(&theirs, &pairs).expect("places are found"),
            ];
            let solved = race(&mut solvers, pairs.len(), 0);
            let mut sums = [0.0; 2];
            for (i, (a, b)) in solved[0].answers.iter().zip(&solved[1].answers).enumerate() {
                let (a, b) = (a.expect("ours"), b.unwrap_or(f64::INFINITY));
                assert!(b.is_finite(), "{name} {tile_size:?}: Detour misses path {i}, {a} m");
                assert!(b > a - 1e-3, "{name} {tile_size:?}: path {i} is {b} m, not {a} m");
                sums[0] += a;
                sums[1] += b;
            }
            assert!(sums[1] < 1.3 * sums[0], "{name}: {sums:?}");
        }
    }
}
