//! The lattice point of a convex polygon nearest to another.

use super::tile::Tile;
use crate::geom::{PlanPoint, cast, predicates};

/// How far around the projection a lattice point of the polygon is looked for, steps. A polygon
/// with room for a unit square at the place has one within two.
const NEIGHBOURHOOD: i64 = 2;
/// The part of a squared distance in `f64` that is surely not rounding error.
const ROUNDING_SHARE: f64 = 1.0 - 1e-9;

/// The lattice point of polygon `p` (closed) nearest to `from`: itself when it is in the
/// polygon. Otherwise `from` is projected to the border, and as rounding to the lattice may lead
/// outside, the nearest lattice point about there **that is in the polygon** is taken, or a
/// corner when that is nearer or a sliver has no other. So the result is always in the polygon
/// exactly; it is at most two steps farther than the true nearest point, save on slivers and in
/// tips thinner than a step. O(corners).
///
/// `None` when the border is certainly farther away than `bound` (squared, steps²).
pub(crate) fn nearest_in_polygon(
    tile: &Tile,
    p: u32,
    from: PlanPoint,
    bound: i64,
) -> Option<PlanPoint> {
    let edges = tile.edges_of(p);
    let mut a = tile.plan(edges.last()?.vertex);
    let mut nearest = (f64::INFINITY, [0.0, 0.0]);
    let mut corner = (i64::MAX, a);
    for edge in edges {
        let b = tile.plan(edge.vertex);
        corner = corner.min((from.distance_squared(b), b));
        // The nearest point of the border is on an edge that the point lies outside of, and so
        // does all of the polygon beyond that edge's line.
        let side = predicates::cross(a, b, from);
        if side < 0 {
            let (side, length) = (cast::float(side), cast::float(a.distance_squared(b)));
            if side * side * ROUNDING_SHARE > cast::float(bound) * length {
                return None;
            }
            let (distance, at) = project(a, b, from);
            if distance < nearest.0 {
                nearest = (distance, at);
            }
        }
        a = b;
    }
    if nearest.0 == f64::INFINITY {
        return Some(from);
    }
    // Lattice points of the polygon are no nearer than its border; the share makes up for the
    // rounding of the projection.
    let least = nearest.0 * ROUNDING_SHARE;
    if least > cast::float(bound) {
        return None;
    }
    let least = cast::round_i64(least - 1.0);
    let [x, y] = nearest.1.map(cast::round_i64);
    let [west, south] = nearest.1.map(|v| cast::round_i64(v.floor()));
    let mut best = corner;
    let offer = |best: &mut (i64, PlanPoint), dx: i64, dy: i64| {
        let q = PlanPoint::new(
            cast::narrow_i32(i64::from(from.x) + x + dx),
            cast::narrow_i32(i64::from(from.y) + y + dy),
        );
        let candidate = (from.distance_squared(q), q);
        if candidate < *best && tile.holds(p, q) {
            *best = candidate;
        }
    };
    // One of those around the projection is nearly always inside, and spares the look at those
    // behind it.
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        offer(&mut best, west - x + dx, south - y + dy);
    }
    for dx in -NEIGHBOURHOOD..=NEIGHBOURHOOD {
        let along_x = (x + dx) * (x + dx);
        for dy in -NEIGHBOURHOOD..=NEIGHBOURHOOD {
            if (least..=best.0).contains(&(along_x + (y + dy) * (y + dy))) {
                offer(&mut best, dx, dy);
            }
        }
    }
    Some(best.1)
}

/// Squared distance from `from` to the segment, and the nearest point relative to `from`.
fn project(a: PlanPoint, b: PlanPoint, from: PlanPoint) -> (f64, [f64; 2]) {
    let relative = |p: PlanPoint| {
        let d = |v: i32, o: i32| cast::float(i64::from(v) - i64::from(o));
        [d(p.x, from.x), d(p.y, from.y)]
    };
    let (a, b) = (relative(a), relative(b));
    let d = [b[0] - a[0], b[1] - a[1]];
    let length = d[0] * d[0] + d[1] * d[1];
    let along = if length > 0.0 { -(a[0] * d[0] + a[1] * d[1]) / length } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    let at = [a[0] + along * d[0], a[1] + along * d[1]];
    (at[0] * at[0] + at[1] * at[1], at)
}
