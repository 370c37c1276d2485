//! What changed, and what it held together and holds together now.

use super::Change;
use crate::geom::{DisjointSets, cast};
use crate::mesh::components::Components;
use crate::mesh::link::Links;
use crate::mesh::tiles::{Node, Tiles};
use crate::mesh::{ComponentId, PolyRef, Polygon, Tile, TileId};
use crate::threads::{both, in_runs};

/// A polygon that stays, next to some that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Contact {
    /// Where it stands now.
    pub(super) at: PolyRef,
    /// Where it stood.
    pub(super) was: PolyRef,
    /// The name of its component before.
    pub(super) name: ComponentId,
}

/// Which polygons that changed, and contacts, hang together through the former.
#[derive(Debug, Default)]
pub(super) struct Parties {
    /// By polygon that changed, then by contact.
    party_of: Vec<u32>,
    /// How many polygons changed.
    changed: usize,
    pub(super) count: usize,
}

impl Parties {
    /// Contacts that hang `together` otherwise count as joined.
    fn new(contacts: &[Contact], joints: &Joints, together: &[(u32, u32)]) -> Self {
        let changed = joints.changed;
        let first = cast::count(changed);
        let mut sets = DisjointSets::new(first + cast::count(contacts.len()));
        joints.inner.iter().for_each(|&(a, b)| sets.join(a, b));
        together.iter().for_each(|&(a, b)| sets.join(first + a, first + b));
        for (a, contact) in &joints.outer {
            if let Ok(b) = contacts.binary_search(contact) {
                sets.join(*a, first + cast::count(b));
            }
        }
        let mut party_of = Vec::with_capacity(changed + contacts.len());
        let mut count = 0;
        for i in 0..first + cast::count(contacts.len()) {
            let root = sets.find(i);
            party_of.push(if root == i { count } else { party_of[cast::index(root)] });
            count += u32::from(root == i);
        }
        Self { party_of, changed, count: cast::index(count) }
    }

    /// The party of a polygon that changed.
    pub(super) fn of_changed(&self, i: usize) -> usize {
        cast::index(self.party_of[i])
    }

    /// The party of a contact.
    pub(super) fn of_contact(&self, i: usize) -> usize {
        cast::index(self.party_of[self.changed + i])
    }
}

/// The surroundings of a change.
#[derive(Debug, Default)]
pub(super) struct Near {
    /// Polygons before that are not there now, in order.
    pub(super) gone: Vec<PolyRef>,
    /// Polygons that were not there before, in order.
    pub(super) come: Vec<PolyRef>,
    pub(super) contacts: Vec<Contact>,
    /// Of the polygons that are gone.
    pub(super) old: Parties,
    /// Of those that came.
    pub(super) new: Parties,
}

impl Near {
    /// Of changes in these tiles, in order, outside which labels are next to what they were next to
    /// ([`Change::stirred`]).
    pub(super) fn new(before: &Components, change: &Change<'_>, stirred: &[TileId]) -> Self {
        let compared = in_runs(stirred, |tiles| {
            let mut near = Self::default();
            tiles.iter().for_each(|&tile| near.compare(change, tile));
            near
        });
        let add = |mut near: Self, mut next: Self| {
            near.gone.append(&mut next.gone);
            near.come.append(&mut next.come);
            near
        };
        let mut near = compared.into_iter().reduce(add).unwrap_or_default();
        if near.gone.is_empty() && near.come.is_empty() {
            return near;
        }
        let contact = |was: PolyRef, at: PolyRef| {
            let name = before.of(change.old.node(was));
            Contact { at, was, name }
        };
        let [a, b] = [change.old, change.new];
        let old = |was| Some(contact(was, change.like(a, b, was, stirred)?));
        let new = |at| Some(contact(change.like(b, a, at, stirred)?, at));
        let changed = near.gone.len() + near.come.len();
        let (old, new) = both(
            changed,
            || Joints::new(change, a, &near.gone, old),
            || Joints::new(change, b, &near.come, new),
        );
        near.contacts = old.outer.iter().chain(&new.outer).map(|of| of.1).collect();
        near.contacts.sort_unstable();
        near.contacts.dedup();
        let contacts = &near.contacts;
        let together = of_one_label(change.new, contacts);
        (near.old, near.new) = both(
            changed,
            || Parties::new(contacts, &old, &[]),
            || Parties::new(contacts, &new, &together),
        );
        near
    }

