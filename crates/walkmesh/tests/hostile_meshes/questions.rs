//! Questions that every mesh that loads has to answer.

use walkmesh::mesh::{NavMesh, Nearest, SearchBox};
use walkmesh::query::{Engine, Filter, PathOptions, Scratch, Status, path_between, raycast, sees};
use walkmesh_testkit::Random;
use walkmesh_testkit::places::place_at;

/// Expansions that no path over meshes as small as these needs.
const MANY: u32 = 1_000_000;

/// Asks for the nearest place, a path by both engines and a ray between a few places, and
/// compares the answers with each other.
pub(crate) fn ask(mesh: &NavMesh, name: &str) {
    let Some((low, high)) = mesh.bounds() else {
        assert_eq!(mesh.nearest([0.0; 3], &SearchBox { x: 9.0, y: 9.0, z: 9.0 }, |_| true), None);
        return;
    };
    let mut random = Random::new(5);
    let mut scratch = Scratch::new();
    let all: Vec<_> = mesh.polygons().collect();
    let mut place = || {
        let polygon = all[random.below(all.len())];
        let edges = mesh.corners(polygon).count();
        let corner = mesh.corners(polygon).nth(random.below(edges)).expect("a corner");
        let share = f64::from(random.between(-1, 9)) / 8.0;
        let corner = place_at(mesh, polygon, corner.plan);
        if random.chance(50) {
            return corner;
        }
        let to = [high.x, high.y, low.z];
        let from = [corner.point.x, corner.point.y, corner.point.z];
        let point = [0, 1, 2].map(|i| from[i] + (to[i] - from[i]) * share);
        let size = high.distance(low).max(1.0);
        let search = SearchBox { x: size, y: size, z: size };
        mesh.nearest(point, &search, |_| true).unwrap_or(corner)
    };
    for _ in 0..3 {
        let (start, goal) = (place(), place());
        compare(mesh, &mut scratch, &start, &goal, name);
    }
}

fn compare(mesh: &NavMesh, scratch: &mut Scratch, start: &Nearest, goal: &Nearest, name: &str) {
    let filter = Filter::default();
    let free = sees(mesh, scratch, start, goal, &filter).expect("both are on the mesh");
    let ray = raycast(mesh, scratch, start, goal.point, &filter).expect("both are on the mesh");
    // Far from the origin world points do not tell lattice points apart.
    let is_told = mesh.frame().to_lattice(goal.point).is_some_and(|p| p.plan == goal.plan);
    assert!(!(free && is_told) || ray.wall.is_none(), "{name}: {start:?} {goal:?}");
    assert!((0.0..=1.0).contains(&ray.share) && ray.length.is_finite(), "{name}: {ray:?}");
    let mut costs = Vec::new();
    for engine in [Engine::Optimal, Engine::Funnel] {
        let options = PathOptions { engine, max_expansions: Some(MANY), ..PathOptions::default() };
        let path = path_between(mesh, scratch, start, goal, &options);
        let same = mesh.component(start.polygon) == mesh.component(goal.polygon);
        assert_ne!(path.status, Status::NotFound, "{name}, {engine}: {:?}", path.reason);
        assert!(same || path.status == Status::Partial, "{name}, {engine}: {path:?}");
        assert!(path.cost.is_finite() && path.expanded < MANY, "{name}, {engine}: {path:?}");
        costs.push((path.status == Status::Complete, path.cost));
    }
    let [(arrives, shortest), (other, found)] = costs[..] else { return };
    assert_eq!(arrives, other, "{name}: {start:?} {goal:?}");
    let slack = 1e-9 * found.max(mesh.frame().step());
    assert!(!arrives || shortest <= found + slack, "{name}: {shortest} {found}");
    if free {
        let straight = start.plan.distance(goal.plan) * mesh.frame().step();
        assert!(arrives && shortest <= straight + slack, "{name}: {shortest} {straight}");
    }
}
