//! Files that are either whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file so that a reader sees the old one or the whole new one, never a part: the
/// content goes to a new file in the same folder, is flushed to the disk and takes the name. A link to
/// a file stays one, to the new content, and who may read and write a file that is replaced stays too.
///
/// # Errors
/// What `content` or the file system said, or that there is something by that name that is no file (a
/// folder, a pipe, a device); nothing new is left in the folder then, and a file that had the name is
/// as it was.
pub fn write_atomically(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let there = match fs::metadata(path) {
        Ok(there) if there.is_file() => Some(there),
        Ok(_) => {
            let sentence = format!("{} is there already and is no file", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, sentence));
        }
        Err(_) => None,
    };
    let path = &if there.is_some() { fs::canonicalize(path)? } else { path.to_path_buf() };
    let (temporary, file) = create_beside(path)?;
    let result = fill(file, content)
        .and_then(|()| {
            there.map_or(Ok(()), |old| fs::set_permissions(&temporary, old.permissions()))
        })
        .and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // The first error is what the caller wants to hear of.
        let _ = fs::remove_file(&temporary);
    }
    result
}

fn fill(file: File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    content(&mut writer)?;
    let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()
}

/// A new file in the folder of `path`, under a name that no other process or thread uses.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    const TRIES: u32 = 100;
    let name = path.file_name().ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, format!("{} names no file", path.display()))
    })?;
    let mut tries = 0;
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{number}.part", std::process::id()));
        let temporary = path.with_file_name(hidden);
        match File::create_new(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            Err(e) => return Err(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_what_was_there_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        write_atomically(&path, |w| w.write_all(b"old")).unwrap();
        let failed = write_atomically(&path, |w| {
            w.write_all(b"half of the new")?;
            Err(io::Error::other("disk full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "disk full");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write_atomically(&path, |w| w.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_rights_and_what_is_no_file_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["a.bin", "link.bin"].map(|name| folder.path().join(name));
        write_atomically(&path, |w| w.write_all(b"old")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        write_atomically(&link, |w| w.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let socket = folder.path().join("socket");
        let _held = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert!(write_atomically(&socket, |w| w.write_all(b"new")).is_err());
        assert!(!fs::metadata(&socket).unwrap().is_file());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_atomically(&folder.path().join("no/such/a.bin"), |_| Ok(())).is_err());
        assert!(write_atomically(Path::new("/"), |_| Ok(())).is_err());
    }
}
