//! A tile's own spans out of those of several tiles.

use super::compact::{EAST, NORTH, OpenField, SOUTH, WEST};
use super::window::Window;
use crate::geom::cast;
use std::ops::Range;

impl OpenField {
    /// The spans of a smaller `window` but for those of its outermost `rim` cells, with the links
    /// between them, and what `keep` says of each; linear in the part.
    pub(super) fn part(&self, window: Window, rim: i32, keep: &[bool]) -> (Self, Vec<bool>) {
        let whole = &self.window;
        let cells = |a: i32, b: i32| (b - a) / whole.cell;
        let (dx, dy) =
            (cells(whole.origin.x, window.origin.x), cells(whole.origin.y, window.origin.y));
        let width = cast::cell_index(window.width);
        let mut starts = Vec::with_capacity(window.cells() + 1);
        // The cells of each row that keep their spans, and where these stand in the whole.
        let mut rows = Vec::with_capacity(cast::cell_index(window.depth));
        let mut length = 0;
        for y in 0..window.depth {
            let cell = whole.number(dx, y + dy);
            let ends = &self.starts[cell..=cell + width];
            let is_rim = y < rim || y >= window.depth - rim;
            let from = if is_rim { window.width } else { rim.min(window.width) };
            let to = from.max(window.width - rim);
            let own = cast::cell_index(from)..cast::cell_index(to);
            let [first, end] = [own.start, own.end].map(|x| ends[x]);
            let clamped = ends[..width].iter().map(|&start| start.clamp(first, end));
            starts.extend(clamped.map(|start| start - first + length));
            rows.push((own, cast::index(first)..cast::index(end)));
            length += end - first;
        }
        starts.push(length);
        let mut part = Self::with_capacity(window, starts, cast::index(length));
        let mut kept = Vec::with_capacity(cast::index(length));
        for (_, spans) in &rows {
            part.heights.extend_from_slice(&self.heights[spans.clone()]);
            part.areas.extend_from(&self.areas, spans.clone());
            part.links.extend_from(&self.links, spans.clone());
            kept.extend_from_slice(&keep[spans.clone()]);
        }
        part.cut_off(rows.iter().map(|(cells, _)| cells));
        (part, kept)
    }

    /// Takes the links away that lead out of these cells of each row: the same of each, or none.
    fn cut_off<'a>(&mut self, rows: impl Iterator<Item = &'a Range<usize>>) {
        let width = cast::cell_index(self.window.width);
        let rows: Vec<_> = (0..)
            .zip(rows)
            .filter(|(_, cells)| !cells.is_empty())
            .map(|(y, cells): (usize, _)| y * width + cells.start..y * width + cells.end)
            .collect();
        let mut cut = |cells: Range<usize>, d: usize| {
            let [first, end] = [cells.start, cells.end].map(|cell| self.starts[cell]);
            (first..end).for_each(|span| self.links.cut(cast::index(span), d));
        };
        for cells in &rows {
            cut(cells.start..cells.start + 1, WEST);
            cut(cells.end - 1..cells.end, EAST);
        }
        if let (Some(first), Some(last)) = (rows.first(), rows.last()) {
            cut(first.clone(), SOUTH);
            cut(last.clone(), NORTH);
        }
    }
}
