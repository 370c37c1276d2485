//! Storeys joined by straight stair flights.

use walkmesh::Point;
use walkmesh::parameters::Preset;

use crate::Generated;
use crate::shapes::{Builder, WALL_HEIGHT};

/// From floor to floor, metres.
const STOREY: f64 = 3.0;
/// Risers of a flight: 15 cm each.
const RISERS: u32 = 20;
/// Depth of a tread, metres.
const TREAD: f64 = 0.28;
/// Width of a flight, metres.
const FLIGHT_WIDTH: f64 = 1.4;
/// Inner size of a storey in plan, metres.
const SIZE: [f64; 2] = [11.0, 7.0];
/// Where flights begin along x, metres.
const FOOT: f64 = 2.4;
/// Thickness of the floors, metres.
const SLAB: f64 = 0.2;

/// `size` flights over `size` + 1 storeys, on alternating sides so that none ends under another.
/// Nothing here is random.
pub(crate) fn build(size: u32, _seed: u64) -> Generated {
    let mut b = Builder::default();
    for level in 0..=size {
        let y = STOREY * f64::from(level);
        floor(&mut b, level, y);
        let walls = b.object(format!("walls {level}"));
        b.enclosure(walls, [0.0, 0.0], SIZE, y);
        // Walls end under the next floor: a band closes the gap.
        if level < size {
            for [min, max] in band(y + WALL_HEIGHT, y + STOREY - SLAB) {
                b.cuboid(walls, min, max);
            }
            flight(&mut b, level, y);
        }
    }
    let top = STOREY * f64::from(size);
    Generated {
        soup: b.soup,
        from: Point::new(10.0, 0.0, 3.5),
        to: Point::new(1.0, top, 3.5),
        preset: Preset::Human,
    }
}

/// The z range of the flight that starts on this level.
fn lane(level: u32) -> [f64; 2] {
    if level.is_multiple_of(2) { [0.8, 0.8 + FLIGHT_WIDTH] } else { [4.8, 4.8 + FLIGHT_WIDTH] }
}

/// The x where the last riser meets the upper floor: one tread fewer than risers.
fn head() -> f64 {
    FOOT + TREAD * f64::from(RISERS - 1)
}

/// The floor of a level: four slabs around the opening over the flight below, if there is one.
fn floor(b: &mut Builder, level: u32, y: f64) {
    let floor = b.object(format!("floor {level}"));
    let mut slab = |min: [f64; 2], max: [f64; 2]| {
        b.cuboid(floor, [min[0], y - SLAB, min[1]], [max[0], y, max[1]]);
    };
    let Some(below) = level.checked_sub(1) else {
        slab([0.0, 0.0], SIZE);
        return;
    };
    let [near, far] = lane(below);
    slab([0.0, 0.0], [SIZE[0], near]);
    slab([0.0, far], SIZE);
    slab([0.0, near], [FOOT, far]);
    slab([head(), near], [SIZE[0], far]);
}

/// A solid flight: every step is a box down to the floor it stands on.
fn flight(b: &mut Builder, level: u32, y: f64) {
    let flight = b.object(format!("stairs {level}"));
    let [near, far] = lane(level);
    let rise = STOREY / f64::from(RISERS);
    for step in 1..RISERS {
        let x = FOOT + TREAD * f64::from(step - 1);
        let top = y + rise * f64::from(step);
        b.cuboid(flight, [x, y, near], [x + TREAD, top, far]);
    }
}

/// Boxes above the four walls of a storey, between two heights.
fn band(low: f64, high: f64) -> [[[f64; 3]; 2]; 4] {
    let half = crate::shapes::WALL_THICKNESS / 2.0;
    let [x, z] = SIZE;
    [
        [[-half, low, -half], [x + half, high, half]],
        [[-half, low, z - half], [x + half, high, z + half]],
        [[-half, low, half], [half, high, z - half]],
        [[x - half, low, half], [x + half, high, z - half]],
    ]
}
