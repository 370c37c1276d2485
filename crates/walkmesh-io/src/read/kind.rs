//! What a file is by its first bytes, for errors about files that are not what their names say.

use std::path::Path;

use super::{ReadError, encoding, extension_of, stl};

/// So many bytes are looked at.
const EARLY: usize = 4096;

/// A kind of file, and the extensions that it goes by, the usual one first.
struct Kind {
    what: &'static str,
    extensions: &'static [&'static str],
}

const GLB: Kind = Kind { what: "a binary glTF", extensions: &["glb", "gltf"] };
const GLTF: Kind = Kind { what: "a glTF", extensions: &["gltf", "glb"] };
const ZIP: Kind = Kind { what: "a zip archive, as a .zae is", extensions: &["zae"] };
const PLY: Kind = Kind { what: "a PLY", extensions: &["ply"] };
const COLLADA: Kind = Kind { what: "a COLLADA document", extensions: &["dae"] };
const SDF: Kind = Kind { what: "a world or model of Gazebo", extensions: &["sdf", "world"] };
const STL: Kind = Kind { what: "an STL", extensions: &["stl"] };
const OBJ: Kind = Kind { what: "an OBJ", extensions: &["obj"] };

/// The error for a file that begins as one of another name does; `None` where the name fits, or
/// nothing is known of such a beginning.
pub(super) fn misnamed(bytes: &[u8], path: &Path) -> Option<ReadError> {
    let Kind { what, extensions } = of(bytes)?;
    let named = extension_of(path);
    let fits = extensions.contains(&named.as_str());
    let path = path.to_owned();
    (!fits).then(|| ReadError::Misnamed { path, named, what, extension: extensions[0] })
}

fn of(bytes: &[u8]) -> Option<Kind> {
    if bytes.starts_with(b"glTF") {
        return Some(GLB);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(ZIP);
    }
    if stl::is_binary(bytes) || stl::is_text(bytes) {
        return Some(STL);
    }
    let early = bytes.get(..EARLY).unwrap_or(bytes);
    let early = String::from_utf8_lossy(encoding::unmarked(early));
    let start = early.trim_start();
    let has = |tag: &str| start.starts_with('<') && early.contains(tag);
    let kinds = [
        (start.starts_with("ply\n") || start.starts_with("ply\r"), PLY),
        (start.starts_with('{') && early.contains("\"asset\""), GLTF),
        (has("<COLLADA"), COLLADA),
        (has("<sdf") || has("<gazebo"), SDF),
        (early.lines().any(is_vertex), OBJ),
    ];
    kinds.into_iter().find_map(|(is, kind)| is.then_some(kind))
}

/// A vertex of an OBJ: `v` and three numbers at least.
fn is_vertex(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("v")
        && words.by_ref().take(3).filter(|word| word.parse::<f64>().is_ok()).count() == 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_tell_the_kind() {
        let mut binary = vec![b' '; 80];
        binary.extend(1_u32.to_le_bytes());
        binary.extend([0; 50]);
        for (bytes, extension) in [
            (&b"glTF\x02\0\0\0"[..], "glb"),
            (b"PK\x03\x04\x14\0", "zae"),
            (&binary, "stl"),
            (b"solid a\nfacet normal 0 0 1\n", "stl"),
            (b"ply\nformat ascii 1.0\n", "ply"),
            (b"\xef\xbb\xbf {\n \"asset\": {\"version\": \"2.0\"}}", "gltf"),
            (b"<?xml version='1.0'?>\n<COLLADA>", "dae"),
            (b"<?xml version='1.0'?><sdf version='1.6'>", "sdf"),
            (b"# made by hand\nmtllib a.mtl\no a\nv 0 -1.5 2e3\n", "obj"),
        ] {
            assert_eq!(of(bytes).map(|kind| kind.extensions[0]), Some(extension));
            let named = format!("a.{extension}");
            assert!(misnamed(bytes, Path::new(&named)).is_none(), "{named}");
            let error = misnamed(bytes, Path::new("a.X3D")).unwrap().to_string();
            assert!(error.contains(&format!("name it .{extension}")), "{error}");
        }
        for bytes in [&b""[..], b"v one two three\n", b"<html>", b"{}", &binary[..100]] {
            assert!(of(bytes).is_none());
        }
    }
}
