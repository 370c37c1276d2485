//! Height grids of layers.

use super::compact::{NONE, OpenField};
use super::layers::Patches;
use crate::geom::cast;
use crate::surface::HeightGrid;
use std::ops::Range;

/// The heights at the centres of the cells of each layer, and of the ground up to `reach` cells
/// around it, which also goes on beyond the tile: so that the heights along a tile's side are
/// the same from both tiles, and outlines that were thinned still have ground under them.
/// `None` for a layer without cells.
///
/// Ground around the layer that cannot go on from every part of the layer near it, at a rise of
/// `step` a cell, is left out: it belongs to one floor and would be read from another.
///
/// `rim` are the spans where ground goes on outside their patch, in order.
pub(super) fn grids(
    field: &OpenField,
    patches: &Patches,
    rim: &[usize],
    (reach, step): (i32, i64),
) -> Vec<Option<HeightGrid>> {
    let runs = runs(field, patches);
    let mut own: Vec<Own> = areas(field, &runs, patches.layer_count)
        .into_iter()
        .map(|area| Own::new(field, area, (reach, cast::narrow_i32(step))))
        .collect();
    for (layer, run) in runs {
        own[cast::index(layer)].put(field, run);
    }
    for &i in rim {
        if let Some(layer) = patches.layer_of(i) {
            own[cast::index(layer)].rim.push(cast::count(i));
        }
    }
    own.into_iter().map(|own| own.with_surroundings(field, reach, step)).collect()
}

/// The spans of the layers, cut into runs of one layer that stand side by side in a row.
fn runs(field: &OpenField, patches: &Patches) -> Vec<(u32, Range<usize>)> {
    let mut runs = Vec::new();
    for row in field.inner_rows() {
        let mut first = row.start;
        while first < row.end {
            let patch = patches.of_span[first];
            let mut end = first + 1;
            while end < row.end
                && patches.of_span[end] == patch
                && field.place(end).0 == field.place(end - 1).0 + 1
            {
                end += 1;
            }
            if let Some(layer) = patches.layer_of(first) {
                runs.push((layer, first..end));
            }
            first = end;
        }
    }
    runs
}

/// The first and last column and row of each layer; the first after the last where it is empty.
fn areas(field: &OpenField, runs: &[(u32, Range<usize>)], layers: u32) -> Vec<[(i32, i32); 2]> {
    let nothing = [(i32::MAX, i32::MAX), (i32::MIN, i32::MIN)];
    let mut areas = vec![nothing; cast::index(layers)];
    for (layer, run) in runs {
        let (x, y) = field.place(run.start);
        let last = x + cast::extent(run.len()) - 1;
        let [min, max] = &mut areas[cast::index(*layer)];
        *min = (min.0.min(x), min.1.min(y));
        *max = (max.0.max(last), max.1.max(y));
    }
    areas
}

/// What a layer has of its own.
struct Own {
    grid: HeightGrid,
    /// Column and row of the grid's first cell.
    min: (i32, i32),
    /// Spans from which the ground goes on outside the layer, in order.
    rim: Vec<u32>,
}

impl Own {
    /// An empty grid over the cells of an area and `reach` cells around.
    fn new(field: &OpenField, [min, max]: [(i32, i32); 2], (reach, step): (i32, i32)) -> Self {
        let window = &field.window;
        let is_empty = min.0 > max.0;
        let (min, max) = if is_empty {
            ((0, 0), (-1, -1))
        } else {
            (
                ((min.0 - reach).max(0), (min.1 - reach).max(0)),
                ((max.0 + reach).min(window.width - 1), (max.1 + reach).min(window.depth - 1)),
            )
        };
        let extent = |low: i32, high: i32| cast::cell_index(high - low + 1);
        let (width, depth) = (extent(min.0, max.0), extent(min.1, max.1));
        let origin = window.corner(min.0, min.1);
        Self {
            grid: HeightGrid::new(origin, window.cell, width, depth).with_step(step),
            min,
            rim: Vec::new(),
        }
    }

    /// Column and row of a span in the grid.
    fn at(&self, field: &OpenField, i: u32) -> (usize, usize) {
        let (x, y) = field.place(cast::index(i));
        (cast::cell_index(x - self.min.0), cast::cell_index(y - self.min.1))
    }

    /// Puts a run of spans of the layer in.
    fn put(&mut self, field: &OpenField, run: Range<usize>) {
        let (x, y) = self.at(field, cast::count(run.start));
        self.grid.set_run(x, y, &field.heights[run]);
    }

