//! Links over ground that is cut. Where the pieces of its polygons part a link between stretches, it
//! lives on in parts.

use std::ops::Range;
use std::sync::Arc;

use super::by_polygon::ByPolygon;
use crate::geom::{PlanPoint, cast};
use crate::link::parts::{Side, in_parts};
use crate::mesh::{Link, LinkEnd, NavMesh, PolyRef, Polygon, Tile};

/// What became of the links of a base mesh.
#[derive(Clone, Debug)]
pub(super) struct LedLinks {
    /// The links of the base mesh with an end on each of its polygons.
    at: ByPolygon<Vec<u32>>,
    /// For each link of the mesh the one of the base mesh that it is, or is a part of; in order.
    of: Arc<[u32]>,
}

/// A mesh with its links led to the pieces that are there.
pub(super) struct Led {
    pub(super) mesh: NavMesh,
    /// The links of the base mesh that are not led as they were.
    pub(super) changed: Vec<u32>,
    of: Arc<[u32]>,
}

impl LedLinks {
    /// Those of a base mesh as it is. Linear in the links.
    pub(super) fn new(base: &NavMesh) -> Self {
        let mut at = ByPolygon::<Vec<u32>>::new(base.tiles().len());
        for (link, data) in (0..).zip(base.links()) {
            for end in [&data.from, &data.to] {
                if let Some(polygon) = base.resolve(end.polygon) {
                    at.or_default(polygon).push(link);
                }
            }
        }
        Self { at, of: (0..cast::count(base.links().len())).collect() }
    }

    /// The link of the base mesh that a link of the mesh is, or is a part of.
    pub(super) fn base_link(&self, link: u32) -> Option<u32> {
        self.of.get(cast::index(link)).copied()
    }

    /// The new mesh, which has the links of the one `before`, with those led anew that have an end
    /// on these base polygons; `None` for all. Linear in the pieces of those polygons for each
    /// link there, quadratic in those that its ends lead over; and where a link is not led as it
    /// was, as [`NavMesh::with_links`].
    pub(super) fn lead(
        &self,
        base: &NavMesh,
        before: &NavMesh,
        new: NavMesh,
        polygons: Option<&[PolyRef]>,
    ) -> Led {
        if base.links().is_empty() {
            return Led { mesh: new, changed: Vec::new(), of: Arc::clone(&self.of) };
        }
        let mut again: Vec<u32> = match polygons {
            Some(some) => some.iter().filter_map(|&p| self.at.get(p)).flatten().copied().collect(),
            None => (0..cast::count(base.links().len())).collect(),
        };
        again.sort_unstable();
        again.dedup();
        let led = again.into_iter().map(|i| (i, led(base, &new, &base.links()[cast::index(i)])));
        let led: Vec<(u32, Vec<Link>)> =
            led.filter(|(i, now)| before.links()[self.range(*i)] != now[..]).collect();
        if led.is_empty() {
            return Led { mesh: new, changed: Vec::new(), of: Arc::clone(&self.of) };
        }
        let (mut links, mut of) = (Vec::new(), Vec::new());
        let mut stays = 0;
        for (i, now) in &led {
            let range = self.range(*i);
            links.extend_from_slice(&before.links()[stays..range.start]);
            of.extend_from_slice(&self.of[stays..range.start]);
            links.extend_from_slice(now);
            of.extend(now.iter().map(|_| *i));
            stays = range.end;
        }
        links.extend_from_slice(&before.links()[stays..]);
        of.extend_from_slice(&self.of[stays..]);
        let changed = led.into_iter().map(|of| of.0).collect();
        Led { mesh: new.with_links(links), changed, of: of.into() }
    }

    /// Goes over to what [`LedLinks::lead`] made.
    pub(super) fn take(&mut self, led: Led) -> (NavMesh, Vec<u32>) {
        self.of = led.of;
        (led.mesh, led.changed)
    }

    /// Where the parts of a link of the base mesh stand among the links of the mesh.
    fn range(&self, link: u32) -> Range<usize> {
        let before = |link: u32| self.of.partition_point(|&of| of < link);
        before(link)..before(link + 1)
    }
}

/// A link of the base mesh on the pieces of its polygons: as it is where a piece holds each of its
/// ends whole, otherwise in parts; none where there is no such ground.
fn led(base: &NavMesh, mesh: &NavMesh, link: &Link) -> Vec<Link> {
    let [from, to] = [&link.from, &link.to].map(|end| whole(base, mesh, end));
    if let (Some(from), Some(to)) = (from, to) {
        return vec![Link { from, to, ..*link }];
    }
    match [&link.from, &link.to].map(|end| side(base, mesh, end)) {
        [Some(from), Some(to)] => in_parts(mesh, link, [from, to]),
        _ => Vec::new(),
    }
}

/// An end over the pieces of its base polygon; `None` where that does not hold it.
fn side(base: &NavMesh, mesh: &NavMesh, end: &LinkEnd) -> Option<Side> {
    let r = base.resolve(end.polygon)?;
    let is_on_it = |p: PlanPoint| base.tile(r.tile).holds(r.polygon, p);
    let is_held = is_on_it(end.from.plan) && is_on_it(end.to.plan);
    let tile = mesh.tile_at(end.polygon.tile).filter(|_| is_held)?;
    let pieces = pieces_of(mesh.tile(tile), end.polygon.base).collect();
    Some(Side { tile, pieces, stretch: [end.from.plan, end.to.plan] })
}

/// The pieces of a base polygon, in order, closed ones too.
fn pieces_of(tile: &Tile, base: u32) -> impl Iterator<Item = u32> + '_ {
    let from = |piece: u32| {
        let place = Polygon::place_of(base, piece);
        cast::count(tile.polygons.partition_point(|p| p.place() < place))
    };
    let is_of = move |p: &u32| tile.polygons.get(cast::index(*p)).is_some_and(|p| p.base == base);
    let first = Some(from(0)).filter(is_of);
    first.into_iter().chain((from(1)..).take_while(is_of))
}

/// An end on an open piece of its base polygon that holds it whole. One that is on no open ground of
/// the base mesh is as it is there while its polygon is whole.
fn whole(base: &NavMesh, mesh: &NavMesh, end: &LinkEnd) -> Option<LinkEnd> {
    let Some(r) = base.resolve(end.polygon) else { return Some(*end) };
    let tile = mesh.tile(r.tile);
    let holds = |tile: &Tile, p: u32| {
        !tile.is_closed(p) && tile.holds(p, end.from.plan) && tile.holds(p, end.to.plan)
    };
    let mut pieces = pieces_of(tile, end.polygon.base);
    let polygon = if holds(base.tile(r.tile), r.polygon) {
        pieces.find(|&p| holds(tile, p))?
    } else {
        let first = pieces.next()?;
        let is_whole = pieces.next().is_none();
        let as_it_was = tile.is_closed(first) == base.tile(r.tile).is_closed(r.polygon);
        Some(first).filter(|_| is_whole && as_it_was)?
    };
    Some(LinkEnd { polygon: mesh.id(PolyRef { polygon, ..r }), ..*end })
}
