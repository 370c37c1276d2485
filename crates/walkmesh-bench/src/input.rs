//! What is measured: models as every contender takes them.

use anyhow::Result;
use glam::{UVec3, Vec3A};
use walkmesh::parameters::{Parameters, Preset, TileSize};
use walkmesh::soup::{CleanOptions, Soup};
use walkmesh_io::{ReadOptions, read_model};
use walkmesh_scenes::SceneOptions;
use walkmesh_testkit::models;

use crate::recast;
use crate::row::InputFacts;

/// A model in the forms that the contenders want.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) soup: Soup,
    pub(crate) preset: Preset,
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
    pub(crate) fn new(name: &str, soup: Soup, preset: Preset) -> Self {
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
        // The others keep no ground as it is before erosion.
        let parameters = Parameters { keep_ground: false, ..preset.parameters() };
        let name = name.to_owned();
        Self { name, soup, preset, parameters, vertices, triangles, trimesh }
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

    /// What a reader of the results wants to know.
    pub(crate) fn facts(&self) -> InputFacts {
        let p = &self.parameters;
        let parameters = [
            ("cell size", p.cell_size),
            ("cell height", p.cell_height),
            ("agent height", p.agent.height),
            ("agent radius", p.agent.radius),
            ("max climb", p.agent.max_climb),
            ("max slope", p.agent.max_slope),
            ("region min area", p.region_min_area),
            ("region merge area", p.region_merge_area),
            ("edge max error", p.edge_max_error),
            ("edge max length", recast::LONGEST_EDGE),
            ("detail sample distance", p.detail_sample_distance),
            ("detail max error", p.detail_max_error),
            ("tile size", f64::from(TILE_CELLS) * p.cell_size),
        ];
        InputFacts {
            name: self.name.clone(),
            triangles: self.soup.triangles.len(),
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        }
    }
}

/// Every contender takes single precision.
#[expect(clippy::cast_possible_truncation, reason = "to the nearest single")]
pub(crate) fn narrow(v: f64) -> f32 {
    v as f32
}

/// The levels that come with Recast.
pub(crate) const RECAST_LEVELS: [&str; 3] = ["nav_test", "dungeon", "undulating"];

/// A generated scene of some size, and what it is called here.
type Generated = (&'static str, u32, &'static str);

const FULL: &[Generated] = &[
    ("building", 6, "building of 12 rooms"),
    ("building", 16, "building of 128 rooms"),
    ("building", 32, "building of 512 rooms"),
    ("maze", 24, "maze"),
    ("terrain", 4, "terrain"),
    ("city", 10, "city"),
];
const QUICK: &[Generated] = &[
    ("building", 6, "building of 12 rooms"),
    ("maze", 12, "maze, 24 m"),
    ("terrain", 2, "terrain, 50 m"),
    ("city", 2, "city, 120 m"),
];

/// The names of all inputs whose name has `only` in it.
pub(crate) fn names(quick: bool, only: Option<&str>) -> Vec<String> {
    let levels = models::folder().map(|_| RECAST_LEVELS).into_iter().flatten();
    let scenes = if quick { QUICK } else { FULL };
    levels
        .chain(scenes.iter().map(|&(_, _, name)| name))
        .filter(|name| only.is_none_or(|only| name.contains(only)))
        .map(str::to_owned)
        .collect()
}

/// The input of that name: a level of Recast from the folder of models, or a generated scene.
pub(crate) fn load(name: &str) -> Result<Input> {
    let (mut soup, preset) = if RECAST_LEVELS.contains(&name) {
        let folder = models::folder().ok_or_else(|| anyhow::anyhow!("no folder of models"))?;
        let path = folder.join(format!("obj/recast_{name}.obj"));
        (read_model(&path, &ReadOptions::default())?.soup, Preset::Recast)
    } else {
        let &(scene, size, _) = FULL
            .iter()
            .chain(QUICK)
            .find(|(_, _, called)| *called == name)
            .ok_or_else(|| anyhow::anyhow!("no input is called \"{name}\""))?;
        let options = SceneOptions { size, ..SceneOptions::default() };
        let made = walkmesh_scenes::generate(scene, &options)?;
        (made.soup, made.preset)
    };
    let _ = soup.clean(&CleanOptions::default());
    Ok(Input::new(name, soup, preset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_loads_and_no_two_are_equal() {
        let mut all = names(true, None);
        for name in &all {
            let input = load(name).unwrap();
            assert_eq!(input.vertices.len(), input.soup.vertices.len());
            assert_eq!(input.triangles.len(), input.trimesh.indices.len());
        }
        all.extend(names(false, None));
        all.sort_unstable();
        all.dedup();
        let levels = if models::folder().is_some() { RECAST_LEVELS.len() } else { 0 };
        // The small building is in both.
        assert_eq!(all.len(), levels + QUICK.len() + FULL.len() - 1);
        assert!(load("the moon").is_err());
        assert_eq!(names(false, Some("maz")), ["maze"]);
    }
}
