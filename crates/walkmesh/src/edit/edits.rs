//! The set of changes over a base mesh.

mod again;
mod rebase;
mod rebuild;
mod steps;
mod swap;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::by_polygon::ByPolygon;
use super::change::{Change, ChangeId, Edit, Payload};
use super::cover::Lists;
use super::cut::{Cut, PieceSide};
use super::emit::{AllSlots, Spare};
use super::error::EditError;
use super::hot::Hot;
use super::links::LedLinks;
use super::places::Acting;
use super::twins::Twins;
pub(super) use steps::Entry;

use crate::geom::predicates::Side;
use crate::geom::{PlanPoint, cast};
use crate::mesh::{BackBuffer, NavMesh, PolyId, PolyRef, Tile, TileCoord};
use crate::threads::in_pool;

/// What a batch did to the mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The tiles that are not the same as before, by row, then column.
    pub tiles: Vec<TileCoord>,
    /// Polygons of the mesh before that are gone, in order. All others keep their ids.
    pub invalidated: Vec<PolyId>,
    /// Links of the base mesh, by index, that lead elsewhere, are in other parts, are gone or came
    /// back.
    pub links: Vec<u32>,
}

/// A mesh that stays true while things come and go: a base mesh, a set of changes by id, and the
/// mesh that follows from both.
///
/// The mesh is a function of the base mesh and the set: in which order and through which batches
/// the set came about makes no difference to its bytes. An edit works on the base polygons that
/// the shape comes to and those around them, and makes a new mesh that shares all other tiles;
/// whoever holds the one before may go on asking it.
///
/// What may not be passed is closed ([`Tile::is_closed`](crate::mesh::Tile::is_closed)): kept
/// in its tile, and unknown to every question. [`Edits::lists_at`] says what lies over a place.
#[derive(Clone, Debug)]
pub struct Edits {
    twins: Twins,
    mesh: NavMesh,
    /// Memory for the next mesh.
    back: Option<BackBuffer>,
    links: LedLinks,
    entries: BTreeMap<ChangeId, Entry>,
    /// The changes that act on a base polygon, in order.
    acting: ByPolygon<Vec<Acting>>,
    /// The hot points of base polygons, as far as they were asked for.
    hot: ByPolygon<Hot>,
    cuts: ByPolygon<Arc<Cut>>,
    /// How often the pieces of a base polygon changed.
    generations: ByPolygon<u32>,
    /// The latest generation that a polygon of an earlier base had.
    latest_before: u32,
    /// Where the base polygons of each tile stand.
    slots: AllSlots,
    /// Memory for cuts.
    scratch: again::Memory,
    /// Memory for tiles.
    spare: Spare,
}

impl Edits {
    /// Without changes. A base mesh that has pieces itself (one that was edited) is taken as it is:
    /// polygons of tiles with pieces are numbered afresh as base polygons, under new ids, and
    /// closed ones stay closed for good.
    ///
    /// # Errors
    /// Never for a mesh whose polygons are whole; otherwise when the mesh is not sound.
    pub fn new(mesh: NavMesh) -> Result<Self, EditError> {
        let mesh =
            if mesh.tiles().all(|tile| is_numbered(tile)) { mesh } else { renumbered(&mesh)? };
        let tiles = mesh.tiles().len();
        Ok(Self {
            twins: Twins::new(mesh.clone()),
            links: LedLinks::new(&mesh),
            entries: BTreeMap::new(),
            acting: ByPolygon::new(tiles),
            hot: ByPolygon::new(tiles),
            cuts: ByPolygon::new(tiles),
            generations: ByPolygon::new(tiles),
            latest_before: 0,
            slots: AllSlots::new(tiles),
            scratch: again::Memory::default(),
            spare: Spare::default(),
            back: None,
            mesh,
        })
    }

    /// The mesh as it is now.
    #[must_use]
    pub const fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// The mesh without changes.
    #[must_use]
    pub const fn base(&self) -> &NavMesh {
        &self.twins.base
    }

