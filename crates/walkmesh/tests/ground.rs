//! The mesh follows the ground of the soup. Every cell centre is within `detail_max_error`; where
//! height triangles bend between two centres a little more can hide, so anywhere on a polygon the
//! height is within one and a half of it of what the ground does within a cell of there.

use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::{PlanPoint, TriangleTree};
use walkmesh::mesh::{NavMesh, PolyRef, TileId};
use walkmesh::parameters::{Parameters, Preset, Survey, TileSize};
use walkmesh::soup::{Class, Soup, Triangle};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::soups::{lone_quad, quad};
use walkmesh_testkit::{Random, sight};

/// Rolling ground: 40 x 40 quads of half a metre, hills of two metres over eight.
fn hills() -> Soup {
    let mut soup = Soup::default();
    let object = soup.add_object("hills");
    for row in 0..=40_u32 {
        for column in 0..=40_u32 {
            let (x, z) = (f64::from(column) * 0.5, f64::from(row) * 0.5);
            let y = (x * std::f64::consts::PI / 8.0).sin() * (z * std::f64::consts::PI / 9.0).cos();
            soup.vertices.push(Point::new(x, y, z));
        }
    }
    for row in 0..40 {
        for column in 0..40 {
            let a = row * 41 + column;
            for corners in [[a, a + 41, a + 1], [a + 1, a + 41, a + 42]] {
                soup.triangles.push(Triangle { corners, object });
            }
        }
    }
    soup
}

/// A random lattice point of the mesh with the mesh's height there.
fn place(mesh: &NavMesh, random: &mut Random) -> Point {
    let polygons: Vec<_> = mesh.polygons().collect();
    loop {
        let polygon = polygons[random.below(polygons.len())];
        let bounds = mesh.polygon(polygon).bounds;
        let plan = PlanPoint::new(
            random.between(bounds.min.x, bounds.max.x),
            random.between(bounds.min.y, bounds.max.y),
        );
        if sight::holds(mesh, polygon, plan) {
            return mesh.frame().to_world(plan.at(mesh.height_at(polygon, plan)));
        }
    }
}

/// Lowest and highest ground of the soup within a cell of `p`, near its height.
fn range(tree: &TriangleTree, p: Point, cell: f64, reach: f64) -> Option<(f64, f64)> {
    let offsets = [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0];
    let mut range: Option<(f64, f64)> = None;
    for dx in offsets {
        for dz in offsets {
            let above = Point::new(p.x + dx * cell, p.y + reach, p.z + dz * cell);
            let Some(hit) = tree.below(above) else { continue };
            if hit.point.y > p.y - reach {
                let (low, high) = range.get_or_insert((hit.point.y, hit.point.y));
                *low = low.min(hit.point.y);
                *high = high.max(hit.point.y);
            }
        }
    }
    range
}

fn follows(name: &str, soup: &Soup, parameters: &Parameters) {
    let baked = bake(soup, parameters, &BakeOptions::default()).expect("the soup bakes");
    let mesh = baked.mesh;
    let tree = TriangleTree::new(soup.triangles.iter().filter_map(|t| soup.corners(t)));
    let mut random = Random::new(11);
    let (mut worst, mut over): (f64, u32) = (0.0, 0);
    for _ in 0..3_000 {
        let p = place(&mesh, &mut random);
        let reach = parameters.agent.max_climb;
        let (low, high) =
            range(&tree, p, parameters.cell_size, reach).ok_or(p).expect("ground within a climb");
        let off = (low - p.y).max(p.y - high).max(0.0);
        worst = worst.max(off);
        over += u32::from(off > parameters.detail_max_error);
        assert!(
            off <= 1.5 * parameters.detail_max_error,
            "{name}: {off} m off at {p:?}, the ground is {low}..{high}"
        );
    }
    println!("{name}: at most {worst:.4} m off, {over} of 3000 places over the error");
    assert!(over <= 30, "{name}: {over} of 3000 places are over the error");
}

/// A slope that is a cell wide has one row of heights, and is no less a slope up to its edges.
#[test]
fn narrow_slopes_are_slopes_up_to_their_edges() {
    let agent = Agent { radius: 0.0, max_slope: 70.0, ..Agent::default() };
    let parameters = Parameters {
        agent,
        survey: Survey::Exact,
        cell_size: 0.4,
        region_min_area: 0.0,
        filter_ledges: false,
        detail_max_error: 0.05,
        ..Parameters::default()
    };
    let mut random = Random::new(4);
    for width in [0.3, 0.45, 0.6, 1.0] {
        let at = f64::from(random.between(0, 40)) / 100.0;
        let rise = |x: f64| 1.5 * (x - at);
        let corner = |x: f64, z: f64| Point::new(x, rise(x), z);
        let (low, high) = (at, at + width);
        let corners = [(low, 0.0), (low, 7.0), (high, 9.0), (high, 0.0)].map(|(x, z)| corner(x, z));
        let mut soup = Soup::default();
        let object = soup.add_object("slope");
        soup.vertices = corners.to_vec();
        soup.triangles =
            [[0, 1, 2], [0, 2, 3]].map(|corners| Triangle { corners, object }).to_vec();
        let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
        assert!(mesh.area_m2() > 7.0 * width);
        for _ in 0..500 {
            let p = place(&mesh, &mut random);
            assert!((p.y - rise(p.x)).abs() < 0.05, "{width}: {p:?}, the ground is {}", rise(p.x));
        }
    }
}

