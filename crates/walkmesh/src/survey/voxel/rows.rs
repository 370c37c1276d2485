//! Rows of cells, each with those around it.

use super::compact::{EAST, NONE, NORTH, OpenField, SOUTH};
use super::links::narrow;
use crate::geom::cast;
use crate::threads;
use std::ops::Range;

/// Where the spans of the cells of a row begin, and those of the rows around: beyond the window
/// numbers that mean nothing.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    pub(super) y: i32,
    /// One number more than cells, as in the others.
    pub(super) own: &'a [u32],
    pub(super) south: &'a [u32],
    pub(super) north: &'a [u32],
}

/// Columns of [`Cells::stretches`].
const STRETCH: usize = 16;

/// Some columns of a row, one after the other.
pub(super) struct Stretch {
    pub(super) columns: Range<usize>,
    /// The first span of theirs and the first to their south, where each has one span that leads
    /// over all of its sides, to the south to the only one there.
    pub(super) calm: Option<(usize, usize)>,
}

/// Cells side by side in a row of the window.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) y: i32,
    pub(super) columns: Range<usize>,
}

impl OpenField {
    /// These rows of the window, from south to north.
    pub(super) fn rows(&self, rows: Range<i32>) -> impl Iterator<Item = Cells<'_>> {
        rows.map(|y| self.row(y))
    }

    /// The [stretches](Cells::stretches) of these columns and rows.
    pub(super) fn stretches(
        &self,
        columns: &Range<usize>,
        rows: Range<i32>,
    ) -> impl Iterator<Item = (Cells<'_>, Stretch)> {
        self.rows(rows).flat_map(|row| {
            row.stretches(self, columns).into_iter().map(move |stretch| (row, stretch))
        })
    }

    /// The first span of a row, or of those after it.
    pub(super) fn first_span(&self, y: i32) -> usize {
        cast::index(self.starts[self.window.number(0, y)])
    }

    /// The row south of which half of the spans of some rows are, of which there are two at least:
    /// neither the first nor one after the last.
    fn middle(&self, rows: &Range<i32>) -> i32 {
        let half = usize::midpoint(self.first_span(rows.start), self.first_span(rows.end));
        let (mut middle, mut last) = (rows.start + 1, rows.end - 1);
        while middle < last {
            let row = i32::midpoint(middle, last);
            if self.first_span(row) < half {
                middle = row + 1;
            } else {
                last = row;
            }
        }
        middle
    }

    pub(super) fn row(&self, y: i32) -> Cells<'_> {
        let width = cast::cell_index(self.window.width);
        let first = cast::cell_index(y) * width;
        let own = &self.starts[first..=first + width];
        let row = |first: Option<usize>| {
            first.and_then(|first| self.starts.get(first..=first + width)).unwrap_or(own)
        };
        Cells { y, own, south: row(first.checked_sub(width)), north: row(Some(first + width)) }
    }

    /// All rows of the window.
    pub(super) fn segments(&self) -> Vec<Segment> {
        let width = cast::cell_index(self.window.width);
        (0..self.window.depth).map(|y| Segment { y, columns: 0..width }).collect()
    }

    /// Where the spans of a segment stand.
    #[inline]
    fn spans(&self, segment: &Segment) -> Range<usize> {
        self.row(segment.y).spans(&segment.columns)
    }

    /// What is to the south of the spans of a row in these columns, or [`NONE`]; and the first of the
    /// spans. It is told apart from what is done with it, which is half the time.
    pub(super) fn southward(
        &self,
        row: &Cells<'_>,
        columns: &Range<usize>,
        south: &mut Vec<u32>,
    ) -> usize {
        let links = &self.links;
        let columns = row.with_spans(columns);
        let spans = row.spans(&columns);
        let first = spans.start;
        south.clear();
        let Some(all) = links.all_narrow() else {
            let of = |x: usize| {
                let start = row.south[x];
                row.column(x).map(move |i| cast::count(links.beside(i, SOUTH, start)))
            };
            south.extend(columns.flat_map(of));
            return first;
        };
        // First where the cell to the south of each begins.
        let starts = &row.south[columns.clone()];
        let ends = &row.own[columns.start + 1..=columns.end];
        if row.is_single(&columns) {
            south.extend_from_slice(starts);
        } else {
            // What a cell without spans leaves is of the next one, or beyond the last.
            south.resize(spans.len() + 1, NONE);
            let (of_cells, mut at) = (&mut south[..], 0);
            for (&end, &start) in ends.iter().zip(starts) {
                let end = cast::index(end) - first;
                of_cells[at] = start;
                if at + 1 < end {
                    of_cells[at + 1..end].fill(start);
                }
                at = end;
            }
            south.truncate(spans.len());
        }
        for (south, &links) in south.iter_mut().zip(&all[spans]) {
            *south = narrow(links, SOUTH).map_or(NONE, |rank| *south + rank);
        }
        first
    }
}

