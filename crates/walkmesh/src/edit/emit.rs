//! From base polygons and their pieces to tiles: what may not be passed is left out.

mod tile;

use std::sync::Arc;

use super::by_polygon::ByPolygon;
use super::cover::Cover;
use super::cut::{Beyond, Cut, Inside};
use super::twins::Twins;
use crate::geom::cast;
use crate::mesh::{Edge, NavMesh, Passage, PolyRef, Tile, TileId};
use tile::Emitting;

/// Where the parts of a base polygon stand in its new tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// It is not cut.
    Whole(u32),
    /// Its pieces; `None` for those that may not be passed.
    Pieces(Vec<Option<u32>>),
}

/// Where the base polygons of a tile stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) slots: Vec<Slot>,
    /// True when ways lead through polygons of it that have no width.
    is_thin: bool,
}

/// The same; `None` where nothing moved.
pub(super) type Slots = Option<Placed>;

/// All that the new tiles follow from.
pub(super) struct Plan<'a> {
    pub(super) twins: &'a Twins,
    pub(super) cuts: &'a ByPolygon<Arc<Cut>>,
    /// By tile.
    pub(super) slots: &'a [Slots],
    pub(super) generations: &'a ByPolygon<u32>,
}

/// Numbers the polygons of a tile anew.
pub(super) fn slots(
    base: &NavMesh,
    cuts: &ByPolygon<Arc<Cut>>,
    is_passable: impl Fn(&Cover) -> bool,
    tile: TileId,
) -> Slots {
    let count = cast::count(base.tile(tile).polygons.len());
    let cuts = cuts.of_tile(tile);
    if cuts.is_empty() {
        return None;
    }
    let mut next = 0;
    let mut take = || {
        next += 1;
        next - 1
    };
    let mut slots = Vec::with_capacity(cast::index(count));
    let mut is_thin = false;
    for polygon in 0..count {
        slots.push(match cuts.get(cast::index(polygon)).and_then(Option::as_ref) {
            None => Slot::Whole(take()),
            Some(cut) => {
                is_thin |= cut.is_thin;
                Slot::Pieces(
                    cut.pieces.iter().map(|p| is_passable(&p.cover).then(&mut take)).collect(),
                )
            }
        });
    }
    Some(Placed { slots, is_thin })
}

