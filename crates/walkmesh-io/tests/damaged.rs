//! Damaged files: cut off or with bits turned over, none is more than an error in a sentence.
//!
//! Every awkward model of the folder of real models, where it is there, and a few of the usual
//! ones. `WALKMESH_MORE` makes a hundred copies of each instead of a few.

use std::path::{Path, PathBuf};

use walkmesh_io::{ReadOptions, read_model};
use walkmesh_testkit::{Random, models};

const FOLDERS: [&str; 6] = ["obj/edge", "collada/edge", "gltf/edge", "stl", "ply", "gltf/habitat"];
const USUAL: [&str; 5] = [
    "obj/recast_nav_test.obj",
    "collada/gazebo_models/cafe/meshes/cafe.dae",
    "collada/gazebo_models/house_1/model.sdf",
    "gltf/landmass_playground.glb",
    "gazebo/aws_small_warehouse/worlds/small_warehouse.world",
];

fn files(path: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
        .expect("a folder of models")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            files(&entry, into);
        } else {
            into.push(entry);
        }
    }
}

/// A copy that is cut off, or has some bits turned over, or both.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    let kind = random.below(4);
    if kind != 0 {
        for _ in 0..=random.below(8) {
            // The beginning decides how the rest is read: it is hit as often as all of the rest.
            let reach = if random.chance(50) { copy.len().min(400) } else { copy.len() };
            let at = random.below(reach);
            copy[at] ^= 1 << random.below(8);
        }
    }
    if kind.is_multiple_of(2) {
        copy.truncate(random.below(copy.len()) + 1);
    }
    copy
}

#[test]
fn damaged_models_are_read_or_refused() {
    let Some(folder) = models::folder() else { return };
    let more = walkmesh_testkit::more() > 1;
    let mut all: Vec<PathBuf> = USUAL.iter().map(|name| folder.join(name)).collect();
    FOLDERS.iter().for_each(|name| files(&folder.join(name), &mut all));
    let known = ["obj", "gltf", "glb", "dae", "zae", "stl", "ply", "sdf", "world"];
    let (mut read, mut refused) = (0, 0);
    for file in all {
        let extension = file.extension().map(|e| e.to_string_lossy().to_lowercase());
        if !extension.is_some_and(|e| known.contains(&e.as_str())) {
            continue;
        }
        let bytes = std::fs::read(&file).expect("the model");
        // Beside the original, so that what it refers to is found: a link in a folder of links.
        let place = tempfile::tempdir().expect("a folder");
        beside(&file, place.path());
        let copy = place.path().join(file.file_name().expect("a name"));
        let mut random = Random::new(u64::try_from(bytes.len()).expect("a length"));
        let copies = if more { 100 } else { (400_000 / bytes.len()).clamp(1, 12) };
        for i in 0..copies {
            std::fs::write(&copy, damaged(&bytes, &mut random)).expect("a damaged copy");
            match read_model(&copy, &ReadOptions::default()) {
                Ok(loaded) => {
                    let soup = &loaded.soup;
                    let sound = soup.triangles.iter().all(|t| soup.corners(t).is_some());
                    assert!(sound, "{} copy {i}: an index out of range", file.display());
                    read += 1;
                }
                Err(error) => {
                    let sentence = error.to_string();
                    assert!(sentence.len() > 20 && !sentence.contains('\n'), "{sentence}");
                    refused += 1;
                }
            }
        }
    }
    println!("{read} read, {refused} refused");
    assert!(read > 100 && refused > 100);
}

/// Links to all that stands beside a file.
fn beside(file: &Path, place: &Path) {
    let folder = file.parent().expect("a folder");
    for entry in std::fs::read_dir(folder).expect("its entries").flatten() {
        let path = entry.path();
        if path != *file {
            let name = entry.file_name();
            #[cfg(unix)]
            std::os::unix::fs::symlink(&path, place.join(name)).expect("a link");
            #[cfg(not(unix))]
            if path.is_file() {
                std::fs::copy(&path, place.join(name)).expect("a copy");
            }
        }
    }
}
