//! Small polygons that lead nowhere go when a bake is told so, and nothing else does.

use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::predicates::ring_area_doubled;
use walkmesh::geom::{PlanPoint, cast};
use walkmesh::mesh::{NavMesh, PolyRef};
use walkmesh::parameters::{MergeGoal, Parameters, Survey, TileSize};
use walkmesh::soup::Soup;
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::soups::{level, lone_quad};

/// How many others a polygon leads to.
fn neighbours(mesh: &NavMesh, polygon: PolyRef) -> usize {
    let beyond = mesh.edges(polygon).iter().filter_map(|edge| edge.neighbour());
    let mut others: Vec<PolyRef> = beyond.collect();
    others.sort_unstable();
    others.dedup();
    others.len()
}

fn area(mesh: &NavMesh, polygon: PolyRef) -> f64 {
    let ring: Vec<PlanPoint> = mesh.corners(polygon).map(|corner| corner.plan).collect();
    cast::float_wide(ring_area_doubled(&ring)) / 2.0 * mesh.frame().step().powi(2)
}

/// The polygons under an area, square metres.
fn small(mesh: &NavMesh, least: f64) -> Vec<PolyRef> {
    let is_small = |&p: &PolyRef| area(mesh, p) < least;
    mesh.polygons().filter(is_small).collect()
}

#[test]
fn small_dead_ends_go_and_ways_stay() {
    let least = 0.25;
    let mut gone = 0;
    for (name, survey) in ["dining_room", "hospital"]
        .into_iter()
        .flat_map(|n| [Survey::Voxel, Survey::Exact].map(|s| (n, s)))
    {
        let scene = generate(name, &SceneOptions::default()).expect("a scene");
        for merge_goal in [MergeGoal::Quick, MergeGoal::Fewest, MergeGoal::Fastest] {
            let baked = |polygon_min_area: f64| {
                let parameters = Parameters {
                    survey,
                    merge_goal,
                    polygon_min_area,
                    tile_size: TileSize::Solo,
                    ..scene.preset.parameters()
                };
                bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh
            };
            let (all, culled) = (baked(0.0), baked(least));
            assert_eq!(culled.validate(), []);
            assert!(small(&culled, least).iter().all(|&p| neighbours(&culled, p) > 1), "{name}");
            let lost = small(&all, least).len() - small(&culled, least).len();
            assert_eq!(all.polygon_count() - culled.polygon_count(), lost, "{name}");
            let area_of = |mesh: &NavMesh| -> f64 {
                small(mesh, least).into_iter().map(|p| area(mesh, p)).sum()
            };
            let apart = (all.area_m2() - area_of(&all)) - (culled.area_m2() - area_of(&culled));
            assert!(apart.abs() < 1e-6, "{name}: {apart}");
            gone += lost;
        }
    }
    assert!(gone > 50, "{gone}");
}

/// A corridor over the corner where four tiles meet goes through small pieces of two of them; one
/// along a side of a tile may go around a gap by a small piece of the next.
#[test]
fn ways_through_the_edge_of_a_tile_stay() {
    let mut corner = Soup::default();
    let aside = [[-0.25, 7.75], [0.25, 8.25], [8.25, 0.25], [7.75, -0.25]];
    lone_quad(&mut corner, aside.map(|[x, z]| [x, 0.0, z]));
    let mut gap = Soup::default();
    for floor in [[3.0, 1.0, 4.0, 2.0], [3.0, 2.4, 4.0, 3.6], [4.0, 1.6, 4.5, 2.8]] {
        lone_quad(&mut gap, level(floor, 0.0));
    }
    // They only set the grid's corner and size.
    lone_quad(&mut gap, level([0.0, 0.0, 0.5, 0.5], 5.0));
    lone_quad(&mut gap, level([8.2, 0.0, 8.6, 0.4], 5.0));
    for (soup, size, least) in [(corner, 4.2, 0.3), (gap, 4.0, 0.7)] {
        let baked = |tile_size: TileSize, polygon_min_area: f64| {
            let parameters = Parameters {
                survey: Survey::Exact,
                agent: Agent { radius: 0.0, ..Agent::default() },
                cell_size: 0.05,
                cell_height: 0.05,
                region_min_area: 0.0,
                tile_size,
                polygon_min_area,
                ..Parameters::default()
            };
            bake(&soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh
        };
        let tiles = TileSize::Metres(size);
        let (all, culled) = (baked(tiles, 0.0), baked(tiles, least));
        assert!(!small(&all, least).is_empty() && all.tiles().len() > 1);
        let solo = baked(TileSize::Solo, least);
        assert_eq!(culled.components().len(), solo.components().len());
        assert!((culled.area_m2() - solo.area_m2()).abs() < 1e-3);
    }
}
