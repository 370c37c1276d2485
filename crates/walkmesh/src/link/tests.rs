mod plans;

use super::*;
use crate::geom::Point;
use crate::mesh::{ConvexPolygon, NavMesh, PolyRef};
use crate::parameters::Resolved;
use crate::query::{Engine, PathOptions, Scratch, Status, path};

/// Levels at these heights, each a square of ground 0..10 by 0..10 metres, apart from each other.
fn tower(heights: &[f64]) -> NavMesh {
    let frame = crate::geom::Frame::new([0.0, 0.0, 0.0], -12).unwrap();
    let polygons: Vec<ConvexPolygon> = (0..)
        .zip(heights)
        .map(|(layer, &y)| {
            let corner = |x: f64, z: f64| frame.to_lattice(Point::new(x, y, z)).unwrap();
            let corners =
                vec![corner(0.0, 10.0), corner(10.0, 10.0), corner(10.0, 0.0), corner(0.0, 0.0)];
            ConvexPolygon { corners, layer, ..ConvexPolygon::default() }
        })
        .collect();
    NavMesh::from_polygons(frame, &polygons).unwrap()
}

fn square([x, z]: [f64; 2], side: f64) -> Vec<Point> {
    [(0.0, 0.0), (0.0, side), (side, side), (side, 0.0)]
        .map(|(dx, dz)| Point::new(x + dx, 0.0, z + dz))
        .to_vec()
}

fn elevator(plan: Vec<Point>) -> Elevator {
    Elevator { plan, boarding: 5.0, per_metre: 0.5, width: f64::INFINITY, closed: Vec::new() }
}

fn length(mesh: &NavMesh, engine: Engine, from: [f64; 3], to: [f64; 3]) -> Option<(f64, f64)> {
    let mut scratch = Scratch::new();
    let options = PathOptions { engine, ..PathOptions::default() };
    let found = path(mesh, &mut scratch, from, to, &options);
    (found.status == Status::Complete).then_some((found.length, found.cost))
}

#[test]
fn an_elevator_stops_on_every_level_and_boards_once() {
    let mesh = tower(&[0.0, 3.0, 6.0]);
    let ways = [Way::Elevator(elevator(square([4.0, 4.0], 2.0)))];
    let (joined, built) = declare(&mesh, &ways).unwrap();
    let heights: Vec<f64> = built[0].stops.iter().map(|stop| stop.height).collect();
    assert_eq!((heights, built[0].links), (vec![0.0, 3.0, 6.0], 3));
    assert!(joined.validate().is_empty(), "{}", joined.validate()[0]);
    assert_eq!(joined.components().len(), 1);
    assert_eq!(mesh.components().len(), 3);
    // From the corner to the middle and back: the cabin's middle is on the ground.
    let way = 2.0 * 50.0_f64.sqrt();
    for engine in [Engine::Optimal, Engine::Funnel] {
        let (plan, cost) = length(&joined, engine, [0.0, 0.0, 0.0], [0.0, 6.0, 0.0]).unwrap();
        assert!((plan - way).abs() < 1e-9, "{engine}: {plan}");
        assert!((cost - (way + 5.0 + 3.0)).abs() < 1e-9, "{engine}: {cost}");
    }
}

#[test]
fn a_level_can_be_closed_at_once_or_later() {
    let mesh = tower(&[0.0, 3.0, 6.0]);
    let closed = Elevator { closed: vec![3.1], ..elevator(square([4.0, 4.0], 2.0)) };
    let (early, built) = declare(&mesh, &[Way::Elevator(closed)]).unwrap();
    assert_eq!((built[0].stops.len(), early.links().len()), (2, 1));
    let (open, _) = declare(&mesh, &[Way::Elevator(elevator(square([4.0, 4.0], 2.0)))]).unwrap();
    let late = close_stop(&open, 0, 3.1).unwrap();
    assert_eq!(late.links(), early.links());
    for mesh in [&early, &late] {
        assert!(length(mesh, Engine::Optimal, [0.0; 3], [0.0, 6.0, 0.0]).is_some());
        assert!(length(mesh, Engine::Optimal, [0.0; 3], [0.0, 3.0, 0.0]).is_none());
    }
    let twice = Elevator { closed: vec![3.1, 2.9], ..elevator(square([4.0, 4.0], 2.0)) };
    assert_eq!(declare(&mesh, &[Way::Elevator(twice)]).unwrap().0.links(), early.links());
    let error = close_stop(&late, 0, 3.0).unwrap_err();
    assert_eq!(error, LinkProblem::NoSuchStop { height: 3.0, stops: vec![0.0, 6.0] });
    assert!(close_stop(&open, 1, 3.0).is_err(), "another elevator");
}

