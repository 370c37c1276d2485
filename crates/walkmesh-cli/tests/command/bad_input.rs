use super::{FLOOR, files, floor_mesh, folder, walkmesh};
use std::fs;

/// Bakes a model of this content; asserts that it is refused and leaves nothing behind.
fn bake_refuses(content: &[u8], flags: &[&str], words: &[&str]) {
    let folder = folder();
    fs::write(folder.path().join("model.obj"), content).expect("the model can be written");
    let arguments = [&["bake", "model.obj"], flags].concat();
    walkmesh(&folder, &arguments).refused(words);
    assert_eq!(files(folder.path()), ["model.obj"]);

    let run = walkmesh(&folder, &[arguments.as_slice(), &["--json"]].concat());
    run.refused(words);
    assert!(run.object()["error"].is_string());
}

#[test]
fn files_that_hold_no_model() {
    bake_refuses(b"", &[], &["model.obj"]);
    bake_refuses(b"\xff\xfe\x00nonsense\n\x01", &[], &[]);
    bake_refuses(b"v nan nan nan\nv nan 0 0\nv 0 nan 0\nf 1 2 3\n", &[], &[]);
}

#[test]
fn ground_that_nobody_can_stand_on() {
    // Wider than the room, too steep, and facing down: the sentence names what to change.
    bake_refuses(FLOOR.as_bytes(), &["--agent-radius", "8"], &["--agent-radius"]);
    let wall = b"v 0 0 0\nv 5 0 0\nv 5 5 0\nv 0 5 0\nf 1 2 3 4\n";
    bake_refuses(wall, &["--preset", "human"], &["walkable"]);
    let ceiling = FLOOR.replace("f 1 2 3 4", "f 4 3 2 1");
    bake_refuses(ceiling.as_bytes(), &["--preset", "human"], &["walkable"]);
}

#[test]
fn what_is_odd_about_a_model_is_said_when_its_bake_fails() {
    // A floor of 10 by 10 m on its side.
    let folder = folder();
    let wall = "v 0 -5 -5\nv 0 -5 5\nv 0 5 5\nv 0 5 -5\nf 4 3 2 1\n";
    fs::write(folder.path().join("side.obj"), wall).expect("the model can be written");
    let bake = ["bake", "side.obj", "--preset", "human"];
    let words = ["(--winding two-sided)?\nnotes on the model\n  ", "--up x"];
    walkmesh(&folder, &bake).refused(&words);
    let run = walkmesh(&folder, &[&bake[..], &["--json"]].concat());
    run.refused(&words);
    let said = run.object();
    assert!(said["notes"][0].as_str().is_some_and(|note| note.contains("--up x")), "{said}");
    assert!(!said["error"].to_string().contains("notes on"), "{said}");
    // With Z taken as up, Y is what it has to be read with.
    let north = "v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nf 4 3 2 1\n";
    fs::write(folder.path().join("north.obj"), north).expect("the model can be written");
    let bake = ["bake", "north.obj", "--preset", "human", "--up", "z"];
    walkmesh(&folder, &bake).refused(&["notes on the model\n", "--up y"]);
    for (scale, size) in [("0.01", "is 0 x 0.1 m in plan and 0.1 m"), ("1000", "is 0 x 10000 m")] {
        let run = walkmesh(&folder, &["render", "side.obj", "-o", "x.png", "--scale", scale]);
        assert!(run.stdout.contains(size) && run.stdout.contains("--scale"), "{}", run.stdout);
    }
    let picture = walkmesh(&folder, &["render", "side.obj", "-o", "x.png"]);
    assert!(picture.stdout.contains("notes on the model\n  ") && picture.stdout.contains("--up x"));
}

#[test]
fn flags_out_of_range() {
    bake_refuses(FLOOR.as_bytes(), &["--cell-size", "0"], &["--cell-size"]);
    bake_refuses(FLOOR.as_bytes(), &["--cell-size", "-1"], &["--cell-size"]);
    bake_refuses(FLOOR.as_bytes(), &["--cell-size", "nan"], &["--cell-size"]);
    bake_refuses(FLOOR.as_bytes(), &["--cell-size", "1e-7"], &["--cell-size"]);
    bake_refuses(FLOOR.as_bytes(), &["--agent-max-slope", "95"], &["--agent-max-slope"]);
    bake_refuses(FLOOR.as_bytes(), &["--cell-size", "1e300"], &["--cell-size is 1e300 m"]);
    let corners = ["--verts-per-poly", "2"];
    bake_refuses(FLOOR.as_bytes(), &corners, &["--verts-per-poly is 2", "3 and more"]);
    bake_refuses(FLOOR.as_bytes(), &["--preset", "giant"], &["--preset", "human"]);
    bake_refuses(FLOOR.as_bytes(), &["--method", "magic"], &["--method", "voxel+merge"]);
    let both = ["--method", "exact+merge", "--survey", "voxel"];
    bake_refuses(FLOOR.as_bytes(), &both, &["--method", "--survey"]);
    bake_refuses(FLOOR.as_bytes(), &["--tile-size", "big"], &["--tile-size", "auto"]);
    bake_refuses(FLOOR.as_bytes(), &["--threads", "0"], &["--threads"]);
    bake_refuses(FLOOR.as_bytes(), &["-o", "no/where.walkmesh"], &["no", "does not exist"]);
}

