//! Tiles in blocks of a few each way, and which of their labels hang together in a block: so that
//! what looks for ways around a change goes from block to block. What a block holds together is
//! worked out when a search comes to it, and kept until its tiles change.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::id::{TileCoord, TileId};
use super::link::Links;
use super::renewed::Loose;
use super::tile::Tile;
use super::tiles::{Node, Tiles};
use super::trie::Trie;
use crate::geom::{DisjointSets, cast};

/// Side of a block, tiles: making one costs what its tiles have of exits, a search what there are
/// blocks.
const SIDE: i32 = 3;

/// Index of a block, in order of row, then column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct BlockId(pub(super) u32);

/// A block and a part of it: labels of its tiles that hang together in it.
pub(super) type Part = (BlockId, u32);

/// Which tiles are in which block.
#[derive(Debug)]
struct Grid {
    of_tile: Vec<BlockId>,
    /// By block, in order.
    tiles: Vec<Vec<TileId>>,
}

/// The blocks of a mesh.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    grid: Arc<Grid>,
    /// By block, which of all states that it ever had it is in.
    states: Trie<u64>,
    known: Arc<Known>,
}

/// What is known of blocks, for a mesh and all that are made of it.
#[derive(Debug)]
struct Known {
    /// The first state that no block was in.
    next: AtomicU64,
    /// By block, what was made last.
    made: Vec<Mutex<Option<Arc<Block>>>>,
}

/// A block in one of its states.
#[derive(Debug)]
struct Block {
    state: u64,
    /// For each of its tiles where its labels begin, and at the end how many there are.
    firsts: Vec<u32>,
    /// The part that each label is in.
    parts: Vec<u32>,
    /// The parts with the nodes of other blocks next to them, in order, each once.
    beside: Vec<(u32, Node)>,
}

/// A mesh as a graph of parts.
#[derive(Clone, Copy)]
pub(super) struct Graph<'m> {
    pub(super) tiles: &'m Tiles,
    pub(super) links: &'m Links,
    pub(super) blocks: &'m Blocks,
    pub(super) loose: Loose<'m>,
}

impl Grid {
    fn new(coords: &[TileCoord]) -> Self {
        let block = |at: &TileCoord| (at.y.div_euclid(SIDE), at.x.div_euclid(SIDE));
        let mut all: Vec<(i32, i32)> = coords.iter().map(block).collect();
        all.sort_unstable();
        all.dedup();
        let mut tiles = vec![Vec::new(); all.len()];
        let mut of_tile = Vec::with_capacity(coords.len());
        for (tile, at) in (0..).map(TileId).zip(coords) {
            let i = all.partition_point(|other| *other < block(at));
            tiles[i].push(tile);
            of_tile.push(BlockId(cast::count(i)));
        }
        Self { of_tile, tiles }
    }

    fn of(&self, tile: TileId) -> BlockId {
        self.of_tile[cast::index(tile.0)]
    }
}

impl Blocks {
    /// Nothing is worked out here.
    pub(super) fn new(coords: &[TileCoord]) -> Self {
        let grid = Arc::new(Grid::new(coords));
        let made = grid.tiles.iter().map(|_| Mutex::default()).collect();
        let states = grid.tiles.iter().map(|_| 0).collect();
        Self { grid, states, known: Arc::new(Known { next: AtomicU64::new(1), made }) }
    }

    /// As [`Trie::watch`].
    pub(super) fn watch(&mut self) {
        self.states.watch();
    }

    /// As [`Trie::follow`].
    pub(super) fn follow(&mut self, newer: &Self) -> bool {
        self.states.follow(&newer.states)
    }

    /// True when all are in the same states.
    pub(super) fn lists_as(&self, other: &Self) -> bool {
        self.states.iter().eq(other.states.iter())
    }

    /// Says that what hangs together around these tiles is not what it was: labels of them, or what
    /// these are next to.
    pub(super) fn stir(&mut self, tiles: impl Iterator<Item = TileId>) {
        let mut blocks: Vec<BlockId> = Vec::with_capacity(64);
        for block in tiles.map(|tile| self.grid.of(tile)) {
            if blocks.last() != Some(&block) {
                blocks.push(block);
            }
        }
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            let state = self.known.next.fetch_add(1, Ordering::Relaxed);
            *self.states.at(cast::index(block.0)) = state;
        }
    }
}

