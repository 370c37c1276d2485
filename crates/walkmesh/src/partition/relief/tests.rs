use super::*;
use crate::geom::predicates::{Side, cross, is_convex, ring_area_doubled, side_of_convex};
use crate::geom::{along, holds_with_rim, is_beside, rim_area_doubled};
use crate::partition::Beyond;
use crate::partition::cave::{Dice, cave};
use crate::partition::{MergeOptions, merge};
use crate::soup::Area;
use crate::surface::{Border, Layer};
use std::collections::BTreeSet;

/// A grid over the cave's box, its cells 4 steps wide, with the given ground.
fn grid(ground: impl Fn(i32, i32) -> Option<i32>, cells: usize, cell: i32) -> HeightGrid {
    let mut grid = HeightGrid::new(PlanPoint::new(0, 0), cell, cells, cells);
    for column in 0..cells {
        for row in 0..cells {
            let c = grid.centre(column, row);
            if let Some(h) = ground(c.x, c.y) {
                grid.set(column, row, h);
            }
        }
    }
    grid
}

/// How far a triangle is off a point in it.
fn error_at(corners: [GroundPoint; 3], p: GroundPoint) -> f64 {
    let [a, b, c] = corners.map(|p| p.plan);
    let weights = [cross(b, c, p.plan), cross(c, a, p.plan), cross(a, b, p.plan)];
    let parts = corners.iter().zip(weights).map(|(corner, weight)| {
        f64::from(corner.height) * (cast::float(weight) / cast::float(cross(a, b, c)))
    });
    (f64::from(p.height) - parts.sum::<f64>()).abs()
}

/// The promise of [`refine_heights`], sample by sample, by brute force.
fn check(partition: &Partition, surface: &Surface, max_error: i32) {
    let at = |v: u32| partition.vertices[v as usize];
    for piece in &partition.pieces {
        let Heights::Grid(grid) = &surface.layers[piece.layer as usize].heights else { continue };
        let ring: Vec<_> = piece.corners.iter().map(|&v| at(v).plan).collect();
        assert!(is_convex(&ring));
        let area: i128 = piece
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| at(v).plan);
                assert!(cross(a, b, c) > 0);
                assert!([a, b, c].iter().all(|&p| holds_with_rim(&ring, p)));
                i128::from(cross(a, b, c))
            })
            .sum();
        let all = || piece.triangles.iter().flatten().map(|&v| at(v).plan);
        let is_inside = all().all(|p| side_of_convex(&ring, p) != Side::Outside);
        let most = if is_inside { 0 } else { rim_area_doubled(&ring) };
        assert!((0..=most).contains(&(area - ring_area_doubled(&ring))));
        for column in 0..grid.width() {
            for row in 0..grid.depth() {
                let c = grid.centre(column, row);
                let Some(h) = grid.get(column, row) else { continue };
                if side_of_convex(&ring, c) != Side::Inside {
                    continue;
                }
                let mut found = false;
                for t in &piece.triangles {
                    let corners = t.map(at);
                    if side_of_convex(&corners.map(|p| p.plan), c) != Side::Outside {
                        found = true;
                        let error = error_at(corners, c.at(h));
                        assert!(error <= f64::from(max_error) + 1e-6, "{error} at {c:?}");
                    }
                }
                assert!(found);
            }
        }
    }
}

/// Shared edges carry the same heights at the same places on both sides.
fn check_edges(partition: &Partition) {
    let at = |v: u32| partition.vertices[v as usize];
    let heights = |i: usize, [a, b]: [PlanPoint; 2]| {
        let used = partition.pieces[i].triangles.iter().flatten().map(|&v| at(v));
        let (from, to) = (along(a, b, a), along(a, b, b));
        let between = from.min(to) + 1..from.max(to);
        let inside = |p: PlanPoint| between.contains(&along(a, b, p));
        let on_edge = used.filter(|p| inside(p.plan) && is_beside(a, b, p.plan));
        on_edge.map(|p| (along(a, b, p.plan), p.height)).collect::<BTreeSet<_>>()
    };
    for (i, piece) in partition.pieces.iter().enumerate() {
        for (k, beyond) in piece.beyond.iter().enumerate() {
            if let Beyond::Piece(j) = *beyond {
                let [a, b] = [k, (k + 1) % piece.corners.len()].map(|k| at(piece.corners[k]).plan);
                assert_eq!(heights(i, [a, b]), heights(j as usize, [b, a]));
            } else {
                assert_ne!(*beyond, Beyond::Border(Border::Blocked(crate::surface::SeamId(0))));
            }
        }
    }
}

