//! Small hand-made worlds, and laws over random ones.

mod around;
mod check;
mod passes;
mod random;
mod scene;
mod slabs;
mod strips;
mod tiling;

use super::*;
use crate::geom::PlanPoint;
use crate::surface::{Border, Heights};
use check::{check, ground};
use scene::Scene;

/// Cell count of a surface whose outlines are exact.
fn cells(surface: &Surface, cell: i32) -> i128 {
    let doubled = 2 * i128::from(cell) * i128::from(cell);
    assert_eq!(surface.area_doubled() % doubled, 0);
    surface.area_doubled() / doubled
}

fn metres2(tile: &Surface) -> f64 {
    let step = tile.frame.step();
    crate::geom::cast::float_wide(tile.area_doubled()) / 2.0 * step * step
}

#[test]
fn a_floor_loses_its_rim_and_a_box_its_surroundings() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [12.0, 9.0], 0.0);
    let plain = scene.survey();
    check(&plain.surface);
    check(ground(&plain));
    assert_eq!((plain.surface.layers.len(), plain.surface.layers[0].patches.len()), (1, 1));
    assert_eq!(plain.surface.layers[0].patches[0].holes.len(), 0);
    scene.block([5.0, 0.0, 4.0], [6.0, 3.0, 5.0]);
    let boxed = scene.survey();
    check(&boxed.surface);
    let patch = &boxed.surface.layers[0].patches[0];
    assert_eq!(patch.holes.len(), 1, "a pillar in a room is a hole");
    // The hole is the block of 1 x 1 grown by the radius of 0.6, a cell more or less.
    let taken = metres2(&plain.surface) - metres2(&boxed.surface);
    assert!((2.8..7.0).contains(&taken), "{taken}");
}

#[test]
fn pillars_in_a_row_are_holes_each() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [30.0, 9.0], 0.0);
    for i in 0..5 {
        let x = 4.0 + 5.0 * f64::from(i);
        scene.block([x, 0.0, 4.0], [x + 0.5, 3.0, 4.5]);
    }
    let tile = scene.survey();
    check(&tile.surface);
    check(ground(&tile));
    assert_eq!(tile.surface.layers[0].patches[0].holes.len(), 5);
    assert_eq!(ground(&tile).layers[0].patches[0].holes.len(), 5);
}

#[test]
fn floors_over_each_other_are_layers() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [10.0, 10.0], 0.0);
    scene.floor([0.0, 0.0], [10.0, 10.0], 3.0);
    let tile = scene.survey();
    check(&tile.surface);
    assert_eq!(tile.surface.layers.len(), 2);
    let area = |l: usize| tile.surface.layers[l].patches[0].outer.clone();
    let plan = |l: usize| area(l).points.iter().map(|p| p.plan).collect::<Vec<_>>();
    assert_eq!(plan(0), plan(1));
    for (layer, height) in tile.surface.layers.iter().zip([0.0, 3.0]) {
        let ring = &layer.patches[0].outer;
        assert!(ring.borders.iter().all(|b| *b == Border::Wall));
        for p in &ring.points {
            assert!((tile.surface.frame.to_world(*p).y - height).abs() < 1e-9);
        }
    }
}

/// More floors than four bits can number, level ones and sloped ones.
#[test]
fn a_tower_has_a_layer_for_each_of_its_floors() {
    for rise in [0.0, 1.0] {
        let mut scene = Scene::default();
        for floor in 0..40 {
            let y = 3.0 * f64::from(floor);
            let (low, high) = (y, y + rise);
            scene.quad([[0.0, low, 0.0], [0.0, low, 9.0], [9.0, high, 9.0], [9.0, high, 0.0]]);
        }
        let tile = scene.survey();
        for surface in [&tile.surface, ground(&tile)] {
            check(surface);
            assert_eq!(surface.layers.len(), 40);
            let area = |layer: &crate::surface::Layer| {
                let one = Surface { layers: vec![layer.clone()], ..surface.clone() };
                (layer.patches.len(), one.area_doubled())
            };
            assert!(surface.layers.iter().all(|layer| area(layer) == area(&surface.layers[0])));
        }
    }
}

