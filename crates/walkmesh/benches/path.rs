//! Mean time of a shortest path: `cargo bench -p walkmesh --bench path`.
//!
//! Random pairs on generated caves of growing size, and where the folder of models is there, on
//! the maps that the Polyanya authors measured.

use std::time::Instant;

use walkmesh::mesh::NavMesh;
use walkmesh::query::{PathOptions, Scratch, Status, path};
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

fn measure(name: &str, mesh: &NavMesh, pairs: &[Ends]) {
    let mut scratch = Scratch::new();
    let options = PathOptions::default();
    let (mut complete, mut expanded, mut length) = (0_usize, 0_u64, 0.0);
    let begun = Instant::now();
    let since = seconds(begun);
    let _ = path(mesh, &mut scratch, pairs[0].0, pairs[0].1, &options);
    let first = seconds(begun) - since;
    let mut best = f64::INFINITY;
    for round in 0..2 {
        let since = seconds(begun);
        for &(from, to) in pairs {
            let found = path(mesh, &mut scratch, from, to, &options);
            if round == 0 {
                complete += usize::from(found.status == Status::Complete);
                expanded += u64::from(found.expanded);
                length += found.length;
            }
        }
        best = best.min(seconds(begun) - since);
    }
    let count = f64::from(u32::try_from(pairs.len()).unwrap_or(u32::MAX));
    let each = expanded / u64::try_from(pairs.len()).unwrap_or(1);
    println!(
        "{name:24} {:6} polygons {:9.2} µs a path, {each:6} expansions, mean length {:8.1}, \
         {complete} of {} complete, first {:.1} ms",
        mesh.polygon_count(),
        best / count * 1e6,
        length / count,
        pairs.len(),
        first * 1e3,
    );
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
    let Some(folder) = models::folder() else { return };
    for map in ["arena", "den520d", "brc202d", "AR0700SR"] {
        let file = |end: &str| folder.join(format!("polyanya/movingai/{map}{end}"));
        if wanted(map) {
            let mesh = polyanya::read_mesh(&file("-merged.mesh"));
            let scenario = polyanya::read_scenario(&file(".map.scen"), None);
            let pairs: Vec<Ends> = scenario.iter().map(|&(a, b, _)| (a, b)).collect();
            measure(map, &mesh, &pairs);
        }
    }
    if wanted("aurora") {
        let mesh = polyanya::read_mesh(&folder.join("polyanya/original/aurora-merged.mesh"));
        let scenario = polyanya::read_scenario(&folder.join("polyanya/original/aurora.scen"), None);
        let scenario: Vec<Ends> = scenario.iter().map(|&(a, b, _)| (a, b)).collect();
        measure("aurora, scenario", &mesh, &scenario);
        measure("aurora, random pairs", &mesh, &pairs(&mesh, 1000));
    }
}
