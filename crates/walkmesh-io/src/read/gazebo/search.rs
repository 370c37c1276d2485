//! Where models and their files are.

use std::path::{Component, Path, PathBuf};

use roxmltree::Document;

use crate::read::xml::{children, word};

/// Folders above the world's that are looked in.
const ABOVE: usize = 4;
/// Lists of folders, as Gazebo's versions call them.
const VARIABLES: [&str; 3] =
    ["GAZEBO_MODEL_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH"];

/// The folders in which models are looked for, in order.
pub(super) struct Search {
    folders: Vec<PathBuf>,
}

/// The folder of a file; the current one for a bare name.
pub(super) fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

impl Search {
    /// Around a world: its folder, those above it, the folder `models` in each; then the folders
    /// of the environment.
    pub(super) fn of(world: &Path) -> Self {
        let folder = std::path::absolute(folder_of(world)).unwrap_or_else(|_| folder_of(world));
        let mut folders = Vec::new();
        for above in folder.ancestors().take(ABOVE) {
            folders.push(above.to_owned());
            folders.push(above.join("models"));
        }
        for variable in VARIABLES {
            let list = std::env::var_os(variable).unwrap_or_default();
            folders.extend(std::env::split_paths(&list).filter(|p| !p.as_os_str().is_empty()));
        }
        Self { folders }
    }

    /// The description of a model: in its folder, the file that `model.config` names.
    pub(super) fn model(&self, uri: &str, from: &Path) -> Option<PathBuf> {
        let found = self.find(uri, from, |path| path.is_dir() || path.is_file())?;
        if found.is_file() {
            return Some(found);
        }
        let config = std::fs::read_to_string(found.join("model.config")).unwrap_or_default();
        let named = Document::parse(&config).ok().and_then(|document| {
            // The newest version comes last by custom.
            let files = children(document.root_element(), "sdf");
            files.filter_map(|sdf| Some(word(sdf)?.to_owned())).last()
        });
        let file = found.join(named.unwrap_or_else(|| "model.sdf".to_owned()));
        [file, found.join("model.sdf")].into_iter().find(|file| file.is_file())
    }

    /// A file of a model.
    pub(super) fn file(&self, uri: &str, from: &Path) -> Option<PathBuf> {
        self.find(uri, from, Path::is_file)
    }

    /// What a URI names: below the folder of the file that says it when it has no scheme, else
    /// (and where nothing is there) below the folders of the search.
    fn find(&self, uri: &str, from: &Path, wanted: impl Fn(&Path) -> bool) -> Option<PathBuf> {
        let (scheme, rest) = uri.trim().split_once("://").unwrap_or(("", uri.trim()));
        if rest.is_empty() {
            return None;
        }
        if scheme == "file" && Path::new(rest).is_absolute() && wanted(Path::new(rest)) {
            return Some(PathBuf::from(rest));
        }
        let rest = rest.trim_start_matches('/');
        let near = (scheme != "model").then(|| from.to_owned());
        near.iter()
            .chain(&self.folders)
            .filter_map(|folder| below(folder, Path::new(rest)))
            .find(|found| wanted(found))
    }
}

/// The path below a folder, with other letter case where only that is there.
fn below(folder: &Path, rest: &Path) -> Option<PathBuf> {
    let direct = folder.join(rest);
    if direct.exists() {
        return Some(direct);
    }
    let mut at = folder.to_owned();
    for part in rest.components() {
        let next = match part {
            Component::Normal(name) => {
                let exact = at.join(name);
                if exact.exists() { exact } else { in_other_case(&at, &name.to_string_lossy())? }
            }
            Component::ParentDir => at.join(".."),
            Component::CurDir => continue,
            Component::RootDir | Component::Prefix(_) => return None,
        };
        at = next;
    }
    Some(at)
}

/// The entry of a folder whose name differs in case only; the first by name of several.
fn in_other_case(folder: &Path, name: &str) -> Option<PathBuf> {
    let wanted = name.to_lowercase();
    let entries = std::fs::read_dir(folder).ok()?;
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name().is_some_and(|n| n.to_string_lossy().to_lowercase() == wanted)
        })
        .collect();
    found.sort();
    found.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn models_are_found_around_the_world() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("worlds")).unwrap();
        fs::create_dir_all(root.join("models/Chair/meshes")).unwrap();
        fs::write(root.join("models/Chair/model-2.sdf"), "").unwrap();
        fs::write(root.join("models/Chair/meshes/chair.dae"), "").unwrap();
        let config =
            "<model><sdf version='1.4'>a.sdf</sdf><sdf version='1.6'>model-2.sdf</sdf></model>";
        fs::write(root.join("models/Chair/model.config"), config).unwrap();
        let world = root.join("worlds/w.world");
        let search = Search::of(&world);
        let from = folder_of(&world);
        let chair = root.join("models/Chair");
        for uri in ["model://Chair", "model:///Chair", "model://chair", "file://models/Chair"] {
            assert_eq!(search.model(uri, &from), Some(chair.join("model-2.sdf")), "{uri}");
        }
        let mesh = chair.join("meshes/chair.dae");
        assert_eq!(search.file("model://CHAIR/Meshes/Chair.DAE", &from), Some(mesh.clone()));
        assert_eq!(search.file("meshes/chair.dae", &chair), Some(mesh.clone()));
        assert_eq!(search.file(&format!("file://{}", mesh.display()), &from), Some(mesh));
        for uri in ["model://Table", "", "model://", "model://Chair/meshes"] {
            assert_eq!(search.file(uri, &from), None, "{uri}");
        }
    }
}
