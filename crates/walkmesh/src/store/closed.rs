//! Polygons that are kept and closed.

use super::bytes::{Input, Output};
use super::error::LoadError;
use super::rising;
use crate::mesh::{NavMesh, PolyRef, Tile};

/// The closed polygons by dense number; `None` when there are none.
pub(super) fn encode(mesh: &NavMesh) -> Option<Vec<u8>> {
    if mesh.index_count() == mesh.polygon_count() {
        return None;
    }
    let closed: Vec<PolyRef> = mesh.all_polygons().filter(|&r| mesh.is_closed(r)).collect();
    let mut out = Output::default();
    rising::write(&mut out, mesh, &closed, |_, _| ());
    Some(out.bytes)
}

/// Closes polygons of tiles that are not labelled yet.
pub(super) fn decode(input: Input<'_>, tiles: &mut [Tile]) -> Result<(), LoadError> {
    rising::read(input, tiles, |_, tile, polygon| {
        tile.labels[polygon] = Tile::CLOSED;
        Ok(())
    })
}
