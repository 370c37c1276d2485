//! The outlines in a base polygon as parts that end at hot points.

use super::super::pixel::{passes, sort_along};
use super::Layer;
use crate::geom::predicates::Side;
use crate::geom::{PlanBox, PlanPoint, cast};

/// Between which two points an outline runs.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The lower first.
    pub(super) ends: [PlanPoint; 2],
    /// Index of the layer.
    pub(super) layer: u32,
    /// How often it runs there, less how often it runs back.
    pub(super) by: i32,
}

/// The border of a polygon and the parts of outlines in it, bent to hot points.
pub(super) struct Chains {
    /// The border's points from the first corner on, bends included; a point may come again
    /// where the polygon has no width.
    pub(super) ring: Vec<PlanPoint>,
    /// Where in the ring each corner stands.
    pub(super) corner_at: Vec<usize>,
    /// What runs inside, by ends and layer.
    pub(super) inner: Vec<Run>,
    /// What runs along the border.
    pub(super) along: Vec<Run>,
    bounds: PlanBox,
}

impl Chains {
    pub(super) fn new(
        corners: &[PlanPoint],
        bends: &[Vec<PlanPoint>],
        layers: &[Layer<'_>],
        hot: &[PlanPoint],
    ) -> Self {
        let mut ring = Vec::with_capacity(corners.len() + 8);
        let mut corner_at = Vec::with_capacity(corners.len());
        for (&corner, bends) in corners.iter().zip(bends) {
            corner_at.push(ring.len());
            ring.push(corner);
            ring.extend(bends);
        }
        let mut all: Vec<PlanPoint> = ring.iter().chain(hot).copied().collect();
        all.sort_unstable();
        all.dedup();
        let bounds = PlanBox::around(ring.iter().copied()).unwrap_or_default();
        let (inner, along) = (Vec::new(), Vec::new());
        let mut chains = Self { ring, corner_at, inner, along, bounds };
        chains.add_layers(layers, &all);
        chains
    }

    fn add_layers(&mut self, layers: &[Layer<'_>], hot: &[PlanPoint]) {
        let mut border: Vec<[PlanPoint; 2]> =
            (0..self.ring.len()).map(|i| ordered(self.ring[i], self.next(i))).collect();
        border.sort_unstable();
        let near = self.bounds.grown(1);
        let mut on = Vec::new();
        for (layer, index) in layers.iter().zip(0..) {
            for &[a, b] in &layer.outline.segments {
                if !PlanBox::new(a, b).meets(&near) {
                    continue;
                }
                on.clear();
                let from = hot.partition_point(|h| h.x < a.x.min(b.x));
                let there = hot[from..].iter().take_while(|h| h.x <= a.x.max(b.x));
                on.extend(there.filter(|&&h| passes(a, b, h)));
                sort_along(&mut on, a, b);
                for pair in on.windows(2) {
                    let ends = ordered(pair[0], pair[1]);
                    let by = if ends[0] == pair[0] { 1 } else { -1 };
                    let into = if border.binary_search(&ends).is_ok() {
                        &mut self.along
                    } else if side_of_middle(&self.ring, pair[0], pair[1]) == Side::Inside {
                        &mut self.inner
                    } else {
                        continue;
                    };
                    into.push(Run { ends, layer: index, by });
                }
            }
        }
        added_up(&mut self.inner);
        added_up(&mut self.along);
    }

    fn next(&self, i: usize) -> PlanPoint {
        self.ring[(i + 1) % self.ring.len()]
    }

    /// True when an outline parts the inside.
    pub(super) fn cut_inside(&self) -> bool {
        !self.inner.is_empty()
    }

    /// The changes over the polygon when no outline parts its inside.
    pub(super) fn over_all(&self, layers: &[Layer<'_>]) -> Vec<usize> {
        let middle = middle(&self.ring);
        let mut over = Vec::new();
        for (layer, index) in layers.iter().zip(0..) {
            let beside = (0..self.ring.len())
                .find_map(|i| run_between(&self.along, self.ring[i], self.next(i), index));
            let is_over =
                beside.map_or_else(|| layer.outline.side(middle) != Side::Outside, |runs| runs > 0);
            if is_over {
                over.extend(&layer.changes);
            }
        }
        over.sort_unstable();
        over
    }
}

fn ordered(a: PlanPoint, b: PlanPoint) -> [PlanPoint; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

/// Makes one of the runs of a layer between the same points, and none of what runs to and fro,
/// which parts nothing.
fn added_up(runs: &mut Vec<Run>) {
    runs.sort_unstable_by_key(|run| (run.ends, run.layer));
    runs.dedup_by(|next, kept| {
        let is_same = (next.ends, next.layer) == (kept.ends, kept.layer);
        kept.by += if is_same { next.by } else { 0 };
        is_same
    });
    runs.retain(|run| run.by != 0);
}

/// How often a layer runs from `a` to `b`, less how often back; `None` for never.
fn run_between(among: &[Run], a: PlanPoint, b: PlanPoint, layer: u32) -> Option<i32> {
    let key = (ordered(a, b), layer);
    let i = among.binary_search_by_key(&key, |run| (run.ends, run.layer)).ok()?;
    Some(if a <= b { among[i].by } else { -among[i].by })
}

/// The lattice point nearest to the middle of a convex ring's corners.
pub(super) fn middle(ring: &[PlanPoint]) -> PlanPoint {
    let n = i64::from(cast::extent(ring.len()));
    let mean = |v: fn(&PlanPoint) -> i32| {
        let sum: i64 = ring.iter().map(|p| i64::from(v(p))).sum();
        cast::narrow_i32((2 * sum + n).div_euclid(2 * n))
    };
    PlanPoint::new(mean(|p| p.x), mean(|p| p.y))
}

/// Where the middle of `ab` stands to a ring that may touch itself; crossing number, exact.
fn side_of_middle(ring: &[PlanPoint], a: PlanPoint, b: PlanPoint) -> Side {
    // In half steps, from the middle: numbers stay below 2^32, products need 128 bits.
    let at = |p: PlanPoint| {
        let twice = |v: i32, u: i32, w: i32| 2 * i128::from(v) - i128::from(u) - i128::from(w);
        (twice(p.x, a.x, b.x), twice(p.y, a.y, b.y))
    };
    let mut inside = false;
    for (i, &p) in ring.iter().enumerate() {
        let (p, q) = (at(p), at(ring[(i + 1) % ring.len()]));
        let turn = p.0 * q.1 - p.1 * q.0;
        if turn == 0 && p.0 * q.0 + p.1 * q.1 <= 0 {
            return Side::Border;
        }
        if (p.1 > 0) != (q.1 > 0) && (turn > 0) == (q.1 > p.1) {
            inside = !inside;
        }
    }
    if inside { Side::Inside } else { Side::Outside }
}
