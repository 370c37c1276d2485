//! Height grids of layers.

use super::claims::{Claims, Ring, Run};
use super::compact::{OpenField, Spot};
use super::layers::Patches;
use super::marks::Marks;
use super::rows::{all_are, in_halves, parts};
use super::single::{self, Area, Around};
use super::window::Window;
use crate::geom::cast;
use crate::surface::HeightGrid;
use std::ops::Range;

/// Where the heights of layers are: what is left of a field for [`Samples::grids`].
pub(super) struct Samples {
    layers: Vec<Extent>,
    runs: Runs,
}

/// The spans of layers, in order, each run with its layer.
pub(super) type Runs = Vec<(u32, Run)>;

/// A layer besides its own spans.
struct Extent {
    /// The first and the last column and row; the first after the last where it is empty.
    area: [(i32, i32); 2],
    /// The spans around that its ground goes on to, one a cell.
    around: Around,
}

impl Samples {
    /// Those of each layer, with the spans around it in cells up to `reach` from it, also beyond
    /// the tile: so that the heights along a tile's side are the same from both tiles, and outlines
    /// that were thinned still have ground under them.
    ///
    /// `rim` are the spans where ground goes on outside their patch, `runs` what [`runs`] gives, where
    /// that was asked for; `step` is what the ground rises by from cell to cell at most.
    pub(super) fn of(
        field: &OpenField,
        (patches, rim, runs): (&Patches, Marks, Option<Runs>),
        (reach, step): (i32, i64),
    ) -> Self {
        Self::found(field, (patches, rim, runs), (reach, step), FEW)
    }

    /// The same with another number than [`FEW`].
    pub(super) fn found(
        field: &OpenField,
        (patches, rim, known): (&Patches, Marks, Option<Runs>),
        (reach, step): (i32, i64),
        few: usize,
    ) -> Self {
        let rims = rims(field, patches, &rim);
        drop(rim);
        let mut claims = Claims::none(field, patches);
        let extent = |(layer, Rim { ring, area }): (u32, Rim)| {
            let cells = grown(&field.window, area, reach);
            let is_few = cells.cells() <= few.saturating_mul(ring.len());
            let singly = || single::around(field, (patches, layer), cells, (reach, step));
            let around = is_few.then(singly).flatten().unwrap_or_else(|| {
                let perhaps = claims.around((layer, ring), reach);
                Around { perhaps, ..Around::default() }
            });
            Extent { area, around }
        };
        let layers = (0..).zip(rims).map(extent).collect();
        drop(claims);
        Self { layers, runs: known.unwrap_or_else(|| runs(field, patches)) }
    }

    /// The heights at the centres of the cells of each layer, and of the ground up to `reach` cells
    /// around it. `None` for a layer without cells.
    ///
    /// Ground around the layer that cannot go on from every part of the layer near it, at a rise of
    /// `step` a cell, is left out: it belongs to one floor and would be read from another.
    ///
    /// `room` is of no other use any more: a number for each cell, as many as the largest grid of a
    /// level baked whole has.
    pub(super) fn grids(
        self,
        (window, heights): (&Window, &[i32]),
        room: Vec<u32>,
        (reach, step): (i32, i64),
    ) -> Vec<Option<HeightGrid>> {
        let mut room = Some(room.into_iter().map(|_| HeightGrid::NO_GROUND).collect());
        let rise = cast::narrow_i32(step);
        let own = |extent: &Extent| Own::new(window, extent.area, (reach, rise), &mut room);
        let mut own: Vec<Own> = self.layers.iter().map(own).collect();
        drop(room);
        for (layer, run) in &self.runs {
            own[cast::index(*layer)].set((window, heights), run);
        }
        let own = own.into_iter().zip(self.layers);
        own.map(|(own, extent)| {
            own.with_surroundings((window, heights), &extent.around, (reach, step))
        })
        .collect()
    }
}

#[cfg(test)]
impl Samples {
    /// How many runs around layers are sure, and how many are not.
    pub(super) fn runs_around(&self) -> [usize; 2] {
        let around = || self.layers.iter().map(|extent| &extent.around);
        [around().map(|a| a.sure.len()).sum(), around().map(|a| a.perhaps.len()).sum()]
    }
}

/// The rim of a layer.
struct Rim {
    /// In order.
    ring: Ring,
    /// As [`Extent::area`].
    area: [(i32, i32); 2],
}

/// The spans of each layer that are on its rim.
fn rims(field: &OpenField, patches: &Patches, rim: &Marks) -> Vec<Rim> {
    let mut sizes = vec![0; cast::index(patches.layer_count)];
    let layer = |i: usize| patches.layer_of(i).map(cast::index);
    rim.each(|i| {
        if let Some(layer) = layer(i) {
            sizes[layer] += 1;
        }
    });
    let nothing = [(i32::MAX, i32::MAX), (i32::MIN, i32::MIN)];
    let empty = |size: usize| Rim { ring: Ring::with_capacity(size), area: nothing };
    let mut rims: Vec<Rim> = sizes.into_iter().map(empty).collect();
    let mut last = Spot::FIRST;
    rim.each(|i| {
        last = field.spot_after(last, i);
        if let Some(layer) = layer(i) {
            let Rim { ring, area: [min, max] } = &mut rims[layer];
            let (x, y) = field.place(last);
            (*min, *max) = ((min.0.min(x), min.1.min(y)), (max.0.max(x), max.1.max(y)));
            ring.push(last, field.column(cast::index(last.cell)).start);
        }
    });
    rims
}

