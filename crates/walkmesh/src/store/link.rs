//! Off-mesh links.

use super::bytes::{Input, Output, REACH};
use super::error::{LoadError, UnsavableLink};
use crate::geom::GroundPoint;
use crate::mesh::{Link, LinkEnd, NavMesh, PolyId, TileCoord};
use crate::soup::Area;

/// Generations are not stored, so every stored polygon has generation 0; an end whose polygon
/// was replaced gets this one, and stays unresolved.
const STALE: u32 = 1;

pub(super) fn encode(mesh: &NavMesh) -> Vec<u8> {
    let mut out = Output::default();
    out.count(mesh.links().len());
    for link in mesh.links() {
        let Link { kind, user_id, area, flags, from, to, width, cost, both_ways, enabled } = *link;
        out.unsigned(kind.into());
        out.unsigned(user_id.into());
        out.byte(area.0);
        out.unsigned(flags.into());
        for LinkEnd { polygon, from, to } in [from, to] {
            out.signed(polygon.tile.x.into());
            out.signed(polygon.tile.y.into());
            out.unsigned(polygon.base.into());
            out.unsigned(polygon.piece.into());
            out.flag(mesh.resolve(polygon).is_none());
            out.point(from);
            out.point(to);
        }
        out.float(width);
        out.float(cost);
        out.flag(both_ways);
        out.flag(enabled);
    }
    out.bytes
}

/// Checks that the links can be read again.
pub(super) fn check(mesh: &NavMesh) -> Result<(), UnsavableLink> {
    let fits = |v: i32| (-REACH..=REACH).contains(&i64::from(v));
    let on_lattice = |p: GroundPoint| fits(p.plan.x) && fits(p.plan.y) && fits(p.height);
    for (index, link) in (0_u32..).zip(mesh.links()) {
        let ends = [link.from, link.to].into_iter().flat_map(|end| [end.from, end.to]);
        let off = ends.filter(|&p| !on_lattice(p)).map(|_| "an end is beyond 2^29 steps").next();
        if let Some(what) = link.problem().or(off) {
            return Err(UnsavableLink { link: index, what, width: link.width, cost: link.cost });
        }
    }
    Ok(())
}

pub(super) fn decode(mut input: Input<'_>) -> Result<Vec<Link>, LoadError> {
    let count = input.count()?;
    let mut links = Vec::new();
    for _ in 0..count {
        let (kind, user_id) = (input.u32()?, input.u32()?);
        let (area, flags) = (Area(input.byte()?), input.u32()?);
        let (from, to) = (decode_end(&mut input)?, decode_end(&mut input)?);
        let (width, cost) = (input.float()?, input.float()?);
        let (both_ways, enabled) = (input.flag()?, input.flag()?);
        let link = Link { kind, user_id, area, flags, from, to, width, cost, both_ways, enabled };
        if link.problem().is_some() {
            return Err(input.wrong("a link has a width or a cost that cannot be"));
        }
        links.push(link);
    }
    input.end()?;
    Ok(links)
}

fn decode_end(input: &mut Input<'_>) -> Result<LinkEnd, LoadError> {
    let tile = TileCoord { x: input.i32()?, y: input.i32()? };
    let (base, piece) = (input.u32()?, input.u32()?);
    let generation = if input.flag()? { STALE } else { 0 };
    let polygon = PolyId { tile, base, piece, generation };
    Ok(LinkEnd { polygon, from: input.point()?, to: input.point()? })
}
