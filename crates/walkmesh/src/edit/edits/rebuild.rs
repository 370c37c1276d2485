//! From entries to cuts, tiles and the new mesh.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::by_polygon::ByPolygon;
use super::super::cover::Cover;
use super::super::cut::{Cut, Layer, Scratch, cut, shared};
use super::super::emit::{Part, Patch, Plan, Slots, slots};
use super::super::error::EditError;
use super::super::hot::{Ground, Hot};
use super::super::links::lead_links;
use super::super::outline::Outline;
use super::super::places::Acting;
use super::steps::{Entry, Steps};
use super::{Applied, Edits};
use crate::geom::{PlanBox, cast};
use crate::mesh::{NavMesh, PolyId, PolyRef, Tile, TileId};

/// New cuts of base polygons, `None` for those that are cut no more.
type Cuts = BTreeMap<PolyRef, Option<Arc<Cut>>>;

impl Edits {
    /// The new cuts, tiles and mesh for the entries that are in place now.
    pub(super) fn rebuild(&mut self, steps: &Steps) -> Result<Applied, EditError> {
        let mut touched: Vec<PolyRef> = Vec::new();
        let mut to_cut: Vec<PolyRef> = Vec::new();
        let mut around: Vec<(PolyRef, PlanBox)> = Vec::new();
        for (before, after) in steps.values() {
            let in_mesh = || [before, after].into_iter().flatten().filter(|e| !e.is_beside());
            let all = || in_mesh().flat_map(|e| e.places.touched.iter().copied());
            touched.extend(all());
            match (before, after) {
                (Some(a), Some(b)) if Arc::ptr_eq(&a.places, &b.places) => {
                    if a.active != b.active && a.shapes_pieces() {
                        to_cut.extend(all());
                    }
                }
                _ => {
                    to_cut.extend(all());
                    // Edges are bent where outlines are, and only in their box.
                    for entry in in_mesh() {
                        let Some(bounds) = entry.places.bounds else { continue };
                        let beside = self.twins.all_around(&entry.places.touched).into_iter();
                        let base = &self.twins.base;
                        let beside = beside.filter(|&r| base.polygon(r).bounds.meets(&bounds));
                        around.extend(beside.map(|r| (r, bounds)));
                    }
                }
            }
        }
        let to_cut = in_order(to_cut);
        around.sort_unstable_by_key(|beside| beside.0);
        let mut scratch = std::mem::take(&mut self.scratch);
        let made = self.cut_again(&to_cut, &around, &mut scratch);
        self.scratch = scratch;
        let (changed, hot) = made?;
        for (polygon, hot) in hot {
            self.hot.replace(polygon, Some(hot));
        }
        let mut swap = Swap::default();
        for (&polygon, cut) in &changed {
            swap.cuts.insert(polygon, self.cuts.replace(polygon, cut.clone()));
            *self.generations.or_default(polygon) += 1;
        }
        touched.extend(changed.keys());
        let polygons = in_order(touched);
        let mut tiles: Vec<TileId> = changed.keys().map(|r| r.tile).collect();
        tiles.dedup();
        for &tile in &tiles {
            self.number(tile, &mut swap);
        }
        let turned = self.turn(&polygons, &mut tiles, &mut swap);
        match self.new_mesh(&tiles, &turned, Some(&swap.thin())) {
            Ok((mesh, replaced, links)) => {
                let before = std::mem::replace(&mut self.mesh, mesh);
                let invalidated = swap.gone(&before, &self.mesh, &polygons, &self.slots);
                let tiles = replaced.iter().map(|&t| self.twins.base.tile(t).coord).collect();
                Ok(Applied { tiles, invalidated, links })
            }
            Err(error) => {
                swap.undo(&mut self.cuts, &mut self.slots, &mut self.generations);
                Err(error)
            }
        }
    }

