//! Detour tile sets.

use walkmesh::store::detour::read;
use walkmesh_testkit::damage::damaged;
use walkmesh_testkit::tile_sets::{Cell, File, Jump, Reference, ring};

use super::{Outcome, copies, real};

/// What a neighbour is beyond the side of a tile: +x, +z (south), -x, -z.
const SIDES: [u16; 4] = [0x8000, 0x8002, 0x8004, 0x8006];

/// A tile of four ground squares, one of them with a hill, joined to each other and to the tiles
/// around; and a floor above, reached by a jump.
fn cell(x: i32, y: i32) -> Cell {
    let at = |i: u16, j: u16, height: f32| {
        let (x, y) = (
            f32::from(i16::try_from(x).expect("small")),
            f32::from(i16::try_from(y).expect("small")),
        );
        [x * 8.0 + f32::from(i) * 4.0, height, y * 8.0 + f32::from(j) * 4.0]
    };
    let mut vertices: Vec<[f32; 3]> =
        (0..9).map(|v| at(v % 3, v / 3, f32::from(v % 3) * 0.25)).collect();
    vertices.extend([at(0, 1, 4.0), at(1, 1, 4.0), at(1, 0, 4.0), at(0, 0, 4.0)]);
    let [east, south, west, north] = SIDES;
    // Counter-clockwise from above, from the south-west corner on: edges south, east, north, west.
    let square = |v: u16, beyond: [u16; 4]| {
        let edges = [(0, beyond[0]), (1, beyond[1]), (2, beyond[2]), (3, beyond[3])];
        ring(&[v + 3, v + 4, v + 1, v], &edges)
    };
    let rings = vec![
        square(0, [3, 2, north, west]),
        square(1, [4, east, north, 1]),
        square(3, [south, 4, 1, west]),
        square(4, [south, east, 2, 3]),
        ring(&[9, 10, 11, 12], &[]),
    ];
    let flat = (Vec::new(), vec![[0, 1, 2], [0, 2, 3]]);
    let mut hill = at(0, 0, 1.5);
    (hill[0], hill[2]) = (hill[0] + 2.0, hill[2] + 2.0);
    let hill = (vec![hill], vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]);
    let detail = vec![hill, flat.clone(), flat.clone(), flat.clone(), flat];
    let (from, to) = (vertices[4], vertices[9]);
    let jump = Jump {
        ends: [from, [to[0] + 1.0, to[1], to[2] - 1.0]],
        radius: 0.75,
        both_ways: true,
        user_id: 7,
        area: 5,
        flags: 1,
    };
    Cell { at: (x, y, 0), vertices, rings, jumps: vec![jump], detail }
}

/// One tile, and four.
fn small(form: &File) -> Vec<Vec<u8>> {
    let cells = [vec![cell(0, 0)], vec![cell(0, 0), cell(1, 0), cell(0, 1), cell(1, 1)]];
    cells.map(|cells| File { cells, ..form.clone() }.bytes()).to_vec()
}

fn check(name: &str, small: &[Vec<u8>], files: &[&str], seed: u64) {
    for file in small {
        let imported = read(file).expect("a sound file");
        assert_eq!(imported.report.messages(), [""; 0], "{name}");
        assert_eq!(imported.mesh.links().len(), imported.report.tiles);
        assert_eq!(imported.mesh.components().len(), 1, "{name}");
    }
    let mut outcome = Outcome::default();
    for bytes in copies(small, &real(files), 20, damaged, seed) {
        outcome.check(name, bytes.len(), || read(&bytes).map(|imported| imported.mesh));
    }
    outcome.end(name);
}

#[test]
fn tile_sets_with_short_references() {
    let files = [
        "navmesh/rnjs_solo_small_house.bin",
        "navmesh/rnjs_tiled_small_house.bin",
        "navmesh/solo_dungeon.bin",
        "navmesh/tile_dungeon.bin",
    ];
    check("MSET, 32 bits", &small(&File::new(Vec::new())), &files, 1);
}

#[test]
fn tile_sets_with_long_references() {
    let form = File { reference: Reference::Bits64, ..File::new(Vec::new()) };
    check("MSET, 64 bits", &small(&form), &[], 2);
}

#[test]
fn tile_sets_of_habitat() {
    let lengths = [0.25, 0.25, 2.0, 0.5, 0.75, 45.0, 8.0, 20.0, 12.0, 1.3, 6.0, 6.0, 1.0];
    for reference in [Reference::Bits32, Reference::Bits64] {
        let settings = Some((lengths, [1, 1, 1, 0]));
        let form = File { version: 2, reference, settings, ..File::new(Vec::new()) };
        check("Habitat", &small(&form), &[], 3);
    }
}
