//! Outlines with fewer points, within an error, without changing what touches what.
//!
//! Every chain is thinned once (Douglas and Peucker, "Algorithms for the reduction of the number
//! of points required to represent a digitized line or its caricature", 1973), so both patches
//! of a seam keep the same points. Then conflicts are looked for, and where there is one, points
//! come back until there is none ([`super::conflict`]). With all points back, outlines are cell
//! sides and cannot conflict, so this ends.

use super::conflict;
use super::contour::{Beyond, Chain};
use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast, predicates};

/// Rounds of putting single points back before whole stretches come back.
const GENTLE_ROUNDS: u32 = 24;

/// Room for so many points at first.
const SOME: usize = 16;

/// A point of a chain that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// Index into the chain's points.
    pub(super) at: u32,
    /// The round in which the segment that begins here came to be.
    pub(super) segment_round: u32,
}

/// A chain with those of its points that are kept: at least its ends.
#[derive(Clone, Debug)]
pub(super) struct Thinned {
    pub(super) chain: Chain,
    pub(super) kept: Vec<Kept>,
    /// The box around all of its points.
    pub(super) bounds: PlanBox,
}

impl Thinned {
    fn new(chain: Chain, max_error: i32) -> Self {
        let points = &chain.points;
        let last = points.len().saturating_sub(1);
        let mut kept = Vec::with_capacity(SOME);
        kept.push(0);
        if let (Beyond::Wall | Beyond::Patch(_), Some(&first)) = (chain.beyond, points.first()) {
            let error = i128::from(max_error) * i128::from(max_error);
            let closed = points.len() > 2 && points[last].plan == first.plan;
            // A closed chain needs a second fixed point: the one farthest from the first.
            let split = (1..last)
                .max_by_key(|&k| (points[k].plan.distance_squared(first.plan), usize::MAX - k))
                .filter(|_| closed);
            if let Some(split) = split {
                thin(points, 0, split, error, &mut kept);
                thin(points, split, last, error, &mut kept);
            } else {
                thin(points, 0, last, error, &mut kept);
            }
        } else {
            kept.push(last);
        }
        let kept = kept.into_iter();
        let kept = kept.map(|at| Kept { at: cast::count(at), segment_round: 0 });
        let bounds = PlanBox::around(points.iter().map(|p| p.plan)).unwrap_or_default();
        Self { kept: kept.collect(), chain, bounds }
    }

    /// The kept points in order.
    pub(super) fn points(&self) -> impl DoubleEndedIterator<Item = GroundPoint> + '_ {
        self.kept.iter().map(|k| self.chain.points[cast::index(k.at)])
    }

    /// The points of the outline that segment `k` stands for, its ends included.
    pub(super) fn under(&self, k: usize) -> &[GroundPoint] {
        let (from, to) = (self.kept[k].at, self.kept[k + 1].at);
        &self.chain.points[cast::index(from)..=cast::index(to)]
    }

    /// Puts points back in the marked segments: the farthest, or all. False when none was left.
    fn put_back(&mut self, marked: &[bool], round: u32) -> bool {
        let mut kept = Vec::with_capacity(self.kept.len() + 4);
        for (k, &own) in self.kept.iter().enumerate() {
            kept.push(own);
            let hidden = self.kept.get(k + 1).map_or(0, |next| next.at - own.at - 1);
            if hidden == 0 || !marked.get(k).copied().unwrap_or(false) {
                continue;
            }
            if let Some(before) = kept.last_mut() {
                before.segment_round = round;
            }
            let back = |at| Kept { at, segment_round: round };
            if round > GENTLE_ROUNDS {
                kept.extend((own.at + 1..=own.at + hidden).map(back));
            } else if let Some((offset, _)) = farthest(self.under(k)) {
                kept.push(back(own.at + cast::count(offset)));
            }
        }
        let grew = kept.len() > self.kept.len();
        self.kept = kept;
        grew
    }
}

