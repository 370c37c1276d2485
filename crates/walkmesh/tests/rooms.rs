//! A room imports only rooms above it: the order is that of the modules in `src/lib.rs`.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, top first, as `lib.rs` declares them.
fn rooms(source: &Path) -> Vec<String> {
    let lib = fs::read_to_string(source.join("lib.rs")).expect("lib.rs can be read");
    lib.lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .map(str::to_owned)
        .collect()
}

/// Every Rust file at or under `path`.
fn rust_files(path: &Path, into: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder of sources can be read");
        let mut entries: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
        entries.sort();
        entries.iter().for_each(|entry| rust_files(entry, into));
    } else if path.extension().is_some_and(|e| e == "rs") {
        into.push(path.to_owned());
    }
}

/// The code of a file, line by line: without comments, and without its tests (which may look
/// down on what is built from a room).
fn code(text: &str) -> Vec<&str> {
    let mut code = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            if lines.next().is_some_and(|item| item.trim_end().ends_with('{')) {
                return code; // a test module ends its file
            }
            code.extend(["", ""]);
        } else {
            code.push(line.split("//").next().unwrap_or_default());
        }
    }
    code
}

/// The rooms that a piece of code names: `crate::room` and `crate::{room, other::Item}`.
fn named<'a>(code: &'a str, rooms: &[String]) -> Vec<(usize, &'a str)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let heads = if let Some(list) = rest.strip_prefix('{') { heads(list) } else { vec![rest] };
        for head in heads {
            let name =
                head.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            if rooms.iter().any(|room| room == name) {
                found.push((at, name));
            }
        }
    }
    found
}

/// Where the entries of a braced `use` list begin, without those nested deeper.
fn heads(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut heads) = (0, 0, Vec::new());
    for (i, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                heads.push(list[start..i].trim_start());
                start = i + 1;
                if c == '}' {
                    return heads;
                }
            }
            _ => {}
        }
    }
    heads
}

#[test]
fn a_room_imports_only_rooms_above_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rooms = rooms(&source);
    assert!(rooms.len() >= 10 && rooms[0] == "threads", "lib.rs lists the rooms: {rooms:?}");
    let rank = |name: &str| rooms.iter().position(|room| room == name).unwrap();
    let mut wrong = Vec::new();
    for room in &rooms {
        let mut files = Vec::new();
        rust_files(&source.join(room), &mut files);
        rust_files(&source.join(format!("{room}.rs")), &mut files);
        for file in files.iter().filter(|f| f.exists() && !f.ends_with("tests.rs")) {
            let text = fs::read_to_string(file).unwrap();
            let joined = code(&text).join("\n");
            for (at, other) in named(&joined, &rooms) {
                if rank(other) > rank(room) {
                    let line = joined[..at].matches('\n').count() + 1;
                    let file = file.strip_prefix(&source).unwrap().display();
                    wrong.push(format!("{file}:{line}: `{room}` imports `{other}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "rooms import only rooms above them:\n{}", wrong.join("\n"));
}

/// WebAssembly without a system around it has no clock, and asking it for the time panics.
#[test]
fn the_time_is_asked_for_in_one_place() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    files.retain(|file| {
        let text = fs::read_to_string(file).expect("a file of sources can be read");
        let code = code(&text).join("\n");
        ["Instant", "SystemTime"].iter().any(|clock| code.contains(clock))
    });
    let files: Vec<_> = files.iter().map(|file| file.strip_prefix(&source).unwrap()).collect();
    assert_eq!(files, [Path::new("threads/stopwatch.rs")]);
}

#[test]
fn every_way_to_name_a_room_is_seen() {
    let rooms = ["geom", "mesh", "query"].map(str::to_owned);
    let names = |code| named(code, &rooms).into_iter().map(|(_, n)| n).collect::<Vec<_>>();
    assert_eq!(names("use crate::mesh::Tile;"), ["mesh"]);
    assert_eq!(names("use crate::{geom::{Point, cast}, query};"), ["geom", "query"]);
    assert_eq!(names("let t: crate::mesh::Tile = crate::query::x();"), ["mesh", "query"]);
    assert_eq!(names("use crate::Point; use crate::meshes::X;"), [""; 0]);
    assert_eq!(code("a // use crate::query\n#[cfg(test)]\nmod tests;\nb"), ["a ", "", "", "b"]);
    assert_eq!(code("a\n#[cfg(test)]\nmod tests {\nb"), ["a"]);
}
