//! Where the parts of the base polygons of a tile stand in the new one.

use std::ops::Range;
use std::sync::Arc;

use super::super::by_polygon::ByPolygon;
use super::super::cover::Cover;
use super::super::cut::Cut;
use super::super::twins::Twins;
use crate::geom::cast;
use crate::mesh::{NavMesh, Tile, TileId};

/// Where the parts of the base polygons of a tile stand in the new one: the first part of each in
/// its place, all others behind them, so that cutting one polygon moves no other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Placed {
    /// The number of the first part of each base polygon, and how many such there are.
    first: Vec<u32>,
    /// The number of the second part of each base polygon, and how many parts there are in all.
    others: Vec<u32>,
    /// By part, whether it is closed.
    pub(in super::super) closed: Vec<bool>,
    /// True when ways lead through polygons of it that have no width.
    pub(in super::super) is_thin: bool,
}

impl Placed {
    /// Where the parts of a base polygon stand.
    pub(in super::super) fn parts(&self, polygon: u32) -> impl Iterator<Item = u32> + use<> {
        let [first, others] = self.ranges(polygon);
        first.chain(others)
    }

    /// The same: the first part, if there is one, and the others.
    fn ranges(&self, polygon: u32) -> [Range<u32>; 2] {
        let p = cast::index(polygon);
        [self.first[p]..self.first[p + 1], self.others[p]..self.others[p + 1]]
    }

    /// Where a part of a base polygon stands.
    #[inline]
    pub(super) fn at(&self, polygon: u32, piece: u32) -> u32 {
        match piece.checked_sub(1) {
            None => self.first[cast::index(polygon)],
            Some(other) => self.others[cast::index(polygon)] + other,
        }
    }

    /// True when there is a base polygon without parts, after which no other stands where it did.
    pub(super) fn is_shifted(&self) -> bool {
        self.first.last().is_some_and(|&count| cast::index(count) + 1 < self.first.len())
    }
}

/// The same; `None` where nothing is cut, and everything stands as in the base tile.
pub(in super::super) type Slots = Option<Placed>;

/// Those of all tiles, and which of these have to do with ways through polygons without width.
#[derive(Clone, Debug)]
pub(in super::super) struct AllSlots {
    by_tile: Vec<Slots>,
    /// By tile, in how many of it and of those that its edges lead to there are such ways.
    thin_around: Vec<u32>,
}

impl AllSlots {
    /// Of so many tiles in which nothing is cut.
    pub(in super::super) fn new(tiles: usize) -> Self {
        Self { by_tile: vec![None; tiles], thin_around: vec![0; tiles] }
    }

    #[inline]
    pub(in super::super) fn of(&self, tile: TileId) -> &Slots {
        &self.by_tile[cast::index(tile.0)]
    }

    /// True when ways lead through polygons without width in a tile or in one beside it.
    #[inline]
    pub(super) fn is_thin_around(&self, tile: TileId) -> bool {
        self.thin_around[cast::index(tile.0)] > 0
    }

    /// Puts others in place of those of a tile, which are given back.
    pub(in super::super) fn replace(&mut self, tile: TileId, new: Slots, twins: &Twins) -> Slots {
        let (was, is) = (is_thin(self.of(tile)), is_thin(&new));
        if was != is {
            for beside in twins.tiles_towards(tile).into_iter().chain([tile]) {
                let count = &mut self.thin_around[cast::index(beside.0)];
                *count = if is { *count + 1 } else { *count - 1 };
            }
        }
        std::mem::replace(&mut self.by_tile[cast::index(tile.0)], new)
    }

    /// Opens a part that is closed, or closes it.
    pub(in super::super) fn turn(&mut self, tile: TileId, part: usize) {
        if let Some(placed) = &mut self.by_tile[cast::index(tile.0)] {
            placed.closed[part] ^= true;
        }
    }
}

/// True when ways lead through polygons of a tile that have no width.
pub(in super::super) fn is_thin(slots: &Slots) -> bool {
    slots.as_ref().is_some_and(|placed| placed.is_thin)
}

