//! The outlines in a base polygon as a triangulation on lattice points, with the outlines over
//! each triangle.

use std::collections::BTreeMap;

use super::super::pixel::{passes, sort_along};
use super::Inside;
use super::Layer;
use crate::geom::predicates::{Side, cross};
use crate::geom::{DelaunayError, PlanBox, PlanPoint, cast, delaunay};
use crate::partition::HalfEdges;

/// How often an outline runs along an edge, less how often it runs back, by index of the layer.
type Runs = Vec<(u32, i32)>;

/// The border of a polygon and the parts of outlines in it, bent to hot points.
pub(super) struct Chains {
    /// The border's points from the first corner on, bends included; a point may come again
    /// where the polygon has no width.
    ring: Vec<PlanPoint>,
    /// Where in the ring each corner stands.
    corner_at: Vec<usize>,
    /// What runs between two points (the lower first) inside.
    inner: BTreeMap<[PlanPoint; 2], Runs>,
    /// What runs along the border.
    along: BTreeMap<[PlanPoint; 2], Runs>,
    bounds: PlanBox,
}

impl Chains {
    pub(super) fn new(
        corners: &[PlanPoint],
        bends: &[Vec<PlanPoint>],
        layers: &[Layer<'_>],
        hot: &[PlanPoint],
    ) -> Self {
        let mut ring = Vec::with_capacity(corners.len() + 8);
        let mut corner_at = Vec::with_capacity(corners.len());
        for (&corner, bends) in corners.iter().zip(bends) {
            corner_at.push(ring.len());
            ring.push(corner);
            ring.extend(bends);
        }
        let mut all: Vec<PlanPoint> = ring.iter().chain(hot).copied().collect();
        all.sort_unstable();
        all.dedup();
        let bounds = PlanBox::around(ring.iter().copied()).unwrap_or_default();
        let (inner, along) = (BTreeMap::new(), BTreeMap::new());
        let mut chains = Self { ring, corner_at, inner, along, bounds };
        chains.add_layers(layers, &all);
        chains
    }

    fn add_layers(&mut self, layers: &[Layer<'_>], hot: &[PlanPoint]) {
        let mut border: Vec<[PlanPoint; 2]> =
            (0..self.ring.len()).map(|i| ordered(self.ring[i], self.next(i))).collect();
        border.sort_unstable();
        let near = self.bounds.grown(1);
        let mut on = Vec::new();
        for (layer, index) in layers.iter().zip(0..) {
            for &[a, b] in &layer.outline.segments {
                if !PlanBox::new(a, b).meets(&near) {
                    continue;
                }
                on.clear();
                let from = hot.partition_point(|h| h.x < a.x.min(b.x));
                let there = hot[from..].iter().take_while(|h| h.x <= a.x.max(b.x));
                on.extend(there.filter(|&&h| passes(a, b, h)));
                sort_along(&mut on, a, b);
                for pair in on.windows(2) {
                    let key = ordered(pair[0], pair[1]);
                    let into = if border.binary_search(&key).is_ok() {
                        &mut self.along
                    } else if side_of_middle(&self.ring, pair[0], pair[1]) == Side::Inside {
                        &mut self.inner
                    } else {
                        continue;
                    };
                    add_run(
                        into.entry(key).or_default(),
                        index,
                        if key[0] == pair[0] { 1 } else { -1 },
                    );
                }
            }
        }
        // What runs to and fro parts nothing.
        self.inner.retain(|_, runs| !runs.is_empty());
        self.along.retain(|_, runs| !runs.is_empty());
    }

    fn next(&self, i: usize) -> PlanPoint {
        self.ring[(i + 1) % self.ring.len()]
    }

    /// True when an outline parts the inside.
    pub(super) fn cut_inside(&self) -> bool {
        !self.inner.is_empty()
    }

    /// The changes over the polygon when no outline parts its inside.
    pub(super) fn over_all(&self, layers: &[Layer<'_>]) -> Vec<usize> {
        let middle = middle(&self.ring);
        let mut over = Vec::new();
        for (layer, index) in layers.iter().zip(0..) {
            let beside = (0..self.ring.len())
                .find_map(|i| run_between(&self.along, self.ring[i], self.next(i), index));
            let is_over =
                beside.map_or_else(|| layer.outline.side(middle) != Side::Outside, |runs| runs > 0);
            if is_over {
                over.extend(&layer.changes);
            }
        }
        over.sort_unstable();
        over
    }
}

fn ordered(a: PlanPoint, b: PlanPoint) -> [PlanPoint; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

fn add_run(runs: &mut Runs, layer: u32, by: i32) {
    match runs.iter_mut().position(|run| run.0 == layer) {
        None => runs.push((layer, by)),
        Some(i) => {
            runs[i].1 += by;
            if runs[i].1 == 0 {
                runs.remove(i);
            }
        }
    }
}

/// How often a layer runs from `a` to `b`, less how often back; `None` for never.
fn run_between(
    among: &BTreeMap<[PlanPoint; 2], Runs>,
    a: PlanPoint,
    b: PlanPoint,
    layer: u32,
) -> Option<i32> {
    let runs = among.get(&ordered(a, b))?;
    let found = runs.iter().find(|run| run.0 == layer)?;
    Some(if a <= b { found.1 } else { -found.1 })
}

/// The lattice point nearest to the middle of a convex ring's corners.
fn middle(ring: &[PlanPoint]) -> PlanPoint {
    let n = i64::from(cast::extent(ring.len()));
    let mean = |v: fn(&PlanPoint) -> i32| {
        let sum: i64 = ring.iter().map(|p| i64::from(v(p))).sum();
        cast::narrow_i32((2 * sum + n).div_euclid(2 * n))
    };
    PlanPoint::new(mean(|p| p.x), mean(|p| p.y))
}

/// Where the middle of `ab` stands to a ring that may touch itself; crossing number, exact.
fn side_of_middle(ring: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> Side {
    // In half steps, from the middle: numbers stay below 2^32, products need 128 bits.
    let at = |p: PlanPoint| {
        let twice = |v: i32, u: i32, w: i32| 2 * i128::from(v) - i128::from(u) - i128::from(w);
        (twice(p.x, a.x, b.x), twice(p.y, a.y, b.y))
    };
    let mut inside = false;
    for (i, &p) in ring.iter().enumerate() {
        let (p, q) = (at(p), at(ring[(i + 1) % ring.len()]));
        let turn = p.0 * q.1 - p.1 * q.0;
        if turn == 0 && p.0 * q.0 + p.1 * q.1 <= 0 {
            return Side::Border;
        }
        if (p.1 > 0) != (q.1 > 0) && (turn > 0) == (q.1 > p.1) {
            inside = !inside;
        }
    }
    if inside { Side::Inside } else { Side::Outside }
}

/// Triangles of the polygon, with the changes over each.
pub(super) struct Arrangement {
    pub(super) points: Vec<PlanPoint>,
    /// The points that are corners of the base polygon, in order.
    pub(super) corners: Vec<u32>,
    /// The points along each edge of the base polygon, ends included.
    pub(super) edges: Vec<Vec<u32>>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The changes over each triangle, in order.
    pub(super) over: Vec<Vec<usize>>,
    /// Parts of the border by their ends: edge and part, sorted.
    parts: Vec<((u32, u32), (u32, u32))>,
}

impl Arrangement {
    pub(super) fn new(chains: Chains, layers: &[Layer<'_>]) -> Result<Self, DelaunayError> {
        let mut names = Names::default();
        let ring: Vec<u32> = chains.ring.iter().map(|&p| names.of(p)).collect();
        let mut segments: Vec<[u32; 2]> = (0..ring.len())
            .map(|i| [ring[i], ring[(i + 1) % ring.len()]])
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        let inner: Vec<([u32; 2], Runs)> = chains
            .inner
            .into_iter()
            .map(|(ends, runs)| (ends.map(|p| names.of(p)), runs))
            .collect();
        segments.extend(inner.iter().map(|(ends, _)| [ends[0].min(ends[1]), ends[0].max(ends[1])]));
        segments.sort_unstable();
        segments.dedup();
        let points = names.points;
        let hull = delaunay(&points, &segments)?;
        let triangles = inside(&hull, &ring);
        let along: Vec<([u32; 2], Runs)> = chains
            .along
            .into_iter()
            .filter_map(|(ends, runs)| {
                let [a, b] = ends.map(|p| names.known.get(&p).copied());
                Some(([a?, b?], runs))
            })
            .collect();
        let over = covered(&points, &triangles, &inner, &along, layers);
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
        Ok(Self { points, corners, edges, triangles, over, parts })
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

/// Points numbered by first use.
#[derive(Default)]
struct Names {
    points: Vec<PlanPoint>,
    known: BTreeMap<PlanPoint, u32>,
}

impl Names {
    fn of(&mut self, p: PlanPoint) -> u32 {
        *self.known.entry(p).or_insert_with(|| {
            self.points.push(p);
            cast::count(self.points.len() - 1)
        })
    }
}

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
    inner: &[([u32; 2], Runs)],
    along: &[([u32; 2], Runs)],
    layers: &[Layer<'_>],
) -> Vec<Vec<usize>> {
    let mut runs: Vec<BTreeMap<(u32, u32), i32>> = vec![BTreeMap::new(); layers.len()];
    for (ends, list) in inner.iter().chain(along) {
        for &(layer, by) in list {
            runs[cast::index(layer)].insert((ends[0], ends[1]), by);
            runs[cast::index(layer)].insert((ends[1], ends[0]), -by);
        }
    }
    let edges = HalfEdges::of_triangles(triangles, |_, _| false);
    let mut over: Vec<Vec<usize>> = vec![Vec::new(); triangles.len()];
    for (layer, runs) in layers.iter().zip(&runs) {
        let run = |h: u32| runs.get(&(edges.origin(h), edges.target(h))).copied();
        for part in winding(&edges, triangles.len(), &run) {
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
