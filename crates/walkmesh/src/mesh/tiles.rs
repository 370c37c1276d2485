//! All tiles of a mesh with what follows from each of them, so that replacing one costs what
//! that one costs.
//!
//! Everything here is a list over tiles ([`Trie`]): a copy in which a few tiles are replaced shares
//! nearly all of it. Nothing is linear in the mesh but one word for each 64 tiles.

mod numbers;
mod replace;

use std::sync::Arc;

use super::access::{AreaCounts, AreaSet};
use super::canopy::Canopy;
use super::cost::{CostFactor, FactorCounts};
use super::error::MeshError;
use super::facts::Facts;
use super::id::{PolyId, PolyRef, TileCoord, TileId};
use super::out::Exit;
use super::structure;
use super::tile::{Polygon, Tile};
use super::tree::Tree;
use super::trie::Trie;
use numbers::Numbers;
pub(super) use replace::Replaced;

use crate::geom::{Upright, Volume, cast};
use crate::surface::Surface;

/// What a mesh keeps of a tile.
#[derive(Clone, Debug)]
struct Held {
    tile: Arc<Tile>,
    ground: Option<Arc<Surface>>,
    facts: Facts,
    /// Tiles with an edge to this one, in order.
    seen_from: Arc<[u32]>,
}

/// A tile and a label of it: the polygons of the tile that hang together in it.
pub(super) type Node = (TileId, u32);

/// The tiles of a mesh in order of row, then column.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    /// Their places in the grid, which never change.
    coords: Arc<[TileCoord]>,
    /// Behind one count each: what copies a leaf counts its items up.
    held: Trie<Arc<Held>>,
    numbers: Numbers,
    edges: usize,
    labels: usize,
    /// How many polygons are closed.
    closed: usize,
    areas: AreaCounts,
    factors: FactorCounts,
    canopy: Canopy,
}

/// Equal in what is stored; the rest follows from it.
impl PartialEq for Tiles {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Arc<Held>, &Arc<Held>)| {
            Arc::ptr_eq(a, b)
                || (Arc::ptr_eq(&a.tile, &b.tile) || a.tile == b.tile) && a.ground == b.ground
        };
        self.coords == other.coords && self.held.iter().zip(other.held.iter()).all(same)
    }
}

impl Tiles {
    /// Checks the tiles and works out what follows from them. Missing grounds at the end count as
    /// `None`. Linear, plus sorting.
    pub(super) fn new(
        tiles: Vec<Arc<Tile>>,
        mut grounds: Vec<Option<Arc<Surface>>>,
    ) -> Result<Self, MeshError> {
        structure::check(&tiles)?;
        grounds.resize(tiles.len(), None);
        let mut seen_from = vec![Vec::new(); tiles.len()];
        let mut areas = AreaCounts::default();
        let mut factors = FactorCounts::default();
        let mut facts = Vec::with_capacity(tiles.len());
        for (t, tile) in (0_u32..).zip(&tiles) {
            let new = Facts::new(tile, TileId(t));
            new.out.tiles().iter().for_each(|to| seen_from[cast::index(to.0)].push(t));
            areas.add(new.areas);
            factors.add(&new.factors);
            facts.push(new);
        }
        let boxes = tiles.iter().zip(&facts).map(|(tile, facts)| (tile.clip, facts.volume));
        let canopy = Canopy::new(&boxes.collect::<Vec<_>>());
        let coords = tiles.iter().map(|tile| tile.coord).collect();
        let edges = tiles.iter().map(|tile| tile.edges.len()).sum();
        let labels = tiles.iter().map(|tile| cast::index(tile.label_count)).sum();
        let closed = facts.iter().map(|facts| facts.closed).sum();
        let parts = tiles.into_iter().zip(grounds).zip(facts).zip(seen_from);
        let held: Trie<Arc<Held>> = parts
            .map(|(((tile, ground), facts), seen_from)| {
                Arc::new(Held { tile, ground, facts, seen_from: seen_from.into() })
            })
            .collect();
        let counts: Vec<u32> =
            held.iter().map(|held| cast::count(held.tile.polygons.len())).collect();
        let numbers = Numbers::new(&counts);
        Ok(Self { coords, held, numbers, edges, labels, closed, areas, factors, canopy })
    }

    /// The same with other grounds, one for each tile.
    pub(super) fn with_grounds(&self, mut grounds: Vec<Option<Arc<Surface>>>) -> Self {
        grounds.resize(self.len(), None);
        let held = self.held.iter().zip(grounds);
        let held =
            held.map(|(held, ground)| Arc::new(Held { ground, ..Held::clone(held) })).collect();
        Self { held, ..self.clone() }
    }

    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    /// The places of the tiles in the grid, by tile.
    pub(super) fn coords(&self) -> &[TileCoord] {
        &self.coords
    }

