//! The outlines in a base polygon as parts that end at hot points.

use std::cmp::{Ordering, Reverse};

use super::super::pixel::passes;
use super::Layer;
use crate::geom::predicates::Side;
use crate::geom::{PlanBox, PlanPoint, cast};

/// Up to this extent of a polygon, steps, products of twice its coordinates fit 64 bits.
const NARROW: u32 = 1 << 28;

/// Between which two points an outline runs.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// By index, the lower point first.
    pub(super) ends: [u32; 2],
    /// Index of the layer.
    pub(super) layer: u32,
    /// How often it runs there, less how often it runs back.
    pub(super) by: i32,
}

/// The border of a polygon and the parts of outlines in it, bent to hot points.
pub(super) struct Chains {
    /// The points of border and parts in ascending order.
    pub(super) points: Vec<PlanPoint>,
    /// The border's points from the first corner on, bends included; a point may come again
    /// where the polygon has no width.
    pub(super) ring: Vec<u32>,
    /// Where in the ring each corner stands.
    pub(super) corner_at: Vec<usize>,
    /// What runs inside, by ends and layer.
    pub(super) inner: Vec<Run>,
    /// What runs along the border.
    pub(super) along: Vec<Run>,
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
        let mut points = Vec::with_capacity(ring.len() + hot.len());
        points.extend(ring.iter().chain(hot));
        points.sort_unstable();
        points.dedup();
        let name = |p: &PlanPoint| cast::count(points.partition_point(|q| q < p));
        let numbers = ring.iter().map(name).collect();
        let (inner, along) = (Vec::new(), Vec::new());
        let mut chains = Self { points, ring: numbers, corner_at, inner, along };
        chains.add_layers(layers, &ring);
        chains.keep_used();
        chains
    }

    fn add_layers(&mut self, layers: &[Layer<'_>], ring: &[PlanPoint]) {
        let mut border: Vec<[u32; 2]> =
            (0..self.ring.len()).map(|i| ordered(self.ring[i], self.next(i))).collect();
        border.sort_unstable();
        let bounds = PlanBox::around(ring.iter().copied()).unwrap_or_default();
        let near = bounds.grown(1);
        let is_narrow = bounds.max.x.abs_diff(bounds.min.x) < NARROW
            && bounds.max.y.abs_diff(bounds.min.y) < NARROW;
        let mut on: Vec<u32> = Vec::new();
        for (layer, index) in layers.iter().zip(0..) {
            for &[a, b] in &layer.outline.segments {
                if !PlanBox::new(a, b).meets(&near) {
                    continue;
                }
                let (low, high, by) = if a <= b { (a, b, 1) } else { (b, a, -1) };
                on.clear();
                let from = self.points.partition_point(|h| h.x < low.x);
                let there = self.points[from..].iter().take_while(|h| h.x <= high.x);
                let passed = there.zip(cast::count(from)..).filter(|(h, _)| passes(low, high, **h));
                on.extend(passed.map(|(_, i)| i));
                if high.y < low.y {
                    // Squares along a segment follow each other in both axes.
                    let points = &self.points;
                    on.sort_unstable_by_key(|&i| {
                        let p = points[cast::index(i)];
                        (p.x, Reverse(p.y))
                    });
                }
                for pair in on.windows(2) {
                    let ends = ordered(pair[0], pair[1]);
                    let by = if ends[0] == pair[0] { by } else { -by };
                    let into = if border.binary_search(&ends).is_ok() {
                        &mut self.along
                    } else {
                        let ends = ends.map(|i| self.points[cast::index(i)]);
                        if side_of_middle(ring, ends, is_narrow) != Side::Inside {
                            continue;
                        }
                        &mut self.inner
                    };
                    into.push(Run { ends, layer: index, by });
                }
            }
        }
        added_up(&mut self.inner);
        added_up(&mut self.along);
    }

    /// Drops the points at which nothing ends.
    fn keep_used(&mut self) {
        let mut is_used = vec![false; self.points.len()];
        let ends = self.inner.iter().flat_map(|run| run.ends);
        for v in self.ring.iter().copied().chain(ends) {
            is_used[cast::index(v)] = true;
        }
        let mut number = Vec::with_capacity(is_used.len());
        let mut next = 0;
        for &is_used in &is_used {
            number.push(next);
            next += u32::from(is_used);
        }
        let mut used = is_used.into_iter();
        self.points.retain(|_| used.next().unwrap_or(false));
        let runs = self.inner.iter_mut().chain(&mut self.along).flat_map(|run| &mut run.ends);
        for v in self.ring.iter_mut().chain(runs) {
            *v = number[cast::index(*v)];
        }
    }

    pub(super) fn next(&self, i: usize) -> u32 {
        self.ring[if i + 1 == self.ring.len() { 0 } else { i + 1 }]
    }

    /// True when an outline parts the inside.
    pub(super) fn cut_inside(&self) -> bool {
        !self.inner.is_empty()
    }

    /// The changes over the polygon when no outline parts its inside.
    pub(super) fn over_all(&self, layers: &[Layer<'_>]) -> Vec<usize> {
        let ring: Vec<PlanPoint> = self.ring.iter().map(|&v| self.points[cast::index(v)]).collect();
        let middle = middle(&ring);
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

pub(super) fn ordered(a: u32, b: u32) -> [u32; 2] {
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
fn run_between(among: &[Run], a: u32, b: u32, layer: u32) -> Option<i32> {
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
/// `is_narrow` says that ring and points are within [`NARROW`] of each other.
fn side_of_middle(ring: &[PlanPoint], [a, b]: [PlanPoint; 2], is_narrow: bool) -> Side {
    // In half steps, from the middle.
    let at = |p: PlanPoint| {
        let twice = |v: i32, u: i32, w: i32| 2 * i64::from(v) - i64::from(u) - i64::from(w);
        (twice(p.x, a.x, b.x), twice(p.y, a.y, b.y))
    };
    let sign = |a: i64, b: i64, c: i64, d: i64| {
        if is_narrow {
            (a * b + c * d).cmp(&0)
        } else {
            let wide = |a: i64, b: i64| i128::from(a) * i128::from(b);
            (wide(a, b) + wide(c, d)).cmp(&0)
        }
    };
    let mut inside = false;
    let Some(&last) = ring.last() else { return Side::Outside };
    let mut p = at(last);
    for &q in ring {
        let q = at(q);
        if p.1.min(q.1) <= 0 && p.1.max(q.1) >= 0 {
            let turn = sign(p.0, q.1, -p.1, q.0);
            if turn == Ordering::Equal && sign(p.0, q.0, p.1, q.1) != Ordering::Greater {
                return Side::Border;
            }
            if (p.1 > 0) != (q.1 > 0) && (turn == Ordering::Greater) == (q.1 > p.1) {
                inside = !inside;
            }
        }
        p = q;
    }
    if inside { Side::Inside } else { Side::Outside }
}
