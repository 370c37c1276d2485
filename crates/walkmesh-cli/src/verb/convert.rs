//! `walkmesh convert`: meshes from and to the files of other programs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde_json::json;
use walkmesh::geom::GroundPoint;
use walkmesh::geom::cast::index;
use walkmesh::mesh::{CostFactor, NavMesh, Passage, PolyRef};
use walkmesh::report::drawing::{self, MeshView};
use walkmesh::store::{self, detour::WriteOptions};
use walkmesh_io::render::{RenderOptions, save};
use walkmesh_io::write_mesh;

use crate::answer::{Answer, counted, shown};
use crate::input::{self, Import, ImportFlags};
use crate::output;

const KINDS: [&str; 11] =
    ["walkmesh", "bin", "navmesh", "mesh", "json", "geojson", "obj", "glb", "dae", "svg", "png"];

/// What of a file of Habitat's no tile set of ours has.
const SETTINGS_LOST: &str = "Habitat's settings, as a tile set is written in version 1, which has the \
     height, radius and climb of the agent and the size of cells only";

/// Turn a mesh into another kind of file
///
/// In: .walkmesh, Detour's and Habitat's tile sets (.bin, .navmesh), Polyanya's .mesh, MovingAI's
/// .map, and models whose triangles are a mesh already (.obj, .gltf, .glb, .dae, .zae, .stl, .ply).
/// Out: .walkmesh, Detour's tile sets (.bin, .navmesh), Polyanya's .mesh, .json (.geojson), models of
/// the ground (.obj, .glb, .dae) and pictures (.svg, .png).
#[derive(Args)]
pub(crate) struct Convert {
    /// The mesh to read; what it is follows from its content
    input: PathBuf,
    /// The file to write; what it becomes follows from its extension
    output: PathBuf,
    /// Of a model: vertices this near to each other are one, metres [default: 0.001]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    weld: Option<f64>,
    /// Of a tile set: references of 64 bits, for a Detour built with DT_POLYREF64
    #[arg(long)]
    wide_references: bool,
    #[command(flatten)]
    import: ImportFlags,
}

