use super::*;
use crate::geom::predicates::{is_convex, ring_area_doubled};
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::parameters::MergeGoal;
use crate::partition::cave::{Dice, cave, surface};
use crate::partition::merge::tests::check;
use crate::partition::optimal::{Disk, Prices, best_diagonals};
use crate::partition::{Beyond, MergeOptions, Piece, WALK, fewest, merge, search};
use crate::surface::{Border, Patch, Ring, Surface, TileSide};
use std::collections::BTreeMap;

/// Pieces over points, joined where their edges run both ways.
fn partition(points: &[(i32, i32)], rings: &[&[u32]]) -> Partition {
    let mut owner = BTreeMap::new();
    for (i, ring) in (0..).zip(rings) {
        for (k, &a) in ring.iter().enumerate() {
            owner.insert((a, ring[(k + 1) % ring.len()]), i);
        }
    }
    let piece = |ring: &&[u32]| Piece {
        corners: ring.to_vec(),
        beyond: (0..ring.len())
            .map(|k| match owner.get(&(ring[(k + 1) % ring.len()], ring[k])) {
                Some(&j) => Beyond::Piece(j),
                None => Beyond::Border(Border::Wall),
            })
            .collect(),
        layer: 0,
        area: crate::soup::Area::default(),
        flags: WALK,
        triangles: (1..cast::count(ring.len()) - 1)
            .map(|k| [ring[0], ring[cast::index(k)], ring[cast::index(k) + 1]])
            .collect(),
    };
    Partition {
        vertices: points.iter().map(|&(x, y)| GroundPoint::new(x, y, 0)).collect(),
        pieces: rings.iter().map(piece).collect(),
    }
}

fn area(partition: &Partition) -> i128 {
    let ring = |p: &Piece| -> Vec<PlanPoint> {
        p.corners.iter().map(|&v| partition.vertices[cast::index(v)].plan).collect()
    };
    assert!(partition.pieces.iter().all(|p| is_convex(&ring(p))));
    partition.pieces.iter().map(|p| ring_area_doubled(&ring(p))).sum()
}

/// The same; each piece is covered by its triangles, which have all its corners.
fn covered_area(partition: &Partition) -> i128 {
    for piece in &partition.pieces {
        let at = |v: u32| partition.vertices[cast::index(v)].plan;
        let ring: Vec<PlanPoint> = piece.corners.iter().map(|&v| at(v)).collect();
        let triangles = piece.triangles.iter().map(|t| ring_area_doubled(&t.map(at)));
        assert_eq!(triangles.sum::<i128>(), ring_area_doubled(&ring), "{piece:?}");
        let is_used = |v: &u32| piece.triangles.iter().any(|t| t.contains(v));
        assert!(piece.corners.iter().all(is_used), "{piece:?}");
    }
    area(partition)
}

fn patch(outer: &[(i32, i32)]) -> Surface {
    let points = outer.iter().map(|&(x, y)| GroundPoint::new(x, y, 0)).collect();
    let outer = Ring { points, borders: vec![Border::Wall; outer.len()] };
    surface(vec![Patch { outer, ..Patch::default() }])
}

#[test]
fn three_pieces_around_a_point_become_one() {
    let points = [(0, 0), (9, 0), (4, 9), (4, 3)];
    let mut p = partition(&points, &[&[0, 1, 3], &[1, 2, 3], &[2, 0, 3]]);
    let whole = area(&p);
    assert_eq!(merge_adjacent(&mut p, Order::LongestEdge), 0);
    assert_eq!(merge_central_points(&mut p), 2);
    assert_eq!((area(&p), p.pieces[0].corners.len()), (whole, 3));
    assert_eq!(p.pieces[0].triangles.len(), 3);
    // A dent in the outline: two pieces are the fewest.
    let points = [(0, 0), (9, 0), (4, 9), (4, 3), (4, -1)];
    let mut p = partition(&points, &[&[0, 4, 1, 3], &[1, 2, 3], &[2, 0, 3]]);
    assert_eq!(merge_central_points(&mut p), 2);
    let dent = [(0, 0), (9, 0), (4, 9), (4, 3), (4, 1)];
    let mut p = partition(&dent, &[&[0, 4, 3], &[4, 1, 3], &[1, 2, 3], &[2, 0, 3]]);
    assert_eq!(merge_central_points(&mut p), 0);
}

