//! Where a place lies to the free ground of a group: its outlines by rows of the plan.
//!
//! A floor's outline has thousands of edges, and most that is asked of it is asked of a place.

use super::free::{Group, Piece};
use crate::geom::predicates::cross;
use crate::geom::{PlanBox, PlanPoint, cast};

/// Edges in a row, about.
const PER_ROW: usize = 8;

/// An edge of a piece's outline.
#[derive(Clone, Copy, Debug)]
struct Edge {
    piece: u32,
    from: PlanPoint,
    to: PlanPoint,
}

/// The rows of a group, from the lowest edge to the highest.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    /// The number of its first row among those of all groups.
    first: usize,
    count: i32,
    low: i32,
    /// How high a row is, steps.
    size: i32,
}

/// The outlines of all groups.
#[derive(Debug, Default)]
pub(super) struct Outlines {
    groups: Vec<Rows>,
    /// Where the edges of each row begin; one more than rows.
    starts: Vec<u32>,
    /// The edges that reach into each row, in order of their pieces.
    edges: Vec<Edge>,
}

impl Outlines {
    /// Linear in the edges and the rows that they reach into.
    pub(super) fn new(groups: &[Group], pieces: &[Piece]) -> Self {
        let mut outlines = Self { starts: vec![0], ..Self::default() };
        let mut own = Vec::new();
        for group in groups {
            let (first, end) = group.pieces;
            own.clear();
            for (i, piece) in (first..end).zip(&pieces[first..end]) {
                for ring in piece.shape.rings() {
                    let next = ring.iter().cycle().skip(1);
                    let edge = |(&from, &to)| Edge { piece: cast::count(i), from, to };
                    own.extend(ring.iter().zip(next).map(edge));
                }
            }
            outlines.add(&own);
        }
        outlines
    }

    /// Adds the rows of a group's edges.
    fn add(&mut self, edges: &[Edge]) {
        let first = self.starts.len() - 1;
        let low = edges.iter().map(|e| e.from.y).min().unwrap_or(0);
        let high = edges.iter().map(|e| e.from.y).max().unwrap_or(0);
        let wanted = i64::from(cast::count(edges.len() / PER_ROW)).max(1);
        let deep = i64::from(high) - i64::from(low) + 1;
        let size = cast::narrow_i32((deep + wanted - 1) / wanted);
        let count = cast::narrow_i32((deep - 1) / i64::from(size)) + 1;
        let rows = Rows { first, count, low, size };
        self.groups.push(rows);
        let before = self.edges.len();
        let mut counts = vec![0; cast::cell_index(count)];
        let over = |e: &Edge| rows.over(e.from.y.min(e.to.y), e.from.y.max(e.to.y));
        for row in edges.iter().flat_map(over) {
            counts[row - first] += 1;
        }
        let mut next = Vec::with_capacity(counts.len());
        let mut end = before;
        for own in counts {
            next.push(end);
            end += own;
            self.starts.push(cast::count(end));
        }
        self.edges
            .resize(end, Edge { piece: 0, from: PlanPoint::default(), to: PlanPoint::default() });
        for edge in edges {
            for row in over(edge) {
                self.edges[next[row - first]] = *edge;
                next[row - first] += 1;
            }
        }
    }

    fn row(&self, row: usize) -> &[Edge] {
        &self.edges[cast::index(self.starts[row])..cast::index(self.starts[row + 1])]
    }

    /// The edges of a row that are of a piece.
    fn own(&self, row: usize, piece: usize) -> &[Edge] {
        let all = self.row(row);
        let first = all.partition_point(|edge| cast::index(edge.piece) < piece);
        let end = all.partition_point(|edge| cast::index(edge.piece) <= piece);
        &all[first..end]
    }

    /// The first piece of a group that holds a place, its border included.
    pub(super) fn piece_at(&self, group: usize, p: PlanPoint) -> Option<usize> {
        let row = self.groups[group].over(p.y, p.y).next()?;
        self.row(row)
            .chunk_by(|a, b| a.piece == b.piece)
            .find(|edges| holds(edges, p))
            .map(|edges| cast::index(edges[0].piece))
    }

    /// True when a piece of a group holds a place, its border included.
    pub(super) fn holds(&self, group: usize, piece: usize, p: PlanPoint) -> bool {
        let row = self.groups[group].over(p.y, p.y).next();
        row.is_some_and(|row| holds(self.own(row, piece), p))
    }

    /// True when a group, or only that piece of it, has ground in a box, its border included.
    pub(super) fn meets(&self, group: usize, piece: Option<usize>, b: &PlanBox) -> bool {
        let rows = self.groups[group];
        let edges = |row| piece.map_or_else(|| self.row(row), |piece| self.own(row, piece));
        let meets = |e: &Edge| b.meets_segment(e.from, e.to);
        let is_met = rows.over(b.min.y, b.max.y).any(|row| edges(row).iter().any(meets));
        let mut beside = rows
            .over(b.min.y, b.min.y)
            .flat_map(|row| edges(row).chunk_by(|a, b| a.piece == b.piece));
        is_met || beside.any(|edges| holds(edges, b.min))
    }
}

