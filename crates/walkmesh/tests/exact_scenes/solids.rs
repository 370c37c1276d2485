//! Closed solids that stand on a floor.

use super::{MILLIMETRE, area, parameters};
use std::f64::consts::PI;
use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::Parameters;
use walkmesh::report::figures;
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

/// Two ramps side by side, one a little higher, with a steep strip narrower than a foot between them:
/// their tops are far above their feet, but only where the strip is too high one does not go across.
#[test]
fn one_goes_across_from_a_ramp_to_a_higher_one_beside_it() {
    let agent = Agent { height: 1.8, radius: 0.3, max_climb: 0.3, max_slope: 45.0 };
    let (long, up, wide) = (4.0, 1.6, 2.0);
    let found = |step: [f64; 2]| {
        let mut soup = Soup::default();
        let at = |x: f64, over: f64, z: f64| [x, up * x / long + over, z];
        let mut ramp = |low: [f64; 2], high: [f64; 2], z: [f64; 2]| {
            let near = [at(0.0, low[0], z[0]), at(long, low[1], z[0])];
            let far = [at(long, high[1], z[1]), at(0.0, high[0], z[1])];
            lone_quad(&mut soup, [far[1], far[0], near[1], near[0]]);
        };
        ramp([0.0; 2], [0.0; 2], [0.0, wide]);
        ramp([0.0; 2], step, [wide, wide + 0.01]);
        ramp(step, step, [wide + 0.01, 2.0 * wide]);
        let mesh = baked(&soup, agent);
        (mesh.components().len(), area(&mesh))
    };
    let whole = (long - 2.0 * agent.radius) * (2.0 * wide - 2.0 * agent.radius);
    for step in [[0.08, 0.08], [0.0, 0.2], [0.28, 0.28]] {
        let (components, area) = found(step);
        assert_eq!(components, 1, "{step:?}");
        assert!((area - whole).abs() < 0.01, "{step:?}: {area} m² of {whole}");
    }
    let (components, area) = found([0.31, 0.31]);
    assert_eq!(components, 2);
    assert!(area < whole - 2.0, "{area} m² of {whole}");
}

/// Three ramps side by side, the one between them narrower than a foot: over it the last is more than
/// a climb above the first, and their tops are far above their feet.
#[test]
fn a_narrow_ramp_is_no_step_between_two_others() {
    let agent = Agent { height: 1.8, radius: 0.1, max_climb: 0.3, max_slope: 45.0 };
    let components = |between: f64, first: usize, along: [f64; 2]| {
        let mut soup = Soup::default();
        let mut ramp = |over: f64, [near, far]: [f64; 2]| {
            let at = |x: f64, z: f64| [x, along[0] * x + along[1] + over, z];
            let mut corners = [at(0.0, far), at(8.0, far), at(8.0, near), at(0.0, near)];
            corners.rotate_left(first);
            lone_quad(&mut soup, corners);
        };
        ramp(0.0, [0.0, 2.0]);
        ramp(0.2, [2.0, 2.0 + between]);
        ramp(0.4, [2.0 + between, 4.0 + between]);
        baked(&soup, agent).components().len()
    };
    // Up either way, cut along either diagonal.
    for along in [[0.4, 0.0], [-0.4, 3.2]] {
        for first in [0, 1] {
            let found = [0.03, 0.1].map(|between| components(between, first, along));
            assert_eq!(found, [2, 1], "{along:?} {first}");
        }
    }
}

/// A ramp beside a floor, with a steep strip between them that rises from nothing to two climbs: up to
/// where it is a climb high one steps over it.
#[test]
fn one_steps_over_the_side_of_a_ramp_where_it_is_low() {
    let agent = Agent { height: 1.8, radius: 0.2, max_climb: 0.3, max_slope: 45.0 };
    let (long, wide, strip) = (6.0, 2.0, 0.05);
    for parts in [3, 7] {
        let mut soup = Soup::default();
        let mut quad = |[from, to]: [f64; 2], z: [f64; 2], slopes: [f64; 2]| {
            let at = |x: f64, i: usize| [x, slopes[i] * x, z[i]];
            lone_quad(&mut soup, [at(from, 1), at(to, 1), at(to, 0), at(from, 0)]);
        };
        quad([0.0, long], [-wide, 0.0], [0.0; 2]);
        quad([0.0, long], [strip, strip + wide], [0.1; 2]);
        for i in 0..parts {
            let end = |i: i32| long * f64::from(i) / f64::from(parts);
            quad([end(i), end(i + 1)], [0.0, strip], [0.0, 0.1]);
        }
        let mesh = baked(&soup, agent);
        assert_eq!(mesh.components().len(), 1, "{parts} parts");
        // What is beside the strip from its middle on, and half around where that begins.
        let r = agent.radius;
        let beside = (long / 2.0 - r) * (strip + 2.0 * r) + strip * r + PI * r * r / 2.0;
        let whole = (long - 2.0 * r) * (2.0 * wide + strip - 2.0 * r) - beside;
        let (area, most) = (area(&mesh), MILLIMETRE * figures(&mesh).wall_length);
        assert!((area - whole).abs() < most, "{parts} parts: {area} m² of {whole}");
    }
}
