//! The memory of a tiled bake grows with the tile, not with the world, and with the floors over each
//! other, not with their square.

use peak_alloc::PeakAlloc;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::parameters::{Parameters, Preset, TileSize};
use walkmesh::soup::Soup;
use walkmesh_testkit::soups::quad;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// A floor of `side` × `side` squares of four metres, each with a pillar.
fn field(side: u32) -> Soup {
    let mut soup = Soup::default();
    for row in 0..side {
        for column in 0..side {
            let (x, z) = (f64::from(column) * 4.0, f64::from(row) * 4.0);
            let object = soup.add_object("square");
            quad(
                &mut soup,
                object,
                [[x, 0.0, z], [x, 0.0, z + 4.0], [x + 4.0, 0.0, z + 4.0], [x + 4.0, 0.0, z]],
            );
            let (a, b) = (x + 1.5, x + 2.5);
            let (c, d) = (z + 1.5, z + 2.5);
            for [(x0, z0), (x1, z1)] in
                [[(a, d), (b, d)], [(b, d), (b, c)], [(b, c), (a, c)], [(a, c), (a, d)]]
            {
                quad(
                    &mut soup,
                    object,
                    [[x0, 0.0, z0], [x1, 0.0, z1], [x1, 3.0, z1], [x0, 3.0, z0]],
                );
            }
        }
    }
    soup
}

/// Two stacks of so many floors, side by side and joined by a ramp from each floor to the one above it
/// on the other side: one piece that lies over itself.
fn tower(floors: u32) -> Soup {
    let mut soup = Soup::default();
    let object = soup.add_object("tower");
    for floor in 0..floors {
        let y = 2.5 * f64::from(floor);
        let [near, far] = if floor % 2 == 0 { [y, y + 2.5] } else { [y + 2.5, y] };
        for (low, high, [x0, x1]) in
            [(y, y, [0.0, 4.0]), (near, far, [4.0, 9.0]), (y, y, [9.0, 13.0])]
        {
            quad(
                &mut soup,
                object,
                [[x0, low, 0.0], [x0, low, 4.0], [x1, high, 4.0], [x1, high, 0.0]],
            );
        }
    }
    soup
}

/// Peak heap of a bake in tiles of a side, metres, beyond the soup and the finished mesh, bytes, and the
/// mesh's own bytes.
fn overhead(soup: &Soup, tile: f64) -> (usize, usize) {
    let parameters = Parameters { tile_size: TileSize::Metres(tile), ..Preset::Human.parameters() };
    let options = BakeOptions { threads: Some(1), ..BakeOptions::default() };
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let baked = bake(soup, &parameters, &options).expect("the model bakes");
    let peak = HEAP.peak_usage();
    let kept = HEAP.current_usage() - before;
    assert!(baked.mesh.polygon_count() > 0);
    (peak - before - kept, kept)
}

#[test]
fn memory_is_for_a_tile_and_its_floors() {
    // One test, as all threads use the one heap.
    a_tiled_bake_needs_memory_for_a_tile();
    floors_over_each_other_need_memory_for_each();
}

fn floors_over_each_other_need_memory_for_each() {
    let [low, high] = [20, 80].map(|floors| overhead(&tower(floors), 20.0).0);
    println!("4 times the floors: beyond soup and mesh {low} -> {high} bytes");
    assert!(high < 5 * low, "{high} is more than five times {low}");
}

fn a_tiled_bake_needs_memory_for_a_tile() {
    overhead(&field(4), 16.0); // warm-up: what the pool keeps
    let (small, small_mesh) = overhead(&field(8), 16.0);
    let (large, large_mesh) = overhead(&field(32), 16.0);
    let (wide, _) = overhead(&field(32), 64.0);
    println!(
        "16 times the world: beyond soup and mesh {small} -> {large} bytes, mesh {small_mesh} -> {large_mesh}"
    );
    println!("16 times the tile: {large} -> {wide} bytes");
    // What grows with the world is bounded by the mesh itself (tiles waiting to be joined).
    assert!(large < small + 2 * large_mesh, "{large} is more than {small} and two meshes");
    assert!(wide > 4 * small, "a larger tile must show: {wide} against {small}");
}
