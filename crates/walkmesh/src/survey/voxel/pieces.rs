//! Kept ground as pieces that hang together inside the tile.

use super::compact::{EAST, NONE, NORTH, OpenField, SOUTH, Spot, WEST};
use super::crowd::Crowd;
use super::links::NOWHERE;
use super::rows::{Stretch, all_are, in_halves};
use crate::geom::cast;
use crate::threads;
use std::ops::Range;

/// Which kept spans of the tile hang together through links. Pieces are numbered by their first
/// spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    /// The piece of each span, or [`NONE`]: not kept, or not of the tile itself.
    pub(super) of_span: Vec<u32>,
    /// How many spans each piece has.
    pub(super) sizes: Vec<u32>,
}

/// Spans that another span of their piece stands in the way of: above or below, or in a cell
/// beside without a link. Only there can one piece need several layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contested {
    pub(super) spans: Vec<bool>,
    /// Pieces with such spans.
    pub(super) pieces: Vec<bool>,
}

impl Pieces {
    /// The pieces of the spans that `keep` names; linear.
    pub(super) fn of(field: &OpenField, keep: &[bool]) -> Self {
        Self::of_by(field, keep, field.is_shared())
    }

    /// The same by two threads or by one.
    pub(super) fn of_by(field: &OpenField, keep: &[bool], is_shared: bool) -> Self {
        let of = |rows: Range<i32>| Numbers::of(field, keep, rows);
        let (mut south, north) = in_halves((field, is_shared), field.inner().1, of);
        let Some(mut north) = north else {
            let count = south.settle();
            let sizes = pieces_of(&mut south.of_span, &south.lower, count);
            return Self { of_span: south.of_span, sizes };
        };
        let own = south.lower.len();
        south.join(field, &north);
        let count = south.settle();
        let (lower, beyond) = south.lower.split_at(own);
        let (mut sizes, others) = threads::join(
            || pieces_of(&mut south.of_span, lower, count),
            || pieces_of(&mut north.of_span, beyond, count),
        );
        sizes.iter_mut().zip(others).for_each(|(size, other)| *size += other);
        south.of_span.append(&mut north.of_span);
        Self { of_span: south.of_span, sizes }
    }

