//! Tiles of whose cuts only corners are others: all stands, and leads, where it did.

use super::super::cut::{Cut, Extent};
use super::Plan;
use super::tile::vertices;
use crate::geom::cast;
use crate::mesh::{PolyRef, Tile, TileId};

impl Plan<'_> {
    /// A tile with the corners that its cuts have now, given that its parts stand where they stood,
    /// lead where they led and are as open as they were.
    pub(super) fn reshaped(&self, now: &Tile, tile: TileId) -> Tile {
        let mut new = self.spare.copy(now);
        let Some(placed) = self.placed(tile) else { return new };
        let base = self.twins.base.tile(tile);
        let mut polygons = self.spare.copy_of_polygons(now);
        let mut triangles = self.spare.copy_of_triangles(now);
        let (own, inner) = (&mut *polygons, &mut *triangles);
        let mut room = self.spare.room();
        let is_cut = |cut: &&Cut| !cut.is_whole;
        for (polygon, cut) in (0..).zip(self.cuts.of_tile(tile)) {
            let Some(cut) = cut.as_deref().filter(is_cut) else { continue };
            let names = room.name(base, polygon, cut);
            let risen = self.generations.get(PolyRef { tile, polygon }).copied().unwrap_or(0);
            let generation = base.polygons[cast::index(polygon)].generation.wrapping_add(risen);
            for (piece, at) in cut.pieces().zip(placed.parts(polygon)) {
                let known = &mut own[cast::index(at)];
                let Extent { bounds, heights } = piece.extent;
                (known.bounds, known.heights, known.generation) = (bounds, heights, generation);
                let name = |v: u32| names[cast::index(v)];
                let edges = new.edges[cast::index(known.first_edge)..].iter_mut();
                edges.zip(piece.sides).for_each(|(edge, side)| edge.vertex = name(side.corner));
                let triangles = inner[cast::index(known.first_triangle)..].iter_mut();
                triangles.zip(piece.triangles).for_each(|(old, new)| *old = new.map(name));
            }
        }
        new.vertices = vertices(base, &room, self.spare);
        self.spare.keep_room(room);
        (new.polygons, new.triangles) = (polygons, triangles);
        new
    }
}
