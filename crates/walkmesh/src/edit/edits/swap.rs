//! What a rebuild took the place of.

use std::sync::Arc;

use super::super::by_polygon::{ByPolygon, of_tile};
use super::super::cut::Cut;
use super::super::emit::{AllSlots, Part, Slots, is_closed, is_thin, ranges, stand_so};
use super::super::twins::Twins;
use super::again::{Cuts, Recut};
use crate::mesh::{NavMesh, PolyId, PolyRef, TileId};

/// What was there before a rebuild.
#[derive(Default)]
pub(super) struct Swap {
    pub(super) cuts: Cuts,
    /// Tiles of whose cuts only corners are others, in order.
    pub(super) reshaped: Vec<TileId>,
    /// By tile, in order.
    pub(super) slots: Vec<(TileId, Slots)>,
    /// Parts that were opened or closed while their tile was not numbered anew, and where they stand.
    pub(super) turned: Vec<(Part, usize)>,
}

impl Swap {
    /// The tiles that had ways through polygons without width, in order.
    pub(super) fn thin(&self) -> Vec<TileId> {
        self.slots.iter().filter(|(_, old)| is_thin(old)).map(|of| of.0).collect()
    }

    /// Those of a tile that was numbered anew.
    fn slots_of(&self, tile: TileId) -> Option<&Slots> {
        let at = self.slots.binary_search_by_key(&tile, |of| of.0).ok()?;
        Some(&self.slots[at].1)
    }

    /// Of which base polygons of a tile that was numbered anew the parts do not lead where they led, or
    /// do not stand where they stood.
    pub(super) fn moved_in(&self, tile: TileId, now: &AllSlots) -> impl Fn(u32) -> bool {
        let (old, new) = (self.slots_of(tile), now.of(tile));
        let cuts = self.cuts_of(tile);
        let is_cut = |p: u32| recut(cuts, p).is_some_and(|of| !of.leads_so);
        move |polygon| is_cut(polygon) || !old.is_some_and(|old| stand_so(old, new, polygon))
    }

    /// The base polygons of a tile that were cut otherwise.
    fn cuts_of(&self, tile: TileId) -> &[Recut] {
        of_tile(&self.cuts, tile, |of| of.polygon)
    }

    /// The ids of polygons of these base polygons, in order, in the mesh before that are not there now.
    pub(super) fn gone(
        &self,
        before: &NavMesh,
        polygons: &[PolyRef],
        now: &AllSlots,
    ) -> Vec<PolyId> {
        let mut ids = Vec::new();
        for of_tile in polygons.chunk_by(|a, b| a.tile == b.tile) {
            let tile = of_tile[0].tile;
            let (new, old) = (now.of(tile), self.slots_of(tile));
            let (was, cuts) = (before.tile(tile), self.cuts_of(tile));
            for &PolyRef { polygon, .. } in of_tile {
                // A base polygon that was cut again is of another generation; any other has the parts
                // that it had, open or closed.
                let is_cut = recut(cuts, polygon).is_some();
                let [first, others] = ranges(old.unwrap_or(new), polygon);
                let [new_first, new_others] = ranges(new, polygon);
                let mut now = new_first.chain(new_others);
                for part in first.chain(others) {
                    let closes = now.next().is_some_and(|at| is_closed(new, at));
                    if !was.is_closed(part) && (is_cut || closes) {
                        ids.push(before.id(PolyRef { tile, polygon: part }));
                    }
                }
            }
        }
        ids.sort_unstable_by_key(|id| (id.tile.y, id.tile.x, id.base, id.piece));
        ids
    }

    pub(super) fn undo(
        self,
        cuts: &mut ByPolygon<Arc<Cut>>,
        slots: &mut AllSlots,
        generations: &mut ByPolygon<u32>,
        twins: &Twins,
    ) {
        for Recut { polygon, cut: old, .. } in self.cuts {
            if let Some(risen) = generations.get_mut(polygon) {
                *risen -= 1;
            }
            cuts.replace(polygon, old);
        }
        for ((polygon, _), at) in self.turned {
            slots.turn(polygon.tile, at);
        }
        for (tile, old) in self.slots {
            slots.replace(tile, old, twins);
        }
    }
}

/// How a base polygon is cut otherwise, of those of its tile.
fn recut(of_tile: &[Recut], polygon: u32) -> Option<&Recut> {
    let at = of_tile.binary_search_by_key(&polygon, |of| of.polygon.polygon).ok()?;
    Some(&of_tile[at])
}
