//! Readers ask while a writer edits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::worlds::worlds;
use super::{Known, more, random_edit};
use walkmesh::edit::{Edits, Published};
use walkmesh::mesh::{CostFactor, SearchBox};
use walkmesh::query::{Engine, PathOptions, Scratch, Status, path};
use walkmesh_testkit::Random;
use walkmesh_testkit::places::random_place;

/// Eight readers and one writer, for a second (`WALKMESH_MORE` times as long, a minute at most).
#[test]
fn every_path_is_on_the_mesh_that_it_was_asked_on() {
    let world = worlds().iter().find(|w| w.name.contains("pillars")).expect("the world");
    let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
    let published = Published::new(edits.mesh().clone());
    let (done, paths) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for reader in 0..8 {
            let (published, done, paths) = (&published, &done, &paths);
            scope.spawn(move || {
                let (mut random, mut scratch) = (Random::new(reader), Scratch::default());
                while !done.load(Ordering::Relaxed) {
                    let mesh = published.newest();
                    if mesh.polygon_count() == 0 {
                        continue;
                    }
                    let ends = [random_place(&mesh, &mut random), random_place(&mesh, &mut random)];
                    let [from, to] = ends.map(|place| place.point);
                    let costs = mesh.cost_factors() != [CostFactor::ONE; 2];
                    let engine = if costs { Engine::Funnel } else { Engine::Optimal };
                    let options = PathOptions { engine, ..PathOptions::default() };
                    let found = path(&mesh, &mut scratch, from, to, &options);
                    assert_ne!(found.status, Status::NotFound, "{:?}", found.reason);
                    // From corner to corner it never leaves that very mesh, to a millimetre.
                    let near = SearchBox { x: 1e-3, y: 1.0, z: 1e-3 };
                    for pair in found.points.windows(2) {
                        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                            let part = |a: f64, b: f64| a + (b - a) * share;
                            let at = [
                                part(pair[0].x, pair[1].x),
                                part(pair[0].y, pair[1].y),
                                part(pair[0].z, pair[1].z),
                            ];
                            assert!(mesh.nearest(at, &near, |_| true).is_some(), "{at:?}");
                        }
                    }
                    for polygon in &found.polygons {
                        assert!(mesh.get(*polygon).is_some());
                    }
                    paths.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let (mut random, mut known) = (Random::new(99), Known::new());
        let until = Instant::now() + Duration::from_secs(more().min(60));
        let mut written = 0;
        while Instant::now() < until {
            let edit = random_edit(world, &mut known, &mut random);
            edits.apply(&[edit]).expect("an edit that makes sense");
            published.publish(edits.mesh().clone());
            written += 1;
        }
        done.store(true, Ordering::Relaxed);
        println!("{written} meshes, {} paths", paths.load(Ordering::Relaxed));
    });
    assert!(*published.newest() == *edits.mesh() && paths.into_inner() > 0);
}
