use super::*;
use crate::geom::delaunay;
use crate::geom::predicates::{on_segment, segments_cross, segments_meet};
use walkmesh_testkit::Random;

fn p(x: i32, y: i32) -> PlanPoint {
    PlanPoint::new(x, y)
}

fn triangulate(points: &[PlanPoint], segments: &[[u32; 2]]) -> Result<Triangles, DelaunayError> {
    let mut triangulator = Triangulator::default();
    // Memory of another triangulation makes no difference.
    let _ = triangulator.triangulate(&[p(0, 0), p(1, 1), p(2, 0)], [[0, 2]].into_iter());
    triangulator.triangulate(points, segments.iter().copied())?;
    Ok(triangulator.made)
}

/// Distinct points in order, in a square of this many steps that starts anywhere.
fn random_points(random: &mut Random, count: usize, span: i32, at: PlanPoint) -> Vec<PlanPoint> {
    let mut points: Vec<PlanPoint> = (0..count)
        .map(|_| p(at.x + random.between(0, span), at.y + random.between(0, span)))
        .collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// Segments that neither cross nor run through points.
fn random_segments(random: &mut Random, points: &[PlanPoint], tries: usize) -> Vec<[u32; 2]> {
    let mut segments: Vec<[u32; 2]> = Vec::new();
    for _ in 0..tries {
        let (i, k) = (random.below(points.len()), random.below(points.len()));
        let (a, b) = (points[i], points[k]);
        let is_free = i != k
            && points.iter().all(|&q| q == a || q == b || !on_segment(a, b, q))
            && segments.iter().all(|s| {
                let [c, d] = s.map(|v| points[cast::index(v)]);
                !segments_cross(a, b, c, d) && [c, d] != [a, b] && [d, c] != [a, b]
            });
        if is_free {
            segments.push([cast::count(i), cast::count(k)]);
        }
    }
    segments
}

/// The triangles as the general triangulation gives them.
fn listed(made: &Triangles) -> Vec<[u32; 3]> {
    let mut all: Vec<[u32; 3]> = (0..made.count())
        .map(|t| {
            let [a, b, c] = [0, 1, 2].map(|i| made.origin(3 * t + i));
            match a.min(b).min(c) {
                m if m == a => [a, b, c],
                m if m == b => [b, c, a],
                _ => [c, a, b],
            }
        })
        .collect();
    all.sort_unstable();
    all
}

/// Topology, orientation, area of the hull, segments and the empty circles; all by brute force.
fn check(points: &[PlanPoint], segments: &[[u32; 2]], made: &Triangles) {
    let at = |v: u32| points[cast::index(v)];
    let what = || format!("{points:?} {segments:?}");
    let mut area = 0;
    for t in 0..made.count() {
        let [a, b, c] = [0, 1, 2].map(|i| made.origin(3 * t + i));
        assert!(cross(at(a), at(b), at(c)) > 0, "{}", what());
        area += i128::from(cross(at(a), at(b), at(c)));
    }
    let hull = crate::geom::convex_hull(points.to_vec());
    let whole = crate::geom::predicates::ring_area_doubled(&hull);
    assert_eq!(area, if hull.len() > 2 { whole } else { 0 }, "{}", what());
    let mut found = vec![0; segments.len()];
    for h in 0..3 * made.count() {
        let (a, b) = (made.origin(h), made.target(h));
        if let Some(i) = made.segment(h) {
            let [c, d] = segments[cast::index(i)];
            assert!([c, d] == [a, b] || [d, c] == [a, b], "{}", what());
            found[cast::index(i)] += 1;
        }
        let Some(t) = made.twin(h) else {
            let is_outer = points.iter().all(|&q| cross(at(a), at(b), q) >= 0);
            assert!(is_outer, "{}", what());
            continue;
        };
        assert_eq!((made.origin(t), made.target(t), made.twin(t)), (b, a, Some(h)), "{}", what());
        assert_eq!(made.segment(t), made.segment(h), "{}", what());
        if made.segment(h).is_none() {
            let (c, d) = (made.origin(prev(h)), made.origin(prev(t)));
            assert!(!brute_in_circle([a, b, c].map(at), at(d)), "{}", what());
        }
    }
    if made.count() > 0 {
        assert!(found.iter().all(|&times| times > 0), "{}", what());
    }
}

/// The circle test on the paraboloid, in 128 bits.
fn brute_in_circle(corners: [PlanPoint; 3], d: PlanPoint) -> bool {
    let rows = corners.map(|q| {
        let (x, y) = (i128::from(q.x) - i128::from(d.x), i128::from(q.y) - i128::from(d.y));
        [x, y, x * x + y * y]
    });
    let [a, b, c] = rows;
    let det = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0]);
    det > 0
}

