//! Elevators and staircases of a file of rules; storeys in `info`.

use std::fs;

use tempfile::TempDir;
use walkmesh_testkit::models;

use crate::walkmesh;

const ELEVATOR: &str = "[[elevator]]\nplan = [[-9.7, 7.9], [-6.8, 7.9], [-6.8, 10.1], [-9.7, 10.1]]\n\
                        boarding = { seconds = 10 }\nper-metre = 0.5\n";

fn hospital() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let scene = walkmesh(&folder, &["scene", "hospital", "--size", "150", "-o", "h.glb"]);
    assert_eq!(scene.code, Some(0), "{}", scene.stderr);
    folder
}

fn write(folder: &TempDir, rules: &str) {
    fs::write(folder.path().join("ways.toml"), rules).expect("the rules can be written");
}

const BAKE: [&str; 7] = ["bake", "h.glb", "--preset", "human", "--rules", "ways.toml", "-o"];

#[test]
fn an_elevator_of_the_file_is_taken() {
    let folder = hospital();
    write(&folder, &format!("[[rule]]\nname = \"stairs*\"\naction = \"drop\"\n\n{ELEVATOR}"));
    let baked = walkmesh(&folder, &[&BAKE[..], &["h.walkmesh", "--json"]].concat()).json();
    let way = &baked["ways"][0];
    assert_eq!(
        (&way["line"], &way["kind"], &way["links"]),
        (&5.into(), &"elevator".into(), &1.into())
    );
    let info = walkmesh(&folder, &["info", "h.walkmesh", "--json"]).json();
    assert_eq!(info["storeys"].as_array().map(Vec::len), Some(2));
    assert_eq!((&info["stairs"], &info["links"]), (&serde_json::json!([]), &1.into()));
    let ends = ["--from", "-13,0,6.4", "--to", "-5,3,12"];
    let path = walkmesh(&folder, &[&["path", "h.walkmesh", "--json"], &ends[..]].concat()).json();
    assert_eq!((&path["status"], &path["links"]), (&"complete".into(), &serde_json::json!([0])));
    // An update declares its ways again and keeps none twice.
    let update =
        ["bake", "h.glb", "--update", "h.walkmesh", "--rules", "ways.toml", "-o", "u.walkmesh"];
    assert_eq!(walkmesh(&folder, &update).code, Some(0));
    let [old, new] =
        ["h.walkmesh", "u.walkmesh"].map(|name| fs::read(folder.path().join(name)).ok());
    assert!(old.is_some() && old == new);
    // A file that declares no ways has none; without a file those of the mesh stay.
    let links = |more: &[&str]| {
        let update = ["bake", "h.glb", "--update", "h.walkmesh", "-o", "v.walkmesh"];
        assert_eq!(walkmesh(&folder, &[&update[..], more].concat()).code, Some(0));
        walkmesh(&folder, &["info", "v.walkmesh", "--json"]).json()["links"].as_u64()
    };
    write(&folder, "[[rule]]\nname = \"stairs*\"\naction = \"drop\"\n");
    assert_eq!(links(&["--rules", "ways.toml"]), Some(0));
    assert_eq!(links(&[]), Some(1));
}

/// Nothing in the file says that there was an elevator: who wrote it has to know.
#[test]
fn an_edit_names_the_links_whose_ground_it_closes() {
    let folder = hospital();
    write(&folder, ELEVATOR);
    assert_eq!(walkmesh(&folder, &[&BAKE[..], &["h.walkmesh"]].concat()).code, Some(0));
    let lost = |center: &str| {
        let script = format!(
            "[[edit]]\ndo = \"add\"\nid = 1\ncircle = {{ center = {center}, radius = 2 }}\n\
             heights = [0, 1]\nblock = \"crate\"\n"
        );
        fs::write(folder.path().join("day.toml"), script).expect("the script");
        let edit = ["edit", "h.walkmesh", "day.toml", "-o", "e.walkmesh"];
        let said = walkmesh(&folder, &edit).stdout.contains("links without ground, left out: [0]");
        let report = walkmesh(&folder, &[&edit[..], &["--json"]].concat()).json();
        let links = walkmesh(&folder, &["info", "e.walkmesh", "--json"]).json()["links"].as_u64();
        (said, report["lost_links"].clone(), links)
    };
    assert_eq!(lost("[-8.25, 9]"), (true, serde_json::json!([0]), Some(0)));
    assert_eq!(lost("[10, 20]"), (false, serde_json::json!([]), Some(1)));
}

#[test]
fn ways_that_lead_nowhere_are_named_with_their_line() {
    let folder = hospital();
    let refused = |rules: &str, words: &[&str]| {
        write(&folder, rules);
        walkmesh(&folder, &[&BAKE[..], &["h.walkmesh"]].concat()).refused(words);
        assert!(!folder.path().join("h.walkmesh").exists(), "something was left behind");
    };
    let outside = "# nothing\n\n[[elevator]]\nplan = [[90, 90], [92, 90], [92, 92]]\n";
    refused(outside, &["ways.toml:3:", "outside the building"]);
    let astray = format!("{ELEVATOR}\n[[staircase]]\nfrom = [-5, 0, 12]\nto = [-5, 1.5, 12]\n");
    refused(&astray, &["ways.toml:6:", "on no polygon", "1.5"]);
    refused(&format!("{ELEVATOR}closed = [7]\n"), &["ways.toml:1:", "no stop", "7"]);
    let crossed = "# a bow tie\n[[elevator]]\nplan = [[-9, 8], [-7, 10], [-7, 8], [-9, 9.5]]\n";
    refused(crossed, &["ways.toml:2:", "crosses itself", "edge 0", "-7, 8 to -9, 9.5", "order"]);
    let early = ELEVATOR.replace("seconds = 10", "seconds = -10");
    refused(&early, &["ways.toml:3:", "`boarding` is -10 seconds", "0 or more"]);
    refused(&format!("{ELEVATOR}width = nan\n"), &["ways.toml:5:", "`width` is NaN"]);
    refused("[[rule]]\nname = \"stares*\"\naction = \"drop\"\n", &["ways.toml:2:", "stares"]);
}

