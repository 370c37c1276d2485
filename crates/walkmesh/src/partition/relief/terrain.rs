//! A Delaunay triangulation of one convex polygon that grows by the worst sample.
//!
//! Every sample waits in the triangle that holds it. A new point takes away the triangles whose
//! circle holds it (Bowyer 1981, Watson 1981, with an exact circle test) and only their samples
//! move, so the work is that of the samples near each new point.

use super::fan::Wedge;
use super::rows::{Border, Rows};
use super::samples::Plane;
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::surface::HeightGrid;
use std::collections::BinaryHeap;

/// No triangle, no sample.
pub(super) const NONE: u32 = u32::MAX;

struct Triangle {
    corners: [u32; 3],
    /// The triangle across the side from corner `i` to corner `i + 1`, or [`NONE`].
    across: [u32; 3],
    samples: List,
    alive: bool,
}

/// Samples one after the other, each naming the next: they move from triangle to triangle
/// without a copy, in the order in which they came.
#[derive(Clone, Copy)]
pub(super) struct List {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl List {
    pub(super) const EMPTY: Self = Self { first: NONE, last: NONE };

    /// Adds samples that name each other, from a first to a last.
    pub(super) fn append(&mut self, samples: &mut [Sample], (first, last): (u32, u32)) {
        samples[cast::index(last)].next = NONE;
        match self.last {
            NONE => self.first = first,
            before => samples[cast::index(before)].next = first,
        }
        self.last = last;
    }
}

/// A cell's centre, in the list of a triangle.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) at: GroundPoint,
    pub(super) next: u32,
}

/// A triangulation with its samples; kept from polygon to polygon, so that it allocates only as
/// it grows.
#[derive(Default)]
pub(crate) struct Terrain {
    points: Vec<GroundPoint>,
    triangles: Vec<Triangle>,
    samples: Vec<Sample>,
    /// The worst samples of triangles with how far off they are. Errors are positive, and
    /// positive floats are in the order of their bits.
    worst: BinaryHeap<(u64, u32, u32)>,
    rows: Rows,
    hole: Hole,
}

/// What is taken away around a new point.
#[derive(Default)]
struct Hole {
    /// Triangles whose sides are still to be looked at.
    open: Vec<u32>,
    /// Their samples.
    lists: Vec<List>,
    /// What takes their place, in the order in which the sides around were found.
    fan: Vec<Wedge>,
}

impl Terrain {
    /// Begins with the `border` of a convex polygon and its Delaunay `triangles`; samples are
    /// the cells of the grid `inside`. Then puts in the worst sample until none is more than
    /// `max_error` steps off. It ends: a sample that is put in is a corner, and not off any more.
    pub(crate) fn refine(
        &mut self,
        border: &[GroundPoint],
        triangles: &[[u32; 3]],
        (grid, inside): (&HeightGrid, &Rows),
        max_error: i32,
    ) {
        self.points.clear();
        self.triangles.clear();
        self.samples.clear();
        self.worst.clear();
        self.points.extend_from_slice(border);
        let mut sides: Vec<((u32, u32), u32)> = (0..)
            .zip(triangles)
            .flat_map(|(t, c)| (0..3).map(move |i| ((c[i], c[(i + 1) % 3]), t)))
            .collect();
        sides.sort_unstable();
        for &corners in triangles {
            let across = [0, 1, 2].map(|i| {
                let back = (corners[(i + 1) % 3], corners[i]);
                sides.binary_search_by_key(&back, |s| s.0).map_or(NONE, |s| sides[s].1)
            });
            self.begin(corners, across, (grid, inside), max_error);
        }
        while let Some((_, t, sample)) = self.worst.pop() {
            if self.triangles[cast::index(t)].alive {
                self.insert(t, self.samples[cast::index(sample)].at, max_error);
            }
        }
    }

    /// The border, then the points put in.
    pub(crate) fn points(&self) -> &[GroundPoint] {
        &self.points
    }

