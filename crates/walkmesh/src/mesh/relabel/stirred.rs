//! Which replaced tiles hang together otherwise than they did, label by label: most do not, and
//! what goes on inside of those joins and parts nothing.

use super::Change;
use crate::mesh::tiles::{Node, Tiles};
use crate::mesh::{Polygon, Tile, TileId};

impl Change<'_> {
    /// The replaced tiles, in order, of which polygons that stay have other labels, or of whose
    /// labels edges lead to other labels of other tiles than they did, or of which that cannot be
    /// told. For all others a label is what it was, and so is what it is next to: no edge between
    /// a label of theirs and one of another tile came or went.
    pub(super) fn stirred(&self) -> Vec<TileId> {
        let mut stirred: Vec<TileId> = Vec::new();
        for &tile in self.which {
            if self.is_loose(tile) || self.links.of_tile(tile).next().is_some() {
                // Edges that lead here only are not seen from there.
                stirred.push(tile);
                let [old, new] = [self.old, self.new].map(|tiles| tiles.around(tile));
                stirred.extend(old.chain(new).filter(|&other| self.is_replaced(other)));
            }
        }
        let is_renumbered = |tile: &TileId| {
            let [old, new] = [self.old, self.new].map(|tiles| tiles.tile(*tile));
            is_renumbered(old, new)
        };
        let renumbered: Vec<TileId> = self.which.iter().copied().filter(is_renumbered).collect();
        stirred.extend(&renumbered);
        for &tile in self.which {
            let [old, new] = [self.old, self.new];
            let is_beside = |tiles: &Tiles| {
                tiles.beyond(tile).iter().any(|other| renumbered.binary_search(other).is_ok())
            };
            if !renumbered.is_empty() && (is_beside(old) || is_beside(new)) {
                stirred.push(tile);
                continue;
            }
            // Mostly tiles have one label, or only edges within a tile are not what they were.
            let is_single = |other: &TileId| self.is_single(*other);
            let is_so = if new.leads_out_as(old, tile) {
                let mut beyond = new.beyond(tile).iter();
                beyond.all(|other| !self.is_replaced(*other) || is_single(other))
            } else {
                let beyond = new.beyond(tile);
                *beyond == *old.beyond(tile) && beyond.iter().chain([&tile]).all(is_single)
            };
            if is_so {
                continue;
            }
            let [old, new] = [old, new].map(|tiles| joints(tiles, tile));
            let changed = old.iter().filter(|of| new.binary_search(of).is_err());
            let changed = changed.chain(new.iter().filter(|of| old.binary_search(of).is_err()));
            for (_, other) in changed {
                stirred.push(tile);
                stirred.extend(Some(other.0).filter(|&other| self.is_replaced(other)));
            }
        }
        stirred.sort_unstable();
        stirred.dedup();
        stirred
    }

    pub(super) fn is_replaced(&self, tile: TileId) -> bool {
        self.which.binary_search(&tile).is_ok()
    }

    /// True for a tile that has one label before and after.
    fn is_single(&self, tile: TileId) -> bool {
        [self.old, self.new].iter().all(|tiles| tiles.tile(tile).labels == 1)
    }
}

/// True when polygons of a tile that stay have other labels than they had, or there are more or
/// fewer.
fn is_renumbered(old: &Tile, new: &Tile) -> bool {
    if old.polygons.is_same(&new.polygons) || old.labels == new.labels && old.labels < 2 {
        return false;
    }
    let is_other = |p: &Polygon, q: &Polygon| {
        p.label != q.label && p.generation == q.generation && !p.is_closed() && !q.is_closed()
    };
    // A tile of which some polygons were opened or closed has its height triangles still.
    if old.triangles.is_same(&new.triangles) && old.polygons.len() == new.polygons.len() {
        return old.labels != new.labels
            || old.polygons.iter().zip(&new.polygons).any(|(p, q)| is_other(p, q));
    }
    let mut rest = new.polygons.iter().peekable();
    old.labels != new.labels
        || old.polygons.iter().any(|p| {
            let place = p.place();
            while rest.next_if(|q| q.place() < place).is_some() {}
            rest.next_if(|q| q.place() == place).is_some_and(|q| is_other(p, q))
        })
}

/// The labels of a tile, each with those of other tiles that its edges lead to, in order.
fn joints(tiles: &Tiles, here: TileId) -> Vec<(u32, Node)> {
    let tile = tiles.tile(here);
    let mut joints: Vec<(u32, Node)> = Vec::with_capacity(32);
    for (polygon, p) in tile.polygons.iter().zip(0..) {
        let beyond = tile.edges_of(p).iter().filter_map(|edge| edge.neighbour);
        for to in beyond.filter(|to| to.tile != here) {
            let joint = (polygon.label, tiles.node(to));
            if joints.last() != Some(&joint) {
                joints.push(joint);
            }
        }
    }
    joints.sort_unstable();
    joints.dedup();
    joints
}
