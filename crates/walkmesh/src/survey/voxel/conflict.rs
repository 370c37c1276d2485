//! Where thinned outlines would cross, touch, or change sides.
//!
//! Thinning keeps what lies where when (de Berg, van Kreveld and Schirra, "A new approach to
//! subdivision simplification", 1995) no two segments meet except in ends that they share, no
//! kept point lies between a segment and the outline that it stands for, and around every node
//! the chains leave in the order in which they did before. All of it is decided exactly.

use super::contour::Beyond;
use super::simplify::Thinned;
use crate::geom::predicates::{self, Side};
use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast};
use std::cmp::Ordering;

/// Most squares along a side of a segment's box, which bounds what one segment can cost.
const MOST_SQUARES: i64 = 128;

/// A kept segment.
#[derive(Clone, Copy, Debug)]
struct Segment {
    chain: u32,
    at: u32,
    a: PlanPoint,
    b: PlanPoint,
    /// The box of the outline it stands for.
    bounds: PlanBox,
    /// Lowest and highest point of that outline.
    heights: (i32, i32),
    /// The layers on its sides.
    layers: (u32, Option<u32>),
    /// It came to be in the last round.
    fresh: bool,
}

impl Segment {
    fn shares_layer(&self, other: &Self) -> bool {
        let is = |layer: u32| other.layers.0 == layer || other.layers.1 == Some(layer);
        is(self.layers.0) || self.layers.1.is_some_and(is)
    }

    /// Whether the two must be kept apart.
    fn concerns(&self, other: &Self, near: i32) -> bool {
        let gap = |low: i32, high: i32| i64::from(low) - i64::from(high);
        self.shares_layer(other)
            || (gap(self.heights.0, other.heights.1) <= i64::from(near)
                && gap(other.heights.0, self.heights.1) <= i64::from(near))
    }
}

/// Marks the segments of each chain that take part in a conflict. Only what is new since `round`
/// is looked at: the rest was clean, or nothing can be put back there.
pub(super) fn find(chains: &[Thinned], layers: &[u32], near: i32, round: u32) -> Vec<Vec<bool>> {
    let mut marked: Vec<Vec<bool>> =
        chains.iter().map(|c| vec![false; c.kept.len().saturating_sub(1)]).collect();
    let Some(reach) = fresh_box(chains, round) else { return marked };
    let segments = segments(chains, layers, round, reach);
    let buckets = Buckets::new(&segments);
    let mut mark = |s: &Segment| marked[cast::index(s.chain)][cast::index(s.at)] = true;
    buckets.pairs(|i, j| {
        let (s, t) = (&segments[i], &segments[j]);
        if !(s.fresh || t.fresh) || !s.bounds.meets(&t.bounds) || !s.concerns(t, near) {
            return;
        }
        if collide(s, t) {
            mark(s);
            mark(t);
        }
        for (s, t) in [(s, t), (t, s)] {
            if covers(chains, s, t.a) || covers(chains, s, t.b) {
                mark(s);
            }
        }
    });
    turned_nodes(chains, &segments, mark);
    marked
}

/// The box around the outlines that the new segments stand for.
fn fresh_box(chains: &[Thinned], round: u32) -> Option<PlanBox> {
    if round == 0 {
        return chains.iter().map(|c| c.bounds).reduce(PlanBox::with_box);
    }
    let fresh = chains.iter().flat_map(|chain| {
        let segments = 0..chain.kept.len().saturating_sub(1);
        let fresh = segments.filter(move |&k| chain.kept[k].segment_round == round);
        fresh.flat_map(|k| chain.under(k))
    });
    PlanBox::around(fresh.map(|p| p.plan))
}

/// The segments that reach into a box, which holds all new ones.
fn segments(chains: &[Thinned], layers: &[u32], round: u32, reach: PlanBox) -> Vec<Segment> {
    let layer = |patch: u32| layers.get(cast::index(patch)).copied().unwrap_or(u32::MAX);
    let mut out = Vec::with_capacity(chains.iter().map(|c| c.kept.len()).sum());
    let near = chains.iter().enumerate().filter(|(_, c)| c.bounds.meets(&reach));
    for (c, thinned) in near {
        let own = layer(thinned.chain.patch);
        let other = match thinned.chain.beyond {
            Beyond::Patch(patch) => Some(layer(patch)),
            Beyond::Wall | Beyond::Tile(_) => None,
        };
        for at in 0..thinned.kept.len().saturating_sub(1) {
            let under = thinned.under(at);
            let (Some(first), Some(last)) = (under.first(), under.last()) else { continue };
            let start = PlanBox::new(first.plan, last.plan);
            let bounds = under.iter().fold(start, |b, p| b.with(p.plan));
            if !bounds.meets(&reach) {
                continue;
            }
            out.push(Segment {
                chain: cast::count(c),
                at: cast::count(at),
                a: first.plan,
                b: last.plan,
                bounds,
                heights: under.iter().fold((first.height, first.height), |(lo, hi), p| {
                    (lo.min(p.height), hi.max(p.height))
                }),
                layers: (own, other),
                fresh: thinned.kept[at].segment_round == round,
            });
        }
    }
    out
}

