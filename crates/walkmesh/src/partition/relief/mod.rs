//! Height detail: extra points in the height triangles of a partition, where the ground is not
//! what the corners span.
//!
//! Points are put in greedily, worst first, as in Garland and Heckbert, "Fast polygonal
//! approximation of terrains and height fields" (1995), on the cell centres of the layer's
//! [`HeightGrid`]. What differs: the edges come first, each worked out once for both its sides,
//! so that neighbours agree on the height of every point between them.

mod edge;
mod edges;
mod rows;
mod samples;
mod terrain;

use super::{Partition, PartitionError, Piece};
use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast, delaunay};
use crate::surface::{HeightGrid, Heights, Surface};
use crate::threads::{all_of_runs, each};
use edge::{EdgePoint, split_edge};
use edges::Edges;
use rows::{Border, Rows};
use samples::Plane;
use std::ops::Range;
use terrain::{Ground, Terrain};

/// Refines [`super::Piece::triangles`] until every cell centre of the layer's height grid that
/// lies in a piece is at most `max_error` steps above or below them, and so is the ground along
/// its edges where they cross the lines of centres. Outlines stay: new points lie inside a piece,
/// exactly on an edge of it, or, where an edge has not a lattice point in every cell, less than
/// three steps beyond it; they are appended to [`Partition::vertices`]. The triangles still cover each
/// piece once.
///
/// `sample_distance` is the coarsest spacing of samples asked for; as a look at a cell costs only
/// nanoseconds, all cells are looked at whatever it is. With `sample_distance` 0 or `max_error` 0
/// or less nothing happens, nor in layers whose [`Heights`] are [`Heights::Corners`].
///
/// A centre exactly on an edge is matched to the nearest lattice point of that edge. O(c log c) for c cells, as a rule; pieces are
/// shared among threads, and the result does not depend on how.
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
    let Partition { vertices, pieces } = partition;
    let grid_of = |piece: &Piece| match &surface.layers.get(cast::index(piece.layer))?.heights {
        Heights::Grid(grid) => Some(grid),
        Heights::Corners => None,
    };
    let jobs: Vec<Job<'_>> =
        pieces.iter().enumerate().map(|(i, piece)| (i, piece, grid_of(piece))).collect();
    if jobs.iter().all(|job| job.2.is_none()) {
        return Ok(());
    }
    let edges = Edges::of(pieces, vertices);
    let even = each(&jobs, |&(_, piece, grid)| {
        grid.is_none_or(|grid| is_even(vertices, piece, grid, max_error))
    });
    // Ground that is even on one side is so along the edge, whatever cells of the other side say.
    let is_straight = edges.at_any(&even);
    let split = |relief: &mut Relief, (i, piece, grid): Job<'_>| {
        let new = edges.new_in(i);
        let (ends, is_straight) = (&edges.ends[new.clone()], &is_straight[new]);
        match grid {
            Some(grid) if is_straight.contains(&false) => {
                relief.split_edges(vertices, piece, (ends, is_straight), (grid, max_error))
            }
            _ => vec![Vec::new(); ends.len()],
        }
    };
    let points = all_of_runs(&jobs, |run| {
        let mut relief = Relief::default();
        run.iter().flat_map(|&job| split(&mut relief, job)).collect()
    });
    let refine = |relief: &mut Relief, (i, piece, grid): Job<'_>| {
        relief.lay_border(vertices, piece, edges.around(i), &points);
        if even[i] && relief.border.len() == piece.corners.len() {
            return None;
        }
        relief.refine(vertices, piece, grid?, max_error)
    };
    let refined = all_of_runs(&jobs, |run| {
        let mut relief = Relief::default();
        run.iter().map(|&job| refine(&mut relief, job)).collect()
    });
    put_together(partition, &edges, &points, refined)
}

/// A piece with its number, and the heights of its layer where they are on a grid.
type Job<'a> = (usize, &'a Piece, Option<&'a HeightGrid>);

