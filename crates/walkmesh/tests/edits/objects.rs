//! Objects of triangles act by height: arches, tables, sills, bridges.

use super::lists::{add, field, is_open, remove};
use super::oracle::bytes;
use walkmesh::agent::Agent;
use walkmesh::edit::{Change, Edit, Edits, Footprint, KindId, Payload};
use walkmesh::geom::{Frame, GroundPoint, Point};
use walkmesh::mesh::{ConvexPolygon, NavMesh};
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh_testkit::Random;

/// Lattice steps of a metre on the meshes here.
const METRE: f64 = 4096.0;

/// Plan x, plan y and height, metres.
type Place = [f64; 3];

fn world([x, y, h]: Place) -> Point {
    Point::new(x, h, -y)
}

/// The triangles of a box between two corners, each raised by `rise` for a metre of plan x.
fn cuboid(low: Place, high: Place, rise: f64) -> Vec<[Point; 3]> {
    let corner = |i: usize| {
        let pick = |axis: usize| if i >> axis & 1 == 0 { low[axis] } else { high[axis] };
        world([pick(0), pick(1), pick(2) + rise * pick(0)])
    };
    let sides =
        [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).map(|t| t.map(corner)).collect()
}

/// An arch across the way along x: pillars at y 5 to 6 and 14 to 15, and a lintel from 3 m on.
fn arch(x: f64, rise: f64) -> Vec<[Point; 3]> {
    let part = |y: (f64, f64), h: (f64, f64)| cuboid([x, y.0, h.0], [x + 1.0, y.1, h.1], rise);
    let pillars = [part((5.0, 6.0), (0.0, 3.0)), part((14.0, 15.0), (0.0, 3.0))];
    [pillars.concat(), part((5.0, 15.0), (3.0, 4.0))].concat()
}

fn raised(triangles: &[[Point; 3]], by: f64) -> Vec<[Point; 3]> {
    triangles.iter().map(|t| t.map(|p| Point::new(p.x, p.y + by, p.z))).collect()
}

fn object(triangles: Vec<[Point; 3]>) -> Change {
    let payload = Payload::Block { kind: KindId(0) };
    let heights = (f64::NEG_INFINITY, f64::INFINITY);
    Change { shape: Footprint::Triangles(triangles), heights, payload, grown: false }
}

fn agent(edits: &Edits) -> Agent {
    edits.base().parameters().agent
}

/// Rings of plan x, y and height in metres as a mesh.
fn mesh_of(rings: &[&[Place]]) -> Edits {
    mesh_of_layers(&rings.iter().map(|&ring| (ring, 0)).collect::<Vec<_>>())
}

fn mesh_of_layers(rings: &[(&[Place], u32)]) -> Edits {
    let at = |v: f64| walkmesh::geom::cast::round_i32(v * METRE);
    let polygon = |&(ring, layer): &(&[Place], u32)| ConvexPolygon {
        corners: ring.iter().map(|&[x, y, h]| GroundPoint::new(at(x), at(y), at(h))).collect(),
        layer,
        ..ConvexPolygon::default()
    };
    let polygons: Vec<ConvexPolygon> = rings.iter().map(polygon).collect();
    let frame = Frame::new([0.0, 0.0, 0.0], -12).expect("a frame");
    Edits::new(NavMesh::from_polygons(frame, &polygons).expect("polygons")).expect("a sound mesh")
}

/// A ramp of 20 by 20 metres that rises along x, in two polygons.
fn ramp(rise: f64) -> Edits {
    let at = |x: f64, y: f64| [x, y, rise * x];
    mesh_of(&[
        &[at(0.0, 0.0), at(20.0, 0.0), at(20.0, 8.0), at(0.0, 8.0)],
        &[at(0.0, 8.0), at(20.0, 8.0), at(20.0, 20.0), at(0.0, 20.0)],
    ])
}

/// Adds one object, and checks the mesh, and that it goes without a trace.
fn with(mut edits: Edits, change: Change) -> Edits {
    edits.apply(&[add(1, change)]).expect("an object");
    let problems = edits.mesh().validate();
    assert!(problems.is_empty(), "{problems:?}");
    let mut gone = edits.clone();
    gone.apply(&[remove(1)]).expect("it is there");
    assert!(bytes(gone.mesh()) == bytes(edits.base()));
    edits
}

