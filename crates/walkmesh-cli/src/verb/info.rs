//! `walkmesh info`: what is in a mesh file.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;

use crate::answer::Answer;
use crate::input;
use crate::parameters;
use crate::summary::Summary;

/// Print counts, area, components, bounds, parameters and hashes of a mesh
#[derive(Args)]
pub(crate) struct Info {
    /// The mesh (.walkmesh)
    file: PathBuf,
}

impl Info {
    pub(crate) fn run(&self) -> Result<Answer> {
        let start = Instant::now();
        let mesh = input::load_mesh(&self.file, false)?;
        let load = start.elapsed().as_secs_f64();
        let summary = Summary::new(&mesh, start.elapsed().as_secs_f64(), [("load", load)]);

        let mut table = summary.table();
        summary.add_quality(&mut table);
        table.row("loaded in", summary.times());
        let text = format!(
            "{}\n{}\nparameters (asked for: really used)\n{}",
            self.file.display(),
            table.text(),
            parameters::table(mesh.parameters(), mesh.resolved()).text(),
        );
        Answer::new(text, &summary)
    }
}
