//! Links of an earlier mesh on a new one.

use super::parts::{Side, in_parts, leads_on, put_together};
use crate::geom::{GroundPoint, cast};
use crate::mesh::{Link, LinkEnd, NavMesh, PolyRef, TileCoord, TileId};
use crate::surface::TileSide;

/// The mesh with links that were made for an earlier one: each end on the polygon that it
/// had, where that holds it still, or on one that does now, within a climb: of the same tile, or,
/// where the end is on a side of the tile and it has none, of one beside it. Those that the mesh has
/// go.
///
/// A link between stretches whose ground is of several polygons now goes on in parts, where there is
/// ground at both ends: links of their own, which differ in nothing else. Neighbours in the list that
/// are such parts are one link again when the ground of one is made anew. Links after them have other
/// numbers then: [`Link::user_id`] is there to know them by.
///
/// Also gives the indices of the links of which nothing is left, of parts together. Linear in the links
/// times the polygons of their tiles; a link in parts quadratic in the polygons along it.
#[must_use]
pub fn reattach(links: &[Link], mesh: &NavMesh) -> (NavMesh, Vec<u32>) {
    let climb = mesh.resolved().climb.unsigned_abs();
    let (mut kept, mut lost, mut first) = (Vec::new(), Vec::new(), 0);
    let mut lead = |parts: &[Link], whole: &Link| {
        let (now, next) = (attached(mesh, parts, whole), first + cast::count(parts.len()));
        if now.is_empty() {
            lost.extend(first..next);
        }
        kept.extend(now);
        first = next;
    };
    for run in links.chunk_by(|a, b| leads_on(a, b, climb)) {
        match put_together(run, climb) {
            Some(whole) => lead(run, &whole),
            None => run.iter().for_each(|link| lead(std::slice::from_ref(link), link)),
        }
    }
    let same = kept.is_empty() && mesh.links().is_empty();
    (if same { mesh.clone() } else { mesh.with_links(kept) }, lost)
}

/// What becomes of a link, given in its parts as well.
fn attached(mesh: &NavMesh, parts: &[Link], whole: &Link) -> Vec<Link> {
    let stays =
        |end: &LinkEnd| mesh.resolve(end.polygon).is_some_and(|p| on(mesh, end, p).is_some());
    if parts.iter().all(|part| stays(&part.from) && stays(&part.to)) {
        return parts.to_vec();
    }
    let ends = [&whole.from, &whole.to];
    if let [Some(from), Some(to)] = ends.map(|end| end_on(mesh, end)) {
        return vec![Link { from, to, ..*whole }];
    }
    if ends.into_iter().any(|end| end.from.plan == end.to.plan) {
        return Vec::new();
    }
    let [Some(from), Some(to)] = ends.map(|end| {
        let mut sides = tiles_at(mesh, end).map(|tile| Side::over(mesh, tile, end));
        sides.find(|side| !side.pieces.is_empty())
    }) else {
        return Vec::new();
    };
    let parts = in_parts(mesh, whole, [from, to]).into_iter();
    parts
        .map(|part| Link { from: grounded(mesh, part.from), to: grounded(mesh, part.to), ..part })
        .collect()
}

/// The end of a part at the heights of its ground.
fn grounded(mesh: &NavMesh, end: LinkEnd) -> LinkEnd {
    let Some(p) = mesh.resolve(end.polygon) else { return end };
    let [from, to] = [end.from, end.to].map(|at| at.plan.at(mesh.height_at(p, at.plan)));
    LinkEnd { from, to, ..end }
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