    /// What the tiles follow from.
    fn plan(&self) -> Plan<'_> {
        let Self { twins, cuts, slots, generations, .. } = self;
        Plan { twins, cuts, slots, generations }
    }

    /// Numbers the parts of a tile anew.
    fn number(&mut self, tile: TileId, swap: &mut Swap) {
        let is_passable = |cover: &Cover| cover.is_passable(&self.entries);
        let new = slots(&self.twins.base, &self.cuts, is_passable, tile);
        let old = std::mem::replace(&mut self.slots[cast::index(tile.0)], new);
        swap.slots.insert(tile, old);
    }

    /// Opens and closes parts of these base polygons, in order, where their tile is not among
    /// those that are numbered anew: `tiles`, to which those are added that cannot be patched.
    /// Gives the parts that turned.
    fn turn(
        &mut self,
        polygons: &[PolyRef],
        tiles: &mut Vec<TileId>,
        swap: &mut Swap,
    ) -> Vec<Part> {
        let mut all = Vec::new();
        for of_tile in polygons.chunk_by(|a, b| a.tile == b.tile) {
            let tile = of_tile[0].tile;
            if tiles.binary_search(&tile).is_ok() {
                continue;
            }
            let turned = self.turned(of_tile);
            if turned.is_empty() {
                continue;
            }
            if self.plan().is_thin_around(tile) {
                self.number(tile, swap);
                tiles.push(tile);
                continue;
            }
            if let Some(placed) = &mut self.slots[cast::index(tile.0)] {
                for &(part, at) in &turned {
                    placed.closed[at] ^= true;
                    swap.turned.push((tile, at));
                    all.push(part);
                }
            }
        }
        tiles.sort_unstable();
        all
    }

    /// The parts of base polygons of a tile that are open and should be closed, or the other way
    /// round, and where they stand.
    fn turned(&self, polygons: &[PolyRef]) -> Vec<(Part, usize)> {
        let mut turned = Vec::new();
        for &polygon in polygons {
            let Some(placed) = &self.slots[cast::index(polygon.tile.0)] else { continue };
            let Some(cut) = self.cuts.get(polygon) else { continue };
            let parts = placed.parts(polygon.polygon).map(cast::index);
            for ((piece, at), part) in cut.pieces.iter().zip(parts).zip(0..) {
                if placed.closed[at] == piece.cover.is_passable(&self.entries) {
                    turned.push(((polygon, part), at));
                }
            }
        }
        turned
    }

    /// The cuts of the polygons `to_cut` and of those `around` (in order, with the boxes in which
    /// outlines came or went) whose edges are bent otherwise than they were, as far as they are
    /// not what they were; and hot points that were not known.
    fn cut_again(
        &self,
        to_cut: &[PolyRef],
        around: &[(PolyRef, PlanBox)],
        scratch: &mut Scratch,
    ) -> Result<(Cuts, BTreeMap<PolyRef, Hot>), EditError> {
        let acting = |r: PolyRef| {
            let all = self.acting.get(r).into_iter().flatten();
            let entries = all.filter_map(|&at| Some((at, self.entries.get(&at.id)?)));
            entries.filter(|(_, entry)| !entry.is_beside())
        };
        let ground = Ground::new(&self.twins, &self.hot, |r| acting(r).map(outline_of));
        let mut changed = BTreeMap::new();
        let all =
            in_order(around.iter().map(|beside| beside.0).chain(to_cut.iter().copied()).collect());
        for polygon in all {
            let old = self.cuts.get(polygon);
            let from = around.partition_point(|beside| beside.0 < polygon);
            let to = around.partition_point(|beside| beside.0 <= polygon);
            let was = old.map(|cut| cut.bends());
            let bends = ground.bends(polygon, was, &around[from..to]);
            let is_bent_so = was.map_or(bends.items().is_empty(), |was| *was == bends);
            if is_bent_so && to_cut.binary_search(&polygon).is_err() {
                continue;
            }
            let list: Vec<(Acting, &Entry)> = acting(polygon).collect();
            let layers = layers(list.iter().copied().map(outline_of));
            let cover = |set: &[usize]| Cover::of(set.iter().map(|&i| (list[i].0.id, list[i].1)));
            let made = cut(&ground, polygon, bends, &layers, cover, scratch);
            let new = made.map_err(|source| EditError::Cut {
                tile: self.twins.base.tile(polygon.tile).coord,
                polygon: polygon.polygon,
                source,
            })?;
            let new = shared(old, new);
            if old != new.as_ref() {
                changed.insert(polygon, new);
            }
        }
        Ok((changed, ground.found()))
    }

    /// The mesh with these tiles made anew, those beside them and those with parts that turned
    /// patched; which of them are not what they were, and the links that lead elsewhere. `thin` are
    /// the tiles that had ways through polygons without width, `None` when ids may mean others.
    pub(super) fn new_mesh(
        &self,
        tiles: &[TileId],
        turned: &[Part],
        thin: Option<&[TileId]>,
    ) -> Result<(NavMesh, Vec<TileId>, Vec<u32>), EditError> {
        let plan = self.plan();
        let patch = Patch::new(&plan, turned);
        let mut all = plan.tiles_around(tiles);
        all.extend(patch.tiles());
        let mut new: Vec<Arc<Tile>> = Vec::new();
        let mut replaced = Vec::new();
        for tile in in_order(all) {
            let made = if tiles.binary_search(&tile).is_ok() {
                Some(plan.tile(tile)).filter(|made| made != self.mesh.tile(tile))
            } else {
                plan.patched(&self.mesh, tile, tiles, &patch)
            };
            if let Some(made) = made {
                new.push(Arc::new(made));
                replaced.push(tile);
            }
        }
        if new.is_empty() {
            return Ok((self.mesh.clone(), Vec::new(), Vec::new()));
        }
        let loose = thin.and_then(|thin| plan.loose(&replaced, thin));
        let mesh = self.mesh.replaced(new, true, loose.as_deref())?;
        let (mesh, links) = lead_links(self.base(), &self.mesh, mesh);
        Ok((mesh, replaced, links))
    }
}

