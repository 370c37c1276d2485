//! What the search keeps of each way into a polygon.

use std::collections::BinaryHeap;

use crate::geom::PlanPoint;
use crate::mesh::half_edges::NONE;

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The start in one of its polygons; `edge` is the polygon's first.
    Seed,
    /// The points of `edge` between two rays from the root, which lies off the edge's line.
    Cone,
    /// All of `edge`, from its second corner, which is the root: a turn to the right.
    PivotRight,
    /// All of `edge`, from its first corner, which is the root: a turn to the left.
    PivotLeft,
    /// A turn on the way to another one that the same polygon holds; never queued, it only
    /// stands between two nodes to keep the corner.
    Bend,
    /// Where a link leads that was taken at a knot, which is the root, in one of the polygons that
    /// hold it; `edge` is the polygon's first, `corner` the knot.
    Exit,
    /// The same where a root that stood on a stretch took it; `corner` is the number of the share.
    Share,
    /// The points beyond the exit of a stretch between two rays through it, in one of the polygons
    /// that hold it. The root is an image of where the way turned last; `edge` is the polygon's
    /// first, `corner` the way.
    Slit,
    /// The goal, straight from the root.
    Goal,
}

impl Shape {
    /// True for the end of a link.
    pub(super) const fn is_link(self) -> bool {
        matches!(self, Self::Exit | Self::Share | Self::Slit)
    }

    /// True where an edge is crossed.
    pub(super) const fn is_edge(self) -> bool {
        matches!(self, Self::Cone | Self::PivotRight | Self::PivotLeft)
    }
}

/// A way from the start to a root, and on from there straight across an edge into a polygon.
///
/// ```text
///        left ray   right ray       The root lies right of `edge`, the entered polygon left:
///             \  P  /               seen from the root, `edge` runs from left (its first
///      first --x---x-- second       corner) to right.
///               \ /
///               root
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The last turning point, or the start; behind a stretch its image.
    pub(super) root: PlanPoint,
    /// A lattice point on the right ray, other than the root. Up to 3 × 2^29 steps out, which
    /// the exact predicates still hold.
    pub(super) right: PlanPoint,
    /// The same for the left ray.
    pub(super) left: PlanPoint,
    /// Length from the start to the root, steps.
    pub(super) g: f64,
    /// The crossed edge as a half-edge of the entered polygon.
    pub(super) edge: u32,
    /// A half-edge that begins at the root, in the fan where it is turned; [`NONE`] where the root
    /// is the start or the end of a link.
    pub(super) corner: u32,
    /// The fan of that corner; [`NONE`] where there is none.
    pub(super) fan: u32,
    /// The node before this one; [`NONE`] of a seed.
    pub(super) parent: u32,
    /// What it stands for.
    pub(super) shape: Shape,
    /// False when the straight line from the root to the goal is known to lead elsewhere, or into a
    /// wall; of what is queued, true when it leads there.
    pub(super) may_see: bool,
}

impl Node {
    /// The node of a start polygon.
    pub(super) const fn seed(start: PlanPoint, edge: u32) -> Self {
        Self {
            root: start,
            right: start,
            left: start,
            g: 0.0,
            edge,
            corner: NONE,
            fan: NONE,
            parent: NONE,
            shape: Shape::Seed,
            may_see: false,
        }
    }
}

/// A node not yet queued.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fresh {
    /// Its index.
    pub(super) node: u32,
    pub(super) rest: Rest,
}

/// Lower bound of the length from the root of a node to the goal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rest {
    /// So many steps.
    Known(f64),
    /// Of a cone: worked out when it is asked for, of the ends of its edge, from right to left.
    Across([PlanPoint; 2]),
}

/// An entry of the queue: least length first, of equal ones the highest rank, then the newest: so
/// ties cost little and always break the same way.
///
/// Lengths are not negative, so their bits are in their order, and an entry is one wide number: the
/// length with its bits turned, the rank, the node. The largest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::query) struct Entry(u128);

impl Entry {
    /// Of a node: `f` is a lower bound of the length of a path through it, steps. Where numbers of
    /// nodes may differ in equal meshes, `rank` tells nodes apart and does not.
    #[inline]
    pub(in crate::query) fn new(f: f64, rank: u32, node: u32) -> Self {
        Self(u128::from(!f.to_bits()) << 64 | u128::from(rank) << 32 | u128::from(node))
    }

    /// The bound.
    #[inline]
    pub(in crate::query) fn f(self) -> f64 {
        f64::from_bits(!u64::try_from(self.0 >> 64).unwrap_or_default())
    }

    /// Index of the node.
    #[inline]
    pub(in crate::query) fn node(self) -> u32 {
        u32::try_from(self.0 & u128::from(u32::MAX)).unwrap_or_default()
    }
}

/// A queue that keeps the entry added last in hand while it is the first: a search that goes
/// straight on moves nothing.
#[derive(Debug, Default)]
pub(in crate::query) struct Queue {
    heap: BinaryHeap<Entry>,
    held: Option<Entry>,
}

impl Queue {
    pub(in crate::query) fn clear(&mut self) {
        self.heap.clear();
        self.held = None;
    }

    #[inline]
    pub(in crate::query) fn push(&mut self, entry: Entry) {
        match &mut self.held {
            Some(held) if entry > *held => self.heap.push(std::mem::replace(held, entry)),
            Some(_) => self.heap.push(entry),
            None => self.held = Some(entry),
        }
    }

    /// Takes the first entry.
    #[inline]
    pub(in crate::query) fn pop(&mut self) -> Option<Entry> {
        let Some(held) = self.held.take() else { return self.heap.pop() };
        match self.heap.peek_mut() {
            Some(mut first) if *first > held => Some(std::mem::replace(&mut *first, held)),
            _ => Some(held),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn the_least_bound_comes_first_then_the_highest_rank_then_the_newest() {
        let mut random = Random::new(4);
        let (mut queue, mut all) = (Queue::default(), Vec::<(u32, u32, u32)>::new());
        for node in 0..4000 {
            if random.below(2) == 0 {
                let [f, rank] = [9, 4].map(|n| u32::try_from(random.below(n)).unwrap());
                queue.push(Entry::new(f64::from(f), rank, node));
                all.push((f, u32::MAX - rank, u32::MAX - node));
            } else {
                all.sort_unstable_by(|a, b| b.cmp(a));
                let expected = all.pop().map(|(f, _, node)| (f64::from(f), u32::MAX - node));
                assert_eq!(queue.pop().map(|entry| (entry.f(), entry.node())), expected);
            }
        }
        queue.clear();
        assert_eq!(queue.pop(), None);
    }
}
