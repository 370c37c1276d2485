//! Pieces around one inner vertex to one piece.

use crate::partition::Partition;
use crate::partition::cells::Cells;

/// Central-point merging: where the pieces around a vertex with ground on all sides are convex
/// together, they become one and the vertex is no corner any more. Three pieces cannot be merged
/// in any other way; the vertex in the middle of an edge that two pieces share goes as well.
/// Vertices that only cutting anew made, or imported meshes have, are inner: corners of a
/// surface are not. Gives how many pieces there are fewer.
///
/// Repeats while something changes; each round is linear. The vertex stays as a height point of
/// the triangles, which do not change.
pub fn merge_central_points(partition: &mut Partition) -> usize {
    let before = partition.pieces.len();
    let mut cells = Cells::of(partition);
    loop {
        let mut changed = false;
        for h in 0..cells.edges.len() {
            if let Some(spokes) = spokes(&cells, h)
                && may_go(&mut cells, &spokes)
            {
                changed = true;
                cells.edges.remove_vertex(&spokes);
            }
        }
        if !changed {
            break;
        }
    }
    cells.write(partition);
    before - partition.pieces.len()
}

/// The half-edges that leave the vertex of `h`, when it is the lowest of them and the vertex is
/// inner with two or three edges.
fn spokes(cells: &Cells, h: u32) -> Option<Vec<u32>> {
    if cells.edges.is_gone(h) {
        return None;
    }
    let mut spokes = vec![h];
    loop {
        let last = *spokes.last()?;
        let next = cells.edges.next(cells.edges.twin(last)?);
        if next == h {
            return (spokes.len() > 1).then_some(spokes);
        }
        if next < h || spokes.len() == 3 {
            return None;
        }
        spokes.push(next);
    }
}

/// True when no face comes twice, and what is left is convex at the other end of each spoke.
fn may_go(cells: &mut Cells, spokes: &[u32]) -> bool {
    let mut faces: Vec<u32> = spokes.iter().map(|&h| cells.edges.face(h)).collect();
    faces.sort_unstable();
    faces.dedup();
    faces.len() == spokes.len()
        && spokes.iter().all(|&h| {
            let Some(t) = cells.edges.twin(h) else { return false };
            cells.is_convex_at(cells.edges.prev(t), cells.edges.next(h))
        })
}
