//! STL, binary and text: triangles without a unit and without an axis; what makes them (CAD,
//! printers) takes Z as up.
//!
//! Binary is told by its size, not by its first word: many binary files begin with "solid" as
//! well. Each solid of a text file is an object. Normals are not looked at.

use std::path::Path;

use walkmesh::Point;
use walkmesh::soup::ObjectId;

use super::assembly::Assembly;
use super::{Conventions, Note, ReadError, UpAxis, encoding, kind, line, number};

const HEADER: usize = 80;
const RECORD: usize = 50;

pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<(Assembly, Conventions), ReadError> {
    let conventions = Conventions { up: UpAxis::Z, scale: 1.0 };
    if !is_binary(bytes) {
        if is_text(bytes) {
            return Ok((text(bytes, path)?, conventions));
        }
        // Any bytes could be records.
        if let Some(error) = kind::misnamed(bytes, path) {
            return Err(error);
        }
    }
    let Some(declared) = declared(bytes) else {
        return Err(ReadError::Syntax {
            path: path.to_owned(),
            format: "STL",
            what: format!("{} bytes are fewer than its header", bytes.len()),
        });
    };
    let records = (bytes.len() - HEADER - 4) / RECORD;
    // A count of 0 is what some exporters never filled in.
    let count = if declared == 0 { records } else { declared.min(records) };
    let mut assembly = binary(&bytes[HEADER + 4..], count, path)?;
    let more = records - count;
    let what = if count != declared {
        Some(format!("gives the count of triangles as {declared}, but the file holds {count}"))
    } else if more > 0 {
        Some(format!(
            "gives the count of triangles as {declared}, but what follows has room for {more} more: \
             it is left out"
        ))
    } else {
        None
    };
    let header = |what| Note::Part { part: "the header".to_owned(), what };
    assembly.notes.extend(what.map(header));
    Ok((assembly, conventions))
}

/// How many triangles the header of a binary file says that there are.
fn declared(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEADER..HEADER + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(count)).ok()
}

/// True for a binary file that is as long as its header says.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let length = declared(bytes).and_then(|n| n.checked_mul(RECORD)?.checked_add(HEADER + 4));
    length == Some(bytes.len())
}

/// Text starts with "solid" and has a facet, or the end of an empty solid, early on.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    let start = encoding::unmarked(bytes).trim_ascii_start();
    let begins = start.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    let early = &start[..start.len().min(1024)];
    begins
        && [&b"facet"[..], b"endsolid"]
            .iter()
            .any(|w| early.windows(w.len()).any(|part| part.eq_ignore_ascii_case(w)))
}

fn binary(records: &[u8], count: usize, path: &Path) -> Result<Assembly, ReadError> {
    let mut assembly = Assembly::default();
    let object = assembly.soup.add_object("");
    for record in records.chunks_exact(RECORD).take(count) {
        // Twelve bytes of normal, three corners, two bytes of whatever.
        let float = |at: usize| {
            let bytes = record.get(at..at + 4).and_then(|b| b.try_into().ok()).unwrap_or([0; 4]);
            f64::from(f32::from_le_bytes(bytes))
        };
        let corners = [12, 24, 36].map(|at| Point::new(float(at), float(at + 4), float(at + 8)));
        facet(&mut assembly, object, &corners, path)?;
    }
    assembly.emptiness = Some("no facets".to_owned());
    Ok(assembly)
}

fn facet(
    assembly: &mut Assembly,
    object: ObjectId,
    corners: &[Point],
    path: &Path,
) -> Result<(), ReadError> {
    let first = assembly.vertices(corners.iter().copied(), path)?;
    let corners: Vec<u32> = (first..).zip(corners).map(|(i, _)| i).collect();
    assembly.polygon(object, &corners);
    Ok(())
}

fn text(bytes: &[u8], path: &Path) -> Result<Assembly, ReadError> {
    let mut text = Text {
        path,
        assembly: Assembly::default(),
        object: None,
        corners: Vec::new(),
        short: 0,
        is_open: false,
    };
    let (mut rest, mut number) = (encoding::unmarked(bytes), 0);
    while !rest.is_empty() {
        let (line, after) = line::split(rest);
        rest = after;
        number += 1;
        text.line(&String::from_utf8_lossy(line), number)?;
    }
    Ok(text.finish())
}

/// A text file so far.
struct Text<'a> {
    path: &'a Path,
    assembly: Assembly,
    /// The solid that facets are of.
    object: Option<ObjectId>,
    /// Of the facet that is read.
    corners: Vec<Point>,
    /// Facets with too few corners.
    short: usize,
    is_open: bool,
}

