//! The rings of one patch as points and directed sides.

use crate::geom::predicates::{cross, ring_area_doubled};
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
    area_doubled: i128,
}

impl Outline {
    /// Points are in the order in which the rings name them first; where rings touch, the first
    /// height counts.
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
        let mut points = Vec::new();
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
            segments: Vec::new(),
            sides: Vec::new(),
            area_doubled: 0,
        };
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
            }
            start += n;
        }
        outline.sides.sort_unstable();
        outline
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
        let mut winding: Vec<Option<i64>> = vec![None; hull.len()];
        let mut open: Vec<(u32, i64)> = (0..edges.len())
            .filter(|&h| edges.twin(h).is_none())
            .map(|h| (h / 3, -step(h)))
            .collect();
        while let Some((t, w)) = open.pop() {
            if winding[cast::index(t)].replace(w).is_none() {
                let across = |h: u32| edges.twin(h).map(|u| (u / 3, w + step(h)));
                open.extend((3 * t..3 * t + 3).filter_map(across));
            }
        }
        Ok(hull.into_iter().zip(winding).filter(|t| t.1 == Some(1)).map(|t| t.0).collect())
    }
}
