//! Components after some tiles were replaced.
//!
//! The graph of (tile, label) nodes changed only at the replaced tiles. What these join, before
//! and after, tells the *parties*: sets of nodes next to them that they hold together. Nodes that
//! the old tiles joined and the new ones do not may still be joined elsewhere: searches from
//! those parties go on in turns until all but one have met another or come to an end, so a split
//! costs what its smaller parts cost. What came to an end gets a new name. Where several
//! components were joined, the smaller ones take the name of the one whose search, again in turns,
//! goes on longest.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::components::Components;
use super::id::{ComponentId, PolyRef, TileId};
use super::link::Links;
use super::nodes::NodeMap;
use super::tile::{Polygon, Tile};
use super::tiles::{Exit, Node, Tiles};
use crate::geom::{DisjointSets, cast};

/// A mesh as a graph of nodes.
#[derive(Clone, Copy)]
pub(super) struct Graph<'m> {
    pub(super) tiles: &'m Tiles,
    pub(super) links: &'m Links,
}

impl Graph<'_> {
    /// The labels of a tile that links lead from or to, with what is at the other end.
    fn linked(&self, tile: TileId, mut each: impl FnMut(u32, Node)) {
        for ends in self.links.of_tile(tile).filter_map(|link| link.polygons(self.tiles)) {
            let [a, b] = ends.map(|polygon| self.tiles.node(polygon));
            for (here, there) in [(a, b), (b, a)] {
                if here.0 == tile {
                    each(here.1, there);
                }
            }
        }
    }

    /// Calls `each` with the nodes next to one, some of them repeatedly.
    fn beside(&self, (tile, label): Node, mut each: impl FnMut(Node)) {
        let pairs = self.tiles.beside(tile);
        let from = pairs.partition_point(|pair| pair.0 < label);
        pairs[from..].iter().take_while(|pair| pair.0 == label).for_each(|pair| each(pair.1));
        self.linked(tile, |here, there| {
            if here == label {
                each(there);
            }
        });
    }

    /// The labels of a tile with what they are next to, in order.
    fn pairs(&self, tile: TileId) -> Vec<(u32, Node)> {
        let mut pairs = self.tiles.beside(tile).to_vec();
        let known = pairs.len();
        self.linked(tile, |here, there| pairs.push((here, there)));
        if pairs.len() > known {
            pairs.sort_unstable();
            pairs.dedup();
        }
        pairs
    }
}

/// Those of the replaced tiles that do not hang together as they did.
fn stirred(old: Graph<'_>, new: Graph<'_>, which: &[TileId]) -> Vec<TileId> {
    let is_labelled_anew = |&tile: &TileId| {
        let [before, after] = [old, new].map(|graph| graph.tiles.tile(tile));
        let key = |p: &Polygon| (p.base, p.piece, p.label);
        if before.polygons.is_same(&after.polygons) {
            return false;
        }
        before.labels != after.labels
            || !before.polygons.iter().map(key).eq(after.polygons.iter().map(key))
    };
    let anew: Vec<TileId> = which.iter().copied().filter(is_labelled_anew).collect();
    let is_anew = |tile: TileId| anew.binary_search(&tile).is_ok();
    // What leads to a tile that is labelled anew is looked at from there.
    let leads_as_before = |tile: TileId| {
        let is_linked = old.links.of_tile(tile).next().is_some();
        if !is_linked && std::ptr::eq(old.tiles.exits(tile), new.tiles.exits(tile)) {
            return true;
        }
        let to_others = |graph: Graph<'_>| {
            graph.tiles.exits(tile).iter().filter(|exit| !is_anew(exit.to.tile)).copied().collect()
        };
        let [before, after]: [Vec<Exit>; 2] = [to_others(old), to_others(new)];
        before == after && !is_linked
    };
    let is_stirred = |&tile: &TileId| match is_anew(tile) {
        true => !hangs_as_before(old, new, tile, which),
        false => !leads_as_before(tile),
    };
    which.iter().copied().filter(is_stirred).collect()
}

