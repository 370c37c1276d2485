mod connections;
mod hostile;
mod joints;

use super::*;
use crate::geom::Point;
use crate::mesh::{NavMesh, PolyRef, TileId};
use crate::parameters::TileSize;
use crate::query::{PathOptions, Scratch, Status, path};
use crate::soup::Area;
use walkmesh_testkit::tile_sets::{Cell, File, Jump, Reference, ring};

/// Two squares side by side in one tile: 0 west, 1 east. Counter-clockwise from above, that is
/// with z turned round.
fn two_squares() -> Cell {
    let at = |x: f32, z: f32| [x, 0.5, z];
    Cell {
        vertices: vec![
            at(1.0, 4.0),
            at(3.0, 4.0),
            at(3.0, 2.0),
            at(1.0, 2.0),
            at(5.0, 4.0),
            at(5.0, 2.0),
        ],
        rings: vec![ring(&[0, 1, 2, 3], &[(1, 2)]), ring(&[1, 4, 5, 2], &[(3, 1)])],
        ..Cell::default()
    }
}

fn polygon(p: u32) -> PolyRef {
    PolyRef { tile: TileId(0), polygon: p }
}

fn sound(file: &File) -> Imported {
    let imported = read(&file.bytes()).unwrap();
    assert_eq!(imported.mesh.validate(), []);
    imported
}

fn corners(mesh: &NavMesh, r: PolyRef) -> Vec<Point> {
    mesh.corners(r).map(|c| mesh.frame().to_world(c)).collect()
}

#[test]
fn a_tile_comes_in_as_it_is() {
    for reference in [Reference::Bits32, Reference::Bits64] {
        let file = File { reference, ..File::new(vec![two_squares()]) };
        let Imported { mesh, report } = sound(&file);
        assert_eq!((report.tiles, report.polygons), (1, 2));
        assert!(report.messages().is_empty(), "{report:?}");
        assert_eq!((mesh.polygon_count(), mesh.vertex_count(), mesh.components().len()), (2, 6, 1));
        let first = corners(&mesh, polygon(0));
        assert_eq!(first[0], Point::new(1.0, 0.5, 4.0));
        assert_eq!(first[2], Point::new(3.0, 0.5, 2.0));
        let kept = mesh.polygon(polygon(1));
        assert_eq!((kept.area, kept.flags), (Area(5), 3));
        let agent = mesh.parameters().agent;
        assert_eq!((agent.height, agent.radius, agent.max_climb), (2.0, 0.5, 0.75));
        assert!((mesh.parameters().cell_size - 0.25).abs() < 1e-12);
    }
}

#[test]
fn habitat_keeps_its_settings_in_front_of_the_tiles() {
    let lengths =
        [0.05, 0.2, 1.5, 0.1, 0.2, 40.0, 20.0, 30.0, 12.0, 1.3, 6.0, 6.0, 1.0].map(|v: f32| v);
    let settings = Some((lengths, [1, 0, 1, 0]));
    let file = File { version: 2, settings, ..File::new(vec![two_squares()]) };
    let mesh = sound(&file).mesh;
    let p = mesh.parameters();
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
    near(p.agent.height, 1.5);
    near(p.agent.max_slope, 40.0);
    near(p.cell_size, 0.05);
    near(p.region_min_area, 1.0);
    near(p.detail_sample_distance, 0.3);
    assert_eq!(p.verts_per_poly, 6);
    assert_eq!((p.filter_low_hanging, p.filter_ledges, p.filter_low_height), (true, false, true));
    assert_eq!(mesh.polygon_count(), 2);
}

#[test]
fn off_mesh_connections_become_links_on_the_ground() {
    let jump = |to: [f32; 3], both_ways| Jump {
        ends: [[1.5, 0.75, 3.0], to],
        radius: 0.5,
        both_ways,
        user_id: 77,
        area: 9,
        flags: 4,
    };
    let jumps = vec![jump([5.25, 0.0, 3.0], true), jump([7.0, 0.5, 3.0], false)];
    let Imported { mesh, report } = sound(&File::new(vec![Cell { jumps, ..two_squares() }]));
    assert_eq!((report.links, report.links_dropped), (2, 1), "one ends beyond its radius");
    let [link] = mesh.links() else { panic!("{:?}", mesh.links()) };
    assert_eq!((link.user_id, link.area, link.flags, link.both_ways), (77, Area(9), 4, true));
    assert_eq!((link.width, link.enabled), (1.0, true));
    let at = |end: crate::mesh::LinkEnd| {
        assert_eq!(end.from, end.to);
        mesh.frame().to_world(end.from)
    };
    assert_eq!(at(link.from), Point::new(1.5, 0.5, 3.0));
    assert_eq!(at(link.to), Point::new(5.0, 0.5, 3.0));
    assert!((link.cost - 3.5).abs() < 1e-12);
    assert_eq!(mesh.resolve(link.to.polygon), Some(polygon(1)));
}

