//! The stages of a bake as pictures.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use walkmesh::bake::{BakeError, BakeOptions, Baked, Progress, SurveyTrace, TileTrace, bake};
use walkmesh::geom::Frame;
use walkmesh::mesh::TileId;
use walkmesh::parameters::{Parameters, Resolved, Survey};
use walkmesh::report::drawing::{self, Drawing, MeshView, SoupView};
use walkmesh::soup::Soup;
use walkmesh::survey::exact;
use walkmesh::survey::voxel::{Stage, Trace};
use walkmesh_io::render::{RenderOptions, save};

use crate::output;
use crate::parameters;
use crate::progress::TileBar;

/// All stages in the order of the flow, with those of either survey.
const STAGES: [View; 17] = [
    View::Model,
    View::Roles,
    View::Free,
    View::Borders,
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
    /// What each triangle is to a walker.
    Roles,
    Free,
    Borders,
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
            Self::Roles => "roles",
            Self::Free => "free",
            Self::Borders => "borders",
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

    /// Whether a bake has the stage.
    const fn is_of(self, parameters: &Parameters) -> bool {
        match self {
            Self::Roles | Self::Free | Self::Borders => {
                matches!(parameters.survey, Survey::Exact)
            }
            Self::Spans(_) | Self::Distances | Self::Layers | Self::Outlines => {
                matches!(parameters.survey, Survey::Voxel)
            }
            Self::Ground => parameters.keep_ground,
            Self::Model | Self::Surface | Self::Triangles | Self::Mesh => true,
        }
    }
}

/// The names of all stages, by the survey that has them.
pub(crate) fn listing() -> String {
    let of = |survey| Parameters { survey, keep_ground: true, ..Parameters::default() };
    let (voxel, exact) = (of(Survey::Voxel), of(Survey::Exact));
    let list = |is_listed: &dyn Fn(View) -> bool| {
        let names = STAGES.into_iter().filter(|view| is_listed(*view)).map(View::name);
        names.collect::<Vec<_>>().join(", ")
    };
    format!(
        "{}; of --survey voxel {}; of --survey exact {}",
        list(&|view| view.is_of(&voxel) && view.is_of(&exact)),
        list(&|view| !view.is_of(&exact)),
        list(&|view| !view.is_of(&voxel)),
    )
}

/// Fails when a bake has no stage of this name.
pub(crate) fn check_name(name: &str, parameters: &Parameters) -> Result<()> {
    find(name, parameters).map(|_| ())
}

/// Bakes with a recording of every stage; the sentence is of a bake that left nothing to walk on,
/// whose stages can be drawn all the same.
pub(crate) fn bake_recorded(soup: &Soup, asked: &Parameters) -> Result<(Baked, Option<String>)> {
    let bar = TileBar::new();
    let show = |progress: Progress| bar.show(progress);
    let options = BakeOptions { record: true, progress: Some(&show), ..BakeOptions::default() };
    bake(soup, asked, &options).map(|baked| (baked, None)).or_else(|error| {
        let said = parameters::in_flags(&error);
        match error {
            BakeError::NothingWalkable { left, .. } => Ok((*left, Some(said.to_string()))),
            _ => Err(said),
        }
    })
}

/// The picture of one stage of a recorded bake.
pub(crate) fn picture(
    name: &str,
    soup: &Soup,
    baked: &Baked,
    mesh_view: MeshView<'_>,
) -> Result<Drawing> {
    Ok(draw(find(name, baked.mesh.parameters())?, soup, baked, mesh_view))
}

/// Writes a picture of every stage into a folder; their names begin with their place in the flow.
pub(crate) fn write_all(soup: &Soup, baked: &Baked, folder: &Path) -> Result<Vec<PathBuf>> {
    output::make_folder(folder)?;
    let mut files = Vec::new();
    let parameters = baked.mesh.parameters();
    for (number, view) in (1..).zip(STAGES.into_iter().filter(|view| view.is_of(parameters))) {
        let file = folder.join(format!("{number:02}-{}.png", view.name()));
        save(&draw(view, soup, baked, MeshView::default()), &RenderOptions::default(), &file)?;
        files.push(file);
    }
    Ok(files)
}

fn find(name: &str, parameters: &Parameters) -> Result<View> {
    let own = || STAGES.into_iter().filter(|view| view.is_of(parameters));
    match own().find(|view| view.name() == name) {
        Some(view) => Ok(view),
        None => {
            let names = own().map(View::name).collect::<Vec<_>>().join(", ");
            bail!("this bake has no stage `{name}`: choose one of {names}")
        }
    }
}

fn draw(view: View, soup: &Soup, baked: &Baked, mesh_view: MeshView<'_>) -> Drawing {
    let title = view.name();
    match view {
        View::Model => drawing::soup(soup, SoupView::default()),
        View::Roles => exactly(title, baked, drawing::exact::triangles),
        View::Free => exactly(title, baked, drawing::exact::free),
        View::Borders => exactly(title, baked, drawing::exact::borders),
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

/// One drawing of what the voxel survey of all tiles recorded.
fn joined(title: &str, baked: &Baked, view: impl Fn(&Trace, &Resolved) -> Drawing) -> Drawing {
    gathered(title, baked, |tile| match &tile.trace {
        SurveyTrace::Voxel(trace) => view(trace, &baked.report.resolved),
        SurveyTrace::Exact(_) => Drawing::new(title),
    })
}

/// One drawing of what the exact survey of all tiles recorded.
fn exactly(title: &str, baked: &Baked, view: impl Fn(&exact::Trace, &Frame) -> Drawing) -> Drawing {
    gathered(title, baked, |tile| match &tile.trace {
        SurveyTrace::Exact(trace) => view(trace, &baked.report.resolved.frame),
        SurveyTrace::Voxel(_) => Drawing::new(title),
    })
}

/// One drawing of the recordings of all tiles.
fn gathered(title: &str, baked: &Baked, view: impl Fn(&TileTrace) -> Drawing) -> Drawing {
    let mut all = Drawing::new(title);
    for tile in &baked.report.traces {
        all.add(view(tile));
    }
    all
}
