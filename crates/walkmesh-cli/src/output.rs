//! Files that appear whole or not at all.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use walkmesh::store;

/// Writes a file so that a failure leaves what was there before.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    check_folder(path)?;
    store::write_atomically(path, |file| file.write_all(bytes))
        .with_context(|| format!("could not write {}", path.display()))
}

/// Makes a folder and those above it.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path)
        .with_context(|| format!("could not make the folder {}", path.display()))
}

/// Fails early, before long work, when a folder could not be made as there is a file of its name or of
/// that of a folder above it.
pub(crate) fn check_is_folder(path: &Path) -> Result<()> {
    match path.ancestors().find(|above| above.exists()) {
        Some(file) if !file.is_dir() => bail!("{} is a file: name a folder", file.display()),
        _ => Ok(()),
    }
}

/// Fails early, before long work, when a file could not be written at this place, or would be written
/// over one of those that are read.
pub(crate) fn check_new(path: &Path, read: &[&Path]) -> Result<()> {
    check_folder(path)?;
    let real = |path: &Path| fs::canonicalize(path).ok();
    if let Some(input) =
        read.iter().find(|input| real(path).is_some_and(|p| Some(p) == real(input)))
    {
        bail!("{} is read as input: name another file to write", input.display());
    }
    Ok(())
}

/// A path as a shell takes it, and no flag.
pub(crate) fn quoted(path: &Path) -> String {
    let shown = path.display().to_string();
    let shown = if shown.starts_with('-') { format!("./{shown}") } else { shown };
    let is_plain = |c: char| c.is_alphanumeric() || "/\\._-:+,@%".contains(c);
    if shown.chars().all(is_plain) { shown } else { format!("'{}'", shown.replace('\'', "'\\''")) }
}

/// Fails early when a mesh of our own would get the name of another kind of file.
pub(crate) fn check_kind(path: &Path) -> Result<()> {
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("walkmesh")) {
        return Ok(());
    }
    bail!(
        "{}: what is written here is a .walkmesh; `walkmesh convert` makes other files of it",
        path.display()
    );
}

/// Fails early, before long work, when a file could not be written at this place.
pub(crate) fn check_folder(path: &Path) -> Result<()> {
    if path == Path::new("-") {
        bail!("a file appears whole or not at all, which stdout cannot: name a file to write");
    }
    if path.file_name().is_none() || path.is_dir() {
        bail!("{} is a folder: name a file to write", path.display());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => bail!("{} is not a folder: nothing can be written there", folder.display()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("the folder {} does not exist: make it first", folder.display())
        }
        Err(error) => {
            Err(error).with_context(|| format!("could not look into {}", folder.display()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_one_word_and_no_flag() {
        for (path, word) in [
            ("maps/a-1.obj", "maps/a-1.obj"),
            ("-a.obj", "./-a.obj"),
            ("a b.obj", "'a b.obj'"),
            ("-it's.obj", "'./-it'\\''s.obj'"),
        ] {
            assert_eq!(quoted(Path::new(path)), word);
        }
    }
}