#[test]
fn too_low_a_ceiling_removes_the_floor_and_counts_say_so() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [10.0, 10.0], 0.0);
    scene.block([-1.0, 1.5, -1.0], [11.0, 2.0, 11.0]);
    scene.parameters.filter_ledges = false;
    let tile = scene.survey();
    assert!(tile.counts.rasterised > 2000);
    let floor_left = tile.surface.layers.iter().flat_map(|l| &l.patches);
    assert!(
        floor_left
            .flat_map(|p| &p.outer.points)
            .all(|p| { tile.surface.frame.to_world(*p).y > 1.0 })
    );
    assert!(tile.counts.low_height < tile.counts.ledges);
}

#[test]
fn a_ramp_has_the_heights_of_its_plane() {
    let mut scene = Scene::default();
    scene.quad([[0.0, 0.0, 0.0], [0.0, 0.0, 6.0], [12.0, 6.0, 6.0], [12.0, 6.0, 0.0]]);
    let tile = scene.survey();
    check(&tile.surface);
    let layer = &tile.surface.layers[0];
    let Heights::Grid(grid) = &layer.heights else { panic!("no grid") };
    let step = tile.surface.frame.step();
    let mut worst: f64 = 0.0;
    for row in 2..grid.depth() - 2 {
        for column in 2..grid.width() - 2 {
            let at = tile.surface.frame.to_world(grid.centre(column, row).at(0));
            let Some(h) = grid.get(column, row) else { continue };
            let y = tile.surface.frame.to_world(grid.centre(column, row).at(h)).y;
            worst = worst.max((y - at.x / 2.0).abs());
        }
    }
    assert!(worst <= 2.0 * step, "{worst}");
    for p in &layer.patches[0].outer.points {
        let w = tile.surface.frame.to_world(*p);
        assert!((w.y - w.x / 2.0).abs() < 3.0 * step, "{w:?}");
    }
}

#[test]
fn a_step_up_to_the_climb_is_one_piece() {
    for (rise, pieces) in [(0.8, 1), (1.2, 2)] {
        let mut scene = Scene::default();
        scene.floor([0.0, 0.0], [6.0, 6.0], 0.0);
        scene.block([6.0, -1.0, 0.0], [12.0, rise, 6.0]);
        let tile = scene.survey();
        check(&tile.surface);
        let patches: usize = tile.surface.layers.iter().map(|l| l.patches.len()).sum();
        assert_eq!(patches, pieces, "rise {rise}");
    }
}

#[test]
fn a_helix_over_itself_is_layers_joined_by_seams() {
    let mut scene = Scene::default();
    scene.helix(2.5, 4.0, 9.0);
    scene.parameters.agent.radius = 0.3;
    let tile = scene.survey();
    check(&tile.surface);
    check(ground(&tile));
    for surface in [&tile.surface, ground(&tile)] {
        assert!((3..=8).contains(&surface.layers.len()), "{}", surface.layers.len());
        let seams = check::seams(surface);
        assert!(seams >= surface.layers.len() - 1, "{seams}");
    }
}

#[test]
fn a_slit_without_erosion_stays_a_slit() {
    // A terrace that a ramp leads onto: along its front the two floors are side by side in plan.
    let mut scene = Scene::default();
    scene.parameters.agent.radius = 0.0;
    scene.parameters.filter_ledges = false;
    scene.floor([0.0, 0.0], [12.0, 6.0], 0.0);
    scene.quad([[9.0, 0.0, -6.0], [9.0, 0.0, 0.0], [12.0, 0.0, 0.0], [12.0, 0.0, -6.0]]);
    scene.quad([[3.0, 2.0, -6.0], [3.0, 2.0, 0.0], [6.0, 2.0, 0.0], [6.0, 2.0, -6.0]]);
    scene.quad([[6.0, 2.0, -6.0], [6.0, 2.0, -3.0], [9.0, 0.0, -3.0], [9.0, 0.0, -6.0]]);
    let tile = scene.survey();
    check(&tile.surface);
    check(ground(&tile));
}

