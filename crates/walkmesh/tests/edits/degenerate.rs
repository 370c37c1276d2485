//! Shapes that are hardly any.

use super::lists::{add, area, field, house};
use super::oracle::bytes;
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload, PlanPolygon};
use walkmesh::geom::{Frame, GroundPoint, Point};
use walkmesh::mesh::{ConvexPolygon, NavMesh};
use walkmesh_testkit::Random;

/// A blocker of rings in plan metres (world x and -z), grown already.
fn block(rings: &[&[[f64; 2]]]) -> Change {
    let ring = |r: &&[[f64; 2]]| r.iter().map(|&[x, y]| [x, -y]).collect();
    let polygons = rings.iter().map(|r| PlanPolygon { outer: ring(r), holes: Vec::new() });
    let shape = Footprint::Polygons(polygons.collect());
    Change { shape, ..house([0.0, 0.0], [1.0, 1.0]) }
}

/// The area that a blocker takes from the field, m².
fn taken(change: Change) -> f64 {
    let mut edits = field();
    edits.apply(&[add(1, change)]).expect("a shape");
    let problems = edits.mesh().validate();
    assert!(problems.is_empty(), "{problems:?}");
    let taken = 400.0 - edits.mesh().area_m2();
    edits.apply(&[Edit::Remove { id: ChangeId(1) }]).expect("it is there");
    assert!(bytes(edits.mesh()) == bytes(edits.base()), "nothing is left behind");
    taken
}

fn assert_takes(change: Change, m2: f64) {
    let found = taken(change);
    assert!((found - m2).abs() < 0.01, "{found} m² instead of {m2}");
}

#[test]
fn what_covers_nothing_does_nothing() {
    assert_takes(block(&[]), 0.0);
    assert_takes(block(&[&[]]), 0.0);
    assert_takes(block(&[&[[3.0, 3.0]]]), 0.0);
    assert_takes(block(&[&[[3.0, 3.0], [6.0, 6.0]]]), 0.0);
    assert_takes(block(&[&[[3.0, 3.0], [6.0, 6.0], [4.0, 4.0]]]), 0.0);
    assert_takes(block(&[&[[3.0, 3.0]; 5]]), 0.0);
    let circle = Footprint::Circle { center: [3.0, -3.0], radius: 0.0 };
    assert_takes(Change { shape: circle, ..block(&[]) }, 0.0);
}

#[test]
fn a_wall_without_width_counts_once_it_is_grown() {
    let wall = block(&[&[[5.0, 5.0], [15.0, 5.0]]]);
    let radius = field().mesh().parameters().agent.radius;
    let around = 20.0 * radius + std::f64::consts::PI * radius * radius;
    let grown = taken(Change { grown: false, ..wall });
    assert!(grown > around - 0.01 && grown < around * 1.02, "{grown} m², {around} around it");
}

#[test]
fn a_point_keeps_bodies_away_once_it_is_grown() {
    let radius = field().mesh().parameters().agent.radius;
    let disc = std::f64::consts::PI * radius * radius;
    let point = block(&[&[[5.0, 5.0]; 3]]);
    let circle = |radius| Footprint::Circle { center: [5.0, -5.0], radius };
    let nothing = Footprint::Box { center: [5.0, -5.0], half: [0.0, 0.0], turned: 30.0 };
    for shape in [point.shape, circle(0.0), circle(1e-5), nothing] {
        let grown = taken(Change { shape, grown: false, ..block(&[]) });
        assert!(grown > disc - 0.001 && grown < disc * 1.1, "{grown} m², {disc} around it");
    }
}