/// True when two segments meet anywhere but in a shared end.
fn collide(s: &Segment, t: &Segment) -> bool {
    let shared = [(s.a, s.b), (s.b, s.a)].iter().find_map(|&(p, p_other)| {
        [(t.a, t.b), (t.b, t.a)].iter().find(|q| q.0 == p).map(|q| (p, p_other, q.1))
    });
    match shared {
        None => predicates::segments_meet(s.a, s.b, t.a, t.b),
        Some((p, u, v)) => predicates::cross(p, u, v) == 0 && predicates::dot(p, u, v) > 0,
    }
}

/// True when `p` lies between segment `s` and the outline that it stands for.
fn covers(chains: &[Thinned], s: &Segment, p: PlanPoint) -> bool {
    let under = chains[cast::index(s.chain)].under(cast::index(s.at));
    if under.len() < 3 || p == s.a || p == s.b || !s.bounds.contains(p) {
        return false;
    }
    let plan: Vec<PlanPoint> = under.iter().map(|q: &GroundPoint| q.plan).collect();
    predicates::side_of_ring(&plan, p) != Side::Outside
}

/// One end of a chain at a node.
#[derive(Clone, Copy, Debug)]
struct End {
    layer: u32,
    node: PlanPoint,
    /// Direction in which the outline leaves: 0 east, 1 north, 2 west, 3 south.
    leaves: u8,
    /// Where the kept segment leads.
    to: PlanPoint,
    segment: usize,
}

/// Marks the segments around nodes where the chains no longer leave in their old order.
fn turned_nodes(chains: &[Thinned], segments: &[Segment], mut mark: impl FnMut(&Segment)) {
    let mut ends = Vec::with_capacity(segments.len());
    for (i, s) in segments.iter().enumerate() {
        let thinned = &chains[cast::index(s.chain)];
        let under = thinned.under(cast::index(s.at));
        let both = [s.layers.0].into_iter().chain(s.layers.1.filter(|&l| l != s.layers.0));
        for layer in both {
            let end = |node: PlanPoint, next: PlanPoint, to: PlanPoint| End {
                layer,
                node,
                leaves: direction(node, next),
                to,
                segment: i,
            };
            if s.at == 0 {
                ends.push(end(s.a, under[1].plan, s.b));
            }
            if cast::index(s.at) + 2 == thinned.kept.len() {
                ends.push(end(s.b, under[under.len() - 2].plan, s.a));
            }
        }
    }
    ends.sort_unstable_by_key(|e| (e.layer, e.node, e.leaves, e.segment));
    for around in ends.chunk_by(|a, b| (a.layer, a.node) == (b.layer, b.node)) {
        if around.len() > 2 && !is_one_turn(around) {
            around.iter().for_each(|e| mark(&segments[e.segment]));
        }
    }
}

fn direction(from: PlanPoint, to: PlanPoint) -> u8 {
    match (to.x.cmp(&from.x), to.y.cmp(&from.y)) {
        (Ordering::Greater, _) => 0,
        (_, Ordering::Greater) => 1,
        (Ordering::Less, _) => 2,
        _ => 3,
    }
}

/// True when the ends, in this order, lead once around the node counter-clockwise.
fn is_one_turn(around: &[End]) -> bool {
    let mut wraps = 0;
    for (i, e) in around.iter().enumerate() {
        let next = &around[(i + 1) % around.len()];
        let lower = |p: PlanPoint| p.y < e.node.y || (p.y == e.node.y && p.x < e.node.x);
        let ahead = match (lower(e.to), lower(next.to)) {
            (false, true) => true,
            (true, false) => false,
            _ => match predicates::orient(e.node, e.to, next.to) {
                Ordering::Greater => true,
                Ordering::Less => false,
                Ordering::Equal => return false,
            },
        };
        wraps += usize::from(!ahead);
    }
    wraps == 1
}

/// Segments by coarse squares of the plan.
struct Buckets {
    /// (row, column, segment), sorted.
    entries: Vec<(i32, i32, u32)>,
}

impl Buckets {
    fn new(segments: &[Segment]) -> Self {
        // Squares as large as a usual segment's box: few entries a segment, few pairs a square.
        let extent = |s: &Segment| {
            let size = |a: i32, b: i32| i64::from(b) - i64::from(a);
            size(s.bounds.min.x, s.bounds.max.x).max(size(s.bounds.min.y, s.bounds.max.y))
        };
        let total: i64 = segments.iter().map(extent).sum();
        let largest = segments.iter().map(extent).max().unwrap_or(0);
        let n = i64::from(cast::count(segments.len())).max(1);
        let size = cast::narrow_i32((total / n).max(largest / MOST_SQUARES)).max(1);
        let mut entries = Vec::with_capacity(4 * segments.len());
        for (i, s) in segments.iter().enumerate() {
            let i = cast::count(i);
            for y in s.bounds.min.y.div_euclid(size)..=s.bounds.max.y.div_euclid(size) {
                for x in s.bounds.min.x.div_euclid(size)..=s.bounds.max.x.div_euclid(size) {
                    entries.push((y, x, i));
                }
            }
        }
        entries.sort_unstable();
        Self { entries }
    }

    /// All pairs of segments that share a square; some come more than once.
    fn pairs(&self, mut pair: impl FnMut(usize, usize)) {
        for square in self.entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            for (k, &(_, _, i)) in square.iter().enumerate() {
                for &(_, _, j) in &square[k + 1..] {
                    pair(cast::index(i), cast::index(j));
                }
            }
        }
    }
}
