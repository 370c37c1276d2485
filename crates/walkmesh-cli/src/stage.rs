//! The stages of a bake as pictures.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use walkmesh::bake::{BakeOptions, Baked, Progress, TileTrace, bake};
use walkmesh::mesh::TileId;
use walkmesh::parameters::{Parameters, Resolved};
use walkmesh::report::drawing::{self, Drawing, MeshView, SoupView};
use walkmesh::soup::Soup;
use walkmesh::survey::voxel::{Stage, Trace};
use walkmesh_io::render::{RenderOptions, save};

use crate::output;
use crate::progress::TileBar;

/// All stages in the order of the flow.
const STAGES: [View; 14] = [
    View::Model,
    View::Spans(Stage::Rasterise),
    View::Spans(Stage::LowHanging),
    View::Spans(Stage::Ledges),
    View::Spans(Stage::LowHeight),
    View::Distances,
    View::Spans(Stage::Erode),
    View::Spans(Stage::Islands),
    View::Layers,
    View::Outlines,
    View::Surface,
    View::Triangles,
    View::Ground,
    View::Mesh,
];

/// What a stage's picture shows.
#[derive(Clone, Copy)]
enum View {
    Model,
    Spans(Stage),
    Distances,
    Layers,
    Outlines,
    /// The surface with its layers and seams.
    Surface,
    /// The surface's triangles, before they are merged.
    Triangles,
    /// The un-eroded surface that stays with the mesh.
    Ground,
    Mesh,
}

impl View {
    const fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Spans(stage) => drawing::stage_name(stage),
            Self::Distances => "distances",
            Self::Layers => "layers",
            Self::Outlines => "outlines",
            Self::Surface => "surface",
            Self::Triangles => "triangles",
            Self::Ground => "ground",
            Self::Mesh => "mesh",
        }
    }
}

/// Fails when no stage has this name.
pub(crate) fn check_name(name: &str) -> Result<()> {
    find(name).map(|_| ())
}

/// Bakes with a recording of every stage.
pub(crate) fn bake_recorded(soup: &Soup, parameters: &Parameters) -> Result<Baked> {
    let bar = TileBar::new();
    let show = |progress: Progress| bar.show(progress);
    let options = BakeOptions { record: true, progress: Some(&show), ..BakeOptions::default() };
    Ok(bake(soup, parameters, &options)?)
}

/// The picture of one stage of a recorded bake.
pub(crate) fn picture(
    name: &str,
    soup: &Soup,
    baked: &Baked,
    mesh_view: MeshView<'_>,
) -> Result<Drawing> {
    Ok(draw(find(name)?, soup, baked, mesh_view))
}

/// Writes a picture of every stage into a folder; their names begin with their place in the flow.
pub(crate) fn write_all(soup: &Soup, baked: &Baked, folder: &Path) -> Result<Vec<PathBuf>> {
    output::make_folder(folder)?;
    let mut files = Vec::new();
    for (number, view) in (1..).zip(STAGES) {
        let file = folder.join(format!("{number:02}-{}.png", view.name()));
        save(&draw(view, soup, baked, MeshView::default()), &RenderOptions::default(), &file)?;
        files.push(file);
    }
    Ok(files)
}

fn find(name: &str) -> Result<View> {
    match STAGES.into_iter().find(|view| view.name() == name) {
        Some(view) => Ok(view),
        None => {
            let names = STAGES.map(View::name).join(", ");
            bail!("there is no stage `{name}`: choose one of {names}")
        }
    }
}

fn draw(view: View, soup: &Soup, baked: &Baked, mesh_view: MeshView<'_>) -> Drawing {
    let title = view.name();
    match view {
        View::Model => drawing::soup(soup, SoupView::default()),
        View::Spans(stage) => joined(title, baked, |t, r| drawing::stage(t, stage, r)),
        View::Distances => joined(title, baked, drawing::distances),
        View::Layers => joined(title, baked, drawing::layers),
        View::Outlines => joined(title, baked, drawing::outlines),
        View::Surface => gathered(title, baked, |t| drawing::surface(&t.surface)),
        View::Triangles => {
            let frame = baked.mesh.frame();
            gathered(title, baked, |t| drawing::pieces(&t.triangles, frame))
        }
        View::Ground => {
            let mut all = Drawing::new(title);
            let tiles = (0..).map(TileId).take(baked.mesh.tiles().len());
            for surface in tiles.filter_map(|tile| baked.mesh.ground(tile)) {
                all.add(drawing::surface(surface));
            }
            all
        }
        View::Mesh => drawing::mesh(&baked.mesh, mesh_view),
    }
}

/// One drawing of what the survey of all tiles recorded.
fn joined(title: &str, baked: &Baked, view: impl Fn(&Trace, &Resolved) -> Drawing) -> Drawing {
    gathered(title, baked, |tile| view(&tile.trace, &baked.report.resolved))
}

/// One drawing of the recordings of all tiles.
fn gathered(title: &str, baked: &Baked, view: impl Fn(&TileTrace) -> Drawing) -> Drawing {
    let mut all = Drawing::new(title);
    for tile in &baked.report.traces {
        all.add(view(tile));
    }
    all
}
