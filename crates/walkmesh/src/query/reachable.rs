//! Whether there is a way at all.

use super::error::QueryError;
use super::filter::Filter;
use super::scratch::Scratch;
use super::walk::Walk;
use crate::geom::cast;
use crate::mesh::{NavMesh, Nearest};

/// True when one can walk from one place to another over the ground that the filter enters, with
/// one-way edges in their direction; links are not taken. Exact, whatever the distance: where a
/// path is only asked for to learn whether there is one, this is cheaper.
///
/// Places on different components are told apart at once; otherwise polygons are visited until
/// the goal is met, so the cost is linear in the edges of those that can be reached. Allocates
/// nothing after warm-up.
///
/// Unity's `NavMesh.CalculatePath` with its status, Habitat-sim's `is_navigable` with
/// `get_island`, which know no one-way edges; Detour and Godot have no such question.
///
/// # Errors
/// When one of the places is not on this mesh.
pub fn reachable(
    mesh: &NavMesh,
    scratch: &mut Scratch,
    from: &Nearest,
    to: &Nearest,
    filter: &Filter,
) -> Result<bool, QueryError> {
    let walk = Walk::new(mesh, filter);
    let Flood { open, goals, reached } = &mut scratch.flood;
    walk.stand(from, open)?;
    walk.stand(to, goals)?;
    if mesh.component(from.polygon) != mesh.component(to.polygon) {
        return Ok(false);
    }
    reached.clear();
    reached.resize(mesh.polygon_count(), false);
    for &start in &*open {
        reached[cast::index(start)] = true;
    }
    while let Some(polygon) = open.pop() {
        if goals.contains(&polygon) {
            return Ok(true);
        }
        for twin in walk.edges.around(polygon).filter_map(|h| walk.across(h)) {
            let beyond = walk.edges.get(twin).polygon;
            if !std::mem::replace(&mut reached[cast::index(beyond)], true) {
                open.push(beyond);
            }
        }
    }
    Ok(false)
}

/// Memory for walking over whole polygons.
#[derive(Debug, Default)]
pub(super) struct Flood {
    open: Vec<u32>,
    goals: Vec<u32>,
    reached: Vec<bool>,
}
