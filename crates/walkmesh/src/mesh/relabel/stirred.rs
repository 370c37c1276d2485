//! Which replaced tiles hang together otherwise than they did, label by label: most do not, and
//! what goes on inside of those joins and parts nothing.

use super::Change;
use crate::geom::cast;
use crate::mesh::out::has_labels_of;
use crate::mesh::renewed::{Differs, TilePatch, is_kept};
use crate::mesh::tiles::{Node, Tiles};
use crate::mesh::{PolyRef, TileId};
use crate::threads::any_of_each;

/// Replaced tiles that hang together otherwise than they did.
pub(super) struct Stirred {
    /// All of them, in order.
    pub(super) tiles: Vec<TileId>,
    /// Those of which polygons that stay have other labels, or nothing stays of a label, in order.
    pub(super) renumbered: Vec<TileId>,
}

/// A replaced tile, and in what it differs from the one before.
type Replaced<'m> = (TileId, &'m Differs);

impl Change<'_> {
    /// The replaced tiles, in order, of which polygons that stay have other labels, or nothing stays
    /// of a label, or of whose labels edges lead to other labels of other tiles than they did, or of
    /// which that cannot be told. For all others a label is what it was, and so is what it is next
    /// to: no edge between a label of theirs and one of another tile came or went.
    pub(super) fn stirred(&self) -> Stirred {
        let all: Vec<Replaced<'_>> = self.which.iter().copied().zip(self.differs).collect();
        let renumbered = any_of_each(&all, |&(tile, differs): &Replaced<'_>, other| {
            if !differs.keeps_labels.unwrap_or_else(|| self.leads_to_kept(tile)) {
                other.push(tile);
            }
        });
        let mut tiles = any_of_each(&all, |&of, stirred| self.stir(of, &renumbered, stirred));
        tiles.extend(&renumbered);
        tiles.sort_unstable();
        tiles.dedup();
        Stirred { tiles, renumbered }
    }

    /// The tiles around which labels are not next to what they were next to: what is known of
    /// [blocks](crate::mesh::blocks) with them does not hold any more.
    pub(super) fn unsettled(&self, stirred: &Stirred) -> Vec<TileId> {
        let mut tiles = stirred.tiles.clone();
        let is_renumbered = |tile: &TileId| stirred.renumbered.binary_search(tile).is_ok();
        for &tile in &stirred.tiles {
            let mut linked = self.links.of_tile(tile).flat_map(|link| [&link.from, &link.to]);
            let linked = linked.by_ref().filter_map(|end| self.new.at(end.polygon.tile));
            tiles.extend(linked);
            if self.loose.holds(tile) || is_renumbered(&tile) {
                tiles.extend(self.old.around(tile).chain(self.new.around(tile)));
            }
        }
        tiles
    }

    pub(super) fn is_replaced(&self, tile: TileId) -> bool {
        self.which.binary_search(&tile).is_ok()
    }

    /// Adds a tile if edges lead otherwise between its labels and those of other tiles, and those
    /// tiles as far as they are replaced.
    fn stir(
        &self,
        (tile, differs): Replaced<'_>,
        renumbered: &[TileId],
        stirred: &mut Vec<TileId>,
    ) {
        let [old, new] = [self.old, self.new];
        let mut add = |others: &mut dyn Iterator<Item = TileId>| {
            stirred.push(tile);
            stirred.extend(others.filter(|&other| self.is_replaced(other)));
        };
        if self.loose.holds(tile) || self.links.of_tile(tile).next().is_some() {
            // Edges that lead here only are not seen from there.
            return add(&mut old.around(tile).chain(new.around(tile)));
        }
        let is_renumbered = |other: &TileId| renumbered.binary_search(other).is_ok();
        if !renumbered.is_empty() {
            // A tile that is renumbered counts as it is, and so does what is beside one.
            if is_renumbered(&tile) {
                return;
            }
            // What it is next to otherwise is still to be told: others look for it here.
            let mut beyond = old.beyond(tile).iter().chain(new.beyond(tile));
            if beyond.any(is_renumbered) {
                add(&mut std::iter::empty());
            }
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
            return;
        }
        if let Some(patch) = &differs.patch {
            return self.each_joint_of(tile, patch, |other| add(&mut [other].into_iter()));
        }
        // Edges of patched tiles are looked at there, all others lead to the numbers that they did.
        let is_anew = |other: &TileId| self.is_replaced(*other) && self.patch(*other).is_none();
        let mut beyond = old.beyond(tile).iter().chain(new.beyond(tile));
        if has_labels_of(old.tile(tile), new.tile(tile)) && !beyond.any(is_anew) {
            return;
        }
        let [old, new] = [old, new].map(|tiles| joints(tiles, tile));
        if old == new {
            return;
        }
        let gone = old.iter().filter(|of| new.binary_search(of).is_err());
        let come = new.iter().filter(|of| old.binary_search(of).is_err());
        add(&mut gone.chain(come).map(|(_, other)| other.0));
    }

    /// Calls `each` with the tiles to or from whose labels edges of a patch lead where none of its
    /// label did, or where none does any more.
    fn each_joint_of(&self, here: TileId, patch: &TilePatch, mut each: impl FnMut(TileId)) {
        let mut last = [None; 2];
        for at in &patch.edges {
            let joint = |tiles: &Tiles| -> Option<(u32, Node)> {
                let tile = tiles.tile(here);
                let to = at.out(tile, here)?;
                Some((tile.labels[cast::index(at.polygon)], tiles.node(to)))
            };
            let joints = [self.old, self.new].map(joint);
            // Mostly one next to the other leads to the same.
            if joints[0] == joints[1] || joints == last {
                continue;
            }
            last = joints;
            for (joint, others) in joints.into_iter().zip([self.new, self.old]) {
                let Some((label, node)) = joint else { continue };
                if !is_joined(others, (here, label), node) {
                    each(node.0);
                }
            }
        }
    }

    /// True when something stays of each label of a tile or of what it leads to, given that this is
    /// so of all of whose polygons some stay: else what has the label now is something else.
    fn leads_to_kept(&self, tile: TileId) -> bool {
        let new = self.new.tile(tile);
        let mut stays = vec![false; cast::index(new.label_count)];
        for p in new.open_polygons().filter(|&polygon| self.is_kept(PolyRef { tile, polygon })) {
            stays[cast::index(new.labels[cast::index(p)])] = true;
        }
        for exit in self.new.ways_out(tile) {
            let stays = &mut stays[cast::index(exit.label)];
            *stays = *stays || self.is_kept(exit.to);
        }
        !stays.contains(&false)
    }

    /// True for a polygon that was there before.
    fn is_kept(&self, at: PolyRef) -> bool {
        let was = self.stayed(self.new, self.old, at);
        was.is_some_and(|was| {
            let (old, new) = (self.old.tile(was.tile), self.new.tile(at.tile));
            let [p, q] = [was, at].map(|of| cast::index(of.polygon));
            is_kept([&old.polygons[p], &new.polygons[q]], [old.labels[p], new.labels[q]])
        })
    }

    /// True for a tile that has one label before and after.
    fn is_single(&self, tile: TileId) -> bool {
        [self.old, self.new].iter().all(|tiles| tiles.tile(tile).label_count == 1)
    }
}

/// True when an edge leads from a label of a tile to one of another.
fn is_joined(tiles: &Tiles, (here, label): Node, to: Node) -> bool {
    let mut ways = tiles.ways_out(here);
    ways.any(|exit| exit.label == label && exit.to.tile == to.0 && tiles.node(exit.to) == to)
}

/// The labels of a tile, each with those of other tiles that its edges lead to, in order.
fn joints(tiles: &Tiles, here: TileId) -> Vec<(u32, Node)> {
    let mut joints: Vec<(u32, Node)> = Vec::with_capacity(64);
    for joint in tiles.joints(here) {
        if let Err(at) = joints.binary_search(&joint) {
            joints.insert(at, joint);
        }
    }
    joints
}
