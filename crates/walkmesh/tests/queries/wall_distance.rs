//! The nearest wall in sight.

use walkmesh::geom::{PlanPoint, Point};
use walkmesh::query::{Filter, Scratch, distance_to_wall};
use walkmesh_testkit::places::place_at;
use walkmesh_testkit::surroundings::nearest_wall;
use walkmesh_testkit::variants::stretched;
use walkmesh_testkit::{ground_mesh, planar_mesh, sight};

use crate::{
    MIRRORS, World, any_place, ask_everywhere_small, closed, is_equal, mirrored, place, square,
    turned,
};

#[test]
fn as_the_oracle_says() {
    let mut scratch = Scratch::new();
    let mut away = 0;
    ask_everywhere_small(|world, random| {
        let World { name, mesh, filter, plain } = world;
        let from = any_place(world, random);
        let starts = sight::around(plain, from.polygon, from.plan);
        let expected = nearest_wall(plain, &starts, from.plan).map(|d| mesh.frame().metres(d));
        let found = distance_to_wall(mesh, &mut scratch, &from, f64::INFINITY, filter).unwrap();
        let what = || format!("{name}: {:?}: {found:?}, {expected:?}", (from.plan, from.polygon));
        assert_eq!(found.is_some(), expected.is_some(), "{}", what());
        let (Some(hit), Some(expected)) = (found, expected) else { return };
        assert!(is_equal(hit.distance, expected), "{}", what());
        assert!(is_equal(hit.point.plan_distance(from.point), expected), "{}", what());
        let (a, b) = (hit.wall.from, hit.wall.to);
        let on = a.plan_distance(hit.point) + hit.point.plan_distance(b);
        assert!(is_equal(on, a.plan_distance(b)), "{}", what());
        assert!(is_equal(hit.normal.x.hypot(hit.normal.z), 1.0), "{}", what());
        if hit.distance > 0.0 {
            away += 1;
            let back = |from: f64, along: f64| from + along * hit.distance;
            let (x, z) = (back(hit.point.x, hit.normal.x), back(hit.point.z, hit.normal.z));
            assert!(is_equal(x, from.point.x) && is_equal(z, from.point.z), "{}", what());
        }
        let mut within =
            |radius| distance_to_wall(mesh, &mut scratch, &from, radius, filter).unwrap().is_some();
        assert!(within(expected * 1.000_001));
        assert!(!within(expected * 0.999_999) || expected <= 0.0);

        if from.plan.x.abs().max(from.plan.y.abs()) < 50 && *name != "cave" {
            let factor = 10_000_000;
            let large = stretched(mesh, factor);
            let plan = PlanPoint::new(from.plan.x * factor, from.plan.y * factor);
            let there = place_at(&large, from.polygon, plan);
            let far = distance_to_wall(&large, &mut scratch, &there, f64::INFINITY, filter);
            let far = far.unwrap().map_or(f64::INFINITY, |hit| hit.distance);
            assert!(is_equal(far / 1e7, expected), "scale");
        }
    });
    assert!(away > 100, "{away}");
}

#[test]
fn walls_around_a_corner_are_not_in_sight() {
    let mut scratch = Scratch::new();
    for mirror in MIRRORS {
        let mesh = mirrored(mirror, &[square(0, 0, 8), square(8, 0, 8), square(0, 8, 8)]);
        let mut ask = |index, x, y, radius| {
            let (x, y) = turned(mirror, (x, y));
            let from = place(&mesh, index, x, y);
            let hit = distance_to_wall(&mesh, &mut scratch, &from, radius, &Filter::default());
            hit.unwrap().map(|hit| (hit.distance, hit.point, hit.normal))
        };
        let world = |x, y| {
            let (x, y) = turned(mirror, (x, y));
            Point::new(f64::from(x), 0.0, f64::from(-y))
        };
        let (distance, point, normal) = ask(0, 5, 4, 9.0).unwrap();
        assert!(is_equal(distance, 4.0) && point == world(5, 0) && normal == world(0, 1));
        // The reflex corner itself is the nearest.
        let (distance, point, normal) = ask(0, 6, 6, 9.0).unwrap();
        assert!(is_equal(distance, 8.0_f64.sqrt()) && point == world(8, 8));
        let back = 0.5_f64.sqrt();
        assert!(is_equal(normal.x.abs(), back) && is_equal(normal.z.abs(), back));
        assert!(normal.x * world(-1, -1).x > 0.0 && normal.z * world(-1, -1).z > 0.0);
        assert_eq!(ask(0, 6, 6, 2.8), None);
        assert!(ask(0, 6, 6, 2.9).is_some());
        // On a wall, and on its end.
        assert_eq!(ask(1, 12, 8, 0.0), Some((0.0, world(12, 8), world(0, -1))));
        assert!(ask(1, 8, 8, f64::NAN).is_some_and(|(distance, ..)| is_equal(distance, 0.0)));
    }
}

#[test]
fn one_way_edges_are_walls_from_behind_and_storeys_are_apart() {
    let mut scratch = Scratch::new();
    let all = Filter::default();
    let mesh = closed(&planar_mesh(&[square(0, 0, 8), square(8, 0, 8)]), 0, 1);
    let mut ask = |index, x, y| {
        let from = place(&mesh, index, x, y);
        distance_to_wall(&mesh, &mut scratch, &from, 99.0, &all).unwrap().map(|hit| hit.distance)
    };
    assert!(ask(0, 7, 4).is_some_and(|d| is_equal(d, 1.0)));
    assert!(ask(1, 9, 4).is_some_and(|d| is_equal(d, 4.0)));
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (20, 0, 0), (20, 20, 0), (0, 20, 0)]),
        (1, vec![(9, 9, 5), (11, 9, 5), (11, 11, 5), (9, 11, 5)]),
    ]);
    let from = place(&mesh, 0, 10, 10);
    let hit = distance_to_wall(&mesh, &mut scratch, &from, 99.0, &all).unwrap().unwrap();
    assert!(is_equal(hit.distance, 10.0));
    let mut stale = from;
    stale.plan = PlanPoint::new(30, 0);
    assert!(distance_to_wall(&mesh, &mut scratch, &stale, 1.0, &all).is_err());
}
