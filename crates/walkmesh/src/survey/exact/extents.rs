//! Which boxes reach into a place: a tree over them.
//!
//! ```text
//!  nodes, each before what is under it:   0 ── 1 ── 2 (leaf)      a node that is passed over
//!                                         │    └─── 3 (leaf)      leads to its `next`
//!                                         └─── 4 (leaf)
//! ```
//!
//! A grid would need bins of the size of the smallest things, which stand close together where
//! furniture is; a tree is as fine as they are.

use crate::geom::{PlanBox, PlanPoint, Volume, cast};

/// Lines that rise no more, steps, are no narrower than the boxes around them are.
const NARROW: f64 = 64.0;
/// Most boxes in a leaf.
const LEAF: usize = 8;
/// So finely are middles told apart along each axis.
const BITS: u32 = 21;

#[derive(Clone, Copy, Debug)]
struct Node {
    extent: Volume,
    /// The node after all that are under this one.
    next: u32,
    /// The boxes of a leaf, by place in the list of them all; of other nodes none.
    first: u32,
    end: u32,
}

/// Boxes, to be asked which reach into another.
#[derive(Debug, Default)]
pub(super) struct Extents {
    nodes: Vec<Node>,
    /// Each box and its number, by leaf.
    items: Vec<(Volume, u32)>,
}

impl Extents {
    /// Boxes with their numbers. O(n log n).
    pub(super) fn new(items: impl IntoIterator<Item = (Volume, u32)>) -> Self {
        let all: Vec<(Volume, u32)> = items.into_iter().collect();
        let Some(whole) = around(&all) else { return Self::default() };
        let run = along_curve(&all, &whole);
        let (nodes, items) = (Vec::with_capacity(all.len()), Vec::with_capacity(all.len()));
        let mut tree = Self { nodes, items };
        build(&run, &all, &mut tree);
        tree
    }

    /// Those whose number is kept. Linear.
    pub(super) fn only(&self, is_kept: impl Fn(u32) -> bool) -> Self {
        let mut kept = Self::default();
        // The nodes that are open, by where they end in the old tree and begin in the new one.
        let mut open: Vec<(u32, usize)> = Vec::new();
        for (i, node) in (0..).zip(&self.nodes) {
            kept.close(&mut open, i);
            let at = kept.nodes.len();
            if node.first == node.end {
                kept.nodes.push(*node);
                open.push((node.next, at));
                continue;
            }
            let first = kept.items.len();
            let own = &self.items[cast::index(node.first)..cast::index(node.end)];
            kept.items.extend(own.iter().filter(|item| is_kept(item.1)));
            if let Some(extent) = around(&kept.items[first..]) {
                let (first, end) = (cast::count(first), cast::count(kept.items.len()));
                kept.nodes.push(Node { extent, next: cast::count(at + 1), first, end });
            }
        }
        kept.close(&mut open, cast::count(self.nodes.len()));
        kept
    }

    /// Ends the open nodes that do not hold old node `i`.
    fn close(&mut self, open: &mut Vec<(u32, usize)>, i: u32) {
        while let Some((_, at)) = open.pop_if(|(next, _)| *next == i) {
            let under = self.nodes[at + 1..].first().map(|node| node.extent);
            let Some(mut extent) = under else {
                self.nodes.truncate(at);
                continue;
            };
            let mut other = cast::index(self.nodes[at + 1].next);
            while let Some(node) = self.nodes.get(other) {
                extent = extent.with(node.extent);
                other = cast::index(node.next);
            }
            let next = cast::count(self.nodes.len());
            self.nodes[at] = Node { extent, next, first: 0, end: 0 };
        }
    }

    /// Visits the number of each box that shares a point with `extent`, once and in no order.
    pub(super) fn visit(&self, extent: &Volume, mut visit: impl FnMut(u32)) {
        self.visit_until(extent, |i| {
            visit(i);
            false
        });
    }

    /// As [`Self::visit`], until one is what was looked for; whether any was.
    pub(super) fn visit_until(&self, extent: &Volume, is_found: impl FnMut(u32) -> bool) -> bool {
        self.visit_where(extent, |_| true, is_found)
    }