    /// The link of the base mesh that a link of the mesh is, or is a part of, both by index; `None`
    /// when there are not so many.
    ///
    /// A link between two points is there where pieces of its polygons that are not closed hold both
    /// of them. One between stretches can be taken at each share at which such pieces hold both its
    /// ends; where several take turns it is in parts, which follow each other in the mesh by share
    /// and are links of their own, alike but for their ends. A part ends on the lattice points next to
    /// the borders of its pieces; where the stretches are shifted, turned by quarter turns or mirrored,
    /// its ends are so too. Ground within half a step of an end holds it where a border is bent
    /// inwards. Among pieces narrower than a step a few steps of the stretch may be in no part.
    /// The base mesh's own link comes back when one piece holds each end again.
    #[must_use]
    pub fn base_link(&self, link: u32) -> Option<u32> {
        self.links.base_link(link)
    }

    /// The changes in place by id, each with whether it is active.
    pub fn changes(&self) -> impl Iterator<Item = (ChangeId, &Change, bool)> {
        self.entries.iter().map(|(&id, entry)| (id, &*entry.change, entry.active))
    }

    /// What lies over a place of a base polygon: its blockers, openers and waiting blockers.
    /// `None` outside the polygon. On a border the first piece of it that holds the place counts.
    #[must_use]
    pub fn lists_at(&self, polygon: PolyRef, at: PlanPoint) -> Option<Lists> {
        self.twins.base.get(polygon)?;
        let Some(cut) = self.cuts.get(polygon) else {
            return self
                .twins
                .base
                .tile(polygon.tile)
                .holds(polygon.polygon, at)
                .then(Lists::default);
        };
        let holds = |ring: Vec<PlanPoint>| {
            (0..ring.len()).all(|i| {
                crate::geom::predicates::cross(ring[i], ring[(i + 1) % ring.len()], at) >= 0
            })
        };
        let plan = |side: &PieceSide| cut.vertices[cast::index(side.corner)].plan;
        let piece = cut.pieces().find(|p| holds(p.sides.iter().map(plan).collect()))?;
        Some(piece.cover.lists(&self.entries))
    }

    /// The value of a data layer at a place of a base polygon: that of the active change with the
    /// highest id whose shape (border included) holds it. Linear in the changes over the polygon.
    #[must_use]
    pub fn data_at(&self, layer: u32, polygon: PolyRef, at: PlanPoint) -> Option<f64> {
        self.acting.get(polygon)?.iter().rev().find_map(|acting| {
            let entry = self.entries.get(&acting.id)?;
            match entry.change.payload {
                Payload::Data { layer: of, value, .. } if of == layer && entry.active => {
                    let side = entry.places.outline(acting.outline).side(at);
                    (side != Side::Outside).then_some(value)
                }
                _ => None,
            }
        })
    }

    /// Makes the edits, all or none, one after the other, and the new mesh once.
    ///
    /// Works on the base polygons that the shapes come to, before and after, and those around
    /// them; about linear in what the outlines there have of corners and crossings. A batch of many
    /// edits is worked on by the threads of rayon's current pool (`install` says which that is), which
    /// stay awake meanwhile, a single small one by the thread that calls; the mesh is the same.
    ///
    /// # Errors
    /// When an edit names an id that is taken or not there, or a shape is no shape; the mesh is
    /// then as it was.
    pub fn apply(&mut self, batch: &[Edit]) -> Result<Applied, EditError> {
        in_pool(batch.len(), || {
            let mut steps = self.steps(batch)?;
            let made = self.rebuild(&mut steps);
            if made.is_err() {
                self.take_back(&steps);
            }
            made
        })
    }
}

/// True when every polygon of a tile is a base polygon.
fn is_numbered(tile: &Tile) -> bool {
    tile.polygons.windows(2).all(|w| w[0].base < w[1].base)
        && tile.polygons.iter().all(|p| p.piece == 0)
}

