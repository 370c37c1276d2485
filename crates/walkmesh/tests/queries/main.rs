//! The questions to a mesh other than paths, each against its brute-force oracle on four kinds of
//! mesh, with smallest cases by hand.
//!
//! Plain runs ask some hundred questions a kind; `WALKMESH_MORE=25` asks 10,000 of each.

mod allocations;
mod around;
mod field;
mod goals;
mod move_along;
mod random;
mod raycast;
mod reachable;
mod wall_distance;

use std::collections::BTreeMap;
use std::sync::Mutex;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, Nearest, Passage, PolyRef};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::query::Filter;
use walkmesh::soup::Area;
use walkmesh_scenes::SceneOptions;
use walkmesh_testkit::caves::{Cave, cave, helix, with_one_way_edges};
use walkmesh_testkit::places::{place_at, random_place};
use walkmesh_testkit::variants::{stretched, walled, with_areas};
use walkmesh_testkit::{Random, more, planar_mesh};

/// A mesh to ask.
struct World {
    name: &'static str,
    mesh: NavMesh,
    filter: Filter,
    /// The mesh as the filter leaves it, for the oracles.
    plain: NavMesh,
}

impl World {
    fn new(name: &'static str, mesh: NavMesh, filter: Filter) -> Self {
        let plain = walled(&mesh, &filter);
        Self { name, mesh, filter, plain }
    }
}

/// Asks 100 questions (times `more`) on each kind of mesh. One mesh in five reaches for the ends
/// of the lattice.
fn ask_everywhere(ask: impl FnMut(&World, &mut Random)) {
    ask_stretched(11_000_003, ask);
}

/// The same on small coordinates only, for oracles that need them.
fn ask_everywhere_small(ask: impl FnMut(&World, &mut Random)) {
    ask_stretched(1, ask);
}

fn ask_stretched(factor: i32, mut ask: impl FnMut(&World, &mut Random)) {
    each_world(factor, |world, random| {
        for _ in 0..10 {
            ask(world, random);
        }
    });
}

/// Hands on 10 meshes of each kind (times `more`), for ten questions each.
fn each_world(factor: i32, mut ask: impl FnMut(&World, &mut Random)) {
    let mut asked = [0_u64; 4];
    for (kind, count) in asked.iter_mut().enumerate() {
        for (seed, number) in (0..10 * more()).zip(1..) {
            let mut random = Random::new(number);
            let Some(world) = world(kind, seed, factor, &mut random) else { continue };
            ask(&world, &mut random);
            *count += 10;
        }
    }
    println!("asked on caves, storeys, one-way and blocked, baked scenes: {asked:?}");
    assert!(asked.iter().all(|&n| n > 60 * more()));
}

/// A mesh of a kind; `None` where a random one has no ground.
fn world(kind: usize, seed: u64, factor: i32, random: &mut Random) -> Option<World> {
    let flat = Cave { columns: 7, rows: 6, storeys: 1, free: 75, ramps: 0, warp: 0, join: 1 };
    let (name, mesh) = match (kind, seed % 4) {
        (0, 0) => ("cave", cave(random, flat)),
        (0, 1) => ("joined cave", cave(random, Cave { columns: 9, rows: 5, join: 9, ..flat })),
        (0, _) => ("warped cave", cave(random, Cave { warp: 1, free: 85, ..flat })),
        (1, 0) => ("helix", helix(random.between(3, 12), random.between(0, 1) * 3, 8)),
        (1, n) => {
            let warp = i32::from(n == 1);
            let form = Cave { columns: 5, rows: 4, storeys: 3, free: 85, ramps: 25, warp, join: 3 };
            ("storeys", cave(random, form))
        }
        (2, n) => {
            let storeys = if n == 3 { 2 } else { 1 };
            let form = Cave { free: 90, storeys, ramps: 25, warp: i32::from(n < 2), ..flat };
            let mesh = cave(random, form);
            let one_way = match n {
                0 => 0,
                1 => 10,
                2 => 25,
                _ => 15,
            };
            let mesh = with_one_way_edges(&mesh, random, one_way);
            ("one-way and blocked", with_areas(&mesh, random, 8))
        }
        _ => return Some(baked(usize::try_from(seed).expect("a small number"))),
    };
    if mesh.polygon_count() == 0 {
        return None;
    }
    let mesh = if seed.is_multiple_of(5) { stretched(&mesh, factor) } else { mesh };
    let mut filter = Filter::default();
    if kind == 2 {
        filter.access.set_blocked(Area(0), seed % 4 != 1);
        filter.access.set_blocked(Area(7), seed.is_multiple_of(4));
    }
    for kind in 1..7 {
        filter.set_cost(Area(kind), f64::from(kind) * 0.5).expect("a cost above 0");
    }
    let enters = mesh.polygons().any(|r| filter.enters(mesh.polygon(r)));
    enters.then(|| World::new(name, mesh, filter))
}

