mod samples;

use super::*;
use crate::geom::{Frame, GroundPoint, PlanBox, PlanPoint};
use crate::mesh::{
    ConvexPolygon, CostFactor, Edge, Link, LinkEnd, MeshError, Passage, PolyId, PolyRef, Polygon,
    Tile, TileCoord,
};
use crate::soup::Area;
use crate::surface::{Border, HeightGrid, Heights, Layer, Patch, Ring, SeamId, Surface, TileSide};
use samples::{Random, build, bytes_of, floors, half, parts, two_tiles, use_it};
use std::sync::Arc;

const ALL: LoadOptions = LoadOptions { ground: true };

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
    assert!(message(&newer).contains("version 2") && message(&newer).contains("update walkmesh"));
    newer[8] = 0;
    assert!(message(&newer).contains("version 0, which there never was"), "{}", message(&newer));
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

/// What would not be read again is not written, nor is anything before it.
#[test]
fn links_that_no_file_holds_are_not_saved() {
    let mesh = two_tiles();
    let sound = mesh.links()[0];
    let with = |change: &dyn Fn(&mut Link)| {
        let mut bad = sound;
        change(&mut bad);
        let mut out = Vec::new();
        let written = write(&mesh.with_links(vec![sound, bad]), &mut out);
        (written.map_err(|e| e.downcast::<UnsavableLink>().unwrap()), out.len())
    };
    assert!(matches!(with(&|_| {}), (Ok(()), 1..)));
    assert!(matches!(with(&|l| l.width = f64::INFINITY), (Ok(()), 1..)));
    let changes: [&dyn Fn(&mut Link); 6] = [
        &|l| l.width = f64::NAN,
        &|l| l.width = -0.5,
        &|l| l.cost = f64::INFINITY,
        &|l| l.cost = -1.0,
        &|l| l.cost = 1e101,
        &|l| l.to.from.plan.x = i32::MAX,
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let (written, length) = with(change);
        assert!(matches!(written, Err(UnsavableLink { link: 1, .. })), "{i}: {written:?}");
        assert_eq!(length, 0);
    }
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
