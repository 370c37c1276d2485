//! Objects of model files in scripts.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde::Deserialize;
use walkmesh::edit::Footprint;
use walkmesh::geom::{Point, cast};
use walkmesh::soup::{Soup, Triangle};
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

/// The model files of a script, each read once however many edits put it somewhere.
pub(super) struct Models<'a> {
    /// Where files are looked for.
    pub(super) folder: &'a Path,
    /// By name and the bits of the scale.
    soups: BTreeMap<(PathBuf, Option<u64>), Soup>,
    /// What was left out of them or assumed.
    pub(super) notes: Vec<String>,
}

impl<'a> Models<'a> {
    pub(super) const fn of(folder: &'a Path) -> Self {
        Self { folder, soups: BTreeMap::new(), notes: Vec::new() }
    }

    fn soup(&mut self, file: &Path, scale: Option<f64>) -> Result<&Soup> {
        Ok(match self.soups.entry((file.to_path_buf(), scale.map(f64::to_bits))) {
            Entry::Occupied(read) => read.into_mut(),
            Entry::Vacant(new) => {
                let options = ReadOptions { scale, ..ReadOptions::default() };
                let loaded = read_model(&self.folder.join(file), &options)?;
                let said = loaded.notes.iter().map(|note| format!("{}: {note}", file.display()));
                self.notes.extend(said);
                new.insert(loaded.soup)
            }
        })
    }
}

impl Model {
    /// The triangles in the world.
    pub(super) fn shape(self, models: &mut Models<'_>) -> Result<Footprint> {
        let soup = models.soup(&self.file, self.scale)?;
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
