use super::{floor_mesh, folder, has_keys, walkmesh};
use serde_json::Value;
use std::fs;

const KEYS: [&str; 9] =
    ["status", "reason", "length", "length_3d", "cost", "points", "polygons", "links", "micros"];

fn close(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|v| (v - expected).abs() < 1e-3)
}

#[test]
fn a_straight_path_over_the_floor() {
    let folder = floor_mesh();
    let args = ["path", "floor.walkmesh", "--from", "-3,0,-4", "--to", "0,0,0", "--json"];
    let path = walkmesh(&folder, &args).json();
    has_keys(&path, &KEYS);
    assert_eq!(path["status"], "complete");
    assert!(close(&path["length"], 5.0), "{path}");
    assert_eq!(path["points"].as_array().map(Vec::len), Some(2));
    let text = walkmesh(&folder, &args[..6]);
    assert!(text.stdout.contains("complete"), "{}", text.stdout);
    // North is -Z: a zero stays one.
    assert!(text.stdout.contains(" 0,0,0\n"), "{}", text.stdout);
    assert!(!path.to_string().contains("-0.0"), "{path}");
}

#[test]
fn a_start_outside_is_said_and_is_no_error_of_use() {
    let folder = floor_mesh();
    let args = ["path", "floor.walkmesh", "--from", "50,0,50", "--to", "0,0,0", "--json"];
    let path = walkmesh(&folder, &args).json();
    assert_eq!(path["status"], "not_found");
    assert!(path["reason"].as_str().is_some_and(|r| !r.is_empty()), "{path}");
    let far = ["path", "floor.walkmesh", "--from", "1e300,0,0", "--to", "0,0,0"];
    let far = walkmesh(&folder, &far).stdout;
    assert!(far.contains("the start (1e300, 0.0, 0.0) is not finite or outside"), "{far}");
}

#[test]
fn many_pairs_at_once() {
    let folder = floor_mesh();
    // Some editors mark what is UTF-8.
    let pairs = "\u{feff}# start, goal\n-3 0 -4  0 0 0\n\n-4,0,0, 4,0,0\n90 0 90 0 0 0\n";
    fs::write(folder.path().join("pairs.txt"), pairs).expect("the pairs can be written");
    let args = ["path", "floor.walkmesh", "--pairs", "pairs.txt", "--json"];
    let answer = walkmesh(&folder, &args).json();
    let results = answer["results"].as_array().expect("a list");
    assert_eq!(results.len(), 3);
    assert!(close(&results[0]["length"], 5.0) && close(&results[1]["length"], 8.0));
    assert_eq!(results[2]["status"], "not_found");
    assert!(results.iter().all(|result| result.get("points").is_none()));

    let answer = walkmesh(&folder, &[args.as_slice(), &["--points"]].concat()).json();
    assert_eq!(answer["results"][0]["points"].as_array().map(Vec::len), Some(2));
    let text = walkmesh(&folder, &[&args[..4], &["--points"]].concat()).stdout;
    assert!(text.contains("with --json"), "{text}");
}

#[test]
fn bad_points_and_pairs_are_refused_in_a_sentence() {
    let folder = floor_mesh();
    let path = |more: &[&str]| walkmesh(&folder, &[&["path", "floor.walkmesh"], more].concat());
    path(&["--from", "1,2", "--to", "0,0,0"]).refused(&["--from", "three numbers"]);
    path(&["--from", "1,2,x", "--to", "0,0,0"]).refused(&["`x` is not a number"]);
    path(&["--from", "1,2,nan", "--to", "0,0,0"]).refused(&["finite"]);
    path(&["--from", "1,2,3"]).refused(&["--to"]);
    let ends = ["--from", "0,0,0", "--to", "1,0,0"];
    for negative in [&["--search-box", "-1,2,1"][..], &["--search-box=1,2,-1"]] {
        path(&[&ends, negative].concat()).refused(&["--search-box", "-1"]);
    }
    path(&[&ends[..], &["--points"]].concat()).refused(&["--points", "--from"]);
    path(&[]).refused(&["--from"]);
    path(&["--pairs", "missing.txt"]).refused(&["missing.txt"]);
    fs::write(folder.path().join("pairs.txt"), "0 0 0 1 0 1\n1 2 3\n").expect("a file");
    path(&["--pairs", "pairs.txt"]).refused(&["line 2", "six numbers"]);
    path(&["--pairs", "pairs.txt", "--from", "0,0,0"]).refused(&["--pairs"]);
}

