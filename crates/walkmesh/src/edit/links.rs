//! Links over ground that is cut.

use crate::geom::cast;
use crate::mesh::{Link, LinkEnd, NavMesh, Polygon};

/// The new mesh with the links of the base mesh led to the pieces that hold their ends; a link
/// whose end is on no piece (or across several) is left out until it is again. Also which links
/// are not as they were. O(links × pieces of their polygons).
pub(super) fn lead_links(base: &NavMesh, before: &NavMesh, new: NavMesh) -> (NavMesh, Vec<u32>) {
    if base.links().is_empty() {
        return (new, Vec::new());
    }
    let led = |mesh: &NavMesh| -> Vec<Option<Link>> {
        base.links()
            .iter()
            .map(|&link| {
                let (from, to) = (end_on(base, mesh, link.from)?, end_on(base, mesh, link.to)?);
                Some(Link { from, to, ..link })
            })
            .collect()
    };
    let (old, now) = (led(before), led(&new));
    let changed = (0..).zip(old.iter().zip(&now)).filter(|(_, (a, b))| a != b);
    let changed = changed.map(|(i, _)| i).collect();
    (new.with_links(now.into_iter().flatten().collect()), changed)
}

/// The end on the piece of its base polygon that holds it whole.
fn end_on(base: &NavMesh, mesh: &NavMesh, end: LinkEnd) -> Option<LinkEnd> {
    let Some(r) = base.resolve(end.polygon) else { return Some(end) };
    let tile = mesh.tile(r.tile);
    let holds = |p: u32| tile.holds(p, end.from.plan) && tile.holds(p, end.to.plan);
    let from = |piece: u32| {
        let place = Polygon::place_of(end.polygon.base, piece);
        cast::count(tile.polygons.partition_point(|p| p.place() < place))
    };
    let is_of =
        |p: &u32| tile.polygons.get(cast::index(*p)).is_some_and(|p| p.base == end.polygon.base);
    let first = Some(from(0)).filter(is_of);
    let mut pieces = first.into_iter().chain((from(1)..).take_while(is_of));
    let piece = pieces.find(|&p| !tile.polygons[cast::index(p)].is_closed() && holds(p))?;
    let polygon = mesh.id(crate::mesh::PolyRef { tile: r.tile, polygon: piece });
    Some(LinkEnd { polygon, ..end })
}
