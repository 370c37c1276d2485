//! What stands in rooms, turned and moved as one.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

use walkmesh::soup::ObjectId;

use crate::shapes::{Builder, Place};

/// A chair whose back is on its +z side.
pub(crate) fn chair(b: &mut Builder, chair: ObjectId, place: Place) {
    b.placed(chair, place, [-0.22, 0.42, -0.22], [0.22, 0.46, 0.22]);
    b.placed(chair, place, [-0.22, 0.46, 0.18], [0.22, 0.92, 0.22]);
    for x in [-0.22, 0.18] {
        for z in [-0.22, 0.18] {
            b.placed(chair, place, [x, 0.0, z], [x + 0.04, 0.42, z + 0.04]);
        }
    }
}

/// A table of this half size, its legs standing `foot` above the place.
pub(crate) fn table(b: &mut Builder, table: ObjectId, place: Place, [x, z]: [f64; 2], foot: f64) {
    b.placed(table, place, [-x, 0.71, -z], [x, 0.75, z]);
    for near in [0.05 - x, x - 0.11] {
        for side in [0.05 - z, z - 0.11] {
            b.placed(table, place, [near, foot, side], [near + 0.06, 0.71, side + 0.06]);
        }
    }
}

/// A bed, its head on its −x side.
pub(crate) fn bed(b: &mut Builder, bed: ObjectId, place: Place) {
    b.placed(bed, place, [-1.0, 0.35, -0.45], [1.0, 0.6, 0.45]);
    b.placed(bed, place, [-1.05, 0.15, -0.45], [-1.0, 1.0, 0.45]);
    for x in [-0.95, 0.87] {
        for z in [-0.43, 0.35] {
            b.placed(bed, place, [x, 0.0, z], [x + 0.08, 0.35, z + 0.08]);
        }
    }
}

/// A closed cupboard of this half size and height.
pub(crate) fn cupboard(b: &mut Builder, object: ObjectId, place: Place, half: f64, height: f64) {
    b.placed(object, place, [-half, 0.0, -half], [half, height, half]);
}

/// A round tank as two boxes turned against each other: eight corners on its circle.
pub(crate) fn tank(b: &mut Builder, object: ObjectId, at: [f64; 3], radius: f64, height: f64) {
    let half = radius * FRAC_1_SQRT_2;
    // Twice the angle with the second tangent is 45 degrees.
    for half_turn in [0.0, SQRT_2 - 1.0] {
        let place = Place::new(at, half_turn);
        b.placed(object, place, [-half, 0.0, -half], [half, height, half]);
    }
}
