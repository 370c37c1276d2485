//! A number for each of some nodes.

use super::id::TileId;
use super::tiles::Node;
use crate::geom::cast;

/// Open addressing, at most half full: quick to fill where searches go far. It is walked in the
/// order in which nodes came.
#[derive(Debug, Default)]
pub(super) struct NodeMap {
    /// Index in the list, and one more; 0 where nothing stands.
    table: Vec<u32>,
    list: Vec<(Node, u32)>,
}

impl NodeMap {
    /// Gives a node a number if it has none; otherwise the number that it has.
    pub(super) fn insert(&mut self, node: Node, number: u32) -> Option<u32> {
        if 2 * self.list.len() >= self.table.len() {
            self.grow();
        }
        let at = self.place(node);
        if let Some(known) = self.table[at].checked_sub(1) {
            return Some(self.list[cast::index(known)].1);
        }
        self.list.push((node, number));
        self.table[at] = cast::count(self.list.len());
        None
    }

    /// The nodes with their numbers, in the order in which they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Node, u32)> + '_ {
        self.list.iter().copied()
    }

    /// Where a node is or would be.
    fn place(&self, (TileId(tile), label): Node) -> usize {
        let both = (u64::from(tile) << 32) | u64::from(label);
        let mixed = both.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The upper bits are the best mixed.
        let upper = u32::try_from(mixed >> 36).unwrap_or_default();
        let last = self.table.len() - 1;
        let mut at = cast::index(upper) & last;
        while let Some(known) = self.table[at].checked_sub(1) {
            if self.list[cast::index(known)].0 == (TileId(tile), label) {
                break;
            }
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        self.table = vec![0; (4 * self.list.len()).next_power_of_two().max(64)];
        for i in 0..self.list.len() {
            let at = self.place(self.list[i].0);
            self.table[at] = cast::count(i + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use walkmesh_testkit::Random;

    #[test]
    fn nodes_keep_their_numbers() {
        let mut random = Random::new(2);
        let (mut nodes, mut known) = (NodeMap::default(), BTreeMap::new());
        for number in 0..3000 {
            let mut any = |n: i32| u32::try_from(random.between(0, n)).unwrap();
            let node = (TileId(any(400)), any(3));
            let before = known.get(&node).copied();
            assert_eq!(nodes.insert(node, number), before);
            known.entry(node).or_insert(number);
        }
        assert!(nodes.iter().collect::<BTreeMap<_, _>>() == known);
        assert!(nodes.iter().map(|(_, number)| number).is_sorted());
    }
}
