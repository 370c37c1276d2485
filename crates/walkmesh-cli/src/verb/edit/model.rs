//! Objects of model files in scripts.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde::Deserialize;
use walkmesh::edit::Footprint;
use walkmesh::geom::{Point, cast};
use walkmesh::soup::Triangle;
use walkmesh_io::{ReadOptions, read_model};

use crate::exactly::Exactly;

/// A model, or some objects of it, put somewhere in the world.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Model {
    file: PathBuf,
    /// The objects to take, by name; all when left out.
    objects: Option<Vec<String>>,
    /// Where the model's own zero is, world metres.
    #[serde(default)]
    at: Exactly<f64, 3>,
    /// Degrees from world x towards world z.
    #[serde(default)]
    turned: f64,
    /// Metres for each unit of the file.
    scale: Option<f64>,
}

impl Model {
    /// The triangles in the world; files are looked for from `folder`.
    pub(super) fn shape(self, folder: &Path) -> Result<Footprint> {
        let options = ReadOptions { scale: self.scale, ..ReadOptions::default() };
        let soup = read_model(&folder.join(&self.file), &options)?.soup;
        for name in self.objects.iter().flatten() {
            if !soup.objects.iter().any(|object| object.name == *name) {
                bail!("{} has no object {name}", self.file.display());
            }
        }
        let is_taken =
            |name: &str| self.objects.as_ref().is_none_or(|all| all.iter().any(|n| n == name));
        let is_taken: Vec<bool> =
            soup.objects.iter().map(|object| is_taken(&object.name)).collect();
        let angle = self.turned.to_radians();
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        let Exactly([x, y, z]) = self.at;
        let place = |p: Point| {
            Point::new(x + p.x * cosine - p.z * sine, y + p.y, z + p.x * sine + p.z * cosine)
        };
        let is_taken = |t: &&Triangle| is_taken.get(cast::index(t.object.0)).is_none_or(|&is| is);
        let taken = soup.triangles.iter().filter(is_taken);
        let triangles = taken.filter_map(|t| soup.corners(t)).map(|corners| corners.map(place));
        Ok(Footprint::Triangles(triangles.collect()))
    }
}