#[test]
fn no_detail_asked_for_changes_nothing() {
    let mut dice = Dice(3);
    let mut surface = cave(&mut dice, 6, 80);
    surface.layers[0].heights = Heights::Grid(grid(|x, _| Some(x * x), 24, 4));
    let plain = merge(&surface, &MergeOptions::default()).unwrap();
    for (distance, error) in [(0, 10), (10, 0), (-1, -1)] {
        let mut partition = plain.clone();
        refine_heights(&mut partition, &surface, distance, error).unwrap();
        assert_eq!(partition, plain);
    }
    surface.layers[0].heights = Heights::Corners;
    let mut partition = plain.clone();
    refine_heights(&mut partition, &surface, 5, 5).unwrap();
    assert_eq!(partition, plain);
}

#[test]
fn a_plane_needs_no_points() {
    let mut dice = Dice(8);
    for _ in 0..20 {
        let mut surface = cave(&mut dice, 6, 80);
        for p in surface.layers[0].patches.iter_mut() {
            for ring in std::iter::once(&mut p.outer).chain(&mut p.holes) {
                ring.points.iter_mut().for_each(|q| q.height = 3 * q.plan.x - q.plan.y);
            }
        }
        surface.layers[0].heights = Heights::Grid(grid(|x, y| Some(3 * x - y), 24, 4));
        let plain = merge(&surface, &MergeOptions::default()).unwrap();
        let mut partition = plain.clone();
        refine_heights(&mut partition, &surface, 5, 1).unwrap();
        assert!(partition == plain);
    }
}

#[test]
fn edges_of_level_ground_have_no_points_from_what_is_beyond() {
    // Two squares side by side, the left on rough ground, the right in a layer that is level.
    let square = |corners: [u32; 4], layer: u32| Piece {
        corners: corners.to_vec(),
        beyond: vec![Beyond::Border(Border::Wall); 4],
        layer,
        area: Area(0),
        flags: 0,
        triangles: vec![[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]],
    };
    let plan = [(8, 8), (40, 8), (40, 40), (8, 40), (72, 8), (72, 40)];
    let vertices: Vec<_> = plan.iter().map(|&(x, y)| PlanPoint::new(x, y).at(0)).collect();
    let rough = Heights::Grid(grid(|x, y| Some((x / 4 + y / 4) % 3 * 20), 24, 4));
    let mut dice = Dice(5);
    let mut surface = cave(&mut dice, 6, 80);
    surface.layers = vec![Layer::default(); 2];
    surface.layers[0].heights = rough;
    for pieces in [
        vec![square([0, 1, 2, 3], 0), square([1, 4, 5, 2], 1)],
        vec![square([1, 4, 5, 2], 1), square([0, 1, 2, 3], 0)],
    ] {
        let mut partition = Partition { vertices: vertices.clone(), pieces };
        refine_heights(&mut partition, &surface, 5, 2).unwrap();
        let on = |wanted: i32| partition.vertices.iter().filter(|v| v.plan.x == wanted).count();
        assert!(on(8) > 2, "the left is followed along its walls");
        assert_eq!(on(40), 2, "the edge between them is straight for both");
    }
}

