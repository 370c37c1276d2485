//! Tiles in place of others: the tables follow, and what stands around is checked.

use std::sync::Arc;

use super::super::error::MeshError;
use super::super::facts::Facts;
use super::super::id::TileId;
use super::super::renewed::{Differs, Placed, Renewed, keeps_labels};
use super::super::structure::{self, limit};
use super::super::tile::Tile;
use super::{Held, Tiles};
use crate::geom::cast;

/// The tiles of a mesh with some in place of others.
pub(in super::super) struct Replaced {
    pub(in super::super) tiles: Tiles,
    /// Which are not what they were, in order.
    pub(in super::super) which: Vec<TileId>,
    /// For each of them in what it differs from the one before.
    pub(in super::super) differs: Vec<Differs>,
}

impl Tiles {
    /// A tile for the place of one. `of_pieces` says that both are made of pieces of the same base
    /// polygons.
    pub(in super::super) fn placed(&self, id: TileId, new: Renewed, of_pieces: bool) -> Placed {
        let old = &self.held[cast::index(id.0)];
        let facts = Facts::in_place_of((&old.facts, &old.tile), &new, id, of_pieces);
        let keeps_labels = match &new.patch {
            Some(patch) => Some(patch.keeps_labels),
            None => keeps_labels(&old.tile, &new.tile),
        };
        let Renewed { tile, patch } = new;
        Placed { id, tile, facts, differs: Differs { patch, keeps_labels } }
    }

    /// The same with tiles in place of others, which keep their ground. Linear in the tiles given and
    /// in the exits of those around them, plus a word for each 64 tiles. Each is
    /// [sound by itself](structure::check_alone); whether its edges lead to polygons that there are is
    /// not checked where that `is_sound`. They are written into what is `back`, where there is that: the
    /// same tiles, with lists of their own.
    pub(in super::super) fn replaced(
        &self,
        mut placed: Vec<Placed>,
        is_sound: bool,
        back: Option<Self>,
    ) -> Result<Replaced, MeshError> {
        placed.sort_by_key(|of| of.id);
        if let Some(pair) = placed.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(MeshError::TileTwice { tile: pair[0].tile.coord });
        }
        let which: Vec<TileId> = placed.iter().map(|of| of.id).collect();
        let mut next = back.unwrap_or_else(|| self.clone());
        next.held.watch();
        next.numbers.watch();
        let mut all = Vec::with_capacity(which.len());
        for Placed { id, tile, facts, differs } in placed {
            next.put(id, tile, facts)?;
            all.push(differs);
        }
        if !is_sound {
            next.check(&which)?;
        }
        Ok(Replaced { tiles: next, which, differs: all })
    }

    /// Becomes equal to tiles that were made of these with some [replaced](Tiles::replaced), or gives
    /// false where they were made otherwise.
    pub(in super::super) fn follow(&mut self, newer: &Self) -> bool {
        let Self { held, numbers, areas, factors, canopy, .. } = newer;
        (self.edges, self.labels, self.closed) = (newer.edges, newer.labels, newer.closed);
        (self.areas, self.factors) = (areas.clone(), factors.clone());
        self.canopy = canopy.clone();
        self.held.follow(held) && self.numbers.follow(numbers)
    }

    /// True when all lists have the same.
    pub(in super::super) fn lists_as(&self, other: &Self) -> bool {
        let counts =
            |of: &Self| (of.edges, of.labels, of.closed, of.areas.set(), of.factors.range());
        let first = |of: &Self, t| of.first_polygon(TileId(t));
        counts(self) == counts(other)
            && self.index_count() == other.index_count()
            && self.held.iter().zip(other.held.iter()).all(|(a, b)| Arc::ptr_eq(a, b))
            && (0..cast::count(self.len())).all(|t| first(self, t) == first(other, t))
    }

    /// Puts a tile in place of another and brings the tables up to date. What its edges and those
    /// towards it name is not checked.
    fn put(&mut self, id: TileId, tile: Arc<Tile>, facts: Facts) -> Result<(), MeshError> {
        let t = cast::index(id.0);
        let old = Arc::clone(&self.held[t]);
        self.edges = self.edges - old.tile.edges.len() + tile.edges.len();
        self.labels =
            self.labels - cast::index(old.tile.label_count) + cast::index(tile.label_count);
        self.closed = self.closed - old.facts.closed + facts.closed;
        let total = self.index_count() - old.tile.polygons.len() + tile.polygons.len();
        for (what, count) in [("polygons", total), ("edges", self.edges), ("labels", self.labels)] {
            limit(what, count)?;
        }
        let [before, after] = [&old.tile, &tile].map(|of| cast::count(of.polygons.len()));
        self.numbers.change(t, before, after);
        if old.facts.areas != facts.areas {
            self.areas.remove(old.facts.areas);
            self.areas.add(facts.areas);
        }
        if old.facts.factors != facts.factors {
            self.factors.remove(&old.facts.factors);
            self.factors.add(&facts.factors);
        }
        self.canopy.set(t, facts.volume);
        if Arc::ptr_eq(&old.facts.out, &facts.out) {
            let (ground, seen_from) = (old.ground.clone(), Arc::clone(&old.seen_from));
            *self.held.at(t) = Arc::new(Held { tile, ground, facts, seen_from });
            return Ok(());
        }
        let [before, after] = [&old.facts, &facts].map(|facts| facts.out.tiles());
        if after.last().is_some_and(|to| cast::index(to.0) >= self.len()) {
            return self.check_exits(&tile);
        }
        for &gone in before.iter().filter(|&to| after.binary_search(to).is_err()) {
            let seen_from = &mut Arc::make_mut(self.held.at(cast::index(gone.0))).seen_from;
            *seen_from = seen_from.iter().copied().filter(|&from| from != id.0).collect();
        }
        for &come in after.iter().filter(|&to| before.binary_search(to).is_err()) {
            let seen_from = &mut Arc::make_mut(self.held.at(cast::index(come.0))).seen_from;
            let at = seen_from.partition_point(|&from| from < id.0);
            let (low, high) = seen_from.split_at(at);
            *seen_from = low.iter().chain([&id.0]).chain(high).copied().collect();
        }
        let (ground, seen_from) = (old.ground.clone(), Arc::clone(&self.held[t].seen_from));
        *self.held.at(t) = Arc::new(Held { tile, ground, facts, seen_from });
        Ok(())
    }

    /// Checks that edges of these tiles and of those around them name polygons that there are.
    fn check(&self, which: &[TileId]) -> Result<(), MeshError> {
        for &id in which {
            self.check_exits(self.tile(id))?;
            let count = self.tile(id).polygons.len();
            for &from in &*self.held[cast::index(id.0)].seen_from {
                let held = &self.held[cast::index(from)];
                let mut ways = self.ways_to(TileId(from), id);
                let is_short = ways.any(|exit| cast::index(exit.to.polygon) >= count);
                if is_short || self.held[cast::index(id.0)].facts.closed > 0 {
                    self.check_exits(&held.tile)?;
                }
            }
        }
        Ok(())
    }

    fn check_exits(&self, tile: &Tile) -> Result<(), MeshError> {
        structure::check_neighbours(tile, self.len(), |other| self.tile(other))
    }
}
