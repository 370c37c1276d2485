//! Formats of text: Polyanya's meshes and the maps of MovingAI.

use walkmesh::Point;
use walkmesh::store::{Placement, movingai, polyanya};
use walkmesh_testkit::Random;
use walkmesh_testkit::damage::{damaged, damaged_text};

use super::{Outcome, copies, real};

/// Mostly as texts are damaged, sometimes as any file.
fn damage(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    if random.chance(85) { damaged_text(bytes, random) } else { damaged(bytes, random) }
}

/// Where files are put: as they are, and somewhere else.
fn placement(i: usize) -> Placement {
    match i % 4 {
        0 => Placement { scale: 0.01, origin: Point::new(-7.3, 1e3, 0.1) },
        _ => Placement::default(),
    }
}

/// Squares around a hole, the last of them not convex, and a triangle that is apart.
const AROUND: &str = "mesh\n2\n12 7\n\
    0 0 2 0 -1\n4 0 3 1 0 -1\n8 0 2 1 -1\n0 4 3 0 4 -1\n4 4 3 0 -1 1\n8 4 3 1 2 -1\n\
    0 8 2 4 -1\n4 8 3 4 3 -1\n8 8 3 3 2 -1\n20.5 0.25 2 5 -1\n30 0 3 5 6 -1\n22 -7e0 3 6 5 -1\n\
    4 0 1 4 3 -1 -1 1 4\n4 1 2 5 4 0 -1 2 -1\n3 4 5 8 3 1 -1\n3 4 8 7 4 2 -1\n\
    4 3 4 7 6 -1 0 3 -1\n3 9 11 10 -1 -1 6\n3 11 9 10 -1 -1 5\n";

#[test]
fn meshes_of_polyanya() {
    let example = "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n\
                   0.0 1.5 3 -1 1 0\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";
    let small = [AROUND, example].map(|text| text.as_bytes().to_vec());
    for file in &small {
        polyanya::read(file, &Placement::default()).expect("a sound file");
    }
    let real = real(&["polyanya/movingai/arena-merged.mesh", "polyanya/original/arena.mesh"]);
    let mut outcome = Outcome::default();
    for (i, bytes) in copies(&small, &real, 10, damage, 4).enumerate() {
        outcome.check("Polyanya", bytes.len(), || {
            polyanya::read(&bytes, &placement(i)).map(|imported| imported.mesh)
        });
    }
    outcome.end("Polyanya");
}

#[test]
fn maps_of_movingai() {
    let small = [
        "type octile\nheight 5\nwidth 7\nmap\n..@....\n.GSSS..\n@@TWO..\n.......\n.@.@.@.\n",
        "type octile\r\nheight 3\r\nwidth 4\r\nmap\r\n.@.@\r\n@.@.\r\n.@@G\r\n",
    ]
    .map(|text| text.as_bytes().to_vec());
    for file in &small {
        movingai::read(file, &Placement::default()).expect("a sound file");
    }
    let real = real(&["polyanya/movingai/arena.map"]);
    let mut outcome = Outcome::default();
    for (i, bytes) in copies(&small, &real, 10, damage, 5).enumerate() {
        outcome.check("MovingAI", bytes.len(), || movingai::read(&bytes, &placement(i)));
    }
    outcome.end("MovingAI");
}
