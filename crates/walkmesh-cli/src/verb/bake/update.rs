//! `walkmesh bake --update`: what changed since an earlier bake, made again.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use walkmesh::Point;
use walkmesh::bake::{BakeOptions, Baked, Changed, update};
use walkmesh::geom::cast;
use walkmesh::link;
use walkmesh::mesh::NavMesh;
use walkmesh::soup::{ObjectId, Soup};

use crate::answer::counted;
use crate::input;
use crate::parameters;
use crate::point;

/// Bringing an earlier bake up to date.
#[derive(Args)]
#[command(next_help_heading = "Update")]
pub(super) struct UpdateFlags {
    /// An earlier bake of the same world: its parameters and box are used, and the tiles whose
    /// triangles changed are made again
    #[arg(long, value_name = "OLD", conflicts_with = "stages", conflicts_with_all = parameters::ids())]
    update: Option<PathBuf>,
    /// With --update: what changed is told, this object (as often as needed), not looked for
    #[arg(long, value_name = "NAME", requires = "update")]
    changed_object: Vec<String>,
    /// With --update: what changed is told, whatever is in this box (as often as needed)
    #[arg(long, value_name = "X,Y,Z:X,Y,Z", requires = "update", value_parser = point::parse_pair, allow_hyphen_values = true)]
    changed_box: Vec<[Point; 2]>,
}

/// What an update did, as `bake --json` prints it.
#[derive(Serialize)]
pub(super) struct Changes {
    /// Column and row of each tile that was made again.
    rebuilt_tiles: Vec<[i32; 2]>,
    /// Of the mesh, for the text: the summary that is printed with this has them.
    #[serde(skip)]
    tiles: usize,
    triangles_outside: usize,
    lost_links: Vec<u32>,
}

impl UpdateFlags {
    pub(super) const fn is_asked(&self) -> bool {
        self.update.is_some()
    }

    /// The mesh to bring up to date, when there is one.
    pub(super) fn load(&self) -> Result<Option<NavMesh>> {
        let load = |path: &PathBuf| input::load_mesh(path, true);
        self.update.as_ref().map(load).transpose()
    }

    /// Makes again what changed. A file of rules declares `old`'s elevators and staircases again, or
    /// does without them: none of their links is lost then.
    pub(super) fn run(
        &self,
        old: &NavMesh,
        soup: &Soup,
        has_rules: bool,
        options: &BakeOptions<'_>,
    ) -> Result<(Baked, Changes)> {
        let objects = self.objects(soup)?;
        let changed = if objects.is_empty() && self.changed_box.is_empty() {
            Changed::ByHash
        } else {
            Changed::Told { objects: &objects, boxes: &self.changed_box }
        };
        let updated = update(old, soup, changed, options);
        let updated = updated.map_err(|error| parameters::in_flags(&error)).with_context(|| {
            let file = self.update.as_deref().unwrap_or_else(|| "".as_ref());
            format!("{} cannot be updated", file.display())
        })?;
        let is_declared =
            |&index: &u32| old.links().get(cast::index(index)).is_some_and(link::is_declared);
        let mut lost_links = updated.lost_links;
        lost_links.retain(|index| !(has_rules && is_declared(index)));
        let changes = Changes {
            rebuilt_tiles: updated.rebuilt.iter().map(|tile| [tile.x, tile.y]).collect(),
            tiles: old.tiles().len(),
            triangles_outside: updated.outside,
            lost_links,
        };
        Ok((updated.baked, changes))
    }

    /// The objects of the names that were told. Those that rules dropped or put into the box of
    /// others say of no tile that it changed.
    fn objects(&self, soup: &Soup) -> Result<Vec<ObjectId>> {
        let mut found = Vec::new();
        for name in &self.changed_object {
            let before = found.len();
            let named = soup.objects.iter().enumerate().filter(|(_, object)| object.name == *name);
            found.extend(named.map(|(index, _)| ObjectId(cast::count(index))));
            if found.len() == before {
                bail!(
                    "--changed-object {name:?} is not in the model, which has {}; of one that was \
                     taken out give the box, --changed-box",
                    counted(soup.objects.len(), "object")
                );
            }
            let is_there = |object: &ObjectId| soup.triangles.iter().any(|t| t.object == *object);
            if !found[before..].iter().any(is_there) {
                bail!(
                    "--changed-object {name:?} has no triangles that say where it is: rules drop it, or \
                     cover it with others; give the box of what changed, --changed-box"
                );
            }
        }
        Ok(found)
    }
}

impl Changes {
    /// A line on the tiles, and one for each thing to know.
    pub(super) fn text(&self) -> String {
        let Self { rebuilt_tiles, tiles, triangles_outside, lost_links } = self;
        let mut text =
            format!("update: made {} of {} again\n", rebuilt_tiles.len(), counted(*tiles, "tile"));
        if *triangles_outside > 0 {
            let _ = writeln!(
                text,
                "  there is no mesh outside the box of the first bake, where {} would be: bake the \
                 whole again for it",
                counted(*triangles_outside, "triangle")
            );
        }
        if !lost_links.is_empty() {
            let _ = writeln!(text, "  links without ground, left out: {lost_links:?}");
        }
        text.push('\n');
        text
    }
}
