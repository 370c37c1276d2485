//! Links on their way into a tile set.

use super::*;
use crate::mesh::{Link, LinkEnd, TileCoord};
use crate::store::detour::{WriteOptions, write};

/// A number that nothing else in a file looks like.
const USER: u32 = 0xb0a7_10ad;

/// Four tiles by three, each one square from border to border.
fn floor() -> NavMesh {
    let tile = |x: i16, y: i16| {
        let at = |i: i16, j: i16| [f32::from(8 * (x + i)), 0.0, f32::from(8 * (y + j))];
        let rings =
            vec![ring(&[0, 1, 2, 3], &[(0, 0x8002), (1, 0x8000), (2, 0x8006), (3, 0x8004)])];
        let vertices = vec![at(0, 1), at(1, 1), at(1, 0), at(0, 0)];
        Cell { at: (x.into(), y.into(), 0), vertices, rings, ..Cell::default() }
    };
    let cells = (0..12).map(|i| tile(i % 4, i / 4)).collect();
    sound(&File::new(cells)).mesh
}

/// A link between two tiles, from and to their corners of the least x and the most z.
fn link(mesh: &NavMesh, from: (i32, i32), to: (i32, i32)) -> Link {
    let end = |(x, y)| {
        let tile = mesh.tile_at(TileCoord { x, y }).unwrap();
        let polygon = PolyRef { tile, polygon: 0 };
        let at = mesh.corners(polygon).min_by_key(|corner| corner.plan).unwrap();
        LinkEnd { polygon: mesh.id(polygon), from: at, to: at }
    };
    Link {
        kind: 0,
        user_id: USER,
        area: Area(5),
        flags: 1,
        from: end(from),
        to: end(to),
        width: 2.0,
        cost: 3.0,
        both_ways: false,
        enabled: true,
    }
}

/// Detour looks for the far end of a connection in the tile that the file names, so that is the one
/// where the link ends, also where the end lies on its border; and in no tile farther away.
#[test]
fn they_name_the_tile_where_they_end() {
    let mesh = floor();
    let around = [
        ((2, 1), 0, 0),
        ((2, 0), 1, 0),
        ((1, 0), 2, 0),
        ((0, 0), 3, 0),
        ((0, 1), 4, 0),
        ((0, 2), 5, 0),
        ((1, 2), 6, 0),
        ((2, 2), 7, 0),
        ((1, 1), 255, 0),
        ((3, 1), 0, 1),
    ];
    for (to, side, far) in around {
        let linked = mesh.with_links(vec![link(&mesh, (1, 1), to)]);
        let written = write(&linked, &WriteOptions::default()).unwrap();
        let user = USER.to_le_bytes();
        let at = written.bytes.windows(4).position(|bytes| bytes == user).unwrap();
        assert_eq!((written.bytes[at - 1], written.links_far), (side, far), "{to:?}");
        assert_eq!(written.messages().iter().any(|m| m.contains("not join")), far > 0);
        assert_eq!(read(&written.bytes).unwrap().mesh.links().len(), 1, "{to:?}");
    }
}

/// Six bits of area and sixteen flags are kept of links as of polygons.
#[test]
fn what_is_cut_off_of_them_is_told() {
    let mesh = floor();
    let plain = link(&mesh, (0, 0), (1, 0));
    for (link, narrowed) in [
        (plain, 0),
        (Link { area: Area(64), ..plain }, 1),
        (Link { flags: 1 << 16, ..plain }, 1),
        (Link { flags: 1 << 16, enabled: false, ..plain }, 0),
    ] {
        let linked = mesh.with_links(vec![link]);
        let written = write(&linked, &WriteOptions::default()).unwrap();
        assert_eq!(written.narrowed, narrowed, "{link:?}");
    }
}
