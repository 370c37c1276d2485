//! `walkmesh edit`.

use std::fs;

use crate::{files, floor_mesh, has_keys, walkmesh};

const SCRIPT: &str = r#"
[[edit]]
do = "add"
id = 1
polygon = [[-100, -100], [100, -100], [100, 100], [-100, 100]]
block = "flood"

[[edit]]
do = "add"
id = 2
circle = { center = [0, 0], radius = 200 }
opens = ["flood"]
"#;

#[test]
fn a_script_changes_a_mesh() {
    let folder = floor_mesh();
    let script = |text: &str| fs::write(folder.path().join("day.toml"), text).expect("the script");
    let edit =
        || walkmesh(&folder, &["edit", "floor.walkmesh", "day.toml", "-o", "b.walkmesh", "--json"]);
    script(SCRIPT);
    let run = edit().json();
    has_keys(
        &run,
        &["edits", "changes", "polygons", "area_m2", "components", "tiles", "hash", "seconds"],
    );
    assert_eq!(run["area_m2"], run["area_m2_before"], "the flood is opened everywhere");
    script(&format!("{SCRIPT}\n[[edit]]\ndo = \"remove\"\nid = 2\n"));
    let run = edit().json();
    assert_eq!((run["area_m2"].as_f64(), run["changes"].as_u64()), (Some(0.0), Some(1)));
    assert_eq!(run["notes"][0], "nothing is left to walk on");
    assert_eq!(walkmesh(&folder, &["check", "b.walkmesh"]).code, Some(0));
    script(
        "[[edit]]\ndo = \"add\"\nid = 1\ncircle = { center = [900, 0], radius = 1 }\nblock = \"far\"\n",
    );
    let run = edit().json();
    assert_eq!(run["tiles"].as_u64(), Some(0));
    assert!(
        run["notes"][0].as_str().is_some_and(|note| note.starts_with("nothing changed")),
        "{run}"
    );
}

#[test]
fn values_of_data_that_no_file_holds_are_named() {
    let folder = floor_mesh();
    let data = "[[edit]]\ndo = \"add\"\nid = 1\ncircle = { center = [0, 0], radius = 1 }\n\
                data = { layer = 1, value = 0.5 }\n";
    fs::write(folder.path().join("a.toml"), data).expect("a script");
    let edit = |json: &[&str]| {
        let arguments = ["edit", "floor.walkmesh", "a.toml", "-o", "b.walkmesh"];
        walkmesh(&folder, &[&arguments[..], json].concat())
    };
    assert_eq!(edit(&["--json"]).json()["data_not_saved"].as_u64(), Some(1));
    let run = edit(&[]);
    assert!(run.stdout.contains("values of data are not saved"), "{}", run.stdout);
}

#[test]
fn bad_scripts_are_refused_and_leave_nothing() {
    let folder = floor_mesh();
    let script = |text: &str| fs::write(folder.path().join("a.toml"), text).expect("a script");
    script("[[edit]]\ndo = \"remove\"\nid = 7\n");
    let before = files(folder.path());
    let edit =
        |script: &str| walkmesh(&folder, &["edit", "floor.walkmesh", script, "-o", "b.walkmesh"]);
    edit("a.toml").refused(&["a.toml: line 1: change 7"]);
    script(&format!("{SCRIPT}\n[[edit]]\ndo = \"deactivate\"\nid = 3\n"));
    edit("a.toml").refused(&["a.toml: line 14: change 3"]);
    script(&SCRIPT.replace("radius = 200", "radius = -1"));
    edit("a.toml").refused(&["a.toml: line 8: the shape has the value -1"]);
    script(&SCRIPT.replace("opens = [\"flood\"]", "opens = [\"folod\"]"));
    edit("a.toml").refused(&["a.toml: line 8: `opens`", "\"folod\""]);
    script(&SCRIPT.replace("opens = [\"flood\"]", "cost = 1e308"));
    edit("a.toml").refused(&["a.toml: line 8: the cost 1e308"]);
    edit("missing.toml").refused(&["missing.toml"]);
    edit("floor.walkmesh").refused(&["floor.walkmesh is no text", "the mesh first"]);
    script("{\"do\": \"remove\", \"id\": 1}\n");
    edit("a.toml").refused(&["a.toml begins as JSON", ".jsonl"]);
    assert_eq!(files(folder.path()), before);
    fs::write(folder.path().join("a.jsonl"), SCRIPT).expect("a script");
    edit("a.jsonl").refused(&["a.jsonl begins as TOML", ".toml"]);
    fs::write(folder.path().join("a.jsonl"), "[{\"do\": \"remove\", \"id\": 1}]")
        .expect("a script");
    edit("a.jsonl").refused(&["a.jsonl begins as JSON", "an object a line"]);
    script("");
    assert!(edit("a.toml").stdout.contains("the script holds no edits"));
}

