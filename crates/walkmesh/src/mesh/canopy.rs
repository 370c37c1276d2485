//! A tree over tiles whose boxes may change: the shape stays, boxes are taken in anew from the
//! leaf up.

use std::sync::Arc;

use super::paged::Paged;
use super::tree::{Visited, descend};
use crate::geom::{PlanBox, Upright, Volume, cast};

/// A complete binary tree over tiles; node `i` has the children `2 i` and `2 i + 1`, the root is 1.
/// Copies share what was not changed.
#[derive(Clone, Debug)]
pub(super) struct Canopy {
    shape: Arc<Shape>,
    /// The box around all below a node, `None` of none.
    volumes: Paged<Option<Volume>>,
}

/// Which tile stands at which leaf.
#[derive(Debug, Default)]
struct Shape {
    /// Tiles by leaf.
    tiles: Vec<u32>,
    /// Leaves by tile.
    leaves: Vec<u32>,
    /// The first leaf's node.
    first: usize,
}

impl Canopy {
    /// A tree over tiles, given where each is cut out of the plan and the box around its polygons:
    /// halved at the median of the longer side of the middles of the former. O(n log² n).
    pub(super) fn new(tiles: &[(PlanBox, Option<Volume>)]) -> Self {
        let boxes: Vec<Option<Volume>> = tiles.iter().map(|&(_, volume)| volume).collect();
        let centres: Vec<[i64; 2]> = tiles.iter().map(|(clip, _)| centre(clip)).collect();
        let mut tiles: Vec<u32> = (0..cast::count(boxes.len())).collect();
        let first = boxes.len().next_power_of_two();
        split(&centres, &mut tiles, first);
        let mut leaves = vec![0; tiles.len()];
        for (leaf, &tile) in (0_u32..).zip(&tiles) {
            leaves[cast::index(tile)] = leaf;
        }
        let mut volumes = vec![None; 2 * first];
        for (leaf, &tile) in tiles.iter().enumerate() {
            volumes[first + leaf] = boxes[cast::index(tile)];
        }
        for node in (1..first).rev() {
            volumes[node] = around(volumes[2 * node], volumes[2 * node + 1]);
        }
        let shape = Arc::new(Shape { tiles, leaves, first });
        Self { shape, volumes: volumes.into_iter().collect() }
    }

    /// Gives a tile another box. Logarithmic.
    pub(super) fn set(&mut self, tile: usize, volume: Option<Volume>) {
        let mut node = self.shape.first + cast::index(self.shape.leaves[tile]);
        let mut volume = volume;
        while self.volumes[node] != volume {
            *self.volumes.at(node) = volume;
            if node == 1 {
                return;
            }
            volume = around(volume, self.volumes[node ^ 1]);
            node /= 2;
        }
    }

    /// As [`Tree::nearest`](super::tree::Tree::nearest), over the tiles.
    pub(super) fn nearest(
        &self,
        from: Upright,
        within: &Volume,
        bound: i64,
        each: &mut impl FnMut(u32, i64) -> i64,
    ) -> i64 {
        let distance = |node: usize| {
            let volume = self.volumes[node].as_ref()?;
            volume.meets(within).then(|| volume.distance_squared(from))
        };
        descend(1, bound, distance, |node: usize, bound| match node.checked_sub(self.shape.first) {
            Some(leaf) => Visited::Leaf { bound: each(self.shape.tiles[leaf], bound) },
            None => Visited::Inner([2 * node, 2 * node + 1]),
        })
    }
}

/// The box around two.
fn around(a: Option<Volume>, b: Option<Volume>) -> Option<Volume> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.with(b)),
        (one, None) | (None, one) => one,
    }
}

/// Twice the middle of a box.
fn centre(b: &PlanBox) -> [i64; 2] {
    let sum = |a: i32, b: i32| i64::from(a) + i64::from(b);
    [sum(b.min.x, b.max.x), sum(b.min.y, b.max.y)]
}

/// Orders tiles so that each half of the `room` leaves that they stand at holds what is close
/// together.
fn split(centres: &[[i64; 2]], tiles: &mut [u32], room: usize) {
    let half = room / 2;
    if tiles.len() < 2 || half == 0 {
        return;
    }
    if tiles.len() > half {
        let spread = |axis: usize| {
            let along = tiles.iter().map(|&tile| centres[cast::index(tile)][axis]);
            along.clone().max().unwrap_or(0) - along.min().unwrap_or(0)
        };
        let axis = usize::from(spread(1) > spread(0));
        // The tile settles ties, so equal places give equal trees.
        tiles
            .select_nth_unstable_by_key(half - 1, |&tile| (centres[cast::index(tile)][axis], tile));
    }
    let (left, right) = tiles.split_at_mut(half.min(tiles.len()));
    split(centres, left, half);
    split(centres, right, half);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{GroundPoint, PlanPoint};
    use crate::mesh::samples::Dice;

    fn random_box(dice: &mut Dice) -> Option<Volume> {
        let at = GroundPoint::new(dice.below(40), dice.below(40), dice.below(9));
        (dice.below(5) > 0).then(|| Volume::around(at, [dice.below(6), dice.below(6), 1]))
    }

    #[test]
    fn boxes_that_change_are_found_where_they_are() {
        let mut dice = Dice::new(4);
        for count in [0_u32, 1, 2, 3, 8, 9, 100] {
            let clip = |dice: &mut Dice| {
                let at = PlanPoint::new(dice.below(40), dice.below(40));
                PlanBox::new(at, at).grown(3)
            };
            let mut boxes: Vec<_> = (0..count).map(|_| random_box(&mut dice)).collect();
            let tiles: Vec<_> = boxes.iter().map(|&b| (clip(&mut dice), b)).collect();
            let mut canopy = Canopy::new(&tiles);
            for _ in 0..60 {
                if count > 0 {
                    let tile = usize::try_from(dice.below(i32::try_from(count).unwrap())).unwrap();
                    boxes[tile] = random_box(&mut dice);
                    canopy.set(tile, boxes[tile]);
                }
                let p = GroundPoint::new(dice.below(50) - 5, dice.below(50) - 5, dice.below(20));
                let from = Upright::around(p, dice.below(3));
                let within = Volume::around(p, [dice.below(20), dice.below(20), dice.below(9)]);
                let bound = i64::from(dice.below(900));
                let mut found = Vec::new();
                canopy.nearest(from, &within, bound, &mut |tile, bound| {
                    found.push(tile);
                    bound
                });
                found.sort_unstable();
                let meets = |b: &Volume| b.meets(&within) && b.distance_squared(from) <= bound;
                let expected =
                    (0..count).filter(|&t| boxes[cast::index(t)].is_some_and(|b| meets(&b)));
                assert_eq!(found, expected.collect::<Vec<_>>());
            }
        }
    }
}
