//! Which polygons hang together: labels per tile, and a name for each label of each tile, so that a
//! change in one tile relabels that tile only, and what it parts or joins
//! ([`relabel`](super::relabel)).
//!
//! Connectivity is **weak**: a directed edge or link joins both ways here. Different components
//! prove "unreachable"; equal ones prove nothing where an edge or a link is one-way.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::blocks::Blocks;
use super::id::{ComponentId, PolyRef, TileId};
use super::link::Links;
use super::tile::Tile;
use super::tiles::{Node, Tiles};
use super::trie::Trie;
use crate::geom::{DisjointSets, Frame, cast, predicates};

/// A weakly connected part of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name in this mesh and in those made of it by replacing tiles.
    pub id: ComponentId,
    /// How many polygons it has.
    pub polygons: u32,
    /// Twice its area in plan, steps²; exact.
    pub area_doubled: i128,
    /// Its first polygon in the order of tiles and polygons.
    pub first: PolyRef,
}

impl Component {
    /// Its area in plan, m².
    #[must_use]
    pub fn area_m2(&self, frame: &Frame) -> f64 {
        square_metres(self.area_doubled, frame)
    }
}

/// Half of an exact doubled area as m²: one rounding, as the step is a power of two.
pub(super) fn square_metres(area_doubled: i128, frame: &Frame) -> f64 {
    cast::float_wide(area_doubled) * (frame.step() * frame.step() * 0.5)
}

/// Twice the plan area of polygon `p`, steps².
pub(crate) fn polygon_area_doubled(tile: &Tile, p: u32) -> i128 {
    let edges = tile.edges_of(p);
    let Some(first) = edges.first() else { return 0 };
    let apex = tile.plan(first.vertex);
    edges
        .windows(2)
        .map(|e| {
            i128::from(predicates::cross(apex, tile.plan(e[0].vertex), tile.plan(e[1].vertex)))
        })
        .sum()
}

/// Components of a mesh by label.
#[derive(Clone, Debug)]
pub(super) struct Components {
    pub(super) blocks: Blocks,
    /// By tile, the component of each label.
    pub(super) names: Trie<Arc<[ComponentId]>>,
    /// The first name that was never given.
    pub(super) next: u32,
    /// All components, worked out when they are first asked for.
    list: OnceLock<Vec<Component>>,
}

impl Components {
    /// Joins the labels of all tiles over the edges between them and over the links, and names the
    /// components from the largest area down, ties by first polygon. Linear in exits and polygons,
    /// plus sorting the components.
    pub(super) fn new(tiles: &Tiles, links: &Links) -> Self {
        let mut firsts = vec![0_u32];
        for tile in tiles.iter() {
            let last = firsts.last().copied().unwrap_or(0);
            firsts.push(last.saturating_add(tile.label_count));
        }
        let total = firsts.last().copied().unwrap_or(0);
        let number = |(tile, label): Node| {
            (label != Tile::CLOSED).then(|| firsts[cast::index(tile.0)] + label)
        };
        let mut sets = DisjointSets::new(total);
        let mut join = |a: Node, b: Node| {
            if let (Some(a), Some(b)) = (number(a), number(b)) {
                sets.join(a, b);
            }
        };
        for tile in (0..cast::count(tiles.len())).map(TileId) {
            tiles.joints(tile).for_each(|(label, other)| join((tile, label), other));
        }
        for [a, b] in links.all().iter().filter_map(|link| link.polygons(tiles)) {
            join(tiles.node(a), tiles.node(b));
        }
        let labels = firsts.windows(2).map(|of| of[0]..of[1]);
        let by_set: Trie<_> =
            labels.map(|of| of.map(|i| ComponentId(sets.find(i))).collect()).collect();
        let blocks = Blocks::new(tiles.coords());
        let mut made = Self { blocks, names: by_set, next: total, list: OnceLock::new() };
        let mut list = made.sum(tiles);
        let mut names = vec![ComponentId::NONE; cast::index(total)];
        for (component, name) in list.iter_mut().zip(0..) {
            names[cast::index(component.id.0)] = ComponentId(name);
            component.id = ComponentId(name);
        }
        let named =
            |of: &Arc<[ComponentId]>| of.iter().map(|id| names[cast::index(id.0)]).collect();
        made.names = made.names.iter().map(named).collect();
        made.next = cast::count(list.len());
        made.list = list.into();
        made
    }

    /// Those of a mesh made of another.
    pub(super) const fn named(blocks: Blocks, names: Trie<Arc<[ComponentId]>>, next: u32) -> Self {
        Self { blocks, names, next, list: OnceLock::new() }
    }

    /// Becomes equal to those that were made of these where tiles were replaced, but for the list, or
    /// gives false where they were made otherwise.
    pub(super) fn follow(&mut self, newer: &Self) -> bool {
        self.next = newer.next;
        self.names.follow(&newer.names) && self.blocks.follow(&newer.blocks)
    }

    /// True when all lists have the same.
    pub(super) fn lists_as(&self, other: &Self) -> bool {
        self.next == other.next
            && self.names.iter().eq(other.names.iter())
            && self.blocks.lists_as(&other.blocks)
    }

    /// The component of a label of a tile; none of a closed polygon.
    #[inline]
    pub(super) fn of(&self, (tile, label): Node) -> ComponentId {
        let names = &self.names[cast::index(tile.0)];
        names.get(cast::index(label)).copied().unwrap_or(ComponentId::NONE)
    }

    /// All components, the largest first, ties by first polygon.
    pub(super) fn list(&self, tiles: &Tiles) -> &[Component] {
        self.list.get_or_init(|| self.sum(tiles))
    }

    fn sum(&self, tiles: &Tiles) -> Vec<Component> {
        let mut sums: BTreeMap<ComponentId, Component> = BTreeMap::new();
        for (tile_id, tile) in (0..).map(TileId).zip(tiles.iter()) {
            let mut of_label = vec![(0, 0_i128, None); cast::index(tile.label_count)];
            for p in tile.open_polygons() {
                let label = cast::index(tile.labels[cast::index(p)]);
                let (polygons, area_doubled, first) = &mut of_label[label];
                *polygons += 1;
                *area_doubled += polygon_area_doubled(tile, p);
                first.get_or_insert(PolyRef { tile: tile_id, polygon: p });
            }
            for ((polygons, area_doubled, first), label) in of_label.into_iter().zip(0..) {
                let Some(first) = first else { continue };
                let id = self.of((tile_id, label));
                let none = Component { id, polygons: 0, area_doubled: 0, first };
                let sum = sums.entry(id).or_insert(none);
                sum.polygons += polygons;
                sum.area_doubled += area_doubled;
                sum.first = sum.first.min(first);
            }
        }
        let mut list: Vec<Component> = sums.into_values().collect();
        list.sort_by_key(|sum| (Reverse(sum.area_doubled), sum.first));
        list
    }
}
