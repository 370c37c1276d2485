//! Random places: on the mesh, joined, in the disc; and how often where.

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, PolyRef};
use walkmesh::query::{
    Filter, QueryError, RandomPoints, Scratch, random_point, random_point_around,
};
use walkmesh_testkit::surroundings::{
    connected, disc_area, segment_distance_squared as distance_squared,
};
use walkmesh_testkit::variants::stretched;
use walkmesh_testkit::{Random, planar_mesh, sight};

use crate::{World, any_place, each_world, place, square};

/// The mesh on a lattice so fine that rounding to it shows in no statistics.
fn fine(world: &World) -> (NavMesh, NavMesh) {
    let wide = world.mesh.polygons().map(|r| world.mesh.polygon(r).bounds.max.x).max();
    let factor = if wide < Some(1_000) { 1 << 16 } else { 1 };
    (stretched(&world.mesh, factor), stretched(&world.plain, factor))
}

/// Pearson's sum over bins that expect at least five; the rest is one bin. Fails where it is
/// over what all but about one in a million samples give.
fn fits(what: &str, bins: &[(f64, usize)]) {
    let whole: f64 = bins.iter().map(|bin| bin.0).sum();
    let drawn: usize = bins.iter().map(|bin| bin.1).sum();
    let float = |n: usize| f64::from(u32::try_from(n).expect("a small count"));
    let (mut sum, mut freedom, mut rest) = (0.0, -1.0_f64, (0.0, 0.0));
    let mut add = |expected: f64, found: f64| {
        sum += (found - expected).powi(2) / expected;
        freedom += 1.0;
    };
    for &(weight, count) in bins {
        let expected = weight / whole * float(drawn);
        if expected >= 5.0 {
            add(expected, float(count));
        } else {
            rest = (rest.0 + expected, rest.1 + float(count));
        }
    }
    if rest.0 > 0.5 {
        add(rest.0, rest.1);
    }
    let most = freedom + 5.0 * (2.0 * freedom.max(1.0)).sqrt() + 15.0;
    assert!(sum <= most, "{what}: {sum} over {most} with {freedom} degrees of freedom: {bins:?}");
}

/// How many of the points of each polygon are there.
fn counts(polygons: &[PolyRef], found: &[PolyRef]) -> Vec<usize> {
    polygons.iter().map(|p| found.iter().filter(|&q| p == q).count()).collect()
}

#[test]
fn everywhere_by_area() {
    let mut outside = 0;
    each_world(1, |world, random| {
        let World { name, filter, .. } = world;
        let (mesh, _) = fine(world);
        let mut bits = random.clone();
        let component = any_place(world, random).polygon;
        let component = random.chance(50).then(|| mesh.component(component));
        let accepts = |r: PolyRef| {
            filter.enters(mesh.polygon(r)) && component.is_none_or(|c| mesh.component(r) == c)
        };
        let polygons: Vec<PolyRef> = mesh.polygons().filter(|&r| accepts(r)).collect();
        let prepared = RandomPoints::new(&mesh, accepts);
        let mut found = Vec::new();
        let mut half = [(0.0, 0), (0.0, 0)];
        for _ in 0..300 {
            let mut same = bits.clone();
            let point = random_point(&mesh, filter, component, || bits.bits()).expect("ground");
            assert_eq!(prepared.point(&mesh, || same.bits()), Some(point));
            assert!(sight::holds(&mesh, point.polygon, point.plan), "{name}: {point:?}");
            assert_eq!(point.height, mesh.height_at(point.polygon, point.plan));
            found.push(point.polygon);
            // Left or right of the diagonal of its polygon.
            let corners: Vec<PlanPoint> = mesh.corners(point.polygon).map(|c| c.plan).collect();
            let (a, b) = (corners[0], corners[2]);
            let side = walkmesh::geom::predicates::cross(a, b, point.plan);
            let part = walkmesh::geom::predicates::ring_area_doubled(&[a, corners[1], b]);
            let all = walkmesh::geom::predicates::ring_area_doubled(&corners);
            let share =
                walkmesh::geom::cast::float_wide(part) / walkmesh::geom::cast::float_wide(all);
            half[0] = (half[0].0 + share, half[0].1 + usize::from(side < 0));
            half[1] = (half[1].0 + 1.0 - share, half[1].1 + usize::from(side >= 0));
        }
        let areas = polygons.iter().map(|&r| mesh.polygon_area_m2(r));
        let bins: Vec<_> = areas.zip(counts(&polygons, &found)).collect();
        fits(name, &bins);
        outside += found.len() - bins.iter().map(|bin| bin.1).sum::<usize>();
        if world.mesh.polygons().all(|r| world.mesh.edges(r).len() == 4) {
            fits("halves of polygons", &half);
        }
    });
    assert_eq!(outside, 0);
}

