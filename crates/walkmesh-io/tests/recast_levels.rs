//! Real levels against Recast's own solo meshes of them, with equal parameters.

use std::path::Path;

use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, Baked, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::store::detour;
use walkmesh_io::{ReadOptions, read_model};
use walkmesh_testkit::models;

/// How far the walkable area may be from Recast's, as a share of it.
const AREA_SHARE: f64 = 0.02;
/// How far one connected piece may be from Recast's, as a share of the whole area.
const PIECE_SHARE: f64 = 0.02;
/// A connected piece is large when it has this share of the area.
const LARGE: f64 = 0.02;

fn baked(model: &Path, parameters: &Parameters) -> Baked {
    let mut soup = read_model(model, &ReadOptions::default()).expect("the model reads").soup;
    soup.clean(&walkmesh::soup::CleanOptions::default());
    bake(&soup, parameters, &BakeOptions::default()).expect("the model bakes")
}

/// Bakes `model` and holds it against the tile set; gives the number of polygons.
fn compare(model: &str, tile_set: &str, parameters: &Parameters) -> Option<(usize, usize)> {
    let folder = models::folder()?;
    let bytes = std::fs::read(folder.join("navmesh").join(tile_set)).expect("the tile set");
    let theirs = detour::read(&bytes).expect("a Detour tile set").mesh;
    let their_area = theirs.area_m2();
    let ours = baked(&folder.join(model), parameters).mesh;
    let area = ours.area_m2();
    println!(
        "{model}: area {area:.1} against {:.1} ({:+.2} %), polygons {} against {}",
        their_area,
        (area / their_area - 1.0) * 100.0,
        ours.polygon_count(),
        theirs.polygon_count()
    );
    let large = |mesh: &NavMesh| {
        let areas = mesh.components().iter().map(|c| c.area_m2(mesh.frame()));
        areas.filter(|a| *a > LARGE * their_area).collect::<Vec<_>>()
    };
    let (our_pieces, their_pieces) = (large(&ours), large(&theirs));
    println!("  pieces {our_pieces:.1?} against {their_pieces:.1?}");
    let problems = ours.validate();
    assert!(problems.is_empty(), "{problems:?}");
    assert!((area / their_area - 1.0).abs() <= AREA_SHARE);
    assert_eq!(our_pieces.len(), their_pieces.len(), "large pieces");
    for (our, their) in our_pieces.iter().zip(&their_pieces) {
        let off = (our - their).abs() / their_area;
        assert!(off <= PIECE_SHARE, "{our} against {their}");
    }
    Some((ours.polygon_count(), theirs.polygon_count()))
}

#[test]
fn levels_equal_recasts_and_need_no_more_polygons() {
    let parameters = Parameters { tile_size: TileSize::Solo, ..Parameters::default() };
    for (model, tile_set) in [
        ("obj/recast_nav_test.obj", "solo_nav_test.bin"),
        ("obj/recast_dungeon.obj", "solo_dungeon.bin"),
        ("obj/recast_undulating.obj", "solo_undulating.bin"),
    ] {
        if let Some((ours, theirs)) = compare(model, tile_set, &parameters) {
            assert!(ours <= theirs, "{model}: {ours} polygons, Recast needs {theirs}");
        }
    }
}

/// The settings of the tile sets of hospital and house, in world units.
fn building(cell: f64, climb: f64) -> Parameters {
    Parameters {
        agent: Agent { height: 1.8, radius: 0.3, max_climb: climb, max_slope: 45.0 },
        cell_size: cell,
        cell_height: 0.05,
        edge_max_error: 1.3 * cell,
        region_min_area: 8.0 * cell * cell,
        region_merge_area: 20.0 * cell * cell,
        detail_sample_distance: 6.0 * cell,
        detail_max_error: 0.05,
        tile_size: TileSize::Solo,
        ..Parameters::default()
    }
}

#[test]
fn the_hospital_has_recasts_area() {
    let parameters = building(0.1, 0.3);
    compare("gazebo/assembled/hospital_collision.glb", "rnjs_solo_hospital.bin", &parameters);
}

#[test]
fn the_house_has_recasts_area() {
    let parameters = building(0.05, 0.15);
    compare("gazebo/assembled/small_house_collision.glb", "rnjs_solo_small_house.bin", &parameters);
}
