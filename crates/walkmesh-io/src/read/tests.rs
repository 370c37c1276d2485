use super::*;

fn load(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Loaded, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read_model(&path, options)
}

#[test]
fn bad_files_say_what_to_do() {
    let plain = ReadOptions::default();
    let says = |name: &str, bytes: &[u8], what: &str| {
        let error = load(name, bytes, &plain).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    says("a.obj", b"", "the file is empty");
    says("a.obj", b"v 0 0 0\n", "holds no triangles (no faces; vertices: 1)");
    says(
        "a.obj",
        b"v nan 0 0\nf 1 1 1\n",
        "each of its triangles has a corner that is not finite (1 in all",
    );
    says("a.obj", b"glTF\x02\0\0\0", "begins as a binary glTF, not as a .obj: name it .glb");
    let obj = b"# an OBJ of more bytes than the header of an STL and its number of triangles has\n\
        v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for name in ["a.stl", "a.glb", "a.dae", "a.zae", "a.ply", "a.sdf"] {
        says(name, obj, "begins as an OBJ");
    }
    says("a.obj", b"l 1 2\nv 0 0 0\nv 1 0 0\n", "no faces; vertices: 2; lines: skipped 1");
    says("a.xyz", b"v nan 0 0\nf 1 1 1\n", "use .obj");
    says("noextension", b"", "use .obj");
    let missing = read_model(Path::new("/nowhere/at all.obj"), &plain).unwrap_err();
    assert!(missing.to_string().contains("cannot be read"));
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = ReadOptions { scale: Some(scale), ..ReadOptions::default() };
        assert!(matches!(load("a.obj", b"x", &options), Err(ReadError::Scale { .. })));
    }
}

#[test]
fn extension_case_does_not_matter_and_bad_triangles_are_counted() {
    let text = b"v inf 0 0\nv 1 0 0\nv 0 0 1\nv 0 0 0\nf 1 2 3\nf 2 3 4\n";
    let loaded = load("A.OBJ", text, &ReadOptions::default()).unwrap();
    assert_eq!(loaded.soup.triangles.len(), 1);
    assert_eq!(loaded.notes, [Note::NotFinite { triangles: 1, vertex: 0 }]);
}

#[test]
fn up_and_scale_turn_without_mirroring() {
    let text = b"v 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 2 3\n";
    for (up, expected) in [
        (UpAxis::X, [[0.0, 10.0, 0.0], [-20.0, 0.0, 0.0], [0.0, 0.0, 30.0]]),
        (UpAxis::Y, [[10.0, 0.0, 0.0], [0.0, 20.0, 0.0], [0.0, 0.0, 30.0]]),
        (UpAxis::Z, [[10.0, 0.0, 0.0], [0.0, 0.0, -20.0], [0.0, 30.0, 0.0]]),
    ] {
        let options = ReadOptions { up: Some(up), scale: Some(10.0), visuals: false };
        let loaded = load("a.obj", text, &options).unwrap();
        assert_eq!(loaded.soup.vertices, expected.map(walkmesh::Point::from));
        assert_eq!(loaded.notes, [Note::Converted { up, scale: 10.0 }]);
    }
}
