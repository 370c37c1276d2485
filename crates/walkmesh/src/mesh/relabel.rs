//! Components after some tiles were replaced.
//!
//! Polygons that are gone held others together, and those that came do: each time that tells the
//! *parties*, sets of polygons that stay (*contacts*) with what is between them. Contacts that the
//! former joined and the latter do not may still be joined elsewhere: searches from the parties go
//! on in turns until all but one have met another or come to an end, so a split costs what its
//! smaller parts cost. What came to an end gets a new name. Where several components were joined,
//! the smaller ones take the name of the one whose search, again in turns, goes on longest.
//!
//! Searches go from polygon to polygon at first: nearly always there is a way around close by, or
//! what is cut off is small. Only those that go far go over the graph of [parts](super::blocks).

mod heal;
mod near;
mod search;
mod stirred;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::blocks::{Blocks, Graph};
use super::components::Components;
use super::id::{ComponentId, PolyRef, TileId};
use super::link::Links;
use super::renewed::{Differs, Loose, TilePatch};
use super::tile::Polygon;
use super::tiles::{Node, Tiles};
use super::trie::Trie;
use crate::geom::{DisjointSets, cast};
use crate::threads::each;
use near::Near;
use search::reach;

/// A mesh that was made of another by replacing tiles.
pub(super) struct Change<'m> {
    pub(super) old: &'m Tiles,
    pub(super) new: &'m Tiles,
    pub(super) links: &'m Links,
    /// The tiles, in order.
    pub(super) which: &'m [TileId],
    /// For each of them in what it differs from the one before.
    pub(super) differs: &'m [Differs],
    /// About the edges of both meshes.
    pub(super) loose: Loose<'m>,
}

impl Change<'_> {
    /// In what a replaced tile differs from the one before, where that is known.
    fn patch(&self, tile: TileId) -> Option<&TilePatch> {
        self.differs[self.which.binary_search(&tile).ok()?].patch.as_ref()
    }
}

/// The components of a mesh that was made of another; written into what is `back`, where there is
/// that: the same components, with lists of their own.
pub(super) fn relabel(
    before: &Components,
    change: &Change<'_>,
    back: Option<Components>,
) -> Components {
    let stirred = change.stirred();
    let copy = || Components::named(before.blocks.clone(), before.names.clone(), before.next);
    let Components { mut blocks, mut names, .. } = back.unwrap_or_else(copy);
    blocks.watch();
    names.watch();
    if stirred.tiles.is_empty() {
        return Components::named(blocks, names, before.next);
    }
    let near = Near::new(before, change, &stirred.tiles);
    blocks.stir(change.unsettled(&stirred).into_iter());
    // Names are never used again; should they run out, all are given anew.
    let most = cast::count(near.new.count);
    if before.next.checked_add(most).is_none_or(|next| next == u32::MAX) {
        return Components::new(change.new, change.links);
    }
    let mut work = Relabel {
        before,
        change,
        near: &near,
        renumbered: &stirred.renumbered,
        blocks,
        come: vec![ComponentId::NONE; near.come.len()],
        joined: BTreeMap::new(),
        moved: BTreeMap::new(),
        ended: BTreeMap::new(),
        next: before.next,
    };
    work.name_parties();
    work.name_islands();
    work.finish(names)
}

struct Relabel<'m> {
    before: &'m Components,
    change: &'m Change<'m>,
    near: &'m Near,
    /// The tiles in which polygons that stay have other labels, in order.
    renumbered: &'m [TileId],
    /// Those of the new mesh.
    blocks: Blocks,
    /// By polygon that came, its component.
    come: Vec<ComponentId>,
    /// Names that gave way to others.
    joined: BTreeMap<ComponentId, ComponentId>,
    /// The new names of labels of such names, in tiles that stay.
    moved: BTreeMap<Node, ComponentId>,
    /// The names of what is whole, in the new mesh.
    ended: BTreeMap<Node, ComponentId>,
    next: u32,
}

