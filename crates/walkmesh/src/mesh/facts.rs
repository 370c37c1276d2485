//! What follows from a tile alone.

use crate::geom::{Volume, cast};
use std::sync::{Arc, OnceLock};

use super::access::AreaSet;
use super::cost::{CostFactor, factors_of};
use super::id::{PolyRef, TileId};
use super::tile::{Edge, Polygon, Tile};
use super::tree::{Tree, volume_of};

/// A search tree that is made when the first search comes to its tile: of the meshes that edits
/// make one after the other few are asked everywhere.
type Lazy = Arc<OnceLock<Tree>>;

/// What a mesh works out for each tile.
#[derive(Debug)]
pub(super) struct Facts {
    tree: Lazy,
    /// The tree over the base polygons, where they are numbered from 0 up and none was cut.
    stem: Option<Lazy>,
    /// The box around all polygons.
    pub(super) volume: Option<Volume>,
    pub(super) areas: AreaSet,
    pub(super) factors: Arc<[CostFactor]>,
    pub(super) exits: Arc<[Exit]>,
    /// How many of its polygons are closed.
    pub(super) closed: usize,
}

/// That an edge leads to a polygon of another tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Exit {
    /// The polygon beyond.
    pub(super) to: PolyRef,
    /// The label of the polygon on this side.
    pub(super) label: u32,
}

impl Facts {
    pub(super) fn new(tile: &Tile, here: TileId) -> Self {
        let tree: Lazy = Arc::new(Tree::of(tile).into());
        let is_base = (0..).zip(&tile.polygons).all(|(base, p)| (p.base, p.piece) == (base, 0));
        let stem = is_base.then(|| Arc::clone(&tree));
        Self {
            tree,
            stem,
            volume: volume(tile),
            areas: AreaSet::of([tile]),
            factors: factors_of(tile).into(),
            exits: exits_of(tile, here, 0).into(),
            closed: tile.closed_polygons().count(),
        }
    }

    /// Those of a tile in place of another; shares what is as it was. `of_pieces` says that both
    /// are made of pieces of the same base polygons.
    pub(super) fn in_place_of(
        (known, old): (&Self, &Tile),
        tile: &Tile,
        here: TileId,
        of_pieces: bool,
    ) -> Self {
        let (before, after) = (&old.polygons, &tile.polygons);
        let exits = if is_led_so(old, tile, here) {
            Arc::clone(&known.exits)
        } else {
            let exits = exits_of(tile, here, known.exits.len() + 16);
            if exits == *known.exits { Arc::clone(&known.exits) } else { exits.into() }
        };
        let shared = Self {
            tree: Arc::clone(&known.tree),
            stem: known.stem.clone(),
            factors: Arc::clone(&known.factors),
            exits,
            ..*known
        };
        if before.is_same(after) {
            return shared;
        }
        let bounds = |p: &Polygon| (p.bounds, p.heights);
        // A tile that was patched has the height triangles that it had, as a list too.
        let is_there_so = before.len() == after.len()
            && (old.triangles.is_same(&tile.triangles)
                || before.iter().map(bounds).eq(after.iter().map(bounds)));
        if !(is_there_so || of_pieces && known.stem.is_some()) {
            return Self::new(tile, here);
        }
        let closed = tile.closed_polygons().count();
        // Pieces with the same height triangles are the same pieces, opened or closed.
        if of_pieces && old.triangles.is_same(&tile.triangles) {
            return Self { closed, ..shared };
        }
        let factors = factors_of(tile);
        Self {
            tree: if is_there_so { shared.tree } else { Lazy::default() },
            volume: if is_there_so { known.volume } else { volume(tile) },
            areas: AreaSet::of([tile]),
            factors: if *factors == *known.factors { shared.factors } else { factors.into() },
            closed,
            ..shared
        }
    }

    /// The tree over the polygons of the tile, which are those that the facts are about.
    #[inline]
    pub(super) fn tree(&self, tile: &Tile) -> &Tree {
        self.tree.get_or_init(|| {
            let stem = self.stem.as_ref().and_then(|stem| stem.get());
            let refined = stem.and_then(|stem| Tree::of_pieces(stem, tile));
            refined.unwrap_or_else(|| Tree::of(tile))
        })
    }

    /// The exits to a tile.
    pub(super) fn exits_to(&self, tile: TileId) -> &[Exit] {
        let from = self.exits.partition_point(|exit| exit.to.tile < tile);
        let count = self.exits[from..].partition_point(|exit| exit.to.tile == tile);
        &self.exits[from..from + count]
    }

    /// The tiles that its exits lead to, in order.
    pub(super) fn beyond(&self) -> impl Iterator<Item = TileId> + '_ {
        self.exits.chunk_by(|a, b| a.to.tile == b.to.tile).map(|exits| exits[0].to.tile)
    }
}

/// The box around all polygons.
fn volume(tile: &Tile) -> Option<Volume> {
    tile.polygons.iter().map(volume_of).reduce(Volume::with)
}

/// True when polygons of a tile that others may lead to have the numbers and labels that they had:
/// all but closed ones, to which nothing leads.
fn is_labelled_so(before: &Tile, after: &Tile) -> bool {
    let (before, after) = (&before.polygons, &after.polygons);
    let is_so = |(p, q): (&Polygon, &Polygon)| p.label == q.label || p.is_closed() || q.is_closed();
    before.is_same(after) || (before.len() == after.len() && before.iter().zip(after).all(is_so))
}

/// True when edges out of a tile lead from the labels that they led from, and to where they did.
fn is_led_so(before: &Tile, after: &Tile, here: TileId) -> bool {
    let out = |edge: &Edge| edge.neighbour.filter(|to| to.tile != here);
    before.edges.len() == after.edges.len()
        && is_labelled_so(before, after)
        && before.edges.iter().zip(&after.edges).all(|(e, f)| out(e) == out(f))
}

/// Where the edges of a tile lead, in order of tiles; about so many.
fn exits_of(tile: &Tile, here: TileId, about: usize) -> Vec<Exit> {
    let mut exits: Vec<Exit> = Vec::with_capacity(about);
    let mut tiles: Vec<TileId> = Vec::new();
    let beyond = |edge: &Edge| edge.neighbour.filter(|to| to.tile != here);
    let out = tile.edges.iter().enumerate().filter_map(|(k, edge)| Some((k, beyond(edge)?)));
    for (k, to) in out {
        let label = tile.polygons[cast::index(tile.polygon_of(k))].label;
        let exit = Exit { to, label };
        if exits.last() == Some(&exit) {
            continue;
        }
        let is_known = exits.last().is_some_and(|last| last.to.tile == to.tile);
        if !is_known && !tiles.contains(&to.tile) {
            tiles.push(to.tile);
        }
        exits.push(exit);
    }
    tiles.sort_unstable();
    // There are a few tiles around, hardly ever more.
    if tiles.len() > 16 {
        exits.sort_by_key(|exit| exit.to.tile);
        return exits;
    }
    let of = |&tile: &TileId| exits.iter().filter(move |exit| exit.to.tile == tile).copied();
    let mut ordered = Vec::with_capacity(exits.len());
    tiles.iter().for_each(|tile| ordered.extend(of(tile)));
    ordered
}
