//! Real models: as many triangles as independent readers find, before anything is cleaned.
//!
//! The models are no part of the project; where they are not, these tests say so and pass.

use std::time::{Duration, Instant};

use walkmesh::soup::{CleanOptions, Soup};
use walkmesh_io::{ReadError, ReadOptions, UpAxis, read_model};
use walkmesh_testkit::models;

/// Files that we refuse though others read them or do not say why not, and a word of the reason.
const REFUSED: [(&str, &str); 16] = [
    ("gltf/edge/BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb", "not finite"),
    ("gltf/edge/IndexOutOfRange/AllIndicesOutOfRange.gltf", "vertex 65535"),
    ("gltf/edge/IndexOutOfRange/IndexOutOfRange.gltf", "vertex 255"),
    ("gltf/edge/MissingBin/BoxTextured.gltf", "BoxTextured0.bin"),
    ("gltf/edge/RecursiveNodes/RecursiveNodes.gltf", "below itself"),
    ("gltf/edge/SchemaFailures/sceneWrongType.gltf", "line 6"),
    ("gltf/edge/TestNoRootNode/NoScene.gltf", "scene 0"),
    ("gltf/edge/TestNoRootNode/SceneWithoutNodes.gltf", "nodes: 0"),
    ("gltf/edge/draco/2CylinderEngine.gltf", "export again without geometry compression"),
    ("gltf/edge/glTF1/TwoBoxes.gltf", "convert it to glTF 2.0"),
    ("gltf/edge/wrongTypes/badArray.gltf", "line 44"),
    ("gltf/threepathfinding_tower-big.glb", "export again without geometry compression"),
    ("gltf/threepathfinding_tower-middle.glb", "export again without geometry compression"),
    ("gltf/threepathfinding_tower-small.glb", "export again without geometry compression"),
    ("obj/edge/number_formats.obj", "3.1+e2"),
    ("ply/assimp/issue623.ply", "vertex 0 of 24"),
];

/// Files whose bounds are not those of the table: skins stand in their bind shape.
const POSED: [&str; 1] = ["collada/edge/box_nested_animation.dae"];