impl Block {
    /// The part of a label of one of its tiles, given which of them.
    fn part(&self, tile: usize, label: u32) -> Option<u32> {
        let at = self.firsts[tile].checked_add(label)?;
        (at < self.firsts[tile + 1]).then(|| self.parts[cast::index(at)])
    }
}

impl Graph<'_> {
    /// The tiles of a block, in order.
    fn tiles_of(&self, block: BlockId) -> &[TileId] {
        &self.blocks.grid.tiles[cast::index(block.0)]
    }

    /// A block as it is.
    fn block(&self, block: BlockId) -> Arc<Block> {
        let at = cast::index(block.0);
        let state = self.blocks.states[at];
        let known = &self.blocks.known.made[at];
        let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = lock().as_ref().filter(|made| made.state == state) {
            return Arc::clone(made);
        }
        let made = Arc::new(self.make(block, state));
        *lock() = Some(Arc::clone(&made));
        made
    }

    /// Finds out which labels hang together in a block, and what is next to it.
    fn make(&self, block: BlockId, state: u64) -> Block {
        let own = self.tiles_of(block);
        let mut firsts = Vec::with_capacity(own.len() + 1);
        let mut total = 0;
        for &tile in own {
            firsts.push(total);
            total += self.tiles.tile(tile).label_count;
        }
        firsts.push(total);
        let mut sets = DisjointSets::new(total);
        let mut beside: Vec<(u32, Node)> = Vec::with_capacity(16 * own.len());
        for (&tile, &first) in own.iter().zip(&firsts) {
            let mut join = |label: u32, (other, beyond): Node| {
                if [label, beyond].contains(&Tile::CLOSED) {
                    return;
                }
                match own.binary_search(&other) {
                    Ok(i) => sets.join(first + label, firsts[i] + beyond),
                    Err(_) => beside.push((first + label, (other, beyond))),
                }
            };
            self.tiles.joints(tile).for_each(|(label, other)| join(label, other));
            // Others are seen from here as this is from there, unless an edge leads one way only.
            let strays = |&other: &TileId| self.loose.holds(tile) || self.loose.holds(other);
            for other in self.tiles.seen_from(tile).filter(strays) {
                for (label, here) in self.tiles.joints(other).filter(|(_, to)| to.0 == tile) {
                    join(here.1, (other, label));
                }
            }
            for ends in self.links.of_tile(tile).filter_map(|link| link.polygons(self.tiles)) {
                let [a, b] = ends.map(|end| self.tiles.node(end));
                for (here, there) in [(a, b), (b, a)] {
                    if here.0 == tile {
                        join(here.1, there);
                    }
                }
            }
        }
        let parts: Vec<u32> = (0..total).map(|i| sets.find(i)).collect();
        beside.iter_mut().for_each(|of| of.0 = parts[cast::index(of.0)]);
        beside.sort_unstable();
        beside.dedup();
        Block { state, firsts, parts, beside }
    }

    /// The part that a label of a tile is in; none for the label of closed polygons.
    pub(super) fn part(&self, (tile, label): Node) -> Option<Part> {
        let block = self.blocks.grid.of(tile);
        let i = self.tiles_of(block).binary_search(&tile).ok()?;
        Some((block, self.block(block).part(i, label)?))
    }

    /// Calls `each` with the parts next to one, some of them repeatedly.
    pub(super) fn beside(&self, (block, part): Part, each: &mut dyn FnMut(Part)) {
        let made = self.block(block);
        let pairs = &made.beside;
        let from = pairs.partition_point(|pair| pair.0 < part);
        let own = pairs[from..].iter().take_while(|pair| pair.0 == part);
        own.filter_map(|&(_, other)| self.part(other)).for_each(each);
    }

    /// Calls `each` with the labels of tiles in a part.
    pub(super) fn each_node(&self, (block, part): Part, mut each: impl FnMut(Node)) {
        let made = self.block(block);
        for (&tile, range) in self.tiles_of(block).iter().zip(made.firsts.windows(2)) {
            let of_tile = &made.parts[cast::index(range[0])..cast::index(range[1])];
            (0..).zip(of_tile).filter(|(_, of)| **of == part).for_each(|(l, _)| each((tile, l)));
        }
    }
}
