//! Steps that slide along walls.

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, Passage};
use walkmesh::query::{Filter, Moved, Scratch, move_along};
use walkmesh_testkit::places::random_target;
use walkmesh_testkit::surroundings::{
    connected, polygon_distance, segment_distance_squared as distance_squared,
};
use walkmesh_testkit::{ground_mesh, rays, sight};

use crate::{
    MIRRORS, World, any_place, ask_everywhere, closed, is_equal, mirrored, place, square, target,
    turned,
};

#[test]
fn as_the_oracle_says() {
    let mut scratch = Scratch::new();
    let (mut arrived, mut slid) = (0, 0);
    ask_everywhere(|world, random| {
        let World { name, mesh, filter, plain } = world;
        let from = any_place(world, random);
        let mut to = random_target(mesh, random);
        if random.chance(70) {
            // A short step.
            let short = |a: i32, b: i32| a + (b - a) / 5;
            to = PlanPoint::new(short(from.plan.x, to.x), short(from.plan.y, to.y));
        }
        let asked = mesh.frame().to_world(to.at(from.height));
        let moved = move_along(mesh, &mut scratch, &from, asked, filter).expect("a place");
        let what = || format!("{name}: {:?} to {to:?}: {moved:?}", (from.plan, from.polygon));
        let Moved { place, polygons, .. } = moved;
        assert!(sight::holds(mesh, place.polygon, place.plan), "{}", what());
        assert_eq!(place.height, mesh.height_at(place.polygon, place.plan));
        assert_eq!(moved.arrived, place.plan == to);

        let starts = sight::around(plain, from.polygon, from.plan);
        assert!(starts.contains(&polygons[0]) && polygons.last() == Some(&place.polygon));
        for pair in polygons.windows(2) {
            let leads = |e: &walkmesh::mesh::Edge| {
                e.neighbour() == Some(pair[1]) && e.passage() == Passage::Open
            };
            assert!(plain.edges(pair[0]).iter().any(leads), "{}", what());
        }
        let (share, ends) = rays::farthest(plain, &starts, from.plan, to);
        if share >= 1.0 && sight::holds(mesh, ends[0], to) {
            assert!(moved.arrived && ends.contains(&place.polygon), "{}", what());
            arrived += 1;
            return;
        }
        slid += 1;
        let half = |a: i32, b: i32| (f64::from(a) + f64::from(b)) / 2.0;
        let middle = (half(from.plan.x, to.x), half(from.plan.y, to.y));
        let whole = from.plan.distance(to);
        // A hair more and less for the rounding of the oracle on large lattices.
        let within = |hair: f64| {
            connected(plain, &starts, |ends| {
                distance_squared(ends, middle) <= whole * whole / 4.0 * (1.0 + hair)
            })
        };
        assert!(within(1e-12).contains(&place.polygon), "{}", what());
        let nearest = within(-1e-12)
            .into_iter()
            .map(|polygon| polygon_distance(mesh, polygon, to))
            .fold(whole, f64::min);
        let off = place.plan.distance(to);
        assert!(off <= nearest + 2.0 && off <= whole, "{} nearest {nearest}", what());
    });
    assert!(arrived > 40 && slid > 40, "{arrived} arrived, {slid} slid");
}

fn step(mesh: &NavMesh, mirror: [i32; 4], from: (usize, i32, i32), to: (i32, i32)) -> (i32, i32) {
    let (x, y) = turned(mirror, (from.1, from.2));
    let (u, v) = turned(mirror, to);
    let mut scratch = Scratch::new();
    let from = place(mesh, from.0, x, y);
    let moved =
        move_along(mesh, &mut scratch, &from, target(u, v), &Filter::default()).expect("a place");
    (moved.place.plan.x, moved.place.plan.y)
}

#[test]
fn walls_are_slid_along() {
    for mirror in MIRRORS {
        let mesh = mirrored(mirror, &[square(0, 0, 8), square(8, 0, 8), square(0, 8, 8)]);
        let step = |from, to| step(&mesh, mirror, from, to);
        let at = |x, y| turned(mirror, (x, y));
        assert_eq!(step((0, 4, 4), (6, 6)), at(6, 6), "free");
        assert_eq!(step((0, 4, 4), (12, -3)), at(12, 0), "along a wall and over an edge");
        assert_eq!(step((1, 12, 6), (14, 12)), at(14, 8), "along the wall above");
        assert_eq!(step((1, 12, 6), (20, 12)), at(16, 8), "into the corner");
        // Around the reflex corner: the other room is joined inside the disc.
        assert_eq!(step((1, 10, 7), (7, 11)), at(7, 11), "around the corner");
        assert_eq!(step((0, 0, 0), (0, 0)), at(0, 0), "no step");
        assert_eq!(step((0, 0, 0), (-5, -7)), at(0, 0), "out of the corner");
    }
}

#[test]
fn what_is_not_joined_near_by_is_not_reached() {
    for mirror in MIRRORS {
        // A long wall with a room behind it that is joined far off.
        let mesh = mirrored(
            mirror,
            &[
                vec![(0, 0), (40, 0), (40, 4), (36, 4), (0, 4)],
                vec![(0, 6), (36, 6), (40, 6), (40, 10), (0, 10)],
                vec![(36, 4), (40, 4), (40, 6), (36, 6)],
            ],
        );
        let at = |x, y| turned(mirror, (x, y));
        assert_eq!(step(&mesh, mirror, (0, 4, 3), (4, 8)), at(4, 4));
        assert_eq!(step(&mesh, mirror, (0, 35, 3), (35, 8)), at(35, 8));
    }
}

#[test]
fn one_way_edges_and_storeys_hold() {
    let mesh = walkmesh_testkit::planar_mesh(&[square(0, 0, 8), square(8, 0, 8)]);
    let mesh = closed(&mesh, 0, 1);
    assert_eq!(step(&mesh, MIRRORS[0], (0, 4, 4), (12, 5)), (8, 5));
    assert_eq!(step(&mesh, MIRRORS[0], (1, 12, 4), (4, 5)), (4, 5));
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (6, 0, 0), (6, 4, 0), (0, 4, 0)]),
        (1, vec![(4, 0, 3), (12, 0, 3), (12, 4, 3), (4, 4, 3)]),
    ]);
    let mut scratch = Scratch::new();
    let from = place(&mesh, 0, 3, 2);
    let moved =
        move_along(&mesh, &mut scratch, &from, [9.0, 3.0, -2.0], &Filter::default()).unwrap();
    assert_eq!(moved.place.plan, PlanPoint::new(6, 2));
    assert!(!moved.arrived && is_equal(moved.place.distance, 18.0_f64.sqrt()));
    let bad = [f64::NAN, 0.0, 0.0];
    assert!(move_along(&mesh, &mut scratch, &from, bad, &Filter::default()).is_err());
}
