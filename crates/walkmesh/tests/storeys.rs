//! A generated hospital: storeys and stairs are found, elevators join what stairs do not.

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::link::{self, Elevator, Way};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Preset, Survey};
use walkmesh::query::{Engine, PathOptions, Scratch, Status, path};
use walkmesh::soup::{Soup, Triangle};
use walkmesh::{Point, link::Storeys};
use walkmesh_scenes::{Generated, SceneOptions, generate};
use walkmesh_testkit::soups::cuboid;

fn hospital() -> Generated {
    generate("hospital", &SceneOptions { size: 700, seed: 3 }).expect("the scene")
}

fn mesh_of(scene: &Generated) -> NavMesh {
    let baked = bake(&scene.soup, &scene.preset.parameters(), &BakeOptions::default());
    baked.expect("a mesh").mesh
}

/// The shaft and the floor before its doors.
fn elevator() -> Elevator {
    let plan = [(-9.7, 7.9), (-6.8, 7.9), (-6.8, 10.1), (-9.7, 10.1)];
    Elevator {
        plan: plan.map(|(x, z)| Point::new(x, 0.0, z)).to_vec(),
        boarding: 10.0,
        per_metre: 0.5,
        width: f64::INFINITY,
        closed: Vec::new(),
    }
}

fn cost(mesh: &NavMesh, scene: &Generated, engine: Engine) -> Option<(f64, usize)> {
    let mut scratch = Scratch::new();
    let options = PathOptions { engine, ..PathOptions::default() };
    let found = path(mesh, &mut scratch, scene.from, scene.to, &options);
    (found.status == Status::Complete).then_some((found.cost, found.links.len()))
}

#[test]
fn storeys_and_their_stairs_are_found() {
    let scene = hospital();
    let Storeys { storeys, stairs } = link::storeys(&mesh_of(&scene));
    println!("{storeys:?}");
    assert_eq!(storeys.len(), 6);
    for (level, storey) in (0..).zip(&storeys) {
        assert!((storey.height - 3.0 * f64::from(level)).abs() < 0.05, "{storey:?}");
    }
    let joins: Vec<_> = stairs.iter().map(|stairs| stairs.joins.clone()).collect();
    assert_eq!(joins, (0..5).map(|level| vec![level, level + 1]).collect::<Vec<_>>());
}

#[test]
fn an_elevator_replaces_stairs() {
    let mut scene = hospital();
    let with_stairs = mesh_of(&scene);
    let (walked, _) = cost(&with_stairs, &scene, Engine::Optimal).expect("the stairs");
    let is_stairs = |index: u32| {
        let object = usize::try_from(index).expect("an index");
        scene.soup.objects[object].name.starts_with("stairs")
    };
    let stairs: Vec<bool> = scene.soup.triangles.iter().map(|t| is_stairs(t.object.0)).collect();
    let mut each = stairs.into_iter();
    scene.soup.triangles.retain(|_| each.next() == Some(false));
    let without = mesh_of(&scene);
    assert_eq!(cost(&without, &scene, Engine::Optimal), None);

    let (joined, built) =
        link::declare(&without, &[Way::Elevator(elevator())]).expect("an elevator");
    assert_eq!((built[0].stops.len(), built[0].links), (6, 15));
    assert_eq!(joined.validate(), []);
    let (optimal, links) = cost(&joined, &scene, Engine::Optimal).expect("the elevator");
    let (funnel, _) = cost(&joined, &scene, Engine::Funnel).expect("the elevator");
    println!("stairs {walked:.2}, elevator {optimal:.2}, funnel {funnel:.2}");
    assert_eq!(links, 1, "boards once");
    assert!(optimal <= funnel + 1e-9 && optimal > 10.0);

    // The shorter of the two ways is taken where both are there.
    let (both, _) = link::declare(&with_stairs, &[Way::Elevator(elevator())]).expect("both");
    let (best, _) = cost(&both, &scene, Engine::Optimal).expect("a way");
    assert!((best - walked.min(optimal)).abs() < 0.1, "{best}");
    // Out of order on the top storey: the stairs again.
    let closed = link::close_stop(&both, 0, 15.0).expect("a stop");
    let (again, _) = cost(&closed, &scene, Engine::Optimal).expect("the stairs");
    assert!(again <= walked + 1e-9 && again > best);
    let none = link::close_stop(&joined, 0, 15.0).expect("a stop");
    assert_eq!(cost(&none, &scene, Engine::Optimal), None);
    assert_eq!(link::without_declared(&both), with_stairs);
}

