//! Height grids of layers.

use super::compact::{OpenField, Spot};
use super::layers::Patches;
use super::window::Window;
use crate::geom::cast;
use crate::surface::HeightGrid;

/// Where the heights of layers are: what is left of a field for [`Samples::grids`].
pub(super) struct Samples {
    layers: Vec<Extent>,
    runs: Vec<Run>,
}

/// A layer besides its own spans.
struct Extent {
    /// The first and the last column and row; the first after the last where it is empty.
    area: [(i32, i32); 2],
    /// The spans around that its ground goes on to, one a cell.
    around: Vec<Spot>,
}

/// Spans of a layer that stand side by side in a row.
struct Run {
    layer: u32,
    first: Spot,
    length: u32,
}

impl Samples {
    /// Those of each layer, with the spans around it in cells up to `reach` from it, also beyond
    /// the tile: so that the heights along a tile's side are the same from both tiles, and outlines
    /// that were thinned still have ground under them.
    ///
    /// `rim` are the spans where ground goes on outside their patch, in order.
    pub(super) fn of(field: &OpenField, patches: &Patches, rim: Vec<Spot>, reach: i32) -> Self {
        let mut rims = vec![Vec::new(); cast::index(patches.layer_count)];
        for spot in rim {
            if let Some(layer) = patches.layer_of(spot.i()) {
                rims[cast::index(layer)].push(spot);
            }
        }
        let mut claims = Claims { claimed: vec![0; field.len().div_ceil(8)], others: Vec::new() };
        let extent = |(layer, rim): (u32, Vec<Spot>)| {
            let nothing = [(i32::MAX, i32::MAX), (i32::MIN, i32::MIN)];
            let places = rim.iter().map(|&spot| field.place(spot));
            let area = places.fold(nothing, |[min, max], (x, y)| {
                [(min.0.min(x), min.1.min(y)), (max.0.max(x), max.1.max(y))]
            });
            Extent { area, around: claims.around(field, patches, (layer, rim), reach) }
        };
        let layers = (0..).zip(rims).map(extent).collect();
        Self { layers, runs: runs(field, patches) }
    }

    /// The heights at the centres of the cells of each layer, and of the ground up to `reach` cells
    /// around it. `None` for a layer without cells.
    ///
    /// Ground around the layer that cannot go on from every part of the layer near it, at a rise of
    /// `step` a cell, is left out: it belongs to one floor and would be read from another.
    pub(super) fn grids(
        self,
        (window, heights): (&Window, &[i32]),
        (reach, step): (i32, i64),
    ) -> Vec<Option<HeightGrid>> {
        let own = |extent: &Extent| Own::new(window, extent.area, (reach, cast::narrow_i32(step)));
        let mut own: Vec<Own> = self.layers.iter().map(own).collect();
        for run in self.runs {
            let own = &mut own[cast::index(run.layer)];
            let (x, y) = own.at(window, run.first);
            let first = run.first.i();
            own.grid.set_run(x, y, &heights[first..first + cast::index(run.length)]);
        }
        let own = own.into_iter().zip(self.layers);
        own.map(|(own, extent)| {
            own.with_surroundings((window, heights), extent.around, (reach, step))
        })
        .collect()
    }
}

/// The spans of all layers, in order.
fn runs(field: &OpenField, patches: &Patches) -> Vec<Run> {
    let (columns, rows) = field.inner();
    let mut runs: Vec<Run> = Vec::new();
    for row in field.rows(rows) {
        let (before, first) = (runs.len(), field.window.number(0, row.y));
        for x in row.with_spans(&columns) {
            for i in row.column(x) {
                let Some(layer) = patches.layer_of(i) else { continue };
                let spot = Spot { span: cast::count(i), cell: cast::count(first + x) };
                match runs[before..].last_mut() {
                    Some(run) if run.goes_on(layer, spot) => run.length += 1,
                    _ => runs.push(Run { layer, first: spot, length: 1 }),
                }
            }
        }
    }
    runs
}

impl Run {
    /// Whether a span is the next one of the run.
    #[inline]
    fn goes_on(&self, layer: u32, spot: Spot) -> bool {
        let Spot { span, cell } = self.first;
        layer == self.layer && [span, cell].map(|n| n + self.length) == [spot.span, spot.cell]
    }
}

/// Which spans a layer has claimed around itself.
struct Claims {
    /// A bit a span.
    claimed: Vec<u8>,
    /// Those in cells that were claimed already.
    others: Vec<Spot>,
}

impl Claims {
    #[inline]
    fn holds(&self, i: usize) -> bool {
        self.claimed[i / 8] & 1 << (i % 8) != 0
    }

    #[inline]
    fn toggle(&mut self, i: usize) {
        self.claimed[i / 8] ^= 1 << (i % 8);
    }

    /// The spans that the ground goes on to in the cells up to `reach` around a layer, one a cell.
    /// Cells around two parts of the layer on different floors (two flights of a stair side by
    /// side) are left out: each part would read the other's height.
    fn around(
        &mut self,
        field: &OpenField,
        patches: &Patches,
        (layer, mut spots): (u32, Vec<Spot>),
        reach: i32,
    ) -> Vec<Spot> {
        // Ring after ring, from those of the layer itself.
        let (rim, mut ring) = (spots.len(), 0);
        for _ in 0..reach {
            let end = spots.len();
            for at in ring..end {
                for there in field.around(spots[at]) {
                    let column = || field.column(cast::index(there.cell));
                    if self.holds(there.i()) || column().any(|j| patches.layer_of(j) == Some(layer))
                    {
                        continue;
                    }
                    let is_first = column().all(|j| !self.holds(j));
                    let list = if is_first { &mut spots } else { &mut self.others };
                    list.push(there);
                    self.toggle(there.i());
                }
            }
            ring = end;
        }
        spots.drain(..rim);
        let claims =
            |spot: &Spot| field.column(cast::index(spot.cell)).filter(|&j| self.holds(j)).count();
        let contested: Vec<bool> = spots.iter().map(|spot| claims(spot) > 1).collect();
        let others = std::mem::take(&mut self.others);
        spots.iter().chain(&others).for_each(|spot| self.toggle(spot.i()));
        let mut contested = contested.into_iter();
        spots.retain(|_| contested.next() == Some(false));
        spots
    }
}

/// What a layer has of its own.
struct Own {
    grid: HeightGrid,
    /// Column and row of the grid's first cell.
    min: (i32, i32),
}

impl Own {
    /// An empty grid over the cells of an area and `reach` cells around.
    fn new(window: &Window, [min, max]: [(i32, i32); 2], (reach, step): (i32, i32)) -> Self {
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
        Self { grid: HeightGrid::new(origin, window.cell, width, depth).with_step(step), min }
    }

    /// Column and row of a span in the grid.
    fn at(&self, window: &Window, spot: Spot) -> (usize, usize) {
        let (x, y) = window.place(cast::index(spot.cell));
        (cast::cell_index(x - self.min.0), cast::cell_index(y - self.min.1))
    }

    /// The grid with the ground around; `None` for a layer without cells.
    fn with_surroundings(
        mut self,
        (window, heights): (&Window, &[i32]),
        mut around: Vec<Spot>,
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
        around.retain(|&spot| {
            is_close(whole, height(spot), step)
                || self.goes_on(self.at(window, spot), height(spot), reach, &limits)
        });
        for spot in around {
            let (x, y) = self.at(window, spot);
            self.grid.set(x, y, height(spot));
        }
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
