//! Polygons around a place: each answer carries its own proof, which is checked.

use walkmesh::geom::{PlanPoint, Point, convex, predicates};
use walkmesh::mesh::{NavMesh, Nearest, PolyRef};
use walkmesh::query::{
    Filter, QueryError, Reached, Scratch, local_neighbourhood, polygons_around,
    polygons_around_shape,
};
use walkmesh_testkit::places::{place_at, random_target};
use walkmesh_testkit::surroundings::{
    common_area, connected, exits, segment_distance_squared as distance_squared,
};
use walkmesh_testkit::variants::stretched;
use walkmesh_testkit::{ground_mesh, planar_mesh, sight};

use crate::{World, any_place, ask_everywhere_small, is_equal, place, polygon, square, target};

/// Checks that the costs are those of cheapest ways over the middles of edges: each is its
/// parent's and one straight piece more, and no piece from another polygon makes it less.
fn costs_hold(
    world: &World,
    found: &[Reached],
    from: PlanPoint,
    takes: &impl Fn([PlanPoint; 2]) -> bool,
) {
    let World { name, mesh, filter, plain } = world;
    let step = mesh.frame().step();
    // The ways over each edge that is taken: from, to, the middle.
    let mut entered: Vec<(f64, f64)> = Vec::new();
    for (i, reached) in found.iter().enumerate() {
        let cost = reached.cost / step;
        let Some(parent) = reached.parent else {
            assert!(is_equal(cost, 0.0), "{name}");
            entered.push((f64::from(from.x), f64::from(from.y)));
            continue;
        };
        assert!(i > 0 && found[i - 1].cost <= reached.cost, "{name}: out of order");
        let mut own = None;
        for (k, before) in found[..i].iter().enumerate() {
            let weight = filter.cost(mesh.polygon(before.polygon).area);
            for (beyond, ends) in exits(plain, before.polygon) {
                if beyond != reached.polygon || !takes(ends) {
                    continue;
                }
                let [a, b] = ends.map(|p| (f64::from(p.x), f64::from(p.y)));
                let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
                let piece = (entered[k].0 - middle.0).hypot(entered[k].1 - middle.1) * weight;
                let way = found[k].cost / step + piece;
                assert!(way >= cost * (1.0 - 1e-9) - 1e-9, "{name}: {way} is less than {cost}");
                if before.polygon == parent && is_equal(way, cost) {
                    own = Some(middle);
                }
            }
        }
        entered.push(own.expect("a piece from the parent"));
    }
}

fn names(found: &[Reached]) -> Vec<PolyRef> {
    let mut names: Vec<PolyRef> = found.iter().map(|reached| reached.polygon).collect();
    names.sort_unstable();
    names
}

fn sorted(mut polygons: Vec<PolyRef>) -> Vec<PolyRef> {
    polygons.sort_unstable();
    polygons
}

#[test]
fn circles_as_the_oracle_says() {
    let mut scratch = Scratch::new();
    let mut sizes = [0, 0];
    ask_everywhere_small(|world, random| {
        let World { name, mesh, filter, plain } = world;
        let from = any_place(world, random);
        let bounds = mesh.bounds().expect("polygons");
        let wide = mesh.frame().steps(bounds.1.x - bounds.0.x);
        let radius = random.between(0, wide / 2);
        let metres = mesh.frame().metres(f64::from(radius));
        let centre = (f64::from(from.plan.x), f64::from(from.plan.y));
        let takes = |ends| distance_squared(ends, centre) <= f64::from(radius).powi(2);
        let starts = sight::around(plain, from.polygon, from.plan);
        let found = polygons_around(mesh, &mut scratch, &from, metres, filter).expect("a place");
        assert_eq!(names(found), sorted(connected(plain, &starts, takes)), "{name} {radius}");
        costs_hold(world, found, from.plan, &takes);
        sizes[0] += usize::from(found.len() > starts.len());

        // The same without what lies over others.
        let around = names(found);
        let flat = local_neighbourhood(mesh, &mut scratch, &from, metres, filter).expect("a place");
        let flat: Vec<PolyRef> = flat.iter().map(|reached| reached.polygon).collect();
        let over = |one, two| one != two && common_area(mesh, one, two) > 1e-6;
        assert!(!flat.iter().any(|&one| flat.iter().any(|&two| over(one, two))), "{name}");
        assert!(flat.iter().all(|one| around.contains(one)));
        for (beyond, ends) in flat.iter().flat_map(|&one| exits(plain, one)) {
            let left_out = takes(ends) && !flat.contains(&beyond);
            assert!(!left_out || flat.iter().any(|&one| over(one, beyond)), "{name}: {beyond:?}");
        }
        sizes[1] += usize::from(flat.len() < around.len());
    });
    assert!(sizes[0] > 100 && sizes[1] > 5, "{sizes:?}");
}

