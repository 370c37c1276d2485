//! The string over stretch links: no shares are better in the polygons and links that it takes.

use walkmesh::geom::{PlanPoint, Point, cast};
use walkmesh::mesh::{Access, Link, NavMesh, Nearest};
use walkmesh::query::{Engine, Filter, Path, PathOptions, Scratch, Status, path_between};
use walkmesh_testkit::caves::{Cave, FLAT, cave, with_one_way_edges};
use walkmesh_testkit::links::{with_point_links, with_stretch_links};
use walkmesh_testkit::places::{place_at, random_place};
use walkmesh_testkit::variants::{stretched, with_areas, with_thin_walls};
use walkmesh_testkit::{Random, more};

use crate::corridor::{Corridor, at_share, ends_of, plan_of};
use crate::islands::islands;
use crate::{funnel, some_filter};
use walkmesh_testkit::walk_cost::{self, distance};

/// Steps to a unit where the optimal engine is compared: half a step of its rounding is nothing.
const FINE: i32 = 1 << 16;

/// What was seen.
#[derive(Default)]
struct Seen {
    paths: usize,
    stretches: usize,
    inner: usize,
    most: usize,
}

/// All laws of a path over links, which may be longer than the best by `slack` steps.
fn check(
    mesh: &NavMesh,
    filter: &Filter,
    ([start, goal], slack): ([&Nearest; 2], f64),
    random: &mut Random,
    scratch: &mut Scratch,
    seen: &mut Seen,
) {
    let path = path_between(mesh, scratch, start, goal, &funnel(filter));
    if path.links.is_empty() || path.status != Status::Complete {
        return;
    }
    let what =
        format!("{:?} {:?} to {:?} {:?}", start.plan, start.polygon, goal.plan, goal.polygon);
    let shares = shares_of(mesh, path, &what);
    let step = mesh.frame().step();
    let length = path.length / step;
    let allowed = 1e-9 * length.max(0.1);
    let corridors = Corridor::all_of(mesh, path);
    let mut misses = Vec::new();
    let is_tight = corridors.iter().any(|corridor| {
        let (own, least) = (corridor.length(&shares), corridor.least(&shares, random));
        misses.push((own, least));
        (own - length).abs() <= allowed && length <= least + allowed + slack
    });
    assert!(is_tight, "{what}: {length}, own and least {misses:?} at {shares:?}: {path:?}");
    let cost = cost_of(mesh, path, filter);
    assert!((cost - path.cost).abs() <= 1e-9 * cost, "{what}: cost {cost}: {path:?}");
    seen.paths += 1;
    seen.stretches += shares.len();
    seen.inner += shares.iter().filter(|&&s| s > 1e-9 && s < 1.0 - 1e-9).count();
    seen.most = seen.most.max(path.links.len());
}

/// The shares at which a path takes its links, checked from both ends.
fn shares_of(mesh: &NavMesh, path: &Path, what: &str) -> Vec<f64> {
    let share_of = |(i, taken): (usize, &walkmesh::query::PathLink)| {
        let link = &mesh.links()[cast::index(taken.link)];
        assert!(link.enabled && link.width >= 1.2 && (link.both_ways || !taken.backward), "{what}");
        let [entry, exit] = ends_of(mesh, path, i);
        let at = cast::index(taken.point);
        let (entered, left) = (plan_of(mesh, at, path), plan_of(mesh, at + 1, path));
        let length = distance(entry[0], entry[1]);
        let share = if length > 0.0 { distance(entry[0], entered) / length } else { 0.0 };
        let off = distance(at_share(entry, share), entered) + distance(at_share(exit, share), left);
        assert!(off < 1e-6, "{what}: link {i} at {share}: {path:?}");
        share
    };
    path.links.iter().enumerate().map(share_of).collect()
}

/// What a path costs, leg by leg; where its polygons can be told apart at its links in several
/// ways, the least.
fn cost_of(mesh: &NavMesh, path: &Path, filter: &Filter) -> f64 {
    let mut least = vec![f64::INFINITY; path.polygons.len()];
    let count = path.polygons.len();
    for i in 0..=path.links.len() {
        let from = if i == 0 { 0 } else { cast::index(path.links[i - 1].point) + 1 };
        let to = path.links.get(i).map_or(path.points.len() - 1, |l| cast::index(l.point));
        let mut points = path.points[from..=to].to_vec();
        if points.len() == 1 {
            points.push(points[0]);
        }
        let first = if i == 0 { 0..1 } else { 1..count };
        let mut next = vec![f64::INFINITY; count];
        for p in first {
            let before = if i == 0 { 0.0 } else { least[p - 1] };
            for q in (p..count).filter(|_| before.is_finite()) {
                let leg = Path {
                    points: points.clone(),
                    polygons: path.polygons[p..=q].to_vec(),
                    ..Path::default()
                };
                let cost = walk_cost::cost(mesh, &leg, filter) * mesh.frame().step();
                next[q] = next[q].min(before + cost);
            }
        }
        least = next;
    }
    let fees: f64 = path.links.iter().map(|l| mesh.links()[cast::index(l.link)].cost).sum();
    least[count - 1] + fees
}

