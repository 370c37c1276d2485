//! `walkmesh check`: does a mesh keep its promises?

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use crate::answer::{Answer, counted};
use crate::input;

/// Validate a mesh; exit code 1 when something is wrong with it
#[derive(Args)]
pub(crate) struct Check {
    /// The mesh (.walkmesh, .bin, .navmesh, .mesh, .map)
    file: PathBuf,
}

impl Check {
    pub(crate) fn run(&self) -> Result<Answer> {
        let mesh = input::load_mesh(&self.file, true)?;
        let problems: Vec<String> = mesh.validate().iter().map(ToString::to_string).collect();
        let shown = self.file.display();
        let mut text = if problems.is_empty() {
            format!("{shown}: valid ({})\n", counted(mesh.polygon_count(), "polygon"))
        } else {
            format!("{shown}: {}\n", counted(problems.len(), "problem"))
        };
        for problem in &problems {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {problem}");
        }
        let valid = problems.is_empty();
        let mut answer = Answer::new(text, &json!({ "valid": valid, "problems": problems }))?;
        answer.passed = valid;
        Ok(answer)
    }
}
