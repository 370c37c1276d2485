//! Tiles that take the place of others.

use std::sync::Arc;

use super::facts::Facts;
use super::id::TileId;
use super::tile::{Polygon, Tile};
use crate::geom::cast;

/// A tile for the place of the one at its coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Renewed {
    pub(crate) tile: Arc<Tile>,
    /// In what it differs from that one, where that is known to be no more than this.
    pub(crate) patch: Option<TilePatch>,
}

impl From<Arc<Tile>> for Renewed {
    fn from(tile: Arc<Tile>) -> Self {
        Self { tile, patch: None }
    }
}

/// The same with what follows from it, worked out while it is at hand.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(super) id: TileId,
    pub(super) tile: Arc<Tile>,
    pub(super) facts: Facts,
    pub(super) differs: Differs,
}

/// In which tiles edges may lead one way only, or otherwise than they led between polygons that keep
/// their ids; `None` where nothing is known of edges.
#[derive(Clone, Copy)]
pub(crate) struct Loose<'a>(pub(super) Option<IsLoose<'a>>);

type IsLoose<'a> = &'a (dyn Fn(TileId) -> bool + Sync);

impl<'a> Loose<'a> {
    pub(crate) fn new(is_loose: Option<&'a (impl Fn(TileId) -> bool + Sync)>) -> Self {
        Self(is_loose.map(|is_loose| is_loose as IsLoose<'a>))
    }

    /// True for a tile of whose edges nothing is known.
    pub(super) fn holds(self, tile: TileId) -> bool {
        self.0.is_none_or(|is_loose| is_loose(tile))
    }
}

/// What is known of how a tile differs from the one before.
#[derive(Clone, Debug)]
pub(super) struct Differs {
    /// [`Renewed::patch`].
    pub(super) patch: Option<TilePatch>,
    /// [`keeps_labels`].
    pub(super) keeps_labels: Option<bool>,
}

/// True when there are as many labels as before, polygons that stay have those that they had, and
/// some stays of each; false when that is not so; `None` where nothing stays of a label, but of what
/// it leads to something may.
pub(super) fn keeps_labels(old: &Tile, new: &Tile) -> Option<bool> {
    if old.polygons.is_same(&new.polygons) && old.labels.is_same(&new.labels) {
        return Some(true);
    }
    if old.label_count != new.label_count {
        return Some(false);
    }
    let mut stays = vec![false; cast::index(old.label_count)];
    let mut missing = stays.len();
    let mut rest = new.polygons.iter().zip(&new.labels).peekable();
    for (p, &label) in old.polygons.iter().zip(&old.labels) {
        let place = p.place();
        while rest.next_if(|(q, _)| q.place() < place).is_some() {}
        let same = rest.next_if(|(q, _)| q.place() == place);
        let Some((_, &now)) = same.filter(|(q, now)| is_kept([p, q], [label, **now])) else {
            continue;
        };
        if label != now {
            return Some(false);
        }
        missing -= usize::from(!std::mem::replace(&mut stays[cast::index(label)], true));
        if missing == 0 && old.label_count == 1 {
            return Some(true);
        }
    }
    (missing == 0).then_some(true)
}

/// True when a polygon in the place of another, with these labels, is that one, and both are open.
pub(super) fn is_kept([p, q]: [&Polygon; 2], labels: [u32; 2]) -> bool {
    p.generation == q.generation && !labels.contains(&Tile::CLOSED)
}

/// Where an edge of a tile stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EdgeAt {
    /// Index in [`Tile::edges`].
    pub(crate) edge: u32,
    /// Whose edge it is.
    pub(crate) polygon: u32,
}

/// All in which a tile of the same polygons, some perhaps with other corners, differs from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TilePatch {
    /// Edges that lead elsewhere, or may be crossed otherwise.
    pub(crate) edges: Vec<EdgeAt>,
    /// Polygons that were opened or closed, in order.
    pub(crate) turned: Vec<u32>,
    /// True when there are as many labels, all other polygons have those that they had, and each is
    /// that of one of them.
    pub(crate) keeps_labels: bool,
}
