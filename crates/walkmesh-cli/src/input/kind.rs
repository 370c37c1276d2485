//! What a file is, by its name or by how it begins.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

use anyhow::{Result, bail};
use walkmesh::store::{self, detour, movingai, polyanya};

/// Extensions of Gazebo's worlds and models.
pub(super) const WORLDS: [&str; 2] = ["world", "sdf"];

/// True for a mesh file by its name or by how it begins, ours or of a program whose meshes are no
/// models.
pub(crate) fn is_mesh(path: &Path) -> bool {
    is_named(path, &["walkmesh", "bin", "navmesh", "mesh", "map"]) || {
        let start = start_of(path);
        store::is_mesh(&start) || is_foreign(&start)
    }
}

/// True for a file with a model's name.
pub(super) fn is_model(path: &Path) -> bool {
    is_named(path, &["obj", "gltf", "glb", "dae", "zae", "stl", "ply"]) || is_named(path, &WORLDS)
}

/// True for a file with one of these extensions, in any case.
pub(super) fn is_named(path: &Path, extensions: &[&str]) -> bool {
    let is_one = |e: &OsStr| extensions.iter().any(|one| e.eq_ignore_ascii_case(one));
    path.extension().is_some_and(is_one)
}

/// True for how a mesh of another program begins, which is no model.
pub(super) fn is_foreign(start: &[u8]) -> bool {
    detour::is_tile_set(start) || polyanya::is_mesh(start) || movingai::is_map(start)
}

/// True for a tile set of Habitat's.
pub(crate) fn is_habitat(path: &Path) -> bool {
    detour::is_habitat(&start_of(path))
}

/// The first bytes of a file; none of one that cannot be read, which is for the caller to say, and none
/// of a pipe, where they would be gone.
pub(super) fn start_of(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    let is_file = std::fs::metadata(path).is_ok_and(|there| there.is_file());
    if let Some(Ok(file)) = is_file.then(|| std::fs::File::open(path)) {
        file.take(64).read_to_end(&mut start).unwrap_or_default();
    }
    start
}

/// Fails early where a pipe or a device is given: what a file is follows from its beginning, and what
/// was looked at there would be gone; some have no end either.
pub(super) fn check_is_file(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => {
            bail!("{} is a pipe or a device: save what it gives to a file first", path.display())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_a_file_is_in_any_case() {
        for (name, mesh, model) in [
            ("a.walkmesh", true, false),
            ("a.NavMesh", true, false),
            ("a.OBJ", false, true),
            ("a.sdf", false, true),
            ("obj", false, false),
            ("a.obj.txt", false, false),
        ] {
            let path = Path::new(name);
            assert_eq!((is_mesh(path), is_model(path)), (mesh, model), "{name}");
        }
    }
}
