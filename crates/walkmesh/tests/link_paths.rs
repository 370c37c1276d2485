//! Paths over links against the brute-force oracle.

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, Nearest, PolyRef};
use walkmesh::query::{Engine, Path, PathOptions, Reason, Scratch, Status, path_between};
use walkmesh_testkit::caves::{Cave, FLAT, caves};
use walkmesh_testkit::links::with_point_links;
use walkmesh_testkit::places::random_place;
use walkmesh_testkit::{Oracle, Random, more};

fn is_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b).max(0.1)
}

/// The polygon of the end where a link is entered or left.
fn end_of(mesh: &NavMesh, path: &Path, i: usize, is_exit: bool) -> PolyRef {
    let taken = path.links[i];
    let link = mesh.links()[usize::try_from(taken.link).expect("an index")];
    let end = if taken.backward == is_exit { link.from } else { link.to };
    mesh.resolve(end.polygon).expect("a polygon of this mesh")
}

/// What must hold of any path over links, whatever its length.
fn check_shape(mesh: &NavMesh, oracle: &Oracle<'_>, path: &Path, what: &str) {
    let point = |i: usize| mesh.frame().to_lattice(path.points[i]).expect("on the mesh");
    let plan: Vec<PlanPoint> = (0..path.points.len()).map(|i| point(i).plan).collect();
    let (mut length, mut cost, mut from) = (0.0, 0.0, 0);
    let mut standing = path.polygons[0];
    for (i, taken) in path.links.iter().enumerate() {
        let link = &mesh.links()[usize::try_from(taken.link).expect("an index")];
        assert!(link.enabled && link.width >= 1.2 && (link.both_ways || !taken.backward), "{what}");
        let (a, b) = if taken.backward { (link.to, link.from) } else { (link.from, link.to) };
        let at = usize::try_from(taken.point).expect("an index");
        assert_eq!((point(at), point(at + 1)), (a.from, b.from), "{what}: {path:?}");
        let run = &plan[from..=at];
        assert!(oracle.walks(standing, end_of(mesh, path, i, false), run), "{what}: {path:?}");
        length += run.windows(2).map(|p| p[0].distance(p[1])).sum::<f64>();
        cost += link.cost;
        (from, standing) = (at + 1, end_of(mesh, path, i, true));
    }
    let run = &plan[from..];
    assert!(
        oracle.walks(standing, path.polygons[path.polygons.len() - 1], run),
        "{what}: {path:?}"
    );
    length += run.windows(2).map(|p| p[0].distance(p[1])).sum::<f64>();
    assert!(is_equal(length, path.length), "{what}: {length} is not that of {path:?}");
    assert!(is_equal(path.length + cost, path.cost), "{what}: {path:?}");
    assert!(path.length_3d >= Some(path.length));
    let apart = path
        .polygons
        .windows(2)
        .filter(|pair| !mesh.edges(pair[0]).iter().any(|e| e.neighbour() == Some(pair[1])));
    assert!(apart.count() <= path.links.len(), "{what}: {path:?}");
}

/// Compares one pair with the oracle; gives the path's count of links.
fn check_pair(
    mesh: &NavMesh,
    oracle: &Oracle<'_>,
    scratch: &mut Scratch,
    [start, goal]: [Nearest; 2],
) -> usize {
    let options = PathOptions { length_3d: true, ..PathOptions::default() };
    let path = path_between(mesh, scratch, &start, &goal, &options);
    let what =
        format!("{:?} {:?} to {:?} {:?}", start.plan, start.polygon, goal.plan, goal.polygon);
    match oracle.length((start.plan, start.polygon), (goal.plan, goal.polygon)) {
        Some(expected) => {
            assert_eq!(path.status, Status::Complete, "{what}: {:?}", path.reason);
            assert!(is_equal(path.cost, expected), "{what}: oracle {expected}: {path:?}");
        }
        None => {
            assert_eq!(path.status, Status::Partial, "{what}");
            assert!(
                matches!(path.reason, Some(Reason::Disconnected { .. } | Reason::NoWayThere)),
                "{what}: {:?}",
                path.reason
            );
        }
    }
    check_shape(mesh, oracle, path, &what);
    let (links, status, cost) = (path.links.len(), path.status, path.cost);
    // The funnel goes where the optimal engine goes, at no less.
    let options = PathOptions { engine: Engine::Funnel, length_3d: true, ..PathOptions::default() };
    let path = path_between(mesh, scratch, &start, &goal, &options);
    assert_eq!(path.status, status, "{what}: {path:?}");
    assert!(status != Status::Complete || path.cost >= cost - 1e-9, "{what}: {cost}: {path:?}");
    check_shape(mesh, oracle, path, &what);
    links
}

/// Random pairs over random meshes with links, made by `link`.
fn compare(form: Cave, one_way: usize, link: impl Fn(&NavMesh, &mut Random) -> NavMesh) {
    let (mut scratch, mut taken, mut pairs) = (Scratch::new(), 0, 0);
    for (mesh, mut random) in caves(form, one_way, 14 * more()) {
        let mesh = link(&mesh, &mut random);
        let oracle = Oracle::new(&mesh);
        for _ in 0..20 {
            let ends = [(); 2].map(|()| random_place(&mesh, &mut random));
            taken += usize::from(check_pair(&mesh, &oracle, &mut scratch, ends) > 0);
            pairs += 1;
        }
    }
    assert!(taken * 10 > pairs, "{taken} of {pairs} paths take links");
    println!("{taken} of {pairs} paths take links");
}

#[test]
fn point_links_in_caves() {
    compare(FLAT, 0, |mesh, random| with_point_links(mesh, random, 6));
    compare(Cave { free: 85, ..FLAT }, 0, |mesh, random| with_point_links(mesh, random, 3));
    compare(Cave { join: 4, ..FLAT }, 0, |mesh, random| with_point_links(mesh, random, 8));
    compare(Cave { warp: 1, free: 80, ..FLAT }, 0, |mesh, random| {
        with_point_links(mesh, random, 4)
    });
}

#[test]
fn point_links_between_storeys() {
    let form = Cave { columns: 5, rows: 4, storeys: 3, free: 80, ramps: 10, warp: 0, join: 3 };
    compare(form, 0, |mesh, random| with_point_links(mesh, random, 8));
    compare(Cave { ramps: 0, ..form }, 0, |mesh, random| with_point_links(mesh, random, 8));
}

#[test]
fn point_links_and_one_way_edges() {
    compare(Cave { columns: 5, rows: 5, free: 85, ..FLAT }, 15, |mesh, random| {
        with_point_links(mesh, random, 5)
    });
}

/// More than the estimate looks at one by one.
#[test]
fn very_many_point_links() {
    let form = Cave { columns: 6, rows: 6, ..FLAT };
    compare(form, 0, |mesh, random| with_point_links(mesh, random, 90));
}
