//! Removing pieces of ground that are too small to matter.

use super::compact::{NONE, OpenField};
use super::pieces::Pieces;
use crate::geom::cast;

/// Clears `keep` for pieces of fewer than `min_cells` spans, and takes them out of `pieces`, so that
/// the others move up. A piece that goes on in a neighbouring tile stays: how large it is shows when
/// tiles are joined.
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
    let mut left = 0..NONE;
    let number = |stays: bool| if stays { left.next().unwrap_or(NONE) } else { NONE };
    let numbers: Vec<u32> = stays.into_iter().map(number).collect();
    let mut all = numbers.iter();
    pieces.sizes.retain(|_| all.next() != Some(&NONE));
    for (piece, keep) in pieces.of_span.iter_mut().zip(keep) {
        if let Some(&number) = numbers.get(cast::index(*piece)) {
            *piece = number;
            *keep &= number != NONE;
        }
    }
}
