//! The dining room: what the command line bakes when it is given nothing.

use walkmesh::Point;
use walkmesh::parameters::Preset;

use crate::Generated;
use crate::furniture;
use crate::random::Random;
use crate::shapes::{Along, Builder, Place, Wall};

/// Floor that a table with its chairs takes, metres in x and z.
const TABLE_SPACE: [f64; 2] = [4.0, 3.6];
/// Between the outer tables' space and the walls, metres.
const MARGIN: f64 = 1.0;
/// Width of the hallway, metres.
const HALLWAY: f64 = 1.6;

/// `size` tables each way, each with six chairs that are not put back straight.
pub(crate) fn build(size: u32, seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let mut b = Builder::default();
    let width = 2.0 * MARGIN + TABLE_SPACE[0] * f64::from(size);
    let depth = 2.0 * MARGIN + TABLE_SPACE[1] * f64::from(size);
    let end = depth + HALLWAY;

    let floor = b.object("floor");
    b.slab(floor, [0.0, 0.0], [width, end], 0.0);
    let walls = b.object("walls");
    b.enclosure(walls, [0.0, 0.0], [width, end], 0.0);
    let inner = Wall { along: Along::X, at: depth, from: 0.0, to: width, base: 0.0 };
    b.wall(walls, inner, &[width - 1.2]);

    let mut number = 0;
    for row in 0..size {
        for column in 0..size {
            number += 1;
            let x = MARGIN + TABLE_SPACE[0] * (f64::from(column) + 0.5);
            let z = MARGIN + TABLE_SPACE[1] * (f64::from(row) + 0.5);
            setting(&mut b, &mut random, number, [x, 0.0, z]);
        }
    }
    Generated {
        soup: b.soup,
        from: Point::new(0.8, 0.0, depth + HALLWAY / 2.0),
        to: Point::new(0.8, 0.0, 0.8),
        preset: Preset::Human,
    }
}

/// A carpet, a table on it, and six chairs: two on each long side, one at each end.
fn setting(b: &mut Builder, random: &mut Random, number: u32, at: [f64; 3]) {
    let here = Place::new(at, 0.0);
    let carpet = b.object(format!("carpet {number}"));
    b.placed(carpet, here, [-1.7, 0.0, -1.2], [1.7, 0.01, 1.2]);
    let table = b.object(format!("table {number}"));
    furniture::table(b, table, here, [0.9, 0.45], 0.01);
    let [x, y, z] = at;
    let seats =
        [(-0.45, 0.75), (0.45, 0.75), (-0.45, -0.75), (0.45, -0.75), (1.2, 0.0), (-1.2, 0.0)];
    for (i, (dx, dz)) in seats.into_iter().enumerate() {
        let pulled = random.between(0.95, 1.1);
        let turned = random.between(-0.12, 0.12);
        let place = Place::new([x + dx * pulled, y, z + dz * pulled], turned);
        let facing = match i {
            0 | 1 => place,
            2 | 3 => place.reversed(),
            4 => place.quarter(),
            _ => place.quarter().reversed(),
        };
        let chair = b.object(format!("chair {number}.{}", i + 1));
        furniture::chair(b, chair, facing);
    }
}
