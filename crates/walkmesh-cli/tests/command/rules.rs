use super::{folder, walkmesh};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;
use walkmesh::geom::cast;
use walkmesh_testkit::models;

/// A floor of 10 x 10 m with two low boxes on it, as an OBJ of three objects.
const ROOM: &str = "o Floor\nv -5 0 -5\nv -5 0 5\nv 5 0 5\nv 5 0 -5\nf 1 2 3 4\n\
    o Box_1\nv 0 0.1 0\nv 0 0.1 1\nv 1 0.1 1\nv 1 0.1 0\nf 5 6 7 8\n\
    o Box_2\nv -3 0.1 0\nv -3 0.1 1\nv -2 0.1 1\nv -2 0.1 0\nf 9 10 11 12\n";

/// A folder with the room and a file of rules.
fn room(rules: &str) -> TempDir {
    let folder = folder();
    fs::write(folder.path().join("room.obj"), ROOM).expect("the model can be written");
    fs::write(folder.path().join("rules.toml"), rules).expect("the rules can be written");
    folder
}

const BAKE: [&str; 6] = ["bake", "room.obj", "--preset", "human", "--rules", "rules.toml"];

#[test]
fn what_each_rule_did_is_told() {
    let folder = room(
        "[[rule]]\nname = \"Box_?\"\nsmallest = 1\naction = \"drop\"\n\n\
         [[rule]]\nname = [\"Floor\"]\naction = \"ground\"\nonly = true\narea = 3\n",
    );
    let run = walkmesh(&folder, &BAKE);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for line in [
        "rules of rules.toml",
        "line 1, drop: 1 object, 2 to 0 triangles (Box_1)",
        "line 6, ground: 1 object, 2 triangles (Floor); 1 other: obstacle",
        "1 sheet lies on ground and becomes ground: Box_2",
    ] {
        assert!(run.stdout.contains(line), "no `{line}` in: {}", run.stdout);
    }
    let report = walkmesh(&folder, &[&BAKE[..], &["--json"]].concat()).json();
    assert_eq!(report["rules_file"], "rules.toml");
    let drop = serde_json::json!({
        "line": 1, "action": "drop", "objects": ["Box_1"],
        "triangles_before": 2, "triangles_after": 0, "others": 0
    });
    assert_eq!(report["rules"][0], drop);
    assert_eq!(report["rules"][1]["others"], 1);
    assert_eq!(report["sheets"], serde_json::json!(["Box_2"]));
    assert_eq!(report["triangles"], 4);

    let plain = walkmesh(&folder, &["bake", "room.obj", "--preset", "human", "--json"]).json();
    assert_eq!(plain["rules"], serde_json::json!([]));
    assert_eq!(plain["sheets"], serde_json::json!(["Box_1", "Box_2"]));
    assert!(plain.get("rules_file").is_none());
}

#[test]
fn bad_rules_are_refused_with_their_line() {
    let head = "# rules\n\n[[rule]]\n";
    for (rules, words) in [
        ("name = \"Box_3\"\naction = \"drop\"", &["rules.toml:4:", "`Box_3`", "`Box_1`"][..]),
        ("name = \"floor\"\naction = \"drop\"", &["rules.toml:4:", "did you mean `Floor`?"]),
        ("name = \"*\"\nextent = { min = 50 }\naction = \"drop\"", &["rules.toml:3:", "nothing"]),
        ("name = \"*\"\nextent = { min = 2, max = 1 }\naction = \"drop\"", &[":5:", "extent"]),
        (
            "name = \"*\"\naction = \"drop\"\ninside = [[0, 0, 0], [-1, 1, 1]]",
            &["rules.toml:6:", "inside"],
        ),
        ("name = \"*\"\naction = \"drop\"\n\nlargest = 0", &["rules.toml:7:", "largest"]),
        (
            "name = \"*\"\naction = \"small-obstacle\"\nleave-out-below = -1",
            &["rules.toml:6:", "-1 m"],
        ),
        ("name = \"*\"\nwidth = 2\naction = \"bridge\"", &["rules.toml:5:", "up to 2 m"]),
        ("name = \"*\"\ncolor = 3\naction = \"drop\"", &["rules.toml:5:", "`color`"]),
        ("name = \"*\"\naction = \"dorp\"", &["rules.toml:5:", "`dorp`", "drop"]),
        ("name = \"*\"\naction = \"drop\"\nbox = \"oriented\"", &["rules.toml:6:", "cover"]),
        ("name = \"*\naction = \"drop\"", &["rules.toml:4:"]),
    ] {
        let folder = room(&format!("{head}{rules}\n"));
        walkmesh(&folder, &BAKE).refused(words);
        assert!(!folder.path().join("room.walkmesh").exists());
    }
    let folder = room("[[rule]]\nname = \"*\"\naction = \"drop\"\n");
    walkmesh(&folder, &BAKE).refused(&["rules.toml: the rules leave none", "6 triangles"]);
    let folder = room("");
    let missing = ["bake", "room.obj", "--rules", "no.toml"];
    walkmesh(&folder, &missing).refused(&["no.toml"]);
    walkmesh(&folder, &["bake", "--rules", "rules.toml"]).refused(&["--rules"]);
}

