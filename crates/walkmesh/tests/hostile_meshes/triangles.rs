//! Triangles that are a mesh already.

use walkmesh::geom::{Point, cast};
use walkmesh::soup::{Area, ObjectId, Soup, Triangle};
use walkmesh::store::triangles::{WeldOptions, read};
use walkmesh_testkit::Random;

use super::{COPIES, Outcome, more, real};

const NUMBERS: [f64; 14] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e30,
    -1e30,
    1e300,
    f64::MAX,
    f64::MIN_POSITIVE,
    -0.0,
    2_147_483_647.0,
    -2_147_483_648.0,
    1e9,
    0.001,
    1.0,
];
const INDICES: [u32; 6] = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX, 7];
/// Bytes that a vertex and a triangle take.
const SIZES: (usize, usize) = (24, 16);

/// Two floors of triangles with a ramp between them, of two kinds of ground.
fn floors() -> Soup {
    let mut soup = Soup::default();
    let (ground, grass) = (soup.add_object("ground"), soup.add_object("grass"));
    soup.objects[1].area = Area(2);
    for row in 0..4_u32 {
        for column in 0..4_u32 {
            let (x, z) = (f64::from(column) * 1.5, f64::from(row) * 1.5);
            soup.vertices.push(Point::new(x, if row > 1 { f64::from(column) } else { 0.0 }, z));
            if row < 3 && column < 3 {
                let v = row * 4 + column;
                let object = if column == 1 { grass } else { ground };
                soup.triangles.push(Triangle { corners: [v, v + 4, v + 5], object });
                soup.triangles.push(Triangle { corners: [v, v + 5, v + 1], object });
            }
        }
    }
    soup
}

/// The `v` and `f` lines of an OBJ, whose faces are triangles.
fn of_obj(bytes: &[u8]) -> Soup {
    let mut soup = Soup::default();
    let object = soup.add_object("all");
    for line in String::from_utf8_lossy(bytes).lines() {
        let mut words = line.split_whitespace();
        let kind = words.next();
        let numbers = |words: std::str::SplitWhitespace<'_>| -> Vec<f64> {
            words.filter_map(|w| w.split('/').next()?.parse().ok()).collect()
        };
        match (kind, &numbers(words)[..]) {
            (Some("v"), &[x, y, z, ..]) => soup.vertices.push(Point::new(x, y, z)),
            (Some("f"), &[a, b, c]) => {
                let corners = [a, b, c].map(|v| cast::round_i32(v).unsigned_abs() - 1);
                soup.triangles.push(Triangle { corners, object });
            }
            _ => {}
        }
    }
    soup
}

fn damaged(whole: &Soup, random: &mut Random) -> Soup {
    let mut soup = whole.clone();
    for _ in 0..[1, 1, 1, 2, 4][random.below(5)] {
        if soup.triangles.is_empty() || soup.vertices.is_empty() {
            break;
        }
        let (t, v) = (random.below(soup.triangles.len()), random.below(soup.vertices.len()));
        let (other, corner) = (random.below(soup.triangles.len()), random.below(3));
        let value = NUMBERS[random.below(NUMBERS.len())];
        let vertex = &mut soup.vertices[v];
        let axis = match corner {
            0 => &mut vertex.x,
            1 => &mut vertex.y,
            _ => &mut vertex.z,
        };
        match random.below(12) {
            0 => *axis = value,
            1 => *axis += value,
            2 => *axis = -*axis,
            3 => *axis = f64::from_bits(axis.to_bits() ^ (1 << random.below(64))),
            4 => soup.triangles[t].corners[corner] = INDICES[random.below(INDICES.len())],
            5 => soup.triangles[t].corners[corner] = soup.triangles[other].corners[corner],
            6 => soup.triangles[t].corners.swap(0, 1 + corner / 2),
            7 => soup.triangles[t].object = ObjectId(INDICES[random.below(INDICES.len())]),
            8 => soup.triangles.truncate(t),
            9 => soup.vertices.truncate(v),
            10 => {
                let run = soup.triangles[t.min(other)..t.max(other)].to_vec();
                soup.triangles.extend(run);
            }
            _ => drop(soup.triangles.drain(t.min(other)..t.max(other))),
        }
    }
    soup
}

#[test]
fn triangle_models() {
    let small = floors();
    let real: Vec<Soup> =
        real(&["navmesh/threepathfinding_level.nav.obj"]).iter().map(|b| of_obj(b)).collect();
    for soup in real.iter().chain([&small]) {
        let mesh = read(soup, &WeldOptions::default()).expect("sound triangles").mesh;
        assert_eq!(mesh.validate(), []);
    }
    let mut random = Random::new(6);
    let mut outcome = Outcome::default();
    for i in 0..COPIES * more() {
        let from = if i % 10 == 0 { real.first().unwrap_or(&small) } else { &small };
        let soup = damaged(from, &mut random);
        let distance = if random.chance(80) { 0.001 } else { NUMBERS[random.below(NUMBERS.len())] };
        let bytes = soup.vertices.len() * SIZES.0 + soup.triangles.len() * SIZES.1;
        outcome.check("triangles", bytes, || {
            read(&soup, &WeldOptions { distance }).map(|imported| imported.mesh)
        });
    }
    outcome.end("triangles");
}
