//! Basins around the places farthest from walls, for people who tune Recast's regions.
//!
//! As in Recast (after Vincent and Soille, "Watersheds in digital spaces", 1991) basins grow
//! from the widest places towards the walls, a cell of distance at a time, and small ones are
//! merged with a neighbour. Distances here are exact and not blurred, and a basin only has to
//! stay in one layer and area where its outline is traced, so nothing depends on how basins
//! lie over each other.

use super::compact::{NONE, OpenField, Spot};
use crate::geom::cast;
use std::collections::{BTreeMap, BTreeSet};

/// The basin of each span that `keep` names in the tile itself, or [`NONE`]; basins of fewer
/// than `merge_cells` spans are merged with their smallest neighbour of the same area.
pub(super) fn regions(
    field: &OpenField,
    keep: &[bool],
    distances_squared: &[i64],
    merge_cells: u32,
) -> Vec<u32> {
    // Distances are in half cells; a level is a whole cell of them.
    let level = |i: usize| usize::try_from(distances_squared[i].max(0).isqrt() / 2).unwrap_or(0);
    let mut levels: Vec<Vec<usize>> = Vec::new();
    let spots: Vec<Spot> = field.spots().collect();
    for i in (0..spots.len()).filter(|&i| keep[i] && field.is_inner(spots[i])) {
        if levels.len() <= level(i) {
            levels.resize(level(i) + 1, Vec::new());
        }
        levels[level(i)].push(i);
    }
    let mut basins = Basins {
        field,
        spots,
        of_span: vec![NONE; field.len()],
        open: vec![false; field.len()],
        sizes: Vec::new(),
    };
    for spans in levels.iter().rev() {
        basins.flood(spans);
    }
    basins.merge(merge_cells)
}

struct Basins<'a> {
    field: &'a OpenField,
    /// All of its spans.
    spots: Vec<Spot>,
    of_span: Vec<u32>,
    /// Spans of the level at hand.
    open: Vec<bool>,
    sizes: Vec<u32>,
}

impl Basins<'_> {
    /// The neighbours of a span in the same area.
    fn around(&self, i: usize) -> impl Iterator<Item = usize> + use<'_> {
        let areas = &self.field.areas;
        let around = self.field.around(self.spots[i]).map(Spot::i);
        around.filter(move |&j| areas.of(j) == areas.of(i))
    }

    /// Lets the basins grow over the spans of one level, then starts new ones in what is left.
    fn flood(&mut self, spans: &[usize]) {
        for &i in spans {
            self.open[i] = true;
        }
        let first: Vec<(usize, u32)> = spans
            .iter()
            .filter_map(|&i| {
                let beside = self.around(i).map(|j| self.of_span[j]).find(|&b| b != NONE)?;
                Some((i, beside))
            })
            .collect();
        self.grow(first);
        for &i in spans {
            if self.of_span[i] == NONE {
                let basin = cast::count(self.sizes.len());
                self.sizes.push(0);
                self.grow(vec![(i, basin)]);
            }
        }
    }

    /// Breadth first over open spans.
    fn grow(&mut self, mut ring: Vec<(usize, u32)>) {
        while !ring.is_empty() {
            let mut next = Vec::new();
            for (i, basin) in ring {
                if self.of_span[i] != NONE {
                    continue;
                }
                self.of_span[i] = basin;
                self.sizes[cast::index(basin)] += 1;
                let free = self.around(i).filter(|&j| self.open[j] && self.of_span[j] == NONE);
                next.extend(free.map(|j| (j, basin)));
            }
            ring = next;
        }
    }

    /// Merges small basins, the smallest first, and gives the basin of each span.
    fn merge(mut self, merge_cells: u32) -> Vec<u32> {
        let mut beside: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for i in 0..self.of_span.len() {
            let own = self.of_span[i];
            for j in self.around(i) {
                let other = self.of_span[j];
                if own != NONE && other != NONE && own != other {
                    beside.entry(own).or_default().insert(other);
                }
            }
        }
        let size = |sizes: &[u32], b: u32| sizes[cast::index(b)];
        let mut small: BTreeSet<(u32, u32)> = (0..cast::count(self.sizes.len()))
            .map(|b| (size(&self.sizes, b), b))
            .filter(|&(n, _)| n < merge_cells)
            .collect();
        let mut into: Vec<u32> = (0..cast::count(self.sizes.len())).collect();
        while let Some((cells, basin)) = small.pop_first() {
            let Some(around) = beside.remove(&basin) else { continue };
            let Some(&target) = around.iter().min_by_key(|&&b| (size(&self.sizes, b), b)) else {
                continue;
            };
            let before = size(&self.sizes, target);
            self.sizes[cast::index(target)] = before + cells;
            into[cast::index(basin)] = target;
            if small.remove(&(before, target)) && before + cells < merge_cells {
                small.insert((before + cells, target));
            }
            for other in around {
                let others = beside.entry(other).or_default();
                others.remove(&basin);
                if other != target {
                    others.insert(target);
                    beside.entry(target).or_default().insert(other);
                }
            }
        }
        for b in self.of_span.iter_mut().filter(|b| **b != NONE) {
            while into[cast::index(*b)] != *b {
                *b = into[cast::index(*b)];
            }
        }
        self.of_span
    }
}
