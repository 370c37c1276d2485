//! Edges and what is across them.

use super::problem::{Problem, place};
use crate::geom::{GroundPoint, cast};
use crate::mesh::stretch::{Stretch, on_side};
use crate::mesh::{NavMesh, Passage, PolyRef, TileId};
use crate::surface::TileSide;

pub(super) fn check(mesh: &NavMesh, problems: &mut Vec<Problem>) {
    for r in mesh.polygons() {
        for k in 0..cast::count(mesh.edges(r).len()) {
            check_edge(mesh, r, k, problems);
        }
    }
    check_sides(mesh, problems);
}

/// No two tiles have walls on their common side where the ground goes on.
pub(super) fn check_sides(mesh: &NavMesh, problems: &mut Vec<Problem>) {
    for (t, tile) in mesh.tiles().enumerate() {
        for side in [TileSide::East, TileSide::North] {
            let beyond = tile.coord.beyond(side).and_then(|coord| mesh.tile_at(coord));
            if let Some(other) = beyond {
                let ours = walls(mesh, TileId(cast::count(t)), side);
                let theirs = walls(mesh, other, side.opposite());
                check_side(mesh, &ours, &theirs, problems);
            }
        }
    }
}

/// The ends of an edge, in its direction.
fn ends(mesh: &NavMesh, r: PolyRef, k: u32) -> (GroundPoint, GroundPoint) {
    let (tile, edges) = (mesh.tile(r.tile), mesh.edges(r));
    let at = |k: usize| tile.vertices[cast::index(edges[k % edges.len()].vertex)];
    (at(cast::index(k)), at(cast::index(k) + 1))
}

/// The ground along an edge.
fn stretch(mesh: &NavMesh, r: PolyRef, k: u32) -> Stretch {
    let tile = mesh.tile(r.tile);
    let (a, b) = ends(mesh, r, k);
    let detail = tile.triangles_of(r.polygon).iter().flatten();
    Stretch::new(a, b, detail.map(|&v| tile.vertices[cast::index(v)]))
}

fn check_edge(mesh: &NavMesh, r: PolyRef, edge: u32, problems: &mut Vec<Problem>) {
    let here = mesh.edges(r)[cast::index(edge)];
    let place_of = |r| place(mesh, r);
    let Some(other) = here.neighbour() else {
        if here.passage() == Passage::Closed {
            let sides = "one side";
            problems.push(Problem::NoPassage { place: place_of(r), edge, sides });
        }
        return;
    };
    let (a, b) = ends(mesh, r, edge);
    let mut back = (0..cast::count(mesh.edges(other).len())).filter(|&k| {
        let (c, d) = ends(mesh, other, k);
        (c.plan, d.plan) == (b.plan, a.plan)
            && mesh.edges(other)[cast::index(k)].neighbour() == Some(r)
    });
    let (Some(k), None) = (back.next(), back.next()) else {
        problems.push(Problem::OneSided { place: place_of(r), edge, other: place_of(other) });
        return;
    };
    if (here.passage(), mesh.edges(other)[cast::index(k)].passage())
        == (Passage::Closed, Passage::Closed)
    {
        problems.push(Problem::NoPassage { place: place_of(r), edge, sides: "both sides" });
    }
    let limit = mesh.resolved().height_tolerance();
    if let Some((gap, _)) = stretch(mesh, r, edge).gaps(&stretch(mesh, other, k))
        && gap > limit
    {
        let (place, other) = (place_of(r), place_of(other));
        problems.push(Problem::Gap { place, edge, other, gap, limit });
    }
}

/// A wall on a tile side.
struct Wall {
    polygon: PolyRef,
    edge: u32,
    stretch: Stretch,
    /// Whether ground goes on there, where that is known ([`TileSource::waiting`]).
    ///
    /// [`TileSource::waiting`]: crate::mesh::TileSource::waiting
    waits: Option<bool>,
}

fn walls(mesh: &NavMesh, tile: TileId, side: TileSide) -> Vec<Wall> {
    let there = mesh.tile(tile);
    let waiting = there.source.as_ref().map(|source| &source.waiting);
    let mut walls = Vec::new();
    for polygon in there.open_polygons() {
        let first = cast::count(there.edge_range(polygon).start);
        let polygon = PolyRef { tile, polygon };
        for (k, edge) in (0_u32..).zip(mesh.edges(polygon)) {
            let (a, b) = ends(mesh, polygon, k);
            if edge.neighbour().is_none() && on_side(&there.clip, side, a.plan, b.plan) {
                let stretch = stretch(mesh, polygon, k);
                let waits = waiting.map(|waiting| waiting.binary_search(&(first + k)).is_ok());
                walls.push(Wall { polygon, edge: k, stretch, waits });
            }
        }
    }
    walls.sort_by_key(|w| (w.stretch.low(), w.stretch.high(), w.polygon));
    walls
}

/// Walls from both tiles that share a stretch of the side, level within a voxel all along it,
/// should have been joined, unless both are known to be walls: nobody steps so high, or fits under
/// what hangs over it. Of a baked mesh what is not known was edited: there a wall may be one of the
/// bake. It faces one for sure where the other tile was not: what the bake joined does not wait, so
/// an edge was bent to there. A wider tolerance would take for open what is a real wall: the flank
/// of a ramp, say, that is within a step of the floor beside it at its foot only.
fn check_side(mesh: &NavMesh, ours: &[Wall], theirs: &[Wall], problems: &mut Vec<Problem>) {
    let level = i64::from(mesh.resolved().cell_height);
    let is_baked = *mesh.input_hash() != [0; 32];
    for a in ours {
        for b in theirs {
            if b.stretch.low().plan >= a.stretch.high().plan {
                break;
            }
            let may_go_on = match (a.waits, b.waits) {
                (Some(a), Some(b)) => a || b,
                _ => !is_baked,
            };
            if may_go_on && a.stretch.gaps(&b.stretch).is_some_and(|(_, widest)| widest <= level) {
                problems.push(Problem::NotConforming {
                    place: place(mesh, a.polygon),
                    edge: a.edge,
                    other: place(mesh, b.polygon),
                    other_edge: b.edge,
                });
            }
        }
    }
}
