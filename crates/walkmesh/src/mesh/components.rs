//! Which polygons hang together: labels per tile, and components over a small graph of
//! (tile, label) nodes, so that a change in one tile relabels that tile only.
//!
//! Connectivity is **weak**: a directed edge or link joins both ways here. Different components
//! prove "unreachable"; equal ones prove nothing where an edge or a link is one-way.

use super::id::{ComponentId, PolyRef, TileId};
use super::tile::Tile;
use super::tiles::Tiles;
use crate::geom::{DisjointSets, Frame, cast, predicates};

/// A weakly connected part of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Components {
    /// Where each tile's labels start in `of_label`, and their number at the end.
    first_label: Vec<u32>,
    of_label: Vec<ComponentId>,
    list: Vec<Component>,
}

impl Components {
    /// The component of a label of a tile.
    #[inline]
    pub(super) fn of(&self, tile: TileId, label: u32) -> ComponentId {
        self.of_label[cast::index(self.first_label[cast::index(tile.0)] + label)]
    }

    /// All components, the largest first.
    pub(super) fn list(&self) -> &[Component] {
        &self.list
    }

    /// Joins the labels of all tiles over the edges between them and between the `ends` of links. All indices
    /// must be in range. Linear in edges, plus sorting the components.
    pub(super) fn new(tiles: &Tiles, ends: &[(PolyRef, PolyRef)]) -> Self {
        let mut first_label = vec![0_u32];
        for tile in tiles.iter() {
            let last = first_label.last().copied().unwrap_or(0);
            first_label.push(last.saturating_add(tile.labels));
        }
        let total = first_label.last().copied().unwrap_or(0);
        let node = |r: PolyRef| {
            let label = tiles.tile(r.tile).polygons[cast::index(r.polygon)].label;
            first_label[cast::index(r.tile.0)] + label
        };
        let mut sets = DisjointSets::new(total);
        for t in 0..cast::count(tiles.len()) {
            for exit in tiles.exits(TileId(t)) {
                sets.join(first_label[cast::index(t)] + exit.label, node(exit.to));
            }
        }
        for &(from, to) in ends {
            sets.join(node(from), node(to));
        }
        Self::number(tiles, first_label, sets)
    }

    /// Numbers the sets from the largest area down, ties by first polygon.
    fn number(tiles: &Tiles, first_label: Vec<u32>, mut sets: DisjointSets) -> Self {
        let total = first_label.last().copied().unwrap_or(0);
        let mut sums: Vec<Option<Component>> = vec![None; cast::index(total)];
        for (t, tile) in tiles.iter().enumerate() {
            for p in 0..cast::count(tile.polygons.len()) {
                let here = PolyRef { tile: TileId(cast::count(t)), polygon: p };
                let label = tile.polygons[cast::index(p)].label;
                let set = sets.find(first_label[t] + label);
                let sum = sums[cast::index(set)].get_or_insert(Component {
                    polygons: 0,
                    area_doubled: 0,
                    first: here,
                });
                sum.polygons += 1;
                sum.area_doubled += polygon_area_doubled(tile, p);
            }
        }
        let mut order: Vec<(Component, usize)> =
            sums.iter().enumerate().filter_map(|(set, sum)| Some(((*sum)?, set))).collect();
        order.sort_by_key(|(sum, _)| (std::cmp::Reverse(sum.area_doubled), sum.first));
        let mut number_of = vec![ComponentId(u32::MAX); cast::index(total)];
        for (i, (_, set)) in order.iter().enumerate() {
            number_of[*set] = ComponentId(cast::count(i));
        }
        let of_label = (0..total).map(|label| number_of[cast::index(sets.find(label))]).collect();
        Self { first_label, of_label, list: order.into_iter().map(|(sum, _)| sum).collect() }
    }
}

/// Labels the polygons of a tile by weak connectivity within it, numbered by first polygon:
/// the label of each, and how many there are. `neighbours` gives for a polygon the others of the
/// same tile beyond its edges.
pub(super) fn label_tile<I: IntoIterator<Item = u32>>(
    polygons: u32,
    neighbours: impl Fn(u32) -> I,
) -> (Vec<u32>, u32) {
    let mut sets = DisjointSets::new(polygons);
    for p in 0..polygons {
        for q in neighbours(p) {
            sets.join(p, q);
        }
    }
    let mut labels = vec![0; cast::index(polygons)];
    let mut next = 0;
    for p in 0..polygons {
        let first = sets.find(p);
        if first == p {
            labels[cast::index(p)] = next;
            next += 1;
        } else {
            labels[cast::index(p)] = labels[cast::index(first)];
        }
    }
    (labels, next)
}
