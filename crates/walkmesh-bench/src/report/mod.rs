//! The results for readers: docs/benchmarks.md, its pictures, the summary in the README.

mod goals;
mod page;
mod plot;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::row::{Results, Row};

/// Around what a program writes into a page that people write as well.
const SUMMARY: [&str; 2] = ["<!-- benchmarks -->", "<!-- /benchmarks -->"];
/// Around what people write into the page that the program writes.
const PROFILE: [&str; 2] = ["<!-- profile -->", "<!-- /profile -->"];

/// Writes all of it into this checkout.
pub(crate) fn write(results: &Results) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    write_into(&root, results)
}

fn write_into(root: &Path, results: &Results) -> Result<()> {
    let page = root.join("docs/benchmarks.md");
    let old = fs::read_to_string(&page).unwrap_or_default();
    let profile = between(&old, PROFILE).unwrap_or("\n").to_owned();
    save(&page, &page::page(results, &profile))?;
    for (name, picture) in plot::pictures(results) {
        save(&root.join("docs/img").join(name), &picture)?;
    }
    let readme = root.join("README.md");
    let text = fs::read_to_string(&readme)?;
    let old = between(&text, SUMMARY).with_context(|| {
        format!("README.md has no lines {} and {} for the summary", SUMMARY[0], SUMMARY[1])
    })?;
    let [open, close] = SUMMARY;
    let new = format!("{open}\n{}{close}", goals::summary(results));
    save(&readme, &text.replacen(&format!("{open}{old}{close}"), &new, 1))
}

fn save(path: &PathBuf, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())?;
    println!("wrote {}", path.display());
    Ok(())
}

/// What stands between two marks.
fn between<'a>(text: &'a str, [open, close]: [&str; 2]) -> Option<&'a str> {
    let rest = &text[text.find(open)? + open.len()..];
    Some(&rest[..rest.find(close)?])
}

/// Rows of a kind of work.
fn of_work<'a>(results: &'a Results, work: &'a str) -> impl Iterator<Item = &'a Row> {
    results.rows.iter().filter(move |row| row.work == work)
}

/// The inputs of a kind of work, in the order in which they come.
fn inputs<'a>(results: &'a Results, work: &str) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for row in results.rows.iter().filter(|row| row.work == work) {
        if !found.contains(&row.input.as_str()) {
            found.push(&row.input);
        }
    }
    found
}

/// Three figures that count.
fn short(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if !value.is_finite() => "-".to_owned(),
        _ if size == 0.0 => "0".to_owned(),
        _ if size < 10.0 => format!("{value:.2}"),
        _ if size < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

fn or_dash(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), short)
}

#[cfg(test)]
mod tests;
