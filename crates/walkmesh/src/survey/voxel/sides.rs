//! The sides of cells that outlines run along.

use super::compact::{NONE, OpenField, SOUTH, WEST, turned};
use super::layers::Patches;
use super::marks::Marks;
use super::rows::{Stretch, all_are, in_halves};
use crate::geom::cast;
use std::ops::Range;

/// The sides over which another patch is, or none, by their numbers; linear. Larger fields are shared
/// between two threads.
pub(super) fn of(field: &OpenField, patches: &Patches) -> Marks {
    of_by(field, patches, field.is_shared())
}

/// The same by two threads or by one.
pub(super) fn of_by(field: &OpenField, patches: &Patches, is_shared: bool) -> Marks {
    let (columns, rows) = field.inner();
    // Spans beyond the tile have no patch, those inside have sides to them.
    let columns = columns.start..(columns.end + 1).min(cast::cell_index(field.window.width));
    let rows = rows.start..(rows.end + 1).min(field.window.depth);
    // The northern half also tells of spans in the row to its south, whose first word both have.
    let first = |half: &Range<i32>| {
        if half.start == rows.start { 0 } else { 4 * field.first_span(half.start - 1) / 64 * 64 }
    };
    let of = |half: Range<i32>| {
        let first = first(&half);
        (first, of_rows(field, patches, (&columns, half), first))
    };
    let ((_, mut sides), others) = in_halves((field, is_shared), rows.clone(), of);
    if let Some((first, others)) = others {
        sides.toggle_all(first, &others);
    }
    sides
}

/// The same by the pairs of spans in some rows and to the south of them: each is looked at from the
/// one to the east or north. Mark 0 is number `base`, under which there is none.
fn of_rows(
    field: &OpenField,
    patches: &Patches,
    (columns, rows): (&Range<usize>, Range<i32>),
    base: usize,
) -> Marks {
    let end = 4 * field.first_span(rows.end);
    let mut sides = Marks::with_room(4 * field.len() - base);
    let patch = |i: usize| patches.of_span.get(i).map_or(NONE, |&patch| patch);
    let are_all = |i: usize, n: usize, patch: u32| all_are(&patches.of_span[i..][..n], patch);
    let mut southward = Vec::new();
    for (row, Stretch { columns, calm }) in field.stretches(columns, rows) {
        if let Some((first, south)) = calm
            && let number = patches.of_span[first]
            && patch(field.west(first)) == number
            && are_all(first, columns.len(), number)
            && are_all(south, columns.len(), number)
        {
            continue;
        }
        let first = field.southward(&row, &columns, &mut southward);
        sides.grow(4 * (first + southward.len()) - base);
        for (i, &south) in (first..).zip(&southward) {
            let (own, west, south) = (patch(i), field.west(i), cast::index(south));
            let all_same = patch(west) == own && patch(south) == own;
            if all_same && (own == NONE || field.links.is_open(i)) {
                continue;
            }
            for (d, there) in [(WEST, west), (SOUTH, south)] {
                let ahead = turned(d, 2);
                if own != NONE && !field.links.leads(i, ahead) {
                    sides.toggle(4 * i + ahead - base);
                }
                let other = patch(there);
                if other != own && own != NONE {
                    sides.toggle(4 * i + d - base);
                }
                if other != own && other != NONE {
                    sides.toggle(4 * there + ahead - base);
                }
            }
        }
    }
    sides.grow(end - base);
    sides
}

/// The spans with a side on an outline.
pub(super) fn rim(sides: &Marks) -> Marks {
    sides.fours()
}