impl Relabel<'_> {
    /// Names what is next to what stays.
    fn name_parties(&mut self) {
        let Near { contacts, new, .. } = self.near;
        if let Some(name) = self.only_name() {
            let mut is_beside = vec![false; new.count];
            (0..contacts.len()).for_each(|i| is_beside[new.of_contact(i)] = true);
            for (i, come) in self.come.iter_mut().enumerate() {
                if is_beside[new.of_changed(i)] {
                    *come = name;
                }
            }
            return;
        }
        let is_done = self.heal();
        let left = (0..contacts.len()).filter(|&i| !is_done[new.of_contact(i)]);
        let left: Vec<usize> = left.collect();
        let Some(&first) = left.first() else { return };
        // All that had one name hangs together, but for what is named; parties may join names.
        let mut sets = DisjointSets::new(cast::count(new.count));
        let mut party_of: BTreeMap<ComponentId, u32> = BTreeMap::new();
        if left.iter().all(|&i| contacts[i].name == contacts[first].name) {
            party_of.insert(contacts[first].name, cast::count(new.of_contact(first)));
        }
        let is_one = !party_of.is_empty();
        for &i in &left {
            let party = cast::count(new.of_contact(i));
            let known = if is_one { party_of.values().next().copied() } else { None };
            let known = known.unwrap_or_else(|| *party_of.entry(contacts[i].name).or_insert(party));
            sets.join(known, party);
        }
        let mut names_of: BTreeMap<u32, Vec<ComponentId>> = BTreeMap::new();
        for (name, party) in party_of {
            names_of.entry(sets.find(party)).or_default().push(name);
        }
        let mut name_of: Vec<Option<ComponentId>> = vec![None; new.count];
        for (set, names) in names_of {
            let name = match names[..] {
                [name] => Some(name),
                _ => self.join_names(|i| {
                    left.binary_search(&i).is_ok() && names.contains(&contacts[i].name)
                }),
            };
            name_of[cast::index(set)] = name;
        }
        for i in 0..self.come.len() {
            let set = cast::index(sets.find(cast::count(new.of_changed(i))));
            if let Some(name) = name_of[set] {
                self.come[i] = name;
            }
        }
    }

    /// The name of all that is next to what stays, where it has one and is seen to hang together
    /// still.
    fn only_name(&self) -> Option<ComponentId> {
        let Near { contacts, new, .. } = self.near;
        let (first, party) = (contacts.first()?.name, new.of_contact(0));
        let is_so = |i: usize| contacts[i].name == first && new.of_contact(i) == party;
        (1..contacts.len()).all(is_so).then_some(first)
    }

    /// A name that no component ever had.
    const fn fresh(&mut self) -> ComponentId {
        self.next += 1;
        ComponentId(self.next - 1)
    }

    /// Searches the old components of some contacts in turns until one is left, and gives the
    /// others its name.
    fn join_names(&mut self, is_in: impl Fn(usize) -> bool) -> Option<ComponentId> {
        let contacts = self.near.contacts.iter().enumerate().filter(|(i, _)| is_in(*i));
        let contacts = contacts.map(|(_, contact)| (contact.name, contact.was));
        let mut contacts: Vec<(ComponentId, PolyRef)> = contacts.collect();
        // What had one name hung together, so one start of each will do.
        contacts.sort_unstable();
        contacts.dedup_by_key(|contact| contact.0);
        let names: Vec<ComponentId> = contacts.iter().map(|contact| contact.0).collect();
        let starts: Vec<(u32, PolyRef)> = (0..).zip(contacts.iter().map(|of| of.1)).collect();
        let Change { old, links, which, loose, .. } = *self.change;
        let graph = Graph { tiles: old, links, blocks: &self.before.blocks, loose };
        let (_, ended) = reach(graph, names.len(), &starts);
        // Where all came to an end the largest stays.
        let size = |i: &u32| ended.get(i).map_or(usize::MAX, Vec::len);
        let all = 0..cast::count(names.len());
        let last = all.max_by(|a, b| size(a).cmp(&size(b)).then(b.cmp(a)))?;
        let kept = names[cast::index(last)];
        for (i, nodes) in ended.into_iter().filter(|&(i, _)| i != last) {
            self.joined.insert(names[cast::index(i)], kept);
            let stays = nodes.into_iter().filter(|node| which.binary_search(&node.0).is_err());
            self.moved.extend(stays.map(|node| (node, kept)));
        }
        Some(kept)
    }

    /// Names what came and is next to nothing: as polygons in its place that are gone and were so
    /// too, or anew.
    fn name_islands(&mut self) {
        if self.come.iter().all(|&name| name != ComponentId::NONE) {
            return;
        }
        let Near { gone, come, contacts, old: parties, new: islands, .. } = self.near;
        let Change { old, new, .. } = *self.change;
        let mut is_apart = vec![true; parties.count];
        (0..contacts.len()).for_each(|i| is_apart[parties.of_contact(i)] = false);
        let apart = (0..gone.len()).filter(|&i| is_apart[parties.of_changed(i)]);
        let mut free: BTreeSet<ComponentId> =
            apart.map(|i| self.before.of(old.node(gone[i]))).collect();
        let mut names: Vec<Option<ComponentId>> = vec![None; islands.count];
        let is_one = |name: ComponentId| name == ComponentId::NONE;
        for (i, &PolyRef { tile, polygon }) in come.iter().enumerate() {
            let name = &mut names[islands.of_changed(i)];
            if is_one(self.come[i]) && name.is_none() && !free.is_empty() {
                let place = new.tile(tile).polygons[cast::index(polygon)].place();
                let there = old.tile(tile);
                let known = there.polygons.binary_search_by_key(&place, Polygon::place).ok();
                let known = known.map(|i| self.before.of((tile, there.labels[i])));
                *name = known.filter(|name| free.remove(name));
            }
        }
        for i in 0..come.len() {
            if is_one(self.come[i]) {
                let party = islands.of_changed(i);
                let name = match names[party] {
                    Some(name) => name,
                    None => self.fresh(),
                };
                names[party] = Some(name);
                self.come[i] = name;
            }
        }
    }

    /// The components of the new mesh, given the names in the one before.
    fn finish(self, mut names: Trie<Arc<[ComponentId]>>) -> Components {
        let put = |names: &mut Trie<Arc<[ComponentId]>>, (tile, label): Node, name| {
            let at = cast::index(tile.0);
            if names[at].get(cast::index(label)).is_some_and(|known| *known != name) {
                Arc::make_mut(names.at(at))[cast::index(label)] = name;
            }
        };
        let new = self.change.new;
        let renamed = each(self.renumbered, |&tile| self.renamed(tile));
        for (&tile, renamed) in self.renumbered.iter().zip(renamed) {
            *names.at(cast::index(tile.0)) = renamed;
        }
        if !self.joined.is_empty() {
            for &tile in self.change.which {
                for label in 0..new.tile(tile).label_count {
                    let known = names[cast::index(tile.0)].get(cast::index(label));
                    if let Some(&kept) = known.and_then(|name| self.joined.get(name)) {
                        put(&mut names, (tile, label), kept);
                    }
                }
            }
        }
        for (&node, &name) in &self.moved {
            put(&mut names, node, name);
        }
        for (&polygon, &name) in self.near.come.iter().zip(&self.come) {
            put(&mut names, new.node(polygon), name);
        }
        for (&node, &name) in &self.ended {
            put(&mut names, node, name);
        }
        Components::named(self.blocks, names, self.next)
    }

    /// The names of the labels of a tile by those of polygons in it that stayed.
    fn renamed(&self, tile: TileId) -> Arc<[ComponentId]> {
        let [old, new] = [self.change.old, self.change.new].map(|tiles| tiles.tile(tile));
        let mut names = vec![ComponentId::NONE; cast::index(new.label_count)];
        for (j, &label) in (0..).zip(&new.labels) {
            let Some(name) = names.get_mut(cast::index(label)) else { continue };
            if *name != ComponentId::NONE {
                continue;
            }
            let at = PolyRef { tile, polygon: j };
            if self.near.come.binary_search(&at).is_err()
                && let Some(was) = self.change.stayed(self.change.new, self.change.old, at)
            {
                *name = self.before.of((tile, old.labels[cast::index(was.polygon)]));
            }
        }
        names.into()
    }
}
