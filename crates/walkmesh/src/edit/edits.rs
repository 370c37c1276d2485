//! The set of changes over a base mesh.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::by_polygon::ByPolygon;
use super::change::{Change, ChangeId, Edit, KindId, Payload};
use super::cover::{Cover, Lists};
use super::cut::{Cut, Layer, cut, shared};
use super::emit::{Plan, Slot, Slots, slots};
use super::error::EditError;
use super::hot::{Ground, Hot, meets};
use super::links::lead_links;
use super::outline::Outline;
use super::relief::ground_under;
use super::twins::Twins;
use crate::geom::predicates::Side;
use crate::geom::{PlanPoint, cast};
use crate::mesh::{CostFactor, NavMesh, PolyId, PolyRef, Tile, TileCoord, TileId};

/// A change in place.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) change: Change,
    pub(super) active: bool,
    outline: Arc<Outline>,
    /// The base polygons that it acts on, in order.
    touched: Vec<PolyRef>,
}

impl Entry {
    /// What a blocker is to openers.
    pub(super) const fn kind(&self) -> Option<KindId> {
        match self.change.payload {
            Payload::Block { kind } | Payload::PassiveBlock { kind } => Some(kind),
            _ => None,
        }
    }

    /// True when it leaves the mesh as it is.
    const fn is_beside(&self) -> bool {
        matches!(self.change.payload, Payload::Data { beside: true, .. })
    }

    /// True when turning it on or off changes the shapes of pieces.
    const fn shapes_pieces(&self) -> bool {
        matches!(
            self.change.payload,
            Payload::Area(_) | Payload::Cost(_) | Payload::Data { beside: false, .. }
        )
    }
}

/// What a batch did to the mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The tiles that are not the same as before, by row, then column.
    pub tiles: Vec<TileCoord>,
    /// Polygons of the mesh before that are gone, in order. All others keep their ids.
    pub invalidated: Vec<PolyId>,
    /// Links of the base mesh, by index, that lead elsewhere, are gone or came back.
    pub links: Vec<u32>,
}

/// A mesh that stays true while things come and go: a base mesh, a set of changes by id, and the
/// mesh that follows from both.
///
/// The mesh is a function of the base mesh and the set: in which order and through which batches
/// the set came about makes no difference to its bytes. An edit works on the base polygons that
/// the shape comes to and those around them, and makes a new mesh that shares all other tiles;
/// whoever holds the one before may go on asking it.
///
/// What may not be passed is not in the mesh, so that every question sees the ground as it is;
/// [`Edits::lists_at`] says what lies over a place.
#[derive(Clone, Debug)]
pub struct Edits {
    twins: Twins,
    mesh: NavMesh,
    entries: BTreeMap<ChangeId, Entry>,
    /// The changes that act on a base polygon, in order.
    acting: ByPolygon<Vec<ChangeId>>,
    /// The hot points of base polygons, as far as they were asked for.
    hot: ByPolygon<Hot>,
    cuts: ByPolygon<Arc<Cut>>,
    /// How often the pieces of a base polygon changed.
    generations: ByPolygon<u32>,
    /// Where the base polygons of each tile stand.
    slots: Vec<Slots>,
}

/// What a batch does to one change: the entry before and after.
type Steps = BTreeMap<ChangeId, (Option<Entry>, Option<Entry>)>;

/// New cuts of base polygons, `None` for those that are cut no more.
type Cuts = BTreeMap<PolyRef, Option<Arc<Cut>>>;

impl Edits {
    /// Without changes. A base mesh that has pieces itself (one that was edited and saved) is
    /// taken as it is: its polygons are numbered afresh as base polygons.
    ///
    /// # Errors
    /// Never for a mesh whose polygons are whole; otherwise when the mesh is not sound.
    pub fn new(mesh: NavMesh) -> Result<Self, EditError> {
        let mesh =
            if mesh.tiles().all(|tile| is_numbered(tile)) { mesh } else { renumbered(&mesh)? };
        let slots = vec![None; mesh.tiles().len()];
        Ok(Self {
            twins: Twins::new(mesh.clone()),
            entries: BTreeMap::new(),
            acting: ByPolygon::default(),
            hot: ByPolygon::default(),
            cuts: ByPolygon::default(),
            generations: ByPolygon::default(),
            slots,
            mesh,
        })
    }

    /// The mesh as it is now.
    #[must_use]
    pub const fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// The mesh without changes.
    #[must_use]
    pub const fn base(&self) -> &NavMesh {
        &self.twins.base
    }

    /// The changes in place by id, each with whether it is active.
    pub fn changes(&self) -> impl Iterator<Item = (ChangeId, &Change, bool)> {
        self.entries.iter().map(|(&id, entry)| (id, &entry.change, entry.active))
    }

