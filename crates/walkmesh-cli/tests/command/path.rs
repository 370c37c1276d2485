use super::{floor_mesh, has_keys, walkmesh};
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
}

#[test]
fn a_start_outside_is_said_and_is_no_error_of_use() {
    let folder = floor_mesh();
    let args = ["path", "floor.walkmesh", "--from", "50,0,50", "--to", "0,0,0", "--json"];
    let path = walkmesh(&folder, &args).json();
    assert_eq!(path["status"], "not_found");
    assert!(path["reason"].as_str().is_some_and(|r| !r.is_empty()), "{path}");
}

#[test]
fn many_pairs_at_once() {
    let folder = floor_mesh();
    let pairs = "# start, goal\n-3 0 -4  0 0 0\n\n-4,0,0, 4,0,0\n90 0 90 0 0 0\n";
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
}

#[test]
fn bad_points_and_pairs_are_refused_in_a_sentence() {
    let folder = floor_mesh();
    let path = |more: &[&str]| walkmesh(&folder, &[&["path", "floor.walkmesh"], more].concat());
    path(&["--from", "1,2", "--to", "0,0,0"]).refused(&["--from", "three numbers"]);
    path(&["--from", "1,2,x", "--to", "0,0,0"]).refused(&["`x` is not a number"]);
    path(&["--from", "1,2,nan", "--to", "0,0,0"]).refused(&["finite"]);
    path(&["--from", "1,2,3"]).refused(&["--to"]);
    path(&[]).refused(&["--from"]);
    path(&["--pairs", "missing.txt"]).refused(&["missing.txt"]);
    fs::write(folder.path().join("pairs.txt"), "0 0 0 1 0 1\n1 2 3\n").expect("a file");
    path(&["--pairs", "pairs.txt"]).refused(&["line 2", "six numbers"]);
    path(&["--pairs", "pairs.txt", "--from", "0,0,0"]).refused(&["--pairs"]);
}
