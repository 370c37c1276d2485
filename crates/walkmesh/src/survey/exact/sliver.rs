//! What rounding leaves of ground between things that are cut out side by side.

use crate::geom::predicates::{cross, dot, ring_area_doubled};
use crate::geom::{PlanPoint, Shape, cast};

/// What is no wider is what rounding leaves between cuts, steps: its sides are no borders.
const SLIVER: i32 = 2;

/// The shapes without slivers: those that are no more, and the hairs that others have. Walls however
/// thin stay as they are. Linear.
pub(super) fn without_slivers(shapes: Vec<Shape>) -> Vec<Shape> {
    let trimmed = shapes.into_iter().filter_map(|shape| {
        let holes = shape.holes.iter().map(|hole| without_hairs(hole));
        let holes = holes.filter(|hole| hole.len() > 2).collect();
        let shape = Shape { outer: without_hairs(&shape.outer), holes };
        is_wider(&shape.outer, f64::from(SLIVER)).then_some(shape)
    });
    trimmed.collect()
}

/// True when a ring is wider than that on the whole, steps: by its area and the length around it.
pub(super) fn is_wider(ring: &[PlanPoint], width: f64) -> bool {
    let round = ring.iter().enumerate();
    let around: f64 = round.map(|(k, p)| p.distance(ring[(k + 1) % ring.len()])).sum();
    cast::float_wide(ring_area_doubled(ring)) > width * around
}

/// A ring, ground on its left, without corners that stick out as hairs.
fn without_hairs(ring: &[PlanPoint]) -> Vec<PlanPoint> {
    let mut kept = shaved(ring);
    loop {
        // The ends are looked at in the middle.
        let half = kept.len() / 2;
        kept.rotate_left(half);
        let next = shaved(&kept);
        if next.len() == ring.len() {
            return ring.to_vec();
        }
        if next.len() == kept.len() {
            return next;
        }
        kept = next;
    }
}

/// The same of a line.
fn shaved(line: &[PlanPoint]) -> Vec<PlanPoint> {
    let mut kept: Vec<PlanPoint> = Vec::with_capacity(line.len());
    for &p in line {
        while is_after_hair(&kept, p) {
            kept.pop();
        }
        if kept.last() != Some(&p) {
            kept.push(p);
        }
    }
    kept
}

/// Whether a line sticks out as a hair before this corner, with a tip of one corner or of two.
fn is_after_hair(line: &[PlanPoint], next: PlanPoint) -> bool {
    let near = i64::from(SLIVER * SLIVER);
    let is_tip = |a, tip| is_hair([a, tip, next]);
    match *line {
        [.., a, tip, other] if tip.distance_squared(other) <= near && is_tip(a, tip) => true,
        [.., a, tip] => is_tip(a, tip),
        _ => false,
    }
}

/// Whether the ground at a corner is a sliver as far as the nearer of its neighbours.
fn is_hair([a, tip, b]: [PlanPoint; 3]) -> bool {
    let is_nearer = tip.distance_squared(a) <= tip.distance_squared(b);
    let (near, far) = if is_nearer { (a, b) } else { (b, a) };
    let wide = i128::from(cross(tip, far, near));
    let most = i128::from(SLIVER * SLIVER) * i128::from(tip.distance_squared(far));
    cross(a, tip, b) >= 0 && dot(tip, a, b) > 0 && wide * wide <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(i32, i32)]) -> Vec<PlanPoint> {
        points.iter().map(|&(x, y)| PlanPoint::new(x, y)).collect()
    }

    fn square() -> Vec<PlanPoint> {
        ring(&[(0, 0), (900, 0), (900, 900), (0, 900)])
    }

    /// What is left of a ring from wherever its list starts, from its lowest corner.
    fn left_of(points: &[(i32, i32)]) -> Vec<PlanPoint> {
        let ring = ring(points);
        let from = |first: usize| {
            let mut turned = ring.clone();
            turned.rotate_left(first);
            let mut kept = without_hairs(&turned);
            let lowest = (0..kept.len()).min_by_key(|&i| kept[i]).unwrap_or(0);
            kept.rotate_left(lowest);
            kept
        };
        let kept = from(0);
        assert!((1..ring.len()).all(|first| from(first) == kept), "{points:?}");
        kept
    }

    #[test]
    fn hairs_go_and_all_else_stays() {
        let with_hair =
            [(0, 0), (900, 0), (900, 400), (2000, 401), (900, 402), (900, 900), (0, 900)];
        let kept = [(0, 0), (900, 0), (900, 400), (900, 402), (900, 900), (0, 900)];
        assert_eq!(left_of(&with_hair), ring(&kept));
        // One of many corners.
        let long = [
            [(0, 0), (900, 0), (900, 400), (1300, 401), (2000, 400)],
            [(2700, 402), (2000, 402), (1300, 402), (900, 402), (900, 900)],
        ];
        let kept = left_of(&[&long.concat()[..], &[(0, 900)]].concat());
        assert!(kept.iter().all(|p| p.x <= 900), "{kept:?}");
        // Three steps wide where it comes out.
        let wide = [(0, 0), (900, 0), (900, 400), (2000, 401), (900, 403), (900, 900), (0, 900)];
        assert_eq!(left_of(&wide), ring(&wide));
        // A thin wall that stands in the ground.
        let wall = [(0, 0), (900, 0), (900, 400), (90, 401), (900, 402), (900, 900), (0, 900)];
        assert_eq!(left_of(&wall), ring(&wall));
        assert_eq!(without_slivers(vec![Shape::solid(square())]), [Shape::solid(square())]);
    }

    #[test]
    fn slivers_go_whole() {
        let sliver = Shape::solid(ring(&[(0, 0), (900, 0), (1800, 1), (900, 2)]));
        assert_eq!(without_slivers(vec![sliver]), []);
        let strip = Shape::solid(ring(&[(0, 0), (900, 0), (900, 3), (0, 3)]));
        assert_eq!(without_slivers(vec![strip.clone()]), [strip]);
    }
}
