//! From the partitions of all tiles to one mesh.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::adjacency::join_tile;
use super::draft::Draft;
use super::error::MeshError;
use super::id::{PolyRef, TileCoord, TileId};
use super::islands::{large_enough, leave_out};
use super::nav_mesh::NavMesh;
use super::structure::limit;
use super::tile::Tile;
use crate::geom::{PlanBox, cast};
use crate::parameters::{Parameters, Resolved};
use crate::partition::Partition;
use crate::surface::Surface;
use crate::threads::each_taken;

/// What a tile of a mesh is made of.
#[derive(Clone, Debug)]
pub struct TileParts {
    /// Its place in the grid.
    pub coord: TileCoord,
    /// Its box in plan; the pieces do not reach outside.
    pub clip: PlanBox,
    /// Its convex pieces.
    pub partition: Partition,
    /// The un-eroded surface, to be kept with the mesh.
    pub ground: Option<Surface>,
    /// Hash of the triangles that it was made from; without it the tile cannot be joined to
    /// others anew ([`NavMesh::with_parts`]).
    pub input: Option<[u8; 32]>,
}

impl NavMesh {
    /// Joins the pieces of all tiles: to each other over shared edges and seams, and across
    /// tiles, where T-junctions are cut on both sides. Edges towards a tile that has no ground
    /// to meet them become walls; islands under [`Resolved::region_min_cells`] that touch a tile
    /// side are dropped (the survey drops the others). The result does not depend on the order
    /// of `parts`. `input_hash` is zeros for what is not baked. O(e log e) in edges.
    ///
    /// # Errors
    /// When a tile is given twice, or a partition breaks what its types promise: an index out of
    /// range, a piece that is not convex or leaves its tile, an edge or seam without other side.
    pub fn assemble(
        parameters: &Parameters,
        resolved: &Resolved,
        input_hash: [u8; 32],
        mut parts: Vec<TileParts>,
    ) -> Result<Self, MeshError> {
        limit("tiles", parts.len())?;
        parts.sort_by_key(|part| (part.coord.y, part.coord.x));
        if let Some(pair) = parts.windows(2).find(|pair| pair[0].coord == pair[1].coord) {
            return Err(MeshError::TileTwice { tile: pair[0].coord });
        }
        let numbered = parts.into_iter().enumerate().collect();
        let drafts = each_taken(numbered, |(t, part)| draft(part, t));
        let drafts = drafts.into_iter().collect::<Result<_, _>>()?;
        join(drafts, (parameters, resolved), 0, input_hash)
    }

    /// The same mesh with some tiles made anew, joined to the others as [`NavMesh::assemble`]
    /// would join them all: the stored bytes are those of a mesh assembled from scratch, as long
    /// as the tiles whose islands were dropped at a side of a new tile are among `parts`
    /// ([`TileSource::dropped`](super::TileSource::dropped)) and no edge of the others was made
    /// one-way: such edges stay so between polygons that stay. The polygons of new tiles, and of
    /// those that lose an island, are of a later generation; all other ids stay. Links are not
    /// taken along. Linear in the mesh.
    ///
    /// # Errors
    /// As [`NavMesh::assemble`]; when a part is of no tile of this mesh, or a tile has no
    /// [`Tile::source`](super::Tile::source).
    pub fn with_parts(
        &self,
        input_hash: [u8; 32],
        parts: Vec<TileParts>,
    ) -> Result<Self, MeshError> {
        let mut new: Vec<Option<TileParts>> = self.tiles().map(|_| None).collect();
        for part in parts {
            let coord = part.coord;
            let tile = self.tile_at(coord).ok_or(MeshError::NoTile { tile: coord })?;
            if new[cast::index(tile.0)].replace(part).is_some() {
                return Err(MeshError::TileTwice { tile: coord });
            }
        }
        let mut drafts = Vec::with_capacity(new.len());
        let generation = self.next_generation();
        for (t, (part, tile)) in new.into_iter().zip(self.tiles()).enumerate() {
            let here = TileId(cast::count(t));
            drafts.push(match (part, &tile.source) {
                (Some(part), _) => {
                    let mut draft = draft(part, t)?;
                    draft.rename(generation);
                    draft
                }
                (None, Some(_)) => {
                    let ground = self.ground_of(here).cloned();
                    Draft::of_rest(tile, here, ground, std::iter::empty(), generation).0
                }
                (None, None) => return Err(MeshError::NoSource { tile: tile.coord }),
            });
        }
        self.after(drafts, generation, input_hash)
    }

    /// The mesh of drafts whose new polygons are of the [next generation](Self::next_generation).
    pub(super) fn after(
        &self,
        drafts: Vec<Draft>,
        generation: u32,
        input_hash: [u8; 32],
    ) -> Result<Self, MeshError> {
        let rules = (self.parameters(), self.resolved());
        let mesh = join(drafts, rules, generation, input_hash)?;
        Ok(mesh.after_generation(generation))
    }
}

/// The draft of the tile that is number `t`, its own pieces joined to each other.
fn draft(part: TileParts, t: usize) -> Result<Draft, MeshError> {
    let (mut draft, beyond) = Draft::new(part)?;
    join_tile(&mut draft, &beyond, TileId(cast::count(t)))?;
    Ok(draft)
}

/// Drafts in order of row, then column, to one mesh. Polygons that get other names are of
/// `generation`.
fn join(
    mut drafts: Vec<Draft>,
    (parameters, resolved): (&Parameters, &Resolved),
    generation: u32,
    input_hash: [u8; 32],
) -> Result<NavMesh, MeshError> {
    super::conform::join_tiles(&mut drafts, resolved);
    let kept = large_enough(&drafts, resolved)?;
    leave_out(&mut drafts, &kept, resolved);
    for (draft, kept) in drafts.iter_mut().zip(&kept) {
        // Numbers move up where an island goes: what had them must not be taken for another.
        if draft.was_joined && kept.contains(&false) {
            draft.rename(generation);
        }
    }
    let grounds = drafts.iter_mut().map(|draft| draft.ground.take()).collect();
    let tiles = finish(drafts, &kept);
    NavMesh::from_tiles(parameters, resolved, input_hash, tiles, grounds, Vec::new())
}

/// The finished tiles, of the kept polygons.
fn finish(drafts: Vec<Draft>, kept: &[Vec<bool>]) -> Vec<Arc<Tile>> {
    let new_index: Vec<Vec<Option<u32>>> = kept
        .iter()
        .map(|kept| {
            let mut next = 0;
            let mut number = |&kept: &bool| {
                next += u32::from(kept);
                kept.then(|| next - 1)
            };
            kept.iter().map(&mut number).collect()
        })
        .collect();
    let renumber = |r: PolyRef| {
        let polygon = new_index[cast::index(r.tile.0)][cast::index(r.polygon)]?;
        Some(PolyRef { tile: r.tile, polygon })
    };
    let numbered: Vec<_> = drafts.into_iter().zip(kept).enumerate().collect();
    each_taken(numbered, |(t, (draft, kept))| {
        Arc::new(draft.finish(kept, renumber, TileId(cast::count(t))))
    })
}
