//! Maps and scenarios of the Polyanya authors and of MovingAI.

use std::fs;
use std::path::Path;

use walkmesh::Point;
use walkmesh::store::{Imported, Placement, polyanya};

/// Each coordinate of a map times `scale`, plus `shift` along both plan axes, metres.
#[must_use]
pub fn placed(scale: f64, shift: f64) -> Placement {
    Placement { scale, origin: Point::new(shift, 0.0, -shift) }
}

/// A `.mesh` of version 2.
///
/// # Panics
/// When it cannot be read: this is for tests.
#[must_use]
pub fn read_mesh(file: &Path, placement: &Placement) -> Imported {
    let bytes = fs::read(file).expect("a readable file");
    polyanya::read(&bytes, placement).expect("a mesh")
}

/// A pair of a scenario: start, goal, and the length in the last column.
pub type Pair = ([f64; 3], [f64; 3], f64);

/// Reads a `.scen` for a map that is put somewhere; lengths are scaled with it. Where there is
/// an `.opt` of the same map, its any-angle lengths replace the last column, which holds those of
/// paths on the grid. A unit down in the map is one north in the world, as in `.mesh` files.
///
/// # Panics
/// When a file is not what it should be.
#[must_use]
pub fn read_scenario(file: &Path, any_angle: Option<&Path>, placement: &Placement) -> Vec<Pair> {
    let text = fs::read_to_string(file).expect("a readable scenario");
    let number = |word: &str| word.parse::<f64>().expect("a number");
    let world = |x: f64, y: f64| placement.world(x, -y).into();
    let mut pairs: Vec<Pair> = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let w: Vec<f64> = line.split_ascii_whitespace().skip(4).map(number).collect();
            (world(w[0], w[1]), world(w[2], w[3]), w[4])
        })
        .collect();
    if let Some(file) = any_angle {
        let text = fs::read_to_string(file).expect("readable lengths");
        for (pair, line) in pairs.iter_mut().zip(text.lines()) {
            pair.2 = line.split_ascii_whitespace().nth(1).map_or(f64::NAN, number);
        }
    }
    for pair in &mut pairs {
        pair.2 *= placement.scale;
    }
    pairs
}