/// Two floors with a flight between them, its head in a cage of walls; with a door in that or not.
fn house(is_closed: bool, steps: u32) -> Soup {
    let mut soup = Soup::default();
    cuboid(&mut soup, [[0.0, -0.2, 0.0], [14.0, 0.0, 8.0]]);
    for [low, high] in [
        [[0.0, 0.0], [14.0, 2.0]],
        [[0.0, 3.6], [14.0, 8.0]],
        [[0.0, 2.0], [2.0, 3.6]],
        [[9.0, 2.0], [14.0, 3.6]],
    ] {
        cuboid(&mut soup, [[low[0], 2.8, low[1]], [high[0], 3.0, high[1]]]);
    }
    for step in 0..steps {
        let (step, all) = (f64::from(step), f64::from(steps));
        let [near, far] = [step, step + 1.0].map(|k| 3.0 + 5.6 * k / all);
        cuboid(&mut soup, [[near, 0.0, 2.0], [far, 3.0 * (step + 1.0) / all, 3.6]]);
    }
    cuboid(&mut soup, [[8.6, 0.0, 2.0], [9.0, 3.0, 3.6]]);
    for z in [[1.9, 2.0], [3.6, 3.7]] {
        cuboid(&mut soup, [[2.0, 3.0, z[0]], [9.1, 5.2, z[1]]]);
    }
    if is_closed {
        cuboid(&mut soup, [[9.0, 3.0, 2.0], [9.1, 5.2, 3.6]]);
    }
    soup
}

