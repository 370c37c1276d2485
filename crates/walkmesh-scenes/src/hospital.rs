//! A hospital: storeys of wards along corridors, joined by stairs and an elevator shaft.

use walkmesh::Point;
use walkmesh::parameters::Preset;
use walkmesh::soup::ObjectId;

use crate::Generated;
use crate::furniture;
use crate::random::Random;
use crate::shapes::{Along, Builder, Place, Wall};
use crate::storeys::{self, Plan, STOREY};

/// Ward between wall lines, metres along and across the corridor.
const WARD: [f64; 2] = [6.8, 6.4];
/// Width of corridors between wall lines, metres.
const CORRIDOR: f64 = 2.8;
/// A corridor and the wards on its two sides, metres.
const WING: f64 = CORRIDOR + 2.0 * WARD[1];
/// The lobby with stairs and elevator, metres along x.
const LOBBY: f64 = 11.0;
/// What a full ward holds: four beds, each with a cupboard and a chair, and a table.
const PIECES: u32 = 13;
/// Where flights begin along x, metres, and their two lanes along z.
const FOOT: f64 = 2.6 - LOBBY;
const LANES: [[f64; 2]; 2] = [[0.8, 2.2], [3.4, 4.8]];
/// The elevator's shaft inside its walls; its doors are on the +x side.
const SHAFT: Plan = [[-9.6, 8.0], [-7.6, 10.0]];

/// How many of what there is.
struct Plans {
    storeys: u32,
    wings: u32,
    /// Wards on each side of a corridor.
    row: u32,
}

impl Plans {
    /// About square in plan, up to six storeys.
    fn of(size: u32) -> Self {
        let wards = size.div_ceil(PIECES);
        let storeys = (wards / 8).clamp(2, 6);
        let level = wards.div_ceil(storeys);
        let wings = (1..).find(|wings| wings * wings * 6 >= level).unwrap_or(1);
        Self { storeys, wings, row: level.div_ceil(2 * wings) }
    }

    fn depth(&self) -> f64 {
        WING * f64::from(self.wings)
    }

    fn length(&self) -> f64 {
        WARD[0] * f64::from(self.row)
    }
}

/// `size` pieces of furniture, each an object of its own; the last wards stay empty.
pub(crate) fn build(size: u32, seed: u64) -> Generated {
    let plans = Plans::of(size);
    let mut hospital = Hospital {
        b: Builder::default(),
        random: Random::new(seed),
        left: size,
        ward: 0,
        storey: 0,
    };
    let yard = hospital.b.object("yard");
    hospital.b.slab(yard, [-LOBBY - 4.0, -4.0], [-LOBBY, plans.depth() + 4.0], 0.0);
    for storey in 0..plans.storeys {
        hospital.storey = storey;
        hospital.shell(&plans);
        for wing in 0..plans.wings {
            hospital.wing(&plans, WING * f64::from(wing));
        }
    }
    let top = STOREY * f64::from(plans.storeys - 1);
    let last = WING * f64::from(plans.wings) - WARD[1];
    Generated {
        soup: hospital.b.soup,
        from: Point::new(-LOBBY - 2.0, 0.0, 6.4),
        to: Point::new(plans.length() - WARD[0] / 2.0, top, last.round() + 1.0),
        preset: Preset::Human,
    }
}

/// A hospital in the making.
struct Hospital {
    b: Builder,
    random: Random,
    /// Pieces of furniture that are still to be placed.
    left: u32,
    ward: u32,
    storey: u32,
}

impl Hospital {
    fn base(&self) -> f64 {
        STOREY * f64::from(self.storey)
    }

