//! Links over ground that changes, against brute force along their stretches.

use walkmesh::edit::{Applied, Edit, Edits};
use walkmesh::geom::predicates::{dot, on_segment};
use walkmesh::geom::{PlanPoint, cast};
use walkmesh::mesh::{Link, LinkEnd, NavMesh, PolyRef};
use walkmesh_testkit::links::{point_link, with_stretch_links};
use walkmesh_testkit::places::random_place;
use walkmesh_testkit::{Random, more, sight};

use super::oracle::{bytes, fresh};
use super::worlds::{World, small, worlds};
use super::{Known, random_edit};

/// Parts may end so far from where their pieces do, steps: two steps along each axis from a point
/// that was rounded to the lattice.
const OFF: f64 = 2.5 * std::f64::consts::SQRT_2;

/// A world with links: between points, and between stretches that are images of each other on the
/// lattice, along the axes and in other directions, and others that are turned by any angle.
fn linked(world: &World, random: &mut Random) -> World {
    let mesh = &world.mesh;
    let longest = cast::round_i32(1.5 * world.size / mesh.frame().step()).max(2);
    let mut links: Vec<Link> = Vec::new();
    for slanted in [false, true] {
        let of_kind = with_stretch_links(mesh, random, 6, longest, slanted);
        links.extend_from_slice(of_kind.links());
    }
    for _ in 0..3 {
        let [from, to] = [(); 2].map(|()| random_place(mesh, random));
        links.push(point_link(mesh, &from, &to));
    }
    for _ in 0..600 {
        let length = f64::from(random.between(2, longest));
        let ends = [turned(mesh, random, length), turned(mesh, random, length)];
        if let [Some(from), Some(to)] = ends
            && links.len() < 21
        {
            links.push(Link { from, to, ..links[links.len() - 1] });
        }
    }
    let mesh = mesh.with_links(links);
    assert_eq!(mesh.validate(), [], "{}", world.name);
    World::new(world.name, mesh)
}

/// A stretch of about that length in any direction, where there is room for it.
fn turned(mesh: &NavMesh, random: &mut Random, length: f64) -> Option<LinkEnd> {
    let (sin, cos) = f64::from(random.between(0, 6283)).mul_add(0.001, 0.0).sin_cos();
    let place = random_place(mesh, random);
    let off = |share: f64| cast::round_i32(share * length);
    let plan = PlanPoint::new(place.plan.x + off(cos), place.plan.y + off(sin));
    sight::holds(mesh, place.polygon, plan).then(|| LinkEnd {
        polygon: mesh.id(place.polygon),
        from: place.plan.at(place.height),
        to: plan.at(mesh.height_at(place.polygon, plan)),
    })
}

/// The pieces of the base polygon of an end: those that are open, and the others.
fn pieces(mesh: &NavMesh, end: &LinkEnd) -> [Vec<PolyRef>; 2] {
    let id = mesh.tile_at(end.polygon.tile).expect("a tile");
    let all = (0..).zip(&mesh.tile(id).polygons).filter(|(_, p)| p.base == end.polygon.base);
    let all = all.map(|(polygon, _)| PolyRef { tile: id, polygon });
    let (closed, open) = all.partition(|&r| mesh.is_closed(r));
    [open, closed]
}

/// The links of the edited mesh that are a link of the base mesh or parts of it.
fn parts(edits: &Edits, link: usize) -> Vec<Link> {
    let is_of = |i: &u32| edits.base_link(*i).map(cast::index) == Some(link);
    (0..).zip(edits.mesh().links()).filter(|(i, _)| is_of(i)).map(|(_, part)| *part).collect()
}

/// A stretch along an axis or a diagonal, step by step.
fn steps(end: &LinkEnd) -> Option<Vec<PlanPoint>> {
    let (a, b) = (end.from.plan, end.to.plan);
    let (x, y) = (b.x - a.x, b.y - a.y);
    let count = x.abs().max(y.abs());
    let at = |i: i32| PlanPoint::new(a.x + x.signum() * i, a.y + y.signum() * i);
    (x == 0 || y == 0 || x.abs() == y.abs()).then(|| (0..=count).map(at).collect())
}