    /// The grid with the ground around; `None` for a layer without cells.
    fn with_surroundings(mut self, field: &OpenField, reach: i32, step: i64) -> Option<HeightGrid> {
        if self.grid.width() == 0 {
            return None;
        }
        let (width, depth) = (self.grid.width(), self.grid.depth());
        let whole = self.grid.range(0..=width - 1, 0..=depth - 1);
        let reach = cast::cell_index(reach);
        let limits = limits(reach, step);
        let mut around = self.claimed(field, reach);
        let height = |j: u32| field.heights[cast::index(j)];
        around.retain(|&j| {
            is_close(whole, height(j), step)
                || self.goes_on(self.at(field, j), height(j), reach, &limits)
        });
        for j in around {
            let (x, y) = self.at(field, j);
            self.grid.set(x, y, height(j));
        }
        Some(self.grid)
    }

    /// The spans that the ground goes on to in the cells up to `reach` around the layer, one a cell.
    /// Cells around two parts of the layer on different floors (two flights of a stair side by
    /// side) are left out: each part would read the other's height.
    fn claimed(&mut self, field: &OpenField, reach: usize) -> Vec<u32> {
        let width = self.grid.width();
        let mut claims = vec![FREE; width * self.grid.depth()];
        // Ring after ring, from those of the layer itself.
        let mut spans = std::mem::take(&mut self.rim);
        let (rim, mut ring) = (spans.len(), 0);
        for _ in 0..reach {
            let end = spans.len();
            for at in ring..end {
                let links = field.links[cast::index(spans[at])];
                for link in links.into_iter().filter(|&link| link != NONE) {
                    let (x, y) = self.at(field, link);
                    if self.grid.get(x, y).is_some() {
                        continue;
                    }
                    let claim = &mut claims[y * width + x];
                    if *claim == FREE {
                        *claim = link;
                        spans.push(link);
                    } else if *claim != link {
                        *claim = CONTESTED;
                    }
                }
            }
            ring = end;
        }
        spans.drain(..rim);
        spans.retain(|&j| {
            let (x, y) = self.at(field, j);
            claims[y * width + x] != CONTESTED
        });
        spans
    }

    /// True when ground at `height` in a cell can go on from every cell of the layer's own up to
    /// `reach` cells around: the rise is at most `step` a cell, counted along the axes.
    fn goes_on(&self, (x, y): (usize, usize), height: i32, reach: usize, limits: &[u32]) -> bool {
        let (left, right) = (x.saturating_sub(reach), (x + reach).min(self.grid.width() - 1));
        let (low, high) = (y.saturating_sub(reach), (y + reach).min(self.grid.depth() - 1));
        let size = 2 * reach + 1;
        let step = limits.get(reach * size + reach + 1).copied().unwrap_or(0);
        if is_close(self.grid.range(left..=right, low..=high), height, step.into()) {
            return true;
        }
        (low..=high).all(|v| {
            let limits = &limits[(v + reach - y) * size + (left + reach - x)..];
            let mut heights = self.grid.row(v)[left..=right].iter().zip(limits);
            heights.all(|(&there, &limit)| {
                there == HeightGrid::NO_GROUND || there.abs_diff(height) <= limit
            })
        })
    }
}

/// True when no ground in a range of heights rises over `step` from a height: so much is allowed to
/// every cell of a layer from one around it, which is none of its own.
fn is_close(range: Option<(i32, i32)>, height: i32, step: i64) -> bool {
    range.is_none_or(|(low, high)| {
        i64::from(low.abs_diff(height).max(high.abs_diff(height))) <= step.max(0)
    })
}

/// The rise that is allowed to each cell of a square of `reach` cells around one, row by row.
fn limits(reach: usize, step: i64) -> Vec<u32> {
    let size = 2 * reach + 1;
    let away = |x: usize, y: usize| cast::count(x.abs_diff(reach) + y.abs_diff(reach));
    let limit = |away: u32| u32::try_from(i64::from(away) * step.max(0)).unwrap_or(u32::MAX);
    (0..size * size).map(|i| limit(away(i % size, i / size))).collect()
}

/// In the claims to the cells of a grid: nobody's yet. Other values are the span of the ground
/// around the layer that the cell's height is read from.
const FREE: u32 = u32::MAX;
/// Claimed by two spans.
const CONTESTED: u32 = u32::MAX - 1;
