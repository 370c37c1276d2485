//! From entries to cuts, tiles and the new mesh.

use std::sync::Arc;

use super::super::cover::Cover;
use super::super::emit::{Part, Patch, Plan, Slots, slots};
use super::super::error::EditError;
use super::again::{Cuts, Recut, keep};
use super::steps::Steps;
use super::swap::Swap;
use super::{Applied, Edits};
use crate::geom::{PlanBox, cast};
use crate::mesh::{BackBuffer, Loose, NavMesh, Placed, PolyRef, TileId};
use crate::threads::{any_of_each, both, each};

/// The base polygons that steps have to do with.
#[derive(Default)]
pub(super) struct Reach {
    /// Those that changes act on or did; some repeatedly.
    touched: Vec<PolyRef>,
    /// Those of them that may be cut otherwise than they are, in order.
    pub(super) to_cut: Vec<PolyRef>,
    /// Those whose edges may be bent otherwise than they are, in order, each with the box of an
    /// outline that came or went: edges are bent where outlines are, and only in their box.
    pub(super) around: Vec<(PolyRef, PlanBox)>,
    /// Those that may be cut otherwise and those whose edges may be bent otherwise, in order.
    pub(super) all: Vec<PolyRef>,
    /// True when what is over a part may open or close it otherwise than it did.
    may_turn: bool,
}

impl Reach {
    fn of(steps: &Steps) -> Self {
        let Self { mut touched, mut to_cut, mut around, .. } = Self::default();
        let entries = || steps.iter().flat_map(|(_, (before, after))| before.iter().chain(after));
        touched.reserve(entries().map(|entry| entry.places.touched.len()).sum());
        for (_, (before, after)) in steps {
            let (stays, is_cut) = match (before, after) {
                (Some(a), Some(b)) if Arc::ptr_eq(&a.places, &b.places) => {
                    (true, a.active != b.active && a.shapes_pieces())
                }
                _ => (false, true),
            };
            let in_mesh = [before, after].into_iter().flatten().filter(|e| !e.is_beside());
            for places in in_mesh.map(|entry| &entry.places) {
                touched.extend_from_slice(&places.touched);
                if is_cut {
                    to_cut.extend_from_slice(&places.touched);
                }
                if let Some(bounds) = places.bounds.filter(|_| !stays) {
                    around.extend(places.around.iter().map(|&r| (r, bounds)));
                }
            }
        }
        around.sort_unstable_by_key(|beside| beside.0);
        let may_turn = !steps.iter().all(|(_, step)| match step {
            (Some(a), Some(b)) => a.active == b.active && a.change.payload == b.change.payload,
            _ => false,
        });
        let to_cut = in_order(to_cut);
        let beside = around.iter().map(|beside| beside.0);
        let all = in_order(beside.chain(to_cut.iter().copied()).collect());
        Self { touched, to_cut, around, all, may_turn }
    }
}

impl Edits {
    /// Puts what a batch comes to in place, and makes the cuts, tiles and mesh that follow. Takes the
    /// steps where that goes well; else only they are in place.
    pub(super) fn rebuild(&mut self, steps: &mut Steps) -> Result<Applied, EditError> {
        self.scratch.widen();
        self.spare.widen();
        let ((), reach) = both(steps.len(), || self.put(steps), || Reach::of(steps));
        let changed = self.cut_again(&reach)?;
        let mut touched = reach.touched;
        touched.extend(changed.iter().map(|of| of.polygon));
        let polygons = in_order(touched);
        let (mut tiles, mut swap) = self.take(changed);
        if reach.may_turn {
            self.turn(&polygons, &mut tiles, &mut swap);
        }
        let new = self.new_tiles(&tiles, Some(&swap));
        let mut back = self.back.take();
        let (made, invalidated) = both(
            polygons.len(),
            || self.new_mesh(new, Some(&swap), &mut back),
            || swap.gone(&self.mesh, &polygons, &self.slots),
        );
        match made {
            Ok((mesh, replaced)) => {
                let led = self.links.lead(self.base(), &self.mesh, mesh, Some(&polygons));
                let (mesh, links) = self.links.take(led);
                let before = std::mem::replace(&mut self.mesh, mesh);
                let tiles = replaced.iter().map(|&t| self.twins.base.tile(t).coord).collect();
                let old = replaced.iter().map(|&tile| Arc::clone(before.tile_of(tile))).collect();
                let Self { scratch, spare, mesh, .. } = self;
                let tiles_back = || {
                    // Where nothing was replaced it is what it was.
                    let back = back.filter(|_| links.is_empty());
                    let back = back.or_else(|| BackBuffer::new(before, mesh));
                    spare.keep(old);
                    back
                };
                let steps = std::mem::take(steps);
                let cuts_back = || {
                    drop(steps);
                    keep(scratch, swap.cuts);
                };
                (self.back, ()) = both(replaced.len(), tiles_back, cuts_back);
                Ok(Applied { tiles, invalidated, links })
            }
            Err(error) => {
                let Self { cuts, slots, generations, twins, .. } = self;
                swap.undo(cuts, slots, generations, twins);
                Err(error)
            }
        }
    }