/// Sorted, each once.
fn in_order<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

fn outline_of((acting, entry): (Acting, &Entry)) -> &Outline {
    entry.places.outline(acting.outline)
}

/// Groups changes with equal outlines, in order of their first.
fn layers<'a>(outlines: impl Iterator<Item = &'a Outline>) -> Vec<Layer<'a>> {
    let outlines: Vec<&Outline> = outlines.collect();
    let mut order: Vec<usize> = (0..outlines.len()).collect();
    let segments = |i: usize| &outlines[i].segments;
    order.sort_by(|&a, &b| segments(a).cmp(segments(b)).then(a.cmp(&b)));
    let mut layers: Vec<Layer<'a>> = Vec::new();
    for i in order {
        match layers.last_mut() {
            Some(last) if last.outline.segments == *segments(i) => last.changes.push(i),
            _ => layers.push(Layer { outline: outlines[i], changes: vec![i] }),
        }
    }
    layers.sort_by_key(|layer| layer.changes[0]);
    layers
}

/// What was there before a rebuild.
#[derive(Default)]
struct Swap {
    cuts: Cuts,
    slots: BTreeMap<TileId, Slots>,
    /// Parts that were opened or closed.
    turned: Vec<(TileId, usize)>,
}

impl Swap {
    /// The tiles that had ways through polygons without width, in order.
    fn thin(&self) -> Vec<TileId> {
        let is_thin = |slots: &Slots| slots.as_ref().is_some_and(|placed| placed.is_thin);
        self.slots.iter().filter(|(_, old)| is_thin(old)).map(|(&tile, _)| tile).collect()
    }

    /// The ids of polygons of these base polygons in the mesh before that are not there now.
    fn gone(
        &self,
        before: &NavMesh,
        after: &NavMesh,
        polygons: &[PolyRef],
        now: &[Slots],
    ) -> Vec<PolyId> {
        let mut ids = Vec::new();
        for r in polygons {
            let renumbered = self.slots.get(&r.tile);
            let slots = match renumbered {
                Some(old) => old.as_ref(),
                None => now[cast::index(r.tile.0)].as_ref(),
            };
            let parts: Vec<u32> = match slots {
                Some(placed) => placed.parts(r.polygon).collect(),
                None => vec![r.polygon],
            };
            let [old, new] = [before, after].map(|mesh| mesh.tile(r.tile));
            for part in parts {
                if old.polygons[cast::index(part)].is_closed() {
                    continue;
                }
                let id = before.id(PolyRef { tile: r.tile, polygon: part });
                let is_gone = match renumbered {
                    Some(_) => after.resolve(id).is_none(),
                    None => new.polygons[cast::index(part)].is_closed(),
                };
                if is_gone {
                    ids.push(id);
                }
            }
        }
        ids.sort_unstable_by_key(|id| (id.tile.y, id.tile.x, id.base, id.piece));
        ids
    }

    fn undo(
        self,
        cuts: &mut ByPolygon<Arc<Cut>>,
        slots: &mut [Slots],
        generations: &mut ByPolygon<u32>,
    ) {
        for (polygon, old) in self.cuts {
            if let Some(risen) = generations.get_mut(polygon) {
                *risen -= 1;
            }
            cuts.replace(polygon, old);
        }
        for (tile, at) in self.turned {
            if let Some(placed) = &mut slots[cast::index(tile.0)] {
                placed.closed[at] ^= true;
            }
        }
        for (tile, old) in self.slots {
            slots[cast::index(tile.0)] = old;
        }
    }
}
