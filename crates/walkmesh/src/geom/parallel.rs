//! The line beside a walk, at a radius from it on its right.
//!
//! ```text
//!   ╭─────────╮ ray     turns to the left go around on tangents of the arc, of which rays lead to
//!   │  walk v╮│         where two meet; turns to the right cut the corner where both sides are
//!   │ ╭──────╯│         long enough, and else lead over the corner itself: the line crosses
//!   ╰─┴───────╯         itself there, and winds once more around what is near both sides
//! ```
//!
//! How often the line of a closed walk around something winds around a place is how many of its
//! parts cover it: the inside, a strip beside each side and a wedge at each turn to the left.

use super::around::{away, right_of};
use super::predicates::{cross, dot};
use super::{PlanPoint, cast};

/// What rounding may take of a side, steps.
const ROUNDING: f64 = 2.0;

/// A radius, and how arcs become polygons.
pub(super) struct Parallel {
    radius: f64,
    /// The widest angle between two tangents that follow each other.
    widest: f64,
    /// From this cosine on, a turn is narrow enough for two.
    narrow: f64,
}

impl Parallel {
    /// Arcs are polygons around the circle, at most `tolerance` (at least 1) steps outside it.
    pub(super) fn new(radius: i32, tolerance: i32) -> Self {
        let radius = f64::from(radius);
        let share = radius / (radius + f64::from(tolerance.max(1)));
        let widest = 2.0 * libm::acos(share);
        // Tangents that are nearly parallel meet nowhere.
        Self { radius, widest, narrow: libm::cos(widest).max(-0.5) }
    }

    /// The point beside `v` on the right of edge `ab`, each coordinate rounded away from `v`, so
    /// that the parallel is never too near (and less than 1.5 steps too far).
    pub(super) fn beside(&self, v: PlanPoint, a: PlanPoint, b: PlanPoint) -> PlanPoint {
        let [x, y] = right_of(a, b);
        moved(v, [x * self.radius, y * self.radius])
    }

    /// Adds the corners beside `v` between two sides of a walk.
    pub(super) fn join(&self, [before, v, after]: [PlanPoint; 3], corners: &mut Vec<PlanPoint>) {
        let (from, to) = (right_of(before, v), right_of(v, after));
        if turns_left([before, v, after]) {
            self.arc(v, from, to, corners);
        } else if cross(before, v, after) < 0 {
            let cosine = from[0] * to[0] + from[1] * to[1];
            // Half of a side is for what its other end cuts off.
            let room = before.distance(v).min(v.distance(after)) / 2.0 - ROUNDING;
            let fits = (self.radius * self.radius) * (1.0 - cosine) <= room * room * (1.0 + cosine);
            if room > 0.0 && fits {
                corners.push(self.meeting(v, from, to, cosine));
            } else {
                corners.extend([self.beside(v, before, v), v, self.beside(v, v, after)]);
            }
        }
    }

    /// Adds the corners around `v` between the tangents with these normals, which turn left by
    /// half a turn at most: as few as there can be, evenly.
    fn arc(&self, v: PlanPoint, from: [f64; 2], to: [f64; 2], corners: &mut Vec<PlanPoint>) {
        let sine = from[0] * to[1] - from[1] * to[0];
        let cosine = from[0] * to[0] + from[1] * to[1];
        if cosine >= self.narrow {
            corners.push(self.meeting(v, from, to, cosine));
            return;
        }
        // Right back is half a turn, whichever side rounding puts it on.
        let angle = match libm::atan2(sine, cosine) {
            angle if angle < 0.0 => angle + 2.0 * std::f64::consts::PI,
            angle => angle,
        };
        let steps = cast::ceil_i32(angle / self.widest).max(1);
        let half = angle / (2.0 * f64::from(steps));
        let reach = self.radius / libm::cos(half);
        for i in 0..steps {
            let at = half * f64::from(2 * i + 1);
            let (sin, cos) = (libm::sin(at) * reach, libm::cos(at) * reach);
            let ray = [from[0] * cos - from[1] * sin, from[0] * sin + from[1] * cos];
            corners.push(moved(v, ray));
        }
    }

    /// Where the tangents with these normals meet, of which this is the cosine between.
    fn meeting(&self, v: PlanPoint, from: [f64; 2], to: [f64; 2], cosine: f64) -> PlanPoint {
        let reach = self.radius / (1.0 + cosine);
        moved(v, [0, 1].map(|axis| (from[axis] + to[axis]) * reach))
    }
}

/// Whether a walk turns to the left at the middle one of three points, or right back.
pub(super) fn turns_left([before, v, after]: [PlanPoint; 3]) -> bool {
    let turn = cross(before, v, after);
    turn > 0 || (turn == 0 && dot(v, before, after) > 0)
}

fn moved(p: PlanPoint, [x, y]: [f64; 2]) -> PlanPoint {
    PlanPoint::new(p.x.saturating_add(away(x)), p.y.saturating_add(away(y)))
}
