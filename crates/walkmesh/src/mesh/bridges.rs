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
    /// For each polygon the first that no bridge parts it from.
    pub(super) sides: Vec<u32>,
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

/// Finds all bridges of the graph of polygons and shared edges; lists are by number of polygon,
/// with [`NONE`] for numbers that no polygon has. Linear.
pub(super) fn find(mesh: &HalfEdges) -> Bridges {
    let count = mesh.polygons();
    let mut found = Bridges {
        down: Vec::new(),
        beyond: vec![(NONE, NONE); cast::index(count)],
        roots: vec![NONE; cast::index(count)],
        sides: vec![NONE; cast::index(count)],
    };
    let mut met: Vec<u32> = Vec::new();
    let mut walk: Vec<Step> = Vec::new();
    for root in mesh.all_polygons() {
        if found.beyond[cast::index(root)].0 != NONE {
            continue;
        }
        found.roots[cast::index(root)] = root;
        enter(mesh, root, NONE, &mut met, &mut found.beyond, &mut walk);
        while let Some(step) = walk.last_mut() {
            if step.next == mesh.around(step.polygon).end {
                leave(&mut walk, cast::count(met.len()), &mut found);
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
                enter(mesh, other, by, &mut met, &mut found.beyond, &mut walk);
            } else {
                step.low = step.low.min(number);
            }
        }
    }
    // Up to here each has the one before it, where no bridge is between them.
    for polygon in met.into_iter().map(cast::index) {
        let before = found.sides[polygon];
        let side =
            if before == NONE { cast::count(polygon) } else { found.sides[cast::index(before)] };
        found.sides[polygon] = side;
    }
    found
}

fn enter(
    mesh: &HalfEdges,
    polygon: u32,
    by: u32,
    met: &mut Vec<u32>,
    beyond: &mut [(u32, u32)],
    walk: &mut Vec<Step>,
) {
    let number = cast::count(met.len());
    beyond[cast::index(polygon)].0 = number;
    walk.push(Step { polygon, by, next: mesh.around(polygon).start, low: number });
    met.push(polygon);
}

/// Takes the last polygon off the walk: nothing new is reached from it any more.
fn leave(walk: &mut Vec<Step>, order: u32, found: &mut Bridges) {
    let Some(done) = walk.pop() else { return };
    found.beyond[cast::index(done.polygon)].1 = order;
    if let Some(before) = walk.last_mut() {
        before.low = before.low.min(done.low);
        if done.low == found.beyond[cast::index(done.polygon)].0 {
            found.down.push(done.by);
        } else {
            found.sides[cast::index(done.polygon)] = before.polygon;
        }
    }
}
