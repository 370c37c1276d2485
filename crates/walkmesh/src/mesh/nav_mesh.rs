//! The mesh as a value.

use std::sync::Arc;

use super::back_buffer::BackBuffer;
use super::cache::Cache;
use super::components::{Component, Components};
use super::error::MeshError;
use super::id::{ComponentId, PolyRef, TileCoord, TileId};
use super::link::{Link, Links};
use super::relabel::{Change, relabel};
use super::renewed::{Loose, Placed, Renewed};
use super::structure;
use super::tile::Tile;
use super::tiles::{Replaced, Tiles};
use crate::geom::Frame;
use crate::parameters::{Parameters, Resolved};
use crate::surface::Surface;
use crate::threads::each_taken;

/// What a mesh was made of and how; fixed at the first bake.
#[derive(Debug, PartialEq)]
struct Origin {
    parameters: Parameters,
    resolved: Resolved,
    input_hash: [u8; 32],
}

/// A navigation mesh: convex polygons in tiles, who neighbours whom, components, heights.
///
/// An immutable value: a clone costs a few reference counts, a change makes a new mesh that
/// shares what it did not touch, and whoever reads keeps the one they hold. It is `Send` and
/// `Sync`.
///
/// Polygons are named by [`PolyRef`] (position; good for this value only) and
/// [`PolyId`](super::PolyId) (for keeping). What takes a `PolyRef` or a `TileId` without returning an `Option` expects one of
/// this mesh and panics on others, as slices do; [`NavMesh::get`], [`NavMesh::resolve`] and
/// [`NavMesh::tile_at`] check.
///
/// Where [`Edits`](crate::edit::Edits) block ground, its polygons stay in their tile as *closed*
/// ones ([`Tile::is_closed`]), so that opening it moves no geometry. No question, count or export
/// knows them: [`NavMesh::polygons`] leaves them out, their edges and those towards them are walls,
/// and they are of no component.
#[derive(Clone, Debug)]
pub struct NavMesh {
    origin: Arc<Origin>,
    tiles: Tiles,
    pub(super) links: Links,
    /// The latest generation that a polygon had in a mesh that it was made from, where none of its own
    /// is of a later one.
    generation: u32,
    // What follows is derived from the above and never stored.
    components: Arc<Components>,
    /// Half-edges by access, made when the first path asks for them.
    pub(super) half_edges: Arc<Cache>,
}

/// Equal in what is stored; the rest follows from it.
impl PartialEq for NavMesh {
    fn eq(&self, other: &Self) -> bool {
        self.origin == other.origin && self.tiles == other.tiles && self.links == other.links
    }
}

impl NavMesh {
    /// A mesh of finished tiles in order of row, then column (as loaded from a file): checks
    /// that every index is in range and every point within the lattice's reach, so that nothing
    /// later can panic, then derives components and search trees. Whether the tiles make sense
    /// is [`NavMesh::validate`]'s to say. Linear in the size of the mesh.
    ///
    /// `grounds` are the un-eroded surfaces of the tiles, where they are there; missing ones at
    /// the end count as `None`.
    ///
    /// # Errors
    /// When the tiles are out of order, an index is out of range, or a count is over `u32`.
    pub fn from_tiles(
        parameters: &Parameters,
        resolved: &Resolved,
        input_hash: [u8; 32],
        tiles: Vec<Arc<Tile>>,
        grounds: Vec<Option<Arc<Surface>>>,
        links: Vec<Link>,
    ) -> Result<Self, MeshError> {
        let tiles = Tiles::new(tiles, grounds)?;
        let mesh = Self {
            generation: 0,
            origin: Arc::new(Origin { parameters: *parameters, resolved: *resolved, input_hash }),
            components: Arc::new(Components::new(&tiles, &Links::default())),
            half_edges: Arc::default(),
            tiles,
            links: Links::default(),
        };
        Ok(if links.is_empty() { mesh } else { mesh.with_links(links) })
    }

    /// The same mesh with these tiles in place of those at the same coordinates, which must be
    /// there (one without polygons takes a tile away, or keeps room for one). Everything else is
    /// shared: tile ids stay, so do the grounds, and links, which are looked up by the names of
    /// their polygons. Readers of this mesh keep it.
    ///
    /// Where polygons of a tile get other numbers, the tiles around it, whose edges name them,
    /// have to be replaced in the same call. As in [`NavMesh::from_tiles`] indices are checked,
    /// and whether the tiles make sense is [`NavMesh::validate`]'s to say.
    ///
    /// # Errors
    /// When a tile is not there or given twice, an index in a tile or in one beside it is out of
    /// range, or a count is over `u32`.
    pub fn replace_tiles(&self, tiles: Vec<Arc<Tile>>) -> Result<Self, MeshError> {
        let known = tiles.into_iter().map(|tile| {
            let id = self.tiles.at(tile.coord).ok_or(MeshError::NoTile { tile: tile.coord })?;
            structure::check_alone(&tile)?;
            Ok((id, tile))
        });
        let known: Vec<_> = known.collect::<Result<_, MeshError>>()?;
        let gone = latest(known.iter().map(|&(id, _)| self.tiles.tile(id)));
        let placed = each_taken(known, |(id, tile)| self.tiles.placed(id, tile.into(), false));
        Ok(self.replaced(placed, false, Loose(None), None)?.0.after_generation(gone))
    }

    /// A tile for the place of one, made of pieces of the base polygons that that one is made of.
    pub(crate) fn placed(&self, id: TileId, new: Renewed) -> Placed {
        self.tiles.placed(id, new, true)
    }

