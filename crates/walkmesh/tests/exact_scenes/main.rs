//! Exact surveys of generated scenes against the truth, computed from the triangles.

mod buildings;
mod kinds;
mod oracle;
mod solids;
mod specks;
mod truth;
mod winders;

use truth::agrees_with_the_triangles;
use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::{PlanBox, PlanPoint};
use walkmesh::parameters::{Parameters, Preset, Resolved, Survey, TileSize, Winding};
use walkmesh::soup::{Soup, Triangle};
use walkmesh::survey::exact::{self, ExactTile};
use walkmesh_scenes::{SceneOptions, generate};

/// What is promised beside the arc tolerance, metres.
const MILLIMETRE: f64 = 0.001;

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

/// Sheets with two sides, floors that were drawn twice: the same ground is walked once.
#[test]
fn ground_that_is_there_twice_counts_once() {
    let sheet = |heights: [f64; 3]| {
        let mut soup = Soup::default();
        let object = soup.add_object("sheet");
        let plan = [[0.0, 0.0], [0.0, 6.0], [6.0, 0.0]];
        soup.vertices.extend((0..3).map(|i| Point::new(plan[i][0], heights[i], plan[i][1])));
        soup.triangles.push(Triangle { corners: [0, 1, 2], object });
        soup
    };
    let baked = |soup: &Soup| {
        let parameters = Parameters { winding: Winding::TwoSided, ..parameters() };
        let mesh = bake(soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
        assert_eq!(mesh.validate(), []);
        mesh
    };
    // A step of the lattice is 0.24 mm.
    for (heights, lift) in [([0.0, 1.5, 3.0], 0.0), ([0.0; 3], 0.0), ([0.0; 3], 0.0002)] {
        let mut soup = sheet(heights);
        let once = baked(&soup);
        for start in [[2, 1, 0], [1, 2, 0]] {
            let first = u32::try_from(soup.vertices.len()).expect("few");
            for i in 0..3 {
                let Point { x, y, z } = soup.vertices[i];
                soup.vertices.push(Point::new(x, y + lift, z));
            }
            let corners = start.map(|corner| first + corner);
            soup.triangles.push(Triangle { corners, object: soup.triangles[0].object });
            let twice = baked(&soup);
            assert_eq!(twice.components().len(), 1, "{heights:?} and {lift}");
            assert!((area(&twice) - area(&once)).abs() < 1e-3, "{heights:?} and {lift}");
        }
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
