//! Closed solids that stand on a floor.

use super::{area, parameters};
use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::Parameters;
use walkmesh::soup::Soup;
use walkmesh_testkit::soups::{cuboid, lone_quad};

fn baked(soup: &Soup, agent: Agent) -> NavMesh {
    let parameters = Parameters { agent, cell_size: 0.1, ..parameters() };
    let mesh = bake(soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
    assert_eq!(mesh.validate(), []);
    mesh
}

/// Steps of 0.17 m and 0.3 m, each a box from the floor up, to a landing 2.4 m high: inside of the
/// higher ones the floor has head room for a low body.
#[test]
fn low_wide_bodies_climb_closed_steps() {
    let mut soup = Soup::default();
    cuboid(&mut soup, [[-2.0, -0.1, -2.0], [7.0, 0.0, 2.0]]);
    for i in 0..14 {
        let (x, y) = (0.3 * f64::from(i), 0.17 * f64::from(i + 1));
        let end = if i < 13 { x + 0.3 } else { x + 2.0 };
        cuboid(&mut soup, [[x, 0.0, -0.6], [end, y, 0.6]]);
    }
    for height in [0.5, 0.6, 0.8, 1.8] {
        let agent = Agent { height, radius: 0.3, max_climb: 0.2, max_slope: 45.0 };
        let mesh = baked(&soup, agent);
        let [floor, landing] = [[-1.0, 0.0, 0.0], [5.0, 2.38, 0.0]].map(|[x, y, z]| {
            let place = mesh.locate(Point::new(x, y, z), 0.1).expect("ground");
            mesh.component(place.polygon)
        });
        assert_eq!(floor, landing, "height {height}");
    }
}

/// Where a carpet as thin as nothing has its edge under a ramp's side, the floor there has a corner.
#[test]
fn a_carpet_under_a_ramp_changes_nothing() {
    let mut soup = Soup::default();
    let (floor, agent) =
        (2.251, Agent { height: 1.2, radius: 0.4, max_climb: 0.5, max_slope: 45.0 });
    lone_quad(
        &mut soup,
        [[-floor, 0.0, floor], [floor, 0.0, floor], [floor, 0.0, -floor], [-floor, 0.0, -floor]],
    );
    let ramp = [[-1.091, 0.0, -0.828], [-1.342, 1.324, 1.047], [0.007, 1.324, 1.227]];
    lone_quad(&mut soup, [ramp[0], ramp[1], ramp[2], [0.257, 0.0, -0.648]]);
    let bare = area(&baked(&soup, agent));
    let carpet = [[-1.87, 0.0, 0.276], [-0.234, 0.0, 0.993], [-0.969, 0.0, -0.255]];
    lone_quad(&mut soup, [carpet[0], carpet[1], carpet[2], carpet[0]]);
    let covered = area(&baked(&soup, agent));
    assert!((bare - covered).abs() < 0.01, "{bare} m² and {covered} m²");
}
