//! One level of an office building: corridors with rooms on both sides.

use walkmesh::Point;
use walkmesh::parameters::Preset;
use walkmesh::soup::ObjectId;

use crate::Generated;
use crate::random::Random;
use crate::shapes::{Along, Builder, DOOR_WIDTH, Wall};

/// Width of corridors between wall lines, metres.
const CORRIDOR: f64 = 2.4;
/// Depth of rooms between wall lines, metres.
const ROOM_DEPTH: f64 = 5.0;
/// From the far wall of one corridor's rooms to the next one's, metres.
const WING: f64 = CORRIDOR + 2.0 * ROOM_DEPTH;
/// Width of every pillar, metres.
const PILLAR: f64 = 0.4;

/// The parts that every room adds to.
struct Parts {
    walls: ObjectId,
    pillars: ObjectId,
    desks: ObjectId,
}

/// `size` rooms on each side of a corridor; a further corridor with its rooms every fourth size,
/// all joined by a lobby along x = 0.
pub(crate) fn build(size: u32, seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let wings = (size / 4).max(1);
    let length = 4.5 * f64::from(size);
    let depth = WING * f64::from(wings);
    let mut b = Builder::default();
    let floor = b.object("floor");
    b.slab(floor, [-CORRIDOR, 0.0], [length, depth], 0.0);
    let walls = b.object("outer walls");
    b.enclosure(walls, [-CORRIDOR, 0.0], [length, depth], 0.0);
    let parts =
        Parts { walls: b.object("walls"), pillars: b.object("pillars"), desks: b.object("desks") };
    for wing in 0..wings {
        let z = WING * f64::from(wing);
        // Two lines from the rooms' ends to the lobby leave the corridor open between them.
        let far = z + ROOM_DEPTH + CORRIDOR;
        for [from, to] in [[z, z + ROOM_DEPTH], [far, z + WING]] {
            let wall = Wall { along: Along::Z, at: 0.0, from, to, base: 0.0 };
            b.wall(parts.walls, wall, &[]);
        }
        if wing > 0 {
            let wall = Wall { along: Along::X, at: z, from: 0.0, to: length, base: 0.0 };
            b.wall(parts.walls, wall, &[]);
        }
        row(&mut b, &parts, &mut random, size, [z, z + ROOM_DEPTH], z + ROOM_DEPTH);
        row(&mut b, &parts, &mut random, size, [far, z + WING], far);
    }
    Generated {
        soup: b.soup,
        from: Point::new(-CORRIDOR / 2.0, 0.0, depth - 1.0),
        to: Point::new(length - 0.7, 0.0, 0.7),
        preset: Preset::Human,
    }
}

/// A row of rooms between two z, its doors in the wall at `corridor`.
fn row(
    b: &mut Builder,
    parts: &Parts,
    random: &mut Random,
    rooms: u32,
    [near, far]: [f64; 2],
    corridor: f64,
) {
    let mut doors = Vec::new();
    let mut start = 0.0;
    for room in 1..=rooms {
        // Shares of a fixed length: rooms are 3.5 to 5.5 m wide, the last one takes the rest.
        let shift = if room == rooms { 0.0 } else { random.between(-0.5, 0.5) };
        let end = 4.5 * f64::from(room) + shift;
        doors.push(random.between(start + DOOR_WIDTH, end - DOOR_WIDTH));
        if room < rooms {
            let between = [near + 1.0 + random.between(0.0, 3.0)];
            let joined = random.below(4) == 0;
            let wall = Wall { along: Along::Z, at: end, from: near, to: far, base: 0.0 };
            b.wall(parts.walls, wall, if joined { &between } else { &[] });
        }
        furnish(b, parts, random, [start, near], [end, far]);
        start = end;
    }
    let wall =
        Wall { along: Along::X, at: corridor, from: 0.0, to: 4.5 * f64::from(rooms), base: 0.0 };
    b.wall(parts.walls, wall, &doors);
}

/// A pillar in the middle of every third room, desks in another third; always passable.
fn furnish(b: &mut Builder, parts: &Parts, random: &mut Random, min: [f64; 2], max: [f64; 2]) {
    let [x, z] = [(min[0] + max[0]) / 2.0, (min[1] + max[1]) / 2.0];
    match random.below(3) {
        0 => {
            let half = PILLAR / 2.0;
            let top = crate::shapes::WALL_HEIGHT;
            b.cuboid(parts.pillars, [x - half, 0.0, z - half], [x + half, top, z + half]);
        }
        1 => b.cuboid(parts.desks, [x - 0.8, 0.0, z - 0.4], [x + 0.8, 0.74, z + 0.4]),
        _ => {}
    }
}
