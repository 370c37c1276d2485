//! Which replaced tiles hang together otherwise than they did, label by label: most do not, and
//! what goes on inside of those joins and parts nothing.

use super::Change;
use crate::geom::cast;
use crate::mesh::out::has_labels_of;
use crate::mesh::renewed::TilePatch;
use crate::mesh::side_by_side::any_of_each;
use crate::mesh::tiles::{Node, Tiles};
use crate::mesh::{PolyRef, Polygon, TileId};

/// Replaced tiles that hang together otherwise than they did.
pub(super) struct Stirred {
    /// All of them, in order.
    pub(super) tiles: Vec<TileId>,
    /// Those of which polygons that stay have other labels, or nothing stays of a label, in order.
    pub(super) renumbered: Vec<TileId>,
}

/// A replaced tile, and in what it differs from the one before where that is known.
type Replaced<'m> = (TileId, Option<&'m TilePatch>);

impl Change<'_> {
    /// The replaced tiles, in order, of which polygons that stay have other labels, or nothing stays
    /// of a label, or of whose labels edges lead to other labels of other tiles than they did, or of
    /// which that cannot be told. For all others a label is what it was, and so is what it is next
    /// to: no edge between a label of theirs and one of another tile came or went.
    pub(super) fn stirred(&self) -> Stirred {
        let patches = self.patches.iter().map(Option::as_ref);
        let all: Vec<Replaced<'_>> = self.which.iter().copied().zip(patches).collect();
        let renumbered = any_of_each(&all, |&(tile, patch), renumbered| {
            let is_other = match patch {
                Some(patch) => !patch.keeps_labels,
                None => self.is_renumbered(tile),
            };
            renumbered.extend(is_other.then_some(tile));
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
            if self.is_loose(tile) || is_renumbered(&tile) {
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
    fn stir(&self, (tile, patch): Replaced<'_>, renumbered: &[TileId], stirred: &mut Vec<TileId>) {
        let [old, new] = [self.old, self.new];
        let mut add = |others: &mut dyn Iterator<Item = TileId>| {
            stirred.push(tile);
            stirred.extend(others.filter(|&other| self.is_replaced(other)));
        };
        if self.is_loose(tile) || self.links.of_tile(tile).next().is_some() {
            // Edges that lead here only are not seen from there.
            return add(&mut old.around(tile).chain(new.around(tile)));
        }
        let is_renumbered = |other: &TileId| renumbered.binary_search(other).is_ok();
        let mut beyond = old.beyond(tile).iter().chain(new.beyond(tile));
        if !renumbered.is_empty() && beyond.any(is_renumbered) {
            return add(&mut std::iter::empty());
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
        if let Some(patch) = patch {
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
                Some((tile.polygons[cast::index(at.polygon)].label, tiles.node(to)))
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

    /// True when polygons of a tile that stay have other labels than they had, there are more or
    /// fewer, or nothing stays of one nor of what it leads to: then what has it now is something
    /// else.
    fn is_renumbered(&self, tile: TileId) -> bool {
        let [old, new] = [self.old, self.new].map(|tiles| tiles.tile(tile));
        if old.polygons.is_same(&new.polygons) {
            return false;
        }
        if old.labels != new.labels {
            return true;
        }
        let mut stays = vec![false; cast::index(old.labels)];
        let mut missing = stays.len();
        let mut rest = new.polygons.iter().peekable();
        for p in &old.polygons {
            let place = p.place();
            while rest.next_if(|q| q.place() < place).is_some() {}
            let same = rest.next_if(|q| q.place() == place);
            let Some(q) = same.filter(|q| is_kept(p, q)) else { continue };
            if p.label != q.label {
                return true;
            }
            missing -= usize::from(!std::mem::replace(&mut stays[cast::index(p.label)], true));
            if missing == 0 && old.labels == 1 {
                return false;
            }
        }
        if missing > 0 {
            for exit in self.new.ways_out(tile).filter(|exit| self.is_kept(exit.to)) {
                stays[cast::index(exit.label)] = true;
            }
        }
        stays.contains(&false)
    }

    /// True for a polygon that was there before.
    fn is_kept(&self, at: PolyRef) -> bool {
        let was = self.stayed(self.new, self.old, at);
        let there = &self.new.tile(at.tile).polygons[cast::index(at.polygon)];
        was.is_some_and(|was| {
            is_kept(&self.old.tile(was.tile).polygons[cast::index(was.polygon)], there)
        })
    }

    /// True for a tile that has one label before and after.
    fn is_single(&self, tile: TileId) -> bool {
        [self.old, self.new].iter().all(|tiles| tiles.tile(tile).labels == 1)
    }
}

/// True when a polygon in the place of another is that one, and both are open.
fn is_kept(p: &Polygon, q: &Polygon) -> bool {
    p.generation == q.generation && !p.is_closed() && !q.is_closed()
}

/// True when an edge leads from a label of a tile to one of another.
fn is_joined(tiles: &Tiles, (here, label): Node, to: Node) -> bool {
    let mut ways = tiles.ways_out(here);
    ways.any(|exit| exit.label == label && exit.to.tile == to.0 && tiles.node(exit.to) == to)
}

/// The labels of a tile, each with those of other tiles that its edges lead to, in order.
fn joints(tiles: &Tiles, here: TileId) -> Vec<(u32, Node)> {
    let mut joints: Vec<(u32, Node)> = Vec::with_capacity(16);
    let mut last = None;
    for exit in tiles.ways_out(here) {
        let joint = (exit.label, tiles.node(exit.to));
        if last != Some(joint) {
            last = Some(joint);
            if let Err(at) = joints.binary_search(&joint) {
                joints.insert(at, joint);
            }
        }
    }
    joints
}
