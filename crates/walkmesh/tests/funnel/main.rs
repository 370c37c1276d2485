//! The funnel engine against oracles: what it reaches, that its string is pulled tight, what it
//! costs.
//!
//! Plain runs ask some thousand pairs; the environment variable `WALKMESH_MORE` makes more.

mod corridor;
mod islands;
mod stretches;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::{GroundPoint, PlanPoint};
use walkmesh::mesh::{ConvexPolygon, NavMesh, Nearest, PolyRef, TileId};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::query::{Engine, Filter, Path, PathOptions, Reason, Scratch, Status, path_between};
use walkmesh::soup::Area;
use walkmesh_scenes::SceneOptions;
use walkmesh_testkit::caves::{
    CELLS, Cave, FLAT, Family, JOINED, ONE_WAY, STOREYS, WARPED, cave, helix, with_one_way_edges,
};
use walkmesh_testkit::chain::chain;
use walkmesh_testkit::places::{place_at, random_place};
use walkmesh_testkit::variants::{walled, with_areas, with_thin_walls};
use walkmesh_testkit::walk_cost;
use walkmesh_testkit::{Oracle, Random, ground_mesh, more, unit_frame};

/// A mesh to find paths on, and as the filter leaves it for the oracle.
struct World {
    mesh: NavMesh,
    filter: Filter,
    plain: NavMesh,
}

impl World {
    fn new(mesh: NavMesh, filter: Filter) -> Self {
        let plain = walled(&mesh, &filter);
        Self { mesh, filter, plain }
    }
}

fn funnel(filter: &Filter) -> PathOptions<'_> {
    PathOptions {
        engine: Engine::Funnel,
        filter: Some(filter),
        length_3d: true,
        ..PathOptions::default()
    }
}

fn plan_points(mesh: &NavMesh, path: &Path) -> Vec<PlanPoint> {
    path.points.iter().map(|&p| mesh.frame().to_lattice(p).expect("on the mesh").plan).collect()
}

fn is_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b).max(0.1)
}

/// How many paths were complete, and their lengths over the shortest ones.
#[derive(Default)]
struct Tally {
    complete: usize,
    partial: usize,
    over: f64,
    worst: f64,
}

/// All laws of one pair.
fn check_pair(
    world: &World,
    oracle: &Oracle<'_>,
    scratch: &mut Scratch,
    [start, goal]: [Nearest; 2],
    tally: &mut Tally,
) {
    let World { mesh, filter, .. } = world;
    let path = path_between(mesh, scratch, &start, &goal, &funnel(filter));
    let what =
        || format!("{:?} {:?} to {:?} {:?}", start.plan, start.polygon, goal.plan, goal.polygon);
    let step = mesh.frame().step();
    let length = path.length / step;
    let shortest = oracle.length((start.plan, start.polygon), (goal.plan, goal.polygon));
    if let Some(shortest) = shortest {
        assert_eq!(path.status, Status::Complete, "{}: {:?}", what(), path.reason);
        assert!(length >= shortest - 1e-9 * shortest, "{}: {length} < {shortest}", what());
        tally.complete += 1;
        if shortest > 0.0 {
            tally.over += length / shortest - 1.0;
            tally.worst = tally.worst.max(length / shortest);
        }
    } else {
        assert_eq!(path.status, Status::Partial, "{}", what());
        let reason = path.reason;
        let is_right = matches!(reason, Some(Reason::Disconnected { .. } | Reason::NoWayThere));
        assert!(is_right, "{}: {reason:?}", what());
        tally.partial += 1;
    }
    let (first, last) = (path.polygons[0], path.polygons[path.polygons.len() - 1]);
    let points = plan_points(mesh, path);
    assert!(oracle.walks(first, last, &points), "{}: leaves the mesh: {path:?}", what());
    let polyline: f64 = points.windows(2).map(|p| p[0].distance(p[1])).sum();
    assert!(is_equal(polyline, length), "{}: {polyline}, {length}", what());
    assert!(path.length_3d >= Some(path.length), "{}", what());

    // Pulled tight: no way through the same polygons in the same order is shorter.
    let chain = chain(mesh, &path.polygons);
    let ends = |i: usize| chain.polygon_at(i).expect("a polygon of the chain");
    let tight = Oracle::new(&chain)
        .length((points[0], ends(0)), (points[points.len() - 1], ends(path.polygons.len() - 1)))
        .expect("a way through the polygons of the path");
    assert!(is_equal(length, tight), "{}: {length}, tight {tight}: {path:?}", what());

    let cost = walk_cost::cost(mesh, path, filter) * step;
    assert!(is_equal(path.cost, cost), "{}: cost {}, {cost}: {path:?}", what(), path.cost);

    // Cut off on the way, it ends where it says.
    let limit = 0.7 * path.length;
    let options = PathOptions { max_length: Some(limit), ..funnel(filter) };
    let path = path_between(mesh, scratch, &start, &goal, &options);
    let walked: f64 = path.points.windows(2).map(|p| p[0].plan_distance(p[1])).sum();
    assert!(is_equal(walked, path.length), "{}: {walked} walked: {path:?}", what());
    assert!(path.length <= limit + 1e-9 * limit, "{}: more than {limit}: {path:?}", what());
}

