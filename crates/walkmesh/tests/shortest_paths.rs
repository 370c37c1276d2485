//! Paths against the brute-force oracle, and the laws that shortest paths obey.

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, Nearest};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::query::{Filter, Path, PathOptions, Reason, Scratch, Status, path_between};
use walkmesh::soup::Area;
use walkmesh_scenes::SceneOptions;
use walkmesh_testkit::caves::{
    CELLS, Cave, FLAT, Family, JOINED, ONE_WAY, STOREYS, WARPED, cave, caves, helix,
    with_one_way_edges,
};
use walkmesh_testkit::places::random_place;
use walkmesh_testkit::variants::{walled, with_areas};
use walkmesh_testkit::{Oracle, Random, more};

fn plan_points(mesh: &NavMesh, path: &Path) -> Vec<PlanPoint> {
    path.points.iter().map(|&p| mesh.frame().to_lattice(p).expect("on the mesh").plan).collect()
}

fn is_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b).max(0.1)
}

/// Compares one pair with the oracle, whatever the outcome.
fn check_pair(mesh: &NavMesh, oracle: &Oracle<'_>, scratch: &mut Scratch, ends: [Nearest; 2]) {
    let options = PathOptions { length_3d: true, ..PathOptions::default() };
    check_pair_with(mesh, oracle, scratch, ends, &options);
}

/// The same with options; the oracle knows what they leave of the mesh.
fn check_pair_with(
    mesh: &NavMesh,
    oracle: &Oracle<'_>,
    scratch: &mut Scratch,
    ends: [Nearest; 2],
    options: &PathOptions<'_>,
) {
    let [start, goal] = ends;
    let path = path_between(mesh, scratch, &start, &goal, options);
    let what =
        || format!("{:?} {:?} to {:?} {:?}", start.plan, start.polygon, goal.plan, goal.polygon);
    let expected = oracle.length((start.plan, start.polygon), (goal.plan, goal.polygon));
    let length = path.length / mesh.frame().step();
    match expected {
        Some(expected) => {
            assert_eq!(path.status, Status::Complete, "{}: {:?}", what(), path.reason);
            assert!(
                is_equal(length, expected),
                "{}: {length}, oracle {expected}: {path:?}",
                what()
            );
        }
        None => {
            assert_eq!(path.status, Status::Partial, "{}", what());
            assert!(
                matches!(path.reason, Some(Reason::Disconnected { .. } | Reason::NoWayThere)),
                "{}: {:?}",
                what(),
                path.reason
            );
        }
    }
    let (first, last) = (path.polygons[0], path.polygons[path.polygons.len() - 1]);
    let points = plan_points(mesh, path);
    assert!(oracle.walks(first, last, &points), "{}: leaves the mesh: {path:?}", what());
    for pair in path.polygons.windows(2) {
        assert!(mesh.edges(pair[0]).iter().any(|e| e.neighbour() == Some(pair[1])), "{}", what());
    }
    assert!(path.length_3d >= Some(path.length));
    let polyline: f64 = points.windows(2).map(|p| p[0].distance(p[1])).sum();
    assert!(is_equal(polyline, length), "{}: {polyline}, {length}", what());
}

/// Random pairs over random meshes.
fn compare(family: Family) {
    let mut scratch = Scratch::new();
    for (mesh, mut random) in
        family.into_iter().flat_map(|(form, one_way)| caves(form, one_way, 12 * more()))
    {
        let oracle = Oracle::new(&mesh);
        for _ in 0..40 {
            let ends = [random_place(&mesh, &mut random), random_place(&mesh, &mut random)];
            check_pair(&mesh, &oracle, &mut scratch, ends);
        }
    }
}

#[test]
fn caves_of_cells() {
    compare(CELLS);
}

#[test]
fn caves_of_joined_cells() {
    compare(JOINED);
}

#[test]
fn warped_caves() {
    compare(WARPED);
}

#[test]
fn caves_on_several_storeys() {
    compare(STOREYS);
}

#[test]
fn one_way_edges() {
    compare(ONE_WAY);
}

/// Ground that a filter blocks is as if the mesh did not have it.
#[test]
fn blocked_ground() {
    let storeys = Cave { columns: 4, rows: 4, storeys: 2, free: 95, ramps: 25, warp: 1, join: 1 };
    let mut scratch = Scratch::new();
    for (seed, form) in
        (0..12 * more()).flat_map(|s| [(s, Cave { free: 95, ..FLAT }), (s, storeys)])
    {
        let mut random = Random::new(seed);
        let plain = cave(&mut random, form);
        let plain = with_one_way_edges(&plain, &mut random, if seed % 3 == 0 { 10 } else { 0 });
        let mesh = with_areas(&plain, &mut random, 5);
        for blocked in [1, 4] {
            let mut filter = Filter::default();
            filter.access.set_blocked(Area(blocked), true);
            filter.access.set_blocked(Area(blocked + 1), true);
            let left = walled(&mesh, &filter);
            let oracle = Oracle::new(&left);
            let options =
                PathOptions { filter: Some(&filter), length_3d: true, ..PathOptions::default() };
            for _ in 0..30 {
                let ends = [(); 2].map(|()| random_place(&mesh, &mut random));
                if ends.iter().all(|place| filter.enters(mesh.polygon(place.polygon))) {
                    check_pair_with(&mesh, &oracle, &mut scratch, ends, &options);
                }
            }
        }
    }
}

#[test]
fn ramps_around_a_pole() {
    let mut scratch = Scratch::new();
    for (sectors, inner, outer) in [(7, 0, 8), (10, 0, 9), (9, 3, 8), (12, 2, 8), (3, 0, 5)] {
        let mesh = helix(sectors, inner, outer);
        let oracle = Oracle::new(&mesh);
        let mut random = Random::new(1);
        for _ in 0..150 {
            let ends = [random_place(&mesh, &mut random), random_place(&mesh, &mut random)];
            check_pair(&mesh, &oracle, &mut scratch, ends);
        }
    }
}

/// Every generated scene as it is baked, whole and in tiles.
#[test]
fn baked_scenes() {
    for scene in walkmesh_scenes::list() {
        let generated =
            walkmesh_scenes::generate(scene.name, &SceneOptions::default()).expect("the scene");
        for tile_size in [TileSize::Solo, TileSize::Metres(3.7)] {
            let parameters = Parameters { tile_size, ..generated.preset.parameters() };
            let baked = bake(&generated.soup, &parameters, &BakeOptions::default())
                .expect("the model bakes");
            let mesh = baked.mesh;
            let oracle = Oracle::new(&mesh);
            let (mut random, mut scratch) = (Random::new(5), Scratch::new());
            for _ in 0..100 {
                let ends = [(); 2].map(|()| random_place(&mesh, &mut random));
                check_pair(&mesh, &oracle, &mut scratch, ends);
            }
            println!("{} {tile_size:?}: {} polygons", scene.name, mesh.polygon_count());
        }
    }
}
