//! What merging does to the time of a shortest path: `cargo bench -p walkmesh --bench merge`.
//!
//! The maps that the Polyanya authors measured, on their merged meshes and on the same outlines
//! merged by us; scenarios of MovingAI. Contenders take turns.

use walkmesh::mesh::{NavMesh, TileCoord, TileParts};
use walkmesh::partition::{Goal, MergeOptions, Order, Partition, merge, search};
use walkmesh::query::{PathOptions, Scratch, path};
use walkmesh::store::Placement;
use walkmesh_testkit::{models, outlines, polyanya};

type Ends = ([f64; 3], [f64; 3]);

/// Seconds that this thread was on a processor.
fn seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|t| t.split_ascii_whitespace().next()?.parse::<f64>().ok());
    nanos.unwrap_or(f64::NAN) * 1e-9
}

fn meshed(like: &NavMesh, partition: Partition) -> NavMesh {
    let clip = like.tiles()[0].clip;
    let parts = TileParts { coord: TileCoord { x: 0, y: 0 }, clip, partition, ground: None };
    NavMesh::assemble(like.parameters(), like.resolved(), [0; 32], vec![parts]).expect("a mesh")
}

fn main() {
    let only = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    let Some(folder) = models::folder() else { return };
    for map in ["arena", "arena2", "den520d", "brc202d", "AR0700SR"] {
        if only.as_deref().is_some_and(|o| o != map) {
            continue;
        }
        let file = |end: &str| folder.join(format!("polyanya/movingai/{map}{end}"));
        let plain = Placement::default();
        let theirs = polyanya::read_mesh(&file("-merged.mesh"), &plain).mesh;
        let surface = outlines::surface_of(&theirs);
        let cut = |order| merge(&surface, &MergeOptions { order }).expect("a surface");
        let mut fewest = cut(Order::LongestEdge);
        search(&mut fewest, Goal::Fewest);
        let mut fastest = cut(Order::LongestEdge);
        let since = seconds();
        search(&mut fastest, Goal::Fastest);
        println!("{:.3} s", seconds() - since);
        let meshes = [
            ("shortest", meshed(&theirs, cut(Order::ShortestEdge))),
            ("longest", meshed(&theirs, cut(Order::LongestEdge))),
            ("fewest", meshed(&theirs, fewest)),
            ("fastest", meshed(&theirs, fastest)),
            ("theirs", theirs),
        ];
        let scenario = polyanya::read_scenario(&file(".map.scen"), None, &plain);
        let pairs: Vec<Ends> = scenario.iter().map(|&(a, b, _)| (a, b)).collect();
        let mut scratch = Scratch::new();
        let options = PathOptions::default();
        let mut best = vec![f64::INFINITY; meshes.len()];
        let mut told = vec![(0_u64, 0.0); meshes.len()];
        let lean = std::env::var_os("LEAN").is_some();
        for _ in 0..if lean { 1 } else { 5 } {
            for (i, (_, mesh)) in meshes.iter().enumerate() {
                let since = seconds();
                let mut times = 0.0;
                while seconds() - since < 0.3 {
                    told[i] = (0, 0.0);
                    for &(from, to) in &pairs {
                        let found = path(mesh, &mut scratch, from, to, &options);
                        told[i].0 += u64::from(found.expanded);
                        told[i].1 += found.length;
                    }
                    times += 1.0;
                    if lean { break; }
                }
                best[i] = best[i].min((seconds() - since) / times);
            }
        }
        let count = pairs.len() as f64;
        for (i, (name, mesh)) in meshes.iter().enumerate() {
            let diagonals: f64 = mesh
                .polygons()
                .flat_map(|p| {
                    let c: Vec<_> = mesh.corners(p).map(|c| c.plan).collect();
                    let n = c.len();
                    let e: Vec<f64> = mesh
                        .edges(p)
                        .iter()
                        .enumerate()
                        .filter(|(_, e)| e.neighbour.is_some())
                        .map(|(i, _)| c[i].distance(c[(i + 1) % n]))
                        .collect();
                    e
                })
                .sum::<f64>()
                / 2.0
                * mesh.frame().step();
            println!(
                "{map:9} {name:9} {:5} polygons, diagonals {diagonals:8.0} {:8.3} us a path, {:7.1} expansions, {:.4}",
                mesh.polygon_count(),
                best[i] / count * 1e6,
                told[i].0 as f64 / count,
                told[i].1 / count,
            );
        }
    }
}
