//! Removing pieces of ground that are too small to matter.

use super::compact::{EAST, NORTH, OpenField};
use crate::geom::cast;

/// The sides where a walk over the spans in order comes from.
const WEST: usize = EAST + 2;
const SOUTH: usize = NORTH + 2;

/// What is known of a span.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unknown,
    /// Of the set that is being gathered.
    Gathered,
    /// Of a set that stays.
    Stays,
}

/// Clears `keep` for connected sets of fewer than `min_cells` spans of the tile. A set that goes
/// on in a neighbouring tile stays: how large it is shows when tiles are joined.
///
/// A set is gathered until it is large enough or meets one that was; so of a large one no more
/// than `min_cells` spans are, and the others stay at a look at their neighbours.
pub(super) fn remove_small(field: &OpenField, keep: &mut [bool], min_cells: u32) {
    let mut marks = vec![Mark::Unknown; field.len()];
    let mut set = Vec::new();
    for first in field.inner_rows().flatten() {
        if !keep[first] || marks[first] == Mark::Stays {
            continue;
        }
        let stays = |d: usize| field.beside(first, d).is_some_and(|j| marks[j] == Mark::Stays);
        if stays(WEST) || stays(SOUTH) {
            marks[first] = Mark::Stays;
            continue;
        }
        set.clear();
        set.push(first);
        marks[first] = Mark::Gathered;
        if gather(field, keep, min_cells, &mut marks, &mut set) {
            set.iter().for_each(|&i| marks[i] = Mark::Stays);
        } else {
            set.iter().for_each(|&i| keep[i] = false);
        }
    }
}

/// Adds to `set` what hangs together with it; returns true as soon as it is known to stay.
fn gather(
    field: &OpenField,
    keep: &[bool],
    min_cells: u32,
    marks: &mut [Mark],
    set: &mut Vec<usize>,
) -> bool {
    let mut next = 0;
    while let Some(&i) = set.get(next) {
        if cast::count(set.len()) >= min_cells {
            return true;
        }
        next += 1;
        for j in (0..4).filter_map(|d| field.beside(i, d)).filter(|&j| keep[j]) {
            if marks[j] == Mark::Stays || !field.is_inner(j) {
                return true;
            }
            if marks[j] == Mark::Unknown {
                marks[j] = Mark::Gathered;
                set.push(j);
            }
        }
    }
    cast::count(set.len()) >= min_cells
}