#[test]
fn the_example_of_the_manual_bakes() {
    let page = include_str!("../../../../docs/command-line.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = folder();
    fs::write(folder.path().join("ward.toml"), example.expect("rules")).expect("the rules");
    walkmesh(&folder, &["scene", "hospital", "--json"]).json();
    let bake = ["bake", "hospital.obj", "--preset", "human", "--rules", "ward.toml", "--json"];
    let report = walkmesh(&folder, &bake).json();
    let rules = report["rules"].as_array().expect("a list");
    assert_eq!(rules.len(), 5);
    assert!(report["area_m2"].as_f64() > Some(100.0), "{report}");
}

/// Slits up to 0.2 m wide part each storey into six slabs and specks.
#[test]
fn the_floors_of_an_office_are_bridged() {
    let Some(models) = models::folder() else { return };
    let model = models.join("collada/gazebo_models/office_building/meshes/office_building.dae");
    let model = model.to_str().expect("a path in UTF-8");
    let folder = folder();
    let rules = "[[rule]]\nname = \"*\"\naction = \"bridge\"\nwidth = 0.2\n";
    fs::write(folder.path().join("slits.toml"), rules).expect("the rules");
    let bake = ["bake", model, "--preset", "human", "--survey", "exact", "--cell-size", "0.05"];
    let components = |more: &[&str]| {
        let report = walkmesh(&folder, &[&bake[..], more, &["--json"]].concat()).json();
        report["components"].as_u64()
    };
    assert_eq!(components(&["-o", "x.walkmesh"]), Some(42));
    assert_eq!(components(&["-o", "x.walkmesh", "--rules", "slits.toml"]), Some(7));
}

/// Furniture of the hospital as boxes: less to bake, and one gets through all the same.
#[test]
fn a_hospital_with_its_beds_and_chairs_covered() {
    let Some(models) = models::folder() else { return };
    let model = models.join("gazebo/assembled/hospital_collision.glb");
    let model = model.to_str().expect("a path in UTF-8");
    let folder = folder();
    let rules = "\
        [[rule]]\nname = [\"*Chair_*\", \"*Bed_*\", \"*BedPatient_*\", \"*Sofa*\"]\n\
        action = \"cover\"\n\n\
        [[rule]]\nname = [\"*Carpet*\", \"*floor_01_floor*\"]\naction = \"ground\"\n\n\
        [[rule]]\nname = \"*Portrait*\"\naction = \"drop\"\n\n\
        [[rule]]\nname = \"*\"\nextent = { max = 0.8 }\naction = \"small-obstacle\"\n";
    fs::write(folder.path().join("rules.toml"), rules).expect("the rules can be written");
    let bake = |more: &[&str]| -> Value {
        let arguments = ["bake", model, "--preset", "human", "-o", "x.walkmesh", "--json"];
        walkmesh(&folder, &[&arguments, more].concat()).json()
    };
    let (plain, covered) = (bake(&[]), bake(&["--rules", "rules.toml"]));
    let number = |report: &Value, key: &str| report[key].as_f64().expect("a number");
    for (name, report) in [("plain", &plain), ("covered", &covered)] {
        println!(
            "{name}: {} triangles, {} polygons, {} m2, components {}, sheets {}, rules {}",
            report["triangles"],
            report["polygons"],
            report["area_m2"],
            report["component_areas_m2"],
            report["sheets"],
            report["rules"],
        );
    }
    let cover = &covered["rules"][0];
    let chosen = cover["objects"].as_array().expect("a list").len();
    assert!(chosen >= 20, "{chosen}");
    // Twelve a box, and two for each plate in a tall one.
    let after = number(cover, "triangles_after");
    let chosen = cast::float(i64::try_from(chosen).expect("few"));
    assert!(12.0 * chosen <= after && after <= 14.0 * chosen, "{after}");
    assert!(number(cover, "triangles_before") > 10.0 * number(cover, "triangles_after"));
    let saved = number(cover, "triangles_before") - number(cover, "triangles_after");
    assert!(number(&covered, "triangles") <= number(&plain, "triangles") - saved);
    // The largest piece is the same one: boxes take a little of it.
    let largest = |report: &Value| report["component_areas_m2"][0].as_f64().expect("an area");
    let share = largest(&covered) / largest(&plain);
    assert!((0.9..1.01).contains(&share), "{share}");
    assert_eq!(walkmesh(&folder, &["check", "x.walkmesh"]).code, Some(0));
    let ends = ["--from", "-2,0,20", "--to", "2,0,-20"];
    let path = walkmesh(&folder, &[&["path", "x.walkmesh", "--json"], &ends[..]].concat()).json();
    println!("path: {} {} m", path["status"], path["length"]);
}
