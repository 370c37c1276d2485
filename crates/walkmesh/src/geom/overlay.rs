//! Union, intersection and difference of polygons in plan. The only file that names `i_overlay`.
//!
//! `i_overlay` works on the integer lattice itself: crossings are rounded to it, and the result
//! is a plane graph on lattice points.

use super::PlanPoint;
use super::predicates::{cross, is_convex, ring_area_doubled};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{IntOverlayOptions, Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::core::solver::Solver;
use i_overlay::i_float::int::point::IntPoint;
use std::cell::RefCell;

/// Largest coordinate that the crossing arithmetic holds.
const REACH: i32 = (1 << 30) - 1;

/// A polygon in plan with holes.
///
/// Results have a counter-clockwise outline and clockwise holes; as input any orientation will
/// do. Rings may touch themselves and each other in vertices. No ring of a result has a flat
/// vertex, except where another ring touches it there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// The outline.
    pub outer: Vec<PlanPoint>,
    /// The holes.
    pub holes: Vec<Vec<PlanPoint>>,
}

impl Shape {
    /// Without holes.
    #[must_use]
    pub const fn solid(outer: Vec<PlanPoint>) -> Self {
        Self { outer, holes: Vec::new() }
    }

    /// The outline, then the holes.
    pub fn rings(&self) -> impl Iterator<Item = &Vec<PlanPoint>> {
        std::iter::once(&self.outer).chain(&self.holes)
    }

    /// Twice the area, steps²; exact. Orientation of the rings does not matter.
    #[must_use]
    pub fn area_doubled(&self) -> i128 {
        let holes: i128 = self.holes.iter().map(|h| ring_area_doubled(h).abs()).sum();
        ring_area_doubled(&self.outer).abs() - holes
    }
}

/// Why polygons could not be overlaid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OverlayError {
    /// A corner is too far out for exact arithmetic.
    #[error("the corner {at:?} is beyond ±{REACH} steps: use a coarser lattice")]
    OutOfReach {
        /// The corner.
        at: PlanPoint,
    },
}

/// What is in at least one of the shapes. Shapes come in order of their lowest corner, each ring
/// starting at its own. O(n log n) for n edges and crossings, as a rule; O(n) for a single convex
/// ring.
///
/// # Errors
/// When a corner is beyond 2^30 steps.
pub fn union(shapes: &[Shape]) -> Result<Vec<Shape>, OverlayError> {
    if let [shape] = shapes {
        check_reach(&shape.outer)?;
        if let Some(ring) = convex(shape) {
            return Ok(vec![Shape::solid(ring)]);
        }
    }
    overlay(shapes, &[], OverlayRule::Subject)
}

/// What is in a shape of `a` and in a shape of `b`; as [`union`] otherwise. Shapes that only
/// touch have nothing in common.
///
/// # Errors
/// When a corner is beyond 2^30 steps.
pub fn intersection(a: &[Shape], b: &[Shape]) -> Result<Vec<Shape>, OverlayError> {
    overlay(a, b, OverlayRule::Intersect)
}

/// What is in a shape of `a` and in none of `b`; as [`union`] otherwise.
///
/// # Errors
/// When a corner is beyond 2^30 steps.
pub fn difference(a: &[Shape], b: &[Shape]) -> Result<Vec<Shape>, OverlayError> {
    overlay(a, b, OverlayRule::Difference)
}

thread_local! {
    /// Lists that every overlay of a thread fills anew. Collinear vertices are kept by it and
    /// dropped below where nothing touches them.
    static OVERLAY: RefCell<Overlay<i32>> = RefCell::new(Overlay::new_custom(
        0,
        IntOverlayOptions::keep_output_points(),
        Solver::default(),
    ));
}

fn overlay(a: &[Shape], b: &[Shape], rule: OverlayRule) -> Result<Vec<Shape>, OverlayError> {
    let shapes = OVERLAY.with_borrow_mut(|overlay| {
        overlay.clear();
        add(a, ShapeType::Subject, overlay)?;
        add(b, ShapeType::Clip, overlay)?;
        Ok(overlay.overlay(rule, FillRule::NonZero))
    })?;
    let rings: Vec<Vec<Vec<PlanPoint>>> = shapes
        .into_iter()
        .map(|rings| rings.into_iter().map(|r| r.iter().map(point).collect()).collect())
        .collect();
    let mut shapes: Vec<Shape> = without_flat(rings).into_iter().filter_map(shape).collect();
    shapes.sort_unstable();
    Ok(shapes)
}

