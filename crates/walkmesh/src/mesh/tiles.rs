//! All tiles of a mesh with what follows from each of them, so that replacing one costs what
//! that one costs.
//!
//! Everything here is a list over tiles in pages ([`Paged`]): a copy shares all pages, and one in
//! which a few tiles are replaced shares all but theirs. Nothing is linear in the mesh but one
//! word a page of 64 tiles.

use std::sync::{Arc, OnceLock};

use super::access::{AreaCounts, AreaSet};
use super::canopy::Canopy;
use super::cost::{CostFactor, FactorCounts, factors_of};
use super::error::MeshError;
use super::id::{PolyId, PolyRef, TileCoord, TileId};
use super::paged::Paged;
use super::structure::{self, limit};
use super::tile::{Edge, Polygon, Tile};
use super::tree::{Tree, Upright, Volume};
use crate::geom::cast;
use crate::surface::Surface;

/// What a mesh keeps of a tile.
#[derive(Clone, Debug)]
struct Held {
    tile: Arc<Tile>,
    ground: Option<Arc<Surface>>,
    facts: Arc<Facts>,
    /// Tiles with an edge to this one, in order.
    seen_from: Arc<[u32]>,
    /// Its labels with what they are next to, in order, worked out when they are first asked for;
    /// begun anew when labels of a tile beside it change.
    beside: Arc<OnceLock<Vec<(u32, Node)>>>,
}

/// What follows from a tile alone.
#[derive(Debug)]
struct Facts {
    tree: Arc<Tree>,
    /// The tree over the base polygons, where they are numbered from 0 up and none was cut.
    stem: Option<Arc<Tree>>,
    areas: AreaSet,
    factors: Arc<[CostFactor]>,
    exits: Arc<[Exit]>,
    /// How many of its polygons are closed.
    closed: usize,
}

/// That an edge leads to a polygon of another tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Exit {
    /// The polygon beyond.
    pub(super) to: PolyRef,
    /// The label of the polygon on this side.
    pub(super) label: u32,
}

/// A tile and a label of it: the polygons of the tile that hang together in it.
pub(super) type Node = (TileId, u32);

/// The tiles of a mesh in order of row, then column.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    /// Their places in the grid, which never change.
    coords: Arc<[TileCoord]>,
    /// Behind one count each: what shares a page counts its items up.
    held: Paged<Arc<Held>>,
    /// How many polygons stand before each in its page.
    first_in_page: Paged<u32>,
    /// How many polygons stand before each page, and in all at the end.
    first_of_page: Arc<[u32]>,
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

impl Facts {
    fn new(tile: &Tile, here: TileId) -> Self {
        let (areas, factors) = (AreaSet::of([tile]), factors_of(tile).into());
        let closed = tile.closed_polygons().count();
        let tree = Arc::new(Tree::of(tile));
        let is_base = (0..).zip(&tile.polygons).all(|(base, p)| (p.base, p.piece) == (base, 0));
        let stem = is_base.then(|| Arc::clone(&tree));
        Self { tree, stem, areas, factors, exits: exits_of(tile, here), closed }
    }

    /// Those of a tile in place of another; shares what is as it was.
    fn in_place_of(old: &Held, tile: &Tile, here: TileId, of_pieces: bool) -> Self {
        let known = &*old.facts;
        let (before, after) = (&old.tile.polygons, &tile.polygons);
        let exits = if is_led_so(&old.tile, tile, here) {
            Arc::clone(&known.exits)
        } else {
            exits_of(tile, here)
        };
        if before.is_same(after) {
            let Self { tree, stem, areas, factors, closed, .. } = known;
            let (tree, stem, factors) = (Arc::clone(tree), stem.clone(), Arc::clone(factors));
            return Self { tree, stem, areas: *areas, factors, exits, closed: *closed };
        }
        let bounds = |p: &Polygon| (p.bounds, p.heights);
        let is_there_so =
            before.len() == after.len() && before.iter().map(bounds).eq(after.iter().map(bounds));
        let (tree, stem) = if is_there_so {
            (Arc::clone(&known.tree), known.stem.clone())
        } else {
            let stem = known.stem.as_ref().filter(|_| of_pieces);
            match stem.and_then(|stem| Tree::of_pieces(stem, tile)) {
                Some(tree) => (Arc::new(tree), known.stem.clone()),
                None => return Self::new(tile, here),
            }
        };
        let factors = factors_of(tile);
        let factors =
            if *factors == *known.factors { Arc::clone(&known.factors) } else { factors.into() };
        let closed = tile.closed_polygons().count();
        Self { tree, stem, areas: AreaSet::of([tile]), factors, exits, closed }
    }

