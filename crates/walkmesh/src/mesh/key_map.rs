//! A number for each of some keys.

use super::blocks::Part;
use super::id::PolyRef;
use crate::geom::cast;

/// What stands for a place in a mesh.
pub(crate) trait Key: Copy + Eq {
    /// Another for each.
    fn bits(self) -> u64;
}

impl Key for Part {
    fn bits(self) -> u64 {
        (u64::from(self.0.0) << 32) | u64::from(self.1)
    }
}

impl Key for PolyRef {
    fn bits(self) -> u64 {
        (u64::from(self.tile.0) << 32) | u64::from(self.polygon)
    }
}

/// Open addressing, at most half full: quick to fill where searches go far. It is walked in the
/// order in which keys came.
#[derive(Debug)]
pub(crate) struct KeyMap<K> {
    /// Index in the list, and one more; 0 where nothing stands.
    table: Vec<u32>,
    list: Vec<(K, u32)>,
}

impl<K> Default for KeyMap<K> {
    fn default() -> Self {
        Self { table: Vec::new(), list: Vec::new() }
    }
}

/// A table for more is not kept.
const LARGE: usize = 1 << 11;

impl<K: Key> KeyMap<K> {
    /// None again; the memory stays, if there is not much of it.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        if self.table.len() > LARGE {
            *self = Self::default();
        }
        self.table.fill(0);
    }

    /// How many keys there are.
    pub(super) const fn len(&self) -> usize {
        self.list.len()
    }

    /// The key that came as number `i`.
    pub(super) fn key(&self, i: usize) -> K {
        self.list[i].0
    }

    /// Gives a key a number if it has none; otherwise the number that it has.
    pub(crate) fn insert(&mut self, key: K, number: u32) -> Option<u32> {
        if 2 * self.list.len() >= self.table.len() {
            self.grow();
        }
        let at = self.place(key);
        if let Some(known) = self.table[at].checked_sub(1) {
            return Some(self.list[cast::index(known)].1);
        }
        self.list.push((key, number));
        self.table[at] = cast::count(self.list.len());
        None
    }

    /// The keys with their numbers, in the order in which they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = (K, u32)> + '_ {
        self.list.iter().copied()
    }

    /// Where a key is or would be.
    fn place(&self, key: K) -> usize {
        let mixed = key.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The upper bits are the best mixed.
        let upper = u32::try_from(mixed >> 36).unwrap_or_default();
        let last = self.table.len() - 1;
        let mut at = cast::index(upper) & last;
        while let Some(known) = self.table[at].checked_sub(1) {
            if self.list[cast::index(known)].0 == key {
                break;
            }
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        self.table = vec![0; (4 * self.list.len()).next_power_of_two().max(256)];
        self.list.reserve(self.table.len() / 2 - self.list.len());
        for i in 0..self.list.len() {
            let at = self.place(self.list[i].0);
            self.table[at] = cast::count(i + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::blocks::BlockId;
    use std::collections::BTreeMap;
    use walkmesh_testkit::Random;

    #[test]
    fn parts_keep_their_numbers() {
        let mut random = Random::new(2);
        let (mut parts, mut known) = (KeyMap::default(), BTreeMap::new());
        for number in 0..3000 {
            let mut any = |n: i32| u32::try_from(random.between(0, n)).unwrap();
            let part = (BlockId(any(400)), any(3));
            let before = known.get(&part).copied();
            assert_eq!(parts.insert(part, number), before);
            known.entry(part).or_insert(number);
        }
        assert!(parts.iter().collect::<BTreeMap<_, _>>() == known);
        assert!(parts.iter().map(|(_, number)| number).is_sorted());
    }
}
