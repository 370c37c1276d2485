//! Links of an earlier mesh on a new one.

use crate::geom::GroundPoint;
use crate::mesh::{Link, LinkEnd, NavMesh, PolyRef, TileCoord, TileId};
use crate::surface::TileSide;

/// The mesh with links that were made for an earlier one: each end on the polygon that it
/// had, where that holds it still, or on one that does now, within a climb: of the same tile, or,
/// where the end is on a side of the tile and it has none, of one beside it. Those that the mesh has
/// go.
///
/// Also gives the indices of the links of which an end is on no polygon any more, which are left
/// out. An end that is a stretch has to be on one polygon as a whole: where the ground under it is
/// of several now, its link is left out as well. Linear in the links and in their tiles.
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
    tiles_at(mesh, end).find_map(|tile| {
        let polygons = mesh.tile(tile).open_polygons().map(|polygon| PolyRef { tile, polygon });
        polygons
            .filter_map(|p| on(mesh, end, p).map(|(off, ends)| (off, p, ends)))
            .min_by_key(|&(off, p, _)| (off, p))
            .map(|(_, p, [from, to])| LinkEnd { polygon: mesh.id(p), from, to })
    })
}

/// The tiles whose box holds an end, the one that it was in first: what lies on a side is in both.
fn tiles_at(mesh: &NavMesh, end: &LinkEnd) -> impl Iterator<Item = TileId> {
    let beside = |tile: TileCoord, sides: [TileSide; 2]| {
        std::iter::once(tile).chain(sides.into_iter().filter_map(move |side| tile.beyond(side)))
    };
    let row = beside(end.polygon.tile, [TileSide::East, TileSide::West]);
    let around = row.flat_map(move |tile| beside(tile, [TileSide::North, TileSide::South]));
    around.filter_map(|coord| mesh.tile_at(coord)).filter(|&tile| {
        let clip = mesh.tile(tile).clip;
        clip.contains(end.from.plan) && clip.contains(end.to.plan)
    })
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
