//! A tile's own spans out of those of several tiles.

use super::compact::{NONE, OpenField};
use super::window::Window;
use crate::geom::cast;
use std::ops::Range;

/// A row of a smaller window: where its spans stand in the whole, and the number of the first in
/// the part.
#[derive(Clone, Copy, Default)]
struct Row {
    first: u32,
    end: u32,
    to: u32,
}

impl Row {
    /// The number in the part of a span of the whole, or [`NONE`] when it is not of this row.
    #[inline]
    fn renumbered(self, span: u32) -> u32 {
        if self.first <= span && span < self.end { span - self.first + self.to } else { NONE }
    }

    fn spans(self) -> Range<usize> {
        cast::index(self.first)..cast::index(self.end)
    }
}

impl OpenField {
    /// The spans of a smaller `window` but for those of its outermost `rim` cells, with the links
    /// between them, and what `keep` says of each; linear in the part.
    pub(super) fn part(&self, window: Window, rim: i32, keep: &[bool]) -> (Self, Vec<bool>) {
        let whole = &self.window;
        let cells = |a: i32, b: i32| (b - a) / whole.cell;
        let (dx, dy) =
            (cells(whole.origin.x, window.origin.x), cells(whole.origin.y, window.origin.y));
        let mut starts = Vec::with_capacity(window.cells() + 1);
        let mut rows = Vec::with_capacity(cast::cell_index(window.depth));
        let mut length = 0;
        for y in 0..window.depth {
            let cell = whole.number(dx, y + dy);
            let ends = &self.starts[cell..=cell + cast::cell_index(window.width)];
            let is_rim = y < rim || y >= window.depth - rim;
            let from = if is_rim { window.width } else { rim.min(window.width) };
            let to = from.max(window.width - rim);
            let [first, end] = [from, to].map(|x| ends[cast::cell_index(x)]);
            let own = &ends[..cast::cell_index(window.width)];
            starts.extend(own.iter().map(|&start| start.clamp(first, end) - first + length));
            rows.push(Row { first, end, to: length });
            length += end - first;
        }
        starts.push(length);
        let mut part = Self::with_capacity(window, starts, cast::index(length));
        let mut kept = Vec::with_capacity(cast::index(length));
        let mut before = Row::default();
        for (y, &row) in rows.iter().enumerate() {
            let after = rows.get(y + 1).copied().unwrap_or_default();
            let spans = row.spans();
            part.places.extend(self.places[spans.clone()].iter().map(|&(x, y)| (x - dx, y - dy)));
            part.heights.extend_from_slice(&self.heights[spans.clone()]);
            part.areas.extend_from_slice(&self.areas[spans.clone()]);
            kept.extend_from_slice(&keep[spans.clone()]);
            part.links.extend(self.links[spans].iter().map(|&[east, north, west, south]| {
                [
                    row.renumbered(east),
                    after.renumbered(north),
                    row.renumbered(west),
                    before.renumbered(south),
                ]
            }));
            before = row;
        }
        (part, kept)
    }
}