/// True when a tile has the labels that it had, next to what they were next to, and no label can
/// be taken for another: each leads out of the replaced tiles or still has one of its polygons.
fn hangs_as_before(old: Graph<'_>, new: Graph<'_>, tile: TileId, which: &[TileId]) -> bool {
    let [before, after] = [old, new].map(|graph| graph.tiles.tile(tile));
    if before.labels != after.labels {
        return false;
    }
    let is_linked = || [old, new].iter().any(|graph| graph.links.of_tile(tile).next().is_some());
    if new.tiles.is_beside_same(old.tiles, tile) && !is_linked() && keeps_labels(before, after) {
        return true;
    }
    let beside = new.pairs(tile);
    if beside != old.pairs(tile) {
        return false;
    }
    let mut is_known = vec![false; cast::index(after.labels)];
    for &(label, other) in &beside {
        is_known[cast::index(label)] |= which.binary_search(&other.0).is_err();
    }
    if is_known.contains(&false) {
        let mut rest = before.polygons.iter().peekable();
        for p in &after.polygons {
            let key = (p.base, p.piece);
            while rest.next_if(|q| (q.base, q.piece) < key).is_some() {}
            let was_so = |q: &&Polygon| (q.base, q.piece, q.label) == (p.base, p.piece, p.label);
            if rest.peek().is_some_and(was_so)
                && let Some(known) = is_known.get_mut(cast::index(p.label))
            {
                *known = true;
            }
        }
    }
    !is_known.contains(&false)
}

/// True when each label has a polygon that had it before, of the same number.
fn keeps_labels(before: &Tile, after: &Tile) -> bool {
    if before.polygons.len() != after.polygons.len() {
        return false;
    }
    let mut known = 0_u64;
    for (p, q) in before.polygons.iter().zip(&after.polygons) {
        if p.label == q.label && (p.base, p.piece) == (q.base, q.piece) && q.label < 64 {
            known |= 1 << q.label;
        }
    }
    known.count_ones() == after.labels
}

/// Some nodes of tiles, and nodes next to those tiles, that the tiles hold together.
#[derive(Debug, Default)]
struct Party {
    inside: Vec<Node>,
    beside: Vec<Node>,
}

/// What the tiles hold together, in order of first nodes.
fn parties(graph: Graph<'_>, which: &[TileId]) -> Vec<Party> {
    let labels = |t: TileId| 0..graph.tiles.tile(t).labels;
    let inside = which.iter().flat_map(|&t| labels(t).map(move |label| (t, label)));
    let mut pairs = Vec::new();
    for &t in which {
        pairs.extend(graph.pairs(t).into_iter().map(|(label, other)| ((t, label), other)));
    }
    let mut all: Vec<Node> = pairs.iter().map(|&(_, other)| other).chain(inside).collect();
    all.sort_unstable();
    all.dedup();
    let number = |node: Node| cast::count(all.partition_point(|&n| n < node));
    let mut sets = DisjointSets::new(cast::count(all.len()));
    pairs.iter().for_each(|&(a, b)| sets.join(number(a), number(b)));
    let mut parties: BTreeMap<u32, Party> = BTreeMap::new();
    for (i, &node) in (0..).zip(&all) {
        let party = parties.entry(sets.find(i)).or_default();
        let is_inside = which.binary_search(&node.0).is_ok();
        if is_inside { &mut party.inside } else { &mut party.beside }.push(node);
    }
    parties.into_values().collect()
}

/// The nodes that the tiles were next to and are no more, each for itself.
fn left_alone(old_parties: &[Party], new_parties: &[Party]) -> Vec<Party> {
    let beside = |parties: &[Party]| -> BTreeSet<Node> {
        parties.iter().flat_map(|party| &party.beside).copied().collect()
    };
    let alone = &beside(old_parties) - &beside(new_parties);
    alone.into_iter().map(|node| Party { inside: Vec::new(), beside: vec![node] }).collect()
}