#[test]
fn areas_are_patches_with_a_shared_border() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [12.0, 12.0], 0.0);
    scene.area = 3;
    scene.floor([4.0, 4.0], [8.0, 8.0], 0.05);
    let tile = scene.survey();
    check(&tile.surface);
    assert_eq!(tile.surface.layers.len(), 1);
    let patches = &tile.surface.layers[0].patches;
    assert_eq!(patches.len(), 2);
    let mut areas: Vec<_> = patches.iter().map(|p| (p.area.0, p.holes.len())).collect();
    areas.sort_unstable();
    assert_eq!(areas, [(0, 1), (3, 0)]);
    assert_eq!(check::seams(&tile.surface), 1);
}

#[test]
fn basins_meet_in_doorways() {
    let mut scene = Scene::default();
    scene.parameters.regions = crate::parameters::Regions::Watershed;
    scene.floor([0.0, 0.0], [21.0, 9.0], 0.0);
    scene.block([10.0, 0.0, -1.0], [11.0, 3.0, 3.0]);
    scene.block([10.0, 0.0, 6.0], [11.0, 3.0, 10.0]);
    let tile = scene.survey();
    check(&tile.surface);
    let patches = &tile.surface.layers[0].patches;
    assert!((2..=3).contains(&patches.len()), "{}", patches.len());
    scene.parameters.region_merge_area = 1e4;
    assert_eq!(scene.survey().surface.layers[0].patches.len(), 1);
}

#[test]
fn nothing_is_nothing() {
    let scene = Scene { bounds: Some(([0.0; 3], [5.0, 5.0, 5.0])), ..Scene::default() };
    let tile = scene.survey();
    assert!(tile.surface.is_empty() && ground(&tile).is_empty());
    assert_eq!(tile.counts, Counts::default());
}

#[test]
fn bad_triangles_are_left_out_and_counted() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [10.0, 10.0], 0.0);
    let good = scene.survey();
    let object = crate::soup::ObjectId(77);
    scene.soup.triangles.push(crate::soup::Triangle { corners: [0, 1, 4_000_000], object });
    let odd = crate::geom::cast::count(scene.soup.vertices.len());
    scene.soup.vertices.push(crate::geom::Point::new(f64::NAN, 0.0, 0.0));
    scene.soup.triangles.push(crate::soup::Triangle { corners: [0, 1, odd], object });
    let bad = scene.survey();
    assert_eq!(bad.counts.unusable_triangles, 2);
    assert_eq!(bad.surface, good.surface);
}

#[test]
fn a_tile_off_the_grid_is_refused() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [10.0, 10.0], 0.0);
    let resolved = scene.resolved();
    let tile = resolved.tile_box(0, 0);
    let off = PlanBox::new(PlanPoint::new(tile.min.x + 1, tile.min.y), tile.max);
    let got = survey_tile(&scene.soup, 0..2, &scene.parameters, &resolved, off, false);
    assert!(matches!(got, Err(VoxelError::TileOffGrid { .. })));
}

#[test]
fn the_record_has_every_stage_and_changes_nothing() {
    let mut scene = Scene::default();
    scene.floor([0.0, 0.0], [10.0, 10.0], 0.0);
    scene.block([5.0, 0.0, 4.0], [6.0, 3.0, 5.0]);
    let resolved = scene.resolved();
    let tile = resolved.tile_box(0, 0);
    let n = scene.soup.triangles.len();
    let traced = survey_tile(&scene.soup, 0..n, &scene.parameters, &resolved, tile, true).unwrap();
    assert_eq!(traced.surface, scene.survey().surface);
    let trace = traced.trace.unwrap();
    assert_eq!(trace.stages.len(), 6);
    let (_, spans) = trace.stages.last().unwrap();
    assert_eq!(spans.iter().filter(|s| s.walkable).count(), traced.counts.islands);
    assert_eq!(trace.distances_squared.len(), spans.len());
}
