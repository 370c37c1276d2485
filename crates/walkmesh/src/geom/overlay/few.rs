//! Overlays of few edges: all are looked at against each other, without setting much up.

use super::place::Place;
use super::rings::Rings;
use super::split::Splitter;
use super::sweep::Graph;
use super::{Rule, Shape, oriented};
use crate::geom::PlanPoint;
use std::cell::RefCell;

/// Lists that every overlay of a thread fills anew.
#[derive(Default)]
struct Engine {
    splitter: Splitter,
    graph: Graph,
    rings: Rings,
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// The shapes of the result as rings, the outline first, as `many` has them; `None` where
/// rounding left edges that cross.
pub(super) fn overlay(a: &[Shape], b: &[Shape], rule: Rule) -> Option<Vec<Vec<Vec<PlanPoint>>>> {
    ENGINE.with_borrow_mut(|Engine { splitter, graph, rings }| {
        splitter.segments.clear();
        for (shapes, winds) in [(a, [1, 0]), (b, [0, 1])] {
            for (ring, is_forward) in oriented(shapes) {
                let points = ring.iter().map(|p| Place::of(*p));
                if is_forward {
                    splitter.add(points, winds);
                } else {
                    splitter.add(points.rev(), winds);
                }
            }
        }
        splitter.split();
        let is_plane = match rule {
            Rule::Union => graph.sweep(&splitter.segments, |[a, _]| a != 0),
            Rule::Intersection => graph.sweep(&splitter.segments, |[a, b]| a != 0 && b != 0),
            Rule::Difference => graph.sweep(&splitter.segments, |[a, b]| a != 0 && b == 0),
        };
        is_plane.then(|| rings.trace(&splitter.segments, graph))
    })
}
