use super::*;
use crate::geom::predicates::{Side, is_convex, orient, ring_area_doubled, side_of_ring};
use crate::geom::{GroundPoint, PlanPoint};
use crate::partition::cave::{Dice, cave, surface};
use crate::soup::Area;
use crate::surface::{Border, Ring, SeamId};
use std::cmp::Ordering;
use std::collections::BTreeMap;

fn ring(points: &[(i32, i32)]) -> Ring {
    Ring {
        points: points.iter().map(|&(x, y)| GroundPoint::new(x, y, x + y)).collect(),
        borders: vec![Border::Wall; points.len()],
    }
}

fn patch(outer: &[(i32, i32)], holes: &[&[(i32, i32)]]) -> Patch {
    Patch {
        outer: ring(outer),
        holes: holes.iter().map(|h| ring(h)).collect(),
        area: Area::default(),
    }
}

/// Checks every promise of a partition against its surface.
pub(in crate::partition) fn check(surface: &Surface, partition: &Partition) {
    let plan = |v: u32| partition.vertices[v as usize].plan;
    let mut seen: BTreeMap<(u32, u32, u32), Vec<(usize, Beyond)>> = BTreeMap::new();
    let mut area = 0;
    for (i, piece) in partition.pieces.iter().enumerate() {
        let corners: Vec<_> = piece.corners.iter().map(|&v| plan(v)).collect();
        assert!(is_convex(&corners), "piece {i}: {corners:?}");
        assert_eq!(piece.corners.len(), piece.beyond.len());
        area += ring_area_doubled(&corners);
        let mut tiled = 0;
        for t in &piece.triangles {
            let [a, b, c] = t.map(plan);
            assert_eq!(orient(a, b, c), Ordering::Greater, "piece {i} has a flat triangle");
            for p in [a, b, c] {
                assert_ne!(side_of_ring(&corners, p), Side::Outside);
            }
            tiled += i128::from(crate::geom::predicates::cross(a, b, c));
        }
        assert_eq!(tiled, ring_area_doubled(&corners), "triangles of piece {i}");
        for (k, &beyond) in piece.beyond.iter().enumerate() {
            let ends = (piece.corners[k], piece.corners[(k + 1) % corners.len()]);
            seen.entry((piece.layer, ends.0, ends.1)).or_default().push((i, beyond));
        }
    }
    assert_eq!(area, surface.area_doubled());
    for (&(layer, a, b), sides) in &seen {
        for &(i, beyond) in sides {
            if let Beyond::Piece(j) = beyond {
                assert_ne!(i, j as usize);
                let back = &seen[&(layer, b, a)];
                assert!(back.contains(&(j as usize, Beyond::Piece(cast::count(i)))), "{i} {j}");
                assert_eq!(partition.pieces[i].area, partition.pieces[j as usize].area);
            }
        }
    }
    let mut borders = Vec::new();
    for (l, layer) in surface.layers.iter().enumerate() {
        for r in layer.patches.iter().flat_map(Patch::rings) {
            for (k, border) in r.borders.iter().enumerate() {
                let n = r.points.len();
                borders.push((
                    cast::count(l),
                    r.points[k].plan,
                    r.points[(k + 1) % n].plan,
                    *border,
                ));
            }
        }
    }
    let mut found: Vec<_> = seen
        .iter()
        .flat_map(|(&(l, a, b), sides)| sides.iter().map(move |s| (l, plan(a), plan(b), s.1)))
        .filter_map(|(l, a, b, s)| match s {
            Beyond::Border(border) => Some((l, a, b, border)),
            Beyond::Piece(_) | Beyond::Portal(_) => None,
        })
        .collect();
    borders.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, borders, "every edge of every ring is there exactly once");
}

fn pieces(surface: &Surface, order: Order) -> usize {
    let partition = merge(surface, &MergeOptions { order, ..MergeOptions::default() }).unwrap();
    check(surface, &partition);
    partition.pieces.len()
}

#[test]
fn convex_outlines_are_one_piece() {
    let square = surface(vec![patch(&[(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)], &[])]);
    assert_eq!(pieces(&square, Order::LongestEdge), 1);
    assert_eq!(pieces(&square, Order::ShortestEdge), 1);
    assert_eq!(pieces(&square, Order::None), 3);
}

#[test]
fn an_l_is_two_pieces_and_a_pillar_in_a_room_four() {
    let l = patch(&[(0, 0), (8, 0), (8, 3), (3, 3), (3, 8), (0, 8)], &[]);
    assert_eq!(pieces(&surface(vec![l]), Order::default()), 2);
    let room = [(0, 0), (9, 0), (9, 9), (0, 9)];
    let pillar = patch(&room, &[&[(3, 3), (3, 6), (6, 6), (6, 3)]]);
    assert_eq!(pieces(&surface(vec![pillar]), Order::default()), 4);
}

