use super::*;
use crate::geom::{Frame, GroundPoint, PlanBox, PlanPoint};
use crate::mesh::{
    ConvexPolygon, CostFactor, Edge, Link, LinkEnd, MeshError, Passage, PolyId, PolyRef, Polygon,
    Tile, TileCoord,
};
use crate::soup::Area;
use crate::surface::{Border, HeightGrid, Heights, Layer, Patch, Ring, SeamId, Surface, TileSide};
use std::sync::Arc;

const ALL: LoadOptions = LoadOptions { ground: true };

/// A small generator of numbers, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n.max(1)
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap()
    }
}

/// A floor of unit squares of 8 steps with a hole and a second floor, in one tile.
fn floors() -> NavMesh {
    let square = |x: i32, y: i32, h: i32, layer: u32| {
        let corners = [(x, y), (x + 8, y), (x + 8, y + 8), (x, y + 8)];
        let corners = corners.map(|(x, y)| GroundPoint::new(x, y, h + x / 4)).to_vec();
        let area = Area(u8::try_from(x % 3).unwrap());
        ConvexPolygon { corners, area, flags: 3, layer }
    };
    let mut polygons = vec![square(0, 0, 900, 1)];
    for x in 0..3 {
        for y in 0..3 {
            if (x, y) != (1, 1) {
                polygons.push(square(x * 8, y * 8, 0, 0));
            }
        }
    }
    NavMesh::from_polygons(Frame::new([3.0, -1.0, 7.5], -4).unwrap(), &polygons).unwrap()
}

/// A tile of one square of 10 steps, with the polygon beyond its east or west side.
fn half(x: i32, beyond: Option<(usize, u32)>, passage: Passage) -> Tile {
    let at = |dx: i32, dy: i32| GroundPoint::new(x * 10 + dx, dy, dx);
    let clip = PlanBox::new(PlanPoint::new(x * 10, 0), PlanPoint::new(x * 10 + 10, 10));
    let mut edges: Vec<Edge> =
        (0..4).map(|vertex| Edge { vertex, neighbour: None, passage: Passage::Open }).collect();
    if let Some((edge, tile)) = beyond {
        edges[edge].neighbour = Some(PolyRef { tile: TileId(tile), polygon: 0 });
        edges[edge].passage = passage;
    }
    let polygon = Polygon {
        first_edge: 0,
        first_triangle: 0,
        area: Area(4),
        factor: CostFactor::new(2.5).unwrap(),
        flags: 1 << 20,
        layer: 2,
        label: 0,
        base: 0,
        piece: 0,
        generation: 0,
        bounds: clip,
        heights: (0, 10),
    };
    Tile {
        coord: TileCoord { x, y: -3 },
        clip,
        vertices: vec![at(0, 0), at(10, 0), at(10, 10), at(0, 10)].into(),
        edges,
        polygons: vec![polygon].into(),
        triangles: vec![[0, 1, 2], [0, 2, 3]].into(),
        labels: 1,
        source: None,
    }
}

fn surface(frame: Frame) -> Surface {
    let ring = |points: &[(i32, i32)], border: &dyn Fn(u32) -> Border| Ring {
        points: points.iter().map(|&(x, y)| GroundPoint::new(x, y, x + y)).collect(),
        borders: (0..u32::try_from(points.len()).unwrap()).map(border).collect(),
    };
    let outer = ring(&[(0, 0), (10, 0), (10, 10), (0, 10)], &|i| match i {
        0 => Border::Wall,
        1 => Border::Tile(TileSide::East),
        2 => Border::Leave(SeamId(300)),
        _ => Border::Blocked(SeamId(0)),
    });
    let hole = ring(&[(2, 2), (2, 4), (4, 2)], &|i| Border::Seam(SeamId(i)));
    let mut grid = HeightGrid::new(PlanPoint::new(-5, 2), 4, 5, 3);
    grid.set(0, 0, 70_000);
    grid.set(3, 1, -12);
    grid.set(4, 2, i32::MAX);
    let patch = Patch { outer, holes: vec![hole], area: Area(5) };
    let clip = PlanBox::new(PlanPoint::new(0, 0), PlanPoint::new(10, 10));
    let layers =
        vec![Layer { patches: vec![patch], heights: Heights::Grid(grid) }, Layer::default()];
    Surface { frame, clip, layers }
}

