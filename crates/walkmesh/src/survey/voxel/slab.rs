//! Slabs of rows that are swept at the same time, and put together again.
//!
//! Whether a span of a row can be stood on depends on the solid spans of that row and of the ones
//! to its south and north. So a slab is swept with a row more to the north and two to the south:
//! then its own rows come out as they do in the whole, and so does the row south of them, to which
//! they are linked. Where slabs end makes no difference to what comes out, so they end where each
//! has as much to do.

use super::compact::OpenField;
use super::window::Window;
use crate::geom::cast;
use std::ops::Range;

/// Rows of a slab, in the mean at least: fewer do not pay for those that are swept twice.
const LEAST: i32 = 60;
/// Rows of any slab, at least.
const FEWEST: i32 = 12;

/// Rows that are swept beyond a slab's own.
const SOUTH: i32 = 2;
const BEYOND: i32 = 1;

/// Rows of a window, and those around them that they are swept with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slab {
    pub(super) own: Range<i32>,
    pub(super) swept: Range<i32>,
}

/// How many slabs of a window so many threads are to sweep.
pub(super) fn count(window: &Window, threads: usize) -> usize {
    threads.min(cast::cell_index(window.depth / LEAST)).max(1)
}

/// So many slabs of a window, from south to north, with about as much work in each: `work` says
/// how much each row is. At most as many as [`count`] gives for any number of threads.
pub(super) fn slabs(window: &Window, count: usize, work: impl Iterator<Item = f64>) -> Vec<Slab> {
    let (depth, count) = (window.depth, cast::extent(count));
    let done: Vec<f64> = work
        .scan(0.0, |done, row| {
            *done += row;
            Some(*done)
        })
        .collect();
    let all = done.last().copied().unwrap_or(0.0);
    let mut ends = Vec::new();
    let mut last = 0;
    for i in 1..count {
        let share = all * f64::from(i) / f64::from(count);
        let end = cast::extent(done.partition_point(|&done| done < share));
        last = end.clamp(last + FEWEST, depth - FEWEST * (count - i));
        ends.push(last);
    }
    parted(depth, &ends)
}

/// The slabs between these rows, ascending.
pub(super) fn parted(depth: i32, ends: &[i32]) -> Vec<Slab> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let ends = ends.iter().copied().chain([depth]);
    let slab = |(start, end): (i32, i32)| {
        let swept = (start - SOUTH).max(0)..(end + BEYOND).min(depth);
        Slab { own: start..end, swept }
    };
    starts.zip(ends).map(slab).collect()
}

impl Slab {
    /// The rows that are swept as a window; of the tile itself only the slab's own are in it.
    pub(super) fn window(&self, whole: &Window) -> Window {
        let inner = |y: i32| y.clamp(self.own.start, self.own.end) - self.swept.start;
        Window {
            origin: whole.corner(0, self.swept.start),
            depth: self.swept.end - self.swept.start,
            inner_min: (whole.inner_min.0, inner(whole.inner_min.1)),
            inner_max: (whole.inner_max.0, inner(whole.inner_max.1)),
            ..*whole
        }
    }

    /// One past the last of the slab's own cells.
    fn end(&self, field: &OpenField) -> usize {
        field.window.number(0, self.own.end - self.swept.start)
    }
}

/// What was swept of the slabs of a window as one field; linear in all but the first.
pub(super) fn join(window: Window, slabs: &[Slab], fields: Vec<OpenField>) -> OpenField {
    let spans = fields.iter().map(OpenField::len).sum();
    let mut parts = slabs.iter().zip(fields);
    let Some((slab, mut field)) = parts.next() else { return OpenField::new(window) };
    field.end_at(slab.end(&field));
    field.window = window;
    field.reserve(spans);
    for (slab, mut part) in parts {
        part.end_at(slab.end(&part));
        append(&mut field, slab, &part);
    }
    field
}

impl OpenField {
    /// Makes room for all cells of the window with so many spans.
    fn reserve(&mut self, spans: usize) {
        let spans = spans.saturating_sub(self.len());
        self.starts.reserve((self.window.cells() + 1).saturating_sub(self.starts.len()));
        self.heights.reserve(spans);
        self.links.reserve(spans);
    }

    /// Leaves out the cells from `end` on.
    fn end_at(&mut self, end: usize) {
        let spans = cast::index(self.starts[end]);
        self.starts.truncate(end + 1);
        self.heights.truncate(spans);
        self.areas.truncate(spans);
        self.links.truncate(spans);
    }
}

/// Adds the rows of a slab to those south of it.
fn append(field: &mut OpenField, slab: &Slab, part: &OpenField) {
    let below = slab.own.start - slab.swept.start;
    let cell = |y: i32| part.window.number(0, y);
    let (before, own) = (cell(below - 1), cell(below));
    let [before, own] = [before, own].map(|cell| cast::index(part.starts[cell]));
    // The row before is in both, with as many spans.
    field.links.link_north(field.len() - (own - before), &part.links, before..own);
    let shift = cast::count(field.len()).wrapping_sub(cast::count(own));
    // The end of the last row is the start of the next.
    field.starts.pop();
    field.starts.extend(part.starts[cell(below)..].iter().map(|&start| start.wrapping_add(shift)));
    let own = own..part.len();
    field.heights.extend_from_slice(&part.heights[own.clone()]);
    field.areas.extend_from(&part.areas, own.clone());
    field.links.extend_from(&part.links, own);
}
