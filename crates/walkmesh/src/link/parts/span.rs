//! Which polygons a stretch leads over, from where to where.

use super::share::Share;
use crate::geom::predicates::cross;
use crate::geom::{PlanPoint, cast};
use crate::mesh::Tile;

/// A polygon that a stretch comes to.
pub(super) struct Span {
    /// Its number in the tile.
    pub(super) piece: u32,
    pub(super) is_closed: bool,
    /// From where to where it holds the stretch, its border included.
    pub(super) within: Option<[Share; 2]>,
    /// From where to where the stretch is so near to it that it may count as on it.
    pub(super) beside: [Share; 2],
}

/// Those of some polygons of a tile that are no more than so many half steps beside a stretch along
/// both axes.
pub(super) fn spans(
    tile: &Tile,
    pieces: &[u32],
    stretch: [PlanPoint; 2],
    halves: i64,
) -> Vec<Span> {
    let span = |&piece: &u32| {
        let beside = clip(tile, piece, stretch, halves)?;
        let within = clip(tile, piece, stretch, 0);
        let is_closed = tile.is_closed(piece);
        Some(Span { piece, is_closed, within, beside })
    };
    pieces.iter().filter_map(span).collect()
}

/// The part of a stretch that is no more than `halves` half steps from a piece along both axes;
/// `None` when there is none. Exact.
fn clip(tile: &Tile, piece: u32, [a, b]: [PlanPoint; 2], halves: i64) -> Option<[Share; 2]> {
    let bounds = tile.polygons[cast::index(piece)].bounds;
    let over = |high: i32, low: i32| 2 * (i64::from(high) - i64::from(low)) + halves;
    let mut kept = [Share::START, Share::END];
    for [first, last] in [
        [a, b].map(|p| over(p.x, bounds.min.x)),
        [a, b].map(|p| over(p.y, bounds.min.y)),
        [a, b].map(|p| over(bounds.max.x, p.x)),
        [a, b].map(|p| over(bounds.max.y, p.y)),
    ] {
        kept = narrowed(kept, first, last)?;
    }
    let edges = tile.edges_of(piece);
    let mut from = tile.plan(edges.last()?.vertex);
    for edge in edges {
        let to = tile.plan(edge.vertex);
        let wide = i64::from(from.x.abs_diff(to.x)) + i64::from(from.y.abs_diff(to.y));
        let [first, last] = [a, b].map(|p| 2 * cross(from, to, p) + halves * wide);
        kept = narrowed(kept, first, last)?;
        from = to;
    }
    Some(kept)
}

/// Of a part of a stretch what is left where a figure that changes evenly along the stretch is not
/// negative.
fn narrowed([from, to]: [Share; 2], first: i64, last: i64) -> Option<[Share; 2]> {
    let kept = match (first < 0, last < 0) {
        (false, false) => [from, to],
        (true, false) => [from.max(Share::of_zero(first, last)), to],
        (false, true) => [from, to.min(Share::of_zero(first, last))],
        (true, true) => return None,
    };
    (kept[0] <= kept[1]).then_some(kept)
}
