//! What a filter does to a path: costs, blocked ground, and what an engine cannot do.

use walkmesh::geom::{GroundPoint, Point};
use walkmesh::mesh::{ConvexPolygon, NavMesh, SearchBox};
use walkmesh::query::{Engine, Filter, PathOptions, Reason, Scratch, Status, path, path_between};
use walkmesh::soup::Area;
use walkmesh_testkit::unit_frame;

/// Three squares in a row, of areas 1, 2 and 3.
fn row() -> NavMesh {
    let polygons: Vec<ConvexPolygon> = [(0, 1), (8, 2), (16, 3)]
        .map(|(x, area)| ConvexPolygon {
            corners: [(x, 0), (x + 8, 0), (x + 8, 8), (x, 8)]
                .map(|(x, y)| GroundPoint::new(x, y, 0))
                .to_vec(),
            area: Area(area),
            ..ConvexPolygon::default()
        })
        .to_vec();
    NavMesh::from_polygons(unit_frame(), &polygons).expect("squares")
}

const FROM: [f64; 3] = [1.0, 0.0, -4.0];
const TO: [f64; 3] = [23.0, 0.0, -4.0];

#[test]
fn the_areas_of_a_mesh_are_listed() {
    assert_eq!(row().areas().collect::<Vec<_>>(), [1, 2, 3].map(Area));
}

#[test]
fn one_cost_everywhere_is_a_factor() {
    let mesh = row();
    let mut filter = Filter::default();
    for area in 1..=3 {
        filter.set_cost(Area(area), 2.5).expect("a cost");
    }
    let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
    let mut scratch = Scratch::new();
    let found = path(&mesh, &mut scratch, FROM, TO, &options);
    assert_eq!(found.status, Status::Complete);
    assert!((found.length - 22.0).abs() < 1e-9 && (found.cost - 55.0).abs() < 1e-9, "{found:?}");
}

#[test]
fn the_optimal_engine_says_that_it_cannot_weigh_ground() {
    let mesh = row();
    let mut filter = Filter::default();
    filter.set_cost(Area(2), 3.0).expect("a cost");
    let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
    let mut scratch = Scratch::new();
    let found = path(&mesh, &mut scratch, FROM, TO, &options);
    assert_eq!((found.status, found.points.len()), (Status::NotFound, 0));
    let reason = found.reason.expect("a reason");
    assert_eq!(reason, Reason::UnequalCosts { areas: [Area(1), Area(2)], costs: [1.0, 3.0] });
    let text = reason.to_string();
    assert!(
        text.contains("area 2 costs 3") && text.contains(&Engine::Funnel.to_string()),
        "{text}"
    );
}

/// What the filter's flags shut out may cost what it likes.
#[test]
fn only_ground_that_is_entered_is_weighed() {
    let polygons = [(0, 1), (8, 1), (16, 2)].map(|(x, flags)| ConvexPolygon {
        corners: [(x, 0), (x + 8, 0), (x + 8, 8), (x, 8)]
            .map(|(x, y)| GroundPoint::new(x, y, 0))
            .to_vec(),
        area: Area(u8::try_from(flags).expect("1 or 2")),
        flags,
        ..ConvexPolygon::default()
    });
    let mesh = NavMesh::from_polygons(unit_frame(), &polygons).expect("squares");
    let mut filter = Filter::default();
    filter.set_cost(Area(1), 4.0).expect("a cost");
    let mut scratch = Scratch::new();
    let to = [15.0, 0.0, -4.0];
    let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
    let refused = path(&mesh, &mut scratch, FROM, to, &options);
    let areas = [Area(2), Area(1)];
    assert_eq!(refused.reason, Some(Reason::UnequalCosts { areas, costs: [1.0, 4.0] }));
    filter.access.exclude = 2;
    let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
    for _ in 0..2 {
        let found = path(&mesh, &mut scratch, FROM, to, &options);
        assert_eq!((found.status, found.cost), (Status::Complete, 56.0), "{found:?}");
    }
}

