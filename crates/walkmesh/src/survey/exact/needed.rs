//! Which borders matter: those from which a place exactly a radius away is not nearer to another.
//!
//! Most borders stand among others (the legs and slats of a chair), and what is a radius around
//! them is around their neighbours too. A quadtree finds the few that shape the outline: a cell
//! that is all nearer than the radius, or all farther, holds none of it, and in any other cell
//! only the borders that are about as near as the nearest one count. Nor does the outline matter
//! where there is no ground: what is walked on ends at borders, on its side of them.

use crate::geom::{PlanBox, PlanPoint, cast};

/// Cells are not cut below this share of the radius.
const LEAST_CELL: f64 = 1.0 / 64.0;
/// Whether there is ground is asked for cells of about this share of the radius.
const ASKED: f64 = 1.0 / 8.0;
/// So few borders are all kept.
const FEW: usize = 3;
/// Corners are rounded to the lattice, steps: what is this much apart is as near.
const ROUNDING: f64 = 4.0;
/// Around a radius below this, steps, few borders hide others: all are kept.
const SMALL: f64 = 64.0;

/// Finds the borders that matter.
struct Search<F> {
    lines: Vec<Line>,
    is_needed: Vec<bool>,
    /// The outline is at least and at most this far from the nearest border, steps.
    range: (f64, f64),
    least: f64,
    has_ground: F,
}

/// Those of the segments of which, in the box, the outline of all within `radius` steps of any
/// of them consists where there is ground, in order. O(n log n) as a rule.
pub(super) fn needed(
    segments: &[[PlanPoint; 2]],
    inner: &PlanBox,
    (radius, tolerance): (i32, i32),
    has_ground: impl Fn(&PlanBox) -> bool,
) -> Vec<[PlanPoint; 2]> {
    let (radius, tolerance) = (f64::from(radius), f64::from(tolerance));
    if radius < SMALL {
        return segments.to_vec();
    }
    let mut search = Search {
        lines: segments.iter().map(Line::new).collect(),
        is_needed: vec![false; segments.len()],
        range: (radius - ROUNDING, radius + tolerance + ROUNDING),
        least: (radius * LEAST_CELL).max(ROUNDING),
        has_ground,
    };
    let sides = [
        f64::from(inner.max.x) - f64::from(inner.min.x),
        f64::from(inner.max.y) - f64::from(inner.min.y),
    ];
    let half = sides[0].max(sides[1]) / 2.0;
    let centre = (f64::from(inner.min.x) + sides[0] / 2.0, f64::from(inner.min.y) + sides[1] / 2.0);
    let mut open: Vec<(u32, f64)> = (0..cast::count(segments.len())).map(|i| (i, 0.0)).collect();
    search.visit(centre, half + 1.0, 0, &mut open);
    let kept = segments.iter().zip(&search.is_needed);
    kept.filter(|(_, is_needed)| **is_needed).map(|(segment, _)| *segment).collect()
}

impl<F: Fn(&PlanBox) -> bool> Search<F> {
    /// Looks at a square cell, of half that side, with those segments that may matter in it: those
    /// that `open` has from `first` on, to which the cells under it add their own.
    fn visit(&mut self, (x, y): (f64, f64), half: f64, first: usize, open: &mut Vec<(u32, f64)>) {
        let reach = half * std::f64::consts::SQRT_2;
        let end = open.len();
        let mut nearest = f64::INFINITY;
        for (i, away) in &mut open[first..end] {
            *away = self.lines[cast::index(*i)].distance_squared(x, y);
            nearest = nearest.min(*away);
        }
        let nearest = nearest.sqrt();
        if nearest > self.range.1 + reach || nearest + reach < self.range.0 {
            return;
        }
        let asked = self.range.0 * ASKED;
        if half <= asked && asked < 2.0 * half && !(self.has_ground)(&around((x, y), half)) {
            return;
        }
        let spread = self.range.1 - self.range.0;
        let limit = (nearest + 2.0 * reach + spread).min(self.range.1 + reach);
        for k in first..end {
            if open[k].1 <= limit * limit {
                open.push(open[k]);
            }
        }
        if open.len() - end <= FEW || half <= self.least {
            for (i, _) in open.drain(end..) {
                self.is_needed[cast::index(i)] = true;
            }
            return;
        }
        let half = half / 2.0;
        for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            self.visit((x + dx, y + dy), half, end, open);
        }
        open.truncate(end);
    }
}

