//! Components after some tiles were replaced.
//!
//! The graph of [parts](super::blocks) changed only at the *stirred* parts: those of tiles that do
//! not hang together as they did. What these join, before and after, tells the *parties*: sets of
//! parts next to them that they hold together. Parts that the old ones joined and the new ones do
//! not may still be joined elsewhere: searches from
//! those parties go on in turns until all but one have met another or come to an end, so a split
//! costs what its smaller parts cost. What came to an end gets a new name. Where several
//! components were joined, the smaller ones take the name of the one whose search, again in turns,
//! goes on longest.

mod islands;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::blocks::{Blocks, Graph, Part, Stirred};
use super::components::Components;
use super::id::{ComponentId, TileId};
use super::link::Links;
use super::paged::Paged;
use super::part_map::PartMap;
use super::tiles::Tiles;
use crate::geom::{DisjointSets, cast};

/// Some stirred parts, and parts next to them that they hold together.
#[derive(Debug, Default)]
struct Party {
    inside: Vec<Part>,
    beside: Vec<Part>,
}

/// What stirred parts hold together, in order of first parts.
fn parties(graph: Graph<'_>, stirred: &[Part]) -> Vec<Party> {
    let mut pairs: Vec<(Part, Part)> = Vec::new();
    for &part in stirred {
        graph.beside(part, |other| pairs.push((part, other)));
    }
    let inside = stirred.iter().copied();
    let mut all: Vec<Part> = pairs.iter().map(|&(_, other)| other).chain(inside).collect();
    all.sort_unstable();
    all.dedup();
    let number = |part: Part| cast::count(all.partition_point(|&other| other < part));
    let mut sets = DisjointSets::new(cast::count(all.len()));
    pairs.iter().for_each(|&(a, b)| sets.join(number(a), number(b)));
    let mut parties: BTreeMap<u32, Party> = BTreeMap::new();
    for (i, &part) in (0..).zip(&all) {
        let party = parties.entry(sets.find(i)).or_default();
        let is_inside = stirred.binary_search(&part).is_ok();
        if is_inside { &mut party.inside } else { &mut party.beside }.push(part);
    }
    parties.into_values().collect()
}

/// The parts that stirred ones were next to and are no more, each for itself.
fn left_alone(old_parties: &[Party], new_parties: &[Party]) -> Vec<Party> {
    let beside = |parties: &[Party]| -> BTreeSet<Part> {
        parties.iter().flat_map(|party| &party.beside).copied().collect()
    };
    let alone = &beside(old_parties) - &beside(new_parties);
    alone.into_iter().map(|part| Party { inside: Vec::new(), beside: vec![part] }).collect()
}

/// The components of a mesh that was made of another by replacing the tiles `which`, in order.
pub(super) fn relabel(
    before: &Components,
    old: &Tiles,
    new: &Tiles,
    links: &Links,
    which: &[TileId],
) -> Components {
    if which.is_empty() {
        return before.clone();
    }
    let old = Graph { tiles: old, links, blocks: &before.blocks };
    let (blocks, stirred) = Blocks::after(old, new, links, which);
    // What components hold may have changed all the same.
    let (names, next) = if stirred.old.is_empty() && stirred.new.is_empty() {
        (before.names.clone(), before.next)
    } else {
        let old_parties = parties(old, &stirred.old);
        let new = Graph { tiles: new, links, blocks: &blocks };
        let mut new_parties = parties(new, &stirred.new);
        new_parties.extend(left_alone(&old_parties, &new_parties));
        // Names are never used again; should they run out, all are given anew.
        let most = cast::count(new_parties.len());
        if before.next.checked_add(most).is_none_or(|next| next == u32::MAX) {
            return Components::new(new.tiles, links);
        }
        let (stirred, names) = (&stirred, BTreeMap::new());
        let mut work = Relabel { before, new, stirred, names, next: before.next };
        let (apart, joined): (Vec<Party>, Vec<Party>) =
            new_parties.into_iter().partition(|party| party.beside.is_empty());
        for group in work.groups(&old_parties, joined) {
            work.name(&group);
        }
        work.name_islands(old, &old_parties, &apart);
        work.finish()
    };
    Components::named(blocks, names, next)
}

