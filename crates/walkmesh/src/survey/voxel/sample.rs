//! Height grids of layers.

use super::compact::OpenField;
use super::layers::Patches;
use crate::geom::cast;
use crate::surface::HeightGrid;

/// The heights at the centres of the cells of each layer, and of the ground up to `reach` cells
/// around it, which also goes on beyond the tile: so that the heights along a tile's side are
/// the same from both tiles, and outlines that were thinned still have ground under them.
/// `None` for a layer without cells.
pub(super) fn grids(field: &OpenField, patches: &Patches, reach: i32) -> Vec<Option<HeightGrid>> {
    let mut spans: Vec<Vec<usize>> = vec![Vec::new(); cast::index(patches.layer_count)];
    for i in 0..field.len() {
        if let Some(layer) = patches.layer_of(i) {
            spans[cast::index(layer)].push(i);
        }
    }
    spans.into_iter().map(|spans| grid(field, spans, reach)).collect()
}

fn grid(field: &OpenField, mut ring: Vec<usize>, reach: i32) -> Option<HeightGrid> {
    let first = field.place(*ring.first()?);
    let (mut min, mut max) = (first, first);
    for &i in &ring {
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
    let mut grid = HeightGrid::new(
        window.corner(min.0, min.1),
        window.cell,
        extent(min.0, max.0),
        extent(min.1, max.1),
    );
    let at = |i: usize| {
        let (x, y) = field.place(i);
        (cast::cell_index(x - min.0), cast::cell_index(y - min.1))
    };
    for &i in &ring {
        let (x, y) = at(i);
        grid.set(x, y, field.heights[i]);
    }
    for _ in 0..reach {
        let mut next = Vec::new();
        for j in ring.iter().flat_map(|&i| (0..4).filter_map(move |d| field.beside(i, d))) {
            let (x, y) = at(j);
            if grid.get(x, y).is_none() {
                grid.set(x, y, field.heights[j]);
                next.push(j);
            }
        }
        ring = next;
    }
    Some(grid)
}