/// Random pairs over random meshes with kinds of ground: even, of different costs, blocked.
fn compare(family: Family) {
    for (form, one_way) in family {
        compare_with(form, |mesh, random| match one_way {
            0 => mesh,
            _ => with_one_way_edges(&mesh, random, one_way),
        });
    }
}

/// The same on meshes that are changed.
fn compare_with(form: Cave, change: impl Fn(NavMesh, &mut Random) -> NavMesh) {
    let mut scratch = Scratch::new();
    let mut tally = Tally::default();
    for seed in 0..9 * more() {
        let mut random = Random::new(seed);
        let mesh = with_areas(&cave(&mut random, form), &mut random, 8);
        let filter = some_filter(seed);
        if !mesh.polygons().any(|r| filter.enters(mesh.polygon(r))) {
            continue;
        }
        let mesh = change(mesh, &mut random);
        check(&World::new(mesh, filter), 40, &mut random, &mut scratch, &mut tally);
    }
    println!(
        "{} complete, {:.2} % longer, worst {:.3}; {} partial",
        tally.complete,
        tally.over / tally.complete as f64 * 100.0,
        tally.worst,
        tally.partial
    );
}

/// Even costs, then uneven ones, then some ground blocked as well.
fn some_filter(seed: u64) -> Filter {
    let mut filter = Filter::default();
    for kind in 0..8 {
        let cost = if seed.is_multiple_of(3) { 2.5 } else { f64::from(kind) * 0.5 + 0.25 };
        filter.set_cost(Area(kind), cost).expect("a cost above 0");
    }
    if seed % 3 == 2 {
        filter.access.set_blocked(Area(0), true);
        filter.access.set_blocked(Area(5), true);
    }
    filter
}

/// A random place on ground that may be entered.
fn some_place(world: &World, random: &mut Random) -> Nearest {
    loop {
        let place = random_place(&world.mesh, random);
        if world.filter.enters(world.mesh.polygon(place.polygon)) {
            return place;
        }
    }
}

