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

    /// Where pieces are in their own way: in pairs of spans in `crowded` places.
    pub(super) fn contested(&self, field: &OpenField, crowded: &[Crowd]) -> Contested {
        let mut contested =
            Contested { spans: vec![false; field.len()], pieces: vec![false; self.sizes.len()] };
        let mut meet = |i: usize, j: usize| {
            let piece = self.of_span[i];
            if piece != NONE && piece == self.of_span[j] {
                contested.spans[i] = true;
                contested.spans[j] = true;
                contested.pieces[cast::index(piece)] = true;
            }
        };
        for &Crowd { cell, sides } in crowded {
            let cell = cast::index(cell);
            let here = field.column(cell);
            for i in here.clone() {
                (i + 1..here.end).for_each(|j| meet(i, j));
            }
            for (side, beside) in [EAST, NORTH].into_iter().zip(sides) {
                if beside == 0 {
                    continue;
                }
                let there = field.column(cell + cast::index(beside));
                for i in here.clone() {
                    let linked = cast::index(field.links[i][side]);
                    there.clone().filter(|&j| j != linked).for_each(|j| meet(i, j));
                }
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

/// A cell where spans may be in each other's way, whatever the pieces: several above each other,
/// or a cell to the east or north in which not just the span is that is linked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    cell: u32,
    /// How much higher the numbers of the cells to the east and north are, 0 where nobody is in
    /// the way.
    sides: [u32; 2],
}

/// All such cells of the tile itself; linear.
pub(super) fn crowded(field: &OpenField) -> Vec<Crowd> {
    let w = &field.window;
    let mut crowded = Vec::new();
    let width = cast::cell_index(w.width);
    let n = cast::cell_index((w.inner_max.0 - w.inner_min.0).max(0));
    for y in w.inner_min.1..w.inner_max.1 {
        let first = w.number(w.inner_min.0, y);
        let row = &field.starts[first..=first + n];
        let above = if y + 1 < w.inner_max.1 { &field.starts[first + width..][..=n] } else { &[] };
        for x in 0..n {
            let here = spans(row, x);
            if here == 0 {
                continue;
            }
            let links = field.links.get(cast::index(row[x])).unwrap_or(&[NONE; 4]);
            let meets = |there: u32, side: usize| {
                let pair = here == 1 && there == 1;
                there != 0 && !(pair && links[side] != NONE)
            };
            let (east, north) = (meets(spans(row, x + 1), EAST), meets(spans(above, x), NORTH));
            if east || north || here > 1 {
                let sides = [u32::from(east), if north { cast::count(width) } else { 0 }];
                crowded.push(Crowd { cell: cast::count(first + x), sides });
            }
        }
    }
    crowded
}

/// How many spans cell `x` of a row of starts has.
#[inline]
fn spans(starts: &[u32], x: usize) -> u32 {
    starts.get(x + 1).map_or(0, |&end| end - starts[x])
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
