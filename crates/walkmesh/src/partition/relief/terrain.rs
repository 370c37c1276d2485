//! A Delaunay triangulation of one convex polygon that grows by the worst sample.
//!
//! Every sample waits in the triangle that holds it. A new point takes away the triangles whose
//! circle holds it (Bowyer 1981, Watson 1981, with an exact circle test) and only their samples
//! move, so the work is that of the samples near each new point.

use super::samples::{Plane, each_cell_in};
use crate::geom::predicates::{Side, cross, side_of_convex};
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::surface::HeightGrid;
use std::collections::BinaryHeap;

struct Triangle {
    corners: [u32; 3],
    /// The triangle across the side from corner `i` to corner `i + 1`.
    across: [Option<u32>; 3],
    /// Samples in it; empty once it is replaced.
    samples: Vec<GroundPoint>,
    alive: bool,
}

/// The triangulation with its samples.
pub(crate) struct Terrain {
    points: Vec<GroundPoint>,
    triangles: Vec<Triangle>,
}

impl Terrain {
    /// Over the `border` of a convex polygon, of its Delaunay `triangles`, with the cells of the
    /// grid that lie strictly inside as samples.
    pub(crate) fn new(border: &[GroundPoint], triangles: &[[u32; 3]], grid: &HeightGrid) -> Self {
        let ring: Vec<PlanPoint> = border.iter().map(|p| p.plan).collect();
        let mut sides: Vec<((u32, u32), u32)> = (0..)
            .zip(triangles)
            .flat_map(|(t, c)| (0..3).map(move |i| ((c[i], c[(i + 1) % 3]), t)))
            .collect();
        sides.sort_unstable();
        let triangle = |&corners: &[u32; 3]| {
            let across = [0, 1, 2].map(|i| {
                let back = (corners[(i + 1) % 3], corners[i]);
                sides.binary_search_by_key(&back, |s| s.0).ok().map(|s| sides[s].1)
            });
            let plan = corners.map(|v| ring[cast::index(v)]);
            let mut samples = Vec::new();
            each_cell_in(grid, &plan, |centre, height| {
                if side_of_convex(&ring, centre) == Side::Inside {
                    samples.push(centre.at(height));
                }
                true
            });
            Triangle { corners, across, samples, alive: true }
        };
        Self { points: border.to_vec(), triangles: triangles.iter().map(triangle).collect() }
    }

    /// The border, then the points put in.
    pub(crate) fn points(&self) -> &[GroundPoint] {
        &self.points
    }

    /// The triangles, counter-clockwise, as indices into [`Self::points`].
    pub(crate) fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.triangles.iter().filter(|t| t.alive).map(|t| t.corners)
    }

    /// Puts in the worst sample until none is more than `max_error` steps off. It ends: a sample
    /// that is put in is a corner, and not off any more.
    pub(crate) fn refine(&mut self, max_error: i32) {
        // Errors are positive, and positive floats are in the order of their bits.
        let mut heap = BinaryHeap::new();
        for t in 0..self.triangles.len() {
            heap.extend(self.worst(t, max_error).map(|(e, s)| (e.to_bits(), t, s)));
        }
        while let Some((_, t, sample)) = heap.pop() {
            if self.triangles[t].alive {
                let first = self.triangles.len();
                self.insert(t, sample);
                for t in first..self.triangles.len() {
                    heap.extend(self.worst(t, max_error).map(|(e, s)| (e.to_bits(), t, s)));
                }
            }
        }
    }

    /// The worst sample of triangle `t` that is off by more than `max_error`, with its error.
    fn worst(&self, t: usize, max_error: i32) -> Option<(f64, GroundPoint)> {
        let triangle = &self.triangles[t];
        let plane = Plane::new(triangle.corners.map(|v| self.points[cast::index(v)]));
        let mut worst = None;
        let mut error = f64::from(max_error);
        for &sample in &triangle.samples {
            let e = plane.error(sample);
            if e > error {
                error = e;
                worst = Some((e, sample));
            }
        }
        worst
    }

    /// Makes `p`, which lies in triangle `t` and strictly inside the polygon, a corner.
    fn insert(&mut self, t: usize, p: GroundPoint) {
        // The hole: triangles whose circle holds p; it is connected and p sees all of its rim.
        let mut hole = vec![t];
        let mut rim: Vec<(u32, u32, Option<u32>)> = Vec::new();
        let mut samples = std::mem::take(&mut self.triangles[t].samples);
        self.triangles[t].alive = false;
        while let Some(t) = hole.pop() {
            let Triangle { corners, across, .. } = self.triangles[t];
            for i in 0..3 {
                let beyond = across[i].filter(|&u| {
                    let u = cast::index(u);
                    self.triangles[u].alive && !self.circle_holds(u, p.plan)
                });
                let dead = across[i].is_some_and(|u| !self.triangles[cast::index(u)].alive);
                if let Some(u) = across[i]
                    && !dead
                    && beyond.is_none()
                {
                    let u = cast::index(u);
                    samples.append(&mut self.triangles[u].samples);
                    self.triangles[u].alive = false;
                    hole.push(u);
                } else if !dead {
                    rim.push((corners[i], corners[(i + 1) % 3], beyond));
                }
            }
        }
        samples.retain(|s| s.plan != p.plan);
        let v = cast::count(self.points.len());
        self.points.push(p);
        self.fill(v, &rim, samples);
    }

    /// A fan from vertex `v` to the rim; the samples go to the triangles that hold them.
    fn fill(&mut self, v: u32, rim: &[(u32, u32, Option<u32>)], samples: Vec<GroundPoint>) {
        let first = cast::count(self.triangles.len());
        let place = |vertex: u32, end: usize| {
            let ends = |r: &(u32, u32, Option<u32>)| if end == 0 { r.0 } else { r.1 };
            (first..).zip(rim).find(|(_, r)| ends(r) == vertex).map(|(t, _)| t)
        };
        for (t, &(a, b, beyond)) in (first..).zip(rim) {
            let across = [beyond, place(b, 0), place(a, 1)];
            self.triangles.push(Triangle {
                corners: [a, b, v],
                across,
                samples: Vec::new(),
                alive: true,
            });
            if let Some(u) = beyond {
                let u = &mut self.triangles[cast::index(u)];
                for i in 0..3 {
                    if (u.corners[i], u.corners[(i + 1) % 3]) == (b, a) {
                        u.across[i] = Some(t);
                    }
                }
            }
        }
        for sample in samples {
            let holder = (cast::index(first)..self.triangles.len()).find(|&t| {
                let [a, b, c] = self.triangles[t].corners.map(|v| self.points[cast::index(v)].plan);
                let p = sample.plan;
                cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0
            });
            if let Some(t) = holder {
                self.triangles[t].samples.push(sample);
            }
        }
    }

    /// True when `p` is strictly inside the circle through the corners of triangle `t`; exact.
    fn circle_holds(&self, t: usize, p: PlanPoint) -> bool {
        let lift = |v: u32| {
            let q = self.points[cast::index(v)].plan;
            let (x, y) = (i64::from(q.x) - i64::from(p.x), i64::from(q.y) - i64::from(p.y));
            (x, y, i128::from(x * x + y * y))
        };
        let [a, b, c] = self.triangles[t].corners.map(lift);
        let minor = |u: (i64, i64, i128), v: (i64, i64, i128)| i128::from(u.0 * v.1 - u.1 * v.0);
        a.2 * minor(b, c) + b.2 * minor(c, a) + c.2 * minor(a, b) > 0
    }
}