/// At each step of both stretches a link can be taken if open pieces hold both its ends, and cannot
/// be if one of them is held by closed pieces only. Gives how often it can be, and how often not.
fn check_steps(mesh: &NavMesh, link: &Link, parts: &[Link], name: &str) -> [usize; 2] {
    let (Some(here), Some(there)) = (steps(&link.from), steps(&link.to)) else { return [0; 2] };
    let mut found = [0; 2];
    let ground = [&link.from, &link.to].map(|end| pieces(mesh, end));
    if here.len() != there.len() {
        return found; // an axis and a diagonal
    }
    for (p, q) in here.into_iter().zip(there) {
        let takes = |part: &&Link| {
            let [(a, b), (c, d)] = [&part.from, &part.to].map(|e| (e.from.plan, e.to.plan));
            let is_at_once = p.distance_squared(a) == q.distance_squared(c);
            on_segment(a, b, p) && on_segment(c, d, q) && is_at_once
        };
        let taken = parts.iter().any(|part| takes(&part));
        let on = |some: &[PolyRef], p: PlanPoint| {
            some.iter().any(|r| mesh.tile(r.tile).holds(r.polygon, p))
        };
        let held = [(&ground[0], p), (&ground[1], q)].map(|(g, p)| [on(&g[0], p), on(&g[1], p)]);
        let is_open = held.iter().all(|of| of[0]);
        let is_closed = held.iter().any(|of| of[1] && !of[0]);
        assert!(!is_open || taken, "{name}: not taken from {p:?} to {q:?}: {link:?} {parts:?}");
        assert!(!is_closed || !taken, "{name}: taken from {p:?} to {q:?}: {link:?} {parts:?}");
        found[usize::from(!taken)] += 1;
    }
    found
}

/// How far a point is inside a convex polygon, steps; negative outside, then at least so far.
fn depth(mesh: &NavMesh, r: PolyRef, [x, y]: [f64; 2]) -> f64 {
    let corners: Vec<PlanPoint> = mesh.corners(r).map(|c| c.plan).collect();
    let depth_of = |i: usize| {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let [ux, uy] = [f64::from(b.x - a.x), f64::from(b.y - a.y)];
        (ux * (y - f64::from(a.y)) - uy * (x - f64::from(a.x))) / ux.hypot(uy)
    };
    (0..corners.len()).map(depth_of).fold(f64::INFINITY, f64::min)
}

fn at_share(end: &LinkEnd, share: f64) -> [f64; 2] {
    let (a, b) = (end.from.plan, end.to.plan);
    let mix = |a: i32, b: i32| f64::from(a) + (f64::from(b) - f64::from(a)) * share;
    [mix(a.x, b.x), mix(a.y, b.y)]
}