#[test]
fn rings_may_touch_in_vertices() {
    // The hole touches the outline in a corner, another hole touches that hole.
    let outer = [(0, 0), (9, 0), (9, 9), (0, 9), (0, 3)];
    let holes: [&[(i32, i32)]; 2] = [&[(0, 3), (3, 6), (3, 3)], &[(3, 6), (4, 8), (6, 6), (5, 4)]];
    pieces(&surface(vec![patch(&outer, &holes)]), Order::default());
    // An outline that touches itself.
    let eight = [(0, 0), (4, 0), (4, 4), (8, 4), (8, 8), (4, 8), (4, 4), (0, 4)];
    assert_eq!(pieces(&surface(vec![patch(&eight, &[])]), Order::default()), 2);
}

#[test]
fn seams_keep_their_vertices_and_areas_stay_apart() {
    let mut left = patch(&[(0, 0), (4, 0), (4, 2), (4, 4), (0, 4)], &[]);
    let mut right = patch(&[(4, 0), (8, 0), (8, 4), (4, 4), (4, 2)], &[]);
    left.outer.borders[1] = Border::Seam(SeamId(0));
    left.outer.borders[2] = Border::Leave(SeamId(1));
    right.outer.borders[4] = Border::Seam(SeamId(0));
    right.outer.borders[3] = Border::Blocked(SeamId(1));
    right.area = Area(7);
    let s = surface(vec![left, right]);
    let partition = merge(&s, &MergeOptions::default()).unwrap();
    check(&s, &partition);
    assert_eq!(partition.pieces.len(), 2);
    assert_eq!(partition.vertices.len(), 7);
}

#[test]
fn broken_rings_are_errors() {
    let options = MergeOptions::default();
    let bow = surface(vec![patch(&[(0, 0), (4, 4), (4, 0), (0, 4)], &[])]);
    let touching = patch(&[(0, 0), (9, 0), (9, 9), (0, 9)], &[&[(0, 3), (3, 6), (3, 3)]]);
    for s in [bow, surface(vec![patch(&[(0, 0), (3, 0), (9, 9)], &[]), touching])] {
        assert!(matches!(merge(&s, &options), Err(PartitionError::Rings { .. })), "{s:?}");
    }
    let clockwise = patch(&[(0, 0), (0, 4), (4, 4)], &[]);
    let hole_outside = patch(&[(0, 0), (4, 0), (4, 4)], &[&[(7, 7), (7, 9), (9, 7)]]);
    let hole_ccw = patch(&[(0, 0), (9, 0), (9, 9), (0, 9)], &[&[(3, 3), (6, 3), (6, 6)]]);
    let doubled = patch(&[(0, 0), (9, 0), (9, 9)], &[&[(0, 0), (9, 0), (9, 9)]]);
    for p in [clockwise, hole_outside, hole_ccw, doubled] {
        let result = merge(&surface(vec![p.clone()]), &options);
        assert!(matches!(result, Err(PartitionError::Area { .. })), "{p:?} {result:?}");
    }
}

#[test]
fn rings_may_run_to_and_fro() {
    // A slit in the ground is a wall on both sides; a spike out of it is nothing.
    let room = [(0, 0), (9, 0), (9, 9), (0, 9)];
    assert_eq!(pieces(&surface(vec![patch(&room, &[&[(3, 4), (6, 4)]])]), Order::default()), 4);
    let spike = [(0, 0), (9, 0), (12, 0), (9, 0), (9, 9), (0, 9)];
    let s = surface(vec![patch(&spike, &[])]);
    assert_eq!(merge(&s, &MergeOptions::default()).unwrap().pieces.len(), 1);
}

#[test]
fn nothing_gives_nothing() {
    assert_eq!(merge(&surface(vec![]), &MergeOptions::default()), Ok(Partition::default()));
    let empty = surface(vec![Patch::default()]);
    assert_eq!(merge(&empty, &MergeOptions::default()), Ok(Partition::default()));
}

/// ceil(reflex / 2) + components - holes: no convex partition without new points has fewer.
fn lower_bound(surface: &Surface) -> usize {
    let mut bound = 0;
    for patch in surface.layers.iter().flat_map(|l| &l.patches) {
        let reflex: usize = patch
            .rings()
            .map(|r| {
                let n = r.points.len();
                let at = |i: usize| r.points[i % n].plan;
                (0..n).filter(|&i| orient(at(i), at(i + 1), at(i + 2)) == Ordering::Less).count()
            })
            .sum();
        bound += (reflex.div_ceil(2) + 1).saturating_sub(patch.holes.len()).max(1);
    }
    bound
}

#[test]
fn caves_keep_every_promise() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for round in 0..300 {
        let size = 2 + (round % 14);
        let percent = 35 + dice.roll(60);
        let s = cave(&mut dice, size, percent);
        for order in [Order::LongestEdge, Order::ShortestEdge, Order::None] {
            let n = pieces(&s, order);
            assert!(n >= lower_bound(&s) || s.layers[0].patches.is_empty());
        }
    }
}