#[test]
fn staircases_join_two_points() {
    let mesh = tower(&[0.0, 3.0]);
    let stairs = Staircase {
        from: Point::new(1.0, 0.0, 1.0),
        to: Point::new(4.0, 3.0, 5.0),
        cost: None,
        width: 1.2,
        both_ways: false,
    };
    let (joined, built) = declare(&mesh, &[Way::Staircase(stairs.clone())]).unwrap();
    assert_eq!((built[0].stops.len(), joined.links()[0].width), (2, 1.2));
    assert!((joined.links()[0].cost - 34.0_f64.sqrt()).abs() < 1e-3);
    assert!(length(&joined, Engine::Optimal, [1.0, 0.0, 1.0], [4.0, 3.0, 5.0]).is_some());
    assert!(length(&joined, Engine::Optimal, [4.0, 3.0, 5.0], [1.0, 0.0, 1.0]).is_none());

    let astray = Staircase { to: Point::new(4.0, 8.0, 5.0), ..stairs };
    let error = declare(&mesh, &[Way::Staircase(astray)]).unwrap_err();
    assert!(matches!(error.problem, LinkProblem::OffMesh { at, .. } if at.y > 7.0));
}

#[test]
fn what_makes_no_sense_is_named() {
    let mesh = tower(&[0.0, 3.0]);
    let inside = square([4.0, 4.0], 2.0);
    let problem = |elevator: Elevator| {
        let ways = [Way::Elevator(self::elevator(inside.clone())), Way::Elevator(elevator)];
        let error = declare(&mesh, &ways).unwrap_err();
        assert_eq!(error.way, 1);
        assert!(error.to_string().starts_with("way 1: "));
        error.problem
    };
    let outside = problem(elevator(square([40.0, 4.0], 2.0)));
    assert_eq!(outside, LinkProblem::TooFewStops { levels: 0, at: Vec::new() });
    assert!(outside.to_string().contains("outside the building"));
    let touching = problem(elevator(square([10.0, 4.0], 2.0)));
    assert_eq!(touching, LinkProblem::TooFewStops { levels: 0, at: Vec::new() });
    let line =
        vec![Point::new(1.0, 0.0, 1.0), Point::new(2.0, 0.0, 2.0), Point::new(3.0, 5.0, 3.0)];
    assert_eq!(problem(elevator(line)), LinkProblem::FlatPlan { corners: 3 });
    let nan = problem(elevator(vec![Point::new(f64::NAN, 0.0, 1.0); 3]));
    assert!(matches!(nan, LinkProblem::OutOfReach { .. }));
    let plan = || square([4.0, 4.0], 2.0);
    let negative = problem(Elevator { boarding: -1.0, ..elevator(plan()) });
    assert_eq!(negative, LinkProblem::BadFigure { name: "boarding", value: -1.0 });
    let closed = problem(Elevator { closed: vec![7.0], ..elevator(plan()) });
    assert_eq!(closed, LinkProblem::NoSuchStop { height: 7.0, stops: vec![0.0, 3.0] });
    let nowhere = problem(Elevator { closed: vec![f64::NAN], ..elevator(plan()) });
    assert!(matches!(nowhere, LinkProblem::NoSuchStop { .. }));
    let second = problem(Elevator { closed: vec![0.0, 7.0], ..elevator(plan()) });
    assert_eq!(second, LinkProblem::NoSuchStop { height: 7.0, stops: vec![0.0, 3.0] });
    let one_left = problem(Elevator { closed: vec![0.0], ..elevator(plan()) });
    assert_eq!(one_left, LinkProblem::AllClosed { open: 1 });
    let none_left = problem(Elevator { closed: vec![0.0, 3.0], ..elevator(plan()) });
    assert_eq!(none_left, LinkProblem::AllClosed { open: 0 });
    // No link costs more than 1e100, though it be finite.
    let dear = problem(Elevator { per_metre: 1e308, ..elevator(plan()) });
    assert_eq!(dear, LinkProblem::BadFigure { name: "per-metre", value: 1e308 });
    let dear = problem(Elevator { per_metre: 1e100, ..elevator(plan()) });
    assert_eq!(dear, LinkProblem::BadFigure { name: "cost of a ride", value: 5.0 + 3.0 * 1e100 });
    let thin = problem(Elevator { width: 0.0, ..elevator(plan()) });
    assert_eq!(thin, LinkProblem::BadWidth { width: 0.0 });
    let at = Point::new(1.0, 0.0, 1.0);
    let to = Point::new(4.0, 3.0, 5.0);
    let dear = Staircase { from: at, to, cost: Some(1e101), width: 1.0, both_ways: true };
    let dear = declare(&mesh, &[Way::Staircase(dear)]).unwrap_err();
    assert_eq!(dear.problem, LinkProblem::BadFigure { name: "cost", value: 1e101 });
    assert_eq!(dear.problem.to_string().split(':').nth(1), Some(" it must be from 0 to 1e100"));
    let stairs = Staircase { from: at, to: at, cost: None, width: 1.0, both_ways: true };
    let same = declare(&mesh, &[Way::Staircase(stairs)]).unwrap_err();
    assert_eq!(same.problem, LinkProblem::SameEnds { at });
    let one = declare(&tower(&[0.0]), &[Way::Elevator(elevator(plan()))]).unwrap_err();
    assert_eq!(one.problem, LinkProblem::TooFewStops { levels: 1, at: vec![0.0] });
}

