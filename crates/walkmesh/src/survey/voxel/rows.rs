//! Rows of cells, each with those around it.

use super::compact::OpenField;
use crate::geom::cast;
use std::ops::Range;

/// Where the spans of the cells of a row begin, and those of the rows around: beyond the window
/// numbers that mean nothing.
pub(super) struct Cells<'a> {
    pub(super) y: i32,
    /// One number more than cells, as in the others.
    pub(super) own: &'a [u32],
    pub(super) south: &'a [u32],
    pub(super) north: &'a [u32],
}

impl OpenField {
    /// These rows of the window, from south to north.
    pub(super) fn rows(&self, rows: Range<i32>) -> impl Iterator<Item = Cells<'_>> {
        let width = cast::cell_index(self.window.width);
        rows.map(move |y| {
            let first = cast::cell_index(y) * width;
            let own = &self.starts[first..=first + width];
            let row = |first: Option<usize>| {
                first.and_then(|first| self.starts.get(first..=first + width)).unwrap_or(own)
            };
            Cells { y, own, south: row(first.checked_sub(width)), north: row(Some(first + width)) }
        })
    }
}

impl Cells<'_> {
    /// Where the spans of a cell stand.
    #[inline]
    pub(super) fn column(&self, x: usize) -> Range<usize> {
        cast::index(self.own[x])..cast::index(self.own[x + 1])
    }

    /// Those of these columns that have spans, and those between.
    pub(super) fn with_spans(&self, columns: &Range<usize>) -> Range<usize> {
        let own = &self.own[columns.start..=columns.end];
        let (Some(&low), Some(&high)) = (own.first(), own.last()) else { return 0..0 };
        let first = own.partition_point(|&start| start == low).saturating_sub(1);
        let end = own.partition_point(|&start| start < high).max(first);
        columns.start + first..columns.start + end
    }
}
