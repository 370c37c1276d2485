//! Flat bounding-volume trees over the polygons of a tile.

use super::tile::{Polygon, Tile};
use crate::geom::{Upright, Volume, cast};

/// Most items of a leaf.
const LEAF: usize = 4;
/// Deepest tree: halves of at most 2^32 items or tiles, and the root.
const DEPTH: usize = 34;

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

/// The box of a polygon.
pub(super) fn volume_of(p: &Polygon) -> Volume {
    let (low, high) = (p.heights.0.min(p.heights.1), p.heights.0.max(p.heights.1));
    Volume { plan: p.bounds, low, high }
}

impl Tree {
    /// A tree over the polygons of a tile.
    pub(super) fn of(tile: &Tile) -> Self {
        let volumes = tile.polygons.iter().map(volume_of);
        Self::new(&(0..).zip(volumes).collect::<Vec<_>>())
    }

    /// A tree over the polygons of a tile in the shape of the one over its base polygons, which
    /// were numbered from 0 up: pieces stand where their base polygon stood. `None` where the tile
    /// is not of such pieces, or the tree would be too deep. Linear.
    pub(super) fn of_pieces(base: &Self, tile: &Tile) -> Option<Self> {
        let count = base.items.len();
        let (firsts, others) = tile.polygons.split_at_checked(count)?;
        let is_first = |(next, p): (u32, &Polygon)| (p.base, p.piece) == (next, 0);
        if firsts.is_empty() || !(0..).zip(firsts).all(is_first) {
            return None;
        }
        // Where the other pieces of each base polygon begin.
        let mut others_of = Vec::with_capacity(count + 1);
        for (p, polygon) in (cast::count(count)..).zip(others) {
            let of = cast::index(polygon.base);
            if polygon.piece == 0 || of >= count || of + 1 < others_of.len() {
                return None;
            }
            others_of.resize((of + 1).max(others_of.len()), p);
        }
        others_of.resize(count + 1, cast::count(tile.polygons.len()));
        let (nodes, items) = (base.nodes.len() + 8, tile.polygons.len());
        let (nodes, items) = (Vec::with_capacity(nodes), Vec::with_capacity(items));
        let mut refined = Self { nodes, items };
        let stem = Stem { base, others_of: &others_of, tile };
        stem.refine(0, 1, &mut refined)?;
        Some(refined)
    }

    /// A tree over `items`, split at the median of the longer side of their centres; equal
    /// items give equal trees. O(n log² n).
    fn new(items: &[(u32, Volume)]) -> Self {
        let mut nodes = Vec::with_capacity(items.len());
        let items = Self::new_at(items, 0, &mut nodes);
        Self { nodes, items }
    }

    /// Adds the nodes of a tree over items that stand from `from` on, and gives their order.
    fn new_at(items: &[(u32, Volume)], from: usize, nodes: &mut Vec<Node>) -> Vec<(u32, Volume)> {
        let mut order: Vec<Centre> =
            (0..).zip(items).map(|(at, (item, volume))| (volume.centre(), *item, at)).collect();
        if !items.is_empty() {
            let _ = split(items, &mut order, from, nodes);
        }
        order.iter().map(|&(_, _, at)| items[cast::index(at)]).collect()
    }

    /// Calls `each` with the items whose box meets `within` and is not farther away than
    /// the bound (squared, steps²), nearer parts first. `each` takes the bound and returns it,
    /// perhaps lowered. Allocates nothing.
    pub(super) fn nearest(
        &self,
        from: Upright,
        within: &Volume,
        bound: i64,
        each: &mut impl FnMut(u32, i64) -> i64,
    ) -> i64 {
        if self.nodes.is_empty() {
            return bound;
        }
        let distance = |node: u32| {
            let volume = &self.nodes[cast::index(node)].volume;
            volume.meets(within).then(|| volume.distance_squared(from))
        };
        descend(0_u32, bound, distance, |at, mut bound| {
            let node = &self.nodes[cast::index(at)];
            if node.count == 0 {
                return Visited::Inner([at + 1, node.first]);
            }
            let first = cast::index(node.first);
            for (item, volume) in &self.items[first..first + cast::index(node.count)] {
                if volume.meets(within) && volume.distance_squared(from) <= bound {
                    bound = each(*item, bound);
                }
            }
            Visited::Leaf { bound }
        })
    }
}

