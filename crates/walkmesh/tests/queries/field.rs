//! Distances from everywhere, against the visibility graph.

use std::time::Instant;

use walkmesh::geom::{PlanPoint, Point};
use walkmesh::mesh::{NavMesh, Nearest};
use walkmesh::query::{
    DistanceField, FieldOptions, Filter, Heading, PathOptions, QueryError, Scratch, Status,
    path_between,
};
use walkmesh::store::detour;
use walkmesh_testkit::places::{place_at, random_place};
use walkmesh_testkit::{Oracle, Random, models, planar_mesh, polyanya};

use crate::{
    MIRRORS, World, any_place, closed, each_world, is_equal, mirrored, more, place, square, turned,
};

/// The least length by the oracle, steps.
fn expected(oracle: &Oracle<'_>, sources: &[Nearest], heading: Heading, at: &Nearest) -> f64 {
    let end = |place: &Nearest| (place.plan, place.polygon);
    let length = |source: &Nearest| match heading {
        Heading::FromSources => oracle.length(end(source), end(at)),
        Heading::ToSources => oracle.length(end(at), end(source)),
    };
    sources.iter().filter_map(length).fold(f64::INFINITY, f64::min)
}

fn plan(mesh: &NavMesh, points: &[Point]) -> Vec<PlanPoint> {
    points.iter().map(|&p| mesh.frame().to_lattice(p).expect("on the mesh").plan).collect()
}