/// Thins all chains; `layers` gives the layer of each patch. Outlines of different layers are
/// kept apart too where their heights differ by at most `near` steps, as far as that is possible.
pub(super) fn simplify(
    chains: Vec<Chain>,
    layers: &[u32],
    max_error: i32,
    near: i32,
) -> Vec<Thinned> {
    let mut chains: Vec<_> = chains.into_iter().map(|c| Thinned::new(c, max_error)).collect();
    for round in 1.. {
        let marked = conflict::find(&chains, layers, near, round - 1);
        let mut grew = false;
        for (chain, marked) in chains.iter_mut().zip(&marked) {
            grew |= marked.iter().any(|&m| m) && chain.put_back(marked, round);
        }
        if !grew {
            break;
        }
    }
    chains
}

/// Keeps what is needed of `points[from..=to]` after `from`, in order; `error` is squared.
fn thin(points: &[GroundPoint], from: usize, to: usize, error: i128, kept: &mut Vec<usize>) {
    let mut ends = Vec::with_capacity(SOME);
    ends.push(to);
    let mut at = from;
    while let Some(&end) = ends.last() {
        match farthest(&points[at..=end]) {
            Some((offset, distance)) if distance.exceeds(error) => ends.push(at + offset),
            _ => {
                kept.push(end);
                at = end;
                ends.pop();
            }
        }
    }
}

/// A squared distance from a segment as an exact fraction; the denominator is the same for all
/// points of one stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Distance {
    numerator: i128,
    denominator: i128,
}

impl Distance {
    fn exceeds(&self, squared: i128) -> bool {
        self.numerator > squared * self.denominator
    }
}

/// The point between the ends that is farthest from the segment of the ends, the first of equal
/// ones; `None` when there are only ends.
fn farthest(points: &[GroundPoint]) -> Option<(usize, Distance)> {
    let (a, b) = (points.first()?.plan, points.last()?.plan);
    let length = i128::from(a.distance_squared(b)).max(1);
    let mut best: Option<(usize, i128)> = None;
    for (k, p) in points.iter().enumerate().take(points.len() - 1).skip(1) {
        let numerator = scaled_distance(a, b, p.plan, length);
        if best.is_none_or(|(_, far)| numerator > far) {
            best = Some((k, numerator));
        }
    }
    best.map(|(k, numerator)| (k, Distance { numerator, denominator: length }))
}

/// Squared distance of `p` from segment `ab`, times its squared `length`.
fn scaled_distance(a: PlanPoint, b: PlanPoint, p: PlanPoint, length: i128) -> i128 {
    if predicates::dot(a, b, p) <= 0 {
        return i128::from(a.distance_squared(p)) * length;
    }
    if predicates::dot(b, a, p) <= 0 {
        return i128::from(b.distance_squared(p)) * length;
    }
    let cross = i128::from(predicates::cross(a, b, p));
    cross * cross
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(plan: &[(i32, i32)]) -> Vec<GroundPoint> {
        plan.iter().map(|&(x, y)| GroundPoint::new(x, y, 0)).collect()
    }

    #[test]
    fn steps_become_a_slope_and_a_corner_stays() {
        let stairs = points(&[(0, 0), (10, 0), (10, 10), (20, 10), (20, 20), (30, 20), (30, 30)]);
        let chain = Chain { points: stairs, patch: 0, beyond: Beyond::Wall };
        assert_eq!(Thinned::new(chain.clone(), 10).points().count(), 2);
        assert_eq!(Thinned::new(chain, 3).points().count(), 7);
        let corner = points(&[(0, 0), (100, 0), (100, 100)]);
        let chain = Chain { points: corner, patch: 0, beyond: Beyond::Wall };
        assert_eq!(Thinned::new(chain, 13).points().count(), 3);
    }

    #[test]
    fn the_farthest_point_is_measured_from_the_segment() {
        let (at, distance) = farthest(&points(&[(0, 0), (-30, 4), (10, 29), (20, 0)])).unwrap();
        assert_eq!(at, 1);
        assert!(distance.exceeds(915) && !distance.exceeds(916));
    }
}
