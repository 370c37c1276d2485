//! The same polygons for every contender, and each contender's own.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use polyanya::{PolyanyaFile, RecastFullMesh};
use recastnavigation_rs::demo::load_nav_mesh;
use recastnavigation_rs::detour::DtNavMesh;
use walkmesh::mesh::NavMesh;
use walkmesh::store::detour::{self, WriteOptions};
use walkmesh::store::{Placement, polyanya as text};
use walkmesh_testkit::models;

use crate::bake::{Mode, ours};
use crate::input::{Input, RECAST_LEVELS, narrow};
use crate::row::Results;
use crate::{recast, rerecast_bake};

/// A mesh for each contender: of the same polygons, or of its own.
pub(crate) struct Meshes {
    /// What is measured on, as it stands in the rows.
    pub(crate) name: String,
    pub(crate) ours: NavMesh,
    pub(crate) detour: Option<DtNavMesh>,
    pub(crate) polyanya: Option<polyanya::Mesh>,
    /// World z times this is polyanya's y.
    pub(crate) polyanya_y: f64,
}

impl Meshes {
    /// Our polygons for all: cut to six corners for Detour, without heights between corners for
    /// polyanya. A contender that cannot take them is left out.
    pub(crate) fn of_ours(name: String, mesh: NavMesh, results: &mut Results) -> Self {
        let mut kept = |who: &str, error: anyhow::Error| {
            results.remark(format!("{who} cannot take the polygons of {name}: {error:#}"));
        };
        let detour = into_detour(&mesh).map_err(|e| kept("Detour", e)).ok();
        let polyanya = into_polyanya(&mesh).map_err(|e| kept("polyanya", e)).ok();
        Self { name, ours: mesh, detour, polyanya, polyanya_y: -1.0 }
    }

    /// What each contender bakes of a level by itself: Recast for Detour, rerecast for polyanya.
    /// A contender whose side cannot bake it is left out.
    pub(crate) fn own(input: &Input, results: &mut Results) -> Result<Self> {
        let mut kept = |who: &str, error: anyhow::Error| {
            results.remark(format!("{who} has no mesh of its own of {}: {error:#}", input.name));
        };
        Ok(Self {
            name: format!("{} (own)", input.name),
            ours: ours(input, Mode::Solo, 1)?.mesh,
            detour: recast::solo(input).map(|b| b.mesh).map_err(|e| kept("Detour", e)).ok(),
            polyanya: of_rerecast(input).map_err(|e| kept("polyanya", e)).ok(),
            polyanya_y: 1.0,
        })
    }
}

/// How many polygons Detour's mesh has.
pub(crate) fn polygons_of(mesh: &DtNavMesh) -> usize {
    let tiles = (0..mesh.max_tiles()).filter_map(|i| mesh.get_tile(i));
    tiles.filter(|tile| tile.header().is_some()).map(|tile| tile.polys().len()).sum()
}

/// What polyanya makes of rerecast's mesh.
fn of_rerecast(input: &Input) -> Result<polyanya::Mesh> {
    let baked = rerecast_bake::solo(input)?;
    let mut mesh: polyanya::Mesh = RecastFullMesh::new(baked.mesh, baked.detail).try_into()?;
    // It ends elsewhere than our mesh does: look up to a metre around.
    let _ = mesh.set_search_delta(0.2).set_search_steps(5);
    Ok(mesh)
}

/// The bytes that Detour loads, over a file, as its loader takes nothing else.
pub(crate) fn into_detour(mesh: &NavMesh) -> Result<DtNavMesh> {
    let written = detour::write(mesh, &WriteOptions::default())?;
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), &written.bytes)?;
    Ok(load_nav_mesh(&file.path().to_string_lossy())?)
}

/// The text that polyanya reads, with the heights of corners, so that it can tell storeys apart.
fn into_polyanya(mesh: &NavMesh) -> Result<polyanya::Mesh> {
    let file = PolyanyaFile::from_bytes(text::write(mesh).as_bytes());
    let mut made: polyanya::Mesh = file.try_into().map_err(|e| anyhow::anyhow!("{e:?}"))?;
    let layer = &mut made.layers[0];
    let mut heights = vec![0.0; layer.vertices.len()];
    for (polygon, r) in layer.polygons.iter().zip(mesh.polygons()) {
        for (&vertex, corner) in polygon.vertices.iter().zip(mesh.corners(r)) {
            heights[usize::try_from(vertex)?] = narrow(mesh.frame().to_world(corner).y);
        }
    }
    layer.set_heights(heights).map_err(|e| anyhow::anyhow!("{e:?}"))?;
    Ok(made)
}

/// Recast's own meshes of its levels: polygons that are the same to the last bit.
pub(crate) fn recast_levels(results: &mut Results) -> Result<Vec<Meshes>> {
    let Some(folder) = models::folder() else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for name in RECAST_LEVELS {
        let file = folder.join(format!("navmesh/solo_{name}.bin"));
        let mesh = detour::read(&std::fs::read(&file)?)?.mesh;
        let mut meshes = Meshes::of_ours(format!("{name} (Recast's)"), mesh, results);
        meshes.detour = Some(load_nav_mesh(&file.to_string_lossy())?);
        all.push(meshes);
    }
    Ok(all)
}

/// The names and files of the maps that the Polyanya authors measured on.
pub(crate) fn maps(quick: bool) -> Vec<(String, PathBuf)> {
    let mut maps = Vec::new();
    let folder = models::folder();
    let original = folder.as_ref().map(|f| f.join("polyanya/original"));
    let package = package("polyanya-0.18.0").map(|p| p.join("meshes/v2"));
    if let Some(folder) = package.or(original) {
        for name in ["arena-merged", "aurora-merged"] {
            maps.push((name.to_owned(), folder.join(format!("{name}.mesh"))));
        }
    }
    if let Some(folder) = folder {
        let all = ["arena", "arena2", "den520d", "AR0700SR", "brc202d"];
        for name in if quick { &all[..1] } else { &all } {
            let file = folder.join(format!("polyanya/movingai/{name}-merged.mesh"));
            maps.push((format!("{name} (MovingAI)"), file));
        }
    }
    maps
}

/// A map; polyanya takes it from the file itself.
pub(crate) fn map(name: String, file: &Path, results: &mut Results) -> Result<Meshes> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let mesh = text::read(&bytes, &Placement::default())?.mesh;
    let mut meshes = Meshes::of_ours(name, mesh, results);
    let theirs = PolyanyaFile::from_bytes(&bytes);
    meshes.polyanya = Some(theirs.try_into().map_err(|e| anyhow::anyhow!("{e:?}"))?);
    Ok(meshes)
}

/// The sources of a crate that this one was built with.
fn package(name: &str) -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    registries.filter_map(|r| Some(r.ok()?.path().join(name))).find(|p| p.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_cannot_bake_is_left_out_with_a_remark() {
        let mut input = crate::input::load("maze, 24 m").unwrap();
        let mut results = Results::default();
        let all = Meshes::own(&input, &mut results).unwrap();
        assert!(all.detour.is_some() && all.polyanya.is_some() && results.remarks.is_empty());
        input.triangles.clear();
        input.trimesh.vertices.clear();
        input.trimesh.indices.clear();
        let some = Meshes::own(&input, &mut results).unwrap();
        assert!(some.detour.is_none() && some.polyanya.is_none());
        assert_eq!(results.remarks.len(), 2, "{:?}", results.remarks);
    }
}
