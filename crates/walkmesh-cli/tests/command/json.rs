//! What `--json` prints is what the page says.

use std::fs;
use std::path::Path;

use crate::{floor_mesh, walkmesh};

/// The row of a verb in the page's table of keys.
fn row(verb: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command-line.md");
    let page = fs::read_to_string(page).expect("the page");
    let begin = format!("| `{verb}` | ");
    page.lines().find(|line| line.starts_with(&begin)).expect("a row for each verb").to_owned()
}

#[test]
fn every_key_is_in_the_table() {
    let folder = floor_mesh();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("rules.toml", "[[rule]]\nname = \"*\"\naction = \"ground\"\n");
    write("edits.toml", "");
    write("pairs.txt", "0 0 0 1 0 1\n");
    let bake = ["bake", "floor.obj", "-o", "again.walkmesh"];
    let path = ["path", "floor.walkmesh"];
    for (of, arguments) in [
        (&["scene"][..], &["scene"][..]),
        (&["scene"], &["scene", "pillar"]),
        (&["bake"], &["bake"]),
        (&["bake"], &[&bake[..], &["--rules", "rules.toml"]].concat()),
        (&["bake"], &[&bake[..], &["--update", "floor.walkmesh"]].concat()),
        (&["info", "bake"], &["info", "floor.walkmesh"]),
        (&["path"], &[&path[..], &["--from", "0,0,0", "--to", "1,0,1"]].concat()),
        (&["path"], &[&path[..], &["--pairs", "pairs.txt"]].concat()),
        (&["render"], &["render", "floor.walkmesh", "-o", "floor.svg"]),
        (&["check"], &["check", "floor.walkmesh"]),
        (&["convert"], &["convert", "floor.walkmesh", "floor.bin"]),
        (&["edit"], &["edit", "floor.walkmesh", "edits.toml", "-o", "edited.walkmesh"]),
    ] {
        let rows: String = of.iter().map(|verb| row(verb)).collect();
        let answer = walkmesh(&folder, &[arguments, &["--json"]].concat()).json();
        for key in answer.as_object().expect("an object").keys() {
            assert!(rows.contains(&format!("`{key}`")), "{arguments:?}: `{key}` is not in {rows}");
        }
    }
}

/// A slope that rises by a climb in less than two cells is a ledge of voxels, whatever the slope asked
/// for: what was really used says so, and is true.
#[test]
fn the_slope_that_is_used_is_that_of_ledges() {
    let folder = floor_mesh();
    let bake = |degrees: f64, more: &[&str]| {
        let top = 10.0 * degrees.to_radians().tan();
        let ramp = format!("v 0 0 0\nv 0 0 5\nv 10 {top} 5\nv 10 {top} 0\nf 1 2 3 4\n");
        fs::write(folder.path().join("ramp.obj"), ramp).expect("a model");
        walkmesh(&folder, &[&["bake", "ramp.obj", "--preset", "godot"], more].concat())
    };
    let text = bake(26.0, &[]).stdout;
    assert!(text.contains("45°: 26.6°, as more than the climb within two cells"), "{text}");
    bake(30.0, &[]).refused(&["no walkable surface", "the ledge filter"]);
    let off = bake(30.0, &["--no-filter-ledges"]).stdout;
    assert!(off.contains("max slope        45°\n"), "{off}");
    let json = bake(26.0, &["--json"]).json();
    let used = json["quantised"]["agent_max_slope"].as_f64().expect("degrees");
    assert!((used - 26.565).abs() < 0.001, "{used}");
}