static BAKED: Mutex<BTreeMap<usize, NavMesh>> = Mutex::new(BTreeMap::new());

/// A generated scene as it is baked, whole or in tiles.
fn baked(seed: usize) -> World {
    let scenes = walkmesh_scenes::list();
    let index = seed % (2 * scenes.len());
    let scene = &scenes[index / 2];
    let bake_it = || {
        let generated =
            walkmesh_scenes::generate(scene.name, &SceneOptions::default()).expect("the scene");
        let tile_size =
            if index.is_multiple_of(2) { TileSize::Solo } else { TileSize::Metres(3.7) };
        let parameters = Parameters { tile_size, ..generated.preset.parameters() };
        bake(&generated.soup, &parameters, &BakeOptions::default()).expect("the model bakes").mesh
    };
    let mut baked = BAKED.lock().expect("no test panics while it bakes");
    let mesh = baked.entry(index).or_insert_with(bake_it).clone();
    drop(baked);
    World::new(scene.name, mesh, Filter::default())
}

/// A random place that the filter enters.
fn any_place(world: &World, random: &mut Random) -> Nearest {
    loop {
        let place = random_place(&world.mesh, random);
        if world.filter.enters(world.mesh.polygon(place.polygon)) {
            return place;
        }
    }
}

fn is_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(0.1)
}

fn square(x: i32, y: i32, size: i32) -> Vec<(i32, i32)> {
    vec![(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
}

fn polygon(mesh: &NavMesh, index: usize) -> PolyRef {
    mesh.polygon_at(index).expect("a polygon")
}

fn place(mesh: &NavMesh, index: usize, x: i32, y: i32) -> Nearest {
    place_at(mesh, polygon(mesh, index), PlanPoint::new(x, y))
}

/// The world point of a plan point.
fn target(x: i32, y: i32) -> [f64; 3] {
    [f64::from(x), 0.0, f64::from(-y)]
}

/// The mesh with the edge from polygon `from` to `to` closed.
fn closed(mesh: &NavMesh, from: usize, to: usize) -> NavMesh {
    let is = |m: &NavMesh| {
        m.polygons().all(|r| {
            m.edges(r).iter().filter(|e| e.neighbour().is_some()).all(|e| {
                let there = e.neighbour().map(|n| m.index(n));
                (e.passage() == Passage::Closed) == (m.index(r) == from && there == Some(to))
            })
        })
    };
    let mut random = Random::new(0);
    loop {
        let candidate = with_one_way_edges(mesh, &mut random, 30);
        if is(&candidate) {
            return candidate;
        }
    }
}

/// The eight symmetries of the plane, so that a case is seen from all sides.
const MIRRORS: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [0, -1, 1, 0],
    [-1, 0, 0, -1],
    [0, 1, -1, 0],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, -1, 0],
];

fn turned([a, b, c, d]: [i32; 4], (x, y): (i32, i32)) -> (i32, i32) {
    (a * x + b * y, c * x + d * y)
}

/// A flat mesh seen in one of the mirrors.
fn mirrored(mirror: [i32; 4], polygons: &[Vec<(i32, i32)>]) -> NavMesh {
    let [a, b, c, d] = mirror;
    let turn = |ring: &Vec<(i32, i32)>| {
        let mut ring: Vec<_> = ring.iter().map(|&p| turned(mirror, p)).collect();
        if a * d - b * c < 0 {
            ring.reverse();
        }
        ring
    };
    planar_mesh(&polygons.iter().map(turn).collect::<Vec<_>>())
}