/// The components of a mesh that was made of `old` by replacing the tiles `which`, in order.
pub(super) fn relabel(
    before: &Components,
    old: Graph<'_>,
    new: Graph<'_>,
    which: &[TileId],
) -> Components {
    if which.is_empty() {
        return before.clone();
    }
    let which = &*stirred(old, new, which);
    if which.is_empty() {
        // What components hold may have changed all the same.
        return Components::of_labels(before.of_label.clone(), before.next);
    }
    let old_parties = parties(old, which);
    let mut new_parties = parties(new, which);
    new_parties.extend(left_alone(&old_parties, &new_parties));
    // Names are never used again; should they run out, all are given anew.
    let most = cast::count(new_parties.len());
    if before.next.checked_add(most).is_none_or(|next| next == u32::MAX) {
        return Components::new(new.tiles, new.links);
    }
    let mut work = Relabel { before, new, which, names: BTreeMap::new(), next: before.next };
    let (apart, joined): (Vec<Party>, Vec<Party>) =
        new_parties.into_iter().partition(|party| party.beside.is_empty());
    for group in work.groups(&old_parties, joined) {
        work.name(&group);
    }
    work.name_islands(old, &old_parties, &apart);
    work.finish()
}

/// Parties that hang together.
#[derive(Debug, Default)]
struct Group {
    parties: Vec<Party>,
    /// All its nodes, when a search came to an end.
    all: Option<Vec<Node>>,
    /// Names of which it is the part to keep them.
    keeps: BTreeSet<ComponentId>,
}

struct Relabel<'m> {
    before: &'m Components,
    new: Graph<'m>,
    which: &'m [TileId],
    /// The new names of nodes.
    names: BTreeMap<Node, ComponentId>,
    next: u32,
}