/// Random pairs over random meshes on small integers, where much lies in line.
fn compare(
    form: Cave,
    change: impl Fn(&NavMesh, &mut Random) -> NavMesh,
    (count, longest, slanted): (usize, i32, bool),
) {
    let (mut scratch, mut seen) = (Scratch::new(), Seen::default());
    for seed in 0..12 * more() {
        let mut random = Random::new(seed);
        let mut mesh = with_areas(&cave(&mut random, form), &mut random, 8);
        let filter = some_filter(seed);
        if !mesh.polygons().any(|r| filter.enters(mesh.polygon(r))) {
            continue;
        }
        mesh = change(&mesh, &mut random);
        let stretches = with_stretch_links(&mesh, &mut random, count, longest, slanted);
        let points = with_point_links(&mesh, &mut random, count / 3);
        mesh = mesh.with_links([stretches.links(), points.links()].concat());
        for _ in 0..40 {
            let [a, b] = [(); 2].map(|()| random_place(&mesh, &mut random));
            check(&mesh, &filter, ([&a, &b], 0.0), &mut random, &mut scratch, &mut seen);
        }
    }
    let Seen { paths, stretches, inner, most, .. } = seen;
    println!("{paths} paths over {stretches} links, {inner} inside, {most} in a row");
    assert!(paths > 50 && inner * 20 > paths, "{inner} inner shares in {paths} paths");
}

fn as_it_is(mesh: &NavMesh, _: &mut Random) -> NavMesh {
    mesh.clone()
}

#[test]
fn no_share_is_better() {
    compare(FLAT, as_it_is, (6, 3, false));
    compare(Cave { join: 6, ..FLAT }, as_it_is, (8, 8, false));
    compare(Cave { join: 4, free: 85, ..FLAT }, as_it_is, (8, 5, true));
    compare(Cave { warp: 1, free: 80, ..FLAT }, as_it_is, (8, 3, true));
}

#[test]
fn no_share_is_better_on_storeys_and_one_way() {
    let form = Cave { columns: 5, rows: 4, storeys: 3, free: 85, ramps: 10, warp: 0, join: 4 };
    compare(form, as_it_is, (9, 4, true));
    let one_way = |mesh: &NavMesh, random: &mut Random| with_one_way_edges(mesh, random, 15);
    compare(Cave { ramps: 0, ..form }, one_way, (9, 4, false));
}

#[test]
fn no_share_is_better_around_walls_without_width() {
    let thin = |mesh: &NavMesh, random: &mut Random| with_thin_walls(mesh, random, 25);
    compare(Cave { free: 90, join: 4, ..FLAT }, thin, (8, 5, true));
    compare(Cave { columns: 5, rows: 5, free: 100, warp: 1, ..FLAT }, thin, (8, 4, false));
}

/// A mesh with its links so many times as large.
fn enlarged(mesh: &NavMesh, factor: i32) -> NavMesh {
    let links = mesh.links().iter().map(|link| {
        let mut link = *link;
        for end in [&mut link.from, &mut link.to] {
            for p in [&mut end.from, &mut end.to] {
                (p.plan.x, p.plan.y) = (p.plan.x * factor, p.plan.y * factor);
            }
        }
        link.cost *= f64::from(factor);
        link
    });
    let links = links.collect();
    stretched(mesh, factor).with_links(links)
}

/// Random places of a mesh in the one that is so many times as large.
fn two_places(coarse: &NavMesh, mesh: &NavMesh, factor: i32, random: &mut Random) -> [Nearest; 2] {
    [(); 2].map(|()| {
        let place = random_place(coarse, random);
        let plan = PlanPoint::new(place.plan.x * factor, place.plan.y * factor);
        place_at(mesh, place.polygon, plan)
    })
}

