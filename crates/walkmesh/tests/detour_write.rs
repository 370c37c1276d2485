//! Meshes as Detour tile sets and back: the same polygons, the same ways.

use std::collections::BTreeMap;

use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::GroundPoint;
use walkmesh::mesh::{ConvexPolygon, Link, LinkEnd, NavMesh, PolyRef};
use walkmesh::parameters::{Parameters, Survey, TileSize};
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh::soup::{Area, Soup, Triangle};
use walkmesh::store::Imported;
use walkmesh::store::detour::{WriteError, WriteOptions, Written, read, write};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::links::with_point_links;
use walkmesh_testkit::{Random, ground_mesh, models, unit_frame};

const SETS: [&str; 10] = [
    "solo_dungeon",
    "solo_nav_test",
    "solo_undulating",
    "rnjs_solo_hospital",
    "rnjs_solo_small_house",
    "tile_dungeon",
    "tile_nav_test",
    "tile_undulating",
    "rnjs_tiled_hospital",
    "rnjs_tiled_small_house",
];

/// Corners of a polygon in world bits, from the least on.
fn corners(mesh: &NavMesh, r: PolyRef) -> Vec<[u64; 3]> {
    let mut ring: Vec<[u64; 3]> = mesh
        .corners(r)
        .map(|p| <[f64; 3]>::from(mesh.frame().to_world(p)).map(f64::to_bits))
        .collect();
    let least = (0..ring.len()).min_by_key(|&i| ring[i]).unwrap_or(0);
    ring.rotate_left(least);
    ring
}

/// What there is to know of each polygon, by its corners: area, flags, neighbours.
type Facts = BTreeMap<Vec<[u64; 3]>, (u8, u32, Vec<Vec<[u64; 3]>>)>;

fn facts(mesh: &NavMesh) -> Facts {
    mesh.polygons()
        .map(|r| {
            let polygon = mesh.polygon(r);
            let mut beyond: Vec<_> =
                mesh.edges(r).iter().filter_map(|e| Some(corners(mesh, e.neighbour()?))).collect();
            beyond.sort();
            (corners(mesh, r), (polygon.area.0, polygon.flags, beyond))
        })
        .collect()
}

/// Height triangles are the same, but for height points on slanting edges: those are rounded to
/// `f32` and put on their edge again.
fn assert_grounds_near(mesh: &NavMesh, back: &NavMesh, name: &str) {
    let points = |mesh: &NavMesh| {
        let ground = |r: PolyRef| {
            let tile = mesh.tile(r.tile);
            let ids = tile.triangles_of(r.polygon).iter().flatten();
            let points = ids.map(|&v| mesh.frame().to_world(tile.vertices[v as usize]).into());
            (corners(mesh, r), points.collect::<Vec<[f64; 3]>>())
        };
        let mut all: Vec<_> = mesh.polygons().map(ground).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    };
    for ((at, one), (_, other)) in points(mesh).into_iter().zip(points(back)) {
        assert_eq!(one.len(), other.len(), "{name}: triangles over {at:?}");
        for (p, q) in one.iter().zip(&other) {
            let apart = (0..3).map(|k| (p[k] - q[k]).abs()).fold(0.0, f64::max);
            let far = p.iter().fold(1.0, |far: f64, v| far.max(v.abs()));
            assert!(apart <= 2.0 * far * f64::from(f32::EPSILON), "{name}: {p:?} {q:?}");
        }
    }
}

#[test]
fn tile_sets_come_back_as_they_were() {
    let Some(folder) = models::folder() else { return };
    for name in SETS {
        let bytes = std::fs::read(folder.join(format!("navmesh/{name}.bin"))).expect("the file");
        let mesh = read(&bytes).expect(name).mesh;
        for wide_references in [false, true] {
            let options = WriteOptions { wide_references, ..WriteOptions::default() };
            let written = write(&mesh, &options).expect(name);
            let back = read(&written.bytes).expect(name);
            println!(
                "{name}: {} bytes for {}; {:?}",
                written.bytes.len(),
                bytes.len(),
                written.messages()
            );
            assert_eq!(back.mesh.validate(), [], "{name}");
            let grown = back.mesh.area_m2() - mesh.area_m2();
            assert!(grown.abs() < 1e-9, "{name}: {grown} m2");
            assert_eq!(back.mesh.components().len(), mesh.components().len(), "{name}");
            if written.cut == 0 {
                assert_eq!(facts(&back.mesh), facts(&mesh), "{name}");
            }
            assert_grounds_near(&mesh, &back.mesh, name);
        }
    }
}

