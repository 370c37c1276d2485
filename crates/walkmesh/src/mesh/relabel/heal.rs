//! What was parted by a change: ways around it are looked for, and what has none is named.

use super::near::Near;
use super::search::reach;
use super::{Change, Relabel};
use crate::geom::{DisjointSets, cast};
use crate::mesh::blocks::Graph;
use crate::mesh::tiles::Node;
use crate::mesh::{ComponentId, PolyRef};

impl Relabel<'_> {
    /// Looks for ways between contacts that hung together through what is gone, change by change,
    /// and names what is cut off; gives by party whether it is.
    pub(super) fn heal(&mut self) -> Vec<bool> {
        let Near { contacts, old, new, .. } = self.near;
        let mut is_done = vec![false; new.count];
        // Changes between which something was cut off count as one.
        let mut units = DisjointSets::new(cast::count(old.count));
        let mut by_unit: Vec<(u32, usize)> =
            (0..contacts.len()).map(|i| (cast::count(old.of_contact(i)), i)).collect();
        loop {
            by_unit.iter_mut().for_each(|of| of.0 = units.find(of.0));
            by_unit.sort_unstable();
            let mut is_settled = true;
            for unit in by_unit.chunk_by(|a, b| a.0 == b.0) {
                let first = new.of_contact(unit[0].1);
                if unit.iter().all(|&(_, i)| new.of_contact(i) == first) {
                    continue;
                }
                for nodes in self.cut_off(unit) {
                    is_settled &= self.name_cut_off(unit[0], nodes, &mut units, &mut is_done);
                }
            }
            if is_settled {
                return is_done;
            }
        }
    }

    /// What of the surroundings of a change, whose contacts hung together, hangs together with the
    /// rest of them no more: the labels of tiles in each such part.
    fn cut_off(&self, unit: &[(u32, usize)]) -> Vec<Vec<Node>> {
        let Near { contacts, new, .. } = self.near;
        let Change { new: tiles, links, loose, .. } = *self.change;
        let mut parties: Vec<usize> = unit.iter().map(|&(_, i)| new.of_contact(i)).collect();
        parties.sort_unstable();
        parties.dedup();
        let party = |i: usize| cast::count(parties.partition_point(|&p| p < new.of_contact(i)));
        let starts: Vec<(u32, PolyRef)> =
            unit.iter().map(|&(_, i)| (party(i), contacts[i].at)).collect();
        let graph = Graph { tiles, links, blocks: &self.blocks, loose };
        let (set_of, mut ended) = reach(graph, parties.len(), &starts);
        if set_of.iter().all(|set| ended.contains_key(set)) {
            // The largest, the first of equals, is taken for the rest.
            let largest = ended.iter().rev().max_by_key(|(_, nodes)| nodes.len());
            if let Some(largest) = largest.map(|(&set, _)| set) {
                ended.remove(&largest);
            }
        }
        ended.into_values().collect()
    }

    /// Names what is cut off around a change. False where it lies between this and other changes,
    /// which may have held together more through it: they count as one then.
    fn name_cut_off(
        &mut self,
        (unit, first): (u32, usize),
        nodes: Vec<Node>,
        units: &mut DisjointSets,
        is_done: &mut [bool],
    ) -> bool {
        let Near { come, contacts, old, new, .. } = self.near;
        let tiles = self.change.new;
        let is_in = |p: PolyRef| nodes.binary_search(&tiles.node(p)).is_ok();
        let within: Vec<usize> = (0..contacts.len()).filter(|&i| is_in(contacts[i].at)).collect();
        if within.iter().any(|&i| is_done[new.of_contact(i)]) {
            return true;
        }
        let of_name = within.iter().filter(|&&i| contacts[i].name == contacts[first].name);
        let mut is_between = false;
        for &i in of_name {
            let other = cast::count(old.of_contact(i));
            if units.find(other) != units.find(unit) {
                units.join(other, unit);
                is_between = true;
            }
        }
        if is_between {
            return false;
        }
        // A name of which nothing is left elsewhere stays.
        let is_within = |name: ComponentId| {
            let mut all = (0..contacts.len()).filter(|&i| contacts[i].name == name);
            all.all(|i| within.binary_search(&i).is_ok())
        };
        let kept = within.iter().map(|&i| contacts[i].name).find(|&name| is_within(name));
        let name = kept.unwrap_or_else(|| self.fresh());
        within.iter().for_each(|&i| is_done[new.of_contact(i)] = true);
        for (i, _) in come.iter().enumerate().filter(|(_, p)| is_in(**p)) {
            self.come[i] = name;
            is_done[new.of_changed(i)] = true;
        }
        self.ended.extend(nodes.into_iter().map(|node| (node, name)));
        true
    }
}
