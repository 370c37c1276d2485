//! Mean time of a shortest path: `cargo bench -p walkmesh --bench path`.
//!
//! Random pairs on generated caves of growing size, and where the folder of models is there, on
//! the maps that the Polyanya authors measured.

use std::time::Instant;

use walkmesh::mesh::NavMesh;
use walkmesh::query::{Engine, PathOptions, Scratch, Status, path};
use walkmesh::store::{LoadOptions, Placement};
use walkmesh_testkit::caves::{Cave, cave};
use walkmesh_testkit::{Random, models, polyanya};

/// Seconds that this process was on a processor, where the system tells, else since `begun`: so
/// other work on the machine does not count.
fn seconds(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|t| t.split_ascii_whitespace().next()?.parse::<f64>().ok());
    nanos.map_or_else(|| begun.elapsed().as_secs_f64(), |nanos| nanos * 1e-9)
}

type Ends = ([f64; 3], [f64; 3]);

/// Random points on the mesh.
fn pairs(mesh: &NavMesh, count: usize) -> Vec<Ends> {
    let mut random = Random::new(5);
    let mut any = || loop {
        let Some(polygon) = mesh.polygon_at(random.below(mesh.polygon_count())) else { continue };
        let bounds = mesh.polygon(polygon).bounds;
        let p = walkmesh::geom::PlanPoint::new(
            random.between(bounds.min.x, bounds.max.x),
            random.between(bounds.min.y, bounds.max.y),
        );
        if walkmesh_testkit::sight::holds(mesh, polygon, p) {
            let height = mesh.height_at(polygon, p);
            return mesh.frame().to_world(p.at(height)).into();
        }
    };
    (0..count).map(|_| (any(), any())).collect()
}

/// Least time of a few rounds, each long enough for a coarse clock.
const ROUND: f64 = 0.2;

fn measure(name: &str, mesh: &NavMesh, pairs: &[Ends]) {
    let lengths = measure_engine(name, mesh, pairs, Engine::Optimal);
    let funnel = measure_engine(name, mesh, pairs, Engine::Funnel);
    let over: Vec<f64> = lengths
        .iter()
        .zip(&funnel)
        .filter_map(|(&optimal, &funnel)| Some(funnel? / optimal?).filter(|r| r.is_finite()))
        .collect();
    let count = over.len().max(1) as f64;
    let mean = over.iter().sum::<f64>() / count - 1.0;
    let worst = over.iter().copied().fold(1.0, f64::max);
    let many = over.iter().filter(|&&r| r > 1.01).count() as f64 / count;
    println!(
        "{:24} funnel is {:.2} % longer in the mean, worst {worst:.3}, over 1 % in {:.1} %",
        "",
        mean * 100.0,
        many * 100.0
    );
}

/// Times an engine; the lengths of the complete paths.
fn measure_engine(name: &str, mesh: &NavMesh, pairs: &[Ends], engine: Engine) -> Vec<Option<f64>> {
    let mut scratch = Scratch::new();
    let options = PathOptions { engine, ..PathOptions::default() };
    let begun = Instant::now();
    let since = seconds(begun);
    let _ = path(mesh, &mut scratch, pairs[0].0, pairs[0].1, &options);
    let first = seconds(begun) - since;
    let mut ask = |&(from, to): &Ends| {
        let found = path(mesh, &mut scratch, from, to, &options);
        let length = (found.status == Status::Complete).then_some(found.length);
        (u64::from(found.expanded), length)
    };
    let (expanded, lengths): (Vec<u64>, Vec<Option<f64>>) = pairs.iter().map(&mut ask).unzip();
    let each = expanded.iter().sum::<u64>() / u64::try_from(pairs.len()).unwrap_or(1);
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let (since, mut times) = (seconds(begun), 0.0);
        while seconds(begun) - since < ROUND {
            pairs.iter().map(&mut ask).for_each(drop);
            times += 1.0;
        }
        best = best.min((seconds(begun) - since) / times);
    }
    let count = pairs.len() as f64;
    println!(
        "{name:24} {engine} {:6} polygons {:9.2} µs a path, {each:6} expansions, mean length \
         {:8.1}, {} of {count} complete, first {:.1} ms",
        mesh.polygon_count(),
        best / count * 1e6,
        lengths.iter().flatten().sum::<f64>() / count,
        lengths.iter().flatten().count(),
        first * 1e3,
    );
    lengths
}

fn main() {
    let only = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    let wanted = |name: &str| only.as_deref().is_none_or(|o| name.contains(o));
    for size in [12, 40, 80, 160] {
        for (kind, join, warp) in [("cells", 1, 0), ("joined", 8, 0), ("warped", 1, 1)] {
            let name = format!("{kind} {size} x {size}");
            if !wanted(&name) {
                continue;
            }
            let form =
                Cave { columns: size, rows: size, storeys: 1, free: 75, ramps: 0, warp, join };
            let mesh = cave(&mut Random::new(1), form);
            measure(&name, &mesh, &pairs(&mesh, 300));
        }
    }
    // Meshes that the command has baked.
    for file in std::env::args().skip(1).filter(|a| a.ends_with(".walkmesh")) {
        let mesh = walkmesh::store::load(file.as_ref(), LoadOptions::default()).expect("a mesh");
        measure(&file, &mesh, &pairs(&mesh, 2000));
    }
    let Some(folder) = models::folder() else { return };
    let plain = Placement::default();
    for map in ["arena", "den520d", "brc202d", "AR0700SR"] {
        let file = |end: &str| folder.join(format!("polyanya/movingai/{map}{end}"));
        if wanted(map) {
            let mesh = polyanya::read_mesh(&file("-merged.mesh"), &plain).mesh;
            let scenario = polyanya::read_scenario(&file(".map.scen"), None, &plain);
            let pairs: Vec<Ends> = scenario.iter().map(|&(a, b, _)| (a, b)).collect();
            measure(map, &mesh, &pairs);
        }
    }
    if wanted("aurora") {
        let mesh =
            polyanya::read_mesh(&folder.join("polyanya/original/aurora-merged.mesh"), &plain).mesh;
        let scenario =
            polyanya::read_scenario(&folder.join("polyanya/original/aurora.scen"), None, &plain);
        let scenario: Vec<Ends> = scenario.iter().map(|&(a, b, _)| (a, b)).collect();
        measure("aurora, scenario", &mesh, &scenario);
        measure("aurora, random pairs", &mesh, &pairs(&mesh, 1000));
    }
}