#[test]
fn a_vertex_within_a_shared_edge_goes() {
    let points = [(0, 0), (4, 0), (4, 2), (4, 4), (0, 4), (8, 0), (8, 4)];
    let mut p = partition(&points, &[&[0, 1, 2, 3, 4], &[1, 5, 6, 3, 2]]);
    p.pieces[0].triangles = vec![[0, 1, 2], [0, 2, 4], [2, 3, 4]];
    p.pieces[1].triangles = vec![[1, 5, 2], [5, 6, 2], [6, 3, 2]];
    assert_eq!(merge_adjacent(&mut p, Order::LongestEdge), 0);
    assert_eq!(merge_central_points(&mut p), 1);
    assert_eq!(area(&p), 64);
    assert!(!p.pieces[0].corners.contains(&2));
}

#[test]
fn other_kinds_of_ground_stay_apart() {
    let points = [(0, 0), (9, 0), (4, 9), (4, 3)];
    let mut p = partition(&points, &[&[0, 1, 3], &[1, 2, 3], &[2, 0, 3]]);
    p.pieces[2].area = crate::soup::Area(7);
    assert_eq!(merge_central_points(&mut p), 0);
    assert_eq!(p.pieces.len(), 3);
    assert_eq!(p.pieces[0].beyond[2], Beyond::Piece(2), "still neighbours");
    assert_eq!(fewest(&p).parts, 2);
}

/// A room above a corner that sees none of the room's corners straight on.
#[test]
fn three_pieces_around_a_corner_become_two() {
    let ring = [(0, 0), (20, 0), (20, 20), (12, 20), (12, 8), (8, 20), (0, 20)];
    let s = patch(&ring);
    let mut p = merge(&s, &MergeOptions::default()).unwrap();
    search(&mut p, MergeGoal::Fewest);
    let f = fewest(&p);
    assert_eq!((f.pieces, f.optimum(), f.bound), (3, Some(3), 2));
    let whole = area(&p);
    assert_eq!(merge_three_to_two(&mut p, &s), 1);
    assert_eq!((area(&p), p.pieces.len()), (whole, 2));
    // The same with a wall across that has no lattice point between its ends.
    let ring = [(0, 0), (20, 1), (20, 20), (12, 20), (12, 8), (8, 20), (0, 20)];
    let s = patch(&ring);
    let mut p = merge(&s, &MergeOptions::default()).unwrap();
    search(&mut p, MergeGoal::Fewest);
    assert_eq!(merge_three_to_two(&mut p, &s), 0);
}

/// The new corner lies beside an inner edge, so that the piece beyond it grows.
#[test]
fn pieces_that_grow_for_a_corner_are_covered_again() {
    let s = patch(&[(189, 70), (147, 63), (35, 84), (203, 91), (14, 189), (28, 14), (28, 28)]);
    let mut p = merge(&s, &MergeOptions::default()).unwrap();
    let whole = covered_area(&p);
    assert!(merge_three_to_two(&mut p, &s) > 0);
    assert_eq!(covered_area(&p), whole);
}

#[test]
fn caves_stay_whole_in_all_steps() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let (mut searched, mut extended, mut central) = (0, 0, 0);
    for round in 0..300 {
        let (size, percent) = (2 + (round % 14), 35 + dice.roll(60));
        let s = cave(&mut dice, size, percent);
        let mut p = merge(&s, &MergeOptions::default()).unwrap();
        let fewer = search(&mut p, MergeGoal::Fewest);
        searched += fewer;
        check(&s, &p);
        let now = fewest(&p);
        assert!(now.least <= now.pieces && now.bound <= now.least, "{now:?}");
        let whole = area(&p);
        extended += merge_three_to_two(&mut p, &s);
        assert_eq!(covered_area(&p), whole);
        central += merge_central_points(&mut p) + merge_adjacent(&mut p, Order::LongestEdge);
        assert_eq!(area(&p), whole);
        let after = fewest(&p);
        assert_eq!(after.bound, now.bound, "the outline is the same");
        assert!(after.pieces >= after.bound);
    }
    println!("{searched} by search, {extended} by new points, {central} after that");
    assert!(searched > 100 && extended > 0);
}

/// Windows as large as the whole give the optimum.
#[test]
fn search_finds_the_optimum_of_small_ground() {
    let mut dice = Dice(7);
    let (mut solved, mut reached) = (0, 0);
    for _ in 0..200 {
        let s = cave(&mut dice, 5, 60);
        let mut p = merge(&s, &MergeOptions::default()).unwrap();
        search(&mut p, MergeGoal::Fewest);
        let f = fewest(&p);
        if let Some(optimum) = f.optimum() {
            solved += 1;
            reached += usize::from(f.pieces == optimum);
        }
    }
    assert!(solved > 100 && reached == solved, "{reached} of {solved}");
}

