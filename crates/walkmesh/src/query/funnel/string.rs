//! The shortest path through a row of polygons: a string laid through them and pulled.
//!
//! Between the point that the string turned at last, the *apex*, and the two ends of the edge
//! crossed last lie two chains, each the shortest path to its end. They bulge towards each other
//! like the sides of a funnel, and what they share is part of the shortest path already. Lee and
//! Preparata, *Euclidean shortest paths in the presence of rectilinear barriers*, 1984; Hershberger
//! and Snoeyink, *Computing minimum length paths of a given homotopy class*, 1994. Each edge's
//! ends are added once and taken off once at most, so the cost is linear.
//!
//! ```text
//!        left o-----o right   the edge crossed last
//!              \   /
//!               o |           cross products of lattice points decide, so they are exact
//!                \|
//!                 o apex
//! ```

use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::{HalfEdges, NONE};

/// A point of the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Knot {
    pub(super) at: PlanPoint,
    /// A half-edge that begins there, of the polygon entered; [`NONE`] for start and goal.
    pub(super) corner: u32,
    /// How many edges the string has crossed when it is there, at least: the last of them ends
    /// there.
    pub(super) crossed: u32,
}

/// One side of the funnel, from the apex on. Taken from at the front, so that end moves.
#[derive(Debug, Default)]
struct Chain {
    knots: Vec<Knot>,
    first: usize,
}

impl Chain {
    fn clear(&mut self) {
        self.knots.clear();
        self.first = 0;
    }

    fn rest(&self) -> &[Knot] {
        &self.knots[self.first..]
    }
}

