//! How many numbers a page has, and which pages a tile has.

use super::{HalfEdges, NONE, Page};
use crate::geom::cast;
use crate::mesh::id::TileId;
use crate::mesh::tiles::Tiles;

/// How much larger than the least the numbers may get for pages of more numbers each.
const WASTE: f64 = 1.25;
/// Pages of 4 up to 2^20 numbers.
const BITS: std::ops::RangeInclusive<u32> = 2..=20;

/// How many pages so many half-edges take.
pub(super) fn pages_for(edges: usize, bits: u32) -> u32 {
    cast::count(edges.div_ceil(1 << bits))
}

/// The size of pages for a mesh: large ones, unless they leave too many numbers unused.
pub(super) fn bits_for(tiles: &Tiles) -> u32 {
    let numbers = |bits: u32| -> f64 {
        let pages = tiles.iter().map(|tile| u64::from(pages_for(tile.edges.len(), bits)));
        let pages: u64 = pages.sum();
        cast::float(i64::try_from(pages << bits).unwrap_or(i64::MAX))
    };
    let least = BITS.map(numbers).fold(f64::INFINITY, f64::min);
    BITS.rev().find(|&bits| numbers(bits) <= least * WASTE).unwrap_or(*BITS.start())
}

impl HalfEdges {
    /// Gives a tile as many pages as it needs, unless it has them.
    pub(super) fn move_to_fit(&mut self, tile: TileId, count: u32) -> Option<()> {
        let t = cast::index(tile.0);
        let first = self.page_of[t];
        let is_of_it = |page: &u32| {
            let page = self.pages.get(cast::index(*page));
            page.is_some_and(|p| p.tile == tile && !p.block.spots.is_empty())
        };
        let had = cast::count((first..).take_while(is_of_it).count());
        if had == count {
            return Some(());
        }
        for page in first..first + had {
            *self.pages.at(cast::index(page)) = Page::default();
        }
        if had > 0 {
            self.free.push((first, had));
        }
        if count == 0 {
            return Some(());
        }
        if let Some(i) = self.free.iter().position(|&(_, room)| room == count) {
            *self.page_of.at(t) = self.free.swap_remove(i).0;
            return Some(());
        }
        let end = cast::count(self.pages.len());
        let most = (NONE >> self.bits).checked_sub(count)?;
        if end >= most {
            return None;
        }
        (0..count).for_each(|_| self.pages.push(Page::default()));
        *self.page_of.at(t) = end;
        Some(())
    }
}
