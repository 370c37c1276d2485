//! Floors over each other on layers of their own.

use super::face::Part;
use crate::geom::convex::overlap;
use crate::geom::{PlanBox, PlanPoint, cast};

/// A layer for each part, the lowest that has nothing over or under it. O(n log n), plus the
/// pairs of parts that share a range of x.
pub(super) fn assign(parts: &[Part]) -> Vec<u32> {
    let rings: Vec<Vec<PlanPoint>> = parts.iter().map(Part::plan).collect();
    let boxes: Vec<PlanBox> = rings
        .iter()
        .map(|ring| PlanBox::around(ring.iter().copied()).unwrap_or_default())
        .collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&i| (boxes[i].min, i));
    let mut layers = vec![0; parts.len()];
    let mut active: Vec<usize> = Vec::new();
    for i in order {
        active.retain(|&j| boxes[j].max.x > boxes[i].min.x);
        let meets = |j: &&usize| {
            boxes[**j].max.y > boxes[i].min.y
                && boxes[**j].min.y < boxes[i].max.y
                && overlap(&rings[**j], &rings[i])
        };
        let mut taken: Vec<u32> = active.iter().filter(meets).map(|&j| layers[j]).collect();
        taken.sort_unstable();
        taken.dedup();
        let free = (0..).zip(&taken).find(|&(free, &taken)| free != taken).map(|(free, _)| free);
        layers[i] = free.unwrap_or_else(|| cast::count(taken.len()));
        active.push(i);
    }
    layers
}
