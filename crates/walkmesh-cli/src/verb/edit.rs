//! `walkmesh edit`: changes from a script over a mesh.

mod model;
mod script;

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde_json::json;
use walkmesh::edit::{Change, EditError, Edits, Payload};
use walkmesh::geom::cast;
use walkmesh::mesh::NavMesh;
use walkmesh::store;

use crate::answer::{Answer, counted, seconds, shown};
use crate::{input, output};
use script::Script;

/// Put blockers, openers, costs, kinds of ground and data over a mesh
///
/// The script is TOML, a table `[[edit]]` for each edit, or JSON lines, an object for each, in
/// order, with `do` (add, move, remove, activate, deactivate) and `id`; docs/editing.md lists the
/// keys.
#[derive(Args)]
pub(crate) struct Edit {
    /// The mesh (.walkmesh, or one of another program)
    mesh: PathBuf,
    /// The script (.toml, .jsonl)
    script: PathBuf,
    /// The mesh to write (.walkmesh)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Edit {
    pub(crate) fn run(&self) -> Result<Answer> {
        output::check_new(&self.output, &[&self.mesh, &self.script])?;
        output::check_kind(&self.output)?;
        let script = self.read_script()?;
        let base = input::load_mesh(&self.mesh, true)?;
        let before = base.area_m2();
        let start = Instant::now();
        let mut edits = Edits::new(base)?;
        let applied = edits.apply(&script.edits).map_err(|error| self.at_line(&script, error))?;
        let took = start.elapsed().as_secs_f64();
        let mesh = edits.mesh();
        let bytes = input::save_mesh(mesh, &self.output)?;

        let changes = edits.changes().count();
        let is_data = |change: &Change| matches!(change.payload, Payload::Data { .. });
        let data = edits.changes().filter(|(_, change, _)| is_data(change)).count();
        let mut text = format!(
            "{} -> {}: {}, {} in place, in {}\n  {}, {:.2} m² (before: {before:.2}), {}, {} made anew\n",
            self.mesh.display(),
            self.output.display(),
            counted(script.edits.len(), "edit"),
            counted(changes, "change"),
            seconds(took),
            counted(mesh.polygon_count(), "polygon"),
            mesh.area_m2(),
            counted(mesh.components().len(), "component"),
            counted(applied.tiles.len(), "tile"),
        );
        if data > 0 {
            text += &format!(
                "  values of data are not saved, which only a program that keeps the edits can ask \
                 for: {} of data\n",
                counted(data, "change"),
            );
        }
        let lost_links = lost_links(&edits);
        if !lost_links.is_empty() {
            text += &format!("  links without ground, left out: {lost_links:?}\n");
        }
        let mut notes: Vec<&str> = script.notes.iter().map(String::as_str).collect();
        if script.edits.is_empty() {
            notes.push("the script holds no edits");
        } else if applied.tiles.is_empty() {
            notes.push(nothing_changed(&edits));
        }
        if mesh.polygon_count() == 0 {
            notes.push("nothing is left to walk on");
        }
        notes.iter().for_each(|note| text += &format!("  {note}\n"));
        let hash = store::content_hash(mesh).iter().map(|b| format!("{b:02x}")).collect::<String>();
        let object = json!({
            "input": shown(&self.mesh),
            "output": shown(&self.output),
            "edits": script.edits.len(),
            "changes": changes,
            "data_not_saved": data,
            "lost_links": lost_links,
            "notes": notes,
            "polygons": mesh.polygon_count(),
            "area_m2": mesh.area_m2(),
            "area_m2_before": before,
            "components": mesh.components().len(),
            "tiles": applied.tiles.len(),
            "invalidated": applied.invalidated.len(),
            "hash": hash,
            "bytes": bytes,
            "seconds": took,
        });
        Answer::new(text, &object)
    }

    /// The edits of the script, by its extension.
    fn read_script(&self) -> Result<Script> {
        let file = self.script.display();
        let text = std::fs::read_to_string(&self.script).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => {
                anyhow!("{file} is no text: give the mesh first, then a script (.toml, .jsonl)")
            }
            _ => anyhow::Error::new(error).context(format!("could not read {file}")),
        })?;
        let text = input::unmarked(&text);
        let is_lines = self.script.extension().is_some_and(|e| e.eq_ignore_ascii_case("jsonl"));
        let begins = |with: &[&str]| with.iter().any(|&with| text.trim_start().starts_with(with));
        if is_lines && begins(&["[[", "#"]) {
            bail!("{file} begins as TOML: name it .toml");
        }
        if begins(if is_lines { &["["] } else { &["{", "[{"] }) {
            bail!("{file} begins as JSON: write an object a line, and name it .jsonl");
        }
        let read = if is_lines { script::read_lines } else { script::read };
        let folder = self.script.parent().unwrap_or(Path::new(""));
        read(text, folder).with_context(|| file.to_string())
    }

    /// An error with the script, and the line of the edit that it is about.
    fn at_line(&self, script: &Script, error: EditError) -> anyhow::Error {
        let file = self.script.display();
        match error {
            EditError::Edit { edit, problem } => {
                let line = script.lines.get(edit).copied().unwrap_or(1);
                anyhow!("{file}: line {line}: {problem}")
            }
            _ => anyhow::Error::new(error).context(file.to_string()),
        }
    }
}

/// The links of the base mesh, by index, of which no part is left: whoever has the file alone cannot
/// bring them back.
fn lost_links(edits: &Edits) -> Vec<u32> {
    let links = |mesh: &NavMesh| 0..cast::count(mesh.links().len());
    let kept: BTreeSet<u32> =
        links(edits.mesh()).filter_map(|link| edits.base_link(link)).collect();
    links(edits.base()).filter(|link| !kept.contains(link)).collect()
}

/// Why edits left every tile as it was.
fn nothing_changed(edits: &Edits) -> &'static str {
    let is_beside = |change: &Change| matches!(change.payload, Payload::Data { beside: true, .. });
    if edits.changes().next().is_none() {
        "nothing changed: the edits take back what they add, no change is left"
    } else if edits.changes().all(|(_, change, _)| is_beside(change)) {
        "nothing changed: data that is kept beside the mesh does nothing to the ground"
    } else {
        "nothing changed: no ground is where the edits are, or is opened by them"
    }
}