#[test]
fn numbers_below_nothing_are_taken_as_numbers() {
    let folder = floor_mesh();
    for (arguments, flag) in [
        (&["path", "floor.walkmesh", "--from=0,0,0", "--to=1,0,1", "--max-length", "-1"][..], 5),
        (&["path", "floor.walkmesh", "--from=0,0,0", "--to=1,0,1", "--max-radius", "-2"], 5),
        (&["path", "floor.walkmesh", "--from=0,0,0", "--to=1,0,1", "--block", "-1"], 5),
        (&["bake", "floor.obj", "--threads", "-1"], 3),
        (&["bake", "floor.obj", "--verts-per-poly", "-1"], 3),
        (&["scene", "maze", "--size", "-4"], 3),
        (&["render", "floor.obj", "-o", "x.png", "--width", "-5"], 5),
    ] {
        let words = [format!("invalid value '{}'", arguments[flag]), arguments[flag - 1].into()];
        walkmesh(&folder, arguments).refused(&words.each_ref().map(String::as_str));
    }
    walkmesh(&folder, &["convert", "floor.obj", "x.json", "--weld", "-1"])
        .refused(&["within -1 m"]);
}

#[test]
fn files_that_are_not_there_or_not_ours() {
    let folder = floor_mesh();
    walkmesh(&folder, &["bake", "missing.obj"]).refused(&["missing.obj"]);
    walkmesh(&folder, &["bake", "--up", "z"]).refused(&["--up", "needs a model"]);
    walkmesh(&folder, &["bake", "floor.obj", "--visuals"]).refused(&["--visuals", "Gazebo"]);
    walkmesh(&folder, &["bake", "floor.walkmesh"]).refused(&["floor.walkmesh"]);
    for verb in ["info", "check"] {
        walkmesh(&folder, &[verb, "missing.walkmesh"]).refused(&["missing.walkmesh"]);
        walkmesh(&folder, &[verb, "floor.obj"]).refused(&["bake floor.obj"]);
    }
    walkmesh(&folder, &["bake", "floor.walkmesh"]).refused(&["is a mesh already"]);
    fs::write(folder.path().join("empty.walkmesh"), b"").expect("the file can be written");
    fs::write(folder.path().join("map.bin"), b"navigation").expect("the file can be written");
    for verb in ["check", "info"] {
        walkmesh(&folder, &[verb, "empty.walkmesh"])
            .refused(&["empty.walkmesh: the file is empty"]);
        walkmesh(&folder, &[verb, "map.bin"]).refused(&["map.bin: this is no mesh", "Detour"]);
    }
    walkmesh(&folder, &["bake", "."]).refused(&[". is a folder: name the models"]);
}

/// Devices may have no end, and what was looked at of a pipe is gone.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_input() {
    let folder = floor_mesh();
    for name in ["zero.obj", "zero.bin"] {
        let link = folder.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", link).expect("a link");
        for arguments in [
            &["convert", name, "a.json"][..],
            &["render", name, "-o", "a.svg"],
            &["bake", name],
            &["info", name],
        ] {
            walkmesh(&folder, arguments).refused(&[name, "pipe or a device", "to a file first"]);
        }
    }
}

#[test]
fn every_damaged_byte_is_noticed() {
    let folder = floor_mesh();
    let mesh = folder.path().join("floor.walkmesh");
    let whole = fs::read(&mesh).expect("the mesh");
    for at in (0..whole.len()).step_by(whole.len() / 12 + 1) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x5a;
        fs::write(&mesh, &damaged).expect("the file can be written");
        let run = walkmesh(&folder, &["check", "floor.walkmesh"]);
        assert!(matches!(run.code, Some(1 | 2)), "byte {at}: {}", run.stdout);
    }
    fs::write(&mesh, &whole[..whole.len() / 2]).expect("the file can be written");
    walkmesh(&folder, &["check", "floor.walkmesh"]).refused(&["floor.walkmesh"]);
}

#[test]
fn a_failed_bake_keeps_the_mesh_that_was_there() {
    let folder = floor_mesh();
    let mesh = folder.path().join("floor.walkmesh");
    let before = fs::read(&mesh).expect("the mesh");
    walkmesh(&folder, &["bake", "floor.obj", "--agent-radius", "8"]).refused(&[]);
    assert_eq!(fs::read(&mesh).expect("the mesh"), before);
    assert_eq!(files(folder.path()), ["floor.obj", "floor.walkmesh"]);
}

/// What a bake that leaves nothing went through is what one needs to see.
#[test]
fn stages_are_drawn_of_a_bake_that_leaves_nothing() {
    let folder = floor_mesh();
    for survey in ["voxel", "exact"] {
        let bake = ["bake", "floor.obj", "--agent-radius", "8", "--survey", survey];
        let run =
            walkmesh(&folder, &[&bake[..], &["--stages", survey, "-o", "none.walkmesh"]].concat());
        run.refused(&["--agent-radius", "the pictures in", survey]);
        assert!(!folder.path().join("none.walkmesh").exists());
        let drawn = files(&folder.path().join(survey));
        assert_eq!(drawn.first().map(String::as_str), Some("01-model.png"));
        assert!(drawn.last().is_some_and(|name| name.ends_with("-mesh.png")), "{drawn:?}");
    }
    let stage = ["render", "floor.obj", "--agent-radius", "8", "--stage", "erode", "-o", "x.png"];
    let run = walkmesh(&folder, &[&stage[..], &["--json"]].concat()).json();
    let note = run["notes"][0].as_str().unwrap_or_default().to_owned();
    assert!(note.contains("no walkable surface") && note.contains("--agent-radius"), "{run}");
}
