//! Height grids of layers.

use super::compact::OpenField;
use super::layers::Patches;
use crate::geom::cast;
use crate::surface::HeightGrid;

/// The heights at the centres of the cells of each layer, and of the ground up to `reach` cells
/// around it, which also goes on beyond the tile: so that the heights along a tile's side are
/// the same from both tiles, and outlines that were thinned still have ground under them.
/// `None` for a layer without cells.
///
/// Ground around the layer that cannot go on from every part of the layer near it, at a rise of
/// `step` a cell, is left out: it belongs to one floor and would be read from another.
pub(super) fn grids(
    field: &OpenField,
    patches: &Patches,
    reach: i32,
    step: i64,
) -> Vec<Option<HeightGrid>> {
    let mut spans: Vec<Vec<usize>> = vec![Vec::new(); cast::index(patches.layer_count)];
    for i in 0..field.len() {
        if let Some(layer) = patches.layer_of(i) {
            spans[cast::index(layer)].push(i);
        }
    }
    spans.into_iter().map(|spans| grid(field, spans, reach, step)).collect()
}

fn grid(field: &OpenField, own: Vec<usize>, reach: i32, step: i64) -> Option<HeightGrid> {
    let first = field.place(*own.first()?);
    let (mut min, mut max) = (first, first);
    for &i in &own {
        let (x, y) = field.place(i);
        min = (min.0.min(x), min.1.min(y));
        max = (max.0.max(x), max.1.max(y));
    }
    let window = &field.window;
    let (min, max) = (
        ((min.0 - reach).max(0), (min.1 - reach).max(0)),
        ((max.0 + reach).min(window.width - 1), (max.1 + reach).min(window.depth - 1)),
    );
    let extent = |low: i32, high: i32| cast::cell_index(high - low + 1);
    let (width, depth) = (extent(min.0, max.0), extent(min.1, max.1));
    let mut grid = HeightGrid::new(window.corner(min.0, min.1), window.cell, width, depth)
        .with_step(cast::narrow_i32(step));
    let at = |i: usize| {
        let (x, y) = field.place(i);
        (cast::cell_index(x - min.0), cast::cell_index(y - min.1))
    };
    let mut claims = vec![Claim::Free; width * depth];
    for &i in &own {
        let (x, y) = at(i);
        grid.set(x, y, field.heights[i]);
        claims[y * width + x] = Claim::Own;
    }
    let mut ring = own;
    for _ in 0..reach {
        let mut next = Vec::new();
        for j in ring.iter().flat_map(|&i| (0..4).filter_map(move |d| field.beside(i, d))) {
            let (x, y) = at(j);
            let claim = &mut claims[y * width + x];
            match *claim {
                Claim::Free => {
                    *claim = Claim::Around(j);
                    next.push(j);
                }
                Claim::Around(k) if k != j => *claim = Claim::Contested,
                Claim::Own | Claim::Around(_) | Claim::Contested => {}
            }
        }
        ring = next;
    }
    let around: Vec<(usize, usize, i32)> = claims
        .iter()
        .enumerate()
        .filter_map(|(cell, claim)| match claim {
            Claim::Around(j) => Some((cell % width, cell / width, field.heights[*j])),
            _ => None,
        })
        .filter(|&(x, y, height)| {
            let own = |x: usize, y: usize| matches!(claims[y * width + x], Claim::Own);
            goes_on(&grid, own, (x, y), height, (cast::cell_index(reach), step))
        })
        .collect();
    for (x, y, height) in around {
        grid.set(x, y, height);
    }
    Some(grid)
}

/// True when ground at `height` in a cell can go on from every cell of the layer's own up to
/// `reach` cells around: the rise is at most `step` a cell, counted along the axes.
fn goes_on(
    grid: &HeightGrid,
    own: impl Fn(usize, usize) -> bool,
    (x, y): (usize, usize),
    height: i32,
    (reach, step): (usize, i64),
) -> bool {
    let columns = x.saturating_sub(reach)..=(x + reach).min(grid.width().saturating_sub(1));
    let rows = y.saturating_sub(reach)..=(y + reach).min(grid.depth().saturating_sub(1));
    rows.flat_map(|v| columns.clone().map(move |u| (u, v))).filter(|&(u, v)| own(u, v)).all(
        |(u, v)| {
            let away = i64::from(cast::count(u.abs_diff(x) + v.abs_diff(y)));
            let there = grid.get(u, v).map_or(height, |h| h);
            (i64::from(there) - i64::from(height)).abs() <= away * step
        },
    )
}

/// Who has the height of a cell of a grid.
#[derive(Clone, Copy)]
enum Claim {
    /// Nobody yet.
    Free,
    /// The layer itself.
    Own,
    /// This span of the ground around the layer.
    Around(usize),
    /// Ground around two parts of the layer on different floors (two flights of a stair side by
    /// side): each part would read the other's height, so the cell has none.
    Contested,
}
