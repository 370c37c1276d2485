//! `walkmesh convert`.

use std::fs;

use crate::{files, floor_mesh, folder, has_keys, walkmesh};

const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n..S.\n";

#[test]
fn a_mesh_goes_out_and_comes_back() {
    let folder = floor_mesh();
    let info = |file: &str| walkmesh(&folder, &["info", file, "--json"]).json();
    let area = info("floor.walkmesh")["area_m2"].as_f64().expect("an area");
    for out in ["a.bin", "a.mesh", "a.obj", "a.glb", "a.dae", "a.json", "a.svg", "a.png"] {
        let run = walkmesh(&folder, &["convert", "floor.walkmesh", out, "--json"]).json();
        has_keys(&run, &["polygons", "area_m2", "notes", "lost", "problems"]);
        assert_eq!(run["problems"].as_array().map(Vec::len), Some(0), "{run}");
    }
    for back in ["a.bin", "a.mesh", "a.obj", "a.glb", "a.dae"] {
        let run = walkmesh(&folder, &["convert", back, "b.walkmesh", "--json"]).json();
        let found = run["area_m2"].as_f64().expect("an area");
        assert!((found - area).abs() < 1e-4, "{back}: {found} for {area}");
        assert_eq!(info("b.walkmesh")["polygons"], run["polygons"], "{back}");
    }
}

#[test]
fn costs_that_a_file_does_not_hold_are_named() {
    let folder = floor_mesh();
    let cost = r#"{"do": "add", "id": 1, "circle": {"center": [0, 0], "radius": 1}, "cost": 3}"#;
    fs::write(folder.path().join("mud.jsonl"), cost).expect("a script");
    walkmesh(&folder, &["edit", "floor.walkmesh", "mud.jsonl", "-o", "mud.walkmesh", "--json"])
        .json();
    for (mesh, is_lost) in [("mud.walkmesh", true), ("floor.walkmesh", false)] {
        for out in ["a.json", "a.obj", "a.glb", "a.dae"] {
            let run = walkmesh(&folder, &["convert", mesh, out, "--json"]).json();
            assert_eq!(run["lost"].to_string().contains("costs"), is_lost, "{out}: {run}");
        }
    }
}

/// A square of ground whose corners are in a file of its own.
const SQUARE: &str = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}],
    "bufferViews": [{"buffer": 0, "byteLength": 48}],
    "buffers": [{"uri": "square.bin", "byteLength": 48}]}"#;

const WORLD: &str = "<sdf version='1.6'><world name='w'><model name='m'><link name='l'>\
    <collision name='c'><geometry><mesh><uri>floor.obj</uri></mesh></geometry></collision>\
    </link></model></world></sdf>";

#[test]
fn what_a_model_is_read_from_is_not_written_over() {
    let folder = folder();
    let corners: [[f32; 3]; 4] = [[0., 0., 0.], [0., 0., 4.], [4., 0., 0.], [4., 0., 4.]];
    let corners: Vec<u8> = corners.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
    let floor = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n";
    fs::write(folder.path().join("square.gltf"), SQUARE).expect("the model");
    fs::write(folder.path().join("square.bin"), &corners).expect("its buffer");
    fs::write(folder.path().join("hall.world"), WORLD).expect("the world");
    fs::write(folder.path().join("floor.obj"), floor).expect("its mesh");
    for (model, part) in [("square.gltf", "square.bin"), ("hall.world", "floor.obj")] {
        walkmesh(&folder, &["convert", model, part]).refused(&[part, "is read as input"]);
        let run = walkmesh(&folder, &["convert", model, "out.walkmesh", "--json"]).json();
        assert_eq!(run["area_m2"], 16.0, "{model}");
    }
    assert!(fs::read(folder.path().join("square.bin")).expect("the buffer") == corners);
}

/// Two squares side by side that know nothing of each other, a third that is entered from the second
/// only.
const WALLED: &str = "mesh\n2\n8 3\n0 0 1 0\n1 0 2 0 1\n2 0 2 1 2\n3 0 1 2\n0 1 1 0\n1 1 2 0 1\n\
    2 1 2 1 2\n3 1 1 2\n4 0 1 5 4 -1 -1 -1 -1\n4 1 2 6 5 -1 -1 2 -1\n4 2 3 7 6 -1 -1 -1 -1\n";

