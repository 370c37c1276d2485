//! What is measured: models as every contender takes them.

use anyhow::Result;
use glam::{UVec3, Vec3A};
use walkmesh::parameters::{Parameters, Preset, TileSize};
use walkmesh::soup::{CleanOptions, Soup};
use walkmesh_io::{ReadOptions, read_model};
use walkmesh_scenes::SceneOptions;
use walkmesh_testkit::models;

/// A model in the forms that the contenders want.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) soup: Soup,
    pub(crate) parameters: Parameters,
    /// For Recast.
    pub(crate) vertices: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[i32; 3]>,
    /// For rerecast.
    pub(crate) trimesh: rerecast::TriMesh,
}

/// Cells of a tile, a side, for all.
pub(crate) const TILE_CELLS: u32 = 32;

impl Input {
    fn new(name: &str, mut soup: Soup, parameters: Parameters) -> Self {
        let _ = soup.clean(&CleanOptions::default());
        let vertices: Vec<[f32; 3]> =
            soup.vertices.iter().map(|p| [p.x, p.y, p.z].map(narrow)).collect();
        let corner = |c: u32| i32::try_from(c).unwrap_or(0);
        let triangles: Vec<[i32; 3]> =
            soup.triangles.iter().map(|t| t.corners.map(corner)).collect();
        let trimesh = rerecast::TriMesh {
            vertices: vertices.iter().map(|&v| Vec3A::from(v)).collect(),
            indices: soup.triangles.iter().map(|t| UVec3::from(t.corners)).collect(),
            area_types: vec![rerecast::AreaType::NOT_WALKABLE; soup.triangles.len()],
        };
        Self { name: name.to_owned(), soup, parameters, vertices, triangles, trimesh }
    }

    /// The parameters with tiles.
    pub(crate) fn tiled(&self) -> Parameters {
        let metres = f64::from(TILE_CELLS) * self.parameters.cell_size;
        Parameters { tile_size: TileSize::Metres(metres), ..self.parameters }
    }

    /// The parameters as one tile.
    pub(crate) fn solo(&self) -> Parameters {
        Parameters { tile_size: TileSize::Solo, ..self.parameters }
    }
}

/// Every contender takes single precision.
#[expect(clippy::cast_possible_truncation, reason = "to the nearest single")]
pub(crate) fn narrow(v: f64) -> f32 {
    v as f32
}

/// The Recast levels where the folder of models is there, and generated scenes.
pub(crate) fn levels(quick: bool) -> Result<Vec<Input>> {
    let recast = Preset::Recast.parameters();
    let mut all = Vec::new();
    if let Some(folder) = models::folder() {
        for name in ["nav_test", "dungeon", "undulating"] {
            let path = folder.join(format!("obj/recast_{name}.obj"));
            let loaded = read_model(&path, &ReadOptions::default())?;
            all.push(Input::new(name, loaded.soup, recast));
        }
    }
    let sizes: &[u32] = if quick { &[1] } else { &[1, 3, 6] };
    for &size in sizes {
        all.push(scene("building", size)?);
    }
    all.push(scene("maze", if quick { 1 } else { 2 })?);
    Ok(all)
}

fn scene(name: &str, size: u32) -> Result<Input> {
    let scene = walkmesh_scenes::generate(name, &SceneOptions { size, ..SceneOptions::default() })?;
    let called = if size == 1 { name.to_owned() } else { format!("{name} x{size}") };
    Ok(Input::new(&called, scene.soup, scene.preset.parameters()))
}
