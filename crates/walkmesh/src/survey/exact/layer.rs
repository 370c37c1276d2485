//! Parts of leaves to layers: as few as can be, each mapping one-to-one to the plan.

use super::abut::abut;
use super::free::Free;
use super::leaf::Leaf;
use super::sides::straight;
use crate::geom::{
    DisjointSets, OverlayError, PlanBox, PlanPoint, Shape, cast, intersection, union,
};

/// A part of a leaf with its ground.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) leaf: usize,
    pub(super) inner: PlanBox,
    /// Its pieces, in order.
    pub(super) pieces: Vec<usize>,
    /// Where there is ground, walls and all; empty where nothing is found from it.
    pub(super) ground: Vec<Shape>,
    /// Where the agent's centre may go.
    pub(super) walked: Vec<Shape>,
}

/// Parts that make one layer, by index.
pub(super) type Members = Vec<usize>;

/// Joins parts of neighbouring boxes that continue each other, the largest first, where the
/// layer stays one-to-one and whole: ground that touches in plan is joined in it.
pub(super) fn group(parts: &[Part], free: &Free) -> Result<Vec<Members>, OverlayError> {
    let n = parts.len();
    let area: Vec<i128> =
        parts.iter().map(|p| p.ground.iter().map(Shape::area_doubled).sum()).collect();
    let mut by_piece: Vec<(usize, usize)> =
        parts.iter().enumerate().flat_map(|(k, p)| p.pieces.iter().map(move |&i| (i, k))).collect();
    by_piece.sort_unstable();
    let mut pairs: Vec<(i128, usize, usize)> = Vec::new();
    for same in by_piece.chunk_by(|a, b| a.0 == b.0) {
        for (i, a) in same.iter().enumerate() {
            for b in &same[i + 1..] {
                if parts[a.1].leaf != parts[b.1].leaf && touch(&parts[a.1].inner, &parts[b.1].inner)
                {
                    pairs.push((-area[a.1].min(area[b.1]), a.1, b.1));
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut sets = DisjointSets::new(cast::count(n));
    let mut members: Vec<Members> = (0..n).map(|i| vec![i]).collect();
    for (_, a, b) in pairs {
        let (a, b) = (sets.find(cast::count(a)), sets.find(cast::count(b)));
        if a == b {
            continue;
        }
        let [first, second] = [a, b].map(|set| &members[cast::index(set)]);
        if any_pair(first, second, |i, j| are_apart(&parts[i], &parts[j], free))? {
            continue;
        }
        sets.join(a, b);
        let moved = std::mem::take(&mut members[cast::index(a.max(b))]);
        members[cast::index(a.min(b))].extend(moved);
    }
    members.retain(|m| !m.is_empty());
    for m in &mut members {
        m.sort_unstable();
    }
    Ok(members)
}

fn touch(a: &PlanBox, b: &PlanBox) -> bool {
    a.meets(b)
}

/// True when the two have ground over the same place, or side by side without a way across.
fn are_apart(a: &Part, b: &Part, free: &Free) -> Result<bool, OverlayError> {
    if a.leaf == b.leaf {
        return Ok(!intersection(&a.ground, &b.ground)?.is_empty());
    }
    Ok(touch(&a.inner, &b.inner) && abut(a, b, free))
}

/// True when something holds of any member of the one with any of the other.
fn any_pair<E>(
    a: &Members,
    b: &Members,
    mut holds: impl FnMut(usize, usize) -> Result<bool, E>,
) -> Result<bool, E> {
    for &i in a {
        for &j in b {
            if holds(i, j)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Shapes of each layer, with sides on those of the box as straight as they are.
pub(super) fn shapes(
    parts: &[Part],
    layers: &[Members],
    shapes: fn(&Part) -> &Vec<Shape>,
    sides: &PlanBox,
) -> Result<Vec<Vec<Shape>>, OverlayError> {
    layers.iter().map(|members| straight(united(parts, members, shapes)?, sides)).collect()
}

/// The shapes of a layer as one.
fn united(
    parts: &[Part],
    members: &Members,
    shapes: fn(&Part) -> &Vec<Shape>,
) -> Result<Vec<Shape>, OverlayError> {
    match &members[..] {
        &[only] => Ok(shapes(&parts[only]).clone()),
        _ => {
            let all: Vec<Shape> =
                members.iter().flat_map(|&i| shapes(&parts[i]).iter().cloned()).collect();
            union(&all)
        }
    }
}

/// Lines along which boxes were cut: sides of leaves inside the tile.
#[derive(Clone, Debug, Default)]
pub(super) struct CutLines {
    upright: Vec<i32>,
    across: Vec<i32>,
}

impl CutLines {
    pub(super) fn of(leaves: &[Leaf], clip: &PlanBox) -> Self {
        let sorted = |mut v: Vec<i32>, low: i32, high: i32| {
            v.retain(|&c| low < c && c < high);
            v.sort_unstable();
            v.dedup();
            v
        };
        let xs = leaves.iter().flat_map(|l| [l.inner.min.x, l.inner.max.x]).collect();
        let ys = leaves.iter().flat_map(|l| [l.inner.min.y, l.inner.max.y]).collect();
        Self {
            upright: sorted(xs, clip.min.x, clip.max.x),
            across: sorted(ys, clip.min.y, clip.max.y),
        }
    }

    /// True when an edge lies on such a line.
    pub(super) fn hold(&self, a: PlanPoint, b: PlanPoint) -> bool {
        (a.x == b.x && self.upright.binary_search(&a.x).is_ok())
            || (a.y == b.y && self.across.binary_search(&a.y).is_ok())
    }
}
