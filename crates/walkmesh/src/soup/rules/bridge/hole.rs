//! Small round holes: one lid on each, in place of strips from each of its sides to all others.

use std::collections::HashMap;

use super::Border;
use super::strip::{TOUCH, distance, from_above, is_wide, plan, turn};
use crate::geom::Point;
use crate::soup::Area;
use crate::soup::clean::place_key;

/// Lids on the holes that are convex, no wider than `width` and no higher than the climb, in
/// triangles; the borders around these are taken out. O(n) for n borders, and O(k²) for each such
/// hole of k sides.
pub(super) fn lids(borders: &mut Vec<Border>, width: f64, climb: f64) -> Vec<(Area, [Point; 3])> {
    let mut lids = Vec::new();
    let mut has_lid = vec![false; borders.len()];
    for ring in rings(borders, width) {
        let corners: Vec<Point> = ring.iter().map(|i| borders[*i].ends[0]).collect();
        let area = borders[ring[0]].area;
        let is_of_one_kind = ring.iter().all(|i| borders[*i].area == area);
        if is_of_one_kind && is_convex(&corners) && is_small(&corners, width, climb) {
            lids.extend(fan(&corners).map(|triangle| (area, triangle)));
            ring.iter().for_each(|i| has_lid[*i] = true);
        }
    }
    let mut has_lid = has_lid.into_iter();
    borders.retain(|_| has_lid.next() != Some(true));
    lids
}

/// Borders that lead from one to the next and back to the first, all about as near as `width` to
/// it; none that comes by a place from which several borders lead.
fn rings(borders: &[Border], width: f64) -> Vec<Vec<usize>> {
    let mut from: HashMap<_, Option<usize>> = HashMap::new();
    for (i, border) in borders.iter().enumerate() {
        let place = from.entry(place_key(border.ends[0]));
        place.and_modify(|only| *only = None).or_insert(Some(i));
    }
    let next = |i: usize| from.get(&place_key(borders[i].ends[1])).copied().flatten();
    let mut is_new = vec![true; borders.len()];
    let mut rings = Vec::new();
    for first in 0..borders.len() {
        let mut ring = Vec::new();
        let mut at = Some(first);
        // What is left too early is a part of a ring that is too wide.
        while let Some(i) = at
            && std::mem::take(&mut is_new[i])
            && borders[i].ends[0].plan_distance(borders[first].ends[0]) <= width
        {
            ring.push(i);
            at = next(i);
        }
        if at == Some(first) && ring.len() > 2 {
            rings.push(ring);
        }
    }
    rings
}

/// Whether the way by these corners turns to the right at each of them.
fn is_convex(corners: &[Point]) -> bool {
    let at = |i: usize| plan(corners[i % corners.len()]);
    (0..corners.len()).all(|i| {
        let [a, b, c] = [at(i), at(i + 1), at(i + 2)];
        turn(a, b, c) <= TOUCH * distance(a, c)
    })
}

/// Whether no two corners are farther apart than the width in plan and the climb in height.
fn is_small(corners: &[Point], width: f64, climb: f64) -> bool {
    let is_near = |p: &Point, q: &Point| p.plan_distance(*q) <= width && (p.y - q.y).abs() <= climb;
    corners.iter().enumerate().all(|(i, p)| corners[..i].iter().all(|q| is_near(p, q)))
}

/// Triangles from the first corner to all others, counter-clockwise from above.
fn fan(corners: &[Point]) -> impl Iterator<Item = [Point; 3]> {
    let first = corners[0];
    let others = corners[1..].windows(2);
    others.map(move |pair| from_above([first, pair[0], pair[1]])).filter(is_wide)
}