    /// What lies over a place of a base polygon: its blockers, openers and waiting blockers.
    /// `None` outside the polygon. On a border the first piece of it that holds the place counts.
    #[must_use]
    pub fn lists_at(&self, polygon: PolyRef, at: PlanPoint) -> Option<Lists> {
        self.twins.base.get(polygon)?;
        let Some(cut) = self.cuts.get(polygon) else {
            return self
                .twins
                .base
                .tile(polygon.tile)
                .holds(polygon.polygon, at)
                .then(Lists::default);
        };
        let holds = |ring: Vec<PlanPoint>| {
            (0..ring.len()).all(|i| {
                crate::geom::predicates::cross(ring[i], ring[(i + 1) % ring.len()], at) >= 0
            })
        };
        let plan = |c: &u32| cut.vertices[cast::index(*c)].plan;
        let piece = cut.pieces.iter().find(|p| holds(p.corners.iter().map(plan).collect()))?;
        Some(piece.cover.lists(&self.entries))
    }

    /// The value of a data layer at a place of a base polygon: that of the active change with the
    /// highest id whose shape (border included) holds it. Linear in the changes over the polygon.
    #[must_use]
    pub fn data_at(&self, layer: u32, polygon: PolyRef, at: PlanPoint) -> Option<f64> {
        let ids = self.acting.get(polygon)?;
        ids.iter().rev().filter_map(|id| self.entries.get(id)).find_map(|entry| {
            match entry.change.payload {
                Payload::Data { layer: of, value, .. } if of == layer && entry.active => {
                    (entry.outline.side(at) != Side::Outside).then_some(value)
                }
                _ => None,
            }
        })
    }

    /// Makes the edits, all or none, one after the other, and the new mesh once.
    ///
    /// Works on the base polygons that the shapes come to, before and after, and those around
    /// them; about linear in what the outlines there have of corners and crossings.
    ///
    /// # Errors
    /// When an edit names an id that is taken or not there, or a shape is no shape; the mesh is
    /// then as it was.
    pub fn apply(&mut self, batch: &[Edit]) -> Result<Applied, EditError> {
        let steps = self.steps(batch)?;
        self.put(steps.iter().map(|(&id, step)| (id, step.0.as_ref(), step.1.as_ref())));
        let made = self.rebuild(&steps);
        if made.is_err() {
            self.put(steps.iter().map(|(&id, step)| (id, step.1.as_ref(), step.0.as_ref())));
        }
        made
    }

    /// What the batch comes to, change by change.
    fn steps(&self, batch: &[Edit]) -> Result<Steps, EditError> {
        let mut steps = Steps::new();
        for (index, edit) in batch.iter().enumerate() {
            let id = edit.id();
            let before = self.entries.get(&id);
            let now = match steps.get(&id) {
                Some((_, now)) => now.clone(),
                None => before.cloned(),
            };
            let after = self.step(index, edit, now)?;
            steps.entry(id).or_insert_with(|| (before.cloned(), None)).1 = after;
        }
        Ok(steps)
    }

    fn step(
        &self,
        edit: usize,
        what: &Edit,
        now: Option<Entry>,
    ) -> Result<Option<Entry>, EditError> {
        let id = what.id();
        if let Edit::Add { change, .. } = what {
            if now.is_some() {
                return Err(EditError::Taken { edit, id });
            }
            let active = !matches!(change.payload, Payload::PassiveBlock { .. });
            return Ok(Some(self.entry(change.clone(), active, edit)?));
        }
        let Some(now) = now else { return Err(EditError::Unknown { edit, id }) };
        Ok(match what {
            Edit::Add { .. } | Edit::Remove { .. } => None,
            Edit::Activate { .. } => Some(Entry { active: true, ..now }),
            Edit::Deactivate { .. } => Some(Entry { active: false, ..now }),
            Edit::Move { shape, heights, .. } => {
                let change = Change { shape: shape.clone(), heights: *heights, ..now.change };
                Some(self.entry(change, now.active, edit)?)
            }
        })
    }

    fn entry(&self, change: Change, active: bool, edit: usize) -> Result<Entry, EditError> {
        if let Payload::Cost(cost) = change.payload
            && CostFactor::new(cost).is_none()
        {
            return Err(EditError::Cost { edit, cost });
        }
        let outline = Outline::new(&change, self.twins.base.resolved(), edit)?;
        let height = i64::from(self.twins.base.resolved().height);
        let is_met = |r: &PolyRef| {
            let ground = self.twins.base.polygon(*r).heights;
            let is_hit = |(low, high): (i32, i32)| {
                i64::from(outline.heights.0) < i64::from(high) + height.max(1)
                    && outline.heights.1 >= low
            };
            let is_sure = i64::from(outline.heights.0) < i64::from(ground.0) + height.max(1)
                && outline.heights.1 >= ground.1;
            is_hit(ground)
                && meets(&self.twins.base, *r, &outline)
                && (is_sure || ground_under(&self.twins.base, *r, &outline).is_some_and(is_hit))
        };
        let mut touched = outline.bounds.map_or_else(Vec::new, |b| self.twins.base.polygons_in(b));
        touched.retain(is_met);
        Ok(Entry { change, active, outline: Arc::new(outline), touched })
    }

