//! Tiles of which only edges, corners, and what is closed, are not as before.

use std::sync::Arc;

use super::super::by_polygon::of_tile;
use super::super::cut::{Beyond, Inside};
use super::{Plan, Spare, WALL, Way, facing};
use crate::geom::cast;
use crate::mesh::{Edge, EdgeAt, NavMesh, Passage, PolyRef, Renewed, Tile, TileId, TilePatch};
use crate::threads::any_of_each;

/// Room for so many at first.
const SOME: usize = 32;

/// A part of a base polygon.
pub(in super::super) type Part = (PolyRef, u32);

/// Where tiles are other than they were that are not made anew.
#[derive(Debug, Default)]
pub(in super::super) struct Patch {
    /// Parts that are opened or closed while no cut of their tiles changed, and those next to them,
    /// in order.
    parts: Vec<Part>,
    /// Edges of base polygons that lead to what is made anew, in order.
    edges: Vec<(PolyRef, u32)>,
}

impl Patch {
    /// Of parts that turned, beside tiles that are made anew, in order; `moved_in` says of
    /// one of those of which base polygons the parts do not lead where they led or do not stand where
    /// they stood.
    pub(in super::super) fn new<M: Fn(u32) -> bool>(
        plan: &Plan<'_>,
        turned: impl ExactSizeIterator<Item = Part> + Clone,
        anew: &[TileId],
        moved_in: impl Fn(TileId) -> M + Sync,
    ) -> Self {
        let room = if turned.len() == 0 { 0 } else { turned.len() + SOME };
        let mut parts = Vec::with_capacity(room);
        parts.extend(turned.clone());
        for part in turned {
            plan.beside_part(part, &mut parts);
        }
        parts.sort_unstable();
        parts.dedup();
        let mut edges =
            any_of_each(anew, |&tile, into| plan.edges_towards(tile, anew, moved_in(tile), into));
        edges.sort_unstable();
        Self { parts, edges }
    }

    /// The tiles that they are in, some repeatedly.
    pub(in super::super) fn tiles(&self) -> impl Iterator<Item = TileId> + '_ {
        let all = [&self.parts, &self.edges].into_iter();
        all.flat_map(|of| of.chunk_by(|a, b| a.0.tile == b.0.tile).map(|of| of[0].0.tile))
    }
}

/// A tile that is changed in some edges.
struct Changes<'a> {
    now: &'a Tile,
    spare: &'a Spare,
    /// The tile with the changes so far, where there are any.
    new: Option<Tile>,
    edges: Vec<EdgeAt>,
    /// Polygons that are opened or closed.
    turned: Vec<u32>,
}

impl<'a> Changes<'a> {
    fn of(now: &'a Tile, spare: &'a Spare) -> Self {
        Self { now, spare, new: None, edges: Vec::new(), turned: Vec::new() }
    }

    /// The tile to be changed.
    fn tile(&mut self) -> &mut Tile {
        self.new.get_or_insert_with(|| self.spare.copy(self.now))
    }

    fn lead(&mut self, at: EdgeAt, (neighbour, passage): Way) {
        let k = cast::index(at.edge);
        let old = self.now.edges[k];
        if old != Edge::new(old.vertex, neighbour, passage) {
            self.tile().edges[k].lead(neighbour, passage);
            if self.edges.is_empty() {
                self.edges.reserve(SOME);
            }
            self.edges.push(at);
        }
    }

    /// The tile with the changes; `leads_back` says that edges within it lead both ways.
    fn made(mut self, here: TileId, leads_back: bool) -> Option<Renewed> {
        if !self.turned.is_empty() {
            self.turn();
        }
        let is_more = self.leads_otherwise(here);
        let Self { now, new, edges, turned, .. } = self;
        let mut new = new?;
        let keeps_labels = if is_more || !(turned.is_empty() || leads_back) {
            new.relabel(here, leads_back);
            false
        } else {
            turned.is_empty() || new.relabel_turned(here, now, &turned)
        };
        let keeps_labels = keeps_labels || has_labels_of(&new, now, &turned);
        let patch = TilePatch { edges, keeps_labels, turned };
        Some(Renewed { tile: Arc::new(new), patch: Some(patch) })
    }

