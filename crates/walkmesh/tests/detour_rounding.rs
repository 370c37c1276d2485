//! Meshes as Detour tile sets far from the origin, where single precision moves corners.

use std::cmp::Ordering;

use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, Payload};
use walkmesh::geom::GroundPoint;
use walkmesh::mesh::{ConvexPolygon, NavMesh};
use walkmesh::parameters::Parameters;
use walkmesh::soup::Area;
use walkmesh::store::detour::{WriteOptions, Written, read, write};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::{Random, ground_mesh};

/// Beyond 2^24 `f32` has no odd numbers.
#[test]
fn what_single_precision_moves_is_told() {
    let square = |low: i32| vec![(low, 0, 0), (low + 1, 0, 0), (low + 1, 1, 0), (low, 1, 0)];
    for (low, moved) in [(500_000, 0.0), ((1 << 24) + 1, 1.0)] {
        let written = write(&ground_mesh(&[(0, square(low))]), &WriteOptions::default());
        let written = written.expect("a tile set");
        assert!((written.moved - moved).abs() < 1e-9, "{low}: {}", written.moved);
        assert_eq!(written.messages().iter().any(|m| m.contains("moved by")), moved > 0.0);
    }
}

/// How many of something are told, 0 when nothing is.
fn told(written: &Written, what: &str) -> usize {
    let messages = written.messages();
    let message = messages.iter().find(|message| message.contains(what));
    message.map_or(0, |m| m.rsplit(": ").next().and_then(|n| n.parse().ok()).expect("a count"))
}

const TURNED: &str = "turn over, cross themselves or have no area when rounded";
const SHRUNK: &str = "become a point when rounded";

#[test]
fn polygons_that_single_precision_turns_over_are_told() {
    let count = |rings: &[&[(i32, i32)]]| {
        let far = |ring: &[(i32, i32)]| ring.iter().map(|&(x, y)| ((1 << 24) + x, y, 0)).collect();
        let rings: Vec<_> = rings.iter().map(|ring| (0, far(ring))).collect();
        let written = write(&ground_mesh(&rings), &WriteOptions::default()).expect("a tile set");
        [told(&written, TURNED), told(&written, SHRUNK)]
    };
    // The third corner goes from 3 to 4, to the other side of the first two.
    assert_eq!(count(&[&[(0, 0), (8, 80), (3, 35)]]), [1, 0]);
    // The side between the two goes from a step to nothing, and the upper one's area with it.
    assert_eq!(count(&[&[(0, 0), (1, 0), (0, 9)], &[(0, 0), (-8, -8), (8, -8), (1, 0)]]), [1, 1]);
    // A wall may shrink, and what is only narrower than before stands.
    assert_eq!(count(&[&[(0, 0), (1, 0), (8, 8), (-8, 8)]]), [0, 0]);
}

/// Counted again in whole numbers, which hold what `f32` can say out there.
#[test]
fn what_rounding_does_to_an_edited_mesh_is_counted_exactly() {
    let mut turned = 0;
    for seed in 0..8 {
        let mesh = of_few_corners(&edited_far_off(seed));
        let written = write(&mesh, &WriteOptions::default()).expect("a tile set");
        // Of a polygon that is cut its pieces are counted.
        if written.cut > 0 {
            continue;
        }
        let expected = rounded(&mesh).iter().filter(|ring| !is_simple(ring)).count();
        assert_eq!(told(&written, TURNED), expected, "{seed}");
        turned += expected;
    }
    assert!(turned > 100, "edits leave slivers: {turned}");
}

#[test]
fn a_mesh_that_single_precision_parts_is_told() {
    let mut parted = 0;
    for seed in 0..40 {
        let mesh = edited_far_off(seed);
        let written = write(&mesh, &WriteOptions::default()).expect("a tile set");
        let back = read(&written.bytes).expect("our own").mesh;
        if back.components().len() != mesh.components().len() {
            parted += 1;
            assert!(told(&written, TURNED) + told(&written, SHRUNK) > 0, "{seed}");
        }
    }
    println!("{parted} of 40 parted");
    assert!(parted > 0);
}

