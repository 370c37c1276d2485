//! Who neighbours whom inside a tile: pieces over the same two vertices, and seams.

use super::draft::{Across, Draft};
use super::edge::Passage;
use super::error::MeshError;
use super::id::{PolyRef, TileId};
use crate::geom::{PlanPoint, cast};
use crate::partition::Beyond;
use crate::surface::{Border, SeamId};

/// Joins the edges of a tile by what its pieces say lies beyond them. O(e log e).
pub(super) fn join_tile(
    draft: &mut Draft,
    beyond: &[Vec<Beyond>],
    tile: TileId,
) -> Result<(), MeshError> {
    join_pieces(draft, beyond, tile)?;
    join_seams(draft, beyond, tile)
}

/// A directed edge between vertices of the partition, of a polygon.
type Directed = (u32, u32, u32);

fn join_pieces(draft: &mut Draft, beyond: &[Vec<Beyond>], tile: TileId) -> Result<(), MeshError> {
    let mut directed: Vec<(Directed, u32)> = Vec::new();
    for (p, polygon) in draft.polygons.iter().enumerate() {
        let n = polygon.edges.len();
        for (k, edge) in polygon.edges.iter().enumerate() {
            let next = &polygon.edges[(k + 1) % n];
            if let (Some(a), Some(b)) = (edge.vertex, next.vertex) {
                directed.push(((a, b, cast::count(p)), cast::count(k)));
            }
        }
    }
    directed.sort_unstable();
    for &((a, b, p), k) in &directed {
        let Beyond::Piece(other) = beyond[cast::index(p)][cast::index(k)] else { continue };
        let there = directed
            .binary_search_by_key(&(b, a, other), |&(key, _)| key)
            .ok()
            .map(|i| beyond[cast::index(other)][cast::index(directed[i].1)]);
        if there != Some(Beyond::Piece(p)) {
            return Err(MeshError::OneSided { tile: draft.coord, polygon: p, edge: k, other });
        }
        let to = PolyRef { tile, polygon: other };
        draft.polygons[cast::index(p)].edges[cast::index(k)].across =
            Across::Polygon(to, Passage::Open);
    }
    Ok(())
}

/// One edge of a seam. The order brings the edges over the same two plan points together, those
/// that run from the lower point first, each from the lowest ground up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SeamEdge {
    seam: SeamId,
    low: PlanPoint,
    high: PlanPoint,
    backward: bool,
    height: i64,
    polygon: u32,
    edge: u32,
    passage_closed: bool,
}

fn join_seams(draft: &mut Draft, beyond: &[Vec<Beyond>], tile: TileId) -> Result<(), MeshError> {
    let mut edges = seam_edges(draft, beyond);
    edges.sort_unstable();
    for group in edges.chunk_by(|a, b| (a.seam, a.low, a.high) == (b.seam, b.low, b.high)) {
        let (forward, backward) = group.split_at(group.partition_point(|e| !e.backward));
        if forward.len() != backward.len() {
            let SeamEdge { seam, low, high, .. } = group[0];
            return Err(MeshError::OpenSeam {
                tile: draft.coord,
                seam: seam.0,
                from: low,
                to: high,
            });
        }
        for (a, b) in forward.iter().zip(backward).flat_map(|(a, b)| [(a, b), (b, a)]) {
            let passage = if a.passage_closed { Passage::Closed } else { Passage::Open };
            draft.polygons[cast::index(a.polygon)].edges[cast::index(a.edge)].across =
                Across::Polygon(PolyRef { tile, polygon: b.polygon }, passage);
        }
    }
    Ok(())
}

fn seam_edges(draft: &Draft, beyond: &[Vec<Beyond>]) -> Vec<SeamEdge> {
    let mut edges = Vec::new();
    for (p, polygon) in draft.polygons.iter().enumerate() {
        let n = polygon.edges.len();
        for (k, &beyond) in beyond[p].iter().enumerate() {
            let (seam, passage_closed) = match beyond {
                Beyond::Border(Border::Seam(seam) | Border::Leave(seam)) => (seam, false),
                Beyond::Border(Border::Blocked(seam)) => (seam, true),
                _ => continue,
            };
            let (a, b) = (polygon.edges[k].at, polygon.edges[(k + 1) % n].at);
            edges.push(SeamEdge {
                seam,
                low: a.plan.min(b.plan),
                high: a.plan.max(b.plan),
                backward: a.plan > b.plan,
                height: i64::from(a.height) + i64::from(b.height),
                polygon: cast::count(p),
                edge: cast::count(k),
                passage_closed,
            });
        }
    }
    edges
}
