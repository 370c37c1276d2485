//! What is around layers, found cell by cell and span by span.

use super::super::layers::Patches;
use super::super::pieces::Pieces;
use super::super::sample::Samples;
use super::super::{crowd, sides};
use super::random::{Dice, cave, kept};
use crate::surface::HeightGrid;

/// By one thread, and by two.
const BOTH: [bool; 2] = [false, true];

#[test]
fn grids_are_the_same_by_cells_and_by_spans() {
    let (mut sure, mut perhaps, mut in_the_way) = (0, 0, 0);
    for seed in 0..120 {
        let scene = cave(seed);
        let resolved = scene.resolved();
        let (mut open, keep) = kept(&scene, &resolved);
        // A tile with more around it, and sometimes the whole.
        let mut dice = Dice(seed);
        let at = |n: u32| i32::try_from(n).unwrap();
        if dice.below(4) > 0 {
            let mut inner = |n: i32| {
                let from = at(dice.below(n.unsigned_abs() / 2));
                (from, from + 1 + at(dice.below((n - from).unsigned_abs())))
            };
            let (columns, rows) = (inner(open.window.width), inner(open.window.depth));
            open.window.inner_min = (columns.0, rows.0);
            open.window.inner_max = (columns.1, rows.1);
        }
        let [crowded, shared] = BOTH.map(|is_shared| crowd::crowded_by(&open, is_shared));
        assert_eq!(crowded, shared, "seed {seed}");
        let [pieces, shared] = BOTH.map(|is_shared| Pieces::of_by(&open, &keep, is_shared));
        assert_eq!(pieces, shared, "seed {seed}");
        let [contested, shared] =
            BOTH.map(|is_shared| pieces.contested_by(&open, &crowded, is_shared));
        assert_eq!(contested, shared, "seed {seed}");
        in_the_way += contested.spans.iter().filter(|&&is_so| is_so).count();
        let patches = Patches::flood(&open, pieces, &crowded, None);
        let [sides, shared] = BOTH.map(|is_shared| sides::of_by(&open, &patches, is_shared));
        assert_eq!(sides, shared, "seed {seed}");
        let rim = sides::rim(&sides);
        let (reach, steep) = (1 + at(dice.below(4)), 1 + i64::from(dice.below(3)));
        let step = i64::from(resolved.climb) / steep;
        let mut grids = |few: usize| -> Vec<Option<HeightGrid>> {
            let samples = Samples::found(&open, (&patches, rim.clone(), None), (reach, step), few);
            let [some, others] = samples.runs_around();
            sure += some;
            perhaps += others;
            samples.grids((&open.window, &open.heights), open.starts.clone(), (reach, step))
        };
        let by_spans = grids(0);
        assert_eq!(by_spans, grids(usize::MAX), "{seed}");
    }
    assert!(sure > 1000 && perhaps > 1000, "{sure} {perhaps}");
    assert!(in_the_way > 1000, "{in_the_way}");
}
