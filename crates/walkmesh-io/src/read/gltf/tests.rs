use super::*;
use crate::read::Note;

/// A triangle (0,0,0) (1,0,0) (0,0,-1) (0,1,0) as base64 of f32, and u8 indices 0 1 2 3.
fn document(patch: impl Fn(&mut serde_json::Value)) -> Vec<u8> {
    let mut bytes = Vec::new();
    for v in [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0] {
        bytes.extend(v.to_le_bytes());
    }
    bytes.extend([0, 1, 2, 3]);
    let mut json = serde_json::json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "tri", "mesh": 0, "children": [1]}, {"translation": [0.1, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 5}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5121, "count": 4, "type": "SCALAR"}
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 4}
        ],
        "buffers": [{"byteLength": 52}]
    });
    patch(&mut json);
    let mut text = serde_json::to_vec(&json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let mut glb = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &bytes)] {
        glb.extend(length(chunk.len()));
        glb.extend(kind);
        glb.extend(chunk);
    }
    glb
}

fn parse_bytes(bytes: &[u8]) -> Result<Assembly, ReadError> {
    read(bytes, Path::new("test.glb")).map(|(assembly, _)| assembly)
}

fn load(patch: impl Fn(&mut serde_json::Value)) -> Result<Assembly, ReadError> {
    parse_bytes(&document(patch))
}

fn says(patch: impl Fn(&mut serde_json::Value), what: &str) {
    let error = load(patch).err().unwrap().to_string();
    assert!(error.contains(what), "{error}");
}

fn corners(assembly: &Assembly) -> Vec<[u32; 3]> {
    assembly.soup.triangles.iter().map(|t| t.corners).collect()
}

#[test]
fn strips_fans_and_lists() {
    let strip = load(|_| {}).ok().unwrap();
    assert_eq!(corners(&strip), [[0, 1, 2], [1, 3, 2]]);
    assert_eq!(strip.soup.objects[0].name, "tri");
    let mode = |mode: u32| load(move |j| j["meshes"][0]["primitives"][0]["mode"] = mode.into());
    assert_eq!(corners(&mode(6).ok().unwrap()), [[1, 2, 0], [2, 3, 0]]);
    let list = mode(4).ok().unwrap();
    assert_eq!(corners(&list), [[0, 1, 2]]);
    let what = "corners of lists that end inside a face";
    assert_eq!(list.notes, [Note::Skipped { what, count: 1 }]);
    assert!(corners(&mode(1).ok().unwrap()).is_empty());
    assert!(mode(9).is_err());
}

#[test]
fn nodes_are_multiplied_in_double_precision_and_mirrors_turned() {
    let assembly = load(|j| {
        j["nodes"] = serde_json::json!([
            {"children": [1, 2], "translation": [1_185_944.000_000_1, 0, 0]},
            {"mesh": 0, "scale": [-1, 1, 1]},
            {"mesh": 0, "matrix": [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 5, 6, 7, 1]}
        ]);
    })
    .ok()
    .unwrap();
    let p = assembly.soup.vertices[1];
    assert!((p.x - 1_185_943.000_000_1).abs() < 1e-9);
    assert_eq!(corners(&assembly)[..2], [[0, 2, 1], [1, 2, 3]]);
    // Columns: x goes to -z, z to x; then moved.
    let q = assembly.soup.vertices[5];
    assert_eq!((q.y, q.z), (6.0, 6.0));
}

#[test]
fn hidden_nodes_are_left_out_with_all_below_them() {
    let visible = |visible: bool| serde_json::json!({"KHR_node_visibility": {"visible": visible}});
    // What is shown below a hidden node is hidden all the same.
    let nodes = |first: bool| {
        serde_json::json!([
            {"name": "a", "mesh": 0, "children": [1], "extensions": visible(first)},
            {"name": "b", "children": [2], "extensions": {"KHR_node_visibility": {}}},
            {"name": "c", "mesh": 0, "extensions": visible(true)},
            {"name": "d", "mesh": 0}
        ])
    };
    let names = |first: bool| {
        let assembly = load(|j| {
            j["nodes"] = nodes(first);
            j["scenes"][0]["nodes"] = serde_json::json!([0, 3]);
        });
        let assembly = assembly.ok().unwrap();
        let objects = assembly.soup.objects.iter().map(|object| object.name.clone());
        (objects.collect::<Vec<_>>().concat(), assembly.notes)
    };
    assert_eq!(names(true), ("acd".to_owned(), vec![]));
    let note = Note::Skipped { what: "meshes of hidden nodes", count: 2 };
    assert_eq!(names(false), ("d".to_owned(), vec![note]));
}

