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

mod near;
mod search;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::blocks::{Blocks, Graph, Part};
use super::components::Components;
use super::id::{ComponentId, PolyRef, TileId};
use super::link::Links;
use super::paged::Paged;
use super::tile::Polygon;
use super::tiles::{Node, Tiles};
use crate::geom::{DisjointSets, cast};
use near::{Near, each_beside};
use search::{Found, search};

/// So many polygons are looked at before a search goes over parts.
const MOST_NEAR: usize = 128;

/// A mesh that was made of another by replacing tiles.
pub(super) struct Change<'m> {
    pub(super) old: &'m Tiles,
    pub(super) new: &'m Tiles,
    pub(super) links: &'m Links,
    /// The tiles, in order.
    pub(super) which: &'m [TileId],
    /// True when edges between polygons that keep their ids are what they were, and those of all
    /// tiles in and around these lead both ways.
    pub(super) lasts: bool,
}

/// The components of a mesh that was made of another.
pub(super) fn relabel(before: &Components, change: &Change<'_>) -> Components {
    let near = Near::new(before, change);
    let mut blocks = before.blocks.clone();
    let hangs_so = |tile: TileId| {
        change.lasts
            && near.renumbered.binary_search(&tile).is_err()
            && change.new.leads_out_as(change.old, tile)
    };
    let stirred = change.which.iter().copied().filter(|&tile| !hangs_so(tile));
    blocks.stir(stirred.flat_map(|tile| {
        let [old, new] = [change.old, change.new].map(|tiles| tiles.around(tile));
        old.chain(new).chain([tile])
    }));
    // Names are never used again; should they run out, all are given anew.
    let most = cast::count(near.new.count);
    if before.next.checked_add(most).is_none_or(|next| next == u32::MAX) {
        return Components::new(change.new, change.links);
    }
    let mut work = Relabel {
        before,
        change,
        near: &near,
        blocks,
        come: vec![ComponentId::NONE; near.come.len()],
        joined: BTreeMap::new(),
        moved: BTreeMap::new(),
        ended: BTreeMap::new(),
        next: before.next,
    };
    work.name_parties();
    work.name_islands();
    work.finish()
}

struct Relabel<'m> {
    before: &'m Components,
    change: &'m Change<'m>,
    near: &'m Near,
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

/// What is known of parties from what each change held together.
struct Healed {
    /// Those that hang together.
    together: DisjointSets,
    /// The names of contacts that hung together through what is gone and may not any more.
    broken: BTreeSet<ComponentId>,
    /// By party, whether it is named.
    is_done: Vec<bool>,
    /// By party before, whether it has no more than one contact.
    is_alone: Vec<bool>,
}

/// Parties that may hang together, as they have old names in common.
struct Cluster<'c> {
    /// By party the group of those that surely hang together, of this cluster.
    group_of: &'c [Option<u32>],
    groups: usize,
}

