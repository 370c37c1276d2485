//! Names for what is next to nothing.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::blocks::{BlockId, Graph, Part};
use super::super::tiles::Node;
use super::{Party, Relabel};
use crate::geom::cast;
use crate::mesh::{ComponentId, PolyRef, Polygon};

impl Relabel<'_> {
    /// Names what new parts hold for themselves. An island keeps the name of a tile's label in it
    /// that is what it was, the larger island that which is in several; else that of a polygon.
    pub(super) fn name_islands(
        &mut self,
        old: Graph<'_>,
        old_parties: &[Party],
        islands: &[Party],
    ) {
        let apart = old_parties.iter().filter(|party| party.beside.is_empty());
        let parts = apart.flat_map(|party| &party.inside);
        let mut free: BTreeSet<ComponentId> =
            parts.map(|&part| self.before.of_part(part)).collect();
        let nodes = self.nodes_of(islands);
        let mut order: Vec<usize> = (0..islands.len()).collect();
        order.sort_by_key(|&i| Reverse(nodes[i].len()));
        let mut names: Vec<Option<ComponentId>> = vec![None; islands.len()];
        for &i in &order {
            let kept = nodes[i].iter().filter(|node| !self.stirred.has(node.0));
            names[i] = kept.map(|&node| self.before.of(node)).find(|name| free.remove(name));
        }
        for &i in &order {
            if names[i].is_none() && !free.is_empty() {
                let mut named = nodes[i].iter().flat_map(|&node| self.old_names(old, node));
                names[i] = named.find(|name| free.remove(name));
            }
        }
        for (island, name) in islands.iter().zip(names) {
            let name = match name {
                Some(name) => name,
                None => self.fresh(),
            };
            self.names.extend(island.inside.iter().map(|&part| (part, name)));
        }
    }

    /// The labels of tiles in each of some parties that nothing is next to.
    fn nodes_of(&self, islands: &[Party]) -> Vec<Vec<Node>> {
        let island = |(i, island): (usize, &Party)| {
            island.inside.iter().map(move |&part| (part, i)).collect::<Vec<_>>()
        };
        let island_of: BTreeMap<Part, usize> =
            islands.iter().enumerate().flat_map(island).collect();
        let mut nodes = vec![Vec::new(); islands.len()];
        if islands.is_empty() {
            return nodes;
        }
        let mut blocks: Vec<BlockId> = island_of.keys().map(|part| part.0).collect();
        blocks.dedup();
        for &tile in blocks.iter().flat_map(|&block| self.new.blocks.tiles_of(block)) {
            for node in (0..self.new.tiles.tile(tile).labels).map(|label| (tile, label)) {
                let part = self.new.blocks.part(node);
                if let Some(&i) = part.and_then(|part| island_of.get(&part)) {
                    nodes[i].push(node);
                }
            }
        }
        nodes
    }

    /// The old components of the polygons of the same names as those of a label of a tile.
    fn old_names<'n>(
        &'n self,
        old: Graph<'n>,
        (tile, label): Node,
    ) -> impl Iterator<Item = ComponentId> + 'n {
        let there = &old.tiles.tile(tile).polygons;
        let polygons = self.new.tiles.tile(tile).polygons.iter();
        polygons.filter(move |p| p.label == label).filter_map(move |p| {
            let i = there.binary_search_by_key(&p.place(), Polygon::place).ok()?;
            let polygon = PolyRef { tile, polygon: cast::count(i) };
            Some(self.before.of(old.tiles.node(polygon)))
        })
    }
}
