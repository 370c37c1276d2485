//! What a search may leave out: dead ends, and parts of the mesh that nothing joins.
//!
//! Both are known exactly of a table that was made whole. Where tiles are replaced an edge that was
//! the only way between two parts stays so, unless the new tiles join what the old ones did not:
//! then the bridges are forgotten. New ones are not looked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::draft::Draft;
use super::{BRIDGE, Block, HalfEdges, NONE, NOWHERE, OUTWARD, Spot};
use crate::geom::{DisjointSets, cast};
use crate::mesh::access::Access;
use crate::mesh::bridges;
use crate::mesh::id::{PolyRef, TileId};
use crate::mesh::link_ways::LinkWays;
use crate::mesh::tiles::Tiles;

impl HalfEdges {
    /// A table of all tiles with the links that `ways` makes of it. Linear.
    pub(in crate::mesh) fn new(
        tiles: &Tiles,
        access: &Access,
        ways: impl FnOnce(&Self) -> LinkWays,
    ) -> Self {
        let mut made = Self::of_tiles(tiles, access);
        made.ways = Arc::new(ways(&made));
        made.with_bridges(tiles, access)
    }

    /// The table after tiles were replaced, in time that their size and that of those around them
    /// tells. `ways` is there when links may have changed: then all are looked at.
    pub(in crate::mesh) fn replaced<W: FnOnce(&Self) -> LinkWays>(
        &self,
        tiles: &Tiles,
        access: &Access,
        which: &[TileId],
        ways: Option<W>,
    ) -> Option<Self> {
        let mut made = self.with_tiles(tiles, access, which)?;
        made.carry(self, which);
        if let Some(ways) = ways {
            made.has_bridges = false;
            made.ways = Arc::new(ways(&made));
            made.join_over_ways();
        }
        Some(made)
    }

    /// True when a way begins or ends in one of these tiles.
    pub(in crate::mesh) fn has_ways_in(&self, which: &[TileId]) -> bool {
        let mut parts = self.ways.entries().iter().chain(self.ways.exits());
        parts.any(|part| which.binary_search(&self.polygon(part.polygon).tile).is_ok())
    }

