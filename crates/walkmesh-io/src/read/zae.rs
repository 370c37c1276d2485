//! `.zae`: COLLADA in a zip archive, with a manifest that names the document, or without.

use std::io::{Cursor, Read};
use std::path::Path;

use roxmltree::Document;
use zip::ZipArchive;

use super::assembly::Assembly;
use super::xml::{text_of, word};
use super::{Conventions, ReadError, collada};

/// Unpacked, a document may have so many bytes; more is refused before it fills the memory.
const MOST_BYTES: u64 = 1 << 29;

pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<(Assembly, Conventions), ReadError> {
    let syntax = |what: String| ReadError::Syntax { path: path.to_owned(), format: "ZAE", what };
    let mut archive =
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| syntax(error.to_string()))?;
    let named = named_by_manifest(&mut archive, path)?;
    let first = || {
        let names = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned()));
        names.filter(|name| name.to_lowercase().ends_with(".dae")).min()
    };
    let name = named
        .filter(|name| archive.index_for_name(name).is_some())
        .or_else(first)
        .ok_or_else(|| syntax("there is no .dae in it".to_owned()))?;
    let document =
        entry(&mut archive, &name, path)?.ok_or_else(|| syntax(format!("{name} is not in it")))?;
    collada::read(&document, path)
}

/// The document that `manifest.xml` names, if there is one.
fn named_by_manifest(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    path: &Path,
) -> Result<Option<String>, ReadError> {
    let Some(manifest) = entry(archive, "manifest.xml", path)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&manifest);
    let Ok(document) = Document::parse(&text) else { return Ok(None) };
    let root = document.root_element();
    let named =
        if root.tag_name().name() == "dae_root" { word(root) } else { text_of(root, "dae_root") };
    Ok(named.map(|name| name.trim_start_matches("./").to_owned()))
}

/// The bytes of an entry, or `None` when there is no such entry.
fn entry(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    name: &str,
    path: &Path,
) -> Result<Option<Vec<u8>>, ReadError> {
    let syntax = |what: String| ReadError::Syntax { path: path.to_owned(), format: "ZAE", what };
    let Some(index) = archive.index_for_name(name) else { return Ok(None) };
    let packed = archive.by_index(index).map_err(|error| syntax(format!("{name}: {error}")))?;
    let mut bytes = Vec::new();
    packed
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| syntax(format!("{name}: {error}")))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST_BYTES) {
        let path = path.to_owned();
        return Err(ReadError::TooMany { path, what: "bytes of COLLADA", limit: MOST_BYTES });
    }
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    const MODEL: &str = "<COLLADA><library_geometries><geometry id='g'><mesh>\
        <source id='p'><float_array id='f' count='9'>0 0 0 1 0 0 0 1 0</float_array>\
        <technique_common><accessor source='#f' count='3' stride='3'/></technique_common></source>\
        <vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\
        <triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p>\
        </triangles></mesh></geometry></library_geometries></COLLADA>";

    fn archive(entries: &[(&str, &str)]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
            zip.write_all(text.as_bytes()).expect("its bytes");
        }
        zip.finish().expect("an archive").into_inner()
    }

    fn count(entries: &[(&str, &str)]) -> Result<usize, String> {
        let read = read(&archive(entries), Path::new("a.zae"));
        read.map(|(a, _)| a.soup.triangles.len()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_manifest_names_the_document() {
        let manifest = "<?xml version='1.0'?><dae_root>./b.dae</dae_root>";
        assert_eq!(
            count(&[("a.dae", "<x/>"), ("b.dae", MODEL), ("manifest.xml", manifest)]),
            Ok(1)
        );
        assert_eq!(count(&[("t.png", ""), ("b.DAE", MODEL)]), Ok(1));
        let stale = "<dae_root>gone.dae</dae_root>";
        assert_eq!(count(&[("b.dae", MODEL), ("manifest.xml", stale)]), Ok(1));
    }

    #[test]
    fn archives_without_a_document_are_refused() {
        assert!(count(&[("t.png", "")]).unwrap_err().contains("no .dae"));
        assert!(count(&[("a.dae", "<x/>")]).unwrap_err().contains("<x>"));
        let whole = archive(&[("b.dae", MODEL)]);
        for end in 0..whole.len() {
            assert!(read(&whole[..end], Path::new("a.zae")).is_err(), "{end}");
        }
    }
}
