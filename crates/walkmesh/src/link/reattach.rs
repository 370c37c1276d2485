//! Links of an earlier mesh on a new one.

use crate::mesh::{Link, LinkEnd, NavMesh, PolyRef};

/// The mesh with links that were made for an earlier one: each on the polygon that it had, or on
/// the one of the same tile that holds its end now, within a climb. Those that the mesh has go.
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

/// A link's end on the polygon that it had, or on the one that holds both its points now.
fn end_on(mesh: &NavMesh, end: &LinkEnd) -> Option<LinkEnd> {
    if mesh.resolve(end.polygon).is_some() {
        return Some(*end);
    }
    let climb = mesh.resolved().climb;
    let id = mesh.tile_at(end.polygon.tile)?;
    let tile = mesh.tile(id);
    tile.open_polygons()
        .filter(|&p| tile.holds(p, end.from.plan) && tile.holds(p, end.to.plan))
        .map(|polygon| {
            let p = PolyRef { tile: id, polygon };
            let ends = [end.from, end.to].map(|at| at.plan.at(mesh.height_at(p, at.plan)));
            let off = [end.from, end.to]
                .iter()
                .zip(&ends)
                .map(|(a, b)| (i64::from(a.height) - i64::from(b.height)).abs())
                .max();
            (off, p, ends)
        })
        .filter(|(off, ..)| off.is_some_and(|off| off <= i64::from(climb)))
        .min_by_key(|&(off, p, _)| (off, p))
        .map(|(_, p, [from, to])| LinkEnd { polygon: mesh.id(p), from, to })
}
