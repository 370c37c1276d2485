//! Exact surveys of generated scenes against the truth, computed from the triangles.

mod oracle;
mod solids;
mod specks;
mod winders;

use oracle::Oracle;
use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::predicates::{Side, side_of_ring};
use walkmesh::geom::{PlanBox, PlanPoint};
use walkmesh::parameters::{Parameters, Preset, Resolved, Survey, TileSize};
use walkmesh::soup::{Soup, Triangle};
use walkmesh::surface::{Heights, Layer, Patch, Ring};
use walkmesh::survey::exact::{self, ExactTile};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::Random;

/// What is promised beside the arc tolerance, metres.
const MILLIMETRE: f64 = 0.001;
/// What is nearer in height is the same ground, metres.
const STOREY: f64 = 0.3;

fn parameters() -> Parameters {
    Parameters {
        survey: Survey::Exact,
        region_min_area: 0.0,
        tile_size: TileSize::Solo,
        ..Preset::Human.parameters()
    }
}

fn scene(name: &str, size: u32) -> Soup {
    generate(name, &SceneOptions { size, seed: 1 }).expect("the scene is known").soup
}

/// All of a soup as one tile.
fn surveyed(soup: &Soup, p: &Parameters) -> (Resolved, ExactTile) {
    let (min, max) = soup.bounds().expect("corners");
    let resolved = p.resolve(min, max).expect("sound parameters");
    let all = 0..soup.triangles.len();
    let tile = exact::survey_tile(soup, all, p, &resolved, resolved.clip, false);
    (resolved, tile.expect("surveyed"))
}

/// Whether a place is on an outline of a layer, where it may belong to another layer as well.
fn is_on_border(layer: &Layer, p: PlanPoint) -> bool {
    let on = |ring: &Ring| {
        let plan: Vec<PlanPoint> = ring.points.iter().map(|p| p.plan).collect();
        side_of_ring(&plan, p) == Side::Border
    };
    layer.patches.iter().flat_map(Patch::rings).any(on)
}

/// Whether ground of a layer is at a place, its border included.
fn holds(layer: &Layer, p: PlanPoint) -> bool {
    let plan = |ring: &Ring| -> Vec<PlanPoint> { ring.points.iter().map(|p| p.plan).collect() };
    let holds = |patch: &Patch| {
        side_of_ring(&plan(&patch.outer), p) != Side::Outside
            && patch.holes.iter().all(|hole| side_of_ring(&plan(hole), p) != Side::Inside)
    };
    layer.patches.iter().any(holds)
}