    /// Adds what is gone and what came of a tile.
    fn compare(&mut self, change: &Change<'_>, tile: TileId) {
        let [old, new] = [change.old, change.new].map(|tiles| tiles.tile(tile));
        let lasts = !change.loose.holds(tile);
        if lasts && old.polygons.is_same(&new.polygons) && old.labels.is_same(&new.labels) {
            return;
        }
        // The same, and next to what it was next to, but for polygons that changed.
        let is_same = |(i, p): (u32, &Polygon), (j, q): (u32, &Polygon)| {
            lasts && p.generation == q.generation && old.is_closed(i) == new.is_closed(j)
        };
        if let Some(patch) = change.patch(tile).filter(|_| lasts) {
            for &polygon in &patch.turned {
                let at = PolyRef { tile, polygon };
                self.lose(at, old);
                self.gain(at, new);
            }
        } else {
            let mut rest = (0..).zip(&new.polygons).peekable();
            for (i, p) in (0..).zip(&old.polygons) {
                let place = p.place();
                while let Some((j, _)) = rest.next_if(|(_, q)| q.place() < place) {
                    self.gain(PolyRef { tile, polygon: j }, new);
                }
                let same = rest.next_if(|(_, q)| q.place() == place);
                if same.is_some_and(|same| is_same((i, p), same)) {
                    continue;
                }
                self.lose(PolyRef { tile, polygon: i }, old);
                if let Some((j, _)) = same {
                    self.gain(PolyRef { tile, polygon: j }, new);
                }
            }
            rest.for_each(|(j, _)| self.gain(PolyRef { tile, polygon: j }, new));
        }
    }

    fn lose(&mut self, at: PolyRef, tile: &Tile) {
        if !tile.is_closed(at.polygon) {
            self.gone.push(at);
        }
    }

    fn gain(&mut self, at: PolyRef, tile: &Tile) {
        if !tile.is_closed(at.polygon) {
            self.come.push(at);
        }
    }
}

/// Contacts, two each, that have one label of a tile: they hang together there.
fn of_one_label(tiles: &Tiles, contacts: &[Contact]) -> Vec<(u32, u32)> {
    let mut by_node: Vec<(Node, u32)> = Vec::with_capacity(contacts.len());
    by_node.extend(contacts.iter().map(|contact| tiles.node(contact.at)).zip(0..));
    by_node.sort_unstable();
    let same = by_node.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    same.map(|pair| (pair[0].1, pair[1].1)).collect()
}

impl Change<'_> {
    /// Where a polygon is in the other mesh that stays or, where labels are what they were, one of
    /// its label.
    fn like(
        &self,
        here: &Tiles,
        there: &Tiles,
        at: PolyRef,
        stirred: &[TileId],
    ) -> Option<PolyRef> {
        let found = self.stayed(here, there, at);
        if !self.is_replaced(at.tile) || stirred.binary_search(&at.tile).is_ok() {
            return found;
        }
        let (_, label) = here.node(at);
        found.filter(|&found| there.node(found).1 == label).or_else(|| {
            let first = there.tile(at.tile).labels.iter().position(|&of| of == label)?;
            Some(PolyRef { polygon: cast::count(first), ..at })
        })
    }

    /// Where a polygon that stays is in the other mesh.
    pub(super) fn stayed(&self, here: &Tiles, there: &Tiles, at: PolyRef) -> Option<PolyRef> {
        if !self.is_replaced(at.tile) {
            return Some(at);
        }
        let [here, there] = [here, there].map(|tiles| &tiles.tile(at.tile).polygons);
        let place = here.get(cast::index(at.polygon))?.place();
        // Most stand where they stood.
        let is_it = |i: usize| there.get(i).is_some_and(|p| p.place() == place);
        let i = if is_it(cast::index(at.polygon)) {
            cast::index(at.polygon)
        } else {
            there.binary_search_by_key(&place, Polygon::place).ok()?
        };
        Some(PolyRef { polygon: cast::count(i), ..at })
    }
}