#[test]
fn what_stands_on_a_level_is_none_of_its_own() {
    let mesh = tower(&[0.0, 0.75, 1.25, 3.0, 3.9]);
    let (_, built) = declare(&mesh, &[Way::Elevator(elevator(square([4.0, 4.0], 2.0)))]).unwrap();
    let heights: Vec<f64> = built[0].stops.iter().map(|stop| stop.height).collect();
    assert_eq!(heights, [0.0, 3.0]);
}

/// Plans that hold no middle of the ground, or are concave.
#[test]
fn a_stop_is_in_the_plan_and_on_the_ground() {
    let mesh = tower(&[0.0, 3.0]);
    let l_shape = [(8.0, 8.0), (8.0, 14.0), (14.0, 14.0), (14.0, 13.0), (9.0, 13.0), (9.0, 8.0)];
    let plans = [
        square([9.5, 9.5], 3.0),
        square([-2.0, 3.0], 2.25),
        l_shape.map(|(x, z)| Point::new(x, 0.0, z)).to_vec(),
        [(-5.0, -4.9), (15.0, 15.1), (15.0, 15.0), (-5.0, -5.0)]
            .map(|(x, z)| Point::new(x, 0.0, z))
            .to_vec(),
    ];
    for plan in plans {
        let (joined, built) = declare(&mesh, &[Way::Elevator(elevator(plan.clone()))]).unwrap();
        assert_eq!(built[0].stops.len(), 2);
        assert!(joined.validate().is_empty());
        for stop in &built[0].stops {
            let PolyRef { tile, polygon } = stop.polygon;
            let at = joined.frame().to_lattice(stop.point).unwrap();
            assert!(joined.tile(tile).holds(polygon, at.plan), "{stop:?} of {plan:?}");
        }
    }
}

#[test]
fn storeys_are_level_ground() {
    let mesh = tower(&[0.0, 3.0, 6.5]);
    let found = storeys(&mesh);
    let heights: Vec<f64> = found.storeys.iter().map(|storey| storey.height).collect();
    assert_eq!(heights, [0.0, 3.0, 6.5]);
    assert!(found.storeys.iter().all(|storey| (storey.area_m2 - 100.0).abs() < 1e-6));
    assert_eq!(found.stairs, []);
}

