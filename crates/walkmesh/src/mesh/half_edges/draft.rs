//! A table in the making: blocks of the tiles that are new, and of those around them, whose edges
//! towards them and fans change.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::edge::count_walls;
use super::pages::{bits_for, pages_for};
use super::{ANYTHING, BRIDGE, Block, FLAGS, HalfEdge, HalfEdges, NONE, OPEN, OUTWARD, Page};
use crate::geom::{cast, predicates};
use crate::mesh::access::Access;
use crate::mesh::edge::Passage;
use crate::mesh::id::{PolyRef, TileId};
use crate::mesh::tile::Tile;
use crate::mesh::tiles::Tiles;

/// A table in which some blocks are being made.
pub(super) struct Draft<'t> {
    pub(super) table: HalfEdges,
    tiles: &'t Tiles,
    access: &'t Access,
    /// Those of the fan that was wound last; kept for its memory.
    pub(super) members: Vec<u32>,
    /// By tile: which of the open blocks it has, or [`NONE`].
    opened: Vec<u32>,
    /// The tiles of the open blocks, and their half-edges.
    open: Vec<(TileId, Vec<HalfEdge>)>,
}

impl HalfEdges {
    /// A table of all tiles without links; what leads where is not yet known. Linear in edges,
    /// plus for each shared edge the corners of the neighbour. Edges of polygons that are not
    /// convex and neighbours that do not agree with each other become walls (`validate` names
    /// them).
    pub(super) fn of_tiles(tiles: &Tiles, access: &Access) -> Self {
        let bits = bits_for(tiles);
        let mut count = 0;
        let mut place = |tile: &Arc<Tile>| {
            let first = count;
            count += pages_for(tile.edges.len(), bits);
            first
        };
        let page_of = tiles.iter().map(&mut place).collect();
        let table = Self {
            pages: (0..count).map(|_| Page::default()).collect(),
            bits,
            mask: (1 << bits) - 1,
            page_of,
            free: Vec::new(),
            has_bridges: false,
            joined: Arc::default(),
            ways: Arc::default(),
            kinds: OnceLock::new(),
        };
        let which: Vec<TileId> = (0..cast::count(tiles.len())).map(TileId).collect();
        let mut draft = Draft::new(table, tiles, access);
        which.iter().for_each(|&tile| draft.make(tile));
        draft.join(&which);
        draft.finish()
    }

    /// The table of a mesh in which these tiles, in order, are new. Of half-edges and polygons
    /// of others the numbers stay. `None` when there are no numbers left.
    pub(super) fn with_tiles(
        &self,
        tiles: &Tiles,
        access: &Access,
        which: &[TileId],
    ) -> Option<Self> {
        let mut table = Self { kinds: OnceLock::new(), ..self.clone() };
        for &tile in which {
            table.move_to_fit(tile, pages_for(tiles.tile(tile).edges.len(), self.bits))?;
        }
        let mut draft = Draft::new(table, tiles, access);
        which.iter().for_each(|&tile| draft.make(tile));
        draft.join(which);
        Some(draft.finish())
    }
}

impl<'t> Draft<'t> {
    pub(super) fn new(table: HalfEdges, tiles: &'t Tiles, access: &'t Access) -> Self {
        let opened = vec![NONE; tiles.len()];
        Self { table, tiles, access, members: Vec::new(), opened, open: Vec::new() }
    }

    /// The number of the first half-edge of a tile.
    fn base(&self, tile: TileId) -> u32 {
        self.table.page_of[cast::index(tile.0)] << self.table.bits
    }

