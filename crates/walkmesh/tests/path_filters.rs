//! What a filter does to a path: costs, blocked ground, and what an engine cannot do.

use walkmesh::geom::GroundPoint;
use walkmesh::mesh::{ConvexPolygon, NavMesh};
use walkmesh::query::{Engine, Filter, PathOptions, Reason, Scratch, Status, path};
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