/// The mesh with the polygons of tiles that have pieces numbered afresh, under names that none had.
fn renumbered(mesh: &NavMesh) -> Result<NavMesh, EditError> {
    let generation = mesh.next_generation();
    let mut new = Vec::new();
    for tile in mesh.tiles().filter(|tile| !is_numbered(tile)) {
        let mut tile = Tile::clone(tile);
        for (polygon, base) in tile.polygons.iter_mut().zip(0..) {
            (polygon.base, polygon.piece, polygon.generation) = (base, 0, generation);
        }
        new.push(Arc::new(tile));
    }
    let links = mesh.links().to_vec();
    let made = mesh.with_links(Vec::new()).replace_tiles(new)?;
    let end = |mut end: crate::mesh::LinkEnd| {
        if let Some(r) = mesh.resolve(end.polygon) {
            end.polygon = made.id(r);
        }
        end
    };
    let links =
        links.into_iter().map(|l| crate::mesh::Link { from: end(l.from), to: end(l.to), ..l });
    Ok(made.with_links(links.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Footprint, KindId, PlanPolygon};
    use crate::geom::PlanBox;
    use crate::mesh::CostFactor;
    use crate::mesh::samples::{grid, rectangle, tile};

    /// Puts something over a box in plan.
    fn put(id: u64, [low, high]: [[f64; 2]; 2], payload: Payload) -> Edit {
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
        let outer = corners.map(|[x, y]| [x, -y]).to_vec();
        let change = Change {
            shape: Footprint::Polygons(vec![PlanPolygon { outer, holes: Vec::new() }]),
            heights: (f64::NEG_INFINITY, f64::INFINITY),
            payload,
            grown: true,
        };
        Edit::Add { id: ChangeId(id), change }
    }

    const BLOCK: Payload = Payload::Block { kind: KindId(0) };

    /// ```text
    ///   tile 2 |            The end of a way over a tile side (p to r) is cut off where q is
    ///     r    |            blocked, in one batch with a cut that parts the labels of the tile
    ///     q  s |            beside p's (at x).
    ///   --|----+--------
    ///     p    |
    ///   tile 0 | tile 1
    ///        m | n x n
    /// ```
    #[test]
    fn what_is_cut_off_beside_a_tile_with_new_labels_is_a_component() {
        let (parameters, resolved) = grid(2, 2);
        let boxes = |boxes: &[[i32; 4]]| {
            let polygon = |b: &[i32; 4]| {
                let [low, high] = [PlanPoint::new(b[0], b[1]), PlanPoint::new(b[2], b[3])];
                rectangle(PlanBox::new(low, high), 0, |_| 0)
            };
            boxes.iter().map(polygon).collect::<Vec<_>>()
        };
        let (p, m, n) = ([4, 24, 12, 32], [16, 0, 32, 8], [32, 0, 64, 8]);
        let (q, r, s) = ([4, 32, 12, 40], [4, 40, 12, 48], [20, 34, 24, 38]);
        let parts = vec![
            tile(&resolved, 0, 0, &boxes(&[p, m])),
            tile(&resolved, 1, 0, &boxes(&[n])),
            tile(&resolved, 0, 1, &boxes(&[q, r, s])),
            tile(&resolved, 1, 1, &boxes(&[[50, 50, 60, 60]])),
        ];
        let mesh = NavMesh::assemble(&parameters, &resolved, [0; 32], parts).unwrap();
        let mut edits = Edits::new(mesh).unwrap();
        let before = edits.mesh().components().len();
        edits
            .apply(&[
                put(0, [[2.0, 32.0], [14.0, 40.0]], BLOCK),
                put(1, [[44.0, -1.0], [48.0, 9.0]], BLOCK),
            ])
            .unwrap();
        assert_eq!(edits.mesh().validate(), []);
        assert_eq!(edits.mesh().components().len(), before + 2);
    }

    #[test]
    fn what_is_opened_again_costs_what_it_did() {
        let (parameters, resolved) = grid(1, 1);
        let ground = rectangle(resolved.tile_box(0, 0), 0, |_| 0);
        let parts = vec![tile(&resolved, 0, 0, &[ground])];
        let mesh = NavMesh::assemble(&parameters, &resolved, [0; 32], parts).unwrap();
        let mut edits = Edits::new(mesh).unwrap();
        let place = [[8.0, 8.0], [16.0, 16.0]];
        edits.apply(&[put(0, place, Payload::Cost(2.0)), put(1, place, BLOCK)]).unwrap();
        let [one, two] = [1.0, 2.0].map(|factor| CostFactor::new(factor).unwrap());
        let costs = |edits: &Edits| edits.mesh().cost_factors();
        assert_eq!(costs(&edits), [one, one]);
        edits.apply(&[Edit::Deactivate { id: ChangeId(1) }]).unwrap();
        assert_eq!(costs(&edits), [one, two]);
        edits.apply(&[Edit::Activate { id: ChangeId(1) }]).unwrap();
        assert_eq!(costs(&edits), [one, one]);
    }
}
