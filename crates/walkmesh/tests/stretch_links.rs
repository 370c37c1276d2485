//! Paths over stretch links. They are compared from two sides: a path may not cost more than the
//! oracle's best over many shares of each stretch, and what it says must be so (each leg is as
//! long as the ground has it), with no better share next to those that it takes.

use walkmesh::geom::{Point, cast};
use walkmesh::mesh::{LinkEnd, NavMesh, Nearest, PolyRef};
use walkmesh::query::{Path, PathOptions, Reason, Scratch, Status, path_between};
use walkmesh_testkit::caves::{Cave, caves, helix};
use walkmesh_testkit::links::{sampled, with_stretch_links};
use walkmesh_testkit::places::{place_at, random_place};
use walkmesh_testkit::variants::stretched;
use walkmesh_testkit::{Oracle, Random, more};

/// Steps to a unit of the caves: half a step of rounding is nothing.
const FINE: i32 = 1 << 16;
/// At how many parts of a stretch the oracle looks; a divisor of [`FINE`].
const PARTS: i32 = 16;

/// A mesh without its links, to measure ground on.
struct Ground {
    mesh: NavMesh,
    scratch: Scratch,
}

impl Ground {
    /// The length between two points in polygons, steps.
    fn between(&mut self, a: (PolyRef, Point), b: (PolyRef, Point)) -> Option<f64> {
        let mesh = &self.mesh;
        let [a, b] = [a, b].map(|(polygon, point)| {
            // Where a share is rounded to may be just outside its polygon.
            let place =
                mesh.nearest(point, &walkmesh::mesh::SearchBox::EVERYWHERE, |r| r == polygon);
            place.expect("a place")
        });
        let path = path_between(mesh, &mut self.scratch, &a, &b, &PathOptions::default());
        (path.status == Status::Complete).then_some(path.length)
    }
}

/// The point at a share of a link's end.
fn at_share(mesh: &NavMesh, end: &LinkEnd, share: f64) -> (PolyRef, Point) {
    let [a, b] = [end.from, end.to].map(|p| mesh.frame().to_world(p));
    let mix = |a: f64, b: f64| a + (b - a) * share;
    let polygon = mesh.resolve(end.polygon).expect("a polygon of this mesh");
    (polygon, Point::new(mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z)))
}

/// The ends of the links that a path takes, entry and exit, and at which shares.
fn taken(mesh: &NavMesh, path: &Path) -> Vec<([LinkEnd; 2], f64)> {
    path.links
        .iter()
        .map(|taken| {
            let link = &mesh.links()[cast::index(taken.link)];
            assert!(link.enabled && link.width >= 1.2 && (link.both_ways || !taken.backward));
            let ends = if taken.backward { [link.to, link.from] } else { [link.from, link.to] };
            let entered = path.points[cast::index(taken.point)];
            let [a, b] = [ends[0].from, ends[0].to].map(|p| mesh.frame().to_world(p));
            (ends, a.plan_distance(entered) / a.plan_distance(b))
        })
        .collect()
}

/// What a path costs that takes these links at these shares.
fn cost_at(
    mesh: &NavMesh,
    ground: &mut Ground,
    [start, goal]: [&Nearest; 2],
    links: &[([LinkEnd; 2], f64)],
    fees: f64,
) -> Option<f64> {
    let mut here = (start.polygon, start.point);
    let mut cost = fees;
    for (ends, share) in links {
        cost += ground.between(here, at_share(mesh, &ends[0], *share))?;
        here = at_share(mesh, &ends[1], *share);
    }
    Some(cost + ground.between(here, (goal.polygon, goal.point))?)
}

