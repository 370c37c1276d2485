use super::*;
use crate::geom::predicates::{
    Side, cross, is_convex, is_flat_or_less, on_segment, orient, ring_area_doubled, segments_cross,
    segments_meet, side_of_ring,
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

/// Which edges of a ring lead on, by where they leave.
fn is_gate(p: PlanPoint) -> bool {
    (p.x + 2 * p.y) % 5 == 0
}

/// Cuts the ring by the dynamic programme and gives the number of faces, which must be convex
/// and have the ring's area, and what the diagonals cost.
fn cut(ring: &[PlanPoint], prices: Prices) -> (usize, f64) {
    let (mut edges, plan) = triangles(ring);
    let mut disk = Disk::around(&edges, &plan, 0, usize::MAX, |_| true);
    assert_eq!(disk.len(), ring.len());
    disk.set_gates(|h| is_gate(plan[cast::index(edges.origin(h))]));
    let diagonals = best_diagonals(&disk, prices, usize::MAX).unwrap();
    let cost = diagonals.iter().map(|&d| prices.of(&disk, d)).sum();
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
    (seen.len(), cost)
}

fn fewest_pieces(ring: &[PlanPoint]) -> usize {
    cut(ring, Prices::Count).0
}

/// Least cost of the diagonals of a simple ring, by all sets of them that do not cross.
fn brute_force(ring: &[PlanPoint], price: &dyn Fn(usize, usize) -> f64) -> f64 {
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
    struct Try<'a> {
        ring: &'a [PlanPoint],
        price: &'a dyn Fn(usize, usize) -> f64,
        chosen: Vec<(usize, usize)>,
        least: f64,
    }
    fn best(x: &mut Try<'_>, rest: &[(usize, usize)], cost: f64) {
        if cost >= x.least {
            return;
        }
        if is_done(x.ring, &x.chosen) {
            x.least = cost;
            return;
        }
        let Some((&(i, k), rest)) = rest.split_first() else { return };
        let at = |v: usize| x.ring[v];
        if x.chosen.iter().all(|&(a, b)| !segments_cross(at(i), at(k), at(a), at(b))) {
            x.chosen.push((i, k));
            best(x, rest, cost + (x.price)(i, k));
            x.chosen.pop();
        }
        best(x, rest, cost);
    }
    let mut all = Try { ring, price, chosen: Vec::new(), least: f64::INFINITY };
    best(&mut all, &diagonals, 0.0);
    all.least
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
    let mut sizes = [0_usize; 10];
    for round in 0..4_000 * usize::try_from(walkmesh_testkit::more()).unwrap() {
        let grid = [4, 5, 6, 9, 40][round % 5];
        let ring = random_ring(&mut dice, 4 + round % 6, grid);
        sizes[ring.len()] += 1;
        let (pieces, _) = cut(&ring, Prices::Count);
        let fewest = cast::round_i64(brute_force(&ring, &|_, _| 1.0));
        assert_eq!(i64::from(cast::extent(pieces - 1)), fewest, "{ring:?}");
        let (each, dead_end) = ([0.0, 1.5][round % 2], [1.0, 0.3, 0.05][round % 3]);
        let price = |i: usize, k: usize| {
            let gates = |range: &[PlanPoint]| range.iter().filter(|&&p| is_gate(p)).count();
            let within = gates(&ring[i..k]);
            let nowhere = within == 0 || within == gates(&ring);
            (each + ring[i].distance(ring[k])) * if nowhere { dead_end } else { 1.0 }
        };
        let (_, cost) = cut(&ring, Prices::Length { each, dead_end });
        let least = brute_force(&ring, &price);
        assert!((cost - least).abs() <= 1e-9 * least, "{ring:?}: {cost} {least}");
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
