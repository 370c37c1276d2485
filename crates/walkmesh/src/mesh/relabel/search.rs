//! Searches in turns: who meets whom, who comes to an end.

use std::collections::BTreeMap;

use super::near::each_beside;
use crate::geom::{DisjointSets, cast};
use crate::mesh::PolyRef;
use crate::mesh::blocks::{Graph, Part};
use crate::mesh::key_map::{Key, KeyMap};
use crate::mesh::tiles::Node;

/// So many polygons are looked at before a search goes over parts.
const MOST_NEAR: usize = 128;

/// What searches from several groups of places came to.
#[derive(Debug)]
struct Found<K> {
    /// By group the first of those that hang together with it, as far as that was found out.
    set_of: Vec<u32>,
    /// The sets whose searches came to an end, each with all that there is of it.
    ended: BTreeMap<u32, Vec<K>>,
}

/// A queue of places as a list through [`Search::next`]: its first and last.
type Queue = Option<(u32, u32)>;

struct Search<K> {
    sets: DisjointSets,
    queues: Vec<Queue>,
    seen: KeyMap<K>,
    /// By place that was come to, in order, the one behind it in its queue.
    next: Vec<Option<u32>>,
    changes: bool,
}

impl<K: Key> Search<K> {
    /// The search of group `i` comes to a place.
    fn reach(&mut self, i: u32, key: K) {
        let here = self.sets.find(i);
        let Some(there) = self.seen.insert(key, here) else {
            let at = cast::count(self.next.len());
            self.next.push(None);
            self.append(here, Some((at, at)));
            return;
        };
        let there = self.sets.find(there);
        if there != here {
            self.sets.join(here, there);
            let rest = self.queues[cast::index(here.max(there))].take();
            self.append(here.min(there), rest);
            self.changes = true;
        }
    }

    /// Puts a queue behind another.
    fn append(&mut self, i: u32, rest: Queue) {
        let Some((first, last)) = rest else { return };
        let queue = &mut self.queues[cast::index(i)];
        *queue = Some(match *queue {
            None => (first, last),
            Some((head, tail)) => {
                self.next[cast::index(tail)] = Some(first);
                (head, last)
            }
        });
    }

    /// Takes the first of a queue.
    fn pop(&mut self, i: u32) -> Option<K> {
        let queue = &mut self.queues[cast::index(i)];
        let (first, last) = (*queue)?;
        *queue = self.next[cast::index(first)].filter(|_| first != last).map(|next| (next, last));
        Some(self.seen.key(cast::index(first)))
    }
}

/// Searches from `groups` groups of places (`starts`: group and place) in turns until all but one
/// have met another or come to an end: so what is small is found to be so at its own cost. `None`
/// once more than `most` places were come to.
fn search<K: Key>(
    groups: usize,
    starts: &[(u32, K)],
    most: usize,
    mut beside: impl FnMut(K, &mut dyn FnMut(K)),
) -> Option<Found<K>> {
    let count = cast::count(groups);
    let mut work = Search {
        sets: DisjointSets::new(count),
        queues: vec![None; groups],
        seen: KeyMap::default(),
        next: Vec::with_capacity(2 * starts.len() + 32),
        changes: false,
    };
    starts.iter().for_each(|&(i, key)| work.reach(i, key));
    let mut open: Vec<u32> = (0..count).filter(|&i| work.sets.find(i) == i).collect();
    let mut ended: BTreeMap<u32, Vec<K>> = BTreeMap::new();
    while open.len() > 1 {
        work.changes = false;
        for &i in &open {
            if work.sets.find(i) != i {
                continue;
            }
            let Some(key) = work.pop(i) else {
                ended.insert(i, Vec::new());
                work.changes = true;
                continue;
            };
            beside(key, &mut |other| work.reach(i, other));
            if work.seen.len() > most {
                return None;
            }
        }
        if work.changes {
            // The last one goes on to be taken for the largest.
            open.retain(|&i| work.sets.find(i) == i && !ended.contains_key(&i));
        }
    }
    let set_of = (0..count).map(|i| work.sets.find(i)).collect();
    ended.retain(|&i, _| work.sets.find(i) == i);
    if !ended.is_empty() {
        for (key, i) in work.seen.iter() {
            if let Some(all) = ended.get_mut(&work.sets.find(i)) {
                all.push(key);
            }
        }
    }
    Some(Found { set_of, ended })
}

/// By group the first that hangs together with it, and what there is of those that came to an end,
/// in order.
pub(super) type Reached = (Vec<u32>, BTreeMap<u32, Vec<Node>>);

/// Searches a mesh from groups of polygons, from polygon to polygon where edges lead both ways (not
/// in tiles that are loose) and as long as that is not far, else from part to part.
pub(super) fn reach(graph: Graph<'_>, groups: usize, starts: &[(u32, PolyRef)]) -> Reached {
    let Graph { tiles, links, loose, .. } = graph;
    let mut strays = false;
    let near = loose.0.and_then(|is_loose| {
        search(groups, starts, MOST_NEAR, |p, each| {
            strays |= is_loose(p.tile);
            each_beside(tiles, links, p, each);
        })
    });
    if let Some(Found { set_of, ended }) = near.filter(|_| !strays) {
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
