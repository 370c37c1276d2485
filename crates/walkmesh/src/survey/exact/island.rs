//! Taking away what is too small to be worth walking on.

use super::free::Free;
use crate::geom::predicates::ring_area_doubled;
use crate::geom::{DisjointSets, PlanBox, PlanPoint, cast};
use crate::surface::{Border, Patch, Surface};

/// The pieces of those sets whose ground has at least that area (doubled) or that may go on
/// beyond what is looked at, in order.
pub(super) fn large_enough(
    free: &Free,
    sets: &[Vec<usize>],
    near: &PlanBox,
    least: i128,
) -> Vec<usize> {
    let goes_on = |b: &PlanBox| {
        b.min.x <= near.min.x
            || b.min.y <= near.min.y
            || b.max.x >= near.max.x
            || b.max.y >= near.max.y
    };
    let is_kept = |set: &&Vec<usize>| {
        set.iter().any(|&i| goes_on(&free.pieces[i].bounds))
            || set.iter().map(|&i| free.pieces[i].shape.area_doubled()).sum::<i128>() >= least
    };
    let mut kept: Vec<usize> = sets.iter().filter(is_kept).flatten().copied().collect();
    kept.sort_unstable();
    kept
}

/// Drops patches that with all that hang together with them have less than an area (doubled) and
/// touch no side of the tile, where the next tile may continue them. Layers without patches go.
pub(super) fn remove_small(surface: &mut Surface, least: i128) {
    let patches: Vec<&Patch> = surface.layers.iter().flat_map(|layer| &layer.patches).collect();
    let mut sets = DisjointSets::new(cast::count(patches.len()));
    let mut seams: Vec<(u32, u32)> = Vec::new();
    for (i, patch) in (0_u32..).zip(&patches) {
        for border in patch.rings().flat_map(|ring| &ring.borders) {
            if let Border::Seam(seam) = border {
                seams.push((seam.0, i));
            }
        }
    }
    seams.sort_unstable();
    for pair in seams.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        sets.join(pair[0].1, pair[1].1);
    }
    let mut area = vec![0_i128; patches.len()];
    let mut at_side = vec![false; patches.len()];
    for (i, patch) in (0_u32..).zip(&patches) {
        let set = cast::index(sets.find(i));
        for ring in patch.rings() {
            let plan: Vec<PlanPoint> = ring.points.iter().map(|p| p.plan).collect();
            area[set] += ring_area_doubled(&plan);
            at_side[set] |= ring.borders.iter().any(|b| matches!(b, Border::Tile(_)));
        }
    }
    let mut i = 0;
    for layer in &mut surface.layers {
        layer.patches.retain(|_| {
            let set = cast::index(sets.find(i));
            i += 1;
            at_side[set] || area[set] >= least
        });
    }
    surface.layers.retain(|layer| !layer.patches.is_empty());
}
