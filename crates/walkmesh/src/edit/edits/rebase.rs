//! The same changes over another base mesh.

use std::sync::Arc;

use super::super::change::Edit;
use super::super::error::EditError;
use super::super::links::LedLinks;
use super::{Applied, Edits};
use crate::geom::cast;
use crate::mesh::{NavMesh, PolyId, PolyRef, Tile, TileId};

impl Edits {
    /// Puts all changes over a new base mesh: one that was updated because its model changed. The
    /// mesh is then what the changes give over the new base alone; polygons of tiles that are the
    /// same in both bases keep their ids where their pieces stay what they were.
    ///
    /// Linear in the changes and in the tiles of the mesh. [`Applied::links`] counts the links of
    /// the new base that are led to other polygons than in it.
    ///
    /// # Errors
    /// As [`Edits::new`] and [`Edits::apply`]; everything is then as it was.
    pub fn rebase(&mut self, base: NavMesh) -> Result<Applied, EditError> {
        let mut new = Self::new(base)?;
        let adds = self.changes().map(|(id, change, _)| Edit::Add { id, change: change.clone() });
        let states = self.changes().map(|(id, _, active)| match active {
            true => Edit::Activate { id },
            false => Edit::Deactivate { id },
        });
        let batch: Vec<Edit> = adds.chain(states).collect();
        let mut steps = new.steps(&batch)?;
        let applied = new.rebuild(&mut steps)?;
        let renamed = new.go_on_from(self);
        new.mesh = new.base().clone().after_generation(new.latest_before);
        new.links = LedLinks::new(new.base());
        new.back = None;
        let (mesh, _) = new.new_mesh(new.new_tiles(&renamed, None), None, &mut None)?;
        let led = new.links.lead(new.base(), &new.mesh, mesh, None);
        (new.mesh, _) = new.links.take(led);

        let is_kept = |tile: &Arc<Tile>| {
            new.mesh.tile_at(tile.coord).is_some_and(|t| std::ptr::eq(new.mesh.tile(t), &**tile))
        };
        let tiles = (0..).map(TileId).zip(self.mesh.tiles()).filter(|(_, tile)| !is_kept(tile));
        let ids = tiles.flat_map(|(id, tile)| {
            tile.open_polygons().map(move |polygon| PolyRef { tile: id, polygon })
        });
        let ids = ids.map(|r| self.mesh.id(r));
        let mut invalidated: Vec<PolyId> =
            ids.filter(|&id| new.mesh.resolve(id).is_none()).collect();
        invalidated.sort_unstable_by_key(|id| (id.tile.y, id.tile.x, id.base, id.piece));
        let is_old =
            |tile: &Tile| self.mesh.tile_at(tile.coord).is_some_and(|t| self.mesh.tile(t) == tile);
        let tiles = new.mesh.tiles().filter(|tile| !is_old(tile)).map(|t| t.coord).collect();
        *self = new;
        Ok(Applied { tiles, invalidated, links: applied.links })
    }

    /// Counts generations on from another set of edits, so that no id comes to mean another
    /// polygon: where a base polygon is the same and so are its pieces, their ids stay. Returns
    /// the tiles in which something rose or is cut.
    fn go_on_from(&mut self, old: &Self) -> Vec<TileId> {
        self.latest_before = old.latest();
        let mut renamed = Vec::new();
        for (tile, own) in (0..).map(TileId).zip(self.twins.base.tiles()) {
            let before = old.twins.base.tile_at(own.coord);
            let same = before.filter(|&t| is_same(old.twins.base.tile(t), own));
            let mut has_risen = false;
            for polygon in 0..cast::count(own.polygons.len()) {
                let here = PolyRef { tile, polygon };
                let risen = match same {
                    // It is to be later than any that was there, wherever the base is from.
                    None => {
                        let of_base = own.polygons[cast::index(polygon)].generation;
                        (self.latest_before + 1).saturating_sub(of_base)
                    }
                    Some(t) => {
                        let there = PolyRef { tile: t, polygon };
                        let risen = old.generations.get(there).copied().unwrap_or(0);
                        risen + u32::from(old.cuts.get(there) != self.cuts.get(here))
                    }
                };
                self.generations.replace(here, (risen > 0).then_some(risen));
                has_risen |= risen > 0 || self.cuts.get(here).is_some();
            }
            if has_risen {
                renamed.push(tile);
            }
        }
        renamed
    }

    /// The latest generation that a polygon has or had.
    fn latest(&self) -> u32 {
        let tiles = (0..).map(TileId).zip(self.twins.base.tiles());
        let generations = tiles.flat_map(|(tile, own)| {
            (0..).zip(&own.polygons).map(move |(polygon, of_base)| {
                let risen = self.generations.get(PolyRef { tile, polygon }).copied().unwrap_or(0);
                of_base.generation + risen
            })
        });
        generations.fold(self.latest_before, u32::max)
    }
}

/// True when the base polygons of a tile are the same, whatever lies beside the tile.
fn is_same(a: &Tile, b: &Tile) -> bool {
    std::ptr::eq(a, b)
        || (a.vertices == b.vertices
            && a.polygons.len() == b.polygons.len()
            && a.polygons.iter().zip(&b.polygons).all(|(p, q)| {
                (p.generation, p.base, p.first_edge) == (q.generation, q.base, q.first_edge)
            })
            && a.edges.iter().map(|e| e.vertex).eq(b.edges.iter().map(|e| e.vertex)))
}
