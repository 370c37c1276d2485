//! Edges of drafts that wait for what is across them.

use super::draft::{Across, Draft};
use super::stretch::Stretch;
use crate::geom::cast;

/// An edge of a draft, by tile, polygon and edge.
pub(super) type EdgeKey = (usize, usize, usize);

/// An edge on a side or a portal, with where it comes from.
pub(super) struct SideEdge {
    pub(super) key: EdgeKey,
    pub(super) stretch: Stretch,
}

/// The edges of a tile that wait for what is across them, sorted along their lines.
pub(super) fn waiting_edges(drafts: &[Draft], tile: usize, across: Across) -> Vec<SideEdge> {
    let draft = &drafts[tile];
    let mut edges = Vec::new();
    for (p, polygon) in draft.polygons.iter().enumerate() {
        let n = polygon.edges.len();
        for (k, edge) in polygon.edges.iter().enumerate() {
            let end = polygon.edges[(k + 1) % n].at;
            if edge.across == across {
                let detail = polygon.triangles.iter().flatten();
                let detail = detail.map(|&v| draft.vertices[cast::index(v)]);
                let stretch = Stretch::new(edge.at, end, detail);
                edges.push(SideEdge { key: (tile, p, k), stretch });
            }
        }
    }
    edges.sort_by_key(|e| (e.stretch.low(), e.stretch.high(), e.key));
    edges
}