/// Compares one place with the oracle, and walks the way back.
fn check(
    world: &World,
    oracle: &Oracle<'_>,
    field: &DistanceField,
    (sources, options): (&[Nearest], &FieldOptions<'_>),
    at: &Nearest,
) {
    let World { name, mesh, .. } = world;
    let least = mesh.frame().metres(expected(oracle, sources, options.heading, at));
    let limit = options.max_distance.unwrap_or(f64::INFINITY);
    let mut points = Vec::new();
    let step = field.way(at, &mut points).expect("a place of the mesh");
    let what = || {
        let ends: Vec<_> = sources.iter().map(|s| (s.plan, s.polygon)).collect();
        format!(
            "{name}: {ends:?} {:?} {:?}: {step:?}, {least}",
            options.heading,
            (at.plan, at.polygon)
        )
    };
    let Some(step) = step else {
        assert!(least.is_infinite() || least >= limit * (1.0 - 1e-9), "{}", what());
        return;
    };
    assert!(is_equal(step.distance, least) && least <= limit * (1.0 + 1e-9), "{}", what());
    assert!(points[1] == step.towards || at.point == step.towards, "{} {points:?}", what());
    let source = &sources[step.source];
    assert_eq!(points.last(), Some(&source.point));
    let mut points = plan(mesh, &points);
    let length: f64 = points.windows(2).map(|p| p[0].distance(p[1])).sum();
    assert!(is_equal(mesh.frame().metres(length), least), "{} {points:?}", what());
    let walks = if options.heading == Heading::FromSources {
        points.reverse();
        oracle.walks(source.polygon, at.polygon, &points)
    } else {
        oracle.walks(at.polygon, source.polygon, &points)
    };
    assert!(walks, "{} {points:?}", what());
}

#[test]
fn as_the_oracle_says() {
    let mut field = DistanceField::default();
    each_world(11_000_003, |world, random| {
        let World { name, mesh, filter, plain } = world;
        let oracle = Oracle::new(plain);
        for _ in 0..5 {
            let count = random.between(1, 3);
            let sources: Vec<Nearest> = (0..count).map(|_| any_place(world, random)).collect();
            let heading = if random.chance(50) { Heading::FromSources } else { Heading::ToSources };
            let size = mesh.bounds().map_or(0.0, |(low, high)| high.x - low.x);
            let max_distance =
                random.chance(30).then(|| size * f64::from(random.between(1, 12)) / 10.0);
            let options = FieldOptions { filter: Some(filter), heading, max_distance };
            field.fill(mesh, &sources, &options).expect("places of the mesh");
            for _ in 0..2 {
                let at = any_place(world, random);
                check(world, &oracle, &field, (&sources, &options), &at);
                let corner = random.below(mesh.edges(at.polygon).len());
                let ground = mesh.corners(at.polygon).nth(corner).expect("a corner");
                let there = place_at(mesh, at.polygon, ground.plan);
                let distance = field.distance(&there).expect("a place of the mesh");
                let read = field.corner(at.polygon, corner);
                assert_eq!(read.is_some(), distance.is_some(), "{name}: {there:?}");
                let far = |d: Option<f64>| d.unwrap_or(0.0);
                assert!(is_equal(far(read), far(distance)), "{name}: {there:?}");
                check(world, &oracle, &field, (&sources, &options), &there);
            }
        }
    });
}

#[test]
fn around_a_corner_from_all_sides() {
    let mut field = DistanceField::default();
    for mirror in MIRRORS {
        let mesh = mirrored(mirror, &[square(0, 0, 8), square(8, 0, 8), square(0, 8, 8)]);
        let at = |index, x, y| {
            let (x, y) = turned(mirror, (x, y));
            place(&mesh, index, x, y)
        };
        let sources = [at(1, 14, 6), at(0, 0, 0)];
        field.fill(&mesh, &sources[..1], &FieldOptions::default()).unwrap();
        let bent = field.step(&at(2, 6, 14)).unwrap().unwrap();
        assert!(is_equal(bent.distance, 2.0 * 40.0_f64.sqrt()));
        assert_eq!((bent.towards, bent.source), (at(0, 8, 8).point, 0));
        assert!(field.distance(&sources[0]).unwrap().is_some_and(|d| d.abs() < 1e-12));
        // With two sources the nearer one counts.
        field.fill(&mesh, &sources, &FieldOptions::default()).unwrap();
        let near = field.step(&at(2, 0, 9)).unwrap().unwrap();
        assert!(is_equal(near.distance, 9.0) && near.source == 1);
        assert_eq!(near.towards, sources[1].point);
        let limited = FieldOptions { max_distance: Some(8.5), ..FieldOptions::default() };
        field.fill(&mesh, &sources, &limited).unwrap();
        assert_eq!(field.distance(&at(2, 0, 9)).unwrap(), None);
        assert!(field.distance(&at(2, 0, 8)).unwrap().is_some_and(|d| is_equal(d, 8.0)));
        field.fill(&mesh, &[], &FieldOptions::default()).unwrap();
        assert_eq!(field.distance(&sources[0]).unwrap(), None);
    }
}

#[test]
fn one_way_edges_and_bad_places() {
    let row = planar_mesh(&[square(0, 0, 4), square(4, 0, 4), square(8, 0, 4)]);
    let mesh = closed(&row, 0, 1);
    let (west, east) = (place(&mesh, 0, 1, 2), place(&mesh, 2, 11, 2));
    let mut field = DistanceField::default();
    assert_eq!(field.distance(&west).unwrap(), None);
    for (heading, source, at, distance) in [
        (Heading::FromSources, west, east, None),
        (Heading::FromSources, east, west, Some(10.0)),
        (Heading::ToSources, west, east, Some(10.0)),
        (Heading::ToSources, east, west, None),
    ] {
        let options = FieldOptions { heading, ..FieldOptions::default() };
        field.fill(&mesh, &[source], &options).unwrap();
        assert_eq!(field.distance(&at).unwrap(), distance);
    }
    let mut stale = west;
    stale.polygon.polygon = 9;
    assert!(field.distance(&stale).is_err());
    assert_eq!(field.corner(stale.polygon, 0), None);
    assert_eq!(field.corner(west.polygon, 4), None);
    let refused = field.fill(&mesh, &[west, stale], &FieldOptions::default()).unwrap_err();
    assert!(matches!(refused, QueryError::BadPlace { .. }));
    let mut nothing = Filter::default();
    nothing.access.include = 1;
    let options = FieldOptions { filter: Some(&nothing), ..FieldOptions::default() };
    let refused = field.fill(&mesh, &[west], &options).unwrap_err();
    assert_eq!(refused, QueryError::Blocked { place: west.point });
}

/// On real maps and meshes it says what the search for one path says; the time of a field is
/// printed.
#[test]
fn real_meshes_as_single_paths() {
    let Some(folder) = models::folder() else { return };
    let whole = polyanya::placed(1.0, 0.0);
    for map in ["movingai/arena", "movingai/den520d", "movingai/AR0700SR", "original/aurora"] {
        let file = folder.join(format!("polyanya/{map}-merged.mesh"));
        as_single_paths(map, &polyanya::read_mesh(&file, &whole).mesh);
    }
    for set in ["solo_nav_test", "tile_nav_test", "rnjs_solo_hospital", "rnjs_tiled_hospital"] {
        let bytes = std::fs::read(folder.join(format!("navmesh/{set}.bin"))).expect("a file");
        as_single_paths(set, &detour::read(&bytes).expect("a tile set").mesh);
    }
}

fn as_single_paths(name: &str, mesh: &NavMesh) {
    // Tile sets come with links, which a field does not take.
    let mesh = mesh.with_links(Vec::new());
    let mut field = DistanceField::default();
    let mut scratch = Scratch::new();
    let mut random = Random::new(3);
    let (mut took, mut windows, mut joined) = (0.0, 0, 0);
    for _ in 0..4 {
        let from = random_place(&mesh, &mut random);
        let before = Instant::now();
        field.fill(&mesh, &[from], &FieldOptions::default()).expect("a place");
        took += before.elapsed().as_secs_f64();
        windows += field.windows();
        for _ in 0..25 * more().min(10) {
            let to = random_place(&mesh, &mut random);
            let path = path_between(&mesh, &mut scratch, &from, &to, &PathOptions::default());
            let length = (path.status == Status::Complete).then_some(path.length);
            let distance = field.distance(&to).expect("a place");
            assert_eq!(distance.is_some(), length.is_some(), "{name} {from:?} {to:?}");
            let (distance, length) = (distance.unwrap_or(0.0), length.unwrap_or(0.0));
            assert!(is_equal(distance, length), "{name} {from:?} {to:?}: {distance} {length}");
            joined += usize::from(length > 0.0);
        }
    }
    println!(
        "{name}: {} polygons, {:.1} ms and {} windows a field, {joined} paths",
        mesh.polygon_count(),
        took * 1e3 / 4.0,
        windows / 4
    );
}