/// The box of a cell, and what is left of it by rounding.
fn around((x, y): (f64, f64), half: f64) -> PlanBox {
    let at = |x: f64, y: f64| PlanPoint::new(cast::round_i32(x), cast::round_i32(y));
    PlanBox::new(at(x - half, y - half), at(x + half, y + half)).grown(cast::ceil_i32(ROUNDING))
}

/// A segment, its vector and one over the square of that.
struct Line {
    from: (f64, f64),
    along: (f64, f64),
    share: f64,
}

impl Line {
    fn new([a, b]: &[PlanPoint; 2]) -> Self {
        let from = (f64::from(a.x), f64::from(a.y));
        let along = (f64::from(b.x) - from.0, f64::from(b.y) - from.1);
        let length = along.0 * along.0 + along.1 * along.1;
        Self { from, along, share: if length > 0.0 { 1.0 / length } else { 0.0 } }
    }

    #[inline]
    fn distance_squared(&self, x: f64, y: f64) -> f64 {
        let (x, y) = (x - self.from.0, y - self.from.1);
        let t = ((x * self.along.0 + y * self.along.1) * self.share).clamp(0.0, 1.0);
        let (x, y) = (self.along.0 * t - x, self.along.1 * t - y);
        x * x + y * y
    }
}

/// Squared distance from a place to a segment.
pub(super) fn distance_squared(segment: [PlanPoint; 2], x: f64, y: f64) -> f64 {
    Line::new(&segment).distance_squared(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn places_a_radius_away_are_no_nearer_to_what_is_left_out() {
        let mut random = Random::new(10);
        let (radius, tolerance) = (300, 20);
        let (mut asked, mut left_out, mut fewer) = (0, 0, 0);
        for _ in 0..20 {
            let mut at =
                |low, high| PlanPoint::new(random.between(low, high), random.between(low, high));
            // Close together, and some apart.
            let segments: Vec<[PlanPoint; 2]> = (0..80)
                .map(|i| {
                    if i % 10 == 0 {
                        [at(-900, 900), at(-900, 900)]
                    } else {
                        [at(-100, 0), at(0, 100)]
                    }
                })
                .collect();
            let inner = PlanBox::new(PlanPoint::new(-1000, -1000), PlanPoint::new(1000, 1000));
            let kept = needed(&segments, &inner, (radius, tolerance), |_| true);
            // Where there is no ground nothing is missed.
            let has_ground = |b: &PlanBox| b.max.x >= 0;
            let on_ground = needed(&segments, &inner, (radius, tolerance), has_ground);
            fewer += kept.len() - on_ground.len();
            left_out += segments.len() - kept.len();
            assert!(kept.iter().all(|segment| segments.contains(segment)));
            for _ in 0..3000 {
                let p = at(-1000, 1000);
                let (x, y) = (f64::from(p.x), f64::from(p.y));
                let nearest = |segments: &[[PlanPoint; 2]]| {
                    let away =
                        segments.iter().map(|&segment| distance_squared(segment, x, y).sqrt());
                    away.fold(f64::INFINITY, f64::min)
                };
                let away = nearest(&segments);
                if (f64::from(radius)..=f64::from(radius + tolerance)).contains(&away) {
                    assert!((nearest(&kept) - away).abs() < 1e-9, "{p:?}");
                    assert!(p.x < 0 || (nearest(&on_ground) - away).abs() < 1e-9, "{p:?}");
                    asked += 1;
                }
            }
        }
        assert!(asked > 500 && left_out > 800 && fewer > 0, "{asked}, {left_out}, {fewer}");
    }
}