impl Relabel<'_> {
    /// The old names in a party.
    fn names_of<'p>(&'p self, party: &'p Party) -> impl Iterator<Item = ComponentId> + 'p {
        party.beside.iter().map(|&node| self.before.of(node))
    }

    /// Finds out which parties hang together.
    fn groups(&self, old_parties: &[Party], parties: Vec<Party>) -> Vec<Group> {
        // Parties that have a name in common may hang together: they surely do where all that
        // the old tiles held together is still so.
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

    /// The names of which the old tiles held nodes together that the new ones do not.
    fn broken(&self, old_parties: &[Party], parties: &[Party]) -> BTreeSet<ComponentId> {
        let party_of: BTreeMap<Node, usize> = parties
            .iter()
            .enumerate()
            .flat_map(|(i, party)| party.beside.iter().map(move |&node| (node, i)))
            .collect();
        let is_broken = |party: &&Party| {
            let mut now = party.beside.iter().map(|node| party_of.get(node));
            let first = now.next();
            now.any(|now| Some(now) != first)
        };
        let broken = old_parties.iter().filter(is_broken);
        broken.filter_map(|party| Some(self.before.of(*party.beside.first()?))).collect()
    }

    /// Searches from the groups of a cluster in turns until all but one have met or come to an
    /// end.
    fn search(&self, cluster: BTreeMap<u32, Group>) -> Vec<Group> {
        let mut groups: Vec<Group> = cluster.into_values().collect();
        let count = cast::count(groups.len());
        let mut sets = DisjointSets::new(count);
        let mut seen = NodeMap::default();
        let mut queues: Vec<VecDeque<Node>> = Vec::new();
        for (i, group) in (0..).zip(&groups) {
            let nodes = group.parties.iter().flat_map(|p| p.inside.iter().chain(&p.beside));
            queues.push(nodes.copied().collect());
            queues[cast::index(i)].iter().for_each(|&node| {
                let _ = seen.insert(node, i);
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
                let Some(node) = queues[cast::index(i)].pop_front() else {
                    ended.insert(i);
                    changes = true;
                    continue;
                };
                self.new.beside(node, |other| {
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
        for (node, i) in seen.iter() {
            if let Some(all) = joined.get_mut(&sets.find(i)).and_then(|group| group.all.as_mut()) {
                all.push(node);
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

    /// Gives the nodes of a group one name.
    fn name(&mut self, group: &Group) {
        let name = match &group.all {
            Some(all) => {
                let name = match group.keeps.first() {
                    Some(&kept) => kept,
                    None => self.fresh(),
                };
                self.names.extend(all.iter().map(|&node| (node, name)));
                return;
            }
            None if group.keeps.len() == 1 => group.keeps.first().copied(),
            None => self.join_names(group),
        };
        // A group that goes on has a name to keep, by what a party is.
        let name = name.unwrap_or_else(|| self.fresh());
        let inside = group.parties.iter().flat_map(|party| &party.inside);
        self.names.extend(inside.map(|&node| (node, name)));
    }

    /// Searches the old components of a group, but for the replaced tiles, in turns until one is
    /// left, and gives the nodes of the others its name.
    fn join_names(&mut self, group: &Group) -> Option<ComponentId> {
        let mut searches: BTreeMap<ComponentId, (VecDeque<Node>, NodeMap)> = BTreeMap::new();
        for &node in group.parties.iter().flat_map(|party| &party.beside) {
            let (queue, seen) = searches.entry(self.before.of(node)).or_default();
            if seen.insert(node, 0).is_none() {
                queue.push_back(node);
            }
        }
        let mut open: Vec<ComponentId> = searches.keys().copied().collect();
        let mut last = open.first().copied();
        while open.len() > 1 {
            open.retain(|name| {
                let Some((queue, seen)) = searches.get_mut(name) else { return false };
                let Some(node) = queue.pop_front() else { return false };
                self.new.beside(node, |other| {
                    let is_inside = self.which.binary_search(&other.0).is_ok();
                    if !is_inside
                        && self.before.of(other) == *name
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
            self.names.extend(seen.iter().map(|(node, _)| (node, kept)));
        }
        Some(kept)
    }

    /// Names what the new tiles hold for themselves: an island that was there before, by the name
    /// of one of its polygons, keeps its name.
    fn name_islands(&mut self, old: Graph<'_>, old_parties: &[Party], islands: &[Party]) {
        let apart = old_parties.iter().filter(|party| party.beside.is_empty());
        let nodes = apart.flat_map(|party| &party.inside);
        let mut free: BTreeSet<ComponentId> = nodes.map(|&node| self.before.of(node)).collect();
        for island in islands {
            let known =
                island.inside.iter().filter(|_| !free.is_empty()).find_map(|&(t, label)| {
                    let tile = self.new.tiles.tile(t);
                    let polygons = (0..).zip(&tile.polygons).filter(|(_, p)| p.label == label);
                    polygons
                        .filter_map(|(p, _)| self.old_name(old, t, p))
                        .find(|id| free.contains(id))
                });
            let name = match known {
                Some(name) => name,
                None => self.fresh(),
            };
            free.remove(&name);
            self.names.extend(island.inside.iter().map(|&node| (node, name)));
        }
    }

    /// The old component of the polygon of the same name as a new one.
    fn old_name(&self, old: Graph<'_>, tile: TileId, polygon: u32) -> Option<ComponentId> {
        let new = &self.new.tiles.tile(tile).polygons[cast::index(polygon)];
        let there = &old.tiles.tile(tile).polygons;
        let key = (new.base, new.piece);
        let i = there.binary_search_by_key(&key, |p| (p.base, p.piece)).ok()?;
        let polygon = PolyRef { tile, polygon: cast::count(i) };
        Some(self.before.of(old.tiles.node(polygon)))
    }

    fn finish(self) -> Components {
        let mut of_label = self.before.of_label.clone();
        for &t in self.which {
            let labels = 0..self.new.tiles.tile(t).labels;
            // Every label of a replaced tile is a node of a party, and each was named.
            let name = |label| self.names.get(&(t, label)).copied();
            *of_label.at(cast::index(t.0)) =
                labels.map(|label| name(label).unwrap_or(ComponentId(u32::MAX))).collect();
        }
        for (&(t, label), &name) in &self.names {
            if self.before_name((t, label)) != Some(name) && self.which.binary_search(&t).is_err() {
                let of_tile = of_label.at(cast::index(t.0));
                std::sync::Arc::make_mut(of_tile)[cast::index(label)] = name;
            }
        }
        Components::of_labels(of_label, self.next)
    }

    fn before_name(&self, (tile, label): Node) -> Option<ComponentId> {
        self.before.of_label.get(cast::index(tile.0))?.get(cast::index(label)).copied()
    }
}