impl Cells<'_> {
    /// Where the spans of a cell stand.
    #[inline]
    pub(super) fn column(&self, x: usize) -> Range<usize> {
        cast::index(self.own[x])..cast::index(self.own[x + 1])
    }

    /// Where the spans of these columns stand.
    pub(super) fn spans(&self, columns: &Range<usize>) -> Range<usize> {
        cast::index(self.own[columns.start])..cast::index(self.own[columns.end])
    }

    /// True when each of these columns has one span.
    pub(super) fn is_single(&self, columns: &Range<usize>) -> bool {
        is_single(&self.own[columns.start..=columns.end])
    }

    /// Columns in order, a few at a time where what is beside all of their spans is told at once.
    fn stretches(&self, field: &OpenField, columns: &Range<usize>) -> Vec<Stretch> {
        let columns = self.with_spans(columns);
        let most = columns.len().div_ceil(STRETCH);
        let mut stretches: Vec<Stretch> = Vec::with_capacity(most);
        for columns in parts(&columns) {
            let from = columns.start;
            let is_calm = self.is_single(&columns)
                && is_single(&self.south[from..=columns.end])
                && field.links.are_open(self.spans(&columns));
            match stretches.last_mut() {
                Some(Stretch { columns: last, calm: None }) if !is_calm => last.end = columns.end,
                _ => {
                    let first = |starts: &[u32]| cast::index(starts[from]);
                    let calm = is_calm.then(|| (first(self.own), first(self.south)));
                    stretches.push(Stretch { columns, calm });
                }
            }
        }
        stretches
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

/// The spans of some segments, in order, with those to the south of them: a number for each, but what
/// goes over them several times need not work it out again.
pub(super) struct Within<'a> {
    field: &'a OpenField,
    segments: Vec<Segment>,
    /// Or [`NONE`].
    south: Vec<u32>,
}

impl<'a> Within<'a> {
    pub(super) fn new(field: &'a OpenField, segments: Vec<Segment>) -> Self {
        let of = |segments: &[Segment]| {
            let spans = segments.iter().map(|segment| field.spans(segment).len()).sum();
            let (mut south, mut of_row) = (Vec::with_capacity(spans), Vec::new());
            for Segment { y, columns } in segments {
                field.southward(&field.row(*y), columns, &mut of_row);
                south.extend_from_slice(&of_row);
            }
            south
        };
        if !field.is_shared() {
            let south = of(&segments);
            return Self { field, segments, south };
        }
        let (one, other) = segments.split_at(segments.len() / 2);
        let (mut south, others) = threads::join(|| of(one), || of(other));
        south.extend(others);
        Self { field, segments, south }
    }
}

/// The neighbour of each span of some segments on a side where numbers are lower.
pub(super) trait Behind: Copy {
    /// All spans.
    fn field(&self) -> &OpenField;

    /// The side across from it.
    fn ahead(self) -> usize;

    /// Calls `visit` with each span and its neighbour, or a number beyond all, in order.
    fn forward(self, visit: impl FnMut(usize, usize));

    /// The same so that each span comes after all that it is a neighbour of.
    fn backward(self, visit: impl FnMut(usize, usize));
}

/// Neighbours to the west.
#[derive(Clone, Copy)]
pub(super) struct Westward<'a>(pub(super) &'a Within<'a>);

impl Behind for Westward<'_> {
    #[inline]
    fn field(&self) -> &OpenField {
        self.0.field
    }

    #[inline]
    fn ahead(self) -> usize {
        EAST
    }

    #[inline]
    fn forward(self, mut visit: impl FnMut(usize, usize)) {
        let Within { field, segments, .. } = self.0;
        for segment in segments {
            field.spans(segment).for_each(|i| visit(i, field.west(i)));
        }
    }

    #[inline]
    fn backward(self, mut visit: impl FnMut(usize, usize)) {
        let Within { field, segments, .. } = self.0;
        for segment in segments.iter().rev() {
            field.spans(segment).rev().for_each(|i| visit(i, field.west(i)));
        }
    }
}

/// Neighbours to the south.
#[derive(Clone, Copy)]
pub(super) struct Southward<'a>(pub(super) &'a Within<'a>);

impl Behind for Southward<'_> {
    #[inline]
    fn field(&self) -> &OpenField {
        self.0.field
    }

    #[inline]
    fn ahead(self) -> usize {
        NORTH
    }

    #[inline]
    fn forward(self, mut visit: impl FnMut(usize, usize)) {
        let Within { field, segments, south } = self.0;
        let mut rest = &south[..];
        for spans in segments.iter().map(|segment| field.spans(segment)) {
            let (south, after) = rest.split_at(spans.len());
            spans.zip(south).for_each(|(i, &south)| visit(i, cast::index(south)));
            rest = after;
        }
    }

    #[inline]
    fn backward(self, mut visit: impl FnMut(usize, usize)) {
        let Within { field, segments, south } = self.0;
        let mut rest = &south[..];
        for spans in segments.iter().rev().map(|segment| field.spans(segment)) {
            let (before, south) = rest.split_at(rest.len() - spans.len());
            spans.zip(south).rev().for_each(|(i, &south)| visit(i, cast::index(south)));
            rest = before;
        }
    }
}

/// What `of` finds in some rows of a field: in all of them, or by two threads in those to the south
/// and to the north of where half of the spans are.
pub(super) fn in_halves<T: Send>(
    (field, is_shared): (&OpenField, bool),
    rows: Range<i32>,
    of: impl Fn(Range<i32>) -> T + Sync,
) -> (T, Option<T>) {
    if !is_shared || rows.len() < 2 {
        return (of(rows), None);
    }
    let middle = field.middle(&rows);
    let (south, north) = threads::join(|| of(rows.start..middle), || of(middle..rows.end));
    (south, Some(north))
}

/// Columns in order, as many at a time as are told at once.
pub(super) fn parts(columns: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
    let end = columns.end;
    columns.clone().step_by(STRETCH).map(move |from| from..(from + STRETCH).min(end))
}

/// True when each cell has one span, given where they begin and where the last ends.
pub(super) fn is_single(starts: &[u32]) -> bool {
    let cells = starts.iter().zip(&starts[1..]);
    cells.fold(true, |all, (start, end)| all & (end - start == 1))
}

/// True when all numbers are this one.
pub(super) fn all_are(numbers: &[u32], number: u32) -> bool {
    numbers.iter().fold(true, |all, &other| all & (other == number))
}