    /// The triangles, counter-clockwise, as indices into [`Self::points`].
    pub(crate) fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.triangles.iter().filter(|t| t.alive).map(|t| t.corners)
    }

    /// Adds one of the first triangles with its samples.
    fn begin(
        &mut self,
        corners: [u32; 3],
        across: [u32; 3],
        (grid, inside): (&HeightGrid, &Rows),
        max_error: i32,
    ) {
        let ground = corners.map(|v| self.points[cast::index(v)]);
        self.rows.fill(grid, &ground.map(|p| p.plan), Border::Included);
        self.rows.keep_common(inside);
        let first = cast::count(self.samples.len());
        let (mut most, mut worst) = (f64::from(max_error), NONE);
        let samples = &mut self.samples;
        Plane::new(ground).each_error(grid, &self.rows, |at, error| {
            let sample = cast::count(samples.len());
            if error > most {
                (most, worst) = (error, sample);
            }
            samples.push(Sample { at, next: sample + 1 });
            true
        });
        let mut list = List::EMPTY;
        if let Some(last) = samples[cast::index(first)..].last_mut() {
            last.next = NONE;
            list = List { first, last: cast::count(samples.len()) - 1 };
        }
        if worst != NONE {
            self.worst.push((most.to_bits(), cast::count(self.triangles.len()), worst));
        }
        self.triangles.push(Triangle { corners, across, samples: list, alive: true });
    }

    /// Makes `p`, which lies in triangle `t` and strictly inside the polygon, a corner.
    fn insert(&mut self, t: u32, p: GroundPoint, max_error: i32) {
        let mut hole = std::mem::take(&mut self.hole);
        self.dig(t, p, &mut hole);
        for list in hole.lists.drain(..) {
            super::fan::share_out(&mut self.samples, list, p.plan, &mut hole.fan, max_error);
        }
        let v = cast::count(self.points.len());
        self.points.push(p);
        self.fill(v, &hole.fan);
        self.hole = hole;
    }

    /// Takes away the triangles whose circle holds `p`; they hang together and `p` sees all of
    /// what is around them.
    fn dig(&mut self, t: u32, p: GroundPoint, hole: &mut Hole) {
        let Hole { open, lists, fan } = hole;
        fan.clear();
        let mut take = |triangle: &mut Triangle, t: u32, open: &mut Vec<u32>| {
            triangle.alive = false;
            lists.push(triangle.samples);
            open.push(t);
        };
        take(&mut self.triangles[cast::index(t)], t, open);
        while let Some(t) = open.pop() {
            let Triangle { corners, across, .. } = self.triangles[cast::index(t)];
            for i in 0..3 {
                let beyond = across[i];
                if beyond != NONE {
                    if !self.triangles[cast::index(beyond)].alive {
                        continue;
                    }
                    if self.circle_holds(beyond, p.plan) {
                        take(&mut self.triangles[cast::index(beyond)], beyond, open);
                        continue;
                    }
                }
                let side = [corners[i], corners[(i + 1) % 3]];
                let ground = side.map(|v| self.points[cast::index(v)]);
                fan.push(Wedge::new(side, beyond, ground, p));
            }
        }
    }

    /// A fan of triangles from vertex `v` to what is around the hole.
    fn fill(&mut self, v: u32, fan: &[Wedge]) {
        let first = cast::count(self.triangles.len());
        let place = |is_there: &dyn Fn(&Wedge) -> bool| {
            (first..).zip(fan).find(|(_, w)| is_there(w)).map_or(NONE, |(t, _)| t)
        };
        for (t, wedge) in (first..).zip(fan) {
            let [a, b] = wedge.side;
            let (after, before) = (place(&|w| w.side[0] == b), place(&|w| w.side[1] == a));
            self.triangles.push(Triangle {
                corners: [a, b, v],
                across: [wedge.beyond, after, before],
                samples: wedge.samples,
                alive: true,
            });
            if let Some((error, sample)) = wedge.worst {
                self.worst.push((error.to_bits(), t, sample));
            }
            if wedge.beyond != NONE {
                let beyond = &mut self.triangles[cast::index(wedge.beyond)];
                for i in 0..3 {
                    if (beyond.corners[i], beyond.corners[(i + 1) % 3]) == (b, a) {
                        beyond.across[i] = t;
                    }
                }
            }
        }
    }

    /// True when `p` is strictly inside the circle through the corners of triangle `t`; exact.
    fn circle_holds(&self, t: u32, p: PlanPoint) -> bool {
        let lift = |v: u32| {
            let q = self.points[cast::index(v)].plan;
            let (x, y) = (i64::from(q.x) - i64::from(p.x), i64::from(q.y) - i64::from(p.y));
            (x, y, i128::from(x * x + y * y))
        };
        let [a, b, c] = self.triangles[cast::index(t)].corners.map(lift);
        let minor = |u: (i64, i64, i128), v: (i64, i64, i128)| i128::from(u.0 * v.1 - u.1 * v.0);
        a.2 * minor(b, c) + b.2 * minor(c, a) + c.2 * minor(a, b) > 0
    }
}
