//! `walkmesh bake --update`: the same file as a full bake gives, tiles told or found by hash.

use std::fs;

use tempfile::TempDir;

use crate::walkmesh;

/// Two squares of ground in one model, and a box that stands at this x.
fn model(folder: &TempDir, name: &str, x: f64) {
    let mut obj = String::from(
        "o Ground\nv 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 1 2 3 4\no Corner\nv 19 1 19\nv 19 \
         1 20\nv 20 1 20\nf 5 6 7\no Box\n",
    );
    for (dx, dz) in [(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0)] {
        obj += &format!("v {} 0.9 {}\n", x + dx, 9.0 + dz);
    }
    obj += "f 8 9 10 11\n";
    fs::write(folder.path().join(name), obj).expect("the model can be written");
}

const BAKE: [&str; 6] = ["--preset", "human", "--tile-size", "3.2", "--json", "-o"];

#[test]
fn an_update_is_the_file_of_a_full_bake() {
    let folder = TempDir::new().expect("a folder");
    model(&folder, "old.obj", 3.0);
    model(&folder, "new.obj", 8.0);
    let bake = |model: &str, more: &[&str]| {
        let all = [&["bake", model][..], more].concat();
        walkmesh(&folder, &all).json()
    };
    bake("old.obj", &[&BAKE[..], &["old.walkmesh"]].concat());
    bake("new.obj", &[&BAKE[..], &["full.walkmesh"]].concat());
    let updated =
        bake("new.obj", &["--update", "old.walkmesh", "--json", "-o", "updated.walkmesh"]);
    let tiles = updated["tiles"].as_u64().expect("a count");
    let rebuilt = updated["rebuilt_tiles"].as_array().expect("a list").len();
    assert!(rebuilt > 0 && 2 * u64::try_from(rebuilt).expect("a count") < tiles, "{rebuilt}");
    assert_eq!(updated["triangles_outside"], 0);
    let file = |name: &str| fs::read(folder.path().join(name)).expect("the mesh");
    assert!(file("full.walkmesh") == file("updated.walkmesh"));

    let told = ["--changed-object", "Box", "--changed-box=3,0,9:5,1,11"];
    let update = ["--update", "old.walkmesh", "--json", "-o", "told.walkmesh"];
    bake("new.obj", &[&update[..], &told].concat());
    assert!(file("full.walkmesh") == file("told.walkmesh"));

    let text = walkmesh(&folder, &["bake", "old.obj", "--update", "told.walkmesh"]);
    assert!(text.stdout.contains("update: made 8 of 49 tiles again"), "{}", text.stdout);
    assert!(file("old.walkmesh").len() > 100);
}

/// The box over a group is of the first object, so the others have no triangles: told of one of
/// them, an update would make nothing again.
#[test]
fn a_told_object_that_rules_took_away_is_refused() {
    let folder = TempDir::new().expect("a folder");
    model(&folder, "a.obj", 3.0);
    model(&folder, "b.obj", 8.0);
    for (rule, name) in [
        ("name = [\"Corner\", \"Box\"]\naction = \"cover\"\ngroup = true", "cover.toml"),
        ("name = \"Box\"\naction = \"drop\"", "drop.toml"),
    ] {
        fs::write(folder.path().join(name), format!("[[rule]]\n{rule}\n")).expect("rules");
        let bake = [&["bake", "a.obj", "--rules", name][..], &BAKE, &["a.walkmesh"]].concat();
        walkmesh(&folder, &bake).json();
        let update = ["bake", "b.obj", "--rules", name, "--update", "a.walkmesh"];
        let told = ["--changed-object", "Box", "-o", "b.walkmesh"];
        let words = ["\"Box\" has no triangles", "--changed-box"];
        walkmesh(&folder, &[&update[..], &told].concat()).refused(&words);
    }
}

#[test]
fn updates_that_make_no_sense_are_refused() {
    let folder = TempDir::new().expect("a folder");
    model(&folder, "a.obj", 3.0);
    let bake = [&["bake", "a.obj"][..], &BAKE, &["a.walkmesh"]].concat();
    walkmesh(&folder, &bake).json();
    let refused = |more: &[&str], words: &[&str]| {
        let arguments = ["bake", "a.obj", "-o", "b.walkmesh"];
        walkmesh(&folder, &[&arguments, more].concat()).refused(words);
    };
    let both = ["--update", "a.walkmesh", "--cell-size", "0.2"];
    refused(&both, &["'--update <OLD>' cannot be used with '--cell-size <M>'\n"]);
    let turned = ["--cell-size", "0.2", "--no-ground", "--update", "a.walkmesh"];
    refused(&turned, &["'--cell-size <M>' cannot be used with '--update <OLD>'\n"]);
    refused(&["--update", "a.walkmesh", "--stages", "x"], &["--stages"]);
    refused(&["--update", "none.walkmesh"], &["none.walkmesh"]);
    refused(&["--changed-object", "Box"], &["--update"]);
    refused(&["--update", "a.walkmesh", "--changed-object", "Boxes"], &["Boxes", "--changed-box"]);
    refused(&["--update", "a.walkmesh", "--changed-box=1,2,3"], &["X,Y,Z:X,Y,Z"]);
    walkmesh(&folder, &["bake", "--update", "a.walkmesh"]).refused(&["--update", "model"]);
    assert_eq!(walkmesh(&folder, &["convert", "a.walkmesh", "a.mesh"]).code, Some(0));
    refused(&["--update", "a.mesh"], &["a.mesh", "baked"]);
    fs::write(folder.path().join("a.obj"), "v 0 0 0\nv 5 0 0\nv 5 5 0\nf 1 2 3\n").expect("a wall");
    refused(
        &["--update", "a.walkmesh"],
        &["a.walkmesh cannot be updated", "--agent-max-slope (45"],
    );
    assert!(!folder.path().join("b.walkmesh").exists());
}
