//! Each question to a mesh: `cargo bench -p walkmesh-bench --bench queries`.
//!
//! Random places on generated caves of growing size and on a city, one after the other.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::{NavMesh, Nearest, SearchBox};
use walkmesh::query::{
    DistanceField, Engine, FieldOptions, Filter, PathOptions, RandomPoints, Scratch,
    distance_to_wall, move_along, nearest_of_many, path_between, polygons_around, random_point,
    random_point_around, raycast, reachable,
};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::Random;
use walkmesh_testkit::caves::{Cave, cave};

/// Places asked from; a power of two, so that going round is cheap.
const PLACES: usize = 256;

fn meshes() -> Vec<(String, NavMesh)> {
    let mut all = Vec::new();
    for size in [12, 40, 120] {
        let form =
            Cave { columns: size, rows: size, storeys: 1, free: 75, ramps: 0, warp: 1, join: 4 };
        all.push((format!("cave {size}"), cave(&mut Random::new(1), form)));
    }
    let city = generate("city", &SceneOptions { size: 3, seed: 0 }).expect("a scene");
    let options = BakeOptions::default();
    let mesh = bake(&city.soup, &city.preset.parameters(), &options).expect("a mesh").mesh;
    all.push(("city 3".to_owned(), mesh));
    all
}

/// Random places by area, pairs of neighbours in the list on one component.
fn places(mesh: &NavMesh) -> Vec<Nearest> {
    let ground = RandomPoints::new(mesh, |_| true);
    let mut random = Random::new(5);
    let mut any = || ground.point(mesh, || random.bits()).expect("ground");
    let mut found = Vec::with_capacity(PLACES);
    while found.len() < PLACES {
        let (a, b) = (any(), any());
        if mesh.component(a.polygon) == mesh.component(b.polygon) {
            found.extend([a, b]);
        }
    }
    found
}

fn queries(c: &mut Criterion) {
    for (name, mesh) in meshes() {
        let places = places(&mesh);
        let filter = Filter::default();
        let radius = 3.0 * mesh.area_m2().sqrt() / 40.0;
        let mut scratch = Scratch::new();
        let mut random = Random::new(9);
        let mut bench = |what: &str, ask: &mut dyn FnMut(&Nearest, &Nearest)| {
            let mut group = c.benchmark_group(what);
            group.sample_size(20).measurement_time(Duration::from_secs(2));
            let mut i = 0;
            let _ = group.bench_function(BenchmarkId::from_parameter(&name), |b| {
                b.iter(|| {
                    i = (i + 2) % PLACES;
                    ask(&places[i], &places[i + 1]);
                });
            });
            group.finish();
        };
        for engine in [Engine::Optimal, Engine::Funnel] {
            let options = PathOptions { engine, ..PathOptions::default() };
            bench(&format!("path {engine}"), &mut |from, to| {
                let _ = black_box(path_between(&mesh, &mut scratch, from, to, &options));
            });
        }
        let options = PathOptions::default();
        bench("nearest of 8 goals", &mut |from, _| {
            let _ = black_box(nearest_of_many(&mesh, &mut scratch, from, &places[..8], &options));
        });
        bench("nearest", &mut |from, _| {
            let _ = black_box(mesh.nearest(from.point, &SearchBox::default(), |_| true));
        });
        bench("locate", &mut |from, _| {
            let _ = black_box(mesh.locate(from.point, 1.0));
        });
        bench("raycast", &mut |from, to| {
            let _ = black_box(raycast(&mesh, &mut scratch, from, to.point, &filter));
        });
        bench("move_along", &mut |from, to| {
            let _ = black_box(move_along(&mesh, &mut scratch, from, to.point, &filter));
        });
        bench("distance_to_wall", &mut |from, _| {
            let _ = black_box(distance_to_wall(&mesh, &mut scratch, from, radius, &filter));
        });
        bench("polygons_around", &mut |from, _| {
            let _ = black_box(polygons_around(&mesh, &mut scratch, from, radius, &filter));
        });
        bench("reachable", &mut |from, to| {
            let _ = black_box(reachable(&mesh, &mut scratch, from, to, &filter));
        });
        bench("random_point", &mut |_, _| {
            let _ = black_box(random_point(&mesh, &filter, None, || random.bits()));
        });
        let mut random = Random::new(9);
        bench("random_point_around", &mut |from, _| {
            let bits = || random.bits();
            let _ =
                black_box(random_point_around(&mesh, &mut scratch, from, radius, &filter, bits));
        });
        let mut field = DistanceField::default();
        let options = FieldOptions::default();
        bench("distance field, filled", &mut |from, _| {
            let _ = black_box(field.fill(&mesh, std::slice::from_ref(from), &options));
        });
        bench("distance field, asked", &mut |_, to| {
            let _ = black_box(field.distance(to));
        });
    }
}

criterion_group!(benches, queries);
criterion_main!(benches);
