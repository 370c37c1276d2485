//! Cells where spans may be in each other's way.

use super::compact::{EAST, NORTH, OpenField};
use super::rows::{in_halves, is_single, parts};
use super::window::{Tagged, Window};
use crate::geom::cast;
use std::ops::Range;

/// A cell where spans may be in each other's way, whatever the pieces: several above each other,
/// or a cell to the east or north in which not just the span is that is linked.
///
/// Its tag is whether somebody may be in the way to the east and to the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crowd(Tagged);

impl Crowd {
    const EAST: u32 = 2;
    const NORTH: u32 = 1;

    fn new(cell: usize, [east, north]: [bool; 2]) -> Self {
        let bit = |set: bool, bit: u32| if set { bit } else { 0 };
        let tag = bit(east, Self::EAST) | bit(north, Self::NORTH);
        Self(Tagged::new(cast::count(cell), tag))
    }

    pub(super) fn cell(self) -> usize {
        cast::index(self.0.cell())
    }

    /// The sides on which somebody may be in the way, and the cells there.
    pub(super) fn beside(self, window: &Window) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = cast::cell_index(window.width);
        let sides = [(EAST, Self::EAST, 1), (NORTH, Self::NORTH, width)];
        let sides = sides.into_iter().filter(move |(_, bit, _)| self.0.tag() & bit != 0);
        sides.map(move |(side, _, away)| (side, self.cell() + away))
    }
}

/// All such cells of the tile itself; linear.
pub(super) fn crowded(field: &OpenField) -> Vec<Crowd> {
    crowded_by(field, field.is_shared())
}

/// The same by two threads or by one.
pub(super) fn crowded_by(field: &OpenField, is_shared: bool) -> Vec<Crowd> {
    let (columns, rows) = field.inner();
    let last = rows.end - 1;
    let of = |rows: Range<i32>| crowded_in(field, (&columns, rows), last);
    let (mut crowded, others) = in_halves((field, is_shared), rows, of);
    crowded.extend(others.into_iter().flatten());
    crowded
}

/// Those in some rows of the tile, of which one is the last.
fn crowded_in(
    field: &OpenField,
    (columns, rows): (&Range<usize>, Range<i32>),
    last: i32,
) -> Vec<Crowd> {
    let mut crowded = Vec::new();
    let some = field
        .rows(rows)
        .flat_map(|row| parts(&row.with_spans(columns)).map(move |some| (row, some)));
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
