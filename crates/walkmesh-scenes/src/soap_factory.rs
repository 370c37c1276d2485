//! A soap factory: halls with machines, rooms with open doors, a yard outside.

use walkmesh::Point;
use walkmesh::parameters::Preset;
use walkmesh::soup::ObjectId;

use crate::Generated;
use crate::furniture;
use crate::random::Random;
use crate::shapes::{Along, Builder, DOOR_HEIGHT, DOOR_WIDTH, Place, Wall};

/// A hall between wall lines, metres in x and z, without its rooms.
const HALL: [f64; 2] = [24.0, 14.0];
/// Rooms of a hall, in a row along its −z side.
const ROOMS: u32 = 4;
/// Depth of the rooms, metres.
const ROOM: f64 = 5.0;
/// Width of the yard around, metres.
const YARD: f64 = 6.0;
/// Gates between halls and to the yard are this wide, metres.
const GATE: f64 = 3.2;

/// `size` halls in a row along z; from the yard to the last room of the last hall.
pub(crate) fn build(size: u32, seed: u64) -> Generated {
    let mut factory = Factory { b: Builder::default(), random: Random::new(seed), hall: 0 };
    let depth = f64::from(size) * (HALL[1] + ROOM);
    let ground = factory.b.object("ground");
    factory.b.slab(ground, [-YARD, -YARD], [HALL[0] + YARD, depth + YARD], 0.0);
    for hall in 0..size {
        factory.hall = hall;
        let z = f64::from(hall) * (HALL[1] + ROOM);
        factory.walls(z, hall + 1 == size);
        factory.rooms(z);
        factory.machines(z + ROOM);
    }
    let room = HALL[0] / f64::from(ROOMS);
    Generated {
        soup: factory.b.soup,
        from: Point::new(-YARD / 2.0, 0.0, -YARD / 2.0),
        to: Point::new(HALL[0] - room / 2.0, 0.0, depth - HALL[1] - ROOM + 1.2),
        preset: Preset::Human,
    }
}

/// A factory in the making.
struct Factory {
    b: Builder,
    random: Random,
    hall: u32,
}

impl Factory {
    /// The four sides of a hall and its rooms: a gate to the yard in the −x side, and one to the
    /// next hall past the end of that hall's rooms.
    fn walls(&mut self, z: f64, is_last: bool) {
        let walls = self.b.object(format!("walls {}", self.hall));
        let far = z + ROOM + HALL[1];
        let wall = |along, at, from, to| Wall { along, at, from, to, base: 0.0 };
        let gate = z + ROOM + HALL[1] / 2.0;
        self.b.wall(walls, wall(Along::Z, 0.0, z, gate - GATE / 2.0), &[]);
        self.b.wall(walls, wall(Along::Z, 0.0, gate + GATE / 2.0, far), &[]);
        self.b.wall(walls, wall(Along::Z, HALL[0], z, far), &[]);
        if self.hall == 0 {
            self.b.wall(walls, wall(Along::X, z, 0.0, HALL[0]), &[]);
        }
        // The next hall's rooms stand behind this wall: the passage is a door into its first one.
        let door = [HALL[0] / f64::from(ROOMS) / 2.0];
        self.b.wall(walls, wall(Along::X, far, 0.0, HALL[0]), if is_last { &[] } else { &door });
    }

    /// A row of rooms with doors to the hall, their leaves standing open inside.
    fn rooms(&mut self, z: f64) {
        let walls = self.b.object(format!("room walls {}", self.hall));
        let width = HALL[0] / f64::from(ROOMS);
        let (near, far) = (z, z + ROOM);
        let mut doors = Vec::new();
        for room in 0..ROOMS {
            let x = width * f64::from(room);
            let door = x + self.random.between(1.6, width - 1.6);
            doors.push(door);
            if room > 0 {
                let wall = Wall { along: Along::Z, at: x, from: near, to: far, base: 0.0 };
                self.b.wall(walls, wall, &[]);
            }
            let leaf = self.b.object(format!("door {}.{}", self.hall, room + 1));
            let hinge = Place::new(
                [door - DOOR_WIDTH / 2.0, 0.02, far - 0.1],
                self.random.between(-0.06, 0.0),
            );
            let size = [0.05, DOOR_HEIGHT - 0.1, 0.0];
            self.b.placed(leaf, hinge, [0.0, 0.0, -DOOR_WIDTH + 0.1], size);
            self.stock([x, near], room);
        }
        let wall = Wall { along: Along::X, at: far, from: 0.0, to: HALL[0], base: 0.0 };
        self.b.wall(walls, wall, &doors);
    }

    /// What a room is for: a laboratory's table and chairs, or shelves and barrels.
    fn stock(&mut self, [x, z]: [f64; 2], room: u32) {
        let number = format!("{}.{}", self.hall, room + 1);
        if room % 2 == 1 {
            let table = self.b.object(format!("table {number}"));
            furniture::table(
                &mut self.b,
                table,
                Place::new([x + 1.6, 0.0, z + 2.2], 0.0),
                [0.4, 0.9],
                0.0,
            );
            for (i, dz) in [-0.5, 0.5].into_iter().enumerate() {
                let turn = self.random.between(-0.3, 0.3);
                let chair = self.b.object(format!("chair {number}.{}", i + 1));
                let place = Place::new([x + 2.3, 0.0, z + 2.2 + dz], turn).quarter();
                furniture::chair(&mut self.b, chair, place);
            }
            return;
        }
        let shelf = self.b.object(format!("shelf {number}"));
        self.b.cuboid(shelf, [x + 0.2, 0.0, z + 0.4], [x + 0.7, 2.0, z + 3.0]);
        for barrel in 0..5 {
            let at = [x + 1.3 + 0.85 * f64::from(barrel), 0.0, z + self.random.between(2.0, 2.6)];
            let object = self.b.object(format!("barrel {number}.{}", barrel + 1));
            furniture::tank(&mut self.b, object, at, 0.3, 0.9);
        }
    }

    /// Kettles, a conveyor that leads away from them, and pallets.
    fn machines(&mut self, z: f64) {
        let hall = self.hall;
        for kettle in 0..4 {
            let x = 5.0 + 4.6 * f64::from(kettle);
            let at = [x, 0.0, z + 3.6 + self.random.between(-0.3, 0.3)];
            let object = self.b.object(format!("kettle {hall}.{}", kettle + 1));
            furniture::tank(&mut self.b, object, at, 1.3, 2.4);
        }
        let conveyor = self.b.object(format!("conveyor {hall}"));
        self.conveyor(conveyor, [4.0, 20.0], z + 7.0);
        for pallet in 0..8 {
            let x = 4.0 + 2.2 * f64::from(pallet);
            let at = [x, 0.0, z + 10.4 + self.random.between(-0.5, 0.5)];
            let place = Place::new(at, self.random.between(-0.1, 0.1));
            let object = self.b.object(format!("pallet {hall}.{}", pallet + 1));
            let height = 0.15 + 0.25 * f64::from(self.random.below(6));
            self.b.placed(object, place, [-0.6, 0.0, -0.4], [0.6, height, 0.4]);
        }
    }

    /// A belt on legs along x.
    fn conveyor(&mut self, object: ObjectId, [from, to]: [f64; 2], z: f64) {
        self.b.cuboid(object, [from, 0.8, z - 0.4], [to, 0.95, z + 0.4]);
        let mut x = from;
        while x < to {
            for side in [z - 0.4, z + 0.32] {
                self.b.cuboid(object, [x, 0.0, side], [x + 0.08, 0.8, side + 0.08]);
            }
            x += 2.0;
        }
    }
}