#[test]
fn scripts_may_begin_with_a_mark_of_their_encoding() {
    let folder = floor_mesh();
    let lines = "{\"do\": \"add\", \"id\": 1, \"circle\": {\"center\": [0, 0], \"radius\": 1}, \"cost\": 2}";
    for (file, script) in [("a.jsonl", lines), ("a.toml", SCRIPT)] {
        fs::write(folder.path().join(file), format!("\u{feff}{script}\n")).expect("a script");
        let run = walkmesh(&folder, &["edit", "floor.walkmesh", file, "-o", "b.walkmesh"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
}

#[test]
fn water_of_a_height_map_blocks() {
    let folder = floor_mesh();
    // Low to the left of x = 0 on all of the floor, high to the right.
    let file = fs::File::create(folder.path().join("heights.png")).expect("a file");
    let mut encoder = png::Encoder::new(file, 4, 3);
    encoder.set_color(png::ColorType::Grayscale);
    let pixels = [0, 0, 255, 255].repeat(3);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("the picture");
    let script = |ground: &str| {
        let terrain = format!(
            r#"{{"file": "heights.png", "origin": [-150, -100], "spacing": 100, "black": -1, "white": 1, {ground}}}"#
        );
        let edit = format!(
            r#"{{"do": "add", "id": 1, "terrain": {terrain}, "block": "water", "grown": true}}"#
        );
        fs::write(folder.path().join("sea.jsonl"), edit).expect("the script");
        walkmesh(&folder, &["edit", "floor.walkmesh", "sea.jsonl", "-o", "b.walkmesh", "--json"])
    };
    let area = |run: crate::Run| run.json()["area_m2"].as_f64().expect("an area");
    let (left, right) = (area(script(r#""above": 0"#)), area(script(r#""below": 0"#)));
    let all = area(script(r#""below": -2"#));
    assert!(left > 0.0 && right > 0.0 && (left + right - all).abs() < 1e-6, "{left} {right} {all}");
    script(r#""steeper": 95"#).refused(&["sea.jsonl", "line 1", "95"]);
}

#[test]
fn an_object_of_a_model_blocks_by_height() {
    let folder = floor_mesh();
    let table = "o top\nv -9 0 -9\nv 9 0 -9\nv 9 0 9\nv -9 0 9\nf 1 4 3 2\no leg\nv 0 9 0\nv 1 9 0\nv 0 9 1\nf 5 6 7\n";
    fs::write(folder.path().join("table.obj"), table).expect("the model");
    let script = |keys: &str| {
        let model = format!(r#"{{"file": "table.obj", "turned": 30, {keys}}}"#);
        let edit = format!(r#"{{"do": "add", "id": 1, "model": {model}, "block": "table"}}"#);
        fs::write(folder.path().join("t.jsonl"), edit).expect("the script");
        walkmesh(&folder, &["edit", "floor.walkmesh", "t.jsonl", "-o", "b.walkmesh", "--json"])
    };
    let blocks = |keys: &str| {
        let run = script(keys).json();
        run["area_m2"].as_f64() < run["area_m2_before"].as_f64()
    };
    assert!(blocks(r#""at": [0, 1.2, 0]"#) && !blocks(r#""at": [0, 40, 0]"#));
    assert!(!blocks(r#""at": [0, 1.2, 0], "objects": ["leg"]"#), "that is above the head");
    script(r#""objects": ["lamp"]"#).refused(&["t.jsonl", "line 1", "lamp"]);
}

#[test]
fn a_model_is_put_in_place_at_each_scale_asked_for() {
    let folder = floor_mesh();
    fs::write(folder.path().join("tile.obj"), "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n")
        .expect("the model");
    let add = |id: usize, keys: &str| {
        format!(
            r#"{{"do": "add", "id": {id}, "model": {{"file": "tile.obj", {keys}}}, "block": "tile", "grown": true}}"#
        )
    };
    let taken = |edits: &[String]| {
        fs::write(folder.path().join("m.jsonl"), edits.join("\n")).expect("the script");
        let args = ["edit", "floor.walkmesh", "m.jsonl", "-o", "b.walkmesh", "--json"];
        let told = walkmesh(&folder, &args).json();
        let area = |key: &str| told[key].as_f64().expect("an area");
        area("area_m2_before") - area("area_m2")
    };
    let edits = [
        add(1, r#""at": [-3, 1, -3]"#),
        add(2, r#""at": [0, 1, 0], "scale": 2"#),
        add(3, r#""at": [3, 1, 3]"#),
    ];
    let singly: f64 = edits.iter().map(|edit| taken(std::slice::from_ref(edit))).sum();
    // Half a square metre, two, and half again.
    assert!((singly - 3.0).abs() < 0.01, "{singly}");
    assert!((taken(&edits) - singly).abs() < 1e-6, "{} {singly}", taken(&edits));
}

#[test]
fn what_is_left_out_of_a_model_is_told_once() {
    let folder = floor_mesh();
    let tile = "v 0 0 0\nv 1 0 0\nv 0 0 1\nv nan 0 0\nf 1 2 3\nf 1 2 4\n";
    fs::write(folder.path().join("tile.obj"), tile).expect("the model");
    let add = |id: u32| {
        format!(r#"{{"do": "add", "id": {id}, "model": {{"file": "tile.obj"}}, "block": "tile"}}"#)
    };
    fs::write(folder.path().join("m.jsonl"), add(1) + "\n" + &add(2)).expect("the script");
    let args = ["edit", "floor.walkmesh", "m.jsonl", "-o", "b.walkmesh", "--json"];
    let told = walkmesh(&folder, &args).json();
    let notes = told["notes"].as_array().expect("notes").iter().filter_map(|note| note.as_str());
    let of_model: Vec<&str> = notes.filter(|note| note.starts_with("tile.obj: ")).collect();
    assert!(matches!(of_model[..], [note] if note.contains("not finite")), "{of_model:?}");
}

#[test]
fn why_nothing_changed_is_said_as_it_is() {
    let folder = floor_mesh();
    let add = |keys: &str| {
        format!(
            "[[edit]]\ndo = \"add\"\nid = 1\ncircle = {{ center = [0, 0], radius = 1 }}\n{keys}\n"
        )
    };
    for (script, words) in [
        (add("block = \"a\"") + "[[edit]]\ndo = \"remove\"\nid = 1\n", "take back"),
        (add("data = { layer = 1, value = 0.5, beside = true }"), "beside the mesh"),
        (add("block = \"a\"").replace("[0, 0]", "[900, 0]"), "or is opened"),
    ] {
        fs::write(folder.path().join("a.toml"), &script).expect("a script");
        let run = walkmesh(&folder, &["edit", "floor.walkmesh", "a.toml", "-o", "b.walkmesh"]);
        assert!(run.stdout.contains(words), "{script}{}{}", run.stdout, run.stderr);
        assert!(!run.stdout.contains("1 edits") && !run.stdout.contains("1 changes"));
    }
}