    /// Opens the polygons that turned and were closed, and closes the others.
    fn turn(&mut self) {
        self.turned.sort_unstable();
        let mut labels = self.spare.copy_of_labels(self.now);
        let own = &mut *labels;
        for &polygon in &self.turned {
            let label = &mut own[cast::index(polygon)];
            *label = if *label == Tile::CLOSED { 0 } else { Tile::CLOSED };
        }
        self.tile().labels = labels;
    }

    /// Whether edges between polygons that did not turn lead on that did not, or the other way
    /// round.
    fn leads_otherwise(&self, here: TileId) -> bool {
        let has_turned = |p: u32| self.turned.contains(&p);
        let between = |tile: &Tile, at: &EdgeAt| {
            let to = tile.edges[cast::index(at.edge)].neighbour().filter(|to| to.tile == here);
            to.is_some_and(|to| !has_turned(to.polygon) && !has_turned(at.polygon))
        };
        let tiles = || [self.now].into_iter().chain(&self.new);
        self.edges.iter().any(|at| tiles().any(|tile| between(tile, at)))
    }
}

/// True when two tiles of the same polygons have as many labels, the same on all but those that
/// turned (in order), and each on one that did not.
fn has_labels_of(new: &Tile, old: &Tile, turned: &[u32]) -> bool {
    if new.label_count != old.label_count {
        return false;
    }
    let mut stays = vec![false; cast::index(new.label_count)];
    for (p, (a, b)) in (0..).zip(new.labels.iter().zip(&old.labels)) {
        if turned.binary_search(&p).is_ok() {
            continue;
        }
        if a != b {
            return false;
        }
        if let Some(stays) = stays.get_mut(cast::index(*a)) {
            *stays = true;
        }
    }
    !stays.contains(&false)
}

