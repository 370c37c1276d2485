//! Half-edges that were made, kept for the next search.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::access::Access;
use super::half_edges::HalfEdges;

/// How many kinds of access are kept beside the one that enters everything: the agents of a game
/// are a few kinds, and each takes memory as the mesh does.
const KEPT: usize = 8;

/// Half-edges by access; shared by all clones of a mesh.
#[derive(Debug, Default)]
pub(super) struct Cache {
    open: OnceLock<Arc<HalfEdges>>,
    /// The last used comes last.
    others: Mutex<Vec<(Access, Arc<HalfEdges>)>>,
}

impl Cache {
    /// Those of an access. Making them holds no lock, so others are not kept waiting; allocates
    /// nothing when they are there.
    pub(super) fn of(&self, access: &Access, make: impl FnOnce() -> HalfEdges) -> Arc<HalfEdges> {
        if access.is_open() {
            return self.open.get_or_init(|| Arc::new(make())).clone();
        }
        if let Some(found) = self.find(access) {
            return found;
        }
        let made = Arc::new(make());
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if others.len() >= KEPT {
            others.remove(0);
        }
        others.push((*access, made.clone()));
        made
    }

    fn find(&self, access: &Access) -> Option<Arc<HalfEdges>> {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let at = others.iter().position(|(kept, _)| kept == access)?;
        others[at..].rotate_left(1);
        others.last().map(|(_, found)| found.clone())
    }
}