    /// The exits to a tile.
    fn exits_to(&self, tile: TileId) -> &[Exit] {
        let from = self.exits.partition_point(|exit| exit.to.tile < tile);
        let count = self.exits[from..].partition_point(|exit| exit.to.tile == tile);
        &self.exits[from..from + count]
    }

    /// The tiles that its exits lead to, in order.
    fn beyond(&self) -> impl Iterator<Item = TileId> + '_ {
        self.exits.chunk_by(|a, b| a.to.tile == b.to.tile).map(|exits| exits[0].to.tile)
    }
}

/// True when the polygons of a tile that others may lead to have the numbers and labels that they
/// had: all but closed ones, to which nothing leads.
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

/// Where the edges of a tile lead, in order of tiles.
fn exits_of(tile: &Tile, here: TileId) -> Arc<[Exit]> {
    let mut exits: Vec<Exit> = Vec::new();
    let mut tiles: Vec<TileId> = Vec::new();
    // The polygon of an edge is looked for from that of the one before.
    let mut after = 0;
    for (e, edge) in (0..).zip(&tile.edges) {
        let Some(to) = edge.neighbour.filter(|to| to.tile != here) else { continue };
        while tile.polygons.get(after).is_some_and(|polygon| polygon.first_edge <= e) {
            after += 1;
        }
        let exit = Exit { to, label: tile.polygons[after - 1].label };
        if exits.last() != Some(&exit) {
            exits.push(exit);
            if !tiles.contains(&to.tile) {
                tiles.push(to.tile);
            }
        }
    }
    tiles.sort_unstable();
    // There are a few tiles around, hardly ever more.
    if tiles.len() > 16 {
        exits.sort_by_key(|exit| exit.to.tile);
        return exits.into();
    }
    let of = |&tile: &TileId| exits.iter().filter(move |exit| exit.to.tile == tile).copied();
    tiles.iter().flat_map(of).collect()
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
            new.beyond().for_each(|to| seen_from[cast::index(to.0)].push(t));
            areas.add(new.areas);
            factors.add(&new.factors);
            facts.push(Arc::new(new));
        }
        let boxes = tiles.iter().zip(&facts).map(|(tile, facts)| (tile.clip, facts.tree.volume()));
        let canopy = Canopy::new(&boxes.collect::<Vec<_>>());
        let coords = tiles.iter().map(|tile| tile.coord).collect();
        let edges = tiles.iter().map(|tile| tile.edges.len()).sum();
        let labels = tiles.iter().map(|tile| cast::index(tile.labels)).sum();
        let closed = facts.iter().map(|facts| facts.closed).sum();
        let parts = tiles.into_iter().zip(grounds).zip(facts).zip(seen_from);
        let held: Paged<Arc<Held>> = parts
            .map(|(((tile, ground), facts), seen_from)| {
                let (seen_from, beside) = (seen_from.into(), Arc::default());
                Arc::new(Held { tile, ground, facts, seen_from, beside })
            })
            .collect();
        let mut first_of_page = vec![0];
        let mut first_in_page = Vec::with_capacity(held.len());
        let mut total = 0;
        for page in held.pages() {
            let mut within = 0;
            for held in page {
                first_in_page.push(within);
                within += cast::count(held.tile.polygons.len());
            }
            total += within;
            first_of_page.push(total);
        }
        let first_in_page = first_in_page.into_iter().collect();
        let first_of_page = first_of_page.into();
        Ok(Self {
            coords,
            held,
            first_in_page,
            first_of_page,
            edges,
            labels,
            closed,
            areas,
            factors,
            canopy,
        })
    }

    /// The same with tiles in place of those at the same coordinates, which keep their ground,
    /// and which tiles those are, in order. Linear in the tiles given and in the exits of those
    /// around them, plus a word a page. What `is_sound` is not checked.
    pub(super) fn replaced(
        &self,
        new: Vec<Arc<Tile>>,
        is_sound: bool,
    ) -> Result<(Self, Vec<TileId>), MeshError> {
        let mut placed = Vec::with_capacity(new.len());
        for tile in new {
            let coord = tile.coord;
            placed.push((self.at(coord).ok_or(MeshError::NoTile { tile: coord })?, tile));
        }
        placed.sort_by_key(|&(id, _)| id);
        if let Some(pair) = placed.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(MeshError::TileTwice { tile: pair[0].1.coord });
        }
        let which: Vec<TileId> = placed.iter().map(|&(id, _)| id).collect();
        let mut next = self.clone();
        for (id, tile) in placed {
            if !is_sound {
                structure::check_alone(&tile)?;
            }
            next.put(id, tile, is_sound)?;
        }
        if !is_sound {
            next.check(&which)?;
        }
        Ok((next, which))
    }

    /// Puts a tile in place of another and brings the tables up to date; `of_pieces` says that both
    /// are made of pieces of the same base polygons. What its edges and those
    /// towards it name is not checked.
    fn put(&mut self, id: TileId, tile: Arc<Tile>, of_pieces: bool) -> Result<(), MeshError> {
        let t = cast::index(id.0);
        let old = Arc::clone(&self.held[t]);
        let facts = Arc::new(Facts::in_place_of(&old, &tile, id, of_pieces));
        self.edges = self.edges - old.tile.edges.len() + tile.edges.len();
        self.labels = self.labels - cast::index(old.tile.labels) + cast::index(tile.labels);
        self.closed = self.closed - old.facts.closed + facts.closed;
        let total = self.index_count() - old.tile.polygons.len() + tile.polygons.len();
        for (what, count) in [("polygons", total), ("edges", self.edges), ("labels", self.labels)] {
            limit(what, count)?;
        }
        self.count(t, old.tile.polygons.len(), tile.polygons.len());
        if old.facts.areas != facts.areas {
            self.areas.remove(old.facts.areas);
            self.areas.add(facts.areas);
        }
        if old.facts.factors != facts.factors {
            self.factors.remove(&old.facts.factors);
            self.factors.add(&facts.factors);
        }
        if !Arc::ptr_eq(&old.facts.tree, &facts.tree) {
            self.canopy.set(t, facts.tree.volume());
        }
        let is_led_so = Arc::ptr_eq(&old.facts.exits, &facts.exits);
        if is_led_so && is_labelled_so(&old.tile, &tile) {
            let (ground, seen_from) = (old.ground.clone(), Arc::clone(&old.seen_from));
            let beside = Arc::clone(&old.beside);
            *self.held.at(t) = Arc::new(Held { tile, ground, facts, seen_from, beside });
            return Ok(());
        }
        let (before, after): (Vec<_>, Vec<_>) =
            (old.facts.beyond().collect(), facts.beyond().collect());
        if after.last().is_some_and(|to| cast::index(to.0) >= self.len()) {
            return self.check_exits(&tile);
        }
        for &gone in before.iter().filter(|&to| after.binary_search(to).is_err()) {
            let seen_from = &mut Arc::make_mut(self.held.at(cast::index(gone.0))).seen_from;
            *seen_from = seen_from.iter().copied().filter(|&from| from != id.0).collect();
        }
        for &come in after.iter().filter(|&to| before.binary_search(to).is_err()) {
            let seen_from = &mut Arc::make_mut(self.held.at(cast::index(come.0))).seen_from;
            let at = seen_from.partition_point(|&from| from < id.0);
            let (low, high) = seen_from.split_at(at);
            *seen_from = low.iter().chain([&id.0]).chain(high).copied().collect();
        }
        let (ground, seen_from) = (old.ground.clone(), Arc::clone(&self.held[t].seen_from));
        let is_numbered_anew = !is_labelled_so(&old.tile, &tile);
        let mut around: Vec<TileId> = before;
        around.extend(after);
        around.extend(seen_from.iter().map(|&from| TileId(from)));
        around.sort_unstable();
        around.dedup();
        for other in around {
            if is_numbered_anew || old.facts.exits_to(other) != facts.exits_to(other) {
                Arc::make_mut(self.held.at(cast::index(other.0))).beside = Arc::default();
            }
        }
        let beside = Arc::default();
        *self.held.at(t) = Arc::new(Held { tile, ground, facts, seen_from, beside });
        Ok(())
    }

    /// Moves the numbers of the polygons after a tile.
    fn count(&mut self, t: usize, before: usize, after: usize) {
        if before == after {
            return;
        }
        let moved = |first: u32| first - cast::count(before) + cast::count(after);
        let page = Paged::<u32>::page_of(t);
        for later in t + 1..self.len() {
            if Paged::<u32>::page_of(later) > page {
                break;
            }
            let first = self.first_in_page.at(later);
            *first = moved(*first);
        }
        Arc::make_mut(&mut self.first_of_page)[page + 1..].iter_mut().for_each(|n| *n = moved(*n));
    }

    /// Checks that edges of these tiles and of those around them name polygons that there are.
    fn check(&self, which: &[TileId]) -> Result<(), MeshError> {
        for &id in which {
            self.check_exits(self.tile(id))?;
            let count = self.tile(id).polygons.len();
            for &from in &*self.held[cast::index(id.0)].seen_from {
                let held = &self.held[cast::index(from)];
                let exits = held.facts.exits_to(id);
                let is_short = exits.iter().any(|exit| cast::index(exit.to.polygon) >= count);
                if is_short || self.held[cast::index(id.0)].facts.closed > 0 {
                    self.check_exits(&held.tile)?;
                }
            }
        }
        Ok(())
    }

    fn check_exits(&self, tile: &Tile) -> Result<(), MeshError> {
        structure::check_neighbours(tile, self.len(), |other| self.tile(other))
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

    pub(super) fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = &Arc<Tile>> + DoubleEndedIterator + Clone + '_ {
        self.held.iter().map(|held| &held.tile)
    }

    #[inline]
    pub(super) fn tile(&self, tile: TileId) -> &Tile {
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

    /// Finds a polygon by its lasting name; the polygons of a tile are sorted by base and piece.
    pub(super) fn resolve(&self, id: PolyId) -> Option<PolyRef> {
        let tile = self.at(id.tile)?;
        let polygons = &self.tile(tile).polygons;
        let i = polygons.binary_search_by_key(&(id.base, id.piece), |p| (p.base, p.piece)).ok()?;
        (polygons[i].generation == id.generation && !polygons[i].is_closed())
            .then_some(PolyRef { tile, polygon: cast::count(i) })
    }

    /// How many polygons there are, closed ones too.
    pub(super) fn index_count(&self) -> usize {
        self.first_of_page.last().map_or(0, |&n| cast::index(n))
    }

    /// How many polygons are not closed.
    pub(super) fn polygon_count(&self) -> usize {
        self.index_count() - self.closed
    }

    /// How many polygons stand in the tiles before one.
    #[inline]
    pub(super) fn first_polygon(&self, tile: TileId) -> u32 {
        let t = cast::index(tile.0);
        self.first_of_page[Paged::<u32>::page_of(t)] + self.first_in_page[t]
    }

    /// The polygon with a number, counted through all tiles; `None` of a closed one.
    pub(super) fn polygon_at(&self, index: usize) -> Option<PolyRef> {
        let index = u32::try_from(index).ok().filter(|&i| cast::index(i) < self.index_count())?;
        let page = self.first_of_page.partition_point(|&first| first <= index) - 1;
        let within = index - self.first_of_page[page];
        let firsts = self.first_in_page.page(page)?;
        let t = firsts.partition_point(|&first| first <= within) - 1;
        let tile = TileId(cast::count(Paged::<u32>::first_on(page) + t));
        let found = PolyRef { tile, polygon: within - firsts[t] };
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
        &self.held[cast::index(tile.0)].facts.tree
    }

    /// Where the edges of a tile lead, in order.
    pub(super) fn exits(&self, tile: TileId) -> &[Exit] {
        &self.held[cast::index(tile.0)].facts.exits
    }

    /// The tiles with an edge to one, in order.
    pub(super) fn seen_from(&self, tile: TileId) -> impl Iterator<Item = TileId> + '_ {
        self.held[cast::index(tile.0)].seen_from.iter().copied().map(TileId)
    }

    /// True for a closed polygon.
    fn is_closed(&self, polygon: PolyRef) -> bool {
        self.tile(polygon.tile).polygons[cast::index(polygon.polygon)].is_closed()
    }

    /// The tile of a polygon and its label there.
    #[inline]
    pub(super) fn node(&self, polygon: PolyRef) -> Node {
        (polygon.tile, self.tile(polygon.tile).polygons[cast::index(polygon.polygon)].label)
    }

    /// The labels of a tile with the nodes of other tiles next to them, in order, each once.
    pub(super) fn beside(&self, tile: TileId) -> &[(u32, Node)] {
        let held = &self.held[cast::index(tile.0)];
        held.beside.get_or_init(|| {
            let mut pairs = Vec::new();
            let mut add = |pair: (u32, Node)| {
                if pairs.last() != Some(&pair) {
                    pairs.push(pair);
                }
            };
            held.facts.exits.iter().for_each(|exit| add((exit.label, self.node(exit.to))));
            let label = |exit: &Exit| held.tile.polygons[cast::index(exit.to.polygon)].label;
            for &from in &*held.seen_from {
                let exits = self.held[cast::index(from)].facts.exits_to(tile);
                exits.iter().for_each(|exit| add((label(exit), (TileId(from), exit.label))));
            }
            pairs.sort_unstable();
            pairs.dedup();
            pairs
        })
    }

    /// True when a tile of this mesh and the one that stood there before are beside the same labels,
    /// as is known without looking.
    pub(super) fn is_beside_same(&self, before: &Self, tile: TileId) -> bool {
        let held = |tiles: &Self| Arc::clone(&tiles.held[cast::index(tile.0)].beside);
        Arc::ptr_eq(&held(self), &held(before))
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