#[test]
fn around_a_place_by_area() {
    let mut scratch = Scratch::new();
    each_world(1, |world, random| {
        let World { name, filter, .. } = world;
        let (mesh, plain) = fine(world);
        let fine_world = World::new(name, mesh.clone(), filter.clone());
        let from = any_place(&fine_world, random);
        let (low, high) = mesh.bounds().expect("polygons");
        let wide = mesh.frame().steps(high.x - low.x);
        let radius = random.between(wide / 20, wide / 2);
        let reach = f64::from(radius);
        let centre = (f64::from(from.plan.x), f64::from(from.plan.y));
        let starts = sight::around(&plain, from.polygon, from.plan);
        let polygons =
            connected(&plain, &starts, |ends| distance_squared(ends, centre) <= reach * reach);
        let area = |radius: f64| -> Vec<f64> {
            polygons.iter().map(|&r| disc_area(&mesh, r, from.plan, radius).max(0.0)).collect()
        };
        let (mut found, mut inner) = (Vec::new(), 0);
        let metres = mesh.frame().metres(reach);
        for _ in 0..300 {
            let point =
                random_point_around(&mesh, &mut scratch, &from, metres, filter, || random.bits());
            let point = point.expect("a place of the mesh");
            assert!(polygons.contains(&point.polygon), "{name}: {point:?}");
            assert!(sight::holds(&mesh, point.polygon, point.plan), "{name}: {point:?}");
            assert!(from.plan.distance(point.plan) <= reach);
            assert_eq!(point.height, mesh.height_at(point.polygon, point.plan));
            found.push(point.polygon);
            inner += usize::from(from.plan.distance(point.plan) <= reach * 0.6);
        }
        let bins: Vec<_> = area(reach).into_iter().zip(counts(&polygons, &found)).collect();
        fits(name, &bins);
        let (all, near): (f64, f64) = (area(reach).iter().sum(), area(reach * 0.6).iter().sum());
        fits("near the middle", &[(near, inner), (all - near, found.len() - inner)]);
    });
}

#[test]
fn small_lattices_and_small_discs() {
    let mut scratch = Scratch::new();
    crate::ask_everywhere(|world, random| {
        let World { mesh, filter, .. } = world;
        let from = any_place(world, random);
        let metres = mesh.frame().metres(f64::from(random.between(0, 9)));
        let near = random_point_around(mesh, &mut scratch, &from, metres, filter, || random.bits());
        let near = near.expect("a place of the mesh");
        assert!(sight::holds(mesh, near.polygon, near.plan));
        assert!(mesh.frame().metres(from.plan.distance(near.plan)) <= metres);
        let point = random_point(mesh, filter, None, || random.bits()).expect("ground");
        assert!(sight::holds(mesh, point.polygon, point.plan));
    });
}

/// However much wider than the mesh it is.
#[test]
fn a_disc_around_everything_takes_everything() {
    let mesh = planar_mesh(&[square(0, 0, 100), square(100, 0, 100)]);
    let mut scratch = Scratch::new();
    let mut random = Random::new(5);
    let from = place(&mesh, 0, 50, 50);
    for radius in [1e3, 1e6, 1e9, f64::INFINITY] {
        let mut bins = [(1.0, 0); 8];
        for _ in 0..800 {
            let all = Filter::default();
            let near =
                random_point_around(&mesh, &mut scratch, &from, radius, &all, || random.bits());
            let PlanPoint { x, .. } = near.unwrap().plan;
            bins[usize::try_from(x / 25).unwrap().min(7)].1 += 1;
        }
        fits("strips of the whole", &bins);
    }
}

#[test]
fn bits_of_any_kind_and_no_ground() {
    let mesh = planar_mesh(&[square(0, 0, 4), square(4, 0, 4)]);
    let mut scratch = Scratch::new();
    let all = Filter::default();
    let from = place(&mesh, 0, 2, 2);
    // Generators that are stuck must not hang.
    for stuck in [0, u64::MAX, 1 << 63, 0x5555_5555_5555_5555] {
        assert!(random_point(&mesh, &all, None, || stuck).is_some());
        for radius in [0.0, 1.0, 3.0, 9.0, f64::INFINITY, f64::NAN, -1.0] {
            let near = random_point_around(&mesh, &mut scratch, &from, radius, &all, || stuck);
            let near = near.unwrap();
            let most = if radius > 0.0 { radius } else { 0.0 };
            assert!(near.plan.distance(from.plan) <= most);
        }
    }
    let mut nothing = Filter::default();
    nothing.access.include = 2;
    assert_eq!(random_point(&mesh, &nothing, None, || 7), None);
    assert_eq!(RandomPoints::new(&mesh, |_| false).point(&mesh, || 7), None);
    assert_eq!(random_point(&planar_mesh(&[]), &all, None, || 7), None);
    let refused = random_point_around(&mesh, &mut scratch, &from, 1.0, &nothing, || 7).unwrap_err();
    assert_eq!(refused, QueryError::Blocked { place: from.point });
}