    /// Replaces entries: id, what is there, what shall be there.
    fn put<'e>(
        &mut self,
        steps: impl Iterator<Item = (ChangeId, Option<&'e Entry>, Option<&'e Entry>)>,
    ) {
        for (id, before, after) in steps {
            for &polygon in before.iter().flat_map(|entry| &entry.touched) {
                if let Some(list) = self.acting.get_mut(polygon) {
                    list.retain(|&other| other != id);
                    if list.is_empty() {
                        self.acting.replace(polygon, None);
                    }
                }
                self.hot.replace(polygon, None);
            }
            self.entries.remove(&id);
            if let Some(entry) = after {
                for &polygon in &entry.touched {
                    self.hot.replace(polygon, None);
                    let list = self.acting.or_default(polygon);
                    let at = list.partition_point(|&other| other < id);
                    list.insert(at, id);
                }
                self.entries.insert(id, entry.clone());
            }
        }
    }

    /// The new cuts, tiles and mesh for the entries that are in place now.
    fn rebuild(&mut self, steps: &Steps) -> Result<Applied, EditError> {
        let mut touched: Vec<PolyRef> = Vec::new();
        let mut to_cut: Vec<PolyRef> = Vec::new();
        let mut moved: Vec<PolyRef> = Vec::new();
        for (before, after) in steps.values() {
            let in_mesh = || [before, after].into_iter().flatten().filter(|e| !e.is_beside());
            let all = || in_mesh().flat_map(|e| &e.touched);
            touched.extend(all());
            match (before, after) {
                (Some(a), Some(b)) if Arc::ptr_eq(&a.outline, &b.outline) => {
                    if a.active != b.active && a.shapes_pieces() {
                        to_cut.extend(all());
                    }
                }
                _ => moved.extend(all()),
            }
        }
        let moved = in_order(moved);
        let around = self.twins.all_around(&moved);
        to_cut.extend(moved);
        let to_cut = in_order(to_cut);
        let (changed, hot) = self.cut_again(&to_cut, &around)?;
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
        let mut tiles: Vec<TileId> = polygons.iter().map(|r| r.tile).collect();
        tiles.dedup();
        for &tile in &tiles {
            let is_passable = |cover: &Cover| cover.is_passable(&self.entries);
            let new = slots(&self.twins.base, &self.cuts, is_passable, tile);
            let old = std::mem::replace(&mut self.slots[cast::index(tile.0)], new);
            swap.slots.insert(tile, old);
        }
        match self.new_mesh(&tiles) {
            Ok((mesh, replaced, links)) => {
                let before = std::mem::replace(&mut self.mesh, mesh);
                let ids = swap.ids(&before, &polygons, &self.slots);
                let invalidated =
                    ids.into_iter().filter(|&id| self.mesh.resolve(id).is_none()).collect();
                let tiles = replaced.iter().map(|&t| self.twins.base.tile(t).coord).collect();
                Ok(Applied { tiles, invalidated, links })
            }
            Err(error) => {
                swap.undo(&mut self.cuts, &mut self.slots, &mut self.generations);
                Err(error)
            }
        }
    }

    /// The cuts of the polygons `to_cut` and of those `around` them whose edges are bent otherwise
    /// than they were, as far as they are not what they were; and hot points that were not known.
    fn cut_again(
        &self,
        to_cut: &[PolyRef],
        around: &[PolyRef],
    ) -> Result<(Cuts, BTreeMap<PolyRef, Hot>), EditError> {
        let acting = |r: PolyRef| {
            let ids = self.acting.get(r).into_iter().flatten();
            let entries = ids.filter_map(|id| Some((*id, self.entries.get(id)?)));
            entries.filter(|(_, entry)| !entry.is_beside())
        };
        let ground =
            Ground::new(&self.twins, &self.hot, |r| acting(r).map(|(_, entry)| &*entry.outline));
        let mut changed = BTreeMap::new();
        let all = in_order(to_cut.iter().chain(around).copied().collect());
        for polygon in all {
            let old = self.cuts.get(polygon);
            let bends = ground.bends(polygon);
            let is_bent_so = Cut::is_bent(old.map(|cut| &**cut), &bends);
            if is_bent_so && to_cut.binary_search(&polygon).is_err() {
                continue;
            }
            let list: Vec<(ChangeId, &Entry)> = acting(polygon).collect();
            let layers = layers(&list);
            let cover = |set: &[usize]| Cover::of(set.iter().map(|&i| list[i]));
            let new =
                cut(&ground, polygon, bends, &layers, cover).map_err(|source| EditError::Cut {
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

    /// The mesh with these tiles and those beside them made anew, which of them are not what
    /// they were, and the links that lead elsewhere.
    fn new_mesh(&self, tiles: &[TileId]) -> Result<(NavMesh, Vec<TileId>, Vec<u32>), EditError> {
        let Self { twins, cuts, slots, generations, .. } = self;
        let base = &twins.base;
        let plan = Plan { twins, cuts, slots, generations };
        let mut all = tiles.to_vec();
        for &tile in tiles {
            let beyond = base.tile(tile).edges.iter().filter_map(|edge| edge.neighbour);
            all.extend(beyond.map(|other| other.tile).filter(|&other| other != tile));
        }
        let all = in_order(all);
        let mut new: Vec<Arc<Tile>> = Vec::new();
        let mut replaced = Vec::new();
        for &tile in &all {
            let made = plan.tile(tile);
            if *self.mesh.tile(tile) != made {
                new.push(Arc::new(made));
                replaced.push(tile);
            }
        }
        if new.is_empty() {
            return Ok((self.mesh.clone(), Vec::new(), Vec::new()));
        }
        let mesh = self.mesh.replace_tiles(new)?;
        let (mesh, links) = lead_links(base, &self.mesh, mesh);
        Ok((mesh, replaced, links))
    }
}

/// Sorted, each once.
fn in_order<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

/// Groups changes with equal outlines, in order of their first.
fn layers<'a>(list: &[(ChangeId, &'a Entry)]) -> Vec<Layer<'a>> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    let outline = |i: usize| &*list[i].1.outline;
    order.sort_by(|&a, &b| outline(a).segments.cmp(&outline(b).segments).then(a.cmp(&b)));
    let mut layers: Vec<Layer<'a>> = Vec::new();
    for i in order {
        match layers.last_mut() {
            Some(last) if last.outline.segments == outline(i).segments => last.changes.push(i),
            _ => layers.push(Layer { outline: &list[i].1.outline, changes: vec![i] }),
        }
    }
    layers.sort_by_key(|layer| layer.changes[0]);
    layers
}

