//! The outlines in a base polygon as parts that end at hot points.

use std::cmp::{Ordering, Reverse};

use super::super::bends::Bends;
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
#[derive(Default)]
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
    /// The points of the ring.
    ring_points: Vec<PlanPoint>,
    /// Room for the sides of the ring, the points on a segment, and which points are used.
    border: Vec<[u32; 2]>,
    on: Vec<u32>,
    is_used: Vec<bool>,
}

impl Chains {
    /// Those of another polygon.
    pub(super) fn set(
        &mut self,
        corners: impl Iterator<Item = PlanPoint>,
        bends: &Bends,
        layers: &[Layer<'_>],
        hot: &[PlanPoint],
    ) {
        self.ring_points.clear();
        self.corner_at.clear();
        for (edge, corner) in corners.enumerate() {
            self.corner_at.push(self.ring_points.len());
            self.ring_points.push(corner);
            self.ring_points.extend(&bends[edge]);
        }
        self.points.clear();
        self.points.extend(self.ring_points.iter().chain(hot));
        self.points.sort_unstable();
        self.points.dedup();
        let points = &self.points;
        let name = |p: &PlanPoint| cast::count(points.partition_point(|q| q < p));
        self.ring.clear();
        self.ring.extend(self.ring_points.iter().map(name));
        self.add_layers(layers);
        self.keep_used();
    }

    fn add_layers(&mut self, layers: &[Layer<'_>]) {
        let n = self.ring.len();
        self.border.clear();
        self.border.extend((0..n).map(|i| ordered(self.ring[i], self.ring[(i + 1) % n])));
        self.border.sort_unstable();
        self.inner.clear();
        self.along.clear();
        let Self { points, inner, along, ring_points: ring, border, on, .. } = self;
        let bounds = PlanBox::around(ring.iter().copied()).unwrap_or_default();
        let near = bounds.grown(1);
        let is_narrow = bounds.max.x.abs_diff(bounds.min.x) < NARROW
            && bounds.max.y.abs_diff(bounds.min.y) < NARROW;
        for (layer, index) in layers.iter().zip(0..) {
            for &[a, b] in &layer.outline.segments {
                if !PlanBox::new(a, b).meets(&near) {
                    continue;
                }
                let (low, high, by) = if a <= b { (a, b, 1) } else { (b, a, -1) };
                on.clear();
                let from = points.partition_point(|h| h.x < low.x);
                let there = points[from..].iter().take_while(|h| h.x <= high.x);
                let passed = there.zip(cast::count(from)..).filter(|(h, _)| passes(low, high, **h));
                on.extend(passed.map(|(_, i)| i));
                if high.y < low.y {
                    // Squares along a segment follow each other in both axes.
                    on.sort_unstable_by_key(|&i| {
                        let p = points[cast::index(i)];
                        (p.x, Reverse(p.y))
                    });
                }
                for pair in on.windows(2) {
                    let ends = ordered(pair[0], pair[1]);
                    let by = if ends[0] == pair[0] { by } else { -by };
                    let into = if border.binary_search(&ends).is_ok() {
                        &mut *along
                    } else {
                        let ends = ends.map(|i| points[cast::index(i)]);
                        if side_of_middle(ring, ends, is_narrow) != Side::Inside {
                            continue;
                        }
                        &mut *inner
                    };
                    into.push(Run { ends, layer: index, by });
                }
            }
        }
        added_up(inner);
        added_up(along);
    }

    /// Drops the points at which nothing ends.
    fn keep_used(&mut self) {
        self.is_used.clear();
        self.is_used.resize(self.points.len(), false);
        let ends = self.inner.iter().flat_map(|run| run.ends);
        for v in self.ring.iter().copied().chain(ends) {
            self.is_used[cast::index(v)] = true;
        }
        if self.is_used.iter().all(|&is_used| is_used) {
            return;
        }
        let mut number = std::mem::take(&mut self.on);
        number.clear();
        let mut next = 0;
        for &is_used in &self.is_used {
            number.push(next);
            next += u32::from(is_used);
        }
        let mut used = self.is_used.iter();
        self.points.retain(|_| used.next().is_some_and(|&is_used| is_used));
        let runs = self.inner.iter_mut().chain(&mut self.along).flat_map(|run| &mut run.ends);
        for v in self.ring.iter_mut().chain(runs) {
            *v = number[cast::index(*v)];
        }
        self.on = number;
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
        let middle = middle(&self.ring_points);
        let mut over = Vec::new();
        for (layer, index) in layers.iter().zip(0..) {
            let beside = (0..self.ring.len())
                .find_map(|i| run_between(&self.along, self.ring[i], self.next(i), index));
            let is_over =
                beside.map_or_else(|| layer.outline.side(middle) != Side::Outside, |runs| runs > 0);
            if is_over {
                over.extend(layer.changes);
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
