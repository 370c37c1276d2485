//! Steps that make the pieces of a partition fewer, each on its own.
//!
//! They follow the merging of architecture models as Game Programming Gems and theses after it
//! have it, on exact predicates: no merge is lost to rounding, and none is made that bends an
//! edge. Which way a piece faces does not matter here: pieces are convex in plan, and their
//! heights stay in their triangles.

mod central;
mod cull;
mod three_two;

pub use central::merge_central_points;
pub use cull::{Cull, cull};
pub use three_two::merge_three_to_two;

use super::cells::Cells;
use super::{Order, Partition, merge_faces};

/// Adjacent merging: takes edges away between pieces of one layer, area and flags, in the given
/// order, where what remains is convex. Gives how many pieces there are fewer. No triangle
/// changes. O(n log n).
pub fn merge_adjacent(partition: &mut Partition, order: Order) -> usize {
    let before = partition.pieces.len();
    let mut cells = Cells::of(partition);
    merge_faces(&mut cells.edges, &cells.plan, order);
    cells.write(partition);
    before - partition.pieces.len()
}

#[cfg(test)]
mod tests;
