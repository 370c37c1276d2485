//! What follows from a tile alone.

use crate::geom::{Volume, cast};
use std::sync::{Arc, OnceLock};

use super::access::AreaSet;
use super::cost::{CostFactor, factors_of};
use super::id::{PolyRef, TileId};
use super::renewed::{Renewed, TilePatch};
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
    pub(super) out: Arc<Out>,
    /// How many of its polygons are closed.
    pub(super) closed: usize,
}

/// Where the edges of a tile lead to others.
#[derive(Debug)]
pub(super) struct Out {
    /// The tiles, in order.
    tiles: Arc<[TileId]>,
    /// Listed when they are first asked for: few tiles are, before they are replaced again.
    exits: OnceLock<Vec<Exit>>,
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
        let out = if is_led_so(old, tile, here) {
            Arc::clone(&known.out)
        } else {
            Arc::new(Out::new(tile, here))
        };
        let shared = Self {
            tree: Arc::clone(&known.tree),
            stem: known.stem.clone(),
            factors: Arc::clone(&known.factors),
            out,
            ..*known
        };
        if before.is_same(after) {
            return shared;
        }
        let bounds = |p: &Polygon| (p.bounds, p.heights);
        let is_there_so =
            before.len() == after.len() && before.iter().map(bounds).eq(after.iter().map(bounds));
        if !(is_there_so || of_pieces && known.stem.is_some()) {
            return Self::new(tile, here);
        }
        let factors = factors_of(tile);
        Self {
            tree: if is_there_so { shared.tree } else { Lazy::default() },
            volume: if is_there_so { known.volume } else { volume(tile) },
            areas: AreaSet::of([tile]),
            factors: if *factors == *known.factors { shared.factors } else { factors.into() },
            closed: tile.closed_polygons().count(),
            ..shared
        }
    }

    /// Those of a tile that differs from another in a patch.
    fn patched(&self, old: &Tile, tile: &Tile, here: TileId, patch: &TilePatch) -> Self {
        let is_closed = |p: &&u32| tile.polygons[cast::index(**p)].is_closed();
        let closed = patch.turned.iter().filter(is_closed).count();
        Self {
            tree: Arc::clone(&self.tree),
            stem: self.stem.clone(),
            factors: Arc::clone(&self.factors),
            out: self
                .out
                .patched((old, tile), here, patch)
                .unwrap_or_else(|| Arc::clone(&self.out)),
            closed: self.closed + 2 * closed - patch.turned.len(),
            ..*self
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
}

impl Out {
    fn new(tile: &Tile, here: TileId) -> Self {
        let mut tiles: Vec<TileId> = Vec::with_capacity(8);
        for to in edges_out(tile, here) {
            if tiles.last() != Some(&to.tile) && !tiles.contains(&to.tile) {
                tiles.push(to.tile);
            }
        }
        tiles.sort_unstable();
        Self { tiles: tiles.into(), exits: OnceLock::new() }
    }

    /// The same of a tile that differs from another in a patch; `None` where it is what it was.
    fn patched(
        &self,
        (old, new): (&Tile, &Tile),
        here: TileId,
        patch: &TilePatch,
    ) -> Option<Arc<Self>> {
        let mut is_so = patch.keeps_labels;
        let (mut is_around, mut gone) = (true, None);
        for &k in &patch.edges {
            let [was, is] = [old, new].map(|tile| out(&tile.edges[k], here));
            if was == is {
                continue;
            }
            is_so = false;
            is_around &= is.is_none_or(|to| self.tiles.binary_search(&to.tile).is_ok());
            if let Some(was) = was.map(|to| to.tile).filter(|was| gone != Some(*was)) {
                gone = Some(was);
                is_around = is_around && edges_out(new, here).any(|to| to.tile == was);
            }
        }
        match (is_so, is_around) {
            (true, _) => None,
            (false, true) => {
                Some(Arc::new(Self { tiles: Arc::clone(&self.tiles), exits: OnceLock::new() }))
            }
            (false, false) => Some(Arc::new(Self::new(new, here))),
        }
    }

    /// The tiles, in order.
    pub(super) fn tiles(&self) -> &[TileId] {
        &self.tiles
    }

    /// The exits of the tile, in order of tiles.
    pub(super) fn exits(&self, tile: &Tile, here: TileId) -> &[Exit] {
        self.exits.get_or_init(|| exits_of(tile, here))
    }
}

/// The box around all polygons.
fn volume(tile: &Tile) -> Option<Volume> {
    tile.polygons.iter().map(volume_of).reduce(Volume::with)
}

/// True when polygons of a tile that others may lead to have the numbers and labels that they had.
fn is_labelled_so(before: &Tile, after: &Tile) -> bool {
    before.polygons.is_same(&after.polygons)
        || before.polygons.len() == after.polygons.len() && has_labels_of(before, after)
}

/// True when polygons that have the same number in both tiles have the same labels, as far as edges
/// may lead to them: all but closed ones.
pub(super) fn has_labels_of(before: &Tile, after: &Tile) -> bool {
    let is_so = |(p, q): (&Polygon, &Polygon)| p.label == q.label || p.is_closed() || q.is_closed();
    before.polygons.iter().zip(&after.polygons).all(is_so)
}

/// True when edges out of a tile lead from the labels that they led from, and to where they did.
fn is_led_so(before: &Tile, after: &Tile, here: TileId) -> bool {
    before.edges.len() == after.edges.len()
        && is_labelled_so(before, after)
        && before.edges.iter().zip(&after.edges).all(|(e, f)| out(e, here) == out(f, here))
}

/// The polygon of another tile that an edge leads to.
#[inline]
pub(super) fn out(edge: &Edge, here: TileId) -> Option<PolyRef> {
    edge.neighbour.filter(|to| to.tile != here)
}

/// The polygons of other tiles that edges lead to, some repeatedly.
fn edges_out(tile: &Tile, here: TileId) -> impl Iterator<Item = PolyRef> + '_ {
    tile.edges.iter().filter_map(move |edge| out(edge, here))
}

/// The polygons of other tiles that edges lead to, each with the label on this side, in order of
/// edges.
pub(super) fn ways_out(tile: &Tile, here: TileId) -> impl Iterator<Item = Exit> + '_ {
    let mut polygons = tile.polygons.iter().peekable();
    let mut label = Polygon::CLOSED;
    let ways =
        tile.edges.iter().enumerate().filter_map(move |(k, edge)| Some((k, out(edge, here)?)));
    ways.map(move |(k, to)| {
        while let Some(polygon) = polygons.next_if(|p| cast::index(p.first_edge) <= k) {
            label = polygon.label;
        }
        Exit { to, label }
    })
}

/// Where the edges of a tile lead, in order of tiles.
fn exits_of(tile: &Tile, here: TileId) -> Vec<Exit> {
    let mut exits: Vec<Exit> = Vec::new();
    for exit in ways_out(tile, here) {
        if exits.last() != Some(&exit) {
            exits.push(exit);
        }
    }
    exits.sort_by_key(|exit| exit.to.tile);
    exits
}
