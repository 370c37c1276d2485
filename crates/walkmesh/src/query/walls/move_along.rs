//! A step over the mesh that slides along walls.

use super::super::error::QueryError;
use super::super::filter::Filter;
use super::super::nearby::disc::Disc;
use super::super::scratch::Scratch;
use super::super::walk::Walk;
use crate::geom::{PlanPoint, Point};
use crate::mesh::snap::nearest_in_polygon;
use crate::mesh::{NavMesh, Nearest, PolyRef, TileId};

/// Where a step led.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The place, exactly on the mesh; its distance is the straight one to the target.
    pub place: Nearest,
    /// True when that is the target in plan.
    pub arrived: bool,
    /// The polygons from the one at the start to the one of the place, each a neighbour of the
    /// one before.
    pub polygons: Vec<PolyRef>,
}

impl Default for Moved {
    fn default() -> Self {
        let polygon = PolyRef { tile: TileId(0), polygon: 0 };
        let (point, plan) = (Point::default(), PlanPoint::default());
        let place = Nearest { polygon, point, plan, height: 0, distance: 0.0 };
        Self { place, arrived: false, polygons: Vec::new() }
    }
}

/// Moves from a place as near to a target as the ground around allows, sliding along walls: for
/// bodies that are steered, a short step at a time.
///
/// Where the straight line to the target is free ([`raycast`](crate::query::raycast)), the result is the
/// target. Otherwise it is, in plan, the place nearest to the target on all polygons that are
/// joined with the start inside the closed disc that has the line as its diameter: every one is
/// entered over an edge that may be crossed and touches the disc. So a step gets around a post,
/// along walls and through doors that it passes, never through a wall, and onto another storey
/// only over ground that joins them inside the disc. Of places equally near the one nearest in
/// height to the target is taken, then the one whose polygon is reached first.
///
/// The result is a lattice point of its polygon, not farther from the target than the start, and
/// at most two steps farther than the nearest point that there is (save on slivers and in tips
/// thinner than a step, which may have no lattice point but corners). The target may lie anywhere in the
/// world.
///
/// O(n log n) in the edges of the polygons in the disc; nothing is allocated after warm-up. The
/// result stays in `scratch` until the next step.
///
/// Detour's `moveAlongSurface`, which looks in the same disc, from the polygon of the start
/// only, stops at the first polygon that holds the target, visits 48 polygons at most and rounds
/// its result onto no polygon; Habitat-sim's `try_step`, which calls it. Unity moves agents so
/// (`NavMeshAgent.Move`); Godot leaves it to physics.
///
/// # Errors
/// When the place is not on this mesh or blocked, or the target not finite or outside the lattice.
pub fn move_along<'s>(
    mesh: &NavMesh,
    scratch: &'s mut Scratch,
    from: &Nearest,
    to: impl Into<Point>,
    filter: &Filter,
) -> Result<&'s Moved, QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let asked = to.into();
    let moved = &mut scratch.moved;
    moved.polygons.clear();
    let target = walk.target(asked)?;
    if let Some(polygons) = scratch.line.way(&walk, from, target)? {
        moved.polygons.extend(polygons);
        moved.polygons.reverse();
        let last = moved.polygons.last().copied().unwrap_or(from.polygon);
        moved.place = walk.place(edges.number(last), target, asked);
        moved.arrived = true;
        return Ok(moved);
    }
    let spread = &mut scratch.surroundings.spread;
    walk.stand(from, &mut spread.starts)?;
    let disc = Disc::across(from.plan, target);
    spread.run(&walk, from.plan, |a, b| disc.touches(a, b), |_, _| true);
    let height = |polygon: u32, plan| {
        let ground = mesh.height_at(walk.name(polygon), plan);
        (mesh.frame().to_world(plan.at(ground)).y - asked.y).abs()
    };
    // The start itself comes first: nothing farther is ever taken.
    let mut best = (from.plan.distance_squared(target), f64::INFINITY, 0, from.plan);
    for (index, entry) in (0_u32..).zip(&spread.entries) {
        let name = walk.name(entry.polygon);
        let tile = mesh.tile(name.tile);
        let Some(plan) = nearest_in_polygon(tile, name.polygon, target, best.0) else { continue };
        let squared = plan.distance_squared(target);
        if squared > best.0 {
            continue;
        }
        let off = height(entry.polygon, plan);
        if squared < best.0 || off < best.1 {
            best = (squared, off, index, plan);
        }
    }
    let (_, _, index, plan) = best;
    moved.polygons.extend(spread.back_from(index).map(|polygon| walk.name(polygon)));
    moved.polygons.reverse();
    let last = moved.polygons.last().copied().unwrap_or(from.polygon);
    moved.place = walk.place(edges.number(last), plan, asked);
    moved.arrived = plan == target;
    Ok(moved)
}
