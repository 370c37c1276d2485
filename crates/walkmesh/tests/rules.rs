//! What rules for objects change in a mesh: obstacles, ground by declaration, carpets.

use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::cast;
use walkmesh::mesh::{NavMesh, SearchBox};
use walkmesh::parameters::{Parameters, Preset, Survey};
use walkmesh::soup::rules::{Action, Choice, CoverShape, Rule, Rules};
use walkmesh::soup::{ObjectId, Soup};
use walkmesh_testkit::soups::{level, quad};

/// An upward sheet; downward when `turned`.
fn sheet(soup: &mut Soup, name: &str, rectangle: [f64; 4], y: f64, turned: bool) {
    let mut corners = level(rectangle, y);
    if turned {
        corners.reverse();
    }
    let object = soup.add_object(name);
    quad(soup, object, corners);
}

/// A box without a bottom.
fn block(soup: &mut Soup, name: &str, [x0, y0, z0]: [f64; 3], [x1, y1, z1]: [f64; 3]) {
    let object = soup.add_object(name);
    quad(soup, object, [[x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0]]);
    quad(soup, object, [[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]]);
    quad(soup, object, [[x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0]]);
    quad(soup, object, [[x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]]);
    quad(soup, object, [[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]]);
}

fn floor() -> Soup {
    let mut soup = Soup::default();
    sheet(&mut soup, "Floor", [0.0, 0.0, 8.0, 6.0], 0.0, false);
    soup
}

fn rule(name: &str, action: Action) -> Rule {
    Rule { choice: Choice { names: vec![name.to_owned()], ..Choice::default() }, action }
}

/// The mesh after these rules, sheets left alone unless asked for.
fn baked(soup: &Soup, list: Vec<Rule>, sheets: bool, parameters: &Parameters) -> NavMesh {
    let (soup, _) =
        Rules { list, sheets }.apply(soup.clone(), parameters).expect("rules to follow");
    let mesh = bake(&soup, parameters, &BakeOptions::default()).expect("a mesh").mesh;
    assert_eq!(mesh.validate(), []);
    mesh
}

fn human() -> Parameters {
    Preset::Human.parameters()
}

fn surveys() -> [Parameters; 2] {
    [Survey::Voxel, Survey::Exact].map(|survey| Parameters { survey, ..human() })
}

#[test]
fn an_obstacle_is_in_the_way_however_low_it_is() {
    let heights = [0.0, 0.02, 0.1, 0.25];
    for (parameters, height) in surveys().into_iter().flat_map(|p| heights.map(|h| (p, h))) {
        let whole = baked(&floor(), Vec::new(), false, &parameters).area_m2();
        let mut soup = floor();
        block(&mut soup, "Plinth", [3.0, 0.0, 2.0], [4.0, height, 3.0]);
        let area = |list: Vec<Rule>| baked(&soup, list, false, &parameters).area_m2();
        // Low as it is, it is walked over.
        assert!((area(Vec::new()) - whole).abs() < 0.05, "{height}");
        // A square metre and the radius of 0.3 m around, to a cell either way.
        let hole = 1.0 + 4.0 * 0.3 + 0.3 * 0.3 * std::f64::consts::PI;
        let small = Action::SmallObstacle { leave_out_below: 0.5 };
        for action in [Action::Obstacle, small] {
            let lost = whole - area(vec![rule("Plinth", action)]);
            assert!((lost - hole).abs() < 0.6, "{height}: {lost} for {hole}");
        }
        let left_out = Action::SmallObstacle { leave_out_below: 1.5 };
        assert!((area(vec![rule("Plinth", left_out)]) - whole).abs() < 1e-9);
        let back = Action::Ground { area: None, force: false, only: false };
        let again = area(vec![rule("*", Action::Obstacle), rule("*", back)]);
        assert!((again - area(Vec::new())).abs() < 1e-9, "the last rule counts");
        let only = Action::Ground { area: None, force: false, only: true };
        let lost = whole - area(vec![rule("Floor", only)]);
        assert!((lost - hole).abs() < 0.6, "{height}: {lost}");
    }
}