/// Parties that hang together.
#[derive(Debug, Default)]
struct Group {
    parties: Vec<Party>,
    /// All its parts, when a search came to an end.
    all: Option<Vec<Part>>,
    /// Names of which it is the part to keep them.
    keeps: BTreeSet<ComponentId>,
}

struct Relabel<'m> {
    before: &'m Components,
    new: Graph<'m>,
    stirred: &'m Stirred,
    /// The new names of parts.
    names: BTreeMap<Part, ComponentId>,
    next: u32,
}

impl Relabel<'_> {
    /// The old names in a party.
    fn names_of<'p>(&'p self, party: &'p Party) -> impl Iterator<Item = ComponentId> + 'p {
        party.beside.iter().map(|&part| self.before.of_part(part))
    }

    /// Finds out which parties hang together.
    fn groups(&self, old_parties: &[Party], parties: Vec<Party>) -> Vec<Group> {
        // Parties that have a name in common may hang together: they surely do where all that
        // the old parts held together is still so.
        let broken = self.broken(old_parties, &parties);
        let mut sure = DisjointSets::new(cast::count(parties.len()));
        let mut maybe = DisjointSets::new(cast::count(parties.len()));
        let mut with_name: BTreeMap<ComponentId, u32> = BTreeMap::new();
        for (i, party) in (0..).zip(&parties) {
            for name in self.names_of(party) {
                let first = *with_name.entry(name).or_insert(i);
                maybe.join(first, i);
                if !broken.contains(&name) {
                    sure.join(first, i);
                }
            }
        }
        let mut clusters: BTreeMap<u32, BTreeMap<u32, Group>> = BTreeMap::new();
        for (i, party) in (0..).zip(parties) {
            let cluster = clusters.entry(maybe.find(i)).or_default();
            cluster.entry(sure.find(i)).or_default().parties.push(party);
        }
        clusters.into_values().flat_map(|cluster| self.search(cluster)).collect()
    }

    /// The names of which the old parts held others together that the new ones do not.
    fn broken(&self, old_parties: &[Party], parties: &[Party]) -> BTreeSet<ComponentId> {
        let party_of: BTreeMap<Part, usize> = parties
            .iter()
            .enumerate()
            .flat_map(|(i, party)| party.beside.iter().map(move |&part| (part, i)))
            .collect();
        let is_broken = |party: &&Party| {
            let mut now = party.beside.iter().map(|part| party_of.get(part));
            let first = now.next();
            now.any(|now| Some(now) != first)
        };
        let broken = old_parties.iter().filter(is_broken);
        broken.filter_map(|party| Some(self.before.of_part(*party.beside.first()?))).collect()
    }

    /// Searches from the groups of a cluster in turns until all but one have met or come to an
    /// end.
    fn search(&self, cluster: BTreeMap<u32, Group>) -> Vec<Group> {
        let mut groups: Vec<Group> = cluster.into_values().collect();
        let count = cast::count(groups.len());
        let mut sets = DisjointSets::new(count);
        let mut seen = PartMap::default();
        let mut queues: Vec<VecDeque<Part>> = Vec::new();
        for (i, group) in (0..).zip(&groups) {
            let parts = group.parties.iter().flat_map(|p| p.inside.iter().chain(&p.beside));
            queues.push(parts.copied().collect());
            queues[cast::index(i)].iter().for_each(|&part| {
                let _ = seen.insert(part, i);
            });
        }
        let mut open: Vec<u32> = (0..count).collect();
        let mut ended: BTreeSet<u32> = BTreeSet::new();
        while open.len() > 1 {
            let mut changes = false;
            for &i in &open {
                if sets.find(i) != i {
                    continue;
                }
                let Some(part) = queues[cast::index(i)].pop_front() else {
                    ended.insert(i);
                    changes = true;
                    continue;
                };
                self.new.beside(part, |other| {
                    let here = sets.find(i);
                    let Some(there) = seen.insert(other, here) else {
                        queues[cast::index(here)].push_back(other);
                        return;
                    };
                    let there = sets.find(there);
                    if there != here {
                        sets.join(here, there);
                        let (kept, gone) = (here.min(there), here.max(there));
                        let mut rest = std::mem::take(&mut queues[cast::index(gone)]);
                        queues[cast::index(kept)].append(&mut rest);
                        changes = true;
                    }
                });
            }
            if !changes {
                continue;
            }
            // The last one goes on to be taken for the largest.
            open.retain(|&i| sets.find(i) == i && !ended.contains(&i));
        }
        let mut joined: BTreeMap<u32, Group> = BTreeMap::new();
        for (i, group) in (0..).zip(groups.drain(..)) {
            let root = sets.find(i);
            joined.entry(root).or_default().parties.extend(group.parties);
        }
        for (root, group) in &mut joined {
            group.all = ended.contains(root).then(Vec::new);
        }
        for (part, i) in seen.iter() {
            if let Some(all) = joined.get_mut(&sets.find(i)).and_then(|group| group.all.as_mut()) {
                all.push(part);
            }
        }
        self.share_names(joined.into_values().collect())
    }

    /// Says which group keeps a name that several have: the one whose search did not end, else
    /// the largest.
    fn share_names(&self, mut groups: Vec<Group>) -> Vec<Group> {
        let size = |group: &Group| group.all.as_ref().map_or(usize::MAX, Vec::len);
        let mut keeper: BTreeMap<ComponentId, usize> = BTreeMap::new();
        for (i, group) in groups.iter().enumerate() {
            for name in group.parties.iter().flat_map(|party| self.names_of(party)) {
                let best = keeper.entry(name).or_insert(i);
                if size(group) > size(&groups[*best]) {
                    *best = i;
                }
            }
        }
        for (name, i) in keeper {
            groups[i].keeps.insert(name);
        }
        groups
    }

    /// A name that no component ever had.
    const fn fresh(&mut self) -> ComponentId {
        self.next += 1;
        ComponentId(self.next - 1)
    }

    /// Gives the parts of a group one name.
    fn name(&mut self, group: &Group) {
        let name = match &group.all {
            Some(all) => {
                let name = match group.keeps.first() {
                    Some(&kept) => kept,
                    None => self.fresh(),
                };
                self.names.extend(all.iter().map(|&part| (part, name)));
                return;
            }
            None if group.keeps.len() == 1 => group.keeps.first().copied(),
            None => self.join_names(group),
        };
        // A group that goes on has a name to keep, by what a party is.
        let name = name.unwrap_or_else(|| self.fresh());
        let inside = group.parties.iter().flat_map(|party| &party.inside);
        self.names.extend(inside.map(|&part| (part, name)));
    }

    /// Searches the old components of a group, but for the stirred parts, in turns until one is
    /// left, and gives the parts of the others its name.
    fn join_names(&mut self, group: &Group) -> Option<ComponentId> {
        let mut searches: BTreeMap<ComponentId, (VecDeque<Part>, PartMap)> = BTreeMap::new();
        for &part in group.parties.iter().flat_map(|party| &party.beside) {
            let (queue, seen) = searches.entry(self.before.of_part(part)).or_default();
            if seen.insert(part, 0).is_none() {
                queue.push_back(part);
            }
        }
        let mut open: Vec<ComponentId> = searches.keys().copied().collect();
        let mut last = open.first().copied();
        while open.len() > 1 {
            open.retain(|name| {
                let Some((queue, seen)) = searches.get_mut(name) else { return false };
                let Some(part) = queue.pop_front() else { return false };
                self.new.beside(part, |other| {
                    let is_inside = self.stirred.new.binary_search(&other).is_ok();
                    if !is_inside
                        && self.before.of_part(other) == *name
                        && seen.insert(other, 0).is_none()
                    {
                        queue.push_back(other);
                    }
                });
                last = Some(*name);
                true
            });
        }
        let kept = open.first().copied().or(last)?;
        for (_, (_, seen)) in searches.into_iter().filter(|&(name, _)| name != kept) {
            self.names.extend(seen.iter().map(|(part, _)| (part, kept)));
        }
        Some(kept)
    }

    /// The names of the parts of all blocks, and the first that was never given.
    fn finish(self) -> (Paged<Arc<[ComponentId]>>, u32) {
        let mut names = self.before.names.clone();
        for (&(block, part), &name) in &self.names {
            if self.before.of_part((block, part)) != name {
                let of_block = names.at(cast::index(block.0));
                let room = cast::index(self.new.blocks.parts(block));
                if of_block.len() < room {
                    let none = std::iter::repeat(&ComponentId::NONE);
                    *of_block = of_block.iter().chain(none).take(room).copied().collect();
                }
                Arc::make_mut(of_block)[cast::index(part)] = name;
            }
        }
        (names, self.next)
    }
}
