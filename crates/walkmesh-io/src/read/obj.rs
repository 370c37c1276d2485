//! Wavefront OBJ, on bytes: names may be in any encoding, numbers are `f64`.
//!
//! Read are `v`, `f`, `o`, `g` and the name of `usemtl`; an object of the soup is one combination
//! of these three, named `object/group:material`. `l` and `p` are skipped; normals, texture
//! coordinates, materials and free-form surfaces are not looked at. Faces may refer to vertices
//! that follow them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use walkmesh::Point;
use walkmesh::geom::cast;
use walkmesh::soup::ObjectId;

use super::assembly::Assembly;
use super::{Conventions, ReadError, encoding, line, number};

/// A face whose indices are yet to be checked against all vertices.
struct Face {
    object: ObjectId,
    line: usize,
    /// Its corners end here in [`Reader::corners`].
    end: usize,
}

struct Reader<'a> {
    path: &'a Path,
    line: usize,
    points: Vec<Point>,
    corners: Vec<u32>,
    faces: Vec<Face>,
    assembly: Assembly,
    /// Names in force: of the object, the group and the material.
    names: [String; 3],
    /// The object for the names in force, once a face asks for it.
    current: Option<ObjectId>,
    objects: HashMap<[String; 3], ObjectId>,
    flat: usize,
}

pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<(Assembly, Conventions), ReadError> {
    let mut reader = Reader {
        path,
        line: 0,
        points: Vec::new(),
        corners: Vec::new(),
        faces: Vec::new(),
        assembly: Assembly::default(),
        names: Default::default(),
        current: None,
        objects: HashMap::new(),
        flat: 0,
    };
    // Marked text of sixteen bits is turned to bytes; all else is read as it is, so that one bad
    // name spoils nothing.
    let text;
    let mut rest = encoding::unmarked(bytes);
    if rest.starts_with(b"\xff\xfe") || rest.starts_with(b"\xfe\xff") {
        text = encoding::text(rest);
        rest = text.as_bytes();
    }
    while !rest.is_empty() {
        let (line, lines, after) = logical_line(rest);
        rest = after;
        reader.line += 1;
        reader.statement(&line)?;
        reader.line += lines - 1;
    }
    Ok((reader.finish()?, Conventions::default()))
}

/// One line without its end, with the lines that a `\` at its end joins to it; how many these
/// are; what follows.
fn logical_line(bytes: &[u8]) -> (Cow<'_, [u8]>, usize, &[u8]) {
    let (first, mut rest) = line::split(bytes);
    let Some(start) = first.strip_suffix(b"\\") else {
        return (Cow::Borrowed(first), 1, rest);
    };
    let mut joined = start.to_vec();
    let mut lines = 1;
    loop {
        let (next, after) = line::split(rest);
        rest = after;
        lines += 1;
        joined.push(b' ');
        if let Some(start) = next.strip_suffix(b"\\") {
            joined.extend_from_slice(start);
            if !rest.is_empty() {
                continue;
            }
        } else {
            joined.extend_from_slice(next);
        }
        return (Cow::Owned(joined), lines, rest);
    }
}