#[test]
fn rings_that_cross_and_touch_are_what_they_wind_around() {
    // A bow tie, corners given twice, and a ring run through two times.
    assert_takes(block(&[&[[2.0, 2.0], [6.0, 6.0], [6.0, 2.0], [2.0, 6.0]]]), 8.0);
    let twice = [[2.0, 2.0], [2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [6.0, 6.0], [2.0, 6.0]];
    assert_takes(block(&[&twice]), 16.0);
    let square = [[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]];
    assert_takes(block(&[&[square, square].concat()]), 16.0);
    let corner = [[6.0, 6.0], [9.0, 6.0], [9.0, 9.0], [6.0, 9.0]];
    assert_takes(block(&[&square, &corner]), 25.0);
    // Along the borders and over the corner where four polygons meet.
    assert_takes(block(&[&[[8.0, 8.0], [10.0, 8.0], [10.0, 10.0], [8.0, 10.0]]]), 4.0);
    assert_takes(block(&[&[[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]]]), 400.0);
    assert_takes(block(&[&[[10.0, 10.0], [12.0, 10.5], [10.5, 12.0]]]), 1.875);
}

/// A polygon with holes, rings in plan metres, grown already.
fn holed(outer: &[[f64; 2]], holes: &[&[[f64; 2]]]) -> PlanPolygon {
    let ring = |r: &[[f64; 2]]| r.iter().map(|&[x, y]| [x, -y]).collect();
    PlanPolygon { outer: ring(outer), holes: holes.iter().map(|hole| ring(hole)).collect() }
}

#[test]
fn holes_open_what_their_own_outline_covers_and_no_more() {
    let square = |x: f64, y: f64, a: f64| [[x, y], [x + a, y], [x + a, y + a], [x, y + a]];
    let all =
        |polygons: Vec<PlanPolygon>| Change { shape: Footprint::Polygons(polygons), ..block(&[]) };
    // A hole over the border, two that lie over each other, and one over another polygon.
    let over = square(4.0, 3.0, 2.0);
    assert_takes(all(vec![holed(&square(2.0, 2.0, 3.0), &[&over])]), 7.0);
    let two = [square(3.0, 3.0, 2.0), square(4.0, 4.0, 2.0)];
    assert_takes(all(vec![holed(&square(2.0, 2.0, 6.0), &[&two[0], &two[1]])]), 29.0);
    let other = holed(&square(5.0, 2.0, 3.0), &[]);
    assert_takes(all(vec![holed(&square(2.0, 2.0, 3.0), &[&over]), other]), 16.0);
    assert_takes(all(vec![holed(&over, &[&square(2.0, 2.0, 9.0)])]), 0.0);
}

#[test]
fn lobes_of_a_bow_tie_grow_as_polygons_of_their_own() {
    let tie = block(&[&[[3.0, 3.0], [3.0, 8.0], [15.0, 4.0], [15.0, 7.0]]]);
    let x = 3.0 + 12.0 * 5.0 / 8.0;
    let y = 8.0 - 4.0 * 5.0 / 8.0;
    let lobes = block(&[&[[3.0, 3.0], [x, y], [3.0, 8.0]], &[[15.0, 4.0], [15.0, 7.0], [x, y]]]);
    let [tie, lobes] = [tie, lobes].map(|change| taken(Change { grown: false, ..change }));
    assert!((tie - lobes).abs() < 0.01, "{tie} m² and {lobes}");
}

#[test]
fn larger_than_the_world_is_all_of_it() {
    for size in [1e3, 1e6, 1e9, 1e300] {
        let square = [[-size, -size], [size, -size], [size, size], [-size, size]];
        assert_takes(block(&[&square]), 400.0);
        let half = [[10.0, -size], [size, -size], [size, size], [10.0, size]];
        assert_takes(block(&[&half]), 200.0);
        // Along the diagonal, whose ends are rounded when they are cut off.
        let corner = [[-size, -size], [size, -size], [size, size]];
        assert_takes(block(&[&corner]), 200.0);
    }
    let circle = Footprint::Circle { center: [10.0, -10.0], radius: 1e12 };
    assert_takes(Change { shape: circle, grown: false, ..block(&[]) }, 400.0);
    assert_takes(
        Change { heights: (5.0, 6.0), ..block(&[&[[0.0, 0.0], [9.0, 0.0], [9.0, 9.0]]]) },
        0.0,
    );
}

#[test]
fn ten_thousand_on_one_spot() {
    let mut edits = field();
    let one = area([3.0, 3.0], [6.0, 6.0], Payload::Block { kind: KindId(0) });
    let batch: Vec<Edit> = (0..10_000).map(|id| add(id, one.clone())).collect();
    edits.apply(&batch).unwrap();
    assert!((edits.mesh().area_m2() - 391.0).abs() < 1e-9);
    let away: Vec<Edit> = (1..10_000).map(|id| Edit::Remove { id: ChangeId(id) }).collect();
    edits.apply(&away).unwrap();
    assert!((edits.mesh().area_m2() - 391.0).abs() < 1e-9, "one is left");
    edits.apply(&[Edit::Remove { id: ChangeId(0) }]).unwrap();
    assert!(bytes(edits.mesh()) == bytes(edits.base()));
}

#[test]
fn outlines_a_step_beside_edges_and_corners() {
    // Coordinates in steps: everything rounds to where something is already.
    let step = 1.0 / 4096.0;
    let mut random = Random::new(3);
    for _ in 0..300 {
        let mut edits = field();
        let mut batch = Vec::new();
        for id in 0..6 {
            let at = |random: &mut Random| {
                let near = [0.0, 5.0, 10.0, 15.0, 20.0][random.below(5)];
                near + f64::from(random.between(-2, 2)) * step
            };
            let ring: Vec<[f64; 2]> =
                (0..3 + random.below(3)).map(|_| [at(&mut random), at(&mut random)]).collect();
            batch.push(add(id, block(&[&ring])));
        }
        edits.apply(&batch).unwrap();
        let problems = edits.mesh().validate();
        assert!(problems.is_empty(), "{problems:?}\n{batch:?}");
        batch.reverse();
        let mut other = Edits::new(edits.base().clone()).unwrap();
        for edit in batch {
            other.apply(&[edit]).unwrap();
        }
        assert!(bytes(edits.mesh()) == bytes(other.mesh()));
    }
}

/// A body wider than the whole lattice: a blocker works or is refused, and nothing is lost.
#[test]
fn worlds_smaller_than_a_body_refuse_what_they_cannot_hold() {
    let (mut done, mut refused) = (0, 0);
    for exponent in -34..=-28 {
        let frame = Frame::new([0.0; 3], exponent).expect("a frame");
        for (x, y) in [(0, 0), (1 << 29, 1 << 29), (-(1 << 29), -(1 << 29)), (1 << 29, -(1 << 29))]
        {
            let (to_x, to_y) =
                (x.clamp(1000 - (1 << 29), 1 << 29), y.clamp(1000 - (1 << 29), 1 << 29));
            let corner = |dx, dy| GroundPoint::new(to_x - dx, to_y - dy, 0);
            let corners = vec![corner(1000, 1000), corner(0, 1000), corner(0, 0), corner(1000, 0)];
            let polygon = ConvexPolygon { corners, ..ConvexPolygon::default() };
            let mesh = NavMesh::from_polygons(frame, &[polygon]).expect("a square");
            let at = frame.to_world(corner(500, 500));
            let beside = |dx: f64, dz: f64| Point::new(at.x + dx, 0.0, at.z + dz);
            let step = frame.step();
            let triangle = [beside(0.0, 0.0), beside(900.0 * step, 0.0), beside(0.0, 900.0 * step)];
            let shapes = [
                Footprint::Box { center: [at.x, at.z], half: [99.0 * step; 2], turned: 0.0 },
                Footprint::Circle { center: [at.x, at.z], radius: 99.0 * step },
                Footprint::Triangles(vec![triangle]),
            ];
            for shape in shapes {
                let mut edits = Edits::new(mesh.clone()).expect("a sound mesh");
                let change = Change { shape, ..block(&[]) };
                let heights = (f64::NEG_INFINITY, f64::INFINITY);
                match edits.apply(&[add(1, Change { heights, grown: false, ..change })]) {
                    Ok(_) => done += 1,
                    Err(_) => {
                        assert!(bytes(edits.mesh()) == bytes(&mesh), "a refusal leaves a trace");
                        refused += 1;
                    }
                }
                assert_eq!(edits.mesh().validate(), []);
            }
        }
    }
    assert!(done > 20 && refused > 20, "{done} done, {refused} refused");
}
