//! Shapes as far as they are close to a box.
//!
//! ```text
//!      ╭──╮ ╭───╮
//!   ╭──╯  ╰─╯   │        The way that an outline takes beyond one side of the box is cut
//!   │    ┌───┐  │        short: no corner is new, and in the box nothing changes.
//!   │    │   │ ╭╯
//! ```

use crate::geom::predicates::ring_area_doubled;
use crate::geom::{PlanBox, PlanPoint, Shape, convex, edges};

/// Beyond everything, for what a box leaves out, steps.
pub(super) const BEYOND: i32 = 16;

/// The box as a shape.
pub(super) fn rectangle(b: &PlanBox) -> Shape {
    Shape::solid(b.corners().to_vec())
}

/// A shape that is in a box as the given one is, and anything around it; `None` where there is
/// nothing in the box. Linear.
pub(super) fn close_to(shape: &Shape, b: &PlanBox) -> Option<Shape> {
    let outer = ring_close_to(&shape.outer, b);
    let holes = shape.holes.iter().map(|hole| ring_close_to(hole, b));
    let holes = holes.filter(|hole| !hole.is_empty());
    (!outer.is_empty()).then(|| Shape { outer, holes: holes.collect() })
}

/// The same of a ring; empty where it does not come to the box nor goes around it.
fn ring_close_to(ring: &[PlanPoint], b: &PlanBox) -> Vec<PlanPoint> {
    // The sides that a corner is beyond.
    let beyond = |p: &PlanPoint| {
        [p.x < b.min.x, p.x > b.max.x, p.y < b.min.y, p.y > b.max.y]
            .into_iter()
            .fold(0_u8, |sides, is_beyond| 2 * sides + u8::from(is_beyond))
    };
    let mut kept: Vec<PlanPoint> = Vec::new();
    // What is left out before the last corner, and both of its ends, are beyond these.
    let mut sides = 0;
    for &p in ring {
        let own = beyond(&p);
        match &mut kept[..] {
            [_, .., last] if sides & own != 0 => {
                *last = p;
                sides &= own;
            }
            [.., last] => {
                sides = beyond(last) & own;
                kept.push(p);
            }
            [] => kept.push(p),
        }
    }
    if kept.len() < 3 {
        return Vec::new();
    }
    // Outlines and holes are told apart by the way that they go round.
    let is_turned = ring_area_doubled(&kept).signum() != ring_area_doubled(ring).signum();
    if is_turned { ring.to_vec() } else { kept }
}

/// What of a shape is in a box, in rings that may run along its sides twice: a floor has thousands
/// of corners, and a chair stands on a few of its edges.
pub(super) fn within(shape: &Shape, window: &PlanBox) -> Vec<Shape> {
    let Some(Shape { outer, holes }) = close_to(shape, window) else { return Vec::new() };
    let sides = window.corners();
    let cut = |ring: Vec<PlanPoint>| {
        edges(&sides).fold(ring, |ring, (a, b)| convex::left_of(&ring, a, b))
    };
    let outer = cut(outer);
    if outer.is_empty() {
        return Vec::new();
    }
    let holes = holes.into_iter().map(cut).filter(|hole| !hole.is_empty());
    vec![Shape { outer, holes: holes.collect() }]
}

/// What of the shapes' surroundings is outside of the box, as up to four rectangles.
pub(super) fn outside(inner: &PlanBox, shapes: &[Shape]) -> Vec<Shape> {
    let all = shapes.iter().flat_map(|s| &s.outer).fold(*inner, |b, &p| b.with(p));
    if all == *inner {
        return Vec::new();
    }
    let (min, max) = (all.grown(BEYOND).min, all.grown(BEYOND).max);
    let p = PlanPoint::new;
    let sides = [
        (min, p(inner.min.x, max.y)),
        (p(inner.max.x, min.y), max),
        (p(inner.min.x, min.y), p(inner.max.x, inner.min.y)),
        (p(inner.min.x, inner.max.y), p(inner.max.x, max.y)),
    ];
    sides.iter().map(|&(a, b)| rectangle(&PlanBox::new(a, b))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{difference, intersection, union};
    use walkmesh_testkit::Random;

    #[test]
    fn nothing_changes_in_the_box() {
        let mut random = Random::new(21);
        let (mut fewer, mut gone) = (0, 0);
        for _ in 0..400 {
            // Corners on the axes: crossings with the box are lattice points.
            let mut some = |count: usize| -> Vec<Shape> {
                let mut one = |_| {
                    let (x, y) = (random.between(0, 80), random.between(0, 80));
                    let p = PlanPoint::new(x, y);
                    let to = PlanPoint::new(x + random.between(1, 30), y + random.between(1, 30));
                    rectangle(&PlanBox::new(p, to))
                };
                (0..count).map(&mut one).collect()
            };
            let all = difference(&union(&some(25)).unwrap(), &some(12)).unwrap();
            let at = PlanPoint::new(random.between(0, 90), random.between(0, 90));
            let to = PlanPoint::new(at.x + random.between(4, 20), at.y + random.between(4, 20));
            let b = PlanBox::new(at, to);
            let corners = |shapes: &[Shape]| shapes.iter().flat_map(Shape::rings).flatten().count();
            for shape in &all {
                let in_box = |shapes: &[Shape]| intersection(shapes, &[rectangle(&b)]).unwrap();
                let close: Vec<Shape> = close_to(shape, &b).into_iter().collect();
                let whole = std::slice::from_ref(shape);
                assert_eq!(in_box(&close), in_box(whole), "{shape:?} in {b:?}");
                fewer += usize::from(corners(&close) < corners(whole));
                gone += usize::from(close.is_empty());
            }
        }
        assert!(fewer > 500 && gone > 100, "{fewer} {gone}");
    }
}