#[test]
fn rough_ground_is_followed_everywhere() {
    let mut dice = Dice(77);
    for round in 0..60 {
        let mut surface = cave(&mut dice, 8, 85);
        let noise: Vec<i32> = (0..4096).map(|_| dice.roll(60)).collect();
        let cell = [4, 5, 8, 3][round % 4];
        let ground = |x: i32, y: i32| {
            let i = cast::cell_index(x.rem_euclid(64) * 64 + y.rem_euclid(64));
            let holes = round % 3 == 0 && noise[i] % 5 == 0;
            (!holes).then(|| if round % 2 == 0 { noise[i] } else { (x - 64) * (y - 50) / 16 })
        };
        surface.layers[0].heights = Heights::Grid(grid(ground, 136 / cast::cell_index(cell), cell));
        let mut partition = merge(&surface, &MergeOptions::default()).unwrap();
        let max_error = [1, 6, 20][round % 3];
        refine_heights(&mut partition, &surface, 5, max_error).unwrap();
        check(&partition, &surface, max_error);
        check_edges(&partition);
    }
}

/// The ground of a piece at a plan point, by its triangles.
fn ground_of(partition: &Partition, piece: &Piece, p: PlanPoint) -> f64 {
    let corners = piece.triangles.iter().map(|t| t.map(|v| partition.vertices[v as usize]));
    let mut holding = corners.filter(|t| side_of_convex(&t.map(|c| c.plan), p) != Side::Outside);
    let [a, b, c] = holding.next().expect("no triangle covers it");
    let weights = [cross(b.plan, c.plan, p), cross(c.plan, a.plan, p), cross(a.plan, b.plan, p)];
    let sum: f64 =
        [a, b, c].iter().zip(weights).map(|(c, w)| f64::from(c.height) * cast::float(w)).sum();
    sum / cast::float(weights.iter().sum::<i64>())
}

#[test]
fn ground_is_followed_along_edges_without_lattice_points() {
    // A floor, a ramp and an upper floor, in a strip that is turned a little, cut or not.
    let ramp = |x: i32, _: i32| Some((x - 1300).clamp(0, 1400) / 2);
    let turned = [(7, 3), (3999, 4), (3998, 1501), (6, 1500)];
    for (cut, tilt) in [(false, 0), (true, 0), (false, 611), (true, 611), (true, -450)] {
        let mut surface = cave(&mut Dice(1), 1, 101);
        let corners = turned.map(|(x, y)| {
            let y = y + tilt * x / 4000 + 1000;
            GroundPoint::new(x, y, ramp(x, y).unwrap())
        });
        surface.layers[0].patches[0].outer.points = corners.to_vec();
        surface.layers[0].heights = Heights::Grid(grid(ramp, 100, 50));
        let order = if cut { crate::partition::Order::None } else { MergeOptions::default().order };
        let mut partition =
            merge(&surface, &MergeOptions { order, ..MergeOptions::default() }).unwrap();
        assert_eq!(partition.pieces.len(), if cut { 2 } else { 1 });
        refine_heights(&mut partition, &surface, 50, 4).unwrap();
        check(&partition, &surface, 4);
        check_edges(&partition);
        for piece in &partition.pieces {
            let ring: Vec<PlanPoint> =
                piece.corners.iter().map(|&v| partition.vertices[v as usize].plan).collect();
            for k in 0..ring.len() {
                let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
                let (from, to) = (along(a, b, a), along(a, b, b));
                for at in from.min(to) + 1..from.max(to) {
                    // The nearest point in the polygon or on its edge.
                    let p = crate::geom::beside(a, b, at)[1];
                    if side_of_convex(&ring, p) == Side::Outside {
                        continue;
                    }
                    let off = ground_of(&partition, piece, p) - f64::from(ramp(p.x, p.y).unwrap());
                    // The bend may be up to half a cell from a sample: a quarter of its climb.
                    assert!(off.abs() <= 4.0 + 50.0 / 4.0 + 1.0, "{off} at {p:?} tilt {tilt}");
                }
            }
        }
    }
}

