//! Height detail: extra points in the height triangles of a partition, where the ground is not
//! what the corners span.
//!
//! Points are put in greedily, worst first, as in Garland and Heckbert, "Fast polygonal
//! approximation of terrains and height fields" (1995), on the cell centres of the layer's
//! [`HeightGrid`]. What differs: the edges come first, each worked out once for both its sides,
//! so that neighbours agree on the height of every point between them.

mod edge;
mod samples;
mod terrain;

use super::{Partition, PartitionError};
use crate::geom::{GroundPoint, PlanPoint, cast, delaunay};
use crate::surface::{HeightGrid, Heights, Surface};
use edge::split_edge;
use samples::{Plane, each_cell_in};
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
    let mut split: HashMap<(u32, u32), Vec<u32>> = HashMap::new(); // looked up only
    for i in 0..partition.pieces.len() {
        let layer = surface.layers.get(cast::index(partition.pieces[i].layer));
        let Some(Heights::Grid(grid)) = layer.map(|layer| &layer.heights) else { continue };
        let border = split_border(partition, i, grid, max_error, &mut split);
        refine_piece(partition, i, &border, grid, max_error);
        if u32::try_from(partition.vertices.len()).is_err() {
            return Err(PartitionError::TooMany { count: partition.vertices.len() });
        }
    }
    Ok(())
}

/// The corners of piece `i` with the height points of its edges between them.
fn split_border(
    partition: &mut Partition,
    i: usize,
    grid: &HeightGrid,
    max_error: i32,
    split: &mut HashMap<(u32, u32), Vec<u32>>,
) -> Vec<u32> {
    let corners = partition.pieces[i].corners.clone();
    let outline: Vec<PlanPoint> =
        corners.iter().map(|&v| partition.vertices[cast::index(v)].plan).collect();
    let mut border = Vec::with_capacity(corners.len());
    for (k, &from) in corners.iter().enumerate() {
        let to = corners[(k + 1) % corners.len()];
        border.push(from);
        // The same points whichever side comes first: always from the lower plan point.
        let vertices = &mut partition.vertices;
        let forward = vertices[cast::index(from)].plan < vertices[cast::index(to)].plan;
        let key = if forward { (from, to) } else { (to, from) };
        let points = split.entry(key).or_insert_with(|| {
            let [a, b] = [key.0, key.1].map(|v| vertices[cast::index(v)]);
            let first = cast::count(vertices.len());
            vertices.extend(split_edge(a, b, &outline, grid, max_error));
            (first..cast::count(vertices.len())).collect()
        });
        if forward {
            border.extend(points.iter());
        } else {
            border.extend(points.iter().rev());
        }
    }
    border
}

/// Replaces the triangles of piece `i` by ones over `border` that keep to the ground.
fn refine_piece(
    partition: &mut Partition,
    i: usize,
    border: &[u32],
    grid: &HeightGrid,
    max_error: i32,
) {
    let vertices = &mut partition.vertices;
    let piece = &mut partition.pieces[i];
    if border.len() == piece.corners.len()
        && piece.triangles.iter().all(|t| keeps_to_ground(vertices, t, grid, max_error))
    {
        return;
    }
    let ground: Vec<GroundPoint> = border.iter().map(|&v| vertices[cast::index(v)]).collect();
    let plan: Vec<PlanPoint> = ground.iter().map(|p| p.plan).collect();
    // The hull of the corners of a convex piece is the piece. Corners are distinct, so there is
    // no error; if there were one, the merged triangles would stay.
    let Ok(triangles) = delaunay(&plan, &[]) else { return };
    let mut terrain = Terrain::new(&ground, &triangles, grid);
    terrain.refine(max_error);
    let first = cast::count(vertices.len());
    vertices.extend(&terrain.points()[border.len()..]);
    let name = |v: u32| match border.get(cast::index(v)) {
        Some(&vertex) => vertex,
        None => first + (v - cast::count(border.len())),
    };
    piece.triangles = terrain.triangles().map(|t| t.map(name)).collect();
}

/// True when no sample in triangle `t` is off by more than `max_error`.
fn keeps_to_ground(
    vertices: &[GroundPoint],
    t: &[u32; 3],
    grid: &HeightGrid,
    max_error: i32,
) -> bool {
    let corners = t.map(|v| vertices[cast::index(v)]);
    let plane = Plane::new(corners);
    each_cell_in(grid, &corners.map(|p| p.plan), |centre, height| {
        plane.error(centre.at(height)) <= f64::from(max_error)
    })
}

#[cfg(test)]
mod tests;
