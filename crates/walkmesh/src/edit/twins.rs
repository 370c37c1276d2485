//! The other sides of the edges of a base mesh.

use std::sync::{Arc, OnceLock};

use crate::geom::cast;
use crate::mesh::{NavMesh, PolyRef, TileId};

/// Most polygons around one corner; more only where edges do not agree with each other.
const MOST_AROUND: usize = 4096;

/// A base mesh with the other side of each edge, worked out for a tile when it is first asked for.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    pub(super) base: NavMesh,
    /// By tile and edge of the tile: which edge of the neighbour it is.
    known: Arc<[OnceLock<Box<[Option<u32>]>>]>,
}

impl Twins {
    pub(super) fn new(base: NavMesh) -> Self {
        let known = base.tiles().map(|_| OnceLock::new()).collect();
        Self { base, known }
    }

    /// The same edge seen from the polygon beyond.
    #[inline]
    pub(super) fn twin(&self, polygon: PolyRef, edge: usize) -> Option<(PolyRef, usize)> {
        let tile = self.base.tile(polygon.tile);
        let at = cast::index(tile.polygons[cast::index(polygon.polygon)].first_edge) + edge;
        let other = tile.edges[at].neighbour?;
        let known = self.known[cast::index(polygon.tile.0)]
            .get_or_init(|| twins_of(&self.base, polygon.tile));
        Some((other, cast::index(known[at]?)))
    }

    /// Adds the polygons joined around the first corner of an edge, the polygon itself among them,
    /// some of them repeatedly.
    pub(super) fn around(&self, polygon: PolyRef, edge: usize, into: &mut Vec<PolyRef>) {
        into.push(polygon);
        let (mut at, mut k) = (polygon, edge);
        for _ in 0..MOST_AROUND {
            let before = if k == 0 { self.base.edges(at).len() } else { k } - 1;
            let Some(next) = self.twin(at, before) else { break };
            if next == (polygon, edge) {
                return;
            }
            (at, k) = next;
            into.push(at);
        }
        (at, k) = (polygon, edge);
        for _ in 0..MOST_AROUND {
            let Some((other, back)) = self.twin(at, k) else { return };
            let next = back + 1;
            (at, k) = (other, if next == self.base.edges(other).len() { 0 } else { next });
            into.push(at);
        }
    }

    /// The polygons that share a corner with these (through shared edges), themselves among them,
    /// in order.
    pub(super) fn all_around(&self, polygons: &[PolyRef]) -> Vec<PolyRef> {
        let mut all = Vec::new();
        for &polygon in polygons {
            for edge in 0..self.base.edges(polygon).len() {
                self.around(polygon, edge, &mut all);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// For each edge of a tile which edge of its neighbour runs back.
fn twins_of(base: &NavMesh, tile: TileId) -> Box<[Option<u32>]> {
    let here = base.tile(tile);
    let mut twins = vec![None; here.edges.len()];
    for polygon in 0..cast::count(here.polygons.len()) {
        let range = here.edge_range(polygon);
        let edges = here.edges_of(polygon);
        for (edge, slot) in twins[range].iter_mut().enumerate() {
            let Some(other) = edges[edge].neighbour else { continue };
            let next = edges[(edge + 1) % edges.len()].vertex;
            let (a, b) = (here.plan(edges[edge].vertex), here.plan(next));
            let (there, theirs) = (base.tile(other.tile), base.edges(other));
            let back = |k: &usize| {
                let next = theirs[(k + 1) % theirs.len()].vertex;
                theirs[*k].neighbour == Some(PolyRef { tile, polygon })
                    && there.plan(theirs[*k].vertex) == b
                    && there.plan(next) == a
            };
            *slot = (0..theirs.len()).find(back).map(cast::count);
        }
    }
    twins.into()
}
