//! Cells near those where ground ends.

use super::compact::OpenField;
use super::plan::Plan;
use super::rows::{Segment, in_halves};
use crate::geom::cast;
use std::ops::Range;

/// The cells of spans that may have no neighbour on some side, and those up to `away` cells from
/// them, counted along the axes; beyond, spans on every floor have all of theirs around. Linear.
pub(super) fn near_ends(field: &OpenField, away: usize) -> Vec<Segment> {
    let [width, depth] = [field.window.width, field.window.depth].map(cast::cell_index);
    let of = |rows: Range<i32>| {
        let mut cells = Plan::new(width, depth);
        for spot in field.ends(rows) {
            let (x, y) = field.place(spot);
            cells.mark((cast::cell_index(x), cast::cell_index(y)));
        }
        cells
    };
    let (mut cells, others) = in_halves((field, field.is_shared()), 0..field.window.depth, of);
    others.iter().for_each(|others| cells.change(|at, word| word | others.word(at)));
    (0..away).for_each(|_| cells.grow());
    cells.segments(width)
}
