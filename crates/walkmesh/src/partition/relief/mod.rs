//! Height detail: extra points in the height triangles of a partition, where the ground is not
//! what the corners span.
//!
//! Points are put in greedily, worst first, as in Garland and Heckbert, "Fast polygonal
//! approximation of terrains and height fields" (1995), on the cell centres of the layer's
//! [`HeightGrid`]. What differs: the edges come first, each worked out once for both its sides,
//! so that neighbours agree on the height of every point between them.

mod edge;
mod fan;
mod rows;
mod samples;
mod terrain;

use super::{Partition, PartitionError};
use crate::geom::{GroundPoint, PlanPoint, cast, delaunay};
use crate::surface::{HeightGrid, Heights, Surface};
use edge::split_edge;
use rows::{Border, Rows};
use samples::Plane;
use std::collections::HashMap;
use terrain::Terrain;

/// Refines [`super::Piece::triangles`] until every cell centre of the layer's height grid that
/// lies in a piece is at most `max_error` steps above or below them. Outlines stay: new points
/// lie inside a piece or exactly on an edge of it (on the lattice points of the edge, where it
/// has some), and are appended to [`Partition::vertices`]. The triangles still tile each piece.
///
/// `sample_distance` is the coarsest spacing of samples asked for; as a look at a cell costs only
/// nanoseconds, all cells are looked at whatever it is. With `sample_distance` 0 or `max_error` 0
/// or less nothing happens, nor in layers whose [`Heights`] are [`Heights::Corners`].
///
/// A centre exactly on an edge is matched to the nearest lattice point of that edge; an edge that
/// has none between its ends stays straight. O(c log c) for c cells, as a rule.
///
/// # Errors
/// When the vertices would be more than `u32` can count.
pub fn refine_heights(
    partition: &mut Partition,
    surface: &Surface,
    sample_distance: i32,
    max_error: i32,
) -> Result<(), PartitionError> {
    if sample_distance <= 0 || max_error <= 0 {
        return Ok(());
    }
    let mut relief = Relief { max_error, ..Relief::default() };
    for i in 0..partition.pieces.len() {
        let layer = surface.layers.get(cast::index(partition.pieces[i].layer));
        let Some(Heights::Grid(grid)) = layer.map(|layer| &layer.heights) else { continue };
        relief.split_border(partition, i, grid);
        relief.refine_piece(partition, i, grid);
        if u32::try_from(partition.vertices.len()).is_err() {
            return Err(PartitionError::TooMany { count: partition.vertices.len() });
        }
    }
    Ok(())
}

/// What is kept from piece to piece.
#[derive(Default)]
struct Relief {
    max_error: i32,
    /// First and count of the height points of the edges that were worked out, by their ends;
    /// looked up only.
    split: HashMap<(u32, u32), (u32, u32)>,
    /// The piece's corners with the height points of its edges between them.
    border: Vec<u32>,
    /// The piece's corners in plan.
    outline: Vec<PlanPoint>,
    /// Cells of the piece.
    rows: Rows,
    terrain: Terrain,
}

impl Relief {
    /// Finds the border of piece `i`.
    fn split_border(&mut self, partition: &mut Partition, i: usize, grid: &HeightGrid) {
        let Partition { vertices, pieces } = partition;
        let corners = &pieces[i].corners;
        self.outline.clear();
        self.outline.extend(corners.iter().map(|&v| vertices[cast::index(v)].plan));
        self.rows.fill(grid, &self.outline, Border::Included);
        self.border.clear();
        for (k, &from) in corners.iter().enumerate() {
            let to = corners[(k + 1) % corners.len()];
            self.border.push(from);
            // The same points whichever side comes first: always from the lower plan point.
            let forward = vertices[cast::index(from)].plan < vertices[cast::index(to)].plan;
            let key = if forward { (from, to) } else { (to, from) };
            let (rows, max_error) = (&self.rows, self.max_error);
            let &mut (first, count) = self.split.entry(key).or_insert_with(|| {
                let [a, b] = [key.0, key.1].map(|v| vertices[cast::index(v)]);
                let first = cast::count(vertices.len());
                vertices.extend(split_edge(a, b, rows, grid, max_error));
                (first, cast::count(vertices.len()) - first)
            });
            if forward {
                self.border.extend(first..first + count);
            } else {
                self.border.extend((first..first + count).rev());
            }
        }
    }

    /// Replaces the triangles of piece `i` by ones over its border that keep to the ground.
    fn refine_piece(&mut self, partition: &mut Partition, i: usize, grid: &HeightGrid) {
        let Partition { vertices, pieces } = partition;
        let piece = &mut pieces[i];
        if self.border.len() == piece.corners.len()
            && piece.triangles.iter().all(|t| self.keeps_to_ground(vertices, t, grid))
        {
            return;
        }
        let border = &self.border;
        let ground: Vec<GroundPoint> = border.iter().map(|&v| vertices[cast::index(v)]).collect();
        let plan: Vec<PlanPoint> = ground.iter().map(|p| p.plan).collect();
        // The hull of the corners of a convex piece is the piece. Corners are distinct, so there
        // is no error; if there were one, the merged triangles would stay.
        let Ok(triangles) = delaunay(&plan, &[]) else { return };
        self.rows.fill(grid, &self.outline, Border::Excluded);
        self.terrain.refine(&ground, &triangles, (grid, &self.rows), self.max_error);
        let first = cast::count(vertices.len());
        vertices.extend(&self.terrain.points()[border.len()..]);
        let name = |v: u32| match border.get(cast::index(v)) {
            Some(&vertex) => vertex,
            None => first + (v - cast::count(border.len())),
        };
        piece.triangles = self.terrain.triangles().map(|t| t.map(name)).collect();
    }

    /// True when no sample in triangle `t` is off by more than is allowed.
    fn keeps_to_ground(
        &mut self,
        vertices: &[GroundPoint],
        t: &[u32; 3],
        grid: &HeightGrid,
    ) -> bool {
        let corners = t.map(|v| vertices[cast::index(v)]);
        self.rows.fill(grid, &corners.map(|p| p.plan), Border::Included);
        let limit = f64::from(self.max_error);
        Plane::new(corners).each_error(grid, &self.rows, |_, error| error <= limit)
    }
}

#[cfg(test)]
mod tests;