fn check(
    world: &World,
    pairs: usize,
    random: &mut Random,
    scratch: &mut Scratch,
    tally: &mut Tally,
) {
    let oracle = Oracle::new(&world.plain);
    for _ in 0..pairs {
        let ends = [(); 2].map(|()| some_place(world, random));
        check_pair(world, &oracle, scratch, ends, tally);
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

#[test]
fn walls_without_width() {
    let thin = |mesh: NavMesh, random: &mut Random| with_thin_walls(&mesh, random, 25);
    compare_with(Cave { free: 90, join: 4, ..FLAT }, thin);
    compare_with(Cave { columns: 4, rows: 4, free: 100, warp: 1, ..FLAT }, thin);
    let one_way = |mesh: NavMesh, random: &mut Random| {
        with_one_way_edges(&with_thin_walls(&mesh, random, 25), random, 10)
    };
    compare_with(Cave { columns: 4, rows: 4, storeys: 2, free: 95, ramps: 25, ..FLAT }, one_way);
}

/// Start and goal on the line of a wall without width, on either side of it: the way leads over
/// its end and back.
#[test]
fn around_the_end_of_a_wall_and_back() {
    // The west rises to a cliff along the lower half of their common side.
    let west = [(0, 0, 90), (4, 0, 90), (4, 4, 0), (4, 8, 0), (0, 8, 0)];
    let east = [(4, 0, 0), (8, 0, 0), (8, 8, 0), (4, 8, 0), (4, 4, 0)];
    for mirror in 0..8 {
        let turned = |(x, y): (i32, i32)| {
            let sign = |bit: i32| if mirror & bit == 0 { 1 } else { -1 };
            let (x, y) = (x * sign(1), y * sign(2));
            if mirror & 4 == 0 { (x, y) } else { (y, x) }
        };
        let ring = |corners: [(i32, i32, i32); 5]| {
            let mut ring = corners.map(|(x, y, height)| {
                let (x, y) = turned((x, y));
                (x, y, height)
            });
            if i32::count_ones(mirror) % 2 == 1 {
                ring.reverse();
            }
            (0, ring.to_vec())
        };
        let mesh = ground_mesh(&[ring(west), ring(east)]);
        let [a, b] = [0, 1].map(|p| PolyRef { tile: TileId(0), polygon: p });
        let mut scratch = Scratch::new();
        for (from, to) in [(1, 1), (1, 3), (3, 1), (2, 2), (4, 1), (5, 2), (1, 7)] {
            let at = |y: i32| turned((4, y));
            let place = |r, (x, y)| place_at(&mesh, r, PlanPoint::new(x, y));
            let length = |ends: [&Nearest; 2], scratch: &mut Scratch| {
                path_between(&mesh, scratch, ends[0], ends[1], &funnel(&Filter::default())).length
            };
            let (start, goal) = (place(a, at(from)), place(b, at(to)));
            // Over the end of the wall where one of them is beside it.
            let expected = match (from < 4, to < 4) {
                (false, false) => (to - from).abs(),
                _ => (4 - from).abs() + (to - 4).abs(),
            };
            let expected = f64::from(expected);
            let there = length([&start, &goal], &mut scratch);
            let back = length([&goal, &start], &mut scratch);
            assert!(
                is_equal(there, expected) && is_equal(back, expected),
                "{mirror} {from} {to}: {there} {back}, not {expected}"
            );
        }
    }
}

#[test]
fn ramps_around_a_pole() {
    let (mut scratch, mut tally) = (Scratch::new(), Tally::default());
    for (sectors, inner, outer) in [(7, 0, 8), (10, 0, 9), (9, 3, 8), (12, 2, 8), (3, 0, 5)] {
        let mut random = Random::new(1);
        for seed in 0..3 {
            let mesh = with_areas(&helix(sectors, inner, outer), &mut random, 8);
            let world = World::new(mesh, some_filter(seed));
            check(&world, 40, &mut random, &mut scratch, &mut tally);
        }
    }
}

/// Between the rims of all sides of a ramp around a point: the way leads over the point, in a ring
/// around it, and where it goes on straight from there over sides in line with it.
#[test]
fn in_a_ring_around_a_point() {
    let (mut scratch, mut tally) = (Scratch::new(), Tally::default());
    let world = World::new(helix(10, 0, 9), Filter::default());
    let oracle = Oracle::new(&world.plain);
    let rim = |sector: u32| {
        let polygon = PolyRef { tile: TileId(0), polygon: sector };
        let corner = world.mesh.corners(polygon).nth(1).expect("three corners");
        place_at(&world.mesh, polygon, corner.plan)
    };
    for from in 0..10_u32 {
        for to in (0..10).filter(|to| from.abs_diff(*to) > 1) {
            let ends = [from, to].map(rim);
            check_pair(&world, &oracle, &mut scratch, ends, &mut tally);
            let filter = Filter::default();
            let path =
                path_between(&world.mesh, &mut scratch, &ends[0], &ends[1], &funnel(&filter));
            let slopes = ends.map(|end| f64::from(end.height).hypot(9.0));
            assert!(is_equal(path.length_3d.expect("asked for"), slopes[0] + slopes[1]));
        }
    }
}

/// Where a path stops on an edge that it runs along, it costs what the cheaper side does.
#[test]
fn a_stop_on_an_edge_is_on_the_cheaper_side() {
    let rings = [
        [(-9, 0), (0, 0), (0, 9), (-9, 9)],
        [(0, 0), (9, 0), (8, 9), (0, 9)],
        [(0, -9), (9, -9), (9, 0), (0, 0)],
        [(9, -9), (18, -9), (18, 9), (9, 0)],
    ];
    let mut filter = Filter::default();
    filter.set_cost(Area(1), 3.0).expect("a cost above 0");
    for slope in 0..9 {
        let turned = |(x, y): (i32, i32)| (9 * x - slope * y, slope * x + 9 * y);
        let polygons: Vec<_> = (0..)
            .zip(rings)
            .map(|(i, ring)| ConvexPolygon {
                corners: ring.map(turned).map(|(x, y)| GroundPoint::new(x, y, 0)).to_vec(),
                area: Area(u8::from(i == 1)),
                ..ConvexPolygon::default()
            })
            .collect();
        let mesh = NavMesh::from_polygons(unit_frame(), &polygons).expect("convex polygons");
        let place = |polygon, at| {
            let (x, y) = turned(at);
            place_at(&mesh, PolyRef { tile: TileId(0), polygon }, PlanPoint::new(x, y))
        };
        let (start, goal) = (place(0, (-4, 0)), place(3, (17, 7)));
        let limit = 9.0 * f64::from(slope).hypot(9.0);
        let options = PathOptions { max_radius: Some(limit), ..funnel(&filter) };
        let mut scratch = Scratch::new();
        let path = path_between(&mesh, &mut scratch, &start, &goal, &options);
        assert_eq!(path.reason, Some(Reason::BeyondRadius { limit }));
        assert!(path.length > 0.7 * limit, "{slope}: {path:?}");
        assert!(is_equal(path.cost, path.length), "{slope}: {path:?}");
    }
}

/// Every generated scene as it is baked, whole and in tiles.
#[test]
fn baked_scenes() {
    let mut scratch = Scratch::new();
    for scene in walkmesh_scenes::list() {
        let generated =
            walkmesh_scenes::generate(scene.name, &SceneOptions::default()).expect("the scene");
        for tile_size in [TileSize::Solo, TileSize::Metres(3.7)] {
            let parameters = Parameters { tile_size, ..generated.preset.parameters() };
            let baked = bake(&generated.soup, &parameters, &BakeOptions::default())
                .expect("the model bakes");
            let (mut random, mut tally) = (Random::new(5), Tally::default());
            let world = World::new(baked.mesh, Filter::default());
            check(&world, 10, &mut random, &mut scratch, &mut tally);
            println!("{} {tile_size:?}: worst {:.3}", scene.name, tally.worst);
        }
    }
}
