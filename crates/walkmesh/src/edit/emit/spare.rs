//! Memory of tiles that were replaced, for those that come. Edits drop about as many lists as they
//! make, of a few thousand bytes in all sizes: for those a general allocator is slow.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::geom::GroundPoint;
use crate::mesh::{Edge, Polygon, Tile};

/// So many lists of a kind are kept.
const MOST: usize = 256;
/// So many of them, those that came last, are tried.
const TRIED: usize = 8;

/// Lists without items.
#[derive(Default)]
struct Lists {
    vertices: Vec<Vec<GroundPoint>>,
    edges: Vec<Vec<Edge>>,
    polygons: Vec<Vec<Polygon>>,
    triangles: Vec<Vec<[u32; 3]>>,
}

/// The memory, for whoever makes tiles. A copy has none.
#[derive(Default)]
pub(in super::super) struct Spare(Mutex<Lists>);

impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spare")
    }
}

impl Spare {
    /// A list for so many vertices, as the others are for theirs.
    pub(super) fn vertices(&self, least: usize) -> Vec<GroundPoint> {
        self.take(|lists| &mut lists.vertices, least)
    }

    pub(super) fn edges(&self, least: usize) -> Vec<Edge> {
        self.take(|lists| &mut lists.edges, least)
    }

    pub(super) fn polygons(&self, least: usize) -> Vec<Polygon> {
        self.take(|lists| &mut lists.polygons, least)
    }

    pub(super) fn triangles(&self, least: usize) -> Vec<[u32; 3]> {
        self.take(|lists| &mut lists.triangles, least)
    }

    /// One that has the room and not more than twice as much, so that a mesh does not grow by it.
    fn take<T>(&self, of: impl Fn(&mut Lists) -> &mut Vec<Vec<T>>, least: usize) -> Vec<T> {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lists = of(&mut lists);
        let fits = |list: &Vec<T>| (least..=2 * least).contains(&list.capacity());
        let found = lists.iter().rev().take(TRIED).position(fits);
        found.map_or_else(
            || Vec::with_capacity(least),
            |back| lists.swap_remove(lists.len() - 1 - back),
        )
    }

    /// Takes back the lists of tiles that nobody else holds.
    pub(in super::super) fn keep(&self, tiles: Vec<Arc<Tile>>) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for tile in tiles.into_iter().filter_map(Arc::into_inner) {
            keep(&mut lists.vertices, tile.vertices.into_own());
            keep(&mut lists.edges, Some(tile.edges));
            keep(&mut lists.polygons, tile.polygons.into_own());
            keep(&mut lists.triangles, tile.triangles.into_own());
        }
    }
}

fn keep<T>(lists: &mut Vec<Vec<T>>, list: Option<Vec<T>>) {
    if let Some(mut list) = list
        && lists.len() < MOST
    {
        list.clear();
        lists.push(list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Passage;

    #[test]
    fn lists_come_back_empty_where_their_room_fits() {
        let spare = Spare::default();
        for room in [40, 10, 100] {
            let mut used: Vec<Edge> = Vec::with_capacity(room);
            used.push(Edge { vertex: 0, neighbour: None, passage: Passage::Open });
            keep(&mut spare.0.lock().unwrap().edges, Some(used));
        }
        let taken = |least: usize| {
            let list = spare.edges(least);
            assert!(list.is_empty());
            list.capacity()
        };
        assert_eq!([taken(20), taken(100)], [40, 100]);
        // None that is left has room for so many, or so little of it.
        assert!(taken(11) < 40 && taken(4) < 10);
        assert_eq!(taken(10), 10);
        assert!(spare.0.lock().unwrap().edges.is_empty());
    }
}
