//! The other sides of the edges of a base mesh, and its uneven ground.

use std::sync::{Arc, OnceLock};

use super::apart::{Apart, Pinches};
use super::narrow::Narrows;
use super::relief::Relief;
use super::rows::Rows;
use crate::geom::predicates::on_segment;
use crate::geom::{PlanPoint, cast, edges};
use crate::mesh::{NavMesh, Passage, PolyRef, TileId};
use crate::threads::each;

/// Most polygons around one corner; more only where edges do not agree with each other.
const MOST_AROUND: usize = 4096;

/// A base mesh with the other side of each edge: all of them, so that the first edit somewhere takes
/// no longer than later ones.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    pub(super) base: NavMesh,
    /// By tile.
    sides: Arc<[Sides]>,
    /// By tile and polygon, worked out when first asked for.
    reliefs: Arc<[OnceLock<Box<[Known]>>]>,
    /// True when all edges lead both ways.
    pub(super) lead_back: bool,
    /// By tile and polygon: the points at which its ground bends along edges, each with the edge.
    bends: Arc<[Rows<(u32, PlanPoint)>]>,
    pinches: Arc<Pinches>,
    pub(super) narrows: Arc<Narrows>,
}

/// The uneven ground of a polygon, once it was asked for.
type Known = OnceLock<Option<Box<Relief>>>;

/// What lies beyond the edges of a tile.
#[derive(Debug)]
pub(super) struct Sides {
    /// Where the edges of each polygon begin, and the last end.
    starts: Box<[u32]>,
    /// By edge of the tile.
    pub(super) beyond: Box<[Option<Across>]>,
    /// Edges that lead to other tiles: the polygon, which edge of it, and the other tile.
    pub(super) borders: Box<[(u32, u32, TileId)]>,
    /// Those tiles, in order.
    pub(super) tiles: Box<[TileId]>,
    /// Edges within the tile, by polygon, that no edge leads back to.
    pub(super) lone: Box<[(u32, u32)]>,
}

impl Sides {
    /// True when all edges that lead somewhere lead back.
    fn lead_back(&self) -> bool {
        let of = |polygon: u32, edge: u32| cast::index(self.starts[cast::index(polygon)] + edge);
        self.lone.is_empty()
            && self.borders.iter().all(|&(p, e, _)| self.beyond[of(p, e)].is_some())
    }
}

/// An edge seen from the polygon beyond.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across {
    /// That polygon.
    pub(super) polygon: PolyRef,
    /// Which edge of it.
    pub(super) edge: u32,
    /// Whether the edge may be crossed towards it, and back.
    pub(super) passages: [Passage; 2],
}

impl Twins {
    /// Linear in the edges, on the threads of rayon's current pool.
    pub(super) fn new(base: NavMesh) -> Self {
        let tiles: Vec<TileId> = (0..cast::count(base.tiles().len())).map(TileId).collect();
        let sides: Arc<[Sides]> = each(&tiles, |&tile| sides_of(&base, tile)).into();
        let reliefs = base.tiles().map(|_| OnceLock::new()).collect();
        let lead_back = sides.iter().all(Sides::lead_back);
        let bends = each(&tiles, |&tile| bends_of_ground(&base, tile)).into();
        let (pinches, narrows) = Default::default();
        let mut twins = Self { base, sides, reliefs, lead_back, bends, pinches, narrows };
        let Apart { pinches, beside } = Apart::of(&twins, &tiles);
        twins.pinches = pinches.into();
        twins.narrows = Narrows::of(&twins, &tiles, &beside).into();
        twins
    }

    /// The points at which the ground bends along an edge, from either side.
    pub(super) fn bends_along(
        &self,
        polygon: PolyRef,
        edge: usize,
    ) -> impl Iterator<Item = PlanPoint> {
        let sides = std::iter::once((polygon, edge)).chain(self.twin(polygon, edge));
        sides.flat_map(|(r, edge)| {
            let of = &self.bends[cast::index(r.tile.0)][cast::index(r.polygon)];
            of.iter().filter(move |bend| cast::index(bend.0) == edge).map(|bend| bend.1)
        })
    }

    /// Both ends of an edge of a polygon.
    pub(super) fn ends(&self, polygon: PolyRef, edge: u32) -> (PlanPoint, PlanPoint) {
        ends(&self.base, polygon, cast::index(edge))
    }

    /// What lies beyond the edges of a tile.
    #[inline]
    pub(super) fn sides(&self, tile: TileId) -> &Sides {
        &self.sides[cast::index(tile.0)]
    }

    /// The tiles that have edges towards one, in order.
    pub(super) fn tiles_towards(&self, tile: TileId) -> Vec<TileId> {
        if self.lead_back {
            return self.sides(tile).tiles.to_vec();
        }
        let all = (0..cast::count(self.sides.len())).map(TileId);
        all.filter(|&other| self.sides(other).tiles.contains(&tile)).collect()
    }

    /// The ground of a polygon where it is not even.
    pub(super) fn relief(&self, polygon: PolyRef) -> Option<&Relief> {
        let (low, high) = self.base.polygon(polygon).heights;
        if low == high {
            return None;
        }
        let of_tile = self.reliefs[cast::index(polygon.tile.0)].get_or_init(|| {
            self.base.tile(polygon.tile).polygons.iter().map(|_| Known::new()).collect()
        });
        let known = &of_tile[cast::index(polygon.polygon)];
        known.get_or_init(|| Relief::new(&self.base, polygon).map(Box::new)).as_deref()
    }

    /// What lies beyond the edges of a polygon, in order.
    #[inline]
    pub(super) fn beyond(&self, polygon: PolyRef) -> &[Option<Across>] {
        let sides = self.sides(polygon.tile);
        let p = cast::index(polygon.polygon);
        &sides.beyond[cast::index(sides.starts[p])..cast::index(sides.starts[p + 1])]
    }