    /// Makes the block of a tile, without neighbours.
    fn make(&mut self, id: TileId) {
        let tile = self.tiles.tile(id);
        let base = self.base(id);
        let mut edges = Vec::with_capacity(tile.edges.len());
        let mut heights = Vec::with_capacity(tile.edges.len());
        let mut first_of = Vec::with_capacity(tile.polygons.len() + 1);
        for polygon in 0..cast::count(tile.polygons.len()) {
            let first = cast::count(edges.len());
            let number = self.table.number(PolyRef { tile: id, polygon });
            let ring = tile.edges_of(polygon);
            let flags = cast::count(ring.len()) << FLAGS;
            edges.extend(ring.iter().map(|edge| HalfEdge {
                at: tile.plan(edge.vertex),
                twin: NONE,
                fan: NONE,
                polygon: number,
                first: base + first,
                flags,
                beyond: ANYTHING,
            }));
            heights.extend(ring.iter().map(|edge| tile.vertices[cast::index(edge.vertex)].height));
            first_of.push(first);
        }
        first_of.push(cast::count(edges.len()));
        let spots = vec![
            super::Spot { place: super::NOWHERE, side: NONE, piece: NONE };
            tile.polygons.len()
        ];
        let (heights, first) = (heights.into(), first_of.into());
        let block = Arc::new(Block { heights, first, spots });
        let page = cast::index(self.table.page_of[cast::index(id.0)]);
        for i in 0..cast::index(pages_for(edges.len(), self.table.bits)) {
            let offset = cast::count(i) << self.table.bits;
            // Held until the half-edges are put in, so that the page has its tile.
            let held = Page { edges: Arc::default(), offset, tile: id, block: block.clone() };
            *self.table.pages.at(page + i) = held;
        }
        self.opened[cast::index(id.0)] = cast::count(self.open.len());
        self.open.push((id, edges));
    }

    /// A half-edge.
    #[inline]
    pub(super) fn get(&self, h: u32) -> &HalfEdge {
        let (page, local) = self.table.page(h);
        match self.opened[cast::index(page.tile.0)] {
            NONE => &page.edges[local],
            open => &self.open[cast::index(open)].1[local],
        }
    }

    /// A half-edge to be changed.
    #[inline]
    pub(super) fn get_mut(&mut self, h: u32) -> &mut HalfEdge {
        let (page, local) = self.table.page(h);
        let t = cast::index(page.tile.0);
        if self.opened[t] == NONE {
            self.opened[t] = cast::count(self.open.len());
            self.open.push((page.tile, page.edges.to_vec()));
        }
        &mut self.open[cast::index(self.opened[t])].1[local]
    }

    /// Finds the twins of the half-edges of new tiles and of those towards them, and winds the
    /// fans that have part in them.
    fn join(&mut self, which: &[TileId]) {
        let facing = self.facing(which);
        let mut changed = facing.clone();
        for &tile in which {
            let base = self.base(tile);
            changed.extend(base..base + cast::count(self.tiles.tile(tile).edges.len()));
        }
        for &h in &facing {
            let edge = self.get_mut(h);
            (edge.twin, edge.beyond) = (NONE, ANYTHING);
            edge.flags &= !(OPEN | BRIDGE | OUTWARD);
        }
        self.pair(which, &facing);
        // A ring with repeated edges could pair one way only; walks rely on pairs.
        for &h in &changed {
            let twin = self.get(h).twin;
            if twin != NONE && self.get(twin).twin != h {
                let edge = self.get_mut(h);
                edge.twin = NONE;
                edge.flags &= !OPEN;
            }
        }
        // The fans around both ends of the edges towards new tiles may have fallen apart.
        let ends: Vec<u32> = facing.iter().flat_map(|&h| [h, self.get(h).next(h)]).collect();
        for &h in &ends {
            self.get_mut(h).fan = NONE;
        }
        for h in ends.into_iter().chain(changed) {
            if self.get(h).fan == NONE {
                self.wind_fan(h);
            }
        }
    }

    /// The half-edges of other tiles that name new ones.
    fn facing(&self, which: &[TileId]) -> Vec<u32> {
        let is_new = |tile: TileId| which.binary_search(&tile).is_ok();
        let mut around: Vec<TileId> =
            which.iter().flat_map(|&tile| self.tiles.seen_from(tile)).collect();
        around.sort_unstable();
        around.dedup();
        let mut facing = Vec::new();
        for &tile in around.iter().filter(|&&tile| !is_new(tile)) {
            let edges = (self.base(tile)..).zip(&self.tiles.tile(tile).edges);
            let named = edges.filter(|(_, edge)| edge.neighbour().is_some_and(|n| is_new(n.tile)));
            facing.extend(named.map(|(h, _)| h));
        }
        facing
    }

