use super::*;
use crate::geom::{Frame, GroundPoint, Point};
use crate::mesh::{ConvexPolygon, NavMesh, Passage, PolyRef, TileId};

/// The example of the format's definition.
const EXAMPLE: &str = "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n\
                       0.0 1.5 3 -1 1 0\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

fn sound(text: &str) -> Imported {
    let imported = read(text.as_bytes(), &Placement::default()).unwrap();
    assert_eq!(imported.mesh.validate(), []);
    imported
}

fn polygon(p: u32) -> PolyRef {
    PolyRef { tile: TileId(0), polygon: p }
}

#[test]
fn the_example_comes_in_and_goes_out() {
    let Imported { mesh, report } = sound(EXAMPLE);
    assert_eq!((report.polygons, report.messages().len()), (2, 0));
    assert_eq!((mesh.polygon_count(), mesh.components().len()), (2, 1));
    let corners: Vec<Point> = mesh.corners(polygon(1)).map(|c| mesh.frame().to_world(c)).collect();
    assert_eq!(corners, [[1.5, 0.0, 0.0], [1.5, 0.0, -1.5], [0.0, 0.0, -1.5]].map(Point::from));
    assert_eq!(
        write(&mesh),
        "mesh\n2\n4 2\n0 0 2 0 -1\n1.5 0 3 1 0 -1\n0 1.5 3 0 1 -1\n1.5 1.5 2 1 -1\n\
         3 0 1 2 -1 -1 1\n3 1 3 2 0 -1 -1\n"
    );
}

#[test]
fn a_map_may_be_scaled_and_moved() {
    let placement = Placement { scale: 0.1, origin: Point::new(1e6, 5.0, -7.0) };
    let Imported { mesh, report } = read(EXAMPLE.as_bytes(), &placement).unwrap();
    let (low, high) = mesh.bounds().unwrap();
    let near = |a: f64, b: f64| assert!((a - b).abs() <= report.moved + 1e-12, "{a} {b}");
    near(low.x, 1e6);
    near(high.x, 1e6 + 0.15);
    near(low.y, 5.0);
    near(low.z, -7.15);
    near(high.z, -7.0);
    assert!(report.moved > 0.0 && report.moved < 1e-9, "{}", report.moved);
}