#[test]
fn ways_that_a_file_opens_are_named() {
    let folder = folder();
    fs::write(folder.path().join("walled.mesh"), WALLED).expect("the mesh");
    let run = |out: &str| walkmesh(&folder, &["convert", "walled.mesh", out, "--json"]).json();
    assert_eq!(run("a.mesh")["components"], 2);
    for out in ["a.obj", "a.glb", "a.dae"] {
        let lost = run(out)["lost"].to_string();
        assert!(lost.contains("one-way edges, which are open both ways now: 1"), "{out}: {lost}");
        assert!(
            lost.contains("walls between polygons that touch, which are open"),
            "{out}: {lost}"
        );
        assert!(lost.contains("the agent, tiles and flags are not in it"), "{out}: {lost}");
        let back = walkmesh(&folder, &["convert", out, "b.walkmesh", "--json"]).json();
        assert_eq!(back["components"], 1, "{out}: that is what is told");
    }
    for out in ["a.json", "a.bin", "a.walkmesh"] {
        assert_eq!(run(out)["lost"].as_array().map(Vec::len), Some(0), "{out}");
    }
}

#[test]
fn kinds_of_ground_go_out_in_models_and_come_back() {
    let folder = floor_mesh();
    let areas = "[[edit]]\ndo = \"add\"\nid = 1\narea = 2\ncircle = { center = [0, 0], radius = 1 }\n\
        [[edit]]\ndo = \"add\"\nid = 2\narea = 17\ncircle = { center = [3, 3], radius = 1 }\n";
    fs::write(folder.path().join("kinds.toml"), areas).expect("a script");
    let edit = ["edit", "floor.walkmesh", "kinds.toml", "-o", "kinds.walkmesh", "--json"];
    walkmesh(&folder, &edit).json();
    let areas_of = |file: &str| {
        walkmesh(&folder, &["convert", file, "a.json", "--json"]).json();
        let text = fs::read(folder.path().join("a.json")).expect("the mesh");
        let mesh: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        let features = mesh["features"].as_array().expect("polygons").iter();
        let kinds = features.map(|f| f["properties"]["area"].as_u64().expect("an area"));
        kinds.collect::<std::collections::BTreeSet<u64>>()
    };
    for out in ["kinds.walkmesh", "a.bin", "a.obj", "a.glb", "a.dae"] {
        if out != "kinds.walkmesh" {
            walkmesh(&folder, &["convert", "kinds.walkmesh", out, "--json"]).json();
        }
        assert_eq!(areas_of(out), [0, 2, 17].into(), "{out}");
    }
}

#[test]
fn tile_sets_are_written_with_short_or_long_references() {
    let folder = floor_mesh();
    let size = |flags: &[&str]| {
        let run = walkmesh(&folder, &[&["convert", "floor.walkmesh", "a.navmesh"], flags].concat());
        assert_eq!(run.code, Some(0));
        let back = walkmesh(&folder, &["check", "a.navmesh"]);
        assert_eq!(back.code, Some(0));
        fs::read(folder.path().join("a.navmesh")).expect("the tile set").len()
    };
    assert!(size(&["--wide-references"]) > size(&[]));
}

/// What Habitat keeps in front of the tiles goes into a mesh of our own, and into no tile set.
#[test]
fn settings_of_habitat_that_are_not_written_are_named() {
    let folder = floor_mesh();
    walkmesh(&folder, &["convert", "floor.walkmesh", "recast.bin", "--json"]).json();
    let mut bytes = fs::read(folder.path().join("recast.bin")).expect("the tile set");
    bytes[4] = 2;
    let lengths: [f32; 13] = [0.05, 0.2, 1.5, 0.1, 0.2, 40., 20., 20., 12., 1.3, 6., 6., 1.];
    let settings = lengths.iter().flat_map(|v| v.to_le_bytes()).chain([1; 4]);
    // Behind the header: tag, version, count, place and size of the grid, and room.
    bytes.splice(40..40, settings);
    fs::write(folder.path().join("habitat.navmesh"), bytes).expect("the tile set");
    for (file, out, is_lost) in [
        ("habitat.navmesh", "a.navmesh", true),
        ("habitat.navmesh", "a.bin", true),
        ("habitat.navmesh", "a.walkmesh", false),
        ("recast.bin", "b.navmesh", false),
    ] {
        let run = walkmesh(&folder, &["convert", file, out, "--json"]).json();
        assert_eq!(run["lost"].to_string().contains("Habitat"), is_lost, "{file} {out}: {run}");
    }
}

