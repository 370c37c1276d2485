//! Ways that are not ground: doors of an elevator, ladders, jumps, teleporters. A bake makes
//! none.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::id::{PolyId, PolyRef, TileId};
use super::tiles::Tiles;
use crate::geom::{GroundPoint, cast};
use crate::soup::Area;

/// One end of a [`Link`]: a straight stretch of ground on one polygon, or a single point of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkEnd {
    /// The polygon that holds both points.
    pub polygon: PolyId,
    /// Where the stretch begins.
    pub from: GroundPoint,
    /// Where it ends; equal to `from` for a point.
    pub to: GroundPoint,
}

/// A way between two places that the ground does not give.
///
/// Between two points it is one step from one to the other. Between two stretches (a wide
/// stair, a row of doors, the edges of a jump) it joins the point at each share of `from` with
/// the point at the same share of `to`: a rigid map, so both have the same plan length, to the
/// two steps that rounding their ends may take. A point at an end on an edge or corner is part of
/// every polygon joined around it, and so is where a link leads; a path may come out of a stretch
/// on either side.
///
/// Paths of the funnel engine take stretches at the shares that make them shortest among those
/// over the same edges and links. Paths of the optimal engine minimise the length on the ground
/// times its cost plus the costs of the links. Point links are exact. So are stretches that are
/// shifted, turned by quarter turns, and mirrored at level, upright or diagonal lines; for others
/// the search works with places rounded to the lattice, so that a path may cost up to a step more
/// than the best for each of them that it takes. A straight line is followed through 16 stretches
/// in a row; beyond, it takes the next ones at their ends.
///
/// A path takes a link that is enabled and whose width, area and flags let the agent pass (two
/// radii of the mesh's agent and [`Access`](super::Access)), with both ends on polygons that may
/// be entered. [`NavMesh::validate`](super::NavMesh::validate) names links that make no sense; no
/// path takes them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// What kind of way it is; the numbers mean what the program that made them says.
    pub kind: u32,
    /// A number of the caller's own to know it by (Detour's user id).
    pub user_id: u32,
    /// Kind of ground that a filter takes it for: blocked with that area. Its cost is not
    /// multiplied.
    pub area: Area,
    /// Bits for filters, as those of polygons.
    pub flags: u32,
    /// Where it starts.
    pub from: LinkEnd,
    /// Where it leads.
    pub to: LinkEnd,
    /// How wide a body may be that takes it, metres, 0 or more; infinite for any.
    pub width: f64,
    /// What taking it costs, metres (seconds times speed), 0 to 1e100.
    pub cost: f64,
    /// Whether it may be taken from `to` to `from` as well.
    pub both_ways: bool,
    /// A disabled link is kept, and joins components (it may be enabled at any time), but no
    /// path takes it.
    pub enabled: bool,
}

/// The links of a mesh, and by tile those that have an end there.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    list: Arc<[Link]>,
    /// Indices in the list.
    of_tile: Arc<BTreeMap<TileId, Vec<u32>>>,
}

impl PartialEq for Links {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Links {
    pub(super) fn new(list: Vec<Link>, tiles: &Tiles) -> Self {
        let mut of_tile: BTreeMap<TileId, Vec<u32>> = BTreeMap::new();
        for (index, link) in (0_u32..).zip(&list) {
            let [a, b] = [&link.from, &link.to].map(|end| tiles.at(end.polygon.tile));
            for tile in a.into_iter().chain(b.filter(|_| a != b)) {
                of_tile.entry(tile).or_default().push(index);
            }
        }
        Self { list: list.into(), of_tile: Arc::new(of_tile) }
    }

    pub(super) fn all(&self) -> &[Link] {
        &self.list
    }

    /// The links that have an end in a tile.
    pub(super) fn of_tile(&self, tile: TileId) -> impl Iterator<Item = &Link> {
        let indices = self.of_tile.get(&tile).into_iter().flatten();
        indices.map(|&index| &self.list[cast::index(index)])
    }
}

/// Most that a link or a metre of ground may cost, metres: sums and ratios of such costs stay
/// finite.
pub(crate) const MOST_COST: f64 = 1e100;

impl Link {
    /// What is wrong with its figures, if anything.
    pub(crate) fn problem(&self) -> Option<&'static str> {
        if self.width.is_nan() || self.width < 0.0 {
            return Some("its width is negative or not a number");
        }
        (!(0.0..=MOST_COST).contains(&self.cost)).then_some("its cost is not from 0 to 1e100")
    }

    /// The polygons at its ends `from` and `to`, where both are there.
    pub(super) fn polygons(&self, tiles: &Tiles) -> Option<[PolyRef; 2]> {
        Some([tiles.resolve(self.from.polygon)?, tiles.resolve(self.to.polygon)?])
    }
}
