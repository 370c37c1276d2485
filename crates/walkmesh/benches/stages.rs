//! Each stage of a bake, and the file: `cargo bench -p walkmesh-bench --bench stages`.
//!
//! One tile holds the whole scene, so that a stage has one input; sizes are swept.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::{NavMesh, TileCoord, TileParts};
use walkmesh::parameters::{Parameters, Resolved, TileSize};
use walkmesh::partition::{self, MergeOptions};
use walkmesh::soup::{CleanOptions, Soup};
use walkmesh::store::{self, LoadOptions};
use walkmesh::survey::index::SoupIndex;
use walkmesh::survey::voxel::{self, VoxelTile};
use walkmesh_scenes::{SceneOptions, generate};

/// A scene, ready for the stages.
struct Made {
    name: String,
    soup: Soup,
    parameters: Parameters,
    resolved: Resolved,
}

impl Made {
    fn new(scene: &str, size: u32) -> Self {
        let made = generate(scene, &SceneOptions { size, seed: 0 }).expect("a scene");
        let mut soup = made.soup;
        let _ = soup.clean(&CleanOptions::default());
        let parameters = Parameters { tile_size: TileSize::Solo, ..made.preset.parameters() };
        let (min, max) = soup.bounds().expect("triangles");
        let resolved = parameters.resolve(min, max).expect("parameters");
        Self { name: format!("{scene} {size}"), soup, parameters, resolved }
    }

    fn all() -> Vec<Self> {
        let of = |(scene, size)| Self::new(scene, size);
        [("building", 6), ("building", 12), ("terrain", 2), ("terrain", 4), ("city", 2)]
            .map(of)
            .into()
    }

    fn survey(&self) -> VoxelTile {
        let tile = self.resolved.tile_box(0, 0);
        let index = SoupIndex::new(&self.soup, &self.resolved.frame);
        let near = index.near(voxel::looked_at(&self.resolved, tile));
        voxel::survey_tile(&self.soup, near, &self.parameters, &self.resolved, tile, false)
            .expect("a tile")
    }

    fn detail(&self, partition: &mut partition::Partition, tile: &VoxelTile) {
        let Resolved { detail_sample_distance, detail_max_error, .. } = self.resolved;
        partition::refine_heights(
            partition,
            &tile.surface,
            detail_sample_distance,
            detail_max_error,
        )
        .expect("heights");
    }
}

fn stages(c: &mut Criterion) {
    for made in Made::all() {
        let tile = made.survey();
        let options = MergeOptions::default();
        let merged = partition::merge(&tile.surface, &options).expect("pieces");
        let mut detailed = merged.clone();
        made.detail(&mut detailed, &tile);
        let mut bench = |stage: &str, run: &mut dyn FnMut()| {
            let mut group = c.benchmark_group(stage);
            group.sample_size(20).measurement_time(Duration::from_secs(3));
            let _ = group
                .bench_function(BenchmarkId::from_parameter(&made.name), |b| b.iter(&mut *run));
            group.finish();
        };
        bench("index", &mut || {
            let _ = black_box(SoupIndex::new(&made.soup, &made.resolved.frame));
        });
        bench("survey", &mut || {
            let _ = black_box(made.survey());
        });
        bench("partition", &mut || {
            let _ = black_box(partition::merge(&tile.surface, &options).expect("pieces"));
        });
        let mut group = c.benchmark_group("detail");
        group.sample_size(20).measurement_time(Duration::from_secs(3));
        let _ = group.bench_function(BenchmarkId::from_parameter(&made.name), |b| {
            b.iter_batched_ref(|| merged.clone(), |p| made.detail(p, &tile), BatchSize::LargeInput);
        });
        group.finish();
        let coord = TileCoord { x: 0, y: 0 };
        let clip = made.resolved.tile_box(0, 0);
        let parts = || TileParts {
            coord,
            clip,
            partition: detailed.clone(),
            ground: tile.ground.clone(),
            input: None,
        };
        let mut group = c.benchmark_group("assemble");
        group.sample_size(20).measurement_time(Duration::from_secs(3));
        let _ = group.bench_function(BenchmarkId::from_parameter(&made.name), |b| {
            let assemble = |parts| {
                NavMesh::assemble(&made.parameters, &made.resolved, [0; 32], vec![parts])
                    .expect("a mesh")
            };
            b.iter_batched(parts, assemble, BatchSize::LargeInput);
        });
        group.finish();
    }
}

/// The whole, in tiles, and the file.
fn whole(c: &mut Criterion) {
    for made in Made::all() {
        let cells = 32.0 * made.parameters.cell_size;
        let parameters = Parameters { tile_size: TileSize::Metres(cells), ..made.parameters };
        let options = BakeOptions { threads: Some(1), ..BakeOptions::default() };
        let mesh = bake(&made.soup, &parameters, &options).expect("a mesh").mesh;
        let mut bytes = Vec::new();
        store::write(&mesh, &mut bytes).expect("bytes");
        let mut bench = |what: &str, run: &mut dyn FnMut()| {
            let mut group = c.benchmark_group(what);
            group.sample_size(10).measurement_time(Duration::from_secs(3));
            let _ = group
                .bench_function(BenchmarkId::from_parameter(&made.name), |b| b.iter(&mut *run));
            group.finish();
        };
        bench("tiled bake", &mut || {
            let _ = black_box(bake(&made.soup, &parameters, &options).expect("a mesh"));
        });
        bench("write", &mut || {
            let mut out = Vec::with_capacity(bytes.len());
            store::write(&mesh, &mut out).expect("bytes");
            let _ = black_box(out);
        });
        bench("read", &mut || {
            let _ = black_box(store::read(&bytes, LoadOptions::default()).expect("a mesh"));
        });
    }
}

criterion_group!(benches, stages, whole);
criterion_main!(benches);