    /// The mesh with tiles in place of others, whose edges are not checked where they are known to be
    /// sound, and which they are, in order. `loose` is about the edges of both meshes. It is written
    /// into the [back buffer](BackBuffer) of this mesh, if there is one.
    pub(crate) fn replaced(
        &self,
        tiles: Vec<Placed>,
        is_sound: bool,
        loose: Loose<'_>,
        back: Option<BackBuffer>,
    ) -> Result<(Self, Vec<TileId>), MeshError> {
        debug_assert!(back.as_ref().is_none_or(|back| back.is_of(self)));
        let (back, names) = back.map(BackBuffer::lists).unzip();
        let Replaced { tiles, which, differs } = self.tiles.replaced(tiles, is_sound, back)?;
        let half_edges = self.half_edges.after(&which, tiles.len());
        let (old, links) = (&self.tiles, &self.links);
        let change = Change { old, new: &tiles, links, which: &which, differs: &differs, loose };
        let components = relabel(&self.components, &change, names);
        let mesh = Self {
            origin: Arc::clone(&self.origin),
            tiles,
            links: links.clone(),
            generation: self.generation,
            components: Arc::new(components),
            half_edges: Arc::new(half_edges),
        };
        Ok((mesh, which))
    }

    /// The lattice that it stands on.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.origin.resolved.frame
    }

    /// The parameters as they were given.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.origin.parameters
    }

    /// The quantised parameters and the grid of tiles that were used.
    #[must_use]
    pub fn resolved(&self) -> &Resolved {
        &self.origin.resolved
    }

    /// The hash of the input that it was baked from; zeros where it comes from elsewhere.
    #[must_use]
    pub fn input_hash(&self) -> &[u8; 32] {
        &self.origin.input_hash
    }

    /// All tiles in order of row, then column; a [`TileId`] is the number in this order.
    #[must_use]
    pub fn tiles(
        &self,
    ) -> impl ExactSizeIterator<Item = &Arc<Tile>> + DoubleEndedIterator + Clone + '_ {
        self.tiles.iter()
    }

    /// The generation of polygons that are made anew, for a mesh made from this one. Linear in the
    /// polygons: pieces rise with each edit, which does not look for the latest.
    pub(crate) fn next_generation(&self) -> u32 {
        latest(self.tiles().map(|tile| &**tile)).max(self.generation).saturating_add(1)
    }

    /// The same mesh, of which polygons that are made anew are later than this generation.
    pub(crate) fn after_generation(self, generation: u32) -> Self {
        Self { generation: self.generation.max(generation), ..self }
    }

    /// A tile.
    #[inline]
    #[must_use]
    pub fn tile(&self, tile: TileId) -> &Tile {
        self.tiles.tile(tile)
    }

    /// The same, to be held.
    pub(crate) fn tile_of(&self, tile: TileId) -> &Arc<Tile> {
        self.tiles.shared(tile)
    }

    /// The tile at a place of the grid, or `None` when there is none. Logarithmic, so sparse and
    /// huge grids cost nothing.
    #[must_use]
    pub fn tile_at(&self, coord: TileCoord) -> Option<TileId> {
        self.tiles.at(coord)
    }

    /// The un-eroded surface of a tile, when it was baked or loaded with the mesh.
    #[must_use]
    pub fn ground(&self, tile: TileId) -> Option<&Surface> {
        self.tiles.ground(tile).map(Arc::as_ref)
    }

    /// The same, to be shared.
    pub(super) fn ground_of(&self, tile: TileId) -> Option<&Arc<Surface>> {
        self.tiles.ground(tile)
    }

    /// The same mesh with the un-eroded surfaces in place (as loaded on demand): one for each
    /// tile, in order; missing ones at the end count as `None`.
    #[must_use]
    pub fn with_grounds(&self, grounds: Vec<Option<Arc<Surface>>>) -> Self {
        Self { tiles: self.tiles.with_grounds(grounds), ..self.clone() }
    }

    /// Ways that are not ground.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        self.links.all()
    }

    /// The same mesh with these links; components count them. A link whose polygons are not of
    /// this mesh is kept and joins nothing ([`NavMesh::validate`] names it). Linear in the mesh.
    #[must_use]
    pub fn with_links(&self, links: Vec<Link>) -> Self {
        if links == self.links() {
            return self.clone();
        }
        let links = Links::new(links, &self.tiles);
        let components = Arc::new(Components::new(&self.tiles, &links));
        Self { links, components, half_edges: Arc::default(), ..self.clone() }
    }

    /// The tiles and components of a mesh that nobody else holds.
    pub(super) fn lists(self) -> Option<(Tiles, Components)> {
        let components = Arc::into_inner(self.components)?;
        Some((self.tiles, components))
    }

    /// The components.
    pub(super) fn labelled(&self) -> &Components {
        &self.components
    }

    /// The tiles with their search trees.
    #[inline]
    pub(super) fn table(&self) -> &Tiles {
        &self.tiles
    }

    /// The component that a polygon is part of; [`ComponentId::NONE`] of a closed one.
    #[inline]
    #[must_use]
    pub fn component(&self, polygon: PolyRef) -> ComponentId {
        self.components.of(self.tiles.node(polygon))
    }

    /// All components, from the largest area down. On a new mesh a [`ComponentId`] is the index;
    /// after [`NavMesh::replace_tiles`] components keep their names, and the first call there is
    /// linear in the mesh.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        self.components.list(&self.tiles)
    }
}

/// The latest generation of a polygon of these tiles.
fn latest<'t>(tiles: impl Iterator<Item = &'t Tile>) -> u32 {
    tiles.flat_map(|tile| &tile.polygons).map(|polygon| polygon.generation).max().unwrap_or(0)
}
