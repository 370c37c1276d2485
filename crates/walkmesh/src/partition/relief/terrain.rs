//! A Delaunay triangulation of one convex polygon that grows by the worst sample.
//!
//! A new point takes away the triangles whose circle holds it (Bowyer 1981, Watson 1981, with an
//! exact circle test). Each triangle in their place looks at the cells in it row by row, so the
//! work is that of the samples near each new point.

use super::rows::Rows;
use super::samples::Plane;
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::surface::HeightGrid;
use std::collections::BinaryHeap;

/// No triangle.
const NONE: u32 = u32::MAX;

struct Triangle {
    corners: [u32; 3],
    /// The triangle across the side from corner `i` to corner `i + 1`, or [`NONE`].
    across: [u32; 3],
    alive: bool,
}

/// What a triangulation keeps to.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) grid: &'a HeightGrid,
    /// The cells strictly inside the polygon.
    pub(crate) inside: &'a Rows,
    /// How far triangles may be off these, steps.
    pub(crate) max_error: i32,
}

/// A triangulation; kept from polygon to polygon, so that it allocates only as it grows.
#[derive(Default)]
pub(crate) struct Terrain {
    points: Vec<GroundPoint>,
    triangles: Vec<Triangle>,
    /// The worst samples of triangles after how far off they are, and of which triangle. Errors
    /// are positive, and positive floats are in the order of their bits.
    worst: BinaryHeap<(u64, u32, GroundPoint)>,
    /// Cells of a triangle.
    rows: Rows,
    hole: Hole,
}

/// What is taken away around a new point.
#[derive(Default)]
struct Hole {
    /// Triangles whose sides are still to be looked at.
    open: Vec<u32>,
    /// The sides around, and the triangle beyond each.
    sides: Vec<([u32; 2], u32)>,
}

impl Terrain {
    /// Begins with the `border` of a convex polygon and its Delaunay `triangles`. Then puts in
    /// the worst sample until none is off by more than it may be. It ends: a sample that is put in
    /// is a corner, and not off any more.
    pub(crate) fn refine(
        &mut self,
        border: &[GroundPoint],
        triangles: &[[u32; 3]],
        ground: Ground<'_>,
    ) {
        self.points.clear();
        self.triangles.clear();
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
            self.add(corners, across, ground);
        }
        while let Some((_, t, at)) = self.worst.pop() {
            if self.triangles[cast::index(t)].alive {
                self.insert(t, at, ground);
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

    /// Adds a triangle, and its worst sample.
    fn add(&mut self, corners: [u32; 3], across: [u32; 3], ground: Ground<'_>) {
        let Ground { grid, inside, max_error } = ground;
        let at = corners.map(|v| self.points[cast::index(v)]);
        self.rows.fill_from(inside, grid, &at.map(|p| p.plan));
        if let Some((error, at)) = Plane::new(grid, at).worst(&self.rows, max_error) {
            self.worst.push((error.to_bits(), cast::count(self.triangles.len()), at));
        }
        self.triangles.push(Triangle { corners, across, alive: true });
    }

    /// Makes `p`, which lies in triangle `t` and strictly inside the polygon, a corner.
    fn insert(&mut self, t: u32, p: GroundPoint, ground: Ground<'_>) {
        let mut hole = std::mem::take(&mut self.hole);
        self.dig(t, p.plan, &mut hole);
        let v = cast::count(self.points.len());
        self.points.push(p);
        self.fill(v, &hole.sides, ground);
        self.hole = hole;
    }

    /// Takes away the triangles whose circle holds `p`; they hang together and `p` sees all of
    /// what is around them.
    fn dig(&mut self, t: u32, p: PlanPoint, Hole { open, sides }: &mut Hole) {
        sides.clear();
        self.triangles[cast::index(t)].alive = false;
        open.push(t);
        while let Some(t) = open.pop() {
            let Triangle { corners, across, .. } = self.triangles[cast::index(t)];
            for i in 0..3 {
                let beyond = across[i];
                if beyond != NONE {
                    if !self.triangles[cast::index(beyond)].alive {
                        continue;
                    }
                    if self.circle_holds(beyond, p) {
                        self.triangles[cast::index(beyond)].alive = false;
                        open.push(beyond);
                        continue;
                    }
                }
                sides.push(([corners[i], corners[(i + 1) % 3]], beyond));
            }
        }
    }

    /// A fan of triangles from vertex `v` to the sides of a hole.
    fn fill(&mut self, v: u32, sides: &[([u32; 2], u32)], ground: Ground<'_>) {
        let first = cast::count(self.triangles.len());
        let place = |is_there: &dyn Fn(&[u32; 2]) -> bool| {
            (first..).zip(sides).find(|(_, (side, _))| is_there(side)).map_or(NONE, |(t, _)| t)
        };
        for (t, &([a, b], beyond)) in (first..).zip(sides) {
            let (after, before) = (place(&|side| side[0] == b), place(&|side| side[1] == a));
            self.add([a, b, v], [beyond, after, before], ground);
            if beyond != NONE {
                let beyond = &mut self.triangles[cast::index(beyond)];
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
