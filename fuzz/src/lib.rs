//! What fuzz targets share: worlds of a few shapes, from bytes, and what both engines say on a mesh.

use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{MergeGoal, Parameters, Regions, Survey, TileSize, Winding};
use walkmesh::query::{Engine, PathOptions, RandomPoints, Scratch, Status, path_between};
use walkmesh::soup::rules::{Action, Choice, Rule, Rules};
use walkmesh::soup::{Area, Class, Soup, Triangle};
use walkmesh_testkit::Random;

/// Shapes of a world, at most: what counts is how they meet.
const MOST: usize = 24;

/// Bytes of a shape.
pub const SHAPE: usize = 7;

/// Metres of a unit; some are whole steps of the lattice, some are not.
#[must_use]
pub fn unit(byte: u8) -> f64 {
    pick(byte, [0.125, 0.2, 0.3, 0.01])
}

/// One of some things by a byte.
#[must_use]
pub fn pick<T: Copy, const N: usize>(byte: u8, of: [T; N]) -> T {
    of[usize::from(byte) % N]
}

/// A body and cells of some units, and each choice that a survey has.
#[must_use]
pub fn parameters(head: &[u8; 8], unit: f64) -> Parameters {
    let [_, size, body, climb, choices, rest, tiles, areas] = *head;
    let agent = Agent {
        height: unit * pick(body / 4, [4.0, 7.5, 13.0, 1.0]),
        radius: unit * pick(body, [0.0, 1.0, 2.5, 6.0]),
        max_climb: unit * pick(climb, [0.0, 0.5, 1.0, 3.0]),
        max_slope: pick(climb / 4, [45.0, 0.0, 30.0, 80.0]),
    };
    let tile = unit * 24.0;
    Parameters {
        agent,
        survey: pick(choices, [Survey::Voxel, Survey::Voxel, Survey::Exact]),
        cell_size: unit * pick(size, [1.0, 1.5, 2.0, 3.1]),
        cell_height: unit * pick(size / 4, [0.5, 0.33, 1.0, 0.1]),
        region_min_area: unit * unit * pick(areas, [0.0, 8.0, 64.0]),
        regions: pick(choices / 4, [Regions::Layers, Regions::Layers, Regions::Watershed]),
        merge_goal: pick(choices / 16, [MergeGoal::Quick, MergeGoal::Fewest, MergeGoal::Fastest]),
        edge_max_error: unit * pick(areas / 4, [1.3, 0.0, 4.0]),
        polygon_min_area: unit * unit * pick(areas / 16, [0.0, 0.0, 16.0]),
        detail_sample_distance: unit * pick(rest, [6.0, 0.0, 1.0]),
        detail_max_error: unit * pick(rest / 4, [1.0, 0.1]),
        tile_size: pick(tiles, [TileSize::Solo, TileSize::Metres(tile), TileSize::Auto]),
        winding: pick(tiles / 4, [Winding::Trust, Winding::TwoSided]),
        filter_low_hanging: rest & 16 == 0,
        filter_ledges: rest & 32 == 0,
        filter_low_height: rest & 64 == 0,
        keep_ground: rest & 128 == 0,
        ..Parameters::default()
    }
}

/// Boxes, ramps and triangles, with corners at whole units; the last shape may be cut short.
#[must_use]
pub fn world(mut bytes: &[u8], unit: f64) -> Soup {
    let mut soup = Soup::default();
    for _ in 0..MOST {
        let Some((&[kind, x, z, y, w, d, h], rest)) = bytes.split_first_chunk::<SHAPE>() else {
            break;
        };
        bytes = rest;
        let object = soup.add_object("");
        soup.objects[object.0 as usize].area = Area(pick(kind / 64, [0, 0, 0, 5]));
        soup.objects[object.0 as usize].class =
            pick(kind / 8, [Class::BySlope, Class::BySlope, Class::Ground, Class::Obstacle]);
        let first = soup.vertices.len() as u32;
        let [x, y, z] = [x, y / 4, z].map(|v| unit * f64::from(v));
        let [w, h, d] = [w, h / 4, d].map(|v| unit * f64::from(v));
        let mut corner = |i: u32| {
            let at = |bit: u32, low: f64, size: f64| if i & bit == 0 { low } else { low + size };
            soup.vertices.push(Point { x: at(1, x, w), y: at(4, y, h), z: at(2, z, d) });
        };
        (0..8).for_each(&mut corner);
        // Seen from above 0 1 3 2 go around clockwise, 4 to 7 lie over them.
        let faces: &[[u32; 3]] = match kind % 8 {
            // A box; its lid; ramps along both axes; what is askew.
            0 | 1 => &[
                [4, 6, 7],
                [4, 7, 5],
                [0, 1, 3],
                [0, 3, 2],
                [0, 4, 5],
                [0, 5, 1],
                [2, 3, 7],
                [2, 7, 6],
                [0, 2, 6],
                [0, 6, 4],
                [1, 5, 7],
                [1, 7, 3],
            ],
            2 => &[[4, 6, 7], [4, 7, 5]],
            3 => &[[0, 2, 7], [0, 7, 5]],
            4 => &[[4, 2, 3], [4, 3, 5]],
            5 => &[[0, 6, 3]],
            6 => &[[4, 2, 7]],
            _ => &[[0, 3, 7], [1, 6, 4]],
        };
        let triangle = |face: &[u32; 3]| Triangle { corners: face.map(|i| first + i), object };
        soup.triangles.extend(faces.iter().map(triangle));
    }
    soup
}

/// The world with gaps of a unit or two in its ground bridged, for one byte of four.
#[must_use]
pub fn bridged(soup: Soup, byte: u8, unit: f64, parameters: &Parameters) -> Soup {
    let width = unit * pick(byte / 16, [1.0, 2.0]);
    let bridge = Rule { choice: Choice::default(), action: Action::Bridge { width } };
    let list = if byte / 4 % 4 == 3 { vec![bridge] } else { Vec::new() };
    // A rule is refused where there is nothing to choose.
    let bridged = Rules { list, sheets: false }.apply(soup.clone(), parameters);
    bridged.map_or(soup, |(bridged, _)| bridged)
}

/// Of `optimal` and of `funnel`: how a search ended, and the length of the path.
pub type Paths = [(Status, f64); 2];

/// What both engines find between places that look random; nothing on a mesh without ground.
#[must_use]
pub fn paths(mesh: &NavMesh) -> Vec<Paths> {
    let ground = RandomPoints::new(mesh, |_| true);
    let mut random = Random::new(1);
    let mut scratch = Scratch::new();
    let mut between = |_| {
        let places = [(); 2].map(|()| ground.point(mesh, || random.bits()));
        let [Some(from), Some(to)] = places else { return None };
        Some([Engine::Optimal, Engine::Funnel].map(|engine| {
            let options = PathOptions { engine, ..PathOptions::default() };
            let path = path_between(mesh, &mut scratch, &from, &to, &options);
            (path.status, path.length)
        }))
    };
    (0..4).map_while(&mut between).collect()
}

/// `optimal` finds a way when `funnel` does, and none that is longer.
///
/// # Panics
/// When it does not.
pub fn agree([optimal, funnel]: &Paths) {
    assert_eq!(optimal.0, funnel.0);
    assert!(optimal.1 <= funnel.1 * (1.0 + 1e-9), "{optimal:?} {funnel:?}");
}