/// Floating-point angles lose such merges: ten thousand slices of a disk whose rim is so nearly
/// straight that corners turn by a few steps in 2^29.
#[test]
fn ten_thousand_nearly_straight_joins_are_all_made() {
    let n: i32 = 10_000;
    let y = |x: i32| -> i32 { x * (2 * n - x) / 2 };
    let rim: Vec<(i32, i32)> = (0..=2 * n).step_by(2).map(|x| (x * 1000, y(x))).collect();
    let mut points = rim.clone();
    points.reverse();
    let foot = cast::count(points.len());
    points.extend(rim.iter().map(|&(x, _)| (x, -5)));
    let last = cast::count(rim.len()) - 1;
    let slices: Vec<Vec<u32>> =
        (0..last).map(|i| vec![foot + i, foot + i + 1, last - i - 1, last - i]).collect();
    let rings: Vec<&[u32]> = slices.iter().map(Vec::as_slice).collect();
    let mut p = partition(&points, &rings);
    let whole = area(&p);
    assert_eq!(merge_adjacent(&mut p, Order::LongestEdge), rings.len() - 1);
    assert_eq!((p.pieces.len(), area(&p)), (1, whole));
    assert_eq!(rings.len(), 10_000);
}

#[test]
fn small_dead_ends_are_culled_and_ways_stay() {
    // A small square between two large ones, and a small one at the end.
    let points =
        [(0, 0), (9, 0), (9, 9), (0, 9), (10, 0), (10, 9), (19, 0), (19, 9), (20, 0), (20, 9)];
    let rings: [&[u32]; 4] = [&[0, 1, 2, 3], &[1, 4, 5, 2], &[4, 6, 7, 5], &[6, 8, 9, 7]];
    let mut p = partition(&points, &rings);
    assert_eq!(cull(&mut p, 19, Cull::DeadEnds), 18);
    assert_eq!(p.pieces.len(), 3);
    assert_eq!(p.pieces[2].beyond[1], Beyond::Border(Border::Wall));
    assert_eq!(area(&p), 2 * (9 * 20 - 9));
    assert_eq!(cull(&mut p, 19, Cull::All), 18);
    assert_eq!(p.pieces.len(), 2);
    assert!(p.pieces.iter().all(|q| q.beyond.iter().all(|b| *b == Beyond::Border(Border::Wall))));
}

/// In a corner of its tile a piece joins two others; on one side it may join two polygons beyond.
#[test]
fn small_pieces_on_sides_of_the_tile_stay() {
    let points = [(0, 0), (4, 0), (2, 2), (0, 4)];
    let [west, south] = [TileSide::West, TileSide::South].map(|s| Beyond::Border(Border::Tile(s)));
    let wall = Beyond::Border(Border::Wall);
    let culled = |beyond: [Beyond; 4], which: Cull| {
        let mut p = partition(&points, &[&[0, 1, 2, 3]]);
        p.pieces[0].beyond = beyond.to_vec();
        let whole = area(&p);
        cull(&mut p, whole + 1, which) == whole
    };
    assert!(!culled([south, wall, wall, west], Cull::DeadEnds));
    assert!(!culled([south, wall, wall, wall], Cull::DeadEnds));
    assert!(culled([wall; 4], Cull::DeadEnds));
    assert!(culled([south, wall, wall, west], Cull::All));
}

/// The dynamic programme never finds more pieces than there are.
#[test]
fn windows_are_never_cut_worse() {
    let mut dice = Dice(7);
    for round in 0..500 * i32::try_from(walkmesh_testkit::more()).unwrap() {
        let s = cave(&mut dice, 3 + round % 5, 60);
        let p = merge(&s, &MergeOptions::default()).unwrap();
        let mut cells = Cells::of(&p);
        for most in [8, 10, 12, 16, 24] {
            for h in cells.edges.faces() {
                let disk = Disk::around(&cells.edges, &cells.plan, h, most, |_| true);
                let found =
                    best_diagonals(&disk, Prices::Count, usize::MAX).map(|found| found.len());
                assert!(found.is_some_and(|n| n <= disk.glued.len()), "{disk:?}");
            }
        }
    }
}