#[test]
fn quantised_and_sparse_positions() {
    let assembly = load(|j| {
        j["accessors"][0]["componentType"] = 5121.into();
        j["accessors"][0]["normalized"] = true.into();
        j["bufferViews"][0]["byteStride"] = 4.into();
        j["accessors"][0]["byteOffset"] = 12.into();
    });
    // The bytes 00 00 80 3f of 1.0.
    let p = assembly.ok().unwrap().soup.vertices[0];
    assert!((p.z - 128.0 / 255.0).abs() < 1e-12);
    let assembly = load(|j| {
        j["accessors"][0] = serde_json::json!({
            "componentType": 5126, "count": 4, "type": "VEC3",
            "sparse": {
                "count": 1,
                "indices": {"bufferView": 1, "byteOffset": 2, "componentType": 5121},
                "values": {"bufferView": 0, "byteOffset": 12}
            }
        });
    });
    let soup = assembly.ok().unwrap().soup;
    assert_eq!(soup.vertices[2], walkmesh::Point::new(1.0, 0.0, 0.0));
    assert_eq!(soup.vertices[1], walkmesh::Point::default());
}

#[test]
fn hostile_documents_are_refused_with_the_index() {
    says(|j| j["scene"] = 7.into(), "the default scene refers to scene 7");
    says(|j| j["scenes"][0]["nodes"][0] = 9.into(), "refers to node 9");
    says(|j| j["nodes"][1]["children"] = [0].into(), "node 0 is below itself");
    says(|j| j["nodes"][0]["children"] = [0].into(), "node 0 is below itself");
    says(|j| j["nodes"][0]["children"] = [1, 1].into(), "has two parents");
    says(|j| j["nodes"][0]["mesh"] = 3.into(), "node 0 refers to mesh 3");
    says(|j| j["meshes"][0]["primitives"][0]["indices"] = 8.into(), "refers to accessor 8");
    says(|j| j["accessors"][0]["bufferView"] = 8.into(), "refers to buffer view 8");
    says(|j| j["bufferViews"][0]["buffer"] = 8.into(), "buffer 8 does not exist");
    says(|j| j["accessors"][0]["count"] = 3.into(), "index 3 is vertex 3, but there are 3");
    says(|j| j["accessors"][0]["count"] = 5.into(), "needs 5 elements");
    says(|j| j["accessors"][0]["count"] = u64::MAX.into(), "elements of 12 bytes");
    says(|j| j["accessors"][0]["byteOffset"] = u64::MAX.into(), "elements of 12 bytes");
    says(|j| j["bufferViews"][0]["byteOffset"] = u64::MAX.into(), "outside a buffer of 52");
    says(|j| j["bufferViews"][0]["byteStride"] = u64::MAX.into(), "elements of 184467440737095");
    says(
        |j| j["bufferViews"][0]["byteStride"] = 8.into(),
        "elements of 12 bytes, but buffer view 0 puts them 8 bytes apart",
    );
    says(|j| j["accessors"][0]["componentType"] = 1.into(), "not VEC3 of floats");
    says(|j| j["accessors"][0]["type"] = "VEC4".into(), "is VEC4 of component type 5126");
    says(|j| j["accessors"][1]["componentType"] = 5126.into(), "not an unsigned integer");
    says(|j| j["asset"]["version"] = "1.0".into(), "glTF 1.0");
    says(|j| j["nodes"] = 3.into(), "not a valid glTF file");
    says(|j| j["buffers"][0]["uri"] = "no such.bin".into(), "no such.bin: cannot be read");
    says(|j| j["buffers"][0]["uri"] = "data:x;base64,*".into(), "not valid base64");
    let compressed = serde_json::json!({"KHR_draco_mesh_compression": {}});
    says(
        |j| j["meshes"][0]["primitives"][0]["extensions"] = compressed.clone(),
        "uses KHR_draco_mesh_compression, which is not read: export again without",
    );
    let compressed = serde_json::json!({"EXT_meshopt_compression": {}});
    says(|j| j["bufferViews"][0]["extensions"] = compressed.clone(), "EXT_meshopt_compression");
}

#[test]
fn truncation_anywhere_is_an_error() {
    let whole = document(|_| {});
    for length in 0..whole.len() {
        assert!(parse_bytes(&whole[..length]).is_err(), "{length}");
    }
}