    /// Puts cuts in place of others; gives the tiles that are numbered anew.
    fn take(&mut self, changed: Cuts) -> (Vec<TileId>, Swap) {
        let mut swap = Swap { cuts: Vec::with_capacity(changed.len()), ..Swap::default() };
        let mut tiles: Vec<TileId> = Vec::new();
        for of_tile in changed.chunk_by(|a, b| a.polygon.tile == b.polygon.tile) {
            let tile = of_tile[0].polygon.tile;
            let leads_so = of_tile.iter().all(|of| of.leads_so);
            if leads_so { swap.reshaped.push(tile) } else { tiles.push(tile) }
        }
        for new in changed {
            let old = self.cuts.replace(new.polygon, new.cut);
            *self.generations.or_default(new.polygon) += 1;
            swap.cuts.push(Recut { cut: old, ..new });
        }
        for (&tile, new) in tiles.iter().zip(each(&tiles, |&tile| self.numbered(tile))) {
            let old = self.slots.replace(tile, new, &self.twins);
            swap.slots.push((tile, old));
        }
        (tiles, swap)
    }

    /// What the tiles follow from.
    fn plan(&self) -> Plan<'_> {
        let Self { twins, cuts, slots, generations, spare, .. } = self;
        Plan { twins, cuts, slots, generations, spare }
    }

    /// The parts of a tile, numbered anew.
    fn numbered(&self, tile: TileId) -> Slots {
        let is_passable = |cover: &Cover| cover.is_passable(&self.entries);
        slots(&self.twins.base, &self.cuts, is_passable, tile)
    }

    /// Opens and closes parts of these base polygons, in order, where their tile is not among
    /// those that are numbered anew: `tiles`, to which those are added that cannot be patched.
    fn turn(&mut self, polygons: &[PolyRef], tiles: &mut Vec<TileId>, swap: &mut Swap) {
        let mut turned: Vec<(Part, usize)> = Vec::with_capacity(polygons.len());
        for of_tile in polygons.chunk_by(|a, b| a.tile == b.tile) {
            let tile = of_tile[0].tile;
            if tiles.binary_search(&tile).is_ok() {
                continue;
            }
            let before = turned.len();
            self.find_turned(of_tile, &mut turned);
            if turned.len() > before && self.plan().is_thin_around(tile) {
                turned.truncate(before);
                let new = self.numbered(tile);
                let old = self.slots.replace(tile, new, &self.twins);
                swap.slots.push((tile, old));
                tiles.push(tile);
            }
        }
        turned.iter().for_each(|&((polygon, _), at)| self.slots.turn(polygon.tile, at));
        swap.turned = turned;
        tiles.sort_unstable();
        swap.slots.sort_unstable_by_key(|of| of.0);
    }

    /// Adds the parts of base polygons of a tile that are open and should be closed, or the other way
    /// round, and where they stand.
    fn find_turned(&self, polygons: &[PolyRef], turned: &mut Vec<(Part, usize)>) {
        for &polygon in polygons {
            let Some(placed) = self.slots.of(polygon.tile) else { continue };
            let Some(cut) = self.cuts.get(polygon) else { continue };
            let parts = placed.parts(polygon.polygon).map(cast::index);
            let passable = cut.of_covers(|cover| cover.is_passable(&self.entries));
            for ((is_passable, at), part) in passable.zip(parts).zip(0..) {
                if placed.closed[at] == is_passable {
                    turned.push(((polygon, part), at));
                }
            }
        }
    }

    /// Of these tiles, of those beside them, of those with parts that turned and of those that are
    /// reshaped all that are not what they were: the first made anew, the others patched. `swap` is
    /// what was there, `None` when ids may mean others.
    pub(super) fn new_tiles(&self, tiles: &[TileId], swap: Option<&Swap>) -> Vec<Placed> {
        let plan = self.plan();
        let moved_in = |tile: TileId| {
            let moved = swap.map(|swap| swap.moved_in(tile, &self.slots));
            move |polygon: u32| moved.as_ref().is_none_or(|moved| moved(polygon))
        };
        let (turned, reshaped) =
            swap.map(|swap| (&swap.turned[..], &swap.reshaped[..])).unwrap_or_default();
        let patch = Patch::new(&plan, turned.iter().map(|of| of.0), tiles, moved_in);
        let is_of = |some: &[TileId], tile: &TileId| some.binary_search(tile).is_ok();
        let mut all = plan.tiles_through(tiles);
        all.extend(tiles.iter().chain(reshaped));
        all.extend(patch.tiles());
        any_of_each(&in_order(all), |tile, new| {
            let made = if is_of(tiles, tile) {
                plan.renewed(self.mesh.tile(*tile), *tile)
            } else {
                plan.patched(&self.mesh, *tile, &patch, is_of(reshaped, tile))
            };
            new.extend(made.map(|made| self.mesh.placed(*tile, made)));
        })
    }

    /// The mesh with tiles in place of others, and which, in order. The links are as they were. Takes
    /// what is `back` where there are any.
    pub(super) fn new_mesh(
        &self,
        new: Vec<Placed>,
        swap: Option<&Swap>,
        back: &mut Option<BackBuffer>,
    ) -> Result<(NavMesh, Vec<TileId>), EditError> {
        if new.is_empty() {
            return Ok((self.mesh.clone(), Vec::new()));
        }
        let (plan, thin) = (self.plan(), swap.map(Swap::thin));
        let is_loose = thin.as_ref().and_then(|thin| plan.loose(thin));
        let loose = Loose::new(is_loose.as_ref());
        Ok(self.mesh.replaced(new, true, loose, back.take())?)
    }
}

/// Sorted, each once.
pub(super) fn in_order<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}
