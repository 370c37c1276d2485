use super::{files, folder, has_keys, walkmesh};

#[test]
fn without_a_name_scenes_are_listed() {
    let folder = folder();
    let list = walkmesh(&folder, &["scene", "--json"]).json();
    let names: Vec<&str> = list["scenes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|scene| scene["name"].as_str().expect("a name"))
        .collect();
    for name in ["dining_room", "maze", "building", "stairs"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let text = walkmesh(&folder, &["scene"]).stdout;
    assert!(names.iter().all(|name| text.contains(name)));
    assert!(files(folder.path()).is_empty());
}

#[test]
fn a_scene_goes_out_in_every_format_and_bakes_to_the_same_area() {
    let folder = folder();
    let mut areas = Vec::new();
    for file in ["room.obj", "room.glb", "room.dae"] {
        let scene = walkmesh(&folder, &["scene", "pillar", "-o", file, "--json"]).json();
        has_keys(&scene, &["triangles", "vertices", "objects", "from", "to", "file"]);
        let baked = walkmesh(&folder, &["bake", file, "--preset", "human", "--json"]).json();
        areas.push(baked["area_m2"].as_f64().expect("a number"));
    }
    let room = walkmesh(&folder, &["scene", "dining_room"]).stdout;
    assert!(room.contains("--from 0.8,0,6.4 --to 0.8,0,0.8\n"), "{room}");
    assert!(areas[0] > 10.0);
    assert!(areas.iter().all(|area| (area - areas[0]).abs() < 0.01 * areas[0]), "{areas:?}");
}

#[test]
fn the_seed_decides() {
    let folder = folder();
    let maze = |seed: &str, file: &str| {
        let run = walkmesh(&folder, &["scene", "maze", "--size", "6", "--seed", seed, "-o", file]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        std::fs::read(folder.path().join(file)).expect("the scene")
    };
    assert_eq!(maze("1", "a.obj"), maze("1", "b.obj"));
    assert_ne!(maze("1", "a.obj"), maze("2", "c.obj"));
}

#[test]
fn the_size_is_told_given_or_not() {
    let folder = folder();
    let size = |args: &[&str]| {
        let told = walkmesh(&folder, &[&["scene", "maze", "--json"], args].concat()).json();
        told["size"].as_u64().expect("a size")
    };
    let listed = walkmesh(&folder, &["scene", "--json"]).json();
    let mut scenes = listed["scenes"].as_array().expect("scenes").iter();
    let maze = scenes.find(|scene| scene["name"] == "maze").expect("a maze");
    assert_eq!((size(&["--size", "3"]), Some(size(&[]))), (3, maze["default_size"].as_u64()));
}

#[test]
fn bad_scenes_are_refused() {
    let folder = folder();
    walkmesh(&folder, &["scene", "moon"]).refused(&["moon", "maze"]);
    walkmesh(&folder, &["scene", "maze", "-o", "maze.xyz"]).refused(&["xyz"]);
    walkmesh(&folder, &["scene", "maze", "-o", "no/where.obj"]).refused(&["no"]);
    walkmesh(&folder, &["scene", "maze", "--size", "0"]).refused(&["--size"]);
    for flag in [["--size", "3"], ["--seed", "3"], ["-o", "a.obj"]] {
        walkmesh(&folder, &["scene", flag[0], flag[1]]).refused(&["NAME"]);
    }
    assert!(files(folder.path()).is_empty());
}