/// At which share of an end a point is, as far as it can be.
fn share_at(end: &LinkEnd, [x, y]: [f64; 2]) -> f64 {
    let (a, b) = (end.from.plan, end.to.plan);
    let [ux, uy] = [f64::from(b.x - a.x), f64::from(b.y - a.y)];
    let along = (x - f64::from(a.x)) * ux + (y - f64::from(a.y)) * uy;
    if a == b { 0.0 } else { (along / ux.mul_add(ux, uy * uy)).clamp(0.0, 1.0) }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// A part joins what its link joins, and wherever both ends of the link are well inside open
/// pieces there is a part. Gives how often that is so.
fn check_shares(mesh: &NavMesh, link: &Link, parts: &[Link], name: &str) -> usize {
    let ground = [&link.from, &link.to].map(|end| pieces(mesh, end));
    for part in parts {
        let what = || format!("{name}: {part:?} of {link:?}");
        assert_eq!(*part, Link { from: part.from, to: part.to, ..*link }, "{name}");
        for (end, [open, _]) in [part.from, part.to].iter().zip(&ground) {
            let polygon = mesh.resolve(end.polygon);
            assert!(polygon.is_some_and(|r| open.contains(&r)), "{}", what());
        }
        for share in [0.0, 0.5, 1.0] {
            let [p, q] = [&part.from, &part.to].map(|end| at_share(end, share));
            let of_link = share_at(&link.from, p);
            assert!(distance(p, at_share(&link.from, of_link)) <= OFF, "{}", what());
            assert!(distance(q, at_share(&link.to, of_link)) <= 2.0 * OFF, "{}", what());
        }
        let ends = [(&link.from, &part.from), (&link.to, &part.to)];
        for (whole, part) in ends.map(|(a, b)| (a, [b.from.plan, b.to.plan])) {
            let ahead = |p| dot(whole.from.plan, whole.to.plan, p);
            assert!(ahead(part[0]) <= ahead(part[1]), "{}", what());
        }
    }
    let mut found = 0;
    for share in (0..=64_i32).map(|i| f64::from(i) / 64.0) {
        let [p, q] = [&link.from, &link.to].map(|end| at_share(end, share));
        let inside =
            |[open, _]: &[Vec<PolyRef>; 2], p| open.iter().any(|&r| depth(mesh, r, p) >= OFF);
        let is_inside = inside(&ground[0], p) && inside(&ground[1], q);
        if !is_inside {
            continue;
        }
        found += 1;
        let takes = |part: &Link| {
            let share = share_at(&part.from, p);
            distance(p, at_share(&part.from, share)) <= OFF
                && distance(q, at_share(&part.to, share)) <= 2.0 * OFF
        };
        assert!(parts.iter().any(takes), "{name}: not taken at {share}: {link:?} {parts:?}");
    }
    found
}

/// Every link whose parts are others than before is listed, and no other.
fn check_listed(before: &[Vec<Link>], after: &[Vec<Link>], applied: &Applied, name: &str) {
    let changed = (0..).zip(before.iter().zip(after)).filter(|(_, (a, b))| a != b);
    let changed: Vec<u32> = changed.map(|(i, _)| i).collect();
    assert_eq!(applied.links, changed, "{name}");
}

#[derive(Debug, Default)]
struct Seen {
    taken: usize,
    not_taken: usize,
    inside: usize,
    in_parts: usize,
    gone: usize,
}

/// Random edits over a world with links.
fn compare(world: &World, seed: u64, seen: &mut Seen) {
    let mut random = Random::new(seed);
    let world = linked(world, &mut random);
    let name = format!("{}, seed {seed}", world.name);
    let count = world.mesh.links().len();
    let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
    let mut known = Known::new();
    let all = |edits: &Edits| (0..count).map(|i| parts(edits, i)).collect::<Vec<_>>();
    let mut before = all(&edits);
    for _ in 0..4 {
        let some = random.between(1, 5);
        let batch: Vec<Edit> =
            (0..some).map(|_| random_edit(&world, &mut known, &mut random)).collect();
        let applied = edits.apply(&batch).expect("edits that make sense");
        let (mesh, after) = (edits.mesh(), all(&edits));
        assert_eq!(mesh.validate(), [], "{name}");
        assert_eq!(after.iter().map(Vec::len).sum::<usize>(), mesh.links().len(), "{name}");
        check_listed(&before, &after, &applied, &name);
        for (link, parts) in world.mesh.links().iter().zip(&after) {
            let [taken, not_taken] = check_steps(mesh, link, parts, &name);
            seen.taken += taken;
            seen.not_taken += not_taken;
            seen.inside += check_shares(mesh, link, parts, &name);
            seen.in_parts += usize::from(parts.len() > 1);
            seen.gone += usize::from(parts.is_empty());
        }
        before = after;
    }
    assert!(bytes(edits.mesh()) == bytes(&fresh(&world.mesh, &known, &mut random)), "{name}");
    let away: Vec<Edit> = known.keys().map(|&id| Edit::Remove { id }).collect();
    edits.apply(&away).expect("all of them are there");
    assert!(bytes(edits.mesh()) == bytes(&world.mesh), "{name}");
}

#[test]
fn links_can_be_taken_where_both_ends_are_open() {
    let mut seen = Seen::default();
    for (world, w) in small().iter().chain(worlds()).zip(0_u64..) {
        for seed in 0..2 * more() {
            compare(world, 100 * w + seed, &mut seen);
        }
    }
    println!("{seen:?}");
    let Seen { taken, not_taken, inside, in_parts, gone } = seen;
    let least = [taken, not_taken, inside].into_iter().min();
    assert!(least > Some(1000) && in_parts > 100 && gone > 20);
}
