//! Meshes to edit.

use std::sync::OnceLock;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::{Frame, GroundPoint};
use walkmesh::mesh::{ConvexPolygon, NavMesh};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh_scenes::SceneOptions;
use walkmesh_testkit::Random;
use walkmesh_testkit::caves::{Cave, cave};

/// A mesh to edit.
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) mesh: NavMesh,
    /// True where all ground is at one height, so that no change has to have a range.
    pub(crate) is_flat: bool,
    /// Half the size of the largest shapes, metres.
    pub(crate) size: f64,
}

impl World {
    pub(crate) fn new(name: &'static str, mesh: NavMesh) -> Self {
        let (low, high) = mesh.bounds().expect("a mesh with ground");
        let size = (high.x - low.x).max(high.z - low.z) / 6.0;
        let is_flat = (high.y - low.y).abs() < 1e-9;
        Self { name, mesh, is_flat, size }
    }

    /// World x and z of a place in the box of the mesh.
    pub(crate) fn place(&self, random: &mut Random) -> [f64; 2] {
        let (low, high) = self.mesh.bounds().expect("a mesh with ground");
        let mut between = |l: f64, h: f64| {
            l + (h - l) * f64::from(random.between(0, 1 << 20)) / f64::from(1 << 20)
        };
        [between(low.x, high.x), between(low.z, high.z)]
    }

    /// A range of heights from somewhere near a corner of the mesh.
    pub(crate) fn heights(&self, random: &mut Random) -> (f64, f64) {
        let polygon = self.mesh.polygon_at(random.below(self.mesh.polygon_count()));
        let polygon = polygon.expect("below the count");
        let Some(corner) = self.mesh.corners(polygon).next() else { return (0.0, 0.0) };
        let at = self.mesh.frame().to_world(corner).y + f64::from(random.between(-30, 30)) / 10.0;
        (at, at + f64::from(random.between(0, 20)) / 10.0)
    }

    /// World x and z of a corner of the mesh, or of a point half a step beside one.
    pub(crate) fn corner(&self, random: &mut Random) -> [f64; 2] {
        let polygon = self.mesh.polygon_at(random.below(self.mesh.polygon_count()));
        let polygon = polygon.expect("below the count");
        let corners: Vec<_> = self.mesh.corners(polygon).collect();
        let at = self.mesh.frame().to_world(corners[random.below(corners.len())]);
        let mut off = || f64::from(random.between(-1, 1)) * self.mesh.frame().step();
        [at.x + off(), at.z + off()]
    }
}

/// Baked meshes, in tiles and whole, and random polygons; flat ones, hills, and storeys.
pub(crate) fn worlds() -> &'static [World] {
    static MADE: OnceLock<Vec<World>> = OnceLock::new();
    MADE.get_or_init(make)
}

fn make() -> Vec<World> {
    let baked = |name, metres: Option<f64>| {
        let generated =
            walkmesh_scenes::generate(name, &SceneOptions::default()).expect("the scene");
        let tile_size = metres.map_or(TileSize::Solo, TileSize::Metres);
        let parameters = Parameters { tile_size, ..generated.preset.parameters() };
        bake(&generated.soup, &parameters, &BakeOptions::default()).expect("the model bakes").mesh
    };
    let hills = || {
        let options = SceneOptions { size: 20, ..SceneOptions::default() };
        let generated = walkmesh_scenes::generate("terrain", &options).expect("the scene");
        let parameters = Parameters {
            tile_size: TileSize::Metres(8.0),
            detail_sample_distance: 1.0,
            detail_max_error: 0.05,
            ..generated.preset.parameters()
        };
        bake(&generated.soup, &parameters, &BakeOptions::default()).expect("the model bakes").mesh
    };
    let floors = Cave { columns: 5, rows: 5, storeys: 3, free: 85, ramps: 25, warp: 1, join: 1 };
    let flat = Cave { columns: 6, rows: 6, storeys: 1, free: 85, ramps: 0, warp: 1, join: 1 };
    let caves = |seed, factor| scaled(&cave(&mut Random::new(seed), flat), factor);
    vec![
        World::new("dining_room in tiles", baked("dining_room", Some(3.7))),
        World::new("pillars in tiles", baked("pillars", Some(5.0))),
        World::new("maze", baked("maze", None)),
        World::new("hills in tiles", hills()),
        World::new("stairs in tiles", baked("stairs", Some(3.0))),
        World::new("building in tiles", baked("building", Some(6.0))),
        World::new("storeys", scaled(&cave(&mut Random::new(9), floors), 300)),
        World::new("warped cave", caves(1, 1000)),
        World::new("warped cave, coarse", caves(2, 25)),
        World::new("warped cave, coarser", caves(3, 5)),
        World::new("warped cave as it is", caves(4, 1)),
    ]
}

/// Meshes of so few polygons that brute force ends.
pub(crate) fn small() -> Vec<World> {
    let flat = Cave { columns: 4, rows: 4, storeys: 1, free: 85, ramps: 0, warp: 1, join: 1 };
    let floors = Cave { columns: 3, rows: 3, storeys: 3, free: 85, ramps: 30, warp: 1, join: 1 };
    let caves = |seed, form, factor| scaled(&cave(&mut Random::new(seed), form), factor);
    vec![
        World::new("small cave", caves(1, flat, 400)),
        World::new("small cave, coarse", caves(2, flat, 12)),
        World::new("small cave as it is", caves(3, flat, 1)),
        World::new("small storeys", caves(4, floors, 300)),
    ]
}

