//! Kept ground as pieces that hang together inside the tile.

use super::compact::{EAST, NONE, NORTH, OpenField, SOUTH, Spot, WEST};
use super::links::NOWHERE;
use super::rows::{Stretch, all_are, is_single, parts};
use super::window::{Tagged, Window};
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
        let (columns, rows) = field.inner();
        let mut southward = Vec::new();
        for (row, Stretch { columns, calm }) in field.stretches(&columns, rows) {
            if let Some((first, south)) = calm
                && let number = of_span[south]
                && number != NONE
                && keep[first..][..columns.len()].iter().fold(true, |all, &kept| all & kept)
                && all_are(&of_span[south..][..columns.len()], number)
            {
                // One piece, as to the south of it.
                of_span[first..][..columns.len()].fill(number);
                let west = of_span.get(field.west(first)).map_or(NONE, |&number| number);
                if west != NONE && west != number {
                    join(&mut lower, west, number);
                }
                continue;
            }
            let first = field.southward(&row, &columns, &mut southward);
            for (i, &south) in (first..).zip(&southward).filter(|&(i, _)| keep[i]) {
                // Spans to the west and south have their numbers.
                let number = |there: usize| of_span.get(there).map_or(NONE, |&number| number);
                let (west, south) = (number(field.west(i)), number(cast::index(south)));
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
        for numbers in of_span.chunk_by_mut(|a, b| a == b) {
            if let Some(&piece) = lower.get(cast::index(numbers[0])) {
                numbers.fill(piece);
                sizes[cast::index(piece)] += cast::count(numbers.len());
            }
        }
        Self { of_span, sizes }
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
        let mut contested =
            Contested { spans: vec![false; field.len()], pieces: vec![false; self.sizes.len()] };
        let mut meet = |i: usize, j: usize| {
            let meets = self.are_one(i, j);
            if meets {
                contested.spans[i] = true;
                contested.spans[j] = true;
                contested.pieces[cast::index(self.of_span[i])] = true;
            }
            meets
        };
        // Those above or below one of their piece.
        let mut stacked = Vec::new();
        for &crowd in crowded {
            let cell = crowd.cell();
            let here = field.column(cell);
            let spot = |i: usize| Spot { span: cast::count(i), cell: cast::count(cell) };
            for i in here.clone() {
                for j in i + 1..here.end {
                    if meet(i, j) {
                        stacked.extend([spot(i), spot(j)]);
                    }
                }
            }
            for (side, beside) in crowd.beside(&field.window) {
                let there = field.column(beside);
                for i in here.clone() {
                    let linked = field.links.beside(i, side, cast::count(there.start));
                    // Who is in the way of a span that is linked to one of its piece is above or
                    // below that one.
                    if linked == NOWHERE || !self.are_one(i, linked) {
                        for j in there.clone() {
                            meet(i, j);
                        }
                    }
                }
            }
        }
        for spot in stacked {
            for there in field.around(spot).filter(|there| self.are_one(spot.i(), there.i())) {
                contested.spans[there.i()] = true;
            }
        }
        contested
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

/// A cell where spans may be in each other's way, whatever the pieces: several above each other,
/// or a cell to the east or north in which not just the span is that is linked.
///
/// Its tag is whether somebody may be in the way to the east and to the north.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd(Tagged);

impl Crowd {
    const EAST: u32 = 2;
    const NORTH: u32 = 1;

    fn new(cell: usize, [east, north]: [bool; 2]) -> Self {
        let bit = |set: bool, bit: u32| if set { bit } else { 0 };
        let tag = bit(east, Self::EAST) | bit(north, Self::NORTH);
        Self(Tagged::new(cast::count(cell), tag))
    }

    fn cell(self) -> usize {
        cast::index(self.0.cell())
    }

    /// The sides on which somebody may be in the way, and the cells there.
    fn beside(self, window: &Window) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = cast::cell_index(window.width);
        let sides = [(EAST, Self::EAST, 1), (NORTH, Self::NORTH, width)];
        let sides = sides.into_iter().filter(move |(_, bit, _)| self.0.tag() & bit != 0);
        sides.map(move |(side, _, away)| (side, self.cell() + away))
    }
}

/// All such cells of the tile itself; linear.
pub(super) fn crowded(field: &OpenField) -> Vec<Crowd> {
    let (columns, rows) = field.inner();
    let (mut crowded, last) = (Vec::new(), rows.end - 1);
    let some = field
        .rows(rows)
        .flat_map(|row| parts(&row.with_spans(&columns)).map(move |some| (row, some)));
    for (row, some) in some {
        let first = field.window.number(0, row.y);
        // Nearly everywhere one span is linked to one on each side.
        let with_east = some.start..(some.end + 1).min(columns.end);
        if row.is_single(&with_east)
            && (row.y == last || is_single(&row.north[some.start..=some.end]))
            && field.links.are_open(row.spans(&some))
        {
            continue;
        }
        let spans = |starts: &[u32], x: usize| starts[x + 1] - starts[x];
        for x in some {
            let here = spans(row.own, x);
            if here == 0 {
                continue;
            }
            let is_inside = || x + 1 < columns.end && row.y < last;
            let is_lone = || here | spans(row.own, x + 1) | spans(row.north, x) == 1;
            if is_inside() && is_lone() && field.links.is_open(cast::index(row.own[x])) {
                continue;
            }
            let meets = |there: u32, side: usize| {
                let is_pair = || here == 1 && there == 1;
                let is_linked = || field.links.leads(cast::index(row.own[x]), side);
                there != 0 && !(is_pair() && is_linked())
            };
            let east = x + 1 < columns.end && meets(spans(row.own, x + 1), EAST);
            let north = row.y < last && meets(spans(row.north, x), NORTH);
            if east || north || here > 1 {
                crowded.push(Crowd::new(first + x, [east, north]));
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