#[test]
fn triangle_counts_are_those_of_other_readers() {
    let Some(folder) = models::folder() else { return };
    let table = std::fs::read_to_string(folder.join("COUNTS.tsv")).unwrap();
    let (mut files, mut triangles, mut wrong) = (0, 0, Vec::new());
    let mut times: Vec<(Duration, String)> = Vec::new();
    for row in table.lines().skip(2) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (file, read, expected) = (columns[0], columns[1], columns[2]);
        let model = ["obj", "gltf", "glb", "dae", "stl", "ply"];
        let extension = file.rsplit('.').next().map(str::to_lowercase).unwrap_or_default();
        if !model.contains(&extension.as_str()) {
            println!("no model: {file}");
            continue;
        }
        files += 1;
        // Where two readers differ, one of them is right.
        let expected = [expected, columns.get(4).copied().unwrap_or(expected)];
        let start = Instant::now();
        // The table's bounds are in metres, but with the axes of the file.
        let options = ReadOptions { up: Some(UpAxis::Y), ..ReadOptions::default() };
        let loaded = read_model(&folder.join(file), &options);
        times.push((start.elapsed(), file.to_owned()));
        let refused = REFUSED.iter().find(|(name, _)| *name == file);
        match (loaded, refused) {
            (Err(error), Some((_, word))) if error.to_string().contains(word) => {}
            // A file without triangles is an error that says so.
            (Err(ReadError::NoTriangles { .. }), None) if expected.contains(&"0") => {}
            (Err(error), _) => wrong.push(error.to_string()),
            (Ok(_), Some(_)) => wrong.push(format!("{file} is read now")),
            (Ok(loaded), None) => {
                let count = loaded.soup.triangles.len();
                triangles += count;
                // What the table's reader refused is ours to know.
                let at = expected.iter().position(|e| *e == count.to_string() || *e == "-");
                match at {
                    None => wrong.push(format!("{file}: {count} for {expected:?}")),
                    Some(0) if read == "ok" && !POSED.contains(&file) => {
                        if let Some(found) = other_bounds(&loaded.soup, columns[3]) {
                            wrong.push(format!("{file}: bounds {found:?} for {}", columns[3]));
                        }
                    }
                    Some(_) => println!("{file}: {count}"),
                }
            }
        }
    }
    let total: Duration = times.iter().map(|(time, _)| *time).sum();
    println!("{files} files, {triangles} triangles, {total:?}");
    times.sort();
    for (time, file) in times.iter().rev().take(8) {
        println!("{time:?} {file}");
    }
    assert!(files > 300, "only {files} files: the table has changed");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The bounds of what triangles use, where they are not those of the table (`[x, y, z]..[x, y, z]`,
/// two digits after the point, from `f32`).
fn other_bounds(soup: &Soup, expected: &str) -> Option<[f64; 6]> {
    let expected: Vec<f64> = expected
        .split(|c: char| !(c.is_ascii_digit() || "-.".contains(c)))
        .filter_map(|number| number.trim_start_matches("..").parse().ok())
        .collect();
    let mut found = [f64::INFINITY, f64::INFINITY, f64::INFINITY, 0.0, 0.0, 0.0];
    found[3..].fill(f64::NEG_INFINITY);
    for p in soup.triangles.iter().filter_map(|t| soup.corners(t)).flatten() {
        for (axis, value) in <[f64; 3]>::from(p).into_iter().enumerate() {
            found[axis] = found[axis].min(value);
            found[axis + 3] = found[axis + 3].max(value);
        }
    }
    // The table's reader did not normalise quaternions: far from the origin that moves a point.
    let reach = expected.iter().fold(0.0, |reach: f64, v| reach.max(v.abs()));
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 0.006 + reach * 1e-7;
    let equal = expected.len() == 6 && found.iter().zip(&expected).all(near);
    (!equal).then_some(found)
}

#[test]
fn only_the_hospital_has_outliers() {
    let Some(folder) = models::folder() else { return };
    let table = std::fs::read_to_string(folder.join("COUNTS.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut time = Duration::ZERO;
    for file in table.lines().skip(2).filter_map(|row| row.split('\t').next()) {
        let Ok(mut loaded) = read_model(&folder.join(file), &ReadOptions::default()) else {
            continue;
        };
        let start = Instant::now();
        let report = loaded.soup.clean(&CleanOptions::default());
        time += start.elapsed();
        let names: Vec<&str> = report.outliers.iter().map(|o| o.name.as_str()).collect();
        // One floor has three objects that fell through it; the second floor stands on it.
        let fallen = ["StorageRack_1", "WhiteChipChair_1", "TrolleyBed_1"];
        let hospital = file.contains("assembled/hospital");
        let right = if hospital {
            !report.outliers_kept
                && fallen.iter().all(|name| names.iter().any(|n| n.contains(name)))
                && names.iter().all(|name| fallen.iter().any(|f| name.contains(f)))
        } else {
            names.is_empty()
        };
        if !right {
            wrong.push(format!("{file}: {:?}", report.messages()));
        }
    }
    println!("cleaned in {time:?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Models that lie on their side are noticed, and no other of those whose axis is known.
#[test]
fn models_on_their_side_are_noticed() {
    let Some(folder) = models::folder() else { return };
    let warning = |file: &str, up: Option<UpAxis>| {
        let options = ReadOptions { up, ..ReadOptions::default() };
        let mut loaded = read_model(&folder.join(file), &options).unwrap();
        let up = loaded.read_up();
        loaded.soup.clean(&CleanOptions::default()).facing.warning(up)
    };
    for file in ["obj/buildings/AC14-FZK-Haus.obj", "gltf/habitat/simple_room.glb"] {
        assert!(warning(file, None).is_some_and(|w| w.contains("--up z")), "{file}");
        assert_eq!(warning(file, Some(UpAxis::Z)), None, "{file}");
    }
    for file in [
        "obj/recast_nav_test.obj",
        "obj/recast_dungeon.obj",
        "obj/recast_undulating.obj",
        "gazebo/assembled/hospital_two_floors_collision.glb",
        "gazebo/assembled/small_house_collision.glb",
        "collada/gazebo_models/cafe/meshes/cafe.dae",
        "collada/gazebo_models/osrf_first_office/meshes/osrf_first_office.dae",
    ] {
        assert_eq!(warning(file, None), None, "{file}");
    }
}
