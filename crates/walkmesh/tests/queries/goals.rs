//! The nearest of many goals.

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::Nearest;
use walkmesh::query::{
    Filter, PathOptions, Reason, Scratch, Status, nearest_of_many, path_between,
};
use walkmesh_testkit::links::with_point_links;
use walkmesh_testkit::{Oracle, Random, planar_mesh};

use crate::{
    MIRRORS, World, any_place, closed, each_world, is_equal, mirrored, place, square, turned,
};

#[test]
fn as_the_oracle_says() {
    let mut scratch = Scratch::new();
    let mut found = [0, 0];
    each_world(11_000_003, |world, random| {
        let World { name, mesh, filter, plain } = world;
        let oracle = Oracle::new(plain);
        // The shortest path asks for equal costs.
        let mut even = Filter::default();
        even.access = filter.access;
        for _ in 0..10 {
            let start = any_place(world, random);
            let count = random.between(0, 6);
            let goals: Vec<Nearest> = (0..count).map(|_| any_place(world, random)).collect();
            let lengths: Vec<f64> = goals
                .iter()
                .map(|goal| {
                    let ends = ((start.plan, start.polygon), (goal.plan, goal.polygon));
                    let length = oracle.length(ends.0, ends.1).unwrap_or(f64::INFINITY);
                    mesh.frame().metres(length)
                })
                .collect();
            let least = lengths.iter().copied().fold(f64::INFINITY, f64::min);
            let options = PathOptions { filter: Some(&even), ..PathOptions::default() };
            let nearest = nearest_of_many(mesh, &mut scratch, &start, &goals, &options)
                .expect("a question that can be answered");
            let what = || format!("{name}: {:?}: {nearest:?}, {lengths:?}", start.plan);
            assert_eq!(nearest.is_some(), least.is_finite(), "{}", what());
            found[usize::from(nearest.is_some())] += 1;
            let Some(nearest) = nearest else { continue };
            assert!(nearest.is_certain && nearest.path.status == Status::Complete);
            assert!(is_equal(lengths[nearest.goal], least), "{}", what());
            assert!(is_equal(nearest.path.length, least), "{}", what());
            assert_eq!(nearest.path.points.last(), Some(&goals[nearest.goal].point));
        }
    });
    assert!(found.iter().all(|&n| n > 20), "{found:?}");
}

#[test]
fn links_may_make_the_far_near() {
    let mut random = Random::new(2);
    let mut scratch = Scratch::new();
    let rows: Vec<_> = (0..6).map(|x| square(x * 4, 0, 4)).collect();
    for _ in 0..60 {
        let mesh = with_point_links(&planar_mesh(&rows), &mut random, 3);
        let mut any = || place(&mesh, 0, random.between(0, 4), random.between(0, 4));
        let start = any();
        let goals: Vec<Nearest> =
            (1..6).map(|i| place(&mesh, i, i32::try_from(i).expect("few") * 4 + 2, 1)).collect();
        let options = PathOptions::default();
        let cost = |scratch: &mut Scratch, goal: &Nearest| {
            path_between(&mesh, scratch, &start, goal, &options).cost
        };
        let least = goals.iter().map(|g| cost(&mut scratch, g)).fold(f64::INFINITY, f64::min);
        let nearest = nearest_of_many(&mesh, &mut scratch, &start, &goals, &options).unwrap();
        assert!(nearest.is_some_and(|n| is_equal(n.path.cost, least)));
    }
}

#[test]
fn the_straight_one_is_not_always_the_nearest() {
    let mut scratch = Scratch::new();
    for mirror in MIRRORS {
        // Two rooms with a wall between, joined at the far end.
        let mesh = mirrored(
            mirror,
            &[
                vec![(0, 0), (40, 0), (40, 4), (36, 4), (0, 4)],
                vec![(0, 6), (36, 6), (40, 6), (40, 10), (0, 10)],
                vec![(36, 4), (40, 4), (40, 6), (36, 6)],
            ],
        );
        let at = |index, x, y| {
            let (x, y) = turned(mirror, (x, y));
            place(&mesh, index, x, y)
        };
        let goals = [at(1, 2, 8), at(0, 20, 2), at(0, 30, 2)];
        let options = PathOptions::default();
        let mut ask = |options: &PathOptions<'_>| {
            let found = nearest_of_many(&mesh, &mut scratch, &at(0, 2, 2), &goals, options);
            found.map(|found| found.map(|n| (n.goal, n.path.length, n.is_certain)))
        };
        assert_eq!(ask(&options), Ok(Some((1, 18.0, true))));
        let short = PathOptions { max_length: Some(10.0), ..options };
        assert!(matches!(ask(&short), Err(Reason::TooLong { .. })));
        for metres in [f64::NAN, -1.0] {
            let none = PathOptions { max_length: Some(metres), ..options };
            assert_eq!(ask(&none), Err(Reason::TooLong { limit: 0.0 }), "as for a single path");
        }
        let narrow = PathOptions { max_expansions: Some(0), ..options };
        let cut = ask(&narrow);
        assert!(matches!(cut, Ok(Some((1, _, false)))), "goals in sight need no search: {cut:?}");
    }
}

#[test]
fn what_cannot_be_reached_is_left_out() {
    let row = [square(0, 0, 4), square(4, 0, 4), square(20, 0, 4)];
    let mesh = closed(&planar_mesh(&row), 0, 1);
    let mut scratch = Scratch::new();
    let options = PathOptions::default();
    let start = place(&mesh, 0, 1, 1);
    let (east, island) = (place(&mesh, 1, 6, 1), place(&mesh, 2, 22, 1));
    let none = nearest_of_many(&mesh, &mut scratch, &start, &[east, island], &options);
    assert_eq!(none, Ok(None));
    assert_eq!(nearest_of_many(&mesh, &mut scratch, &start, &[], &options), Ok(None));
    let back = nearest_of_many(&mesh, &mut scratch, &east, &[island, start], &options);
    assert!(back.is_ok_and(|found| found.is_some_and(|n| n.goal == 1)));
    let mut stale = start;
    stale.plan = PlanPoint::new(-9, 0);
    for (from, to) in [(stale, start), (start, stale)] {
        assert!(nearest_of_many(&mesh, &mut scratch, &from, &[to], &options).is_err());
    }
}

#[test]
fn places_of_no_mesh_are_named_wherever_they_are() {
    let mesh = planar_mesh(&[square(0, 0, 8)]);
    let mut scratch = Scratch::new();
    let here = place(&mesh, 0, 2, 2);
    let far =
        [i32::MIN, 0, i32::MAX].map(|x| Nearest { plan: PlanPoint::new(x, i32::MAX), ..here });
    for goal in far {
        for (start, goal) in [(here, goal), (goal, here), (far[0], goal)] {
            let found =
                nearest_of_many(&mesh, &mut scratch, &start, &[goal], &PathOptions::default());
            assert!(found.is_err(), "{found:?}");
        }
    }
}
