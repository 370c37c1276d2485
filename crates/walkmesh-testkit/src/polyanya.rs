//! Meshes and scenarios of the Polyanya authors, read far enough to compare paths with them.

use std::fs;
use std::path::Path;

use walkmesh::geom::{Frame, GroundPoint};
use walkmesh::mesh::{ConvexPolygon, NavMesh};

/// Steps to a unit of the file: the step is 2^-8.
pub const UNIT: i32 = 256;

/// Reads a `.mesh` of version 2. A unit of the file is a metre; its y is plan y, so the world
/// point of `(x, y)` is `[x, 0, -y]`. Neighbours are found anew.
///
/// # Panics
/// When the file is not what it should be: this is for tests.
#[must_use]
pub fn read_mesh(file: &Path) -> NavMesh {
    let text = fs::read_to_string(file).expect("a readable mesh");
    let mut words = text.split_ascii_whitespace();
    assert_eq!((words.next(), words.next()), (Some("mesh"), Some("2")), "{}", file.display());
    let mut number = || words.next().and_then(|w| w.parse::<i32>().ok()).expect("an integer");
    let (vertices, polygons) = (number(), number());
    let mut points = Vec::new();
    for _ in 0..vertices {
        points.push(GroundPoint::new(number() * UNIT, number() * UNIT, 0));
        for _ in 0..number() {
            number();
        }
    }
    let mut rings = Vec::new();
    for _ in 0..polygons {
        let count = number();
        let corner = |v: i32| points[usize::try_from(v).expect("an index")];
        let corners: Vec<GroundPoint> = (0..count).map(|_| corner(number())).collect();
        for _ in 0..count {
            number();
        }
        rings.push(ConvexPolygon { corners, ..ConvexPolygon::default() });
    }
    let frame = Frame::new([0.0, 0.0, 0.0], -8).expect("a frame");
    NavMesh::from_polygons(frame, &rings).expect("convex polygons")
}

/// A pair of a scenario: start, goal, and the length in the last column.
pub type Pair = ([f64; 3], [f64; 3], f64);

/// Reads a `.scen`. Where there is an `.opt` of the same map, its any-angle lengths replace the
/// last column, which holds those of paths on the grid.
///
/// # Panics
/// When a file is not what it should be.
#[must_use]
pub fn read_scenario(file: &Path, any_angle: Option<&Path>) -> Vec<Pair> {
    let text = fs::read_to_string(file).expect("a readable scenario");
    let number = |word: &str| word.parse::<f64>().expect("a number");
    let mut pairs: Vec<Pair> = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let w: Vec<f64> = line.split_ascii_whitespace().skip(4).map(number).collect();
            ([w[0], 0.0, -w[1]], [w[2], 0.0, -w[3]], w[4])
        })
        .collect();
    if let Some(file) = any_angle {
        let text = fs::read_to_string(file).expect("readable lengths");
        for (pair, line) in pairs.iter_mut().zip(text.lines()) {
            pair.2 = line.split_ascii_whitespace().nth(1).map_or(f64::NAN, number);
        }
    }
    pairs
}