    /// Finds the twins of half-edges, and which of them may be crossed.
    fn pair(&mut self, which: &[TileId], facing: &[u32]) {
        let polygons = |id: TileId| 0..cast::count(self.tiles.tile(id).polygons.len());
        let walked = |&id: &TileId| polygons(id).map(|p| self.is_walked(id, p)).collect();
        // New tiles were opened first, in order.
        let walked: Vec<Vec<bool>> = which.iter().map(walked).collect();
        for &h in facing {
            self.pair_one(&walked, self.table.polygon_of(h), h);
        }
        for &id in which {
            let (tile, base) = (self.tiles.tile(id), self.base(id));
            for polygon in 0..cast::count(tile.polygons.len()) {
                let here = PolyRef { tile: id, polygon };
                for local in tile.edge_range(polygon) {
                    self.pair_one(&walked, here, base + cast::count(local));
                }
            }
        }
    }

    /// Finds the twin of a half-edge of a polygon, given which polygons of the tiles opened first
    /// may be walked.
    fn pair_one(&mut self, walked: &[Vec<bool>], here: PolyRef, h: u32) {
        let local = cast::index(h - self.base(here.tile));
        let edge = self.tiles.tile(here.tile).edges[local];
        let is_walked = |r: PolyRef| {
            let opened = self.opened[cast::index(r.tile.0)];
            match walked.get(cast::index(opened)) {
                Some(of_tile) => of_tile[cast::index(r.polygon)],
                None => self.is_walked(r.tile, r.polygon),
            }
        };
        let Some(there) = edge.neighbour() else { return };
        let twin = self.twin_of(here, local, there);
        if let Some(twin) = twin.filter(|_| is_walked(here) && is_walked(there)) {
            let this = self.get_mut(h);
            this.twin = twin;
            this.flags |= if edge.passage() == Passage::Open { OPEN } else { 0 };
        }
    }

    /// The half-edge of a polygon that runs back along one of another, given by its index in the
    /// tile, and names that polygon.
    fn twin_of(&self, here: PolyRef, local: usize, there: PolyRef) -> Option<u32> {
        let (tile, beyond) = (self.tiles.tile(here.tile), self.tiles.tile(there.tile));
        let (ring, other) = (tile.edge_range(here.polygon), beyond.edge_range(there.polygon));
        let plan = |tile: &Tile, edge: usize| tile.plan(tile.edges[edge].vertex);
        let after =
            |k: usize, ring: &Range<usize>| if k + 1 == ring.end { ring.start } else { k + 1 };
        let (a, b) = (plan(tile, local), plan(tile, after(local, &ring)));
        let is_itself = |k: usize| here.tile == there.tile && k == local;
        let back = other.clone().find(|&k| {
            plan(beyond, k) == b && plan(beyond, after(k, &other)) == a && !is_itself(k)
        })?;
        let names_it = beyond.edges[back].neighbour() == Some(here);
        names_it.then(|| self.base(there.tile) + cast::count(back))
    }

    /// True for a convex polygon that may be entered.
    fn is_walked(&self, tile: TileId, polygon: u32) -> bool {
        let tile = self.tiles.tile(tile);
        let ring: Vec<_> = tile.edges_of(polygon).iter().map(|e| tile.plan(e.vertex)).collect();
        !tile.is_closed(polygon)
            && self.access.enters(&tile.polygons[cast::index(polygon)])
            && predicates::is_convex(&ring)
    }

    /// Puts the open blocks into their pages.
    pub(super) fn finish(mut self) -> HalfEdges {
        for (tile, mut edges) in std::mem::take(&mut self.open) {
            count_walls(&mut edges);
            let page = cast::index(self.table.page_of[cast::index(tile.0)]);
            let count = cast::index(pages_for(edges.len(), self.table.bits));
            let edges: Arc<[HalfEdge]> = edges.into();
            for i in page..page + count {
                self.table.pages.at(i).edges = edges.clone();
            }
        }
        self.table
    }
}

impl HalfEdges {
    /// The polygon of a half-edge whose block may be open.
    fn polygon_of(&self, h: u32) -> PolyRef {
        let (page, local) = self.page(h);
        let first = &page.block.first;
        let polygon = first.partition_point(|&first| cast::index(first) <= local) - 1;
        PolyRef { tile: page.tile, polygon: cast::count(polygon) }
    }
}