    pub(super) fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = &Arc<Tile>> + DoubleEndedIterator + Clone + '_ {
        self.held.iter().map(|held| &held.tile)
    }

    #[inline]
    pub(super) fn tile(&self, tile: TileId) -> &Tile {
        self.shared(tile)
    }

    /// The same, to be held.
    #[inline]
    pub(super) fn shared(&self, tile: TileId) -> &Arc<Tile> {
        &self.held[cast::index(tile.0)].tile
    }

    pub(super) fn get(&self, tile: TileId) -> Option<&Tile> {
        Some(&self.held.get(cast::index(tile.0))?.tile)
    }

    pub(super) fn ground(&self, tile: TileId) -> Option<&Arc<Surface>> {
        self.held.get(cast::index(tile.0))?.ground.as_ref()
    }

    /// The tile at a place.
    pub(super) fn at(&self, coord: TileCoord) -> Option<TileId> {
        let key = (coord.y, coord.x);
        let i = self.coords.binary_search_by_key(&key, |c| (c.y, c.x)).ok()?;
        Some(TileId(cast::count(i)))
    }

    /// Finds a polygon by its lasting name.
    pub(super) fn resolve(&self, id: PolyId) -> Option<PolyRef> {
        let tile = self.at(id.tile)?;
        let polygons = &self.tile(tile).polygons;
        let i = polygons
            .binary_search_by_key(&Polygon::place_of(id.base, id.piece), Polygon::place)
            .ok()?;
        let found = PolyRef { tile, polygon: cast::count(i) };
        (polygons[i].generation == id.generation && !self.is_closed(found)).then_some(found)
    }

    /// How many polygons there are, closed ones too.
    pub(super) fn index_count(&self) -> usize {
        cast::index(self.numbers.total())
    }

    /// How many polygons are not closed.
    pub(super) fn polygon_count(&self) -> usize {
        self.index_count() - self.closed
    }

    /// How many polygons stand in the tiles before one.
    #[inline]
    pub(super) fn first_polygon(&self, tile: TileId) -> u32 {
        self.numbers.first(cast::index(tile.0))
    }

    /// The polygon with a number, counted through all tiles; `None` of a closed one.
    pub(super) fn polygon_at(&self, index: usize) -> Option<PolyRef> {
        let index = u32::try_from(index).ok().filter(|&i| cast::index(i) < self.index_count())?;
        let (tile, polygon) = self.numbers.place(index);
        let found = PolyRef { tile: TileId(cast::count(tile)), polygon };
        (!self.is_closed(found)).then_some(found)
    }

    /// The least and the most that costs are multiplied by, 1 included.
    pub(super) fn factors(&self) -> [CostFactor; 2] {
        self.factors.range()
    }

    /// The kinds of ground that it has.
    pub(super) fn areas(&self) -> AreaSet {
        self.areas.set()
    }

    /// The tree over the polygons of a tile.
    pub(super) fn tree(&self, tile: TileId) -> &Tree {
        let held = &self.held[cast::index(tile.0)];
        held.facts.tree(&held.tile)
    }

    /// Where the edges of a tile lead to others, in order of edges, some repeatedly.
    pub(super) fn ways_out(&self, tile: TileId) -> impl Iterator<Item = Exit> {
        let held = &self.held[cast::index(tile.0)];
        held.facts.out.ways(&held.tile)
    }

    /// Those that lead to a tile.
    pub(super) fn ways_to(&self, from: TileId, to: TileId) -> impl Iterator<Item = Exit> {
        self.ways_out(from).filter(move |exit| exit.to.tile == to)
    }

    /// The labels of a tile with those of other tiles that their edges lead to, in order of edges,
    /// some repeatedly.
    pub(super) fn joints(&self, here: TileId) -> impl Iterator<Item = (u32, Node)> {
        let mut last = None;
        // Mostly several in a row lead to one tile, which has one label.
        let mut single = (here, false);
        self.ways_out(here).filter_map(move |exit| {
            let there = exit.to.tile;
            if single.0 != there {
                single = (there, self.tile(there).label_count == 1);
            }
            let joint = (exit.label, if single.1 { (there, 0) } else { self.node(exit.to) });
            (last.replace(joint) != Some(joint)).then_some(joint)
        })
    }

    /// The tiles that the edges of one lead to, in order.
    pub(super) fn beyond(&self, tile: TileId) -> &[TileId] {
        self.held[cast::index(tile.0)].facts.out.tiles()
    }

    /// True when it is known that edges lead out of a tile as they did before, and from the same
    /// labels.
    pub(super) fn leads_out_as(&self, before: &Self, tile: TileId) -> bool {
        let [old, new] = [before, self].map(|tiles| &tiles.held[cast::index(tile.0)].facts.out);
        Arc::ptr_eq(old, new)
    }

    /// The tiles that the edges of one lead to, and those with an edge to it, some repeatedly.
    pub(super) fn around(&self, tile: TileId) -> impl Iterator<Item = TileId> + '_ {
        self.beyond(tile).iter().copied().chain(self.seen_from(tile))
    }

    /// The tiles with an edge to one, in order.
    pub(super) fn seen_from(&self, tile: TileId) -> impl Iterator<Item = TileId> + '_ {
        self.held[cast::index(tile.0)].seen_from.iter().copied().map(TileId)
    }

    /// True for a closed polygon.
    #[inline]
    pub(super) fn is_closed(&self, polygon: PolyRef) -> bool {
        self.tile(polygon.tile).is_closed(polygon.polygon)
    }

    /// The tile of a polygon and its label there.
    #[inline]
    pub(super) fn node(&self, polygon: PolyRef) -> Node {
        (polygon.tile, self.tile(polygon.tile).labels[cast::index(polygon.polygon)])
    }

    /// As [`Tree::nearest`], over all polygons of the mesh that are not closed.
    pub(super) fn nearest(
        &self,
        from: Upright,
        within: &Volume,
        bound: i64,
        each: &mut impl FnMut(PolyRef, i64) -> i64,
    ) -> i64 {
        self.canopy.nearest(from, within, bound, &mut |tile, bound| {
            let tile = TileId(tile);
            self.tree(tile).nearest(from, within, bound, &mut |polygon, bound| {
                let polygon = PolyRef { tile, polygon };
                if self.is_closed(polygon) { bound } else { each(polygon, bound) }
            })
        })
    }
}
