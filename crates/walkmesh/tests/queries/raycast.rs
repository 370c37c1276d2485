//! Straight lines.

use walkmesh::geom::{PlanPoint, Point};
use walkmesh::mesh::{NavMesh, Passage};
use walkmesh::query::{Filter, QueryError, Ray, Scratch, raycast, sees};
use walkmesh::soup::Area;
use walkmesh_testkit::places::random_target;
use walkmesh_testkit::variants::with_areas;
use walkmesh_testkit::{Random, ground_mesh, planar_mesh, rays, sight};

use crate::{
    MIRRORS, World, any_place, ask_everywhere, closed, is_equal, mirrored, place, polygon, square,
    target, turned,
};

/// What a ray must be whatever the oracle says.
fn is_sound(world: &World, ray: &Ray, from: PlanPoint, to: PlanPoint) {
    let mesh = &world.mesh;
    for pair in ray.polygons.windows(2) {
        let leads = |e: &walkmesh::mesh::Edge| {
            e.neighbour() == Some(pair[1]) && e.passage() == Passage::Open
        };
        assert!(mesh.edges(pair[0]).iter().any(leads));
    }
    let last = ray.polygons[ray.polygons.len() - 1];
    assert!(ray.end.polygon == last && sight::holds(mesh, last, ray.end.plan));
    assert_eq!(ray.end.height, mesh.height_at(last, ray.end.plan));
    let step = mesh.frame().step();
    assert!(is_equal(ray.length, ray.share * from.distance(to) * step));
    assert!(ray.end.point.plan_distance(ray.point) <= 2.9 * step, "{ray:?}");
    let Some(wall) = ray.wall else {
        assert_eq!(ray.end.plan, to);
        return;
    };
    let edge = mesh.edges(wall.polygon)[wall.edge as usize];
    let is_free = edge.passage() == Passage::Open
        && edge.neighbour().is_some_and(|n| world.filter.enters(mesh.polygon(n)));
    assert!(!is_free, "the wall can be crossed: {ray:?}");
    // The hit lies on the wall, which faces the line.
    let off =
        wall.normal.x * (ray.point.x - wall.from.x) + wall.normal.z * (ray.point.z - wall.from.z);
    assert!(off.abs() <= 1e-6 * step.max(1.0), "{off} off: {ray:?}");
    let on = wall.from.plan_distance(ray.point) + ray.point.plan_distance(wall.to);
    assert!(on <= wall.from.plan_distance(wall.to) + 1e-6);
    let (x, z) = (f64::from(to.x - from.x), f64::from(from.y - to.y));
    assert!(wall.normal.x * x + wall.normal.z * z < 0.0);
    assert!(is_equal(wall.normal.x.hypot(wall.normal.z), 1.0));
}

#[test]
fn as_the_oracle_says() {
    let mut scratch = Scratch::new();
    let (mut free, mut stopped) = (0, 0);
    ask_everywhere(|world, random| {
        let World { name, mesh, filter, plain } = world;
        let from = any_place(world, random);
        let to = if random.chance(50) {
            any_place(world, random).plan
        } else {
            random_target(mesh, random)
        };
        let starts = sight::around(plain, from.polygon, from.plan);
        let (share, ends) = rays::farthest(plain, &starts, from.plan, to);
        let asked = mesh.frame().to_world(to.at(0));
        let ray = raycast(mesh, &mut scratch, &from, asked, filter).expect("a place of the mesh");
        let what = || format!("{name}: {:?} to {to:?}: {ray:?}", (from.plan, from.polygon));
        assert!(is_equal(ray.share, share), "{}, oracle {share}", what());
        assert!(starts.contains(&ray.polygons[0]), "{}", what());
        assert!(ends.contains(&ray.end.polygon), "{}", what());
        assert_eq!(ray.wall.is_none(), sight::holds(mesh, ray.end.polygon, to), "{}", what());
        is_sound(world, ray, from.plan, to);
        *(if ray.wall.is_none() { &mut free } else { &mut stopped }) += 1;

        let goal = any_place(world, random);
        let goals = sight::around(plain, goal.polygon, goal.plan);
        let seen = sight::sees(plain, &starts, from.plan, goal.plan);
        let expected = goals.iter().any(|g| seen.contains(g));
        let answer = sees(mesh, &mut scratch, &from, &goal, filter).expect("places of the mesh");
        assert_eq!(answer, expected, "{name}: {from:?} {goal:?}");
    });
    assert!(free > 40 && stopped > 40, "{free} free, {stopped} stopped");
}

/// An L: two squares over one at the corner.
fn bend(mirror: [i32; 4]) -> NavMesh {
    mirrored(mirror, &[square(0, 0, 8), square(8, 0, 8), square(0, 8, 8)])
}

fn shoot(
    mesh: &NavMesh,
    scratch: &mut Scratch,
    mirror: [i32; 4],
    from: (usize, i32, i32),
    to: (i32, i32),
) -> Ray {
    let (x, y) = turned(mirror, (from.1, from.2));
    let (u, v) = turned(mirror, to);
    raycast(mesh, scratch, &place(mesh, from.0, x, y), target(u, v), &Filter::default())
        .expect("a place of the mesh")
        .clone()
}