    /// As [`Self::visit`], but for those that come within `reach` steps of a line as well, and
    /// perhaps some that do not.
    pub(super) fn visit_along(
        &self,
        (a, b): (PlanPoint, PlanPoint),
        reach: i32,
        (low, high): (i32, i32),
        mut visit: impl FnMut(u32),
    ) {
        let visit = |i| {
            visit(i);
            false
        };
        let bounds = PlanBox::new(a, b).grown(reach);
        let extent = Volume { plan: bounds, low, high };
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        // Along an axis, or nearly so, the box around it tells as much.
        if dx.abs().min(dy.abs()) <= NARROW {
            self.visit_where(&extent, |_| true, visit);
            return;
        }
        // A step more makes up for rounding.
        let reach = (f64::from(reach) + 1.0) * (dx * dx + dy * dy).sqrt();
        let is_near = |bounds: &PlanBox| {
            let PlanBox { min, max } = bounds;
            let middle = |low: i32, high: i32| (f64::from(low) + f64::from(high)) / 2.0;
            let half = |low: i32, high: i32| (f64::from(high) - f64::from(low)) / 2.0;
            let x = middle(min.x, max.x) - f64::from(a.x);
            let y = middle(min.y, max.y) - f64::from(a.y);
            let around = half(min.x, max.x) * dy.abs() + half(min.y, max.y) * dx.abs();
            (dx * y - dy * x).abs() <= around + reach
        };
        self.visit_where(&extent, is_near, visit);
    }

    fn visit_where(
        &self,
        extent: &Volume,
        is_near: impl Fn(&PlanBox) -> bool,
        mut is_found: impl FnMut(u32) -> bool,
    ) -> bool {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if !node.extent.meets(extent) || !is_near(&node.extent.plan) {
                at = cast::index(node.next);
                continue;
            }
            for (own, i) in &self.items[cast::index(node.first)..cast::index(node.end)] {
                if own.meets(extent) && is_near(&own.plan) && is_found(*i) {
                    return true;
                }
            }
            at += 1;
        }
        false
    }
}

/// A box to be put into the tree: where its middle is along the curve, and its place in the list
/// of them all.
type Middle = (u64, u32);

/// The boxes in the order in which a curve that fills space (Morton's) passes their middles: those
/// of a cell stand together, so do those of either half of it, and so on.
fn along_curve(all: &[(Volume, u32)], whole: &Volume) -> Vec<Middle> {
    let [x, y, h] = whole.centre();
    let PlanBox { min, max } = whole.plan;
    let sizes = [max.x.abs_diff(min.x), max.y.abs_diff(min.y), whole.high.abs_diff(whole.low)];
    let size = sizes.into_iter().max().unwrap_or(0);
    // Middles are counted twice; the lowest of a size from the middle of all.
    let start = [x, y, h].map(|middle| middle - i64::from(size));
    let shift = (u64::BITS - (2 * u64::from(size)).leading_zeros()).saturating_sub(BITS);
    let key = |own: &Volume| {
        let at = own.centre();
        let along = |axis: usize| spread(at[axis].abs_diff(start[axis]) >> shift);
        along(0) | along(1) << 1 | along(2) << 2
    };
    let mut run: Vec<Middle> = all.iter().zip(0..).map(|((own, _), i)| (key(own), i)).collect();
    run.sort_unstable();
    run
}

/// The lowest [`BITS`] of a number, two zeros between each and the next.
const fn spread(v: u64) -> u64 {
    let v = v & 0x1f_ffff;
    let v = (v | v << 32) & 0x001f_0000_0000_ffff;
    let v = (v | v << 16) & 0x001f_0000_ff00_00ff;
    let v = (v | v << 8) & 0x100f_00f0_0f00_f00f;
    let v = (v | v << 4) & 0x10c3_0c30_c30c_30c3;
    (v | v << 2) & 0x1249_2492_4924_9249
}

