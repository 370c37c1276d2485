//! Rows that are swept at the same time are those that are swept one after the other.

use super::super::slab::parted;
use super::super::{Counts, Window, sweep};
use super::random::{assert_same, cave};
use super::scene::Scene;
use crate::geom::cast;
use crate::soup::Soup;

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
                let (slabs, mut counts) = (parted(window.depth, count), Counts::default());
                let rules = (&scene.parameters, &resolved);
                let all = 0..scene.soup.triangles.len();
                let notes = (&mut counts, &mut None);
                let open =
                    sweep::in_slabs(&scene.soup, all, rules, (window, &slabs), notes).unwrap();
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