impl Rows {
    /// The numbers of its rows between two heights in plan.
    fn over(&self, low: i32, high: i32) -> std::ops::Range<usize> {
        let row = |y: i32| {
            let row = (i64::from(y) - i64::from(self.low)).div_euclid(i64::from(self.size));
            cast::narrow_i32(row)
        };
        let (low, high) = (row(low).max(0), row(high).min(self.count - 1));
        if low > high {
            return 0..0;
        }
        self.first + cast::cell_index(low)..self.first + cast::cell_index(high) + 1
    }
}

/// True when a place is inside of a piece or on its border, of whose outlines these are the edges
/// beside it: an odd number of them is on its right.
fn holds(edges: &[Edge], p: PlanPoint) -> bool {
    let mut is_inside = false;
    for &Edge { from, to, .. } in edges {
        if (from.y > p.y) == (to.y > p.y) && from.y != p.y && to.y != p.y {
            continue;
        }
        let turn = cross(from, to, p);
        if turn == 0 && PlanBox::new(from, to).contains(p) {
            return true;
        }
        if (from.y > p.y) != (to.y > p.y) && (turn > 0) == (to.y > from.y) {
            is_inside = !is_inside;
        }
    }
    is_inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Shape, difference, intersection};
    use crate::survey::exact::close::rectangle;
    use crate::survey::exact::face::Plane;
    use walkmesh_testkit::Random;

    fn piece_holds(piece: &Piece, p: PlanPoint) -> bool {
        piece.bounds.contains(p) && piece.shape.holds(p)
    }

    /// Two groups: what some squares leave of a large one, and nothing.
    fn ground(random: &mut Random) -> (Vec<Group>, Vec<Piece>) {
        let mut square = |low: i32, high: i32, size: i32| {
            let at = PlanPoint::new(random.between(low, high), random.between(low, high));
            let to = PlanPoint::new(at.x + size, at.y + random.between(1, size));
            rectangle(&PlanBox::new(at, to))
        };
        let holes: Vec<Shape> = (0..60).map(|i| square(-10, 290, [12, 60][i % 2])).collect();
        let whole = rectangle(&PlanBox::new(PlanPoint::new(0, 0), PlanPoint::new(300, 300)));
        let free = difference(&[whole], &holes).unwrap();
        let piece = |shape: Shape| {
            let bounds = shape.bounds().unwrap();
            Piece { group: 0, shape, bounds, low: 0, high: 0 }
        };
        let pieces: Vec<Piece> = free.into_iter().map(piece).collect();
        let n = pieces.len();
        let group = |pieces| {
            let plane = Plane::default();
            Group { plane, area: 0, faces: Vec::new(), pieces, is_blocked: true }
        };
        (vec![group((0, n)), group((n, n))], pieces)
    }

    #[test]
    fn places_and_boxes_are_found_as_by_looking_at_all() {
        let mut random = Random::new(8);
        let (mut held, mut met) = (0, 0);
        for _ in 0..20 {
            let (groups, pieces) = ground(&mut random);
            let outlines = Outlines::new(&groups, &pieces);
            for _ in 0..200 {
                let p = PlanPoint::new(random.between(-20, 320), random.between(-20, 320));
                let expected = pieces.iter().position(|piece| piece_holds(piece, p));
                assert_eq!(outlines.piece_at(0, p), expected, "{p:?}");
                assert_eq!(outlines.piece_at(1, p), None);
                for (i, piece) in pieces.iter().enumerate() {
                    assert_eq!(outlines.holds(0, i, p), piece_holds(piece, p), "{p:?} {i}");
                }
                let b = PlanBox::new(p, p).grown(random.between(1, 9));
                let shapes: Vec<Shape> = pieces.iter().map(|piece| piece.shape.clone()).collect();
                let common = intersection(&shapes, &[rectangle(&b)]).unwrap();
                assert!(common.is_empty() || outlines.meets(0, None, &b), "{b:?}");
                let apart = intersection(&shapes, &[rectangle(&b.grown(1))]).unwrap();
                assert!(!apart.is_empty() || !outlines.meets(0, None, &b), "{b:?}");
                assert!(!outlines.meets(1, None, &b));
                let of_each = (0..pieces.len()).any(|i| outlines.meets(0, Some(i), &b));
                assert_eq!(of_each, outlines.meets(0, None, &b));
                held += usize::from(expected.is_some());
                met += usize::from(!common.is_empty());
            }
        }
        assert!((400..3600).contains(&held) && (400..3900).contains(&met), "{held}, {met}");
    }
}