impl Plan<'_> {
    fn placed(&self, tile: TileId) -> Option<&Placed> {
        self.slots[cast::index(tile.0)].as_ref()
    }

    #[inline]
    fn slot(&self, polygon: PolyRef, piece: u32) -> Option<PolyRef> {
        let polygon_at = |index| PolyRef { tile: polygon.tile, polygon: index };
        let Some(placed) = self.placed(polygon.tile) else { return Some(polygon) };
        match &placed.slots[cast::index(polygon.polygon)] {
            Slot::Whole(at) => Some(polygon_at(*at)),
            Slot::Pieces(at) => at[cast::index(piece)].map(polygon_at),
        }
    }

    /// What is beyond a part of an edge of a base polygon. Where a polygon has no width the way
    /// leads on through it.
    fn beyond(&self, polygon: PolyRef, edge: u32, part: u32) -> Way {
        const WALL: Way = (None, Passage::Open);
        let (mut at, mut edge, mut part) = (polygon, edge, part);
        let (mut forth, mut back) = (true, true);
        // A way through polygons without width is short; it does not go around.
        for _ in 0..64 {
            let Some(across) = self.twins.beyond(at)[cast::index(edge)] else { return WALL };
            forth &= across.passages[0] == Passage::Open;
            back &= across.passages[1] == Passage::Open;
            if !forth && !back {
                return WALL;
            }
            let passage = if forth { Passage::Open } else { Passage::Closed };
            let other = across.polygon;
            let Some(cut) = self.cuts.get(other) else {
                return (self.slot(other, 0), passage);
            };
            let parts = &cut.parts[cast::index(across.edge)];
            let facing = parts.len().checked_sub(cast::index(part) + 1);
            match facing.and_then(|i| parts.get(i)) {
                Some(&Inside::Piece(piece)) => return (self.slot(other, piece), passage),
                Some(&Inside::Through { edge: e, part: p }) => (at, edge, part) = (other, e, p),
                Some(Inside::Nothing) | None => return WALL,
            }
        }
        WALL
    }

    /// All tiles that may change when these are made anew: they and those beside them.
    pub(super) fn tiles_around(&self, tiles: &[TileId]) -> Vec<TileId> {
        let mut all = tiles.to_vec();
        for &tile in tiles {
            all.extend(&self.twins.sides(tile).tiles);
        }
        all.sort_unstable();
        all.dedup();
        let is_thin = |tile: &TileId| self.placed(*tile).is_some_and(|placed| placed.is_thin);
        let through: Vec<TileId> = all.iter().copied().filter(is_thin).collect();
        if !through.is_empty() {
            for tile in through {
                all.extend(&self.twins.sides(tile).tiles);
            }
            all.sort_unstable();
            all.dedup();
        }
        all
    }

    /// A tile of the mesh `before` as it is now, beside tiles that were made anew; `None` where
    /// that is as it was.
    pub(super) fn beside(&self, before: &NavMesh, tile: TileId, anew: &[TileId]) -> Option<Tile> {
        let now = before.tile(tile);
        let sides = self.twins.sides(tile);
        let is_thin = |tile: TileId| self.placed(tile).is_some_and(|placed| placed.is_thin);
        if is_thin(tile) || sides.tiles.iter().any(|&other| is_thin(other)) {
            return Some(self.tile(tile)).filter(|made| made != now);
        }
        let is_anew = |other: TileId| anew.binary_search(&other).is_ok();
        let mut changes: Vec<(usize, Edge)> = Vec::new();
        let mut lead = |at: usize, (neighbour, passage): Way| {
            let edge = Edge { neighbour, passage, ..now.edges[at] };
            if edge != now.edges[at] {
                changes.push((at, edge));
            }
        };
        for &(polygon, edge, other) in &sides.borders {
            if !is_anew(other) {
                continue;
            }
            let here = PolyRef { tile, polygon };
            match self.cuts.get(here).filter(|cut| !cut.is_whole) {
                None => {
                    if let Some(slot) = self.slot(here, 0) {
                        let first = now.polygons[cast::index(slot.polygon)].first_edge;
                        lead(cast::index(first + edge), self.beyond(here, edge, 0));
                    }
                }
                Some(cut) => {
                    for (piece, i) in cut.pieces.iter().zip(0..) {
                        let Some(slot) = self.slot(here, i) else { continue };
                        let first = now.polygons[cast::index(slot.polygon)].first_edge;
                        for (k, beyond) in (cast::index(first)..).zip(&piece.beyond) {
                            if let &Beyond::Outside { edge: e, part } = beyond
                                && e == edge
                            {
                                lead(k, self.beyond(here, edge, part));
                            }
                        }
                    }
                }
            }
        }
        if changes.is_empty() {
            return None;
        }
        let mut new = now.clone();
        for (at, edge) in changes {
            new.edges[at] = edge;
        }
        Some(new)
    }

    /// The new tile. Depends on the base tile, on its cuts, and on those of the tiles beside it.
    pub(super) fn tile(&self, tile: TileId) -> Tile {
        let base = self.twins.base.tile(tile);
        if self.placed(tile).is_none() {
            return self.as_base(tile);
        }
        let mut out = Emitting::new(self, base);
        for polygon in 0..cast::count(base.polygons.len()) {
            let here = PolyRef { tile, polygon };
            match self.cuts.get(here) {
                None => out.whole(here, None),
                Some(cut) => {
                    let names = if cut.is_whole { Vec::new() } else { out.names(here, cut) };
                    for (piece, i) in cut.pieces.iter().zip(0..) {
                        match self.slot(here, i) {
                            None => {}
                            Some(_) if cut.is_whole => out.whole(here, Some(piece)),
                            Some(_) => out.piece(here, i, piece, cut, &names),
                        }
                    }
                }
            }
        }
        out.finish(tile)
    }

    /// A tile whose polygons are as they were, with edges that lead to where its neighbours are.
    fn as_base(&self, tile: TileId) -> Tile {
        let mut new = self.twins.base.tile(tile).clone();
        let mut relabel = false;
        for (known, risen) in new.polygons.iter_mut().zip(self.generations.of_tile(tile)) {
            known.generation = known.generation.wrapping_add(risen.unwrap_or(0));
        }
        for &(polygon, edge, other) in &self.twins.sides(tile).borders {
            if self.placed(other).is_some() {
                let (neighbour, passage) = self.beyond(PolyRef { tile, polygon }, edge, 0);
                relabel |= neighbour.is_some_and(|other| other.tile == tile);
                let at = cast::index(new.polygons[cast::index(polygon)].first_edge + edge);
                new.edges[at] = Edge { neighbour, passage, ..new.edges[at] };
            }
        }
        if relabel {
            new.relabel(tile);
        }
        new
    }
}

/// What is beyond an edge, and whether it may be crossed.
type Way = (Option<PolyRef>, Passage);
