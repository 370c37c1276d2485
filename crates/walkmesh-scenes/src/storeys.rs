//! Floors with openings, and the flights of stairs that lead through them.

use walkmesh::soup::ObjectId;

use crate::shapes::Builder;

/// From floor to floor, metres.
pub(crate) const STOREY: f64 = 3.0;
/// Thickness of the floors, metres.
pub(crate) const SLAB: f64 = 0.2;
/// Risers of a flight: 15 cm each.
const RISERS: u32 = 20;
/// Depth of a tread, metres.
const TREAD: f64 = 0.28;
/// How far a flight leads along x, metres: one tread fewer than risers.
pub(crate) const FLIGHT_LENGTH: f64 = TREAD * 19.0;

/// A rectangle in plan, lower and upper corner (x, z).
pub(crate) type Plan = [[f64; 2]; 2];

/// A floor whose top is at `top`, open where `openings` are: in rising order of z, apart in z.
pub(crate) fn floor(
    b: &mut Builder,
    floor: ObjectId,
    [min, max]: Plan,
    top: f64,
    openings: &[Plan],
) {
    let mut slab = |from: [f64; 2], to: [f64; 2]| {
        if from[0] < to[0] && from[1] < to[1] {
            b.cuboid(floor, [from[0], top - SLAB, from[1]], [to[0], top, to[1]]);
        }
    };
    let mut done = min[1];
    for [low, high] in openings {
        slab([min[0], done], [max[0], low[1]]);
        slab([min[0], low[1]], [low[0], high[1]]);
        slab([high[0], low[1]], [max[0], high[1]]);
        done = high[1];
    }
    slab([min[0], done], max);
}

/// A solid flight that rises along +x from `y` by a storey: every step is a box down to the floor
/// that it stands on. `well` is the opening above it, from its foot on.
pub(crate) fn flight(b: &mut Builder, flight: ObjectId, [[foot, near], [_, far]]: Plan, y: f64) {
    let rise = STOREY / f64::from(RISERS);
    for step in 1..RISERS {
        let x = foot + TREAD * f64::from(step - 1);
        let top = y + rise * f64::from(step);
        b.cuboid(flight, [x, y, near], [x + TREAD, top, far]);
    }
}

/// The opening that a flight needs which begins at `foot` and lies between two z.
pub(crate) fn well(foot: f64, [near, far]: [f64; 2]) -> Plan {
    [[foot, near], [foot + FLIGHT_LENGTH, far]]
}