/// The outline of a convex shape without holes, counter-clockwise from its lowest corner and
/// without flat ones.
fn convex(shape: &Shape) -> Option<Vec<PlanPoint>> {
    if !shape.holes.is_empty() {
        return None;
    }
    let mut ring = shape.outer.clone();
    if ring_area_doubled(&ring) < 0 {
        ring.reverse();
    }
    if !is_convex(&ring) {
        return None;
    }
    let corners = (0..ring.len()).filter(|&i| turn_at(&ring, i) != 0);
    let mut corners: Vec<PlanPoint> = corners.map(|i| ring[i]).collect();
    start_lowest(&mut corners);
    Some(corners)
}

/// How a ring turns at a corner: positive to the left, 0 where it is flat.
fn turn_at(ring: &[PlanPoint], i: usize) -> i64 {
    let n = ring.len();
    cross(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n])
}

/// Makes a ring start at its lowest corner.
fn start_lowest(ring: &mut [PlanPoint]) {
    let first = (0..ring.len()).min_by_key(|&i| ring[i]).unwrap_or(0);
    ring.rotate_left(first);
}

/// That the crossing arithmetic holds all corners of a ring.
pub(super) fn check_reach(ring: &[PlanPoint]) -> Result<(), OverlayError> {
    let is_out = |p: &&PlanPoint| p.x.abs_diff(0).max(p.y.abs_diff(0)) > REACH.abs_diff(0);
    ring.iter().find(is_out).map_or(Ok(()), |&at| Err(OverlayError::OutOfReach { at }))
}

fn point(p: &IntPoint<i32>) -> PlanPoint {
    PlanPoint::new(p.x, p.y)
}

/// Adds outlines counter-clockwise and holes clockwise, so that the non-zero rule fills right.
fn add(shapes: &[Shape], to: ShapeType, overlay: &mut Overlay<i32>) -> Result<(), OverlayError> {
    for shape in shapes {
        for (i, ring) in shape.rings().enumerate() {
            check_reach(ring)?;
            let points = ring.iter().map(|p| IntPoint::new(p.x, p.y));
            if (ring_area_doubled(ring) > 0) == (i == 0) {
                overlay.add_path_iter(points, to);
            } else {
                overlay.add_path_iter(points.rev(), to);
            }
        }
    }
    Ok(())
}

/// Drops the flat vertices that only one ring passes, and passes once.
fn without_flat(mut shapes: Vec<Vec<Vec<PlanPoint>>>) -> Vec<Vec<Vec<PlanPoint>>> {
    // How often each of them is passed.
    let mut flat: Vec<(PlanPoint, u32)> = Vec::new();
    for ring in shapes.iter().flatten() {
        let of_ring = (0..ring.len()).filter(|&i| turn_at(ring, i) == 0);
        flat.extend(of_ring.map(|i| (ring[i], 0)));
    }
    if flat.is_empty() {
        return shapes;
    }
    flat.sort_unstable();
    flat.dedup();
    for p in shapes.iter().flatten().flatten() {
        if let Ok(i) = flat.binary_search_by_key(p, |f| f.0) {
            flat[i].1 += 1;
        }
    }
    flat.retain(|f| f.1 == 1);
    for ring in shapes.iter_mut().flatten() {
        let is_dropped = |p: &PlanPoint| flat.binary_search_by_key(p, |f| f.0).is_ok();
        ring.retain(|p| !is_dropped(p));
    }
    shapes
}

