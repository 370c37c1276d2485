//! `walkmesh bake`: models in, a mesh out.

mod demo;
mod update;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Error, Result, anyhow, bail};
use clap::Args;
use serde::Serialize;
use walkmesh::bake::{BakeError, BakeOptions, Baked, Progress};
use walkmesh::geom::{PlanPoint, cast};
use walkmesh::mesh::{NavMesh, PolyRef};
use walkmesh::parameters::{Parameters, Preset};
use walkmesh::soup::Soup;

use crate::answer::{self, Answer, Noted, Table, command, shown};
use crate::input::{self, ModelFlags};
use crate::output::{self, quoted};
use crate::parameters::{self, ParameterFlags};
use crate::progress::{self, TileBar};
use crate::rules::{self, Followed};
use crate::stage;
use crate::summary::Summary;
use update::{Changes, UpdateFlags};

/// Make the navigation mesh of one or more models
///
/// Without INPUT it bakes the built-in dining room, finds a path across it, and writes mesh,
/// path and pictures into ./walkmesh-out.
#[derive(Args)]
pub(crate) struct Bake {
    /// Models (.obj, .gltf, .glb, .dae, .zae, .stl, .ply) and worlds of Gazebo (.world, .sdf), joined
    /// to one world
    input: Vec<PathBuf>,
    /// Where to write the mesh [default: the first INPUT's name with .walkmesh]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    model: ModelFlags,
    /// Rules for objects: what to drop, to cover by boxes, what is ground and what an obstacle
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Threads to use [default and at most: one a core]; the mesh is the same for any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Also write a picture of every stage into this folder
    #[arg(long, value_name = "DIR")]
    stages: Option<PathBuf>,
    #[command(flatten)]
    update: UpdateFlags,
    #[command(flatten)]
    parameters: ParameterFlags,
}

/// What `bake --json` prints.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    file: String,
    bytes: u64,
    triangles: usize,
    method: &'a str,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    rules_file: Option<String>,
    /// Nothing for the built-in scene.
    #[serde(flatten)]
    followed: Option<&'a Followed>,
    pictures: Vec<String>,
    /// Nothing for a bake of its own.
    #[serde(flatten)]
    changes: Option<&'a Changes>,
}

impl Bake {
    pub(crate) fn run(&self) -> Result<Answer> {
        self.stages.as_deref().map_or(Ok(()), output::check_is_folder)?;
        let Some(first) = self.input.first() else {
            if self.rules.is_some() {
                bail!("--rules needs a model: the built-in dining room has no rules");
            }
            if self.update.is_asked() {
                bail!("--update needs the model as it is now: give it before the flags");
            }
            if let Some(flag) = self.model.first() {
                bail!("{flag} needs a model: the built-in dining room is read from no file");
            }
            return demo::run(self);
        };
        input::check_models(&self.input)?;
        let file = self.output.clone().unwrap_or_else(|| first.with_extension("walkmesh"));
        let read = self.input.iter().chain(&self.rules).map(PathBuf::as_path);
        output::check_new(&file, &read.collect::<Vec<_>>())?;
        output::check_kind(&file)?;
        let input = input::read(&self.input, &self.model)?;
        let made =
            self.make(input.soup, &input.notes).map_err(|error| Noted::add(error, &input.notes))?;
        let Made { soup, followed, baked, changes } = made;
        let written = self.write(&soup, &baked, &file)?;

        let summary = summary(&baked);
        let (walkmesh, mesh) = (command(), quoted(&file));
        let path = example_ends(&baked.mesh).map_or_else(String::new, |[from, to]| {
            format!("  {walkmesh} path {mesh} --from {from} --to {to}\n")
        });
        let mut notes = answer::notes_text(&input.notes);
        if !notes.is_empty() {
            notes.push('\n');
        }
        let text = format!(
            "{notes}{}{}{}\nnext:\n  {walkmesh} render {mesh} -o {}\n{path}",
            followed.text(),
            changes.as_ref().map_or_else(String::new, Changes::text),
            result_text(&baked, &summary, &file, &written),
            quoted(&file.with_extension("svg")),
        );
        let report = Report {
            summary: &summary,
            file: shown(&file),
            bytes: written.bytes,
            triangles: soup.triangles.len(),
            method: parameters::method_name(baked.mesh.parameters()),
            notes: &input.notes,
            rules_file: self.rules.as_deref().map(shown),
            followed: Some(&followed),
            pictures: written.pictures.iter().map(|file| shown(file)).collect(),
            changes: changes.as_ref(),
        };
        Answer::new(text, &report)
    }

    /// Follows the rules, bakes or brings up to date, and adds what the rules declare.
    fn make(&self, soup: Soup, notes: &[String]) -> Result<Made> {
        let old = self.update.load()?;
        let parameters = old.as_ref().map(|old| *old.parameters());
        let parameters = parameters.unwrap_or_else(|| self.parameters.parameters(Preset::Recast));
        let (soup, mut followed) = rules::follow(soup, self.rules.as_deref(), &parameters)?;
        let baked = match &old {
            Some(old) => self
                .watched(|options| self.update.run(old, &soup, self.rules.is_some(), options))
                .map(|(baked, changes)| (baked, Some(changes))),
            None => self.bake(&soup, &parameters, notes).map(|baked| (baked, None)),
        };
        let (mut baked, changes) = baked.map_err(|e| rules::after(self.rules.as_deref(), e))?;
        baked.mesh = followed.declare(baked.mesh)?;
        Ok(Made { soup, followed, baked, changes })
    }