    /// Finds the bridges, which depend on the links, and the pieces.
    fn with_bridges(self, tiles: &Tiles, access: &Access) -> Self {
        let found = bridges::find(&self);
        // How many places where links are taken or left come before each in the walk.
        let mut ends = vec![0_u32; cast::index(self.polygons()) + 1];
        for part in self.ways.entries().iter().chain(self.ways.exits()) {
            ends[cast::index(found.beyond[cast::index(part.polygon)].0) + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let all = ends.last().copied().unwrap_or(0);
        let mut draft = Draft::new(self, tiles, access);
        for h in found.down {
            let twin = draft.get(h).twin;
            let beyond = found.beyond[cast::index(draft.get(twin).polygon)];
            let within = ends[cast::index(beyond.1)] - ends[cast::index(beyond.0)];
            // A link may make going there and back shorter than the way along the bridge.
            if within == 0 {
                let on = draft.get_mut(h);
                on.beyond = beyond;
                on.flags |= BRIDGE;
            }
            if within == all {
                let back = draft.get_mut(twin);
                back.beyond = beyond;
                back.flags |= BRIDGE | OUTWARD;
            }
        }
        let mut made = draft.finish();
        let mut sets = made.pieces_over_ways(|polygon| found.roots[cast::index(polygon)]);
        for tile in (0..cast::count(tiles.len())).map(TileId) {
            made.set_spots(tile, |number| {
                let p = cast::index(number);
                let piece = sets.find(found.roots[p]);
                Spot { place: found.beyond[p].0, side: found.sides[p], piece }
            });
        }
        made.has_bridges = true;
        made
    }

    /// Joins pieces of the ground, named by polygons, over the links.
    fn pieces_over_ways(&self, piece: impl Fn(u32) -> u32) -> DisjointSets {
        let mut sets = DisjointSets::new(self.polygons());
        for part in self.ways.entries().iter().chain(self.ways.exits()) {
            if let Some(exit) = self.ways.exits_of(part.way).first() {
                sets.join(piece(part.polygon), piece(exit.polygon));
            }
        }
        sets
    }

    /// Notes that the polygons at both ends of each way are of one piece.
    fn join_over_ways(&mut self) {
        let ways = self.ways.clone();
        for part in ways.entries().iter().chain(ways.exits()) {
            if let Some(exit) = ways.exits_of(part.way).first() {
                self.join_pieces(self.piece(part.polygon), self.piece(exit.polygon));
            }
        }
    }

    fn join_pieces(&mut self, a: u32, b: u32) {
        let (a, b) = (self.joined_piece(a), self.joined_piece(b));
        if a != b {
            Arc::make_mut(&mut self.joined).insert(a.max(b), a.min(b));
        }
    }

    /// Says where the polygons of a tile lie, by their numbers.
    fn set_spots(&mut self, tile: TileId, mut spot: impl FnMut(u32) -> Spot) {
        let Some(block) = self.block_of(tile) else { return };
        let first = self.number(PolyRef { tile, polygon: 0 });
        let spots = (first..first + cast::count(block.spots.len())).map(&mut spot).collect();
        let block = Arc::new(Block { spots, ..block.clone() });
        let page = cast::index(self.page_of[cast::index(tile.0)]);
        let pages = block.first.last().map_or(0, |&n| cast::index(n).div_ceil(1 << self.bits));
        for i in page..page + pages {
            self.pages.at(i).block = block.clone();
        }
    }

    /// Says where the polygons of new tiles lie, by those around them.
    fn carry(&mut self, old: &Self, which: &[TileId]) {
        let around = self.beside(which);
        let mut spots = around.iter().map(|&(_, there)| *self.spot(there));
        let Some(first) = spots.next() else { return };
        // Where no bridge parts what is around the tiles, none is made less by what they join.
        if first.side != NONE && spots.all(|spot| spot.side == first.side) {
            which.iter().for_each(|&tile| self.set_spots(tile, |_| first));
            return;
        }
        let mut groups = Groups::new(self, which, &around);
        let mut old_groups = Groups::new(old, which, &old.beside(which));
        let mut of_group: BTreeMap<u32, (Spot, Option<u32>)> = BTreeMap::new();
        for (_, there) in around {
            let (spot, before) = (*self.spot(there), old_groups.of(there));
            let group = groups.of(there).unwrap_or(NONE);
            let (known, known_before) = *of_group.entry(group).or_insert((spot, before));
            let is_same_side = spot.side != NONE && spot.side == known.side;
            let was_joined = before.is_some() && before == known_before;
            self.has_bridges &= is_same_side || was_joined;
            self.join_pieces(spot.piece, known.piece);
        }
        for &tile in which {
            self.set_spots(tile, |number| {
                let group = groups.of(number).unwrap_or(NONE);
                // What stands for itself is a piece named by its first polygon. An older one of
                // that name may be taken to be joined with it: a search finds out.
                let first = groups.polygons.get(cast::index(group)).copied();
                let alone = || Spot { place: NOWHERE, side: NONE, piece: first.unwrap_or(number) };
                of_group.get(&group).map_or_else(alone, |&(spot, _)| spot)
            });
        }
    }

    /// Pairs of polygons, one in these tiles and one beside it in another.
    fn beside(&self, which: &[TileId]) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        self.each_twin(which, |here, there| {
            if which.binary_search(&self.polygon(there).tile).is_err() {
                pairs.push((here, there));
            }
        });
        pairs
    }

    /// Calls `each` with the polygons of tiles and what is beyond their edges.
    fn each_twin(&self, which: &[TileId], mut each: impl FnMut(u32, u32)) {
        for &tile in which {
            let edges = self
                .block_of(tile)
                .map(|_| &*self.pages[cast::index(self.page_of[cast::index(tile.0)])].edges);
            for edge in edges.into_iter().flatten().filter(|edge| edge.twin != NONE) {
                each(edge.polygon, self.get(edge.twin).polygon);
            }
        }
    }
}

/// What some tiles join, of their polygons and those beside them.
struct Groups {
    /// Sorted.
    polygons: Vec<u32>,
    sets: DisjointSets,
}

impl Groups {
    fn new(mesh: &HalfEdges, which: &[TileId], beside: &[(u32, u32)]) -> Self {
        let mut polygons: Vec<u32> = beside.iter().map(|&(_, there)| there).collect();
        let mut pairs = Vec::new();
        for &tile in which {
            let first = mesh.number(PolyRef { tile, polygon: 0 });
            let count = mesh.block_of(tile).map_or(0, |block| cast::count(block.spots.len()));
            polygons.extend(first..first + count);
        }
        mesh.each_twin(which, |here, there| pairs.push((here, there)));
        polygons.sort_unstable();
        polygons.dedup();
        let sets = DisjointSets::new(cast::count(polygons.len()));
        let mut made = Self { polygons, sets };
        for (a, b) in pairs {
            if let (Some(a), Some(b)) = (made.index(a), made.index(b)) {
                made.sets.join(a, b);
            }
        }
        made
    }

    fn index(&self, polygon: u32) -> Option<u32> {
        self.polygons.binary_search(&polygon).ok().map(cast::count)
    }

    /// The group of a polygon.
    fn of(&mut self, polygon: u32) -> Option<u32> {
        let index = self.index(polygon)?;
        Some(self.sets.find(index))
    }
}
