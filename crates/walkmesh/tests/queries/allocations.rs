//! After warm-up no question allocates.

use walkmesh::geom::Point;
use walkmesh::query::{
    DistanceField, FieldOptions, PathOptions, Scratch, distance_to_wall, local_neighbourhood,
    move_along, nearest_of_many, polygons_around, polygons_around_shape, random_point,
    random_point_around, raycast, reachable, sees, wall_segments,
};
use walkmesh_testkit::Random;
use walkmesh_testkit::places::{place_at, random_target};

use crate::{World, any_place, each_world};

/// What is lent to the questions.
#[derive(Default)]
struct Memory {
    scratch: Scratch,
    field: DistanceField,
    walls: Vec<walkmesh::query::Wall>,
    points: Vec<Point>,
}

/// Places and targets, made before anything is counted.
struct Asked {
    places: Vec<walkmesh::mesh::Nearest>,
    targets: Vec<Point>,
    radius: f64,
}

fn asked(world: &World, random: &mut Random) -> Asked {
    let mesh = &world.mesh;
    let mut inside: Vec<_> = (0..4).map(|_| any_place(world, random)).collect();
    // The middle of a polygon: a field looks there without a list of polygons.
    let ring: Vec<_> = mesh.corners(inside[0].polygon).map(|c| c.plan).collect();
    let count = i64::try_from(ring.len()).expect("few corners");
    let middle = |f: fn(&walkmesh::geom::PlanPoint) -> i32| {
        let sum: i64 = ring.iter().map(|p| i64::from(f(p))).sum();
        i32::try_from(sum.div_euclid(count)).expect("a mean")
    };
    let plan = walkmesh::geom::PlanPoint::new(middle(|p| p.x), middle(|p| p.y));
    inside[0] = place_at(mesh, inside[0].polygon, plan);
    let targets = (0..3).map(|_| random_target(mesh, random));
    let targets = targets.map(|p| mesh.frame().plan_to_world(p)).collect();
    let (low, high) = mesh.bounds().expect("polygons");
    Asked { places: inside, targets, radius: (high.x - low.x) * 0.3 }
}

fn ask_all(world: &World, asked: &Asked, memory: &mut Memory) {
    let World { mesh, filter, .. } = world;
    let Memory { scratch, field, walls, points } = memory;
    let Asked { places, targets, radius } = asked;
    let mut bits = Random::new(9);
    let good = "a place of the mesh";
    let options = FieldOptions { filter: Some(filter), ..FieldOptions::default() };
    field.fill(mesh, &places[1..], &options).expect(good);
    field.way(&places[0], points).expect(good);
    for &from in places {
        raycast(mesh, scratch, &from, targets[0], filter).expect(good);
        move_along(mesh, scratch, &from, targets[0], filter).expect(good);
        sees(mesh, scratch, &from, &places[1], filter).expect(good);
        reachable(mesh, scratch, &from, &places[1], filter).expect(good);
        distance_to_wall(mesh, scratch, &from, *radius, filter).expect(good);
        polygons_around(mesh, scratch, &from, *radius, filter).expect(good);
        local_neighbourhood(mesh, scratch, &from, *radius, filter).expect(good);
        // A shape without area is refused.
        let _ = polygons_around_shape(mesh, scratch, &from, targets, filter);
        wall_segments(mesh, from.polygon, filter, walls);
        random_point(mesh, filter, None, || bits.bits());
        random_point_around(mesh, scratch, &from, *radius, filter, || bits.bits()).expect(good);
        // Unequal costs are refused by this engine.
        let options = PathOptions { filter: Some(filter), ..PathOptions::default() };
        let _ = nearest_of_many(mesh, scratch, &from, places, &options);
    }
}

#[test]
fn nothing_is_allocated_after_warm_up() {
    let mut memory = Memory::default();
    each_world(1, |world, random| {
        let asked = asked(world, random);
        ask_all(world, &asked, &mut memory);
        let counted = allocation_counter::measure(|| ask_all(world, &asked, &mut memory));
        assert_eq!(counted.count_total, 0, "{}", world.name);
    });
}