impl Reader<'_> {
    fn statement(&mut self, line: &[u8]) -> Result<(), ReadError> {
        let line = line.trim_ascii();
        let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
        let (keyword, arguments) = line.split_at(end);
        match keyword {
            b"v" => self.vertex(arguments),
            b"f" | b"fo" => self.face(arguments),
            b"o" => {
                // A new object ends the group of the one before.
                self.names[1].clear();
                self.name(0, arguments);
                Ok(())
            }
            b"g" => {
                self.name(1, arguments);
                Ok(())
            }
            b"usemtl" => {
                self.name(2, arguments);
                Ok(())
            }
            b"l" => {
                self.assembly.skipped("lines", 1);
                Ok(())
            }
            b"p" => {
                self.assembly.skipped("points", 1);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn name(&mut self, which: usize, bytes: &[u8]) {
        self.names[which] = String::from_utf8_lossy(bytes.trim_ascii()).into_owned();
        self.current = None;
    }

    fn vertex(&mut self, arguments: &[u8]) -> Result<(), ReadError> {
        let mut numbers = words(arguments);
        let mut coordinate = || {
            let word = numbers.next().unwrap_or(b"");
            number::parse_bytes(word).ok_or_else(|| {
                let word = String::from_utf8_lossy(word);
                self.wrong(format!("a vertex needs three numbers, \"{word}\" is none"))
            })
        };
        let [x, y, z] = [coordinate()?, coordinate()?, coordinate()?];
        self.points.push(Point::new(x, y, z));
        if self.points.len() > cast::index(u32::MAX) {
            return Err(ReadError::TooMany {
                path: self.path.to_owned(),
                what: "vertices",
                limit: u32::MAX.into(),
            });
        }
        Ok(())
    }

    fn face(&mut self, arguments: &[u8]) -> Result<(), ReadError> {
        let start = self.corners.len();
        for word in words(arguments) {
            let corner = self.corner(word)?;
            self.corners.push(corner);
        }
        if self.corners.len() - start < 3 {
            self.corners.truncate(start);
            self.flat += 1;
            return Ok(());
        }
        let object = self.object();
        self.faces.push(Face { object, line: self.line, end: self.corners.len() });
        Ok(())
    }

    /// The vertex index of `v`, `v/vt`, `v//vn` or `v/vt/vn`; negative ones count back.
    fn corner(&self, word: &[u8]) -> Result<u32, ReadError> {
        let digits = word.split(|b| *b == b'/').next().unwrap_or(word);
        let text = std::str::from_utf8(digits).unwrap_or("");
        let index: i64 = text.parse().map_err(|_| {
            let word = String::from_utf8_lossy(word);
            self.wrong(format!("\"{word}\" is no corner of a face"))
        })?;
        let known = i64::from(cast::count(self.points.len()));
        let from_zero = if index < 0 { known + index } else { index - 1 };
        u32::try_from(from_zero).map_err(|_| {
            self.wrong(format!("a face refers to vertex {index}, with {known} vertices before it"))
        })
    }

    fn object(&mut self) -> ObjectId {
        if let Some(object) = self.current {
            return object;
        }
        let soup = &mut self.assembly.soup;
        let object = *self
            .objects
            .entry(self.names.clone())
            .or_insert_with_key(|names| soup.add_object(full_name(names)));
        self.current = Some(object);
        object
    }

    fn finish(mut self) -> Result<Assembly, ReadError> {
        let known = self.points.len();
        self.assembly.vertices(std::mem::take(&mut self.points), self.path)?;
        let mut start = 0;
        for face in &self.faces {
            let corners = &self.corners[start..face.end];
            start = face.end;
            if let Some(bad) = corners.iter().find(|corner| cast::index(**corner) >= known) {
                self.line = face.line;
                let index = u64::from(*bad) + 1;
                return Err(self.wrong(format!(
                    "a face refers to vertex {index}, but the file has {known} vertices"
                )));
            }
            self.assembly.polygon(face.object, corners);
        }
        self.assembly.skipped("faces with fewer than three corners", self.flat);
        self.assembly.emptiness = Some(format!("no faces; vertices: {known}"));
        Ok(self.assembly)
    }

    fn wrong(&self, what: String) -> ReadError {
        ReadError::Line { path: self.path.to_owned(), line: self.line, what }
    }
}

fn full_name([object, group, material]: &[String; 3]) -> String {
    let mut name = object.clone();
    if !(object.is_empty() || group.is_empty()) {
        name.push('/');
    }
    name.push_str(group);
    if !(name.is_empty() || material.is_empty()) {
        name.push(':');
    }
    name + material
}

/// Words up to a comment.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .take_while(|word| !word.starts_with(b"#"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &[u8]) -> Result<Assembly, ReadError> {
        read(text, Path::new("test.obj")).map(|(assembly, _)| assembly)
    }

    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\n";

    #[test]
    fn indices_of_all_kinds_agree() {
        let expected = parse(format!("{SQUARE}f 1 2 3 4\n").as_bytes()).ok().unwrap().soup;
        assert_eq!(expected.triangles.len(), 2);
        for face in [
            "f -4 -3 -2 -1",
            "f 1/1 2/2 3/3 4/4",
            "f 1//9 2//9 3//9 4//9",
            "f 1/2/3 2/3/4 3/4/5 4/5/6 # four",
            "f 1 \\\n 2 3\\\n4",
            "f 1 2 \\\r\n3 4\r",
            "  f\t1  2\t3 4  ",
        ] {
            let soup = parse(format!("{SQUARE}{face}\n").as_bytes()).ok().unwrap().soup;
            assert_eq!(soup, expected, "{face}");
        }
        let before = parse(format!("f 1 2 3 4\n{SQUARE}").as_bytes()).ok().unwrap().soup;
        assert_eq!(before, expected);
    }

    #[test]
    fn names_are_kept() {
        let text = format!(
            "{SQUARE}f 1 2 3\no house\nf 1 2 3\ng wall\nusemtl brick\nf 1 2 3\no house\nusemtl\n\
             f 2 3 4\no caf\u{e9}\nf 1 2 3\n"
        );
        let soup = parse(text.as_bytes()).ok().unwrap().soup;
        let names: Vec<_> = soup.objects.iter().map(|o| o.name.as_str()).collect();
        assert_eq!(names, ["", "house", "house/wall:brick", "caf\u{e9}"]);
        assert_eq!(soup.triangles[3].object, soup.triangles[1].object);
        let latin = parse(b"v 0 0 0\no caf\xe9 # 1\nf 1 1 1\n").ok().unwrap().soup;
        assert_eq!(latin.objects[0].name, "caf\u{fffd} # 1");
    }

    #[test]
    fn errors_name_line_and_value() {
        for (text, says) in [
            ("v 0 0 0\nv 1 0\n", "line 2: a vertex needs three numbers, \"\" is none"),
            ("v 0 0,5 0\n", "line 1: a vertex needs three numbers, \"0,5\" is none"),
            ("v 0 0 0\nf 1 2 3\n", "line 2: a face refers to vertex 2, but the file has 1 ver"),
            ("v 0 0 0\n\nf 1 -2 1\n", "line 3: a face refers to vertex -2, with 1 vertices"),
            ("v 0 0 0\nf 0 1 1\n", "a face refers to vertex 0,"),
            ("f 1 a 1\n", "\"a\" is no corner"),
            ("#\\\n\nv 0 0 0\nf 1 1 99999999999999999999\n", "line 4"),
            ("v 0 0 0\nf 1 1 9223372036854775807\n", "refers to vertex 9223372036854775807"),
            ("v 0 0 0\nf 1 1 -9223372036854775808\n", "refers to vertex -9223372036854775808"),
        ] {
            let error = parse(text.as_bytes()).err().unwrap().to_string();
            assert!(error.contains(says), "{text:?}: {error}");
        }
    }

    #[test]
    fn what_is_no_face_is_skipped() {
        let text = format!("{SQUARE}l 1 2\np 1\np 2\nf 1 2\nf 1 2 3\nv 1.#QNAN 0 0\ncurv 0 1 2\n");
        let assembly = parse(text.as_bytes()).ok().unwrap();
        assert_eq!(assembly.soup.triangles.len(), 1);
        assert_eq!(assembly.notes.len(), 3);
        assert!(assembly.soup.vertices[4].x.is_nan());
    }
}