#[test]
fn ground_over_an_obstacle_stays_ground() {
    let mut soup = floor();
    block(&mut soup, "Foundation", [3.0, -0.5, 2.0], [4.0, -0.02, 3.0]);
    for parameters in surveys() {
        let area = |list: Vec<Rule>| baked(&soup, list, false, &parameters).area_m2();
        let with = area(vec![rule("Foundation", Action::Obstacle)]);
        assert!((with - area(Vec::new())).abs() < 1e-9);
    }
}

/// Nobody stands inside of a tall box, wherever the floor runs through it.
#[test]
fn a_cover_is_solid() {
    for (parameters, bottom) in
        surveys().into_iter().flat_map(|p| [-1.0, -0.2, 0.0, 0.3].map(|bottom| (p, bottom)))
    {
        let mut soup = floor();
        block(&mut soup, "Pillar", [2.0, bottom, 2.0], [4.0, 6.0, 4.0]);
        let parameters = Parameters { region_min_area: 0.0, ..parameters };
        for class in [Action::Obstacle, Action::Ground { area: None, force: false, only: false }] {
            let cover = Action::Cover { shape: CoverShape::Oriented, group: false };
            let list = vec![rule("Pillar", class), rule("Pillar", cover)];
            let mesh = baked(&soup, list, false, &parameters);
            let inside = Point::new(3.0, 0.0, 3.0);
            let reach = SearchBox { x: 0.2, y: 1.0, z: 0.2 };
            assert!(mesh.nearest(inside, &reach, |_| true).is_none(), "{bottom} {class:?}");
            assert!(mesh.area_m2() > 30.0);
        }
    }
}

#[test]
fn a_covered_chair_is_one_hole() {
    let mut soup = floor();
    for (i, x) in [2.0, 5.0].into_iter().enumerate() {
        let name = format!("Chair_{i}");
        block(&mut soup, &name, [x, 0.0, 2.0], [x + 0.1, 1.0, 2.1]);
        let chair = ObjectId(cast::count(soup.objects.len() - 1));
        // A seat and one more leg, turned by half a right angle.
        quad(
            &mut soup,
            chair,
            [[x, 0.4, 2.0], [x - 0.5, 0.4, 2.5], [x, 0.4, 3.0], [x + 0.5, 0.4, 2.5]],
        );
    }
    let cover = |shape| rule("Chair*", Action::Cover { shape, group: false });
    let area = |list: Vec<Rule>| {
        let mesh = baked(&soup, list, false, &human());
        assert_eq!(mesh.components().len(), 1);
        mesh.area_m2()
    };
    let none = area(vec![rule("Chair*", Action::Drop)]);
    let oriented = area(vec![cover(CoverShape::Oriented)]);
    let upright = area(vec![cover(CoverShape::AxisAligned)]);
    assert!(upright < oriented && oriented < none - 1.0, "{upright} {oriented} {none}");
    let group = Action::Cover { shape: CoverShape::AxisAligned, group: true };
    assert!(area(vec![rule("Chair*", group)]) < upright - 1.0);
}

#[test]
fn a_ramp_too_steep_is_ground_by_declaration() {
    let mut soup = floor();
    // 50° between two floors.
    let (rise, run) = (1.2, 1.2 / 1.191_753_6);
    sheet(&mut soup, "Upper", [8.0 + run, 0.0, 12.0, 6.0], rise, false);
    let ramp = soup.add_object("Ramp");
    quad(
        &mut soup,
        ramp,
        [[8.0, 0.0, 0.0], [8.0, 0.0, 6.0], [8.0 + run, rise, 6.0], [8.0 + run, rise, 0.0]],
    );
    let pieces = |force| {
        let action = Action::Ground { area: None, force, only: false };
        baked(&soup, vec![rule("Ramp", action)], false, &human()).components().len()
    };
    assert_eq!((pieces(false), pieces(true)), (2, 1));
}

