//! Blocks after some tiles were replaced.

use std::sync::{Arc, OnceLock};

use super::super::id::TileId;
use super::super::link::Links;
use super::super::tiles::{Node, Tiles};
use super::{Block, BlockId, Blocks, Graph, Part};
use crate::geom::cast;

/// What does not hang together as it did.
#[derive(Debug, Default)]
pub(in super::super) struct Stirred {
    /// Tiles, in order.
    tiles: Vec<TileId>,
    /// Parts of the mesh before that are not there any more, in order.
    pub(in super::super) old: Vec<Part>,
    /// Parts that were not there before; a number that is among both means two things.
    pub(in super::super) new: Vec<Part>,
}

impl Stirred {
    /// True when a label of a tile is not what it was before.
    pub(in super::super) fn has(&self, tile: TileId) -> bool {
        self.tiles.binary_search(&tile).is_ok()
    }
}

/// A tile that may not hang together as it did.
struct Look {
    tile: TileId,
    /// What its labels are next to.
    beside: Vec<(u32, Node)>,
    /// By label the one that it was before, `None` for those that are new: where these, and those
    /// that are gone, are next to nothing.
    was: Option<Vec<Option<u32>>>,
}

impl Look {
    /// True when its labels are what they were.
    fn is_same(&self, labels_before: u32) -> bool {
        let same = |was: &Vec<Option<u32>>| {
            was.len() == cast::index(labels_before)
                && (0..).zip(was).all(|(l, was)| *was == Some(l))
        };
        self.was.as_ref().is_some_and(same)
    }
}

impl Blocks {
    /// Those of a mesh in which tiles were replaced (`which`, in order), and which parts are not
    /// what they were: all others keep their numbers.
    pub(in super::super) fn after(
        old: Graph<'_>,
        tiles: &Tiles,
        links: &Links,
        which: &[TileId],
    ) -> (Self, Stirred) {
        let mut next = old.blocks.clone();
        let mut stirred = Stirred::default();
        let mut looks: Vec<Look> = Vec::new();
        let is_linked = |tile: TileId| links.of_tile(tile).next().is_some();
        let may_differ = |tile: &TileId| is_linked(*tile) || !tiles.hangs_as(old.tiles, *tile);
        let doubtful: Vec<TileId> = which.iter().copied().filter(may_differ).collect();
        for &tile in &doubtful {
            let beside = tiles.beside(tile);
            let known = (!is_linked(tile)).then(|| was(old, tiles, tile, &beside)).flatten();
            // Others are compared by the numbers of its labels, so these have to stay.
            let is_named = |other: &Node| doubtful.binary_search(&other.0).is_ok();
            let stays = |pair: &(u32, Node), was: &[Option<u32>]| {
                !is_named(&pair.1) || was[cast::index(pair.0)] == Some(pair.0)
            };
            let was = known.filter(|was| beside.iter().all(|pair| stays(pair, was)));
            let look = Look { tile, beside, was };
            if !look.is_same(old.tiles.tile(tile).labels) {
                stirred.tiles.push(tile);
                looks.push(look);
            }
        }
        if looks.is_empty() {
            return (next, stirred);
        }
        // Where labels part or join, what hangs together in the block is found out anew.
        let anew = looks.iter().filter(|look| look.was.is_none());
        let mut anew: Vec<BlockId> = anew.map(|look| old.blocks.grid.of(look.tile)).collect();
        anew.sort_unstable();
        anew.dedup();
        for look in &looks {
            if anew.binary_search(&old.blocks.grid.of(look.tile)).is_err()
                && let Some(was) = &look.was
            {
                next.renumber(look.tile, was, &mut stirred);
            }
            next.take_in(look, &stirred);
        }
        for block in anew {
            next.remake(old, tiles, links, block, &mut stirred);
        }
        stirred.old.sort_unstable();
        stirred.new.sort_unstable();
        (next, stirred)
    }