/// Polygons narrower than a step, in many ways.
pub(crate) fn narrow(seed: u64) -> World {
    let mut random = Random::new(seed);
    let rings = if random.chance(50) { fan(&mut random) } else { lens(&mut random) };
    World::new("narrow", turned(&rings, &mut random))
}

/// A fan of triangles between two rows of polygons, whose edges pass the squares of each other's
/// corners.
fn fan(random: &mut Random) -> Vec<Vec<[i32; 3]>> {
    // Each edge from the apex is a little steeper than the one before, and longer.
    let mut tips: Vec<[i32; 2]> = vec![[random.between(20, 3000), 0]];
    for _ in 0..random.between(1, 5) {
        let [x, y] = tips[tips.len() - 1];
        let length = x + random.between(1, 3 * x);
        // The next height at which the edge is above the tip.
        let above = y * length / x + 1;
        tips.push([length, above]);
    }
    let [length, height] = tips[tips.len() - 1];
    let depth = random.between(300, 20_000);
    let mut rings: Vec<Vec<[i32; 2]>> =
        tips.windows(2).map(|pair| vec![[0, 0], pair[0], pair[1]]).collect();
    let below = std::iter::once([0, 0]).chain(tips.iter().copied()).collect::<Vec<_>>();
    rings.extend(below.windows(2).map(|pair| {
        let [[a, _], [b, _]] = [pair[0], pair[1]];
        vec![[a, -depth], [b, -depth], pair[1], pair[0]]
    }));
    rings.push(vec![[0, 0], [length, height], [length, depth], [0, depth]]);
    rings.into_iter().map(|ring| ring.into_iter().map(|[x, y]| [x, y, 0]).collect()).collect()
}

/// A polygon between an edge and a chain of corners a step or two off it, and a slope beyond the edge.
fn lens(random: &mut Random) -> Vec<Vec<[i32; 3]>> {
    let (length, rise) = (random.between(20, 9000), random.between(0, 9000));
    let off = |[x, y]: [i32; 2]| i64::from(rise) * i64::from(x) - i64::from(length) * i64::from(y);
    // The corners below the edge, convex from its start on.
    let mut chain = vec![[0, 0]];
    let mut xs: Vec<i32> =
        (0..random.between(1, 4)).map(|_| random.between(1, length - 1)).collect();
    xs.sort_unstable();
    let on = |x: i32| i64::from(rise) * i64::from(x) / i64::from(length);
    let below = xs.into_iter().map(|x| [x, i32::try_from(on(x)).expect("below the rise")]);
    let turn = |[ax, ay]: [i32; 2], [bx, by]: [i32; 2], [cx, cy]: [i32; 2]| {
        let (ux, uy) = (i64::from(bx - ax), i64::from(by - ay));
        ux * i64::from(cy - ay) - uy * i64::from(cx - ax)
    };
    for next in below.filter(|&p| off(p) > 0).chain([[length, rise]]) {
        while chain.len() > 1 && turn(chain[chain.len() - 2], chain[chain.len() - 1], next) <= 0 {
            chain.pop();
        }
        chain.push(next);
    }
    let (depth, up) = (random.between(300, 9000), random.between(-900, 900));
    let flat = |p: &[i32; 2]| [p[0], p[1], 0];
    let slope = vec![[0, 0, 0], [length, rise, 0], [length, rise + depth, up], [0, depth, up]];
    vec![chain.iter().map(flat).collect(), slope]
}

/// A mesh of polygons, turned and mirrored any way.
fn turned(rings: &[Vec<[i32; 3]>], random: &mut Random) -> NavMesh {
    let (is_turned, is_mirrored) = (random.chance(50), random.chance(50));
    let place = |&[x, y, height]: &[i32; 3]| {
        let x = if is_mirrored { -x } else { x };
        let [x, y] = if is_turned { [-y, x] } else { [x, y] };
        GroundPoint::new(x, y, height)
    };
    let polygon = |ring: &Vec<[i32; 3]>| {
        let mut corners: Vec<GroundPoint> = ring.iter().map(place).collect();
        if is_mirrored {
            corners.reverse();
        }
        ConvexPolygon { corners, ..ConvexPolygon::default() }
    };
    // A chain of two corners is none.
    let polygons: Vec<ConvexPolygon> =
        rings.iter().filter(|ring| ring.len() > 2).map(polygon).collect();
    let frame = Frame::new([0.0, 0.0, 0.0], -12).expect("a frame");
    NavMesh::from_polygons(frame, &polygons).expect("convex polygons")
}

/// The same polygons, so many times as large in plan.
fn scaled(mesh: &NavMesh, factor: i32) -> NavMesh {
    let corner = |c: GroundPoint| GroundPoint::new(c.plan.x * factor, c.plan.y * factor, c.height);
    let polygon = |r| ConvexPolygon {
        corners: mesh.corners(r).map(corner).collect(),
        layer: mesh.polygon(r).layer,
        ..ConvexPolygon::default()
    };
    let polygons: Vec<ConvexPolygon> = mesh.polygons().map(polygon).collect();
    NavMesh::from_polygons(*mesh.frame(), &polygons).expect("polygons of a mesh")
}