/// The distance of the stop from the middle is that of the nearest of all points in both, on a grid.
#[test]
fn a_stop_is_the_nearest_to_the_middle_of_its_plan() {
    let mesh = tower(&[0.0, 3.0]);
    let plans: [&[(f64, f64)]; 4] = [
        &[(2.0, 2.0), (8.0, 2.0), (8.0, 3.0), (3.0, 3.0), (3.0, 8.0), (2.0, 8.0)],
        &[
            (2.0, 2.0),
            (6.0, 2.0),
            (6.0, 6.0),
            (5.0, 6.0),
            (5.0, 3.0),
            (3.0, 3.0),
            (3.0, 6.0),
            (2.0, 6.0),
        ],
        &[(9.67, -0.25), (8.23, 1.21), (7.09, 2.58), (10.33, 1.94)],
        &[(9.0, -3.0), (12.0, 1.0), (13.0, 4.0), (8.5, 1.0)],
    ];
    for plan in plans {
        let corners: Vec<Point> = plan.iter().map(|&(x, z)| Point::new(x, 0.0, z)).collect();
        let (_, built) = declare(&mesh, &[Way::Elevator(elevator(corners))]).unwrap();
        let count = f64::from(cast::count(plan.len()));
        let middle = plan.iter().fold((0.0, 0.0), |m, p| (m.0 + p.0 / count, m.1 + p.1 / count));
        let is_inside = |x: f64, z: f64| {
            let edges = plan.iter().zip(plan.iter().cycle().skip(1));
            let crossed = edges.filter(|(a, b)| {
                (a.1 > z) != (b.1 > z) && x < (b.0 - a.0) * (z - a.1) / (b.1 - a.1) + a.0
            });
            crossed.count() % 2 == 1
        };
        let grid = || (0..=1000).map(|i| f64::from(i) / 100.0);
        let all = grid().flat_map(|x| grid().map(move |z| (x, z)));
        let off = |(x, z): (f64, f64)| (x - middle.0).hypot(z - middle.1);
        let nearest = all.filter(|&(x, z)| is_inside(x, z)).map(off).fold(f64::INFINITY, f64::min);
        for stop in &built[0].stops {
            let found = off((stop.point.x, stop.point.z));
            assert!(found < nearest + 1e-3, "{plan:?}: {found} m away, not {nearest}");
        }
    }
}

#[test]
fn numbers_count_on_from_the_ways_that_are_there() {
    let at = |corner| Way::Elevator(elevator(square(corner, 2.0)));
    let (one, first) = declare(&tower(&[0.0, 3.0]), &[at([1.0, 1.0]), at([4.0, 1.0])]).unwrap();
    let (both, second) = declare(&one, &[at([7.0, 7.0])]).unwrap();
    let numbers: Vec<u32> = first.iter().chain(&second).map(|built| built.number).collect();
    assert_eq!(numbers, [0, 1, 2]);
    assert_eq!(close_stop(&both, 2, 3.0).unwrap().links(), one.links());
}

/// The same mesh for an agent that climbs so much, metres.
fn climbing(mesh: &NavMesh, max_climb: f64) -> NavMesh {
    let mut parameters = *mesh.parameters();
    parameters.agent.max_climb = max_climb;
    let resolved = Resolved { climb: mesh.frame().steps(max_climb), ..*mesh.resolved() };
    let tiles = mesh.tiles().cloned().collect();
    NavMesh::from_tiles(&parameters, &resolved, *mesh.input_hash(), tiles, vec![], vec![]).unwrap()
}

/// Two are within a climb of the height that is given.
#[test]
fn the_nearest_stop_alone_is_closed() {
    let mesh = climbing(&tower(&[0.0, 2.5, 5.0]), 1.5);
    let closed = Elevator { closed: vec![1.4], ..elevator(square([4.0, 4.0], 2.0)) };
    let (early, built) = declare(&mesh, &[Way::Elevator(closed)]).unwrap();
    let heights: Vec<f64> = built[0].stops.iter().map(|stop| stop.height).collect();
    assert_eq!(heights, [0.0, 5.0]);
    let (open, _) = declare(&mesh, &[Way::Elevator(elevator(square([4.0, 4.0], 2.0)))]).unwrap();
    assert_eq!(close_stop(&open, 0, 1.4).unwrap().links(), early.links());
}