/// Where the parts of a base polygon stand: the first, then the others.
pub(in super::super) fn ranges(slots: &Slots, polygon: u32) -> [Range<u32>; 2] {
    match slots {
        Some(placed) => placed.ranges(polygon),
        None => [polygon..polygon + 1, 0..0],
    }
}

/// True for a part that is closed where polygons are cut.
pub(in super::super) fn is_closed(slots: &Slots, at: u32) -> bool {
    slots.as_ref().is_some_and(|placed| placed.closed[cast::index(at)])
}

/// True when as many parts of a base polygon stand where parts of it stood, and the same of them
/// are closed.
pub(in super::super) fn stand_so(old: &Slots, new: &Slots, polygon: u32) -> bool {
    let [first, others] = ranges(new, polygon);
    let [old_first, old_others] = ranges(old, polygon);
    first == old_first
        && (others == old_others || others.is_empty() && old_others.is_empty())
        && first.chain(others).all(|at| is_closed(old, at) == is_closed(new, at))
}

/// Numbers the polygons of a tile anew.
pub(in super::super) fn slots(
    base: &NavMesh,
    cuts: &ByPolygon<Arc<Cut>>,
    is_passable: impl Fn(&Cover) -> bool,
    tile: TileId,
) -> Slots {
    let cuts = cuts.of_tile(tile);
    if cuts.is_empty() {
        return None;
    }
    let labels = &base.tile(tile).labels;
    let count = labels.len();
    let mut placed = Placed {
        first: Vec::with_capacity(count + 1),
        others: Vec::with_capacity(count + 1),
        closed: Vec::with_capacity(2 * count),
        is_thin: false,
    };
    let mut others = Vec::with_capacity(count);
    for (p, &label) in labels.iter().enumerate() {
        placed.first.push(cast::count(placed.closed.len()));
        placed.others.push(cast::count(others.len()));
        let Some(cut) = cuts.get(p).and_then(Option::as_ref) else {
            placed.closed.push(label == Tile::CLOSED);
            continue;
        };
        placed.is_thin |= cut.is_thin;
        let mut closed = cut.of_covers(|cover| !is_passable(cover));
        placed.closed.extend(closed.next());
        others.extend(closed);
    }
    let firsts = cast::count(placed.closed.len());
    placed.first.push(firsts);
    placed.others.push(cast::count(others.len()));
    placed.others.iter_mut().for_each(|at| *at += firsts);
    placed.closed.extend(others);
    Some(placed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_so_where_numbers_and_states_are_what_they_were() {
        let placed = |first: &[u32], others: &[u32], closed: &[u32]| {
            let closed = (0..others[others.len() - 1]).map(|at| closed.contains(&at)).collect();
            let (first, others) = (first.to_vec(), others.to_vec());
            Some(Placed { first, others, closed, is_thin: false })
        };
        let so = |old: &Slots, new: &Slots| [0, 1, 2].map(|p| stand_so(old, new, p));
        // The second of three in three pieces, the middle one closed.
        let cut = placed(&[0, 1, 2, 3], &[3, 3, 5, 5], &[3]);
        assert_eq!(so(&None, &cut), [true, false, true]);
        assert_eq!(so(&cut, &None), [true, false, true]);
        assert_eq!(so(&cut, &cut), [true; 3]);
        let open = placed(&[0, 1, 2, 3], &[3, 3, 5, 5], &[]);
        assert_eq!(so(&cut, &open), [true, false, true]);
        // The first has no parts, so that all others move up.
        let gone = placed(&[0, 0, 1, 2], &[2, 2, 4, 4], &[2]);
        assert_eq!(so(&cut, &gone), [false; 3]);
        // The first in two pieces moves the others of the second.
        let both = placed(&[0, 1, 2, 3], &[3, 4, 6, 6], &[]);
        assert_eq!(so(&open, &both), [false, false, true]);
    }
}
