//! Samples into the triangles of a fan.

use super::samples::Plane;
use super::terrain::{List, Sample};
use crate::geom::{GroundPoint, PlanPoint, cast};

/// A triangle of a fan: from one side of the hole around a new point to that point.
pub(super) struct Wedge {
    /// The vertices of the side, counter-clockwise from the point.
    pub(super) side: [u32; 2],
    /// The triangle beyond the side.
    pub(super) beyond: u32,
    /// The samples that lie in it.
    pub(super) samples: List,
    /// The worst of them that is off by more than is allowed, with its error.
    pub(super) worst: Option<(f64, u32)>,
    /// From the point to the ends of the side.
    arms: [(i64, i64); 2],
    area_doubled: i64,
    plane: Plane,
}

impl Wedge {
    /// From the side between two points of the ground to `point`.
    pub(super) fn new(
        side: [u32; 2],
        beyond: u32,
        [a, b]: [GroundPoint; 2],
        point: GroundPoint,
    ) -> Self {
        let arms = [a, b].map(|end| from_to(point.plan, end.plan));
        Self {
            side,
            beyond,
            samples: List::EMPTY,
            worst: None,
            arms,
            area_doubled: turn(arms[0], arms[1]),
            plane: Plane::new([a, b, point]),
        }
    }

    /// How far `way`, from the point, is left of the first arm and right of the second: twice
    /// the areas of the triangles with them.
    #[inline]
    fn sides(&self, way: (i64, i64)) -> (i64, i64) {
        (turn(self.arms[0], way), turn(way, self.arms[1]))
    }

    /// How far the triangle is off a sample in it, as far from its arms as [`Self::sides`] says.
    #[inline]
    fn error(&self, (left, right): (i64, i64), height: i32) -> f64 {
        self.plane.error([right, left, self.area_doubled - left - right], height)
    }
}

impl Wedge {
    /// Takes a sample and those after it in its list as long as they lie strictly inside, all in
    /// one; gives the first that does not.
    fn take_run(
        &mut self,
        samples: &mut [Sample],
        first: u32,
        mut sides: (i64, i64),
        (point, max_error): (PlanPoint, i32),
    ) -> u32 {
        let mut sample = first;
        let mut most = self.worst.map_or(f64::from(max_error), |worst| worst.0);
        let mut worst = None;
        let next = loop {
            let Sample { at, next } = samples[cast::index(sample)];
            let error = self.error(sides, at.height);
            if error > most {
                most = error;
                worst = Some((error, sample));
            }
            let Some(ahead) = samples.get(cast::index(next)) else { break next };
            // At the point itself both are 0.
            sides = self.sides(from_to(point, ahead.at.plan));
            if sides.0 <= 0 || sides.1 <= 0 {
                break next;
            }
            sample = next;
        };
        self.worst = worst.or(self.worst);
        self.samples.append(samples, (first, sample));
        next
    }
}

fn from_to(a: PlanPoint, b: PlanPoint) -> (i64, i64) {
    (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y))
}

/// Twice the area that is swept from `a` to `b`.
#[inline]
fn turn(a: (i64, i64), b: (i64, i64)) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

/// Gives each sample of a list, all within the fan around `point`, to the first triangle that
/// holds it; one at the point itself goes away. Those that wait in the list side by side lie side
/// by side as a rule, so the last triangle is tried first and takes them together.
pub(super) fn share_out(
    samples: &mut [Sample],
    list: List,
    point: PlanPoint,
    fan: &mut [Wedge],
    max_error: i32,
) {
    let mut last = 0;
    let mut rest = list.first;
    while let Some(&Sample { at, .. }) = samples.get(cast::index(rest)) {
        let way = from_to(point, at.plan);
        if way == (0, 0) {
            rest = samples[cast::index(rest)].next;
            continue;
        }
        let mut sides = fan.get(last).map_or((0, 0), |wedge| wedge.sides(way));
        if sides.0 <= 0 || sides.1 <= 0 {
            // On an arm there are two that hold it.
            let holder = fan.iter().map(|wedge| wedge.sides(way)).enumerate();
            let Some(found) = holder.into_iter().find(|(_, s)| s.0 >= 0 && s.1 >= 0) else {
                rest = samples[cast::index(rest)].next;
                continue;
            };
            (last, sides) = found;
        }
        rest = fan[last].take_run(samples, rest, sides, (point, max_error));
    }
}
