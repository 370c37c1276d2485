//! Memory of tiles that were replaced, for those that come. Edits drop about as many lists as they
//! make, of a few thousand bytes in all sizes: for those a general allocator is slow.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use super::tile::Room;
use crate::geom::GroundPoint;
use crate::mesh::{Edge, Polygon, Shared, Tile};
use crate::threads::ByThread;

/// So many lists of a kind are kept, those that came last.
const MOST: usize = 256;
/// So many of them, from the last on, are tried.
const TRIED: usize = 8;

/// Lists without items.
#[derive(Default)]
struct Lists {
    vertices: VecDeque<Shared<GroundPoint>>,
    edges: VecDeque<Vec<Edge>>,
    polygons: VecDeque<Shared<Polygon>>,
    triangles: VecDeque<Shared<[u32; 3]>>,
    labels: VecDeque<Shared<u32>>,
    room: Option<Box<Room>>,
}

/// The memory, for whoever makes tiles. A copy has none.
#[derive(Clone, Default)]
pub(in super::super) struct Spare(ByThread<Lists>);

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spare")
    }
}

impl Spare {
    /// A list for so many vertices, as the others are for theirs.
    pub(super) fn vertices(&self, least: usize) -> Shared<GroundPoint> {
        self.shared(|lists| &mut lists.vertices, least)
    }

    pub(super) fn edges(&self, least: usize) -> Vec<Edge> {
        let kept = self.take(|lists| &mut lists.edges, Vec::capacity, least);
        kept.unwrap_or_else(|| Vec::with_capacity(least))
    }

    pub(super) fn polygons(&self, least: usize) -> Shared<Polygon> {
        self.shared(|lists| &mut lists.polygons, least)
    }

    pub(super) fn labels(&self, least: usize) -> Shared<u32> {
        self.shared(|lists| &mut lists.labels, least)
    }

    pub(super) fn triangles(&self, least: usize) -> Shared<[u32; 3]> {
        self.shared(|lists| &mut lists.triangles, least)
    }

    fn shared<T>(
        &self,
        of: impl Fn(&mut Lists) -> &mut VecDeque<Shared<T>>,
        least: usize,
    ) -> Shared<T> {
        let kept = self.take(of, |list| list.capacity(), least);
        kept.unwrap_or_else(|| Vec::with_capacity(least).into())
    }

    /// What is needed on the way to a tile.
    pub(super) fn room(&self) -> Box<Room> {
        self.0.own().room.take().unwrap_or_default()
    }

    /// Takes it back.
    pub(super) fn keep_room(&self, mut room: Box<Room>) {
        room.clear();
        self.0.own().room = Some(room);
    }

    /// Has lists for each thread of the current pool.
    pub(in super::super) fn widen(&mut self) {
        self.0.widen();
    }

    /// A copy of a tile that shares all but its edges.
    pub(super) fn copy(&self, tile: &Tile) -> Tile {
        let mut edges = self.edges(tile.edges.len());
        edges.extend_from_slice(&tile.edges);
        Tile {
            coord: tile.coord,
            clip: tile.clip,
            vertices: tile.vertices.clone(),
            edges,
            polygons: tile.polygons.clone(),
            triangles: tile.triangles.clone(),
            labels: tile.labels.clone(),
            label_count: tile.label_count,
            source: tile.source.clone(),
        }
    }

    /// A copy of the labels of a tile.
    pub(super) fn copy_of_labels(&self, tile: &Tile) -> Shared<u32> {
        self.copied(|lists| &mut lists.labels, &tile.labels)
    }

    /// A copy of the polygons of a tile.
    pub(super) fn copy_of_polygons(&self, tile: &Tile) -> Shared<Polygon> {
        self.copied(|lists| &mut lists.polygons, &tile.polygons)
    }

    /// A copy of the height triangles of a tile.
    pub(super) fn copy_of_triangles(&self, tile: &Tile) -> Shared<[u32; 3]> {
        self.copied(|lists| &mut lists.triangles, &tile.triangles)
    }

    fn copied<T: Copy>(
        &self,
        of: impl Fn(&mut Lists) -> &mut VecDeque<Shared<T>>,
        list: &[T],
    ) -> Shared<T> {
        let mut copy = self.shared(of, list.len());
        copy.extend_from_slice(list);
        copy
    }

    /// One that has the room and not more than twice as much, so that a mesh does not grow by it.
    fn take<L>(
        &self,
        of: impl Fn(&mut Lists) -> &mut VecDeque<L>,
        room: impl Fn(&L) -> usize,
        least: usize,
    ) -> Option<L> {
        let fits = |list: &L| (least..=2 * least).contains(&room(list));
        let mut lists = self.0.own();
        let lists = of(&mut lists);
        let back = lists.iter().rev().take(TRIED).position(fits)?;
        lists.swap_remove_back(lists.len() - 1 - back)
    }

    /// Takes back the lists of tiles that nobody else holds.
    pub(in super::super) fn keep(&self, tiles: Vec<Arc<Tile>>) {
        let count = tiles.len();
        for (i, tile) in tiles.into_iter().enumerate() {
            let Some(tile) = Arc::into_inner(tile) else { continue };
            let mut lists = self.0.of_share(i, count);
            keep_shared(&mut lists.vertices, tile.vertices);
            keep(&mut lists.edges, tile.edges);
            keep_shared(&mut lists.polygons, tile.polygons);
            keep_shared(&mut lists.triangles, tile.triangles);
            keep_shared(&mut lists.labels, tile.labels);
        }
    }
}

/// Keeps a list with what it is shared in, where no other copy has it.
fn keep_shared<T>(lists: &mut VecDeque<Shared<T>>, mut list: Shared<T>) {
    let Some(own) = list.own().filter(|own| own.capacity() > 0) else { return };
    own.clear();
    put(lists, list);
}

fn keep<T>(lists: &mut VecDeque<Vec<T>>, mut list: Vec<T>) {
    if list.capacity() > 0 {
        list.clear();
        put(lists, list);
    }
}

/// The one that came first gives way.
fn put<L>(lists: &mut VecDeque<L>, list: L) {
    if lists.len() == MOST {
        lists.pop_front();
    }
    lists.push_back(list);
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
            used.push(Edge::new(0, None, Passage::Open));
            keep(&mut spare.0.own().edges, used);
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
        assert!(spare.0.own().edges.is_empty());
        // Those that nobody takes give way.
        for room in (1..=MOST).chain([999]) {
            keep(&mut spare.0.own().edges, Vec::with_capacity(room));
        }
        assert_eq!(spare.0.own().edges.len(), MOST);
        assert_eq!(taken(600), 999);
    }
}
