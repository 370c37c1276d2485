//! Convex hulls in plan, and which way the smallest rectangle around one lies.

use super::PlanPoint;
use super::predicates::{cross, dot};

/// The corners of the convex hull, counter-clockwise from the one with the least x (of several
/// the least y), none of them flat. Two where all points are on one line, one where all are in
/// one place. Exact; O(n log n): Andrew's monotone chain.
#[must_use]
pub fn convex_hull(points: impl IntoIterator<Item = PlanPoint>) -> Vec<PlanPoint> {
    let mut points: Vec<PlanPoint> = points.into_iter().collect();
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull = half(points.iter().copied());
    let upper = half(points.iter().rev().copied());
    // Each half ends where the other starts.
    hull.pop();
    hull.extend(&upper[..upper.len() - 1]);
    hull
}

/// The hull below sorted points, or above points sorted backwards.
fn half(points: impl Iterator<Item = PlanPoint>) -> Vec<PlanPoint> {
    let mut chain: Vec<PlanPoint> = Vec::new();
    for p in points {
        while let [.., a, b] = chain[..]
            && cross(a, b, p) <= 0
        {
            chain.pop();
        }
        chain.push(p);
    }
    chain
}

/// The edge along which the rectangle of least area around a hull of [`convex_hull`] lies, the
/// first of several; `None` of fewer than two corners. One side of that rectangle always runs
/// along an edge (Freeman and Shapira 1975), so one turn around the hull finds it. Areas are
/// compared exactly; O(n).
#[must_use]
pub fn narrowest_edge(hull: &[PlanPoint]) -> Option<(PlanPoint, PlanPoint)> {
    let at = |i: usize| hull[i % hull.len()];
    if hull.len() < 3 {
        return (hull.len() == 2).then(|| (hull[0], hull[1]));
    }
    let mut best: Option<(usize, Fraction)> = None;
    // The corners furthest along the edge, furthest from it, and furthest back, in this order.
    let (mut front, mut top, mut back) = (1, 1, 1);
    for i in 0..hull.len() {
        let (a, b) = (at(i), at(i + 1));
        while dot(a, b, at(front + 1)) > dot(a, b, at(front)) {
            front += 1;
        }
        top = top.max(front);
        while cross(a, b, at(top + 1)) > cross(a, b, at(top)) {
            top += 1;
        }
        back = back.max(top);
        while dot(a, b, at(back + 1)) < dot(a, b, at(back)) {
            back += 1;
        }
        let length = i128::from(dot(a, b, at(front))) - i128::from(dot(a, b, at(back)));
        // Both products are by the edge's length too much.
        let area = (length * i128::from(cross(a, b, at(top))), i128::from(a.distance_squared(b)));
        if best.is_none_or(|(_, least)| is_less(area, least)) {
            best = Some((i, area));
        }
    }
    best.map(|(i, _)| (at(i), at(i + 1)))
}

/// Numerator, 0 or more, and denominator, above 0.
type Fraction = (i128, i128);

/// Exact for all numerators and denominators: whole parts first, then what remains, turned over.
fn is_less(mut a: Fraction, mut b: Fraction) -> bool {
    loop {
        let (whole_a, whole_b) = (a.0 / a.1, b.0 / b.1);
        let (rest_a, rest_b) = (a.0 % a.1, b.0 % b.1);
        if whole_a != whole_b || rest_a == 0 || rest_b == 0 {
            return (whole_a, rest_a.min(1)) < (whole_b, rest_b.min(1));
        }
        (a, b) = ((b.1, rest_b), (a.1, rest_a));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::cast;
    use crate::geom::predicates::{Side, is_convex, side_of_convex};
    use walkmesh_testkit::Random;

    fn points(random: &mut Random, span: i32) -> Vec<PlanPoint> {
        let n = random.below(12);
        (0..n).map(|_| PlanPoint::new(random.between(0, span), random.between(0, span))).collect()
    }

    #[test]
    fn a_hull_holds_all_points_and_has_no_flat_corner() {
        let mut random = Random::new(1);
        for _ in 0..3000 {
            let points = points(&mut random, 6);
            let hull = convex_hull(points.clone());
            assert!(hull.iter().all(|p| points.contains(p)));
            assert_eq!(hull.first(), points.iter().min());
            if hull.len() < 3 {
                let on = |p: &PlanPoint| match hull[..] {
                    [a] => a == *p,
                    [a, b] => crate::geom::predicates::on_segment(a, b, *p),
                    _ => false,
                };
                assert!(points.iter().all(on));
                continue;
            }
            assert!(is_convex(&hull));
            assert!(points.iter().all(|&p| side_of_convex(&hull, p) != Side::Outside));
            for (i, &a) in hull.iter().enumerate() {
                let at = |k: usize| hull[(i + k) % hull.len()];
                assert!(cross(a, at(1), at(2)) > 0, "{hull:?}");
            }
        }
    }

    /// The area around a hull along an edge, by looking at every corner.
    fn area(hull: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> f64 {
        let along = hull.iter().map(|&p| dot(a, b, p));
        let across = hull.iter().map(|&p| cross(a, b, p));
        let (least, most) = (along.clone().min().unwrap(), along.max().unwrap());
        let high = across.max().unwrap();
        cast::float(most - least) * cast::float(high) / cast::float(a.distance_squared(b))
    }

    #[test]
    fn no_other_edge_gives_a_smaller_rectangle() {
        let mut random = Random::new(2);
        for round in 0..3000 {
            let hull = convex_hull(points(&mut random, if round % 2 == 0 { 8 } else { 1 << 20 }));
            let Some((a, b)) = narrowest_edge(&hull) else {
                assert!(hull.len() < 2);
                continue;
            };
            let found = area(&hull, a, b);
            for (i, &p) in hull.iter().enumerate() {
                let other = area(&hull, p, hull[(i + 1) % hull.len()]);
                assert!(found <= other * (1.0 + 1e-12), "{hull:?}");
            }
        }
        let far = 1 << 29;
        let p = PlanPoint::new;
        let square = [p(-far, 0), p(0, -far), p(far, 0), p(0, far)];
        assert_eq!(narrowest_edge(&convex_hull(square)), Some((square[0], square[1])));
    }

    #[test]
    fn fractions_compare_exactly() {
        let mut random = Random::new(3);
        let mut draw = |most: i32| i128::from(random.between(0, most));
        for _ in 0..3000 {
            let (a, b) = ((draw(30), draw(8) + 1), (draw(30), draw(8) + 1));
            assert_eq!(is_less(a, b), a.0 * b.1 < b.0 * a.1, "{a:?} {b:?}");
        }
        let huge = i128::MAX;
        assert!(is_less((huge - 2, huge - 1), (huge - 1, huge)));
        assert!(!is_less((huge - 1, huge), (huge - 2, huge - 1)));
    }
}
