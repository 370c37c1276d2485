//! Faces as linked half-edges: topology only, no coordinates.
//!
//! ```text
//!        next            half-edge h runs from origin(h) to origin(next(h)) with its face on the
//!     b ──────▶          left; twin(h) is the same edge of the face on the other side, and
//!     ▲ h  │ twin        there is none where the surface ends.
//!     │    ▼
//!     a ◀──────
//! ```

use crate::geom::cast;

/// Half-edges of faces that began as triangles.
#[derive(Clone, Debug, Default)]
pub(crate) struct HalfEdges {
    origin: Vec<u32>,
    next: Vec<u32>,
    prev: Vec<u32>,
    twin: Vec<Option<u32>>,
    /// Half-edges that merging removed.
    gone: Vec<bool>,
    /// Union-find over the triangles: those of one face have one root.
    parent: Vec<u32>,
}

impl HalfEdges {
    /// Of triangles (counter-clockwise vertex indices). Half-edge `3 t + i` is side `i` of
    /// triangle `t`. Sides for which `is_border` is true have no twin. O(n log n).
    pub(crate) fn of_triangles(
        triangles: &[[u32; 3]],
        is_border: impl Fn(u32, u32) -> bool,
    ) -> Self {
        let mut edges = Self::default();
        for &corners in triangles {
            let first = cast::count(edges.origin.len());
            edges.parent.push(first / 3);
            edges.origin.extend(corners);
            edges.next.extend([first + 1, first + 2, first]);
            edges.prev.extend([first + 2, first, first + 1]);
        }
        let n = edges.origin.len();
        edges.gone = vec![false; n];
        edges.twin = vec![None; n];
        let mut by_ends: Vec<_> =
            (0..cast::count(n)).map(|h| ((edges.origin(h), edges.target(h)), h)).collect();
        by_ends.sort_unstable();
        for &((a, b), h) in &by_ends {
            if a < b
                && !is_border(a, b)
                && !is_border(b, a)
                && let Ok(i) = by_ends.binary_search_by_key(&(b, a), |e| e.0)
            {
                let t = by_ends[i].1;
                edges.twin[cast::index(h)] = Some(t);
                edges.twin[cast::index(t)] = Some(h);
            }
        }
        edges
    }

    /// How many half-edges there were at first.
    pub(crate) fn len(&self) -> u32 {
        cast::count(self.origin.len())
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

    /// True when merging removed `h`.
    pub(crate) fn is_gone(&self, h: u32) -> bool {
        self.gone[cast::index(h)]
    }

    /// The first triangle (by union-find) of the face left of `h`.
    pub(crate) fn face(&mut self, h: u32) -> u32 {
        self.root(h / 3)
    }

    /// The representative of triangle `t`'s face.
    pub(crate) fn root(&mut self, mut t: u32) -> u32 {
        while self.parent[cast::index(t)] != t {
            let above = self.parent[cast::index(t)];
            self.parent[cast::index(t)] = self.parent[cast::index(above)];
            t = above;
        }
        t
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
}
