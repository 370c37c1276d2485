//! Removing pieces of ground that are too small to matter.

use super::compact::{NONE, OpenField};
use super::pieces::Pieces;
use crate::geom::cast;

/// Clears `keep` for pieces of fewer than `min_cells` spans, and takes them out of `pieces`. A
/// piece that goes on in a neighbouring tile stays: how large it is shows when tiles are joined.
pub(super) fn remove_small(
    field: &OpenField,
    pieces: &mut Pieces,
    keep: &mut [bool],
    min_cells: u32,
) {
    if pieces.sizes.iter().all(|&size| size >= min_cells) {
        return;
    }
    let mut stays: Vec<bool> = pieces.sizes.iter().map(|&size| size >= min_cells).collect();
    pieces.reach_out(field, keep, |piece| stays[piece] = true);
    for (piece, keep) in pieces.of_span.iter_mut().zip(keep) {
        if *piece != NONE && !stays[cast::index(*piece)] {
            *piece = NONE;
            *keep = false;
        }
    }
}
