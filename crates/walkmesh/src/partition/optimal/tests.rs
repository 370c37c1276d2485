use super::*;
use crate::geom::predicates::{
    Side, cross, is_convex, on_segment, orient, ring_area_doubled, segments_cross, segments_meet,
    side_of_ring,
};
use crate::geom::{PlanPoint, cast};
use crate::partition::cave::{Dice, surface};
use crate::partition::{HalfEdges, Outline};
use crate::surface::{Border, Patch, Ring};
use std::cmp::Ordering;

fn patch(ring: &[PlanPoint]) -> Patch {
    let points = ring.iter().map(|p| p.at(0)).collect();
    let outer = Ring { points, borders: vec![Border::Wall; ring.len()] };
    Patch { outer, ..Patch::default() }
}

/// The triangles of a ring as half-edges, and its points.
fn triangles(ring: &[PlanPoint]) -> (HalfEdges, Vec<PlanPoint>) {
    let s = surface(vec![patch(ring)]);
    let outline = Outline::of_patch(&s.layers[0].patches[0]);
    let triangles = outline.triangulate().unwrap();
    let edges = HalfEdges::of_triangles(&triangles, |a, b| outline.is_side(a, b));
    (edges, outline.plan().to_vec())
}

/// Cuts the ring by the dynamic programme and gives the number of faces, which must be convex
/// and have the ring's area.
fn fewest_pieces(ring: &[PlanPoint]) -> usize {
    let (mut edges, plan) = triangles(ring);
    let disk = Disk::around(&edges, &plan, 0, usize::MAX, |_| true);
    assert_eq!(disk.len(), ring.len());
    let diagonals = best_diagonals(&disk, Prices::Count, usize::MAX).unwrap();
    edges.recut(&disk.outline, &disk.glued, &diagonals);
    let mut seen = std::collections::BTreeSet::new();
    let mut area = 0;
    for h in (0..edges.len()).filter(|&h| !edges.is_gone(h)).collect::<Vec<_>>() {
        if seen.insert(edges.face(h)) {
            let face: Vec<_> =
                edges.around(h).map(|g| plan[cast::index(edges.origin(g))]).collect();
            assert!(is_convex(&face), "{ring:?}: {face:?}");
            area += ring_area_doubled(&face);
        }
    }
    assert_eq!(area, ring_area_doubled(ring), "{ring:?}");
    assert_eq!(seen.len(), diagonals.len() + 1);
    seen.len()
}

/// Fewest pieces of a simple ring, by all sets of diagonals that do not cross.
fn brute_force(ring: &[PlanPoint]) -> usize {
    let n = ring.len();
    let inside = |i: usize, k: usize| {
        let (a, b) = (ring[i], ring[k]);
        let clear = (0..n).all(|m| {
            let (c, d) = (ring[m], ring[(m + 1) % n]);
            (m == i || m == k || !on_segment(a, b, c)) && !segments_cross(a, b, c, d)
        });
        // Twice as fine a grid has the middle.
        let middle = PlanPoint::new(a.x + b.x, a.y + b.y);
        let fine: Vec<_> = ring.iter().map(|p| PlanPoint::new(2 * p.x, 2 * p.y)).collect();
        clear && side_of_ring(&fine, middle) == Side::Inside
    };
    let diagonals: Vec<(usize, usize)> = (0..n)
        .flat_map(|i| (i + 2..n).map(move |k| (i, k)))
        .filter(|&(i, k)| (i, k) != (0, n - 1) && inside(i, k))
        .collect();
    fn is_done(ring: &[PlanPoint], chosen: &[(usize, usize)]) -> bool {
        let n = ring.len();
        (0..n).all(|v| {
            let mut ends: Vec<usize> = vec![(v + 1) % n];
            ends.extend(
                chosen
                    .iter()
                    .filter_map(|&(i, k)| (i == v).then_some(k).or_else(|| (k == v).then_some(i))),
            );
            ends.push((v + n - 1) % n);
            // Around v the ends come in the order of the ring.
            ends.sort_by_key(|&e| (e + n - v) % n);
            ends.windows(2).all(|w| is_flat_or_less(ring[w[1]], ring[v], ring[w[0]]))
        })
    }
    fn best(
        ring: &[PlanPoint],
        rest: &[(usize, usize)],
        chosen: &mut Vec<(usize, usize)>,
        least: &mut usize,
    ) {
        if chosen.len() >= *least {
            return;
        }
        if is_done(ring, chosen) {
            *least = chosen.len();
            return;
        }
        let Some((&(i, k), rest)) = rest.split_first() else { return };
        let free = chosen.iter().all(|&(a, b)| !segments_cross(ring[i], ring[k], ring[a], ring[b]));
        if free {
            chosen.push((i, k));
            best(ring, rest, chosen, least);
            chosen.pop();
        }
        best(ring, rest, chosen, least);
    }
    let mut least = n;
    best(ring, &diagonals, &mut Vec::new(), &mut least);
    least + 1
}

