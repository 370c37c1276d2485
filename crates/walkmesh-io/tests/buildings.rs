//! Real buildings bake and validate; hospitals have their storeys, holes and dropped strays.

use walkmesh::bake::{BakeOptions, Baked, bake};
use walkmesh::parameters::{Parameters, Preset, TileSize};
use walkmesh::soup::CleanOptions;
use walkmesh_io::{ReadOptions, UpAxis, read_model};
use walkmesh_testkit::models;

fn baked(model: &str, up: Option<UpAxis>, cell: f64, tile_size: TileSize) -> Option<Baked> {
    let path = models::folder()?.join(model);
    let mut soup = read_model(&path, &ReadOptions { up, ..ReadOptions::default() })
        .expect("the model reads")
        .soup;
    soup.clean(&CleanOptions::default());
    let human = Preset::Human.parameters();
    let parameters = Parameters { cell_size: cell, edge_max_error: 1.3 * cell, tile_size, ..human };
    let baked = bake(&soup, &parameters, &BakeOptions::default()).expect("the model bakes");
    let mesh = &baked.mesh;
    println!(
        "{model} {tile_size:?}: {} polygons, {:.1} m2, {} pieces",
        mesh.polygon_count(),
        mesh.area_m2(),
        mesh.components().len()
    );
    let problems = mesh.validate();
    assert!(problems.is_empty(), "{model}: {} problems, first: {}", problems.len(), problems[0]);
    Some(baked)
}

/// Each model with its up axis and cell size.
const MODELS: [(&str, Option<UpAxis>, f64); 8] = [
    ("gazebo/assembled/hospital_two_floors_collision.glb", None, 0.1),
    ("gazebo/assembled/small_house_collision.glb", None, 0.05),
    ("collada/gazebo_models/cafe/meshes/cafe.dae", None, 0.1),
    ("collada/gazebo_models/osrf_first_office/meshes/osrf_first_office.dae", None, 0.1),
    ("obj/buildings/AC14-FZK-Haus.obj", Some(UpAxis::Z), 0.05),
    ("obj/recast_nav_test.obj", None, 0.3),
    ("obj/recast_dungeon.obj", None, 0.3),
    ("obj/recast_undulating.obj", None, 0.3),
];

#[test]
fn every_model_bakes_to_a_valid_mesh() {
    for (model, up, cell) in MODELS {
        baked(model, up, cell, TileSize::Solo);
    }
}

/// Tiles change where outlines are simplified and nothing else: the area stays, and so do the
/// large connected pieces.
#[test]
fn tiles_change_little() {
    for (model, up, cell) in MODELS {
        let Some(solo) = baked(model, up, cell, TileSize::Solo) else { return };
        let Some(tiled) = baked(model, up, cell, TileSize::Metres(64.0 * cell)) else { return };
        let (solo, tiled) = (solo.mesh, tiled.mesh);
        let share = (tiled.area_m2() / solo.area_m2() - 1.0).abs();
        assert!(share < 0.01, "{model}: area off by {share}");
        let large = |mesh: &walkmesh::mesh::NavMesh| {
            let areas = mesh.components().iter().map(|c| c.area_m2(mesh.frame()));
            areas.filter(|a| *a > 0.03 * mesh.area_m2()).count()
        };
        assert_eq!(large(&solo), large(&tiled), "{model}: large pieces");
    }
}

#[test]
fn both_floors_of_the_hospital_are_there() {
    let (model, up, cell) = MODELS[0];
    let Some(baked) = baked(model, up, cell, TileSize::Auto) else { return };
    let areas: Vec<f64> =
        baked.mesh.components().iter().map(|c| c.area_m2(baked.mesh.frame())).collect();
    assert!((areas[0] - 753.0).abs() < 3.0 && (areas[1] - 753.0).abs() < 3.0, "{areas:?}");
    let (low, high) = baked.mesh.bounds().expect("triangles");
    assert!(low.y > -1.0 && high.y < 7.0, "strays are gone: {low:?} {high:?}");
}
