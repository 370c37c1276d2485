//! Ground to layers that map one-to-one to the plan, and layers to patches of one area.

use super::compact::{NONE, OpenField};
use crate::geom::cast;
use std::collections::VecDeque;

/// Which patch each span belongs to, and which layer each patch.
#[derive(Clone, Debug, Default)]
pub(super) struct Patches {
    /// The patch of each span, or [`NONE`]: not kept, or not of the tile itself.
    pub(super) of_span: Vec<u32>,
    /// The layer of each patch, in order.
    pub(super) layers: Vec<u32>,
    /// How many layers.
    pub(super) layer_count: u32,
}

impl Patches {
    /// Floods layers through linked spans that `keep` names, in the tile itself, then splits
    /// each by area, and by the `regions` of spans when there are any.
    ///
    /// A layer takes a span when its column is free, and the spans of the layer in the four
    /// columns around are those that it is linked to. So inside a layer two cells side by side
    /// are always linked, and outlines never run along both sides of a slit.
    pub(super) fn flood(field: &OpenField, keep: &[bool], regions: Option<&[u32]>) -> Self {
        let Layers { of_span: layer_of, count, whole } = Layers::flood(field, keep);
        if whole && regions.is_none() && field.areas.windows(2).all(|pair| pair[0] == pair[1]) {
            // Layers are flooded in one piece each, so there is nothing to split.
            return Self { of_span: layer_of, layers: (0..count).collect(), layer_count: count };
        }
        let region = |i: usize| regions.and_then(|r| r.get(i));
        let mut patches =
            Self { of_span: vec![NONE; field.len()], layers: Vec::new(), layer_count: count };
        let mut queue = Vec::new();
        for first in 0..field.len() {
            let layer = layer_of[first];
            if layer == NONE || patches.of_span[first] != NONE {
                continue;
            }
            let patch = cast::count(patches.layers.len());
            patches.layers.push(layer);
            patches.of_span[first] = patch;
            queue.push(first);
            while let Some(i) = queue.pop() {
                for j in (0..4).filter_map(|d| field.beside(i, d)) {
                    let same = layer_of[j] == layer && field.areas[j] == field.areas[i];
                    if same && patches.of_span[j] == NONE && region(i) == region(j) {
                        patches.of_span[j] = patch;
                        queue.push(j);
                    }
                }
            }
        }
        patches
    }

    /// The layer of span `i`, when it has one.
    #[inline]
    pub(super) fn layer_of(&self, i: usize) -> Option<u32> {
        self.layers.get(cast::index(self.of_span[i])).copied()
    }
}

/// Layers under this many cells are crumbs from between the fronts of others.
const CRUMB: u32 = 64;

/// The layer of each span, or [`NONE`], and how many layers there are.
struct Layers {
    of_span: Vec<u32>,
    count: u32,
    /// Each hangs together as it was flooded.
    whole: bool,
}

impl Layers {
    fn flood(field: &OpenField, keep: &[bool]) -> Self {
        let mut layers = Self { of_span: vec![NONE; field.len()], count: 0, whole: true };
        layers.fill(field, keep);
        if layers.count > 1 && layers.give_crumbs_away(field) {
            // What is left of a crumb may be in pieces.
            layers.whole = false;
            layers.fill(field, keep);
            layers.renumber();
        }
        layers
    }

    /// Floods layers over spans that have none. Breadth first, so that layers are round.
    fn fill(&mut self, field: &OpenField, keep: &[bool]) {
        let mut taken = Columns { taken: vec![(NONE, NONE); field.window.cells()] };
        let mut queue = VecDeque::new();
        for first in 0..field.len() {
            if self.of_span[first] != NONE || !keep[first] || !field.is_inner(first) {
                continue;
            }
            let layer = self.count;
            self.count += 1;
            taken.take(field, first, layer);
            self.of_span[first] = layer;
            queue.push_back(first);
            while let Some(i) = queue.pop_front() {
                for j in (0..4).filter_map(|d| field.beside(i, d)) {
                    let free = self.of_span[j] == NONE && keep[j] && field.is_inner(j);
                    if free && taken.admit(field, j, layer) {
                        taken.take(field, j, layer);
                        self.of_span[j] = layer;
                        queue.push_back(j);
                    }
                }
            }
        }
    }

    /// Moves spans of small layers to larger ones beside them that can take them, and clears
    /// the rest of a layer that lost some. True when there was one.
    fn give_crumbs_away(&mut self, field: &OpenField) -> bool {
        let mut sizes = vec![0_u32; cast::index(self.count)];
        for &layer in self.of_span.iter().filter(|&&l| l != NONE) {
            sizes[cast::index(layer)] += 1;
        }
        let small = |layer: u32| sizes.get(cast::index(layer)).is_some_and(|&n| n < CRUMB);
        let mut crumbs: Vec<(usize, u32)> = (0..field.len())
            .map(|i| (i, self.of_span[i]))
            .filter(|&(_, layer)| small(layer))
            .collect();
        let mut torn = vec![false; cast::index(self.count)];
        loop {
            let before = crumbs.len();
            crumbs.retain(|&(i, own)| {
                let other = (0..4)
                    .filter_map(|d| field.beside(i, d))
                    .map(|j| self.of_span[j])
                    .find(|&l| l != NONE && !small(l) && self.admits(field, i, l));
                if let Some(other) = other {
                    self.of_span[i] = other;
                    torn[cast::index(own)] = true;
                }
                other.is_none()
            });
            if crumbs.len() == before {
                break;
            }
        }
        for (i, own) in crumbs {
            if torn[cast::index(own)] {
                self.of_span[i] = NONE;
            }
        }
        torn.contains(&true)
    }

    /// Whether a layer can take span `i`: as [`Columns::admit`], by looking.
    fn admits(&self, field: &OpenField, i: usize, layer: u32) -> bool {
        let holds = |cell: usize| field.column(cell).find(|&j| self.of_span[j] == layer);
        let (x, y) = field.place(i);
        holds(cast::index(field.cells[i])).is_none()
            && (0..4).all(|d| {
                let there = field.window.beside(x, y, d).and_then(holds);
                there.is_none() || there == field.beside(i, d)
            })
    }

    /// Leaves no layer number unused.
    fn renumber(&mut self) {
        let mut new = vec![NONE; cast::index(self.count)];
        self.count = 0;
        for layer in self.of_span.iter_mut().filter(|l| **l != NONE) {
            let number = &mut new[cast::index(*layer)];
            if *number == NONE {
                *number = self.count;
                self.count += 1;
            }
            *layer = *number;
        }
    }
}

/// Which layer took a column last, and with which span.
struct Columns {
    taken: Vec<(u32, u32)>,
}

impl Columns {
    fn take(&mut self, field: &OpenField, i: usize, layer: u32) {
        self.taken[cast::index(field.cells[i])] = (layer, cast::count(i));
    }

    fn admit(&self, field: &OpenField, i: usize, layer: u32) -> bool {
        if self.taken[cast::index(field.cells[i])].0 == layer {
            return false;
        }
        let (x, y) = field.place(i);
        (0..4).all(|d| {
            let Some(beside) = field.window.beside(x, y, d) else { return true };
            let (other, span) = self.taken[beside];
            other != layer || span == field.links[i][d]
        })
    }
}