#[test]
fn centres_on_a_diagonal_are_followed_too() {
    // A square of 10 cells cut along its diagonal, which runs through cell centres.
    let mut surface = cave(&mut Dice(1), 1, 101);
    surface.layers[0].patches[0].outer.points =
        [(0, 0), (160, 0), (160, 160), (0, 160)].map(|(x, y)| GroundPoint::new(x, y, 0)).to_vec();
    let hill = |x: i32, y: i32| Some(500 - (x - 80).abs() - (y - 80).abs());
    surface.layers[0].heights = Heights::Grid(grid(hill, 10, 16));
    let options = MergeOptions { order: crate::partition::Order::None, exchange: false };
    let mut partition = merge(&surface, &options).unwrap();
    assert_eq!(partition.pieces.len(), 2);
    refine_heights(&mut partition, &surface, 16, 5).unwrap();
    check(&partition, &surface, 5);
    check_edges(&partition);
    let Heights::Grid(grid) = &surface.layers[0].heights else { unreachable!() };
    for i in 0..10 {
        let c = grid.centre(i, i);
        let h = grid.get(i, i).unwrap();
        for t in partition.pieces.iter().flat_map(|p| &p.triangles) {
            let corners = t.map(|v| partition.vertices[v as usize]);
            if side_of_convex(&corners.map(|p| p.plan), c) != Side::Outside {
                assert!(error_at(corners, c.at(h)) <= 5.0 + 1e-9);
            }
        }
    }
}

/// A piece with three corners between walls.
fn triangle(triangles: Vec<[u32; 3]>) -> Piece {
    Piece {
        corners: vec![0, 1, 2],
        beyond: vec![Beyond::Border(Border::Wall); 3],
        layer: 0,
        area: Area(0),
        flags: 0,
        triangles,
    }
}

#[test]
fn points_that_a_merge_left_inside_are_not_off_the_ground() {
    let mut surface = cave(&mut Dice(1), 1, 101);
    surface.layers[0].heights = Heights::Grid(grid(|_, _| Some(0), 12, 4));
    let corners = [(0, 0), (48, 0), (24, 48)].map(|(x, y)| GroundPoint::new(x, y, 0));
    let piece = triangle(vec![[0, 1, 3], [1, 2, 3], [2, 0, 3]]);
    let vertices = corners.into_iter().chain([GroundPoint::new(24, 16, 500)]).collect();
    let mut partition = Partition { vertices, pieces: vec![piece] };
    refine_heights(&mut partition, &surface, 4, 5).unwrap();
    check(&partition, &surface, 5);
}

#[test]
fn even_pieces_need_no_look_at_their_samples() {
    let mut dice = Dice(11);
    let (mut even, mut rough, mut holes) = (0, 0, 0);
    while even < 300 || rough < 300 || holes < 100 {
        // Level ground with bumps here and there, and cells without.
        let (tall, percent) = (1 + dice.roll(4), 70 + dice.roll(31));
        let ground: Vec<Option<i32>> = (0..400)
            .map(|_| (dice.roll(100) < percent).then(|| dice.roll(400) / 399 * dice.roll(tall + 1)))
            .collect();
        let at = |x: i32, y: i32| ground[cast::cell_index(y / 4 * 20 + x / 4)];
        let grid = grid(at, 20, 4).with_step(1 + dice.roll(3));
        let mut point =
            || PlanPoint::new(dice.roll(100) - 10, dice.roll(100) - 10).at(dice.roll(tall));
        let vertices = [point(), point(), point()];
        let [a, b, c] = vertices.map(|p| p.plan);
        if cross(a, b, c) <= 0 {
            continue;
        }
        let piece = triangle(vec![[0, 1, 2]]);
        let max_error = 1 + dice.roll(12);
        if !is_even(&vertices, &piece, &grid, max_error) {
            rough += 1;
            continue;
        }
        even += 1;
        holes += u32::from(ground.contains(&None));
        let mut relief = Relief::default();
        let ends = [(0, 1), (1, 2), (2, 0)];
        let of = (&ends[..], &[false; 3][..]);
        let split = relief.split_edges(&vertices, &piece, of, (&grid, max_error));
        assert!(split.iter().all(Vec::is_empty), "{vertices:?}");
        assert!(relief.keeps_to_ground(&vertices, &[0, 1, 2], (&grid, max_error)));
    }
}