#[test]
fn other_meshes_are_read_by_every_verb() {
    let folder = folder();
    fs::write(folder.path().join("a.map"), MAP).expect("the map");
    let info = walkmesh(&folder, &["info", "a.map", "--json"]).json();
    assert_eq!(info["area_m2"].as_f64(), Some(10.0));
    assert!(info["input_hash"].is_null(), "{info}");
    assert_eq!(info["parameters"]["agent_radius"], 0.6);
    let text = walkmesh(&folder, &["info", "a.map"]).stdout;
    assert!(text.contains("else assumed"), "{text}");
    for of_bakes in ["input hash", "voxels", "survey", "edge error"] {
        assert!(!text.contains(of_bakes), "{of_bakes}: {text}");
        assert!(info["parameters"].get(of_bakes).is_none(), "{of_bakes}: {info}");
    }
    let from = ["path", "a.map", "--from", "1.5,0,0.5", "--to", "2.5,0,2.5", "--json"];
    assert_eq!(walkmesh(&folder, &from).json()["status"], "complete");
    assert_eq!(walkmesh(&folder, &["check", "a.map"]).code, Some(0));
    assert_eq!(walkmesh(&folder, &["render", "a.map", "-o", "a.svg"]).code, Some(0));
    walkmesh(&folder, &["bake", "a.map"]).refused(&["is a mesh already"]);
}

#[test]
fn what_a_file_is_follows_from_its_content() {
    let folder = floor_mesh();
    fs::copy(folder.path().join("floor.walkmesh"), folder.path().join("floor.wm")).expect("a copy");
    fs::write(folder.path().join("map.txt"), MAP).expect("the map");
    for file in ["floor.wm", "map.txt"] {
        assert_eq!(walkmesh(&folder, &["convert", file, "a.obj"]).code, Some(0), "{file}");
        assert_eq!(walkmesh(&folder, &["render", file, "-o", "a.svg"]).code, Some(0), "{file}");
        walkmesh(&folder, &["bake", file]).refused(&[file, "is a mesh already"]);
    }
}

#[test]
fn what_cannot_be_converted_is_refused_and_leaves_nothing() {
    let folder = floor_mesh();
    let before = files(folder.path());
    let convert = |input: &str, output: &str| walkmesh(&folder, &["convert", input, output]);
    convert("floor.walkmesh", "a.fbx").refused(&["a.fbx", "as .fbx: ", ".walkmesh", ".navmesh"]);
    convert("floor.walkmesh", "a").refused(&["a: ", "extension", ".walkmesh"]);
    fs::write(folder.path().join("a.json"), "{}").expect("a file");
    convert("a.json", "b.obj").refused(&["a.json: unknown kind of file", ".glb", ".walkmesh"]);
    fs::remove_file(folder.path().join("a.json")).expect("gone");
    convert("floor.walkmesh", "no/a.obj").refused(&["no"]);
    convert("missing.map", "a.obj").refused(&["missing.map"]);
    fs::write(folder.path().join("cut.map"), &MAP[..40]).expect("the map");
    convert("cut.map", "a.obj").refused(&["cut.map", "row"]);
    fs::write(folder.path().join("cut.mesh"), "mesh\n2\n3 1\n").expect("the mesh");
    convert("cut.mesh", "a.obj").refused(&["cut.mesh"]);
    fs::remove_file(folder.path().join("cut.map")).expect("gone");
    fs::remove_file(folder.path().join("cut.mesh")).expect("gone");
    assert_eq!(files(folder.path()), before);
}

