//! Laws over random cave-like worlds.

use super::super::assemble::Outlined;
use super::super::compact::OpenField;
use super::super::pieces::Pieces;
use super::super::{Stage, Trace, VoxelTile, Window, crowd, erode, island, sides};
use super::super::{layers::Patches, sweep};
use super::check::{check, ground};
use super::scene::Scene;
use super::{cells, survey_tile};
use crate::parameters::{Parameters, Regions, Resolved};

/// Numbers that look random, the same everywhere.
#[derive(Clone, Debug)]
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// Below `n`.
    pub(super) fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(n)).unwrap()
    }

    /// From `low` to `high` in steps of a sixteenth, so that degenerate positions are common.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        let steps = crate::geom::cast::round_i32((high - low) * 16.0).unsigned_abs();
        low + f64::from(self.below(steps + 1)) / 16.0
    }
}

/// Floors at several heights, ramps, blocks and pillars, two area tags, on 14 m × 14 m.
pub(super) fn cave(seed: u64) -> Scene {
    let mut dice = Dice(seed);
    let mut scene = Scene {
        parameters: Parameters { region_min_area: 1.0, ..Parameters::default() },
        ..Scene::default()
    };
    scene.floor([0.0, 0.0], [14.0, 14.0], 0.0);
    for _ in 0..2 + dice.below(24) {
        scene.area = u8::from(dice.below(4) == 0);
        let (x, z) = (dice.between(-1.0, 13.0), dice.between(-1.0, 13.0));
        let (w, d) = (dice.between(0.1, 5.0), dice.between(0.1, 5.0));
        let y = dice.between(0.0, 6.0);
        match dice.below(5) {
            0 => scene.floor([x, z], [x + w, z + d], y),
            1 => scene.block([x, y - 1.0, z], [x + w, y, z + d]),
            2 => scene.block([x, 0.0, z], [x + 0.4, y, z + 0.4]),
            3 => scene.block([x, -0.5, z], [x + w, dice.between(0.0, 1.5), z + d]),
            _ => scene.quad([
                [x, 0.0, z],
                [x, 0.0, z + d],
                [x + w + 3.0, y, z + d],
                [x + w + 3.0, y, z],
            ]),
        }
    }
    scene.parameters.agent.radius = [0.0, 0.3, 0.6][usize::try_from(dice.below(3)).unwrap()];
    scene
}

/// The linked spans of a world as one tile, and those that are kept.
pub(super) fn kept(scene: &Scene, resolved: &Resolved) -> (OpenField, Vec<bool>) {
    let window = Window::new(resolved, resolved.clip).unwrap();
    let all = 0..scene.soup.triangles.len();
    let (mut counts, mut trace) = (super::Counts::default(), None::<Trace>);
    let rules = (&scene.parameters, resolved);
    let notes = (&mut counts, &mut trace);
    let open = sweep::open_field(&scene.soup, all, rules, (window, 2), notes).unwrap();
    let mut keep = erode::erode(&erode::distances_squared(&open), resolved);
    let mut pieces = Pieces::of(&open, &keep);
    island::remove_small(&open, &mut pieces, &mut keep, resolved.region_min_cells);
    (open, keep)
}

/// Panics where two fields have other spans.
pub(super) fn assert_same(one: &OpenField, other: &OpenField, at: &str) {
    assert_eq!((one.window, &one.starts), (other.window, &other.starts), "{at}");
    assert_eq!((&one.heights, &one.links), (&other.heights, &other.links), "{at}");
    assert!((0..one.len()).all(|i| one.areas.of(i) == other.areas.of(i)), "{at}");
}

#[test]
fn outlines_keep_the_contract() {
    for seed in 0..150 {
        let scene = cave(seed);
        let tile = scene.survey();
        check(&tile.surface);
        check(ground(&tile));
    }
}

#[test]
fn large_errors_keep_the_contract() {
    for seed in 0..60 {
        let mut scene = cave(1000 + seed);
        scene.parameters.edge_max_error = 3.0;
        scene.parameters.region_min_area = 0.0;
        check(&scene.survey().surface);
    }
}

#[test]
fn basins_keep_the_contract_and_the_ground() {
    for seed in 0..60 {
        let mut scene = cave(seed);
        scene.parameters.edge_max_error = 0.0;
        let layers = scene.survey();
        scene.parameters.regions = Regions::Watershed;
        let basins = scene.survey();
        check(&basins.surface);
        assert_eq!(basins.surface.area_doubled(), layers.surface.area_doubled());
        let patches =
            |t: &VoxelTile| t.surface.layers.iter().map(|l| l.patches.len()).sum::<usize>();
        assert!(patches(&basins) >= patches(&layers));
        scene.parameters.edge_max_error = 0.39;
        check(&scene.survey().surface);
    }
}

