//! Cells near those where ground ends.

use super::compact::OpenField;
use super::plan::Plan;
use super::rows::Segment;
use crate::geom::cast;

/// The cells of spans that may have no neighbour on some side, and those up to `away` cells from
/// them, counted along the axes; beyond, spans on every floor have all of theirs around. Linear.
pub(super) fn near_ends(field: &OpenField, away: usize) -> Vec<Segment> {
    let [width, depth] = [field.window.width, field.window.depth].map(cast::cell_index);
    let mut cells = Plan::new(width, depth);
    for spot in field.ends() {
        let (x, y) = field.place(spot);
        cells.mark((cast::cell_index(x), cast::cell_index(y)));
    }
    (0..away).for_each(|_| cells.grow());
    cells.segments(width)
}
