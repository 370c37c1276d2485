//! Faces as linked half-edges: topology only, no coordinates.
//!
//! Faces begin as cells (triangles, or the pieces of a partition) and are joined by taking edges
//! away; a union-find says which cells are one face by now.
//!
//! ```text
//!        next            half-edge h runs from origin(h) to origin(next(h)) with its face on the
//!     b ──────▶          left; twin(h) is the same edge of the face on the other side, and
//!     ▲ h  │ twin        there is none where the surface ends.
//!     │    ▼
//!     a ◀──────
//! ```

use crate::geom::{cast, next_side, side_before};

/// Half-edges of faces.
#[derive(Clone, Debug, Default)]
pub(crate) struct HalfEdges {
    origin: Vec<u32>,
    next: Vec<u32>,
    prev: Vec<u32>,
    twin: Vec<Option<u32>>,
    /// Half-edges that merging removed.
    gone: Vec<bool>,
    /// The cell that each half-edge went around when it was made.
    cell: Vec<u32>,
    /// Union-find over the cells: those of one face have one root.
    parent: Vec<u32>,
    /// Memory for the diagonals in the order in which they are tried.
    pub(super) diagonals: Vec<(i64, u32)>,
}

impl HalfEdges {
    /// Of triangles (counter-clockwise vertex indices). Half-edge `3 t + i` is side `i` of
    /// triangle `t`. Sides for which `is_border` is true have no twin. About linear in triangles
    /// and in the highest vertex, where no vertex has very many sides.
    pub(crate) fn of_triangles(
        triangles: &[[u32; 3]],
        is_border: impl Fn(u32, u32) -> bool,
    ) -> Self {
        const NONE: u32 = u32::MAX;
        let mut edges = Self::of_cells(triangles.iter().map(|t| t.as_slice()));
        let vertices = triangles.iter().flatten().map(|&v| cast::index(v) + 1).max().unwrap_or(0);
        // The half-edges from each vertex as a list: the last of them, and before each another.
        let mut last_from = vec![NONE; vertices];
        let mut before = Vec::with_capacity(edges.origin.len());
        for (h, &origin) in (0..).zip(&edges.origin) {
            before.push(std::mem::replace(&mut last_from[cast::index(origin)], h));
        }
        for h in 0..edges.len() {
            let (a, b) = (edges.origin(h), edges.target(h));
            if a >= b {
                continue;
            }
            let mut back = last_from[cast::index(b)];
            while back != NONE && edges.target(back) != a {
                back = before[cast::index(back)];
            }
            if back != NONE && !is_border(a, b) && !is_border(b, a) {
                edges.join(h, back);
            }
        }
        edges
    }

    /// Makes these triangles of it, in the same memory: where each half-edge starts (`3 t + i` is
    /// side `i` of triangle `t`), and its twin.
    pub(crate) fn set_triangles(&mut self, sides: impl Iterator<Item = (u32, Option<u32>)>) {
        self.origin.clear();
        self.twin.clear();
        for (origin, twin) in sides {
            self.origin.push(origin);
            self.twin.push(twin);
        }
        let count = self.len();
        self.next.clear();
        self.prev.clear();
        self.cell.clear();
        self.next.extend((0..count).map(next_side));
        self.prev.extend((0..count).map(side_before));
        self.cell.extend((0..count).map(|h| h / 3));
        self.gone.clear();
        self.gone.resize(cast::index(count), false);
        self.parent.clear();
        self.parent.extend(0..count / 3);
    }

    /// Makes the edge of `h` a border on both its sides.
    pub(crate) fn part(&mut self, h: u32) {
        if let Some(t) = self.twin[cast::index(h)].take() {
            self.twin[cast::index(t)] = None;
        }
    }

