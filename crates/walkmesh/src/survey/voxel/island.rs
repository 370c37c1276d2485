//! Removing pieces of ground that are too small to matter.

use super::compact::OpenField;
use crate::geom::cast;

/// Clears `keep` for connected sets of fewer than `min_cells` spans of the tile. A set that goes
/// on in a neighbouring tile stays: how large it is shows when tiles are joined.
pub(super) fn remove_small(field: &OpenField, keep: &mut [bool], min_cells: u32) {
    let mut seen = vec![false; field.len()];
    let mut set = Vec::new();
    for first in 0..field.len() {
        if seen[first] || !keep[first] || !field.is_inner(first) {
            continue;
        }
        set.clear();
        set.push(first);
        seen[first] = true;
        let (mut next, mut goes_on) = (0, false);
        while next < set.len() {
            let i = set[next];
            next += 1;
            for j in (0..4).filter_map(|d| field.beside(i, d)).filter(|&j| keep[j]) {
                if !field.is_inner(j) {
                    goes_on = true;
                } else if !seen[j] {
                    seen[j] = true;
                    set.push(j);
                }
            }
        }
        if !goes_on && cast::count(set.len()) < min_cells {
            for &i in &set {
                keep[i] = false;
            }
        }
    }
}
