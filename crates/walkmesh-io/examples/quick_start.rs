//! From a model to a path in thirty lines; draws `docs/img/quick_start.svg`.
//! `cargo run --release -p walkmesh-io --example quick_start [MODEL]`

use std::error::Error;
use std::path::Path;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::parameters::Preset;
use walkmesh::query::{PathOptions, Scratch, path};
use walkmesh::report::drawing::{self, MeshView};
use walkmesh::soup::CleanOptions;
use walkmesh_io::render::{RenderOptions, save};
use walkmesh_io::{ReadOptions, read_model};

/// Bakes a model for a person and draws the mesh with the shortest path between two points.
pub(crate) fn draw(
    model: &Path,
    [from, to]: [[f64; 3]; 2],
    file: &Path,
) -> Result<(), Box<dyn Error>> {
    let loaded = read_model(model, &ReadOptions::default())?;
    let clean = CleanOptions { read_up: loaded.read_up(), ..CleanOptions::default() };
    let (mut soup, notes) = (loaded.soup, loaded.notes);
    notes.iter().for_each(|note| eprintln!("{note}"));
    soup.clean(&clean).messages().iter().for_each(|message| eprintln!("{message}"));
    let baked = bake(&soup, &Preset::Human.parameters(), &BakeOptions::default())?;
    println!("{} polygons, {:.1} m²", baked.mesh.polygon_count(), baked.mesh.area_m2());

    let mut scratch = Scratch::new(); // keeps its memory from path to path
    let found = path(&baked.mesh, &mut scratch, from, to, &PathOptions::default());
    match &found.reason {
        None => println!("{:.2} m over {} points", found.length, found.points.len()),
        Some(reason) => println!("{:?}: {reason}", found.status),
    }
    let mut picture = drawing::mesh(&baked.mesh, MeshView::default());
    picture.add(drawing::path(&found.points));
    save(&picture, &RenderOptions::default(), file)?; // .svg or .png
    Ok(())
}

/// Draws the model named on the command line, or a generated building.
fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let scene = walkmesh_scenes::generate("building", &walkmesh_scenes::SceneOptions::default())?;
    let building = folder.path().join("building.obj");
    walkmesh_io::write_model(&building, &scene.soup)?;
    let model = std::env::args_os().nth(1).map_or(building, Into::into);
    draw(&model, [scene.from.into(), scene.to.into()], Path::new("docs/img/quick_start.svg"))
}