/// Two tiles with a one-way edge between them, a link, and ground in the second tile.
fn two_tiles() -> NavMesh {
    let floors = floors();
    let tiles = vec![
        Arc::new(half(0, Some((1, 1)), Passage::Open)),
        Arc::new(half(1, Some((3, 0)), Passage::Closed)),
    ];
    let end = |x: i32, generation: u32| {
        let polygon = PolyId { tile: TileCoord { x, y: -3 }, base: 0, piece: 0, generation };
        LinkEnd { polygon, from: GroundPoint::new(1, 2, 3), to: GroundPoint::new(-1, 2, 4) }
    };
    let link = Link {
        kind: 7,
        user_id: 900,
        area: Area(5),
        flags: 8,
        from: end(0, 0),
        to: end(1, 1),
        width: f64::INFINITY,
        cost: 2.5,
        both_ways: true,
        enabled: false,
    };
    let grounds = vec![None, Some(Arc::new(surface(*floors.frame())))];
    let mesh = NavMesh::from_tiles(
        floors.parameters(),
        floors.resolved(),
        [9; 32],
        tiles,
        grounds,
        vec![link],
    );
    mesh.unwrap()
}

fn bytes_of(mesh: &NavMesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(mesh, &mut bytes).unwrap();
    bytes
}

/// Takes a file apart into kinds and payloads.
fn parts(file: &[u8]) -> Vec<(section::Kind, Vec<u8>)> {
    let mut parts = Vec::new();
    let mut at = 16;
    while at < file.len() {
        let kind = section::Kind(file[at..at + 4].try_into().unwrap());
        let length = u64::from_le_bytes(file[at + 8..at + 16].try_into().unwrap());
        let end = at + 48 + usize::try_from(length).unwrap();
        parts.push((kind, file[at + 48..end].to_vec()));
        at = end;
    }
    parts
}

/// A file of these sections, with right hashes and a right end.
fn build(parts: &[(section::Kind, Vec<u8>)]) -> Vec<u8> {
    let sections: Vec<_> = parts.iter().map(|(kind, p)| (kind.0, p.as_slice())).collect();
    file_of_sections(&sections)
}

/// Whatever loads can be walked, drawn and saved again.
fn use_it(mesh: &NavMesh) {
    check::check(mesh).unwrap();
    for r in mesh.polygons() {
        assert_eq!(mesh.resolve(mesh.id(r)), Some(r));
        let _ = (mesh.component(r), mesh.polygon_area_m2(r));
    }
    let _ = (mesh.bounds(), mesh.area_m2(), mesh.vertex_count());
    let _ = mesh.resolved().tile_box(mesh.resolved().columns, mesh.resolved().rows);
    let again = read(&bytes_of(mesh), ALL).unwrap();
    assert_eq!(content_hash(&again), content_hash(mesh));
}

#[test]
fn what_is_written_is_read() {
    for mesh in [floors(), two_tiles()] {
        let bytes = bytes_of(&mesh);
        let back = read(&bytes, ALL).unwrap();
        assert_eq!(back, mesh);
        assert_eq!(bytes_of(&back), bytes);
        assert_eq!(content_hash(&back), content_hash(&mesh));
        let bare = read(&bytes, LoadOptions::default()).unwrap();
        assert_eq!(bare.ground(TileId(1)), None);
        assert_eq!(content_hash(&bare), content_hash(&mesh));
        use_it(&mesh);
    }
    assert_ne!(content_hash(&floors()), content_hash(&two_tiles()));
}

#[test]
fn an_empty_mesh_goes_there_and_back() {
    let mesh = NavMesh::from_polygons(*floors().frame(), &[]).unwrap();
    assert_eq!(read(&bytes_of(&mesh), ALL).unwrap(), mesh);
}