/// What paths of both engines cost; `None` where there is none.
fn costs(
    mesh: &NavMesh,
    scratch: &mut Scratch,
    [a, b]: [&Nearest; 2],
) -> Option<([f64; 2], usize)> {
    let mut links = 0;
    let [optimal, funnel] = [Engine::Optimal, Engine::Funnel].map(|engine| {
        let options = PathOptions { engine, ..PathOptions::default() };
        let path = path_between(mesh, scratch, a, b, &options);
        links = path.links.len();
        (path.status == Status::Complete).then_some(path.cost)
    });
    assert_eq!(optimal.is_some(), funnel.is_some(), "{a:?} to {b:?}");
    Some(([optimal?, funnel?], links))
}

#[test]
fn never_cheaper_than_the_optimal_engine() {
    let (mut scratch, mut paths, mut over) = (Scratch::new(), 0, 0.0);
    for seed in 0..12 * more() {
        let mut random = Random::new(seed);
        let mesh = cave(&mut random, Cave { join: 4, free: 80, ..FLAT });
        let slanted = seed % 2 == 1;
        let coarse = with_stretch_links(&mesh, &mut random, 6, 4, slanted);
        let mesh = enlarged(&coarse, FINE);
        let slack = if slanted { 2.0 } else { 0.01 };
        for _ in 0..40 {
            let [a, b] = two_places(&coarse, &mesh, FINE, &mut random);
            let Some(([optimal, funnel], links)) = costs(&mesh, &mut scratch, [&a, &b]) else {
                continue;
            };
            let allowed =
                slack * cast::float(i64::try_from(links).expect("a few")) + 1e-9 * optimal;
            assert!(funnel >= optimal - allowed, "{a:?} to {b:?}: {funnel}, {optimal}");
            paths += usize::from(links > 0);
            over += if links > 0 && optimal > 0.0 { funnel / optimal - 1.0 } else { 0.0 };
        }
    }
    println!("{paths} paths over links, {:.2} % dearer", over / paths as f64 * 100.0);
    assert!(paths > 100);
}

/// The optimal engine keeps to the disc at both ends of a stretch, and finds what the other finds.
#[test]
fn a_radius_holds_at_all_shares() {
    let (mut scratch, mut over, mut ends) = (Scratch::new(), 0, 0);
    for seed in 0..40 * more() {
        let mut random = Random::new(seed);
        let coarse = cave(&mut random, Cave { join: 6, free: 80, ..FLAT });
        let coarse = with_stretch_links(&coarse, &mut random, 8, 8, seed % 4 == 3);
        let mesh = enlarged(&coarse, FINE);
        for _ in 0..40 {
            let [a, b] = two_places(&coarse, &mesh, FINE, &mut random);
            let straight = a.plan.distance(b.plan) * mesh.frame().step();
            let radius = straight.max(f64::from(FINE)) * f64::from(random.between(8, 14)) / 8.0;
            let max_radius = Some(radius);
            let [optimal, funnel] = [Engine::Optimal, Engine::Funnel].map(|engine| {
                let options = PathOptions { engine, max_radius, ..PathOptions::default() };
                let path = path_between(&mesh, &mut scratch, &a, &b, &options).clone();
                let farthest = path.points.iter().map(|p| p.plan_distance(a.point));
                let farthest = farthest.fold(0.0, f64::max);
                assert!(farthest <= radius + 2.0, "{a:?} to {b:?}: {farthest}, {radius}: {path:?}");
                over += usize::from(!path.links.is_empty());
                ends += usize::from(farthest > radius - 2.0);
                path
            });
            // Of slanted stretches the ends in the disc may be rounded out of it.
            if funnel.status == Status::Complete && seed % 4 != 3 {
                let links = cast::float(i64::try_from(funnel.links.len()).expect("a few"));
                let allowed = 4.0 * links + 1e-9 * funnel.cost;
                let is_found = optimal.status == Status::Complete;
                assert!(is_found, "{a:?} to {b:?} in {radius}: {optimal:?} {funnel:?}");
                let is_best = optimal.cost <= funnel.cost + allowed;
                assert!(is_best, "{a:?} to {b:?} in {radius}: {optimal:?} {funnel:?}");
            }
        }
    }
    assert!(over > 100 && ends > 20, "{over} over links, {ends} to the end of the disc");
}

