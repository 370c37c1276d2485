//! The height of the ground: on an edge, and anywhere on a polygon.

use super::id::PolyRef;
use super::nav_mesh::NavMesh;
use super::stretch::Stretch;
use super::tile::Tile;
use crate::geom::{GroundPoint, PlanPoint, Point, cast, predicates};

impl NavMesh {
    /// The height of a polygon's ground at a plan point, lattice steps, rounded to the nearest
    /// (halves up): interpolated on the height triangle that holds the point. Exact up to that
    /// rounding. For a point outside the polygon, the height of the nearest point of its
    /// triangles. Linear in the polygon's height triangles.
    #[must_use]
    pub fn height_at(&self, polygon: PolyRef, p: PlanPoint) -> i32 {
        height_at(self.tile(polygon.tile), polygon.polygon, p)
    }

    /// The ground along an edge of a polygon.
    pub(crate) fn ground_along(&self, polygon: PolyRef, edge: usize) -> Stretch {
        let tile = self.tile(polygon.tile);
        let edges = tile.edges_of(polygon.polygon);
        let at = |k: usize| tile.vertices[cast::index(edges[k % edges.len()].vertex)];
        let detail = tile.triangles_of(polygon.polygon).iter().flatten();
        Stretch::new(at(edge), at(edge + 1), detail.map(|&v| tile.vertices[cast::index(v)]))
    }

    /// The world height (y, metres) of a polygon's ground under or over a world point, not
    /// rounded to the lattice. Outside the polygon as [`NavMesh::height_at`].
    #[must_use]
    pub fn ground_height(&self, polygon: PolyRef, point: impl Into<Point>) -> f64 {
        let (frame, point) = (self.frame(), point.into());
        let x = (point.x - frame.origin().x) / frame.step();
        let y = (frame.origin().z - point.z) / frame.step();
        let tile = self.tile(polygon.tile);
        frame.origin().y + float_height(tile, polygon.polygon, x, y) * frame.step()
    }
}

/// The height of polygon `p` of a tile at a plan point, to the nearest step.
pub(super) fn height_at(tile: &Tile, p: u32, at: PlanPoint) -> i32 {
    if let Some(level) = level(tile, p) {
        return level;
    }
    let inside = tile.triangles_of(p).iter().find_map(|&t| {
        let [a, b, c] = t.map(|v| tile.vertices[cast::index(v)]);
        in_triangle(a, b, c, at)
    });
    inside
        .unwrap_or_else(|| cast::round_i32(float_height(tile, p, f64::from(at.x), f64::from(at.y))))
}

/// The height of all of a polygon's ground, where it has one.
#[inline]
fn level(tile: &Tile, p: u32) -> Option<i32> {
    let (low, high) = tile.polygons[cast::index(p)].heights;
    (low == high).then_some(low)
}

/// The height at `p` on the triangle, when it is not flat in plan and holds `p` (closed).
fn in_triangle(a: GroundPoint, b: GroundPoint, c: GroundPoint, p: PlanPoint) -> Option<i32> {
    let left_of = |a: GroundPoint, b: GroundPoint| {
        let side = predicates::cross(a.plan, b.plan, p);
        (side >= 0).then_some(side)
    };
    let (to_a, to_b, to_c) = (left_of(b, c)?, left_of(c, a)?, left_of(a, b)?);
    if a.height == b.height && b.height == c.height {
        return (to_a + to_b + to_c > 0).then_some(a.height);
    }
    // The three are shares of the whole, which is 0 only for a triangle without area.
    let whole = i128::from(to_a) + i128::from(to_b) + i128::from(to_c);
    let share = |h: i32, part: i64| i128::from(h) * i128::from(part);
    let sum = share(a.height, to_a) + share(b.height, to_b) + share(c.height, to_c);
    (whole > 0).then(|| cast::narrow_i32(rounded_ratio(sum, whole)))
}

/// The height of polygon `p` at (`x`, `y`), steps, neither rounded: on the triangle that holds
/// the point, else at the nearest point of any triangle's border.
fn float_height(tile: &Tile, p: u32, x: f64, y: f64) -> f64 {
    if let Some(level) = level(tile, p) {
        return f64::from(level);
    }
    let seen_from_there = |&t: &[u32; 3]| {
        t.map(|v| {
            let v = tile.vertices[cast::index(v)];
            [f64::from(v.plan.x) - x, f64::from(v.plan.y) - y, f64::from(v.height)]
        })
    };
    let triangles = || tile.triangles_of(p).iter().map(seen_from_there);
    if let Some(height) = triangles().find_map(|corners| above_origin(&corners)) {
        return height;
    }
    let edges = triangles().flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut nearest = (f64::INFINITY, f64::from(tile.polygons[cast::index(p)].heights.0));
    for [a, b] in edges {
        let (distance, height) = nearest_on_edge(a, b);
        if distance < nearest.0 {
            nearest = (distance, height);
        }
    }
    nearest.1
}

/// The height of a triangle over the plan origin when it holds it.
fn above_origin(corners: &[[f64; 3]; 3]) -> Option<f64> {
    let part = |i: usize| {
        let (p, q) = (corners[(i + 1) % 3], corners[(i + 2) % 3]);
        let part = p[0] * q[1] - p[1] * q[0];
        (part >= 0.0).then_some(part)
    };
    let parts = [part(0)?, part(1)?, part(2)?];
    let whole = parts[0] + parts[1] + parts[2];
    let sum = parts[0] * corners[0][2] + parts[1] * corners[1][2] + parts[2] * corners[2][2];
    (whole > 0.0).then(|| sum / whole)
}

