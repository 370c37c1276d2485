//! The mesh of the moment, for readers on other threads.

use std::sync::Arc;

use arc_swap::ArcSwap;

use crate::mesh::NavMesh;

/// Where one thread puts each new mesh and others take the newest. Nobody waits for anybody:
/// taking it is a few instructions without a lock, and who asks a mesh keeps the one they took
/// for as long as they like.
#[derive(Debug)]
pub struct Published {
    mesh: ArcSwap<NavMesh>,
}

impl Published {
    /// With a first mesh.
    #[must_use]
    pub fn new(mesh: NavMesh) -> Self {
        Self { mesh: ArcSwap::from_pointee(mesh) }
    }

    /// The newest mesh. It does not change while it is held.
    #[must_use]
    pub fn newest(&self) -> Arc<NavMesh> {
        self.mesh.load_full()
    }

    /// Puts a mesh in place of the one before, which lives on with those who hold it.
    pub fn publish(&self, mesh: NavMesh) {
        self.mesh.store(Arc::new(mesh));
    }
}
