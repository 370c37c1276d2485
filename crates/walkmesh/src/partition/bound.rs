//! How few pieces a partition could have.

use super::Partition;
use super::cells::Cells;
use super::optimal::{Disk, Prices, best_diagonals};
use crate::geom::cast;

/// Parts of a partition with more corners than this are not solved for their optimum.
const MOST_CORNERS: usize = 4_000;

/// Nor parts in which more pairs of corners see each other, a reflex one among them.
const MOST_PAIRS: usize = 1_000_000;

/// How many pieces a partition has, and how few it could have over the same outlines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fewest {
    /// Pieces that there are.
    pub pieces: usize,
    /// Parts of the partition: pieces of one layer, area and flags that are joined by edges.
    pub parts: usize,
    /// No partition has fewer, even with points added: over all parts, half the reflex corners
    /// (rounded up) plus one minus holes.
    pub bound: usize,
    /// Parts whose optimum is known: the ones without holes, up to 4,000 corners and a million
    /// pairs of corners that see each other.
    pub solved: usize,
    /// The fewest pieces without points added in the parts that are solved, and the bound of the
    /// others. The optimum where all are solved.
    pub least: usize,
}

impl Fewest {
    /// The fewest pieces possible without points added, when that is known.
    #[must_use]
    pub fn optimum(&self) -> Option<usize> {
        (self.solved == self.parts).then_some(self.least)
    }
}

/// What one part is like.
#[derive(Clone, Copy, Default)]
struct Part {
    /// A half-edge of its outline.
    border: Option<u32>,
    faces: usize,
    /// Half-edges that have a twin.
    sides: usize,
    reflex: usize,
    /// Vertices with no outline through them.
    inner: usize,
    corners: usize,
}

impl Part {
    /// 1 less the holes; where the outline touches itself, counted as one would walk.
    fn characteristic(&self) -> isize {
        let [faces, edges, inner] = [self.faces, self.sides / 2, self.inner]
            .map(|n| isize::try_from(n).unwrap_or(isize::MAX));
        faces - edges + inner
    }

    fn bound(&self) -> usize {
        let half = isize::try_from(self.reflex.div_ceil(2)).unwrap_or(isize::MAX);
        usize::try_from(half.saturating_add(self.characteristic())).unwrap_or(0).max(1)
    }
}

/// Counts the pieces of a partition and the fewest there could be.
#[must_use]
pub fn fewest(partition: &Partition) -> Fewest {
    let mut cells = Cells::of(partition);
    let parts = parts(&mut cells);
    let mut sum =
        Fewest { pieces: partition.pieces.len(), parts: parts.len(), ..Fewest::default() };
    for part in &parts {
        let bound = part.bound();
        sum.bound += bound;
        match optimum(&cells, part) {
            Some(optimum) => {
                sum.solved += 1;
                sum.least += optimum;
            }
            None => sum.least += bound,
        }
    }
    sum
}

/// The fewest pieces of a part without holes that is not too large.
fn optimum(cells: &Cells, part: &Part) -> Option<usize> {
    if part.reflex == 0 {
        return Some(1);
    }
    if part.characteristic() != 1 || part.inner > 0 || part.corners > MOST_CORNERS {
        return None;
    }
    let disk = Disk::around(&cells.edges, &cells.plan, part.border?, usize::MAX, |_| true);
    best_diagonals(&disk, Prices::Count, MOST_PAIRS).map(|diagonals| diagonals.len() + 1)
}

/// The parts, in the order of their first faces.
fn parts(cells: &mut Cells) -> Vec<Part> {
    let mut part_of = vec![None; cast::index(cells.edges.len())];
    let mut parts = Vec::new();
    for start in cells.edges.faces() {
        if part_of[cast::index(start)].is_some() {
            continue;
        }
        let mut part = Part::default();
        let mut open = vec![start];
        while let Some(h) = open.pop() {
            if part_of[cast::index(h)].is_some() {
                continue;
            }
            part.faces += 1;
            for g in cells.edges.around(h) {
                part_of[cast::index(g)] = Some(parts.len());
                match cells.edges.twin(g) {
                    Some(t) => {
                        part.sides += 1;
                        open.push(t);
                    }
                    None => part.border = Some(g),
                }
            }
        }
        parts.push(part);
    }
    count_corners(cells, &part_of, &mut parts);
    parts
}

/// Walks around every vertex: along the outline, and where there is none in a circle.
fn count_corners(cells: &Cells, part_of: &[Option<usize>], parts: &mut [Part]) {
    let mut passed = vec![false; part_of.len()];
    for h in 0..cells.edges.len() {
        if let (Some(part), None) = (part_of[cast::index(h)], cells.edges.twin(h)) {
            let after = cells.along(h, |g| passed[cast::index(g)] = true);
            parts[part].corners += 1;
            parts[part].reflex += usize::from(!cells.is_convex_at(h, after));
        }
    }
    for h in 0..cells.edges.len() {
        if let (Some(part), false) = (part_of[cast::index(h)], passed[cast::index(h)]) {
            parts[part].inner += 1;
            let mut at = h;
            while !std::mem::replace(&mut passed[cast::index(at)], true) {
                let Some(t) = cells.edges.twin(at) else { break };
                at = cells.edges.next(t);
            }
        }
    }
}
