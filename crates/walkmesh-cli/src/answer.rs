//! What a verb found out, as text for people and as one JSON object for programs.

use std::fmt::{self, Write};
use std::path::Path;

use anyhow::{Context, Error, Result};
use serde::Serialize;

/// The result of a verb, ready to print.
pub(crate) struct Answer {
    /// For people; ends with a line break.
    pub(crate) text: String,
    /// One object on one line; ends with a line break.
    pub(crate) json: String,
    /// False when a check failed: the work was done and the result is bad.
    pub(crate) passed: bool,
}

impl Answer {
    /// An answer that is good news.
    pub(crate) fn new(text: impl Into<String>, object: &impl Serialize) -> Result<Self> {
        let json = serde_json::to_string(object).context("could not write the answer as JSON")?;
        Ok(Self { text: text.into(), json: json + "\n", passed: true })
    }
}

/// An error, and what is worth knowing of the model that it is about: it may well be the reason.
#[derive(Debug)]
pub(crate) struct Noted {
    sentence: String,
    notes: Vec<String>,
}

impl Noted {
    /// Adds notes on a model to what went wrong with it.
    pub(crate) fn add(error: Error, notes: &[String]) -> Error {
        if notes.is_empty() {
            return error;
        }
        Error::new(Self { sentence: sentence(&error), notes: notes.to_vec() })
    }

    /// The notes that an error has.
    pub(crate) fn of(error: &Error) -> &[String] {
        error.downcast_ref::<Self>().map_or(&[], |noted| &noted.notes)
    }
}

impl fmt::Display for Noted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Noted {}

/// Notes on a model for people, with a heading; nothing where there are none.
pub(crate) fn notes_text(notes: &[String]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let lines: String = notes.iter().map(|note| format!("  {note}\n")).collect();
    format!("notes on the model\n{lines}")
}

/// The error and its causes in one sentence; what an error says of its cause is said once.
pub(crate) fn sentence(error: &Error) -> String {
    let mut said = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !said.contains(&cause) {
            let joint = if said.is_empty() { "" } else { ": " };
            said.push_str(joint);
            said.push_str(&cause);
        }
    }
    said
}

/// The object that `--json` prints when a verb could not do its work.
pub(crate) fn error_object(sentence: &str, notes: &[String]) -> String {
    let mut object = serde_json::json!({ "error": sentence });
    if !notes.is_empty() {
        object["notes"] = notes.into();
    }
    format!("{object}\n")
}

/// A path in JSON: as it is shown, since names need not be UTF-8.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// How this program was started, for the lines that say what to do next.
pub(crate) fn command() -> &'static str {
    // Cargo sets this for what it runs; a newcomer has no `walkmesh` on the path yet.
    if std::env::var_os("CARGO").is_some() { "cargo run --release --" } else { "walkmesh" }
}

/// Lines of `name   value`, the values in one column.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<(String, String)>,
}

impl Table {
    /// Adds a row.
    pub(crate) fn row(&mut self, name: &str, value: impl Into<String>) -> &mut Self {
        self.rows.push((name.to_owned(), value.into()));
        self
    }

    /// The rows as text, each indented by two spaces.
    pub(crate) fn text(&self) -> String {
        let width = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        self.rows.iter().fold(String::new(), |mut text, (name, value)| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {name:width$}  {value}");
            text
        })
    }
}

/// So many of something that has a plain plural: `1 tile`, `2 tiles`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {one}{s}")
}

/// Seconds in the unit that reads best.
pub(crate) fn seconds(seconds: f64) -> String {
    if seconds < 1e-3 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// A world length without trailing zeros, to a tenth of a millimetre; with an exponent where that is
/// too coarse, or absurd.
pub(crate) fn metres(metres: f64) -> String {
    if metres != 0.0 && !(1e-2..1e12).contains(&metres.abs()) {
        return format!("{metres:.3e}");
    }
    // Both zeros are one.
    let text = format!("{:.4}", metres + 0.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "tile")), ["0 tiles", "1 tile", "2 tiles"]);
        assert_eq!(seconds(0.000_012), "12 µs");
        assert_eq!(seconds(0.0123), "12.3 ms");
        assert_eq!(seconds(2.5), "2.50 s");
        assert_eq!(metres(0.3), "0.3");
        assert_eq!(metres(12.0), "12");
        assert_eq!((metres(0.0), metres(-0.0)), ("0".to_owned(), "0".to_owned()));
        assert_eq!(metres(0.000_244_140_625), "2.441e-4");
        assert_eq!(metres(-2e300), "-2.000e300");
    }

    #[test]
    fn errors_are_valid_json() {
        assert_eq!(error_object("a \"b\"", &[]), "{\"error\":\"a \\\"b\\\"\"}\n");
        let noted = error_object("a", &["b".to_owned()]);
        assert_eq!(noted, "{\"error\":\"a\",\"notes\":[\"b\"]}\n");
    }
}
