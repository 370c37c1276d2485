//! What it costs to replace tiles: `cargo bench -p walkmesh --bench replace [POLYGONS]`.
//!
//! A field of tiles of some hundred polygons each, in the middle of which one tile, with those
//! around it that name its polygons, is replaced by another to and fro, and a short path is asked
//! for beside it. Instructions, which do not depend on what else the machine does:
//!
//! ```text
//! valgrind --tool=callgrind --toggle-collect='replace::once' target/release/deps/replace-* 10000
//! ```

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use walkmesh::geom::Point;
use walkmesh::mesh::{NavMesh, Tile, TileCoord};
use walkmesh::query::{PathOptions, Scratch, path};
use walkmesh_testkit::Random;
use walkmesh_testkit::fields::Field;

/// Cells of a tile each way.
const CELLS: i32 = 10;
/// Free cells in a hundred.
const FREE: usize = 90;
/// Replacements for a mean.
const TIMES: u32 = 200;

/// Replaces tiles and asks for a path.
#[inline(never)]
fn once(mesh: &NavMesh, tiles: &[Arc<Tile>], scratch: &mut Scratch, [a, b]: [Point; 2]) -> NavMesh {
    let next = replaced(mesh, tiles);
    black_box(walked(&next, scratch, [a, b]));
    next
}

#[inline(never)]
fn replaced(mesh: &NavMesh, tiles: &[Arc<Tile>]) -> NavMesh {
    mesh.replace_tiles(tiles.to_vec()).expect("tiles of the field")
}

#[inline(never)]
fn walked(mesh: &NavMesh, scratch: &mut Scratch, [a, b]: [Point; 2]) -> f64 {
    path(mesh, scratch, a, b, &PathOptions::default()).length
}

fn measure(polygons: u32) {
    let side = (f64::from(polygons) / 90.0).sqrt().round().max(3.0);
    let side = (3..).find(|&n| f64::from(n) >= side).unwrap_or(3);
    let field = Field { columns: side, rows: side, cells: CELLS };
    let mut random = Random::new(7);
    let mut parts: Vec<_> =
        field.coords().map(|coord| field.part(coord, &mut random, FREE, 3)).collect();
    let mesh = field.mesh(parts.clone());
    let middle = TileCoord { x: side / 2, y: side / 2 };
    let changed = parts.iter_mut().find(|part| part.coord == middle).expect("a middle");
    *changed = field.part(middle, &mut random, FREE, 3);
    let other = field.mesh(parts);
    let differ = |(a, b): &(&Arc<Tile>, &Arc<Tile>)| a != b;
    let pairs: Vec<_> = mesh.tiles().zip(other.tiles()).filter(differ).collect();
    let [to, fro]: [Vec<Arc<Tile>>; 2] = [
        pairs.iter().map(|(_, b)| Arc::clone(b)).collect(),
        pairs.iter().map(|(a, _)| Arc::clone(a)).collect(),
    ];
    let corner = |x: i32| {
        let at = walkmesh::geom::PlanPoint::new(x, middle.y * CELLS * 4 + 20).at(0);
        mesh.frame().to_world(at)
    };
    let ends = [corner((middle.x - 1) * CELLS * 4 + 20), corner((middle.x + 2) * CELLS * 4 - 20)];
    let mut scratch = Scratch::new();
    let begun = Instant::now();
    walked(&mesh, &mut scratch, ends);
    let first = begun.elapsed();
    let mut now = mesh.clone();
    // Once to and fro grows what grows.
    for tiles in [&to, &fro] {
        now = replaced(&now, tiles);
        walked(&now, &mut scratch, ends);
    }
    let begun = Instant::now();
    for i in 0..TIMES {
        now = once(&now, if i % 2 == 0 { &to } else { &fro }, &mut scratch, ends);
    }
    let both = begun.elapsed() / TIMES;
    let begun = Instant::now();
    for _ in 0..TIMES {
        walked(&now, &mut scratch, ends);
    }
    let path = begun.elapsed() / TIMES;
    println!(
        "{:8} polygons, {:6} tiles: {} replaced and a path {both:.1?}, a path alone {path:.1?}, \
         the first {first:.1?}",
        mesh.polygon_count(),
        mesh.tiles().len(),
        to.len(),
    );
}

fn main() {
    let sizes: Vec<u32> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    if sizes.is_empty() {
        let more = (walkmesh_testkit::more() > 1).then_some(1_000_000);
        [1_000, 10_000, 100_000].into_iter().chain(more).for_each(measure);
    } else {
        sizes.into_iter().for_each(measure);
    }
}
