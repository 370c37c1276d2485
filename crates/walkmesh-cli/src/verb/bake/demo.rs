//! `walkmesh bake` without a model: the built-in dining room, from triangles to a picture.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;
use walkmesh::parameters::Preset;
use walkmesh::query::PathOptions;
use walkmesh::report::drawing::{self, MeshView, SoupView};
use walkmesh_io::render::{RenderOptions, save};
use walkmesh_scenes::{Generated, SceneOptions, generate};

use super::{Bake, Report, result_text, summary};
use crate::answer::{Answer, command, shown};
use crate::output::{self, quoted};
use crate::parameters;
use crate::route::{Finder, Route};

const SCENE: &str = "dining_room";
const FOLDER: &str = "walkmesh-out";

/// What `bake --json` prints without a model: the bake's report, and what was made beside it.
#[derive(Serialize)]
struct DemoReport<'a> {
    #[serde(flatten)]
    bake: Report<'a>,
    scene: &'a str,
    path: &'a Route,
    path_file: String,
}

/// Bakes the dining room, finds the path across it, and writes mesh, path and pictures.
pub(super) fn run(verb: &Bake) -> Result<Answer> {
    let scene = generate(SCENE, &SceneOptions::default())?;
    let file = verb
        .output
        .clone()
        .unwrap_or_else(|| Path::new(FOLDER).join(SCENE).with_extension("walkmesh"));
    if verb.output.is_some() {
        output::check_folder(&file)?;
        output::check_kind(&file)?;
    }
    let baked = verb.bake(&scene.soup, &verb.parameters.parameters(Preset::Human), &[])?;
    let path = Finder::new(&baked.mesh, PathOptions::default()).find(scene.from, scene.to);

    if verb.output.is_none() {
        output::make_folder(Path::new(FOLDER))?;
    }
    let mut written = verb.write(&scene.soup, &baked, &file)?;
    let path_file = write_path(&path, &file)?;
    written.pictures.extend(write_pictures(&scene, &baked.mesh, &path, &file)?);

    let summary = summary(&baked);
    let text = format!(
        "the built-in dining room, as no model was given\n\n{}\n\
         path: from the hallway across the room, in {}\n{}\n{}",
        result_text(&baked, &summary, &file, &written),
        path_file.display(),
        path.text(),
        next(&file)
    );
    let bake = Report {
        summary: &summary,
        file: shown(&file),
        bytes: written.bytes,
        triangles: scene.soup.triangles.len(),
        method: parameters::method_name(baked.mesh.parameters()),
        notes: &[],
        rules_file: None,
        followed: None,
        changes: None,
        pictures: written.pictures.iter().map(|file| shown(file)).collect(),
    };
    let path_file = shown(&path_file);
    Answer::new(text, &DemoReport { bake, scene: SCENE, path: &path, path_file })
}

/// Writes the path as JSON beside the mesh.
fn write_path(path: &Route, mesh_file: &Path) -> Result<PathBuf> {
    let mut name = mesh_file.file_stem().unwrap_or_default().to_owned();
    name.push("_path.json");
    let file = mesh_file.with_file_name(name);
    let json = serde_json::to_string(path)? + "\n";
    output::write_file(&file, json.as_bytes())?;
    Ok(file)
}

/// Draws room, mesh and path beside the mesh, in both formats.
fn write_pictures(
    scene: &Generated,
    mesh: &walkmesh::mesh::NavMesh,
    path: &Route,
    mesh_file: &Path,
) -> Result<Vec<PathBuf>> {
    let mut picture = drawing::mesh(mesh, MeshView::default());
    picture.add(drawing::soup(&scene.soup, SoupView::default()).as_backdrop());
    picture.add(drawing::path(&path.world_points()));
    let files = ["svg", "png"].map(|extension| mesh_file.with_extension(extension));
    for file in &files {
        save(&picture, &RenderOptions::default(), file)?;
    }
    Ok(files.into())
}

fn next(file: &Path) -> String {
    let (walkmesh, mesh) = (command(), quoted(file));
    format!(
        "next:\n  look at {picture}\n  {walkmesh} info {mesh}\n  \
         {walkmesh} bake --stages walkmesh-out/stages\n  \
         {walkmesh} bake YOUR_MODEL.obj --preset human      (.obj, .glb, .dae, .stl, .ply, ...)\n  \
         {walkmesh} scene                                   (more generated scenes)\n",
        picture = file.with_extension("svg").display()
    )
}