/// Where nothing is climbed, a level is still named by a height that is not its to the last bit.
#[test]
fn a_level_is_found_without_a_climb() {
    let mesh = climbing(&tower(&[0.0, 3.0, 6.0]), 0.0);
    let parameters = *mesh.parameters();
    let off = 0.4 * parameters.cell_height;
    let closed = Elevator { closed: vec![3.0 + off], ..elevator(square([4.0, 4.0], 2.0)) };
    let (joined, built) = declare(&mesh, &[Way::Elevator(closed)]).unwrap();
    assert_eq!(built[0].stops.len(), 2);
    assert!(close_stop(&joined, 0, 6.0 - off).unwrap().links().is_empty());
}

/// The middle of the plan is on a ramp that is of one polygon with the floor.
#[test]
fn a_stop_is_on_the_floor_of_its_polygon() {
    let frame = crate::geom::Frame::new([0.0, 0.0, 0.0], -12).unwrap();
    let slab = |layer: u32, top: f64, end: f64| {
        let corner = |(x, y, z)| frame.to_lattice(Point::new(x, y, z)).unwrap();
        let kite = [(0.0, top, 5.0), (6.0, top, 8.0), (10.0, end, 5.0), (6.0, top, 2.0)];
        ConvexPolygon { corners: kite.map(corner).to_vec(), layer, ..ConvexPolygon::default() }
    };
    let slabs = [slab(0, 0.0, 2.0), slab(1, 5.0, 5.0)];
    let mesh = NavMesh::from_polygons(frame, &slabs).unwrap();
    let plan = [(5.5, 4.0), (5.5, 6.0), (9.5, 6.0), (9.5, 4.0)];
    let plan = plan.into_iter().map(|(x, z)| Point::new(x, 0.0, z)).collect();
    let (_, built) = declare(&mesh, &[Way::Elevator(elevator(plan))]).unwrap();
    let [low, high] = &built[0].stops[..] else { panic!("{:?}", built[0].stops) };
    assert!(low.height < 0.001 && high.height > 4.999, "{low:?} {high:?}");
    assert!((low.point.x - 6.0).abs() < 0.001, "not at the ramp's foot: {low:?}");
}

#[test]
fn a_floor_in_two_heights_is_one_storey_and_a_small_house_has_storeys_too() {
    let frame = crate::geom::Frame::new([0.0, 0.0, 0.0], -12).unwrap();
    let slab = |layer: u32, [x0, x1]: [f64; 2], y: f64| {
        let corner = |x: f64, z: f64| frame.to_lattice(Point::new(x, y, z)).unwrap();
        let corners = vec![corner(x0, 10.0), corner(x1, 10.0), corner(x1, 0.0), corner(x0, 0.0)];
        ConvexPolygon { corners, layer, ..ConvexPolygon::default() }
    };
    let heights = |slabs: &[ConvexPolygon]| -> Vec<f64> {
        let found = storeys(&NavMesh::from_polygons(frame, slabs).unwrap());
        found.storeys.iter().map(|storey| storey.height).collect()
    };
    let split = [slab(0, [0.0, 6.0], 0.0), slab(1, [6.0, 10.0], 0.6), slab(2, [0.0, 10.0], 3.5)];
    assert_eq!(heights(&split), [0.0, 3.5]);
    let house =
        [slab(0, [-2000.0, 2000.0], 0.0), slab(1, [0.0, 2.0], 3.0), slab(2, [3.0, 3.5], 6.0)];
    assert_eq!(heights(&house), [0.0, 3.0]);
    let steps: Vec<ConvexPolygon> =
        (0..40).map(|k| slab(k, [f64::from(k), f64::from(k) + 1.0], 0.2 * f64::from(k))).collect();
    assert_eq!(heights(&steps), [] as [f64; 0]);
}