/// A connection's radius is how far its ends may be off the ground, and no limit to bodies.
#[test]
fn connections_of_any_radius_are_taken() {
    for radius in [0.0, 0.125, 0.5, 2.0] {
        let ends = [[2.0, 0.5, 3.0], [4.0, 0.5, 3.0]];
        let jump = Jump { ends, radius, both_ways: false, user_id: 1, area: 0, flags: 1 };
        let mut cell = Cell { jumps: vec![jump], ..two_squares() };
        cell.rings.iter_mut().for_each(|ring| ring.beyond.fill(0));
        let mesh = sound(&File::new(vec![cell])).mesh;
        let agent = mesh.parameters().agent.radius;
        let wide = 2.0 * f64::from(radius).max(agent);
        assert!((mesh.links()[0].width - wide).abs() < 1e-12, "{radius}");
        let goal = [4.5, 0.5, 3.0];
        let mut scratch = Scratch::new();
        let found = path(&mesh, &mut scratch, [1.5, 0.5, 3.0], goal, &PathOptions::default());
        assert_eq!(found.status, Status::Complete, "{radius}");
    }
}

#[test]
fn bad_polygons_are_repaired_and_counted() {
    let at = |x: f32, z: f32| [x, 0.0, z];
    let cell = Cell {
        vertices: vec![
            // A square whose upper side is pushed in, and the same the other way round.
            at(0.0, 4.0),
            at(4.0, 4.0),
            at(4.0, 0.0),
            at(2.0, 0.001),
            at(0.0, 0.0),
            // Beside it a square, for the cut one's neighbour.
            at(6.0, 4.0),
            at(6.0, 0.0),
            // All on a line, and crossing itself.
            at(7.0, 0.0),
            at(7.0, 1.0),
            at(7.0, 2.0),
            at(7.5, 1.0),
        ],
        rings: vec![
            ring(&[0, 1, 2, 3, 4], &[(1, 2)]),
            ring(&[2, 6, 5, 1], &[(3, 1)]), // clockwise from above
            ring(&[7, 8, 9], &[]),
            ring(&[7, 10, 8, 9], &[(0, 1)]),
        ],
        ..Cell::default()
    };
    let Imported { mesh, report } = sound(&File::new(vec![cell]));
    assert_eq!(report.polygons, 4);
    assert_eq!((report.split, report.turned, report.flat), (1, 1, 1));
    // The last is walled in or dropped; what it says of a neighbour is not borne out.
    assert_eq!(report.unmatched + report.crossed, 1, "{report:?}");
    assert_eq!(mesh.component(polygon(0)), mesh.component(polygon(2)));
    assert_eq!(report.messages().len(), 5, "{:?}", report.messages());
}

#[test]
fn an_edge_that_one_side_names_is_crossed_from_there_only() {
    let mut cell = two_squares();
    cell.rings[1].beyond[3] = 0;
    let mesh = sound(&File::new(vec![cell])).mesh;
    let passage =
        |p| mesh.edges(polygon(p)).iter().find(|e| e.neighbour().is_some()).unwrap().passage();
    assert_eq!(passage(0), crate::mesh::Passage::Open);
    assert_eq!(passage(1), crate::mesh::Passage::Closed);
}

#[test]
fn height_points_stay_where_they_are_or_go_along_their_edge() {
    // A square with a point on an edge (a hair off, as f32 is) and one inside.
    let at = |x: f32, y: f32, z: f32| [x, y, z];
    let cell = Cell {
        vertices: vec![at(1.1, 0.0, 4.3), at(5.7, 0.0, 4.3), at(5.7, 0.0, 0.9), at(1.1, 0.0, 0.9)],
        rings: vec![ring(&[0, 1, 2, 3], &[])],
        detail: vec![(
            vec![at(3.4, 1.0, 4.300_001), at(3.4, 2.0, 2.6)],
            vec![[0, 4, 5], [4, 1, 5], [1, 2, 5], [2, 3, 5], [3, 0, 5]],
        )],
        ..Cell::default()
    };
    let Imported { mesh, report } = sound(&File::new(vec![cell]));
    assert_eq!((report.ground_remade, report.ground_dropped), (0, 0), "{report:?}");
    let tile = mesh.tile(TileId(0));
    assert_eq!(tile.triangles_of(0).len(), 5);
    let height = |x: f64, z: f64| mesh.ground_height(polygon(0), [x, 0.0, z]);
    assert!((height(3.4, 4.3) - 1.0).abs() < 1e-6);
    assert!((height(3.4, 2.6) - 2.0).abs() < 1e-6);
    assert!((height(2.25, 4.3) - 0.5).abs() < 1e-6);
}

#[test]
fn an_empty_set_is_an_empty_mesh() {
    let mesh = sound(&File::new(Vec::new())).mesh;
    assert_eq!(mesh.polygon_count(), 0);
    assert_eq!(mesh.parameters().tile_size, TileSize::Solo);
}