fn status(edits: &Edits, from: Place, to: Place) -> Status {
    let mut scratch = Scratch::new();
    let options = PathOptions::default();
    path(edits.mesh(), &mut scratch, world(from), world(to), &options).status
}

fn is_free(edits: &Edits, place: Place) -> bool {
    edits.mesh().locate(world(place), 0.5).is_some()
}

#[test]
fn an_arch_blocks_the_road_at_its_pillars_only() {
    let edits = with(field(), object(arch(9.0, 0.0)));
    assert!(is_open(&edits, 9.5, 10.0), "under the lintel");
    assert!(!is_open(&edits, 9.5, 5.5) && !is_open(&edits, 9.5, 14.5), "pillars");
    let radius = agent(&edits).radius;
    assert!(!is_open(&edits, 9.5, 6.01 + 0.9 * radius), "beside a pillar");
    assert!(is_open(&edits, 9.5, 6.0 + 1.1 * radius));
    assert_eq!(status(&edits, [1.0, 10.0, 0.0], [19.0, 10.0, 0.0]), Status::Complete);
    // Who is taller does not fit: the same arch, half as high.
    let low = arch(9.0, 0.0).iter().map(|t| t.map(|p| Point::new(p.x, p.y * 0.5, p.z))).collect();
    let edits = with(field(), object(low));
    assert!(!is_open(&edits, 9.5, 10.0) && !is_open(&edits, 9.5, 5.5));
}

#[test]
fn what_touches_the_head_or_is_no_higher_than_the_climb_is_not_in_the_way() {
    let Agent { height, max_climb, .. } = agent(&field());
    let block = |low: f64, high: f64| {
        let edits = with(field(), object(cuboid([8.0, 8.0, low], [12.0, 12.0, high], 0.0)));
        !is_open(&edits, 10.0, 10.0)
    };
    assert!(!block(height, height + 1.0), "just over the head");
    assert!(block(height - 0.01, height + 1.0));
    assert!(!block(0.0, max_climb), "a sill");
    assert!(block(0.0, max_climb + 0.01), "a table");
    assert!(block(0.7 * height, 0.75 * height), "a board");
    assert!(!block(-3.0, 0.0), "the ground itself");
    // Walls around nothing: the inside stays as it is, and nobody gets there.
    let edits = with(field(), object(cuboid([5.0, 5.0, -1.0], [15.0, 15.0, 9.0], 0.0)));
    assert!(is_open(&edits, 10.0, 10.0) && !is_open(&edits, 5.0, 10.0));
    assert_eq!(edits.mesh().components().len(), 2);
}

#[test]
fn only_what_is_between_the_heights_counts_and_other_payloads_take_the_shadow() {
    let lintel = Change { heights: (2.5, 9.0), ..object(arch(9.0, 0.0)) };
    assert!(bytes(with(field(), lintel).mesh()) == bytes(field().mesh()), "no pillars");
    let cost = Change { payload: Payload::Cost(3.0), ..object(arch(9.0, 0.0)) };
    let edits = with(field(), cost);
    let at = |y: f64| edits.mesh().locate(world([9.5, y, 0.0]), 1.0).expect("nothing is blocked");
    let factor = |y: f64| edits.mesh().polygon(at(y).polygon).factor;
    assert!(factor(10.0) != factor(1.0), "under the lintel as well");
}

#[test]
fn a_bridge_blocks_neither_the_ground_on_it_nor_that_below() {
    let flat = |x: (f64, f64), y: (f64, f64), h: f64| {
        [[x.0, y.0, h], [x.1, y.0, h], [x.1, y.1, h], [x.0, y.1, h]]
    };
    let (below, deck) = (flat((0.0, 20.0), (0.0, 20.0), 0.0), flat((1.0, 19.0), (8.0, 12.0), 4.0));
    let world = || mesh_of_layers(&[(&below, 0), (&deck, 1)]);
    let bridge = cuboid([1.0, 8.0, 3.5], [19.0, 12.0, 4.0], 0.0);
    let edits = with(world(), object(bridge.clone()));
    assert!(bytes(edits.mesh()) == bytes(edits.base()), "both fit");
    // A railing is in the way on the bridge, a pier below it.
    let railing = cuboid([1.0, 8.0, 4.0], [19.0, 8.1, 5.5], 0.0);
    let pier = cuboid([9.0, 8.0, 0.0], [10.0, 12.0, 3.5], 0.0);
    let edits = with(world(), object([bridge, railing, pier].concat()));
    assert!(!is_free(&edits, [9.5, 8.05, 4.0]) && is_free(&edits, [3.0, 8.05, 0.0]), "railing");
    assert!(is_free(&edits, [9.5, 10.0, 4.0]) && !is_free(&edits, [9.5, 8.05, 0.0]), "pier");
    assert_eq!(status(&edits, [2.0, 10.0, 4.0], [18.0, 10.0, 4.0]), Status::Complete);
}