/// What a node of a tree is.
pub(super) enum Visited<N> {
    /// It has these two below it.
    Inner([N; 2]),
    /// It has nothing below it; nothing farther than this counts any more.
    Leaf { bound: i64 },
}

/// Visits the nodes of a binary tree that have a distance (squared, steps²) of at most the bound,
/// the nearer of two first, and gives the bound that is left. A node that is not looked for has
/// none. Allocates nothing.
#[inline]
pub(super) fn descend<N: Copy + Default>(
    root: N,
    mut bound: i64,
    distance: impl Fn(N) -> Option<i64>,
    mut visit: impl FnMut(N, i64) -> Visited<N>,
) -> i64 {
    let open = |node: N| distance(node).map(|distance| (node, distance));
    // The nearest of two goes on top.
    let mut stack = [(N::default(), 0_i64); DEPTH];
    let mut waiting = 0;
    if let Some(root) = open(root) {
        stack[0] = root;
        waiting = 1;
    }
    while waiting > 0 {
        waiting -= 1;
        let (node, distance) = stack[waiting];
        if distance > bound {
            continue;
        }
        let (left, right) = match visit(node, bound) {
            Visited::Inner([left, right]) => (open(left), open(right)),
            Visited::Leaf { bound: left } => {
                bound = left;
                continue;
            }
        };
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

/// A tree over base polygons, whose items are to be replaced by pieces.
struct Stem<'a> {
    base: &'a Tree,
    /// Where the pieces of each base polygon but its first begin, and how many there are in all.
    others_of: &'a [u32],
    tile: &'a Tile,
}

impl Stem<'_> {
    /// Adds what stands below a node, which is so deep down; its box.
    fn refine(&self, node: u32, depth: usize, into: &mut Tree) -> Option<Volume> {
        let old = self.base.nodes[cast::index(node)];
        let here = into.nodes.len();
        if old.count == 0 {
            into.nodes.push(old);
            let before = self.refine(node + 1, depth + 1, into)?;
            into.nodes[here].first = cast::count(into.nodes.len());
            into.nodes[here].volume = before.with(self.refine(old.first, depth + 1, into)?);
            return Some(into.nodes[here].volume);
        }
        let from = into.items.len();
        let leaf = cast::index(old.first)..cast::index(old.first + old.count);
        for &(item, _) in &self.base.items[leaf] {
            let of = cast::index(item);
            let pieces = std::iter::once(item).chain(self.others_of[of]..self.others_of[of + 1]);
            into.items.extend(pieces.map(|p| (p, volume_of(&self.tile.polygons[cast::index(p)]))));
        }
        let pieces = &into.items[from..];
        if pieces.len() > 2 * LEAF {
            let halvings = cast::index(pieces.len().ilog2());
            if depth + halvings + 1 >= DEPTH {
                return None;
            }
            let run = Tree::new_at(pieces, from, &mut into.nodes);
            into.items.truncate(from);
            into.items.extend(run);
            return Some(into.nodes[here].volume);
        }
        let volume = pieces[1..].iter().fold(pieces[0].1, |all, item| all.with(item.1));
        let (first, count) = (cast::count(from), cast::count(pieces.len()));
        into.nodes.push(Node { volume, first, count });
        Some(volume)
    }
}

/// The middle of an item, the item, and where it stands.
type Centre = ([i64; 3], u32, u32);