    /// Calls `found` with each piece that goes on outside the tile, perhaps several times.
    pub(super) fn reach_out(&self, field: &OpenField, keep: &[bool], mut found: impl FnMut(usize)) {
        let w = &field.window;
        let (min, max) = (w.inner_min, w.inner_max);
        let mut look = |x: i32, y: i32, side: usize| {
            let cell = w.number(x, y);
            for i in field.column(cell) {
                let spot = Spot { span: cast::count(i), cell: cast::count(cell) };
                let goes_on = field.beside(spot, side).is_some_and(|there| keep[there.i()]);
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
            look(min.0, y, WEST);
        }
        for x in min.0..max.0 {
            look(x, max.1 - 1, NORTH);
            look(x, min.1, SOUTH);
        }
    }

    /// Where pieces are in their own way: in pairs of spans in `crowded` places.
    pub(super) fn contested(&self, field: &OpenField, crowded: &[Crowd]) -> Contested {
        self.contested_by(field, crowded, field.is_shared())
    }

    /// The same by several threads or by one.
    pub(super) fn contested_by(
        &self,
        field: &OpenField,
        crowded: &[Crowd],
        is_shared: bool,
    ) -> Contested {
        let mut contested =
            Contested { spans: vec![false; field.len()], pieces: vec![false; self.sizes.len()] };
        let mut found = |i: usize| {
            contested.spans[i] = true;
            contested.pieces[cast::index(self.of_span[i])] = true;
        };
        if is_shared {
            let of = |some: &[Crowd]| {
                let mut all = Vec::new();
                self.in_the_way(field, some, |i| all.push(i));
                all
            };
            threads::all_of_runs(crowded, of).into_iter().for_each(found);
        } else {
            self.in_the_way(field, crowded, &mut found);
        }
        contested
    }

    /// Calls `found` with the spans that are [contested](Self::contested) in some places, and with some
    /// of them several times. A span, not each pair that it is one of, is found: under many floors
    /// there are as many pairs as the square of the floors.
    fn in_the_way(&self, field: &OpenField, crowded: &[Crowd], mut found: impl FnMut(usize)) {
        // Those above or below one of their piece.
        let mut stacked = Vec::new();
        let mut loose = Vec::new();
        for &crowd in crowded {
            let cell = crowd.cell();
            let here = field.column(cell);
            for i in here.clone() {
                if here.clone().any(|j| j != i && self.are_one(i, j)) {
                    found(i);
                    stacked.push(Spot { span: cast::count(i), cell: cast::count(cell) });
                }
            }
            for (side, beside) in crowd.beside(&field.window) {
                let there = field.column(beside);
                // Who is in the way of a span that is linked to one of its piece is above or below
                // that one.
                loose.clear();
                loose.extend(here.clone().filter(|&i| {
                    let linked = field.links.beside(i, side, cast::count(there.start));
                    linked == NOWHERE || !self.are_one(i, linked)
                }));
                let is_met = |i: usize| there.clone().any(|j| self.are_one(i, j));
                loose.iter().copied().filter(|&i| is_met(i)).for_each(&mut found);
                let meets = |j: usize| loose.iter().any(|&i| self.are_one(i, j));
                there.clone().filter(|&j| meets(j)).for_each(&mut found);
            }
        }
        for spot in stacked {
            for there in field.around(spot).filter(|there| self.are_one(spot.i(), there.i())) {
                found(there.i());
            }
        }
    }

    /// True when two spans are of one piece.
    fn are_one(&self, i: usize, j: usize) -> bool {
        self.of_span[i] == self.of_span[j] && self.of_span[i] != NONE
    }
}

#[cfg(test)]
impl Pieces {
    pub(super) fn all_contested(&self) -> Contested {
        Contested { spans: vec![true; self.of_span.len()], pieces: vec![true; self.sizes.len()] }
    }
}

/// The kept spans of some rows of a tile, and those to the north and south of the tile, in numbers:
/// those of one number are of one piece.
struct Numbers {
    rows: Range<i32>,
    /// The number of each span, or [`NONE`].
    of_span: Vec<u32>,
    /// For each number a lower one of the same piece, or itself.
    lower: Vec<u32>,
}

impl Numbers {
    /// Numbers in the order of the spans that are the first with them.
    fn of(field: &OpenField, keep: &[bool], rows: Range<i32>) -> Self {
        let (columns, inner) = field.inner();
        let begin = |y: i32, outer: i32, none: usize| {
            if y == outer { none } else { field.first_span(y) }
        };
        let spans = begin(rows.start, inner.start, 0)..begin(rows.end, inner.end, field.len());
        // Room for those to the north.
        let mut of_span = Vec::with_capacity(field.len() - spans.start);
        of_span.resize(spans.len(), NONE);
        let mut lower: Vec<u32> = Vec::new();
        // Of a span, which may be none or none of these.
        let at = |i: usize| i.wrapping_sub(spans.start);
        let number_of = |of_span: &[u32], i: usize| of_span.get(at(i)).map_or(NONE, |&n| n);
        let mut southward = Vec::new();
        for (row, Stretch { columns, calm }) in field.stretches(&columns, rows.clone()) {
            if let Some((first, south)) = calm
                && let number = number_of(&of_span, south)
                && number != NONE
                && keep[first..][..columns.len()].iter().fold(true, |all, &kept| all & kept)
                && all_are(&of_span[at(south)..][..columns.len()], number)
            {
                // One piece, as to the south of it.
                of_span[at(first)..][..columns.len()].fill(number);
                let west = number_of(&of_span, field.west(first));
                if west != NONE && west != number {
                    join(&mut lower, west, number);
                }
                continue;
            }
            let first = field.southward(&row, &columns, &mut southward);
            for (i, &south) in (first..).zip(&southward).filter(|&(i, _)| keep[i]) {
                // Spans to the west and south have their numbers.
                let [west, south] =
                    [field.west(i), cast::index(south)].map(|there| number_of(&of_span, there));
                of_span[at(i)] = match (west, south) {
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
        Self { rows, of_span, lower }
    }

    /// Takes over the numbers of the rows to the north as ones that are higher by as many as there are.
    fn join(&mut self, field: &OpenField, north: &Self) {
        let shift = cast::count(self.lower.len());
        self.lower.extend(north.lower.iter().map(|lower| lower + shift));
        let mut southward = Vec::new();
        let row = field.row(north.rows.start);
        let first = field.southward(&row, &field.inner().0, &mut southward);
        let own = &north.of_span[first - self.of_span.len()..];
        for (&own, &south) in own.iter().zip(&southward) {
            let south = self.of_span.get(cast::index(south)).map_or(NONE, |&number| number);
            if own != NONE && south != NONE {
                join(&mut self.lower, south, own + shift);
            }
        }
    }

    /// Lets [`Numbers::lower`] tell the piece of each number, and gives how many pieces there are.
    fn settle(&mut self) -> u32 {
        let mut count = 0;
        for i in 0..self.lower.len() {
            let under = cast::index(self.lower[i]);
            if under == i {
                self.lower[i] = count;
                count += 1;
            } else {
                self.lower[i] = self.lower[under];
            }
        }
        count
    }
}

/// Puts pieces in place of their numbers; how many spans each of so many has.
fn pieces_of(numbers: &mut [u32], pieces: &[u32], count: u32) -> Vec<u32> {
    let mut sizes = vec![0; cast::index(count)];
    for numbers in numbers.chunk_by_mut(|a, b| a == b) {
        if let Some(&piece) = pieces.get(cast::index(numbers[0])) {
            numbers.fill(piece);
            sizes[cast::index(piece)] += cast::count(numbers.len());
        }
    }
    sizes
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
