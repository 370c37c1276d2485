//! The rings of one patch as points and directed sides.

use std::cmp::Ordering;

use crate::geom::predicates::{cross, dot, orient, ring_area_doubled};
use crate::geom::{DelaunayError, GroundPoint, PlanPoint, cast, delaunay};
use crate::surface::{Border, Patch};

/// The points of a patch's rings, each plan point once, and the edges between them.
#[derive(Debug)]
pub(crate) struct Outline {
    points: Vec<GroundPoint>,
    plan: Vec<PlanPoint>,
    /// Edges in ring order.
    segments: Vec<[u32; 2]>,
    /// The same, sorted, with what lies beyond.
    sides: Vec<(u32, u32, Border)>,
    /// Corners on points that stand at several heights, by point.
    forks: Vec<Fork>,
    area_doubled: i128,
}

/// A ring corner where rings touch in plan but not in height: the way up a ramp passes over the
/// foot of it. The ground of this corner is what lies counter-clockwise between its two edges.
#[derive(Debug)]
struct Fork {
    point: u32,
    next: PlanPoint,
    previous: PlanPoint,
    ground: GroundPoint,
}

impl Outline {
    /// Points are in the order in which the rings name them first; where rings touch at several
    /// heights, [`Self::points`] has the first and [`Self::ground`] tells them apart.
    pub(crate) fn of_patch(patch: &Patch) -> Self {
        let mut by_plan: Vec<(PlanPoint, usize)> =
            patch.rings().flat_map(|ring| &ring.points).map(|p| p.plan).zip(0..).collect();
        by_plan.sort_unstable();
        // For each corner in ring order, the place of the first corner on the same plan point.
        let mut first_of = vec![0; by_plan.len()];
        let mut first = 0;
        for (i, &(p, corner)) in by_plan.iter().enumerate() {
            if i == 0 || by_plan[i - 1].0 != p {
                first = corner;
            }
            first_of[corner] = first;
        }
        let mut points = Vec::with_capacity(by_plan.len());
        let mut ids = vec![0_u32; by_plan.len()];
        for (corner, p) in patch.rings().flat_map(|ring| &ring.points).enumerate() {
            if first_of[corner] == corner {
                ids[corner] = cast::count(points.len());
                points.push(*p);
            } else {
                ids[corner] = ids[first_of[corner]];
            }
        }
        let mut outline = Self {
            plan: points.iter().map(|p| p.plan).collect(),
            points,
            segments: Vec::with_capacity(by_plan.len()),
            sides: Vec::with_capacity(by_plan.len()),
            forks: Vec::new(),
            area_doubled: 0,
        };
        let mut forked = vec![false; outline.points.len()];
        for (&id, p) in ids.iter().zip(patch.rings().flat_map(|ring| &ring.points)) {
            forked[cast::index(id)] |= outline.points[cast::index(id)] != *p;
        }
        let mut start = 0;
        for ring in patch.rings() {
            let n = ring.points.len();
            let plan: Vec<_> = ring.points.iter().map(|p| p.plan).collect();
            outline.area_doubled += ring_area_doubled(&plan);
            for i in 0..n {
                let (a, b) = (ids[start + i], ids[start + (i + 1) % n]);
                outline.segments.push([a, b]);
                // A ring without a border for an edge has a wall there.
                let border = ring.borders.get(i).copied().unwrap_or(Border::Wall);
                outline.sides.push((a, b, border));
                if forked[cast::index(a)] {
                    let (previous, next) = (plan[(i + n - 1) % n], plan[(i + 1) % n]);
                    outline.forks.push(Fork { point: a, next, previous, ground: ring.points[i] });
                }
            }
            start += n;
        }
        outline.sides.sort_unstable();
        outline.forks.sort_by_key(|fork| fork.point);
        outline
    }

    /// The ground at point `v` left of an edge that leaves it towards point `to`, when the point
    /// stands at several heights; `None` when all corners on it agree.
    pub(crate) fn fork(&self, v: u32, to: u32) -> Option<GroundPoint> {
        let first = self.forks.partition_point(|fork| fork.point < v);
        let here = || self.forks[first..].iter().take_while(|fork| fork.point == v);
        let (p, towards) = (self.plan[cast::index(v)], self.plan[cast::index(to)]);
        let around = |fork: &&Fork| is_between(p, fork.next, fork.previous, towards);
        here().find(around).or_else(|| here().next()).map(|fork| fork.ground)
    }

    /// The points.
    pub(crate) fn points(&self) -> &[GroundPoint] {
        &self.points
    }

