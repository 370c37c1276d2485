//! Union, intersection and difference of polygons in plan. The only file that names `i_overlay`.
//!
//! `i_overlay` works on the integer lattice itself: crossings are rounded to it, and the result
//! is a plane graph on lattice points.

use super::predicates::{Side, cross, is_convex, ring_area_doubled, side_of_ring};
use super::{PlanBox, PlanPoint};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{IntOverlayOptions, Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::core::solver::Solver;
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::string::overlay::StringOverlay;
use i_overlay::string::rule::StringRule;
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

    /// The box around it.
    pub(crate) fn bounds(&self) -> Option<PlanBox> {
        PlanBox::around(self.outer.iter().copied())
    }

    /// True for a point in it or on its border.
    pub(crate) fn holds(&self, p: PlanPoint) -> bool {
        side_of_ring(&self.outer, p) != Side::Outside
            && self.holes.iter().all(|hole| side_of_ring(hole, p) != Side::Inside)
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

/// Shapes that do not overlap, sliced along lines: what the lines part, each with all corners that others
/// have on its border. All crossings are rounded at once. Lines that end inside part nothing.
///
/// # Errors
/// When a corner is beyond 2^30 steps.
pub(crate) fn slice(
    shapes: &[Shape],
    lines: impl Iterator<Item = (PlanPoint, PlanPoint)>,
) -> Result<Vec<Shape>, OverlayError> {
    let mut overlay = StringOverlay::new(0);
    for_each_path(shapes, |path| overlay.add_shape_contour_iter(path.into_iter()))?;
    for (a, b) in lines {
        check_reach(&[a, b])?;
        overlay.add_string_line([a, b].map(|p| IntPoint::new(p.x, p.y)));
    }
    let graph = overlay.build_graph_view(FillRule::NonZero);
    let shapes = graph.map(|graph| graph.extract_shapes(StringRule::Slice)).unwrap_or_default();
    let mut shapes: Vec<Shape> = rings_of(shapes).into_iter().filter_map(shape).collect();
    shapes.sort_unstable();
    Ok(shapes)
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
    let rings = without_flat(rings_of(shapes));
    let mut shapes: Vec<Shape> = rings.into_iter().filter_map(shape).collect();
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

fn rings_of(shapes: Vec<Vec<Vec<IntPoint<i32>>>>) -> Vec<Vec<Vec<PlanPoint>>> {
    let ring = |ring: Vec<IntPoint<i32>>| ring.iter().map(|p| PlanPoint::new(p.x, p.y)).collect();
    shapes.into_iter().map(|rings| rings.into_iter().map(ring).collect()).collect()
}

fn add(shapes: &[Shape], to: ShapeType, overlay: &mut Overlay<i32>) -> Result<(), OverlayError> {
    for_each_path(shapes, |path| overlay.add_path_iter(path.into_iter(), to))
}

/// Gives outlines counter-clockwise and holes clockwise, so that the non-zero rule fills right.
fn for_each_path(
    shapes: &[Shape],
    mut add: impl FnMut(Vec<IntPoint<i32>>),
) -> Result<(), OverlayError> {
    for shape in shapes {
        for (i, ring) in shape.rings().enumerate() {
            check_reach(ring)?;
            let mut points: Vec<_> = ring.iter().map(|p| IntPoint::new(p.x, p.y)).collect();
            if (ring_area_doubled(ring) > 0) != (i == 0) {
                points.reverse();
            }
            add(points);
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
mod tests;
