//! Small scenes for holes: a pillar, a row of them, rooms in rooms.

use walkmesh::Point;
use walkmesh::parameters::Preset;

use crate::Generated;
use crate::shapes::{Along, Builder, WALL_HEIGHT, Wall};

/// A square room of `size` metres with a pillar of one metre in the middle.
pub(crate) fn one(size: u32, _seed: u64) -> Generated {
    let side = f64::from(size.max(4));
    let mut b = Builder::default();
    room(&mut b, [side, side]);
    let pillar = b.object("pillar");
    let (low, high) = (side / 2.0 - 0.5, side / 2.0 + 0.5);
    b.cuboid(pillar, [low, 0.0, low], [high, WALL_HEIGHT, high]);
    finish(b, [1.0, 1.0], [side - 1.0, side - 1.0])
}

/// A hall with `size` pillars of half a metre in a row, two metres apart.
pub(crate) fn row(size: u32, _seed: u64) -> Generated {
    let length = 2.0 * f64::from(size) + 2.0;
    let mut b = Builder::default();
    room(&mut b, [length, 6.0]);
    for i in 1..=size {
        let pillar = b.object(format!("pillar {i}"));
        let x = 2.0 * f64::from(i);
        b.cuboid(pillar, [x - 0.25, 0.0, 2.75], [x + 0.25, WALL_HEIGHT, 3.25]);
    }
    finish(b, [1.0, 3.0], [length - 1.0, 3.0])
}

/// `size` rooms in each other, 2 m apart, with doors east and west in turn.
pub(crate) fn nested(size: u32, _seed: u64) -> Generated {
    let side = 4.0 * f64::from(size);
    let mut b = Builder::default();
    room(&mut b, [side, side]);
    for ring in 1..size {
        let walls = b.object(format!("room {ring}"));
        let (low, high) = (2.0 * f64::from(ring), side - 2.0 * f64::from(ring));
        let doors = [side / 2.0];
        let east = ring.is_multiple_of(2);
        for (along, at, doors) in [
            (Along::X, low, &[][..]),
            (Along::X, high, &[][..]),
            (Along::Z, low, if east { &[][..] } else { &doors[..] }),
            (Along::Z, high, if east { &doors[..] } else { &[][..] }),
        ] {
            b.wall(walls, Wall { along, at, from: low, to: high, base: 0.0 }, doors);
        }
    }
    finish(b, [side - 1.0, side - 1.0], [side / 2.0, side / 2.0])
}

fn room(b: &mut Builder, max: [f64; 2]) {
    let floor = b.object("floor");
    b.sheet(floor, [0.0, 0.0], max, 0.0);
    let walls = b.object("walls");
    b.enclosure(walls, [0.0, 0.0], max, 0.0);
}

fn finish(b: Builder, from: [f64; 2], to: [f64; 2]) -> Generated {
    Generated {
        soup: b.soup,
        from: Point::new(from[0], 0.0, from[1]),
        to: Point::new(to[0], 0.0, to[1]),
        preset: Preset::Human,
    }
}
