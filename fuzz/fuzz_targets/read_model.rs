//! A model of any bytes, in each format: an error, or a soup whose indices are in range.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walkmesh_io::{ReadOptions, read_model};

fuzz_target!(|bytes: &[u8]| {
    let [format, content @ ..] = bytes else { return };
    let extension = ["obj", "gltf", "glb", "dae", "zae", "stl", "ply", "sdf"][usize::from(format % 8)];
    let folder = tempfile::tempdir().expect("a folder for the model");
    let path = folder.path().join("model").with_extension(extension);
    std::fs::write(&path, content).expect("writing the model");
    if let Ok(loaded) = read_model(&path, &ReadOptions::default()) {
        assert!(loaded.soup.triangles.iter().all(|t| loaded.soup.corners(t).is_some()));
    }
});
