//! The outlines in a base polygon as a triangulation on lattice points, with the outlines over
//! each triangle.

use super::super::names::Names;
use super::chains::{Chains, middle};
use super::{Inside, Layer};
use crate::geom::predicates::{Side, cross};
use crate::geom::{DelaunayError, PlanPoint, cast, delaunay};
use crate::partition::HalfEdges;

/// Triangles of the polygon, with the changes over each.
pub(super) struct Arrangement {
    pub(super) points: Vec<PlanPoint>,
    /// The points that are corners of the base polygon, in order.
    pub(super) corners: Vec<u32>,
    /// The points along each edge of the base polygon, ends included.
    pub(super) edges: Vec<Vec<u32>>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Their sides.
    pub(super) sides: HalfEdges,
    /// The changes over each triangle, in order.
    pub(super) over: Vec<Vec<usize>>,
    /// Parts of the border by their ends: edge and part, sorted.
    parts: Vec<((u32, u32), (u32, u32))>,
}

impl Arrangement {
    pub(super) fn new(chains: &Chains, layers: &[Layer<'_>]) -> Result<Self, DelaunayError> {
        let mut names = Names::default();
        let ring: Vec<u32> = chains.ring.iter().map(|p| names.of(p.at(0))).collect();
        let mut segments: Vec<[u32; 2]> = (0..ring.len())
            .map(|i| [ring[i], ring[(i + 1) % ring.len()]])
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        // On both sides, by ends.
        let mut runs: Vec<Sided> =
            Vec::with_capacity(2 * (chains.inner.len() + chains.along.len()));
        for run in &chains.inner {
            let [a, b] = run.ends.map(|p| names.of(p.at(0)));
            segments.push([a.min(b), a.max(b)]);
            runs.extend([((run.layer, a, b), run.by), ((run.layer, b, a), -run.by)]);
        }
        segments.sort_unstable();
        segments.dedup();
        let points: Vec<PlanPoint> = names.grounds.iter().map(|ground| ground.plan).collect();
        let hull = delaunay(&points, &segments)?;
        let triangles = inside(&hull, &ring);
        for run in &chains.along {
            let [a, b] = run.ends.map(|p| names.of(p.at(0)));
            runs.extend([((run.layer, a, b), run.by), ((run.layer, b, a), -run.by)]);
        }
        runs.sort_unstable();
        let sides = HalfEdges::of_triangles(&triangles, |_, _| false);
        let over = covered(&points, &triangles, &sides, &runs, layers);
        let n = ring.len();
        let corners: Vec<u32> = chains.corner_at.iter().map(|&i| ring[i]).collect();
        let ends = chains.corner_at.iter().skip(1).copied().chain([n]);
        let edges: Vec<Vec<u32>> = chains
            .corner_at
            .iter()
            .zip(ends)
            .map(|(&from, to)| (from..=to).map(|i| ring[i % n]).collect())
            .collect();
        let mut parts = Vec::with_capacity(n);
        for (chain, edge) in edges.iter().zip(0..) {
            parts.extend(chain.windows(2).zip(0..).map(|(w, part)| ((w[0], w[1]), (edge, part))));
        }
        parts.sort_unstable();
        Ok(Self { points, corners, edges, triangles, sides, over, parts })
    }

    /// The part of the border that runs from point `a` to point `b`: its edge, and which part.
    pub(super) fn part_at(&self, a: u32, b: u32) -> Option<(u32, u32)> {
        let i = self.parts.binary_search_by_key(&(a, b), |part| part.0).ok()?;
        Some(self.parts[i].1)
    }

    /// What is inside at each part of the border; `piece_at` gives the piece whose side runs
    /// from one point to another.
    pub(super) fn parts(&self, piece_at: impl Fn(u32, u32) -> Option<u32>) -> Vec<Vec<Inside>> {
        let of_part = |w: &[u32]| match (piece_at(w[0], w[1]), self.part_at(w[1], w[0])) {
            (Some(piece), None) => Inside::Piece(piece),
            (_, Some((edge, part))) => Inside::Through { edge, part },
            (None, None) => Inside::Nothing,
        };
        self.edges.iter().map(|chain| chain.windows(2).map(of_part).collect()).collect()
    }
}

/// How often an outline runs from one point to another, less how often back, by layer and points.
type Sided = ((u32, u32, u32), i32);

/// The triangles that a ring winds around once.
fn inside(hull: &[[u32; 3]], ring: &[u32]) -> Vec<[u32; 3]> {
    let mut sides: Vec<(u32, u32)> =
        (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).collect();
    sides.sort_unstable();
    let runs = |a: u32, b: u32| {
        let first = sides.partition_point(|&s| s < (a, b));
        let end = sides.partition_point(|&s| s <= (a, b));
        i64::from(cast::extent(end - first))
    };
    let edges = HalfEdges::of_triangles(hull, |_, _| false);
    let step = |h: u32| {
        let (a, b) = (edges.origin(h), edges.target(h));
        runs(b, a) - runs(a, b)
    };
    let mut winding: Vec<Option<i64>> = vec![None; hull.len()];
    let mut open: Vec<(u32, i64)> =
        (0..edges.len()).filter(|&h| edges.twin(h).is_none()).map(|h| (h / 3, -step(h))).collect();
    while let Some((t, w)) = open.pop() {
        if winding[cast::index(t)].replace(w).is_none() {
            let across = |h: u32| edges.twin(h).map(|u| (u / 3, w + step(h)));
            open.extend((3 * t..3 * t + 3).filter_map(across));
        }
    }
    hull.iter().zip(winding).filter(|t| t.1 == Some(1)).map(|t| *t.0).collect()
}

/// The changes over each triangle. Crossing an edge changes what is over one by how the outlines
/// run along it; where no outline runs at all in a connected part, its largest triangle tells.
fn covered(
    points: &[PlanPoint],
    triangles: &[[u32; 3]],
    edges: &HalfEdges,
    runs: &[Sided],
    layers: &[Layer<'_>],
) -> Vec<Vec<usize>> {
    let mut over: Vec<Vec<usize>> = vec![Vec::new(); triangles.len()];
    for (layer, index) in layers.iter().zip(0..) {
        let from = runs.partition_point(|run| run.0.0 < index);
        let of_layer = &runs[from..];
        let run = |h: u32| {
            let key = (index, edges.origin(h), edges.target(h));
            of_layer.binary_search_by_key(&key, |run| run.0).ok().map(|i| of_layer[i].1)
        };
        for part in winding(edges, triangles.len(), &run) {
            let lowest = part.iter().map(|&(_, w)| w).min().unwrap_or(0);
            let highest = part.iter().map(|&(_, w)| w).max().unwrap_or(0);
            let border = || {
                let sides = part.iter().flat_map(|&(t, _)| 3 * t..3 * t + 3);
                sides.filter(|&h| edges.twin(h).is_none()).find_map(run)
            };
            let all_over = lowest == highest
                && border().map_or_else(
                    || layer.outline.side(largest(points, triangles, &part)) != Side::Outside,
                    |by| by > 0,
                );
            for (t, w) in part {
                if all_over || w > lowest {
                    over[cast::index(t)].extend(&layer.changes);
                }
            }
        }
    }
    for list in &mut over {
        list.sort_unstable();
    }
    over
}

/// How often an outline winds around each triangle more than around the first of its connected
/// part, part by part.
fn winding(
    edges: &HalfEdges,
    count: usize,
    run: &impl Fn(u32) -> Option<i32>,
) -> Vec<Vec<(u32, i32)>> {
    let mut seen = vec![false; count];
    let mut parts = Vec::new();
    for start in 0..cast::count(count) {
        if seen[cast::index(start)] {
            continue;
        }
        seen[cast::index(start)] = true;
        let mut part = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(t, w)) = part.get(next) {
            next += 1;
            for h in 3 * t..3 * t + 3 {
                if let Some(u) = edges.twin(h)
                    && !std::mem::replace(&mut seen[cast::index(u / 3)], true)
                {
                    // What runs along h has this triangle on its left.
                    part.push((u / 3, w - run(h).unwrap_or(0)));
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The middle of the largest triangle, to the lattice.
fn largest(points: &[PlanPoint], triangles: &[[u32; 3]], part: &[(u32, i32)]) -> PlanPoint {
    let at = |t: u32| triangles[cast::index(t)].map(|v| points[cast::index(v)]);
    let area = |t: &u32| {
        let [a, b, c] = at(*t);
        (cross(a, b, c), std::cmp::Reverse(*t))
    };
    let largest = part.iter().map(|&(t, _)| t).max_by_key(area).unwrap_or(0);
    middle(&at(largest))
}