impl Convert {
    pub(crate) fn run(&self) -> Result<Answer> {
        let kind = extension(&self.output);
        if !KINDS.contains(&kind.as_str()) {
            let no = match kind.as_str() {
                "" => "what it becomes follows from its extension".to_owned(),
                _ => format!("no mesh can be written as .{kind}"),
            };
            bail!("{}: {no}: use one of .{}", self.output.display(), KINDS.join(", ."));
        }
        if self.wide_references && !matches!(kind.as_str(), "bin" | "navmesh") {
            bail!(
                "--wide-references is for tile sets (.bin, .navmesh): leave it out for a .{kind}"
            );
        }
        output::check_new(&self.output, &[&self.input])?;
        let Import { mesh, notes, beside } =
            input::import_mesh(&self.input, &self.import, self.weld)?;
        output::check_new(&self.output, &beside.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
        let mut lost = self.write(&mesh, &kind)?;
        if input::is_habitat(&self.input) && matches!(kind.as_str(), "bin" | "navmesh") {
            lost.push(SETTINGS_LOST.into());
        }
        let problems: Vec<String> = mesh.validate().iter().map(ToString::to_string).collect();

        let mut text = format!(
            "{} -> {}: {}, {:.2} m², {}\n",
            self.input.display(),
            self.output.display(),
            counted(mesh.polygon_count(), "polygon"),
            mesh.area_m2(),
            counted(mesh.components().len(), "component"),
        );
        for line in notes.iter().chain(&lost).chain(&problems) {
            text.push_str(&format!("  {line}\n"));
        }
        let object = json!({
            "input": shown(&self.input),
            "output": shown(&self.output),
            "polygons": mesh.polygon_count(),
            "area_m2": mesh.area_m2(),
            "components": mesh.components().len(),
            "links": mesh.links().len(),
            "notes": notes,
            "lost": lost,
            "problems": problems,
        });
        Answer::new(text, &object)
    }

    /// Writes the mesh; says what the format cannot hold.
    fn write(&self, mesh: &NavMesh, kind: &str) -> Result<Vec<String>> {
        let path = &self.output;
        match kind {
            "walkmesh" => {
                input::save_mesh(mesh, path)?;
                return Ok(Vec::new());
            }
            "bin" | "navmesh" => {
                let wide_references = self.wide_references;
                let options = WriteOptions { wide_references, ..WriteOptions::asked_by(mesh) };
                let written = store::detour::write(mesh, &options)
                    .map_err(|error| anyhow!("{}: {error}", path.display()))?;
                output::write_file(path, &written.bytes)?;
                return Ok(written.messages());
            }
            "mesh" => output::write_file(path, store::polyanya::write(mesh).as_bytes())?,
            "svg" | "png" => {
                save(&drawing::mesh(mesh, MeshView::default()), &RenderOptions::default(), path)?;
            }
            _ => write_mesh(path, mesh)?,
        }
        Ok(lost(mesh, kind))
    }
}

fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// What a kind of file does not keep of a mesh.
fn lost(mesh: &NavMesh, kind: &str) -> Vec<String> {
    let mut lost = Vec::new();
    let is_model = matches!(kind, "obj" | "glb" | "dae");
    let is_json = matches!(kind, "json" | "geojson");
    if is_model {
        lost.push(
            "a model has the ground and its kinds: the agent, tiles and flags are not in it".into(),
        );
        let opened = [
            (one_way_edges(mesh), "one-way edges"),
            (inner_walls(mesh), "edges of walls between polygons that touch"),
        ];
        let opened = opened.iter().filter(|(n, _)| *n > 0);
        lost.extend(opened.map(|(n, what)| format!("{what}, which are open both ways now: {n}")));
    }
    if is_json && mesh.polygons().any(|r| has_heights(mesh, r)) {
        lost.push(format!("heights between corners, as a .{kind} has those of corners only"));
    }
    let costs = mesh.polygons().filter(|&r| mesh.polygon(r).factor != CostFactor::ONE).count();
    if (is_json || is_model) && costs > 0 {
        lost.push(format!(
            "polygons without the costs of edits, as a .{kind} has none of ground: {costs}"
        ));
    }
    if kind == "mesh" {
        lost.push(
            "a .mesh is flat: heights, the agent, tiles, kinds, flags and costs of ground and links \
             are not in it"
                .into(),
        );
    }
    if is_model && !mesh.links().is_empty() {
        lost.push(format!("a model has no links: left out {}", mesh.links().len()));
    }
    lost
}

/// Edges that only one side may cross.
fn one_way_edges(mesh: &NavMesh) -> usize {
    let edges = mesh.polygons().flat_map(|r| mesh.edges(r));
    edges.filter(|e| e.neighbour().is_some() && e.passage() == Passage::Closed).count()
}

/// Walls from both sides of which ground begins at the same two corners: models have no such walls.
fn inner_walls(mesh: &NavMesh) -> usize {
    let walls = mesh.polygons().flat_map(|r| {
        let sides = mesh.edge_ends(r).zip(mesh.edges(r));
        sides.filter(|(_, edge)| edge.neighbour().is_none()).map(|(ends, _)| ends)
    });
    let walls: HashSet<[GroundPoint; 2]> = walls.collect();
    walls.iter().filter(|&&[a, b]| walls.contains(&[b, a])).count()
}

/// True when the ground of a polygon has points beside its corners.
fn has_heights(mesh: &NavMesh, r: PolyRef) -> bool {
    let tile = mesh.tile(r.tile);
    let points = tile.triangles_of(r.polygon).iter().flatten().map(|&v| tile.vertices[index(v)]);
    let corners: Vec<GroundPoint> = mesh.corners(r).collect();
    points.into_iter().any(|p| !corners.contains(&p))
}