#[test]
fn flags_that_say_nothing_of_the_file_are_refused() {
    let folder = floor_mesh();
    for out in ["a.bin", "a.mesh", "a.obj"] {
        assert_eq!(walkmesh(&folder, &["convert", "floor.walkmesh", out]).code, Some(0));
    }
    fs::write(folder.path().join("a.map"), MAP).expect("the map");
    let before = files(folder.path());
    let convert = |flags: &[&str]| walkmesh(&folder, &[&["convert"], flags].concat());
    for mesh in ["floor.walkmesh", "a.bin"] {
        convert(&[mesh, "b.json", "--scale", "2"]).refused(&[mesh, "--scale"]);
    }
    for mesh in ["floor.walkmesh", "a.bin", "a.mesh", "a.map"] {
        convert(&[mesh, "b.json", "--up", "z"]).refused(&[mesh, "--up"]);
        convert(&[mesh, "b.json", "--visuals"]).refused(&[mesh, "--visuals"]);
        convert(&[mesh, "b.json", "--weld", "0.1"]).refused(&[mesh, "--weld"]);
    }
    convert(&["a.obj", "b.walkmesh", "--visuals"]).refused(&["--visuals", "Gazebo"]);
    convert(&["a.obj", "b.walkmesh", "--keep-outliers"]).refused(&["--keep-outliers"]);
    convert(&["a.bin", "b.json", "--wide-references"]).refused(&["--wide-references", ".json"]);
    for input in ["a.mesh", "a.map", "a.obj"] {
        for scale in ["0", "-1", "NaN", "inf"] {
            convert(&[input, "b.json", "--scale", scale]).refused(&["the scale", scale]);
        }
    }
    assert_eq!(files(folder.path()), before);
    let area = |input: &str| {
        let run = convert(&[input, "b.walkmesh", "--scale", "2", "--json"]).json();
        run["area_m2"].as_f64().expect("an area")
    };
    assert!((area("a.map") - 40.0).abs() < 1e-9);
    assert!((area("a.mesh") - area("a.obj")).abs() < 1e-3);
}

#[test]
fn a_model_that_is_to_be_baked_is_told_from_a_mesh() {
    let folder = floor_mesh();
    walkmesh(&folder, &["scene", "building"]);
    let said = |model: &str| walkmesh(&folder, &["convert", model, "x.walkmesh"]).stdout;
    assert!(said("building.obj").contains("bake building.obj"));
    assert!(!said("floor.obj").contains("bake floor.obj"));
}

#[test]
fn a_mesh_far_from_the_origin_stays_where_it_is_or_is_told_to_move() {
    let folder = folder();
    let far = "v 499995.1 0 -5\nv 499995.1 0 5\nv 500005.1 0 5\nv 500005.1 0 -5\nf 1 2 3 4\n";
    fs::write(folder.path().join("far.obj"), far).expect("the model");
    walkmesh(&folder, &["bake", "far.obj", "--preset", "human", "--json"]).json();
    let bounds = |file: &str| {
        let info = walkmesh(&folder, &["info", file, "--json"]).json();
        let corner = |i: usize| info["bounds"][i][0].as_f64().expect("a bound");
        [corner(0), corner(1)]
    };
    let given = bounds("far.walkmesh");
    for (out, moves) in [("a.glb", false), ("a.mesh", false), ("a.dae", false), ("a.bin", true)] {
        let run = walkmesh(&folder, &["convert", "far.walkmesh", out, "--json"]).json();
        assert_eq!(run["lost"].to_string().contains("moved by up to"), moves, "{out}: {run}");
        walkmesh(&folder, &["convert", out, "back.walkmesh", "--json"]).json();
        let apart = given.iter().zip(bounds("back.walkmesh")).map(|(a, b)| (a - b).abs());
        let most = apart.fold(0.0, f64::max);
        // Steps of the lattice, and of single precision out there.
        assert!(most < if moves { 1.0 / 32.0 } else { 1.0 / 4096.0 }, "{out}: {most} m");
    }
}
