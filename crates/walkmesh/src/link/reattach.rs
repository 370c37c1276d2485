//! Links of an earlier mesh on a new one.

use crate::geom::GroundPoint;
use crate::mesh::{Link, LinkEnd, NavMesh, PolyRef};

/// The mesh with links that were made for an earlier one: each end on the polygon that it
/// had, where that holds it still, or on the one of the same tile that does now, within a climb. Those that the mesh has go.
/// Also gives the indices of the links that have no ground any more, which are left out. Linear in
/// the links and in their tiles.
#[must_use]
pub fn reattach(links: &[Link], mesh: &NavMesh) -> (NavMesh, Vec<u32>) {
    let (mut kept, mut lost) = (Vec::new(), Vec::new());
    for (index, link) in (0..).zip(links) {
        match (end_on(mesh, &link.from), end_on(mesh, &link.to)) {
            (Some(from), Some(to)) => kept.push(Link { from, to, ..*link }),
            _ => lost.push(index),
        }
    }
    let same = kept.is_empty() && mesh.links().is_empty();
    (if same { mesh.clone() } else { mesh.with_links(kept) }, lost)
}

/// A link's end on the polygon that it had, where that holds it, or on the one that does now.
fn end_on(mesh: &NavMesh, end: &LinkEnd) -> Option<LinkEnd> {
    let old = mesh.resolve(end.polygon);
    if old.is_some_and(|p| on(mesh, end, p).is_some()) {
        return Some(*end);
    }
    let tile = mesh.tile_at(end.polygon.tile)?;
    let polygons = mesh.tile(tile).open_polygons().map(|polygon| PolyRef { tile, polygon });
    polygons
        .filter_map(|p| on(mesh, end, p).map(|(off, ends)| (off, p, ends)))
        .min_by_key(|&(off, p, _)| (off, p))
        .map(|(_, p, [from, to])| LinkEnd { polygon: mesh.id(p), from, to })
}

/// Both points of a link's end on a polygon that holds them within a climb, and how far off in
/// height they are at most.
fn on(mesh: &NavMesh, end: &LinkEnd, p: PolyRef) -> Option<(i64, [GroundPoint; 2])> {
    let (tile, given) = (mesh.tile(p.tile), [end.from, end.to]);
    if !given.iter().all(|at| tile.holds(p.polygon, at.plan)) {
        return None;
    }
    let ends = given.map(|at| at.plan.at(mesh.height_at(p, at.plan)));
    let off =
        |(a, b): (&GroundPoint, &GroundPoint)| (i64::from(a.height) - i64::from(b.height)).abs();
    let off = given.iter().zip(&ends).map(off).max()?;
    (off <= i64::from(mesh.resolved().climb)).then_some((off, ends))
}
