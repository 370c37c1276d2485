//! Half-edges that were made, kept for the next search.

use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::access::Access;
use super::half_edges::HalfEdges;
use super::id::TileId;
use super::link::LinkEnd;
use super::link_ways::{LinkWays, Usable, is_usable};
use super::nav_mesh::NavMesh;

/// How many kinds of access are kept beside the one that enters everything: the agents of a game
/// are a few kinds, and each takes memory as the mesh does.
const KEPT: usize = 8;
/// Where more than one in so many tiles was replaced half-edges are made from scratch.
const SHARE: usize = 2;

/// Half-edges by access; shared by all clones of a mesh.
#[derive(Debug, Default)]
pub(super) struct Cache {
    open: OnceLock<Arc<HalfEdges>>,
    /// The last used comes last.
    others: Mutex<Vec<(Access, Arc<HalfEdges>)>>,
    /// Those of meshes that this one was made of, until they are brought up to date.
    inherited: Mutex<Vec<(Access, Inherited)>>,
}

/// Half-edges of a mesh before tiles were replaced.
#[derive(Clone, Debug)]
pub(super) struct Inherited {
    pub(super) edges: Arc<HalfEdges>,
    /// The tiles, in order.
    pub(super) replaced: Arc<[TileId]>,
}

/// Half-edges in use: those that enter everything stay as long as the mesh, others may be dropped
/// from the cache meanwhile.
#[derive(Debug)]
pub(crate) enum Held<'m> {
    /// They stay.
    Open(&'m Arc<HalfEdges>),
    /// They may be dropped.
    Kept(Arc<HalfEdges>),
}

impl Held<'_> {
    /// To be kept longer.
    pub(crate) fn keep(self) -> Arc<HalfEdges> {
        match self {
            Self::Open(edges) => edges.clone(),
            Self::Kept(edges) => edges,
        }
    }
}

impl Deref for Held<'_> {
    type Target = HalfEdges;

    #[inline]
    fn deref(&self) -> &HalfEdges {
        match self {
            Self::Open(edges) => edges,
            Self::Kept(edges) => edges,
        }
    }
}

impl NavMesh {
    /// The half-edges for an access, with the links that may be taken: kept for the last few
    /// that were asked for; made anew for others, linear in the mesh, or where tiles were replaced
    /// of those before, in time that the tiles tell.
    pub(crate) fn half_edges_for(&self, access: &Access) -> Held<'_> {
        self.half_edges.of(access, |inherited| self.make_half_edges(access, inherited))
    }

    fn make_half_edges(&self, access: &Access, inherited: Option<Inherited>) -> HalfEdges {
        let ways = |edges: &HalfEdges| {
            LinkWays::new(edges, &self.usable_links(edges, access), self.frame())
        };
        let replaced = inherited.and_then(|Inherited { edges, replaced }| {
            let of_tile = |&tile: &TileId| self.links.of_tile(tile).next().is_some();
            let is_changed = replaced.iter().any(of_tile) || edges.has_ways_in(&replaced);
            edges.replaced(self.table(), access, &replaced, is_changed.then_some(ways))
        });
        replaced.unwrap_or_else(|| HalfEdges::new(self.table(), access, ways))
    }

    /// The links that may be taken, both their ends on polygons that may be entered.
    fn usable_links(&self, edges: &HalfEdges, access: &Access) -> Vec<Usable<'_>> {
        let radius = self.parameters().agent.radius;
        let polygon = |end: &LinkEnd| {
            let r = self.resolve(end.polygon)?;
            let tile = self.tile(r.tile);
            let on_it = [end.from, end.to].into_iter().all(|p| tile.holds(r.polygon, p.plan));
            (on_it && access.enters(self.polygon(r))).then(|| edges.number(r))
        };
        let links = (0..).zip(self.links()).filter(|(_, link)| is_usable(link, access, radius));
        links
            .filter_map(|(index, link)| {
                Some(Usable { index, link, polygons: [polygon(&link.from)?, polygon(&link.to)?] })
            })
            .collect()
    }
}

impl Cache {
    /// The cache of a mesh in which tiles are replaced, of so many: nothing is worked out here.
    pub(super) fn after(&self, replaced: &[TileId], tiles: usize) -> Self {
        let made = self.open.get().map(|edges| (Access::default(), edges.clone()));
        let others = lock(&self.others).clone();
        let fresh = |(access, edges): (Access, Arc<HalfEdges>)| {
            (access, Inherited { edges, replaced: replaced.into() })
        };
        let mut inherited: Vec<_> = made.into_iter().chain(others).map(fresh).collect();
        for (access, older) in &*lock(&self.inherited) {
            if !inherited.iter().any(|(known, _)| known == access) {
                let mut all: Vec<TileId> = older.replaced.iter().chain(replaced).copied().collect();
                all.sort_unstable();
                all.dedup();
                inherited.push((*access, Inherited { replaced: all.into(), ..older.clone() }));
            }
        }
        inherited.retain(|(_, old)| old.replaced.len() * SHARE <= tiles);
        Self { inherited: Mutex::new(inherited), ..Self::default() }
    }

    /// Those of an access. Making them holds no lock, so others are not kept waiting; allocates
    /// nothing when they are there.
    pub(super) fn of(
        &self,
        access: &Access,
        make: impl Fn(Option<Inherited>) -> HalfEdges,
    ) -> Held<'_> {
        if access.is_open() {
            if let Some(found) = self.open.get() {
                return Held::Open(found);
            }
            let made = self.open.get_or_init(|| Arc::new(make(self.inherited(access))));
            self.forget(access);
            return Held::Open(made);
        }
        if let Some(found) = self.find(access) {
            return Held::Kept(found);
        }
        let old = self.inherited(access);
        // Another thread may have made them meanwhile.
        if old.is_none()
            && let Some(found) = self.find(access)
        {
            return Held::Kept(found);
        }
        let made = Arc::new(make(old));
        let mut others = lock(&self.others);
        if others.len() >= KEPT {
            others.remove(0);
        }
        others.push((*access, made.clone()));
        drop(others);
        self.forget(access);
        Held::Kept(made)
    }

    fn find(&self, access: &Access) -> Option<Arc<HalfEdges>> {
        let mut others = lock(&self.others);
        let at = others.iter().position(|(kept, _)| kept == access)?;
        others[at..].rotate_left(1);
        others.last().map(|(_, found)| found.clone())
    }

    fn inherited(&self, access: &Access) -> Option<Inherited> {
        let inherited = lock(&self.inherited);
        inherited.iter().find(|(known, _)| known == access).map(|(_, old)| old.clone())
    }

    fn forget(&self, access: &Access) {
        lock(&self.inherited).retain(|(known, _)| known != access);
    }
}

fn lock<T>(list: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
