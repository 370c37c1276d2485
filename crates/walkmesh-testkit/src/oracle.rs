//! Shortest paths by brute force: every corner sees every other or not, Dijkstra does the rest.

use std::collections::BTreeMap;

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, PolyRef};

use crate::sight;

/// A corner of a polygon: where it is, and in which polygon one stands there.
type Corner = (PlanPoint, PolyRef);

/// The visibility graph over all corners of all polygons of a mesh. Slow: about the square of
/// the corners to make, so for meshes of some hundred.
#[derive(Debug)]
pub struct Oracle<'m> {
    mesh: &'m NavMesh,
    corners: Vec<Corner>,
    /// Corners at each plan point.
    at: BTreeMap<PlanPoint, Vec<usize>>,
    /// What is in sight of each corner.
    sight: Vec<Vec<(usize, f64)>>,
}

impl<'m> Oracle<'m> {
    /// The graph of a mesh.
    #[must_use]
    pub fn new(mesh: &'m NavMesh) -> Self {
        let mut corners = Vec::new();
        let mut at: BTreeMap<PlanPoint, Vec<usize>> = BTreeMap::new();
        for polygon in mesh.polygons() {
            for corner in mesh.corners(polygon) {
                at.entry(corner.plan).or_default().push(corners.len());
                corners.push((corner.plan, polygon));
            }
        }
        let mut oracle = Self { mesh, corners, at, sight: Vec::new() };
        oracle.sight = oracle.corners.iter().map(|&(p, r)| oracle.in_sight(&[r], p)).collect();
        oracle
    }

    /// The corners in sight of a point that stands in `polygons`, with their distances.
    fn in_sight(&self, polygons: &[PolyRef], p: PlanPoint) -> Vec<(usize, f64)> {
        let mut found = Vec::new();
        for (&q, corners) in &self.at {
            let seen = sight::sees(self.mesh, polygons, p, q);
            let distance = p.distance(q);
            found.extend(
                corners
                    .iter()
                    .filter(|&&c| seen.contains(&self.corners[c].1))
                    .map(|&c| (c, distance)),
            );
        }
        found
    }

    /// Length in steps of the shortest path, or `None` when there is none. Both points lie in
    /// their polygons and stand in all that are joined around them.
    #[must_use]
    pub fn length(&self, from: (PlanPoint, PolyRef), to: (PlanPoint, PolyRef)) -> Option<f64> {
        self.length_over(from, to, |_| true)
    }

    /// The same for paths that turn only at corners that `turns` takes.
    #[must_use]
    pub fn length_over(
        &self,
        from: (PlanPoint, PolyRef),
        to: (PlanPoint, PolyRef),
        turns: impl Fn(PlanPoint) -> bool,
    ) -> Option<f64> {
        let starts = sight::around(self.mesh, from.1, from.0);
        let goals = sight::around(self.mesh, to.1, to.0);
        let arrives = |polygons: &[PolyRef], p: PlanPoint| {
            let seen = sight::sees(self.mesh, polygons, p, to.0);
            goals.iter().any(|g| seen.contains(g)).then(|| p.distance(to.0))
        };
        let mut best = arrives(&starts, from.0).unwrap_or(f64::INFINITY);
        let mut lengths = vec![f64::INFINITY; self.corners.len()];
        let mut done = vec![false; self.corners.len()];
        for (c, distance) in self.in_sight(&starts, from.0) {
            lengths[c] = distance;
        }
        // Dijkstra without a queue: what is obvious is right.
        loop {
            let open = (0..lengths.len()).filter(|&c| !done[c] && turns(self.corners[c].0));
            let Some(c) = open.min_by(|&a, &b| lengths[a].total_cmp(&lengths[b])) else { break };
            if lengths[c] >= best {
                break;
            }
            done[c] = true;
            for &(d, distance) in &self.sight[c] {
                lengths[d] = lengths[d].min(lengths[c] + distance);
            }
            let (p, polygon) = self.corners[c];
            if let Some(rest) = arrives(&[polygon], p) {
                best = best.min(lengths[c] + rest);
            }
        }
        best.is_finite().then_some(best)
    }

    /// True when a polyline can be walked: each segment in sight, from polygons where the one
    /// before could end.
    #[must_use]
    pub fn walks(&self, start: PolyRef, goal: PolyRef, points: &[PlanPoint]) -> bool {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return false };
        let mut standing = sight::around(self.mesh, start, first);
        for pair in points.windows(2) {
            standing = sight::sees(self.mesh, &standing, pair[0], pair[1]);
        }
        sight::around(self.mesh, goal, last).iter().any(|g| standing.contains(g))
    }
}
