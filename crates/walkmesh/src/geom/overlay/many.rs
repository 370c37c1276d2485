//! Overlays of many edges, by `i_overlay`; the only file that calls it.
//!
//! `i_overlay` works on the integer lattice itself: crossings are rounded to it, and the result
//! is a plane graph on lattice points.

use super::{Rule, Shape, oriented};
use crate::geom::PlanPoint;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{IntOverlayOptions, Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::core::solver::Solver;
use i_overlay::i_float::int::point::IntPoint;
use std::cell::RefCell;

thread_local! {
    /// Lists that every overlay of a thread fills anew. Collinear vertices are kept.
    static OVERLAY: RefCell<Overlay<i32>> = RefCell::new(Overlay::new_custom(
        0,
        IntOverlayOptions::keep_output_points(),
        Solver::default(),
    ));
}

/// The shapes of the result as rings, the outline first.
pub(super) fn overlay(a: &[Shape], b: &[Shape], rule: Rule) -> Vec<Vec<Vec<PlanPoint>>> {
    let shapes = OVERLAY.with_borrow_mut(|overlay| {
        overlay.clear();
        add(a, ShapeType::Subject, overlay);
        add(b, ShapeType::Clip, overlay);
        let rule = match rule {
            Rule::Union => OverlayRule::Subject,
            Rule::Intersection => OverlayRule::Intersect,
            Rule::Difference => OverlayRule::Difference,
        };
        overlay.overlay(rule, FillRule::NonZero)
    });
    let point = |p: &IntPoint<i32>| PlanPoint::new(p.x, p.y);
    let ring = |ring: Vec<IntPoint<i32>>| ring.iter().map(point).collect();
    shapes.into_iter().map(|rings| rings.into_iter().map(ring).collect()).collect()
}

fn add(shapes: &[Shape], to: ShapeType, overlay: &mut Overlay<i32>) {
    for (ring, is_forward) in oriented(shapes) {
        let points = ring.iter().map(|p| IntPoint::new(p.x, p.y));
        if is_forward {
            overlay.add_path_iter(points, to);
        } else {
            overlay.add_path_iter(points.rev(), to);
        }
    }
}
