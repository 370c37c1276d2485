//! The command as a program: exit codes, JSON keys, files left behind.

mod bad_input;
mod bake;
mod convert;
mod edit;
mod json;
mod path;
mod render;
mod rules;
mod scene;
mod storeys;
mod update;

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use tempfile::TempDir;

/// A finished run of the command.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs `walkmesh` in a folder.
fn walkmesh(folder: &TempDir, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_walkmesh"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Run {
    /// The JSON object on stdout of a run that must have worked.
    fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        self.object()
    }

    /// The one JSON object on stdout, whatever the exit code; no key of it is given twice.
    fn object(&self) -> Value {
        let value: Value = serde_json::from_str(&self.stdout).expect("stdout is one JSON object");
        let Keys(keys) = serde_json::from_str(&self.stdout).expect("stdout is one JSON object");
        let once = value.as_object().map(serde_json::Map::len);
        assert_eq!(once, Some(keys), "a key twice: {}", self.stdout);
        value
    }

    /// Asserts that it refused with one sentence on stderr that holds all of `words`.
    fn refused(&self, words: &[&str]) {
        assert_eq!(self.code, Some(2), "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "no `{word}` in: {}", self.stderr);
        }
        for trace in ["panicked", "RUST_BACKTRACE", "stack backtrace"] {
            assert!(!self.stderr.contains(trace), "{}", self.stderr);
        }
    }
}

/// How many keys are written in an object, each as often as it is.
struct Keys(usize);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Self(0))
    }
}

impl<'de> Visitor<'de> for Keys {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            self.0 += 1;
        }
        Ok(self)
    }
}

/// A fresh folder that goes when the test ends.
fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// The names in a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A level square of 10 x 10 m around the origin, facing up.
const FLOOR: &str = "v -5 0 -5\nv -5 0 5\nv 5 0 5\nv 5 0 -5\nf 1 2 3 4\n";

/// A folder with `floor.obj` and its mesh `floor.walkmesh`, cells of 0.1 m.
fn floor_mesh() -> TempDir {
    let folder = folder();
    fs::write(folder.path().join("floor.obj"), FLOOR).expect("the model can be written");
    let run = walkmesh(&folder, &["bake", "floor.obj", "--preset", "human"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    folder
}

/// Asserts that an object has all of these keys.
fn has_keys(value: &Value, keys: &[&str]) {
    for key in keys {
        assert!(value.get(key).is_some(), "no key `{key}` in {value}");
    }
}

#[test]
fn no_verb_shows_help_and_is_bad_use() {
    let run = walkmesh(&folder(), &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("Usage: walkmesh"));
    let run = walkmesh(&folder(), &["--version"]);
    assert_eq!((run.code, run.stdout.starts_with("walkmesh ")), (Some(0), true));
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_walkmesh"))
        .arg("scene")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = floor_mesh();
    walkmesh(&folder, &["scene", "building", "-o", "level.glb"]);
    fs::write(folder.path().join("edits.toml"), "").expect("a script");
    fs::write(folder.path().join("rules.walkmesh"), "").expect("rules");
    let before = files(folder.path());
    let model = fs::read(folder.path().join("level.glb")).expect("the model");
    let refused = |arguments: &[&str], words: &[&str]| walkmesh(&folder, arguments).refused(words);
    refused(&["bake", "level.glb", "-o", "level.glb"], &["level.glb is read as input"]);
    refused(
        &["bake", "level.glb", "--rules", "rules.walkmesh", "-o", "rules.walkmesh"],
        &["rules.walkmesh is read as input"],
    );
    refused(&["convert", "level.glb", "./level.glb"], &["level.glb is read as input"]);
    refused(&["edit", "floor.walkmesh", "edits.toml", "-o", "edits.toml"], &["edits.toml"]);
    refused(
        &["edit", "floor.walkmesh", "edits.toml", "-o", "./floor.walkmesh"],
        &["floor.walkmesh is read as input"],
    );
    refused(&["bake", "level.glb", "-o", "-"], &["name a file"]);
    refused(&["bake", "level.glb", "-o", "level.bin"], &["walkmesh convert"]);
    refused(&["bake", "-o", "room.svg"], &["walkmesh convert"]);
    refused(&["bake", "level.glb", "--stages", "level.glb"], &["level.glb is a file"]);
    refused(&["bake", "level.glb", "--stages", "level.glb/a/b"], &["level.glb is a file"]);
    assert_eq!(files(folder.path()), before);
    assert!(fs::read(folder.path().join("level.glb")).expect("the model") == model);
}

#[test]
fn hints_can_be_pasted_and_what_they_name_is_there() {
    let folder = folder();
    walkmesh(&folder, &["scene", "stairs", "-o", "my level.obj"]);
    let run = walkmesh(&folder, &["bake", "my level.obj"]);
    assert!(run.stdout.contains("render 'my level.walkmesh' -o 'my level.svg'"), "{}", run.stdout);
    let room = walkmesh(&folder, &["bake", "-o", "my room.walkmesh"]);
    assert!(room.stdout.contains("info 'my room.walkmesh'\n"), "{}", room.stdout);
    let ends =
        run.stdout.rsplit("--from ").next().and_then(|rest| rest.trim().split_once(" --to "));
    let (from, to) = ends.expect("a path to try");
    let asked = ["path", "my level.walkmesh", "--from", from, "--to", to, "--json"];
    let path = walkmesh(&folder, &asked).json();
    assert_eq!(path["status"], "complete", "{path}");
    assert!(path["length"].as_f64() > Some(5.0), "{path}");
}

#[test]
fn bad_use_says_in_json_what_is_missing() {
    let run = walkmesh(&folder(), &["path", "a.walkmesh", "--json"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("--from"), "{}", run.stdout);
    let run = walkmesh(&folder(), &["bake", "--preset", "giant", "--json"]);
    assert!(run.stdout.ends_with("habitat]\"}\n"), "{}", run.stdout);
}