#[test]
fn random_points_and_segments_are_triangulated() {
    let mut random = Random::new(6);
    let (mut triangles, mut forced) = (0, 0);
    for round in 0..6000 {
        let span = [2, 4, 9, 60, 4000, 28_999, 29_001, 1 << 29][round % 8];
        let count = 1 + random.below(if round % 100 == 0 { 150 } else { 24 });
        let at = [p(0, 0), p(-(1 << 29), -(1 << 29)), p(7, -3)][round % 3];
        let points = random_points(&mut random, count, span, at);
        let tries = random.below(2 * count + 1);
        let segments = random_segments(&mut random, &points, tries);
        let made = triangulate(&points, &segments).unwrap();
        check(&points, &segments, &made);
        triangles += made.count();
        forced += segments.len();
    }
    assert!(triangles > 50_000 && forced > 10_000, "{triangles} {forced}");
}

#[test]
fn agrees_with_the_general_triangulation() {
    // Points far from all on one circle: then there is one answer.
    let mut random = Random::new(8);
    for _ in 0..300 {
        let count = 3 + random.below(60);
        let points = random_points(&mut random, count, 1 << 28, p(-(1 << 27), 0));
        let segments = random_segments(&mut random, &points, 40);
        let made = triangulate(&points, &segments).unwrap();
        assert_eq!(listed(&made), delaunay(&points, &segments).unwrap());
    }
}

#[test]
fn combs_of_segments_cross_many_edges() {
    // Two rows of teeth, and a segment between them that crosses all that joins the rows.
    for teeth in [1, 2, 5, 40] {
        let mut points = vec![p(-1, 0), p(10 * teeth + 1, 0)];
        for i in 0..=teeth {
            points.extend([p(10 * i, 3 + i % 3), p(10 * i + i % 2, -4 - i % 4)]);
        }
        points.sort_unstable();
        let end = points.iter().position(|q| q.y == 0 && q.x > 0).unwrap();
        let segments = [[0, cast::count(end)]];
        check(&points, &segments, &triangulate(&points, &segments).unwrap());
        check(
            &points,
            &[[segments[0][1], 0]],
            &triangulate(&points, &[[segments[0][1], 0]]).unwrap(),
        );
    }
}

#[test]
fn a_diagonal_is_forced_either_way() {
    let square = [p(0, 0), p(0, 4), p(4, 0), p(4, 4)];
    let forced = |ends| listed(&triangulate(&square, &[ends]).unwrap());
    assert_eq!(forced([0, 3]), [[0, 2, 3], [0, 3, 1]]);
    assert_eq!(forced([2, 1]), [[0, 2, 1], [1, 2, 3]]);
}

#[test]
fn what_is_wrong_is_named() {
    let square = [p(0, 0), p(0, 4), p(2, 2), p(4, 0), p(4, 4)];
    let fails = |points: &[PlanPoint], segments: &[[u32; 2]]| {
        triangulate(points, segments).map(|made| made.count()).unwrap_err()
    };
    assert_eq!(fails(&square, &[[0, 4]]), DelaunayError::Touching { segment: 0, at: p(0, 0) });
    let bare = [p(0, 0), p(0, 4), p(4, 0), p(4, 4)];
    assert!(segments_meet(bare[0], bare[3], bare[1], bare[2]));
    assert_eq!(
        fails(&bare, &[[0, 3], [1, 2]]),
        DelaunayError::Crossing { first: 1, second: 0, at: p(0, 4) }
    );
    assert_eq!(
        fails(&[p(0, 0), p(0, 0), p(1, 1)], &[]),
        DelaunayError::Repeated { index: 1, at: p(0, 0) }
    );
    assert_eq!(
        fails(&bare, &[[1, 1]]),
        DelaunayError::Segment { segment: 0, ends: [1, 1], count: 4 }
    );
    assert!(triangulate(&bare, &[[0, 9]]).is_err());
    let flat: Vec<PlanPoint> = (0..9).map(|i| p(i, 2 * i)).collect();
    assert_eq!(triangulate(&flat, &[[3, 4]]).unwrap().count(), 0);
    assert_eq!(triangulate(&[], &[]).unwrap().count(), 0);
}
