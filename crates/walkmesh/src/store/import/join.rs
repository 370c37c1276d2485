//! Who neighbours whom, by what the file says and the edges bear out.

use super::face::{Next, Part};
use super::report::ImportReport;
use crate::geom::{GroundPoint, PlanPoint};
use crate::partition::Beyond;
use crate::surface::{Border, SeamId};

/// A directed edge: its ends, and the face that it is of.
type Key = (PlanPoint, PlanPoint, u32);

/// What lies beyond the edges of every part. Two edges are one when each runs where the other
/// does, the other way round, and names its face; where only one of them names the other it can
/// be crossed from there only. Everything else is a wall, and counted when it named a neighbour.
/// O(e log e).
pub(super) fn join(parts: &[Part], tolerance: i64, report: &mut ImportReport) -> Vec<Vec<Beyond>> {
    let mut edges = Edges::of(parts);
    for names_back in [true, false] {
        for here in 0..edges.list.len() {
            edges.pair(here, names_back, tolerance);
        }
    }
    let mut beyond: Vec<Vec<Beyond>> = Vec::with_capacity(parts.len());
    let wall = Beyond::Border(Border::Wall);
    for part in parts {
        let given = part.next.iter().map(|next| match *next {
            Next::Side(side) => Beyond::Border(Border::Tile(side)),
            Next::Portal(side) => Beyond::Portal(side),
            Next::Wall | Next::Face(_) => wall,
        });
        beyond.push(given.collect());
    }
    for edge in &edges.list {
        match edge.border {
            Some(border) => beyond[edge.part][edge.index] = Beyond::Border(border),
            None => report.unmatched += usize::from(matches!(edge.next, Next::Face(_))),
        }
    }
    beyond
}

struct Edge {
    key: Key,
    heights: (i32, i32),
    part: usize,
    index: usize,
    next: Next,
    border: Option<Border>,
}

/// All edges that may have a neighbour in the tile, sorted by key.
struct Edges {
    list: Vec<Edge>,
    seams: u32,
}

impl Edges {
    fn of(parts: &[Part]) -> Self {
        let mut list = Vec::new();
        for (p, part) in parts.iter().enumerate() {
            let n = part.corners.len();
            for (i, &next) in part.next.iter().enumerate() {
                let (a, b): (GroundPoint, GroundPoint) =
                    (part.corners[i], part.corners[(i + 1) % n]);
                if matches!(next, Next::Wall | Next::Face(_)) {
                    let key = (a.plan, b.plan, part.face);
                    let heights = (a.height, b.height);
                    list.push(Edge { key, heights, part: p, index: i, next, border: None });
                }
            }
        }
        list.sort_by_key(|edge| (edge.key, edge.part, edge.index));
        Self { list, seams: 0 }
    }

    /// Joins an edge to the free one that it names, if that names it back or, when
    /// `names_back` is false, is a wall.
    fn pair(&mut self, here: usize, names_back: bool, tolerance: i64) {
        let Edge { key: (a, b, face), heights, part, next, border: None, .. } = self.list[here]
        else {
            return;
        };
        let Next::Face(other) = next else { return };
        let wanted = if names_back { Next::Face(face) } else { Next::Wall };
        let back = (b, a, other);
        let first = self.list.partition_point(|edge| edge.key < back);
        let near = |h: i32, k: i32| (i64::from(h) - i64::from(k)).abs() <= tolerance;
        let there =
            self.list[first..].iter().take_while(|edge| edge.key == back).position(|edge| {
                edge.border.is_none()
                    && edge.next == wanted
                    && edge.part != part
                    && near(edge.heights.0, heights.1)
                    && near(edge.heights.1, heights.0)
            });
        let Some(there) = there.map(|i| first + i) else { return };
        let seam = SeamId(self.seams);
        self.seams = self.seams.saturating_add(1);
        let (from, to) = if names_back {
            (Border::Seam(seam), Border::Seam(seam))
        } else {
            (Border::Leave(seam), Border::Blocked(seam))
        };
        self.list[here].border = Some(from);
        self.list[there].border = Some(to);
    }
}
