//! Which triangles each of some tiles is made from.

use crate::geom::{PlanBox, PlanPoint, cast};
use crate::mesh::TileCoord;
use std::ops::Range;

/// Triangles by the tiles of a rectangle of the grid.
#[derive(Debug, Default)]
pub(super) struct ByTile {
    columns: Range<i32>,
    rows: Range<i32>,
    /// Those that each tile looks at, ascending, row by row.
    triangles: Vec<Vec<u32>>,
}

impl ByTile {
    /// Shares `placed` triangles out to those of `tiles` whose box, as `looked_at` says, their own
    /// meets: linear in the triangles and the tiles that each reaches.
    pub(super) fn new(
        tiles: impl Iterator<Item = TileCoord>,
        looked_at: impl Fn(TileCoord) -> PlanBox,
        placed: impl Iterator<Item = (usize, PlanBox)>,
    ) -> Self {
        let places = PlanBox::around(tiles.map(|tile| PlanPoint::new(tile.x, tile.y)));
        let Some(PlanBox { min, max }) = places else { return Self::default() };
        let (columns, rows) = (min.x..max.x + 1, min.y..max.y + 1);
        // Where each column and each row begins and ends.
        let of_column = |x: i32| looked_at(TileCoord { x, y: min.y });
        let of_row = |y: i32| looked_at(TileCoord { x: min.x, y });
        let across: Vec<_> = columns.clone().map(of_column).map(|b| (b.min.x, b.max.x)).collect();
        let up: Vec<_> = rows.clone().map(of_row).map(|b| (b.min.y, b.max.y)).collect();
        let mut triangles = vec![Vec::new(); across.len() * up.len()];
        for (i, bounds) in placed {
            let (first, end) = within(&across, bounds.min.x, bounds.max.x);
            let (low, high) = within(&up, bounds.min.y, bounds.max.y);
            for row in triangles.chunks_exact_mut(across.len()).take(high).skip(low) {
                row[first..end].iter_mut().for_each(|tile| tile.push(cast::count(i)));
            }
        }
        Self { columns, rows, triangles }
    }

    /// The triangles that one of the tiles looks at, ascending.
    pub(super) fn of(&self, tile: TileCoord) -> impl Iterator<Item = usize> {
        let is_here = self.columns.contains(&tile.x) && self.rows.contains(&tile.y);
        let here = is_here.then(|| {
            let place = |i: i32, of: &Range<i32>| cast::cell_index(i - of.start);
            place(tile.y, &self.rows) * self.columns.len() + place(tile.x, &self.columns)
        });
        here.into_iter().flat_map(|i| &self.triangles[i]).map(|&i| cast::index(i))
    }
}

/// The first of these ranges, which ascend, that one from `low` to `high` meets, and the one after
/// the last.
fn within(ranges: &[(i32, i32)], low: i32, high: i32) -> (usize, usize) {
    let first = ranges.partition_point(|range| range.1 < low);
    (first, ranges.partition_point(|range| range.0 <= high).max(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn every_tile_has_the_triangles_whose_box_meets_its_own() {
        let mut random = Random::new(12);
        for round in 0..100 {
            let (size, border) = ([10, 40][round % 2], [0, 3, 25][round % 3]);
            let looked_at = |tile: TileCoord| {
                let at = |i: i32| (i * size).min(95);
                let (x, y) = (tile.x, tile.y);
                let (min, max) = ((at(x), at(y)), (at(x + 1), at(y + 1)));
                let p = |(x, y)| PlanPoint::new(x, y);
                PlanBox::new(p(min), p(max)).grown(border)
            };
            let end = 95 / size + 1;
            let all = (0..end).flat_map(|y| (0..end).map(move |x| TileCoord { x, y }));
            let tiles: Vec<TileCoord> = all.filter(|_| random.below(3) > 0).collect();
            let mut corner = || PlanPoint::new(random.between(-9, 105), random.between(-9, 105));
            let of = |i: usize, from: PlanPoint, to: PlanPoint| {
                (3 * i, PlanBox::around([from, to]).unwrap())
            };
            let placed: Vec<_> = (0..60).map(|i| of(i, corner(), corner())).collect();
            let by_tile = ByTile::new(tiles.iter().copied(), looked_at, placed.iter().copied());
            for &tile in &tiles {
                let own: Vec<usize> = by_tile.of(tile).collect();
                let near = placed.iter().filter(|(_, b)| b.meets(&looked_at(tile)));
                assert_eq!(own, near.map(|&(i, _)| i).collect::<Vec<_>>());
            }
            assert_eq!(by_tile.of(TileCoord { x: end, y: 0 }).count(), 0);
        }
    }
}
