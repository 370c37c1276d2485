//! Tiles of which only edges, and what is closed, are not as before.

use super::super::cut::{Beyond, Inside};
use super::{Plan, Spare, WALL, Way, facing};
use crate::geom::cast;
use std::sync::Arc;

use crate::mesh::{
    Edge, NavMesh, Passage, PolyRef, Polygon, Renewed, Tile, TileId, TilePatch, any_of_each,
};

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
    /// Of parts that turned, in order, beside tiles that are made anew, in order; `is_moved` says of
    /// which base polygons of those the parts are not what they were or do not stand where they
    /// stood.
    pub(in super::super) fn new(
        plan: &Plan<'_>,
        turned: &[Part],
        anew: &[TileId],
        is_moved: impl Fn(PolyRef) -> bool + Sync,
    ) -> Self {
        let mut parts = Vec::with_capacity(if turned.is_empty() { 0 } else { turned.len() + SOME });
        parts.extend(turned);
        for &part in turned {
            plan.beside_part(part, &mut parts);
        }
        parts.sort_unstable();
        parts.dedup();
        let mut edges =
            any_of_each(anew, |&tile, into| plan.edges_towards(tile, anew, &is_moved, into));
        edges.sort_unstable();
        Self { parts, edges }
    }

    /// The tiles that they are in, some repeatedly.
    pub(in super::super) fn tiles(&self) -> impl Iterator<Item = TileId> + '_ {
        let all = [&self.parts, &self.edges].into_iter();
        all.flat_map(|of| of.chunk_by(|a, b| a.0.tile == b.0.tile).map(|of| of[0].0.tile))
    }
}

/// Those of them that are in a tile.
fn of_tile(all: &[(PolyRef, u32)], tile: TileId) -> &[(PolyRef, u32)] {
    let from = all.partition_point(|of| of.0.tile < tile);
    let count = all[from..].partition_point(|of| of.0.tile == tile);
    &all[from..from + count]
}

/// A tile that is to be changed in some edges.
struct Changes<'a> {
    now: &'a Tile,
    edges: Vec<(usize, Edge)>,
    /// Polygons that are opened or closed.
    turned: Vec<u32>,
}

impl Changes<'_> {
    fn lead(&mut self, at: usize, (neighbour, passage): Way) {
        let old = self.now.edges[at];
        let edge = Edge { neighbour, passage, ..old };
        if edge != old {
            if self.edges.is_empty() {
                self.edges.reserve(SOME);
            }
            self.edges.push((at, edge));
        }
    }

    /// The tile with the changes; `leads_back` says that edges within it lead both ways.
    fn made(self, tile: TileId, leads_back: bool, spare: &Spare) -> Option<Renewed> {
        let Self { now, edges, mut turned } = self;
        if edges.is_empty() && turned.is_empty() {
            return None;
        }
        let mut new = spare.copy(now);
        let within = |edge: &Edge| edge.neighbour.filter(|to| to.tile == tile);
        // Whether edges between others lead on that did not, or the other way round.
        let mut is_more = false;
        for &(at, edge) in &edges {
            let old = std::mem::replace(&mut new.edges[at], edge);
            for to in [old, edge].iter().filter_map(within) {
                is_more |= !turned.contains(&to.polygon) && !turned.contains(&now.polygon_of(at));
            }
        }
        if !turned.is_empty() {
            let mut polygons = spare.copy_of_polygons(now);
            for &polygon in &turned {
                let label = &mut polygons[cast::index(polygon)].label;
                *label = if *label == Polygon::CLOSED { 0 } else { Polygon::CLOSED };
            }
            new.polygons = polygons.into();
        }
        turned.sort_unstable();
        let keeps_labels = if is_more || !(turned.is_empty() || leads_back) {
            new.relabel(tile, leads_back);
            false
        } else {
            turned.is_empty() || new.relabel_turned(tile, now, &turned)
        };
        let patch = TilePatch {
            edges: edges.into_iter().map(|edge| edge.0).collect(),
            keeps_labels: keeps_labels || has_labels_of(&new, now, &turned),
            turned,
        };
        Some(Renewed { tile: Arc::new(new), patch: Some(patch) })
    }
}

/// True when two tiles of the same polygons have as many labels, and the same on all but those
/// that turned (in order).
fn has_labels_of(new: &Tile, old: &Tile, turned: &[u32]) -> bool {
    let mut polygons = (0..).zip(new.polygons.iter().zip(&old.polygons));
    new.labels == old.labels
        && polygons.all(|(p, (a, b))| a.label == b.label || turned.binary_search(&p).is_ok())
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
        is_moved: &impl Fn(PolyRef) -> bool,
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
            let here = PolyRef { tile, polygon };
            if last.0 != polygon {
                last = (polygon, is_moved(here));
            }
            if last.1 {
                let across = self.twins.beyond(here)[cast::index(edge)];
                into.extend(across.map(|across| (across.polygon, across.edge)));
            }
        }
    }

    /// A tile of the mesh `before` as it is now: not made anew, but with what a patch says of it.
    /// `None` where it is as it was.
    pub(in super::super) fn patched(
        &self,
        before: &NavMesh,
        tile: TileId,
        patch: &Patch,
    ) -> Option<Renewed> {
        let now = before.tile(tile);
        if self.is_thin_around(tile) {
            return self.renewed(now, tile);
        }
        let mut changes = Changes { now, edges: Vec::new(), turned: Vec::new() };
        for &(here, piece) in of_tile(&patch.parts, tile) {
            self.lead_part(here, piece, &mut changes);
        }
        for &(here, edge) in of_tile(&patch.edges, tile) {
            self.lead_edge(here, edge, &mut changes);
        }
        changes.made(tile, self.twins.sides(tile).lone.is_empty(), self.spare)
    }

    /// Says where an edge of a base polygon leads, part by part.
    fn lead_edge(&self, here: PolyRef, edge: u32, changes: &mut Changes<'_>) {
        let first = |slot: PolyRef| changes.now.polygons[cast::index(slot.polygon)].first_edge;
        let Some(cut) = self.cuts.get(here).filter(|cut| !cut.is_whole) else {
            if let Some(at) = self.slot(here, 0).map(first) {
                changes.lead(cast::index(at + edge), self.beyond(here, edge, 0));
            }
            return;
        };
        for (piece, i) in cut.pieces().zip(0..) {
            let Some(at) = self.slot(here, i).map(first) else { continue };
            for (k, side) in (cast::index(at)..).zip(piece.sides) {
                if let Beyond::Outside { edge: e, part } = side.beyond
                    && e == edge
                {
                    changes.lead(k, self.beyond(here, edge, part));
                }
            }
        }
    }

    /// Says where the edges of a part lead.
    fn lead_part(&self, here: PolyRef, piece: u32, changes: &mut Changes<'_>) {
        let at = self.at(here, piece).polygon;
        let is_open = self.slot(here, piece).is_some();
        if changes.now.polygons[cast::index(at)].is_closed() == is_open {
            changes.turned.push(at);
        }
        let range = changes.now.edge_range(at);
        match self.cuts.get(here).filter(|cut| !cut.is_whole) {
            _ if !is_open => range.for_each(|k| changes.lead(k, WALL)),
            Some(cut) => {
                for (k, side) in range.zip(cut.piece(piece).sides) {
                    changes.lead(k, self.way(here, side.beyond));
                }
            }
            None => {
                let base = self.twins.base.tile(here.tile);
                let of = self.base_tile(here.tile);
                for (k, edge) in range.zip(base.edge_range(here.polygon)) {
                    changes.lead(k, self.way_of_base(&of, edge));
                }
            }
        }
    }
}