#[test]
fn shapes_as_the_oracle_says() {
    let mut scratch = Scratch::new();
    let mut refused = 0;
    ask_everywhere_small(|world, random| {
        let World { name, mesh, filter, plain } = world;
        let from = any_place(world, random);
        let corners = [(); 3].map(|()| random_target(mesh, random));
        let shape: Vec<Point> = corners.iter().map(|&p| mesh.frame().plan_to_world(p)).collect();
        let found = polygons_around_shape(mesh, &mut scratch, &from, &shape, filter);
        let turn = predicates::cross(corners[0], corners[1], corners[2]);
        let Ok(found) = found else {
            assert_eq!(turn, 0);
            refused += 1;
            return;
        };
        let mut ring = corners.to_vec();
        if turn < 0 {
            ring.reverse();
        }
        let takes = |[a, b]: [PlanPoint; 2]| convex::clip_segment(&ring, a, b).is_some();
        let starts = sight::around(plain, from.polygon, from.plan);
        assert_eq!(names(found), sorted(connected(plain, &starts, takes)), "{name} {ring:?}");
        costs_hold(world, found, from.plan, &takes);
    });
    println!("{refused} shapes without area were refused");
}

#[test]
fn touching_is_enough() {
    let mesh = planar_mesh(&[square(0, 0, 4), square(4, 0, 4), square(8, 0, 4), square(12, 0, 4)]);
    let mut scratch = Scratch::new();
    let all = Filter::default();
    let from = place(&mesh, 0, 1, 2);
    let mut count =
        |radius| polygons_around(&mesh, &mut scratch, &from, radius, &all).expect("a place").len();
    // Edges at distances 3, 7 and 11.
    let counts = [0.0, 2.0, 3.0, 6.0, 7.0, 11.0, f64::INFINITY, -1.0, f64::NAN].map(&mut count);
    assert_eq!(counts, [1, 1, 2, 2, 3, 4, 4, 1, 1]);
    let around = polygons_around(&mesh, &mut scratch, &from, 7.0, &all).unwrap();
    assert!(is_equal(around[2].cost, 7.0) && around[2].parent == Some(around[1].polygon));
    let shape = [target(4, 0), target(8, 0), target(8, 1)].map(Point::from);
    let found = polygons_around_shape(&mesh, &mut scratch, &from, &shape, &all).unwrap();
    assert_eq!(found.len(), 3);
    let flat = [target(4, 0), target(8, 0), target(12, 0)].map(Point::from);
    let refused = polygons_around_shape(&mesh, &mut scratch, &from, &flat, &all);
    assert_eq!(refused, Err(QueryError::NotConvex { corners: 3 }));
    let mut stale = from;
    stale.plan = PlanPoint::new(9, 9);
    assert!(polygons_around(&mesh, &mut scratch, &stale, 1.0, &all).is_err());
}

#[test]
fn a_flat_neighbourhood_leaves_out_the_floor_above() {
    // A ramp up and back over the ground it started from.
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (8, 0, 0), (8, 4, 0), (0, 4, 0)]),
        (0, vec![(8, 0, 0), (12, 0, 9), (12, 4, 9), (8, 4, 0)]),
        (0, vec![(12, 0, 9), (16, 0, 9), (16, 8, 9), (12, 8, 9)]),
        (0, vec![(2, 4, 9), (12, 4, 9), (12, 8, 9), (2, 8, 9)]),
        (1, vec![(2, 0, 9), (6, 0, 9), (6, 4, 9), (2, 4, 9)]),
    ]);
    let mut scratch = Scratch::new();
    let all = Filter::default();
    let from: Nearest = place(&mesh, 0, 7, 2);
    let whole = polygons_around(&mesh, &mut scratch, &from, 99.0, &all).unwrap().len();
    let flat = local_neighbourhood(&mesh, &mut scratch, &from, 99.0, &all).unwrap();
    let expected: Vec<PolyRef> = (0..4).map(|i| polygon(&mesh, i)).collect();
    assert_eq!((whole, names(flat)), (5, expected));
}

#[test]
fn scale_changes_nothing() {
    let mut scratch = Scratch::new();
    ask_everywhere_small(|world, random| {
        let World { mesh, filter, .. } = world;
        let factor = 10_000_000;
        if mesh.tiles().flat_map(|t| &t.vertices).any(|v| v.plan.x.max(v.plan.y) > 50) {
            return;
        }
        let large: NavMesh = stretched(mesh, factor);
        let from = any_place(world, random);
        let there = PlanPoint::new(from.plan.x * factor, from.plan.y * factor);
        let there = place_at(&large, from.polygon, there);
        let radius = f64::from(random.between(0, 30));
        let near = polygons_around(mesh, &mut scratch, &from, radius, filter).unwrap().to_vec();
        let far = polygons_around(&large, &mut scratch, &there, radius * 1e7, filter).unwrap();
        assert_eq!(names(&near), names(far));
    });
}
