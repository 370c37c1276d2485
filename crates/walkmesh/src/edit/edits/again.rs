//! Base polygons cut again.

use std::sync::Arc;

use super::super::cover::Cover;
use super::super::cut::{Cut, Layer, Scratch, cut};
use super::super::error::EditError;
use super::super::hot::{Ground, Hot};
use super::super::outline::Outline;
use super::super::places::Acting;
use super::Edits;
use super::rebuild::Reach;
use super::steps::Entry;
use crate::mesh::PolyRef;
use crate::threads::{ByThread, in_runs};

/// A base polygon that is cut otherwise than it was.
pub(super) struct Recut {
    pub(super) polygon: PolyRef,
    /// `None` where it is not cut.
    pub(super) cut: Option<Arc<Cut>>,
    /// True when only corners are others than they were ([`Cut::leads_as`]).
    pub(super) leads_so: bool,
}

/// Memory for cuts, of threads that made some.
pub(super) type Memory = ByThread<Option<Box<Scratch>>>;

/// Base polygons that are cut otherwise, in order.
pub(super) type Cuts = Vec<Recut>;

impl Edits {
    /// The cuts of polygons that may be cut otherwise and of those whose edges are bent otherwise
    /// than they were, as far as they are not what they were.
    pub(super) fn cut_again(&mut self, reach: &Reach) -> Result<Cuts, EditError> {
        if reach.all.is_empty() {
            return Ok(Cuts::new());
        }
        let made = in_runs(&reach.all, |some| {
            let mut scratch = self.scratch.own().take().unwrap_or_default();
            let made = self.cut_some(some, reach, &mut scratch);
            *self.scratch.own() = Some(scratch);
            made
        });
        let mut changed = Cuts::new();
        for run in made {
            let (cuts, hot) = run?;
            changed.extend(cuts);
            for (polygon, hot) in hot {
                self.hot.replace(polygon, Some(hot));
            }
        }
        Ok(changed)
    }

    /// The same of some of them, and hot points that were not known.
    fn cut_some(
        &self,
        some: &[PolyRef],
        Reach { to_cut, around, .. }: &Reach,
        scratch: &mut Scratch,
    ) -> Result<(Cuts, Vec<(PolyRef, Hot)>), EditError> {
        let acting = |r: PolyRef| {
            let all = self.acting.get(r)?.iter();
            let entries = all.filter_map(|&at| Some((at, self.entries.get(&at.id)?)));
            Some(entries.filter(|(_, entry)| !entry.is_beside()))
        };
        let room = std::mem::take(&mut scratch.room);
        let ground =
            Ground::new(&self.twins, &self.hot, |r| Some(acting(r)?.map(outline_of)), room);
        let mut changed = Cuts::with_capacity(some.len());
        let (mut list, mut order) = (Vec::<(Acting, &Entry)>::new(), Vec::new());
        for &polygon in some {
            let old = self.cuts.get(polygon);
            let from = around.partition_point(|beside| beside.0 < polygon);
            let to = around.partition_point(|beside| beside.0 <= polygon);
            let was = old.map(|cut| &cut.bends);
            let mut shell = scratch.empty();
            // Nobody else has it.
            let new = Arc::make_mut(&mut shell);
            ground.bends(polygon, was, &around[from..to], &mut new.bends);
            let is_bent_so = was.map_or(new.bends.items().is_empty(), |was| *was == new.bends);
            if is_bent_so && to_cut.binary_search(&polygon).is_err() {
                scratch.keep(shell);
                continue;
            }
            list.clear();
            list.extend(acting(polygon).into_iter().flatten());
            order.clear();
            order.extend(0..list.len());
            let layers = layers(|i| outline_of(list[i]), &mut order);
            let cover = |set: &[usize]| Cover::of(set.iter().map(|&i| (list[i].0.id, list[i].1)));
            let made = cut(&ground, polygon, &layers, cover, scratch, new);
            let is_cut = made.map_err(|source| EditError::Cut {
                tile: self.twins.base.tile(polygon.tile).coord,
                polygon: polygon.polygon,
                source,
            })?;
            let is_as_it_was = old.map_or(!is_cut, |old| is_cut && **old == *new);
            if is_cut && !is_as_it_was {
                let leads_so = old.is_some_and(|old| old.leads_as(new));
                changed.push(Recut { polygon, cut: Some(shell), leads_so });
                continue;
            }
            scratch.keep(shell);
            if !is_as_it_was {
                changed.push(Recut { polygon, cut: None, leads_so: false });
            }
        }
        let (found, room) = ground.found();
        scratch.room = room;
        Ok((changed, found))
    }
}

/// Takes back cuts that were replaced, as memory for those that come.
pub(super) fn keep(scratch: &Memory, replaced: Cuts) {
    let count = replaced.len();
    for (i, cut) in replaced.into_iter().enumerate().filter_map(|(i, of)| Some((i, of.cut?))) {
        scratch.of_share(i, count).get_or_insert_default().keep(cut);
    }
}

fn outline_of((acting, entry): (Acting, &Entry)) -> &Outline {
    entry.places.outline(acting.outline)
}

/// The layers of a polygon: changes of equal outlines are one. `order` are the indices of all.
fn layers<'a>(outline: impl Fn(usize) -> &'a Outline, order: &'a mut [usize]) -> Vec<Layer<'a>> {
    let segments = |i: usize| &outline(i).segments;
    order.sort_by(|&a, &b| segments(a).cmp(segments(b)).then(a.cmp(&b)));
    let equal = order.chunk_by(|&a, &b| segments(a) == segments(b));
    let mut layers: Vec<Layer<'a>> =
        equal.map(|changes| Layer { outline: outline(changes[0]), changes }).collect();
    layers.sort_by_key(|layer| layer.changes[0]);
    layers
}
