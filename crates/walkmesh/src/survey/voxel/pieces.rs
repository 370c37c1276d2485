//! Kept ground as pieces that hang together inside the tile.

use super::compact::{EAST, NONE, NORTH, OpenField};
use crate::geom::cast;

/// Which kept spans of the tile hang together through links. Pieces are numbered by their first
/// spans.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// The piece of each span, or [`NONE`]: not kept, or not of the tile itself.
    pub(super) of_span: Vec<u32>,
    /// How many spans each piece has.
    pub(super) sizes: Vec<u32>,
}

/// Spans that another span of their piece stands in the way of: above or below, or in a cell
/// beside without a link. Only there can one piece need several layers.
#[derive(Clone, Debug)]
pub(super) struct Contested {
    pub(super) spans: Vec<bool>,
    /// Pieces with such spans.
    pub(super) pieces: Vec<bool>,
}

impl Pieces {
    /// The pieces of the spans that `keep` names; linear.
    pub(super) fn of(field: &OpenField, keep: &[bool]) -> Self {
        let mut of_span = vec![NONE; field.len()];
        // Numbers given so far, and for each a lower one of the same piece, or itself.
        let mut lower: Vec<u32> = Vec::new();
        for row in field.inner_rows() {
            for i in row {
                if !keep[i] {
                    continue;
                }
                // Links west and south lead to spans that have their numbers.
                let number = |d: usize| of_span.get(cast::index(field.links[i][d])).copied();
                let (west, south) =
                    (number(EAST + 2).unwrap_or(NONE), number(NORTH + 2).unwrap_or(NONE));
                of_span[i] = match (west, south) {
                    (NONE, NONE) => {
                        lower.push(cast::count(lower.len()));
                        cast::count(lower.len() - 1)
                    }
                    (one, NONE) | (NONE, one) => one,
                    (one, other) if one == other => one,
                    (one, other) => join(&mut lower, one, other),
                };
            }
        }
        let mut sizes = Vec::new();
        for i in 0..lower.len() {
            let under = cast::index(lower[i]);
            if under == i {
                lower[i] = cast::count(sizes.len());
                sizes.push(0);
            } else {
                lower[i] = lower[under];
            }
        }
        for number in &mut of_span {
            if let Some(&piece) = lower.get(cast::index(*number)) {
                *number = piece;
                sizes[cast::index(piece)] += 1;
            }
        }
        Self { of_span, sizes }
    }

    /// Calls `found` with each piece that goes on outside the tile, perhaps several times.
    pub(super) fn reach_out(&self, field: &OpenField, keep: &[bool], mut found: impl FnMut(usize)) {
        let w = &field.window;
        let (min, max) = (w.inner_min, w.inner_max);
        let mut look = |x: i32, y: i32, side: usize| {
            for i in field.column(w.number(x, y)) {
                let goes_on = field.beside(i, side).is_some_and(|j| keep[j]);
                if goes_on && self.of_span[i] != NONE {
                    found(cast::index(self.of_span[i]));
                }
            }
        };
        if min.0 >= max.0 || min.1 >= max.1 {
            return;
        }
        for y in min.1..max.1 {
            look(max.0 - 1, y, EAST);
            look(min.0, y, EAST + 2);
        }
        for x in min.0..max.0 {
            look(x, max.1 - 1, NORTH);
            look(x, min.1, NORTH + 2);
        }
    }

    /// Where pieces are in their own way. Linear, but for spans that are `crowded`: in pairs of
    /// spans in cells side by side.
    pub(super) fn contested(&self, field: &OpenField, crowded: &[bool]) -> Contested {
        let mut contested =
            Contested { spans: vec![false; field.len()], pieces: vec![false; self.sizes.len()] };
        for (i, &piece) in self.of_span.iter().enumerate() {
            if piece == NONE || !crowded[i] {
                continue;
            }
            let (x, y) = field.place(i);
            let same = |j: usize| self.of_span[j] == piece;
            let above = field.column(field.cell(i)).any(|j| j != i && same(j));
            let beside = |d: usize| {
                let linked = cast::index(field.links[i][d]);
                let cell = field.window.beside(x, y, d);
                cell.is_some_and(|cell| field.column(cell).any(|j| j != linked && same(j)))
            };
            if above || (0..4).any(beside) {
                contested.spans[i] = true;
                contested.pieces[cast::index(piece)] = true;
            }
        }
        contested
    }
}

#[cfg(test)]
impl Pieces {
    pub(super) fn all_contested(&self) -> Contested {
        Contested { spans: vec![true; self.of_span.len()], pieces: vec![true; self.sizes.len()] }
    }
}

/// Spans with another one above or below, or in a cell beside without a link: all that can be
/// contested, whatever the pieces.
pub(super) fn crowded(field: &OpenField) -> Vec<bool> {
    let w = &field.window;
    let mut crowded = vec![false; field.len()];
    let width = cast::cell_index(w.width);
    for y in 0..w.depth {
        for x in 0..w.width {
            let cell = w.number(x, y);
            let here = field.column(cell);
            if here.is_empty() {
                continue;
            }
            let mut meet = |cell: usize, side: usize| {
                let there = field.column(cell);
                let pair = here.len() == 1 && there.len() == 1;
                if there.is_empty() || pair && field.links[here.start][side] != NONE {
                    return;
                }
                crowded[here.clone()].fill(true);
                crowded[there].fill(true);
            };
            if x + 1 < w.width {
                meet(cell + 1, EAST);
            }
            if y + 1 < w.depth {
                meet(cell + width, NORTH);
            }
            if here.len() > 1 {
                crowded[here].fill(true);
            }
        }
    }
    crowded
}

/// Makes two numbers one piece and gives the lower of its numbers.
fn join(lower: &mut [u32], one: u32, other: u32) -> u32 {
    let mut root = |mut at: u32| {
        while lower[cast::index(at)] != at {
            let next = lower[cast::index(lower[cast::index(at)])];
            lower[cast::index(at)] = next;
            at = next;
        }
        at
    };
    let (one, other) = (root(one), root(other));
    let (low, high) = (one.min(other), one.max(other));
    lower[cast::index(high)] = low;
    low
}