    /// Puts what is next to a stirred tile on record, for it and for the tiles around.
    fn take_in(&mut self, look: &Look, stirred: &Stirred) {
        let Look { tile, beside, .. } = look;
        let before = Arc::clone(&self.beside[cast::index(tile.0)]);
        if *before == **beside {
            return;
        }
        let mut around: Vec<TileId> =
            before.iter().chain(beside).map(|(_, other)| other.0).collect();
        around.sort_unstable();
        around.dedup();
        // Lists of blocks around name labels of the tile.
        let mut blocks: Vec<BlockId> = Vec::new();
        for other in around {
            if stirred.has(other) || self.take_in_beside(other, look) {
                blocks.push(self.grid.of(other));
            }
        }
        let own = self.grid.of(*tile);
        blocks.retain(|&block| block != own);
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            let parts = self.parts(block);
            *self.made.at(cast::index(block.0)) = Block::new(parts);
        }
        *self.beside.at(cast::index(tile.0)) = beside.as_slice().into();
    }

    /// Puts the labels of a stirred tile on record for one beside it; false where it has them so.
    fn take_in_beside(&mut self, other: TileId, Look { tile, beside, .. }: &Look) -> bool {
        let at = cast::index(other.0);
        let back = beside.iter().filter(|pair| pair.1.0 == other);
        let mut back: Vec<(u32, Node)> =
            back.map(|&(label, there)| (there.1, (*tile, label))).collect();
        back.sort_unstable();
        let is_own = |pair: &&(u32, Node)| pair.1.0 == *tile;
        if self.beside[at].iter().filter(is_own).eq(&back) {
            return false;
        }
        let rest = self.beside[at].iter().filter(|pair| !is_own(pair));
        let mut pairs: Vec<(u32, Node)> = rest.copied().chain(back).collect();
        pairs.sort_unstable();
        *self.beside.at(at) = pairs.into();
        true
    }

    /// Numbers labels of a tile anew that hang together as they did, but for some that are next to
    /// nothing.
    fn renumber(&mut self, tile: TileId, was: &[Option<u32>], stirred: &mut Stirred) {
        let block = self.grid.of(tile);
        let before = Arc::clone(&self.part_of[cast::index(tile.0)]);
        let mut is_gone = vec![true; before.len()];
        was.iter().flatten().for_each(|&label| is_gone[cast::index(label)] = false);
        let gone = before.iter().zip(is_gone).filter(|&(_, is_gone)| is_gone);
        stirred.old.extend(gone.map(|(&part, _)| (block, part)));
        let mut is_used = vec![false; cast::index(self.parts(block))];
        for &other in self.tiles_of(block).iter().filter(|&&other| other != tile) {
            for &part in &*self.part_of[cast::index(other.0)] {
                is_used[cast::index(part)] = true;
            }
        }
        for label in was.iter().flatten() {
            is_used[cast::index(before[cast::index(*label)])] = true;
        }
        let mut next = 0;
        let part = |was: &Option<u32>| match was {
            Some(label) => before[cast::index(*label)],
            None => {
                while is_used.get(cast::index(next)) == Some(&true) {
                    next += 1;
                }
                stirred.new.push((block, next));
                next += 1;
                next - 1
            }
        };
        let parts: Arc<[u32]> = was.iter().map(part).collect();
        if next > self.parts(block) {
            let beside = self.made[cast::index(block.0)].beside.clone();
            *self.made.at(cast::index(block.0)) = Arc::new(Block { parts: next, beside });
        }
        *self.part_of.at(cast::index(tile.0)) = parts;
    }

    /// Finds out which labels hang together in a block, where they did otherwise before.
    fn remake(
        &mut self,
        old: Graph<'_>,
        tiles: &Tiles,
        links: &Links,
        block: BlockId,
        stirred: &mut Stirred,
    ) {
        let (mut of_tiles, count) = self.parted(tiles, links, block);
        let mut beside = self.find_beside(block, &of_tiles);
        let found = Parted { of_tiles: &of_tiles, count, beside: &beside };
        let numbers = numbers(old, tiles, links, block, &found, stirred);
        let parts = numbers.iter().map(|n| n + 1).max().unwrap_or(0).max(self.parts(block));
        of_tiles.iter_mut().flatten().for_each(|part| *part = numbers[cast::index(*part)]);
        beside.iter_mut().for_each(|pair| pair.0 = numbers[cast::index(pair.0)]);
        beside.sort_unstable();
        let grid = Arc::clone(&self.grid);
        for (&tile, of_tile) in grid.tiles[cast::index(block.0)].iter().zip(of_tiles) {
            let at = cast::index(tile.0);
            if *self.part_of[at] != *of_tile {
                *self.part_of.at(at) = of_tile.into();
            }
        }
        let made = Block { parts, beside: OnceLock::from(beside) };
        *self.made.at(cast::index(block.0)) = Arc::new(made);
    }
}

