//! Limits of a search: what is in reach is found, and what is not is told apart.

use walkmesh::mesh::Nearest;
use walkmesh::query::{Engine, PathOptions, Reason, Scratch, Status, path, path_between};
use walkmesh_testkit::caves::{Cave, cave, with_one_way_edges};
use walkmesh_testkit::places::random_place;
use walkmesh_testkit::{Oracle, Random, planar_mesh};

const FORM: Cave = Cave { columns: 7, rows: 7, storeys: 1, free: 75, ramps: 0, warp: 0, join: 2 };

/// Distance of a place in plan, metres as well as steps.
fn between(a: &Nearest, b: &Nearest) -> f64 {
    a.plan.distance(b.plan)
}

#[test]
fn a_radius_is_a_disc_that_paths_do_not_leave() {
    let mut scratch = Scratch::new();
    let (mut found, mut farther, mut none) = (0, 0, 0);
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let mesh = cave(&mut random, Cave { warp: i32::from(seed % 2 == 1), ..FORM });
        let mesh = with_one_way_edges(&mesh, &mut random, usize::from(seed % 3 == 2) * 10);
        let oracle = Oracle::new(&mesh);
        for _ in 0..40 {
            let (a, b) = (random_place(&mesh, &mut random), random_place(&mesh, &mut random));
            let straight = between(&a, &b);
            let radius = f64::from(random.between(0, 24)).max(straight * 0.9).floor();
            let is_in = |p: walkmesh::geom::PlanPoint| a.plan.distance(p) <= radius;
            let ends = ((a.plan, a.polygon), (b.plan, b.polygon));
            let inside = oracle.length_over(ends.0, ends.1, is_in).filter(|_| is_in(b.plan));
            let anywhere = oracle.length(ends.0, ends.1);
            for engine in [Engine::Optimal, Engine::Funnel] {
                let max_radius = Some(radius);
                let options = PathOptions { engine, max_radius, ..PathOptions::default() };
                let path = path_between(&mesh, &mut scratch, &a, &b, &options);
                let what = || format!("seed {seed}: {a:?} to {b:?} within {radius}: {path:?}");
                match (inside, anywhere) {
                    (Some(length), _) => {
                        assert_eq!(path.status, Status::Complete, "{}", what());
                        let is_right = match engine {
                            Engine::Optimal => (path.length - length).abs() < 1e-9,
                            Engine::Funnel => path.length > length - 1e-9,
                        };
                        assert!(is_right, "{length}, {}", what());
                        found += 1;
                    }
                    (None, Some(_)) => {
                        assert_eq!(path.status, Status::Partial, "{}", what());
                        let reason = Some(Reason::BeyondRadius { limit: radius });
                        assert_eq!(path.reason, reason, "{}", what());
                        farther += 1;
                    }
                    (None, None) => {
                        assert_eq!(path.status, Status::Partial, "{}", what());
                        none += 1;
                    }
                }
                for p in &path.points {
                    let out = p.plan_distance(a.point);
                    assert!(out <= radius * (1.0 + 1e-12) + 1e-9, "{}", what());
                }
            }
        }
    }
    assert!(found > 100 && farther > 50 && none > 20, "{found}, {farther}, {none}");
}

#[test]
fn limits_are_not_unreachable() {
    let mut random = Random::new(3);
    let form = Cave { columns: 12, rows: 12, storeys: 1, free: 90, ramps: 0, warp: 0, join: 1 };
    let mesh = cave(&mut random, form);
    let mut scratch = Scratch::new();
    let (from, to) = ([2.0, 0.0, -2.0], [46.0, 0.0, -46.0]);
    for engine in [Engine::Optimal, Engine::Funnel] {
        let free = PathOptions { engine, ..PathOptions::default() };
        let full = path(&mesh, &mut scratch, from, to, &free).clone();
        assert_eq!(full.status, Status::Complete);
        for n in 0..full.expanded {
            let options = PathOptions { max_expansions: Some(n), ..free };
            let cut = path(&mesh, &mut scratch, from, to, &options);
            if engine == Engine::Funnel && cut.status == Status::Complete {
                continue; // the goal was met, but nothing yet said that no way is shorter
            }
            assert_eq!(cut.status, Status::Partial);
            assert_eq!(cut.reason, Some(Reason::OutOfBudget { expansions: n }));
            assert!(cut.points.len() >= 2 && cut.length <= full.length + 1e-9);
        }
        for share in [0.0, 0.25, 0.5, 0.9999] {
            let limit = full.length * share;
            let options = PathOptions { max_length: Some(limit), ..free };
            let short = path(&mesh, &mut scratch, from, to, &options);
            assert_eq!(short.reason, Some(Reason::TooLong { limit }));
            assert_eq!(short.status, Status::Partial);
            assert!(short.length <= limit + 1e-9 && short.points.len() >= 2, "{short:?}");
            let line: f64 = short.points.windows(2).map(|p| p[0].plan_distance(p[1])).sum();
            assert!((line - short.length).abs() < 1e-9, "{short:?}");
        }
        let options = PathOptions { max_length: Some(full.length), ..free };
        assert_eq!(path(&mesh, &mut scratch, from, to, &options).status, Status::Complete);
    }
}

/// Whoever is told that a limit was met asks again with a wider one.
#[test]
fn unreachable_is_not_a_limit() {
    let square = |x: i32| vec![(x, 0), (x + 8, 0), (x + 8, 8), (x, 8)];
    let mesh = planar_mesh(&[square(0), square(8), square(30)]);
    let mut scratch = Scratch::new();
    let limits = [
        PathOptions { max_expansions: Some(0), ..PathOptions::default() },
        PathOptions { max_length: Some(3.0), ..PathOptions::default() },
        PathOptions { max_radius: Some(3.0), ..PathOptions::default() },
    ];
    for engine in [Engine::Optimal, Engine::Funnel] {
        for limited in limits {
            let options = PathOptions { engine, ..limited };
            let cut = path(&mesh, &mut scratch, [2.0, 0.0, -2.0], [34.0, 0.0, -2.0], &options);
            assert!(matches!(cut.reason, Some(Reason::Disconnected { .. })), "{options:?} {cut:?}");
            assert!(cut.status == Status::Partial && cut.length <= 3.0, "{options:?} {cut:?}");
        }
    }
}
