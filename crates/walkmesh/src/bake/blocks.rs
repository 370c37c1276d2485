//! Which tiles are surveyed together.

use crate::geom::PlanBox;
use crate::mesh::TileCoord;
use crate::parameters::{Resolved, Survey};
use std::collections::BTreeMap;

/// Cells of a block of tiles, at most: borders are a tenth of that, and what is held at a time is
/// little and does not depend on the world.
const CELLS: i64 = 70_000;

/// Tiles that are surveyed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TileBlock {
    /// The box around them.
    pub(super) clip: PlanBox,
    /// Places in the list of tiles.
    pub(super) tiles: Vec<usize>,
}

/// Shares tiles out to blocks, one for each thread at least where there are as many tiles: who has
/// surveyed theirs first goes on with tiles of the others'. The result of a bake does not depend on
/// how.
pub(super) fn of(
    coords: &[TileCoord],
    resolved: &Resolved,
    survey: Survey,
    threads: usize,
) -> Vec<TileBlock> {
    let tiles = [resolved.columns, resolved.rows].map(|tiles| i64::from(tiles.max(1)));
    let tile = i64::from(resolved.tile_cells).pow(2);
    let mut shares = match survey {
        Survey::Voxel => [1, 1],
        Survey::Exact => tiles,
    };
    loop {
        let sides: [i64; 2] = std::array::from_fn(|axis| (tiles[axis] - 1) / shares[axis] + 1);
        if sides == [1, 1] || tile.saturating_mul(sides[0] * sides[1]) <= CELLS {
            let blocks = rectangles(coords, resolved, (tiles, shares));
            if sides == [1, 1] || blocks.len() >= threads {
                return blocks;
            }
        }
        let longer = usize::from(sides[1] > sides[0]);
        shares[longer] = (2 * shares[longer]).min(tiles[longer]);
    }
}

/// The tiles by rectangles, row by row: the columns and rows of the grid, of which there are so many,
/// in shares of about as many.
fn rectangles(
    coords: &[TileCoord],
    resolved: &Resolved,
    (tiles, shares): ([i64; 2], [i64; 2]),
) -> Vec<TileBlock> {
    let mut rectangles: BTreeMap<[i64; 2], Vec<usize>> = BTreeMap::new();
    for (i, coord) in coords.iter().enumerate() {
        let at = [coord.y, coord.x].map(i64::from);
        let share = std::array::from_fn(|k| (at[k] * shares[1 - k]).div_euclid(tiles[1 - k]));
        rectangles.entry(share).or_default().push(i);
    }
    let mut blocks = Vec::with_capacity(rectangles.len());
    let clip = |i: usize| resolved.tile_box(coords[i].x, coords[i].y);
    for tiles in rectangles.into_values() {
        let corners = tiles.iter().map(|&i| clip(i)).flat_map(|clip| [clip.min, clip.max]);
        match PlanBox::around(corners) {
            Some(clip) if pays(clip, tiles.len(), resolved) => {
                blocks.push(TileBlock { clip, tiles });
            }
            // Tiles that are far apart have nothing to share.
            _ => blocks
                .extend(tiles.into_iter().map(|i| TileBlock { clip: clip(i), tiles: vec![i] })),
        }
    }
    blocks
}

/// Whether surveying a box is less than surveying so many tiles in it one by one.
fn pays(clip: PlanBox, tiles: usize, resolved: &Resolved) -> bool {
    let border = 2 * i64::from(resolved.border_cells);
    let cells = |low: i32, high: i32| {
        (i64::from(high) - i64::from(low)) / i64::from(resolved.cell.max(1)) + border
    };
    let single = i64::from(resolved.tile_cells) + border;
    let singly =
        single.saturating_mul(single).saturating_mul(i64::try_from(tiles).unwrap_or(i64::MAX));
    cells(clip.min.x, clip.max.x).saturating_mul(cells(clip.min.y, clip.max.y)) < singly
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::{Parameters, TileSize};
    use walkmesh_testkit::Random;

    #[test]
    fn every_tile_is_in_one_block_around_it() {
        let parameters = Parameters { tile_size: TileSize::Metres(6.0), ..Parameters::default() };
        let resolved = parameters.resolve([0.0, 0.0, 0.0], [150.0, 3.0, 110.0]).unwrap();
        let all: Vec<TileCoord> = (0..resolved.rows)
            .flat_map(|y| (0..resolved.columns).map(move |x| TileCoord { x, y }))
            .collect();
        let mut random = Random::new(7);
        for round in 0..200 {
            let share = [1, 2, 5, 40][round % 4];
            let mut coords = all.clone();
            coords.retain(|_| random.below(share) == 0);
            for (survey, threads) in [(Survey::Voxel, 1), (Survey::Voxel, 3), (Survey::Exact, 2)] {
                let blocks = of(&coords, &resolved, survey, threads);
                let mut found: Vec<usize> = Vec::new();
                for TileBlock { clip, tiles } in &blocks {
                    assert!(survey == Survey::Voxel || tiles.len() == 1);
                    let cells = [clip.max.x - clip.min.x, clip.max.y - clip.min.y]
                        .map(|side| i64::from(side / resolved.cell));
                    assert!(tiles.len() == 1 || cells[0] * cells[1] <= CELLS);
                    for &i in tiles {
                        let tile = resolved.tile_box(coords[i].x, coords[i].y);
                        assert!(clip.contains(tile.min) && clip.contains(tile.max));
                    }
                    found.extend(tiles);
                }
                found.sort_unstable();
                assert_eq!(found, (0..coords.len()).collect::<Vec<_>>());
                if survey == Survey::Voxel && share == 1 {
                    assert!(blocks.len() < coords.len(), "tiles side by side are put together");
                }
                assert!(blocks.len() >= threads.min(coords.len()));
            }
        }
    }
}
