//! Whether there is a way at all.

use super::super::error::QueryError;
use super::super::filter::Filter;
use super::super::marks::Marks;
use super::super::scratch::Scratch;
use super::super::walk::Walk;
use crate::mesh::{NavMesh, Nearest};

/// True when one can walk from one place to another over the ground that the filter enters, with
/// one-way edges in their direction; links are not taken. Exact, whatever the distance: where a
/// path is only asked for to learn whether there is one, this is cheaper.
///
/// Places on parts that nothing joins are told apart at once; otherwise polygons are visited until
/// the goal is met, so the cost is linear in the edges of those that can be reached. Allocates
/// nothing after warm-up.
///
/// Unity's `NavMesh.CalculatePath` with its status, Habitat-sim's `is_navigable` with
/// `get_island`, which know no one-way edges; Detour and Godot have no such question.
///
/// # Errors
/// When one of the places is not on this mesh, or on ground that the filter blocks.
pub fn reachable(
    mesh: &NavMesh,
    scratch: &mut Scratch,
    from: &Nearest,
    to: &Nearest,
    filter: &Filter,
) -> Result<bool, QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let Flood { open, goals, reached } = &mut scratch.flood;
    walk.stand(from, open)?;
    walk.stand(to, goals)?;
    let piece = |stood: &[u32]| stood.first().map(|&polygon| walk.edges.piece(polygon));
    if piece(open) != piece(goals) {
        return Ok(false);
    }
    reached.reset(walk.edges.polygons());
    for &start in &*open {
        reached.set(start, 0);
    }
    while let Some(polygon) = open.pop() {
        if goals.contains(&polygon) {
            return Ok(true);
        }
        for twin in walk.edges.around(polygon).filter_map(|h| walk.across(h)) {
            let beyond = walk.edges.get(twin).polygon;
            if reached.get(beyond).is_none() {
                reached.set(beyond, 0);
                open.push(beyond);
            }
        }
    }
    Ok(false)
}

/// Memory for walking over whole polygons.
#[derive(Debug, Default)]
pub(in crate::query) struct Flood {
    open: Vec<u32>,
    goals: Vec<u32>,
    reached: Marks,
}
