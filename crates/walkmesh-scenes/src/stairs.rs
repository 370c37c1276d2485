//! Storeys joined by straight stair flights.

use walkmesh::Point;
use walkmesh::parameters::Preset;

use crate::Generated;
use crate::shapes::{Builder, WALL_HEIGHT};
use crate::storeys::{self, Plan, SLAB, STOREY};

/// Width of a flight, metres.
const FLIGHT_WIDTH: f64 = 1.4;
/// Inner size of a storey in plan, metres.
const SIZE: [f64; 2] = [11.0, 7.0];
/// Where flights begin along x, metres.
const FOOT: f64 = 2.4;

/// `size` flights over `size` + 1 storeys, on alternating sides so that none ends under another.
/// Nothing here is random.
pub(crate) fn build(size: u32, _seed: u64) -> Generated {
    let mut b = Builder::default();
    for level in 0..=size {
        let y = STOREY * f64::from(level);
        let opening = level.checked_sub(1).map(well);
        let floor = b.object(format!("floor {level}"));
        storeys::floor(&mut b, floor, [[0.0, 0.0], SIZE], y, opening.as_slice());
        let walls = b.object(format!("walls {level}"));
        b.enclosure(walls, [0.0, 0.0], SIZE, y);
        // Walls end under the next floor: a band closes the gap.
        if level < size {
            for [min, max] in band(y + WALL_HEIGHT, y + STOREY - SLAB) {
                b.cuboid(walls, min, max);
            }
            let flight = b.object(format!("stairs {level}"));
            storeys::flight(&mut b, flight, well(level), y);
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

/// The opening over the flight that starts on this level.
fn well(level: u32) -> Plan {
    let near = if level.is_multiple_of(2) { 0.8 } else { 4.8 };
    storeys::well(FOOT, [near, near + FLIGHT_WIDTH])
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