#[test]
fn exact_outlines_have_the_area_of_their_cells() {
    for seed in 0..60 {
        let scene = cave(seed);
        let resolved = scene.resolved();
        let (open, keep) = kept(&scene, &resolved);
        let patches = Patches::flood(&open, Pieces::of(&open, &keep), &crowd::crowded(&open), None);
        let layers = patches.by_span();
        let [sides, shared] =
            [false, true].map(|is_shared| sides::of_by(&open, &patches, is_shared));
        assert_eq!(sides, shared, "{seed}");
        let exact = Outlined::new((&open, &keep), (&patches, sides), 0, &resolved).surface;
        check(&exact);
        let count = keep.iter().filter(|&&k| k).count();
        assert_eq!(cells(&exact, resolved.cell), i128::try_from(count).unwrap());
        for (l, layer) in exact.layers.iter().enumerate() {
            let one = crate::surface::Surface { layers: vec![layer.clone()], ..exact.clone() };
            let l = u32::try_from(l).unwrap();
            let count = layers.iter().filter(|&&layer| layer == Some(l)).count();
            assert_eq!(cells(&one, resolved.cell), i128::try_from(count).unwrap());
        }
    }
}

/// The tops of the solid spans under open ones, voxels.
fn tops(scene: &Scene, resolved: &Resolved) -> Vec<i32> {
    let all = 0..scene.soup.triangles.len();
    let tile = survey_tile(&scene.soup, all, &scene.parameters, resolved, resolved.clip, true);
    let trace = tile.unwrap().trace.unwrap();
    let (_, open) = trace.stages.iter().find(|(stage, _)| *stage == Stage::Erode).unwrap();
    open.iter().map(|span| span.top).collect()
}

#[test]
fn links_are_mutual_and_climbable() {
    for seed in 0..40 {
        let scene = cave(seed);
        let resolved = scene.resolved();
        let (open, _) = kept(&scene, &resolved);
        let tops = tops(&scene, &resolved);
        for spot in open.spots() {
            assert_eq!(open.spot(spot.i()), spot);
            for d in 0..4 {
                if let Some(there) = open.beside(spot, d) {
                    assert_eq!(open.beside(there, (d + 2) % 4), Some(spot));
                    let step = tops[spot.i()] - tops[there.i()];
                    assert!(step.abs() <= resolved.walkable_climb);
                }
            }
        }
    }
}

#[test]
fn the_same_twice() {
    for seed in 0..5 {
        let scene = cave(seed);
        let resolved = scene.resolved();
        let all = || 0..scene.soup.triangles.len();
        let run = || {
            survey_tile(&scene.soup, all(), &scene.parameters, &resolved, resolved.clip, true)
                .unwrap()
        };
        assert_eq!(run(), run());
    }
}

/// On one storey the transform is the plain distance to the nearest square without ground.
#[test]
fn distances_are_those_of_a_search_over_all_cells() {
    for seed in 0..30 {
        let mut dice = Dice(seed);
        let mut scene = Scene::default();
        scene.parameters.filter_ledges = false;
        scene.floor([0.0, 0.0], [9.0, 6.0], 0.0);
        for _ in 0..dice.below(9) {
            let (x, z) = (dice.between(0.0, 9.0), dice.between(0.0, 6.0));
            scene
                .block([x, -0.5, z], [x + dice.between(0.1, 2.0), 3.0, z + dice.between(0.1, 2.0)]);
        }
        let resolved = scene.resolved();
        let (open, _) = kept(&scene, &resolved);
        let tops = tops(&scene, &resolved);
        // Only the floor's spans; the tops of the blocks are another storey.
        let window = open.window;
        let floor = |x: i32, y: i32| {
            let inside = (0..window.width).contains(&x) && (0..window.depth).contains(&y);
            inside && open.column(window.number(x, y)).any(|i| tops[i] < 8)
        };
        let distances = erode::distances_squared(&open);
        for spot in open.spots().filter(|spot| tops[spot.i()] < 8) {
            let (x, y) = open.place(spot);
            let mut best = i64::MAX;
            for v in -1..=window.depth {
                for u in -1..=window.width {
                    if !floor(u, v) {
                        let half = |d: i32| i64::from((2 * d.abs() - 1).max(0));
                        let (dx, dy) = (half(u - x), half(v - y));
                        best = best.min(dx * dx + dy * dy);
                    }
                }
            }
            assert_eq!(distances[spot.i()], best, "seed {seed} cell {x} {y}");
        }
    }
}

/// Erosion by looking at a few rows keeps what the distances keep.
#[test]
fn few_rows_keep_what_distances_keep() {
    for seed in 0..60 {
        let mut scene = cave(seed);
        // Where ledges stay ground there are slits beside it, and low bodies have floors close above
        // each other.
        scene.parameters.filter_ledges = seed % 3 == 0;
        if seed % 4 < 2 {
            scene.parameters.agent.height = 0.4;
            scene.parameters.agent.max_climb = 0.35;
        }
        for cells in [0.0, 0.5, 1.0, 2.0, 2.5, 4.0, 7.0, 12.0] {
            scene.parameters.agent.radius = cells * scene.parameters.cell_size;
            let resolved = scene.resolved();
            let (open, _) = kept(&scene, &resolved);
            let by_distance = erode::erode(&erode::distances_squared(&open), &resolved);
            assert_eq!(erode::kept(&open, &resolved), by_distance, "seed {seed}, {cells} cells");
        }
    }
}