#[test]
fn corners_are_passed_and_walls_are_not() {
    let mut scratch = Scratch::new();
    for mirror in MIRRORS {
        let mesh = bend(mirror);
        let mut shoot = |from, to| shoot(&mesh, &mut scratch, mirror, from, to);
        // Through the reflex corner (8, 8) from square to square.
        let past = shoot((1, 16, 0), (0, 16));
        assert!(past.wall.is_none() && is_equal(past.share, 1.0), "{past:?}");
        assert!(is_equal(past.length, 16.0 * 2.0_f64.sqrt()) && is_equal(past.cost, past.length));
        // Half a hair beside it.
        let hit = shoot((1, 16, 1), (0, 16));
        assert!(hit.wall.is_some() && hit.share < 0.5);
        // Along the wall, from its end, and beyond the corner of the room.
        let along = shoot((1, 16, 8), (0, 8));
        assert!(along.wall.is_none(), "{along:?}");
        let out = shoot((0, 4, 4), (24, 4));
        assert!(is_equal(out.share, 0.6) && is_equal(out.length, 12.0), "{out:?}");
        assert_eq!(out.polygons, [polygon(&mesh, 0), polygon(&mesh, 1)]);
        // Into the corner of the room: both walls face it, either will do.
        let corner = shoot((0, 4, 4), (-4, -4));
        assert!(is_equal(corner.share, 0.5) && corner.wall.is_some());
        // From the wall outwards, and no way at all.
        let stuck = shoot((0, 0, 4), (-8, 4));
        assert!(is_equal(stuck.share, 0.0) && stuck.wall.is_some());
        let here = shoot((0, 0, 4), (0, 4));
        assert!(here.wall.is_none() && is_equal(here.length, 0.0));
    }
}

#[test]
fn one_way_edges_are_walls_from_behind() {
    let mut scratch = Scratch::new();
    let mesh = closed(&planar_mesh(&[square(0, 0, 8), square(8, 0, 8)]), 0, 1);
    let (a, b) = (place(&mesh, 0, 4, 4), place(&mesh, 1, 12, 4));
    let all = Filter::default();
    let ray = raycast(&mesh, &mut scratch, &a, b.point, &all).unwrap();
    assert!(is_equal(ray.share, 0.5));
    assert_eq!(
        ray.wall.map(|w| (w.polygon, w.normal)),
        Some((a.polygon, Point::new(-1.0, 0.0, 0.0)))
    );
    assert!(raycast(&mesh, &mut scratch, &b, a.point, &all).unwrap().wall.is_none());
    assert!(sees(&mesh, &mut scratch, &b, &a, &all).unwrap());
    assert!(!sees(&mesh, &mut scratch, &a, &b, &all).unwrap());
}

#[test]
fn kinds_of_ground_block_and_cost() {
    let row = [square(0, 0, 4), square(4, 0, 4), square(8, 0, 4)];
    let plain = planar_mesh(&row);
    let mut random = Random::new(1);
    let mesh = loop {
        let mesh = with_areas(&plain, &mut random, 3);
        let areas: Vec<u8> = mesh.polygons().map(|r| mesh.polygon(r).area.0).collect();
        if areas == [0, 1, 2] {
            break mesh;
        }
    };
    let mut scratch = Scratch::new();
    let mut filter = Filter::default();
    filter.set_cost(Area(1), 3.0).unwrap();
    filter.set_cost(Area(2), 0.5).unwrap();
    let (from, to) = (place(&mesh, 0, 2, 2), place(&mesh, 2, 10, 2));
    let ray = raycast(&mesh, &mut scratch, &from, to.point, &filter).unwrap();
    assert!(is_equal(ray.length, 8.0) && is_equal(ray.cost, 2.0 + 12.0 + 1.0), "{ray:?}");
    filter.access.set_blocked(Area(1), true);
    let ray = raycast(&mesh, &mut scratch, &from, to.point, &filter).unwrap();
    assert!(is_equal(ray.length, 2.0) && ray.wall.is_some());
    let inside = place(&mesh, 1, 6, 2);
    let refused = raycast(&mesh, &mut scratch, &inside, to.point, &filter).unwrap_err();
    assert_eq!(refused, QueryError::Blocked { place: inside.point });
}

#[test]
fn a_ray_keeps_its_storey() {
    // Under a bridge: the upper floor lies over the lower one and is not met.
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (12, 0, 0), (12, 4, 0), (0, 4, 0)]),
        (1, vec![(4, -4, 5), (8, -4, 5), (8, 8, 5), (4, 8, 5)]),
    ]);
    let mut scratch = Scratch::new();
    let all = Filter::default();
    let (west, east) = (place(&mesh, 0, 1, 2), place(&mesh, 0, 11, 2));
    let over = place(&mesh, 1, 6, 2);
    assert!(sees(&mesh, &mut scratch, &west, &east, &all).unwrap());
    assert!(!sees(&mesh, &mut scratch, &west, &over, &all).unwrap());
    let ray = raycast(&mesh, &mut scratch, &over, [6.0, 5.0, 20.0], &all).unwrap();
    assert!(is_equal(ray.length, 6.0) && is_equal(ray.point.y, 5.0));
}

#[test]
fn bad_places_and_targets_are_refused() {
    let mesh = bend(MIRRORS[0]);
    let mut scratch = Scratch::new();
    let all = Filter::default();
    let good = place(&mesh, 0, 4, 4);
    for bad in [[f64::NAN, 0.0, 0.0], [0.0, 0.0, 1e30], [f64::INFINITY; 3]] {
        let refused = raycast(&mesh, &mut scratch, &good, bad, &all).unwrap_err();
        assert!(matches!(refused, QueryError::BadTarget { .. }));
    }
    let mut astray = good;
    astray.plan = PlanPoint::new(12, 12);
    let mut stale = good;
    stale.polygon.polygon = 99;
    for bad in [astray, stale] {
        let refused = raycast(&mesh, &mut scratch, &bad, good.point, &all).unwrap_err();
        assert!(matches!(refused, QueryError::BadPlace { .. }));
        assert!(sees(&mesh, &mut scratch, &good, &bad, &all).is_err());
    }
}