/// Builds the subtree over a part of the order, which begins at `from`; its box.
fn split(
    items: &[(u32, Volume)],
    part: &mut [Centre],
    from: usize,
    nodes: &mut Vec<Node>,
) -> Volume {
    let volume_of = |centre: &Centre| items[cast::index(centre.2)].1;
    let here = nodes.len();
    let volume = volume_of(&part[0]);
    if part.len() <= LEAF {
        let volume = part[1..].iter().fold(volume, |all, item| all.with(volume_of(item)));
        nodes.push(Node { volume, first: cast::count(from), count: cast::count(part.len()) });
        return volume;
    }
    nodes.push(Node { volume, first: 0, count: 0 });
    let (mut low, mut high) = (part[0].0, part[0].0);
    for (centre, ..) in &part[1..] {
        for axis in 0..3 {
            low[axis] = low[axis].min(centre[axis]);
            high[axis] = high[axis].max(centre[axis]);
        }
    }
    let spread = |axis: usize| high[axis] - low[axis];
    // The first of the widest axes; the item settles ties, so the order is total.
    let axis = if spread(0) >= spread(1).max(spread(2)) {
        0
    } else if spread(1) >= spread(2) {
        1
    } else {
        2
    };
    let middle = part.len() / 2;
    part.select_nth_unstable_by_key(middle, |item| (item.0[axis], item.1));
    let (left, right) = part.split_at_mut(middle);
    let before = split(items, left, from, nodes);
    nodes[here].first = cast::count(nodes.len());
    nodes[here].volume = before.with(split(items, right, from + middle, nodes));
    nodes[here].volume
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{GroundPoint, PlanBox, PlanPoint};
    use crate::mesh::samples::Dice;
    use crate::mesh::{CostFactor, Shared, TileCoord};
    use crate::soup::Area;

    /// A tile of polygons that have nothing but a box; so many pieces of each base polygon.
    fn boxes(dice: &mut Dice, pieces: &[u32]) -> Tile {
        let mut polygons = Vec::new();
        for (base, &pieces) in (0..).zip(pieces) {
            for piece in 0..pieces {
                let low = PlanPoint::new(dice.below(60), dice.below(60));
                let high = PlanPoint::new(low.x + dice.below(5), low.y + dice.below(5));
                let height = dice.below(9);
                polygons.push(Polygon {
                    first_edge: 0,
                    first_triangle: 0,
                    area: Area::default(),
                    factor: CostFactor::ONE,
                    flags: 0,
                    layer: 0,
                    base,
                    piece,
                    generation: 0,
                    bounds: PlanBox { min: low, max: high },
                    heights: (height, height + dice.below(3)),
                });
            }
        }
        polygons.sort_by_key(Polygon::place);
        Tile {
            coord: TileCoord::default(),
            clip: PlanBox::default(),
            vertices: Shared::default(),
            edges: Vec::new(),
            labels: vec![0; polygons.len()].into(),
            polygons: polygons.into(),
            triangles: Shared::default(),
            label_count: 1,
            source: None,
        }
    }

    #[test]
    fn a_tree_of_pieces_finds_what_a_fresh_one_finds() {
        let mut dice = Dice::new(8);
        for round in 0..60 {
            let count = usize::try_from(1 + dice.below(40)).unwrap();
            let base = Tree::of(&boxes(&mut dice, &vec![1; count]));
            let mut pieces = vec![1_u32; count];
            for _ in 0..round % 4 {
                let at = usize::try_from(dice.below(i32::try_from(count).unwrap())).unwrap();
                pieces[at] = u32::try_from(1 + dice.below(30)).unwrap();
            }
            let tile = boxes(&mut dice, &pieces);
            let refined = Tree::of_pieces(&base, &tile).expect("pieces of all of them");
            let fresh = Tree::of(&tile);
            assert_eq!(refined.nodes[0].volume, fresh.nodes[0].volume);
            for _ in 0..20 {
                let p = GroundPoint::new(dice.below(70), dice.below(70), dice.below(12));
                let from = Upright::around(p, dice.below(3));
                let within = Volume::around(p, [dice.below(30), dice.below(30), dice.below(9)]);
                let bound = i64::from(dice.below(900));
                let [ours, theirs] = [&refined, &fresh].map(|tree| {
                    let mut found = Vec::new();
                    tree.nearest(from, &within, bound, &mut |item, bound| {
                        found.push(item);
                        bound
                    });
                    found.sort_unstable();
                    found
                });
                assert_eq!(ours, theirs);
            }
            let mut others = tile.clone();
            others.polygons.retain(|p| p.base != 0);
            assert!(Tree::of_pieces(&base, &others).is_none(), "a base polygon is missing");
        }
    }
}