#[test]
fn stairs_join_what_they_lead_onto() {
    for survey in [Survey::Exact, Survey::Voxel] {
        let parameters = Parameters { survey, ..Preset::Human.parameters() };
        let storeys = |soup: &Soup| {
            let mesh = bake(soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
            link::storeys(&mesh)
        };
        let open = storeys(&house(false, 20));
        assert_eq!(open.storeys.len(), 2, "{survey:?}");
        let [stairs] = &open.stairs[..] else { panic!("{survey:?}: {:?}", open.stairs) };
        assert_eq!(stairs.joins, [0, 1]);
        let [low, high] = stairs.ends;
        let (x, z) = (2.2..9.2, 1.9..3.7);
        assert!(x.contains(&low.x) && z.contains(&low.z) && low.x < 4.5, "{survey:?}: {low}");
        assert!(x.contains(&high.x) && z.contains(&high.z) && high.x > 7.5, "{survey:?}: {high}");
        let closed = storeys(&house(true, 20));
        assert_eq!((closed.storeys.len(), closed.stairs), (2, vec![]), "{survey:?}");

        // A ramp from the lowest floor to the highest passes the one between.
        let mut soup = Soup::default();
        cuboid(&mut soup, [[0.0, -0.2, 0.0], [24.0, 0.0, 8.0]]);
        cuboid(&mut soup, [[0.0, 2.8, 3.0], [24.0, 3.0, 8.0]]);
        cuboid(&mut soup, [[20.0, 5.8, 0.0], [24.0, 6.0, 8.0]]);
        ramp(&mut soup, [[4.0, 20.0], [0.0, 6.0]], [0.0, 2.0]);
        let Storeys { storeys, stairs } = storeys(&soup);
        assert_eq!(storeys.len(), 3, "{survey:?}");
        let joins: Vec<_> = stairs.iter().map(|stairs| stairs.joins.clone()).collect();
        assert_eq!(joins, [vec![0, 2]], "{survey:?}");
    }
}

/// Adds a sheet that rises along x between two places and heights.
fn ramp(soup: &mut Soup, [x, y]: [[f64; 2]; 2], [near, far]: [f64; 2]) {
    let object = soup.add_object("ramp");
    let first = u32::try_from(soup.vertices.len()).expect("few");
    let corners = [[x[0], y[0], near], [x[0], y[0], far], [x[1], y[1], far], [x[1], y[1], near]];
    soup.vertices.extend(corners.map(Point::from));
    for corners in [[0, 1, 2], [0, 2, 3]] {
        soup.triangles.push(Triangle { corners: corners.map(|i| first + i), object });
    }
}

/// Heights of the stops of an elevator with a plan between two corners, for each survey.
fn stops(soup: &Soup, [[x0, z0], [x1, z1]]: [[f64; 2]; 2]) -> [Vec<f64>; 2] {
    [Survey::Exact, Survey::Voxel].map(|survey| {
        let parameters = Parameters { survey, ..Preset::Human.parameters() };
        let mesh = bake(soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
        let plan = [[x0, z0], [x0, z1], [x1, z1], [x1, z0]];
        let plan = plan.map(|[x, z]| Point::new(x, 0.0, z)).to_vec();
        let way = Way::Elevator(Elevator { plan, ..elevator() });
        let (_, built) = link::declare(&mesh, &[way]).expect("an elevator");
        let stops = built[0].stops.iter();
        stops.map(|stop| (stop.height * 10.0).round() / 10.0).collect()
    })
}

#[test]
fn treads_beside_the_cabin_are_no_level() {
    // They are nearer to its middle than the floors.
    let beside = stops(&house(false, 20), [[6.0, 1.0], [7.0, 3.2]]);
    assert_eq!(beside, [[0.0, 3.0], [0.0, 3.0]]);
}

#[test]
fn a_ramp_beside_the_cabin_is_no_level() {
    let building = |middle: bool| {
        let mut soup = Soup::default();
        cuboid(&mut soup, [[0.0, -0.2, 0.0], [24.0, 0.0, 8.0]]);
        if middle {
            cuboid(&mut soup, [[0.0, 2.8, 3.0], [24.0, 3.0, 8.0]]);
        }
        cuboid(&mut soup, [[0.0, 5.8, 3.0], [24.0, 6.0, 8.0]]);
        cuboid(&mut soup, [[20.0, 5.8, 0.0], [24.0, 6.0, 3.0]]);
        ramp(&mut soup, [[4.0, 20.0], [0.0, 6.0]], [0.0, 2.0]);
        soup
    };
    // At 2 m, nearer than the middle floor, and of a larger component.
    let two_m = stops(&building(true), [[9.0, 1.0], [10.0, 4.0]]);
    assert_eq!(two_m, [[0.0, 3.0, 6.0], [0.0, 3.0, 6.0]]);
    // A body's height and more from both floors.
    let alone = stops(&building(false), [[11.0, 1.0], [13.0, 4.0]]);
    assert_eq!(alone, [[0.0, 6.0], [0.0, 6.0]]);
}

#[test]
fn a_room_too_small_for_a_storey_is_a_level() {
    let mut soup = Soup::default();
    for top in [0.0, 3.0] {
        cuboid(&mut soup, [[0.0, top - 0.2, 0.0], [40.0, top, 40.0]]);
    }
    cuboid(&mut soup, [[10.0, 5.8, 10.0], [13.0, 6.0, 13.0]]);
    assert_eq!(stops(&soup, [[11.0, 11.0], [12.0, 12.0]]), [[0.0, 3.0, 6.0], [0.0, 3.0, 6.0]]);
}

/// From the raised half of the lower floor a ramp leads on.
#[test]
fn a_raised_floor_is_a_level() {
    let mut soup = Soup::default();
    cuboid(&mut soup, [[0.0, -0.2, 0.0], [24.0, 0.0, 8.0]]);
    cuboid(&mut soup, [[12.0, 0.0, 0.0], [24.0, 0.6, 8.0]]);
    cuboid(&mut soup, [[0.0, 2.8, 4.0], [20.0, 3.0, 8.0]]);
    cuboid(&mut soup, [[20.0, 2.8, 0.0], [24.0, 3.0, 8.0]]);
    ramp(&mut soup, [[9.0, 12.0], [0.0, 0.6]], [5.0, 8.0]);
    ramp(&mut soup, [[13.0, 20.0], [0.6, 3.0]], [0.0, 2.0]);
    assert_eq!(stops(&soup, [[16.0, 4.8], [17.0, 6.0]]), [[0.6, 3.0], [0.6, 3.0]]);
}