/// The spans of all layers, in order.
pub(super) fn runs(field: &OpenField, patches: &Patches) -> Runs {
    let (columns, rows) = field.inner();
    let of = |rows: Range<i32>| runs_of(field, patches, (&columns, rows));
    let (mut runs, others) = in_halves((field, field.is_shared()), rows, of);
    runs.extend(others.into_iter().flatten());
    runs
}

/// Those in some columns and rows.
fn runs_of(
    field: &OpenField,
    patches: &Patches,
    (columns, rows): (&Range<usize>, Range<i32>),
) -> Runs {
    let mut runs = Runs::new();
    for row in field.rows(rows) {
        let first = field.window.number(0, row.y);
        let mut last: Option<(u32, Run)> = None;
        let mut add = |i: usize, x: usize, length: usize| {
            let Some(layer) = patches.layer_of(i) else { return };
            let first = Spot { span: cast::count(i), cell: cast::count(first + x) };
            let length = cast::count(length);
            match &mut last {
                Some((same, run)) if *same == layer && run.ends_at(first) => run.length += length,
                _ => runs.extend(last.replace((layer, Run { first, length }))),
            }
        };
        for columns in parts(&row.with_spans(columns)) {
            let spans = row.spans(&columns);
            let number = patches.of_span[spans.start];
            if row.is_single(&columns) && all_are(&patches.of_span[spans.clone()], number) {
                add(spans.start, columns.start, spans.len());
                continue;
            }
            columns.for_each(|x| row.column(x).for_each(|i| add(i, x, 1)));
        }
        runs.extend(last);
    }
    runs
}

/// Cells of an area for each span of a rim, at most, for looking at all cells to be faster than
/// going from span to span.
const FEW: usize = 16;

/// The cells up to `reach` from an area; none where it is empty.
fn grown(window: &Window, [min, max]: [(i32, i32); 2], reach: i32) -> Area {
    if min.0 > max.0 {
        return Area { first: (0, 0), size: (0, 0) };
    }
    let first = ((min.0 - reach).max(0), (min.1 - reach).max(0));
    let last = ((max.0 + reach).min(window.width - 1), (max.1 + reach).min(window.depth - 1));
    let extent = |low: i32, high: i32| cast::cell_index(high - low + 1);
    Area { first, size: (extent(first.0, last.0), extent(first.1, last.1)) }
}

/// What a layer has of its own.
struct Own {
    grid: HeightGrid,
    /// Column and row of the grid's first cell.
    first: (i32, i32),
}

impl Own {
    /// An empty grid over the cells of an area and `reach` cells around; in the room, where it
    /// takes most of it.
    fn new(
        window: &Window,
        area: [(i32, i32); 2],
        (reach, step): (i32, i32),
        room: &mut Option<Vec<i32>>,
    ) -> Self {
        let Area { first, size: (width, depth) } = grown(window, area, reach);
        let origin = window.corner(first.0, first.1);
        let room = room.take_if(|room| width * depth > room.capacity() / 2).unwrap_or_default();
        let grid = HeightGrid::in_room(room, origin, window.cell, (width, depth));
        Self { grid: grid.with_step(step), first }
    }

    /// Column and row of a span in the grid.
    fn at(&self, window: &Window, spot: Spot) -> (usize, usize) {
        let (x, y) = window.place(cast::index(spot.cell));
        (cast::cell_index(x - self.first.0), cast::cell_index(y - self.first.1))
    }

    /// Gives the cells of spans side by side their heights.
    fn set(&mut self, (window, heights): (&Window, &[i32]), run: &Run) {
        let (x, y) = self.at(window, run.first);
        let first = run.first.i();
        self.grid.set_run(x, y, &heights[first..first + cast::index(run.length)]);
    }

    /// The grid with the ground around; `None` for a layer without cells.
    fn with_surroundings(
        mut self,
        (window, heights): (&Window, &[i32]),
        around: &Around,
        (reach, step): (i32, i64),
    ) -> Option<HeightGrid> {
        if self.grid.width() == 0 {
            return None;
        }
        let (width, depth) = (self.grid.width(), self.grid.depth());
        let whole = self.grid.range(0..=width - 1, 0..=depth - 1);
        let reach = cast::cell_index(reach);
        let limits = limits(reach, step);
        let height = |spot: Spot| heights[spot.i()];
        let spots = || around.perhaps.iter().flat_map(Run::spots);
        let goes_on = |spot: Spot| {
            is_close(whole, height(spot), step)
                || self.goes_on(self.at(window, spot), height(spot), reach, &limits)
        };
        let stays: Vec<bool> = spots().map(goes_on).collect();
        for (spot, _) in spots().zip(stays).filter(|&(_, stays)| stays) {
            let (x, y) = self.at(window, spot);
            self.grid.set(x, y, height(spot));
        }
        around.sure.iter().for_each(|run| self.set((window, heights), run));
        Some(self.grid)
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