#[test]
fn a_slanted_arch_stands_on_its_ramp() {
    for rise in [0.1, 0.3, 0.6] {
        let edits = with(ramp(rise), object(arch(9.0, rise)));
        assert!(is_free(&edits, [9.5, 10.0, rise * 9.5]), "under the lintel, {rise}");
        assert!(!is_free(&edits, [9.5, 5.5, rise * 9.5]), "a pillar, {rise}");
        let ends = [[1.0, 10.0, rise], [19.0, 10.0, 19.0 * rise]];
        assert_eq!(status(&edits, ends[0], ends[1]), Status::Complete, "{rise}");
        // Lower by so much that nobody fits.
        let arch = raised(&arch(9.0, rise), -1.2);
        assert!(!is_free(&with(ramp(rise), object(arch)), [9.5, 10.0, rise * 9.5]), "{rise}");
    }
}

/// The nearest that the part of a triangle between two heights comes to a place in plan, from
/// points on it, metres; and how far it may be nearer.
fn nearest(triangle: &[Place; 3], (low, high): (f64, f64), at: [f64; 2]) -> Option<f64> {
    const PARTS: u32 = 60;
    let mut least: Option<f64> = None;
    for i in 0..=PARTS {
        for j in 0..=PARTS - i {
            let (u, v) = (f64::from(i) / f64::from(PARTS), f64::from(j) / f64::from(PARTS));
            let [a, b, c] = triangle;
            let on = |k: usize| a[k] + (b[k] - a[k]) * u + (c[k] - a[k]) * v;
            if on(2) > low && on(2) < high {
                let away = ((on(0) - at[0]).powi(2) + (on(1) - at[1]).powi(2)).sqrt();
                least = Some(least.map_or(away, |least| least.min(away)));
            }
        }
    }
    least
}

