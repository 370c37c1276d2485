//! What merging does to the time of a shortest path: `cargo bench -p walkmesh --bench merge`.
//!
//! Maps of MovingAI with their scenarios: Polyanya's own merged meshes, and the same outlines
//! merged by us. Contenders take turns; time is that of the thread on a processor.

use walkmesh::mesh::NavMesh;
use walkmesh::parameters::MergeGoal;
use walkmesh::partition::{MergeOptions, Order, merge, search};
use walkmesh::query::{PathOptions, Scratch, path};
use walkmesh::store::Placement;
use walkmesh_testkit::{models, outlines, polyanya};

/// Rounds, and seconds of each contender in a round: long enough for a coarse clock.
const ROUNDS: usize = 5;
const ROUND: f64 = 0.3;

/// Seconds that this thread was on a processor.
fn seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|t| t.split_ascii_whitespace().next()?.parse::<f64>().ok());
    nanos.unwrap_or(f64::NAN) * 1e-9
}

struct Contender {
    name: &'static str,
    mesh: NavMesh,
    /// Seconds that merging took, where we did it.
    merged: Option<f64>,
    /// Least seconds for all pairs.
    best: f64,
    expanded: u64,
    length: f64,
}

impl Contender {
    fn new(name: &'static str, mesh: NavMesh, merged: Option<f64>) -> Self {
        Self { name, mesh, merged, best: f64::INFINITY, expanded: 0, length: 0.0 }
    }

    fn run(&mut self, scratch: &mut Scratch, pairs: &[polyanya::Pair]) {
        let (since, mut times) = (seconds(), 0.0);
        while seconds() - since < ROUND {
            (self.expanded, self.length) = (0, 0.0);
            for &(from, to, _) in pairs {
                let found = path(&self.mesh, scratch, from, to, &PathOptions::default());
                self.expanded += u64::from(found.expanded);
                self.length += found.length;
            }
            times += 1.0;
        }
        self.best = self.best.min((seconds() - since) / times);
    }
}

fn main() {
    let only = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    let Some(folder) = models::folder() else { return };
    println!(
        "| map | merging | polygons | merged in, ms | \u{b5}s a path | expansions | length |\n\
         |---|---|---|---|---|---|---|"
    );
    for map in ["arena", "arena2", "den520d", "brc202d", "AR0700SR"] {
        if only.as_deref().is_some_and(|only| only != map) {
            continue;
        }
        let file = |end: &str| folder.join(format!("polyanya/movingai/{map}{end}"));
        let theirs = polyanya::read_mesh(&file("-merged.mesh"), &Placement::default()).mesh;
        let surface = outlines::surface_of(&theirs);
        let ours = |name, options, goal| {
            let since = seconds();
            let mut partition = merge(&surface, &options).expect("a surface");
            search(&mut partition, goal);
            let merged = Some(seconds() - since);
            Contender::new(name, outlines::meshed(&theirs, partition), merged)
        };
        let plain = |order| MergeOptions { order, exchange: false };
        let mut all = vec![
            ours("shortest diagonal first", plain(Order::ShortestEdge), MergeGoal::Quick),
            ours("longest diagonal first", plain(Order::LongestEdge), MergeGoal::Quick),
            ours("quick", MergeOptions::default(), MergeGoal::Quick),
            ours("fewest", MergeOptions::default(), MergeGoal::Fewest),
            ours("fastest", MergeOptions::default(), MergeGoal::Fastest),
        ];
        all.push(Contender::new("Polyanya's", theirs, None));
        let pairs = polyanya::read_scenario(&file(".map.scen"), None, &Placement::default());
        let mut scratch = Scratch::new();
        for _ in 0..ROUNDS {
            for contender in &mut all {
                contender.run(&mut scratch, &pairs);
            }
        }
        for contender in all {
            let each = |sum: f64| sum / pairs.len() as f64;
            println!(
                "| {map} | {} | {} | {} | {:.2} | {:.1} | {:.4} |",
                contender.name,
                contender.mesh.polygon_count(),
                contender.merged.map_or_else(|| "-".to_owned(), |s| format!("{:.0}", 1e3 * s)),
                1e6 * each(contender.best),
                each(contender.expanded as f64),
                each(contender.length),
            );
        }
    }
}
