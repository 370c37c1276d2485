//! Parameters far outside what anybody means are answered, quickly and without a panic.

use walkmesh::bake::{BakeError, BakeOptions, bake};
use walkmesh::parameters::{ParameterError, Parameters};
use walkmesh_scenes::{Generated, SceneOptions, generate};

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
