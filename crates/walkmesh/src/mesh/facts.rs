//! What follows from a tile alone.

use crate::geom::Volume;
use std::sync::{Arc, OnceLock};

use super::access::AreaSet;
use super::cost::{CostFactor, factors_of};
use super::id::TileId;
use super::out::Out;
use super::renewed::{Renewed, TilePatch};
use super::tile::{Polygon, Tile};
use super::tree::{Tree, volume_of};

/// A search tree that is made when the first search comes to its tile: of the meshes that edits
/// make one after the other few are asked everywhere. Those that share the tile share it once it is
/// made.
type Lazy = OnceLock<Arc<Tree>>;

/// What a mesh works out for each tile.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    tree: Lazy,
    /// The tree over the base polygons, where they are numbered from 0 up and none was cut.
    stem: Option<Arc<Tree>>,
    /// The box around all polygons.
    pub(super) volume: Option<Volume>,
    pub(super) areas: AreaSet,
    pub(super) factors: Arc<[CostFactor]>,
    pub(super) out: Arc<Out>,
    /// How many of its polygons are closed.
    pub(super) closed: usize,
}

impl Facts {
    pub(super) fn new(tile: &Tile, here: TileId) -> Self {
        let tree = Arc::new(Tree::of(tile));
        let is_base = (0..).zip(&tile.polygons).all(|(base, p)| (p.base, p.piece) == (base, 0));
        let stem = is_base.then(|| Arc::clone(&tree));
        Self {
            tree: tree.into(),
            stem,
            volume: volume(tile),
            areas: AreaSet::of([tile]),
            factors: factors_of(tile).into(),
            out: Arc::new(Out::new(tile, here)),
            closed: tile.closed_polygons().count(),
        }
    }

    /// Those of a tile in place of another; shares what is as it was. `of_pieces` says that both
    /// are made of pieces of the same base polygons.
    pub(super) fn in_place_of(
        (known, old): (&Self, &Tile),
        new: &Renewed,
        here: TileId,
        of_pieces: bool,
    ) -> Self {
        let tile = &*new.tile;
        if let Some(patch) = &new.patch {
            return known.patched(old, tile, here, patch);
        }
        let (before, after) = (&old.polygons, &tile.polygons);
        let out = known.out.in_place_of((old, tile), here);
        let out = out.map_or_else(|| Arc::clone(&known.out), Arc::new);
        let shared = Self {
            tree: known.tree.clone(),
            stem: known.stem.clone(),
            factors: Arc::clone(&known.factors),
            out,
            ..*known
        };
        if before.is_same(after) && old.labels.is_same(&tile.labels) {
            return shared;
        }
        let bounds = |p: &Polygon| (p.bounds, p.heights);
        let is_there_so =
            before.len() == after.len() && before.iter().map(bounds).eq(after.iter().map(bounds));
        if !(is_there_so || of_pieces && known.stem.is_some()) {
            return Self::new(tile, here);
        }
        Self {
            tree: if is_there_so { shared.tree } else { Lazy::default() },
            volume: if is_there_so { known.volume } else { volume(tile) },
            areas: AreaSet::of([tile]),
            factors: known.factors_for(tile),
            closed: tile.closed_polygons().count(),
            ..shared
        }
    }

    /// Those of a tile that differs from another in a patch.
    fn patched(&self, old: &Tile, tile: &Tile, here: TileId, patch: &TilePatch) -> Self {
        let is_closed = |p: &&u32| tile.is_closed(**p);
        let closed = patch.turned.iter().filter(is_closed).count();
        let out = self.out.patched((old, tile), here, patch);
        // Those of open polygons alone.
        let (areas, factors) = if patch.turned.is_empty() {
            (self.areas, Arc::clone(&self.factors))
        } else {
            (AreaSet::of([tile]), self.factors_for(tile))
        };
        let is_there_so = old.polygons.is_same(&tile.polygons);
        Self {
            tree: if is_there_so { self.tree.clone() } else { Lazy::default() },
            volume: if is_there_so { self.volume } else { volume(tile) },
            stem: self.stem.clone(),
            areas,
            factors,
            out: out.map_or_else(|| Arc::clone(&self.out), Arc::new),
            closed: self.closed + 2 * closed - patch.turned.len(),
        }
    }

    /// The factors of a tile in place of another; shared where they are as they were.
    fn factors_for(&self, tile: &Tile) -> Arc<[CostFactor]> {
        let factors = factors_of(tile);
        if *factors == *self.factors { Arc::clone(&self.factors) } else { factors.into() }
    }

    /// The tree over the polygons of the tile, which are those that the facts are about.
    #[inline]
    pub(super) fn tree(&self, tile: &Tile) -> &Tree {
        self.tree.get_or_init(|| {
            let refined = self.stem.as_ref().and_then(|stem| Tree::of_pieces(stem, tile));
            Arc::new(refined.unwrap_or_else(|| Tree::of(tile)))
        })
    }
}

/// The box around all polygons.
fn volume(tile: &Tile) -> Option<Volume> {
    tile.polygons.iter().map(volume_of).reduce(Volume::with)
}