    /// The points in plan.
    pub(crate) fn plan(&self) -> &[PlanPoint] {
        &self.plan
    }

    /// Twice the area inside the rings, by the rings.
    pub(crate) fn area_doubled(&self) -> i128 {
        self.area_doubled
    }

    /// Twice the area of triangles.
    pub(crate) fn area_of(&self, triangles: &[[u32; 3]]) -> i128 {
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| self.plan[cast::index(v)]);
            i128::from(cross(a, b, c))
        };
        triangles.iter().map(area).sum()
    }

    fn side(&self, from: u32, to: u32) -> Option<Border> {
        let i = self.sides.partition_point(|s| (s.0, s.1) < (from, to));
        self.sides.get(i).filter(|s| (s.0, s.1) == (from, to)).map(|s| s.2)
    }

    /// True when a ring runs from point `from` to point `to`: the ground is on the left.
    pub(crate) fn is_side(&self, from: u32, to: u32) -> bool {
        self.side(from, to).is_some()
    }

    /// What lies beyond the side from `from` to `to`; a wall where there is no such side.
    pub(crate) fn border(&self, from: u32, to: u32) -> Border {
        self.side(from, to).unwrap_or(Border::Wall)
    }

    /// How often a ring runs from point `from` to point `to`.
    fn runs(&self, from: u32, to: u32) -> i64 {
        let first = self.sides.partition_point(|s| (s.0, s.1) < (from, to));
        let end = self.sides.partition_point(|s| (s.0, s.1) <= (from, to));
        cast::extent(end - first).into()
    }

    /// The triangles that the rings wind around once. Winding numbers, not just sides of edges:
    /// where rings run to and fro over one edge, there is ground on both sides or on neither.
    pub(crate) fn triangulate(&self) -> Result<Vec<[u32; 3]>, DelaunayError> {
        let hull = delaunay(&self.plan, &self.segments)?;
        let edges = super::HalfEdges::of_triangles(&hull, |_, _| false);
        // Crossing h out of its triangle leaves what it runs around and enters the opposite.
        let step = |h: u32| {
            let (a, b) = (edges.origin(h), edges.target(h));
            self.runs(b, a) - self.runs(a, b)
        };
        let mut winding = vec![UNKNOWN; hull.len()];
        let mut open: Vec<(u32, i64)> = (0..edges.len())
            .filter(|&h| edges.twin(h).is_none())
            .map(|h| (h / 3, -step(h)))
            .collect();
        while let Some((t, w)) = open.pop() {
            if std::mem::replace(&mut winding[cast::index(t)], w) == UNKNOWN {
                let across = |h: u32| edges.twin(h).map(|u| (u / 3, w + step(h)));
                open.extend((3 * t..3 * t + 3).filter_map(across));
            }
        }
        Ok(hull.into_iter().zip(winding).filter(|t| t.1 == 1).map(|t| t.0).collect())
    }
}

/// In place of how often a triangle is run around.
const UNKNOWN: i64 = i64::MIN;

/// True when, turning counter-clockwise about `p` from `from` (included) to `to` (excluded), one
/// passes the direction of `d`; the same directions of `from` and `to` mean a full turn. Exact.
fn is_between(p: PlanPoint, from: PlanPoint, to: PlanPoint, d: PlanPoint) -> bool {
    // Quarter of the turn from `from`: along it, left of it, against it, right of it.
    let quarter = |x: PlanPoint| match orient(p, from, x) {
        Ordering::Greater => 1,
        Ordering::Less => 3,
        Ordering::Equal if dot(p, from, x) > 0 => 0,
        Ordering::Equal => 2,
    };
    let (end, at) = (quarter(to), quarter(d));
    end == 0 || at < end || (at == end && orient(p, d, to) == Ordering::Greater)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_finds_what_lies_between() {
        let p = |x, y| PlanPoint::new(x, y);
        let ring = [(2, 0), (2, 1), (0, 2), (-1, 2), (-2, 0), (-1, -2), (0, -2), (3, -1)];
        let directions = ring.map(|(x, y)| p(x, y));
        for (i, &from) in directions.iter().enumerate() {
            for (j, &to) in directions.iter().enumerate() {
                for (k, &d) in directions.iter().enumerate() {
                    let turn = |x: usize| (x + ring.len() - i) % ring.len();
                    let expected = i == j || turn(k) < turn(j);
                    assert_eq!(is_between(p(0, 0), from, to, d), expected, "{i} {j} {k}");
                }
            }
        }
    }
}
