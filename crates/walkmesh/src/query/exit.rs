//! Where a straight line leaves a polygon, as long as it meets no corner: nearly always.

use crate::geom::{PlanPoint, predicates};
use crate::mesh::half_edges::{HalfEdge, Ring};

/// How a line goes on from a polygon.
pub(super) enum Exit<'m> {
    /// It ends there, on the border at most.
    Ends,
    /// It crosses one edge, strictly between its corners.
    Across(Across<'m>),
    /// It meets a corner, and may go on into several polygons.
    Corner,
}

/// An edge that a line crosses.
pub(super) struct Across<'m> {
    pub(super) edge: &'m HalfEdge,
    /// Its index in the ring.
    pub(super) index: usize,
    /// Its corners; the polygon lies left.
    pub(super) ends: (PlanPoint, PlanPoint),
    /// How far these are to the right and to the left of the line, times its length: negative and
    /// positive.
    pub(super) sides: (i64, i64),
}

impl<'m> Exit<'m> {
    /// Where the line `pq` leaves a polygon whose border it enters by the edge that the ring was
    /// asked for by, or in which it begins. Linear in the corners.
    pub(super) fn of(ring: &Ring<'m>, [p, q]: [PlanPoint; 2]) -> Self {
        // Counter-clockwise along the border the line is left where the side changes from right.
        let side = |edge: &HalfEdge| predicates::cross(p, q, edge.at);
        // Where it is entered comes last.
        let mut index = ring.next(ring.own);
        let mut edge = ring.get(index);
        let mut before = side(edge);
        for _ in ring.edges {
            let next = ring.next(index);
            let after = ring.get(next);
            let now = side(after);
            if before < 0 && now >= 0 {
                let ends = (edge.at, after.at);
                return if now == 0 {
                    Self::Corner
                } else if predicates::cross(ends.0, ends.1, q) >= 0 {
                    Self::Ends
                } else {
                    Self::Across(Across { edge, index, ends, sides: (before, now) })
                };
            }
            (before, index, edge) = (now, next, after);
        }
        Self::Corner
    }
}
