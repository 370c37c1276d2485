//! Bridges: edges that are the only way between two parts of the mesh.
//!
//! A shortest path never crosses one twice (between the two crossings it could follow the edge
//! itself, which is straight), so a search need not enter what lies beyond a bridge unless the
//! goal is there: dead ends cost nothing, whatever their size. Found by Tarjan's low points
//! (1974), without recursion. One-way edges count as ways here, which is safe. Links are left out:
//! a part of the mesh where one can be taken or left is no dead end to begin with.

use super::half_edges::{HalfEdges, NONE};
use crate::geom::cast;

/// What [`find`] found.
pub(super) struct Bridges {
    /// Half-edges that are bridges, seen from the side where the walk came from.
    pub(super) down: Vec<u32>,
    /// For each polygon its number in the order of the walk, and one over the largest number
    /// that was reached from it. Beyond a bridge lie exactly the numbers of this range.
    pub(super) beyond: Vec<(u32, u32)>,
    /// For each polygon the one where the walk over its piece began.
    pub(super) roots: Vec<u32>,
}

/// A polygon on the way of the walk.
struct Step {
    polygon: u32,
    /// The half-edge that led here, or [`NONE`] at the start.
    by: u32,
    /// Its half-edge to look at next.
    next: u32,
    /// Least number that is reached from here without going back over `by`.
    low: u32,
}

/// Finds all bridges of the graph of polygons and shared edges. Linear.
pub(super) fn find(mesh: &HalfEdges) -> Bridges {
    let count = mesh.polygons();
    let mut found = Bridges {
        down: Vec::new(),
        beyond: vec![(NONE, NONE); cast::index(count)],
        roots: vec![NONE; cast::index(count)],
    };
    let mut order = 0_u32;
    let mut walk: Vec<Step> = Vec::new();
    for root in 0..count {
        if found.beyond[cast::index(root)].0 != NONE {
            continue;
        }
        found.roots[cast::index(root)] = root;
        enter(mesh, root, NONE, &mut order, &mut found.beyond, &mut walk);
        while let Some(step) = walk.last_mut() {
            if step.next == mesh.around(step.polygon).end {
                leave(&mut walk, order, &mut found);
                continue;
            }
            let twin = mesh.get(step.next).twin;
            step.next += 1;
            // `by` is named by its far side, which is the twin that leads back.
            if twin == NONE || twin == step.by {
                continue;
            }
            let other = mesh.get(twin).polygon;
            let number = found.beyond[cast::index(other)].0;
            if number == NONE {
                let by = step.next - 1;
                found.roots[cast::index(other)] = root;
                enter(mesh, other, by, &mut order, &mut found.beyond, &mut walk);
            } else {
                step.low = step.low.min(number);
            }
        }
    }
    found
}

fn enter(
    mesh: &HalfEdges,
    polygon: u32,
    by: u32,
    order: &mut u32,
    beyond: &mut [(u32, u32)],
    walk: &mut Vec<Step>,
) {
    beyond[cast::index(polygon)].0 = *order;
    walk.push(Step { polygon, by, next: mesh.around(polygon).start, low: *order });
    *order += 1;
}

/// Takes the last polygon off the walk: nothing new is reached from it any more.
fn leave(walk: &mut Vec<Step>, order: u32, found: &mut Bridges) {
    let Some(done) = walk.pop() else { return };
    found.beyond[cast::index(done.polygon)].1 = order;
    if let Some(before) = walk.last_mut() {
        before.low = before.low.min(done.low);
        if done.low == found.beyond[cast::index(done.polygon)].0 {
            found.down.push(done.by);
        }
    }
}