    /// Floor, outer walls, stairs to the next storey and the shaft.
    fn shell(&mut self, plans: &Plans) {
        let (b, storey, y) = (&mut self.b, self.storey, STOREY * f64::from(self.storey));
        let well =
            |storey: u32| storeys::well(FOOT, LANES[if storey.is_multiple_of(2) { 0 } else { 1 }]);
        let (length, depth) = (plans.length(), plans.depth());
        let plan = [[-LOBBY, 0.0], [length, depth]];
        let openings = storey.checked_sub(1).map(|below| [well(below), SHAFT]);
        let floor = b.object(format!("floor {storey}"));
        storeys::floor(b, floor, plan, y, openings.as_ref().map_or(&[], |both| both));

        let walls = b.object(format!("outer walls {storey}"));
        let wall = |along, at, from, to| Wall { along, at, from, to, base: y };
        b.wall(walls, wall(Along::X, 0.0, -LOBBY, length), &[]);
        b.wall(walls, wall(Along::X, depth, -LOBBY, length), &[]);
        b.wall(walls, wall(Along::Z, length, 0.0, depth), &[]);
        let entrance: &[f64] = if storey == 0 { &[6.4] } else { &[] };
        b.wall(walls, wall(Along::Z, -LOBBY, 0.0, depth), entrance);

        let shaft = b.object(format!("shaft {storey}"));
        let [low, high] = SHAFT;
        for at in [low[1] - 0.1, high[1] + 0.1] {
            b.wall(shaft, wall(Along::X, at, low[0] - 0.1, high[0] + 0.1), &[]);
        }
        b.wall(shaft, wall(Along::Z, low[0] - 0.1, low[1], high[1]), &[]);
        let door = [(low[1] + high[1]) / 2.0];
        b.wall(shaft, wall(Along::Z, high[0] + 0.1, low[1], high[1]), &door);
        if storey + 1 < plans.storeys {
            let stairs = b.object(format!("stairs {storey}"));
            storeys::flight(b, stairs, well(storey), y);
        }
    }

    /// A corridor from the lobby on, with wards on both sides.
    fn wing(&mut self, plans: &Plans, z: f64) {
        let (y, length) = (self.base(), plans.length());
        let walls = self.b.object(format!("walls {}.{}", self.storey, z / WING));
        let wall = |along, at, from, to| Wall { along, at, from, to, base: y };
        if z > 0.0 {
            self.b.wall(walls, wall(Along::X, z, 0.0, length), &[]);
        }
        let sides = [[z, z + WARD[1]], [z + WARD[1] + CORRIDOR, z + WING]];
        for (side, [near, far]) in sides.into_iter().enumerate() {
            // The corridor stays open to the lobby.
            self.b.wall(walls, wall(Along::Z, 0.0, near, far), &[]);
            let at = if side == 0 { far } else { near };
            let doors: Vec<_> =
                (0..plans.row).map(|ward| WARD[0] * (f64::from(ward) + 0.5)).collect();
            self.b.wall(walls, wall(Along::X, at, 0.0, length), &doors);
            for ward in 0..plans.row {
                let x = WARD[0] * f64::from(ward);
                if ward > 0 {
                    self.b.wall(walls, wall(Along::Z, x, near, far), &[]);
                }
                let door = if side == 0 { 1.0 } else { -1.0 };
                self.furnish([x + WARD[0] / 2.0, y, f64::midpoint(near, far)], door);
            }
        }
    }

    /// Beds with their heads at the two side walls, and a table across from the door, which is
    /// in the wall on this side along z. The ward's middle is at `x`, `z`.
    fn furnish(&mut self, [x, y, z]: [f64; 3], door: f64) {
        self.ward += 1;
        for (i, (side, dz)) in
            [(-1.0, -1.6), (1.0, -1.6), (-1.0, 1.2), (1.0, 1.2)].into_iter().enumerate()
        {
            let at = |dx: f64, dz: f64| [x + side * dx, y, z + dz];
            let faces = |at: [f64; 3], turn: f64| {
                let place = Place::new(at, turn);
                if side > 0.0 { place.reversed() } else { place }
            };
            let turn = self.random.between(-0.03, 0.03);
            let (bed, cupboard) = (at(2.1, dz), at(2.95, dz + 0.85));
            let chair = at(self.random.between(1.6, 2.0), dz + 1.0);
            let turned = self.random.between(-0.6, 0.6);
            let name = |what: &str| format!("{what} {}.{}", self.ward, i + 1);
            let names = [name("bed"), name("cupboard"), name("chair")];
            let [bed_name, cupboard_name, chair_name] = names;
            self.place(bed_name, |b, object| furniture::bed(b, object, faces(bed, turn)));
            self.place(cupboard_name, |b, object| {
                furniture::cupboard(b, object, faces(cupboard, 0.0), 0.22, 0.8);
            });
            self.place(chair_name, |b, object| {
                furniture::chair(b, object, faces(chair, turned));
            });
        }
        let table = Place::new([x, y, z - 2.5 * door], self.random.between(-0.1, 0.1));
        self.place(format!("table {}", self.ward), |b, object| {
            furniture::table(b, object, table, [0.6, 0.35], 0.0);
        });
    }

    /// Places one more piece, while there are pieces left.
    fn place(&mut self, name: String, draw: impl FnOnce(&mut Builder, ObjectId)) {
        if self.left > 0 {
            self.left -= 1;
            let object = self.b.object(name);
            draw(&mut self.b, object);
        }
    }
}