/// The funnel, and the knots of the string that are settled: the start first, the apex last.
#[derive(Debug, Default)]
pub(super) struct Funnel {
    left: Chain,
    right: Chain,
    pub(super) settled: Vec<Knot>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Funnel {
    /// Lays the string from `start` across `crossed`, each a half-edge of the polygon entered, and
    /// lists these.
    pub(super) fn lay(
        &mut self,
        edges: &HalfEdges,
        start: PlanPoint,
        crossed: &[u32],
        polygons: &mut Vec<u32>,
    ) {
        self.left.clear();
        self.right.clear();
        self.settled.clear();
        self.settled.push(Knot { at: start, corner: NONE, crossed: 0 });
        let mut before = [start; 2];
        for (crossed, &edge) in (1..).zip(crossed) {
            // Seen from outside, an edge of the polygon entered begins on the left.
            let ring = edges.ring(edge);
            let knot = |k| Knot { at: ring.get(k).at, corner: ring.number(k), crossed };
            polygons.push(ring.get(ring.own).polygon);
            let ends = [knot(ring.own), knot(ring.next(ring.own))];
            // An end that stays is the end of its side, or the apex.
            if ends[0].at != before[0] {
                self.widen(Side::Left, ends[0], before[1]);
            }
            if ends[1].at != before[1] {
                self.widen(Side::Right, ends[1], before[0]);
            }
            before = ends.map(|knot| knot.at);
        }
    }

    /// Ends the string at the goal, in the polygon entered last.
    pub(super) fn end(&mut self, edges: &HalfEdges, crossed: &[u32], goal: PlanPoint) {
        let right = crossed.last().map_or(goal, |&edge| edges.at(edges.next(edge)));
        let knot = Knot { at: goal, corner: NONE, crossed: cast::count(crossed.len()) };
        self.widen(Side::Left, knot, right);
        let ahead = self.left.rest();
        self.settled.extend(ahead.iter().filter(|knot| knot.corner != NONE));
        self.settled.push(knot);
    }

    /// Ends the string on the edge crossed last, from `left` to `right`, at a share of it. The
    /// last knot is the one before that point.
    pub(super) fn end_on_edge(&mut self, [left, right]: [PlanPoint; 2], share: f64) {
        let apex = self.settled.last().map_or(left, |knot| knot.at);
        let side = |from: PlanPoint, knot: &Knot| {
            let of = |end| cast::float(predicates::cross(from, knot.at, end));
            of(left) * (1.0 - share) + of(right) * share
        };
        // The point is in sight of the apex, or behind knots of one of the sides.
        let is_left = self.left.rest().first().is_some_and(|first| side(apex, first) > 0.0);
        let (chain, sign) = if is_left { (&self.left, 1.0) } else { (&self.right, -1.0) };
        let mut from = apex;
        for &knot in chain.rest() {
            if side(from, &knot) * sign <= 0.0 {
                break;
            }
            self.settled.push(knot);
            from = knot.at;
        }
    }

    /// Takes out knots that the string only touches. Where it `arrives`, the last one is its end
    /// and stays.
    pub(super) fn straighten(&mut self, arrives: bool) {
        let knots = &mut self.settled;
        let mut kept = 1;
        for i in 1..knots.len() {
            let (before, here) = (knots[kept - 1].at, knots[i]);
            let touches = here.at == before
                || knots.get(i + 1).is_some_and(|after| {
                    here.at == after.at
                        || (predicates::cross(before, here.at, after.at) == 0
                            && predicates::dot(here.at, before, after.at) < 0)
                });
            if !touches || (arrives && i + 1 == knots.len()) {
                knots[kept] = here;
                kept += 1;
            }
        }
        knots.truncate(kept);
    }

    /// Moves an end of the edge crossed last to `new`; `opposite` is where the other end was
    /// before.
    fn widen(&mut self, side: Side, new: Knot, opposite: PlanPoint) {
        let (own, other, sign) = match side {
            Side::Left => (&mut self.left, &mut self.right, 1),
            Side::Right => (&mut self.right, &mut self.left, -1),
        };
        let apex = self.settled.last().map_or(new.at, |knot| knot.at);
        // Back along the own side while the way to the new end is straight or bends away.
        while let Some((last, rest)) = own.rest().split_last() {
            let before = rest.last().map_or(apex, |knot| knot.at);
            if last.at == new.at {
                return;
            }
            if bends(sign, [before, last.at, new.at], opposite) {
                own.knots.push(new);
                return;
            }
            own.knots.pop();
        }
        // Over the apex, along the other side: what is passed there is settled.
        let mut apex = apex;
        while apex != new.at
            && let Some(&first) = other.rest().first()
            && passes(sign, [apex, first.at, new.at])
        {
            self.settled.push(first);
            other.first += 1;
            apex = first.at;
        }
        if apex == new.at {
            return;
        }
        if let Some(first) = other.knots.get_mut(other.first)
            && lies_before(apex, new.at, first.at)
        {
            // An edge in line with the apex: the way to its far end leads over the near one.
            first.crossed = first.crossed.max(new.crossed);
            self.settled.push(new);
        } else {
            own.knots.push(new);
        }
    }
}

/// True when `new` lies on the way from the apex straight to `first`.
fn lies_before(apex: PlanPoint, new: PlanPoint, first: PlanPoint) -> bool {
    predicates::cross(apex, first, new) == 0 && predicates::dot(new, apex, first) <= 0
}

/// True when the way over `last` to `new` bends around it: to the left on the left side, where
/// `sign` is 1. Straight back counts when a wall without width lies between, so unless the point
/// before is on the side of the edge's other end.
fn bends(sign: i64, [before, last, new]: [PlanPoint; 3], opposite: PlanPoint) -> bool {
    match sign * predicates::cross(before, last, new) {
        0 => predicates::dot(last, before, new) > 0 && predicates::dot(last, before, opposite) <= 0,
        turn => turn > 0,
    }
}

/// True when the way from the apex to `new` leads around or over `first` of the other side.
fn passes(sign: i64, [apex, first, new]: [PlanPoint; 3]) -> bool {
    match sign * predicates::cross(apex, first, new) {
        0 => predicates::dot(apex, first, new) >= apex.distance_squared(first),
        turn => turn < 0,
    }
}
