//! Ground to layers that map one-to-one to the plan, and layers to patches of one area.

use super::compact::{NONE, OpenField};
use super::pieces::{Contested, Crowd, Pieces};
use crate::geom::cast;

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
        pieces: &Pieces,
        crowded: &[Crowd],
        regions: Option<&[u32]>,
    ) -> Self {
        Self::flood_contested(field, pieces, &pieces.contested(field, crowded), regions)
    }

    /// [`flood`](Self::flood) where at most these spans are in the way of others of their piece.
    pub(super) fn flood_contested(
        field: &OpenField,
        pieces: &Pieces,
        contested: &Contested,
        regions: Option<&[u32]>,
    ) -> Self {
        let Layers { of_span: layer_of, count, whole } = Layers::flood(field, pieces, contested);
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
    fn flood(field: &OpenField, pieces: &Pieces, contested: &Contested) -> Self {
        let mut layers = Self { of_span: vec![NONE; field.len()], count: 0, whole: true };
        layers.fill(field, pieces, contested);
        if layers.count > 1 && layers.give_crumbs_away(field) {
            // What is left of a crumb may be in pieces.
            layers.whole = false;
            layers.fill(field, pieces, contested);
            layers.renumber();
        }
        layers
    }

    /// Floods layers over spans of pieces that have none.
    fn fill(&mut self, field: &OpenField, pieces: &Pieces, contested: &Contested) {
        let split = contested.pieces.contains(&true);
        let mut taken =
            Columns { taken: vec![(NONE, NONE); if split { field.window.cells() } else { 0 }] };
        let mut layer_of = vec![NONE; pieces.sizes.len()];
        let mut queue = Vec::new();
        // Spans outside the tile have no piece.
        for (i, &piece) in pieces.of_span.iter().enumerate() {
            if piece == NONE || self.of_span[i] != NONE {
                continue;
            }
            if contested.pieces[cast::index(piece)] {
                self.spread(field, (pieces, contested), i, (&mut taken, &mut queue));
                continue;
            }
            // Nothing in it is in the way of anything: the piece is a layer.
            let layer = &mut layer_of[cast::index(piece)];
            if *layer == NONE {
                *layer = self.count;
                self.count += 1;
            }
            self.of_span[i] = *layer;
        }
    }

    /// Floods a layer from a span. Breadth first, so that layers are round.
    fn spread(
        &mut self,
        field: &OpenField,
        (pieces, contested): (&Pieces, &Contested),
        first: usize,
        (taken, queue): (&mut Columns, &mut Vec<u32>),
    ) {
        let layer = self.count;
        self.count += 1;
        self.of_span[first] = layer;
        taken.take(field, first, layer);
        queue.clear();
        queue.push(cast::count(first));
        let mut next = 0;
        while let Some(&i) = queue.get(next) {
            next += 1;
            for j in field.links[cast::index(i)] {
                let (number, j) = (j, cast::index(j));
                if number == NONE || self.of_span[j] != NONE || pieces.of_span[j] == NONE {
                    continue;
                }
                if contested.spans[j] {
                    if !taken.admit(field, j, layer) {
                        continue;
                    }
                    taken.take(field, j, layer);
                }
                self.of_span[j] = layer;
                queue.push(number);
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
        if sizes.iter().all(|&size| size >= CRUMB) {
            return false;
        }
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
        holds(field.cell(i)).is_none()
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

/// Which layer took a column last with a contested span, and with which.
struct Columns {
    taken: Vec<(u32, u32)>,
}

impl Columns {
    fn take(&mut self, field: &OpenField, i: usize, layer: u32) {
        self.taken[field.cell(i)] = (layer, cast::count(i));
    }

    fn admit(&self, field: &OpenField, i: usize, layer: u32) -> bool {
        if self.taken[field.cell(i)].0 == layer {
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