/// A carpet at any height up to the climb leaves the floor whole, whichever way it faces and
/// whether or not low obstacles are stepped onto; without recognising it, the voxel survey loses
/// the ground under one that faces down when they are not.
#[test]
fn a_carpet_does_not_split_the_floor() {
    let stepping = human();
    let not_stepping = Parameters { filter_low_hanging: false, ..human() };
    for parameters in [stepping, not_stepping] {
        let whole = baked(&floor(), Vec::new(), true, &parameters);
        for height in [0.0, 0.01, 0.04, 0.05, 0.07, 0.12, 0.2, 0.25] {
            for turned in [false, true] {
                let mut soup = floor();
                // Right across the floor: its edges would cut it in three.
                sheet(&mut soup, "Rug", [3.0, 0.0, 5.0, 6.0], height, turned);
                let mesh = baked(&soup, Vec::new(), true, &parameters);
                assert_eq!(mesh.components().len(), 1, "{height} {turned}");
                let lost = whole.area_m2() - mesh.area_m2();
                assert!(lost.abs() < 0.01, "{height} {turned}: {lost} m2");
                assert_eq!(mesh.polygon_count(), whole.polygon_count(), "{height} {turned}");

                let unknown = baked(&soup, Vec::new(), false, &parameters);
                let lost = whole.area_m2() - unknown.area_m2();
                // Within a voxel or two the climb lets the rug be walked on, in one span with the
                // floor; higher it is a roof over it.
                let differs = turned && !parameters.filter_low_hanging && height > 0.07;
                assert_eq!(lost > 5.0, differs, "{height} {turned}: {lost} m2");
            }
        }
    }
}

/// A climb under a voxel is one of none: there the survey, not the sheet, decides.
#[test]
fn a_carpet_within_a_voxel_of_the_climb_may_end_in_a_wall() {
    let agent = walkmesh::agent::Agent { max_climb: 0.04, ..human().agent };
    let coarse = Parameters { agent, ..human() };
    let fine = Parameters { cell_height: 0.01, ..coarse };
    let mut soup = Soup::default();
    // Voxels are counted from here.
    sheet(&mut soup, "Yard", [-5.0, 0.0, -1.0, 6.0], 0.0, false);
    sheet(&mut soup, "Floor", [0.0, 0.0, 8.0, 6.0], 0.03, false);
    sheet(&mut soup, "Rug", [3.0, 0.0, 5.0, 6.0], 0.06, false);
    let pieces = |p: &Parameters| baked(&soup, Vec::new(), true, p).components().len();
    assert_eq!((pieces(&fine), pieces(&coarse)), (2, 4));
}

#[test]
fn slits_are_bridged_where_no_wall_stands_in_them() {
    // Two rooms, a slit of 4 cm between their floors, and one of 2 cm across both.
    let mut soup = Soup::default();
    for (x0, x1) in [(0.0, 3.98), (4.02, 8.0)] {
        for (z0, z1) in [(0.0, 2.99), (3.01, 6.0)] {
            sheet(&mut soup, "Floor", [x0, z0, x1, z1], 0.0, false);
        }
    }
    let bridge = |width| vec![rule("Floor", Action::Bridge { width })];
    let whole = |survey: &Parameters| baked(&floor(), Vec::new(), false, survey);
    // Cells that hide no slit.
    let fine = Parameters { cell_size: 0.01, cell_height: 0.01, ..human() };
    for survey in [Survey::Voxel, Survey::Exact].map(|survey| Parameters { survey, ..fine }) {
        let parts = |list| baked(&soup, list, false, &survey).components().len();
        assert_eq!((parts(Vec::new()), parts(bridge(0.025))), (4, 2));
        let all = baked(&soup, bridge(0.05), false, &survey);
        assert_eq!(all.components().len(), 1);
        let [all, one] = [all, whole(&survey)].map(|mesh| mesh.area_m2());
        assert!((all - one).abs() < 0.03, "{all} {one}");

        let mut walled = soup.clone();
        block(&mut walled, "Wall", [3.99, -0.5, 0.0], [4.01, 2.0, 6.0]);
        assert_eq!(baked(&walled, bridge(0.05), false, &survey).components().len(), 2);
    }
}