#[test]
fn engines_costs_and_blocked_ground() {
    let folder = floor_mesh();
    let path = |more: &[&str]| {
        let args = ["path", "floor.walkmesh", "--from", "-3,0,-4", "--to", "0,0,0"];
        walkmesh(&folder, &[&args, more].concat())
    };
    let found = path(&["--engine", "funnel", "--json"]).json();
    assert_eq!(found["status"], "complete");
    assert!(close(&found["length"], 5.0) && close(&found["cost"], 5.0), "{found}");
    assert_eq!(found["links"].as_array().map(Vec::len), Some(0));
    for engine in ["optimal", "funnel"] {
        let dear = path(&["--engine", engine, "--cost", "0=2.5", "--json"]).json();
        assert!(close(&dear["length"], 5.0) && close(&dear["cost"], 12.5), "{dear}");
        let blocked = path(&["--engine", engine, "--block", "0", "--json"]).json();
        assert_eq!(blocked["status"], "not_found", "{blocked}");
    }
    let text = path(&["--cost", "0=2.5"]);
    assert!(text.stdout.contains("cost"), "{}", text.stdout);
    path(&["--engine", "best"]).refused(&["optimal", "funnel"]);
    path(&["--cost", "3"]).refused(&["AREA=FACTOR"]);
    path(&["--cost", "x=3"]).refused(&["0 to 255"]);
    path(&["--cost", "1=x"]).refused(&["`x` is not a number"]);
    path(&["--cost", "1=-2"]).refused(&["area 1"]);
    path(&["--block", "256"]).refused(&["0 to 255"]);
}

#[test]
fn limits_are_told_apart() {
    let folder = floor_mesh();
    let args = ["path", "floor.walkmesh", "--from", "-3,0,-4", "--to", "0,0,0", "--json"];
    for engine in ["optimal", "funnel"] {
        let path = |more: &[&str]| {
            walkmesh(&folder, &[&args[..], &["--engine", engine], more].concat()).json()
        };
        let says = |found: &Value, what: &str| {
            assert_eq!(found["status"], "partial", "{found}");
            assert!(found["reason"].as_str().is_some_and(|r| r.contains(what)), "{found}");
        };
        says(&path(&["--max-length", "3"]), "within the limit of 3 m");
        says(&path(&["--max-radius", "4.5"]), "within 4.5 m");
        assert_eq!(path(&["--max-length", "5.5", "--max-radius", "5.5"])["status"], "complete");
        assert_eq!(path(&["--max-expansions", "100"])["status"], "complete");
    }
    walkmesh(&folder, &[&args[..], &["--max-length=-1"]].concat()).refused(&["0 or more"]);
}

#[test]
fn a_partial_path_that_goes_nowhere_says_so() {
    let folder = folder();
    let scene = walkmesh(&folder, &["scene", "maze", "--json"]).json();
    walkmesh(&folder, &["bake", "maze.obj", "--preset", "human", "--json"]).json();
    let at = |end: &str| {
        let place: Vec<String> =
            scene[end].as_array().expect("a place").iter().map(ToString::to_string).collect();
        format!("--{end}={}", place.join(","))
    };
    let ends = [at("from"), at("to")];
    for engine in ["optimal", "funnel"] {
        let path = |limit: &str| {
            let flags = ["--engine", engine, "--max-length", limit, "--json"];
            walkmesh(
                &folder,
                &[&["path", "maze.walkmesh", &ends[0], &ends[1]][..], &flags].concat(),
            )
            .json()
        };
        let [near, far] = [path("1"), path("1e9")];
        assert_eq!((&near["status"], &far["status"]), (&"partial".into(), &"complete".into()));
        let reason = near["reason"].as_str().expect("a reason");
        let stays = reason.ends_with("within the limit of 1 m; the path stays where it starts");
        assert_eq!(near["length"] == 0.0, stays, "{near}");
        assert!(engine == "funnel" || stays, "{near}");
        // The goal is 42.4 m off in a straight line, and 200 m to walk.
        let between = path("44");
        assert_eq!(between["status"], "partial");
        assert_eq!(between["length"] == 0.0, engine == "optimal", "{between}");
    }
}
