//! Tile sets of Recast, where the folder of models is there.

use walkmesh::mesh::{NavMesh, Nearest};
use walkmesh::query::{PathOptions, Scratch, Status, path_between};
use walkmesh::store::{ImportReport, Placement, detour, polyanya};
use walkmesh_testkit::places::random_place;
use walkmesh_testkit::{Random, models};

/// File, tiles, ground polygons.
const SETS: [(&str, usize, usize); 10] = [
    ("solo_dungeon", 1, 118),
    ("solo_nav_test", 1, 155),
    ("solo_undulating", 1, 216),
    ("rnjs_solo_hospital", 1, 423),
    ("rnjs_solo_small_house", 1, 135),
    ("tile_dungeon", 12, 111),
    ("tile_nav_test", 18, 203),
    ("tile_undulating", 16, 220),
    ("rnjs_tiled_hospital", 36, 456),
    ("rnjs_tiled_small_house", 22, 165),
];

fn bytes(name: &str) -> Option<Vec<u8>> {
    let file = models::folder()?.join(format!("navmesh/{name}.bin"));
    Some(std::fs::read(file).expect("a readable tile set"))
}

#[test]
fn tile_sets_come_in_whole_and_sound() {
    for (name, tiles, polygons) in SETS {
        let Some(bytes) = bytes(name) else { return };
        let imported = detour::read(&bytes).expect("a tile set");
        let (mesh, report) = (&imported.mesh, &imported.report);
        let problems = mesh.validate();
        assert!(problems.is_empty(), "{name}: {problems:?}");
        assert_eq!((report.tiles, report.polygons), (tiles, polygons), "{name}");
        assert_eq!(mesh.tiles().len(), tiles, "{name}");
        // Recast's polygons are convex and its height triangles tile them: nothing to repair.
        let moved = report.moved;
        assert!(moved < 1e-3, "{name}: {moved}");
        let plain = ImportReport { tiles, polygons, moved, ..ImportReport::default() };
        assert_eq!((report, mesh.polygon_count()), (&plain, polygons), "{name}");
    }
}

/// The same place on the flat copy of a mesh: polygons have the same order there.
fn copied(mesh: &NavMesh, flat: &NavMesh, place: &Nearest) -> Nearest {
    let polygon = flat.polygon_at(mesh.index(place.polygon)).expect("as many polygons");
    let world = mesh.frame().plan_to_world(place.plan);
    let plan = flat.frame().to_lattice([world.x, 0.0, world.z]).expect("in reach").plan;
    let point = flat.frame().to_world(plan.at(0));
    assert!(point.plan_distance(world) <= 0.0, "the copy's lattice is as fine");
    Nearest { polygon, point, plan, height: 0, distance: 0.0 }
}

#[test]
fn paths_are_as_long_as_on_their_flat_copy() {
    let pairs = 200 * usize::try_from(walkmesh_testkit::more()).expect("a number of times");
    let mut scratch = Scratch::new();
    for (name, ..) in SETS {
        let Some(bytes) = bytes(name) else { return };
        let mesh = detour::read(&bytes).expect("a tile set").mesh;
        let text = polyanya::write(&mesh);
        let flat = polyanya::read(text.as_bytes(), &Placement::default()).expect("a mesh");
        assert!(flat.report.messages().is_empty(), "{name}: {:?}", flat.report);
        let flat = flat.mesh;
        assert_eq!(flat.validate(), [], "{name}");
        assert_eq!(mesh.components().len(), flat.components().len(), "{name}");
        let mut random = Random::new(11);
        let mut complete = 0;
        for _ in 0..pairs {
            let [a, b] = [(); 2].map(|()| random_place(&mesh, &mut random));
            let options = PathOptions::default();
            let ours = path_between(&mesh, &mut scratch, &a, &b, &options);
            let (status, length) = (ours.status, ours.length);
            let [a, b] = [a, b].map(|place| copied(&mesh, &flat, &place));
            let theirs = path_between(&flat, &mut scratch, &a, &b, &options);
            assert_eq!(status == Status::Complete, theirs.status == Status::Complete, "{name}");
            if status == Status::Complete {
                complete += 1;
                let off = (length - theirs.length).abs();
                assert!(off <= 1e-12 * length.max(1.0), "{name}: {length} {}", theirs.length);
            }
        }
        println!("{name}: {complete} of {pairs} pairs have a path, all as long as on the copy");
        assert!(complete > pairs / 10, "{name}");
    }
}
