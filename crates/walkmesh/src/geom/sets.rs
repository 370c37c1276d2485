//! Disjoint sets of dense indices.

use crate::geom::cast;

/// Sets over `0..n`; the smallest member stands for its set, so results do not depend on the
/// order of joins.
#[derive(Debug, Default)]
pub(crate) struct DisjointSets {
    parents: Vec<u32>,
}

impl DisjointSets {
    /// `n` sets of one.
    pub(crate) fn new(n: u32) -> Self {
        Self { parents: (0..n).collect() }
    }

    /// `n` sets of one in the memory of those before.
    pub(crate) fn reset(&mut self, n: u32) {
        self.parents.clear();
        self.parents.extend(0..n);
    }

    /// The smallest member of the set of each.
    pub(crate) fn all(&mut self) -> &[u32] {
        for i in 0..self.parents.len() {
            // It is no larger, so its own is the smallest by now.
            self.parents[i] = self.parents[cast::index(self.parents[i])];
        }
        &self.parents
    }

    /// The smallest member of the set that holds `i`.
    pub(crate) fn find(&mut self, mut i: u32) -> u32 {
        while self.parents[cast::index(i)] != i {
            let grandparent = self.parents[cast::index(self.parents[cast::index(i)])];
            self.parents[cast::index(i)] = grandparent;
            i = grandparent;
        }
        i
    }

    /// Makes one set of the sets of `a` and `b`.
    pub(crate) fn join(&mut self, a: u32, b: u32) {
        if self.parents[cast::index(a)] == self.parents[cast::index(b)] {
            return;
        }
        let (a, b) = (self.find(a), self.find(b));
        self.parents[cast::index(a.max(b))] = a.min(b);
    }
}
