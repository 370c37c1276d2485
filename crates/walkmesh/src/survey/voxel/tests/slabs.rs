//! Rows that are swept at the same time are those that are swept one after the other.

use super::super::reaching::Reaching;
use super::super::slab::{self, Slab, parted, slabs};
use super::super::{Counts, Window, sweep};
use super::random::{assert_same, cave};
use super::scene::Scene;
use crate::geom::cast;
use crate::soup::Soup;
use walkmesh_testkit::Random;

/// Floors and blocks alone, which are swept by runs of cells.
fn building(seed: u64) -> Scene {
    let mut scene = cave(seed);
    let Soup { vertices, triangles, .. } = &mut scene.soup;
    triangles.retain(|t| {
        let [a, b, c] = t.corners.map(|corner| vertices[cast::index(corner)]);
        let is_upright = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z) == 0.0;
        is_upright || (b.y - a.y).abs() + (c.y - a.y).abs() == 0.0
    });
    scene
}

#[test]
fn slabs_put_together_are_the_whole() {
    for seed in 0..30 {
        for mut scene in [cave(seed), building(seed)] {
            scene.parameters.filter_ledges = seed % 3 != 0;
            scene.parameters.filter_low_hanging = seed % 4 != 0;
            let resolved = scene.resolved();
            let window = Window::new(&resolved, resolved.clip).unwrap();
            let swept = |count: i32| {
                let ends: Vec<i32> = (1..count).map(|i| window.depth * i / count).collect();
                let (slabs, mut counts) = (parted(window.depth, &ends), Counts::default());
                let rules = (&scene.parameters, &resolved);
                let all = 0..scene.soup.triangles.len();
                let reaching = Reaching::new(&scene.soup, all, rules, window, slabs.len());
                let notes = (&mut counts, &mut None);
                let open = sweep::in_slabs(reaching, rules, (window, &slabs), notes).unwrap();
                (open, counts)
            };
            let (whole, counts) = swept(1);
            assert!(whole.len() > 0, "seed {seed}");
            for count in [2, 3, 7, window.depth / 2, window.depth] {
                let (open, sum) = swept(count);
                let at = format!("seed {seed}, {count} slabs");
                assert_eq!(sum, counts, "{at}");
                assert_same(&open, &whole, &at);
            }
        }
    }
}

#[test]
fn slabs_have_as_much_to_do() {
    let mut random = Random::new(5);
    let scene = cave(1);
    let window = Window::new(&scene.resolved(), scene.resolved().clip).unwrap();
    for round in 0..300 {
        let window = Window { depth: random.between(1, 900), ..window };
        let heavy = random.between(0, window.depth);
        let mut row = |y: i32| {
            let most = if (y < heavy) == (round % 2 == 0) { 900 } else { 90 };
            f64::from(random.between(0, most))
        };
        let work: Vec<f64> = (0..window.depth).map(&mut row).collect();
        for threads in [1, 2, 3, 8] {
            let count = slab::count(&window, threads);
            let slabs = slabs(&window, count, work.iter().copied());
            assert_eq!(slabs.len(), count);
            let rows =
                |slab: &Slab| cast::cell_index(slab.own.start)..cast::cell_index(slab.own.end);
            let all: Vec<usize> = slabs.iter().flat_map(rows).collect();
            assert!(all.into_iter().eq(0..work.len()), "each row is in one");
            let of = |slab: &Slab| work[rows(slab)].iter().sum::<f64>();
            let mean = work.iter().sum::<f64>() / cast::float(i64::from(cast::count(slabs.len())));
            // Half a row more on either side, or as few rows as a slab has.
            let few = |slab: &Slab| rows(slab).len() <= 12;
            assert!(slabs.iter().all(|slab| of(slab) <= mean + 1800.0 || few(slab)), "{round}");
        }
    }
}