#[test]
fn baked_scenes_keep_their_ways() {
    let mut cut = 0;
    for scene in walkmesh_scenes::list() {
        let made = generate(scene.name, &SceneOptions::default()).expect("a scene");
        for tile_size in [TileSize::Solo, TileSize::Metres(3.7)] {
            let parameters = Parameters { tile_size, ..made.preset.parameters() };
            let mesh = bake(&made.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
            let written = write(&mesh, &WriteOptions::default()).expect("a tile set");
            cut += written.cut;
            let back = read(&written.bytes).expect("our own").mesh;
            let what = format!("{} {tile_size:?}: {:?}", scene.name, written.messages());
            assert_eq!(back.validate(), [], "{what}");
            assert_eq!(back.tiles().len() > 1, mesh.tiles().len() > 1, "{what}");
            assert!((back.area_m2() - mesh.area_m2()).abs() < 1e-3 * mesh.area_m2(), "{what}");
            assert_eq!(back.components().len(), mesh.components().len(), "{what}");
            let (mut random, mut scratch) = (Random::new(2), Scratch::new());
            let places: Vec<PolyRef> = mesh.polygons().collect();
            for _ in 0..60 {
                let ends = [(); 2].map(|()| {
                    let r = places[random.below(places.len())];
                    let all: Vec<GroundPoint> = mesh.corners(r).collect();
                    mesh.frame().to_world(all[random.below(all.len())])
                });
                let mut length = |mesh: &NavMesh| {
                    let found = path(mesh, &mut scratch, ends[0], ends[1], &PathOptions::default());
                    (found.status == Status::Complete).then_some(found.length)
                };
                match (length(&mesh), length(&back)) {
                    // Corners are rounded to single precision.
                    (Some(a), Some(b)) => {
                        assert!((a - b).abs() < 1e-4 * a.max(1.0), "{what}: {a} {b}");
                    }
                    (a, b) => assert_eq!(a.is_some(), b.is_some(), "{what}"),
                }
            }
        }
    }
    assert!(cut > 5, "scenes have polygons of many corners: {cut}");
}

/// A ring of many corners, some of them in a row, becomes convex polygons of few.
#[test]
fn many_corners_are_cut() {
    let mut ring: Vec<(i32, i32, i32)> = (0..=8).map(|x| (4 * x, 0, 0)).collect();
    ring.extend([(40, 8, 0), (40, 16, 0), (32, 24, 0), (8, 24, 0), (0, 16, 0), (0, 8, 0)]);
    let mesh = ground_mesh(&[(0, ring)]);
    for most in 3..=6 {
        let options = WriteOptions { corners: most, ..WriteOptions::default() };
        let written = write(&mesh, &options).expect("a tile set");
        assert_eq!((written.cut, written.flattened), (1, 0));
        let back = read(&written.bytes).expect("our own").mesh;
        assert!(back.polygons().all(|r| back.corners(r).count() <= most), "{most}");
        assert!((back.area_m2() - mesh.area_m2()).abs() < 1e-9);
        assert_eq!((back.validate(), back.components().len()), (Vec::new(), 1));
    }
    for (asked, corners) in [(0, 6), (3, 3), (4, 4), (60, 6)] {
        let scene = generate("dining_room", &SceneOptions::default()).expect("a scene");
        let parameters = Parameters { verts_per_poly: asked, ..scene.preset.parameters() };
        let baked = bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a mesh");
        assert_eq!(WriteOptions::asked_by(&baked.mesh).corners, corners);
    }
    for corners in [0, 2, 7] {
        let options = WriteOptions { corners, ..WriteOptions::default() };
        assert_eq!(write(&mesh, &options), Err(WriteError::Corners { corners }));
    }
}

#[test]
fn links_between_points_are_connections() {
    let square = |x: i32| vec![(x, 0, 0), (x + 8, 0, 0), (x + 8, 8, 0), (x, 8, 0)];
    let mesh = ground_mesh(&[(0, square(0)), (0, square(20))]);
    let ids: Vec<_> = mesh.polygons().map(|r| mesh.id(r)).collect();
    let end = |polygon: usize, x: i32| {
        let at = GroundPoint::new(x, 4, 0);
        LinkEnd { polygon: ids[polygon], from: at, to: at }
    };
    let jump = Link {
        kind: 0,
        user_id: 77,
        area: Area(5),
        flags: 8,
        from: end(0, 6),
        to: end(1, 22),
        width: 2.0,
        cost: 16.0,
        both_ways: true,
        enabled: true,
    };
    let off = Link { enabled: false, ..jump };
    let stretch = Link { from: LinkEnd { to: GroundPoint::new(6, 6, 0), ..jump.from }, ..jump };
    let linked = mesh.with_links(vec![jump, off, stretch]);
    let Written { bytes, links_dropped, .. } =
        write(&linked, &WriteOptions::default()).expect("a tile set");
    assert_eq!(links_dropped, 2);
    let back = read(&bytes).expect("our own").mesh;
    let world = |mesh: &NavMesh, link: &Link| {
        [link.from.from, link.to.from].map(|p| <[f64; 3]>::from(mesh.frame().to_world(p)))
    };
    let [found] = back.links() else { panic!("one link: {:?}", back.links()) };
    assert_eq!(world(&back, found), world(&linked, &jump));
    assert_eq!(
        (found.user_id, found.area, found.flags, found.both_ways),
        (jump.user_id, jump.area, jump.flags, jump.both_ways)
    );
    assert!((found.cost - 16.0).abs() < 1e-9 && (found.width - 2.0).abs() < 1e-6);
}

/// A climb of 0 leaves no room for a point that is rounded to the lattice of the set.
#[test]
fn links_on_slopes_come_back_whatever_the_climb_is() {
    let mut soup = Soup::default();
    let object = soup.add_object("ramp");
    let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [10.0, 3.0, 4.0], [10.0, 3.0, 0.0]];
    soup.vertices.extend(corners.map(Point::from));
    soup.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|corners| Triangle { corners, object }));
    let agent = Agent { max_climb: 0.0, ..Parameters::default().agent };
    let parameters = Parameters { agent, survey: Survey::Exact, ..Parameters::default() };
    let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
    let linked = with_point_links(&mesh, &mut Random::new(5), 12);
    let written = write(&linked, &WriteOptions::default()).expect("a set");
    let back = read(&written.bytes).expect("a mesh").mesh;
    assert_eq!(linked.links().len(), back.links().len() + written.links_dropped);
    assert!(back.links().len() > 9, "{}", back.links().len());
}