impl Plan<'_> {
    /// What is beyond a side of a piece.
    #[inline]
    pub(super) fn way(&self, here: PolyRef, beyond: Beyond) -> Way {
        match beyond {
            Beyond::Piece(other) => {
                self.slot(here, other).map_or(WALL, |at| (Some(at), Passage::Open))
            }
            Beyond::Outside { edge, part } => self.beyond(here, edge, part),
            Beyond::Wall => WALL,
        }
    }

    /// Adds the parts next to one, where no way leads through polygons without width.
    fn beside_part(&self, (here, piece): Part, into: &mut Vec<Part>) {
        let mut outside = |edge: u32, part: u32| {
            let Some(across) = self.twins.beyond(here)[cast::index(edge)] else { return };
            match self.cuts.get(across.polygon) {
                None => into.push((across.polygon, 0)),
                Some(cut) => {
                    if let Some(Inside::Piece(other)) = facing(cut, across.edge, part) {
                        into.push((across.polygon, other));
                    }
                }
            }
        };
        match self.cuts.get(here).filter(|cut| !cut.is_whole) {
            None => {
                let edges = cast::count(self.twins.beyond(here).len());
                (0..edges).for_each(|edge| outside(edge, 0));
            }
            Some(cut) => {
                let sides = cut.piece(piece).sides;
                for side in sides {
                    if let Beyond::Outside { edge, part } = side.beyond {
                        outside(edge, part);
                    }
                }
                into.extend(sides.iter().filter_map(|side| match side.beyond {
                    Beyond::Piece(other) => Some((here, other)),
                    _ => None,
                }));
            }
        }
    }

    /// Adds the edges that lead to base polygons of a tile which moved, of tiles that are not made
    /// anew.
    fn edges_towards(
        &self,
        tile: TileId,
        anew: &[TileId],
        is_moved: impl Fn(u32) -> bool,
        into: &mut Vec<(PolyRef, u32)>,
    ) {
        let sides = self.twins.sides(tile);
        let is_anew = |other: TileId| anew.binary_search(&other).is_ok();
        if !self.twins.lead_back {
            // Edges that lead here only are not seen from here.
            for &other in sides.tiles.iter().filter(|other| !is_anew(**other)) {
                let borders = self.twins.sides(other).borders.iter().filter(|of| of.2 == tile);
                into.extend(borders.map(|of| (PolyRef { tile: other, polygon: of.0 }, of.1)));
            }
            return;
        }
        // Mostly several in a row are of one polygon, or to one tile.
        let (mut last, mut beyond) = ((u32::MAX, false), (tile, true));
        for &(polygon, edge, other) in &sides.borders {
            if beyond.0 != other {
                beyond = (other, is_anew(other));
            }
            if beyond.1 {
                continue;
            }
            if last.0 != polygon {
                last = (polygon, is_moved(polygon));
            }
            if last.1 {
                let across = self.twins.beyond(PolyRef { tile, polygon })[cast::index(edge)];
                into.extend(across.map(|across| (across.polygon, across.edge)));
            }
        }
    }

    /// A tile of the mesh `before` as it is now: not made anew, but with what a patch says of it, and
    /// other corners where it is reshaped. `None` where it is as it was.
    pub(in super::super) fn patched(
        &self,
        before: &NavMesh,
        tile: TileId,
        patch: &Patch,
        is_reshaped: bool,
    ) -> Option<Renewed> {
        let now = before.tile(tile);
        if self.is_thin_around(tile) {
            return self.renewed(now, tile);
        }
        let mut changes = Changes::of(now, self.spare);
        changes.new = is_reshaped.then(|| self.reshaped(now, tile));
        for &(here, piece) in of_tile(&patch.parts, tile, |of| of.0) {
            self.lead_part(here, piece, &mut changes);
        }
        for &(here, edge) in of_tile(&patch.edges, tile, |of| of.0) {
            self.lead_edge(here, edge, &mut changes);
        }
        let made = changes.made(tile, self.twins.sides(tile).lone.is_empty());
        let is_so = |made: &Renewed| *made.tile == self.tile(tile);
        debug_assert!(!is_reshaped || made.as_ref().is_some_and(is_so), "{tile:?}");
        made
    }

    /// Says where an edge of a base polygon leads, part by part.
    fn lead_edge(&self, here: PolyRef, edge: u32, changes: &mut Changes<'_>) {
        let now = changes.now;
        let side = |slot: PolyRef, k: u32| {
            let polygon = slot.polygon;
            EdgeAt { edge: now.polygons[cast::index(polygon)].first_edge + k, polygon }
        };
        let Some(cut) = self.cuts.get(here).filter(|cut| !cut.is_whole) else {
            if let Some(slot) = self.slot(here, 0) {
                changes.lead(side(slot, edge), self.beyond(here, edge, 0));
            }
            return;
        };
        for (piece, i) in cut.pieces().zip(0..) {
            let Some(slot) = self.slot(here, i) else { continue };
            for (k, at) in (0..).zip(piece.sides) {
                if let Beyond::Outside { edge: e, part } = at.beyond
                    && e == edge
                {
                    changes.lead(side(slot, k), self.beyond(here, edge, part));
                }
            }
        }
    }

    /// Says where the edges of a part lead.
    fn lead_part(&self, here: PolyRef, piece: u32, changes: &mut Changes<'_>) {
        let polygon = self.at(here, piece).polygon;
        let is_open = self.slot(here, piece).is_some();
        if changes.now.is_closed(polygon) == is_open {
            changes.turned.push(polygon);
        }
        let range = changes.now.edge_range(polygon);
        let edges = range.map(|k| EdgeAt { edge: cast::count(k), polygon });
        match self.cuts.get(here).filter(|cut| !cut.is_whole) {
            _ if !is_open => edges.for_each(|at| changes.lead(at, WALL)),
            Some(cut) => {
                for (at, side) in edges.zip(cut.piece(piece).sides) {
                    changes.lead(at, self.way(here, side.beyond));
                }
            }
            None => {
                let base = self.twins.base.tile(here.tile);
                let of = self.base_tile(here.tile);
                for (at, edge) in edges.zip(base.edge_range(here.polygon)) {
                    changes.lead(at, self.way_of_base(&of, edge));
                }
            }
        }
    }
}