/// By label of a tile the one that it was before: next to the same, and on the first part of a
/// base polygon that had it then. `None` where labels that are next to something are no such.
fn was(
    old: Graph<'_>,
    tiles: &Tiles,
    tile: TileId,
    beside: &[(u32, Node)],
) -> Option<Vec<Option<u32>>> {
    let [before, after] = [old.tiles, tiles].map(|tiles| tiles.tile(tile).labels);
    if before.max(after) > u64::BITS {
        return None;
    }
    // By label, those that polygons of it had before.
    let mut had = vec![0_u64; cast::index(after)];
    tiles.each_kept(old.tiles, tile, |was, is| {
        had[cast::index(is)] |= 1 << was;
    });
    let known = &*old.blocks.beside[cast::index(tile.0)];
    let of = |pairs: &[(u32, Node)], label: u32| {
        let from = pairs.partition_point(|pair| pair.0 < label);
        from..from + pairs[from..].partition_point(|pair| pair.0 == label)
    };
    let mut is_free = vec![true; cast::index(before)];
    let mut all = Vec::with_capacity(had.len());
    for (label, had) in (0..).zip(had) {
        let now = &beside[of(beside, label)];
        let is_it = |was: &u32| {
            let is_next_to = || known[of(known, *was)].iter().map(|pair| pair.1);
            (had >> was) & 1 == 1
                && is_free[cast::index(*was)]
                && is_next_to().eq(now.iter().map(|pair| pair.1))
        };
        let was = (0..before).find(is_it);
        match was {
            Some(was) => is_free[cast::index(was)] = false,
            None if now.is_empty() => {}
            None => return None,
        }
        all.push(was);
    }
    let is_lost = |was: u32| is_free[cast::index(was)] && !of(known, was).is_empty();
    (!(0..before).any(is_lost)).then_some(all)
}

/// The parts of a block, numbered by first label.
struct Parted<'a> {
    /// By tile and label.
    of_tiles: &'a [Vec<u32>],
    count: u32,
    beside: &'a [(u32, Node)],
}

/// The lasting numbers of the parts of a block: those that they had where they have the labels
/// that they had, next to what they were next to, and some label in them is surely the same.
fn numbers(
    old: Graph<'_>,
    tiles: &Tiles,
    links: &Links,
    block: BlockId,
    found: &Parted<'_>,
    stirred: &mut Stirred,
) -> Vec<u32> {
    let own = old.blocks.tiles_of(block);
    let before = |tile: TileId| &*old.blocks.part_of[cast::index(tile.0)];
    // How many labels each old part has.
    let mut sizes = vec![0_u32; cast::index(old.blocks.parts(block))];
    for &part in own.iter().flat_map(|&tile| before(tile)) {
        sizes[cast::index(part)] += 1;
    }
    // The old part of each new one, if it is one; how many labels it has, and if one is the same.
    let mut known = vec![(None, 0_u32, false); cast::index(found.count)];
    let mut linked = Vec::new();
    for (&tile, parts) in own.iter().zip(found.of_tiles) {
        let is_stirred = stirred.has(tile);
        let kept = if is_stirred { kept_labels(old.tiles, tiles, tile) } else { u64::MAX };
        let before = before(tile);
        for (label, &part) in (0_u32..).zip(parts) {
            let was = before.get(cast::index(label)).copied();
            let (old, size, is_same) = &mut known[cast::index(part)];
            *old = if *size == 0 || *old == was { was } else { None };
            *size += 1;
            *is_same |= !is_stirred || kept.checked_shr(label).is_some_and(|kept| kept & 1 == 1);
        }
        if links.of_tile(tile).next().is_some() {
            linked.extend(parts);
        }
    }
    let old_beside = old.beside_of(block);
    let (mut from, mut next_free) = (0, 0);
    let mut numbers = Vec::with_capacity(known.len());
    for (part, (was, size, is_same)) in (0..).zip(known) {
        let count = found.beside[from..].partition_point(|pair| pair.0 == part);
        let beside = found.beside[from..from + count].iter().map(|pair| pair.1);
        from += count;
        let is_kept = |was: &u32| {
            let first = old_beside.partition_point(|pair| pair.0 < *was);
            let all = old_beside[first..].iter().take_while(|pair| pair.0 == *was);
            is_same
                && sizes[cast::index(*was)] == size
                && !linked.contains(&part)
                && all.map(|pair| pair.1).eq(beside)
        };
        let kept = was.filter(is_kept);
        if let Some(was) = kept {
            // It is taken.
            sizes[cast::index(was)] = u32::MAX;
        }
        numbers.push(kept);
    }
    for (part, size) in (0..).zip(&sizes) {
        if (1..u32::MAX).contains(size) {
            stirred.old.push((block, part));
        }
    }
    let number = |kept: Option<u32>| {
        kept.unwrap_or_else(|| {
            while sizes.get(cast::index(next_free)) == Some(&u32::MAX) {
                next_free += 1;
            }
            next_free += 1;
            stirred.new.push((block, next_free - 1));
            next_free - 1
        })
    };
    numbers.into_iter().map(number).collect()
}

/// The labels of a tile, as bits, that polygons have that had the same before.
fn kept_labels(old: &Tiles, tiles: &Tiles, tile: TileId) -> u64 {
    let mut kept = 0;
    tiles.each_kept(old, tile, |was, is| {
        if was == is {
            kept |= 1_u64.checked_shl(is).unwrap_or(0);
        }
    });
    kept
}