/// The same ground in polygons that Detour need not cut.
fn of_few_corners(mesh: &NavMesh) -> NavMesh {
    let mut pieces = Vec::new();
    for r in mesh.polygons() {
        let ring: Vec<GroundPoint> = mesh.corners(r).collect();
        for from in (1..ring.len() - 1).step_by(2) {
            let to = (from + 3).min(ring.len());
            let corners = [&ring[..1], &ring[from..to]].concat();
            let plan = corners.iter().map(|p| [p.plan.x.into(), p.plan.y.into()]);
            if is_simple(&plan.collect::<Vec<_>>()) {
                pieces.push(ConvexPolygon { corners, ..ConvexPolygon::default() });
            }
        }
    }
    NavMesh::from_polygons(*mesh.frame(), &pieces).expect("convex pieces")
}

/// Ground at 5000 m into which kinds of ground are cut.
fn edited_far_off(seed: u64) -> NavMesh {
    let made = generate("dining_room", &SceneOptions::default()).expect("a scene");
    let mut soup = made.soup;
    for at in &mut soup.vertices {
        *at = Point::new(at.x + 5000.0, at.y, at.z + 5000.0);
    }
    let (low, high) = soup.bounds().expect("a model");
    let parameters = Parameters { verts_per_poly: 6, ..made.preset.parameters() };
    let base = bake(&soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
    let mut edits = Edits::new(base).expect("a mesh to edit");
    let mut random = Random::new(seed);
    let batch = (1..=60).map(|id| {
        let center = [random.metres(low.x, high.x), random.metres(low.z, high.z)];
        let shape = Footprint::Box {
            center,
            half: [random.metres(0.1, 3.0), random.metres(0.1, 3.0)],
            turned: random.metres(0.0, 90.0),
        };
        let heights = (f64::NEG_INFINITY, f64::INFINITY);
        let payload = Payload::Area(Area(id));
        Edit::Add {
            id: ChangeId(id.into()),
            change: Change { shape, heights, payload, grown: true },
        }
    });
    edits.apply(&batch.collect::<Vec<_>>()).expect("boxes");
    edits.mesh().clone()
}

/// The polygons as they are written, in units of the last bit that counts, y as in plan.
fn rounded(mesh: &NavMesh) -> Vec<Vec<[i128; 2]>> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "as coordinates are written, and whole then"
    )]
    let whole = |v: f64| {
        let v = f64::from(v as f32) * f64::from(1 << 20);
        assert!(v.fract() == 0.0, "no bit is that low so far off");
        v as i128
    };
    let ring = |r| {
        let corners = mesh.corners(r).map(|p| mesh.frame().to_world(p));
        corners.map(|at| [whole(at.x), -whole(at.z)]).collect()
    };
    mesh.polygons().map(ring).collect()
}

/// True for a ring that goes round an area once, counter-clockwise, and touches itself nowhere:
/// corners in the same place in a row are one.
fn is_simple(ring: &[[i128; 2]]) -> bool {
    let mut ring = ring.to_vec();
    ring.dedup();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    let n = ring.len();
    let side = |k: usize| [ring[k % n], ring[(k + 1) % n]];
    let cross = |[a, b]: [[i128; 2]; 2], c: [i128; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let holds = |[a, b]: [[i128; 2]; 2], p: [i128; 2]| {
        let within = |k: usize| a[k].min(b[k]) <= p[k] && p[k] <= a[k].max(b[k]);
        cross([a, b], p) == 0 && within(0) && within(1)
    };
    let parts = |s: [[i128; 2]; 2], [p, q]: [[i128; 2]; 2]| {
        cross(s, p).signum() * cross(s, q).signum() == -1
    };
    let area: i128 = (0..n).map(|k| ring[k][0] * side(k)[1][1] - ring[k][1] * side(k)[1][0]).sum();
    let corners_are_apart =
        (0..n).all(|k| (0..n).all(|s| s == k || (s + 1) % n == k || !holds(side(s), ring[k])));
    let sides_are_apart =
        (0..n).all(|i| (0..n).all(|j| !(parts(side(i), side(j)) && parts(side(j), side(i)))));
    area.cmp(&0) == Ordering::Greater && corners_are_apart && sides_are_apart
}
