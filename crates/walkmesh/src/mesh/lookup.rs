//! The polygons of a mesh: all of them, by number, and by name.

use super::edge::Edge;
use super::id::{PolyId, PolyRef, TileId};
use super::nav_mesh::NavMesh;
use super::tile::Polygon;
use crate::geom::{GroundPoint, cast};

impl NavMesh {
    /// One more than the greatest number that [`NavMesh::index`] gives: the room that scratch arrays
    /// take. As [`NavMesh::polygon_count`] where no polygon is closed.
    #[must_use]
    pub fn index_count(&self) -> usize {
        self.table().index_count()
    }

    /// By dense number ([`NavMesh::index`]) how many polygons of [`NavMesh::polygons`] come before:
    /// numbers without gaps, for formats that list polygons.
    #[must_use]
    pub fn ranks(&self) -> Vec<u32> {
        let closed = self.all_polygons().map(|r| self.is_closed(r));
        closed
            .scan(0, |next, closed| {
                let rank = *next;
                *next += u32::from(!closed);
                Some(rank)
            })
            .collect()
    }

    /// All polygons but for [closed](super::Tile::is_closed) ones, tile after tile.
    pub fn polygons(&self) -> impl Iterator<Item = PolyRef> + '_ {
        self.table().iter().enumerate().flat_map(|(t, tile)| {
            let tile_id = TileId(cast::count(t));
            tile.open_polygons().map(move |polygon| PolyRef { tile: tile_id, polygon })
        })
    }

    /// All polygons, closed ones too: what is kept, not where one can go.
    pub fn all_polygons(&self) -> impl Iterator<Item = PolyRef> + '_ {
        self.table().iter().enumerate().flat_map(|(t, tile)| {
            let tile_id = TileId(cast::count(t));
            (0..cast::count(tile.polygons.len()))
                .map(move |polygon| PolyRef { tile: tile_id, polygon })
        })
    }

    /// A dense number for a polygon of this mesh, in `0..index_count()`, in the order of
    /// [`NavMesh::polygons`]: an index for scratch arrays. Closed polygons take numbers too.
    #[inline]
    #[must_use]
    pub fn index(&self, polygon: PolyRef) -> usize {
        cast::index(self.table().first_polygon(polygon.tile) + polygon.polygon)
    }

    /// The polygon with a dense number, as [`NavMesh::index`] gives it, or `None` when there is
    /// none or it is closed. Logarithmic in the count of tiles.
    #[must_use]
    pub fn polygon_at(&self, index: usize) -> Option<PolyRef> {
        self.table().polygon_at(index)
    }

    /// What the mesh keeps of a polygon.
    #[inline]
    #[must_use]
    pub fn polygon(&self, polygon: PolyRef) -> &Polygon {
        &self.tile(polygon.tile).polygons[cast::index(polygon.polygon)]
    }

    /// The same, or `None` when it is not of this mesh or closed.
    #[must_use]
    pub fn get(&self, polygon: PolyRef) -> Option<&Polygon> {
        let tile = self.table().get(polygon.tile)?;
        let found = tile.polygons.get(cast::index(polygon.polygon))?;
        (!tile.is_closed(polygon.polygon)).then_some(found)
    }

    /// True for a [closed](super::Tile::is_closed) polygon.
    #[inline]
    #[must_use]
    pub fn is_closed(&self, polygon: PolyRef) -> bool {
        self.table().is_closed(polygon)
    }

    /// The edges of a polygon, counter-clockwise from above.
    #[inline]
    #[must_use]
    pub fn edges(&self, polygon: PolyRef) -> &[Edge] {
        self.tile(polygon.tile).edges_of(polygon.polygon)
    }

    /// The corners of a polygon, counter-clockwise from above: corner `i` begins edge `i`.
    pub fn corners(&self, polygon: PolyRef) -> impl ExactSizeIterator<Item = GroundPoint> + '_ {
        self.tile(polygon.tile).corners_of(polygon.polygon)
    }

    /// Both ends of each edge of a polygon, in its direction.
    pub fn edge_ends(&self, polygon: PolyRef) -> impl Iterator<Item = [GroundPoint; 2]> + '_ {
        self.tile(polygon.tile).ends_of(polygon.polygon)
    }

    /// The name of a polygon for keeping.
    #[must_use]
    pub fn id(&self, polygon: PolyRef) -> PolyId {
        let tile = self.tile(polygon.tile);
        let p = &tile.polygons[cast::index(polygon.polygon)];
        PolyId { tile: tile.coord, base: p.base, piece: p.piece, generation: p.generation }
    }

    /// Where a polygon is now, or `None` when the tile has no such piece, its base polygon was
    /// replaced since, or it is closed. Logarithmic.
    #[must_use]
    pub fn resolve(&self, id: PolyId) -> Option<PolyRef> {
        self.table().resolve(id)
    }
}