    /// Bakes with the threads asked for, a bar on stderr, and recordings where pictures need them.
    fn bake(&self, soup: &Soup, parameters: &Parameters, notes: &[String]) -> Result<Baked> {
        progress::announce(soup, parameters, &self.parameters, notes);
        self.watched(|options| {
            walkmesh::bake::bake(soup, parameters, options).map_err(|e| self.failed(soup, &e))
        })
    }

    /// The error of a bake. Where it left nothing, what it went through is drawn all the same: the
    /// pictures that were asked for show where the ground went.
    fn failed(&self, soup: &Soup, error: &BakeError) -> Error {
        let said = parameters::in_flags(error);
        let (BakeError::NothingWalkable { left, .. }, Some(folder)) = (error, &self.stages) else {
            return said;
        };
        match stage::write_all(soup, left, folder) {
            Ok(_) => anyhow!("{said}; the pictures in {} show where it went", folder.display()),
            Err(of_pictures) => anyhow!("{said}; {}", answer::sentence(&of_pictures)),
        }
    }

    /// Runs a bake with the options asked for and a bar on stderr.
    fn watched<T>(&self, bake: impl FnOnce(&BakeOptions<'_>) -> Result<T>) -> Result<T> {
        let bar = TileBar::new();
        let show = |progress: Progress| bar.show(progress);
        let cores = thread::available_parallelism().map_or(usize::MAX, NonZero::get);
        bake(&BakeOptions {
            threads: self.threads.map(|asked| usize::from(asked).min(cores)),
            record: self.stages.is_some(),
            progress: Some(&show),
        })
    }

    /// Writes the mesh and, where they were asked for, the pictures of the stages.
    fn write(&self, soup: &Soup, baked: &Baked, file: &Path) -> Result<Written> {
        let bytes = input::save_mesh(&baked.mesh, file)?;
        let pictures = match &self.stages {
            Some(folder) => stage::write_all(soup, baked, folder)?,
            None => Vec::new(),
        };
        Ok(Written { bytes, pictures })
    }
}

/// The lattice point at the mean of some, rounded.
fn between(points: &[PlanPoint]) -> PlanPoint {
    let mean = |v: fn(&PlanPoint) -> i32| {
        let sum: i64 = points.iter().map(|p| i64::from(v(p))).sum();
        cast::narrow_i32(sum / i64::from(cast::extent(points.len())))
    };
    PlanPoint::new(mean(|p| p.x), mean(|p| p.y))
}

/// Two places far from each other on the largest component as they are written on the command line;
/// `None` where there is no ground.
fn example_ends(mesh: &NavMesh) -> Option<[String; 2]> {
    let largest = mesh.components().first()?.id;
    // Between the middle of three corners and each corner a convex polygon is inside.
    let places = mesh.polygons().filter(|&p| mesh.component(p) == largest).flat_map(|polygon| {
        let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|corner| corner.plan).collect();
        let middle = between(&corners[..3]);
        corners.into_iter().map(move |corner| (polygon, between(&[middle, corner])))
    });
    let places: Vec<(PolyRef, PlanPoint)> = places.collect();
    let farthest =
        |from: PlanPoint| places.iter().copied().max_by_key(|place| place.1.distance_squared(from));
    let to = farthest(places.first()?.1)?;
    let from = farthest(to.1)?;
    Some([from, to].map(|(polygon, plan)| {
        let at = mesh.frame().to_world(plan.at(mesh.height_at(polygon, plan)));
        format!("{:.2},{:.2},{:.2}", at.x, at.y, at.z)
    }))
}

/// A mesh, and what it was made from.
struct Made {
    /// As the rules left it.
    soup: Soup,
    followed: Followed,
    baked: Baked,
    /// Of an update.
    changes: Option<Changes>,
}

/// What went to disk.
struct Written {
    bytes: u64,
    pictures: Vec<PathBuf>,
}

fn summary(baked: &Baked) -> Summary {
    let stages = baked.report.stages.iter().map(|s| (s.stage.name(), s.time.as_secs_f64()));
    Summary::new(&baked.mesh, baked.report.elapsed.as_secs_f64(), stages)
}

/// The parameters that were used, what came out, and where it is.
fn result_text(baked: &Baked, summary: &Summary, file: &Path, written: &Written) -> String {
    let mut result = summary.table();
    result.row("baked in", summary.times());
    let mut files = Table::default();
    files.row("mesh", format!("{} ({} bytes)", file.display(), written.bytes));
    for picture in &written.pictures {
        files.row("picture", picture.display().to_string());
    }
    format!(
        "{}\nmesh: where the agent's centre may go\n{}\nwritten\n{}",
        parameters::text(&baked.mesh),
        result.text(),
        files.text()
    )
}