/// Canonical: each ring starts at its lowest corner, holes in order; `None` without area.
fn shape(rings: Vec<Vec<PlanPoint>>) -> Option<Shape> {
    let mut rings = rings.into_iter().map(|mut ring| {
        start_lowest(&mut ring);
        ring
    });
    let outer = rings.next().filter(|ring| ring_area_doubled(ring) > 0)?;
    let mut holes: Vec<_> = rings.filter(|ring| ring_area_doubled(ring) < 0).collect();
    holes.sort_unstable();
    Some(Shape { outer, holes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::hull::convex_hull;
    use crate::geom::predicates::{Side, side_of_ring};
    use walkmesh_testkit::Random;

    fn square(x: i32, y: i32, size: i32) -> Shape {
        let p = PlanPoint::new;
        Shape::solid(vec![p(x, y), p(x + size, y), p(x + size, y + size), p(x, y + size)])
    }

    fn side(shapes: &[Shape], p: PlanPoint) -> Side {
        let mut side = Side::Outside;
        for s in shapes {
            let sides: Vec<_> = s.rings().map(|r| side_of_ring(r, p)).collect();
            if sides.contains(&Side::Border) {
                return Side::Border;
            }
            if sides[0] == Side::Inside && sides[1..].iter().all(|&h| h == Side::Outside) {
                side = Side::Inside;
            }
        }
        side
    }

    #[test]
    fn squares() {
        let (a, b) = (square(0, 0, 4), square(2, 2, 4));
        let both = [a, b];
        assert_eq!(union(&both).unwrap()[0].area_doubled(), 2 * 28);
        assert_eq!(intersection(&both[..1], &both[1..]).unwrap(), [square(2, 2, 2)]);
        assert_eq!(difference(&both[..1], &both[1..]).unwrap()[0].area_doubled(), 2 * 12);
        // Side by side they become one without the flat corners; touching in a corner they stay.
        let beside = union(&[square(0, 0, 4), square(4, 0, 4)]).unwrap();
        assert_eq!(beside[0].outer.len(), 4);
        assert!(intersection(&[square(0, 0, 4)], &[square(4, 4, 4)]).unwrap().is_empty());
        assert!(union(&[]).unwrap().is_empty());
    }

    #[test]
    fn holes_and_orientation() {
        let ring = difference(&[square(0, 0, 9)], &[square(3, 3, 3)]).unwrap();
        assert_eq!(ring[0].holes.len(), 1);
        assert!(ring_area_doubled(&ring[0].outer) > 0 && ring_area_doubled(&ring[0].holes[0]) < 0);
        let mut mirrored = ring.clone();
        mirrored[0].outer.reverse();
        mirrored[0].holes[0].reverse();
        assert_eq!(union(&mirrored).unwrap(), ring);
        let filled = union(&[ring[0].clone(), square(3, 3, 3)]).unwrap();
        assert_eq!(filled, [square(0, 0, 9)]);
        // A hole that touches the outline in the middle of a side: a vertex there.
        let p = PlanPoint::new;
        let notch = Shape::solid(vec![p(4, 0), p(6, 3), p(2, 3)]);
        let touched = difference(&[square(0, 0, 9)], &[notch]).unwrap();
        assert!(touched[0].rings().flatten().filter(|&&q| q == p(4, 0)).count() >= 2);
    }

    #[test]
    fn far_corners_are_refused() {
        let p = PlanPoint::new;
        let kite = [p(i32::MIN, 0), p(0, i32::MIN), p(i32::MAX, 0), p(0, i32::MAX)];
        for corners in 1..=kite.len() {
            let far = Shape::solid(kite[..corners].to_vec());
            assert!(matches!(union(&[far]), Err(OverlayError::OutOfReach { .. })));
        }
    }

    #[test]
    fn a_convex_shape_is_what_an_overlay_makes_of_it() {
        let mut random = Random::new(6);
        let mut convex_ones = 0;
        for round in 0..2000 {
            let span = [3, 9, 1000][round % 3];
            let corner = |_| PlanPoint::new(random.between(0, span), random.between(0, span));
            let mut ring: Vec<PlanPoint> = (0..3 + round % 4).map(corner).collect();
            if round % 2 == 0 {
                ring = convex_hull(ring);
                // With a flat corner, where there is room for one.
                if let [a, b, ..] = ring[..] {
                    let middle = PlanPoint::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
                    if middle != a && middle != b && cross(a, middle, b) == 0 {
                        ring.insert(1, middle);
                    }
                }
            }
            if round % 5 < 2 {
                ring.reverse();
            }
            let shape = [Shape::solid(ring)];
            convex_ones += u32::from(convex(&shape[0]).is_some());
            let made = overlay(&shape, &[], OverlayRule::Subject).unwrap();
            assert_eq!(union(&shape).unwrap(), made, "{shape:?}");
        }
        assert!(convex_ones > 1000, "{convex_ones}");
    }

    #[test]
    fn random_squares_agree_with_point_tests() {
        let mut seed = 17_u64;
        let mut roll = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            i32::try_from((seed >> 33) % n).unwrap()
        };
        for _ in 0..200 {
            let mut some =
                |n| (0..n).map(|_| square(roll(16), roll(16), 1 + roll(6))).collect::<Vec<_>>();
            let (a, b) = (some(6), some(6));
            let sets = [(union(&a), 0), (intersection(&a, &b), 1), (difference(&a, &b), 2)];
            for (result, rule) in sets {
                let result = result.unwrap();
                for cell in 0..24 * 24 {
                    let unit = square(cell % 24, cell / 24, 1);
                    let within = |s: &[Shape]| {
                        s.iter().any(|q| {
                            let c = unit.outer[0];
                            let (lo, hi) = (q.outer[0], q.outer[2]);
                            lo.x <= c.x && c.x < hi.x && lo.y <= c.y && c.y < hi.y
                        })
                    };
                    let expected = match rule {
                        0 => within(&a),
                        1 => within(&a) && within(&b),
                        _ => within(&a) && !within(&b),
                    };
                    let part = intersection(&result, std::slice::from_ref(&unit)).unwrap();
                    assert_eq!(!part.is_empty(), expected);
                }
                for corner in result.iter().flat_map(Shape::rings).flatten() {
                    assert_eq!(side(&result, *corner), Side::Border);
                }
            }
        }
    }
}