    /// Of cells (rings of vertex indices) that no edge joins yet: see [`Self::join`]. The
    /// half-edges of the cells follow each other in order.
    pub(crate) fn of_cells<'a>(cells: impl Iterator<Item = &'a [u32]> + Clone) -> Self {
        let count = cells.clone().map(<[u32]>::len).sum();
        let sides = || Vec::with_capacity(count);
        let (origin, next, prev, cell) = (sides(), sides(), sides(), sides());
        let mut edges = Self { origin, next, prev, cell, ..Self::default() };
        for (cell, corners) in (0..).zip(cells) {
            let (first, n) = (edges.len(), cast::count(corners.len()));
            edges.parent.push(cell);
            edges.origin.extend(corners);
            edges.next.extend((0..n).map(|i| first + (i + 1) % n));
            edges.prev.extend((0..n).map(|i| first + (i + n - 1) % n));
            edges.cell.extend(corners.iter().map(|_| cell));
        }
        edges.gone = vec![false; count];
        edges.twin = vec![None; count];
        edges
    }

    /// Makes `h` and `t` two sides of one edge.
    pub(crate) fn join(&mut self, h: u32, t: u32) {
        self.twin[cast::index(h)] = Some(t);
        self.twin[cast::index(t)] = Some(h);
    }

    /// How many half-edges there are, with those that are gone.
    pub(crate) fn len(&self) -> u32 {
        cast::count(self.origin.len())
    }

    /// How many cells there are, with those that are no longer there.
    pub(crate) fn cells(&self) -> usize {
        self.parent.len()
    }

    /// The vertex where `h` starts.
    pub(crate) fn origin(&self, h: u32) -> u32 {
        self.origin[cast::index(h)]
    }

    /// The vertex where `h` ends.
    pub(crate) fn target(&self, h: u32) -> u32 {
        self.origin(self.next(h))
    }

    /// The half-edge after `h` around its face.
    pub(crate) fn next(&self, h: u32) -> u32 {
        self.next[cast::index(h)]
    }

    /// The half-edge before `h` around its face.
    pub(crate) fn prev(&self, h: u32) -> u32 {
        self.prev[cast::index(h)]
    }

    /// The same edge of the face on the other side.
    pub(crate) fn twin(&self, h: u32) -> Option<u32> {
        self.twin[cast::index(h)]
    }

    /// Half-edges that have a twin, with it.
    pub(crate) fn twins(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(&self.twin).filter_map(|(h, &twin)| Some((h, twin?)))
    }

    /// True when merging removed `h`.
    pub(crate) fn is_gone(&self, h: u32) -> bool {
        self.gone[cast::index(h)]
    }

    /// The representative (by union-find) of the cells of the face left of `h`.
    pub(crate) fn face(&mut self, h: u32) -> u32 {
        self.root(self.cell[cast::index(h)])
    }

    /// The representative of cell `t`'s face.
    pub(crate) fn root(&mut self, mut t: u32) -> u32 {
        while self.parent[cast::index(t)] != t {
            let above = self.parent[cast::index(t)];
            self.parent[cast::index(t)] = self.parent[cast::index(above)];
            t = above;
        }
        t
    }

    /// One half-edge of each face, in order.
    pub(crate) fn faces(&mut self) -> Vec<u32> {
        let mut seen = vec![false; self.cells()];
        let all = 0..self.len();
        all.filter(|&h| {
            !self.is_gone(h) && !std::mem::replace(&mut seen[cast::index(self.face(h))], true)
        })
        .collect()
    }

    /// Takes the edge `h` with its twin away, so that the two faces become one, which the lower
    /// root keeps. Does nothing on a border.
    pub(crate) fn remove(&mut self, h: u32) {
        let Some(t) = self.twin(h) else { return };
        let (a, b) = (self.face(h), self.face(t));
        self.link(self.prev(h), self.next(t));
        self.link(self.prev(t), self.next(h));
        self.gone[cast::index(h)] = true;
        self.gone[cast::index(t)] = true;
        self.parent[cast::index(a.max(b))] = a.min(b);
    }

    /// Takes a vertex away with all its edges, `spokes`, which leave it in clockwise order and
    /// run between different faces: they become one.
    pub(crate) fn remove_vertex(&mut self, spokes: &[u32]) {
        for &h in spokes {
            let Some(t) = self.twin(h) else { continue };
            self.link(self.prev(t), self.next(h));
            let (a, b) = (self.face(h), self.face(t));
            self.gone[cast::index(h)] = true;
            self.gone[cast::index(t)] = true;
            self.parent[cast::index(a.max(b))] = a.min(b);
        }
    }

    /// Puts a vertex into the edge of `h`, which ends there afterwards, and gives the half-edge
    /// of the same face that goes on from it.
    pub(crate) fn split(&mut self, h: u32, vertex: u32) -> u32 {
        let (rest, back) = (self.len(), self.len() + 1);
        let beyond = self.twin(h);
        self.insert_after(h, vertex);
        if let Some(t) = beyond {
            self.insert_after(t, vertex);
            self.join(h, back);
            self.join(rest, t);
        }
        rest
    }

    /// Puts a half-edge that leaves `vertex` after `h` in its face.
    fn insert_after(&mut self, h: u32, vertex: u32) {
        let new = self.len();
        let next = self.next(h);
        self.origin.push(vertex);
        self.next.push(next);
        self.prev.push(h);
        self.cell.push(self.cell[cast::index(h)]);
        self.gone.push(false);
        self.twin.push(None);
        self.link(h, new);
        self.link(new, next);
    }

    /// Cuts a face anew that is a disk: `outline` are the half-edges around it, of which the
    /// edges `inside` (one side each) are taken away; `diagonals` join the origins of two of the
    /// outline's half-edges, first below last, none crossing another, shorter ones (by what
    /// they span of the outline) before the ones around them. The faces become new cells.
    pub(crate) fn recut(&mut self, outline: &[u32], inside: &[u32], diagonals: &[(u32, u32)]) {
        for &h in inside {
            let t = self.twin(h);
            for side in [Some(h), t].into_iter().flatten() {
                self.gone[cast::index(side)] = true;
            }
        }
        for (i, &h) in outline.iter().enumerate() {
            self.link(h, outline[(i + 1) % outline.len()]);
        }
        // What leaves each corner on the rest of the ring that is not cut off yet.
        let mut leaving = outline.to_vec();
        for &(i, k) in diagonals {
            let (first, beyond) = (leaving[cast::index(i)], leaving[cast::index(k)]);
            let (before, last) = (self.prev(first), self.prev(beyond));
            let (outer, inner) = (self.len(), self.len() + 1);
            self.origin.extend([self.origin(first), self.origin(beyond)]);
            for column in [&mut self.next, &mut self.prev, &mut self.cell] {
                column.extend([0, 0]);
            }
            self.gone.extend([false, false]);
            self.twin.extend([Some(inner), Some(outer)]);
            for (a, b) in [(before, outer), (outer, beyond), (last, inner), (inner, first)] {
                self.link(a, b);
            }
            leaving[cast::index(i)] = outer;
            self.found_cell(inner);
        }
        if let Some(&h) = leaving.first() {
            self.found_cell(h);
        }
    }

    /// Makes the ring of `h` a cell of its own.
    fn found_cell(&mut self, h: u32) {
        let cell = cast::count(self.parent.len());
        self.parent.push(cell);
        let mut at = h;
        loop {
            self.cell[cast::index(at)] = cell;
            at = self.next(at);
            if at == h {
                break;
            }
        }
    }

    fn link(&mut self, before: u32, after: u32) {
        self.next[cast::index(before)] = after;
        self.prev[cast::index(after)] = before;
    }

    /// The half-edges around the face of `h`, beginning with `h`.
    pub(crate) fn around(&self, h: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = Some(h);
        std::iter::from_fn(move || {
            let now = at?;
            at = Some(self.next(now)).filter(|&n| n != h);
            Some(now)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_of_two_triangles_becomes_one_ring() {
        let mut edges = HalfEdges::of_triangles(&[[0, 1, 2], [0, 2, 3]], |_, _| false);
        let diagonal = (0..6).find(|&h| edges.twin(h).is_some()).unwrap();
        assert_eq!((0..6).filter(|&h| edges.twin(h).is_some()).count(), 2);
        edges.remove(diagonal);
        let start = (0..6).find(|&h| !edges.is_gone(h) && edges.origin(h) == 0).unwrap();
        let ring: Vec<_> = edges.around(start).map(|h| edges.origin(h)).collect();
        assert_eq!(ring, [0, 1, 2, 3]);
        assert_eq!(edges.root(1), 0);
    }

    #[test]
    fn a_border_between_two_triangles_stays() {
        let edges = HalfEdges::of_triangles(&[[0, 1, 2], [0, 2, 3]], |a, b| (a, b) == (2, 0));
        assert!((0..6).all(|h| edges.twin(h).is_none()));
    }

    #[test]
    fn triangles_in_memory_that_was_used_are_those_made_anew() {
        let mut again = HalfEdges::of_triangles(&[[4, 2, 3]], |_, _| false);
        for triangles in [vec![[0, 1, 2], [0, 2, 3], [2, 1, 4]], vec![], vec![[0, 1, 2]]] {
            let new = HalfEdges::of_triangles(&triangles, |_, _| false);
            again.set_triangles((0..new.len()).map(|h| (new.origin(h), new.twin(h))));
            assert_eq!(format!("{again:?}"), format!("{new:?}"));
            if let Some(h) = (0..again.len()).find(|&h| again.twin(h).is_some()) {
                again.remove(h);
            }
        }
    }
}
