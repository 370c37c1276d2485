//! From base polygons and their pieces to tiles. Which number a piece has follows from the cuts
//! alone: what may not be passed stays in its tile as a closed polygon, so that turning it on and
//! off moves no geometry.

mod patch;
mod reshape;
mod slots;
mod spare;
mod tile;

use std::sync::Arc;

use super::by_polygon::ByPolygon;
use super::cut::{Cut, Inside};
use super::twins::{Across, Twins};
use crate::geom::cast;
use crate::mesh::{Edge, Passage, PolyRef, Renewed, Tile, TileId};
pub(super) use patch::{Part, Patch};
use slots::Placed;
pub(super) use slots::{AllSlots, Slots, is_closed, is_thin, ranges, slots, stand_so};
pub(super) use spare::Spare;
use tile::Emitting;

/// All that the new tiles follow from.
pub(super) struct Plan<'a> {
    pub(super) twins: &'a Twins,
    pub(super) cuts: &'a ByPolygon<Arc<Cut>>,
    pub(super) slots: &'a AllSlots,
    pub(super) generations: &'a ByPolygon<u32>,
    pub(super) spare: &'a Spare,
}

/// What is beyond an edge, and whether it may be crossed.
type Way = (Option<PolyRef>, Passage);
const WALL: Way = (None, Passage::Open);

/// What there is of a base tile.
struct BaseTile<'a> {
    tile: TileId,
    edges: &'a [Edge],
    cuts: &'a [Option<Arc<Cut>>],
    placed: Option<&'a Placed>,
    beyond: &'a [Option<Across>],
}