#[test]
fn heights_are_within_the_detail_error() {
    let human = Preset::Human.parameters();
    for tile_size in [TileSize::Solo, TileSize::Metres(3.3)] {
        let parameters = Parameters { tile_size, ..human };
        follows("hills", &hills(), &parameters);
        let exact = Parameters { survey: Survey::Exact, ..parameters };
        follows("hills, exact", &hills(), &exact);
        for scene in ["dining_room", "stairs", "building"] {
            let soup = generate(scene, &SceneOptions::default()).expect("the scene").soup;
            follows(scene, &soup, &parameters);
        }
    }
}

/// The widest gap between the grounds of two polygons on an edge that tiles share, metres, and how
/// many such edges there are between tiles that are wanted.
fn widest_gap(mesh: &NavMesh, is_wanted: impl Fn(TileId, TileId) -> bool) -> (f64, usize) {
    let (mut widest, mut edges) = (0, 0);
    for polygon in mesh.polygons() {
        let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
        for (k, edge) in mesh.edges(polygon).iter().enumerate() {
            let is_beyond = |other: &PolyRef| other.tile > polygon.tile;
            let Some(other) = edge.neighbour().filter(is_beyond) else { continue };
            if !is_wanted(polygon.tile, other.tile) {
                continue;
            }
            edges += 1;
            let (a, b) = (corners[k], corners[(k + 1) % corners.len()]);
            for i in 0..=40 {
                let at = |a: i32, b: i32| a + (b - a) / 40 * i;
                let p = PlanPoint::new(at(a.x, b.x), at(a.y, b.y));
                widest = widest.max(mesh.height_at(polygon, p).abs_diff(mesh.height_at(other, p)));
            }
        }
    }
    (f64::from(widest) * mesh.frame().step(), edges)
}

/// Also where pieces are so thin along a tile side that they hold no cell's centre: at the border
/// of the hills, which is a radius away.
#[test]
fn tiles_have_one_ground_along_the_side_between_them() {
    for survey in [Survey::Voxel, Survey::Exact] {
        for radius in [0.0, 0.15, 0.25, 0.4, 0.55] {
            let human = Preset::Human.parameters();
            let agent = Agent { radius, ..human.agent };
            let tile_size = TileSize::Metres(3.3);
            let parameters = Parameters { survey, agent, tile_size, ..human };
            let mesh = bake(&hills(), &parameters, &BakeOptions::default()).expect("hills").mesh;
            let (widest, edges) = widest_gap(&mesh, |_, _| true);
            assert!(edges > 20, "{edges} edges");
            assert!(widest < 0.001, "{survey:?}, radius {radius} m: {widest} m apart");
        }
    }
}

/// Two ramps, one 6 mm over the other, and crates that cover part of the lower one, centimetres; the
/// first crate is only there so that a tile ends on the side of the last.
fn ramps() -> Soup {
    let mut soup = Soup::default();
    let metres = |corners: [[f64; 3]; 4]| corners.map(|p| p.map(|v| v * 0.01));
    let mut ramp = |[x0, x1]: [f64; 2], [z0, z1]: [f64; 2], [y0, y1]: [f64; 2]| {
        lone_quad(&mut soup, metres([[x0, y0, z0], [x0, y0, z1], [x1, y1, z1], [x1, y1, z0]]));
    };
    ramp([6.0, 36.0], [26.0, 36.0], [5.0, 11.0]);
    ramp([17.0, 37.0], [23.0, 49.0], [6.0, 12.0]);
    let mut crate_over = |[x0, x1]: [f64; 2], [z0, z1]: [f64; 2], [y0, y1]: [f64; 2]| {
        let object = soup.add_object("crate");
        soup.objects.last_mut().expect("just added").class = Class::Obstacle;
        let mut face = |corners| quad(&mut soup, object, metres(corners));
        face([[x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0]]);
        face([[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]]);
        face([[x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]]);
        face([[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]]);
        face([[x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0]]);
        face([[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]]);
    };
    crate_over([0.0, 21.0], [13.0, 34.0], [0.0, 6.0]);
    crate_over([7.0, 31.0], [26.0, 47.0], [1.0, 8.0]);
    crate_over([23.0, 46.0], [7.0, 34.0], [4.0, 7.0]);
    soup
}

#[test]
fn corners_of_a_floor_have_its_height_where_another_is_just_under_it() {
    let agent = Agent { height: 0.04, radius: 0.0, max_climb: 0.0, max_slope: 45.0 };
    let parameters = Parameters {
        agent,
        survey: Survey::Exact,
        cell_size: 0.01,
        cell_height: 0.001,
        region_min_area: 0.0008,
        polygon_min_area: 0.0016,
        edge_max_error: 0.0,
        detail_sample_distance: 0.01,
        detail_max_error: 0.01,
        tile_size: TileSize::Metres(0.24),
        ..Parameters::default()
    };
    let mesh = bake(&ramps(), &parameters, &BakeOptions::default()).expect("ramps").mesh;
    // North of these the border of the upper ramp is on the lower one.
    let (widest, edges) = widest_gap(&mesh, |a, b| [a, b] == [TileId(0), TileId(1)]);
    assert!(edges > 0, "{edges} edges");
    assert!(widest < 0.001, "{widest} m apart");
}