/// A mesh of one tile without height points comes back to the step of its lattice: polygons that
/// are narrower than what is told apart far from the origin keep what they join.
#[test]
fn slivers_keep_together_what_they_join() {
    // Three strips between two rooms, the middle one a step wide and of many corners in a row.
    let mut sliver: Vec<(i32, i32, i32)> = (0..=40).map(|x| (x << 20, 100, 0)).collect();
    sliver.extend([(40 << 20, 101, 0), (0, 101, 0)]);
    let mut below: Vec<(i32, i32, i32)> = vec![(0, -(1 << 20), 0), (40 << 20, -(1 << 20), 0)];
    below.extend(sliver[..=40].iter().rev());
    let above = vec![(0, 101, 0), (40 << 20, 101, 0), (40 << 20, 1 << 20, 0), (0, 1 << 20, 0)];
    let mesh = ground_mesh(&[(0, below), (0, sliver), (0, above)]);
    assert_eq!((mesh.validate(), mesh.components().len()), (Vec::new(), 1));
    let written = write(&mesh, &WriteOptions::default()).expect("a tile set");
    let Imported { mesh: back, report } = read(&written.bytes).expect("our own");
    assert_eq!((back.validate(), back.components().len()), (Vec::new(), 1), "{report:?}");
    assert_eq!((report.flat, report.crossed, report.unmatched), (0, 0, 0), "{report:?}");
}

/// Detour's default filter asks for at least one flag.
#[test]
fn ground_and_links_without_flags_are_counted() {
    let square = |x: i32, flags: u32| ConvexPolygon {
        corners: [(x, 0), (x + 8, 0), (x + 8, 8), (x, 8)]
            .map(|(x, y)| GroundPoint::new(x, y, 0))
            .to_vec(),
        flags,
        ..ConvexPolygon::default()
    };
    // Of the third no flag is among those that are written.
    let squares = [square(0, 0), square(20, 1), square(40, 1 << 16)];
    let mesh = NavMesh::from_polygons(unit_frame(), &squares).expect("squares");
    let told = |mesh: &NavMesh| {
        let written = write(mesh, &WriteOptions::default()).expect("a tile set");
        let messages = written.messages();
        messages.into_iter().find(|m| m.contains("without flags")).unwrap_or_default()
    };
    assert!(told(&mesh).ends_with(": 2"), "{}", told(&mesh));
    let linked = with_point_links(&mesh, &mut Random::new(5), 3);
    assert!(linked.links().iter().all(|link| link.flags == 0 && link.enabled));
    assert!(told(&linked).ends_with(": 5"), "{}", told(&linked));
    let open = NavMesh::from_polygons(unit_frame(), &squares[1..2]).expect("a square");
    assert_eq!(told(&open), "");
}