/// Squared plan distance from the origin to an edge, and the edge's height there.
fn nearest_on_edge(a: [f64; 3], b: [f64; 3]) -> (f64, f64) {
    let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let length = d[0] * d[0] + d[1] * d[1];
    let along = if length > 0.0 { -(a[0] * d[0] + a[1] * d[1]) / length } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    let (x, y) = (a[0] + along * d[0], a[1] + along * d[1]);
    (x * x + y * y, a[2] + along * d[2])
}

/// The height at `p` of the edge from `a` to `b`, to the nearest step (halves up); `p` lies on
/// the edge in plan. Exact up to that rounding, and the same from both ends.
pub(crate) fn on_edge(a: GroundPoint, b: GroundPoint, p: PlanPoint) -> i32 {
    let (a, b) = if a.plan <= b.plan { (a, b) } else { (b, a) };
    let dx = i64::from(b.plan.x) - i64::from(a.plan.x);
    let dy = i64::from(b.plan.y) - i64::from(a.plan.y);
    // The longer axis, so that the length is 0 only where both ends are one plan point.
    let (part, whole) = if dx.abs() >= dy.abs() {
        (i64::from(p.x) - i64::from(a.plan.x), dx)
    } else {
        (i64::from(p.y) - i64::from(a.plan.y), dy)
    };
    if whole == 0 {
        return a.height.max(b.height);
    }
    let rise = i128::from(b.height) - i128::from(a.height);
    let climbed = rounded_ratio(rise * i128::from(part), i128::from(whole));
    cast::narrow_i32(i64::from(a.height) + climbed)
}

/// Quotients below this have floats with some twenty bits behind the point.
const SMALL: f64 = 4_294_967_296.0;

/// `numerator / denominator` to the nearest integer, halves up; the denominator is not 0.
fn rounded_ratio(numerator: i128, denominator: i128) -> i64 {
    let (n, d) =
        if denominator < 0 { (-numerator, -denominator) } else { (numerator, denominator) };
    let (n, d) = (2 * n + d, 2 * d);
    // Wide divisions are slow: the quotient of floats, rounded, is right or one too much.
    let guess = cast::float_wide(n) / cast::float_wide(d);
    if guess.abs() < SMALL {
        let guess = cast::round_i64(guess);
        let rest = n - i128::from(guess) * d;
        return guess - i64::from(rest < 0);
    }
    let rounded = n.div_euclid(d);
    i64::try_from(rounded).unwrap_or(if rounded < 0 { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Frame;
    use crate::mesh::{ConvexPolygon, TileId};

    /// A roof with its ridge along x = 4, and the ground at its foot.
    fn roof() -> NavMesh {
        let corners = [(0, 0, 0), (4, 0, 8), (8, 0, 0), (8, 8, 0), (4, 8, 8), (0, 8, 0)]
            .map(|(x, y, h)| GroundPoint::new(x, y, h));
        let halves = [[0, 1, 4, 5], [1, 2, 3, 4]].map(|half| ConvexPolygon {
            corners: half.map(|i: usize| corners[i]).to_vec(),
            ..ConvexPolygon::default()
        });
        NavMesh::from_polygons(Frame::new([0.0, 0.0, 0.0], 0).unwrap(), &halves).unwrap()
    }

    #[test]
    fn the_roof_is_where_it_should_be() {
        let m = roof();
        for x in 0..=8 {
            for y in 0..=8 {
                let p = PolyRef { tile: TileId(0), polygon: u32::from(x > 4) };
                let expected = 2 * (4 - (x - 4_i32).abs());
                assert_eq!(m.height_at(p, PlanPoint::new(x, y)), expected, "({x}, {y})");
                let world = m.frame().plan_to_world(PlanPoint::new(x, y));
                assert!((m.ground_height(p, world) - f64::from(expected)).abs() < 1e-12);
            }
        }
        let left = PolyRef { tile: TileId(0), polygon: 0 };
        assert_eq!(m.height_at(left, PlanPoint::new(-9, 4)), 0, "outside: the eaves");
        assert_eq!(m.height_at(left, PlanPoint::new(9, 4)), 8, "outside: the ridge");
    }

    #[test]
    fn an_edge_reads_the_same_from_both_ends() {
        for (h, k) in [(0, 7), (7, 0), (-5, 6), (3, 3)] {
            let (a, b) = (GroundPoint::new(-3, 2, h), GroundPoint::new(7, 2, k));
            for x in -3..=7 {
                let p = PlanPoint::new(x, 2);
                assert_eq!(on_edge(a, b, p), on_edge(b, a, p));
            }
            assert_eq!((on_edge(a, b, a.plan), on_edge(a, b, b.plan)), (h, k));
        }
        let reach = 1 << 29;
        let a = GroundPoint::new(-reach, -reach, -reach);
        let b = GroundPoint::new(reach, reach, reach);
        assert_eq!(on_edge(a, b, PlanPoint::new(5, 5)), 5);
    }

    #[test]
    fn ratios_round_halves_up_near_whole_numbers_too() {
        let exact = |n: i128, d: i128| (2 * n + d).div_euclid(2 * d);
        let mut random = 7_u64;
        for _ in 0..200_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let d = i128::from(random >> 3) + 1;
            let q = i128::from(random % (1 << 31)) - (1 << 30);
            for off in [-1, 0, 1, d / 2 - 1, d / 2, d / 2 + 1] {
                let n = q * d + off;
                assert_eq!(i128::from(rounded_ratio(n, d)), exact(n, d), "{n} / {d}");
                assert_eq!(i128::from(rounded_ratio(-n, -d)), exact(n, d), "{n} / {d}");
            }
        }
    }
}