/// Compares a survey with the truth at `count` random places, most of them near outlines: borders
/// are no more than `most` metres off, beside the arc tolerance.
fn agrees_with_the_triangles(soup: &Soup, p: &Parameters, count: usize, most: f64) {
    let (resolved, tile) = surveyed(soup, p);
    let oracle = Oracle::new(soup, p, &resolved);
    let surface = &tile.surface;
    let rings: Vec<_> = surface
        .layers
        .iter()
        .flat_map(|layer| &layer.patches)
        .flat_map(Patch::rings)
        .map(|ring| &ring.points)
        .collect();
    assert!(!rings.is_empty());
    let mut random = Random::new(7);
    let (mut inside, mut outside) = (0, 0);
    for i in 0..count {
        let place = if i % 8 == 0 {
            PlanPoint::new(
                random.between(resolved.clip.min.x, resolved.clip.max.x),
                random.between(resolved.clip.min.y, resolved.clip.max.y),
            )
        } else {
            let ring = rings[random.below(rings.len())];
            let k = random.below(ring.len());
            let (a, b) = (ring[k].plan, ring[(k + 1) % ring.len()].plan);
            let along = i64::from(random.between(0, 1000));
            let off = |random: &mut Random| {
                let reach = [4, 40, 400][random.below(3)];
                random.between(-reach, reach)
            };
            let at = |p: i32, q: i32| {
                let at = i64::from(p) + (i64::from(q) - i64::from(p)) * along / 1000;
                i32::try_from(at).expect("between two corners")
            };
            PlanPoint::new(at(a.x, b.x) + off(&mut random), at(a.y, b.y) + off(&mut random))
        };
        if surface.layers.iter().any(|layer| is_on_border(layer, place)) {
            continue;
        }
        let world = surface.frame.plan_to_world(place);
        let (x, y) = (world.x, -world.z);
        let floors: Vec<f64> = {
            let mut floors: Vec<f64> = oracle.heights(x, y).collect();
            floors.sort_by(f64::total_cmp);
            // Of grounds within a climb the highest counts.
            let mut kept: Vec<f64> = Vec::new();
            for h in floors {
                match kept.last_mut() {
                    Some(last) if h - *last <= p.agent.max_climb + 1e-6 => *last = h,
                    _ => kept.push(h),
                }
            }
            kept
        };
        for &height in &floors {
            if oracle.is_steep(x, y, height) {
                continue;
            }
            let room = oracle.room(x, y, height);
            let off = |layer: &Layer, h: f64| {
                let own = surface.frame.metres(f64::from(layer_height(layer, place)));
                (own + surface.frame.origin().y - h).abs()
            };
            let is_here = |layer: &&Layer| off(layer, height) < STOREY && holds(layer, place);
            let mut here = surface.layers.iter().filter(is_here).peekable();
            let is_walked = here.peek().is_some();
            // Known only about: it may be the ground below or above.
            if here.any(|layer| floors.iter().any(|&h| off(layer, h) < off(layer, height))) {
                continue;
            }
            if is_walked {
                inside += 1;
                assert!(
                    room >= p.agent.radius - most,
                    "{place:?} at {height}: walked with {room} m around"
                );
            } else {
                outside += 1;
                assert!(
                    room <= p.agent.radius + p.arc_tolerance + most,
                    "{place:?} at {height}: left out with {room} m around"
                );
            }
        }
    }
    assert!(inside > count / 8 && outside > count / 8, "{inside} inside, {outside} outside");
}

/// About the height of a layer at a place: enough to tell storeys.
fn layer_height(layer: &Layer, place: PlanPoint) -> i32 {
    let corners = layer.patches.iter().flat_map(Patch::rings).flat_map(|ring| &ring.points);
    let corner = || corners.min_by_key(|p| p.plan.distance_squared(place)).map(|p| p.height);
    let sampled = match &layer.heights {
        Heights::Corners => None,
        Heights::Grid(grid) => {
            let cell = grid.cell_of(place);
            cell.and_then(|(column, row)| grid.get(column, row))
        }
    };
    sampled.or_else(corner).expect("a patch has corners")
}

#[test]
fn flat_scenes_are_true_to_a_millimetre() {
    for (name, size) in
        [("dining_room", 1), ("pillar", 0), ("pillars", 5), ("building", 3), ("nested", 3)]
    {
        println!("{name}");
        agrees_with_the_triangles(&scene(name, size), &parameters(), 300, MILLIMETRE);
    }
}

#[test]
fn stairs_are_true_to_a_millimetre() {
    agrees_with_the_triangles(&scene("stairs", 2), &parameters(), 300, MILLIMETRE);
}

#[test]
fn factories_and_hospitals_are_true_to_a_millimetre() {
    for (name, size) in [("soap_factory", 1), ("hospital", 30)] {
        let scene = scene(name, size);
        println!("{name}: {} triangles", scene.triangles.len());
        agrees_with_the_triangles(&scene, &parameters(), 150, MILLIMETRE);
    }
}

/// Steps of 0.17 m, 2 m wide and 0.4 m deep, whose edges are `bevel` m of 55 degrees; risers
/// below them are upright.
fn bevelled_steps(count: u32, bevel: f64) -> Soup {
    let mut soup = Soup::default();
    let object = soup.add_object("steps");
    let rise = bevel * 55_f64.to_radians().tan();
    let mut profile = vec![(-2.0, 0.0)];
    for i in 0..count {
        let (x, y) = (0.4 * f64::from(i), 0.17 * f64::from(i + 1));
        profile.extend([(x, y - 0.17), (x, y - rise), (x + bevel, y)]);
    }
    let last = profile[profile.len() - 1];
    profile.push((last.0 + 2.0, last.1));
    for pair in profile.windows(2) {
        let first = u32::try_from(soup.vertices.len()).expect("few");
        let [(a, low), (b, high)] = [pair[0], pair[1]];
        for (x, y, z) in [(a, low, 0.0), (b, high, 0.0), (b, high, 2.0), (a, low, 2.0)] {
            soup.vertices.push(Point::new(x, y, z));
        }
        for corners in [[first, first + 2, first + 1], [first, first + 3, first + 2]] {
            soup.triangles.push(Triangle { corners, object });
        }
    }
    soup
}

