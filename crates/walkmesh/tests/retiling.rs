//! One finished surface, partitioned in several ways and cut on several grids of tiles, gives the
//! same shortest lengths within a lattice step a corner.

use walkmesh::geom::{PlanBox, PlanPoint, Point};
use walkmesh::mesh::{NavMesh, TileCoord, TileParts};
use walkmesh::parameters::{Parameters, Resolved, TileSize};
use walkmesh::partition::{MergeOptions, Order, merge};
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh::surface::Surface;
use walkmesh::survey::voxel::survey_tile;
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::Random;

/// Pairs of points tried on each scene.
const PAIRS: usize = 150;

fn surveyed(scene: &str) -> (Surface, Parameters, Resolved) {
    let scene = generate(scene, &SceneOptions::default()).expect("the scene");
    // Islands stay: how many pieces one is cut into must not decide whether it goes.
    let parameters =
        Parameters { region_min_area: 0.0, tile_size: TileSize::Solo, ..scene.preset.parameters() };
    let (low, high) = scene.soup.bounds().expect("triangles");
    let resolved = parameters.resolve(low, high).expect("parameters in range");
    let triangles = 0..scene.soup.triangles.len();
    let clip = resolved.tile_box(0, 0);
    let tile =
        survey_tile(&scene.soup, triangles, &parameters, &resolved, clip, false).expect("a survey");
    (tile.surface, parameters, resolved)
}

/// A grid of square tiles to cut on: how far its corner lies before the surface's (x, y), and the
/// size of a tile, steps.
type Grid = (i32, i32, i32);

/// The mesh of the surface cut on a grid (`None`: uncut), merged in the given order.
fn mesh_of(
    (surface, parameters, resolved): &(Surface, Parameters, Resolved),
    grid: Option<Grid>,
    order: Order,
) -> NavMesh {
    let mut resolved = *resolved;
    let tiles = match grid {
        None => vec![(TileCoord { x: 0, y: 0 }, surface.clone())],
        Some((before_x, before_y, size)) => {
            let (min, max) = (surface.clip.min, surface.clip.max);
            let origin = PlanPoint::new(min.x - before_x, min.y - before_y);
            // What the bake would have resolved to for this grid: tiles of one cell.
            (resolved.cell, resolved.tile_cells) = (size, 1);
            resolved.columns = (max.x - origin.x).div_euclid(size) + 1;
            resolved.rows = (max.y - origin.y).div_euclid(size) + 1;
            let end = |start: i32, n: i32| start + n * size;
            let corner =
                PlanPoint::new(end(origin.x, resolved.columns), end(origin.y, resolved.rows));
            resolved.clip = PlanBox::new(origin, corner);
            let tiles = surface.cut(origin, size).expect("tiles").into_iter();
            tiles.map(|t| (TileCoord { x: t.column, y: t.row }, t.surface)).collect()
        }
    };
    let parts = tiles
        .into_iter()
        .map(|(coord, surface)| TileParts {
            coord,
            clip: surface.clip,
            partition: merge(&surface, &MergeOptions { order, ..MergeOptions::default() })
                .expect("a partition"),
            ground: None,
            input: None,
        })
        .collect();
    let mesh = NavMesh::assemble(parameters, &resolved, [0; 32], parts).expect("a mesh");
    let problems = mesh.validate();
    assert!(problems.is_empty(), "{grid:?} {order:?}: {}", problems[0]);
    mesh
}

/// Lattice points of the mesh, inside random polygons.
fn points(mesh: &NavMesh, random: &mut Random) -> Vec<Point> {
    let polygons: Vec<_> = mesh.polygons().collect();
    let mut found = Vec::new();
    while found.len() < 2 * PAIRS {
        let polygon = polygons[random.below(polygons.len())];
        let corners: Vec<_> = mesh.corners(polygon).collect();
        let [a, b, c] = [(); 3].map(|()| corners[random.below(corners.len())]);
        let mean = |f: fn(walkmesh::geom::GroundPoint) -> i32| {
            i32::try_from((i64::from(f(a)) + i64::from(f(b)) + i64::from(f(c))).div_euclid(3))
        };
        let plan = PlanPoint::new(
            mean(|p| p.plan.x).expect("a mean"),
            mean(|p| p.plan.y).expect("a mean"),
        );
        let height = mesh.height_at(polygon, plan);
        found.push(mesh.frame().to_world(plan.at(height)));
    }
    found
}

fn lengths_agree(scene: &str) {
    let survey = surveyed(scene);
    let base = mesh_of(&survey, None, Order::default());
    let mut random = Random::new(7);
    let points = points(&base, &mut random);
    let step = base.frame().step();
    let grids = [
        (None, Order::None),
        (None, Order::ShortestEdge),
        (Some((0, 0, 12_345)), Order::LongestEdge),
        (Some((777, 4_033, 7_001)), Order::LongestEdge),
        (Some((5, 9, 20_000)), Order::None),
    ];
    let (mut scratch, mut other_scratch) = (Scratch::new(), Scratch::new());
    let options = PathOptions::default();
    for (grid, order) in grids {
        let other = mesh_of(&survey, grid, order);
        let mut complete = 0;
        for pair in points.chunks_exact(2) {
            let one = path(&base, &mut scratch, pair[0], pair[1], &options);
            let two = path(&other, &mut other_scratch, pair[0], pair[1], &options);
            assert_eq!(one.status, two.status, "{scene} {grid:?} {pair:?}");
            if one.status == Status::Complete {
                complete += 1;
                let corners = one.points.len().max(two.points.len());
                let allowed = step * f64::from(u32::try_from(corners).expect("a small count"));
                let off = (one.length - two.length).abs();
                assert!(off <= allowed, "{scene} {grid:?} {order:?} {pair:?}: off by {off}");
            }
        }
        assert!(complete > PAIRS / 4, "{scene}: only {complete} pairs have a path");
    }
}

#[test]
fn a_dining_room() {
    lengths_agree("dining_room");
}

#[test]
fn a_building() {
    lengths_agree("building");
}

#[test]
fn a_maze() {
    lengths_agree("maze");
}

#[test]
fn two_storeys() {
    lengths_agree("stairs");
}