fn blocking(areas: &[u8]) -> Filter {
    let mut filter = Filter::default();
    for &area in areas {
        filter.access.set_blocked(Area(area), true);
    }
    filter
}

#[test]
fn blocked_ground_ends_the_way_before_it() {
    let mesh = row();
    let filter = blocking(&[2]);
    let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
    let mut scratch = Scratch::new();
    let found = path(&mesh, &mut scratch, FROM, TO, &options);
    assert_eq!((found.status, found.reason), (Status::Partial, Some(Reason::NoWayThere)));
    assert_eq!(found.points.last().copied(), Some(Point::new(8.0, 0.0, -4.0)));
    // Costs of what is blocked do not count.
    let mut dear = filter.clone();
    dear.set_cost(Area(2), 9.0).expect("a cost");
    let options = PathOptions { filter: Some(&dear), ..PathOptions::default() };
    assert_eq!(path(&mesh, &mut scratch, FROM, TO, &options).reason, Some(Reason::NoWayThere));
}

#[test]
fn ends_in_blocked_ground_are_snapped_beside_it() {
    let mesh = row();
    let filter = blocking(&[2]);
    let wide = SearchBox { x: 5.0, y: 1.0, z: 5.0 };
    let ask = |from: [f64; 3], to: [f64; 3], search_box| {
        let options = PathOptions { filter: Some(&filter), search_box, ..PathOptions::default() };
        let mut scratch = Scratch::new();
        path(&mesh, &mut scratch, from, to, &options).clone()
    };
    let (inside, left) = ([11.0, 0.0, -4.0], [1.0, 0.0, -4.0]);
    let found = ask(inside, left, Some(wide));
    assert_eq!((found.status, found.length), (Status::Complete, 7.0), "{found:?}");
    let found = ask(left, inside, Some(wide));
    assert_eq!((found.status, found.length), (Status::Complete, 7.0), "{found:?}");
    assert_eq!(ask(inside, left, None).reason, Some(Reason::StartOffMesh { distance: 3.0 }));
    let found = ask(left, inside, None);
    assert_eq!(found.reason, Some(Reason::GoalOffMesh { distance: 3.0 }));
    assert_eq!((found.status, found.length), (Status::Partial, 7.0));
}

#[test]
fn places_in_blocked_ground_are_refused_as_a_start_and_neared_as_a_goal() {
    let mesh = row();
    let filter = blocking(&[2]);
    let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
    let mut scratch = Scratch::new();
    let place = |x: f64| mesh.locate([x, 0.0, -4.0], 1.0).expect("on the mesh");
    let found = path_between(&mesh, &mut scratch, &place(12.0), &place(1.0), &options);
    assert_eq!((found.status, found.points.len()), (Status::NotFound, 0));
    assert_eq!(found.reason, Some(Reason::StartBlocked { start: place(12.0).point }));
    let found = path_between(&mesh, &mut scratch, &place(1.0), &place(12.0), &options);
    assert_eq!((found.status, found.length), (Status::Partial, 7.0));
    assert_eq!(found.reason, Some(Reason::GoalBlocked { goal: place(12.0).point }));
    let all = blocking(&[1, 2, 3]);
    let options = PathOptions { filter: Some(&all), ..PathOptions::default() };
    let found = path(&mesh, &mut scratch, FROM, TO, &options);
    assert_eq!(found.reason, Some(Reason::StartOffMesh { distance: f64::INFINITY }));
}

/// More kinds of access than the mesh keeps, over and over: each gets its own answer.
#[test]
fn every_access_gets_its_own_answer() {
    let mesh = row();
    let mut scratch = Scratch::new();
    for round in 0..3 {
        for blocked in 0..40_u8 {
            let filter = blocking(&[blocked]);
            let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
            let found = path(&mesh, &mut scratch, FROM, TO, &options);
            let through = !(1..=3).contains(&blocked);
            assert_eq!(found.status == Status::Complete, through, "{round} {blocked}");
        }
    }
}
