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
    /// each by area.
    ///
    /// A layer takes a span when its column is free, and the spans of the layer in the four
    /// columns around are those that it is linked to. So inside a layer two cells side by side
    /// are always linked, and outlines never run along both sides of a slit.
    pub(super) fn flood(field: &OpenField, keep: &[bool]) -> Self {
        let (layer_of, layer_count) = flood_layers(field, keep);
        let mut patches =
            Self { of_span: vec![NONE; field.len()], layers: Vec::new(), layer_count };
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
                    if same && patches.of_span[j] == NONE {
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

/// The layer of each span, and how many layers. Breadth first, so that layers are round.
fn flood_layers(field: &OpenField, keep: &[bool]) -> (Vec<u32>, u32) {
    let mut layer_of = vec![NONE; field.len()];
    let mut columns = Columns { taken: vec![(NONE, NONE); field.window.cells()] };
    let mut layer = 0;
    let mut queue = VecDeque::new();
    for first in 0..field.len() {
        if layer_of[first] != NONE || !keep[first] || !field.is_inner(first) {
            continue;
        }
        columns.take(field, first, layer);
        layer_of[first] = layer;
        queue.push_back(first);
        while let Some(i) = queue.pop_front() {
            for j in (0..4).filter_map(|d| field.beside(i, d)) {
                let free = layer_of[j] == NONE && keep[j] && field.is_inner(j);
                if free && columns.admit(field, j, layer) {
                    columns.take(field, j, layer);
                    layer_of[j] = layer;
                    queue.push_back(j);
                }
            }
        }
        layer += 1;
    }
    (layer_of, layer)
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
