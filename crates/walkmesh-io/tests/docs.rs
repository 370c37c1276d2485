//! What the documentation shows is what the code says and draws.

#[path = "../examples/quick_start.rs"]
#[expect(dead_code, reason = "the example's own main is not called here")]
mod quick_start;

#[path = "../examples/queries.rs"]
#[expect(dead_code, reason = "the example's own main is not called here")]
mod queries;

#[path = "../examples/oblique.rs"]
#[expect(dead_code, reason = "the example's own main is not called here")]
mod oblique;

#[path = "../examples/engines.rs"]
#[expect(dead_code, reason = "the example's own main is not called here")]
mod engines;

#[path = "../examples/building.rs"]
#[expect(dead_code, reason = "the example's own main is not called here")]
mod building;

#[path = "../examples/village/main.rs"]
#[expect(dead_code, reason = "the example's own main is not called here")]
mod village;

use std::fs;
use std::path::Path;

use walkmesh::bake::{BakeOptions, bake};

use walkmesh_io::render::{RenderOptions, to_animated_svg, to_svg};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn the_quick_start_is_the_example() {
    let page = fs::read_to_string(root().join("docs/quick-start.md")).expect("the page");
    let example = include_str!("../examples/quick_start.rs");
    let code = page.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
    let code = code.expect("a block of code");
    let start = example.find("use std").expect("the imports");
    let end = example.find("\n\n/// Draws").expect("the example's main");
    assert_eq!(code.trim(), example[start..end].trim());
}

#[test]
fn the_picture_of_the_quick_start_is_todays() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = walkmesh_scenes::generate("building", &walkmesh_scenes::SceneOptions::default());
    let scene = scene.expect("the scene");
    let model = folder.path().join("building.obj");
    walkmesh_io::write_model(&model, &scene.soup).expect("writing the model");
    let file = folder.path().join("quick_start.svg");
    let ends = [scene.from.into(), scene.to.into()];
    quick_start::draw(&model, ends, &file).expect("a picture");
    let svg = fs::read_to_string(file).expect("the picture");
    let shown = fs::read_to_string(root().join("docs/img/quick_start.svg")).expect("the picture");
    assert_eq!(svg, shown, "draw it again: cargo run -p walkmesh-io --example quick_start");
}

#[test]
fn the_picture_of_the_queries_is_todays() {
    let options = walkmesh_scenes::SceneOptions::default();
    let scene = walkmesh_scenes::generate("building", &options).expect("the scene");
    let baked = bake(&scene.soup, &scene.preset.parameters(), &BakeOptions::default());
    let picture = queries::draw(&baked.expect("a mesh").mesh).expect("a picture");
    let svg = to_svg(&picture, &RenderOptions::default()).expect("an SVG");
    let shown = fs::read_to_string(root().join("docs/img/queries.svg")).expect("the picture");
    assert_eq!(svg, shown, "draw it again: cargo run -p walkmesh-io --example queries");
}

#[test]
fn the_picture_from_the_side_is_todays() {
    let scene = walkmesh_scenes::generate("stairs", &walkmesh_scenes::SceneOptions::default());
    let picture = oblique::draw(&scene.expect("the scene")).expect("a picture");
    let svg = to_svg(&picture, &oblique::options()).expect("an SVG");
    let shown = fs::read_to_string(root().join("docs/img/oblique.svg")).expect("the picture");
    assert_eq!(svg, shown, "draw it again: cargo run -p walkmesh-io --example oblique");
}

#[test]
fn the_picture_of_the_engines_is_todays() {
    let options = walkmesh_scenes::SceneOptions::default();
    let scene = walkmesh_scenes::generate("building", &options).expect("the scene");
    let baked = bake(&scene.soup, &scene.preset.parameters(), &BakeOptions::default());
    let picture = engines::draw(&baked.expect("a mesh").mesh).expect("a picture");
    let svg = to_svg(&picture, &RenderOptions::default()).expect("an SVG");
    let shown = fs::read_to_string(root().join("docs/img/engines.svg")).expect("the picture");
    assert_eq!(svg, shown, "draw it again: cargo run -p walkmesh-io --example engines");
}

#[test]
fn the_pictures_of_a_building_are_todays() {
    let options = walkmesh_scenes::SceneOptions { size: 1, seed: 0 };
    let scene = walkmesh_scenes::generate("soap_factory", &options).expect("the scene");
    for (name, picture) in building::draw(&scene).expect("pictures") {
        let svg = to_svg(&picture, &RenderOptions::default()).expect("an SVG");
        let file = root().join(format!("docs/img/building_{name}.svg"));
        let shown = fs::read_to_string(file).expect("the picture");
        assert!(svg == shown, "{name}: draw it again: cargo run -p walkmesh-io --example building");
    }
}

#[test]
fn the_day_in_the_village_is_todays() {
    let village::Pictures { ground, hours } = village::draw(false).expect("pictures");
    let options = village::options();
    for (name, svg) in [
        ("village_ground", to_svg(&ground, &RenderOptions::default())),
        ("village", to_animated_svg(&hours, 1.5, &options)),
    ] {
        let file = root().join(format!("docs/img/{name}.svg"));
        let shown = fs::read_to_string(file).expect("the picture");
        let svg = svg.expect("an SVG");
        assert!(svg == shown, "{name}: draw it again: cargo run -p walkmesh-io --example village");
    }
}