#[test]
fn every_flipped_byte_is_found() {
    let mesh = two_tiles();
    let bytes = bytes_of(&mesh);
    for i in 0..bytes.len() {
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut bad = bytes.clone();
            bad[i] ^= flip;
            assert!(read(&bad, ALL).is_err(), "byte {i} ^ {flip:#x}");
            if let Ok(bare) = read(&bad, LoadOptions::default()) {
                assert_eq!(content_hash(&bare), content_hash(&mesh)); // in the ground, not read
            }
        }
    }
}

#[test]
fn every_cut_is_found() {
    let bytes = bytes_of(&two_tiles());
    for n in 0..bytes.len() {
        assert!(read(&bytes[..n], ALL).is_err(), "{n} bytes");
        assert!(read(&bytes[..n], LoadOptions::default()).is_err(), "{n} bytes");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(matches!(read(&longer, ALL), Err(LoadError::Sections { .. })));
}

#[test]
fn sections_that_are_missing_or_doubled_are_found() {
    let parts = parts(&bytes_of(&two_tiles()));
    for i in 0..parts.len() - 1 {
        let mut fewer = parts.clone();
        fewer.remove(i);
        let mut raw = bytes_of(&two_tiles())[..16].to_vec();
        for (kind, payload) in &fewer {
            section::write(&mut raw, &mut Digest::default(), *kind, payload).unwrap();
        }
        assert!(matches!(read(&raw, ALL), Err(LoadError::Sections { .. })), "{i}");
        let mut more = parts.clone();
        more.insert(i, parts[i].clone());
        assert!(read(&build(&more), ALL).is_err(), "{i}");
    }
    let mut lost = parts;
    lost.retain(|(kind, _)| *kind != Kind::META);
    let missing = read(&build(&lost), ALL).unwrap_err();
    assert_eq!(missing.to_string(), "the file has no section META");
}

#[test]
fn unknown_sections_are_skipped_unless_essential() {
    let mesh = two_tiles();
    let parts = parts(&bytes_of(&mesh));
    let with_news = |at: usize, flags: u32| {
        let mut file = bytes_of(&mesh)[..16].to_vec();
        let mut digest = Digest::default();
        for (k, (kind, payload)) in parts.iter().enumerate() {
            if k == at {
                let news = section::Kind(*b"NEWS");
                section::write_flagged(&mut file, &mut digest, news, flags, b"hello").unwrap();
            }
            let end = digest.end();
            let payload = if *kind == Kind::DONE { &end } else { payload };
            section::write(&mut file, &mut digest, *kind, payload).unwrap();
        }
        file
    };
    for i in 0..parts.len() {
        assert_eq!(read(&with_news(i, 0), ALL).unwrap(), mesh);
        let refused = read(&with_news(i, 1), ALL).unwrap_err().to_string();
        assert!(refused.contains("NEWS"), "{refused}");
    }
}

#[test]
fn other_files_are_named_as_such() {
    let message = |bytes: &[u8]| read(bytes, ALL).unwrap_err().to_string();
    assert!(message(b"").contains("no walkmesh file"));
    assert!(message(&[b'x'; 100]).contains("no walkmesh file"));
    let mut newer = bytes_of(&floors());
    newer[8] = 2;
    assert!(message(&newer).contains("version 2"));
}

/// Thousands of files with right hashes and wrong content: an error, or a mesh that holds.
#[test]
fn damage_under_a_right_hash_never_panics() {
    let mut random = Random(1);
    let (mut fine, mut refused) = (0, 0);
    for original in [floors(), two_tiles()] {
        let parts = parts(&bytes_of(&original));
        for _ in 0..6_000 {
            let mut mutated = parts.clone();
            for _ in 0..=random.below(3) {
                let which = random.below(mutated.len());
                let payload = &mut mutated[which].1;
                let at = random.below(payload.len());
                match random.below(5) {
                    0 => payload[at] = random.byte(),
                    1 => payload[at] ^= 1 << random.below(8),
                    2 => payload[at] = payload[at].wrapping_add(1),
                    3 => payload.insert(at, random.byte()),
                    _ => drop(payload.remove(at)),
                }
                if mutated[which].1.is_empty() {
                    mutated[which].1.push(0);
                }
            }
            match read(&build(&mutated), ALL) {
                Ok(mesh) => {
                    use_it(&mesh);
                    fine += 1;
                }
                Err(e) => {
                    assert!(!e.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(fine > 100 && refused > 1_000, "{fine} loaded, {refused} refused");
}

#[test]
fn a_broken_mesh_is_refused_by_name() {
    let floors = floors();
    let broken = |tiles: Vec<Tile>| {
        let tiles = tiles.into_iter().map(Arc::new).collect();
        let mesh = NavMesh::from_tiles(
            floors.parameters(),
            floors.resolved(),
            [0; 32],
            tiles,
            Vec::new(),
            Vec::new(),
        );
        read(&bytes_of(&mesh.unwrap()), ALL).unwrap_err().to_string()
    };
    let one_sided =
        broken(vec![half(0, Some((1, 1)), Passage::Open), half(1, None, Passage::Open)]);
    assert!(one_sided.contains("does not share the edge"), "{one_sided}");
    let mut dented = half(0, None, Passage::Open);
    dented.vertices[2] = GroundPoint::new(2, 2, 10);
    dented.polygons[0].bounds = PlanBox::around(dented.vertices.iter().map(|v| v.plan)).unwrap();
    assert!(broken(vec![dented.clone()]).contains("not convex"));
    let mut uncovered = half(0, None, Passage::Open);
    uncovered.triangles.pop();
    assert!(broken(vec![uncovered]).contains("height triangles"));
    let blocked =
        vec![half(0, Some((1, 1)), Passage::Closed), half(1, Some((3, 0)), Passage::Closed)];
    assert!(broken(blocked).contains("neither side"));
    // What the mesh itself refuses comes through.
    let swapped = parts(&bytes_of(&two_tiles()));
    let order = [0, 2, 1, 3, 4].map(|i| swapped[i].clone());
    let refused = read(&build(&order), ALL);
    assert!(
        matches!(
            refused,
            Err(LoadError::Mesh(MeshError::TileOrder { .. }) | LoadError::Polygon { .. })
        ),
        "{refused:?}"
    );
}

#[test]
fn files_are_saved_loaded_and_given_their_ground() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.walkmesh");
    let mesh = two_tiles();
    save(&mesh, &path).unwrap();
    assert_eq!(load(&path, ALL).unwrap(), mesh);
    let bare = load(&path, LoadOptions::default()).unwrap();
    assert_eq!(bare.ground(TileId(1)), None);
    assert_eq!(load_ground(&bare, &path).unwrap(), mesh);
    assert!(matches!(
        load_ground(&floors(), &path),
        Err(LoadError::Value { .. } | LoadError::OtherMesh)
    ));
    assert!(matches!(load(&folder.path().join("no"), ALL), Err(LoadError::Open { .. })));
    assert!(save(&mesh, &folder.path().join("no/a.walkmesh")).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn generations_are_not_in_the_bytes() {
    let mesh = two_tiles();
    let mut tiles: Vec<Tile> = mesh.tiles().map(|t| Tile::clone(t)).collect();
    tiles[0].polygons[0].generation = 5;
    let mut links = mesh.links().to_vec();
    links[0].from.polygon.generation = 5;
    let tiles = tiles.into_iter().map(Arc::new).collect();
    let grounds = vec![None, mesh.ground(TileId(1)).cloned().map(Arc::new)];
    let edited = NavMesh::from_tiles(
        mesh.parameters(),
        mesh.resolved(),
        *mesh.input_hash(),
        tiles,
        grounds,
        links,
    );
    assert_eq!(bytes_of(&edited.unwrap()), bytes_of(&mesh));
}
