//! A Delaunay triangulation of one convex polygon that grows by the worst sample.
//!
//! A new point takes away the triangles whose circle holds it (Bowyer 1981, Watson 1981, with an
//! exact circle test). Each triangle in their place looks at the cells in it row by row, so the
//! work is that of the samples near each new point.
//!
//! Border points that lie a little beyond their edge are put in on the side of a triangle, which
//! they bend outwards. No triangle is made of three points of one edge: it would be next to
//! nothing wide, and the ground would pass the middle one by. As the triangles are then not quite
//! Delaunay's, a new point takes away only those that it sees.

use super::rows::Rows;
use super::samples::Plane;
use crate::geom::predicates::cross;
use crate::geom::{GroundPoint, PlanPoint, cast};
use crate::surface::HeightGrid;
use std::collections::BinaryHeap;
use std::ops::Range;

/// No triangle.
const NONE: u32 = u32::MAX;

struct Triangle {
    corners: [u32; 3],
    /// The triangle across the side from corner `i` to corner `i + 1`, or [`NONE`].
    across: [u32; 3],
    alive: bool,
}

impl Triangle {
    /// Each side from corner to corner, with what is across.
    fn sides(&self) -> impl Iterator<Item = ([u32; 2], u32)> {
        let (c, across) = (self.corners, self.across);
        (0..3).map(move |i| ([c[i], c[(i + 1) % 3]], across[i]))
    }

    /// The two sides after one of them, in order.
    fn sides_beside(&self, side: [u32; 2]) -> [([u32; 2], u32); 2] {
        let (c, across) = (self.corners, self.across);
        let i = (0..3).find(|&i| c[i] == side[0]).unwrap_or(0);
        [1, 2].map(|k| ([c[(i + k) % 3], c[(i + k + 1) % 3]], across[(i + k) % 3]))
    }
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
    /// True when border points lie beyond their edges.
    is_bent: bool,
    /// Cells of a triangle.
    rows: Rows,
    hole: Hole,
}

/// What is taken away around a new point.
#[derive(Default)]
struct Hole {
    /// Sides whose triangles beyond are still to be looked at.
    open: Vec<([u32; 2], u32)>,
    /// The sides around, and the triangle beyond each.
    sides: Vec<([u32; 2], u32)>,
    /// The corners of the edge that the new one is on, but for its end.
    edge: Vec<u32>,
}

impl Terrain {
    /// Begins with the `border` of a convex polygon and the Delaunay `triangles` of those of its
    /// points that are not `beyond` their edges, and puts these in. Then puts in the worst sample
    /// until none is off by more than it may be. It ends: a sample that is put in is a corner, and
    /// not off any more.
    pub(crate) fn refine(
        &mut self,
        (border, beyond): (&[GroundPoint], &[(Range<u32>, bool)]),
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
        self.is_bent = !beyond.is_empty();
        for (points, forward) in beyond {
            let last = if cast::index(points.end) < border.len() { points.end } else { 0 };
            let ends = (points.start - 1, last);
            let ends = if *forward { ends } else { (ends.1, ends.0) };
            self.bend(points, ends, !forward, ground);
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
        let Triangle { corners: [a, b, c], across, .. } = self.triangles[cast::index(t)];
        let v = cast::count(self.points.len());
        self.points.push(p);
        self.replace(t, [([a, b], across[0]), ([b, c], across[1]), ([c, a], across[2])], v, ground);
    }

    /// Makes the border `points` of an edge corners, which lie beyond it, each on the line from the
    /// one before to the end of the edge or beyond. The edge goes from border point `from` to `to`
    /// or, where that is `backward`, the other way round.
    fn bend(
        &mut self,
        points: &Range<u32>,
        (from, to): (u32, u32),
        backward: bool,
        ground: Ground<'_>,
    ) {
        self.hole.edge.clear();
        self.hole.edge.push(from);
        for i in 0..points.end - points.start {
            let v = if backward { points.end - 1 - i } else { points.start + i };
            let before = self.hole.edge[self.hole.edge.len() - 1];
            let side = if backward { [to, before] } else { [before, to] };
            let triangles = self.triangles.iter().enumerate().rev().filter(|(_, t)| t.alive);
            let mut beside = triangles.filter(|(_, t)| t.sides().any(|s| s == (side, NONE)));
            let Some((t, triangle)) = beside.next() else { return };
            let others = triangle.sides_beside(side);
            // Only next to a corner that is hardly one may it see less.
            if others.iter().all(|&(side, _)| self.sees(v, side)) {
                self.replace(cast::count(t), others, v, ground);
                self.hole.edge.push(v);
            }
        }
        self.hole.edge.clear();
    }

    /// Takes triangle `t` away, and with it those around that are to make room for the new corner
    /// `v`, and puts triangles from that to the sides around in their place. The hole begins with
    /// the `sides` of the triangle.
    fn replace(
        &mut self,
        t: u32,
        sides: impl IntoIterator<Item = ([u32; 2], u32)>,
        v: u32,
        ground: Ground<'_>,
    ) {
        let mut hole = std::mem::take(&mut self.hole);
        self.triangles[cast::index(t)].alive = false;
        hole.open.extend(sides);
        hole.sides.clear();
        while let Some((side, beyond)) = hole.open.pop() {
            if beyond != NONE && self.makes_room(beyond, side, v, &hole.edge) {
                self.triangles[cast::index(beyond)].alive = false;
                hole.open
                    .extend(self.triangles[cast::index(beyond)].sides_beside([side[1], side[0]]));
            } else {
                hole.sides.push((side, beyond));
            }
        }
        self.fill(v, &hole.sides, ground);
        self.hole = hole;
    }

    /// True when the circle of triangle `t`, across `side`, holds corner `v`, which is to lie on
    /// an edge with the corners `edge`. In a triangulation of Delaunay's it then sees all of the
    /// triangle; in another it has to, and no triangle may come of three corners of one edge.
    fn makes_room(&self, t: u32, side: [u32; 2], v: u32, edge: &[u32]) -> bool {
        let may_go =
            |side: [u32; 2]| self.sees(v, side) && !side.iter().all(|corner| edge.contains(corner));
        let triangle = &self.triangles[cast::index(t)];
        self.circle_holds(t, self.points[cast::index(v)].plan)
            && (!self.is_bent
                || triangle.sides_beside([side[1], side[0]]).iter().all(|&(side, _)| may_go(side)))
    }

    /// True when corner `v` lies left of a side.
    fn sees(&self, v: u32, [a, b]: [u32; 2]) -> bool {
        let [a, b, v] = [a, b, v].map(|v| self.points[cast::index(v)].plan);
        cross(a, b, v) > 0
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