#[test]
fn a_scale_that_is_none_is_named() {
    for scale in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY] {
        let placement = Placement { scale, ..Placement::default() };
        let error = read(EXAMPLE.as_bytes(), &placement).unwrap_err().to_string();
        assert!(error.starts_with(&format!("the scale {scale} is not usable")), "{error}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let error = |text: &str| read(text.as_bytes(), &Placement::default()).unwrap_err();
    assert!(matches!(error("mash 2"), PolyanyaError::NotMesh));
    assert!(matches!(error(""), PolyanyaError::NotMesh));
    assert!(matches!(error("mesh 1 4 2"), PolyanyaError::Version { line: 1, .. }));
    assert!(matches!(error(&format!("{EXAMPLE} 3")), PolyanyaError::LeftOver { line: 10, .. }));
    let change = |from: &str, to: &str| error(&EXAMPLE.replacen(from, to, 1));
    let corner = change("3 1 2 3 0", "3 1 4 3 0");
    assert_eq!(corner.to_string(), "line 9: a corner of a polygon is 4, it must be 0 to 3");
    assert!(matches!(
        change("0 -1 -1\n", "2 -1 -1\n"),
        PolyanyaError::Range { line: 9, value: 2, .. }
    ));
    assert!(matches!(change("4 2\n", "4000000000 2\n"), PolyanyaError::Room { line: 3, .. }));
    assert!(matches!(change("4 2\n", "-4 2\n"), PolyanyaError::TooFew { line: 3, value: -4, .. }));
    assert!(matches!(change("3 0 1 3", "2 0 1"), PolyanyaError::TooFew { line: 8, value: 2, .. }));
    assert!(matches!(
        error("mesh 2 0 1 3 0 0 0 -1 -1 -1"),
        PolyanyaError::NoVertices { line: 1, polygons: 1 }
    ));
    assert!(matches!(change("1.5 0.0", "nan 0.0"), PolyanyaError::Number { line: 5, .. }));
    assert!(matches!(change("1.5 0.0", "1.5 0,0"), PolyanyaError::Number { line: 5, .. }));
    assert!(matches!(change("1.5 0.0", "1e99 0.0"), PolyanyaError::Frame(_)));
    for end in 5..EXAMPLE.len() - 2 {
        let cut = error(&EXAMPLE[..end]);
        let is_early = matches!(
            cut,
            PolyanyaError::CutOff { .. }
                | PolyanyaError::Room { .. }
                | PolyanyaError::Number { .. }
                | PolyanyaError::Version { .. }
        );
        assert!(is_early, "{end}: {cut}");
        let said = cut.to_string();
        assert!(said.contains("cut off") || !matches!(cut, PolyanyaError::Room { .. }), "{said}");
    }
}

#[test]
fn floors_over_each_other_and_one_way_edges_come_back() {
    let frame = Frame::new([0.5, 0.0, 0.25], -3).unwrap();
    let ring = |corners: &[(i32, i32, i32)], layer| ConvexPolygon {
        corners: corners.iter().map(|&(x, y, h)| GroundPoint::new(x, y, h)).collect(),
        layer,
        ..ConvexPolygon::default()
    };
    // A ramp from a floor to one above it.
    let polygons = [
        ring(&[(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)], 0),
        ring(&[(8, 0, 0), (16, 0, 30), (16, 8, 30), (8, 8, 0)], 0),
        ring(&[(0, 0, 30), (16, 0, 30), (16, 8, 30), (0, 8, 30)], 1),
    ];
    let mesh = NavMesh::from_polygons(frame, &polygons).unwrap();
    let back = sound(&write(&mesh)).mesh;
    same_plan(&mesh, &back);
    let one_way = EXAMPLE.replace("3 1 2 3 0 -1 -1", "3 1 2 3 -1 -1 -1");
    let mesh = sound(&one_way).mesh;
    let shared = mesh.edges(polygon(0)).iter().find(|e| e.neighbour().is_some()).unwrap();
    assert_eq!(shared.passage(), Passage::Open);
    let back = sound(&write(&mesh)).mesh;
    same_plan(&mesh, &back);
}

/// The same polygons over the same plan points with the same neighbours.
fn same_plan(a: &NavMesh, b: &NavMesh) {
    assert_eq!(a.polygon_count(), b.polygon_count());
    for (r, q) in a.polygons().zip(b.polygons()) {
        let plan = |mesh: &NavMesh, r| -> Vec<[f64; 2]> {
            let world = |c: GroundPoint| mesh.frame().plan_to_world(c.plan);
            mesh.corners(r).map(world).map(|p| [p.x, p.z]).collect()
        };
        assert_eq!(plan(a, r), plan(b, q));
        let beyond = |mesh: &NavMesh, r| -> Vec<Option<(usize, Passage)>> {
            let edges = mesh.edges(r).iter();
            edges.map(|e| e.neighbour().map(|n| (mesh.index(n), e.passage()))).collect()
        };
        assert_eq!(beyond(a, r), beyond(b, q));
    }
}

#[test]
fn real_maps_come_back_as_they_were() {
    let Some(folder) = walkmesh_testkit::models::folder() else { return };
    for name in ["movingai/arena-merged", "movingai/den520d-merged", "original/aurora-merged"] {
        let bytes = std::fs::read(folder.join(format!("polyanya/{name}.mesh"))).unwrap();
        let imported = read(&bytes, &Placement::default()).unwrap();
        let again = read(write(&imported.mesh).as_bytes(), &Placement::default()).unwrap();
        assert_eq!(imported, again, "{name}");
    }
}
