//! The plan of an elevator on the lattice.

use super::super::error::LinkProblem;
use crate::geom::predicates::{dot, orient, segments_meet};
use crate::geom::{PlanPoint, Point, Shape};
use crate::mesh::NavMesh;
use std::cmp::Ordering;

/// The plan on the mesh's lattice; a corner that is given several times in a row is one corner, and
/// so is the last where it is the first again.
pub(super) fn on_lattice(mesh: &NavMesh, given: &[Point]) -> Result<Shape, LinkProblem> {
    let frame = mesh.frame();
    let mut corners: Vec<(usize, PlanPoint)> = Vec::with_capacity(given.len());
    for (index, &at) in given.iter().enumerate() {
        let level = Point::new(at.x, frame.origin().y, at.z);
        let corner = frame.to_lattice(level).ok_or(LinkProblem::OutOfReach { at })?.plan;
        corners.push((index, corner));
    }
    corners.dedup_by_key(|&mut (_, corner)| corner);
    while corners.len() > 1 && corners.first().map(|c| c.1) == corners.last().map(|c| c.1) {
        corners.pop();
    }
    let ring: Vec<PlanPoint> = corners.iter().map(|&(_, corner)| corner).collect();
    if is_flat(&ring) {
        return Err(LinkProblem::FlatPlan { corners: given.len() });
    }
    if let Some(edges) = crossing(&ring) {
        let ends = edges.map(|edge| [edge, (edge + 1) % ring.len()].map(|c| given[corners[c].0]));
        let (edges, ends) = (edges.map(|edge| corners[edge].0), Box::new(ends));
        return Err(LinkProblem::CrossedPlan { edges, ends });
    }
    Ok(Shape::solid(ring))
}

/// True when all corners are on one line.
fn is_flat(ring: &[PlanPoint]) -> bool {
    let [a, b, rest @ ..] = ring else { return true };
    rest.iter().all(|&c| orient(*a, *b, c) == Ordering::Equal)
}

/// Two edges, by their first corners, that have more in common than the corner between them.
/// Square in the corners.
fn crossing(ring: &[PlanPoint]) -> Option<[usize; 2]> {
    let n = ring.len();
    let at = |corner: usize| ring[corner % n];
    let folds_back = |a: PlanPoint, corner: PlanPoint, b: PlanPoint| {
        orient(a, corner, b) == Ordering::Equal && dot(corner, a, b) > 0
    };
    let meet = |i: usize, j: usize| {
        if j == i + 1 {
            folds_back(at(i), at(j), at(j + 1))
        } else if (i, j) == (0, n - 1) {
            folds_back(at(j), at(i), at(i + 1))
        } else {
            segments_meet(at(i), at(i + 1), at(j), at(j + 1))
        }
    };
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j]));
    pairs.into_iter().find(|&[i, j]| meet(i, j))
}
