//! Tiles agree with the whole and with each other, cell by cell.

use super::super::{Block, VoxelTile, looked_at, survey_tile};
use super::check::{check, ground};
use super::random::cave;
use super::scene::Scene;
use crate::geom::{GroundPoint, PlanBox, cast};
use crate::parameters::{Regions, TileSize};
use crate::surface::{Border, Patch, Surface, TileSide};
use crate::survey::index::SoupIndex;
use std::collections::BTreeSet;

/// The unit edges on one side of a tile where the ground goes on beyond, with the heights of
/// both ends.
fn crossings(surface: &Surface, side: TileSide, cell: i32) -> BTreeSet<(GroundPoint, GroundPoint)> {
    let mut out = BTreeSet::new();
    for ring in surface.layers.iter().flat_map(|l| &l.patches).flat_map(Patch::rings) {
        for (i, &border) in ring.borders.iter().enumerate() {
            if border == Border::Tile(side) {
                let (a, b) = (ring.points[i], ring.points[(i + 1) % ring.points.len()]);
                assert_eq!(
                    a.plan.distance_squared(b.plan) % (i64::from(cell) * i64::from(cell)),
                    0
                );
                out.insert(if a < b { (a, b) } else { (b, a) });
            }
        }
    }
    out
}

/// Total length of crossings by plan, which does not depend on how layers split them.
fn length(edges: &BTreeSet<(GroundPoint, GroundPoint)>) -> i64 {
    edges.iter().map(|(a, b)| cast::round_i64(a.plan.distance(b.plan))).sum()
}

#[test]
fn tiles_agree_with_one() {
    for seed in 0..40 {
        let mut scene = cave(seed);
        scene.parameters.region_min_area = 0.0;
        scene.parameters.tile_size = TileSize::Metres(8.1);
        let resolved = scene.resolved();
        let (columns, rows) = (resolved.columns, resolved.rows);
        assert!(columns >= 2 && rows >= 2);
        let index = SoupIndex::new(&scene.soup, &resolved.frame);
        let whole = {
            let all = 0..scene.soup.triangles.len();
            survey_tile(&scene.soup, all, &scene.parameters, &resolved, resolved.clip, false)
                .unwrap()
        };
        let tile = |x: i32, y: i32| {
            let area = resolved.tile_box(x, y);
            let near = index.near(looked_at(&resolved, area));
            survey_tile(&scene.soup, near, &scene.parameters, &resolved, area, false).unwrap()
        };
        let number = |x: i32, y: i32| cast::cell_index(y * columns + x);
        let places: Vec<_> = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).collect();
        let tiles: Vec<_> = places.iter().map(|&(x, y)| tile(x, y)).collect();
        let sum =
            |f: fn(&super::Counts) -> usize| tiles.iter().map(|t| f(&t.counts)).sum::<usize>();
        assert_eq!(sum(|c| c.rasterised), whole.counts.rasterised);
        assert_eq!(sum(|c| c.ledges), whole.counts.ledges);
        assert_eq!(sum(|c| c.low_height), whole.counts.low_height);
        assert_eq!(sum(|c| c.eroded), whole.counts.eroded, "seed {seed}");
        for t in &tiles {
            check(&t.surface);
            check(ground(t));
        }
        for (x, y) in places {
            let here = &tiles[number(x, y)];
            if x + 1 < columns {
                let there = &tiles[number(x + 1, y)];
                agree(here, there, (TileSide::East, TileSide::West), resolved.cell);
            }
            if y + 1 < rows {
                let there = &tiles[number(x, y + 1)];
                agree(here, there, (TileSide::North, TileSide::South), resolved.cell);
            }
        }
    }
}

fn agree(a: &VoxelTile, b: &VoxelTile, sides: (TileSide, TileSide), cell: i32) {
    for (a, b) in [(&a.surface, &b.surface), (ground(a), ground(b))] {
        let (here, there) = (crossings(a, sides.0, cell), crossings(b, sides.1, cell));
        assert_eq!(length(&here), length(&there));
        // Ends of walls on the side are the same points with the same heights.
        if here.len() == 1 && there.len() == 1 {
            assert_eq!(here, there);
        }
    }
}

/// A tile out of a block is the tile on its own.
#[test]
fn tiles_of_blocks_are_those_of_their_own() {
    for seed in 0..40_u32 {
        let mut scene = cave(u64::from(seed));
        scene.parameters.tile_size = TileSize::Metres([2.4, 4.5, 7.2][cast::index(seed) % 3]);
        scene.parameters.filter_ledges = seed % 5 != 0;
        // Heights are read from more cells around than the border is wide.
        scene.parameters.edge_max_error = [0.3, 1.5, 3.0][cast::index(seed) / 2 % 3];
        if seed % 4 == 0 {
            scene.parameters.regions = Regions::Watershed;
        }
        let resolved = scene.resolved();
        let all = || 0..scene.soup.triangles.len();
        let rules = (&scene.parameters, &resolved);
        for (first, last) in [((0, 0), (1, 1)), ((1, 0), (2, 2)), ((0, 0), (9, 9))] {
            let last = (last.0.min(resolved.columns - 1), last.1.min(resolved.rows - 1));
            let corner = |x: i32, y: i32| resolved.tile_box(x, y);
            let area = PlanBox::new(corner(first.0, first.1).min, corner(last.0, last.1).max);
            let block = Block::survey(&scene.soup, all(), rules, (area, 2), false).unwrap();
            let mut together = *block.counts();
            for (x, y) in (first.1..=last.1).flat_map(|y| (first.0..=last.0).map(move |x| (x, y))) {
                let clip = resolved.tile_box(x, y);
                let alone = survey_tile(&scene.soup, all(), rules.0, rules.1, clip, false).unwrap();
                let (tile, heights) = block.tile(clip).unwrap();
                let mut tile = tile.trace();
                tile.surface.set_heights(heights.sample());
                assert_eq!(tile.surface, alone.surface, "seed {seed}, tile {x} {y}");
                assert_eq!(tile.ground, alone.ground, "seed {seed}, tile {x} {y}");
                let own = (alone.counts.eroded, alone.counts.islands);
                assert_eq!((tile.counts.eroded, tile.counts.islands), own);
                together.low_height -= alone.counts.low_height;
                together.ledges -= alone.counts.ledges;
            }
            assert_eq!((together.ledges, together.low_height), (0, 0), "spans are counted once");
        }
    }
}

#[test]
fn islands_that_go_on_beyond_a_tile_stay() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [3.3, 3.3], 0.0);
    scene.bounds = Some(([-6.0, 0.0, -6.0], [6.0, 1.0, 6.0]));
    scene.parameters.region_min_area = 9.0;
    scene.parameters.agent.radius = 0.0;
    let resolved = scene.resolved();
    let whole = scene.survey();
    assert_eq!(whole.counts.islands, 0, "too small");
    let cell = resolved.cell;
    let half = resolved.clip.min.x
        + (resolved.clip.max.x - resolved.clip.min.x) / cell / 2 * cell
        + 6 * cell;
    let west =
        PlanBox { max: crate::geom::PlanPoint::new(half, resolved.clip.max.y), ..resolved.clip };
    let tile = survey_tile(&scene.soup, 0..2, &scene.parameters, &resolved, west, false).unwrap();
    assert!(tile.counts.islands > 0, "the piece goes on beyond the tile");
}