impl Plan<'_> {
    fn placed(&self, tile: TileId) -> Option<&Placed> {
        self.slots.of(tile).as_ref()
    }

    /// Where a part of a base polygon stands.
    #[inline]
    fn at(&self, polygon: PolyRef, piece: u32) -> PolyRef {
        match self.placed(polygon.tile) {
            None => polygon,
            Some(placed) => {
                PolyRef { tile: polygon.tile, polygon: placed.at(polygon.polygon, piece) }
            }
        }
    }

    /// The same; `None` where it is closed. Nothing leads to closed polygons of the base mesh.
    #[inline]
    fn slot(&self, polygon: PolyRef, piece: u32) -> Option<PolyRef> {
        let Some(placed) = self.placed(polygon.tile) else { return Some(polygon) };
        let at = placed.at(polygon.polygon, piece);
        let is_closed = placed.closed[cast::index(at)];
        (!is_closed).then_some(PolyRef { tile: polygon.tile, polygon: at })
    }

    /// What is beyond a part of an edge of a base polygon. Where a polygon has no width the way
    /// leads on through it.
    fn beyond(&self, polygon: PolyRef, edge: u32, part: u32) -> Way {
        self.across(self.twins.beyond(polygon)[cast::index(edge)], part)
    }

    /// The same by what lies across the edge in the base mesh.
    fn across(&self, across: Option<Across>, part: u32) -> Way {
        let (mut across, mut part) = (across, part);
        let (mut forth, mut back) = (true, true);
        // A way through polygons without width is short; it does not go around.
        for _ in 0..64 {
            let Some(Across { polygon: other, edge, passages }) = across else { return WALL };
            forth &= passages[0] == Passage::Open;
            back &= passages[1] == Passage::Open;
            if !forth && !back {
                return WALL;
            }
            let passage = if forth { Passage::Open } else { Passage::Closed };
            let to = |piece| self.slot(other, piece).map_or(WALL, |at| (Some(at), passage));
            let Some(cut) = self.cuts.get(other) else { return to(0) };
            match facing(cut, edge, part) {
                Some(Inside::Piece(piece)) => return to(piece),
                Some(Inside::Through { edge: e, part: p }) => {
                    across = self.twins.beyond(other)[cast::index(e)];
                    part = p;
                }
                Some(Inside::Nothing) | None => return WALL,
            }
        }
        WALL
    }

    /// The same of an edge of a base tile whose polygon is not cut and not closed.
    #[inline]
    fn way_of_base(&self, of: &BaseTile<'_>, edge: usize) -> Way {
        let old = &of.edges[edge];
        let is_cut = |p: u32| of.cuts.get(cast::index(p)).is_some_and(Option::is_some);
        match old.neighbour() {
            None => (None, old.passage()),
            Some(to) if to.tile == of.tile && !is_cut(to.polygon) => {
                let polygon = of.placed.map_or(to.polygon, |placed| placed.at(to.polygon, 0));
                (Some(PolyRef { polygon, ..to }), old.passage())
            }
            Some(_) => self.across(of.beyond[edge], 0),
        }
    }

    fn base_tile(&self, tile: TileId) -> BaseTile<'_> {
        BaseTile {
            tile,
            edges: &self.twins.base.tile(tile).edges,
            cuts: self.cuts.of_tile(tile),
            placed: self.placed(tile),
            beyond: &self.twins.sides(tile).beyond,
        }
    }

    /// True when ways lead through polygons without width in a tile or in one beside it.
    pub(super) fn is_thin_around(&self, tile: TileId) -> bool {
        self.slots.is_thin_around(tile)
    }

    /// True when all edges within a tile lead both ways.
    fn leads_back_in(&self, tile: TileId) -> bool {
        self.twins.sides(tile).lone.is_empty() && !self.is_thin_around(tile)
    }

    /// Whether in a tile edges between polygons that keep their ids may lead otherwise than they led,
    /// or one way only; `None` where any edge may do so. `thin` are the tiles, in order, with ways
    /// through polygons without width that were made anew.
    pub(super) fn loose(&self, thin: &[TileId]) -> Option<impl Fn(TileId) -> bool + Sync> {
        let was_thin = |tile: &TileId| thin.binary_search(tile).is_ok();
        let is_loose = move |tile: TileId| {
            self.is_thin_around(tile)
                || was_thin(&tile)
                || !thin.is_empty() && self.twins.sides(tile).tiles.iter().any(was_thin)
        };
        self.twins.lead_back.then_some(is_loose)
    }

    /// The tiles that may change when these are made anew though they are not beside what changed:
    /// those, of these and those beside them, with ways through polygons without width, and all
    /// beside such.
    pub(super) fn tiles_through(&self, tiles: &[TileId]) -> Vec<TileId> {
        let with_beside = |&tile: &TileId| {
            self.twins.sides(tile).tiles.iter().copied().chain(std::iter::once(tile))
        };
        let around = tiles.iter().filter(|tile| self.is_thin_around(**tile)).flat_map(with_beside);
        let mut thin: Vec<TileId> = around.filter(|&tile| is_thin(self.slots.of(tile))).collect();
        thin.sort_unstable();
        thin.dedup();
        thin.iter().flat_map(with_beside).collect()
    }

    /// The new tile. Depends on the base tile, on its cuts, and on those of the tiles beside it.
    pub(super) fn tile(&self, tile: TileId) -> Tile {
        match self.placed(tile) {
            None => self.as_base(tile),
            Some(placed) => Emitting::new(self, placed, tile).finish(),
        }
    }

    /// The new tile where it is not as it is `now`.
    pub(super) fn renewed(&self, now: &Tile, tile: TileId) -> Option<Renewed> {
        let made = self.tile(tile);
        (is_other(&made, now) || made != *now).then(|| Arc::new(made).into())
    }

    /// A tile whose polygons are as they were, with edges that lead to where its neighbours are.
    fn as_base(&self, tile: TileId) -> Tile {
        let base = self.twins.base.tile(tile);
        let mut new = self.spare.copy(base);
        let mut relabel = false;
        let mut polygons = self.spare.copy_of_polygons(base);
        for (known, risen) in (&mut polygons).into_iter().zip(self.generations.of_tile(tile)) {
            known.generation = known.generation.wrapping_add(risen.unwrap_or(0));
        }
        new.polygons = polygons;
        for &(polygon, edge, other) in &self.twins.sides(tile).borders {
            if self.placed(other).is_some() {
                let (neighbour, passage) = self.beyond(PolyRef { tile, polygon }, edge, 0);
                relabel |= neighbour.is_some_and(|other| other.tile == tile);
                let at = cast::index(new.polygons[cast::index(polygon)].first_edge + edge);
                new.edges[at].lead(neighbour, passage);
            }
        }
        if relabel {
            new.relabel(tile, false);
        }
        new
    }
}