impl Text<'_> {
    /// A line may have several words of weight, as `endloop endfacet`.
    fn line(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        let mut rest = line;
        while let Some(keyword) = word(&mut rest) {
            let is = |other: &str| keyword.eq_ignore_ascii_case(other);
            if is("vertex") {
                let corner = self.vertex(&mut rest, number)?;
                self.corners.push(corner);
            } else if is("facet") {
                self.corners.clear();
            } else if is("endfacet") {
                self.end_facet()?;
            } else if is("solid") {
                self.is_open = true;
                self.object = Some(self.assembly.soup.add_object(rest.trim()));
                break;
            } else if is("endsolid") || is("end") {
                self.is_open = false;
                break;
            }
        }
        Ok(())
    }

    fn vertex(&self, rest: &mut &str, line: usize) -> Result<Point, ReadError> {
        let mut next = || {
            let word = word(rest).unwrap_or_default();
            number::parse(word).ok_or_else(|| ReadError::Line {
                path: self.path.to_owned(),
                line,
                what: format!("a vertex has \"{word}\" for a number"),
            })
        };
        Ok(Point::new(next()?, next()?, next()?))
    }

    fn end_facet(&mut self) -> Result<(), ReadError> {
        let assembly = &mut self.assembly;
        let object = *self.object.get_or_insert_with(|| assembly.soup.add_object(""));
        if self.corners.len() < 3 {
            self.short += 1;
        } else {
            facet(assembly, object, &self.corners, self.path)?;
        }
        self.corners.clear();
        Ok(())
    }

    fn finish(self) -> Assembly {
        let mut assembly = self.assembly;
        assembly.skipped("facets of fewer than three corners", self.short);
        if self.is_open {
            let part = format!("the text after facet {}", assembly.soup.triangles.len());
            let what = "is cut off: there is no endsolid".to_owned();
            assembly.notes.push(Note::Part { part, what });
        }
        assembly.emptiness = Some("no facets".to_owned());
        assembly
    }
}

/// Takes the first word off a text.
fn word<'t>(text: &mut &'t str) -> Option<&'t str> {
    let start = text.trim_start();
    let (word, rest) = start.split_at(start.find(char::is_whitespace).unwrap_or(start.len()));
    *text = rest;
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(bytes: &[u8]) -> Result<usize, ReadError> {
        read(bytes, Path::new("a.stl")).map(|(assembly, _)| assembly.soup.triangles.len())
    }

    /// A binary file of two triangles whose header says so many.
    fn two(says: u32) -> Vec<u8> {
        let mut bytes = b"solid but not text".to_vec();
        bytes.resize(HEADER, b' ');
        bytes.extend(says.to_le_bytes());
        for x in [0.0_f32, 1.0] {
            for value in [0.0, 0.0, 1.0, x, 0.0, 0.0, x + 1.0, 0.0, 0.0, x, 1.0, 0.0] {
                bytes.extend(value.to_le_bytes());
            }
            bytes.extend([0, 0]);
        }
        bytes
    }

    #[test]
    fn binary_files_with_right_and_wrong_counts() {
        for (says, there) in [(2, 2), (0, 2), (1, 1), (9, 2), (u32::MAX, 2)] {
            let (assembly, _) = read(&two(says), Path::new("a.stl")).unwrap();
            assert_eq!(assembly.soup.triangles.len(), there, "{says}");
            assert_eq!(assembly.notes.is_empty(), says == 2, "{says}");
        }
        let (assembly, _) = read(&two(1), Path::new("a.stl")).unwrap();
        let said = assembly.notes[0].to_string();
        assert!(said.contains("triangles as 1, but what follows has room for 1 more"), "{said}");
        let mut cut = two(2);
        cut.truncate(cut.len() - 7);
        assert_eq!(count(&cut).unwrap(), 1);
        assert!(count(&cut[..60]).unwrap_err().to_string().contains("60 bytes"));
    }

    #[test]
    fn text_has_solids_with_names_and_any_case() {
        let text = "  SOLID one\nFacet normal 0 0 1\nouter loop\nVERTEX 0 0 0\nvertex 1 0 0\n\
            vertex 0 1 -1.#IND\nendloop\nEndFacet\nendsolid\nsolid two words\nfacet normal 0 0 1\n\
            outer loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\n\
            facet\nvertex 1 2 3\nendfacet\nendsolid\n";
        let (assembly, _) = read(text.as_bytes(), Path::new("a.stl")).unwrap();
        let names: Vec<&str> = assembly.soup.objects.iter().map(|o| o.name.as_str()).collect();
        assert_eq!(names, ["one", "two words"]);
        assert_eq!(assembly.soup.triangles.len(), 3);
        assert_eq!(assembly.notes.len(), 1, "the short facet");
        let (cut, _) = read(&text.as_bytes()[..200], Path::new("a.stl")).unwrap();
        let said = cut.notes.iter().map(ToString::to_string).collect::<String>();
        assert!(said.contains("after facet 1") && said.contains("cut off"), "{said}");
    }

    #[test]
    fn a_bad_number_names_its_line() {
        let text = "solid\nfacet\nvertex 0 zero 0\nendfacet\nendsolid";
        let error = count(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("line 3") && error.contains("\"zero\""), "{error}");
        assert_eq!(count(b"solid x\nendsolid x\n").unwrap(), 0);
    }

    #[test]
    fn text_may_be_marked_end_its_lines_anyhow_and_have_few_lines() {
        let lines = "solid a b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n\
            vertex 0 1 0\nendloop\nendfacet\nendsolid a b\n";
        for text in [
            format!("\u{feff}{lines}"),
            lines.replace('\n', "\r\n"),
            lines.replace('\n', "\r"),
            lines.replace("loop\n", "loop "),
            lines.replace("\nvertex", " vertex").replace("loop\n", "loop "),
        ] {
            let (assembly, _) = read(text.as_bytes(), Path::new("a.stl")).unwrap();
            assert_eq!(assembly.soup.triangles.len(), 1, "{text:?}");
            assert_eq!(assembly.soup.objects[0].name, "a b", "{text:?}");
            assert_eq!(assembly.notes, [], "{text:?}");
        }
        let error = count(b"solid\rfacet\rvertex 0 zero 0\r").unwrap_err().to_string();
        assert!(error.contains("line 3"), "{error}");
    }
}