/// A random simple ring: a triangle into whose edges points of a small grid are put.
fn random_ring(dice: &mut Dice, n: usize, grid: i32) -> Vec<PlanPoint> {
    let any = |dice: &mut Dice| PlanPoint::new(dice.roll(grid), dice.roll(grid));
    let mut ring = [(); 3].map(|()| any(dice)).to_vec();
    while orient(ring[0], ring[1], ring[2]) != Ordering::Greater {
        ring = [(); 3].map(|()| any(dice)).to_vec();
    }
    for _ in 0..400 {
        if ring.len() == n {
            break;
        }
        let p = any(dice);
        let at = cast::cell_index(dice.roll(cast::extent(ring.len())));
        let mut grown = ring.clone();
        grown.insert(at + 1, p);
        if is_simple(&grown) {
            ring = grown;
        }
    }
    ring
}

fn is_simple(ring: &[PlanPoint]) -> bool {
    let n = ring.len();
    let at = |i: usize| ring[i % n];
    ring_area_doubled(ring) > 0
        && (0..n).all(|i| {
            is_turn(at(i), at(i + 1), at(i + 2))
                && (i + 2..n).all(|k| {
                    (i == 0 && k == n - 1) || !segments_meet(at(i), at(i + 1), at(k), at(k + 1))
                })
        })
}

/// False where the way turns right back or stands still.
fn is_turn(a: PlanPoint, b: PlanPoint, c: PlanPoint) -> bool {
    a != b && b != c && (cross(a, b, c) != 0 || crate::geom::predicates::dot(b, a, c) < 0)
}

#[test]
fn small_rings_are_cut_as_all_sets_of_diagonals_can() {
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let more = std::env::var_os("WALKMESH_MORE").is_some();
    let mut sizes = [0_usize; 10];
    for round in 0..if more { 100_000 } else { 4_000 } {
        let grid = [4, 5, 6, 9, 40][round % 5];
        let ring = random_ring(&mut dice, 4 + round % 6, grid);
        sizes[ring.len()] += 1;
        assert_eq!(fewest_pieces(&ring), brute_force(&ring), "{ring:?}");
    }
    assert!(sizes[9] > 100, "{sizes:?}");
}

#[test]
fn a_comb_is_cut_at_each_tooth() {
    // Teeth on a bar: every tooth is one more piece.
    let mut ring = vec![PlanPoint::new(0, 0), PlanPoint::new(100, 0)];
    for tooth in (0..10).rev() {
        let x = 10 * tooth;
        ring.extend([(x + 10, 10), (x + 8, 20), (x + 6, 10)].map(|(x, y)| PlanPoint::new(x, y)));
    }
    ring.push(PlanPoint::new(0, 10));
    assert_eq!(fewest_pieces(&ring), 11);
}

#[test]
fn ground_that_touches_itself_is_cut() {
    let p = |x, y| PlanPoint::new(x, y);
    // A hole that touches the outline: one of its corners sees nothing within its opposite angle.
    let outer = [p(0, 0), p(9, 0), p(9, 9), p(0, 9)];
    let ring = [&outer[..], &[p(0, 3), p(3, 6), p(3, 3), p(0, 3)]].concat();
    assert_eq!(fewest_pieces(&ring), 4);
}
