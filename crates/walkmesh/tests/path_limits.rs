//! Limits of a search: what is in reach is found, and what is not is told apart.

use walkmesh::mesh::Nearest;
use walkmesh::query::{PathOptions, Reason, Scratch, Status, path_between};
use walkmesh_testkit::caves::{Cave, cave, with_one_way_edges};
use walkmesh_testkit::places::random_place;
use walkmesh_testkit::{Oracle, Random};

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
            let options = PathOptions { max_radius: Some(radius), ..PathOptions::default() };
            let path = path_between(&mesh, &mut scratch, &a, &b, &options);
            let what = || format!("seed {seed}: {a:?} to {b:?} within {radius}: {path:?}");
            match (inside, anywhere) {
                (Some(length), _) => {
                    assert_eq!(path.status, Status::Complete, "{}", what());
                    assert!((path.length - length).abs() < 1e-9, "{length}, {}", what());
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
    assert!(found > 100 && farther > 50 && none > 20, "{found}, {farther}, {none}");
}
