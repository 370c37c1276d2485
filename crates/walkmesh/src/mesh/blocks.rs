//! Tiles in blocks of a few each way, and which of their labels hang together in a block: so that
//! what looks for ways around a change goes from block to block.

mod after;

use std::sync::{Arc, OnceLock};

use super::id::{TileCoord, TileId};
use super::link::Links;
use super::paged::Paged;
use super::tiles::{Node, Tiles};
use crate::geom::{DisjointSets, cast};
pub(super) use after::Stirred;

/// Side of a block, tiles: making one anew costs what its tiles have of exits, a search what there
/// are blocks.
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
    /// By tile, its labels with the nodes of other tiles next to them, in order, each once.
    beside: Paged<Arc<[(u32, Node)]>>,
    /// By tile, the part of its block that each label is in.
    part_of: Paged<Arc<[u32]>>,
    made: Paged<Arc<Block>>,
}

#[derive(Debug)]
struct Block {
    /// One more than the greatest number of a part.
    parts: u32,
    /// The parts with the nodes of other blocks that edges join them to, in order, each once;
    /// worked out when they are first asked for.
    beside: OnceLock<Vec<(u32, Node)>>,
}

impl Block {
    fn new(parts: u32) -> Arc<Self> {
        Arc::new(Self { parts, beside: OnceLock::new() })
    }
}

/// A mesh as a graph of parts.
#[derive(Clone, Copy)]
pub(super) struct Graph<'m> {
    pub(super) tiles: &'m Tiles,
    pub(super) links: &'m Links,
    pub(super) blocks: &'m Blocks,
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
    /// Joins the labels of tiles in each block. Linear in exits.
    pub(super) fn new(tiles: &Tiles, links: &Links) -> Self {
        let grid = Arc::new(Grid::new(tiles.coords()));
        let all = (0..cast::count(tiles.len())).map(TileId);
        let mut new = Self {
            beside: all.clone().map(|tile| tiles.beside(tile).into()).collect(),
            part_of: all.map(|_| Arc::default()).collect(),
            made: grid.tiles.iter().map(|_| Block::new(0)).collect(),
            grid,
        };
        for block in new.all() {
            let (of_tiles, parts) = new.parted(tiles, links, block);
            let grid = Arc::clone(&new.grid);
            for (&tile, parts) in grid.tiles[cast::index(block.0)].iter().zip(of_tiles) {
                *new.part_of.at(cast::index(tile.0)) = parts.into();
            }
            *new.made.at(cast::index(block.0)) = Block::new(parts);
        }
        new
    }

    /// The blocks, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..cast::count(self.made.len())).map(BlockId)
    }

    /// The tiles of a block, in order.
    pub(super) fn tiles_of(&self, block: BlockId) -> &[TileId] {
        &self.grid.tiles[cast::index(block.0)]
    }

    /// One more than the greatest number of a part of a block.
    pub(super) fn parts(&self, block: BlockId) -> u32 {
        self.made[cast::index(block.0)].parts
    }

    /// The part that a label of a tile is in; none for the label of closed polygons.
    #[inline]
    pub(super) fn part(&self, (tile, label): Node) -> Option<Part> {
        let part = *self.part_of[cast::index(tile.0)].get(cast::index(label))?;
        Some((self.grid.of(tile), part))
    }

    /// The parts of a block with the nodes of other blocks next to them, in order, each once; by
    /// the part of each label of each of its tiles.
    fn find_beside(&self, block: BlockId, of_tiles: &[impl AsRef<[u32]>]) -> Vec<(u32, Node)> {
        let mut pairs = Vec::new();
        for (&tile, parts) in self.tiles_of(block).iter().zip(of_tiles) {
            let all = self.beside[cast::index(tile.0)].iter();
            let out = all.filter(|(_, other)| self.grid.of(other.0) != block);
            pairs.extend(out.map(|&(label, other)| (parts.as_ref()[cast::index(label)], other)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The part that each label of each tile of a block is in, numbered by first label, and how
    /// many parts there are.
    fn parted(&self, tiles: &Tiles, links: &Links, block: BlockId) -> (Vec<Vec<u32>>, u32) {
        let own = self.tiles_of(block);
        let mut firsts = Vec::with_capacity(own.len());
        let mut total = 0;
        for &tile in own {
            firsts.push(total);
            total += tiles.tile(tile).labels;
        }
        let first = |tile: TileId| own.binary_search(&tile).ok().map(|i| firsts[i]);
        let mut sets = DisjointSets::new(total);
        for (&tile, &here) in own.iter().zip(&firsts) {
            // What is between two tiles is on the list of either.
            let all = self.beside[cast::index(tile.0)].iter();
            for &(label, (other, there)) in all.filter(|(_, other)| other.0 > tile) {
                if let Some(from) = first(other) {
                    sets.join(here + label, from + there);
                }
            }
            for ends in links.of_tile(tile).filter_map(|link| link.polygons(tiles)) {
                let number = |end| {
                    let (tile, label) = tiles.node(end);
                    Some(first(tile)? + label)
                };
                if let [Some(a), Some(b)] = ends.map(number) {
                    sets.join(a, b);
                }
            }
        }
        let mut numbers = vec![0; cast::index(total)];
        let mut parts = 0;
        for i in 0..total {
            let root = sets.find(i);
            numbers[cast::index(i)] = if root == i {
                parts += 1;
                parts - 1
            } else {
                numbers[cast::index(root)]
            };
        }
        let of_tile = |(&tile, &first): (&TileId, &u32)| {
            numbers[cast::index(first)..cast::index(first + tiles.tile(tile).labels)].to_vec()
        };
        (own.iter().zip(&firsts).map(of_tile).collect(), parts)
    }
}

impl Graph<'_> {
    fn beside_of(&self, block: BlockId) -> &[(u32, Node)] {
        let made = &self.blocks.made[cast::index(block.0)];
        made.beside.get_or_init(|| {
            let part_of = |tile: &TileId| &*self.blocks.part_of[cast::index(tile.0)];
            let of_tiles: Vec<&[u32]> = self.blocks.tiles_of(block).iter().map(part_of).collect();
            self.blocks.find_beside(block, &of_tiles)
        })
    }

    /// Calls `each` with parts of a block that links lead from or to, and what is at the other end.
    fn linked(&self, block: BlockId, mut each: impl FnMut(u32, Part)) {
        if self.links.all().is_empty() {
            return;
        }
        let links = self.blocks.tiles_of(block).iter().flat_map(|&tile| self.links.of_tile(tile));
        for ends in links.filter_map(|link| link.polygons(self.tiles)) {
            let part = |end| self.blocks.part(self.tiles.node(end));
            let [Some(a), Some(b)] = ends.map(part) else { continue };
            for (here, there) in [(a, b), (b, a)] {
                if here.0 == block && there.0 != block {
                    each(here.1, there);
                }
            }
        }
    }

    /// Calls `each` with the parts next to one, some of them repeatedly.
    pub(super) fn beside(&self, (block, part): Part, mut each: impl FnMut(Part)) {
        let pairs = self.beside_of(block);
        let from = pairs.partition_point(|pair| pair.0 < part);
        let own = pairs[from..].iter().take_while(|pair| pair.0 == part);
        own.filter_map(|&(_, other)| self.blocks.part(other)).for_each(&mut each);
        self.linked(block, |here, there| {
            if here == part {
                each(there);
            }
        });
    }
}