    /// The same edge seen from the polygon beyond.
    #[inline]
    pub(super) fn twin(&self, polygon: PolyRef, edge: usize) -> Option<(PolyRef, usize)> {
        let across = self.beyond(polygon)[edge]?;
        Some((across.polygon, cast::index(across.edge)))
    }

    /// Adds the polygons around the first corner of an edge, the polygon itself among them, some of them
    /// repeatedly: those joined there, and where others of their layers touch them, those too.
    pub(super) fn around(&self, polygon: PolyRef, edge: usize, into: &mut Vec<PolyRef>) {
        let all = self.pinches.at(polygon, edge);
        if all.is_empty() {
            self.walk(polygon, edge, |r, _| into.push(r));
        } else {
            into.extend_from_slice(all);
        }
    }

    /// Goes to the polygons joined around the first corner of an edge, the polygon itself among them,
    /// some of them repeatedly, each with its edge that starts there.
    pub(super) fn walk(
        &self,
        polygon: PolyRef,
        edge: usize,
        mut visit: impl FnMut(PolyRef, usize),
    ) {
        visit(polygon, edge);
        let first = self.beyond(polygon);
        let (mut beyond, mut k) = (first, edge);
        for _ in 0..MOST_AROUND {
            let before = if k == 0 { beyond.len() } else { k } - 1;
            let Some(across) = beyond[before] else { break };
            k = cast::index(across.edge);
            if (across.polygon, k) == (polygon, edge) {
                return;
            }
            beyond = self.beyond(across.polygon);
            visit(across.polygon, k);
        }
        (beyond, k) = (first, edge);
        for _ in 0..MOST_AROUND {
            let Some(across) = beyond[k] else { return };
            beyond = self.beyond(across.polygon);
            let next = cast::index(across.edge) + 1;
            k = if next == beyond.len() { 0 } else { next };
            visit(across.polygon, k);
        }
    }

    /// The polygons around the corners of these, themselves among them, in order.
    pub(super) fn all_around(&self, polygons: &[PolyRef]) -> Vec<PolyRef> {
        let mut all = Vec::with_capacity(16 * polygons.len());
        for &polygon in polygons {
            for edge in 0..self.base.edges(polygon).len() {
                self.around(polygon, edge, &mut all);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn sides_of(base: &NavMesh, tile: TileId) -> Sides {
    let here = base.tile(tile);
    let ends = std::iter::once(cast::count(here.edges.len()));
    let starts = here.polygons.iter().map(|polygon| polygon.first_edge).chain(ends).collect();
    let mut beyond = vec![None; here.edges.len()];
    let (mut borders, mut lone) = (Vec::new(), Vec::new());
    for polygon in 0..cast::count(here.polygons.len()) {
        let range = here.edge_range(polygon);
        let edges = here.edges_of(polygon);
        for (edge, slot) in beyond[range].iter_mut().enumerate() {
            let Some(other) = edges[edge].neighbour() else { continue };
            *slot = back(base, PolyRef { tile, polygon }, edge, other).map(|k| Across {
                polygon: other,
                edge: cast::count(k),
                passages: [edges[edge].passage(), base.edges(other)[k].passage()],
            });
            if other.tile != tile {
                borders.push((polygon, cast::count(edge), other.tile));
            } else if slot.is_none() {
                lone.push((polygon, cast::count(edge)));
            }
        }
    }
    let mut tiles: Vec<TileId> = borders.iter().map(|border| border.2).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let (borders, tiles, lone) = (borders.into(), tiles.into(), lone.into());
    Sides { starts, beyond: beyond.into(), borders, tiles, lone }
}

/// The edge of `other` that is an edge of `here` from the other side.
fn back(base: &NavMesh, here: PolyRef, edge: usize, other: PolyRef) -> Option<usize> {
    let (a, b) = ends(base, here, edge);
    let theirs = base.edges(other);
    (0..theirs.len())
        .find(|&k| theirs[k].neighbour() == Some(here) && ends(base, other, k) == (b, a))
}

/// Both ends of an edge of a polygon.
fn ends(base: &NavMesh, polygon: PolyRef, edge: usize) -> (PlanPoint, PlanPoint) {
    let (tile, edges) = (base.tile(polygon.tile), base.edges(polygon));
    let next = if edge + 1 == edges.len() { 0 } else { edge + 1 };
    (tile.plan(edges[edge].vertex), tile.plan(edges[next].vertex))
}

/// What [`Twins::bends`] has of a tile.
fn bends_of_ground(base: &NavMesh, tile: TileId) -> Rows<(u32, PlanPoint)> {
    let of = base.tile(tile);
    let mut bends = Rows::default();
    let (mut ring, mut used) = (Vec::new(), Vec::new());
    // By vertex: for which polygon it was looked at, and one more.
    let mut seen = vec![0; of.vertices.len()];
    for at in 0..cast::count(of.polygons.len()) {
        ring.clear();
        used.clear();
        for edge in of.edges_of(at) {
            ring.push(of.plan(edge.vertex));
            seen[cast::index(edge.vertex)] = at + 1;
        }
        let used_by = of.triangles_of(at).iter().flatten();
        let is_new = |v: &&u32| std::mem::replace(&mut seen[cast::index(**v)], at + 1) <= at;
        used.extend(used_by.filter(is_new).map(|&v| of.plan(v)));
        bends.add(used.iter().flat_map(|&p| {
            let on = edges(&ring).zip(0..).filter(move |&((a, b), _)| on_segment(a, b, p));
            on.map(move |(_, edge)| (edge, p))
        }));
    }
    bends
}