/// True when every polygon of a tile is a base polygon.
fn is_numbered(tile: &Tile) -> bool {
    tile.polygons.windows(2).all(|w| w[0].base < w[1].base)
        && tile.polygons.iter().all(|p| p.piece == 0)
}

/// The mesh with its polygons numbered afresh.
fn renumbered(mesh: &NavMesh) -> Result<NavMesh, EditError> {
    let mut new = Vec::new();
    for tile in mesh.tiles() {
        let mut tile = Tile::clone(tile);
        for (polygon, base) in tile.polygons.iter_mut().zip(0..) {
            (polygon.base, polygon.piece) = (base, 0);
        }
        new.push(Arc::new(tile));
    }
    let links = mesh.links().to_vec();
    let made = mesh.with_links(Vec::new()).replace_tiles(new)?;
    let end = |mut end: crate::mesh::LinkEnd| {
        if let Some(r) = mesh.resolve(end.polygon) {
            end.polygon = made.id(r);
        }
        end
    };
    let links =
        links.into_iter().map(|l| crate::mesh::Link { from: end(l.from), to: end(l.to), ..l });
    Ok(made.with_links(links.collect()))
}

/// What was there before a rebuild.
#[derive(Default)]
struct Swap {
    cuts: Cuts,
    slots: BTreeMap<TileId, Slots>,
}

impl Swap {
    /// The ids that polygons of these base polygons had in the mesh before.
    fn ids(&self, before: &NavMesh, polygons: &[PolyRef], now: &[Slots]) -> Vec<PolyId> {
        let mut ids = Vec::new();
        for r in polygons {
            let slots = match self.slots.get(&r.tile) {
                Some(old) => old.as_ref(),
                None => now[cast::index(r.tile.0)].as_ref(),
            };
            let at = |polygon: u32| before.id(PolyRef { tile: r.tile, polygon });
            match slots.map(|slots| &slots[cast::index(r.polygon)]) {
                None => ids.push(before.id(*r)),
                Some(Slot::Whole(polygon)) => ids.push(at(*polygon)),
                Some(Slot::Pieces(pieces)) => ids.extend(pieces.iter().flatten().map(|&p| at(p))),
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
        for (tile, old) in self.slots {
            slots[cast::index(tile.0)] = old;
        }
    }
}