#[test]
fn ways_that_are_too_narrow_for_the_body_are_told() {
    let folder = hospital();
    for (width, is_told) in [(0.5, true), (0.7, false)] {
        write(&folder, &format!("{ELEVATOR}width = {width}\n"));
        let run = walkmesh(&folder, &[&BAKE[..], &["h.walkmesh"]].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let told = run.stdout.contains("no path takes it: the body is 0.6 m wide, it is 0.5 m");
        assert_eq!(told, is_told, "{}", run.stdout);
    }
}

/// Two floors over each other, and where the elevator's middle is what is asked for.
fn two_floors(folder: &TempDir, middle: &str) {
    let mut obj = String::new();
    for y in [0, 3] {
        obj += &format!("v 0 {y} 0\nv 0 {y} 20\nv 20 {y} 20\nv 20 {y} 0\nf -4 -3 -2 -1\n");
    }
    fs::write(folder.path().join("floors.obj"), obj + middle).expect("the model can be written");
}

/// A box grows where the elevator stops: its link has no ground any more.
#[test]
fn an_update_does_not_miss_links_that_its_rules_declare() {
    let folder = TempDir::new().expect("a folder");
    two_floors(&folder, "");
    write(&folder, "[[elevator]]\nplan = [[4, 4], [8, 4], [8, 8], [4, 8]]\n");
    let bake = ["bake", "floors.obj", "--preset", "human", "--rules", "ways.toml", "--json", "-o"];
    walkmesh(&folder, &[&bake[..], &["a.walkmesh"]].concat()).json();
    two_floors(&folder, "v 5 1 5\nv 5 1 7\nv 7 1 7\nv 7 1 5\nf -4 -3 -2 -1\n");
    let update = |more: &[&str]| {
        let update = ["bake", "floors.obj", "--update", "a.walkmesh", "-o", "b.walkmesh"];
        let run = walkmesh(&folder, &[&update[..], more].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let links = walkmesh(&folder, &["info", "b.walkmesh", "--json"]).json()["links"].as_u64();
        (run.stdout.contains("links without ground"), links)
    };
    assert_eq!(update(&[]), (true, Some(0)));
    assert_eq!(update(&["--rules", "ways.toml"]), (false, Some(1)));
    let json = ["--rules", "ways.toml", "--json"];
    let arguments = ["bake", "floors.obj", "--update", "a.walkmesh", "-o", "b.walkmesh"];
    let report = walkmesh(&folder, &[&arguments[..], &json].concat()).json();
    assert_eq!(report["lost_links"], serde_json::json!([]));
}

/// The real hospital on three floors has no stairs: its two elevators, of which one passes the
/// middle floor, join all three.
#[test]
fn a_hospital_on_three_floors() {
    let Some(models) = models::folder() else { return };
    let world = models.join("gazebo/aws_hospital/worlds/hospital_three_floors.world");
    let folder = TempDir::new().expect("a folder");
    let rules = "[[rule]]\nname = \"*elevator*door*\"\naction = \"drop\"\n\n\
        [[elevator]]\nplan = [[-2.4, -20.5], [-0.6, -20.5], [-0.6, -18.2], [-2.4, -18.2]]\n\
        boarding = { seconds = 15 }\nper-metre = { seconds = 0.6 }\n\n\
        [[elevator]]\nplan = [[0.6, -20.5], [2.4, -20.5], [2.4, -18.2], [0.6, -18.2]]\n\
        boarding = { seconds = 15 }\nper-metre = { seconds = 0.6 }\nclosed = [3.15]\n";
    write(&folder, rules);
    let world = world.to_str().expect("a path of text");
    let bake =
        ["bake", world, "--preset", "human", "--rules", "ways.toml", "-o", "h.walkmesh", "--json"];
    let baked = walkmesh(&folder, &bake).json();
    let links: Vec<_> = (0..2).map(|way| baked["ways"][way]["links"].clone()).collect();
    assert_eq!(links, [3, 1]);
    let info = walkmesh(&folder, &["info", "h.walkmesh", "--json"]).json();
    assert_eq!(info["storeys"].as_array().map(Vec::len), Some(3));
    let areas = info["component_areas_m2"].as_array().expect("areas");
    assert!(areas[0].as_f64().expect("an area") > 2_200.0, "{areas:?}");
    assert_eq!(walkmesh(&folder, &["check", "h.walkmesh"]).code, Some(0));
    for (goal, link) in [("4,6.15,-10", 3), ("4,3.15,-10", 0)] {
        let ends = ["--from", "-4,0.15,14", "--to", goal, "--json"];
        let path = walkmesh(&folder, &[&["path", "h.walkmesh"], &ends[..]].concat()).json();
        println!("{goal}: {} m, cost {}, links {}", path["length"], path["cost"], path["links"]);
        assert_eq!(
            (&path["status"], &path["links"]),
            (&"complete".into(), &serde_json::json!([link]))
        );
    }
}
