//! The tree of boxes over the polygons of a tile, as Detour walks it: depth first, an inner node
//! tells how many nodes to pass over.

/// A box in cells of the tile, x y z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Box3 {
    pub(super) low: [u16; 3],
    pub(super) high: [u16; 3],
}

/// A node: the index of a polygon, or less the count of nodes below it with itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) bounds: Box3,
    pub(super) index: i32,
}

/// The nodes over boxes, split at the middle of the longest axis.
pub(super) fn nodes(boxes: &[Box3]) -> Vec<Node> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    let mut out = Vec::with_capacity(boxes.len() * 2);
    if !order.is_empty() {
        split(boxes, &mut order, &mut out);
    }
    out
}

fn split(boxes: &[Box3], order: &mut [usize], out: &mut Vec<Node>) {
    let bounds = order.iter().map(|&i| boxes[i]).reduce(|a, b| Box3 {
        low: std::array::from_fn(|k| a.low[k].min(b.low[k])),
        high: std::array::from_fn(|k| a.high[k].max(b.high[k])),
    });
    let Some(bounds) = bounds else { return };
    let here = out.len();
    if let [only] = *order {
        out.push(Node { bounds, index: i32::try_from(only).unwrap_or(i32::MAX) });
        return;
    }
    out.push(Node { bounds, index: 0 });
    let axis = (0..3).max_by_key(|&k| (bounds.high[k] - bounds.low[k], 2 - k)).unwrap_or(0);
    let middle = |i: usize| u32::from(boxes[i].low[axis]) + u32::from(boxes[i].high[axis]);
    order.sort_unstable_by_key(|&i| (middle(i), i));
    let (left, right) = order.split_at_mut(order.len() / 2);
    split(boxes, left, out);
    split(boxes, right, out);
    let below = i32::try_from(out.len() - here).unwrap_or(i32::MAX);
    out[here].index = -below;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Detour visits: a leaf whose box meets the asked one is found.
    fn find(nodes: &[Node], asked: Box3) -> Vec<i32> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < nodes.len() {
            let node = nodes[at];
            let meets = (0..3).all(|k| {
                asked.low[k] <= node.bounds.high[k] && asked.high[k] >= node.bounds.low[k]
            });
            if node.index >= 0 && meets {
                found.push(node.index);
            }
            at += if meets || node.index >= 0 { 1 } else { usize::try_from(-node.index).unwrap() };
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn every_box_is_found_where_it_is() {
        let mut seed = 5_u32;
        let mut random = |n: u16| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            u16::try_from(seed >> 16).unwrap() % n
        };
        for count in [0, 1, 2, 3, 17, 100] {
            let mut one = |size: u16| {
                let low = [random(200), random(40), random(200)];
                Box3 { low, high: low.map(|v| v + random(size)) }
            };
            let boxes: Vec<Box3> = (0..count).map(|_| one(30)).collect();
            let nodes = nodes(&boxes);
            assert_eq!(nodes.len(), (2 * boxes.len()).saturating_sub(1));
            for _ in 0..50 {
                let asked = one(60);
                let meets = |b: &Box3| {
                    (0..3).all(|k| asked.low[k] <= b.high[k] && asked.high[k] >= b.low[k])
                };
                let expected: Vec<i32> =
                    (0..).zip(&boxes).filter(|(_, b)| meets(b)).map(|(i, _)| i).collect();
                assert_eq!(find(&nodes, asked), expected);
            }
        }
    }
}
