//! Which borders matter: those from which a place exactly a radius away is not nearer to another.
//!
//! Most borders stand among others (the legs and slats of a chair), and what is a radius around
//! them is around their neighbours too. A quadtree finds the few that shape the outline: a cell
//! that is all nearer than the radius, or all farther, holds none of it, and in any other cell
//! only the borders that are about as near as the nearest one count.

use crate::geom::{PlanBox, PlanPoint, cast};

/// Cells are not cut below this share of the radius.
const LEAST_CELL: f64 = 1.0 / 64.0;
/// So few borders are all kept.
const FEW: usize = 3;
/// Corners are rounded to the lattice, steps.
const ROUNDING: f64 = 4.0;

/// Finds the borders that matter.
struct Search<'a> {
    segments: &'a [[PlanPoint; 2]],
    is_needed: Vec<bool>,
    /// The outline is at least and at most this far from the nearest border, steps.
    range: (f64, f64),
    least: f64,
}

/// Those of the segments of which, in the box, the outline of all within `radius` steps of any
/// of them consists, in order. O(n log n) as a rule.
pub(super) fn needed(
    segments: &[[PlanPoint; 2]],
    inner: &PlanBox,
    (radius, tolerance): (i32, i32),
) -> Vec<[PlanPoint; 2]> {
    let (radius, tolerance) = (f64::from(radius), f64::from(tolerance));
    let mut search = Search {
        segments,
        is_needed: vec![false; segments.len()],
        range: (radius - ROUNDING, radius + tolerance + ROUNDING),
        least: radius * LEAST_CELL,
    };
    let sides = [
        f64::from(inner.max.x) - f64::from(inner.min.x),
        f64::from(inner.max.y) - f64::from(inner.min.y),
    ];
    let half = sides[0].max(sides[1]) / 2.0;
    let centre = (f64::from(inner.min.x) + sides[0] / 2.0, f64::from(inner.min.y) + sides[1] / 2.0);
    let all: Vec<u32> = (0..cast::count(segments.len())).collect();
    search.visit(centre, half + 1.0, &all);
    let kept = segments.iter().zip(&search.is_needed);
    kept.filter(|(_, is_needed)| **is_needed).map(|(segment, _)| *segment).collect()
}

impl Search<'_> {
    /// Looks at a square cell, of half that side, with those segments that may matter in it.
    fn visit(&mut self, (x, y): (f64, f64), half: f64, candidates: &[u32]) {
        let reach = half * std::f64::consts::SQRT_2;
        let away: Vec<f64> = candidates
            .iter()
            .map(|&i| distance_squared(self.segments[cast::index(i)], x, y).sqrt())
            .collect();
        let nearest = away.iter().copied().fold(f64::INFINITY, f64::min);
        if nearest > self.range.1 + reach || nearest + reach < self.range.0 {
            return;
        }
        let spread = self.range.1 - self.range.0;
        let limit = (nearest + 2.0 * reach + spread).min(self.range.1 + reach);
        let near = candidates.iter().zip(&away).filter(|(_, away)| **away <= limit);
        let near: Vec<u32> = near.map(|(&i, _)| i).collect();
        if near.len() <= FEW || half <= self.least {
            for i in near {
                self.is_needed[cast::index(i)] = true;
            }
            return;
        }
        let half = half / 2.0;
        for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            self.visit((x + dx, y + dy), half, &near);
        }
    }
}

/// Squared distance from a place to a segment.
pub(super) fn distance_squared([a, b]: [PlanPoint; 2], x: f64, y: f64) -> f64 {
    let (ax, ay) = (f64::from(a.x), f64::from(a.y));
    let (dx, dy) = (f64::from(b.x) - ax, f64::from(b.y) - ay);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 { ((x - ax) * dx + (y - ay) * dy) / length } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    let (ox, oy) = (ax + dx * t - x, ay + dy * t - y);
    ox * ox + oy * oy
}