#[test]
fn one_chain_of_islands() {
    let (mut scratch, mut paths, mut seen) = (Scratch::new(), 0, Seen::default());
    for seed in 0..50 * more() {
        let mut random = Random::new(seed);
        let slanted = seed % 3 == 2;
        let coarse = islands(&mut random, i32::try_from(2 + seed % 5).expect("a few"), slanted);
        let factor = if slanted { FINE / 16 } else { 1 };
        let mesh = enlarged(&coarse, factor);
        for _ in 0..8 {
            let [a, b] = two_places(&coarse, &mesh, factor, &mut random);
            let Some(([optimal, funnel], links)) = costs(&mesh, &mut scratch, [&a, &b]) else {
                continue;
            };
            let links = cast::float(i64::try_from(links).expect("a few"));
            let allowed = 1e-9 * optimal.max(0.1) + if slanted { 2.0 * links } else { 0.0 };
            assert!((funnel - optimal).abs() <= allowed, "{a:?} to {b:?}: {funnel}, {optimal}");
            paths += 1;
            let filter = Filter::default();
            check(&mesh, &filter, ([&a, &b], 0.0), &mut random, &mut scratch, &mut seen);
        }
    }
    let Seen { stretches, inner, most, .. } = seen;
    println!("{paths} paths over {stretches} links, {inner} inside, {most} in a row");
    assert!(inner * 8 > stretches && most >= 5);
}

/// Stretches that rounding made differ in length cost no more than they differ.
#[test]
fn stretches_of_almost_equal_length() {
    let (mut scratch, mut seen) = (Scratch::new(), Seen::default());
    for seed in 0..100 * more() {
        let mut random = Random::new(seed);
        let mesh = islands(&mut random, 3, true);
        let factor = [1, 64][random.below(2)];
        let mesh = enlarged(&mesh, factor);
        let mut links = mesh.links().to_vec();
        for link in &mut links {
            let mut moved = *link;
            moved.to.to.plan.x += random.between(-1, 1);
            moved.to.to.plan.y += random.between(-1, 1);
            let is_sound = |link: &Link| {
                let mesh = mesh.with_links(vec![*link]);
                mesh.validate().iter().all(|p| !p.to_string().contains("link"))
            };
            if moved.from.from != moved.from.to && is_sound(&moved) {
                *link = moved;
            }
        }
        let mesh = mesh.with_links(links);
        for _ in 0..4 {
            let [a, b] = [(); 2].map(|()| random_place(&mesh, &mut random));
            let filter = Filter::default();
            let slack = 2.0 * 2.0_f64.sqrt();
            check(&mesh, &filter, ([&a, &b], slack), &mut random, &mut scratch, &mut seen);
        }
    }
    assert!(seen.inner > 5);
}

/// Paths that stop early run over ground, cost what they say and stay within their limits.
#[test]
fn limits_hold_beyond_links() {
    let (mut scratch, mut found, mut partial, mut dearer) = (Scratch::new(), 0, 0, 0);
    for seed in 0..20 * more().max(20) {
        let mut random = Random::new(seed);
        let mesh = with_areas(&cave(&mut random, Cave { join: 6, ..FLAT }), &mut random, 8);
        let mesh = with_stretch_links(&mesh, &mut random, 8, 8, true);
        let mut filter = some_filter(seed % 2);
        filter.access = Access::default();
        for i in 0..60 {
            let [a, b] = [(); 2].map(|()| random_place(&mesh, &mut random));
            let limit = f64::from(random.between(1, 20));
            let mut options = PathOptions { length_3d: true, ..funnel(&filter) };
            match i % 3 {
                0 => options.max_radius = Some(limit),
                1 => options.max_length = Some(limit),
                _ => options.max_expansions = Some(u32::try_from(i / 3).expect("a few")),
            }
            let path = path_between(&mesh, &mut scratch, &a, &b, &options);
            let most = limit + 1e-9 * limit;
            let is_in = |p: &Point| path.points[0].plan_distance(*p) <= most;
            assert!(i % 3 != 0 || path.points.iter().all(is_in), "{limit}: {path:?}");
            assert!(i % 3 != 1 || path.length <= most, "{limit}: {path:?}");
            let cost = cost_of(&mesh, path, &filter);
            let is_dearer = path.status == Status::Partial && path.cost > cost + 1e-9 * cost;
            dearer += usize::from(is_dearer);
            let is_right = is_dearer || (cost - path.cost).abs() <= 1e-9 * cost;
            assert!(is_right, "cost {cost}: {limit}: {path:?}");
            let in_space = path.length_3d.expect("the length in space");
            assert!((in_space - path.length).abs() <= 1e-9 * most, "{limit}: {path:?}");
            let taken = usize::from(!path.links.is_empty());
            found += if path.status == Status::Complete { taken } else { 0 };
            partial += if path.status == Status::Partial { taken } else { 0 };
        }
    }
    assert!(found > 400 && partial > 400, "{found} found, {partial} partial");
    assert!(dearer * 400 <= partial, "{dearer} of {partial} on the dearer side of their edge");
}
