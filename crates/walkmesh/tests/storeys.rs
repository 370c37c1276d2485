//! A generated hospital: storeys and stairs are found, elevators join what stairs do not.

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::link::{self, Elevator, Way};
use walkmesh::mesh::NavMesh;
use walkmesh::query::{Engine, PathOptions, Scratch, Status, path};
use walkmesh::{Point, link::Storeys};
use walkmesh_scenes::{Generated, SceneOptions, generate};

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
