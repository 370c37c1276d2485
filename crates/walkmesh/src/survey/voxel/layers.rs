//! Ground to layers that map one-to-one to the plan, and layers to patches of one area.

use super::compact::{NONE, OpenField, Spot};
use super::crowd::Crowd;
use super::pieces::{Contested, Pieces};
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
    /// Floods layers through the linked spans of each piece, then splits each by area, and by the `regions` of spans when there are any.
    ///
    /// A layer takes a span when its column is free, and the spans of the layer in the four
    /// columns around are those that it is linked to. So inside a layer two cells side by side
    /// are always linked, and outlines never run along both sides of a slit.
    pub(super) fn flood(
        field: &OpenField,
        pieces: Pieces,
        crowded: &[Crowd],
        regions: Option<&[u32]>,
    ) -> Self {
        let contested = pieces.contested(field, crowded);
        Self::flood_contested(field, pieces, &contested, regions)
    }

    /// [`flood`](Self::flood) where at most these spans are in the way of others of their piece.
    pub(super) fn flood_contested(
        field: &OpenField,
        pieces: Pieces,
        contested: &Contested,
        regions: Option<&[u32]>,
    ) -> Self {
        let (layer_of, count, whole) = Layers::flood(field, pieces, contested);
        if whole && regions.is_none() && field.areas.is_one() {
            // Layers are flooded in one piece each, so there is nothing to split.
            return Self { of_span: layer_of, layers: (0..count).collect(), layer_count: count };
        }
        let region = |i: usize| regions.and_then(|r| r.get(i));
        let mut patches =
            Self { of_span: vec![NONE; field.len()], layers: Vec::new(), layer_count: count };
        let mut queue = Vec::new();
        for first in field.spots() {
            let layer = layer_of[first.i()];
            if layer == NONE || patches.of_span[first.i()] != NONE {
                continue;
            }
            let patch = cast::count(patches.layers.len());
            patches.layers.push(layer);
            patches.of_span[first.i()] = patch;
            queue.push(first);
            while let Some(spot) = queue.pop() {
                let i = spot.i();
                for there in field.around(spot) {
                    let j = there.i();
                    let same = layer_of[j] == layer && field.areas.of(j) == field.areas.of(i);
                    if same && patches.of_span[j] == NONE && region(i) == region(j) {
                        patches.of_span[j] = patch;
                        queue.push(there);
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

    /// True when a layer is one patch, of the same number.
    pub(super) fn is_patch(&self, layer: u32) -> bool {
        // Each layer has a patch at least.
        self.layers.len() == cast::index(self.layer_count)
            && self.layers.get(cast::index(layer)) == Some(&layer)
    }

    /// The layers of all spans.
    pub(super) fn by_span(&self) -> Vec<Option<u32>> {
        (0..self.of_span.len()).map(|i| self.layer_of(i)).collect()
    }
}

/// Layers under this many cells are crumbs from between the fronts of others.
const CRUMB: u32 = 64;

/// Layers on the way.
struct Layers {
    /// The piece of each span that has no layer yet, or from `base` on the layer of one that has;
    /// [`NONE`] where it has no piece.
    numbers: Vec<u32>,
    base: u32,
    /// The piece of each layer.
    pieces: Vec<u32>,
}

impl Layers {
    /// The layer of each span, or [`NONE`], how many layers there are, and whether each hangs
    /// together. Layers are numbered by their first spans.
    fn flood(field: &OpenField, pieces: Pieces, contested: &Contested) -> (Vec<u32>, u32, bool) {
        let Pieces { of_span: numbers, sizes } = pieces;
        let count = cast::count(sizes.len());
        if !contested.pieces.contains(&true) {
            // Nothing is in the way of anything of its own piece: each is a layer.
            return (numbers, count, true);
        }
        let mut layers = Self { numbers, base: count, pieces: Vec::new() };
        layers.fill(field, contested);
        let torn = layers.pieces.len() > 1 && layers.give_crumbs_away(field);
        if torn {
            // What is left of a crumb may be in pieces.
            layers.fill(field, contested);
        }
        let (numbers, count) =
            renumbered(layers.numbers, layers.base, cast::count(layers.pieces.len()));
        (numbers, count, !torn)
    }

    /// Begins a layer of a piece.
    fn begin(&mut self, piece: u32) -> u32 {
        self.pieces.push(piece);
        self.base + cast::count(self.pieces.len() - 1)
    }

    /// Floods layers over spans that have a piece and no layer.
    fn fill(&mut self, field: &OpenField, contested: &Contested) {
        let mut layer_of = vec![NONE; cast::index(self.base)];
        let mut queue = VecDeque::new();
        for i in 0..self.numbers.len() {
            let piece = self.numbers[i];
            if piece >= self.base {
                continue;
            }
            if contested.pieces[cast::index(piece)] {
                self.spread(field, contested, field.spot(i), &mut queue);
                continue;
            }
            // Nothing in it is in the way of anything: the piece is a layer.
            if layer_of[cast::index(piece)] == NONE {
                layer_of[cast::index(piece)] = self.begin(piece);
            }
            self.numbers[i] = layer_of[cast::index(piece)];
        }
    }

    /// Floods a layer from a span. Breadth first, so that layers are round.
    fn spread(
        &mut self,
        field: &OpenField,
        contested: &Contested,
        first: Spot,
        queue: &mut VecDeque<Spot>,
    ) {
        let layer = self.begin(self.numbers[first.i()]);
        self.numbers[first.i()] = layer;
        queue.push_back(first);
        while let Some(spot) = queue.pop_front() {
            for there in field.around(spot) {
                let j = there.i();
                if self.numbers[j] < self.base
                    && (!contested.spans[j] || self.admits(field, there, layer))
                {
                    self.numbers[j] = layer;
                    queue.push_back(there);
                }
            }
        }
    }

    /// Moves spans of small layers to larger ones beside them that can take them, and clears
    /// the rest of a layer that lost some. True when there was one.
    fn give_crumbs_away(&mut self, field: &OpenField) -> bool {
        let base = self.base;
        let of = move |number: u32| cast::index(number - base);
        let mut sizes = vec![0_u32; self.pieces.len()];
        for &layer in self.numbers.iter().filter(|&&number| number != NONE) {
            sizes[of(layer)] += 1;
        }
        if sizes.iter().all(|&size| size >= CRUMB) {
            return false;
        }
        let small = |layer: u32| layer != NONE && sizes[of(layer)] < CRUMB;
        let mut crumbs: Vec<(Spot, u32)> = field
            .spots()
            .map(|spot| (spot, self.numbers[spot.i()]))
            .filter(|&(_, layer)| small(layer))
            .collect();
        let mut torn = vec![false; self.pieces.len()];
        loop {
            let before = crumbs.len();
            crumbs.retain(|&(spot, own)| {
                let other = field
                    .around(spot)
                    .map(|there| self.numbers[there.i()])
                    .find(|&l| l != NONE && !small(l) && self.admits(field, spot, l));
                if let Some(other) = other {
                    self.numbers[spot.i()] = other;
                    torn[of(own)] = true;
                }
                other.is_none()
            });
            if crumbs.len() == before {
                break;
            }
        }
        for (spot, own) in crumbs {
            if torn[of(own)] {
                self.numbers[spot.i()] = self.pieces[of(own)];
            }
        }
        torn.contains(&true)
    }

    /// Whether a layer can take a span: its column is free, and of those around the layer has only
    /// spans that it is linked to.
    fn admits(&self, field: &OpenField, spot: Spot, layer: u32) -> bool {
        let holds = |cell: usize| field.column(cell).find(|&j| self.numbers[j] == layer);
        let (x, y) = field.place(spot);
        holds(cast::index(spot.cell)).is_none()
            && (0..4).all(|d| {
                let there = field.window.beside(x, y, d).and_then(holds);
                there.is_none() || there == field.beside(spot, d).map(Spot::i)
            })
    }
}

/// Numbers from `base` on, of which there are `count` at most, as numbers from 0 in the order in
/// which they come first; how many there are.
fn renumbered(mut numbers: Vec<u32>, base: u32, count: u32) -> (Vec<u32>, u32) {
    let (mut new, mut next) = (vec![NONE; cast::index(count)], 0);
    for number in numbers.iter_mut().filter(|number| **number != NONE) {
        let new = &mut new[cast::index(*number - base)];
        if *new == NONE {
            *new = next;
            next += 1;
        }
        *number = *new;
    }
    (numbers, next)
}