/// What is next to polygons that changed, so many: which of themselves, and which that stay.
struct Joints {
    changed: usize,
    inner: Vec<(u32, u32)>,
    outer: Vec<(u32, Contact)>,
}

impl Joints {
    fn new(
        change: &Change<'_>,
        tiles: &Tiles,
        polygons: &[PolyRef],
        contact: impl Fn(PolyRef) -> Option<Contact>,
    ) -> Self {
        let room = || 4 * polygons.len();
        let (mut inner, mut outer) = (Vec::with_capacity(room()), Vec::with_capacity(room()));
        let mut join = |i: u32, other: PolyRef, at: Result<usize, usize>| match at {
            Ok(j) => inner.push((i, cast::count(j))),
            Err(_) => outer.extend(contact(other).map(|contact| (i, contact))),
        };
        let mut from = 0;
        for of_tile in polygons.chunk_by(|a, b| a.tile == b.tile) {
            // Most are next to others of their tile.
            let place = |other: PolyRef| match other.tile == of_tile[0].tile {
                true => of_tile.binary_search(&other).map(|j| from + j),
                false => polygons.binary_search(&other),
            };
            for (i, &p) in (cast::count(from)..).zip(of_tile) {
                let links = change.links;
                each_beside(tiles, links, p, &mut |other| join(i, other, place(other)));
            }
            from += of_tile.len();
        }
        each_towards(change, tiles, polygons, &mut |i, other| {
            join(i, other, polygons.binary_search(&other));
        });
        Self { changed: polygons.len(), inner, outer }
    }
}

/// Calls `each` with the number of a polygon, and one from which an edge may lead there though
/// none leads back: of the tiles around the replaced ones, to which the polygons belong, where edges
/// may lead one way.
fn each_towards(
    change: &Change<'_>,
    tiles: &Tiles,
    polygons: &[PolyRef],
    each: &mut impl FnMut(u32, PolyRef),
) {
    for of_tile in polygons.chunk_by(|a, b| a.tile == b.tile) {
        let tile = of_tile[0].tile;
        if !change.loose.holds(tile) {
            continue;
        }
        let around = tiles.seen_from(tile).filter(|t| change.which.binary_search(t).is_err());
        for from in around {
            for exit in tiles.ways_to(from, tile) {
                // Any of its label will do.
                let there = tiles.tile(from).labels.iter().position(|&of| of == exit.label);
                if let (Ok(i), Some(p)) = (polygons.binary_search(&exit.to), there) {
                    each(cast::count(i), PolyRef { tile: from, polygon: cast::count(p) });
                }
            }
        }
    }
}

/// Calls `each` with the polygons that edges of one lead to, and that links join to it.
pub(super) fn each_beside(
    tiles: &Tiles,
    links: &Links,
    at: PolyRef,
    each: &mut dyn FnMut(PolyRef),
) {
    let edges = tiles.tile(at.tile).edges_of(at.polygon);
    edges.iter().filter_map(|edge| edge.neighbour()).for_each(&mut *each);
    if links.all().is_empty() {
        return;
    }
    for [a, b] in links.of_tile(at.tile).filter_map(|link| link.polygons(tiles)) {
        if a == at {
            each(b);
        }
        if b == at {
            each(a);
        }
    }
}