#[test]
fn orders_are_near_the_lower_bound() {
    let mut dice = Dice(42);
    let caves: Vec<_> = (0..40).map(|_| cave(&mut dice, 24, 80)).collect();
    let bound: usize = caves.iter().map(lower_bound).sum();
    for order in [Order::LongestEdge, Order::ShortestEdge] {
        let n: usize = caves.iter().map(|s| pieces(s, order)).sum();
        println!("{order:?}: {n} pieces, lower bound {bound}");
        assert!(n < 2 * bound);
    }
}

/// Two rings as one, without the edge after corner `k` of the one.
fn glued(one: &[u32], k: usize, other: &[u32]) -> Vec<u32> {
    let (n, m) = (one.len(), other.len());
    let back = [one[(k + 1) % n], one[k]];
    let at = (0..m).find(|&i| [other[i], other[(i + 1) % m]] == back).unwrap();
    let rest = (2..m).map(|i| other[(at + i) % m]);
    (1..=n).map(|i| one[(k + i) % n]).chain(rest).collect()
}

/// The shortest line between two corners that cuts a ring to two convex ones.
fn shortest_cut(ring: &[u32], plan: &dyn Fn(u32) -> PlanPoint) -> Option<f64> {
    let is_one = |corners: &mut dyn Iterator<Item = &u32>| {
        is_convex(&corners.map(|&v| plan(v)).collect::<Vec<_>>())
    };
    let pairs = (0..ring.len()).flat_map(|k| (0..k).map(move |i| (i, k)));
    let cuts = pairs.filter(|&(i, k)| {
        is_one(&mut ring[i..=k].iter()) && is_one(&mut ring[k..].iter().chain(&ring[..=i]))
    });
    cuts.map(|(i, k)| plan(ring[i]).distance(plan(ring[k]))).min_by(f64::total_cmp)
}

/// How often one line could take the place of two of a piece.
fn exchanges(partition: &Partition) -> usize {
    let plan = |v: u32| partition.vertices[cast::index(v)].plan;
    let leads_on = |piece: &Piece| {
        piece.beyond.iter().filter(|&&b| b != Beyond::Border(Border::Wall)).count() > 1
    };
    let mut found = 0;
    for piece in &partition.pieces {
        let ring = &piece.corners;
        let length = |k: usize| plan(ring[k]).distance(plan(ring[(k + 1) % ring.len()]));
        let ways = piece.beyond.iter().enumerate().filter_map(|(k, beyond)| match beyond {
            Beyond::Piece(other) => Some((k, &partition.pieces[cast::index(*other)])),
            Beyond::Border(_) | Beyond::Portal(_) => None,
        });
        let ways: Vec<(usize, &Piece)> = ways.collect();
        for (i, &(k, one)) in ways.iter().enumerate() {
            for &(l, other) in ways[..i].iter().filter(|way| !std::ptr::eq(way.1, one)) {
                let two = glued(ring, k, &one.corners);
                // The first of them are those of the piece, from the one after `k` on.
                let all = glued(&two, (l + ring.len() - k - 1) % ring.len(), &other.corners);
                let is_short = |cut: f64| cut <= exchange::LONGER * (length(k) + length(l));
                let is_worth_it = leads_on(one) || leads_on(other);
                found +=
                    usize::from(is_worth_it && shortest_cut(&all, &plan).is_some_and(is_short));
            }
        }
    }
    found
}

#[test]
fn what_can_be_exchanged_is() {
    let mut dice = Dice(42);
    let (mut before, mut left, mut pieces) = (0, 0, [0; 2]);
    for round in 0..60 {
        let s = cave(&mut dice, 4 + round % 12, 80);
        for order in [Order::LongestEdge, Order::ShortestEdge] {
            let merged = [false, true].map(|exchange| {
                let merged = merge(&s, &MergeOptions { order, exchange }).unwrap();
                check(&s, &merged);
                merged
            });
            before += exchanges(&merged[0]);
            left += exchanges(&merged[1]);
            (0..2).for_each(|i| pieces[i] += merged[i].pieces.len());
        }
    }
    println!("{before} exchanges, {left} left; pieces: {pieces:?}");
    assert!(before > 100 && left == 0);
    assert!(20 * pieces[1] < 19 * pieces[0], "a piece in twenty goes: {pieces:?}");
}

#[test]
fn one_diagonal_takes_the_place_of_two_where_ground_leads_on() {
    let ring = [(31, 3), (45, -2), (67, -1), (66, 17), (64, 31), (45, 30), (51, 13), (29, 13)];
    let mut room = patch(&ring, &[]);
    let count = |room: &Patch, exchange| {
        let s = surface(vec![room.clone()]);
        let merged = merge(&s, &MergeOptions { exchange, ..MergeOptions::default() }).unwrap();
        check(&s, &merged);
        merged.pieces.len()
    };
    // Between walls it would be in the way.
    assert_eq!([false, true].map(|exchange| count(&room, exchange)), [3, 3]);
    room.outer.borders.fill(Border::Leave(SeamId(0)));
    assert_eq!([false, true].map(|exchange| count(&room, exchange)), [3, 2]);
}
