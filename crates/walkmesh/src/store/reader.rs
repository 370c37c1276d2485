//! Puts a mesh together from its sections.

use super::error::LoadError;
use super::section::{Kind, Section, Sections};
use super::tile::LooseTile;
use super::{LoadOptions, check, closed, cost, ground, link, meta, source, tile};
use crate::geom::{Frame, cast};
use crate::mesh::{Link, NavMesh, PolyRef, Tile, TileCoord, TileId};
use crate::surface::Surface;
use std::io::{Read, Seek};
use std::sync::Arc;

/// The un-eroded surfaces, one place for each tile.
type Grounds = Vec<Option<Arc<Surface>>>;

pub(super) fn read<R: Read + Seek>(
    sections: &mut Sections<R>,
    options: LoadOptions,
) -> Result<NavMesh, LoadError> {
    let mut found_meta = None;
    let mut found_links: Option<Vec<Link>> = None;
    let mut found_costs: Option<Section> = None;
    let mut found_closed: Option<Section> = None;
    let mut loose: Vec<LooseTile> = Vec::new();
    let (mut sources, mut grounds): (Vec<Section>, Vec<Section>) = (Vec::new(), Vec::new());
    while let Some(section) = sections.next(|kind| options.ground || kind != Kind::GROUND)? {
        let twice = LoadError::Twice { section: section.kind, offset: section.offset };
        match section.kind {
            Kind::META if found_meta.is_some() => return Err(twice),
            Kind::META => found_meta = Some(meta::decode(section.input())?),
            Kind::COST if found_costs.is_some() => return Err(twice),
            Kind::COST => found_costs = Some(section),
            Kind::CLOSED if found_closed.is_some() => return Err(twice),
            Kind::CLOSED => found_closed = Some(section),
            Kind::LINK if found_links.is_some() => return Err(twice),
            Kind::LINK => found_links = Some(link::decode(section.input())?),
            Kind::TILE => {
                loose.push(tile::decode(section.input(), TileId(cast::count(loose.len())))?);
            }
            Kind::SOURCE => sources.push(section),
            _ => grounds.push(section),
        }
    }
    let meta = found_meta.ok_or(LoadError::Missing { section: Kind::META })?;
    let mut tiles = resolve(loose)?;
    if let Some(section) = found_costs {
        cost::decode(section.input(), &mut tiles)?;
    }
    if let Some(section) = found_closed {
        closed::decode(section.input(), &mut tiles)?;
    }
    for (t, tile) in (0..).zip(&mut tiles) {
        tile.relabel(TileId(t), false);
    }
    for section in sources {
        let (tile, source) = source::decode(section.input(), &tiles)?;
        if tiles[tile].source.replace(source).is_some() {
            return Err(LoadError::Twice { section: section.kind, offset: section.offset });
        }
    }
    let grounds = place(grounds, meta.resolved.frame, tiles.len())?;
    let mesh = NavMesh::from_tiles(
        &meta.parameters,
        &meta.resolved,
        meta.input_hash,
        tiles.into_iter().map(Arc::new).collect(),
        grounds,
        found_links.unwrap_or_default(),
    )?;
    check::check(&mesh)?;
    Ok(mesh)
}

/// The surfaces for a mesh, and the content hash of the file.
pub(super) fn read_grounds<R: Read + Seek>(
    sections: &mut Sections<R>,
    mesh: &NavMesh,
) -> Result<(Grounds, [u8; 32]), LoadError> {
    let mut found = Vec::new();
    while let Some(section) = sections.next(|kind| kind == Kind::GROUND)? {
        found.push(section);
    }
    let grounds = place(found, *mesh.frame(), mesh.tiles().len())?;
    let hash = sections.content_hash().ok_or(LoadError::Missing { section: Kind::DONE })?;
    Ok((grounds, hash))
}

fn place(sections: Vec<Section>, frame: Frame, tiles: usize) -> Result<Grounds, LoadError> {
    let mut grounds: Grounds = vec![None; tiles];
    for section in sections {
        let (tile, surface) = ground::decode(section.input(), frame)?;
        let Some(place) = grounds.get_mut(cast::index(tile)) else {
            return Err(section.input().wrong("the ground is of a tile that is not there"));
        };
        if place.replace(Arc::new(surface)).is_some() {
            return Err(LoadError::Twice { section: section.kind, offset: section.offset });
        }
    }
    Ok(grounds)
}

/// Finds the tiles and polygons beyond the tiles' sides.
fn resolve(loose: Vec<LooseTile>) -> Result<Vec<Tile>, LoadError> {
    let key = |c: TileCoord| (c.y, c.x);
    let counts: Vec<(TileCoord, usize)> =
        loose.iter().map(|l| (l.tile.coord, l.tile.polygons.len())).collect();
    let mut tiles = Vec::with_capacity(loose.len());
    for (t, LooseTile { mut tile, outward }) in loose.into_iter().enumerate() {
        for (edge, coord, polygon) in outward {
            let there = counts.binary_search_by_key(&key(coord), |&(c, _)| key(c)).ok();
            let found = there.filter(|&i| cast::index(polygon) < counts[i].1 && i != t);
            let Some(i) = found else {
                return Err(LoadError::Polygon {
                    tile: tile.coord,
                    polygon: tile.polygon_of(edge),
                    what: "has a neighbour in another tile that is not there",
                });
            };
            let neighbour = Some(PolyRef { tile: TileId(cast::count(i)), polygon });
            let edge = &mut tile.edges[edge];
            edge.lead(neighbour, edge.passage());
        }
        tiles.push(tile);
    }
    Ok(tiles)
}