impl Relabel<'_> {
    /// Names what is next to what stays.
    fn name_parties(&mut self) {
        let Near { contacts, new, .. } = self.near;
        let mut healed = self.heal();
        let names = (0..contacts.len()).filter(|&i| !healed.is_done[new.of_contact(i)]);
        let names: Vec<(usize, ComponentId)> = names.map(|i| (i, contacts[i].name)).collect();
        let Some(&(_, first)) = names.first() else { return };
        if healed.broken.is_empty() && names.iter().all(|of| of.1 == first) {
            let mut is_one = vec![false; new.count];
            names.iter().for_each(|&(i, _)| is_one[new.of_contact(i)] = true);
            for (i, name) in self.come.iter_mut().enumerate() {
                if is_one[new.of_changed(i)] {
                    *name = first;
                }
            }
            return;
        }
        // Parties that have a name in common may hang together: they surely do where all that
        // was held together before is still so.
        let mut maybe = DisjointSets::new(cast::count(new.count));
        let mut with_name: BTreeMap<ComponentId, u32> = BTreeMap::new();
        for (i, name) in names {
            let party = cast::count(new.of_contact(i));
            let first = *with_name.entry(name).or_insert(party);
            maybe.join(first, party);
            if !healed.broken.contains(&name) {
                healed.together.join(first, party);
            }
        }
        // Those that surely do share their names, but for what is between them.
        for party in 0..cast::count(new.count) {
            maybe.join(healed.together.find(party), party);
        }
        let mut clusters: Vec<u32> = with_name.values().map(|&party| maybe.find(party)).collect();
        clusters.sort_unstable();
        clusters.dedup();
        for cluster in clusters {
            let mut groups = 0;
            let mut group_of = vec![None; new.count];
            for party in 0..new.count {
                if maybe.find(cast::count(party)) == cluster {
                    let root = cast::index(healed.together.find(cast::count(party)));
                    if root == party {
                        group_of[party] = Some(groups);
                        groups += 1;
                    } else {
                        group_of[party] = group_of[root];
                    }
                }
            }
            self.name_cluster(&Cluster { group_of: &group_of, groups: cast::index(groups) });
        }
    }

    /// Looks for ways between contacts that hung together through what is gone, change by change,
    /// and names what is cut off.
    fn heal(&mut self) -> Healed {
        let Near { contacts, old, new, .. } = self.near;
        let mut healed = Healed {
            together: DisjointSets::new(cast::count(new.count)),
            broken: BTreeSet::new(),
            is_done: vec![false; new.count],
            is_alone: vec![true; old.count],
        };
        let mut by_party: Vec<usize> = (0..contacts.len()).collect();
        by_party.sort_by_key(|&i| old.of_contact(i));
        let of_party = |&a: &usize, &b: &usize| old.of_contact(a) == old.of_contact(b);
        for of_party in by_party.chunk_by(of_party).filter(|all| all.len() > 1) {
            healed.is_alone[old.of_contact(of_party[0])] = false;
        }
        for of_party in by_party.chunk_by(of_party) {
            let first = new.of_contact(of_party[0]);
            if of_party.iter().any(|&i| new.of_contact(i) != first)
                && self.heal_party(of_party, &mut healed).is_none()
            {
                healed.broken.insert(contacts[of_party[0]].name);
            }
        }
        healed
    }

    /// The same for contacts that hung together; `None` when that does not tell all.
    fn heal_party(&mut self, of_party: &[usize], healed: &mut Healed) -> Option<()> {
        let Near { come, contacts, old, new, .. } = self.near;
        let Change { new: tiles, links, lasts, .. } = *self.change;
        let party = |i: usize| cast::count(new.of_contact(i));
        let mut parties: Vec<u32> = of_party.iter().map(|&i| party(i)).collect();
        parties.sort_unstable();
        parties.dedup();
        let group = |i: usize| cast::count(parties.partition_point(|&p| p < party(i)));
        let starts = of_party.iter().map(|&i| (group(i), contacts[i].at));
        let graph = Graph { tiles, links, blocks: &self.blocks };
        let (set_of, ended) =
            reach(graph, parties.len(), &starts.collect::<Vec<(u32, PolyRef)>>(), lasts);
        let mut going_on = (0..).zip(&set_of).filter(|(_, set)| !ended.contains_key(set));
        let (first, _) = going_on.next()?;
        for (other, _) in going_on {
            healed.together.join(parties[first], parties[other]);
        }
        let mut is_whole = true;
        for nodes in ended.into_values() {
            let is_in = |p: PolyRef| nodes.binary_search(&tiles.node(p)).is_ok();
            let within: Vec<usize> =
                (0..contacts.len()).filter(|&i| is_in(contacts[i].at)).collect();
            // What other changes held together with the rest may have held together more.
            let first = of_party[0];
            let is_of = |&i: &usize| {
                let party = old.of_contact(i);
                contacts[i].name == contacts[first].name
                    && (party == old.of_contact(first) || healed.is_alone[party])
            };
            if !within.iter().all(is_of) {
                is_whole = false;
                continue;
            }
            let name = self.fresh();
            within.into_iter().for_each(|i| healed.is_done[new.of_contact(i)] = true);
            for (i, _) in come.iter().enumerate().filter(|(_, p)| is_in(**p)) {
                self.come[i] = name;
                healed.is_done[new.of_changed(i)] = true;
            }
            self.ended.extend(nodes.into_iter().map(|node| (node, name)));
        }
        is_whole.then_some(())
    }

    /// Finds out which groups hang together, and names what hangs together.
    fn name_cluster(&mut self, cluster: &Cluster<'_>) {
        let Near { come, contacts, new, .. } = self.near;
        let group_of_come = |i: usize| cluster.group_of[new.of_changed(i)];
        let group_of_contact = |i: usize| cluster.group_of[new.of_contact(i)];
        let (set_of, ended) = if cluster.groups > 1 {
            let come = come.iter().enumerate();
            let come = come.filter_map(|(i, &p)| Some((group_of_come(i)?, p)));
            let contacts = contacts.iter().enumerate();
            let contacts = contacts.filter_map(|(i, p)| Some((group_of_contact(i)?, p.at)));
            let starts: Vec<(u32, PolyRef)> = come.chain(contacts).collect();
            let Change { new, links, lasts, .. } = *self.change;
            let graph = Graph { tiles: new, links, blocks: &self.blocks };
            reach(graph, cluster.groups, &starts, lasts)
        } else {
            (vec![0], BTreeMap::new())
        };
        // A name that several sets have stays with the one whose search did not end, else with the
        // largest.
        let size = |set: u32| ended.get(&set).map_or(usize::MAX, Vec::len);
        let mut keeper: BTreeMap<ComponentId, u32> = BTreeMap::new();
        for (i, contact) in contacts.iter().enumerate() {
            let Some(group) = group_of_contact(i) else { continue };
            let set = set_of[cast::index(group)];
            let best = keeper.entry(contact.name).or_insert(set);
            if size(set) > size(*best) {
                *best = set;
            }
        }
        let mut names = vec![ComponentId::NONE; cluster.groups];
        for (group, &set) in (0..).zip(&set_of) {
            if group != set {
                continue;
            }
            let mut kept = keeper.iter().filter(|(_, of)| **of == set).map(|(&name, _)| name);
            let first = kept.next();
            let name = match first {
                Some(_) if kept.next().is_some() && !ended.contains_key(&set) => {
                    let is_in = |i: usize| group_of_contact(i).map(|g| set_of[cast::index(g)]);
                    self.join_names(|i| is_in(i) == Some(set))
                }
                // What goes on has a name to keep.
                _ => first,
            };
            let name = name.unwrap_or_else(|| self.fresh());
            names[cast::index(set)] = name;
            self.ended.extend(ended.get(&set).into_iter().flatten().map(|&node| (node, name)));
        }
        for i in 0..come.len() {
            if let Some(group) = group_of_come(i) {
                self.come[i] = names[cast::index(set_of[cast::index(group)])];
            }
        }
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
        let Change { old, links, which, lasts, .. } = *self.change;
        let graph = Graph { tiles: old, links, blocks: &self.before.blocks };
        let (_, ended) = reach(graph, names.len(), &starts, lasts);
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
                let there = &old.tile(tile).polygons;
                let known = there.binary_search_by_key(&place, Polygon::place).ok();
                let known = known.map(|i| self.before.of((tile, there[i].label)));
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

    /// The components of the new mesh.
    fn finish(self) -> Components {
        let mut names = self.before.names.clone();
        let put = |names: &mut Paged<Arc<[ComponentId]>>, (tile, label): Node, name| {
            let at = cast::index(tile.0);
            if names[at].get(cast::index(label)).is_some_and(|known| *known != name) {
                Arc::make_mut(names.at(at))[cast::index(label)] = name;
            }
        };
        let new = self.change.new;
        for &tile in &self.near.renumbered {
            *names.at(cast::index(tile.0)) = self.renamed(tile);
        }
        if !self.joined.is_empty() {
            for &tile in self.change.which {
                for label in 0..new.tile(tile).labels {
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
        let mut names = vec![ComponentId::NONE; cast::index(new.labels)];
        for (j, q) in (0..).zip(&new.polygons) {
            let Some(name) = names.get_mut(cast::index(q.label)) else { continue };
            if *name != ComponentId::NONE {
                continue;
            }
            let at = PolyRef { tile, polygon: j };
            if self.near.come.binary_search(&at).is_err()
                && let Some(was) = self.change.stayed(self.change.new, self.change.old, at)
            {
                *name = self.before.of((tile, old.polygons[cast::index(was.polygon)].label));
            }
        }
        names.into()
    }
}

/// By group the first that hangs together with it, and what there is of those that came to an end,
/// in order.
type Reached = (Vec<u32>, BTreeMap<u32, Vec<Node>>);

/// Searches a mesh from groups of polygons, from polygon to polygon where edges lead both ways
/// (`lasts`) and as long as that is not far, else from part to part.
fn reach(graph: Graph<'_>, groups: usize, starts: &[(u32, PolyRef)], lasts: bool) -> Reached {
    let Graph { tiles, links, .. } = graph;
    let beside = |p: PolyRef, each: &mut dyn FnMut(PolyRef)| each_beside(tiles, links, p, each);
    if lasts && let Some(Found { set_of, ended }) = search(groups, starts, MOST_NEAR, beside) {
        let nodes = |all: Vec<PolyRef>| {
            let mut nodes: Vec<Node> = all.into_iter().map(|p| tiles.node(p)).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        };
        return (set_of, ended.into_iter().map(|(i, all)| (i, nodes(all))).collect());
    }
    let part = |&(i, p): &(u32, PolyRef)| Some((i, graph.part(tiles.node(p))?));
    let starts: Vec<(u32, Part)> = starts.iter().filter_map(part).collect();
    let beside = |part: Part, each: &mut dyn FnMut(Part)| graph.beside(part, each);
    let Some(Found { set_of, ended }) = search(groups, &starts, usize::MAX, beside) else {
        return ((0..cast::count(groups)).collect(), BTreeMap::new());
    };
    let nodes = |all: Vec<Part>| {
        let mut nodes = Vec::new();
        all.into_iter().for_each(|part| graph.each_node(part, |node| nodes.push(node)));
        nodes.sort_unstable();
        nodes
    };
    (set_of, ended.into_iter().map(|(i, all)| (i, nodes(all))).collect())
}