/// Blocked where a triangle is within the radius at the body's heights, free where none is within
/// the radius and what is stated to be in excess; on level ground, on a ramp, and on rough ground.
#[test]
fn random_triangles_agree_with_points_on_them() {
    let rough = |random: &mut Random| {
        // A grid of squares whose heights are anything up to half a metre.
        let heights: Vec<f64> = (0..36).map(|_| f64::from(random.between(0, 32)) / 64.0).collect();
        let at = |x: i32, y: i32| {
            let height = heights[usize::try_from(6 * y + x).expect("in the grid")];
            [4.0 * f64::from(x), 4.0 * f64::from(y), height]
        };
        let halves = (0..50).map(|i| {
            let (x, y) = (i / 2 % 5, i / 10);
            let [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
            if i % 2 == 0 { [a, b, c] } else { [a, c, d] }
        });
        let halves: Vec<[Place; 3]> = halves.collect();
        mesh_of(&halves.iter().map(|t| &t[..]).collect::<Vec<_>>())
    };
    let mut checked = [0, 0];
    for seed in 0..100 * super::more() {
        let mut random = Random::new(seed);
        let mut edits = match seed % 3 {
            0 => field(),
            1 => ramp(0.25),
            _ => rough(&mut random),
        };
        let mut coordinate = |low: i32, high: i32| f64::from(random.between(low, high)) / 16.0;
        let mut triangles: Vec<[Place; 3]> = Vec::new();
        for _ in 0..10 {
            let (x, y, h) = (coordinate(32, 288), coordinate(32, 288), coordinate(-16, 80));
            let mut corner = || {
                let (u, v, w) = (coordinate(-32, 32), coordinate(-32, 32), coordinate(-40, 40));
                [x + u, y + v, h + w]
            };
            triangles.push([corner(), corner(), corner()]);
        }
        let all = triangles.iter().map(|t| t.map(world)).collect();
        edits.apply(&[add(1, object(all))]).expect("triangles");
        let problems = edits.mesh().validate();
        assert!(problems.is_empty(), "seed {seed}: {problems:?}");
        let Agent { height, max_climb, radius, .. } = agent(&edits);
        for _ in 0..60 {
            let [x, y, _] = triangles[random.below(triangles.len())][0];
            let mut coordinate = |v: f64| v + f64::from(random.between(-32, 32)) / 16.0;
            let (x, y) = (coordinate(x), coordinate(y));
            let Some(there) = edits.base().locate(world([x, y, 1.0]), 9.0) else { continue };
            let ground = there.point.y;
            let steepest = if seed % 3 == 0 { 0.0 } else { 0.25 };
            let rises = steepest * radius;
            let within = |triangle: &[Place; 3], heights: (f64, f64), reach: f64| {
                nearest(triangle, heights, [x, y]).is_some_and(|away| away < reach)
            };
            // The climb is seen from the ground below the triangle, which may be higher.
            let surely = (ground + max_climb + rises + 0.01, ground + height - 0.01);
            let hit = triangles.iter().any(|t| within(t, surely, radius - 0.01));
            // Points on triangles are as far apart as this.
            let spaced = 5.7 / 60.0 + 0.05;
            let excess = 2.0 * rises + if seed % 3 == 2 { 0.3 } else { 0.0 };
            let perhaps = (ground + max_climb - excess - 0.15, ground + height + excess + 0.15);
            let reach = radius + 0.25 * edits.base().parameters().cell_size;
            let near = triangles.iter().any(|t| within(t, perhaps, reach + spaced));
            let is_free = is_free(&edits, [x, y, ground]);
            let at = format!("seed {seed}: {x} {y} {ground}");
            assert!(!hit || !is_free, "{at} is blocked");
            assert!(near || is_free, "{at} is free");
            checked[usize::from(is_free)] += 1;
        }
    }
    assert!(checked.iter().all(|&n| n > 500), "{checked:?}");
}

#[test]
fn any_way_to_a_set_of_objects_gives_the_mesh_of_the_set() {
    let mut random = Random::new(5);
    for rise in [0.0, 0.2] {
        for _ in 0..4 * super::more() {
            let mut batch: Vec<Edit> = Vec::new();
            for id in 0..5 {
                let x = f64::from(random.between(8, 64)) / 4.0;
                let by = -f64::from(random.between(0, 8)) / 4.0;
                let triangles = raised(&arch(x, rise / 2.0), by);
                batch.push(add(id, object(triangles)));
            }
            let mut edits = ramp(rise);
            edits.apply(&batch).expect("objects");
            assert!(edits.mesh().validate().is_empty());
            batch.reverse();
            let mut other = ramp(rise);
            for edit in batch {
                other.apply(&[edit]).expect("an object");
            }
            other.apply(&[remove(2)]).expect("it is there");
            edits.apply(&[remove(2)]).expect("it is there");
            assert!(bytes(edits.mesh()) == bytes(other.mesh()), "{rise}");
        }
    }
}

#[test]
fn objects_that_are_hardly_any() {
    let far =
        |size: f64| vec![[[-size, 0.0, 1.5], [size, -size, 1.5], [size, size, 1.5]].map(world)];
    for (triangles, is_free) in [
        (Vec::new(), true),
        (vec![[[10.0, 10.0, 1.5]; 3].map(world)], false),
        (vec![[[10.0, 10.0, 0.0], [10.0, 10.0, 9.0], [10.0, 10.0, 5.0]].map(world)], false),
        (far(1e3), false),
        (far(1e12), false),
        (far(1e300), false),
    ] {
        let edits = with(field(), object(triangles));
        assert_eq!(is_open(&edits, 10.0, 10.0), is_free, "{:?}", edits.changes().next());
    }
    let bad = object(vec![[Point::new(0.0, f64::NAN, 0.0); 3]]);
    assert!(field().apply(&[add(1, bad)]).is_err());
}