/// Cells beyond a piece whose heights count for points on its edges: at most two from the one that
/// a point is read from, which is beside the point.
const AROUND: usize = 3;

/// True when no sample in the piece or on its edges can be off by as much as is allowed, by a look
/// at the lowest and highest ground around it and the points of its triangles alone.
fn is_even(vertices: &[GroundPoint], piece: &Piece, grid: &HeightGrid, max_error: i32) -> bool {
    let at = |&v: &u32| vertices[cast::index(v)];
    let corners = || piece.corners.iter().map(at);
    let Some(bounds) = PlanBox::around(corners().map(|p| p.plan)) else { return true };
    let (min, max) = (grid.clamped_cell_of(bounds.min), grid.clamped_cell_of(bounds.max));
    let near = |low: usize, high: usize| low.saturating_sub(AROUND)..=high + AROUND;
    let Some((low, high)) = grid.range(near(min.0, max.0), near(min.1, max.1)) else {
        return true;
    };
    let [low, high] = [low, high].map(i64::from);
    // Along walls ground goes on as it rises, over at most a cell on each axis, and is rounded.
    let beyond = 2 * (high - low) + 1;
    // A merge may have left points inside.
    corners().chain(piece.triangles.iter().flatten().map(at)).all(|p| {
        let height = i64::from(p.height);
        (high + beyond - height).max(height - low + beyond) < i64::from(max_error)
    })
}

/// New triangles of a piece: its border's points are numbered before those inside.
struct Refined {
    inside: Vec<GroundPoint>,
    triangles: Vec<[u32; 3]>,
}

/// Room that is used from piece to piece.
#[derive(Default)]
struct Relief {
    /// The piece's corners with the height points of its edges between them.
    border: Vec<GroundPoint>,
    /// Where in that the points of an edge are that lie beyond it, and whether the edge is gone
    /// along forwards.
    beyond: Vec<(Range<u32>, bool)>,
    /// The piece's corners in plan.
    outline: Vec<PlanPoint>,
    /// Cells of the piece.
    rows: Rows,
    terrain: Terrain,
}

impl Relief {
    fn take_outline(&mut self, vertices: &[GroundPoint], piece: &Piece) {
        self.outline.clear();
        self.outline.extend(piece.corners.iter().map(|&v| vertices[cast::index(v)].plan));
    }

    /// The height points of edges of a piece, from the lower plan point on: the same whichever
    /// side they are looked at from. None on those that are straight.
    fn split_edges(
        &mut self,
        vertices: &[GroundPoint],
        piece: &Piece,
        (ends, is_straight): (&[(u32, u32)], &[bool]),
        (grid, max_error): (&HeightGrid, i32),
    ) -> Vec<Vec<EdgePoint>> {
        self.take_outline(vertices, piece);
        self.rows.fill(grid, &self.outline, Border::Included);
        let split = ends.iter().zip(is_straight).map(|(&(a, b), &is_straight)| {
            if is_straight {
                return Vec::new();
            }
            let [a, b] = [a, b].map(|v| vertices[cast::index(v)]);
            split_edge(a, b, &self.rows, grid, max_error)
        });
        split.collect()
    }

    /// Puts the height `points` of the edges around a piece between its corners.
    fn lay_border(
        &mut self,
        vertices: &[GroundPoint],
        piece: &Piece,
        around: &[(u32, bool)],
        points: &[Vec<EdgePoint>],
    ) {
        self.border.clear();
        self.beyond.clear();
        for (&corner, &(edge, forward)) in piece.corners.iter().zip(around) {
            let points = &points[cast::index(edge)];
            self.border.push(vertices[cast::index(corner)]);
            let first = cast::count(self.border.len());
            if forward {
                self.border.extend(points.iter().map(|p| p.beside[0].at(p.height)));
            } else {
                self.border.extend(points.iter().rev().map(|p| p.beside[1].at(p.height)));
            }
            if !are_on_edge(points) {
                self.beyond.push((first..cast::count(self.border.len()), forward));
            }
        }
    }

