//! Parameters far outside what anybody means are answered, quickly and without a panic.

use walkmesh::agent::Agent;
use walkmesh::bake::{BakeError, BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{ParameterError, Parameters, TileSize};
use walkmesh::soup::Soup;
use walkmesh_scenes::{Generated, SceneOptions, generate};
use walkmesh_testkit::soups::lone_quad;

fn stairs() -> (Generated, Parameters) {
    let scene = generate("stairs", &SceneOptions::default()).expect("a scene");
    let parameters = scene.preset.parameters();
    (scene, parameters)
}

#[test]
fn an_error_larger_than_the_world_is_as_good_as_the_world() {
    let (scene, parameters) = stairs();
    let baked = |edge_max_error: f64| {
        let parameters = Parameters { edge_max_error, ..parameters };
        bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh
    };
    let (large, larger) = (baked(1e3), baked(1e30));
    assert!(large.polygon_count() > 0);
    assert!(large.tiles().eq(larger.tiles()));
}

#[test]
fn lengths_that_no_lattice_holds_are_named() {
    let (scene, parameters) = stairs();
    let refused = |parameters: &Parameters| {
        let error = bake(&scene.soup, parameters, &BakeOptions::default()).expect_err("too long");
        let BakeError::Parameters(ParameterError::TooLong { name, .. }) = error else {
            panic!("{error}")
        };
        name
    };
    let mut wide = parameters;
    wide.agent.radius = 1e9;
    assert_eq!(refused(&wide), "agent_radius");
    assert_eq!(refused(&Parameters { cell_size: 1e6, ..parameters }), "cell_size");
    assert_eq!(refused(&Parameters { border_size: 1e9, ..parameters }), "border_size");
}

/// A ramp of 5 in 27, in tiles of 24 cells each way, with cells of 0.125 m.
fn ramp_in_tiles(agent: Agent) -> NavMesh {
    let mut soup = Soup::default();
    let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.5], [27.0, 5.0, 0.5], [27.0, 5.0, 0.0]];
    lone_quad(&mut soup, corners.map(|at| at.map(|v| v * 0.125)));
    let (cell_size, cell_height, tile_size) = (0.125, 0.0625, TileSize::Metres(3.0));
    let recast = Parameters::default();
    let parameters = Parameters {
        agent,
        cell_size,
        cell_height,
        tile_size,
        region_min_area: 0.0,
        filter_ledges: false,
        ..recast
    };
    bake(&soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh
}

#[test]
fn who_takes_no_step_has_walls_across_a_ramp_on_tile_sides_too() {
    let agent = Agent { height: 0.5, radius: 0.0, max_climb: 0.0, max_slope: 45.0 };
    let steps = ramp_in_tiles(agent);
    assert_eq!((steps.tiles().len(), steps.validate()), (2, vec![]));
    let ramp = ramp_in_tiles(Agent { max_climb: 0.1, ..agent });
    assert_eq!((ramp.components().len(), ramp.validate()), (1, vec![]));
}

/// A sheet that begins on a floor and goes on into the next tile, a voxel higher; the outline of the
/// floor, with few corners, runs under it. Its end in the first tile is small and joined to nothing
/// there, but a part of the sheet.
#[test]
fn a_small_end_beyond_a_tile_side_stays() {
    let mut soup = Soup::default();
    let mut sheet = |[x0, z0]: [f64; 2], [x1, z1]: [f64; 2], y: f64| {
        lone_quad(&mut soup, [[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]);
    };
    sheet([0.0, 0.0], [3.125, 1.125], 0.25);
    sheet([2.5, 0.375], [6.125, 0.875], 0.375);
    let agent = Agent { height: 0.5, radius: 0.0, max_climb: 0.0, max_slope: 45.0 };
    let parameters = |polygon_min_area| Parameters {
        agent,
        cell_size: 0.125,
        cell_height: 0.125,
        edge_max_error: 0.5,
        tile_size: TileSize::Metres(3.0),
        region_min_area: 0.0,
        polygon_min_area,
        ..Parameters::default()
    };
    for least in [0.0, 0.25] {
        let baked = bake(&soup, &parameters(least), &BakeOptions::default()).expect("a mesh");
        assert_eq!((baked.mesh.polygon_count(), baked.mesh.validate()), (3, vec![]));
    }
}
