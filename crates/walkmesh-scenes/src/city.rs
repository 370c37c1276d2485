//! A city of square blocks: houses on lots, parks, streets with parked cars.

use walkmesh::Point;
use walkmesh::parameters::Preset;
use walkmesh::soup::ObjectId;

use crate::Generated;
use crate::random::Random;
use crate::shapes::{Builder, Place};

/// From the middle of a street to the middle of the next one, metres.
const PITCH: f64 = 60.0;
/// Half the width of a street, metres.
const HALF_STREET: f64 = 7.0;
/// Lots each way in a block.
const LOTS: u32 = 3;
/// Side of a lot, metres.
const LOT: f64 = (PITCH - 2.0 * HALF_STREET) / 3.0;
/// How much blocks lie above the streets, metres.
const KERB: f64 = 0.15;
/// Thickness of the ground, metres.
const GROUND: f64 = 0.5;
/// One lot of so many is a park.
const PARKS: u32 = 5;

/// The parts that every block adds to.
struct Parts {
    streets: ObjectId,
    lots: ObjectId,
    houses: ObjectId,
    trees: ObjectId,
    cars: ObjectId,
}

/// `size` blocks each way; from one corner to the opposite one. The ground is open under the
/// houses: no floor is hidden in them.
pub(crate) fn build(size: u32, seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let mut b = Builder::default();
    let parts = Parts {
        streets: b.object("streets"),
        lots: b.object("lots"),
        houses: b.object("houses"),
        trees: b.object("trees"),
        cars: b.object("cars"),
    };
    for row in 0..size {
        for column in 0..size {
            let [x, z] = [column, row].map(|i| PITCH * f64::from(i));
            streets(&mut b, &parts, &mut random, [x, z]);
            for lot in 0..LOTS * LOTS {
                let corner = |i: u32, from: f64| from + HALF_STREET + LOT * f64::from(i);
                let min = [corner(lot % LOTS, x), corner(lot / LOTS, z)];
                if random.below(PARKS) == 0 {
                    park(&mut b, &parts, &mut random, min);
                } else {
                    house(&mut b, &parts, &mut random, min);
                }
            }
        }
    }
    let side = PITCH * f64::from(size);
    Generated {
        soup: b.soup,
        from: Point::new(1.5, 0.0, 1.5),
        to: Point::new(side - 1.5, 0.0, side - 1.5),
        preset: Preset::Recast,
    }
}

/// A level piece of ground.
fn ground(b: &mut Builder, object: ObjectId, min: [f64; 2], max: [f64; 2], top: f64) {
    b.cuboid(object, [min[0], -GROUND, min[1]], [max[0], top, max[1]]);
}

/// Half streets on the four sides of a block, cars along two of them.
fn streets(b: &mut Builder, parts: &Parts, random: &mut Random, [x, z]: [f64; 2]) {
    let (near, far, end) = (HALF_STREET, PITCH - HALF_STREET, PITCH);
    for [min, max] in [
        [[0.0, 0.0], [end, near]],
        [[0.0, far], [end, end]],
        [[0.0, near], [near, far]],
        [[far, near], [end, far]],
    ] {
        let corner = |p: [f64; 2]| [x + p[0], z + p[1]];
        ground(b, parts.streets, corner(min), corner(max), 0.0);
    }
    for _ in 0..4 {
        let along = random.between(HALF_STREET, PITCH - HALF_STREET);
        let turn = random.between(-0.15, 0.15);
        let (at, quarter) = if random.below(2) == 0 {
            ([x + along, 0.0, z + HALF_STREET - 1.5], false)
        } else {
            ([x + HALF_STREET - 1.5, 0.0, z + along], true)
        };
        let place = Place::new(at, turn);
        let place = if quarter { place.quarter() } else { place };
        b.placed(parts.cars, place, [-2.2, 0.0, -0.9], [2.2, 1.5, 0.9]);
    }
}

/// A house with its walls in from the lot's sides, and the ground around it.
fn house(b: &mut Builder, parts: &Parts, random: &mut Random, min: [f64; 2]) {
    let max = min.map(|v| v + LOT);
    // Some houses stand wall to wall with their neighbours.
    let mut gap = || if random.below(3) == 0 { 0.0 } else { random.between(0.8, 4.0) };
    let low = [min[0] + gap(), min[1] + gap()];
    let high = [max[0] - gap(), max[1] - gap()];
    let pieces = [
        [min, [max[0], low[1]]],
        [[min[0], high[1]], max],
        [[min[0], low[1]], [low[0], high[1]]],
        [[high[0], low[1]], [max[0], high[1]]],
    ];
    for [from, to] in pieces {
        if to[0] > from[0] && to[1] > from[1] {
            ground(b, parts.lots, from, to, KERB);
        }
    }
    let top = random.between(6.0, 40.0);
    b.cuboid(parts.houses, [low[0], -GROUND, low[1]], [high[0], top, high[1]]);
}

/// Open ground with trees.
fn park(b: &mut Builder, parts: &Parts, random: &mut Random, min: [f64; 2]) {
    ground(b, parts.lots, min, min.map(|v| v + LOT), KERB);
    for _ in 0..5 {
        let at = [
            min[0] + random.between(0.5, LOT - 0.5),
            KERB,
            min[1] + random.between(0.5, LOT - 0.5),
        ];
        let half = random.between(0.15, 0.5);
        let place = Place::new(at, random.between(-1.0, 1.0));
        b.placed(parts.trees, place, [-half, 0.0, -half], [half, 4.0, half]);
    }
}
