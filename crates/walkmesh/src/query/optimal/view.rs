//! What a root sees of a segment, and which parts of it lie beyond a line.

use super::bound;
use crate::geom::{PlanPoint, cast, predicates};

/// What a root sees of something.
#[derive(Clone, Copy, Debug)]
pub(super) enum View {
    /// All of it.
    All,
    /// What is right of a ray.
    RightOf(PlanPoint),
    /// What is left of a ray.
    LeftOf(PlanPoint),
    /// What is between a right and a left ray, less than half a turn apart.
    Between([PlanPoint; 2]),
}

impl View {
    /// True for a point of the polygon in hand that the root sees.
    pub(super) fn shows(self, root: PlanPoint, p: PlanPoint) -> bool {
        let side = |ray| predicates::cross(root, ray, p);
        match self {
            Self::All => true,
            Self::RightOf(ray) => side(ray) <= 0,
            Self::LeftOf(ray) => side(ray) >= 0,
            Self::Between([right, left]) => side(right) >= 0 && side(left) <= 0,
        }
    }

    /// The rays through what is seen of a segment, which the root is not on a line with: `None`
    /// when that is nothing, or one point.
    pub(super) fn onto(self, root: PlanPoint, ends: [PlanPoint; 2]) -> Option<[PlanPoint; 2]> {
        let [right, left] = from_right(root, ends);
        // Above 0 when the second is left of the first.
        let turn = |a: PlanPoint, b: PlanPoint| predicates::cross(root, a, b);
        match self {
            Self::All => Some([right, left]),
            Self::RightOf(ray) if turn(ray, right) >= 0 => None,
            Self::RightOf(ray) => Some([right, if turn(ray, left) > 0 { ray } else { left }]),
            Self::LeftOf(ray) if turn(ray, left) <= 0 => None,
            Self::LeftOf(ray) => Some([if turn(ray, right) < 0 { ray } else { right }, left]),
            Self::Between([from, to]) => {
                // Either view begins in the other, or they have nothing in common; the segment may
                // reach behind the root.
                let begins = |a, b, c| turn(b, a) >= 0 && turn(a, c) > 0;
                let ends = |a, b, c| turn(b, a) > 0 && turn(a, c) >= 0;
                let first = if begins(from, right, left) {
                    from
                } else if begins(right, from, to) {
                    right
                } else {
                    return None;
                };
                if ends(to, right, left) {
                    Some([first, to])
                } else {
                    ends(left, from, to).then_some([first, left])
                }
            }
        }
    }
}

/// The ends of a segment as a root sees them, the right one first.
pub(super) fn from_right(root: PlanPoint, [a, b]: [PlanPoint; 2]) -> [PlanPoint; 2] {
    if predicates::cross(root, a, b) >= 0 { [a, b] } else { [b, a] }
}

/// The part of a segment beyond a line, seen from its left; where it crosses the line it is cut
/// at the nearest lattice point.
pub(super) fn beyond([a, b]: [PlanPoint; 2], ends: [PlanPoint; 2]) -> Option<[PlanPoint; 2]> {
    let sides = ends.map(|p| predicates::cross(a, b, p));
    if sides[0] > 0 && sides[1] > 0 {
        return None;
    }
    if sides[0] <= 0 && sides[1] <= 0 {
        return Some(ends);
    }
    let [s, t] = sides.map(cast::float);
    let (x, y) = bound::between(bound::plan(ends[0]), bound::plan(ends[1]), s / (s - t));
    let cut = PlanPoint::new(cast::round_i32(x), cast::round_i32(y));
    Some(if sides[0] > 0 { [cut, ends[1]] } else { [ends[0], cut] })
}
