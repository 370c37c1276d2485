//! Something for some of the base polygons.

use crate::geom::cast;
use crate::mesh::{PolyRef, TileId};

/// A list for each tile, as long as its last polygon that has something: a look-up costs two
/// indices, however large the mesh is.
#[derive(Clone, Debug)]
pub(super) struct ByPolygon<T> {
    tiles: Vec<Vec<Option<T>>>,
}

impl<T> ByPolygon<T> {
    /// Nothing yet, for so many tiles.
    pub(super) fn new(tiles: usize) -> Self {
        Self { tiles: (0..tiles).map(|_| Vec::new()).collect() }
    }

    #[inline]
    pub(super) fn get(&self, polygon: PolyRef) -> Option<&T> {
        self.of_tile(polygon.tile).get(cast::index(polygon.polygon))?.as_ref()
    }

    pub(super) fn get_mut(&mut self, polygon: PolyRef) -> Option<&mut T> {
        let tile = self.tiles.get_mut(cast::index(polygon.tile.0))?;
        tile.get_mut(cast::index(polygon.polygon))?.as_mut()
    }

    /// The first polygons of a tile with what they have; those that are missing have nothing.
    #[inline]
    pub(super) fn of_tile(&self, tile: TileId) -> &[Option<T>] {
        self.tiles.get(cast::index(tile.0)).map_or(&[], Vec::as_slice)
    }

    fn place(&mut self, polygon: PolyRef) -> &mut Option<T> {
        let (t, p) = (cast::index(polygon.tile.0), cast::index(polygon.polygon));
        let tile = &mut self.tiles[t];
        if tile.len() <= p {
            tile.resize_with(p + 1, || None);
        }
        &mut tile[p]
    }

    /// What it has, at first the default.
    pub(super) fn or_default(&mut self, polygon: PolyRef) -> &mut T
    where
        T: Default,
    {
        self.place(polygon).get_or_insert_with(T::default)
    }

    /// Gives a polygon something else, or nothing, and returns what it had.
    pub(super) fn replace(&mut self, polygon: PolyRef, new: Option<T>) -> Option<T> {
        if new.is_some() {
            return std::mem::replace(self.place(polygon), new);
        }
        let tile = self.tiles.get_mut(cast::index(polygon.tile.0))?;
        let old = tile.get_mut(cast::index(polygon.polygon))?.take();
        while let Some(None) = tile.last() {
            tile.pop();
        }
        old
    }
}

/// Of a list in the order of its polygons what is of a tile.
pub(super) fn of_tile<T>(all: &[T], tile: TileId, polygon: impl Fn(&T) -> PolyRef) -> &[T] {
    let from = all.partition_point(|of| polygon(of).tile < tile);
    let count = all[from..].partition_point(|of| polygon(of).tile == tile);
    &all[from..from + count]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use walkmesh_testkit::Random;

    #[test]
    fn agrees_with_a_map() {
        let mut random = Random::new(3);
        let mut ours = ByPolygon::new(6);
        let mut map = BTreeMap::new();
        for i in 0..2000 {
            let mut below = |n: i32| u32::try_from(random.between(0, n - 1)).unwrap();
            let polygon = PolyRef { tile: TileId(below(5)), polygon: below(7) };
            let new = (below(2) == 0).then_some(i);
            let old = match new {
                Some(new) => map.insert(polygon, new),
                None => map.remove(&polygon),
            };
            assert_eq!(ours.replace(polygon, new), old);
            for (t, p) in (0..6).flat_map(|t| (0..8).map(move |p| (t, p))) {
                let at = PolyRef { tile: TileId(t), polygon: p };
                assert_eq!(ours.get(at), map.get(&at));
                assert_eq!(ours.get_mut(at).copied(), map.get(&at).copied());
            }
            for t in 0..6 {
                let of_tile = map.keys().filter(|at| at.tile == TileId(t));
                let last = of_tile.map(|at| at.polygon + 1).max().unwrap_or(0);
                assert_eq!(cast::count(ours.of_tile(TileId(t)).len()), last);
            }
        }
    }
}
