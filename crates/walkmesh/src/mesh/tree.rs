//! Flat bounding-volume trees over the polygons of a tile.

use super::tile::{Polygon, Tile};
use crate::geom::{GroundPoint, PlanBox, cast};

/// Most items of a leaf.
const LEAF: usize = 4;
/// Deepest tree: halves of at most 2^32 items, and the root.
const DEPTH: usize = 34;

/// A closed box in plan and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Volume {
    pub(super) plan: PlanBox,
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Volume {
    /// Everything that the lattice holds.
    pub(super) const ALL: Self = Self {
        plan: PlanBox {
            min: crate::geom::PlanPoint::new(i32::MIN, i32::MIN),
            max: crate::geom::PlanPoint::new(i32::MAX, i32::MAX),
        },
        low: i32::MIN,
        high: i32::MAX,
    };

    /// The box that reaches so far from `p` each way along x, y and height (saturating).
    pub(super) fn around(p: GroundPoint, reach: [i32; 3]) -> Self {
        let plan = PlanBox::new(p.plan, p.plan);
        let [x, y, h] = reach;
        let (wide, deep) = (plan.grown(x), plan.grown(y));
        let min = crate::geom::PlanPoint::new(wide.min.x, deep.min.y);
        let max = crate::geom::PlanPoint::new(wide.max.x, deep.max.y);
        let (low, high) = (p.height.saturating_sub(h), p.height.saturating_add(h));
        Self { plan: PlanBox { min, max }, low, high }
    }

    /// True when the boxes share a point.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high && self.plan.meets(&other.plan)
    }

    /// True when `p` is inside or on the border.
    pub(super) fn contains(&self, p: GroundPoint) -> bool {
        (self.low..=self.high).contains(&p.height) && self.plan.contains(p.plan)
    }

    /// Squared distance in space from `p`, steps²; 0 inside.
    pub(super) fn distance_squared(&self, p: GroundPoint) -> i64 {
        let up = i64::from(p.height) - i64::from(p.height.clamp(self.low, self.high));
        self.plan.distance_squared(p.plan) + up * up
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self {
            plan: self.plan.with(other.plan.min).with(other.plan.max),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Twice its middle in plan x, plan y and height.
    pub(super) fn centre(&self) -> [i64; 3] {
        let sum = |a: i32, b: i32| i64::from(a) + i64::from(b);
        let (min, max) = (self.plan.min, self.plan.max);
        [sum(min.x, max.x), sum(min.y, max.y), sum(self.low, self.high)]
    }
}

/// A node: a leaf holds `count` items from `first`; an inner node has its left child right
/// behind it and its right child at `first`.
#[derive(Clone, Copy, Debug)]
struct Node {
    volume: Volume,
    first: u32,
    count: u32,
}

/// A tree over items with boxes, in depth-first order.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    items: Vec<(u32, Volume)>,
}

impl Tree {
    /// A tree over the polygons of a tile.
    pub(super) fn of(tile: &Tile) -> Self {
        let volume = |(i, p): (usize, &Polygon)| {
            let (low, high) = (p.heights.0.min(p.heights.1), p.heights.0.max(p.heights.1));
            (cast::count(i), Volume { plan: p.bounds, low, high })
        };
        Self::new(tile.polygons.iter().enumerate().map(volume).collect())
    }

    /// A tree over `items`, split at the median of the longer side of their centres; equal
    /// items give equal trees. O(n log² n).
    fn new(mut items: Vec<(u32, Volume)>) -> Self {
        let mut nodes = Vec::with_capacity(items.len());
        if !items.is_empty() {
            let end = items.len();
            split(&mut items, 0, end, &mut nodes);
        }
        Self { nodes, items }
    }

    /// The box around all items.
    pub(super) fn volume(&self) -> Option<Volume> {
        self.nodes.first().map(|root| root.volume)
    }

    /// Calls `each` with the items whose box meets `within` and is not farther from `p` than
    /// the bound (squared, steps²), nearer parts first. `each` takes the bound and returns it,
    /// perhaps lowered. Allocates nothing.
    pub(super) fn nearest(
        &self,
        p: GroundPoint,
        within: &Volume,
        mut bound: i64,
        each: &mut impl FnMut(u32, i64) -> i64,
    ) -> i64 {
        if self.nodes.is_empty() {
            return bound;
        }
        // Nodes that meet the box, with their distance; the nearest of two goes on top.
        let open = |i: u32| {
            let volume = &self.nodes[cast::index(i)].volume;
            volume.meets(within).then(|| (i, volume.distance_squared(p)))
        };
        let mut stack = [(0_u32, 0_i64); DEPTH];
        let mut waiting = 0;
        if let Some(root) = open(0) {
            stack[0] = root;
            waiting = 1;
        }
        while waiting > 0 {
            waiting -= 1;
            let (at, distance) = stack[waiting];
            if distance > bound {
                continue;
            }
            let node = &self.nodes[cast::index(at)];
            if node.count > 0 {
                let first = cast::index(node.first);
                for (item, volume) in &self.items[first..first + cast::index(node.count)] {
                    if volume.meets(within) && volume.distance_squared(p) <= bound {
                        bound = each(*item, bound);
                    }
                }
                continue;
            }
            let (left, right) = (open(at + 1), open(node.first));
            let near_left = match (left, right) {
                (Some(left), Some(right)) => left.1 <= right.1,
                _ => true,
            };
            let children = if near_left { [right, left] } else { [left, right] };
            for child in children.into_iter().flatten() {
                stack[waiting] = child;
                waiting += 1;
            }
        }
        bound
    }
}

/// Builds the subtree over `items[from..to]`.
fn split(items: &mut [(u32, Volume)], from: usize, to: usize, nodes: &mut Vec<Node>) {
    let part = &mut items[from..to];
    let volume = part[1..].iter().fold(part[0].1, |all, item| all.with(item.1));
    let here = nodes.len();
    let count = if part.len() <= LEAF { cast::count(part.len()) } else { 0 };
    nodes.push(Node { volume, first: cast::count(from), count });
    if count > 0 {
        return;
    }
    let spread = |axis: usize| {
        let along = part.iter().map(|item| item.1.centre()[axis]);
        along.clone().max().unwrap_or(0) - along.min().unwrap_or(0)
    };
    // The first of the widest axes; the item settles ties, so the order is total.
    let axis = if spread(0) >= spread(1).max(spread(2)) {
        0
    } else if spread(1) >= spread(2) {
        1
    } else {
        2
    };
    let middle = part.len() / 2;
    part.select_nth_unstable_by_key(middle, |item| (item.1.centre()[axis], item.0));
    split(items, from, from + middle, nodes);
    nodes[here].first = cast::count(nodes.len());
    split(items, from + middle, to, nodes);
}
