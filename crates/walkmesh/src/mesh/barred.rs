//! Sides of tiles that may be crossed one way only, while tiles are joined anew.
//!
//! Joining finds out anew what lies beyond a side, and nothing in the ground says that it may not be
//! crossed. So a polygon of a finished tile takes along over which stretches it could not be left, and
//! to where: they are cut out of its side again, and stay closed as long as both polygons are there.

use super::draft::{Across, Draft};
use super::edge::Passage;
use super::id::{PolyRef, TileId};
use super::stretch::Stretch;
use super::tile::Tile;
use super::waiting::EdgeKey;
use crate::geom::{PlanPoint, cast};

/// What a polygon was in a finished tile.
#[derive(Clone, Debug)]
pub(super) struct Before {
    /// Its number there.
    polygon: u32,
    barred: Vec<Barred>,
}

/// A stretch of a side over which no way led to a polygon beyond, by the number that this one had.
#[derive(Clone, Copy, Debug)]
struct Barred {
    low: PlanPoint,
    high: PlanPoint,
    to: PolyRef,
}

impl Before {
    /// What polygon number `polygon` of the tile at `here` is.
    pub(super) fn of(tile: &Tile, here: TileId, polygon: u32) -> Self {
        let edges = tile.edges_of(polygon).iter().zip(tile.ends_of(polygon));
        let barred = edges.filter_map(|(edge, ends)| {
            let to = edge.neighbour().filter(|to| to.tile != here)?;
            let [a, b] = ends.map(|end| end.plan);
            let barred = Barred { low: a.min(b), high: a.max(b), to };
            (edge.passage() == Passage::Closed).then_some(barred)
        });
        Self { polygon, barred: barred.collect() }
    }
}

/// The lower and upper ends of the stretches over which the polygon of one edge could not be left
/// towards that of another.
pub(super) fn barred(
    drafts: &[Draft],
    from: EdgeKey,
    to: EdgeKey,
) -> impl Iterator<Item = [PlanPoint; 2]> {
    let before = |(tile, polygon, _): EdgeKey| drafts[tile].polygons[polygon].before.as_ref();
    let tile = TileId(cast::count(to.0));
    let to = before(to).map(|to| PolyRef { tile, polygon: to.polygon });
    let all = before(from).into_iter().flat_map(|from| &from.barred);
    all.filter(move |barred| Some(barred.to) == to).map(|barred| [barred.low, barred.high])
}

/// What is across a stretch, between cuts, of one edge that meets another: the way is as it was, and
/// open where one of both polygons was not there.
pub(super) fn across(drafts: &[Draft], from: EdgeKey, to: EdgeKey, over: &Stretch) -> Across {
    let [start, end] = [over.low(), over.high()].map(|at| at.plan);
    let is_barred = barred(drafts, from, to).any(|[low, high]| low <= start && end <= high);
    let passage = if is_barred { Passage::Closed } else { Passage::Open };
    let (tile, polygon, _) = to;
    let to = PolyRef { tile: TileId(cast::count(tile)), polygon: cast::count(polygon) };
    Across::Polygon(to, passage)
}
