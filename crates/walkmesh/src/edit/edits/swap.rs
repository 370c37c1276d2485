//! What a rebuild took the place of.

use std::sync::Arc;

use super::super::by_polygon::ByPolygon;
use super::super::cut::Cut;
use super::super::emit::{AllSlots, Slots, is_thin, ranges, stand_so};
use super::super::twins::Twins;
use super::again::Cuts;
use crate::mesh::{NavMesh, PolyId, PolyRef, TileId};

/// What was there before a rebuild.
#[derive(Default)]
pub(super) struct Swap {
    pub(super) cuts: Cuts,
    /// By tile, in order.
    pub(super) slots: Vec<(TileId, Slots)>,
    /// Parts that were opened or closed.
    pub(super) turned: Vec<(TileId, usize)>,
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

    /// True when the parts of a base polygon, in a tile that was numbered anew, are not what they
    /// were or do not stand where they stood.
    pub(super) fn is_moved(&self, polygon: PolyRef, now: &AllSlots) -> bool {
        let slots = (self.slots_of(polygon.tile), now.of(polygon.tile));
        let stands_so = |(old, new): (Option<&Slots>, &Slots)| {
            old.is_some_and(|old| stand_so(old, new, polygon.polygon))
        };
        self.is_cut(polygon) || !stands_so(slots)
    }

    /// True when a base polygon was cut otherwise.
    fn is_cut(&self, polygon: PolyRef) -> bool {
        self.cuts.binary_search_by_key(&polygon, |of| of.0).is_ok()
    }

    /// The ids of polygons of these base polygons in the mesh before that are not there now.
    pub(super) fn gone(
        &self,
        before: &NavMesh,
        after: &NavMesh,
        polygons: &[PolyRef],
        now: &AllSlots,
    ) -> Vec<PolyId> {
        let mut ids = Vec::new();
        for r in polygons {
            let renumbered = self.slots_of(r.tile);
            let slots = match renumbered {
                Some(old) => old,
                None => now.of(r.tile),
            };
            let [first, others] = ranges(slots, r.polygon);
            // A base polygon that was cut again is of another generation.
            let is_cut = self.is_cut(*r);
            let [old, new] = [before, after].map(|mesh| mesh.tile(r.tile));
            for part in first.chain(others) {
                if old.is_closed(part) {
                    continue;
                }
                let id = before.id(PolyRef { tile: r.tile, polygon: part });
                let is_gone = is_cut
                    || match renumbered {
                        Some(_) => after.resolve(id).is_none(),
                        None => new.is_closed(part),
                    };
                if is_gone {
                    ids.push(id);
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
        for (polygon, old) in self.cuts {
            if let Some(risen) = generations.get_mut(polygon) {
                *risen -= 1;
            }
            cuts.replace(polygon, old);
        }
        for (tile, at) in self.turned {
            slots.turn(tile, at);
        }
        for (tile, old) in self.slots {
            slots.replace(tile, old, twins);
        }
    }
}