    /// Triangles of a piece over its border that keep to the ground; `None` where it may keep
    /// those that it has.
    fn refine(
        &mut self,
        vertices: &[GroundPoint],
        piece: &Piece,
        grid: &HeightGrid,
        max_error: i32,
    ) -> Option<Refined> {
        if self.border.len() == piece.corners.len()
            && piece.triangles.iter().all(|t| self.keeps_to_ground(vertices, t, (grid, max_error)))
        {
            return None;
        }
        let is_beyond = |v: &u32| self.beyond.iter().any(|(run, _)| run.contains(v));
        let on_border: Vec<u32> =
            (0..cast::count(self.border.len())).filter(|v| !is_beyond(v)).collect();
        let plan: Vec<PlanPoint> =
            on_border.iter().map(|&v| self.border[cast::index(v)].plan).collect();
        // The hull of the corners of a convex piece is the piece. Corners are distinct, so there
        // is no error; if there were one, the merged triangles would stay.
        let mut triangles = delaunay(&plan, &[]).ok()?;
        triangles.iter_mut().flatten().for_each(|v| *v = on_border[cast::index(*v)]);
        self.take_outline(vertices, piece);
        self.rows.fill(grid, &self.outline, Border::Excluded);
        let ground = Ground { grid, inside: &self.rows, max_error };
        self.terrain.refine((&self.border, &self.beyond), &triangles, ground);
        let inside = self.terrain.points()[self.border.len()..].to_vec();
        Some(Refined { inside, triangles: self.terrain.triangles().collect() })
    }

    /// True when no sample in triangle `t` is off by more than is allowed.
    fn keeps_to_ground(
        &mut self,
        vertices: &[GroundPoint],
        t: &[u32; 3],
        (grid, max_error): (&HeightGrid, i32),
    ) -> bool {
        let corners = t.map(|v| vertices[cast::index(v)]);
        self.rows.fill(grid, &corners.map(|p| p.plan), Border::Included);
        Plane::new(grid, corners).keeps_to_ground(&self.rows, max_error)
    }
}

/// True when an edge goes through all of its height points.
fn are_on_edge(points: &[EdgePoint]) -> bool {
    points.iter().all(EdgePoint::is_on_edge)
}

/// Numbers the new points piece by piece: those of its new edges, of which those on the left
/// follow those on the right where the edge does not go through them, then those inside.
fn put_together(
    Partition { vertices, pieces }: &mut Partition,
    edges: &Edges,
    points: &[Vec<EdgePoint>],
    refined: Vec<Option<Refined>>,
) -> Result<(), PartitionError> {
    let mut firsts = Vec::with_capacity(points.len());
    let mut border = Vec::new();
    for (i, (piece, refined)) in pieces.iter_mut().zip(refined).enumerate() {
        for points in &points[edges.new_in(i)] {
            firsts.push(cast::count(vertices.len()));
            vertices.extend(points.iter().map(|p| p.beside[0].at(p.height)));
            if !are_on_edge(points) {
                vertices.extend(points.iter().map(|p| p.beside[1].at(p.height)));
            }
        }
        if let Some(Refined { inside, triangles }) = refined {
            border.clear();
            for (&corner, &(edge, forward)) in piece.corners.iter().zip(edges.around(i)) {
                let (first, points) = (firsts[cast::index(edge)], &points[cast::index(edge)]);
                let count = cast::count(points.len());
                let skip = if forward || are_on_edge(points) { 0 } else { count };
                let numbers = first + skip..first + skip + count;
                border.push(corner);
                if forward {
                    border.extend(numbers);
                } else {
                    border.extend(numbers.rev());
                }
            }
            let first = cast::count(vertices.len());
            vertices.extend(inside);
            let name = |v: u32| match border.get(cast::index(v)) {
                Some(&vertex) => vertex,
                None => first + (v - cast::count(border.len())),
            };
            piece.triangles = triangles.into_iter().map(|t| t.map(name)).collect();
        }
        if u32::try_from(vertices.len()).is_err() {
            return Err(PartitionError::TooMany { count: vertices.len() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
