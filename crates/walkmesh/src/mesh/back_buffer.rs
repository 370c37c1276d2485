//! The lists of a mesh once more, for the next one to be written into.

use super::components::Components;
use super::nav_mesh::NavMesh;
use super::tiles::Tiles;

/// What a mesh lists over its tiles once more, in memory of its own. A mesh that is made of one
/// with a back buffer is written into that, which copies no part of a list and counts nothing up; the
/// lists of the mesh before, brought up to date, are the next back buffer. Both cost what changes.
/// Takes some twenty bytes a tile.
#[derive(Clone, Debug)]
pub(crate) struct BackBuffer {
    tiles: Tiles,
    components: Components,
}

impl BackBuffer {
    /// That of a mesh, out of the one `before` of which it was made by replacing tiles; `None` where
    /// somebody else holds that or it was not made so.
    pub(crate) fn new(before: NavMesh, now: &NavMesh) -> Option<Self> {
        let (mut tiles, mut components) = before.lists()?;
        let is_so = tiles.follow(now.table()) && components.follow(now.labelled());
        is_so.then_some(Self { tiles, components })
    }

    /// The lists.
    pub(super) fn lists(self) -> (Tiles, Components) {
        (self.tiles, self.components)
    }

    /// True when it lists what a mesh does.
    pub(super) fn is_of(&self, mesh: &NavMesh) -> bool {
        self.tiles.lists_as(mesh.table()) && self.components.lists_as(mesh.labelled())
    }
}