#[test]
fn bevels_narrower_than_a_cell_are_stepped_over() {
    let parameters = Parameters { region_min_area: 0.5, cell_size: 0.1, ..parameters() };
    for (bevel, components) in [(0.02, 1), (0.09, 1), (0.11, 2)] {
        let soup = bevelled_steps(5, bevel);
        let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
        assert_eq!(mesh.validate(), []);
        assert_eq!(mesh.components().len(), components, "bevels of {bevel} m");
    }
}

#[test]
fn scenes_bake_into_sound_meshes_of_one_component() {
    for (name, size, components) in
        [("dining_room", 1, 1), ("building", 6, 1), ("nested", 3, 1), ("stairs", 3, 1)]
    {
        let parameters = Parameters { region_min_area: 0.64, ..parameters() };
        let options = BakeOptions::default();
        let mesh = bake(&scene(name, size), &parameters, &options).expect("it bakes").mesh;
        assert_eq!(mesh.validate(), [], "{name}");
        assert_eq!(mesh.components().len(), components, "{name}");
        let voxel = Parameters { survey: Survey::Voxel, ..parameters };
        let other = bake(&scene(name, size), &voxel, &options).expect("it bakes").mesh;
        let (exact, voxel) = (area(&mesh), area(&other));
        assert!((exact - voxel).abs() < 0.2 * voxel, "{name}: {exact} and {voxel} m²");
    }
}

#[test]
fn tiles_change_nothing_but_rounding() {
    for (name, size) in [("dining_room", 1), ("building", 6), ("stairs", 2)] {
        let bake = |tile_size| {
            let parameters = Parameters { region_min_area: 0.64, tile_size, ..parameters() };
            let baked = bake(&scene(name, size), &parameters, &BakeOptions::default());
            let mesh = baked.expect("it bakes").mesh;
            assert_eq!(mesh.validate(), [], "{name}");
            mesh
        };
        let (solo, tiled) = (bake(TileSize::Solo), bake(TileSize::Metres(3.2)));
        assert!(tiled.tiles().count() > solo.tiles().count(), "{name}");
        assert_eq!(tiled.components().len(), solo.components().len(), "{name}");
        let share = area(&tiled) / area(&solo) - 1.0;
        assert!(share.abs() < 5e-4, "{name}: area off by {share}");
    }
}

/// As the voxel survey: how large an island is that a tile's side cuts shows only when tiles are
/// joined.
#[test]
fn islands_that_go_on_beyond_a_tile_stay() {
    let mut soup = bevelled_steps(0, 0.0);
    let p = Parameters { region_min_area: 9.0, ..parameters() };
    // Two by two metres of floor, in a world of twelve by eight.
    let resolved = p.resolve([-6.0, 0.0, -6.0], [6.0, 1.0, 2.0]).expect("sound");
    let survey = |soup: &Soup, clip| {
        let all = 0..soup.triangles.len();
        exact::survey_tile(soup, all, &p, &resolved, clip, false).expect("surveyed").counts
    };
    assert_eq!(survey(&soup, resolved.clip).islands, 0, "too small");
    let middle = resolved.frame.to_lattice([-1.0, 0.0, 1.0]).expect("in the world").plan;
    let west = PlanBox::new(resolved.clip.min, PlanPoint::new(middle.x, resolved.clip.max.y));
    assert!(survey(&soup, west).islands > 0, "the piece goes on beyond the tile");
    // Beside a side that it does not touch it goes.
    soup.vertices.iter_mut().for_each(|v| v.x -= 2.5);
    assert_eq!(survey(&soup, west).islands, 0, "too small");
}

fn area(mesh: &walkmesh::mesh::NavMesh) -> f64 {
    mesh.components().iter().map(|c| c.area_m2(mesh.frame())).sum()
}