/// Adds the nodes of a run of boxes to the tree and, by leaf, the boxes; what is around them.
fn build(run: &[Middle], all: &[(Volume, u32)], tree: &mut Extents) -> Option<Volume> {
    let at = tree.nodes.len();
    let first = tree.items.len();
    if run.len() <= LEAF {
        tree.items.extend(run.iter().map(|&(_, item)| all[cast::index(item)]));
        let extent = around(&tree.items[first..])?;
        let (first, end) = (cast::count(first), cast::count(tree.items.len()));
        tree.nodes.push(Node { extent, next: cast::count(at + 1), first, end });
        return Some(extent);
    }
    tree.nodes.push(Node { extent: all[0].0, next: 0, first: 0, end: 0 });
    let (low, high) = run.split_at(half(run));
    let (low, high) = (build(low, all, tree)?, build(high, all, tree)?);
    let extent = low.with(high);
    tree.nodes[at] = Node { extent, next: cast::count(tree.nodes.len()), first: 0, end: 0 };
    Some(extent)
}

/// Where the curve goes over to the other half of the smallest cell that holds all of a run.
fn half(run: &[Middle]) -> usize {
    let (Some(&(low, _)), Some(&(high, _))) = (run.first(), run.last()) else { return 0 };
    match low ^ high {
        0 => run.len() / 2,
        apart => {
            let bit = 1 << apart.ilog2();
            run.partition_point(|&(at, _)| at & bit == 0)
        }
    }
}

fn around(items: &[(Volume, u32)]) -> Option<Volume> {
    items.iter().map(|item| item.0).reduce(Volume::with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn all_that_meet_are_visited_once() {
        let mut random = Random::new(6);
        for count in [0, 1, LEAF, LEAF + 1, 300] {
            let mut extent = |span: i32| {
                let mut at = || random.between(-1000, 1000);
                let (x, y, low) = (at(), at(), at());
                let mut size = || random.between(0, span);
                let max = PlanPoint::new(x + size(), y + size());
                Volume { plan: PlanBox::new(PlanPoint::new(x, y), max), low, high: low + size() }
            };
            let all: Vec<Volume> = (0..count).map(|i| extent([5, 80][i % 2])).collect();
            let tree = Extents::new(all.iter().copied().zip(0..));
            let third = tree.only(|i| i % 3 == 0);
            assert!(tree.only(|_| false).nodes.is_empty());
            for _ in 0..100 {
                let asked = extent(600);
                let mut found = Vec::new();
                tree.visit(&asked, |i| found.push(i));
                found.sort_unstable();
                let met = (0..).zip(&all).filter(|(_, own)| own.meets(&asked));
                assert_eq!(found, met.map(|(i, _)| i).collect::<Vec<u32>>());
                found.retain(|i| i % 3 == 0);
                let mut some = Vec::new();
                third.visit(&asked, |i| some.push(i));
                some.sort_unstable();
                assert_eq!(some, found);
            }
        }
    }

    #[test]
    fn none_near_a_line_is_missed() {
        let mut random = Random::new(7);
        let mut passed_over = 0;
        for _ in 0..300 {
            let mut at = || PlanPoint::new(random.between(-500, 500), random.between(-500, 500));
            let all: Vec<Volume> =
                (0..40).map(|_| Volume::flat(PlanBox::new(at(), at()))).collect();
            let (a, b) = (at(), at());
            let tree = Extents::new(all.iter().copied().zip(0..));
            let mut found = Vec::new();
            tree.visit_along((a, b), 3, (0, 0), |i| found.push(i));
            for (i, own) in (0..).zip(&all) {
                let is_near = (0..=1000).any(|t| {
                    let on = |a: i32, b: i32| a + (b - a) * t / 1000;
                    own.plan.grown(2).contains(PlanPoint::new(on(a.x, b.x), on(a.y, b.y)))
                });
                assert!(!is_near || found.contains(&i), "{own:?} is near {a:?} {b:?}");
            }
            passed_over += all.len() - found.len();
        }
        assert!(passed_over > 300 * 20, "{passed_over}");
    }
}