/// Compares one pair; gives how many stretches it takes at inner shares. `slack` is what a link
/// may be off by, steps.
fn check_pair(
    mesh: &NavMesh,
    (oracle, ground): (&Oracle<'_>, &mut Ground),
    scratch: &mut Scratch,
    ends: [Nearest; 2],
    slack: f64,
) -> usize {
    let [start, goal] = &ends;
    let path = path_between(mesh, scratch, start, goal, &PathOptions::default());
    let what =
        format!("{:?} {:?} to {:?} {:?}", start.plan, start.polygon, goal.plan, goal.polygon);
    let expected = oracle.length((start.plan, start.polygon), (goal.plan, goal.polygon));
    let Some(expected) = expected else {
        assert!(
            matches!(path.reason, Some(Reason::Disconnected { .. } | Reason::NoWayThere)),
            "{what}: {:?}",
            path.reason
        );
        return 0;
    };
    assert_eq!(path.status, Status::Complete, "{what}: {:?}", path.reason);
    let links = taken(mesh, path);
    let allowed = slack * cast::float(i64::try_from(links.len()).expect("a few")) + 1e-9 * expected;
    assert!(path.cost <= expected + allowed, "{what}: oracle {expected}: {path:?}");
    let fees = path.links.iter().map(|l| mesh.links()[cast::index(l.link)].cost).sum::<f64>();
    assert!((path.length + fees - path.cost).abs() <= 1e-9 * path.cost.max(1.0), "{what}");
    for ([_, exit], share) in &links {
        let left = at_share(mesh, exit, *share).1;
        let said = path
            .links
            .iter()
            .any(|l| path.points[cast::index(l.point) + 1].plan_distance(left) < 2.0);
        assert!(said, "{what}: {path:?}");
    }
    // Rounding the shares to whole steps moves each leg's ends by a step at most.
    let rounding = 4.0 + 4.0 * allowed;
    let cost =
        cost_at(mesh, ground, [start, goal], &links, fees).expect("ground as the path has it");
    assert!((cost - path.cost).abs() <= rounding, "{what}: the ground has {cost}: {path:?}");
    for i in 0..links.len() {
        for off in [-0.03, -0.003, 0.003, 0.03] {
            let mut other = links.clone();
            other[i].1 = (other[i].1 + off).clamp(0.0, 1.0);
            let cost = cost_at(mesh, ground, [start, goal], &other, fees);
            let worse = cost.is_none_or(|cost| cost >= path.cost - rounding);
            assert!(worse, "{what}: {cost:?} at {:?}, link {i}: {path:?}", other[i].1);
        }
    }
    links.iter().filter(|(_, share)| *share > 1e-6 && *share < 1.0 - 1e-6).count()
}

/// Random pairs over random meshes with stretches.
fn compare(form: Cave, one_way: usize, count: usize, longest: i32, slanted: bool) {
    let (mut scratch, mut inner, mut pairs) = (Scratch::new(), 0, 0);
    for (mesh, mut random) in caves(form, one_way, 12 * more()) {
        let (some, total) =
            compare_on(&mesh, &mut random, &mut scratch, (count, longest, slanted), 60);
        inner += some;
        pairs += total;
    }
    println!("{inner} inner shares in {pairs} paths");
    assert!(inner * 100 > pairs, "{inner} inner shares in {pairs} paths");
}

fn compare_on(
    mesh: &NavMesh,
    random: &mut Random,
    scratch: &mut Scratch,
    (count, longest, slanted): (usize, i32, bool),
    pairs: usize,
) -> (usize, usize) {
    let coarse = with_stretch_links(mesh, random, count, longest, slanted);
    let links = coarse.links().iter().map(|link| {
        let mut link = *link;
        for end in [&mut link.from, &mut link.to] {
            for p in [&mut end.from, &mut end.to] {
                (p.plan.x, p.plan.y) = (p.plan.x * FINE, p.plan.y * FINE);
            }
        }
        link.cost *= f64::from(FINE);
        link
    });
    let bare = stretched(mesh, FINE);
    let mesh = bare.with_links(links.collect());
    assert_eq!(mesh.validate().iter().filter(|p| p.to_string().contains("link")).count(), 0);
    let known = sampled(&mesh, PARTS);
    let oracle = Oracle::new(&known);
    let mut ground = Ground { mesh: bare, scratch: Scratch::new() };
    let slack = if slanted { 2.0 } else { 0.01 };
    let mut inner = 0;
    for _ in 0..pairs {
        let ends = [(); 2].map(|()| {
            let coarse = random_place(&coarse, random);
            let plan = walkmesh::geom::PlanPoint::new(coarse.plan.x * FINE, coarse.plan.y * FINE);
            place_at(&mesh, coarse.polygon, plan)
        });
        inner += check_pair(&mesh, (&oracle, &mut ground), scratch, ends, slack);
    }
    (inner, pairs)
}

const FLAT: Cave = Cave { columns: 6, rows: 4, storeys: 1, free: 75, ramps: 0, warp: 0, join: 1 };

#[test]
fn stretches_along_the_axes() {
    compare(FLAT, 0, 3, 4, false);
    compare(Cave { join: 6, ..FLAT }, 0, 4, 16, false);
    compare(Cave { warp: 1, free: 90, ..FLAT }, 0, 4, 4, false);
}

#[test]
fn stretches_in_any_direction() {
    compare(FLAT, 0, 3, 3, true);
    compare(Cave { join: 6, ..FLAT }, 0, 4, 4, true);
}

#[test]
fn stretches_between_storeys() {
    let form = Cave { columns: 6, rows: 3, storeys: 2, free: 90, ramps: 10, warp: 0, join: 6 };
    compare(form, 0, 4, 16, false);
    compare(Cave { ramps: 0, ..form }, 0, 4, 16, false);
}

#[test]
fn stretches_and_one_way_edges() {
    compare(Cave { columns: 5, free: 90, ..FLAT }, 15, 4, 4, false);
}

#[test]
fn stretches_on_ramps_around_a_pole() {
    let mut scratch = Scratch::new();
    for (sectors, inner, outer) in [(7, 0, 8), (9, 3, 8)] {
        let mesh = helix(sectors, inner, outer);
        compare_on(&mesh, &mut Random::new(1), &mut scratch, (3, 5, true), 20);
    }
}