/// True when it is plain that a tile is not what it was: the generation of what is cut anew rises.
fn is_other(made: &Tile, now: &Tile) -> bool {
    let [new, old] = [made, now].map(|tile| tile.polygons.as_slice());
    new.len() != old.len()
        || made.edges.len() != now.edges.len()
        || new.iter().zip(old).any(|(p, q)| p.generation != q.generation)
}

/// What stands at the part of an edge of a cut polygon that another polygon counts from its side.
fn facing(cut: &Cut, edge: u32, part: u32) -> Option<Inside> {
    let parts = &cut.parts[cast::index(edge)];
    let facing = parts.len().checked_sub(cast::index(part) + 1)?;
    parts.get(facing).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{PlanBox, PlanPoint};
    use crate::mesh::NavMesh;
    use crate::mesh::samples::{grid, rectangle, tile};
    use std::collections::BTreeSet;

    /// Four tiles in a row, each one polygon.
    fn row() -> NavMesh {
        let (parameters, resolved) = grid(4, 1);
        let parts = (0..4).map(|x| {
            let clip = PlanBox::new(PlanPoint::new(32 * x, 0), PlanPoint::new(32 * x + 32, 32));
            tile(&resolved, x, 0, &[rectangle(clip, 0, |_| 0)])
        });
        NavMesh::assemble(&parameters, &resolved, [0; 32], parts.collect()).unwrap()
    }

    #[test]
    fn tiles_that_may_change_are_all_beside_ways_through_polygons_without_width() {
        let twins = Twins::new(row());
        let (cuts, generations) = (ByPolygon::new(4), ByPolygon::new(4));
        let spare = Spare::default();
        let around = |slots: &AllSlots, of: u32| {
            let (twins, cuts, generations) = (&twins, &cuts, &generations);
            let plan = Plan { twins, cuts, slots, generations, spare: &spare };
            let all = plan.tiles_through(&[TileId(of)]).into_iter().map(|tile| tile.0);
            (all.collect::<BTreeSet<_>>(), plan.is_thin_around(TileId(of)))
        };
        let put = |slots: &mut AllSlots, tile: u32, is_thin: bool| {
            let mut placed = Placed::default();
            placed.is_thin = is_thin;
            slots.replace(TileId(tile), Some(placed), &twins)
        };
        let mut slots = AllSlots::new(4);
        assert_eq!(around(&slots, 0), ([].into(), false));
        put(&mut slots, 1, false);
        assert_eq!(around(&slots, 0), ([].into(), false));
        put(&mut slots, 1, true);
        assert_eq!(around(&slots, 0), ([0, 1, 2].into(), true));
        assert_eq!(around(&slots, 3), ([].into(), false));
        assert_eq!(around(&slots, 1), ([0, 1, 2].into(), true));
        put(&mut slots, 3, true);
        assert_eq!(around(&slots, 2), ([0, 1, 2, 3].into(), true));
        assert!(put(&mut slots, 1, false).is_some_and(|old| old.is_thin));
        assert_eq!(around(&slots, 0), ([].into(), false));
        assert_eq!(around(&slots, 1), ([].into(), false));
        assert_eq!(around(&slots, 2), ([2, 3].into(), true));
    }
}
