//! Floors over each other, or beside each other and not joined, on layers of their own.

use std::collections::BTreeMap;

use super::face::Part;
use crate::geom::convex::{overlap, run_along};
use crate::geom::{DisjointSets, PlanBox, PlanPoint, cast};
use crate::partition::Beyond;
use crate::surface::{Border, SeamId, TileSide};

/// A layer for each part, the lowest that has nothing over or under it, and nothing along its border
/// that it is not joined to: borders of one layer are bent together, also by edits that come to one of
/// the floors only. Portals that face each other within `tolerance` steps in height will be joined.
/// O(n log n), plus the pairs of parts that share a range of x.
pub(super) fn assign(parts: &[Part], beyond: &[Vec<Beyond>], tolerance: i64) -> Vec<u32> {
    let rings: Vec<Vec<PlanPoint>> = parts.iter().map(Part::plan).collect();
    let boxes: Vec<PlanBox> = rings
        .iter()
        .map(|ring| PlanBox::around(ring.iter().copied()).unwrap_or_default())
        .collect();
    let corners = joined_corners(beyond);
    let is_joined = |i: usize, j: usize| {
        corners[i].iter().any(|at| corners[j].contains(at))
            || faces((&parts[i], &beyond[i]), (&parts[j], &beyond[j]), tolerance)
    };
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&i| (boxes[i].min, i));
    let mut layers = vec![0; parts.len()];
    let mut active: Vec<usize> = Vec::new();
    for i in order {
        let near = boxes[i].grown(1);
        active.retain(|&j| boxes[j].max.x >= near.min.x);
        let meets = |&&j: &&usize| {
            boxes[j].meets(&near)
                && (overlap(&rings[j], &rings[i])
                    || run_along(&rings[j], &rings[i]) && !is_joined(j, i))
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

/// True when two parts have portals on one line that may become joints.
fn faces(a: (&Part, &[Beyond]), b: (&Part, &[Beyond]), tolerance: i64) -> bool {
    portals(a).any(|(side, line, [low, high])| {
        portals(b).any(|(back, other, [from, to])| {
            (back, other) == (side.opposite(), line)
                && i64::from(from) - i64::from(high) <= tolerance
                && i64::from(low) - i64::from(to) <= tolerance
        })
    })
}

/// The portals of a part: the side, where its line is, and the range of heights.
fn portals<'a>(
    (part, beyond): (&'a Part, &'a [Beyond]),
) -> impl Iterator<Item = (TileSide, i32, [i32; 2])> + 'a {
    let ends = part.corners.iter().zip(part.corners.iter().cycle().skip(1));
    beyond.iter().zip(ends).filter_map(|(beyond, (a, b))| {
        let Beyond::Portal(side) = *beyond else { return None };
        let line = match side {
            TileSide::East | TileSide::West => a.plan.x,
            TileSide::North | TileSide::South => a.plan.y,
        };
        Some((side, line, [a.height.min(b.height), a.height.max(b.height)]))
    })
}

/// For each corner of each part a number that the corners joined around it have in common.
fn joined_corners(beyond: &[Vec<Beyond>]) -> Vec<Vec<u32>> {
    let mut count = 0;
    let mut numbers: Vec<Vec<u32>> = Vec::with_capacity(beyond.len());
    for edges in beyond {
        let next = count + cast::count(edges.len());
        numbers.push((count..next).collect());
        count = next;
    }
    let mut sets = DisjointSets::new(count);
    let mut other_side: BTreeMap<SeamId, [u32; 2]> = BTreeMap::new();
    for (edges, numbers) in beyond.iter().zip(&numbers) {
        let ends = numbers.iter().zip(numbers.iter().cycle().skip(1));
        for (edge, (&from, &to)) in edges.iter().zip(ends) {
            let Beyond::Border(Border::Seam(at) | Border::Leave(at) | Border::Blocked(at)) = *edge
            else {
                continue;
            };
            if let Some([back_from, back_to]) = other_side.insert(at, [from, to]) {
                sets.join(from, back_to);
                sets.join(to, back_from);
            }
        }
    }
    numbers.iter().map(|of| of.iter().map(|&corner| sets.find(corner)).collect()).collect()
}
