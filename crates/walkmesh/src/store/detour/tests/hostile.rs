//! Files that lie.

use super::*;
use walkmesh_testkit::tile_sets::{Cell, File, Jump, Reference, ring};

fn bytes() -> Vec<u8> {
    let jumps = vec![Jump {
        ends: [[1.5, 0.5, 3.0], [4.5, 0.5, 3.0]],
        radius: 0.5,
        both_ways: true,
        user_id: 1,
        area: 0,
        flags: 1,
    }];
    let detail = vec![
        (vec![[2.0, 1.0, 3.0]], vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]),
        (Vec::new(), vec![[0, 1, 2], [0, 2, 3]]),
    ];
    let mut next = two_squares();
    next.at = (1, 0, 0);
    for v in &mut next.vertices {
        v[0] += 8.0;
    }
    let first = Cell { jumps, detail, ..two_squares() };
    File::new(vec![first, next]).bytes()
}

/// Where a value of the first tile stands: the header of the file and of the tile in front.
const TILE: usize = 40 + 8;

#[test]
fn what_is_wrong_is_named_with_place_and_value() {
    let whole = bytes();
    assert!(read(&whole).is_ok());
    let with = |at: usize, value: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + value.len()].copy_from_slice(value);
        read(&bytes).unwrap_err()
    };
    assert!(matches!(with(0, b"MSET"), DetourError::BigEndian));
    assert!(matches!(with(0, b"TILE"), DetourError::NotTileSet));
    assert!(matches!(with(4, &[9, 0, 0, 0]), DetourError::Version { found: 9 }));
    assert!(matches!(with(8, &[255; 4]), DetourError::Range { value: -1, .. }));
    assert!(matches!(with(TILE, b"VNAD"), DetourError::NotTile { tile: 0, offset: TILE }));
    assert!(matches!(with(TILE + 4, &[8]), DetourError::NotTile { .. }));
    // The counts of the header stand at 24 and on: polygons, vertices, links ...
    for i in 0..8 {
        let at = TILE + 24 + 4 * i;
        assert!(
            matches!(with(at, &[255; 4]), DetourError::Range { offset, value: -1, .. } if offset == at)
        );
        let huge = with(at, &i32::MAX.to_le_bytes());
        assert!(matches!(huge, DetourError::CutOff { .. }), "{huge}");
    }
    let nan = with(TILE + 100, &f32::NAN.to_le_bytes());
    assert!(matches!(nan, DetourError::Number { tile: 0, .. }));
    let radius = with(TILE + 64, &(-1.0_f32).to_le_bytes());
    assert!(matches!(radius, DetourError::Number { .. }), "{radius}");
    let polygons = TILE + 100 + 8 * 12;
    let corner = with(polygons + 4, &[8, 0]);
    assert!(
        matches!(corner, DetourError::Range { offset, value: 8, most: 7, .. } if offset == polygons + 4)
    );
    assert_eq!(
        corner.to_string(),
        "tile 0, byte 248: a corner of a polygon is 8, it must be 0 to 7"
    );
    let neighbour = with(polygons + 18, &[4, 0]);
    assert!(matches!(neighbour, DetourError::Range { value: 4, most: 3, .. }), "{neighbour}");
    assert!(matches!(with(polygons + 30, &[2]), DetourError::Range { value: 2, .. }));
    assert!(matches!(with(polygons + 31, &[0xff]), DetourError::Range { value: 3, .. }));
}

/// A count that is off by one leaves bytes of its tile over or has too few: what would be left out
/// else, such as the last connection, is not lost in silence.
#[test]
fn counts_that_are_off_by_one_are_refused() {
    let whole = bytes();
    for i in 0..8 {
        let at = TILE + 24 + 4 * i;
        let count = i32::from_le_bytes(*whole[at..].first_chunk().unwrap());
        for off in [-1, 1] {
            let mut bytes = whole.clone();
            bytes[at..at + 4].copy_from_slice(&(count + off).to_le_bytes());
            assert!(read(&bytes).is_err(), "count {i}: {} for {count}", count + off);
        }
    }
    let connections = TILE + 52;
    let mut none = whole;
    assert_eq!(none[connections], 1);
    none[connections] = 0;
    let error = read(&none).unwrap_err();
    assert!(matches!(error, DetourError::Spare { tile: 0, left: 36, .. }), "{error}");
}

#[test]
fn a_file_that_ends_early_is_cut_off() {
    let whole = bytes();
    for end in 4..whole.len() {
        let error = read(&whole[..end]).unwrap_err();
        assert!(matches!(error, DetourError::CutOff { .. }), "{end}: {error}");
    }
    let twice = File::new(vec![two_squares(), two_squares()]).bytes();
    assert!(matches!(read(&twice).unwrap_err(), DetourError::TileTwice { tile: 1, .. }));
}

#[test]
fn tiles_that_the_list_leaves_out_are_not_lost_in_silence() {
    for reference in [Reference::Bits32, Reference::Bits64] {
        let cells = vec![two_squares(), Cell { at: (1, 0, 0), ..two_squares() }];
        let whole = File { reference, ..File::new(cells) }.bytes();
        let mut fewer = whole.clone();
        fewer[8] = 1;
        let report = read(&fewer).unwrap().report;
        assert_eq!((report.tiles, report.unread), (1, (whole.len() - 40) / 2));
        assert_eq!(report.messages().len(), 1, "{:?}", report.messages());
        let mut ended = whole.clone();
        let head = if reference == Reference::Bits32 { 8 } else { 16 };
        let second = 40 + (whole.len() - 40) / 2;
        ended[second..second + head].fill(0);
        let error = read(&ended).unwrap_err();
        assert!(matches!(error, DetourError::Ended { found: 1, count: 2, .. }), "{error}");
        // A list that ends with the file is whole.
        let mut longer = whole;
        longer[8] = 3;
        longer.resize(longer.len() + head, 0);
        let report = read(&longer).unwrap().report;
        assert_eq!((report.tiles, report.unread), (2, 0));
    }
}

#[test]
fn stacks_of_floors_take_a_layer_each() {
    let mut cell = Cell::default();
    for i in 0..40_u16 {
        let y = f32::from(i) * 3.0;
        cell.vertices.extend([[0.0, y, 4.0], [4.0, y, 4.0], [4.0, y, 0.0]]);
        cell.rings.push(ring(&[3 * i, 3 * i + 1, 3 * i + 2], &[]));
    }
    let mesh = sound(&File::new(vec![cell])).mesh;
    let mut layers: Vec<u32> = mesh.polygons().map(|r| mesh.polygon(r).layer).collect();
    layers.sort_unstable();
    assert_eq!(layers, (0..40).collect::<Vec<_>>());
}
