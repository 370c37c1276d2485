//! Parts of leaves to layers: as few as can be, each mapping one-to-one to the plan.

use super::abut::abut;
use super::extents::Extents;
use super::free::Free;
use super::leaf::Leaf;
use super::sides::straight;
use crate::geom::{
    DisjointSets, OverlayError, PlanBox, PlanPoint, Shape, Volume, cast, intersection, union,
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

impl Part {
    fn shares_piece(&self, other: &Self) -> bool {
        self.pieces.iter().any(|piece| other.pieces.binary_search(piece).is_ok())
    }
}

/// Parts that make one layer, by index.
pub(super) type Members = Vec<usize>;

/// Joins parts of neighbouring boxes that continue each other, the largest first, where the
/// layer stays one-to-one and whole: ground that touches in plan is joined in it.
pub(super) fn group(parts: &[Part], free: &Free) -> Result<Vec<Members>, OverlayError> {
    let n = parts.len();
    let beside = beside(parts);
    let mut sets = DisjointSets::new(cast::count(n));
    let mut members: Vec<Members> = (0..n).map(|i| vec![i]).collect();
    for (_, a, b) in continuing(parts, &beside) {
        let (a, b) = (sets.find(cast::count(a)), sets.find(cast::count(b)));
        if a == b {
            continue;
        }
        let [first, second] = [a, b].map(|set| &members[cast::index(set)]);
        let mut are_joinable = true;
        for (i, j) in pairs(&beside, [first, second]) {
            let is_between = [i, j].map(|k| sets.find(cast::count(k))) == [a, b];
            if is_between && are_apart(&parts[i], &parts[j], free)? {
                are_joinable = false;
                break;
            }
        }
        if !are_joinable {
            continue;
        }
        sets.join(a, b);
        let [mut all, mut few] = [a, b].map(|set| std::mem::take(&mut members[cast::index(set)]));
        if all.len() < few.len() {
            std::mem::swap(&mut all, &mut few);
        }
        all.append(&mut few);
        members[cast::index(a.min(b))] = all;
    }
    members.retain(|m| !m.is_empty());
    for m in &mut members {
        m.sort_unstable();
    }
    Ok(members)
}

/// Pairs of parts of neighbouring boxes that have a piece in common, the largest first.
fn continuing(parts: &[Part], beside: &[Members]) -> Vec<(i128, usize, usize)> {
    let area: Vec<i128> =
        parts.iter().map(|p| p.ground.iter().map(Shape::area_doubled).sum()).collect();
    let mut pairs = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let later = beside[i].iter().filter(|&&j| j > i && parts[j].leaf != part.leaf);
        let goes_on = later.filter(|&&j| part.shares_piece(&parts[j]));
        pairs.extend(goes_on.map(|&j| (-area[i].min(area[j]), i, j)));
    }
    pairs.sort_unstable();
    pairs
}

/// True when the two, of one leaf or of leaves beside each other, have ground over the same place,
/// or side by side without a way across.
fn are_apart(a: &Part, b: &Part, free: &Free) -> Result<bool, OverlayError> {
    if a.leaf == b.leaf {
        return Ok(!intersection(&a.ground, &b.ground)?.is_empty());
    }
    Ok(abut(a, b, free))
}

/// For each part those of its leaf and of leaves beside it: only they can be apart from it.
fn beside(parts: &[Part]) -> Vec<Members> {
    let tree = Extents::new(parts.iter().zip(0..).map(|(part, i)| (Volume::flat(part.inner), i)));
    let of = |part: &Part| {
        let mut found = Members::new();
        tree.visit(&Volume::flat(part.inner), |i| found.push(cast::index(i)));
        found
    };
    parts.iter().map(of).collect()
}

/// Pairs of parts beside each other, one of the first set and one of the second, and more with just
/// one of them in its set; from the set with fewer parts on.
fn pairs<'a>(
    beside: &'a [Members],
    [first, second]: [&'a Members; 2],
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let is_first = first.len() <= second.len();
    let few = if is_first { first } else { second };
    few.iter()
        .flat_map(move |&i| beside[i].iter().map(move |&j| if is_first { (i, j) } else { (j, i) }))
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
