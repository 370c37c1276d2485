//! Tile sets of Recast, where the folder of models is there.

use walkmesh::store::{ImportReport, detour};
use walkmesh_testkit::models;

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
